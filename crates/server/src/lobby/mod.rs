//! Where people find each other: seeks, challenges, invitations, quick pairing, rematches.

pub mod allowed;
mod bots;
pub mod conditions;
mod pairing;
pub mod pool;
mod proposals;
mod rematch;
mod start;

use std::time::Duration;

use axum::extract::State;
use axum::routing::{get, post, put};
use axum::{Json, Router};

use crate::app::App;
use crate::auth::Visitor;
use crate::clock::now;
use crate::error::{ApiError, internal};
use crate::ids::PlayerId;
use crate::wire::Lobby;

pub use pairing::{Pairer, Requests};

/// Most seeks in the list.
const LISTED: usize = 200;
/// Proposals that nobody can accept any more are taken away so often.
const EXPIRING: Duration = Duration::from_secs(60);

/// All addresses of the lobby.
pub fn router() -> Router<App> {
    Router::new()
        .route("/lobby", get(lobby))
        .route("/seeks", post(proposals::seek))
        .route("/challenges", post(proposals::challenge))
        .route("/proposals", get(proposals::own))
        .route(
            "/proposals/{id}",
            get(proposals::one).delete(proposals::withdraw),
        )
        .route("/proposals/{id}/accept", post(proposals::accept))
        .route("/proposals/{id}/commitment", put(proposals::commit))
        .route(
            "/pairing",
            post(pairing::join)
                .get(pairing::standing)
                .delete(pairing::leave),
        )
        .route("/pairing/bot", post(pairing::bot))
        .route(
            "/games/{id}/rematch",
            get(rematch::options).post(rematch::wish),
        )
}

async fn lobby(State(app): State<App>, visitor: Visitor) -> Result<Json<Lobby>, ApiError> {
    let asking = visitor.known();
    let mut rows = app.store.open_seeks().await.map_err(internal)?;
    // The newest, if there are too many.
    rows.reverse();
    rows.truncate(LISTED);
    let seeks = proposals::list(&app, rows, asking).await?;
    let mut pools: Vec<_> = conditions::pools(&app).collect();
    for (pool, waiting) in app.pairer.counts().await {
        if let Some(known) = pools
            .iter_mut()
            .find(|known| known.variant == pool.variant && known.clock == pool.clock)
        {
            known.waiting = waiting;
        }
    }
    Ok(Json(Lobby {
        seeks,
        pools,
        online: app.bus.people(),
        playing: app.store.count_running_public().await.map_err(internal)?,
    }))
}

/// The list of seeks or of pools has changed; those who look at it are told, at most once a second.
pub fn changed(app: &App) {
    app.pairer.changed();
}

/// A stream of this player has ended. If it was the last and he does not come back soon, his proposals of live games
/// are over: nobody waits behind them.
pub fn away(app: &App, player: &PlayerId) {
    if app.bus.is_connected(player) {
        return;
    }
    let app = app.clone();
    let player = player.clone();
    tokio::spawn(async move {
        tokio::time::sleep(app.config.away).await;
        if app.bus.is_connected(&player) {
            return;
        }
        if let Err(error) = proposals::drop_live(&app, &player).await {
            tracing::warn!(?error, "proposals of somebody who has gone are still there");
        }
    });
}

/// Owns the pools, and takes away what is over, until the server closes.
pub async fn run(app: App, requests: Requests) {
    match app.store.all_blocks().await {
        Ok(blocks) => blocks
            .iter()
            .for_each(|(by, whom)| app.hub.block(by, whom, true)),
        Err(error) => tracing::error!(%error, "looking for blocks"),
    }
    // Whoever proposed something before the server was started again may not have come back.
    match app.store.proposers().await {
        Ok(proposers) => proposers.iter().for_each(|player| away(&app, player)),
        Err(error) => tracing::error!(%error, "looking for proposals"),
    }
    let expiring = async {
        let mut tick = tokio::time::interval(EXPIRING);
        loop {
            tick.tick().await;
            match app.store.take_expired_seeks(now()).await {
                Ok(expired) => expired.iter().for_each(|row| proposals::gone(&app, row)),
                Err(error) => tracing::error!(%error, "proposals do not expire"),
            }
        }
    };
    tokio::select! {
        () = pairing::run(&app, requests) => {}
        () = expiring => {}
    }
}
