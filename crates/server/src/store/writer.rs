//! Group commit: appends of all tables that arrive together share one transaction and one sync.

use sqlx::{AnyConnection, Connection, Executor};
use tokio::sync::{mpsc, oneshot};

use super::db::{DatabaseUrl, WriteLock};
use super::games::game_row;
use super::{
    GameRow, NewNotice, Participant, Sealed, Standing, StoreError, json, name_of, notices, ratings,
};
use crate::clock::Millis;
use crate::ids::GameId;
use crate::wire::{NoticeKind, Phase, Speed};

/// Most appends in one transaction.
const BATCH: usize = 256;

/// What must become durable together: events of one game, and what follows from them.
///
/// An append that ends the game also changes the ratings of both, once, and tells both in correspondence.
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
    /// Notices about them.
    pub notices: Vec<NewNotice>,
    /// When.
    pub at: Millis,
}

pub(super) type Job = (Append, oneshot::Sender<Result<(), StoreError>>);

/// Writes until every sender is gone.
pub(super) async fn run(
    url: DatabaseUrl,
    connection: AnyConnection,
    lock: WriteLock,
    mut jobs: mpsc::Receiver<Job>,
) {
    let mut connection = Some(connection);
    let mut batch = Vec::with_capacity(BATCH);
    while jobs.recv_many(&mut batch, BATCH).await > 0 {
        let started = std::time::Instant::now();
        metrics::histogram!("backrank_append_batch_size").record(batch.len() as f64);
        let turn = lock.take().await;
        let written = match open(&url, &mut connection).await {
            Ok(connection) => write(connection, lock.begin(), &batch).await,
            Err(error) => Err(error),
        };
        drop(turn);
        metrics::histogram!("backrank_append_seconds").record(started.elapsed().as_secs_f64());
        match written {
            Ok(results) => {
                for ((_, answer), result) in batch.drain(..).zip(results) {
                    // Whoever asked may be gone; the event is written all the same.
                    let _ = answer.send(result);
                }
            }
            Err(error) => {
                tracing::error!(%error, "nothing of a batch was written");
                // The connection may be broken, and whether its last transaction counts is not known: tables begin
                // again from what is stored.
                connection = None;
                for (_, answer) in batch.drain(..) {
                    let _ = answer.send(Err(StoreError::Closed));
                }
            }
        }
    }
    if let Some(connection) = connection
        && let Err(error) = connection.close().await
    {
        tracing::error!(%error, "closing the database");
    }
}

async fn open<'c>(
    url: &DatabaseUrl,
    connection: &'c mut Option<AnyConnection>,
) -> Result<&'c mut AnyConnection, StoreError> {
    match connection {
        Some(connection) => Ok(connection),
        None => Ok(connection.insert(url.connect().await?)),
    }
}

/// All in one transaction. Only if one of them cannot be written, each gets a savepoint of its own.
async fn write(
    connection: &mut AnyConnection,
    begin: &'static str,
    batch: &[Job],
) -> Result<Vec<Result<(), StoreError>>, StoreError> {
    let mut transaction = connection.begin_with(begin).await?;
    let mut failed = None;
    for (append, _) in batch {
        if let Err(error) = write_one(&mut transaction, append).await {
            failed = Some(error);
            break;
        }
    }
    match failed {
        None => {
            transaction.commit().await?;
            return Ok(batch.iter().map(|_| Ok(())).collect());
        }
        Some(error) => {
            transaction.rollback().await?;
            if batch.len() == 1 {
                return Ok(vec![Err(error)]);
            }
        }
    }
    let mut transaction = connection.begin_with(begin).await?;
    let mut results = Vec::with_capacity(batch.len());
    for (append, _) in batch {
        transaction.execute("SAVEPOINT one").await?;
        let result = write_one(&mut transaction, append).await;
        if result.is_err() {
            transaction.execute("ROLLBACK TO SAVEPOINT one").await?;
        }
        transaction.execute("RELEASE SAVEPOINT one").await?;
        results.push(result);
    }
    transaction.commit().await?;
    Ok(results)
}

async fn write_one(connection: &mut AnyConnection, append: &Append) -> Result<(), StoreError> {
    let ending = match &append.row {
        Some(row) => {
            insert_game(connection, row).await?;
            let over = append.standing.phase == Phase::Over;
            over.then(|| row.as_ref().clone())
        }
        None => ended_now(connection, append).await?,
    };
    update_game(connection, append).await?;
    for (seq, Sealed(payload)) in &append.events {
        let number = i64::try_from(*seq).unwrap_or(i64::MAX);
        let done = sqlx::query("INSERT INTO events (game, seq, payload) VALUES ($1, $2, $3)")
            .bind(append.game.as_str())
            .bind(number)
            .bind(payload.as_slice())
            .execute(&mut *connection)
            .await;
        match done {
            Ok(_) => {}
            Err(sqlx::Error::Database(error)) if error.is_unique_violation() => {
                return Err(StoreError::Conflict {
                    game: append.game.clone(),
                    seq: *seq,
                });
            }
            Err(error) => return Err(error.into()),
        }
    }
    if let Some(mut game) = ending {
        game.standing = append.standing.clone();
        ratings::settle(connection, &game, append.at).await?;
        for notice in told(&game) {
            notices::insert(connection, &notice, append.at).await?;
        }
    }
    for notice in &append.notices {
        notices::insert(connection, notice, append.at).await?;
    }
    Ok(())
}

/// The game, if this append ends it.
async fn ended_now(
    connection: &mut AnyConnection,
    append: &Append,
) -> Result<Option<GameRow>, StoreError> {
    if append.standing.phase != Phase::Over {
        return Ok(None);
    }
    sqlx::query("SELECT * FROM games WHERE id = $1 AND ended IS NULL")
        .bind(append.game.as_str())
        .fetch_optional(connection)
        .await?
        .map(|row| game_row(&row))
        .transpose()
}

/// In correspondence nobody need be there when a game ends.
fn told(game: &GameRow) -> Vec<NewNotice> {
    if game.speed() != Speed::Correspondence {
        return Vec::new();
    }
    let [first, second] = game.participants.both();
    [(first, second), (second, first)]
        .into_iter()
        .filter_map(|(one, other)| {
            Some(NewNotice {
                player: one.who.player()?.clone(),
                kind: NoticeKind::GameEnded,
                game: Some(game.id.clone()),
                ply: game.standing.ply,
                name: Some(other.name.clone()),
            })
        })
        .collect()
}

async fn insert_game(connection: &mut AnyConnection, row: &GameRow) -> Result<(), StoreError> {
    let query = sqlx::query(
        "INSERT INTO games (id, variant, digest, rules_version, level, clock, speed, rated, \
         private, pool, phase, created, updated, \
         first, first_name, first_kind, first_rating, first_provisional, \
         second, second_name, second_kind, second_rating, second_provisional) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12, \
         $13, $14, $15, $16, $17, $18, $19, $20, $21, $22)",
    )
    .bind(row.id.as_str())
    .bind(&row.variant)
    .bind(&row.digest)
    .bind(i64::from(row.rules_version))
    .bind(row.participants.level().map(i64::from))
    .bind(json(&row.clock)?)
    .bind(name_of(&row.speed()))
    .bind(i64::from(row.rated))
    .bind(i64::from(row.private))
    .bind(name_of(&row.pool))
    .bind(name_of(&row.standing.phase))
    .bind(row.created);
    let bind = |query: Query, one: &Participant| {
        query
            .bind(one.who.in_game().to_owned())
            .bind(one.name.clone())
            .bind(name_of(&one.kind))
            .bind(one.rating.map(|rating| i64::from(rating.points)))
            .bind(i64::from(
                one.rating.is_some_and(|rating| rating.provisional),
            ))
    };
    let [first, second] = row.participants.both();
    let done = bind(bind(query, first), second)
        .execute(&mut *connection)
        .await;
    match done {
        Ok(_) => {}
        Err(sqlx::Error::Database(error)) if error.is_unique_violation() => {
            return Err(StoreError::Conflict {
                game: row.id.clone(),
                seq: 0,
            });
        }
        Err(error) => return Err(error.into()),
    }
    // The proposal that it was, if it was one, is gone with this.
    sqlx::query("DELETE FROM seeks WHERE id = $1")
        .bind(row.id.as_str())
        .execute(connection)
        .await?;
    Ok(())
}

type Query = sqlx::query::Query<'static, sqlx::Any, sqlx::any::AnyArguments>;

async fn update_game(connection: &mut AnyConnection, append: &Append) -> Result<(), StoreError> {
    let standing = &append.standing;
    let over = standing.phase == Phase::Over;
    let place = |place: usize| i64::try_from(place).unwrap_or(i64::MAX);
    sqlx::query(
        "UPDATE games SET \
         white = CASE $1 WHEN 'white' THEN first WHEN 'black' THEN second END, \
         black = CASE $1 WHEN 'white' THEN second WHEN 'black' THEN first END, \
         phase = $2, result = $3, reason = $4, \
         fault = CASE $5 WHEN 0 THEN first WHEN 1 THEN second END, \
         ply = $6, turn = $7, fen = $8, number = $9, opening = $10, deadline = $11, \
         updated = $12, ended = COALESCE(ended, $13), first_action = $14 WHERE id = $15",
    )
    .bind(standing.first_player.as_ref().and_then(name_of))
    .bind(name_of(&standing.phase))
    .bind(standing.ending.and_then(|ending| name_of(&ending.result)))
    .bind(standing.ending.and_then(|ending| name_of(&ending.reason)))
    .bind(standing.fault.map(place))
    .bind(i64::from(standing.ply))
    .bind(standing.turn.as_ref().and_then(name_of))
    .bind(&standing.fen)
    .bind(standing.number.map(i64::from))
    .bind(&standing.opening)
    .bind(if over { None } else { standing.deadline })
    .bind(append.at)
    .bind(over.then_some(append.at))
    .bind(standing.opening.split_whitespace().next())
    .bind(append.game.as_str())
    .execute(connection)
    .await?;
    Ok(())
}
