//! Players at work on threads of their own.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use backrank_rules::Observation;
use thiserror::Error;

use crate::answer::{Answer, choose_at};
use crate::level::Level;

/// One question to a player.
#[derive(Debug, Clone)]
pub struct Request {
    /// Which game it is for; comes back with the reply.
    pub game: String,
    /// What the seat has seen.
    pub observation: Observation,
    /// How strong to play.
    pub level: Level,
    /// Seed of all that is random in the player.
    pub seed: u64,
}

/// What became of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    /// The game it was for.
    pub game: String,
    /// Number of actions that had been played.
    pub ply: u32,
    /// Hash of the public board it was for.
    pub position: u64,
    /// The answer; `None` if the seat could not act.
    pub answer: Result<Option<Answer>, Failure>,
}

/// Why there is no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Failure {
    /// Nobody wants it any more.
    #[error("the request was cancelled")]
    Cancelled,
    /// The player broke down; the pool goes on.
    #[error("the player panicked")]
    Panicked,
}

/// A request was refused: as many as the pool holds are waiting, or it is closing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("all players are busy and {waiting} requests wait")]
pub struct Busy {
    /// Requests that wait.
    pub waiting: usize,
}

/// A request under way. Dropping it cancels the request.
#[derive(Debug)]
#[must_use = "dropping the ticket cancels the request"]
pub struct Ticket {
    stop: Arc<AtomicBool>,
    kept: bool,
}

impl Ticket {
    /// Cancels the request: a search under way ends soon, a waiting one does not begin, and the reply says so.
    pub fn cancel(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Lets the request go on without a ticket.
    pub fn detach(mut self) {
        self.kept = true;
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        if !self.kept {
            self.cancel();
        }
    }
}

/// What a worker does with a request: the request, and the flag that stops it.
pub type Think = dyn Fn(&Request, &AtomicBool) -> Option<Answer> + Send + Sync;

type Callback = Box<dyn FnOnce(Reply) + Send>;

struct Job {
    request: Request,
    stop: Arc<AtomicBool>,
    done: Callback,
}

#[derive(Default)]
struct Queue {
    waiting: VecDeque<Job>,
    /// Flags of the jobs under way.
    running: Vec<Arc<AtomicBool>>,
    closing: bool,
}

struct Shared {
    queue: Mutex<Queue>,
    news: Condvar,
    think: Box<Think>,
}

impl Shared {
    /// No code that can panic runs while the lock is held, so a poisoned queue is still whole.
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Worker threads and the requests that wait for them.
///
/// Dropping the pool cancels what waits and what runs, and waits for the threads.
pub struct Pool {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
    capacity: usize,
}

/// Requests that may wait for each worker.
const WAITING_PER_WORKER: usize = 64;
/// Searches are deep.
const STACK: usize = 8 << 20;

impl Pool {
    /// Starts this many searching players, at least one.
    ///
    /// # Errors
    /// If the system refuses to start a thread.
    pub fn new(workers: usize) -> std::io::Result<Pool> {
        Pool::with_players(
            workers,
            WAITING_PER_WORKER * workers.max(1),
            Box::new(|request, stop| {
                choose_at(&request.observation, &request.level, request.seed, stop)
            }),
        )
    }

    /// Starts workers with another way to think, and room for `capacity` waiting requests.
    ///
    /// # Errors
    /// If the system refuses to start a thread.
    pub fn with_players(
        workers: usize,
        capacity: usize,
        think: Box<Think>,
    ) -> std::io::Result<Pool> {
        let shared = Arc::new(Shared {
            queue: Mutex::new(Queue::default()),
            news: Condvar::new(),
            think,
        });
        let mut pool = Pool {
            shared,
            threads: Vec::new(),
            capacity,
        };
        for number in 0..workers.max(1) {
            let shared = pool.shared.clone();
            let thread = thread::Builder::new()
                .name(format!("player-{number}"))
                .stack_size(STACK)
                .spawn(move || work(&shared))?;
            pool.threads.push(thread);
        }
        Ok(pool)
    }

    /// Hands in a request. `done` is called once, on the worker's thread, with the reply; it must not block.
    ///
    /// # Errors
    /// [`Busy`] if too many wait; `done` is not called then.
    pub fn submit(
        &self,
        request: Request,
        done: impl FnOnce(Reply) + Send + 'static,
    ) -> Result<Ticket, Busy> {
        let stop = Arc::new(AtomicBool::new(false));
        let job = Job {
            request,
            stop: stop.clone(),
            done: Box::new(done),
        };
        let mut queue = self.shared.lock();
        if queue.closing || queue.waiting.len() >= self.capacity {
            return Err(Busy {
                waiting: queue.waiting.len(),
            });
        }
        queue.waiting.push_back(job);
        drop(queue);
        self.shared.news.notify_one();
        Ok(Ticket { stop, kept: false })
    }

    /// Number of requests that no worker has taken up yet.
    pub fn waiting(&self) -> usize {
        self.shared.lock().waiting.len()
    }

    /// Number of requests that workers are busy with.
    pub fn running(&self) -> usize {
        self.shared.lock().running.len()
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        let mut queue = self.shared.lock();
        queue.closing = true;
        let flags = queue.waiting.iter().map(|job| &job.stop);
        for flag in flags.chain(&queue.running) {
            flag.store(true, Ordering::Relaxed);
        }
        drop(queue);
        self.shared.news.notify_all();
        for thread in self.threads.drain(..) {
            // Workers catch every panic of players and callbacks.
            let _ = thread.join();
        }
    }
}

fn work(shared: &Shared) {
    while let Some(job) = next(shared) {
        let Job {
            request,
            stop,
            done,
        } = job;
        let answer = if stop.load(Ordering::Relaxed) {
            Err(Failure::Cancelled)
        } else {
            catch_unwind(AssertUnwindSafe(|| (shared.think)(&request, &stop)))
                .map_err(|_| Failure::Panicked)
        };
        let reply = Reply {
            ply: request.observation.records().len() as u32,
            position: request.observation.view().board().hash(),
            game: request.game,
            answer: if stop.load(Ordering::Relaxed) && answer.is_ok() {
                Err(Failure::Cancelled)
            } else {
                answer
            },
        };
        shared
            .lock()
            .running
            .retain(|flag| !Arc::ptr_eq(flag, &stop));
        // A callback that panics harms nobody but its owner.
        let _ = catch_unwind(AssertUnwindSafe(|| done(reply)));
    }
}

/// The next job; waits for one, and ends the worker when the pool closes and nothing waits.
fn next(shared: &Shared) -> Option<Job> {
    let mut queue = shared.lock();
    loop {
        if let Some(job) = queue.waiting.pop_front() {
            queue.running.push(job.stop.clone());
            return Some(job);
        }
        if queue.closing {
            return None;
        }
        queue = shared
            .news
            .wait(queue)
            .unwrap_or_else(PoisonError::into_inner);
    }
}
