//! Time as the log stamps it.

use std::time::{SystemTime, UNIX_EPOCH};

/// UTC milliseconds since 1970.
pub type Millis = i64;

/// A day.
pub const DAY: Millis = 24 * 60 * 60 * 1000;

/// The time now.
pub fn now() -> Millis {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .ok()
        .and_then(|since| Millis::try_from(since.as_millis()).ok())
        .unwrap_or_default()
}
