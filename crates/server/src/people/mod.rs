//! Pages about players and their games, and what players are told.

mod blocks;
mod card;
pub mod digest;
mod games;
mod leaders;
pub mod news;
mod notices;
mod player;
mod replay;
mod statistics;

use axum::Router;
use axum::routing::{get, post, put};

use crate::app::App;
use crate::error::{ApiError, Code, internal};
use crate::ids::PlayerId;
use crate::store::Player;
use crate::wire::PlayerKind;

pub use card::card;
pub use games::{finished_game, public_game};

/// All addresses about players and games.
pub fn router() -> Router<App> {
    Router::new()
        .route("/dashboard", get(player::dashboard))
        .route("/players/{name}", get(player::page))
        .route("/watch", get(games::watch))
        .route("/archive", get(games::archive))
        .route("/games/{id}", get(games::one))
        .route("/games/{id}/replay", get(replay::replay))
        .route("/statistics/{variant}", get(statistics::statistics))
        .route("/leaderboards/{variant}/{speed}", get(leaders::leaders))
        .route("/notices", get(notices::list))
        .route("/notices/seen", post(notices::seen))
        .route("/blocks", get(blocks::list))
        .route("/blocks/{name}", put(blocks::add).delete(blocks::remove))
        .route("/reports", post(blocks::report))
}

/// Longest name of a player, in characters.
const LONGEST_NAME: usize = 20;

/// What the number on a title badge comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    /// Notices that were not seen.
    pub unread: u32,
    /// Games in which it is one's own turn.
    pub my_turn: u32,
}

/// What awaits a player.
///
/// # Errors
/// 500.
pub async fn counts(app: &App, player: &PlayerId) -> Result<Counts, ApiError> {
    let (unread, my_turn) = app.store.waiting_for(player).await.map_err(internal)?;
    Ok(Counts { unread, my_turn })
}

/// The player of this id, who was here a moment ago.
///
/// # Errors
/// 404 `unknown_player`.
pub async fn known(app: &App, id: &PlayerId) -> Result<Player, ApiError> {
    let player = app.store.player(id).await.map_err(internal)?;
    player
        .filter(|player| player.kind != PlayerKind::Closed)
        .ok_or_else(|| Code::UnknownPlayer.into())
}

/// The player of this name.
///
/// # Errors
/// 404 `unknown_player`.
pub async fn named(app: &App, name: &str) -> Result<Player, ApiError> {
    let unknown = || ApiError::from(Code::UnknownPlayer).with("name", name);
    // What cannot be a name is not looked for: no database takes every text.
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    if name.is_empty() || name.len() > LONGEST_NAME || !name.chars().all(fits) {
        return Err(unknown());
    }
    app.store
        .account_named(&name.to_lowercase())
        .await
        .map_err(internal)?
        .map(|account| account.player)
        .filter(|player| player.kind != PlayerKind::Closed)
        .ok_or_else(unknown)
}
