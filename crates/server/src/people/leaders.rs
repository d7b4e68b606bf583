//! The best players of a game and speed.

use axum::Json;
use axum::extract::{Path, Query, State};
use serde::Deserialize;

use super::player::plain;
use crate::app::App;
use crate::clock::now;
use crate::error::{ApiError, internal};
use crate::lobby::conditions::known;
use crate::rating::Pool;
use crate::store::RatingKey;
use crate::wire::{Leader, PlayerInfo, Speed};

/// Places of a list.
const PLACES: u32 = 100;

/// Whose ratings.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Wanted {
    /// Those won against programs.
    #[serde(default)]
    bots: bool,
}

pub(super) async fn leaders(
    State(app): State<App>,
    Path((variant, speed)): Path<(String, Speed)>,
    Query(wanted): Query<Wanted>,
) -> Result<Json<Vec<Leader>>, ApiError> {
    known(&app, &variant)?;
    let key = RatingKey {
        variant,
        speed,
        pool: if wanted.bots {
            Pool::Bots
        } else {
            Pool::People
        },
    };
    let rows = app
        .store
        .leaderboard(&key, PLACES, now())
        .await
        .map_err(internal)?;
    let list = rows
        .into_iter()
        .map(|row| Leader {
            rank: row.rank,
            player: PlayerInfo {
                rating: Some(row.rating.rating.shown()),
                ..plain(&row.player)
            },
            games: row.rating.games,
        })
        .collect();
    Ok(Json(list))
}
