//! Accounts, sessions, pages about players and their games.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::{Clock, Ending, Phase, Played, Seat, Side, Speed, StartInfo};

/// What sort of player somebody is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlayerKind {
    /// Without a password: plays the computer and casual games by invitation.
    Guest,
    Account,
    /// A program that connects from outside; always labelled.
    Bot,
    /// The computer player of this server; always labelled.
    Computer,
    /// Deleted: only its anonymous games are left.
    Closed,
}

/// A player as others see it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct PlayerInfo {
    /// Base58 id; "computer" for the computer player.
    pub id: String,
    pub name: String,
    pub kind: PlayerKind,
    /// Rating in the pool of this game and speed, at the start of a game.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rating: Option<u32>,
    /// Whether that rating is still uncertain (shown with a question mark).
    pub provisional: bool,
    /// Level of the computer player.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub level: Option<u8>,
}

/// `GET /api/v1/me`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Me {
    pub id: String,
    pub name: String,
    pub kind: PlayerKind,
    /// Unread notices.
    pub unread: u32,
    /// Games in which it is one's own turn.
    pub my_turn: u32,
    /// One's mail address, if one gave any, and whether it has been verified.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub email: Option<String>,
    pub email_verified: bool,
    /// Whether the host has set up mail.
    pub mail: bool,
    /// Until when one is on vacation, and the days left this year.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub vacation_until: Option<i64>,
    pub vacation_left: u32,
    /// Whether rated pairing is paused for too many aborts, until when.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub paused_until: Option<i64>,
    /// Words of the host to everybody.
    pub announcements: Vec<String>,
    /// When the server will be restarted; no game begins until then.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub restart_at: Option<i64>,
}

/// `POST /api/v1/account` (409 `has_account` for who has one): makes the guest who asks an account, with all its games.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SignUp {
    /// 2 to 20 letters, digits, "-" or "_", beginning with a letter.
    pub name: String,
    /// 8 to 200 characters.
    pub password: String,
}

/// Answer to signing up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct SignedUp {
    pub me: Me,
    /// Eight codes, each good for one new password; shown once.
    pub recovery_codes: Vec<String>,
}

/// `POST /api/v1/session`: signs in; the guest's games move to the account (409 `both_at_one_table` if both sit at
/// one).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SignIn {
    pub name: String,
    pub password: String,
}

/// `GET /api/v1/sessions`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct SessionInfo {
    pub id: String,
    #[ts(type = "number")]
    pub created: i64,
    #[ts(type = "number")]
    pub seen: i64,
    /// What the browser called itself, shortened.
    pub agent: String,
    /// Whether it is the one that asks.
    pub current: bool,
}

/// `POST /api/v1/account/password` (403 `wrong_password`); all other sessions end.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewPassword {
    pub old: String,
    pub new: String,
}

/// `POST /api/v1/account/recover`: a new password by a recovery code.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Recover {
    pub name: String,
    pub code: String,
    pub password: String,
}

/// `POST /api/v1/account/reset`: asks for a link by mail; always answered the same.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ResetWish {
    pub name: String,
}

/// `POST /api/v1/account/reset/confirm`: a new password by a link's token.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ResetConfirm {
    pub token: String,
    pub password: String,
}

/// `PUT /api/v1/account/email`; an empty address removes it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewEmail {
    pub email: String,
    pub password: String,
}

/// A bare token or password: `POST /api/v1/account/email/verify {token}`, `DELETE /api/v1/account {password}`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Secret {
    pub secret: String,
}

/// `POST /api/v1/account/vacation`: so many days from now; 0 ends it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Vacation {
    pub days: u32,
}

/// `POST /api/v1/bots {name}`: a bot account of one's own.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewBot {
    pub name: String,
}

/// A bot of one's own; `token` only when it is new (`POST /api/v1/bots`, `POST /api/v1/bots/{id}/token`). It goes as
/// `Authorization: Bearer TOKEN`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct BotInfo {
    pub id: String,
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub token: Option<String>,
    #[ts(type = "number")]
    pub seen: i64,
}

/// One game: `GET /api/v1/games/{id}`, and in lists; `GET /api/v1/games` are one's own, newest first. Built from public
/// columns alone; `fen` is the public view, never a seat's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct GameCard {
    pub id: String,
    pub variant: String,
    pub clock: Clock,
    pub speed: Speed,
    pub rated: bool,
    pub private: bool,
    /// Players in the order of joining; while a random colour is not drawn they have no side.
    pub players: [PlayerInfo; 2],
    /// Which of the two plays White, once it is dealt.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub white: Option<u8>,
    pub phase: Phase,
    /// Public view FEN; empty while dealing.
    pub fen: String,
    pub ply: u32,
    pub turn: Side,
    /// Own seat of the one who asks; `spectator` otherwise.
    pub seat: Seat,
    /// Whether the one who asks is to act.
    pub my_turn: bool,
    /// When the side to move loses by time, in correspondence.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub deadline: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub ending: Option<Ending>,
    #[ts(type = "number")]
    pub created: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub ended: Option<i64>,
}

/// A page of games; `next` asks for the following one (`?before=`).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct GameList {
    pub games: Vec<GameCard>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub next: Option<String>,
}

/// `GET /api/v1/dashboard`.
#[derive(Debug, Clone, PartialEq, Serialize, TS, ToSchema)]
pub struct Dashboard {
    /// Own turn first, most urgent first.
    pub my_turn: Vec<GameCard>,
    pub waiting: Vec<GameCard>,
    pub finished: Vec<GameCard>,
    pub ratings: Vec<RatingInfo>,
    pub results: Vec<Results>,
}

/// A rating in one pool.
#[derive(Debug, Clone, PartialEq, Serialize, TS, ToSchema)]
pub struct RatingInfo {
    pub variant: String,
    pub speed: Speed,
    /// Whether it was won against bots.
    pub bots: bool,
    pub rating: u32,
    pub deviation: u32,
    pub provisional: bool,
    pub games: u32,
    /// Oldest first, at most the last 100: time and rating after a game.
    #[ts(type = "[number, number][]")]
    pub graph: Vec<(i64, u32)>,
}

/// Results of one player in one game by colour.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Results {
    pub variant: String,
    pub side: Side,
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
}

/// `GET /api/v1/players/{name}`.
#[derive(Debug, Clone, PartialEq, Serialize, TS, ToSchema)]
pub struct PlayerPage {
    pub player: PlayerInfo,
    #[ts(type = "number")]
    pub created: i64,
    pub online: bool,
    pub ratings: Vec<RatingInfo>,
    pub results: Vec<Results>,
    /// Finished public games, newest first.
    pub games: Vec<GameCard>,
    /// Whether the one who asks has blocked this player.
    pub blocked: bool,
}

/// `GET /api/v1/leaderboards/{variant}/{speed}`: established ratings, best first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Leader {
    pub rank: u32,
    pub player: PlayerInfo,
    pub games: u32,
}

/// `GET /api/v1/games/{id}/replay?seat=`: a finished game as one seat knew it at each ply.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Replay {
    pub seat: Seat,
    pub start: StartInfo,
    pub moves: Vec<Played>,
}

/// `GET /api/v1/statistics/{variant}?speed=&low=&high=`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Statistics {
    pub variant: String,
    pub all: Tally,
    pub by_speed: Vec<(Speed, Tally)>,
    /// Lower end of a band of 200 points of the players' mean rating.
    pub by_rating: Vec<(u32, Tally)>,
    /// Most played start arrays by number; empty where starts are secret or fixed.
    pub by_array: Vec<(u32, Tally)>,
    /// Lower end of a range of ten plies, and the number of games.
    pub by_length: Vec<(u32, u32)>,
    /// First public action, most played first.
    pub by_first_move: Vec<(String, Tally)>,
}

/// Decided games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, TS, ToSchema)]
pub struct Tally {
    pub white: u32,
    pub black: u32,
    pub draws: u32,
}

/// One notice. Its text is the client's: kind and game say all.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Notice {
    pub id: String,
    pub kind: NoticeKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub game: Option<String>,
    /// The other player's name, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub name: Option<String>,
    #[ts(type = "number")]
    pub at: i64,
    pub seen: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum NoticeKind {
    /// In correspondence.
    YourTurn,
    GameStarted,
    GameEnded,
    Challenged,
    ChallengeDeclined,
    DrawOffered,
    TakebackOffered,
    RematchOffered,
    /// A conditional line was cancelled by something unforeseen.
    PlanCancelled,
}

/// `POST /api/v1/reports`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewReport {
    /// Name of the player.
    pub about: String,
    #[serde(default)]
    #[ts(optional)]
    pub game: Option<String>,
    pub reason: ReportReason,
    /// At most 500 characters.
    #[serde(default)]
    pub text: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReportReason {
    Cheating,
    Name,
    Stalling,
    Other,
}
