//! What lobby and pages ask for besides.

use super::games::game_row;
use super::row::Fields;
use super::{GameRow, NewNotice, NoticeRow, Player, Store, StoreError, name_of, notices, players};
use crate::clock::Millis;
use crate::ids::{GameId, PlayerId};

impl Store {
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

    /// Everybody who has proposed something.
    ///
    /// # Errors
    /// [`StoreError::Database`] or [`StoreError::Column`].
    pub async fn proposers(&self) -> Result<Vec<PlayerId>, StoreError> {
        let rows = sqlx::query("SELECT DISTINCT player FROM seeks")
            .fetch_all(&self.pool)
            .await?;
        rows.iter()
            .map(|row| Fields::new(row, "proposals of").player("player"))
            .collect()
    }

    /// The notice of this kind, game and ply, if it was written at this time or later.
    ///
    /// # Errors
    /// [`StoreError::Database`] or [`StoreError::Column`].
    pub async fn fresh_notice(
        &self,
        new: &NewNotice,
        since: Millis,
    ) -> Result<Option<NoticeRow>, StoreError> {
        sqlx::query(
            "SELECT * FROM notices WHERE player = $1 AND kind = $2 AND game = $3 AND ply = $4 \
             AND at >= $5",
        )
        .bind(new.player.as_str())
        .bind(name_of(&new.kind))
        .bind(new.game.as_ref().map_or("", GameId::as_str))
        .bind(i64::from(new.ply))
        .bind(since)
        .fetch_optional(&self.pool)
        .await?
        .map(|row| notices::notice(&row))
        .transpose()
    }
}
