//! What the tables of running games must hear of their players.

use crate::app::App;
use crate::clock::Millis;
use crate::error::{ApiError, internal};
use crate::ids::{GameId, PlayerId};
use crate::store::StoreError;
use crate::table::Command;

/// Another player sits in these games now. A table that does not hear it reads it when it wakes.
pub(super) async fn moved(app: &App, games: &[GameId]) {
    for game in games {
        if let Err(error) = app.hub.players_changed(game).await {
            tracing::error!(%game, %error, "a table does not know its players");
        }
    }
}

/// The vacation of a player lasts till then from now on: the clocks of his correspondence games stand.
///
/// # Errors
/// 500 if the games cannot be read.
pub(super) async fn vacation(app: &App, player: &PlayerId, until: Millis) -> Result<(), ApiError> {
    let games = app.store.running_correspondence(player).await;
    for game in games.map_err(internal)? {
        if let Err(error) = one(app, &game, player, until).await {
            tracing::error!(%game, %error, "a table does not know of a vacation");
        }
    }
    Ok(())
}

async fn one(app: &App, game: &GameId, id: &PlayerId, until: Millis) -> Result<(), StoreError> {
    let row = app.store.game(game).await?;
    if let Some(player) = row.and_then(|row| row.participants.place(id)) {
        // A table that cannot be loaded has said so in the log of the server.
        let _ = app
            .hub
            .command(game, Command::Vacation { player, until })
            .await;
    }
    Ok(())
}
