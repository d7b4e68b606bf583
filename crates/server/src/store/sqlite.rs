//! The embedded database.

use std::path::Path;
use std::time::Duration;

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteRow,
    SqliteSynchronous,
};
use sqlx::{ConnectOptions, Row, SqlStr};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use super::writer::{self, Append, Job};
use super::{GameRow, Player, Sealed, Sealer, Standing, StoreError, VariantText, name_of, named};
use crate::clock::{Millis, now};
use crate::ids::{GameId, PlayerId};
use crate::log::{LogError, Logged};
use crate::wire::{Ending, Phase};

/// Appends that may wait for the writer.
const QUEUE: usize = 1024;

/// A database file with its writer.
#[derive(Debug, Clone)]
pub struct Store {
    pool: SqlitePool,
    writer: mpsc::Sender<Job>,
    sealer: Sealer,
}

/// Ends when the last [`Store`] is dropped and everything is written.
pub type Writer = JoinHandle<()>;

fn options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(Duration::from_secs(10))
        .disable_statement_logging()
}

fn migrations() -> Migrator {
    Migrator::with_migrations(vec![Migration::new(
        1,
        "players, games, events".into(),
        MigrationType::Simple,
        SqlStr::from_static(include_str!("schema-1.sql")),
        false,
    )])
}

impl Store {
    /// Whether the database file holds games. `false` if there is no file.
    ///
    /// # Errors
    /// If the file is no database.
    pub async fn has_games(path: &Path) -> Result<bool, StoreError> {
        if !path.exists() {
            return Ok(false);
        }
        let mut connection = options(path).connect().await?;
        migrations().run(&mut connection).await?;
        let found = sqlx::query("SELECT 1 FROM games LIMIT 1")
            .fetch_optional(&mut connection)
            .await?;
        Ok(found.is_some())
    }

    /// Opens the file, makes it if it is missing, and brings it to the newest form.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn open(path: &Path, sealer: Sealer) -> Result<(Store, Writer), StoreError> {
        let mut connection = options(path).connect().await?;
        migrations().run(&mut connection).await?;
        let pool = SqlitePoolOptions::new()
            .max_connections(4)
            .connect_with(options(path))
            .await?;
        let (writer, jobs) = mpsc::channel(QUEUE);
        let task = tokio::spawn(writer::run(connection, jobs));
        let store = Store {
            pool,
            writer,
            sealer,
        };
        Ok((store, task))
    }

    /// A fact, written on first use: the value that is there from now on.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn fact(&self, name: &str, value: &str) -> Result<String, StoreError> {
        sqlx::query("INSERT INTO facts (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING")
            .bind(name)
            .bind(value)
            .execute(&self.pool)
            .await?;
        let row = sqlx::query("SELECT value FROM facts WHERE name = ?")
            .bind(name)
            .fetch_one(&self.pool)
            .await?;
        Ok(row.try_get(0)?)
    }

    /// Adds a player.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn add_player(&self, player: &Player) -> Result<(), StoreError> {
        sqlx::query("INSERT INTO players (id, name, created) VALUES (?, ?, ?)")
            .bind(player.id.as_str())
            .bind(&player.name)
            .bind(now())
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// A player.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn player(&self, id: &PlayerId) -> Result<Option<Player>, StoreError> {
        let row = sqlx::query("SELECT name FROM players WHERE id = ?")
            .bind(id.as_str())
            .fetch_optional(&self.pool)
            .await?;
        row.map(|row| {
            Ok(Player {
                id: id.clone(),
                name: row.try_get(0)?,
            })
        })
        .transpose()
    }

    /// Keeps the texts of a variant.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn keep_variant(&self, text: &VariantText) -> Result<(), StoreError> {
        let parts = serde_json::to_string(&text.parts)
            .map_err(|error| StoreError::Database(sqlx::Error::Encode(error.into())))?;
        sqlx::query(
            "INSERT INTO variant_texts (digest, id, parts) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        )
        .bind(&text.digest)
        .bind(&text.id)
        .bind(parts)
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// The texts of this digest.
    ///
    /// # Errors
    /// [`StoreError::Database`] or [`StoreError::Column`].
    pub async fn variant(&self, digest: &str) -> Result<Option<VariantText>, StoreError> {
        let Some(row) = sqlx::query("SELECT id, parts FROM variant_texts WHERE digest = ?")
            .bind(digest)
            .fetch_optional(&self.pool)
            .await?
        else {
            return Ok(None);
        };
        let parts: String = row.try_get(1)?;
        let parts = serde_json::from_str(&parts).map_err(|_| StoreError::Column {
            column: "parts",
            row: digest.to_owned(),
            value: "no list of files".to_owned(),
        })?;
        Ok(Some(VariantText {
            digest: digest.to_owned(),
            id: row.try_get(0)?,
            parts,
        }))
    }

    /// A game's public columns.
    ///
    /// # Errors
    /// [`StoreError::Database`] or [`StoreError::Column`].
    pub async fn game(&self, id: &GameId) -> Result<Option<GameRow>, StoreError> {
        sqlx::query("SELECT * FROM games WHERE id = ?")
            .bind(id.as_str())
            .fetch_optional(&self.pool)
            .await?
            .map(|row| game_row(&row))
            .transpose()
    }

    /// A player's games, newest first.
    ///
    /// # Errors
    /// [`StoreError::Database`] or [`StoreError::Column`].
    pub async fn games_of(&self, player: &PlayerId, most: u32) -> Result<Vec<GameRow>, StoreError> {
        sqlx::query("SELECT * FROM games WHERE player = ? ORDER BY created DESC, id DESC LIMIT ?")
            .bind(player.as_str())
            .bind(most)
            .fetch_all(&self.pool)
            .await?
            .iter()
            .map(game_row)
            .collect()
    }

    /// Unfinished games in which nothing has happened since then.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn idle_since(&self, since: Millis) -> Result<Vec<GameId>, StoreError> {
        let over = name_of(&Phase::Over);
        let rows =
            sqlx::query("SELECT id FROM games WHERE phase <> ? AND updated < ? ORDER BY updated")
                .bind(over)
                .bind(since)
                .fetch_all(&self.pool)
                .await?;
        rows.iter()
            .map(|row| {
                let id: String = row.try_get(0)?;
                GameId::read(&id).ok_or(StoreError::Column {
                    column: "id",
                    row: id.clone(),
                    value: id,
                })
            })
            .collect()
    }

    /// Seals events, numbered from `first`.
    ///
    /// # Errors
    /// [`StoreError::Seal`].
    pub fn seal(
        &self,
        game: &GameId,
        first: u64,
        events: &[Logged],
    ) -> Result<Vec<(u64, Sealed)>, StoreError> {
        events
            .iter()
            .zip(first..)
            .map(|(event, seq)| Ok((seq, self.sealer.seal(game, seq, event)?)))
            .collect()
    }

    /// Appends durably: returns when the events are on the disk.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if an event of that number is there; nothing is written then.
    pub async fn append(&self, append: Append) -> Result<(), StoreError> {
        let (answer, answered) = oneshot::channel();
        self.writer
            .send((append, answer))
            .await
            .map_err(|_| StoreError::Closed)?;
        answered.await.map_err(|_| StoreError::Closed)?
    }

    /// A game's whole log, unsealed and complete.
    ///
    /// # Errors
    /// [`StoreError::Log`] names what is wrong with it.
    pub async fn log(&self, game: &GameId) -> Result<Vec<Logged>, StoreError> {
        let rows = sqlx::query("SELECT seq, payload FROM events WHERE game = ? ORDER BY seq")
            .bind(game.as_str())
            .fetch_all(&self.pool)
            .await?;
        let broken = |error| StoreError::Log {
            game: game.clone(),
            error,
        };
        let mut events = Vec::with_capacity(rows.len());
        for (row, expected) in rows.iter().zip(0u64..) {
            let found: i64 = row.try_get(0)?;
            let found = u64::try_from(found).unwrap_or(u64::MAX);
            if found != expected {
                return Err(broken(LogError::Gap { expected, found }));
            }
            let sealed = Sealed(row.try_get(1)?);
            events.push(self.sealer.open(game, found, &sealed).map_err(broken)?);
        }
        Ok(events)
    }

    /// The connections for reading; tests use it to look behind the curtain.
    pub fn pool(&self) -> &SqlitePool {
        &self.pool
    }
}

fn game_row(row: &SqliteRow) -> Result<GameRow, StoreError> {
    let id: String = row.try_get("id")?;
    let wrong = |column: &'static str, value: String| StoreError::Column {
        column,
        row: format!("game {id}"),
        value,
    };
    let player: String = row.try_get("player")?;
    let phase: String = row.try_get("phase")?;
    let seat: Option<String> = row.try_get("seat")?;
    let result: Option<String> = row.try_get("result")?;
    let reason: Option<String> = row.try_get("reason")?;
    let ending = match (result, reason) {
        (Some(result), Some(reason)) => Some(Ending {
            result: named(&result).ok_or_else(|| wrong("result", result))?,
            reason: named(&reason).ok_or_else(|| wrong("reason", reason))?,
        }),
        (None, None) => None,
        (result, reason) => return Err(wrong("result", format!("{result:?} for {reason:?}"))),
    };
    let seat = match seat {
        Some(seat) => Some(named(&seat).ok_or_else(|| wrong("seat", seat))?),
        None => None,
    };
    Ok(GameRow {
        id: GameId::read(&id).ok_or_else(|| wrong("id", id.clone()))?,
        variant: row.try_get("variant")?,
        digest: row.try_get("digest")?,
        rules_version: row.try_get("rules_version")?,
        player: PlayerId::read(&player).ok_or_else(|| wrong("player", player))?,
        level: row.try_get("level")?,
        created: row.try_get("created")?,
        standing: Standing {
            seat,
            phase: named(&phase).ok_or_else(|| wrong("phase", phase))?,
            ending,
        },
    })
}
