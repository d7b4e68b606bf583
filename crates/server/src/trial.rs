//! A game that a computer player is tried with before it may play anybody.

use std::sync::Arc;

use backrank_rules::{Observation, Position, Seat, Variant};

/// What whoever acts first sees of a start that nobody plays; `None` if there is no start, or nothing to do in it.
pub fn beginning(variant: &Arc<Variant>) -> Option<Observation> {
    let start = Position::seeded(variant, 1, None, None).ok()?;
    [Seat::White, Seat::Black]
        .map(|seat| Observation::new(seat, start.view(seat)))
        .into_iter()
        .find(|observation| !observation.legal().is_empty())
}
