// Generated from crates/server/src/wire/ by `cargo xtask gen`: do not edit.

export const PROTOCOL = 1;

/**
 * One of the two players of a game, or an onlooker.
 */
export type Seat = "white" | "black" | "spectator";

/**
 * A side of the board.
 */
export type Side = "white" | "black";

/**
 * The colour a person asks for.
 */
export type ColourWish = "white" | "black" | "random";

/**
 * The time control of a game.
 */
export type Clock = { "kind": "untimed" } | { "kind": "live", base: number, increment: number, delay: number, } | { "kind": "days", days: number, };

/**
 * How fast a game is; each has ratings of its own.
 */
export type Speed = "bullet" | "blitz" | "rapid" | "classical" | "correspondence" | "untimed";

/**
 * The clocks at one moment. Only the server's time counts; a client counts `running` down from what it gets.
 */
export type Clocks = { 
/**
 * Milliseconds left, never below 0.
 */
white: number, black: number, 
/**
 * Whose time runs; absent before both have made a first move, while paused, and at the end.
 */
running?: Side, 
/**
 * Milliseconds of this turn that are still free (delay).
 */
free: number, 
/**
 * The server was away: clocks stand until the side to move is back, at most for half a minute.
 */
paused: boolean, 
/**
 * Another limit that runs for one or both sides instead of the clock.
 */
limit?: Limit, 
/**
 * Milliseconds that were credited for the lag of the last move.
 */
lag: number, };

/**
 * A time limit beside the clock, after which the game is aborted.
 */
export type Limit = { what: LimitKind, 
/**
 * Milliseconds left.
 */
left: number, };

export type LimitKind = "first_move" | "secret_choice" | "opening";

/**
 * What sort of player somebody is.
 */
export type PlayerKind = "guest" | "account" | "bot" | "computer" | "closed";

/**
 * A player as others see it.
 */
export type PlayerInfo = { 
/**
 * Base58 id; "computer" for the computer player.
 */
id: string, name: string, kind: PlayerKind, 
/**
 * Rating in the pool of this game and speed, at the start of a game.
 */
rating?: number, 
/**
 * Whether that rating is still uncertain (shown with a question mark).
 */
provisional: boolean, 
/**
 * Level of the computer player.
 */
level?: number, };

/**
 * `GET /api/v1/me`.
 */
export type Me = { id: string, name: string, kind: PlayerKind, 
/**
 * Unread notices.
 */
unread: number, 
/**
 * Games in which it is one's own turn.
 */
my_turn: number, 
/**
 * One's mail address, if one gave any, and whether it has been verified.
 */
email?: string, email_verified: boolean, 
/**
 * Whether the host has set up mail.
 */
mail: boolean, 
/**
 * Until when one is on vacation, and the days left this year.
 */
vacation_until?: number, vacation_left: number, 
/**
 * Whether rated pairing is paused for too many aborts, until when.
 */
paused_until?: number, 
/**
 * Words of the host to everybody.
 */
announcements: Array<string>, 
/**
 * When the server will be restarted; no game begins until then.
 */
restart_at?: number, };

/**
 * `POST /api/v1/account` (409 `has_account` for who has one): makes the guest who asks an account, with all its games.
 */
export type SignUp = { 
/**
 * 2 to 20 letters, digits, "-" or "_", beginning with a letter.
 */
name: string, 
/**
 * 8 to 200 characters.
 */
password: string, };

/**
 * Answer to signing up.
 */
export type SignedUp = { me: Me, 
/**
 * Eight codes, each good for one new password; shown once.
 */
recovery_codes: Array<string>, };

/**
 * `POST /api/v1/session`: signs in; the guest's games move to the account (409 `both_at_one_table` if both sit at
 * one).
 */
export type SignIn = { name: string, password: string, };

/**
 * `GET /api/v1/sessions`.
 */
export type SessionInfo = { id: string, created: number, seen: number, 
/**
 * What the browser called itself, shortened.
 */
agent: string, 
/**
 * Whether it is the one that asks.
 */
current: boolean, };

/**
 * `POST /api/v1/account/password` (403 `wrong_password`); all other sessions end.
 */
export type NewPassword = { old: string, new: string, };

/**
 * `POST /api/v1/account/recover`: a new password by a recovery code.
 */
export type Recover = { name: string, code: string, password: string, };

/**
 * `POST /api/v1/account/reset`: asks for a link by mail; always answered the same.
 */
export type ResetWish = { name: string, };

/**
 * `POST /api/v1/account/reset/confirm`: a new password by a link's token.
 */
export type ResetConfirm = { token: string, password: string, };

/**
 * `PUT /api/v1/account/email`; an empty address removes it.
 */
export type NewEmail = { email: string, password: string, };

/**
 * A bare token or password: `POST /api/v1/account/email/verify {token}`, `DELETE /api/v1/account {password}`.
 */
export type Secret = { secret: string, };

/**
 * `POST /api/v1/account/vacation`: so many days from now; 0 ends it.
 */
export type Vacation = { days: number, };

/**
 * `POST /api/v1/bots {name}`: a bot account of one's own.
 */
export type NewBot = { name: string, };

/**
 * A bot of one's own; `token` only when it is new (`POST /api/v1/bots`, `POST /api/v1/bots/{id}/token`). It goes as
 * `Authorization: Bearer TOKEN`.
 */
export type BotInfo = { id: string, name: string, token?: string, seen: number, };

/**
 * One game: `GET /api/v1/games/{id}`, and in lists; `GET /api/v1/games` are one's own, newest first. Built from public
 * columns alone; `fen` is the public view, never a seat's.
 */
export type GameCard = { id: string, variant: string, clock: Clock, speed: Speed, rated: boolean, private: boolean, 
/**
 * Players in the order of joining; while a random colour is not drawn they have no side.
 */
players: [PlayerInfo, PlayerInfo], 
/**
 * Which of the two plays White, once it is dealt.
 */
white?: number, phase: Phase, 
/**
 * Public view FEN; empty while dealing.
 */
fen: string, ply: number, turn: Side, 
/**
 * Own seat of the one who asks; `spectator` otherwise.
 */
seat: Seat, 
/**
 * Whether the one who asks is to act.
 */
my_turn: boolean, 
/**
 * When the side to move loses by time, in correspondence.
 */
deadline?: number, ending?: Ending, created: number, ended?: number, };

/**
 * A page of games; `next` asks for the following one (`?before=`).
 */
export type GameList = { games: Array<GameCard>, next?: string, };

/**
 * `GET /api/v1/dashboard`.
 */
export type Dashboard = { 
/**
 * Own turn first, most urgent first.
 */
my_turn: Array<GameCard>, waiting: Array<GameCard>, finished: Array<GameCard>, ratings: Array<RatingInfo>, results: Array<Results>, };

/**
 * A rating in one pool.
 */
export type RatingInfo = { variant: string, speed: Speed, 
/**
 * Whether it was won against bots.
 */
bots: boolean, rating: number, deviation: number, provisional: boolean, games: number, 
/**
 * Oldest first, at most the last 100: time and rating after a game.
 */
graph: [number, number][], };

/**
 * Results of one player in one game by colour.
 */
export type Results = { variant: string, side: Side, won: number, drawn: number, lost: number, };

/**
 * `GET /api/v1/players/{name}`.
 */
export type PlayerPage = { player: PlayerInfo, created: number, online: boolean, ratings: Array<RatingInfo>, results: Array<Results>, 
/**
 * Finished public games, newest first.
 */
games: Array<GameCard>, 
/**
 * Whether the one who asks has blocked this player.
 */
blocked: boolean, };

/**
 * `GET /api/v1/leaderboards/{variant}/{speed}`: established ratings, best first.
 */
export type Leader = { rank: number, player: PlayerInfo, games: number, };

/**
 * `GET /api/v1/games/{id}/replay?seat=`: a finished game as one seat knew it at each ply.
 */
export type Replay = { seat: Seat, start: StartInfo, moves: Array<Played>, };

/**
 * `GET /api/v1/statistics/{variant}?speed=&low=&high=`.
 */
export type Statistics = { variant: string, all: Tally, by_speed: Array<[Speed, Tally]>, 
/**
 * Lower end of a band of 200 points of the players' mean rating.
 */
by_rating: Array<[number, Tally]>, 
/**
 * Most played start arrays by number; empty where starts are secret or fixed.
 */
by_array: Array<[number, Tally]>, 
/**
 * Lower end of a range of ten plies, and the number of games.
 */
by_length: Array<[number, number]>, 
/**
 * First public action, most played first.
 */
by_first_move: Array<[string, Tally]>, };

/**
 * Decided games.
 */
export type Tally = { white: number, black: number, draws: number, };

/**
 * One notice. Its text is the client's: kind and game say all.
 */
export type Notice = { id: string, kind: NoticeKind, game?: string, 
/**
 * The other player's name, where there is one.
 */
name?: string, at: number, seen: boolean, };

export type NoticeKind = "your_turn" | "game_started" | "game_ended" | "challenged" | "challenge_declined" | "draw_offered" | "takeback_offered" | "rematch_offered" | "plan_cancelled";

/**
 * `POST /api/v1/reports`.
 */
export type NewReport = { 
/**
 * Name of the player.
 */
about: string, game?: string, reason: ReportReason, 
/**
 * At most 500 characters.
 */
text: string, };

export type ReportReason = "cheating" | "name" | "stalling" | "other";

/**
 * What two people agree on before they play.
 */
export type Conditions = { variant: string, clock: Clock, rated: boolean, 
/**
 * Wish of the one who proposes.
 */
colour: ColourWish, 
/**
 * Name of a set of start arrays; the default set if absent.
 */
set?: string, 
/**
 * A start array's number; casual games only.
 */
number?: number, };

/**
 * `POST /api/v1/seeks`: an open seek in the lobby. Needs an account.
 */
export type NewSeek = { conditions: Conditions, 
/**
 * Ratings of those who may accept.
 */
lowest?: number, highest?: number, };

/**
 * `POST /api/v1/challenges`: to a player by name, or without one an invitation by link, private, open to guests when
 * casual.
 */
export type NewChallenge = { conditions: Conditions, opponent?: string, };

/**
 * A proposal that waits for somebody.
 */
export type Proposal = { 
/**
 * Also the id of the game that it becomes, so that the proposer can commit to its deal at once:
 * `PUT /api/v1/proposals/{id}/commitment`.
 */
id: string, kind: ProposalKind, by: PlayerInfo, 
/**
 * Whom it is for, if for one alone.
 */
opponent?: PlayerInfo, conditions: Conditions, speed: Speed, lowest?: number, highest?: number, 
/**
 * Whether the one who asks may accept it, and if not why (an error code).
 */
acceptable: boolean, refusal?: string, 
/**
 * The game that a rematch follows.
 */
previous?: string, created: number, };

export type ProposalKind = "seek" | "challenge" | "invitation" | "rematch_same" | "rematch_new";

/**
 * `PUT /api/v1/proposals/{id}/commitment`: the proposer's, for the deal of the game (docs/deal.md).
 */
export type Committed = { commitment: string, };

/**
 * `GET /api/v1/lobby`.
 */
export type Lobby = { seeks: Array<Proposal>, 
/**
 * Quick pairings that are offered.
 */
pools: Array<PoolInfo>, 
/**
 * People connected now, bots not counted.
 */
online: number, 
/**
 * Public games that run now.
 */
playing: number, };

/**
 * One pool of quick pairing.
 */
export type PoolInfo = { variant: string, clock: Clock, speed: Speed, 
/**
 * How many wait in it.
 */
waiting: number, };

/**
 * `POST /api/v1/pairing`: waits in a pool for an opponent near one's rating, rated; one at a time. `DELETE` leaves it.
 */
export type PairingWish = { variant: string, clock: Clock, 
/**
 * What happens when nobody has come after the waiting time.
 */
bot: BotWish, };

export type BotWish = "offer" | "start" | "never";

/**
 * Where a wait in a pool stands: answer to `POST /api/v1/pairing` and a message of the stream.
 */
export type Pairing = { "state": "waiting", wish: PoolKey, bot_in: number, } | { "state": "bot_offered", wish: PoolKey, bot: PlayerInfo, } | { "state": "paired", game: string, } | { "state": "left" };

export type PoolKey = { variant: string, clock: Clock, };

/**
 * `POST /api/v1/games/{id}/rematch`: proposes one, answered by the [`Proposal`], or accepts the other's of the same kind,
 * answered by [`Created`](super::Created). The computer always accepts.
 */
export type RematchWish = { kind: ProposalKind, };

/**
 * What may follow a finished game: `GET /api/v1/games/{id}/rematch`. The same position comes first where the whole
 * start is visible and has not been played both ways yet; a face-down deal always deals anew.
 */
export type RematchOptions = { kinds: Array<ProposalKind>, 
/**
 * Proposals that stand.
 */
proposed: Array<Proposal>, };

/**
 * What concerns one person: the text frames of `GET /api/v1/ws`, the lines of `GET /api/v1/stream`.
 */
export type UserEvent = { "type": "hello", unread: number, my_turn: number, } | { "type": "lobby_changed" } | { "type": "game_started", game: string, } | { "type": "your_turn", game: string, } | { "type": "game_ended", game: string, } | { "type": "challenged", proposal: Proposal, } | { "type": "proposal_gone", id: string, } | { "type": "pairing", pairing: Pairing, } | { "type": "notice", notice: Notice, } | { "type": "announcement", text: string, };

/**
 * `GET /api/v1/variants`: all a client must know of a game to draw it.
 */
export type VariantInfo = { id: string, name: string, files: number, ranks: number, 
/**
 * Every piece kind that can appear, in the game's own order.
 */
kinds: Array<KindInfo>, 
/**
 * Names of the sets of start arrays, the default first; empty where there is nothing to choose.
 */
sets: Array<SetInfo>, 
/**
 * Whether pieces start face down, so the shuffle is secret.
 */
face_down: boolean, 
/**
 * For face-down pieces that look like something: square → kind id ("b1" → "knight"). Empty where discs are blank.
 */
dress: Array<DressInfo>, 
/**
 * Whether players hold pieces in hand.
 */
hands: boolean, 
/**
 * Whether kings hide on secret squares.
 */
secret_kings: boolean, 
/**
 * Levels of the computer player that may be asked for.
 */
levels: Array<number>, 
/**
 * Languages in which the rules page exists ("en", "de").
 */
rules_languages: Array<string>, };

export type KindInfo = { 
/**
 * Piece id on which art and language key ("chancellor").
 */
id: string, 
/**
 * Letter in FEN and moves, upper case.
 */
letter: string, 
/**
 * Letter(s) people read ("PM"); mostly the same as `letter`.
 */
shown: string, 
/**
 * Betza notation of its moves.
 */
betza: string, };

export type SetInfo = { name: string, 
/**
 * How many start arrays the set holds.
 */
size: number, 
/**
 * Lowest and highest array number that can be in it.
 */
lowest: number, highest: number, };

export type DressInfo = { square: string, kind: string, };

/**
 * `GET /api/v1/variants/{id}/rules?lang=de`.
 */
export type RulesPage = { lang: string, html: string, };

/**
 * `POST /api/v1/games`: a game against the computer.
 */
export type NewGame = { variant: string, colour: ColourWish, 
/**
 * 1 (weakest) to 8.
 */
level: number, 
/**
 * Name of a set of start arrays; the default set if absent.
 */
set?: string, 
/**
 * A start array's number; drawn at random if absent.
 */
number?: number, };

/**
 * Answer to `POST /api/v1/games`.
 */
export type Created = { 
/**
 * Base58 game id; play goes on at `/api/v1/games/{id}/ws`, in the browser at `/game/{id}`.
 */
id: string, };

/**
 * `GET /api/v1/games/{id}/truth`: only of a finished game (409 `game_running` before).
 */
export type Truth = { 
/**
 * Truth FEN at each ply, the start first.
 */
fens: Array<string>, 
/**
 * The start array's number, where the game numbers them.
 */
number?: number, };

/**
 * `GET /api/v1/games/{id}/deal`: everything needed to recompute the draw; also the file that
 * `backrank verify FILE` reads. Only of a finished game (409 before).
 */
export type DealRecord = { 
/**
 * "deal v1".
 */
algorithm: string, game: string, variant: string, rules_version: number, 
/**
 * Hex SHA-256 of the variant file's text.
 */
variant_digest: string, 
/**
 * Who sits where and what was asked for, as the commitment covers it.
 */
options: DealOptions, 
/**
 * The server's commitment, published before play, and the salt that opens it, both hex.
 */
commitment: string, salt: string, 
/**
 * One entry a person, in seat order of joining.
 */
contributions: Array<ContributionRecord>, 
/**
 * What was drawn: to be recomputed and compared.
 */
result: DealResult, };

export type DealOptions = { 
/**
 * Player ids in the order in which they joined; "computer" for the computer.
 */
players: Array<string>, 
/**
 * Wish of the first player.
 */
colour: ColourWish, level: number, 
/**
 * Set of start arrays, or "" where the game has none.
 */
set: string, 
/**
 * The number asked for, if one was.
 */
number: number | null, };

export type ContributionRecord = { player: string, 
/**
 * Hex SHA-256 that was sent before the server opened anything.
 */
commitment: string, 
/**
 * Hex of the 32 bytes.
 */
contribution: string, };

export type DealResult = { 
/**
 * Colour of the first player in `players`.
 */
first_player: Side, 
/**
 * Truth FEN of the start.
 */
start: string, };

/**
 * `POST /api/v1/verify` does not exist on purpose: the browser and the binary verify by themselves.
 * Body of every REST error, and of [`ServerMessage::Error`]: a code with parameters that the client words.
 */
export type ErrorBody = { 
/**
 * Such as "unknown_game", "not_your_game", "bad_message", "illegal_action", "stale_ply", "rate_limited".
 */
code: string, 
/**
 * Named parameters, such as {"action": "e2e5"}.
 */
params: Record<string, string>, };

/**
 * What a client may send. Text frames of JSON, at most 16 KiB.
 */
export type ClientMessage = { "type": "hello", protocol: number, last_seq?: number, } | { "type": "commit", commitment: string, } | { "type": "open", contribution: string, } | { "type": "act", nonce: string, ply: number, action: string, } | { "type": "resign", nonce: string, } | { "type": "abort", nonce: string, } | { "type": "offer", nonce: string, what: OfferKind, } | { "type": "answer", nonce: string, what: OfferKind, accept: boolean, } | { "type": "claim", nonce: string, draw: boolean, } | { "type": "plan", nonce: string, lines: Array<Array<string>>, } | { "type": "say", phrase: Phrase, } | { "type": "ping", n: number, };

/**
 * What the server sends.
 */
export type ServerMessage = { "type": "hello", protocol: number, game: string, seat: Seat, } | { "type": "snapshot", seq: number, game: Snapshot, } | { "type": "event", seq: number, event: Event, } | { "type": "ack", nonce: string, seq: number, } | { "type": "refused", nonce: string, error: ErrorBody, } | { "type": "error", error: ErrorBody, } | { "type": "pong", n: number, } | { "type": "clocks", clocks: Clocks, } | { "type": "presence", white: boolean, black: boolean, 
/**
 * Milliseconds until the one who is here may claim; 0: now; absent: nothing to claim.
 */
claim_in?: number, 
/**
 * Onlookers.
 */
watching: number, } | { "type": "said", by: Side, phrase: Phrase, };

/**
 * What can be proposed in a game.
 */
export type OfferKind = "draw" | "takeback";

/**
 * All that players can say; the client has the words.
 */
export type Phrase = "hello" | "good_luck" | "have_fun" | "well_played" | "thanks" | "good_game" | "oops" | "one_moment" | "goodbye";

/**
 * What a seat may do besides playing; the client offers these and no others.
 */
export type Rights = { resign: boolean, abort: boolean, offer_draw: boolean, offer_takeback: boolean, plan: boolean, };

export type Offered = { by: Side, what: OfferKind, };

/**
 * Phase of a game.
 */
export type Phase = "dealing" | "playing" | "over";

/**
 * The whole game as one seat may know it.
 */
export type Snapshot = { id: string, variant: string, seat: Seat, level: number, phase: Phase, 
/**
 * The server's commitment to its salt (hex), known from the first moment.
 */
commitment: string, 
/**
 * What this client has to do while dealing.
 */
dealing?: DealStep, 
/**
 * The start as this seat saw it; absent while dealing.
 */
start?: StartInfo, 
/**
 * Every action so far as this seat knows it.
 */
moves: Array<Played>, 
/**
 * The situation now; absent while dealing.
 */
now?: Situation, ending?: Ending, 
/**
 * The two players in the order of joining.
 */
players: [PlayerInfo, PlayerInfo], 
/**
 * Which of the two plays White, once it is dealt or where it was agreed.
 */
white?: number, clock: Clock, speed: Speed, rated: boolean, private: boolean, 
/**
 * What this seat may do besides playing.
 */
may: Rights, 
/**
 * Offers that stand, with who made them. Players only.
 */
offers: Array<Offered>, 
/**
 * One's own conditional moves.
 */
plan: Array<Array<string>>, };

/**
 * What the server waits for from this client while dealing.
 */
export type DealStep = "commit" | "open" | "wait";

export type StartInfo = { 
/**
 * View FEN of the start.
 */
fen: string, 
/**
 * The start array's number, where the game numbers them and the start is visible.
 */
number?: number, };

/**
 * Something that happened, as one seat may know it.
 */
export type Event = { "type": "open_now" } | { "type": "dealt", seat: Seat, start: StartInfo, now: Situation, may: Rights, } | { "type": "played", played: Played, now: Situation, may: Rights, } | { "type": "offered", offer: Offered, may: Rights, } | { "type": "declined", offer: Offered, may: Rights, } | { "type": "taken_back", ply: number, now: Situation, may: Rights, } | { "type": "planned", lines: Array<Array<string>>, cancelled: boolean, } | { "type": "ended", ending: Ending, };

/**
 * One action in the list of moves.
 */
export type Played = { 
/**
 * 0 for the first action of the game.
 */
ply: number, by: Side, 
/**
 * Recorded action as this seat knows it ("b2b4~n", "a1a7~p*?"): docs/notation.md.
 */
recorded: string, 
/**
 * The text people read ("b4(N)").
 */
text: string, 
/**
 * View FEN after it (placement, pools and the other fields).
 */
fen: string, 
/**
 * Squares to mark as the last move.
 */
marks: Array<string>, 
/**
 * Square of a king in check after it.
 */
check?: string, 
/**
 * What the action showed to this seat, for the reveal animation and the live region.
 */
shown: Array<Reveal>, 
/**
 * Milliseconds that the mover had left after it, where there is a clock.
 */
left?: number, };

/**
 * A piece whose identity this seat has just learnt.
 */
export type Reveal = { 
/**
 * Where it stands now, or where it was captured.
 */
square: string, side: Side, 
/**
 * Piece id.
 */
kind: string, how: RevealKind, };

export type RevealKind = "turned_up" | "captured_openly" | "captured_privately" | "king_appeared";

/**
 * The situation after the last action.
 */
export type Situation = { 
/**
 * Number of actions played so far: the `ply` of the next `act`.
 */
ply: number, turn: Side, 
/**
 * Sides that may act now; mostly the side to move alone.
 */
actors: Array<Side>, 
/**
 * View FEN.
 */
fen: string, 
/**
 * Every piece on the board as this seat sees it.
 */
pieces: Array<PieceOn>, 
/**
 * Square of the king in check.
 */
check?: string, 
/**
 * The legal actions of this seat; empty unless it may act.
 */
legal: Array<Choice>, 
/**
 * While the other side is to move: where this seat's pieces could go by its own view.
 */
premoves: Array<Premove>, 
/**
 * What can still be hidden, White's pieces then Black's, as this seat knows it.
 */
pools: [Pool, Pool], 
/**
 * Captured pieces as this seat knows them: White's pieces then Black's.
 */
captured: [Array<Captured>, Array<Captured>], 
/**
 * Pieces in hand, White then Black, by kind id.
 */
hands: [Array<Count>, Array<Count>], 
/**
 * Whether this seat's own turn waits for a late promotion, and where.
 */
promoting?: string, 
/**
 * The secret square this seat chose for its own king, while that king hides.
 */
own_square?: string, 
/**
 * Squares on which White's and Black's hidden king can still be, by all this seat was told: for onlookers by what
 * everybody was. Empty for one's own king, for one on the board, and when the game is over.
 */
candidates: [Array<string>, Array<string>], };

export type PieceOn = { square: string, side: Side, 
/**
 * Piece id; for a face-down piece its dress ("rook"), or "back" for a blank disc.
 */
kind: string, face_down: boolean, };

/**
 * One legal action. The client offers it by its squares and words; it never derives any.
 */
export type Choice = { 
/**
 * What `act` sends ("e7e8q", "f1j1", "=q").
 */
action: string, 
/**
 * Text for people ("e8=Q", "O-O", "b4").
 */
text: string, kind: ChoiceKind, 
/**
 * The square taken hold of (the king's when castling).
 */
from: string, 
/**
 * The square clicked or dropped on (the rook's when castling).
 */
to: string, 
/**
 * Kind id of a promotion or of a gated piece.
 */
piece?: string, 
/**
 * Where a gated piece goes (the king's or rook's square when castling).
 */
gate_square?: string, 
/**
 * Squares where king and rook come to stand when castling.
 */
castling_to?: [string, string], capture: boolean, };

export type ChoiceKind = "move" | "castle" | "promotion" | "gate" | "flip" | "late_promotion" | "secret_square";

export type Premove = { from: string, to: Array<string>, };

/**
 * What this seat cannot see of one side's pieces.
 */
export type Pool = { 
/**
 * How many of the side's pieces stand face down on the board.
 */
face_down: number, 
/**
 * How many pieces the pool holds; at least `face_down`, more where captures are unknown to this seat.
 */
total: number, 
/**
 * The pool by kind. A given face-down piece is of this kind with the chance `count / total`.
 */
kinds: Array<Count>, };

export type Count = { kind: string, count: number, };

export type Captured = { 
/**
 * Kind id, or absent where this seat does not know it.
 */
kind?: string, 
/**
 * Whether it was face down when captured.
 */
face_down: boolean, };

/**
 * How a game ended.
 */
export type Ending = { result: GameResult, reason: Reason, };

export type GameResult = "white" | "black" | "draw" | "aborted";

/**
 * Why a game ended; the one list for store, wire and client.
 */
export type Reason = "checkmate" | "stalemate" | "repetition" | "fifty_moves" | "dead_position" | "resignation" | "deal_broken" | "rules_changed" | "expired" | "flag" | "agreement" | "abandoned" | "aborted" | "not_started" | "no_choice" | "by_host";
