//! Players: guests, accounts, bots.

use sqlx::any::AnyRow;

use super::row::Fields;
use super::{Store, StoreError, name_of};
use crate::clock::now;
use crate::ids::PlayerId;
use crate::wire::PlayerKind;

/// Who somebody is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Player {
    /// Who.
    pub id: PlayerId,
    /// Shown name.
    pub name: String,
    /// What sort of player.
    pub kind: PlayerKind,
}

impl Store {
    /// Adds a player without a password.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn add_player(&self, player: &Player) -> Result<(), StoreError> {
        let at = now();
        let mut writing = self.writing().await?;
        sqlx::query(
            "INSERT INTO players (id, name, created, kind, seen) VALUES ($1, $2, $3, $4, $3)",
        )
        .bind(player.id.as_str())
        .bind(&player.name)
        .bind(at)
        .bind(name_of(&player.kind))
        .execute(&mut *writing)
        .await?;
        writing.commit().await
    }

    /// A player.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn player(&self, id: &PlayerId) -> Result<Option<Player>, StoreError> {
        sqlx::query("SELECT id, name, kind FROM players WHERE id = $1")
            .bind(id.as_str())
            .fetch_optional(&self.pool)
            .await?
            .map(|row| player(&row))
            .transpose()
    }
}

pub(super) fn player(row: &AnyRow) -> Result<Player, StoreError> {
    let f = Fields::new(row, "player");
    Ok(Player {
        id: f.player("id")?,
        name: f.text("name")?,
        kind: f.named("kind")?,
    })
}
