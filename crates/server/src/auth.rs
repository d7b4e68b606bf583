//! Who asks: a session's cookie names a player, guests too; a token names a bot. And whether the request comes from this
//! server's own pages.

use std::net::{IpAddr, SocketAddr};

use axum::extract::{ConnectInfo, FromRef, FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum_extra::extract::SignedCookieJar;
use axum_extra::extract::cookie::{Cookie, Key, SameSite};
use tokio::sync::broadcast;

use crate::account::secret;
use crate::app::App;
use crate::clock::{Millis, now};
use crate::config::Config;
use crate::error::{ApiError, Code, internal};
use crate::ids::{PlayerId, RowId};
use crate::limits::Address;
use crate::store::{Ban, Holder, NewSession, Player};
use crate::wire::PlayerKind;

const COOKIE: &str = "backrank_session";
/// The cookie of guests before there were sessions: the player's id, signed.
const OLD_COOKIE: &str = "backrank_guest";
/// When a session was used last is stored no more often than so.
const USED_EVERY: Millis = 10 * 60 * 1000;
/// Longest name of a browser that is kept.
const AGENT: usize = 120;

/// Whoever asks: a player whom a session or a token names, or nobody yet. One who is banned is refused.
#[derive(Debug, Clone)]
pub struct Visitor {
    /// The player.
    pub player: Option<PlayerId>,
    known: Option<Known>,
    address: Option<Address>,
    agent: String,
    languages: String,
    secure: bool,
    jar: Jar,
}

/// As [`Visitor`], banned or not: for what everybody may do, such as signing out.
#[derive(Debug, Clone)]
pub struct Anyone(pub Visitor);

#[derive(Debug, Clone)]
struct Known {
    player: Player,
    by: Credential,
    ban: Option<Ban>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Credential {
    Session(RowId),
    Token(RowId),
    OldCookie,
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
        let Anyone(visitor) = Anyone::from_request_parts(parts, app).await?;
        let ban = visitor.known.as_ref().and_then(|known| known.ban.as_ref());
        match ban {
            Some(ban) if ban.until > now() => Err(ApiError::from(Code::Banned)
                .with("until", ban.until)
                .with("reason", &ban.reason)),
            _ => Ok(visitor),
        }
    }
}

impl FromRequestParts<App> for Anyone {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Anyone, ApiError> {
        let Ok(jar) = SignedCookieJar::<Key>::from_request_parts(parts, app).await;
        // A token stands for itself alone: cookies beside it do not count.
        let known = match parts.headers.get(header::AUTHORIZATION) {
            Some(value) => Some(by_token(app, value).await?),
            None => by_cookie(app, &jar).await?,
        };
        let text = |name: HeaderName| {
            let value = parts.headers.get(name);
            let text = value
                .and_then(|value| value.to_str().ok())
                .unwrap_or_default();
            text.chars().take(AGENT).collect::<String>()
        };
        Ok(Anyone(Visitor {
            player: known.as_ref().map(|known| known.player.id.clone()),
            known,
            address: address(&app.config, &parts.extensions, &parts.headers),
            agent: text(header::USER_AGENT),
            languages: text(header::ACCEPT_LANGUAGE),
            secure: is_secure(&app.config, &parts.headers),
            jar: Jar(jar),
        }))
    }
}

async fn by_token(app: &App, value: &HeaderValue) -> Result<Known, ApiError> {
    let wrong = || ApiError::from(Code::BadToken);
    let text = value.to_str().map_err(|_| wrong())?;
    let (scheme, token) = text.split_once(' ').ok_or_else(wrong)?;
    let token = token.trim();
    if !scheme.eq_ignore_ascii_case("bearer") || !secret::is_token(token) {
        return Err(wrong());
    }
    let holder = app
        .store
        .token(&secret::hash(token))
        .await
        .map_err(internal)?
        .ok_or_else(wrong)?;
    note_use(app, &holder).await;
    Ok(Known {
        by: Credential::Token(holder.id),
        player: holder.player,
        ban: holder.ban,
    })
}

async fn by_cookie(app: &App, jar: &SignedCookieJar) -> Result<Option<Known>, ApiError> {
    if let Some(cookie) = jar.get(COOKIE) {
        let hash = secret::hash(cookie.value());
        let holder = app.store.session(&hash).await.map_err(internal)?;
        let Some(holder) = holder else {
            return Ok(None);
        };
        note_use(app, &holder).await;
        return Ok(Some(Known {
            by: Credential::Session(holder.id),
            player: holder.player,
            ban: holder.ban,
        }));
    }
    let Some(id) = jar
        .get(OLD_COOKIE)
        .and_then(|cookie| PlayerId::read(cookie.value()))
    else {
        return Ok(None);
    };
    // It is exchanged for a session, and is good for nothing once there is one.
    let account = app.store.account(&id).await.map_err(internal)?;
    let Some(account) = account.filter(|account| account.player.kind == PlayerKind::Guest) else {
        return Ok(None);
    };
    let sessions = app.store.sessions(&id).await.map_err(internal)?;
    Ok(sessions.is_empty().then_some(Known {
        player: account.player,
        by: Credential::OldCookie,
        ban: account.ban,
    }))
}

/// The request goes on whether this succeeds or not.
async fn note_use(app: &App, holder: &Holder) {
    let at = now();
    if at - holder.seen < USED_EVERY {
        return;
    }
    if let Err(error) = app.store.used(holder, at).await {
        tracing::warn!(%error, "the use of a session is not stored");
    }
}

impl Visitor {
    /// Where the request comes from, as far as limits go.
    pub fn address(&self) -> Option<Address> {
        self.address
    }

    /// The languages that the browser asks for, as the header writes them.
    pub fn languages(&self) -> &str {
        &self.languages
    }

    /// Who asks, if it is a player.
    pub fn known(&self) -> Option<&Player> {
        self.known.as_ref().map(|known| &known.player)
    }

    /// The session, if it is one that names the player.
    pub fn session(&self) -> Option<&RowId> {
        match self.known.as_ref().map(|known| &known.by) {
            Some(Credential::Session(id)) => Some(id),
            _ => None,
        }
    }

    /// The player who asks, guests included.
    ///
    /// # Errors
    /// 401 `not_signed_in`.
    pub fn player(&self) -> Result<&Player, ApiError> {
        self.known().ok_or_else(|| Code::NotSignedIn.into())
    }

    /// The player who asks: an account or a bot, which may use the lobby.
    ///
    /// # Errors
    /// 401 `not_signed_in`; 403 `account_needed` for a guest.
    pub fn member(&self) -> Result<&Player, ApiError> {
        let player = self.player()?;
        match player.kind {
            PlayerKind::Account | PlayerKind::Bot => Ok(player),
            PlayerKind::Guest | PlayerKind::Computer | PlayerKind::Closed => {
                Err(Code::AccountNeeded.into())
            }
        }
    }

    /// The person who asks, who has an account: for what a bot may not do with its owner's things.
    ///
    /// # Errors
    /// 401 `not_signed_in`; 403 `account_needed` for a guest or a bot.
    pub fn person(&self) -> Result<&Player, ApiError> {
        let player = self.player()?;
        match player.kind {
            PlayerKind::Account => Ok(player),
            _ => Err(Code::AccountNeeded.into()),
        }
    }

    /// The player; a new guest if there is none, with the cookie to set.
    ///
    /// # Errors
    /// 429 if too many guests come from one address.
    pub async fn or_guest(self, app: &App) -> Result<(Player, SignedCookieJar), ApiError> {
        match &self.known {
            Some(Known {
                player,
                by: Credential::OldCookie,
                ..
            }) => {
                let player = player.clone();
                let jar = self.begin_session(app, &player.id).await?;
                return Ok((player, jar));
            }
            Some(known) => return Ok((known.player.clone(), self.jar.0)),
            None => {}
        }
        if let Some(address) = self.address
            && !app.rates.guests.take(address)
        {
            return Err(Code::RateLimited.into());
        }
        let id = PlayerId::random().map_err(internal)?;
        let name: String = id.as_str().chars().take(3).collect();
        let guest = Player {
            name: format!("Guest {}", name.to_uppercase()),
            id,
            kind: PlayerKind::Guest,
        };
        let (secret, session) = self.new_session()?;
        app.store
            .add_guest(&guest, &session, now())
            .await
            .map_err(internal)?;
        metrics::counter!("backrank_guests_total").increment(1);
        Ok((guest, self.with_cookie(secret)))
    }

    /// Begins a session of this player in place of the one that asks.
    ///
    /// # Errors
    /// 500 if it cannot be stored.
    pub async fn begin_session(
        self,
        app: &App,
        player: &PlayerId,
    ) -> Result<SignedCookieJar, ApiError> {
        let (secret, session) = self.new_session()?;
        app.store
            .add_session(player, &session, now())
            .await
            .map_err(internal)?;
        if let (Some(old), Some(id)) = (&self.player, self.session()) {
            app.store.end_session(old, id).await.map_err(internal)?;
            app.expel(Expelled::Session(id.clone()));
        }
        Ok(self.with_cookie(secret))
    }

    /// The cookies without those that name a player.
    pub fn without_cookie(self) -> SignedCookieJar {
        [COOKIE, OLD_COOKIE]
            .into_iter()
            .fold(self.jar.0, |jar, name| {
                jar.remove(Cookie::build(name).path("/"))
            })
    }

    /// Done when this visitor may no longer stay: signed out, banned, deleted. For connections that last.
    pub fn expelled(&self, app: &App) -> impl Future<Output = ()> + Send + use<> {
        let mut expelled = app.expelled.subscribe();
        let player = self.player.clone();
        let session = self.session().cloned();
        async move {
            loop {
                match expelled.recv().await {
                    Ok(Expelled::Session(id)) if Some(&id) == session.as_ref() => return,
                    Ok(Expelled::Player { player: id, except })
                        if Some(&id) == player.as_ref()
                            && (except.is_none() || except != session) =>
                    {
                        return;
                    }
                    Ok(_) => {}
                    // Too far behind to know: whoever may stay comes back.
                    Err(broadcast::error::RecvError::Lagged(_)) => return,
                    Err(broadcast::error::RecvError::Closed) => std::future::pending().await,
                }
            }
        }
    }

    fn new_session(&self) -> Result<(String, NewSession), ApiError> {
        let secret = secret::token().map_err(internal)?;
        let session = NewSession {
            id: RowId::random().map_err(internal)?,
            hash: secret::hash(&secret),
            agent: self.agent.clone(),
        };
        Ok((secret, session))
    }

    fn with_cookie(self, secret: String) -> SignedCookieJar {
        let mut cookie = Cookie::new(COOKIE, secret);
        cookie.set_path("/");
        cookie.set_http_only(true);
        cookie.set_same_site(SameSite::Lax);
        cookie.set_secure(self.secure);
        cookie.make_permanent();
        self.jar
            .0
            .remove(Cookie::build(OLD_COOKIE).path("/"))
            .add(cookie)
    }
}

/// Who has to go; see [`Visitor::expelled`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expelled {
    /// A session that has ended.
    Session(RowId),
    /// A player, in all sessions or in all but one.
    Player {
        /// Who.
        player: PlayerId,
        /// The session that stays.
        except: Option<RowId>,
    },
}

/// Where a request comes from. Behind a proxy that is trusted, the last address that it names: those before it can be
/// anybody's invention.
fn address(config: &Config, extensions: &Extensions, headers: &HeaderMap) -> Option<Address> {
    let forwarded = || {
        let last = headers.get_all("x-forwarded-for").iter().next_back()?;
        let last = last.to_str().ok()?.rsplit(',').next()?;
        last.trim().parse::<IpAddr>().ok()
    };
    let direct = || {
        let info = extensions.get::<ConnectInfo<SocketAddr>>()?;
        Some(info.0.ip())
    };
    config
        .trust_proxy
        .then(forwarded)
        .flatten()
        .or_else(direct)
        .map(Address::of)
}

/// Whether browsers reach this server by https.
fn is_secure(config: &Config, headers: &HeaderMap) -> bool {
    let base = config.base_url.as_deref().unwrap_or_default();
    let by_proxy = headers
        .get("x-forwarded-proto")
        .is_some_and(|value| value.as_bytes().eq_ignore_ascii_case(b"https"));
    base.starts_with("https://") || config.trust_proxy && by_proxy
}

fn has_token(headers: &HeaderMap) -> bool {
    headers.contains_key(header::AUTHORIZATION)
}

/// Whether a request comes from this server's own pages: the host in `Origin` is the one that was asked. A request with
/// a token needs none: no page of another site can send one, and cookies do not count beside it.
///
/// # Errors
/// 403 `wrong_origin`.
pub fn own_origin(headers: &HeaderMap) -> Result<(), ApiError> {
    if has_token(headers) {
        return Ok(());
    }
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let own = text(header::HOST);
    let origin = text(header::ORIGIN).and_then(|origin| origin.split_once("://"));
    match (origin, own) {
        (Some((_, origin)), Some(own)) if origin.eq_ignore_ascii_case(own) => Ok(()),
        _ => Err(Code::WrongOrigin.into()),
    }
}

/// Before every request of the API: the rate of its address, and where it changes something, that it comes from an own
/// page and brings JSON.
pub async fn guard(State(app): State<App>, mut request: Request, next: Next) -> Response {
    public_host(&app.config, request.headers_mut());
    match admit(&app, &request) {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    }
}

/// A proxy may ask under a host name of its own; pages know the public one.
fn public_host(config: &Config, headers: &mut HeaderMap) {
    let Some(base) = &config.base_url else {
        return;
    };
    let base = base.trim_end_matches('/');
    let origin = headers.get(header::ORIGIN);
    let from_there =
        origin.is_some_and(|origin| origin.as_bytes().eq_ignore_ascii_case(base.as_bytes()));
    let host = base
        .split_once("://")
        .and_then(|(_, host)| HeaderValue::from_str(host).ok());
    if let (true, Some(host)) = (from_there, host) {
        headers.insert(header::HOST, host);
    }
}

fn admit(app: &App, request: &Request) -> Result<(), ApiError> {
    let headers = request.headers();
    if let Some(address) = address(&app.config, request.extensions(), headers)
        && !app.rates.requests.take(address)
    {
        return Err(Code::RateLimited.into());
    }
    let reads = [Method::GET, Method::HEAD, Method::OPTIONS].contains(request.method());
    if reads || is_for_tests(request) {
        return Ok(());
    }
    own_origin(headers)?;
    let length = headers.get(header::CONTENT_LENGTH);
    let empty = match length {
        Some(length) => length.as_bytes() == b"0",
        None => !headers.contains_key(header::TRANSFER_ENCODING),
    };
    let json = headers
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    if empty || json {
        Ok(())
    } else {
        Err(ApiError::from(Code::BadMessage).with("expected", "application/json"))
    }
}

/// Prepared positions are asked for by test programs.
fn is_for_tests(request: &Request) -> bool {
    cfg!(feature = "testing") && request.uri().path().ends_with("/testing/games")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(list: &[(&'static str, &'static str)]) -> HeaderMap {
        let entry = |&(name, value)| {
            (
                HeaderName::from_static(name),
                HeaderValue::from_static(value),
            )
        };
        list.iter().map(entry).collect()
    }

    fn seen_from(trust_proxy: bool, forwarded: &'static str) -> Option<Address> {
        let config = Config {
            trust_proxy,
            ..Config::default()
        };
        let mut extensions = Extensions::new();
        extensions.insert(ConnectInfo(SocketAddr::from(([192, 0, 2, 1], 5))));
        address(
            &config,
            &extensions,
            &headers(&[("x-forwarded-for", forwarded)]),
        )
    }

    #[test]
    fn a_forwarded_address_counts_only_behind_a_trusted_proxy() {
        let own = Some(Address::of([192, 0, 2, 1].into()));
        let other = Some(Address::of([198, 51, 100, 7].into()));
        assert_eq!(seen_from(false, "198.51.100.7"), own);
        assert_eq!(seen_from(true, "198.51.100.7"), other);
        assert_eq!(seen_from(true, "203.0.113.9, 198.51.100.7"), other);
        assert_eq!(seen_from(true, "nonsense"), own);
    }

    #[test]
    fn a_page_of_another_site_is_refused_and_a_token_is_not() {
        let host = ("host", "games.example.org");
        let ok = |list: &[_]| own_origin(&headers(list)).is_ok();
        assert!(ok(&[host, ("origin", "https://games.example.org")]));
        assert!(!ok(&[host, ("origin", "https://evil.example.org")]));
        assert!(!ok(&[host, ("origin", "null")]));
        assert!(!ok(&[host]));
        assert!(ok(&[host, ("authorization", "Bearer x")]));
    }

    #[test]
    fn the_public_host_is_known_behind_a_proxy() {
        let config = Config {
            base_url: Some("https://games.example.org/".to_owned()),
            ..Config::default()
        };
        let seen = |origin| {
            let mut headers = headers(&[("host", "127.0.0.1:8080"), ("origin", origin)]);
            public_host(&config, &mut headers);
            own_origin(&headers).is_ok()
        };
        assert!(seen("https://games.example.org"));
        assert!(!seen("https://evil.example.org"));
    }
}
