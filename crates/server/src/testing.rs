//! Prepared positions for browser tests. Builds without the feature `testing` do not contain this.

use axum::extract::State;
use axum::routing::post;
use axum::{Json, Router};
use axum_extra::extract::SignedCookieJar;
use backrank_rules::Position;
use backrank_rules::deal::Salt;
use serde::Deserialize;

use crate::app::App;
use crate::auth::Visitor;
use crate::error::{ApiError, Code, internal};
use crate::ids::random;
use crate::log::LogEvent;
use crate::rest;
use crate::wire::{ColourWish, Created, NewGame, Side};

/// A game that begins with a given truth.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Prepared {
    variant: String,
    fen: String,
    colour: Side,
    #[serde(default = "lowest")]
    level: u8,
}

fn lowest() -> u8 {
    1
}

/// `POST /api/v1/testing/games`.
pub fn router() -> Router<App> {
    Router::new().route("/testing/games", post(prepare))
}

async fn prepare(
    State(app): State<App>,
    visitor: Visitor,
    Json(wish): Json<Prepared>,
) -> Result<(SignedCookieJar, Json<Created>), ApiError> {
    let (player, jar) = visitor.or_guest(&app).await?;
    let colour = match wish.colour {
        Side::White => ColourWish::White,
        Side::Black => ColourWish::Black,
    };
    let new = NewGame {
        variant: wish.variant,
        colour,
        level: wish.level,
        set: None,
        number: None,
    };
    let terms = rest::terms(&app, &player.id, &new)?;
    let variant = app
        .catalogue
        .get(&terms.variant)
        .map(|game| game.variant.clone())
        .ok_or(Code::UnknownVariant)?;
    Position::from_fen(&variant, &wish.fen)
        .map_err(|error| ApiError::from(Code::BadMessage).with("fen", error))?;
    let set_up = LogEvent::SetUp {
        fen: wish.fen,
        first_player: wish.colour,
    };
    let salt = Salt::new(random::<32>().map_err(internal)?);
    let id = app
        .hub
        .create(rest::against_computer(&player, terms, salt, Some(set_up)))
        .await
        .map_err(internal)?;
    Ok((jar, Json(Created { id: id.to_string() })))
}
