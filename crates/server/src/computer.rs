//! Computer players: an observation goes in, an action comes out, on threads of their own.

use std::sync::Arc;

use backrank_rules::{Action, Observation};
use tokio::sync::Semaphore;

/// A player that knows what its seat knows.
pub trait Computer: Send + Sync + 'static {
    /// The action it plays. `None` if it has none.
    fn choose(&self, observation: &Observation, level: u8) -> Option<Action>;
}

/// Plays the first legal action.
#[derive(Debug, Clone, Copy)]
pub struct FirstLegal;

impl Computer for FirstLegal {
    fn choose(&self, observation: &Observation, _level: u8) -> Option<Action> {
        observation.legal().first().copied()
    }
}

/// A bounded number of computer players at work, apart from the threads of the network.
#[derive(Clone)]
pub struct Computers {
    permits: Arc<Semaphore>,
    player: Arc<dyn Computer>,
}

impl std::fmt::Debug for Computers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Computers({} free)", self.permits.available_permits())
    }
}

impl Computers {
    /// So many at once.
    pub fn new(player: impl Computer, at_once: usize) -> Computers {
        Computers {
            permits: Arc::new(Semaphore::new(at_once.max(1))),
            player: Arc::new(player),
        }
    }

    /// Thinks of an action. `None` if the player failed: it panicked, or gave none.
    pub async fn think(&self, observation: Box<Observation>, level: u8) -> Option<Action> {
        let permit = self.permits.clone().acquire_owned().await.ok()?;
        let player = self.player.clone();
        let started = std::time::Instant::now();
        let thought = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            player.choose(&observation, level)
        })
        .await;
        metrics::histogram!("backrank_think_seconds").record(started.elapsed().as_secs_f64());
        match thought {
            Ok(action) => action,
            Err(error) => {
                tracing::error!(%error, "a computer player died");
                None
            }
        }
    }
}
