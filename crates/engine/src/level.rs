//! Levels of play.

use std::time::Duration;

use crate::limits::Limits;

/// How strong a player is: how long it thinks, and how wrongly it judges.
///
/// Weak levels see little and judge by feeling; they never throw dice to blunder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Level {
    number: u8,
    limits: Limits,
    noise: i32,
}

impl Level {
    /// The weakest.
    pub const WEAKEST: u8 = 1;
    /// The strongest.
    pub const STRONGEST: u8 = 8;

    /// The level of this number, from 1 to 8; `None` for any other.
    pub fn new(number: u8) -> Option<Level> {
        let (nodes, time, depth, noise) = match number {
            1 => (Some(400), 100, Some(1), 400),
            2 => (Some(1_500), 150, Some(2), 240),
            3 => (Some(5_000), 200, Some(3), 140),
            4 => (Some(12_000), 300, Some(5), 70),
            5 => (Some(40_000), 400, None, 30),
            6 => (Some(120_000), 500, None, 10),
            7 => (None, 500, None, 0),
            8 => (None, 800, None, 0),
            _ => return None,
        };
        Some(Level {
            number,
            limits: Limits {
                nodes,
                time: Some(Duration::from_millis(time)),
                depth,
            },
            noise,
        })
    }

    /// Full strength within these limits.
    pub const fn full(limits: Limits) -> Level {
        Level {
            number: Level::STRONGEST,
            limits,
            noise: 0,
        }
    }

    /// From 1 to 8.
    pub fn number(&self) -> u8 {
        self.number
    }

    /// How long it thinks.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Largest error of its judgement, in centipawns.
    pub fn noise(&self) -> i32 {
        self.noise
    }

    /// The same level within other limits.
    #[must_use]
    pub fn within(mut self, limits: Limits) -> Level {
        self.limits = limits;
        self
    }
}
