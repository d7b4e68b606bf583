//! The stream of what concerns one person: as a WebSocket for browsers, as lines of JSON for programs.

use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until, timeout};

use crate::app::App;
use crate::auth::{self, Visitor};
use crate::bus::Subscription;
use crate::error::{ApiError, Code, internal};
use crate::lobby;
use crate::people;
use crate::store::Player;
use crate::table::actor::told;
use crate::wire::UserEvent;

/// Longest message that is read; nothing a client sends here has a meaning.
const LONGEST: usize = 1024;
/// A client that sends so many messages is closed: none of them can be meant.
const STRIKES: u32 = 64;
/// How often the server asks whether the other side is still there.
const PING: Duration = Duration::from_secs(15);
/// A blank line goes out so often, so that both ends notice when the other is gone.
const KEEP_ALIVE: Duration = Duration::from_secs(10);
/// How long one message may take to be written.
const WRITE: Duration = Duration::from_secs(10);

/// `GET /ws` and `GET /stream`.
pub fn router() -> Router<App> {
    Router::new()
        .route("/ws", get(socket))
        .route("/stream", get(lines))
}

/// The first event, and all that follow.
async fn open(app: &App, player: &Player) -> Result<(UserEvent, Subscription), ApiError> {
    // First listening, then counting: what happens between is told twice rather than never.
    let subscription = app
        .bus
        .subscribe(&player.id, player.kind)
        .map_err(|_| Code::RateLimited)?;
    let counts = people::counts(app, &player.id).await?;
    let hello = UserEvent::Hello {
        unread: counts.unread,
        my_turn: counts.my_turn,
    };
    Ok((hello, subscription))
}

fn text(event: &UserEvent) -> Result<String, ApiError> {
    serde_json::to_string(event).map_err(internal)
}

async fn socket(
    State(app): State<App>,
    visitor: Visitor,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    auth::own_origin(&headers)?;
    let player = visitor.player()?.clone();
    let upgrade = match upgrade {
        Ok(upgrade) => upgrade,
        Err(rejection) => return Ok(rejection.into_response()),
    };
    let (hello, subscription) = open(&app, &player).await?;
    let hello = text(&hello)?;
    Ok(upgrade
        .read_buffer_size(1024)
        .write_buffer_size(0)
        .max_message_size(LONGEST)
        .max_frame_size(LONGEST)
        .on_upgrade(move |socket| async move {
            app.sockets.come();
            let expelled = visitor.expelled(&app);
            write_events(&app, socket, hello, subscription, expelled).await;
            lobby::away(&app, &player.id);
            app.sockets.go();
        }))
}

/// Writes events until either side goes.
async fn write_events(
    app: &App,
    mut socket: WebSocket,
    hello: String,
    mut subscription: Subscription,
    expelled: impl Future<Output = ()>,
) {
    let mut expelled = std::pin::pin!(expelled);
    let mut closing = app.closing.clone();
    let mut ping = interval(PING);
    ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut heard = Instant::now();
    let mut strikes = 0;
    let mut next = Some(hello);
    let (code, reason) = loop {
        if let Some(text) = next.take() {
            match timeout(WRITE, socket.send(Message::Text(text.into()))).await {
                Ok(Ok(())) => {}
                _ => break (close_code::AGAIN, "reads too slowly"),
            }
        }
        tokio::select! {
            () = told(&mut closing) => break (close_code::AWAY, "shutting down"),
            () = &mut expelled => break (close_code::POLICY, "signed out"),
            event = subscription.next() => match event.map(|event| serde_json::to_string(&*event)) {
                Some(Ok(text)) => next = Some(text),
                Some(Err(_)) => {}
                None => break (close_code::AGAIN, "reads too slowly"),
            },
            received = socket.recv() => {
                heard = Instant::now();
                match received {
                    None | Some(Err(_)) => return,
                    Some(Ok(Message::Close(_))) => break (close_code::NORMAL, ""),
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                    Some(Ok(_)) => {
                        strikes += 1;
                        if strikes > STRIKES {
                            break (close_code::POLICY, "nothing is to be sent here");
                        }
                    }
                }
            }
            _ = ping.tick() => {
                if timeout(WRITE, socket.send(Message::Ping(Bytes::new()))).await.is_err() {
                    return;
                }
            }
            () = sleep_until(heard + app.config.idle_timeout) => {
                break (close_code::AWAY, "silent for too long");
            }
        }
    };
    drop(subscription);
    let frame = CloseFrame {
        code,
        reason: reason.into(),
    };
    // Whoever is gone does not hear it.
    let _ = timeout(WRITE, socket.send(Message::Close(Some(frame)))).await;
}

/// Tells the lobby when a program's stream ends, however it does.
struct Leaving(App, Player);

impl Drop for Leaving {
    fn drop(&mut self) {
        lobby::away(&self.0, &self.1.id);
    }
}

async fn lines(State(app): State<App>, visitor: Visitor) -> Result<Response, ApiError> {
    let player = visitor.player()?.clone();
    let (hello, subscription) = open(&app, &player).await?;
    let hello = text(&hello)? + "\n";
    struct Lines {
        first: Option<String>,
        // Dropped in this order: then the player is away.
        subscription: Subscription,
        expelled: std::pin::Pin<Box<dyn Future<Output = ()> + Send>>,
        leaving: Leaving,
    }
    let state = Lines {
        first: Some(hello),
        subscription,
        expelled: Box::pin(visitor.expelled(&app)),
        leaving: Leaving(app, player),
    };
    let lines = futures_util::stream::unfold(state, |mut state| async move {
        if let Some(first) = state.first.take() {
            return Some((Ok::<_, std::convert::Infallible>(Bytes::from(first)), state));
        }
        let mut closing = state.leaving.0.closing.clone();
        let line = tokio::select! {
            () = told(&mut closing) => return None,
            () = &mut state.expelled => return None,
            event = state.subscription.next() => text(&*event?).ok()? + "\n",
            () = tokio::time::sleep(KEEP_ALIVE) => "\n".to_owned(),
        };
        Some((Ok(Bytes::from(line)), state))
    });
    let headers = [
        (header::CONTENT_TYPE, "application/x-ndjson"),
        // Compression would hold lines back.
        (header::CONTENT_ENCODING, "identity"),
    ];
    Ok((headers, Body::from_stream(lines)).into_response())
}
