//! Games that others may see: running ones by the public view, finished ones whole.

use axum::Json;
use axum::extract::{Path, Query, State};
use serde::Deserialize;

use super::{card, named};
use crate::app::App;
use crate::auth::Visitor;
use crate::error::{ApiError, Code, internal};
use crate::ids::GameId;
use crate::lobby::conditions::known;
use crate::store::{ArchiveFilter, Cursor, GameRow};
use crate::wire::{GameCard, GameList, GameResult, Phase, Speed};

/// Most running games that are shown.
const WATCHED: u32 = 30;
/// Games on a page of the archive.
const PAGE: u32 = 30;

/// A game that the visitor may look at: his own, or one that is not private.
///
/// # Errors
/// 404 `unknown_game`, 403 `not_your_game`.
pub async fn public_game(app: &App, visitor: &Visitor, id: &str) -> Result<GameRow, ApiError> {
    let unknown = || ApiError::from(Code::UnknownGame);
    let game = GameId::read(id).ok_or_else(unknown)?;
    let row = app
        .store
        .game(&game)
        .await
        .map_err(internal)?
        .ok_or_else(unknown)?;
    if row.private && !is_own(&row, visitor) {
        return Err(Code::NotYourGame.into());
    }
    Ok(row)
}

fn is_own(row: &GameRow, visitor: &Visitor) -> bool {
    let place = |player| row.participants.place(player);
    visitor.player.as_ref().and_then(place).is_some()
}

/// As [`public_game`], once it is over: then it is public with its truth.
///
/// # Errors
/// 404 `unknown_game`, 403 `not_your_game`, 409 `game_running`.
pub async fn finished_game(app: &App, visitor: &Visitor, id: &str) -> Result<GameRow, ApiError> {
    let row = public_game(app, visitor, id).await?;
    if row.standing.phase != Phase::Over {
        return Err(Code::GameRunning.into());
    }
    Ok(row)
}

pub(super) async fn one(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Json<GameCard>, ApiError> {
    let row = public_game(&app, &visitor, &id).await?;
    Ok(Json(card(&row, visitor.player.as_ref())))
}

pub(super) async fn watch(
    State(app): State<App>,
    visitor: Visitor,
) -> Result<Json<Vec<GameCard>>, ApiError> {
    let rows = app.store.running_public(WATCHED).await.map_err(internal)?;
    let asking = visitor.player.as_ref();
    Ok(Json(rows.iter().map(|row| card(row, asking)).collect()))
}

/// What of the archive to list.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Wanted {
    variant: Option<String>,
    player: Option<String>,
    result: Option<GameResult>,
    speed: Option<Speed>,
    rated: Option<bool>,
    from: Option<i64>,
    to: Option<i64>,
    before: Option<String>,
}

pub(super) async fn archive(
    State(app): State<App>,
    visitor: Visitor,
    Query(wanted): Query<Wanted>,
) -> Result<Json<GameList>, ApiError> {
    if let Some(variant) = &wanted.variant {
        known(&app, variant)?;
    }
    let player = match &wanted.player {
        Some(name) => Some(named(&app, name).await?.id),
        None => None,
    };
    let before: Option<Cursor> = wanted
        .before
        .map(|text| text.parse())
        .transpose()
        .map_err(|_| ApiError::from(Code::BadMessage).with("field", "before"))?;
    let filter = ArchiveFilter {
        variant: wanted.variant,
        player,
        result: wanted.result,
        speed: wanted.speed,
        rated: wanted.rated,
        from: wanted.from,
        to: wanted.to,
    };
    let page = app
        .store
        .archive(&filter, before.as_ref(), PAGE)
        .await
        .map_err(internal)?;
    let asking = visitor.player.as_ref();
    Ok(Json(GameList {
        games: page.games.iter().map(|row| card(row, asking)).collect(),
        next: page.next.map(|next| next.to_string()),
    }))
}
