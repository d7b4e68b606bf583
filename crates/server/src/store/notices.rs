//! Notices: each about one thing, each once.

use sqlx::AnyConnection;

use super::{StoreError, name_of};
use crate::clock::Millis;
use crate::ids::{GameId, PlayerId, RowId};
use crate::wire::NoticeKind;

/// A notice to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewNotice {
    /// Whom it is for.
    pub player: PlayerId,
    /// What it says.
    pub kind: NoticeKind,
    /// The game that it is about, or the proposal that can become it.
    pub game: Option<GameId>,
    /// Number of actions then: it tells two notices of one kind and game apart.
    pub ply: u32,
    /// The other player's name, where there is one.
    pub name: Option<String>,
}

/// Writes a notice unless it is there. Whether it is new.
pub(super) async fn insert(
    connection: &mut AnyConnection,
    notice: &NewNotice,
    at: Millis,
) -> Result<Option<RowId>, StoreError> {
    let id = RowId::random()?;
    let done = sqlx::query(
        "INSERT INTO notices (id, player, kind, game, ply, name, at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (player, kind, game, ply) DO NOTHING",
    )
    .bind(id.as_str())
    .bind(notice.player.as_str())
    .bind(name_of(&notice.kind))
    .bind(notice.game.as_ref().map_or("", GameId::as_str))
    .bind(i64::from(notice.ply))
    .bind(notice.name.as_deref())
    .bind(at)
    .execute(connection)
    .await?;
    Ok((done.rows_affected() > 0).then_some(id))
}
