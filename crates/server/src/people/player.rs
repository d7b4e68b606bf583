//! One's own dashboard, and the page of a player.

use axum::Json;
use axum::extract::{Path, State};

use super::{card, named};
use crate::app::App;
use crate::auth::Visitor;
use crate::clock::now;
use crate::error::{ApiError, internal};
use crate::ids::PlayerId;
use crate::rating::{Pool, Rating};
use crate::store::{ArchiveFilter, Who};
use crate::wire::{Dashboard, PlayerInfo, PlayerPage, RatingInfo};

/// Finished games on a page.
const FINISHED: u32 = 20;
/// Points of a rating graph.
const GRAPH: u32 = 100;

pub(super) async fn dashboard(
    State(app): State<App>,
    visitor: Visitor,
) -> Result<Json<Dashboard>, ApiError> {
    let Some(player) = visitor.known() else {
        return Ok(Json(Dashboard {
            my_turn: Vec::new(),
            waiting: Vec::new(),
            finished: Vec::new(),
            ratings: Vec::new(),
            results: Vec::new(),
        }));
    };
    // The most urgent first.
    let running = app.store.running_of(&player.id).await.map_err(internal)?;
    let (my_turn, waiting) = running
        .iter()
        .map(|row| card(row, Some(&player.id)))
        .partition(|card| card.my_turn);
    let finished = app
        .store
        .finished_of(&player.id, None, FINISHED)
        .await
        .map_err(internal)?;
    Ok(Json(Dashboard {
        my_turn,
        waiting,
        finished: finished
            .games
            .iter()
            .map(|row| card(row, Some(&player.id)))
            .collect(),
        ratings: ratings(&app, &player.id).await?,
        results: app.store.results_of(&player.id).await.map_err(internal)?,
    }))
}

pub(super) async fn page(
    State(app): State<App>,
    visitor: Visitor,
    Path(name): Path<String>,
) -> Result<Json<PlayerPage>, ApiError> {
    let player = named(&app, &name).await?;
    let blocked = match &visitor.player {
        Some(asking) => app
            .store
            .has_blocked(asking, &player.id)
            .await
            .map_err(internal)?,
        None => false,
    };
    let account = app
        .store
        .account_named(&name.to_lowercase())
        .await
        .map_err(internal)?;
    let filter = ArchiveFilter {
        player: Some(player.id.clone()),
        ..ArchiveFilter::default()
    };
    let page = app
        .store
        .archive(&filter, None, FINISHED)
        .await
        .map_err(internal)?;
    Ok(Json(PlayerPage {
        created: account.map_or(0, |account| account.created),
        online: app.bus.is_connected(&player.id),
        ratings: ratings(&app, &player.id).await?,
        results: app.store.results_of(&player.id).await.map_err(internal)?,
        games: page
            .games
            .iter()
            .map(|row| card(row, visitor.player.as_ref()))
            .collect(),
        blocked,
        player: plain(&player),
    }))
}

/// A player without a rating.
pub(super) fn plain(player: &crate::store::Player) -> PlayerInfo {
    PlayerInfo {
        id: player.id.to_string(),
        name: player.name.clone(),
        kind: player.kind,
        rating: None,
        provisional: false,
        level: None,
    }
}

async fn ratings(app: &App, player: &PlayerId) -> Result<Vec<RatingInfo>, ApiError> {
    let who = Who::Player(player.clone());
    let rows = app.store.ratings_of(&who).await.map_err(internal)?;
    let mut ratings = Vec::with_capacity(rows.len());
    for row in rows {
        let graph = app
            .store
            .rating_graph(&who, &row.key, GRAPH)
            .await
            .map_err(internal)?;
        let rating = row.at(now());
        ratings.push(RatingInfo {
            rating: rating.shown(),
            deviation: rating.shown_deviation(),
            provisional: rating.is_provisional(),
            games: row.games,
            graph: graph
                .into_iter()
                .map(|point| {
                    let rating = Rating {
                        rating: point.rating,
                        ..Rating::default()
                    };
                    (point.at, rating.shown())
                })
                .collect(),
            variant: row.key.variant,
            speed: row.key.speed,
            bots: row.key.pool == Pool::Bots,
        });
    }
    Ok(ratings)
}
