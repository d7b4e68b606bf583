//! Lists of games: one's own, those that run, the archive.

use sqlx::any::AnyRow;

use super::games::game_row;
use super::row::Fields;
use super::{GameRow, Store, StoreError, name_of};
use crate::clock::Millis;
use crate::ids::{GameId, PlayerId};
use crate::wire::{GameResult, Results, Side, Speed};

/// Where the next page of a list begins: after the game of this time and id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cursor {
    at: Millis,
    id: String,
}

impl std::fmt::Display for Cursor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}-{}", self.at, self.id)
    }
}

/// It is no place in a list of games.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a place in a list of games is a time and a game, such as 1700000000000-7KQw")]
pub struct NoCursor;

impl std::str::FromStr for Cursor {
    type Err = NoCursor;

    fn from_str(text: &str) -> Result<Cursor, NoCursor> {
        let (at, id) = text.split_once('-').ok_or(NoCursor)?;
        let at = at.parse().map_err(|_| NoCursor)?;
        GameId::read(id).ok_or(NoCursor)?;
        Ok(Cursor {
            at,
            id: id.to_owned(),
        })
    }
}

/// A part of a list of games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// The games.
    pub games: Vec<GameRow>,
    /// Where the next part begins, if there is one.
    pub next: Option<Cursor>,
}

/// What games of the archive to list. Absent means any.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ArchiveFilter {
    /// Variant id.
    pub variant: Option<String>,
    /// Somebody who plays.
    pub player: Option<PlayerId>,
    /// How it ended.
    pub result: Option<GameResult>,
    /// How fast it is.
    pub speed: Option<Speed>,
    /// Rated or casual.
    pub rated: Option<bool>,
    /// Ended at this time or later.
    pub from: Option<Millis>,
    /// Ended before this time.
    pub to: Option<Millis>,
}

/// Games that somebody has spoilt lately.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Aborts {
    /// How many of the last games.
    pub count: u32,
    /// When the latest of them ended.
    pub last: Option<Millis>,
}

/// What an archive search looks at, in the order of its parameters. Each part is passed by where nothing is asked.
const MATCHES: &str = "($1 IS NULL OR variant = $1) AND ($2 IS NULL OR result = $2) \
     AND ($3 IS NULL OR speed = $3) AND ($4 IS NULL OR rated = $4) \
     AND ($5 IS NULL OR ended >= $5) AND ($6 IS NULL OR ended < $6) \
     AND ($7 IS NULL OR ended < $7 OR (ended = $7 AND id < $8))";

impl Store {
    /// A player's games, running and finished, newest first.
    ///
    /// # Errors
    /// [`StoreError::Database`] or [`StoreError::Column`].
    pub async fn games_of(&self, player: &PlayerId, most: u32) -> Result<Vec<GameRow>, StoreError> {
        let rows = sqlx::query(
            "SELECT * FROM games WHERE first = $1 OR second = $1 ORDER BY created DESC, id DESC \
             LIMIT $2",
        )
        .bind(player.as_str())
        .bind(i64::from(most))
        .fetch_all(&self.pool)
        .await?;
        rows.iter().map(game_row).collect()
    }

    /// A player's unfinished games: those with a deadline first, the nearest first.
    ///
    /// # Errors
    /// [`StoreError::Database`] or [`StoreError::Column`].
    pub async fn running_of(&self, player: &PlayerId) -> Result<Vec<GameRow>, StoreError> {
        let rows = sqlx::query(
            "SELECT * FROM games WHERE (first = $1 OR second = $1) AND ended IS NULL \
             ORDER BY CASE WHEN deadline IS NULL THEN 1 ELSE 0 END, deadline, updated DESC",
        )
        .bind(player.as_str())
        .fetch_all(&self.pool)
        .await?;
        rows.iter().map(game_row).collect()
    }

    /// A part of a player's finished games, private ones included, the last to end first.
    ///
    /// # Errors
    /// [`StoreError::Database`] or [`StoreError::Column`].
    pub async fn finished_of(
        &self,
        player: &PlayerId,
        after: Option<&Cursor>,
        most: u32,
    ) -> Result<Page, StoreError> {
        let rows = sqlx::query(
            "SELECT * FROM games WHERE (first = $1 OR second = $1) AND ended IS NOT NULL \
             AND ($2 IS NULL OR ended < $2 OR (ended = $2 AND id < $3)) \
             ORDER BY ended DESC, id DESC LIMIT $4",
        )
        .bind(player.as_str())
        .bind(after.map(|cursor| cursor.at))
        .bind(after.map(|cursor| cursor.id.as_str()))
        .bind(i64::from(most) + 1)
        .fetch_all(&self.pool)
        .await?;
        page(&rows, most)
    }

    /// A part of the finished public games, the last to end first.
    ///
    /// # Errors
    /// [`StoreError::Database`] or [`StoreError::Column`].
    pub async fn archive(
        &self,
        filter: &ArchiveFilter,
        after: Option<&Cursor>,
        most: u32,
    ) -> Result<Page, StoreError> {
        let of_player = match filter.player {
            Some(_) => "(first = $9 OR second = $9)",
            None => "$9 IS NULL",
        };
        let text = format!(
            "SELECT * FROM games WHERE ended IS NOT NULL AND private = 0 AND {of_player} \
             AND {MATCHES} ORDER BY ended DESC, id DESC LIMIT $10"
        );
        let rows = sqlx::query(sqlx::AssertSqlSafe(text))
            .bind(filter.variant.as_deref())
            .bind(filter.result.as_ref().and_then(name_of))
            .bind(filter.speed.as_ref().and_then(name_of))
            .bind(filter.rated.map(i64::from))
            .bind(filter.from)
            .bind(filter.to)
            .bind(after.map(|cursor| cursor.at))
            .bind(after.map(|cursor| cursor.id.as_str()))
            .bind(filter.player.as_ref().map(PlayerId::as_str))
            .bind(i64::from(most) + 1)
            .fetch_all(&self.pool)
            .await?;
        page(&rows, most)
    }

    /// Public games that run now, the last moved in first.
    ///
    /// # Errors
    /// [`StoreError::Database`] or [`StoreError::Column`].
    pub async fn running_public(&self, most: u32) -> Result<Vec<GameRow>, StoreError> {
        let rows = sqlx::query(
            "SELECT * FROM games WHERE phase = 'playing' AND private = 0 \
             ORDER BY updated DESC, id LIMIT $1",
        )
        .bind(i64::from(most))
        .fetch_all(&self.pool)
        .await?;
        rows.iter().map(game_row).collect()
    }

    /// How many public games run now.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn count_running_public(&self) -> Result<u32, StoreError> {
        let row =
            sqlx::query("SELECT COUNT(*) AS n FROM games WHERE phase = 'playing' AND private = 0")
                .fetch_one(&self.pool)
                .await?;
        Fields::new(&row, "count").number("n")
    }

    /// In how many games it is this player's turn.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn count_turns(&self, player: &PlayerId) -> Result<u32, StoreError> {
        let row = sqlx::query(
            "SELECT COUNT(*) AS n FROM games WHERE (first = $1 OR second = $1) \
             AND phase = 'playing' \
             AND ((turn = 'white' AND white = $1) OR (turn = 'black' AND black = $1))",
        )
        .bind(player.as_str())
        .fetch_one(&self.pool)
        .await?;
        Fields::new(&row, "count").number("n")
    }

    /// A player's results by game and colour, aborted games left out.
    ///
    /// # Errors
    /// [`StoreError::Database`] or [`StoreError::Column`].
    pub async fn results_of(&self, player: &PlayerId) -> Result<Vec<Results>, StoreError> {
        let rows = sqlx::query(
            "SELECT variant, CASE WHEN white = $1 THEN 'white' ELSE 'black' END AS side, \
             CAST(SUM(CASE WHEN (result = 'white' AND white = $1) \
                             OR (result = 'black' AND black = $1) THEN 1 ELSE 0 END) AS BIGINT) AS won, \
             CAST(SUM(CASE WHEN result = 'draw' THEN 1 ELSE 0 END) AS BIGINT) AS drawn, \
             CAST(COUNT(*) AS BIGINT) AS games \
             FROM games WHERE (first = $1 OR second = $1) AND ended IS NOT NULL \
             AND white IS NOT NULL AND result IN ('white', 'black', 'draw') \
             GROUP BY 1, 2 ORDER BY 1, 2 DESC",
        )
        .bind(player.as_str())
        .fetch_all(&self.pool)
        .await?;
        rows.iter()
            .map(|row| {
                let f = Fields::new(row, "results");
                let side: Side = f.named("side")?;
                let (won, drawn): (u32, u32) = (f.number("won")?, f.number("drawn")?);
                let games: u32 = f.number("games")?;
                Ok(Results {
                    variant: f.text("variant")?,
                    side,
                    won,
                    drawn,
                    lost: games.saturating_sub(won).saturating_sub(drawn),
                })
            })
            .collect()
    }

    /// How many of a player's last games were aborted by his fault.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn aborts(&self, player: &PlayerId, of_last: u32) -> Result<Aborts, StoreError> {
        let row = sqlx::query(
            "SELECT CAST(COUNT(*) AS BIGINT) AS n, MAX(ended) AS last FROM \
             (SELECT result, fault, ended FROM games WHERE (first = $1 OR second = $1) \
              AND ended IS NOT NULL ORDER BY ended DESC, id DESC LIMIT $2) AS latest \
             WHERE result = 'aborted' AND fault = $1",
        )
        .bind(player.as_str())
        .bind(i64::from(of_last))
        .fetch_one(&self.pool)
        .await?;
        let f = Fields::new(&row, "aborts");
        Ok(Aborts {
            count: f.number("n")?,
            last: f.maybe_number("last")?,
        })
    }

    /// The last games of two with each other in one variant, newest first, those that came to nothing left out. The
    /// built-in computer goes by the name that it has in games.
    ///
    /// # Errors
    /// [`StoreError::Database`] or [`StoreError::Column`].
    pub async fn games_between(
        &self,
        one: &str,
        other: &str,
        variant: &str,
        most: u32,
    ) -> Result<Vec<GameRow>, StoreError> {
        let rows = sqlx::query(
            "SELECT * FROM games WHERE ((first = $1 AND second = $2) OR (first = $2 AND second = $1)) \
             AND variant = $3 AND ended IS NOT NULL AND result <> 'aborted' \
             ORDER BY created DESC, id DESC LIMIT $4",
        )
        .bind(one)
        .bind(other)
        .bind(variant)
        .bind(i64::from(most))
        .fetch_all(&self.pool)
        .await?;
        rows.iter().map(game_row).collect()
    }
}

/// One row more than was asked for says that there is a next part.
fn page(rows: &[AnyRow], most: u32) -> Result<Page, StoreError> {
    let mut games: Vec<GameRow> = rows.iter().map(game_row).collect::<Result<_, _>>()?;
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    let more = games.len() > most;
    games.truncate(most);
    let next = games.last().filter(|_| more).and_then(|last| {
        Some(Cursor {
            at: last.ended?,
            id: last.id.to_string(),
        })
    });
    Ok(Page { games, next })
}
