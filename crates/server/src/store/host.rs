//! What the host does: bans, announcements, reports, facts that a running server looks at.

use super::credentials::{Account, account};
use super::row::Fields;
use super::{Store, StoreError};
use crate::clock::Millis;
use crate::ids::{GameId, PlayerId, RowId};
use crate::wire::ReportReason;

/// Words of the host to everybody.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnnouncementRow {
    /// Which.
    pub id: RowId,
    /// The words.
    pub text: String,
    /// Since when.
    pub at: Millis,
    /// Until when.
    pub until: Option<Millis>,
}

/// A report of a player about another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportRow {
    /// Which.
    pub id: RowId,
    /// Names of the two.
    pub by: String,
    /// Whom it is about.
    pub about: String,
    /// In which game.
    pub game: Option<GameId>,
    /// Of what sort.
    pub reason: ReportReason,
    /// The player's words.
    pub text: String,
    /// When.
    pub at: Millis,
    /// When it was closed.
    pub closed: Option<Millis>,
}

impl Store {
    /// A fact that may change; `None` where there is none.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn current_fact(&self, name: &str) -> Result<Option<String>, StoreError> {
        sqlx::query("SELECT name, value FROM facts WHERE name = $1")
            .bind(name)
            .fetch_optional(&self.pool)
            .await?
            .map(|row| Fields::new(&row, "fact").text("value"))
            .transpose()
    }

    /// Sets a fact that may change, or removes it.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn set_fact(&self, name: &str, value: Option<&str>) -> Result<(), StoreError> {
        let mut writing = self.writing().await?;
        match value {
            Some(value) => {
                sqlx::query(
                    "INSERT INTO facts (name, value) VALUES ($1, $2) \
                     ON CONFLICT (name) DO UPDATE SET value = $2",
                )
                .bind(name)
                .bind(value)
                .execute(&mut *writing)
                .await?;
            }
            None => {
                sqlx::query("DELETE FROM facts WHERE name = $1")
                    .bind(name)
                    .execute(&mut *writing)
                    .await?;
            }
        }
        writing.commit().await
    }

    /// Accounts and bots by name, at most so many; of guests only those that are banned.
    ///
    /// # Errors
    /// [`StoreError::Database`] or [`StoreError::Column`].
    pub async fn accounts_like(&self, part: &str, most: u32) -> Result<Vec<Account>, StoreError> {
        let pattern: String = part
            .to_ascii_lowercase()
            .chars()
            .flat_map(|c| match c {
                '%' | '_' | '!' => vec!['!', c],
                c => vec![c],
            })
            .collect();
        let rows = sqlx::query(
            "SELECT * FROM players WHERE kind IN ('account', 'bot') AND lookup LIKE $1 ESCAPE '!' \
             OR kind = 'guest' AND banned_until IS NOT NULL ORDER BY lookup, id LIMIT $2",
        )
        .bind(format!("%{pattern}%"))
        .bind(i64::from(most))
        .fetch_all(&self.pool)
        .await?;
        rows.iter().map(account).collect()
    }

    /// Bans a player, or lifts a ban.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn set_ban(
        &self,
        player: &PlayerId,
        until: Option<Millis>,
        reason: &str,
    ) -> Result<(), StoreError> {
        let mut writing = self.writing().await?;
        sqlx::query("UPDATE players SET banned_until = $1, ban_reason = $2 WHERE id = $3")
            .bind(until)
            .bind(until.map(|_| reason))
            .bind(player.as_str())
            .execute(&mut *writing)
            .await?;
        writing.commit().await
    }

    /// Players who are banned at this time, and bots of such players.
    ///
    /// # Errors
    /// [`StoreError::Database`] or [`StoreError::Column`].
    pub async fn banned(&self, at: Millis) -> Result<Vec<PlayerId>, StoreError> {
        let rows = sqlx::query(
            "SELECT id FROM players WHERE banned_until > $1 \
             OR owner IN (SELECT id FROM players WHERE banned_until > $1)",
        )
        .bind(at)
        .fetch_all(&self.pool)
        .await?;
        rows.iter()
            .map(|row| Fields::new(row, "player").player("id"))
            .collect()
    }

    /// Says something to everybody.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn announce(&self, new: &AnnouncementRow) -> Result<(), StoreError> {
        let mut writing = self.writing().await?;
        sqlx::query("INSERT INTO announcements (id, text, at, until) VALUES ($1, $2, $3, $4)")
            .bind(new.id.as_str())
            .bind(&new.text)
            .bind(new.at)
            .bind(new.until)
            .execute(&mut *writing)
            .await?;
        writing.commit().await
    }

    /// Takes an announcement back. Whether there was one.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn withdraw(&self, id: &RowId) -> Result<bool, StoreError> {
        let mut writing = self.writing().await?;
        let done = sqlx::query("DELETE FROM announcements WHERE id = $1")
            .bind(id.as_str())
            .execute(&mut *writing)
            .await?;
        writing.commit().await?;
        Ok(done.rows_affected() > 0)
    }

    /// What is announced at this time, oldest first.
    ///
    /// # Errors
    /// [`StoreError::Database`] or [`StoreError::Column`].
    pub async fn announcements(&self, at: Millis) -> Result<Vec<AnnouncementRow>, StoreError> {
        let rows = sqlx::query(
            "SELECT id, text, at, until FROM announcements WHERE until IS NULL OR until > $1 \
             ORDER BY at, id",
        )
        .bind(at)
        .fetch_all(&self.pool)
        .await?;
        rows.iter()
            .map(|row| {
                let f = Fields::new(row, "announcement");
                Ok(AnnouncementRow {
                    id: f.row_id("id")?,
                    text: f.text("text")?,
                    at: f.number("at")?,
                    until: f.maybe_number("until")?,
                })
            })
            .collect()
    }

    /// Reports, oldest first; closed ones only if asked for.
    ///
    /// # Errors
    /// [`StoreError::Database`] or [`StoreError::Column`].
    pub async fn reports(&self, closed_too: bool) -> Result<Vec<ReportRow>, StoreError> {
        let rows = sqlx::query(
            "SELECT r.id, b.name AS by_name, a.name AS about_name, r.game, r.reason, r.text, r.at, \
             r.closed FROM reports r JOIN players b ON b.id = r.by JOIN players a ON a.id = r.about \
             WHERE r.closed IS NULL OR $1 = 1 ORDER BY r.at, r.id",
        )
        .bind(i64::from(closed_too))
        .fetch_all(&self.pool)
        .await?;
        rows.iter()
            .map(|row| {
                let f = Fields::new(row, "report");
                let game = f.maybe_text("game")?;
                Ok(ReportRow {
                    id: f.row_id("id")?,
                    by: f.text("by_name")?,
                    about: f.text("about_name")?,
                    game: game
                        .map(|game| GameId::read(&game).ok_or_else(|| f.wrong("game", game)))
                        .transpose()?,
                    reason: f.named("reason")?,
                    text: f.text("text")?,
                    at: f.number("at")?,
                    closed: f.maybe_number("closed")?,
                })
            })
            .collect()
    }

    /// Closes a report. Whether there was an open one.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn close_report(&self, id: &RowId, at: Millis) -> Result<bool, StoreError> {
        let mut writing = self.writing().await?;
        let done = sqlx::query("UPDATE reports SET closed = $1 WHERE id = $2 AND closed IS NULL")
            .bind(at)
            .bind(id.as_str())
            .execute(&mut *writing)
            .await?;
        writing.commit().await?;
        Ok(done.rows_affected() > 0)
    }
}
