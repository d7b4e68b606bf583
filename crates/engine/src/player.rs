//! Anybody who chooses actions, and the player that searches.

use std::sync::atomic::AtomicBool;

use backrank_rules::{Action, Observation};

use crate::answer::choose_at;
use crate::level::Level;

/// Chooses actions for the seat whose observation it is shown.
pub trait Player {
    /// A short name for tables of results.
    fn name(&self) -> String;

    /// One of `observation.legal()`; `None` gives the game up.
    fn play(&mut self, observation: &Observation, seed: u64) -> Option<Action>;
}

/// The searching player at a level.
#[derive(Debug, Clone, Copy)]
pub struct Searcher {
    level: Level,
}

impl Searcher {
    /// Plays at this level.
    pub const fn new(level: Level) -> Searcher {
        Searcher { level }
    }
}

impl Player for Searcher {
    fn name(&self) -> String {
        format!("level {}", self.level.number())
    }

    fn play(&mut self, observation: &Observation, seed: u64) -> Option<Action> {
        choose_at(observation, &self.level, seed, &AtomicBool::new(false)).map(|a| a.action)
    }
}
