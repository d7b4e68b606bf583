//! Blocks, reports, and the host's words to everybody.

use super::row::Fields;
use super::{Store, StoreError, name_of};
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

/// Words of the host to everybody.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Announcement {
    /// Which.
    pub id: RowId,
    /// The words.
    pub text: String,
    /// Since when.
    pub at: Millis,
    /// Until when.
    pub until: Option<Millis>,
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

    /// The open reports, oldest first.
    ///
    /// # Errors
    /// [`StoreError::Database`] or [`StoreError::Column`].
    pub async fn open_reports(&self) -> Result<Vec<Report>, StoreError> {
        let rows = sqlx::query("SELECT * FROM reports WHERE closed IS NULL ORDER BY at, id")
            .fetch_all(&self.pool)
            .await?;
        rows.iter()
            .map(|row| {
                let f = Fields::new(row, "report");
                let game = f.maybe_text("game")?;
                Ok(Report {
                    id: f.id("id")?,
                    by: f.player("by")?,
                    about: f.player("about")?,
                    game: game
                        .map(|text| GameId::read(&text).ok_or_else(|| f.wrong("game", text)))
                        .transpose()?,
                    reason: f.named("reason")?,
                    text: f.text("text")?,
                    at: f.number("at")?,
                    closed: f.maybe_number("closed")?,
                })
            })
            .collect()
    }

    /// Closes a report. `false` if there is no such open one.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn close_report(&self, id: &RowId, at: Millis) -> Result<bool, StoreError> {
        let done = self
            .run(
                sqlx::query("UPDATE reports SET closed = $2 WHERE id = $1 AND closed IS NULL")
                    .bind(id.as_str())
                    .bind(at),
            )
            .await?;
        Ok(done > 0)
    }

    /// Says something to everybody.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn announce(&self, announcement: &Announcement) -> Result<(), StoreError> {
        self.run(
            sqlx::query("INSERT INTO announcements (id, text, at, until) VALUES ($1, $2, $3, $4)")
                .bind(announcement.id.as_str())
                .bind(&announcement.text)
                .bind(announcement.at)
                .bind(announcement.until),
        )
        .await?;
        Ok(())
    }

    /// What is said to everybody now, oldest first.
    ///
    /// # Errors
    /// [`StoreError::Database`] or [`StoreError::Column`].
    pub async fn announcements(&self, now: Millis) -> Result<Vec<Announcement>, StoreError> {
        let rows = sqlx::query(
            "SELECT * FROM announcements WHERE at <= $1 AND (until IS NULL OR until > $1) \
             ORDER BY at, id",
        )
        .bind(now)
        .fetch_all(&self.pool)
        .await?;
        rows.iter()
            .map(|row| {
                let f = Fields::new(row, "announcement");
                Ok(Announcement {
                    id: f.id("id")?,
                    text: f.text("text")?,
                    at: f.number("at")?,
                    until: f.maybe_number("until")?,
                })
            })
            .collect()
    }

    /// Takes an announcement back. `false` if there is none.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn retract(&self, id: &RowId) -> Result<bool, StoreError> {
        let done = self
            .run(sqlx::query("DELETE FROM announcements WHERE id = $1").bind(id.as_str()))
            .await?;
        Ok(done > 0)
    }
}
