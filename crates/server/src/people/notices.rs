//! A person's notices.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;

use crate::app::App;
use crate::auth::Visitor;
use crate::error::{ApiError, internal};
use crate::ids::GameId;
use crate::store::NoticeRow;
use crate::wire::Notice;

/// Most notices in the list.
const LISTED: u32 = 50;

/// As its reader gets it.
pub(super) fn shown(row: &NoticeRow) -> Notice {
    Notice {
        id: row.id.to_string(),
        kind: row.notice.kind,
        game: row.notice.game.as_ref().map(GameId::to_string),
        name: row.notice.name.clone(),
        at: row.at,
        seen: row.seen,
    }
}

pub(super) async fn list(
    State(app): State<App>,
    visitor: Visitor,
) -> Result<Json<Vec<Notice>>, ApiError> {
    let Some(player) = &visitor.player else {
        return Ok(Json(Vec::new()));
    };
    let rows = app
        .store
        .notices_of(player, LISTED)
        .await
        .map_err(internal)?;
    Ok(Json(rows.iter().map(shown).collect()))
}

pub(super) async fn seen(State(app): State<App>, visitor: Visitor) -> Result<StatusCode, ApiError> {
    let player = visitor.player()?.clone();
    app.store
        .see_notices(&player.id, None)
        .await
        .map_err(internal)?;
    Ok(StatusCode::NO_CONTENT)
}
