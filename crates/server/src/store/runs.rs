//! Runs of the server, and the times between them, for which nobody is charged.

use super::row::Fields;
use super::{Store, StoreError};
use crate::clock::Millis;
use crate::ids::RowId;

/// A time in which no server ran.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Downtime {
    /// The last sign of the run before.
    pub from: Millis,
    /// The start of the run after.
    pub to: Millis,
}

impl Downtime {
    /// How much of it lies between two times.
    pub fn within(&self, from: Millis, to: Millis) -> Millis {
        (self.to.min(to) - self.from.max(from)).max(0)
    }
}

impl Store {
    /// Begins a run.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn start_run(&self, now: Millis) -> Result<RowId, StoreError> {
        let id = RowId::random()?;
        self.run(
            sqlx::query("INSERT INTO runs (id, started, seen) VALUES ($1, $2, $2)")
                .bind(id.as_str())
                .bind(now),
        )
        .await?;
        Ok(id)
    }

    /// Notes that a run goes on. To be called each second, and at the end.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn beat(&self, run: &RowId, now: Millis) -> Result<(), StoreError> {
        self.run(
            sqlx::query("UPDATE runs SET seen = $2 WHERE id = $1 AND seen < $2")
                .bind(run.as_str())
                .bind(now),
        )
        .await?;
        Ok(())
    }

    /// Times without a server that ended after then, in order.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn downtimes(&self, since: Millis) -> Result<Vec<Downtime>, StoreError> {
        let rows = sqlx::query("SELECT id, started, seen FROM runs ORDER BY started, seen")
            .fetch_all(&self.pool)
            .await?;
        let mut downtimes = Vec::new();
        let mut last: Option<Millis> = None;
        for row in &rows {
            let f = Fields::new(row, "run");
            let (started, seen): (Millis, Millis) = (f.number("started")?, f.number("seen")?);
            if let Some(from) = last
                && from < started
                && started > since
            {
                downtimes.push(Downtime { from, to: started });
            }
            last = Some(last.map_or(seen, |last| last.max(seen)));
        }
        Ok(downtimes)
    }

    /// Forgets runs that ended before then, which no turn under way can have seen. How many.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn drop_runs_before(&self, seen: Millis) -> Result<u64, StoreError> {
        self.run(sqlx::query("DELETE FROM runs WHERE seen < $1").bind(seen))
            .await
    }
}
