// Generated from crates/server/src/wire.rs by `cargo xtask gen`: do not edit.

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
 * `GET /api/v1/me`: who the signed cookie says you are; made on the first visit.
 */
export type Me = { 
/**
 * Base58 player id.
 */
id: string, 
/**
 * Shown name, such as "Guest 7KQ".
 */
name: string, };

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
 * `GET /api/v1/games`: one's own games, newest first. Shows the asking seat's view.
 */
export type GameSummary = { id: string, variant: string, seat: Seat, level: number, phase: Phase, 
/**
 * View FEN of the asking seat; empty while dealing.
 */
fen: string, ply: number, ending?: Ending, 
/**
 * UTC milliseconds.
 */
created: number, };

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
export type ClientMessage = { "type": "hello", protocol: number, last_seq?: number, } | { "type": "commit", commitment: string, } | { "type": "open", contribution: string, } | { "type": "act", nonce: string, ply: number, action: string, } | { "type": "resign", nonce: string, } | { "type": "ping", n: number, };

/**
 * What the server sends.
 */
export type ServerMessage = { "type": "hello", protocol: number, game: string, seat: Seat, } | { "type": "snapshot", seq: number, game: Snapshot, } | { "type": "event", seq: number, event: Event, } | { "type": "ack", nonce: string, seq: number, } | { "type": "refused", nonce: string, error: ErrorBody, } | { "type": "error", error: ErrorBody, } | { "type": "pong", n: number, };

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
now?: Situation, ending?: Ending, };

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
export type Event = { "type": "open_now" } | { "type": "dealt", seat: Seat, start: StartInfo, now: Situation, } | { "type": "played", played: Played, now: Situation, } | { "type": "ended", ending: Ending, };

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
shown: Array<Reveal>, };

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
 * Squares on which the other side's hidden king can still be, by all this seat was told; empty for a king on the
 * board, and for onlookers.
 */
candidates: Array<string>, };

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
export type Reason = "checkmate" | "stalemate" | "repetition" | "fifty_moves" | "dead_position" | "resignation" | "deal_broken" | "rules_changed" | "expired";
