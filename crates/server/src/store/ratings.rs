//! Ratings in the store: what a finished game changes, and who is how strong.

use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use super::row::Fields;
use super::{GameRow, Player, Store, StoreError, Who, name_of};
use crate::clock::Millis;
use crate::rating::{ESTABLISHED, Pool, Rating, after_game, growth};
use crate::wire::{PlayerKind, Side, Speed};

/// Which rating of somebody.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct RatingKey {
    /// Variant id.
    pub variant: String,
    /// How fast.
    pub speed: Speed,
    /// Among whom.
    pub pool: Pool,
}

/// A rating that somebody has.
#[derive(Debug, Clone, PartialEq)]
pub struct RatingRow {
    /// Whose.
    pub who: Who,
    /// Which.
    pub key: RatingKey,
    /// As it was after the last game.
    pub rating: Rating,
    /// Number of games.
    pub games: u32,
    /// When the last one ended.
    pub updated: Millis,
}

impl RatingRow {
    /// As it is at this time: less certain than after the last game.
    pub fn at(&self, time: Millis) -> Rating {
        self.rating.after_idle(time - self.updated)
    }
}

/// A rating after a game.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GraphPoint {
    /// When the game ended.
    pub at: Millis,
    /// Points.
    pub rating: f64,
    /// Their uncertainty.
    pub deviation: f64,
}

/// A line of a leaderboard.
#[derive(Debug, Clone, PartialEq)]
pub struct LeaderRow {
    /// 1 for the best; the same for those of the same rating as it is shown.
    pub rank: u32,
    /// Who.
    pub player: Player,
    /// How strong.
    pub rating: RatingRow,
}

impl Store {
    /// Somebody's rating in one pool. Nothing before the first game.
    ///
    /// # Errors
    /// [`StoreError::Database`] or [`StoreError::Column`].
    pub async fn rating(
        &self,
        who: &Who,
        key: &RatingKey,
    ) -> Result<Option<RatingRow>, StoreError> {
        let mut connection = self.pool.acquire().await?;
        rating(&mut connection, who, key).await
    }

    /// All of somebody's ratings.
    ///
    /// # Errors
    /// [`StoreError::Database`] or [`StoreError::Column`].
    pub async fn ratings_of(&self, who: &Who) -> Result<Vec<RatingRow>, StoreError> {
        sqlx::query("SELECT * FROM ratings WHERE player = $1 ORDER BY variant, pool, speed")
            .bind(who.in_ratings())
            .fetch_all(&self.pool)
            .await?
            .iter()
            .map(rating_row)
            .collect()
    }

    /// Somebody's rating after each of the last games, oldest first.
    ///
    /// # Errors
    /// [`StoreError::Database`] or [`StoreError::Column`].
    pub async fn rating_graph(
        &self,
        who: &Who,
        key: &RatingKey,
        most: u32,
    ) -> Result<Vec<GraphPoint>, StoreError> {
        let rows = sqlx::query(
            "SELECT game, at, rating, deviation FROM rating_history WHERE player = $1 \
             AND variant = $2 AND speed = $3 AND pool = $4 ORDER BY at DESC, game DESC LIMIT $5",
        )
        .bind(who.in_ratings())
        .bind(&key.variant)
        .bind(name_of(&key.speed))
        .bind(name_of(&key.pool))
        .bind(i64::from(most))
        .fetch_all(&self.pool)
        .await?;
        rows.iter()
            .rev()
            .map(|row| {
                let f = Fields::new(row, "rating after game");
                Ok(GraphPoint {
                    at: f.number("at")?,
                    rating: f.real("rating")?,
                    deviation: f.real("deviation")?,
                })
            })
            .collect()
    }

    /// The best with an account whose rating is established, best first.
    ///
    /// # Errors
    /// [`StoreError::Database`] or [`StoreError::Column`].
    pub async fn leaderboard(
        &self,
        key: &RatingKey,
        most: u32,
        now: Millis,
    ) -> Result<Vec<LeaderRow>, StoreError> {
        let rows = sqlx::query(
            "SELECT r.*, p.id, p.name, p.kind FROM ratings r JOIN players p ON p.id = r.player \
             WHERE r.variant = $1 AND r.speed = $2 AND r.pool = $3 AND p.kind IN ('account', 'bot') \
             AND (p.banned_until IS NULL OR p.banned_until <= $4) \
             AND r.deviation * r.deviation + ($4 - r.updated) * $5 * r.volatility * r.volatility \
                 <= $6 \
             ORDER BY r.rating DESC, r.player LIMIT $7",
        )
        .bind(&key.variant)
        .bind(name_of(&key.speed))
        .bind(name_of(&key.pool))
        .bind(now)
        .bind(growth())
        .bind(ESTABLISHED * ESTABLISHED)
        .bind(i64::from(most))
        .fetch_all(&self.pool)
        .await?;
        let mut leaders: Vec<LeaderRow> = Vec::with_capacity(rows.len());
        for (row, place) in rows.iter().zip(1u32..) {
            let rating = rating_row(row)?;
            let rank = leaders
                .last()
                .filter(|before| before.rating.rating.shown() == rating.rating.shown())
                .map_or(place, |before| before.rank);
            leaders.push(LeaderRow {
                rank,
                player: super::players::player(row)?,
                rating,
            });
        }
        Ok(leaders)
    }
}

pub(super) async fn rating(
    connection: &mut AnyConnection,
    who: &Who,
    key: &RatingKey,
) -> Result<Option<RatingRow>, StoreError> {
    sqlx::query(
        "SELECT * FROM ratings WHERE player = $1 AND variant = $2 AND speed = $3 AND pool = $4",
    )
    .bind(who.in_ratings())
    .bind(&key.variant)
    .bind(name_of(&key.speed))
    .bind(name_of(&key.pool))
    .fetch_optional(connection)
    .await?
    .map(|row| rating_row(&row))
    .transpose()
}

pub(super) fn rating_row(row: &AnyRow) -> Result<RatingRow, StoreError> {
    let f = Fields::new(row, "rating of");
    let player = f.text("player")?;
    Ok(RatingRow {
        who: Who::read_in_ratings(&player).ok_or_else(|| f.wrong("player", player))?,
        key: RatingKey {
            variant: f.text("variant")?,
            speed: f.named("speed")?,
            pool: f.named("pool")?,
        },
        rating: Rating {
            rating: f.real("rating")?,
            deviation: f.real("deviation")?,
            volatility: f.real("volatility")?,
        },
        games: f.number("games")?,
        updated: f.number("updated")?,
    })
}

/// Whether a finished game changes ratings: guests have none, and a game without a result changes nothing.
fn counts(game: &GameRow) -> bool {
    let guest = game
        .participants
        .both()
        .iter()
        .any(|one| matches!(one.kind, PlayerKind::Guest | PlayerKind::Closed));
    !guest && (game.rated || game.pool == Pool::Bots)
}

/// Changes the ratings of both after a game; to be called once, in the transaction that ends it.
pub(super) async fn settle(
    connection: &mut AnyConnection,
    game: &GameRow,
    at: Millis,
) -> Result<(), StoreError> {
    let (Some(ending), Some(white), Some(black)) = (
        game.standing.ending,
        game.at(Side::White),
        game.at(Side::Black),
    ) else {
        return Ok(());
    };
    if !counts(game) {
        return Ok(());
    }
    let key = RatingKey {
        variant: game.variant.clone(),
        speed: game.speed(),
        pool: game.pool,
    };
    let mut before = Vec::with_capacity(2);
    for one in [white, black] {
        let row = rating(connection, &one.who, &key).await?;
        before.push(row.map_or_else(Rating::default, |row| row.at(at)));
    }
    let Some(after) = after_game(before[0], before[1], ending.result) else {
        return Ok(());
    };
    for (one, rating) in [white, black].into_iter().zip(after) {
        write(connection, &one.who, &key, &rating, game, at).await?;
    }
    Ok(())
}

async fn write(
    connection: &mut AnyConnection,
    who: &Who,
    key: &RatingKey,
    rating: &Rating,
    game: &GameRow,
    at: Millis,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO ratings (player, variant, speed, pool, rating, deviation, volatility, games, \
         updated) VALUES ($1, $2, $3, $4, $5, $6, $7, 1, $8) \
         ON CONFLICT (player, variant, speed, pool) DO UPDATE SET rating = excluded.rating, \
         deviation = excluded.deviation, volatility = excluded.volatility, \
         games = ratings.games + 1, updated = excluded.updated",
    )
    .bind(who.in_ratings())
    .bind(&key.variant)
    .bind(name_of(&key.speed))
    .bind(name_of(&key.pool))
    .bind(rating.rating)
    .bind(rating.deviation)
    .bind(rating.volatility)
    .bind(at)
    .execute(&mut *connection)
    .await?;
    sqlx::query(
        "INSERT INTO rating_history (player, variant, speed, pool, game, at, rating, deviation) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind(who.in_ratings())
    .bind(&key.variant)
    .bind(name_of(&key.speed))
    .bind(name_of(&key.pool))
    .bind(game.id.as_str())
    .bind(at)
    .bind(rating.rating)
    .bind(rating.deviation)
    .execute(&mut *connection)
    .await?;
    Ok(())
}
