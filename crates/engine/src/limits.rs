//! When to stop thinking.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long a player may think: whatever is reached first. Without any limit it thinks until it is stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Limits {
    /// Positions to look at.
    pub nodes: Option<u64>,
    /// Time on the wall.
    pub time: Option<Duration>,
    /// Deepest iteration, in half-moves.
    pub depth: Option<u32>,
}

impl Limits {
    /// A number of positions alone: the same answer on every machine.
    pub const fn nodes(nodes: u64) -> Limits {
        Limits {
            nodes: Some(nodes),
            time: None,
            depth: None,
        }
    }

    /// Time alone.
    pub const fn time(time: Duration) -> Limits {
        Limits {
            nodes: None,
            time: Some(time),
            depth: None,
        }
    }

    /// A depth alone.
    pub const fn depth(depth: u32) -> Limits {
        Limits {
            nodes: None,
            time: None,
            depth: Some(depth),
        }
    }
}

/// Nodes between two looks at the clock.
const PERIOD: u64 = 1_024;

/// Counts nodes and says when to stop.
pub(crate) struct Watch<'a> {
    limits: Limits,
    started: Instant,
    stop: &'a AtomicBool,
    /// Positions looked at so far.
    pub(crate) nodes: u64,
    stopped: bool,
}

impl<'a> Watch<'a> {
    pub(crate) fn new(limits: Limits, stop: &'a AtomicBool) -> Watch<'a> {
        Watch {
            limits,
            started: Instant::now(),
            stop,
            nodes: 0,
            stopped: stop.load(Ordering::Relaxed),
        }
    }

    /// Counts one position; true when it is time to stop.
    #[inline(always)]
    pub(crate) fn tick(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes.is_multiple_of(PERIOD) {
            self.look();
        }
        if self.limits.nodes.is_some_and(|most| self.nodes >= most) {
            self.stopped = true;
        }
        self.stopped
    }

    #[cold]
    fn look(&mut self) {
        if self.stop.load(Ordering::Relaxed) || self.is_late(1) {
            self.stopped = true;
        }
    }

    /// Whether `parts` times what has passed is more than the time allowed.
    fn is_late(&self, parts: u32) -> bool {
        self.limits
            .time
            .is_some_and(|most| self.started.elapsed() * parts >= most)
    }

    /// Whether to stop now.
    #[inline(always)]
    pub(crate) fn stopped(&self) -> bool {
        self.stopped
    }

    /// Whether one more iteration is worth while: the next takes longer than all so far.
    pub(crate) fn may_deepen(&self, depth: u32) -> bool {
        !self.stopped && self.limits.depth.is_none_or(|most| depth <= most) && !self.is_late(2)
    }

    /// Entries that a table for this search needs.
    pub(crate) fn table_size(&self) -> usize {
        let by_nodes = self.limits.nodes.unwrap_or(u64::MAX);
        let by_time = self
            .limits
            .time
            .map_or(u64::MAX, |time| time.as_millis() as u64 * 1_000);
        let size = by_nodes.min(by_time).clamp(1 << 10, 1 << 20);
        (size as usize).next_power_of_two()
    }
}
