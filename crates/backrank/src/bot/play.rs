//! What a bot thinks with: a question at a time, an answer that says which ply it is for.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, Result};
use backrank_engine::{Level, choose_at};
use backrank_rules::Observation;
use backrank_rules::notation::uci as notation;
use tokio::sync::{Mutex, Semaphore};
use tokio::task::JoinHandle;

use super::Brain;
use super::uci::Engine;

/// Of the time left, one move takes at most this part.
const PART: u32 = 25;

/// A position to find an action for.
pub struct Question {
    pub observation: Observation,
    /// Number of actions so far.
    pub ply: u32,
    /// The clocks, where there are any.
    pub times: Option<Times>,
}

/// What is left on the clocks.
#[derive(Debug, Clone, Copy)]
pub struct Times {
    /// On the own one.
    pub own: Duration,
    /// White's milliseconds.
    pub white: u64,
    /// Black's milliseconds.
    pub black: u64,
    /// What a move adds.
    pub increment: Duration,
}

/// An action for a position.
pub struct Answered {
    pub ply: u32,
    pub action: Result<String>,
}

/// Thinks about one position at a time.
pub struct Player {
    brain: Brain,
    thinking: Arc<Semaphore>,
    /// Started with the first question.
    engine: Option<Arc<Mutex<Engine>>>,
    task: Option<Task>,
}

struct Task {
    stop: Arc<AtomicBool>,
    ply: u32,
    answer: JoinHandle<Result<String>>,
}

impl Drop for Task {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.answer.abort();
    }
}

impl Player {
    pub fn new(brain: Brain, thinking: Arc<Semaphore>) -> Player {
        Player {
            brain,
            thinking,
            engine: None,
            task: None,
        }
    }

    pub fn is_busy(&self) -> bool {
        self.task.is_some()
    }

    /// Gives up what is being thought about.
    pub fn stop(&mut self) {
        self.task = None;
    }

    pub fn ask(&mut self, question: Question) {
        let stop = Arc::new(AtomicBool::new(false));
        let ply = question.ply;
        let thinking = self.thinking.clone();
        let answer = match &self.brain {
            Brain::Own(level) => tokio::spawn(own(question, *level, stop.clone(), thinking)),
            Brain::Uci(command) => {
                let engine = self
                    .engine
                    .get_or_insert_with(|| Arc::new(Mutex::new(Engine::new(command.clone()))))
                    .clone();
                tokio::spawn(async move { engine.lock().await.answer(&question).await })
            }
        };
        self.task = Some(Task { stop, ply, answer });
    }

    /// The answer to the question under way. Dropping the future loses nothing.
    pub async fn answered(&mut self) -> Answered {
        let Some(task) = &mut self.task else {
            return std::future::pending().await;
        };
        let action = (&mut task.answer)
            .await
            .context("the player broke down")
            .flatten();
        let ply = task.ply;
        self.task = None;
        Answered { ply, action }
    }
}

async fn own(
    question: Question,
    level: Level,
    stop: Arc<AtomicBool>,
    thinking: Arc<Semaphore>,
) -> Result<String> {
    let _permit = thinking.acquire_owned().await?;
    let mut limits = level.limits();
    if let Some(Times { own, .. }) = question.times {
        limits.time = Some(limits.time.unwrap_or(own).min(own / PART));
    }
    let level = level.within(limits);
    let seed = crate::position::random_seed()?;
    tokio::task::spawn_blocking(move || {
        let observation = &question.observation;
        let answer = choose_at(observation, &level, seed, &stop).context("no action is found")?;
        Ok(notation::action(
            observation.view().variant(),
            answer.action,
        ))
    })
    .await?
}
