//! Computer players: an observation goes in, an action comes out, on threads of their own.

use std::collections::BTreeSet;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use backrank_engine::pool::{Request, Think};
use backrank_engine::{Level, Limits, Pool};
use backrank_rules::{Action, Observation, Variant};
use tokio::sync::oneshot;

use crate::catalogue::LEVELS;
use crate::ids::random;
use crate::trial;

/// A player is tried with so many positions to look at.
const TRIAL: u64 = 50;
/// One that has not answered by then has failed.
const LONGEST_TRIAL: Duration = Duration::from_secs(10);

/// The pool of computer players, apart from the threads of the network.
#[derive(Clone)]
pub struct Computers {
    pool: Arc<Pool>,
    /// Levels that have failed their trial, by variant.
    hidden: Arc<RwLock<BTreeSet<(String, u8)>>>,
}

impl std::fmt::Debug for Computers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "Computers({} at work, {} asked)",
            self.pool.running(),
            self.pool.waiting()
        )
    }
}

impl Computers {
    /// So many at once.
    ///
    /// # Errors
    /// If the system refuses to start a thread.
    pub fn new(at_once: usize) -> std::io::Result<Computers> {
        Pool::new(at_once).map(Computers::of)
    }

    /// Players that think in another way, for tests.
    ///
    /// # Errors
    /// If the system refuses to start a thread.
    pub fn thinking(at_once: usize, think: Box<Think>) -> std::io::Result<Computers> {
        Pool::with_players(at_once, 64, think).map(Computers::of)
    }

    fn of(pool: Pool) -> Computers {
        Computers {
            pool: Arc::new(pool),
            hidden: Arc::default(),
        }
    }

    /// Whether a level may be offered in a game: it has not failed its trial.
    pub fn plays(&self, variant: &str, level: u8) -> bool {
        let hidden = self.hidden.read().unwrap_or_else(PoisonError::into_inner);
        !hidden.contains(&(variant.to_owned(), level))
    }

    /// Has every level move once in each of these games, and hides those that cannot.
    pub async fn try_all(&self, variants: impl IntoIterator<Item = &Arc<Variant>>) {
        for variant in variants {
            for level in LEVELS {
                let id = variant.id();
                if self.moves(variant, level).await {
                    continue;
                }
                tracing::error!(
                    variant = id,
                    level,
                    "a computer player cannot move and is hidden"
                );
                let mut hidden = self.hidden.write().unwrap_or_else(PoisonError::into_inner);
                hidden.insert((id.to_owned(), level));
            }
        }
    }

    /// Whether a level finds a legal action for whoever acts first.
    async fn moves(&self, variant: &Arc<Variant>, level: u8) -> bool {
        let (Some(observation), Some(level)) = (trial::beginning(variant), Level::new(level))
        else {
            return false;
        };
        let legal = observation.legal();
        let level = level.within(Limits::nodes(TRIAL));
        let thinking = self.ask("trial", Box::new(observation), level);
        let action = tokio::time::timeout(LONGEST_TRIAL, thinking).await;
        matches!(action, Ok(Some(action)) if legal.contains(&action))
    }

    /// Thinks of an action. `None` if the player failed: it broke down, too many wait, or the answer is for another
    /// position. Dropping the future cancels the thought.
    pub async fn think(
        &self,
        game: &str,
        observation: Box<Observation>,
        level: u8,
    ) -> Option<Action> {
        self.ask(game, observation, Level::new(level)?).await
    }

    async fn ask(&self, game: &str, observation: Box<Observation>, level: Level) -> Option<Action> {
        let position = observation.view().board().hash();
        let ply = observation.records().len();
        let request = Request {
            game: game.to_owned(),
            observation: *observation,
            level,
            seed: u64::from_be_bytes(random::<8>().ok()?),
        };
        let started = std::time::Instant::now();
        let (answer, answered) = oneshot::channel();
        let ticket = self.pool.submit(request, move |reply| {
            // Whoever asked may be gone.
            let _ = answer.send(reply);
        });
        let ticket = ticket
            .inspect_err(|error| tracing::warn!(game, %error, "no computer player is free"))
            .ok()?;
        let reply = answered.await.ok()?;
        ticket.detach();
        metrics::histogram!("backrank_think_seconds").record(started.elapsed().as_secs_f64());
        if reply.game != game || reply.position != position || usize::try_from(reply.ply) != Ok(ply)
        {
            tracing::warn!(game, "a computer player answered for another position");
            return None;
        }
        match reply.answer {
            Ok(answer) => answer.map(|answer| answer.action),
            Err(error) => {
                tracing::error!(game, %error, "a computer player failed");
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use backrank_engine::choose_at;
    use backrank_rules::Registry;

    #[tokio::test]
    async fn a_bot_that_cannot_move_is_hidden_before_it_resigns_every_game() {
        let registry = Registry::built_in().unwrap();
        let broken = |request: &Request| {
            let variant = request.observation.view().variant();
            variant.id() == "chess" && request.level.number() == 3
        };
        let think: Box<Think> = Box::new(move |request, stop| {
            if broken(request) {
                return None;
            }
            if request.level.number() == 8 {
                panic!("its file cannot be loaded");
            }
            choose_at(&request.observation, &request.level, request.seed, stop)
        });
        let computers = Computers::thinking(2, think).unwrap();
        computers.try_all(registry.iter()).await;
        for variant in registry.iter() {
            let plays = LEVELS.filter(|&level| computers.plays(variant.id(), level));
            let expected: &[u8] = match variant.id() {
                "chess" => &[1, 2, 4, 5, 6, 7],
                _ => &[1, 2, 3, 4, 5, 6, 7],
            };
            assert_eq!(plays.collect::<Vec<_>>(), expected, "{}", variant.id());
        }
    }

    #[tokio::test]
    async fn every_level_moves_in_every_game() {
        let registry = Registry::built_in().unwrap();
        let computers = Computers::new(2).unwrap();
        computers.try_all(registry.iter()).await;
        for variant in registry.iter() {
            for level in LEVELS {
                assert!(
                    computers.plays(variant.id(), level),
                    "{} {level}",
                    variant.id()
                );
            }
        }
    }
}
