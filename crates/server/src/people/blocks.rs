//! Whom one does not want to meet, and reports to the host.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;

use super::named;
use super::player::plain;
use crate::account::Body;
use crate::app::App;
use crate::auth::Visitor;
use crate::clock::now;
use crate::error::{ApiError, Code, internal};
use crate::ids::{GameId, RowId};
use crate::lobby::allowed;
use crate::store::Report;
use crate::wire::{NewReport, PlayerInfo};

/// Longest text of a report, in characters.
const TEXT: usize = 500;
/// Most players whom one can block.
const MOST: usize = 500;

pub(super) async fn list(
    State(app): State<App>,
    visitor: Visitor,
) -> Result<Json<Vec<PlayerInfo>>, ApiError> {
    let Some(player) = visitor.known() else {
        return Ok(Json(Vec::new()));
    };
    let blocked = app.store.blocked_by(&player.id).await.map_err(internal)?;
    Ok(Json(blocked.iter().map(plain).collect()))
}

pub(super) async fn add(
    State(app): State<App>,
    visitor: Visitor,
    Path(name): Path<String>,
) -> Result<StatusCode, ApiError> {
    set(&app, &visitor, &name, true).await
}

pub(super) async fn remove(
    State(app): State<App>,
    visitor: Visitor,
    Path(name): Path<String>,
) -> Result<StatusCode, ApiError> {
    set(&app, &visitor, &name, false).await
}

async fn set(app: &App, visitor: &Visitor, name: &str, on: bool) -> Result<StatusCode, ApiError> {
    let player = visitor.player()?.clone();
    let other = named(app, name).await?;
    if other.id == player.id {
        return Err(ApiError::from(Code::BadMessage).with("field", "name"));
    }
    if on {
        let blocked = app.store.blocked_by(&player.id).await;
        if blocked.map_err(internal)?.len() >= MOST {
            return Err(Code::RateLimited.into());
        }
        app.store.block(&player.id, &other.id).await
    } else {
        app.store.unblock(&player.id, &other.id).await
    }
    .map_err(internal)?;
    app.hub.block(&player.id, &other.id, on);
    if on {
        // Whoever waits in a pool does so with the blocks of then.
        app.pairer.keep_apart(&player.id, &other.id);
    }
    Ok(StatusCode::NO_CONTENT)
}

pub(super) async fn report(
    State(app): State<App>,
    visitor: Visitor,
    Body(report): Body<NewReport>,
) -> Result<StatusCode, ApiError> {
    let player = visitor.player()?.clone();
    allowed::account(&player)?;
    if report.text.chars().count() > TEXT || report.text.contains('\0') {
        return Err(ApiError::from(Code::BadMessage).with("field", "text"));
    }
    let game = match &report.game {
        Some(game) => {
            let unknown = || ApiError::from(Code::UnknownGame);
            let id = GameId::read(game).ok_or_else(unknown)?;
            let row = app.store.game(&id).await.map_err(internal)?;
            row.ok_or_else(unknown)?;
            Some(id)
        }
        None => None,
    };
    let about = named(&app, &report.about).await?;
    if !app.game_rate.take(player.id.clone()) {
        return Err(Code::RateLimited.into());
    }
    let report = Report {
        id: RowId::random().map_err(internal)?,
        by: player.id,
        about: about.id,
        game,
        reason: report.reason,
        text: report.text,
        at: now(),
        closed: None,
    };
    app.store.add_report(&report).await.map_err(internal)?;
    Ok(StatusCode::NO_CONTENT)
}
