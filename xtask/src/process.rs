//! Child processes with an end: asked to stop first, killed if they do not, never left behind.

use std::process::{Child, Command, ExitStatus};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

/// How often a running child is looked at.
const LOOK: Duration = Duration::from_millis(20);

/// A running child that is killed when this value goes out of scope.
pub struct Running {
    name: String,
    child: Child,
}

impl Running {
    /// Starts a command; `name` is what errors call it.
    ///
    /// # Errors
    /// If it does not start.
    pub fn start(name: &str, command: &mut Command) -> Result<Self> {
        let child = command
            .spawn()
            .with_context(|| format!("starting {name}"))?;
        Ok(Self {
            name: name.to_owned(),
            child,
        })
    }

    /// The exit status if the child has ended.
    ///
    /// # Errors
    /// If the system cannot tell.
    pub fn ended(&mut self) -> Result<Option<ExitStatus>> {
        self.child
            .try_wait()
            .with_context(|| format!("waiting for {}", self.name))
    }

    /// Waits for the end; `None` if the child still runs after `limit`.
    ///
    /// # Errors
    /// If the system cannot tell.
    pub fn wait(&mut self, limit: Duration) -> Result<Option<ExitStatus>> {
        let deadline = Instant::now() + limit;
        loop {
            if let Some(status) = self.ended()? {
                return Ok(Some(status));
            }
            if Instant::now() >= deadline {
                return Ok(None);
            }
            sleep(LOOK);
        }
    }

    /// Asks the child to stop by SIGTERM (elsewhere than on Unix: kills it) and waits for the
    /// end; `None` if it has not stopped after `limit`.
    ///
    /// # Errors
    /// If the signal cannot be sent.
    pub fn stop(&mut self, limit: Duration) -> Result<Option<ExitStatus>> {
        if let Some(status) = self.ended()? {
            return Ok(Some(status));
        }
        self.terminate()?;
        self.wait(limit)
    }

    #[cfg(unix)]
    fn terminate(&mut self) -> Result<()> {
        use rustix::process::{Pid, Signal, kill_process};
        kill_process(Pid::from_child(&self.child), Signal::TERM)
            .with_context(|| format!("sending SIGTERM to {}", self.name))
    }

    #[cfg(not(unix))]
    fn terminate(&mut self) -> Result<()> {
        self.child
            .kill()
            .with_context(|| format!("stopping {}", self.name))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // Both fail only for a child that has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
