//! Seeks, challenges, quick pairing, and the stream of what concerns one person.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::{Clock, ColourWish, Notice, PlayerInfo, Speed};

/// What two people agree on before they play.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Conditions {
    pub variant: String,
    pub clock: Clock,
    pub rated: bool,
    /// Wish of the one who proposes.
    pub colour: ColourWish,
    /// Name of a set of start arrays; the default set if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub set: Option<String>,
    /// A start array's number; casual games only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub number: Option<u32>,
}

/// `POST /api/v1/seeks`: an open seek in the lobby. Needs an account.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewSeek {
    pub conditions: Conditions,
    /// Ratings of those who may accept.
    #[serde(default)]
    #[ts(optional)]
    pub lowest: Option<u32>,
    #[serde(default)]
    #[ts(optional)]
    pub highest: Option<u32>,
}

/// `POST /api/v1/challenges`: to a player by name, or without one an invitation by link, private, open to guests when
/// casual.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewChallenge {
    pub conditions: Conditions,
    #[serde(default)]
    #[ts(optional)]
    pub opponent: Option<String>,
}

/// A proposal that waits for somebody.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Proposal {
    /// Also the id of the game that it becomes, so that the proposer can commit to its deal at once:
    /// `PUT /api/v1/proposals/{id}/commitment`.
    pub id: String,
    pub kind: ProposalKind,
    pub by: PlayerInfo,
    /// Whom it is for, if for one alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub opponent: Option<PlayerInfo>,
    pub conditions: Conditions,
    pub speed: Speed,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub lowest: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub highest: Option<u32>,
    /// Whether the one who asks may accept it, and if not why (an error code).
    pub acceptable: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub refusal: Option<String>,
    /// The game that a rematch follows.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub previous: Option<String>,
    #[ts(type = "number")]
    pub created: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ProposalKind {
    Seek,
    Challenge,
    /// By a link; private.
    Invitation,
    /// The same position with colours swapped.
    RematchSame,
    /// A new deal.
    RematchNew,
}

/// `PUT /api/v1/proposals/{id}/commitment`: the proposer's, for the deal of the game (docs/deal.md).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Committed {
    pub commitment: String,
}

/// `GET /api/v1/lobby`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Lobby {
    pub seeks: Vec<Proposal>,
    /// Quick pairings that are offered.
    pub pools: Vec<PoolInfo>,
    /// People connected now, bots not counted.
    pub online: u32,
    /// Public games that run now.
    pub playing: u32,
}

/// One pool of quick pairing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct PoolInfo {
    pub variant: String,
    pub clock: Clock,
    pub speed: Speed,
    /// How many wait in it.
    pub waiting: u32,
}

/// `POST /api/v1/pairing`: waits in a pool for an opponent near one's rating, rated; one at a time. `DELETE` leaves it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PairingWish {
    pub variant: String,
    pub clock: Clock,
    /// What happens when nobody has come after the waiting time.
    #[serde(default)]
    pub bot: BotWish,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum BotWish {
    /// A game with a labelled bot is offered.
    #[default]
    Offer,
    /// It starts.
    Start,
    /// The wait goes on.
    Never,
}

/// Where a wait in a pool stands: answer to `POST /api/v1/pairing` and a message of the stream.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum Pairing {
    /// Looking for a person; a bot comes into question after so many milliseconds more.
    Waiting {
        wish: PoolKey,
        #[ts(type = "number")]
        bot_in: i64,
    },
    /// Nobody has come: this bot would play (`POST /api/v1/pairing/bot`). Only the rating against bots is at stake. The
    /// search for a person goes on.
    BotOffered { wish: PoolKey, bot: PlayerInfo },
    /// Paired.
    Paired { game: String },
    /// Left, or put out of the pool.
    Left,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, TS, ToSchema)]
pub struct PoolKey {
    pub variant: String,
    pub clock: Clock,
}

/// `POST /api/v1/games/{id}/rematch`: proposes one, answered by the [`Proposal`], or accepts the other's of the same kind,
/// answered by [`Created`](super::Created). The computer always accepts.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RematchWish {
    pub kind: ProposalKind,
}

/// What may follow a finished game: `GET /api/v1/games/{id}/rematch`. The same position comes first where the whole
/// start is visible and has not been played both ways yet; a face-down deal always deals anew.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct RematchOptions {
    pub kinds: Vec<ProposalKind>,
    /// Proposals that stand.
    pub proposed: Vec<Proposal>,
}

/// What concerns one person: the text frames of `GET /api/v1/ws`, the lines of `GET /api/v1/stream`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum UserEvent {
    /// First; numbers as of `GET /api/v1/me`.
    Hello {
        unread: u32,
        my_turn: u32,
    },
    /// The list of seeks or of pools has changed: ask again. At most one a second.
    LobbyChanged,
    /// A game with oneself in it has begun or waits for an opening.
    GameStarted {
        game: String,
    },
    /// In a game of one's own it is one's turn now.
    YourTurn {
        game: String,
    },
    GameEnded {
        game: String,
    },
    Challenged {
        proposal: Box<Proposal>,
    },
    /// A proposal of or to oneself is gone.
    ProposalGone {
        id: String,
    },
    Pairing {
        pairing: Pairing,
    },
    Notice {
        notice: Notice,
    },
    /// Words of the host to everybody.
    Announcement {
        text: String,
    },
}
