//! What the tables of running games must hear of their players.

use crate::app::App;
use crate::error::internal;
use crate::ids::{GameId, PlayerId};
use crate::table::Command;
use crate::table::actor::ToTable;

/// Another player sits in these games now.
pub(super) async fn moved(app: &App, games: &[GameId]) {
    for game in games {
        wake(app, game).await;
    }
}

/// The vacation of a player has begun or ended: the deadlines of his correspondence games are others.
pub(super) async fn vacation_changed(app: &App, player: &PlayerId) {
    match app.store.running_correspondence(player).await {
        Ok(games) => moved(app, &games).await,
        Err(error) => {
            // The tables see it when they wake by themselves.
            let _ = internal(error);
        }
    }
}

async fn wake(app: &App, game: &GameId) {
    // A table that cannot be loaded has said so in the log of the server.
    let _ = app
        .hub
        .attach(game)
        .send(ToTable::Command(Command::Tick))
        .await;
}
