//! How games end: numbers for White, Black and draws, by what may matter for them.

use sqlx::any::AnyRow;

use super::row::Fields;
use super::{Store, StoreError, name_of};
use crate::wire::{Speed, Statistics, Tally};

/// Most lines of a list that could be long.
const LINES: usize = 50;

/// Of which games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatisticsFilter {
    /// Variant id.
    pub variant: String,
    /// How fast; any if absent.
    pub speed: Option<Speed>,
    /// Lowest mean rating of the two.
    pub low: Option<u32>,
    /// The mean rating is below this.
    pub high: Option<u32>,
}

const FROM: &str = "FROM games WHERE variant = $1 AND ended IS NOT NULL AND private = 0 \
     AND result IN ('white', 'black', 'draw') \
     AND ($2 IS NULL OR speed = $2) \
     AND ($3 IS NULL OR (first_rating + second_rating) / 2 >= $3) \
     AND ($4 IS NULL OR (first_rating + second_rating) / 2 < $4)";

const TALLY: &str = "CAST(SUM(CASE WHEN result = 'white' THEN 1 ELSE 0 END) AS BIGINT) AS white, \
     CAST(SUM(CASE WHEN result = 'black' THEN 1 ELSE 0 END) AS BIGINT) AS black, \
     CAST(SUM(CASE WHEN result = 'draw' THEN 1 ELSE 0 END) AS BIGINT) AS draws";

fn tally(f: &Fields<'_>) -> Result<Tally, StoreError> {
    Ok(Tally {
        white: f.number("white")?,
        black: f.number("black")?,
        draws: f.number("draws")?,
    })
}

impl Store {
    /// The statistics of one game.
    ///
    /// # Errors
    /// [`StoreError::Database`] or [`StoreError::Column`].
    pub async fn statistics(&self, filter: &StatisticsFilter) -> Result<Statistics, StoreError> {
        let by_speed = self.tallies(filter, "speed").await?;
        let by_rating = self
            .tallies(filter, "(first_rating + second_rating) / 2 / 200 * 200")
            .await?;
        let by_array = self.tallies(filter, "number").await?;
        let by_length = self.tallies(filter, "ply / 10 * 10").await?;
        let by_first_move = self.tallies(filter, "first_action").await?;
        let mut all = Tally::default();
        let mut speeds = Vec::new();
        for row in &by_speed {
            let f = Fields::new(row, "statistics");
            let part = tally(&f)?;
            all.white += part.white;
            all.black += part.black;
            all.draws += part.draws;
            speeds.push((f.named::<Speed>("value")?, part));
        }
        speeds.sort_by_key(|&(speed, _)| speed);
        let mut statistics = Statistics {
            variant: filter.variant.clone(),
            all,
            by_speed: speeds,
            by_rating: numbered(&by_rating)?,
            by_array: numbered(&by_array)?,
            by_length: numbered(&by_length)?
                .into_iter()
                .map(|(length, tally)| (length, count(&tally)))
                .collect(),
            by_first_move: by_first_move
                .iter()
                .map(|row| {
                    let f = Fields::new(row, "statistics");
                    Ok((f.text("value")?, tally(&f)?))
                })
                .collect::<Result<_, StoreError>>()?,
        };
        let most_first = |tally: &Tally| std::cmp::Reverse(count(tally));
        statistics
            .by_array
            .sort_by_key(|(_, tally)| most_first(tally));
        statistics
            .by_first_move
            .sort_by(|(a, one), (b, other)| (most_first(one), a).cmp(&(most_first(other), b)));
        statistics.by_array.truncate(LINES);
        statistics.by_first_move.truncate(LINES);
        Ok(statistics)
    }

    /// One line for each value of an expression that has one.
    async fn tallies(
        &self,
        filter: &StatisticsFilter,
        value: &'static str,
    ) -> Result<Vec<AnyRow>, StoreError> {
        let text = format!(
            "SELECT {value} AS value, {TALLY} {FROM} AND {value} IS NOT NULL GROUP BY 1 ORDER BY 1"
        );
        let rows = sqlx::query(sqlx::AssertSqlSafe(text))
            .bind(&filter.variant)
            .bind(filter.speed.as_ref().and_then(name_of))
            .bind(filter.low.map(i64::from))
            .bind(filter.high.map(i64::from))
            .fetch_all(&self.pool)
            .await?;
        Ok(rows)
    }
}

fn count(tally: &Tally) -> u32 {
    tally.white + tally.black + tally.draws
}

fn numbered(rows: &[AnyRow]) -> Result<Vec<(u32, Tally)>, StoreError> {
    rows.iter()
        .map(|row| {
            let f = Fields::new(row, "statistics");
            Ok((f.number("value")?, tally(&f)?))
        })
        .collect()
}
