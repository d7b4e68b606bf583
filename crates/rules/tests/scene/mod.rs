//! Prepared positions, and what can be seen in them.

use std::sync::Arc;

use backrank_rules::notation::uci;
use backrank_rules::{Position, Recorded, Registry, Variant};

pub fn variant(id: &str) -> Arc<Variant> {
    Registry::built_in_variant(id)
        .expect("the file is good")
        .expect("the game exists")
}

pub fn scene(id: &str, fen: &str) -> Position {
    Position::from_fen(&variant(id), fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The legal actions in text, sorted.
pub fn moves(position: &Position) -> Vec<String> {
    let mut texts: Vec<String> = position
        .legal()
        .into_iter()
        .map(|action| uci::action(position.variant(), action))
        .collect();
    texts.sort_unstable();
    texts
}

/// Plays actions; what each showed is in the records.
pub fn play(position: &Position, actions: &[&str]) -> (Position, Vec<Recorded>) {
    let mut position = position.clone();
    let mut records = Vec::new();
    for text in actions {
        let action = uci::parse(position.variant(), position.board(), text);
        let record = action
            .map_err(|error| error.to_string())
            .and_then(|action| position.play(action).map_err(|error| error.to_string()));
        records.push(record.unwrap_or_else(|error| panic!("{}: {error}", position.truth_fen())));
    }
    (position, records)
}

/// The position after some actions, in text.
pub fn after(position: &Position, actions: &[&str]) -> String {
    play(position, actions).0.truth_fen()
}
