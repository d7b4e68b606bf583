//! `GET /me`: who asks.

use axum::Json;
use axum::extract::State;
use axum_extra::extract::SignedCookieJar;

use super::vacation;
use crate::app::App;
use crate::auth::Visitor;
use crate::clock::now;
use crate::error::{ApiError, Code, internal};
use crate::ids::PlayerId;
use crate::lobby::allowed;
use crate::wire::Me;

pub(super) async fn get_me(
    State(app): State<App>,
    visitor: Visitor,
) -> Result<(SignedCookieJar, Json<Me>), ApiError> {
    let (player, jar) = visitor.or_guest(&app).await?;
    Ok((jar, Json(me(&app, &player.id).await?)))
}

/// What a player is told of himself.
///
/// # Errors
/// 401 `not_signed_in` if there is no such player any longer.
pub async fn me(app: &App, player: &PlayerId) -> Result<Me, ApiError> {
    let account = app
        .store
        .account(player)
        .await
        .map_err(internal)?
        .ok_or(Code::NotSignedIn)?;
    let (unread, my_turn) = app.store.waiting_for(player).await.map_err(internal)?;
    let at = now();
    let word = app.host.borrow().clone();
    Ok(Me {
        id: account.player.id.to_string(),
        unread,
        my_turn,
        email_verified: account.email.is_some() && account.email_verified,
        mail: app.mailer.is_some(),
        vacation_until: account.vacation_until.filter(|&until| until > at),
        vacation_left: vacation::left(&account, at),
        paused_until: allowed::paused_until(app, player).await?,
        announcements: word.announcements,
        restart_at: word.restart_at,
        name: account.player.name,
        kind: account.player.kind,
        email: account.email,
    })
}
