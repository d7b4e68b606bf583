//! One's own sessions.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;

use crate::app::App;
use crate::auth::{Expelled, Visitor};
use crate::error::{ApiError, Code, internal};
use crate::ids::RowId;
use crate::wire::SessionInfo;

/// `GET /sessions`.
pub(super) async fn list(
    State(app): State<App>,
    visitor: Visitor,
) -> Result<Json<Vec<SessionInfo>>, ApiError> {
    let player = visitor.player()?;
    let rows = app.store.sessions(&player.id).await.map_err(internal)?;
    let sessions = rows.into_iter().map(|row| SessionInfo {
        current: visitor.session() == Some(&row.id),
        id: row.id.to_string(),
        created: row.created,
        seen: row.seen,
        agent: row.agent,
    });
    Ok(Json(sessions.collect()))
}

/// `DELETE /sessions/{id}`.
pub(super) async fn end_one(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    let player = visitor.player()?;
    let unknown = || ApiError::from(Code::UnknownSession);
    let id = RowId::read(&id).ok_or_else(unknown)?;
    let ended = app.store.end_session(&player.id, &id).await;
    if !ended.map_err(internal)? {
        return Err(unknown());
    }
    app.expel(Expelled::Session(id));
    Ok(StatusCode::NO_CONTENT)
}

/// `DELETE /sessions`: all but the one that asks.
pub(super) async fn end_others(
    State(app): State<App>,
    visitor: Visitor,
) -> Result<StatusCode, ApiError> {
    let player = visitor.player()?;
    let own = visitor.session();
    app.store
        .end_sessions(&player.id, own)
        .await
        .map_err(internal)?;
    app.expel(Expelled::Player {
        player: player.id.clone(),
        except: own.cloned(),
    });
    Ok(StatusCode::NO_CONTENT)
}
