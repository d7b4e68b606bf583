//! Signing up, in and out.

use std::time::Instant;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum_extra::extract::SignedCookieJar;

use super::{Body, me, names, password, secret, tables, vacation};
use crate::app::App;
use crate::auth::{Anyone, Expelled, Visitor};
use crate::clock::now;
use crate::error::{ApiError, Code, internal};
use crate::limits::Address;
use crate::store::{Account, Merged, NewAccount, NotMade};
use crate::wire::{Me, PlayerKind, SignIn, SignUp, SignedUp};

/// `POST /account`: the guest who asks, or a new one, becomes an account.
pub(super) async fn sign_up(
    State(app): State<App>,
    visitor: Visitor,
    Body(wish): Body<SignUp>,
) -> Result<(SignedCookieJar, Json<SignedUp>), ApiError> {
    if visitor
        .known()
        .is_some_and(|player| player.kind != PlayerKind::Guest)
    {
        return Err(Code::HasAccount.into());
    }
    let name = names::read(&wish.name)?;
    password::strong(&wish.password, &name.shown)?;
    if app.store.is_name_taken(&name).await.map_err(internal)? {
        return Err(names::taken(&name.shown));
    }
    if let Some(address) = visitor.address()
        && !app.rates.accounts.take(address)
    {
        return Err(Code::RateLimited.into());
    }
    let hash = app.passwords.hash(wish.password).await?;
    let (guest, jar) = visitor.or_guest(&app).await?;
    let codes = (0..secret::CODES)
        .map(|_| secret::code())
        .collect::<Result<Vec<String>, _>>()
        .map_err(internal)?;
    let new = NewAccount {
        password: hash,
        codes: codes
            .iter()
            .map(|code| secret::hash_of_code(guest.id.as_str(), code))
            .collect(),
        vacation: (vacation::DAYS, vacation::year(now())),
        name,
    };
    let made = app
        .store
        .become_account(&guest.id, &new)
        .await
        .map_err(internal)?;
    match made {
        Ok(()) => {}
        Err(NotMade::NameTaken) => return Err(names::taken(&new.name.shown)),
        Err(NotMade::NoGuest) => return Err(Code::HasAccount.into()),
    }
    metrics::counter!("backrank_accounts_total").increment(1);
    let signed_up = SignedUp {
        me: me(&app, &guest.id).await?,
        recovery_codes: codes,
    };
    Ok((jar, Json(signed_up)))
}

/// `POST /session`: signs in, and moves what a guest has to the account.
pub(super) async fn sign_in(
    State(app): State<App>,
    visitor: Visitor,
    Body(wish): Body<SignIn>,
) -> Result<(SignedCookieJar, Json<Me>), ApiError> {
    let guest = match visitor.known() {
        Some(player) if player.kind == PlayerKind::Guest => Some(player.id.clone()),
        Some(player) if player.kind == PlayerKind::Bot => return Err(Code::AccountNeeded.into()),
        _ => None,
    };
    let account = proved(&app, visitor.address(), &wish.name, wish.password).await?;
    if let Some(ban) = account.ban.as_ref().filter(|ban| ban.until > now()) {
        return Err(ApiError::from(Code::Banned)
            .with("until", ban.until)
            .with("reason", &ban.reason));
    }
    let player = account.player;
    if let Some(guest) = guest {
        let merged = app.store.merge(&guest, &player).await.map_err(internal)?;
        match merged {
            Merged::BothAt(game) => {
                return Err(ApiError::from(Code::BothAtOneTable).with("game", game));
            }
            Merged::Done(games) => {
                tables::moved(&app, &games).await;
                app.expel(Expelled::Player {
                    player: guest,
                    except: None,
                });
            }
        }
    }
    let jar = visitor.begin_session(&app, &player.id).await?;
    Ok((jar, Json(me(&app, &player.id).await?)))
}

/// `DELETE /session`: signs out. The next visit is a new guest's.
pub(super) async fn sign_out(
    State(app): State<App>,
    Anyone(visitor): Anyone,
) -> Result<(SignedCookieJar, StatusCode), ApiError> {
    if let (Some(player), Some(id)) = (&visitor.player, visitor.session()) {
        app.store.end_session(player, id).await.map_err(internal)?;
        app.expel(Expelled::Session(id.clone()));
    }
    Ok((visitor.without_cookie(), StatusCode::NO_CONTENT))
}

/// The account of this name, if the password is its own. A name that nobody has takes as long.
///
/// # Errors
/// 401 `wrong_credentials`, whichever of the two is wrong; 429 `too_many_attempts` with the seconds to wait.
pub(super) async fn proved(
    app: &App,
    address: Option<Address>,
    name: &str,
    password: String,
) -> Result<Account, ApiError> {
    let lookup = names::lookup(name);
    begin_attempt(app, &lookup, address)?;
    let account = app
        .store
        .account_named(&lookup)
        .await
        .map_err(internal)?
        .filter(|account| account.player.kind == PlayerKind::Account);
    let hash = account
        .as_ref()
        .and_then(|account| account.password.clone());
    let fits = app.passwords.fits(password, hash).await?;
    match account {
        Some(account) if fits => {
            app.attempts.succeeded(&lookup, address);
            Ok(account)
        }
        _ => Err(Code::WrongCredentials.into()),
    }
}

/// Counts an attempt to guess.
///
/// # Errors
/// 429 `too_many_attempts` with the seconds to wait.
pub(super) fn begin_attempt(
    app: &App,
    lookup: &str,
    address: Option<Address>,
) -> Result<(), ApiError> {
    // Nobody has a longer name, and a count should not keep what somebody sends.
    let lookup: String = lookup.chars().take(32).collect();
    app.attempts
        .begin(&lookup, address, Instant::now())
        .map_err(|wait| {
            let seconds = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
            ApiError::from(Code::TooManyAttempts).with("seconds", seconds)
        })
}
