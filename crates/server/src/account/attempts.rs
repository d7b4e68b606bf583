//! Guessing passwords and codes is slow: after some failures each next attempt waits twice as long.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::limits::Address;

/// What failures are counted for.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Key {
    /// One name from one address: somebody who guesses, or has forgotten.
    Both(String, Address),
    /// One address: somebody who tries many names.
    Address(Address),
    /// One name: many who try together. The wait stays short, or anybody could keep the owner out.
    Name(String),
}

/// How many failures are free, and how long the longest wait is.
struct Patience {
    free: u32,
    longest: Duration,
}

impl Key {
    fn patience(&self) -> Patience {
        let (free, seconds) = match self {
            Key::Both(..) => (5, 15 * 60),
            Key::Address(_) => (50, 15 * 60),
            Key::Name(_) => (50, 30),
        };
        Patience {
            free,
            longest: Duration::from_secs(seconds),
        }
    }
}

#[derive(Debug, Clone, Copy)]
struct Count {
    failures: u32,
    last: Instant,
    next: Instant,
}

/// Failures are forgotten after so long without another.
const FORGOTTEN: Duration = Duration::from_secs(60 * 60);
/// More counts than this are thinned out.
const MOST: usize = 20_000;

/// Counts of failures.
#[derive(Debug, Default)]
pub struct Attempts(Mutex<HashMap<Key, Count>>);

impl Attempts {
    /// Begins an attempt, which counts as failed until [`Attempts::succeeded`].
    ///
    /// # Errors
    /// How long to wait.
    pub fn begin(
        &self,
        name: &str,
        address: Option<Address>,
        now: Instant,
    ) -> Result<(), Duration> {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if counts.len() >= MOST {
            counts.retain(|_, count| now.saturating_duration_since(count.last) < FORGOTTEN);
        }
        let keys = keys(name, address);
        for key in &keys {
            if let Some(count) = counts.get(key)
                && count.next > now
            {
                return Err(count.next - now);
            }
        }
        for key in keys {
            let Patience { free, longest } = key.patience();
            let count = counts.entry(key).or_insert(Count {
                failures: 0,
                last: now,
                next: now,
            });
            if now.saturating_duration_since(count.last) >= FORGOTTEN {
                count.failures = 0;
            }
            count.failures = count.failures.saturating_add(1);
            count.last = now;
            if let Some(beyond) = count.failures.checked_sub(free) {
                let wait = Duration::from_secs(1 << beyond.min(20));
                count.next = now + wait.min(longest);
            }
        }
        Ok(())
    }

    /// The attempt that was begun last was no guess.
    pub fn succeeded(&self, name: &str, address: Option<Address>) {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for key in keys(name, address) {
            match &key {
                // Who has one account could otherwise guess at others without end.
                Key::Address(_) => {
                    if let Some(count) = counts.get_mut(&key) {
                        count.failures = count.failures.saturating_sub(1);
                        count.next = count.last;
                    }
                }
                Key::Both(..) | Key::Name(_) => {
                    counts.remove(&key);
                }
            }
        }
    }
}

fn keys(name: &str, address: Option<Address>) -> Vec<Key> {
    let name = name.to_owned();
    match address {
        Some(address) => vec![
            Key::Both(name.clone(), address),
            Key::Address(address),
            Key::Name(name),
        ],
        None => vec![Key::Name(name)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(last: u8) -> Option<Address> {
        Some(Address::of([192, 0, 2, last].into()))
    }

    #[test]
    fn each_failure_after_the_free_ones_doubles_the_wait() {
        let attempts = Attempts::default();
        let mut now = Instant::now();
        for _ in 0..5 {
            assert_eq!(attempts.begin("ada", address(1), now), Ok(()));
        }
        for seconds in [1, 2, 4, 8] {
            let wait = Duration::from_secs(seconds);
            assert_eq!(attempts.begin("ada", address(1), now), Err(wait));
            now += wait;
            assert_eq!(attempts.begin("ada", address(1), now), Ok(()));
        }
        // Others are not kept waiting.
        assert_eq!(attempts.begin("ada", address(2), now), Ok(()));
        assert_eq!(attempts.begin("grace", address(1), now), Ok(()));
        // A long time heals.
        now += FORGOTTEN;
        assert_eq!(attempts.begin("ada", address(1), now), Ok(()));
        assert_eq!(attempts.begin("ada", address(1), now), Ok(()));
    }

    #[test]
    fn a_success_clears_the_name_and_not_the_address() {
        let attempts = Attempts::default();
        let now = Instant::now();
        for _ in 0..4 {
            attempts.begin("ada", address(1), now).unwrap();
        }
        attempts.succeeded("ada", address(1));
        for _ in 0..5 {
            assert_eq!(attempts.begin("ada", address(1), now), Ok(()));
        }
        assert!(attempts.begin("ada", address(1), now).is_err());
    }

    #[test]
    fn many_names_from_one_address_are_slowed_down() {
        let attempts = Attempts::default();
        let now = Instant::now();
        let refused = (0..100)
            .filter(|n| {
                attempts
                    .begin(&format!("name{n}"), address(1), now)
                    .is_err()
            })
            .count();
        assert_eq!(refused, 50);
    }
}
