//! The store: players, games, variant texts and the sealed event log.

pub mod seal;
mod sqlite;
mod writer;

pub use seal::{SealError, Sealed, Sealer};
pub use sqlite::Store;
pub use writer::Append;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::clock::Millis;
use crate::ids::{GameId, PlayerId};
use crate::log::LogError;
use crate::wire::{Ending, Phase, Seat};

/// A player's row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Player {
    /// Who.
    pub id: PlayerId,
    /// Shown name.
    pub name: String,
}

/// The public columns of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameRow {
    /// Which.
    pub id: GameId,
    /// Variant id.
    pub variant: String,
    /// Hex digest of the variant's text.
    pub digest: String,
    /// Version of its rules.
    pub rules_version: u32,
    /// The person who plays.
    pub player: PlayerId,
    /// Level of the computer.
    pub level: u8,
    /// When it was made.
    pub created: Millis,
    /// What changes.
    pub standing: Standing,
}

/// The public columns that change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// The person's seat, once it is dealt.
    pub seat: Option<Seat>,
    /// Phase.
    pub phase: Phase,
    /// How it ended.
    pub ending: Option<Ending>,
}

/// The files of one variant, base first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VariantText {
    /// Hex digest of the texts joined by a line feed.
    pub digest: String,
    /// Variant id.
    pub id: String,
    /// File name and text.
    pub parts: Vec<(String, String)>,
}

/// Why the store did not do it.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Somebody else has written this event: the game has another owner, or this one is behind.
    #[error("event {seq} of game {game} is already written")]
    Conflict {
        /// The game.
        game: GameId,
        /// The event.
        seq: u64,
    },
    /// A column holds what no version of this program writes.
    #[error("the column {column} of {row} holds \"{value}\"")]
    Column {
        /// Which column.
        column: &'static str,
        /// Which row.
        row: String,
        /// What is there.
        value: String,
    },
    /// The database refused.
    #[error("database: {0}")]
    Database(#[from] sqlx::Error),
    /// The database cannot be brought to this program's form.
    #[error("migration: {0}")]
    Migration(#[from] sqlx::migrate::MigrateError),
    /// An event cannot be sealed.
    #[error(transparent)]
    Seal(#[from] SealError),
    /// A log cannot be read.
    #[error("game {game}: {error}")]
    Log {
        /// The game.
        game: GameId,
        /// Why.
        error: LogError,
    },
    /// The writer has stopped.
    #[error("the store is closed")]
    Closed,
}

/// The text of a value that is a plain name on the wire: one list for wire and store.
fn name_of<T: Serialize>(value: &T) -> Option<String> {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(text)) => Some(text),
        _ => None,
    }
}

fn named<T: DeserializeOwned>(text: &str) -> Option<T> {
    serde_json::from_value(serde_json::Value::String(text.to_owned())).ok()
}
