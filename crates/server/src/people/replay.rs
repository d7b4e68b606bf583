//! A finished game as one seat knew it at each ply.

use axum::Json;
use axum::extract::{Path, Query, State};
use backrank_rules::Colour;
use serde::Deserialize;

use super::finished_game;
use crate::app::App;
use crate::auth::Visitor;
use crate::error::{ApiError, Code};
use crate::rest::unreadable;
use crate::wire::{Replay, Seat};

/// Whose knowledge.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Wanted {
    #[serde(default = "everybody")]
    seat: Seat,
}

fn everybody() -> Seat {
    Seat::Spectator
}

pub(super) async fn replay(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(Wanted { seat }): Query<Wanted>,
) -> Result<Json<Replay>, ApiError> {
    let row = finished_game(&app, &visitor, &id).await?;
    let (table, _) = app.hub.load(&row.id).await.map_err(unreadable)?;
    let game = table.game().ok_or(Code::NoDeal)?;
    let sight = match seat {
        Seat::White => game.sight(Colour::White),
        Seat::Black => game.sight(Colour::Black),
        Seat::Spectator => game.onlookers(),
    };
    Ok(Json(Replay {
        seat,
        start: sight.start(),
        moves: sight.moves().to_vec(),
    }))
}
