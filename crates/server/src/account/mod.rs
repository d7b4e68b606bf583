//! Accounts: signing up, in and out, sessions, passwords and what helps when one is lost, mail, vacation, bots, export,
//! deletion.

mod attempts;
mod body;
mod bots;
mod closing;
mod export;
mod me;
mod names;
pub mod password;
mod passwords;
pub mod secret;
mod sessions;
mod sign_in;
mod tables;
mod vacation;

pub use attempts::Attempts;
pub use body::Body;
pub use me::me;
pub use names::lookup;
pub use vacation::is_away;

use axum::Router;
use axum::routing::{delete, get, post, put};

use crate::app::App;
use crate::clock::{DAY, Millis};

/// How long a link for a new password is good.
pub const RESET_FOR: Millis = 60 * 60 * 1000;
/// How long a link for a mail address is good.
pub const VERIFY_FOR: Millis = 7 * DAY;
/// Sessions that nobody uses for so long end.
pub const SESSION_FOR: Millis = 400 * DAY;

/// Where the link for a new password leads.
pub fn reset_path(token: &str) -> String {
    format!("/reset?token={token}")
}

/// Addresses of accounts below `/api/v1`.
pub fn router() -> Router<App> {
    Router::new()
        .route("/me", get(me::get_me))
        .route("/account", post(sign_in::sign_up).delete(closing::close))
        .route("/session", post(sign_in::sign_in).delete(sign_in::sign_out))
        .route(
            "/sessions",
            get(sessions::list).delete(sessions::end_others),
        )
        .route("/sessions/{id}", delete(sessions::end_one))
        .route("/account/password", post(passwords::change))
        .route("/account/recover", post(passwords::recover))
        .route("/account/reset", post(passwords::ask_for_link))
        .route("/account/reset/confirm", post(passwords::reset))
        .route("/account/email", put(passwords::email))
        .route("/account/email/verify", post(passwords::verify_email))
        .route("/account/vacation", post(vacation::set))
        .route("/account/export", get(export::export))
        .route("/bots", get(bots::list).post(bots::add))
        .route("/bots/{id}", delete(bots::remove))
        .route("/bots/{id}/token", post(bots::new_token))
}
