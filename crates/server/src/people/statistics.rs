//! Who wins how often, by what.

use axum::Json;
use axum::extract::{Path, Query, State};
use serde::Deserialize;

use crate::app::App;
use crate::error::{ApiError, internal};
use crate::lobby::conditions::known;
use crate::store::StatisticsFilter;
use crate::wire::{Speed, Statistics};

/// Which games.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Wanted {
    speed: Option<Speed>,
    low: Option<u32>,
    high: Option<u32>,
}

pub(super) async fn statistics(
    State(app): State<App>,
    Path(variant): Path<String>,
    Query(wanted): Query<Wanted>,
) -> Result<Json<Statistics>, ApiError> {
    known(&app, &variant)?;
    let filter = StatisticsFilter {
        variant,
        speed: wanted.speed,
        low: wanted.low,
        high: wanted.high,
    };
    app.store
        .statistics(&filter)
        .await
        .map(Json)
        .map_err(internal)
}
