//! Who keeps away from whom, and what is reported.

use super::row::Fields;
use super::{Player, Store, StoreError, name_of, players};
use crate::clock::Millis;
use crate::ids::{GameId, PlayerId, RowId};
use crate::wire::ReportReason;

/// A report in the host's queue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// Which.
    pub id: RowId,
    /// Who reports.
    pub by: PlayerId,
    /// Whom.
    pub about: PlayerId,
    /// The game that it is about.
    pub game: Option<GameId>,
    /// Why.
    pub reason: ReportReason,
    /// In his own words.
    pub text: String,
    /// When.
    pub at: Millis,
    /// When it was dealt with.
    pub closed: Option<Millis>,
}

impl Store {
    /// Blocks somebody for a player.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn block(&self, player: &PlayerId, blocked: &PlayerId) -> Result<(), StoreError> {
        self.run(
            sqlx::query(
                "INSERT INTO blocks (player, blocked) VALUES ($1, $2) ON CONFLICT DO NOTHING",
            )
            .bind(player.as_str())
            .bind(blocked.as_str()),
        )
        .await?;
        Ok(())
    }

    /// Ends it.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn unblock(&self, player: &PlayerId, blocked: &PlayerId) -> Result<(), StoreError> {
        self.run(
            sqlx::query("DELETE FROM blocks WHERE player = $1 AND blocked = $2")
                .bind(player.as_str())
                .bind(blocked.as_str()),
        )
        .await?;
        Ok(())
    }

    /// Whether a player has blocked somebody.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn has_blocked(
        &self,
        player: &PlayerId,
        blocked: &PlayerId,
    ) -> Result<bool, StoreError> {
        let row = sqlx::query("SELECT player FROM blocks WHERE player = $1 AND blocked = $2")
            .bind(player.as_str())
            .bind(blocked.as_str())
            .fetch_optional(&self.pool)
            .await?;
        Ok(row.is_some())
    }

    /// Everybody whom a player has blocked or who has blocked him: with none of them he is brought together.
    ///
    /// # Errors
    /// [`StoreError::Database`] or [`StoreError::Column`].
    pub async fn kept_apart(&self, player: &PlayerId) -> Result<Vec<PlayerId>, StoreError> {
        let rows = sqlx::query(
            "SELECT blocked AS other FROM blocks WHERE player = $1 \
             UNION SELECT player AS other FROM blocks WHERE blocked = $1",
        )
        .bind(player.as_str())
        .fetch_all(&self.pool)
        .await?;
        rows.iter()
            .map(|row| Fields::new(row, "block").player("other"))
            .collect()
    }

    /// Puts a report into the queue.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn add_report(&self, report: &Report) -> Result<(), StoreError> {
        self.run(
            sqlx::query(
                "INSERT INTO reports (id, by, about, game, reason, text, at, closed) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
            )
            .bind(report.id.as_str())
            .bind(report.by.as_str())
            .bind(report.about.as_str())
            .bind(report.game.as_ref().map(GameId::as_str))
            .bind(name_of(&report.reason))
            .bind(&report.text)
            .bind(report.at)
            .bind(report.closed),
        )
        .await?;
        Ok(())
    }

    /// Whom a player has blocked, by name.
    ///
    /// # Errors
    /// [`StoreError::Database`] or [`StoreError::Column`].
    pub async fn blocked_by(&self, player: &PlayerId) -> Result<Vec<Player>, StoreError> {
        let rows = sqlx::query(
            "SELECT p.id, p.name, p.kind FROM blocks b JOIN players p ON p.id = b.blocked \
             WHERE b.player = $1 ORDER BY p.lookup, p.id",
        )
        .bind(player.as_str())
        .fetch_all(&self.pool)
        .await?;
        rows.iter().map(players::player).collect()
    }

    /// Every block: who, and whom.
    ///
    /// # Errors
    /// [`StoreError::Database`] or [`StoreError::Column`].
    pub async fn all_blocks(&self) -> Result<Vec<(PlayerId, PlayerId)>, StoreError> {
        let rows = sqlx::query("SELECT player, blocked FROM blocks")
            .fetch_all(&self.pool)
            .await?;
        rows.iter()
            .map(|row| {
                let f = Fields::new(row, "block");
                Ok((f.player("player")?, f.player("blocked")?))
            })
            .collect()
    }
}
