//! Deleting an account: its games stay, anonymous, because others played them too.

use axum::extract::State;
use axum::http::StatusCode;
use axum_extra::extract::SignedCookieJar;

use super::{Body, bots, names, passwords};
use crate::app::App;
use crate::auth::Visitor;
use crate::error::{ApiError, Code, internal};
use crate::store::Player;
use crate::wire::Secret;

/// `DELETE /account`, with the password. The account's bots go with it. Its name stays taken, as a hash: nobody shall
/// pass for somebody who has left.
pub(super) async fn close(
    State(app): State<App>,
    visitor: Visitor,
    Body(wish): Body<Secret>,
) -> Result<(SignedCookieJar, StatusCode), ApiError> {
    let account = passwords::confirmed(&app, &visitor, wish.secret).await?;
    let bots = app.store.bots(&account.player.id).await.map_err(internal)?;
    // All or nothing: somebody is in a running game, with a clock, against each of these.
    free(&app, &account.player).await?;
    for bot in &bots {
        free(&app, &bot.player).await?;
    }
    for bot in &bots {
        remove(&app, &bot.player).await?;
    }
    remove(&app, &account.player).await?;
    Ok((visitor.without_cookie(), StatusCode::NO_CONTENT))
}

/// Deletes a player.
///
/// # Errors
/// 409 `games_running` if somebody waits for the player's move.
pub(super) async fn remove(app: &App, player: &Player) -> Result<(), ApiError> {
    free(app, player).await?;
    let name = names::of(&player.name);
    app.store
        .close_account(&player.id, &name)
        .await
        .map_err(internal)?;
    bots::expel(app, &player.id);
    Ok(())
}

async fn free(app: &App, player: &Player) -> Result<(), ApiError> {
    let running = app.store.running_with_others(&player.id).await;
    match running.map_err(internal)? {
        Some(game) => Err(ApiError::from(Code::GamesRunning).with("game", game)),
        None => Ok(()),
    }
}
