//! Time controls and clocks.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::Side;

/// The time control of a game.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, TS, ToSchema,
)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Clock {
    /// No limit; only against the computer.
    #[default]
    Untimed,
    /// All in seconds: `base` for the whole game, `increment` added after each turn, the first `delay` of each turn
    /// free.
    Live {
        base: u32,
        #[serde(default)]
        increment: u32,
        #[serde(default)]
        delay: u32,
    },
    /// So many days for each turn.
    Days { days: u32 },
}

/// How fast a game is; each has ratings of its own.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, TS, ToSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Speed {
    /// Under 3 minutes, estimated as base + 40 (increment + delay).
    Bullet,
    /// Under 8 minutes.
    Blitz,
    /// Under 25 minutes.
    Rapid,
    /// Longer, in one sitting.
    Classical,
    /// Days for each turn.
    Correspondence,
    /// Without a clock.
    Untimed,
}

/// The clocks at one moment. Only the server's time counts; a client counts `running` down from what it gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Clocks {
    /// Milliseconds left, never below 0.
    #[ts(type = "number")]
    pub white: i64,
    #[ts(type = "number")]
    pub black: i64,
    /// Whose time runs; absent before both have made a first move, while paused, and at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub running: Option<Side>,
    /// Milliseconds of this turn that are still free (delay).
    #[ts(type = "number")]
    pub free: i64,
    /// The server was away: clocks stand until the side to move is back, at most for half a minute.
    pub paused: bool,
    /// Another limit that runs for one or both sides instead of the clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub limit: Option<Limit>,
    /// Milliseconds that were credited for the lag of the last move.
    #[ts(type = "number")]
    pub lag: i64,
}

/// A time limit beside the clock, after which the game is aborted.
#[derive(Debug, Clone, PartialEq, Eq, Copy, Serialize, TS, ToSchema)]
pub struct Limit {
    pub what: LimitKind,
    /// Milliseconds left.
    #[ts(type = "number")]
    pub left: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LimitKind {
    /// The first move of the side to move.
    FirstMove,
    /// The choice of secret squares, by whoever has not chosen.
    SecretChoice,
    /// Openings of the deal.
    Opening,
}
