//! A new password: by the old one, a recovery code, or a link. And the mail address that such links go to.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;

use super::sign_in::begin_attempt;
use super::{Body, RESET_FOR, VERIFY_FOR, me, names, password, reset_path, secret};
use crate::app::App;
use crate::auth::{Expelled, Visitor};
use crate::clock::{Millis, now};
use crate::error::{ApiError, Code, internal};
use crate::ids::{PlayerId, RowId};
use crate::mail::{self, Letter};
use crate::store::{Account, LinkPurpose, NewLink, Store};
use crate::wire::{
    Me, NewEmail, NewPassword, PlayerKind, Recover, ResetConfirm, ResetWish, Secret,
};

/// `POST /account/password`.
pub(super) async fn change(
    State(app): State<App>,
    visitor: Visitor,
    Body(wish): Body<NewPassword>,
) -> Result<StatusCode, ApiError> {
    let name = &visitor.person()?.name;
    password::strong(&wish.new, name)?;
    let account = confirmed(&app, &visitor, wish.old).await?;
    let hash = app.passwords.hash(wish.new).await?;
    let session = visitor.session();
    let id = account.player.id;
    app.store
        .set_password(&id, &hash, session)
        .await
        .map_err(internal)?;
    expel(&app, id, session.cloned());
    Ok(StatusCode::NO_CONTENT)
}

/// The account that asks, if the password is its own.
///
/// # Errors
/// 403 `wrong_password`; 429 `too_many_attempts`.
pub(super) async fn confirmed(
    app: &App,
    visitor: &Visitor,
    password: String,
) -> Result<Account, ApiError> {
    let player = visitor.person()?;
    let account = app
        .store
        .account(&player.id)
        .await
        .map_err(internal)?
        .ok_or(Code::NotSignedIn)?;
    let lookup = names::lookup(&player.name);
    begin_attempt(app, &lookup, visitor.address())?;
    let hash = account.password.clone();
    if !app.passwords.fits(password, hash).await? {
        return Err(Code::WrongPassword.into());
    }
    app.attempts.succeeded(&lookup, visitor.address());
    Ok(account)
}

/// `POST /account/recover`.
pub(super) async fn recover(
    State(app): State<App>,
    visitor: Visitor,
    Body(wish): Body<Recover>,
) -> Result<StatusCode, ApiError> {
    password::strong(&wish.password, &wish.name)?;
    let lookup = names::lookup(&wish.name);
    begin_attempt(&app, &lookup, visitor.address())?;
    let account = person_named(&app.store, &lookup).await?;
    // A name that nobody has takes as long.
    let id = account.map(|account| account.player.id);
    let hash = secret::hash_of_code(id.as_ref().map_or("", PlayerId::as_str), &wish.code);
    let wrong = || ApiError::from(Code::WrongCode);
    let id = id.ok_or_else(wrong)?;
    if !app.store.has_code(&id, &hash).await.map_err(internal)? {
        return Err(wrong());
    }
    let password = app.passwords.hash(wish.password).await?;
    let used = app.store.use_code(&id, &hash, &password).await;
    if !used.map_err(internal)? {
        return Err(wrong());
    }
    app.attempts.succeeded(&lookup, visitor.address());
    expel(&app, id, None);
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /account/reset`: the answer does not tell whether there is such an account.
pub(super) async fn ask_for_link(
    State(app): State<App>,
    visitor: Visitor,
    Body(wish): Body<ResetWish>,
) -> Result<StatusCode, ApiError> {
    if app.mailer.is_none() {
        return Err(Code::NoMail.into());
    }
    if let Some(address) = visitor.address()
        && !app.rates.mails.take(address)
    {
        return Err(Code::RateLimited.into());
    }
    let languages = visitor.languages().to_owned();
    // Nobody waits for it, so the time tells nothing either.
    tokio::spawn(async move {
        if let Err(error) = send_link(&app, &wish.name, &languages).await {
            tracing::error!(code = error.code().as_str(), "no link was made");
        }
    });
    Ok(StatusCode::NO_CONTENT)
}

async fn send_link(app: &App, name: &str, languages: &str) -> Result<(), ApiError> {
    let account = person_named(&app.store, &names::lookup(name)).await?;
    let Some((account, mailer)) = account.zip(app.mailer.as_ref()) else {
        return Ok(());
    };
    let Some(email) = account.email.filter(|_| account.email_verified) else {
        return Ok(());
    };
    let player = account.player;
    if !app.mails_to.take(player.id.clone()) {
        return Ok(());
    }
    let token = new_link(&app.store, &player.id, LinkPurpose::Reset, None, RESET_FOR).await?;
    let link = app.config.link(&reset_path(&token));
    mail::send_later(
        mailer,
        Letter::Reset.to(&email, &player.name, &link, languages),
    );
    Ok(())
}

/// Makes a link; its token.
///
/// # Errors
/// 500 if it cannot be stored.
pub(crate) async fn new_link(
    store: &Store,
    player: &PlayerId,
    purpose: LinkPurpose,
    email: Option<String>,
    good_for: Millis,
) -> Result<String, ApiError> {
    let token = secret::token().map_err(internal)?;
    let link = NewLink {
        hash: secret::hash(&token),
        player: player.clone(),
        purpose,
        email,
        expires: now() + good_for,
    };
    store.add_link(&link).await.map_err(internal)?;
    Ok(token)
}

/// `POST /account/reset/confirm`.
pub(super) async fn reset(
    State(app): State<App>,
    _visitor: Visitor,
    Body(wish): Body<ResetConfirm>,
) -> Result<StatusCode, ApiError> {
    let wrong = || ApiError::from(Code::WrongLink);
    if !secret::is_token(&wish.token) {
        return Err(wrong());
    }
    let hash = secret::hash(&wish.token);
    let found = app.store.link(&hash, LinkPurpose::Reset, now()).await;
    let player = found.map_err(internal)?.ok_or_else(wrong)?;
    let account = app.store.account(&player).await.map_err(internal)?;
    let account = account.ok_or_else(wrong)?;
    password::strong(&wish.password, &account.player.name)?;
    let password = app.passwords.hash(wish.password).await?;
    let used = app.store.use_reset(&hash, &password, now()).await;
    let player = used.map_err(internal)?.ok_or_else(wrong)?;
    expel(&app, player, None);
    Ok(StatusCode::NO_CONTENT)
}

/// `PUT /account/email`.
pub(super) async fn email(
    State(app): State<App>,
    visitor: Visitor,
    Body(wish): Body<NewEmail>,
) -> Result<Json<Me>, ApiError> {
    let player = visitor.person()?.clone();
    let email = wish.email.trim().to_owned();
    let mailer = match (&app.mailer, email.is_empty()) {
        (_, true) => None,
        (Some(mailer), false) => Some(mailer),
        (None, false) => return Err(Code::NoMail.into()),
    };
    if mailer.is_some() && !mail::is_address(&email) {
        return Err(ApiError::from(Code::BadEmail).with("email", email));
    }
    confirmed(&app, &visitor, wish.password).await?;
    if mailer.is_some() && !app.mails_to.take(player.id.clone()) {
        return Err(Code::RateLimited.into());
    }
    let stored = mailer.map(|_| email.as_str());
    app.store
        .set_email(&player.id, stored)
        .await
        .map_err(internal)?;
    if let Some(mailer) = mailer {
        let purpose = LinkPurpose::Email;
        let address = Some(email.clone());
        let token = new_link(&app.store, &player.id, purpose, address, VERIFY_FOR).await?;
        let link = app.config.link(&format!("/verify-email?token={token}"));
        let languages = visitor.languages();
        mail::send_later(
            mailer,
            Letter::Verify.to(&email, &player.name, &link, languages),
        );
    }
    Ok(Json(me(&app, &player.id).await?))
}

/// `POST /account/email/verify`: whoever has the link reads the mail, signed in or not.
pub(super) async fn verify_email(
    State(app): State<App>,
    _visitor: Visitor,
    Body(wish): Body<Secret>,
) -> Result<StatusCode, ApiError> {
    let wrong = || ApiError::from(Code::WrongLink);
    if !secret::is_token(&wish.secret) {
        return Err(wrong());
    }
    let hash = secret::hash(&wish.secret);
    let used = app.store.use_verification(&hash, now()).await;
    if !used.map_err(internal)? {
        return Err(wrong());
    }
    Ok(StatusCode::NO_CONTENT)
}

async fn person_named(store: &Store, lookup: &str) -> Result<Option<Account>, ApiError> {
    let account = store.account_named(lookup).await.map_err(internal)?;
    Ok(account.filter(|account| account.player.kind == PlayerKind::Account))
}

fn expel(app: &App, player: PlayerId, except: Option<RowId>) {
    app.expel(Expelled::Player { player, except });
}
