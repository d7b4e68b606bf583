//! Group commit: appends of all tables that arrive together share one transaction and one sync.

use sqlx::sqlite::SqliteConnection;
use sqlx::{Connection, Executor};
use tokio::sync::{mpsc, oneshot};

use super::{GameRow, Sealed, Standing, StoreError, name_of};
use crate::clock::Millis;
use crate::ids::GameId;

/// Most appends in one transaction.
const BATCH: usize = 256;

/// Events of one game that must be durable together.
#[derive(Debug)]
pub struct Append {
    /// The game.
    pub game: GameId,
    /// A new game's row.
    pub row: Option<Box<GameRow>>,
    /// Events with their numbers.
    pub events: Vec<(u64, Sealed)>,
    /// The public columns after them.
    pub standing: Standing,
    /// When.
    pub at: Millis,
}

pub(super) type Job = (Append, oneshot::Sender<Result<(), StoreError>>);

/// Writes until every sender is gone.
pub(super) async fn run(mut connection: SqliteConnection, mut jobs: mpsc::Receiver<Job>) {
    let mut batch = Vec::with_capacity(BATCH);
    while jobs.recv_many(&mut batch, BATCH).await > 0 {
        let started = std::time::Instant::now();
        metrics::histogram!("backrank_append_batch_size").record(batch.len() as f64);
        let mut answers = Vec::with_capacity(batch.len());
        let written = write(&mut connection, &mut batch, &mut answers).await;
        metrics::histogram!("backrank_append_seconds").record(started.elapsed().as_secs_f64());
        match written {
            Ok(()) => {
                for (answer, result) in answers {
                    // Whoever asked may be gone; the event is written all the same.
                    let _ = answer.send(result);
                }
            }
            Err(error) => {
                tracing::error!(%error, "nothing of a batch was written");
                let all = answers
                    .into_iter()
                    .map(|(answer, _)| answer)
                    .chain(batch.drain(..).map(|(_, answer)| answer));
                for answer in all {
                    let _ = answer.send(Err(StoreError::Closed));
                }
            }
        }
        batch.clear();
    }
    if let Err(error) = connection.close().await {
        tracing::error!(%error, "closing the database");
    }
}

type Answer = (
    oneshot::Sender<Result<(), StoreError>>,
    Result<(), StoreError>,
);

async fn write(
    connection: &mut SqliteConnection,
    batch: &mut Vec<Job>,
    answers: &mut Vec<Answer>,
) -> Result<(), sqlx::Error> {
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    for (append, answer) in batch.drain(..) {
        transaction.execute("SAVEPOINT one").await?;
        let result = write_one(&mut transaction, &append).await;
        if result.is_err() {
            transaction.execute("ROLLBACK TO one").await?;
        }
        transaction.execute("RELEASE one").await?;
        answers.push((answer, result));
    }
    transaction.commit().await
}

async fn write_one(connection: &mut SqliteConnection, append: &Append) -> Result<(), StoreError> {
    let Append {
        game,
        row,
        events,
        standing,
        at,
    } = append;
    let seat = standing.seat.as_ref().and_then(name_of);
    let phase = name_of(&standing.phase);
    let result = standing.ending.and_then(|ending| name_of(&ending.result));
    let reason = standing.ending.and_then(|ending| name_of(&ending.reason));
    if let Some(row) = row {
        sqlx::query(
            "INSERT INTO games (id, variant, digest, rules_version, player, seat, level, phase, \
             result, reason, created, updated) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(game.as_str())
        .bind(&row.variant)
        .bind(&row.digest)
        .bind(row.rules_version)
        .bind(row.player.as_str())
        .bind(seat)
        .bind(row.level)
        .bind(phase)
        .bind(result)
        .bind(reason)
        .bind(row.created)
        .bind(at)
        .execute(&mut *connection)
        .await?;
    } else {
        sqlx::query(
            "UPDATE games SET seat = ?, phase = ?, result = ?, reason = ?, updated = ? WHERE id = ?",
        )
        .bind(seat)
        .bind(phase)
        .bind(result)
        .bind(reason)
        .bind(at)
        .bind(game.as_str())
        .execute(&mut *connection)
        .await?;
    }
    for (seq, Sealed(payload)) in events {
        let number = i64::try_from(*seq).unwrap_or(i64::MAX);
        let done = sqlx::query("INSERT INTO events (game, seq, payload) VALUES (?, ?, ?)")
            .bind(game.as_str())
            .bind(number)
            .bind(payload)
            .execute(&mut *connection)
            .await;
        match done {
            Ok(_) => {}
            Err(sqlx::Error::Database(error)) if error.is_unique_violation() => {
                return Err(StoreError::Conflict {
                    game: game.clone(),
                    seq: *seq,
                });
            }
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}
