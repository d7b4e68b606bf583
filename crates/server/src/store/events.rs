//! The sealed event log.

use sqlx::Row;
use tokio::sync::oneshot;

use super::{Append, Sealed, Store, StoreError};
use crate::ids::GameId;
use crate::log::{LogError, Logged};

impl Store {
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

    /// Appends durably: returns when the events are on the disk, with all that follows from them.
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
        let rows = sqlx::query("SELECT seq, payload FROM events WHERE game = $1 ORDER BY seq")
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
}
