//! The store: players, games, ratings, variant texts and the sealed event log, in SQLite or PostgreSQL.
//!
//! All query texts are understood by both databases. Flags are 0 or 1, times are UTC milliseconds, and whatever is a
//! plain name on the wire is that name here.

mod accounts;
mod credentials;
mod db;
mod events;
mod games;
mod host;
mod lists;
mod moderation;
mod notices;
mod players;
mod ratings;
mod row;
mod runs;
pub mod seal;
mod seeks;
mod statistics;
mod texts;
mod writer;

pub use accounts::{ANONYMOUS, Kept, Merged, Name, NewAccount, NewBotRow, NotMade};
pub use credentials::{Account, Ban, BotRow, Holder, LinkPurpose, NewLink, NewSession, SessionRow};
pub use db::{BackupError, DatabaseUrl, NoDatabaseUrl};
pub use games::{COMPUTER, GameRow, Participant, Participants, Standing, StartRating, Who};
pub use host::{AnnouncementRow, ReportRow};
pub use lists::{Aborts, ArchiveFilter, Cursor, NoCursor, Page};
pub use moderation::Report;
pub use notices::{Digest, NewNotice, NoticeRow};
pub use players::Player;
pub use ratings::{GraphPoint, LeaderRow, RatingKey, RatingRow};
pub use runs::Downtime;
pub use seal::{SealError, Sealed, Sealer};
pub use seeks::Seek;
pub use statistics::StatisticsFilter;
pub use texts::VariantText;
pub use writer::Append;

use serde::Serialize;
use serde::de::DeserializeOwned;
use sqlx::any::AnyArguments;
use sqlx::query::Query;
use sqlx::{Any, AnyPool};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use crate::ids::{GameId, NoRandomness};
use crate::log::LogError;
use db::{WriteLock, Writing};
use writer::Job;

/// Appends that may wait for the writer.
const QUEUE: usize = 1024;

/// A database with the writer of its event log.
#[derive(Debug, Clone)]
pub struct Store {
    pool: AnyPool,
    lock: WriteLock,
    writer: mpsc::Sender<Job>,
    sealer: Sealer,
}

/// Ends when the last [`Store`] is dropped and everything is written.
pub type Writer = JoinHandle<()>;

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
    /// Rows refer to others that are not there.
    #[error("{0} rows refer to rows that are missing: the database is damaged")]
    References(usize),
    /// The database refused.
    #[error("database: {0}")]
    Database(#[from] sqlx::Error),
    /// The database cannot be brought to this program's form.
    #[error("migration: {0}")]
    Migration(#[from] sqlx::migrate::MigrateError),
    /// An event cannot be sealed.
    #[error(transparent)]
    Seal(#[from] SealError),
    /// No randomness for a new id.
    #[error(transparent)]
    NoRandomness(#[from] NoRandomness),
    /// Another player has this name.
    #[error("the name \"{0}\" is taken")]
    NameTaken(String),
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

impl Store {
    /// Whether the database holds games. `false` if it is a file that does not exist.
    ///
    /// # Errors
    /// If it is no database, or cannot be reached.
    pub async fn has_games(url: &DatabaseUrl) -> Result<bool, StoreError> {
        if url.path().is_some_and(|path| !path.exists()) {
            return Ok(false);
        }
        url.migrate().await?;
        let mut connection = url.connect().await?;
        let found = sqlx::query("SELECT id FROM games LIMIT 1")
            .fetch_optional(&mut connection)
            .await?;
        Ok(found.is_some())
    }

    /// Opens the database, makes the file if it is one and missing, and brings it to the newest form.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn open(url: &DatabaseUrl, sealer: Sealer) -> Result<(Store, Writer), StoreError> {
        url.migrate().await?;
        let pool = url.pool().await?;
        let lock = WriteLock::of(url);
        let (writer, jobs) = mpsc::channel(QUEUE);
        let connection = url.connect().await?;
        let task = tokio::spawn(writer::run(url.clone(), connection, lock.clone(), jobs));
        let store = Store {
            pool,
            lock,
            writer,
            sealer,
        };
        Ok((store, task))
    }

    /// The connections for everything but the event log; tests use them to look behind the curtain.
    pub fn pool(&self) -> &AnyPool {
        &self.pool
    }

    /// Begins a transaction that writes.
    async fn writing(&self) -> Result<Writing, StoreError> {
        Writing::begin(&self.pool, &self.lock).await
    }

    /// One statement that writes. How many rows it has touched.
    async fn run(&self, query: Query<'_, Any, AnyArguments>) -> Result<u64, StoreError> {
        let _turn = self.lock.take().await;
        Ok(query.execute(&self.pool).await?.rows_affected())
    }
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

fn json<T: Serialize>(value: &T) -> Result<String, StoreError> {
    serde_json::to_string(value)
        .map_err(|error| StoreError::Database(sqlx::Error::Encode(error.into())))
}
