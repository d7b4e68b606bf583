//! Who asks: a signed cookie names a guest. And whether the request comes from this server's own pages.

use axum::extract::{ConnectInfo, FromRef, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use axum_extra::extract::SignedCookieJar;
use axum_extra::extract::cookie::{Cookie, Key, SameSite};
use std::net::SocketAddr;

use crate::app::App;
use crate::error::{ApiError, Code, internal};
use crate::ids::PlayerId;
use crate::store::Player;
use crate::wire::PlayerKind;

const COOKIE: &str = "backrank_guest";

/// Whoever asks: a player whom the cookie names, or nobody yet.
#[derive(Debug, Clone)]
pub struct Visitor {
    /// The player.
    pub player: Option<PlayerId>,
    address: Option<SocketAddr>,
    jar: Jar,
}

#[derive(Clone)]
struct Jar(SignedCookieJar);

impl std::fmt::Debug for Jar {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Jar")
    }
}

impl FromRef<App> for Key {
    fn from_ref(app: &App) -> Key {
        app.cookie_key.clone()
    }
}

impl FromRequestParts<App> for Visitor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Visitor, ApiError> {
        let Ok(jar) = SignedCookieJar::<Key>::from_request_parts(parts, app).await;
        let player = jar
            .get(COOKIE)
            .and_then(|cookie| PlayerId::read(cookie.value()));
        let address = parts
            .extensions
            .get::<ConnectInfo<SocketAddr>>()
            .map(|info| info.0);
        Ok(Visitor {
            player,
            address,
            jar: Jar(jar),
        })
    }
}

impl Visitor {
    /// The player; a new guest if there is none, with the cookie to set.
    ///
    /// # Errors
    /// 429 if too many guests come from one address.
    pub async fn or_guest(self, app: &App) -> Result<(Player, SignedCookieJar), ApiError> {
        let Jar(jar) = self.jar;
        if let Some(id) = &self.player
            && let Some(player) = app.store.player(id).await.map_err(internal)?
        {
            return Ok((player, jar));
        }
        if let Some(address) = self.address
            && !app.guest_rate.take(address.ip())
        {
            return Err(Code::RateLimited.into());
        }
        let id = PlayerId::random().map_err(internal)?;
        let name: String = id.as_str().chars().take(3).collect();
        let player = Player {
            name: format!("Guest {}", name.to_uppercase()),
            id,
            kind: PlayerKind::Guest,
        };
        app.store.add_player(&player).await.map_err(internal)?;
        metrics::counter!("backrank_guests_total").increment(1);
        let mut cookie = Cookie::new(COOKIE, player.id.as_str().to_owned());
        cookie.set_path("/");
        cookie.set_http_only(true);
        cookie.set_same_site(SameSite::Lax);
        cookie.make_permanent();
        Ok((player, jar.add(cookie)))
    }
}

/// Whether a request comes from this server's own pages: the host in `Origin` is the one that was asked.
///
/// # Errors
/// 403 `wrong_origin`.
pub fn own_origin(headers: &HeaderMap) -> Result<(), ApiError> {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let own = text(header::HOST);
    let origin = text(header::ORIGIN).and_then(|origin| origin.split_once("://"));
    match (origin, own) {
        (Some((_, origin)), Some(own)) if origin.eq_ignore_ascii_case(own) => Ok(()),
        _ => Err(Code::WrongOrigin.into()),
    }
}
