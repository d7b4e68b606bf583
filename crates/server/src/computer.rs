//! Computer players: an observation goes in, an action comes out, on threads of their own.

use std::sync::Arc;

use backrank_engine::pool::{Request, Think};
use backrank_engine::{Level, Pool};
use backrank_rules::{Action, Observation};
use tokio::sync::oneshot;

use crate::ids::random;

/// The pool of computer players, apart from the threads of the network.
#[derive(Clone)]
pub struct Computers(Arc<Pool>);

impl std::fmt::Debug for Computers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "Computers({} at work, {} asked)",
            self.0.running(),
            self.0.waiting()
        )
    }
}

impl Computers {
    /// So many at once.
    ///
    /// # Errors
    /// If the system refuses to start a thread.
    pub fn new(at_once: usize) -> std::io::Result<Computers> {
        Pool::new(at_once).map(|pool| Computers(Arc::new(pool)))
    }

    /// Players that think in another way, for tests.
    ///
    /// # Errors
    /// If the system refuses to start a thread.
    pub fn thinking(at_once: usize, think: Box<Think>) -> std::io::Result<Computers> {
        Pool::with_players(at_once, 64, think).map(|pool| Computers(Arc::new(pool)))
    }

    /// Thinks of an action. `None` if the player failed: it broke down, too many wait, or the answer is for another
    /// position. Dropping the future cancels the thought.
    pub async fn think(
        &self,
        game: &str,
        observation: Box<Observation>,
        level: u8,
    ) -> Option<Action> {
        let level = Level::new(level)?;
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
        let ticket = self.0.submit(request, move |reply| {
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
