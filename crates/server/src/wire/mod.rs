//! Every message between server and client, and nothing else: the types here are what
//! `docs/protocol.md` describes and what `web/src/wire.ts` is generated from.
//!
//! Each value is built from a `View` or an `Observation`; none can be built from a `Position`
//! (except [`Truth`], which exists only once a game is over).

mod clock;
mod lobby;
mod people;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

pub use clock::*;
pub use lobby::*;
pub use people::*;

/// Version of this protocol; the hello of both sides carries it.
pub const PROTOCOL: u32 = 1;

/// One of the two players of a game, or an onlooker.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Seat {
    White,
    Black,
    Spectator,
}

/// A side of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    White,
    Black,
}

/// The colour a person asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ColourWish {
    White,
    Black,
    Random,
}

// ---------------------------------------------------------------- REST

/// `GET /api/v1/variants`: all a client must know of a game to draw it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct VariantInfo {
    pub id: String,
    pub name: String,
    pub files: u8,
    pub ranks: u8,
    /// Every piece kind that can appear, in the game's own order.
    pub kinds: Vec<KindInfo>,
    /// Names of the sets of start arrays, the default first; empty where there is nothing to choose.
    pub sets: Vec<SetInfo>,
    /// Whether pieces start face down, so the shuffle is secret.
    pub face_down: bool,
    /// For face-down pieces that look like something: square → kind id ("b1" → "knight"). Empty where discs are blank.
    pub dress: Vec<DressInfo>,
    /// Whether players hold pieces in hand.
    pub hands: bool,
    /// Whether kings hide on secret squares.
    pub secret_kings: bool,
    /// Levels of the computer player that may be asked for.
    pub levels: Vec<u8>,
    /// Languages in which the rules page exists ("en", "de").
    pub rules_languages: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct KindInfo {
    /// Piece id on which art and language key ("chancellor").
    pub id: String,
    /// Letter in FEN and moves, upper case.
    pub letter: String,
    /// Letter(s) people read ("PM"); mostly the same as `letter`.
    pub shown: String,
    /// Betza notation of its moves.
    pub betza: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct SetInfo {
    pub name: String,
    /// How many start arrays the set holds.
    pub size: u32,
    /// Lowest and highest array number that can be in it.
    pub lowest: u32,
    pub highest: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct DressInfo {
    pub square: String,
    pub kind: String,
}

/// `GET /api/v1/variants/{id}/rules?lang=de`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct RulesPage {
    pub lang: String,
    pub html: String,
}

/// `POST /api/v1/games`: a game against the computer.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    pub variant: String,
    pub colour: ColourWish,
    /// 1 (weakest) to 8.
    pub level: u8,
    /// Name of a set of start arrays; the default set if absent.
    #[serde(default)]
    #[ts(optional)]
    pub set: Option<String>,
    /// A start array's number; drawn at random if absent.
    #[serde(default)]
    #[ts(optional)]
    pub number: Option<u32>,
}

/// Answer to `POST /api/v1/games`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Created {
    /// Base58 game id; play goes on at `/api/v1/games/{id}/ws`, in the browser at `/game/{id}`.
    pub id: String,
}

/// `GET /api/v1/games/{id}/truth`: only of a finished game (409 `game_running` before).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Truth {
    /// Truth FEN at each ply, the start first.
    pub fens: Vec<String>,
    /// The start array's number, where the game numbers them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub number: Option<u32>,
}

/// `GET /api/v1/games/{id}/deal`: everything needed to recompute the draw; also the file that
/// `backrank verify FILE` reads. Only of a finished game (409 before).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct DealRecord {
    /// "deal v1".
    pub algorithm: String,
    pub game: String,
    pub variant: String,
    pub rules_version: u32,
    /// Hex SHA-256 of the variant file's text.
    pub variant_digest: String,
    /// Who sits where and what was asked for, as the commitment covers it.
    pub options: DealOptions,
    /// The server's commitment, published before play, and the salt that opens it, both hex.
    pub commitment: String,
    pub salt: String,
    /// One entry a person, in seat order of joining.
    pub contributions: Vec<ContributionRecord>,
    /// What was drawn: to be recomputed and compared.
    pub result: DealResult,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct DealOptions {
    /// Player ids in the order in which they joined; "computer" for the computer.
    pub players: Vec<String>,
    /// Wish of the first player.
    pub colour: ColourWish,
    pub level: u8,
    /// Set of start arrays, or "" where the game has none.
    pub set: String,
    /// The number asked for, if one was.
    pub number: Option<u32>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ContributionRecord {
    pub player: String,
    /// Hex SHA-256 that was sent before the server opened anything.
    pub commitment: String,
    /// Hex of the 32 bytes.
    pub contribution: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct DealResult {
    /// Colour of the first player in `players`.
    pub first_player: Side,
    /// Truth FEN of the start.
    pub start: String,
}

/// `POST /api/v1/verify` does not exist on purpose: the browser and the binary verify by themselves.
/// Body of every REST error, and of [`ServerMessage::Error`]: a code with parameters that the client words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct ErrorBody {
    /// Such as "unknown_game", "not_your_game", "bad_message", "illegal_action", "stale_ply", "rate_limited".
    pub code: String,
    /// Named parameters, such as {"action": "e2e5"}.
    #[ts(type = "Record<string, string>")]
    pub params: std::collections::BTreeMap<String, String>,
}

// ---------------------------------------------------------------- WebSocket

/// What a client may send. Text frames of JSON, at most 16 KiB.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientMessage {
    /// First message of every connection. `last_seq` is the last event this client has; the server
    /// answers with the events after it, or with a snapshot.
    Hello {
        protocol: u32,
        #[serde(default)]
        #[ts(optional)]
        last_seq: Option<u32>,
    },
    /// While dealing: hex SHA-256 over the 32 random bytes of this client (see docs/deal.md).
    Commit { commitment: String },
    /// While dealing, when asked: the hex of the 32 bytes.
    Open { contribution: String },
    /// Plays `action` as the action number `ply` (0-based) of the game. Resending with the same nonce is
    /// acknowledged again and played once.
    Act {
        nonce: String,
        ply: u32,
        action: String,
    },
    /// Gives the game up.
    Resign { nonce: String },
    /// Ends the game without a result; only for a player who has not yet moved.
    Abort { nonce: String },
    /// Proposes a draw or, in casual games, to take the last move back. Withdrawn by nothing; a draw offer falls when
    /// the other side plays.
    Offer { nonce: String, what: OfferKind },
    /// Answers the other side's offer.
    Answer {
        nonce: String,
        what: OfferKind,
        accept: bool,
    },
    /// The other side has been away for too long: claims the win, or a draw.
    Claim { nonce: String, draw: bool },
    /// Conditional moves, in correspondence: the other side's foreseen action and one's own answer, in turn, line by
    /// line. Replaces what was planned before.
    Plan {
        nonce: String,
        lines: Vec<Vec<String>>,
    },
    /// One of the preset phrases, to the other player alone; not stored.
    Say { phrase: Phrase },
    /// Heartbeat; the server answers `pong` with the same number.
    Ping { n: u32 },
}

/// What the server sends.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// Answer to hello.
    Hello {
        protocol: u32,
        game: String,
        seat: Seat,
    },
    /// Everything this seat may know; sent after hello when events are missing.
    Snapshot {
        seq: u32,
        game: Box<Snapshot>,
    },
    /// The next thing that happened. `seq` rises by one; a client that sees a gap says hello again.
    Event {
        seq: u32,
        event: Box<Event>,
    },
    /// The action or resignation with this nonce is stored durably.
    Ack {
        nonce: String,
        seq: u32,
    },
    /// The action with this nonce was not played; nothing changed.
    Refused {
        nonce: String,
        error: ErrorBody,
    },
    /// A message that could not be used. Repeated ones close the connection.
    Error {
        error: ErrorBody,
    },
    Pong {
        n: u32,
    },
    /// The clocks now: after hello and after everything that changes them. Not numbered.
    Clocks {
        clocks: Clocks,
    },
    /// Who is connected, and how long until the other side may claim. Not numbered.
    Presence {
        white: bool,
        black: bool,
        /// Milliseconds until the one who is here may claim; 0: now; absent: nothing to claim.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional, type = "number")]
        claim_in: Option<i64>,
        /// Onlookers.
        watching: u32,
    },
    /// The other player says one of the phrases. Not numbered, to players only.
    Said {
        by: Side,
        phrase: Phrase,
    },
}

/// What can be proposed in a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OfferKind {
    Draw,
    Takeback,
}

/// All that players can say; the client has the words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Phrase {
    Hello,
    GoodLuck,
    HaveFun,
    WellPlayed,
    Thanks,
    GoodGame,
    Oops,
    OneMoment,
    Goodbye,
}

/// Phase of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Commitments are being collected and opened.
    Dealing,
    Playing,
    Over,
}

/// The whole game as one seat may know it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Snapshot {
    pub id: String,
    pub variant: String,
    pub seat: Seat,
    pub level: u8,
    pub phase: Phase,
    /// The server's commitment to its salt (hex), known from the first moment.
    pub commitment: String,
    /// What this client has to do while dealing.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub dealing: Option<DealStep>,
    /// The start as this seat saw it; absent while dealing.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub start: Option<StartInfo>,
    /// Every action so far as this seat knows it.
    pub moves: Vec<Played>,
    /// The situation now; absent while dealing.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub now: Option<Situation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub ending: Option<Ending>,
    /// The two players in the order of joining.
    pub players: [PlayerInfo; 2],
    /// Which of the two plays White, once it is dealt or where it was agreed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub white: Option<u8>,
    pub clock: Clock,
    pub speed: Speed,
    pub rated: bool,
    pub private: bool,
    /// What this seat may do besides playing.
    pub may: Rights,
    /// Offers that stand, with who made them. Players only.
    pub offers: Vec<Offered>,
    /// One's own conditional moves.
    pub plan: Vec<Vec<String>>,
}

/// What a seat may do besides playing; the client offers these and no others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, TS, ToSchema)]
pub struct Rights {
    pub resign: bool,
    pub abort: bool,
    pub offer_draw: bool,
    pub offer_takeback: bool,
    pub plan: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Offered {
    pub by: Side,
    pub what: OfferKind,
}

/// What the server waits for from this client while dealing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DealStep {
    /// Send `commit`.
    Commit,
    /// Send `open`.
    Open,
    /// Nothing; another is slower.
    Wait,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct StartInfo {
    /// View FEN of the start.
    pub fen: String,
    /// The start array's number, where the game numbers them and the start is visible.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub number: Option<u32>,
}

/// Something that happened, as one seat may know it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// All commitments are in: this client must send `open` now.
    OpenNow,
    /// The deal is done, play begins.
    Dealt {
        seat: Seat,
        start: StartInfo,
        now: Box<Situation>,
        may: Rights,
    },
    /// An action was played.
    Played {
        played: Played,
        now: Box<Situation>,
        may: Rights,
    },
    /// A player proposes something. Players only.
    Offered { offer: Offered, may: Rights },
    /// An offer is declined or has fallen. Players only.
    Declined { offer: Offered, may: Rights },
    /// Actions were taken back: only the first `ply` stand.
    TakenBack {
        ply: u32,
        now: Box<Situation>,
        may: Rights,
    },
    /// One's own conditional moves are these now; `cancelled` if something unforeseen ended them.
    Planned {
        lines: Vec<Vec<String>>,
        cancelled: bool,
    },
    /// The game is over.
    Ended { ending: Ending },
}

/// One action in the list of moves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Played {
    /// 0 for the first action of the game.
    pub ply: u32,
    pub by: Side,
    /// Recorded action as this seat knows it ("b2b4~n", "a1a7~p*?"): docs/notation.md.
    pub recorded: String,
    /// The text people read ("b4(N)").
    pub text: String,
    /// View FEN after it (placement, pools and the other fields).
    pub fen: String,
    /// Squares to mark as the last move.
    pub marks: Vec<String>,
    /// Square of a king in check after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub check: Option<String>,
    /// What the action showed to this seat, for the reveal animation and the live region.
    pub shown: Vec<Reveal>,
    /// Milliseconds that the mover had left after it, where there is a clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub left: Option<i64>,
}

/// A piece whose identity this seat has just learnt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Reveal {
    /// Where it stands now, or where it was captured.
    pub square: String,
    pub side: Side,
    /// Piece id.
    pub kind: String,
    pub how: RevealKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RevealKind {
    /// It moved (or was flipped) and shows itself to everybody.
    TurnedUp,
    /// It was captured face down and everybody sees it.
    CapturedOpenly,
    /// It was captured face down and only this seat sees it.
    CapturedPrivately,
    /// A hidden king appeared.
    KingAppeared,
}

/// The situation after the last action.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Situation {
    /// Number of actions played so far: the `ply` of the next `act`.
    pub ply: u32,
    pub turn: Side,
    /// Sides that may act now; mostly the side to move alone.
    pub actors: Vec<Side>,
    /// View FEN.
    pub fen: String,
    /// Every piece on the board as this seat sees it.
    pub pieces: Vec<PieceOn>,
    /// Square of the king in check.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub check: Option<String>,
    /// The legal actions of this seat; empty unless it may act.
    pub legal: Vec<Choice>,
    /// While the other side is to move: where this seat's pieces could go by its own view.
    pub premoves: Vec<Premove>,
    /// What can still be hidden, White's pieces then Black's, as this seat knows it.
    pub pools: [Pool; 2],
    /// Captured pieces as this seat knows them: White's pieces then Black's.
    pub captured: [Vec<Captured>; 2],
    /// Pieces in hand, White then Black, by kind id.
    pub hands: [Vec<Count>; 2],
    /// Whether this seat's own turn waits for a late promotion, and where.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub promoting: Option<String>,
    /// The secret square this seat chose for its own king, while that king hides.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub own_square: Option<String>,
    /// Squares on which White's and Black's hidden king can still be, by all this seat was told: for onlookers by what
    /// everybody was. Empty for one's own king, for one on the board, and when the game is over.
    pub candidates: [Vec<String>; 2],
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct PieceOn {
    pub square: String,
    pub side: Side,
    /// Piece id; for a face-down piece its dress ("rook"), or "back" for a blank disc.
    pub kind: String,
    pub face_down: bool,
}

/// One legal action. The client offers it by its squares and words; it never derives any.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Choice {
    /// What `act` sends ("e7e8q", "f1j1", "=q").
    pub action: String,
    /// Text for people ("e8=Q", "O-O", "b4").
    pub text: String,
    pub kind: ChoiceKind,
    /// The square taken hold of (the king's when castling).
    pub from: String,
    /// The square clicked or dropped on (the rook's when castling).
    pub to: String,
    /// Kind id of a promotion or of a gated piece.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub piece: Option<String>,
    /// Where a gated piece goes (the king's or rook's square when castling).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub gate_square: Option<String>,
    /// Squares where king and rook come to stand when castling.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub castling_to: Option<[String; 2]>,
    pub capture: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ChoiceKind {
    Move,
    Castle,
    Promotion,
    Gate,
    Flip,
    LatePromotion,
    SecretSquare,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Premove {
    pub from: String,
    pub to: Vec<String>,
}

/// What this seat cannot see of one side's pieces.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Pool {
    /// How many of the side's pieces stand face down on the board.
    pub face_down: u32,
    /// How many pieces the pool holds; at least `face_down`, more where captures are unknown to this seat.
    pub total: u32,
    /// The pool by kind. A given face-down piece is of this kind with the chance `count / total`.
    pub kinds: Vec<Count>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Count {
    pub kind: String,
    pub count: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Captured {
    /// Kind id, or absent where this seat does not know it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub kind: Option<String>,
    /// Whether it was face down when captured.
    pub face_down: bool,
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Ending {
    pub result: GameResult,
    pub reason: Reason,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum GameResult {
    White,
    Black,
    Draw,
    /// Not counted: no winner.
    Aborted,
}

/// Why a game ended; the one list for store, wire and client.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    Checkmate,
    Stalemate,
    Repetition,
    FiftyMoves,
    DeadPosition,
    Resignation,
    /// A seat's opening was missing or wrong while dealing.
    DealBroken,
    /// The rules of this game changed while it was running.
    RulesChanged,
    /// Ninety days without an action.
    Expired,
    /// Time ran out; a draw if the other side could not have mated.
    Flag,
    /// Both agreed on a draw.
    Agreement,
    /// A player stayed away and the other claimed.
    Abandoned,
    /// Aborted by a player who had not yet moved.
    Aborted,
    /// A first move did not come in time.
    NotStarted,
    /// A secret square was not chosen in time.
    NoChoice,
    /// Ended by the host.
    ByHost,
}

impl GameResult {
    /// All of them.
    pub const ALL: [GameResult; 4] = [
        GameResult::White,
        GameResult::Black,
        GameResult::Draw,
        GameResult::Aborted,
    ];
}

impl Reason {
    /// All of them.
    pub const ALL: [Reason; 16] = [
        Reason::Checkmate,
        Reason::Stalemate,
        Reason::Repetition,
        Reason::FiftyMoves,
        Reason::DeadPosition,
        Reason::Resignation,
        Reason::DealBroken,
        Reason::RulesChanged,
        Reason::Expired,
        Reason::Flag,
        Reason::Agreement,
        Reason::Abandoned,
        Reason::Aborted,
        Reason::NotStarted,
        Reason::NoChoice,
        Reason::ByHost,
    ];
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Place in the list; a new member does not compile until it is listed.
    fn place(reason: Reason) -> usize {
        match reason {
            Reason::Checkmate => 0,
            Reason::Stalemate => 1,
            Reason::Repetition => 2,
            Reason::FiftyMoves => 3,
            Reason::DeadPosition => 4,
            Reason::Resignation => 5,
            Reason::DealBroken => 6,
            Reason::RulesChanged => 7,
            Reason::Expired => 8,
            Reason::Flag => 9,
            Reason::Agreement => 10,
            Reason::Abandoned => 11,
            Reason::Aborted => 12,
            Reason::NotStarted => 13,
            Reason::NoChoice => 14,
            Reason::ByHost => 15,
        }
    }

    #[test]
    fn the_list_of_reasons_is_complete() {
        let places: Vec<usize> = (0..Reason::ALL.len()).collect();
        assert_eq!(Reason::ALL.map(place).to_vec(), places);
    }
}
