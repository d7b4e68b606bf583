//! The WebSocket of a game: reads messages, keeps the limits, writes what the table tells.

use std::pin::Pin;
use std::time::Duration;

use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until, timeout};

use crate::app::App;
use crate::auth::{self, Visitor};
use crate::error::{ApiError, Code};
use crate::ids::{GameId, PlayerId};
use crate::limits::Bucket;
use crate::rest;
use crate::table::Request;
use crate::table::actor::{Closing, Inbox, Outbox, outbox, told};
use crate::table::hub::{CLIENT_QUEUE, Visit};
use crate::wire::{ClientMessage, PROTOCOL, ServerMessage};

/// Longest message, in bytes.
pub const LONGEST: usize = 16 * 1024;
/// A client that sends so many unusable messages is closed.
const STRIKES: u32 = 5;
/// One that goes on so long beyond its rate, too.
const OVER_RATE: u32 = 50;
/// How often the server asks whether the other side is still there.
const PING: Duration = Duration::from_secs(15);
/// How long one message may take to be written.
const WRITE: Duration = Duration::from_secs(10);

/// `GET /api/v1/games/{id}/ws`.
///
/// # Errors
/// 403 for another site or another's private game, 404 for an unknown one, before the upgrade.
pub async fn upgrade(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    auth::own_origin(&headers)?;
    let expelled = Box::pin(visitor.expelled(&app));
    let (game, player) = rest::seat_at(&app, &visitor, &id).await?;
    let upgrade = match upgrade {
        Ok(upgrade) => upgrade,
        Err(rejection) => return Ok(rejection.into_response()),
    };
    Ok(upgrade
        .read_buffer_size(4096)
        .write_buffer_size(0)
        .max_message_size(LONGEST)
        .max_frame_size(LONGEST)
        .on_upgrade(move |socket| async move {
            metrics::gauge!("backrank_connections").increment(1);
            app.sockets.come();
            Connection::new(&app, game, player, socket, expelled)
                .run()
                .await;
            app.sockets.go();
            metrics::gauge!("backrank_connections").decrement(1);
        }))
}

/// How a connection ends.
struct Close(u16, &'static str);

/// What a connection does next.
enum Next {
    Shutdown,
    Expelled,
    ToldToClose,
    Write(Option<ServerMessage>),
    Received(Option<Result<Message, axum::Error>>),
    Ping,
    Silent,
}

/// Done when the player is signed out, banned or deleted.
type Expelled = Pin<Box<dyn Future<Output = ()> + Send>>;

struct Connection {
    app: App,
    game: GameId,
    /// One of the two players; others look on.
    player: Option<PlayerId>,
    socket: WebSocket,
    table: Option<Visit>,
    outbox: Outbox,
    inbox: Inbox,
    bucket: Bucket,
    strikes: u32,
    over_rate: u32,
    heard: Instant,
    expelled: Expelled,
    /// The last ping, until its answer comes.
    pinged: Option<Instant>,
    /// How long a message is under way there and back.
    lag: Duration,
    closing: watch::Receiver<bool>,
}

impl Connection {
    fn new(
        app: &App,
        game: GameId,
        player: Option<PlayerId>,
        socket: WebSocket,
        expelled: Expelled,
    ) -> Connection {
        let (outbox, inbox) = outbox(CLIENT_QUEUE);
        Connection {
            game,
            player,
            socket,
            table: None,
            outbox,
            inbox,
            bucket: Bucket::new(app.config.limits.messages, std::time::Instant::now()),
            strikes: 0,
            over_rate: 0,
            heard: Instant::now(),
            expelled,
            pinged: None,
            lag: Duration::ZERO,
            closing: app.closing.clone(),
            app: app.clone(),
        }
    }

    async fn run(mut self) {
        let Close(code, reason) = self.talk().await;
        let frame = CloseFrame {
            code,
            reason: reason.into(),
        };
        // The other side may be gone, or read nothing: then there is nobody to tell.
        let _ = timeout(
            Duration::from_secs(1),
            self.socket.send(Message::Close(Some(frame))),
        )
        .await;
    }

    async fn talk(&mut self) -> Close {
        let mut pings = interval(PING);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let silent = self.heard + self.app.config.idle_timeout;
            let next = tokio::select! {
                () = told(&mut self.closing) => Next::Shutdown,
                () = &mut self.expelled => Next::Expelled,
                _ = self.inbox.closing.changed() => Next::ToldToClose,
                message = self.inbox.queue.recv() => Next::Write(message),
                received = self.socket.recv() => Next::Received(received),
                _ = pings.tick() => Next::Ping,
                () = sleep_until(silent) => Next::Silent,
            };
            let done = match next {
                Next::Shutdown => Err(Close(close_code::AWAY, "the server is shutting down")),
                Next::Expelled => Err(Close(close_code::POLICY, "signed out")),
                Next::ToldToClose => self.told_to_close().await,
                Next::Write(Some(message)) => self.write(&message).await,
                Next::Write(None) => Err(Close(close_code::ERROR, "the table is gone")),
                Next::Received(received) => self.received(received).await,
                Next::Ping => self.ping().await,
                Next::Silent => Err(Close(close_code::AWAY, "silent")),
            };
            if let Err(close) = done {
                return close;
            }
        }
    }

    /// Its answer says how long messages are under way.
    async fn ping(&mut self) -> Result<(), Close> {
        self.pinged = Some(Instant::now());
        self.write_frame(Message::Ping(Default::default())).await
    }

    /// Writes what is left in the queue unless its reader is the trouble.
    async fn told_to_close(&mut self) -> Result<(), Close> {
        let why = *self.inbox.closing.borrow_and_update();
        match why {
            None => Ok(()),
            Some(Closing::TooSlow) => Err(Close(close_code::AGAIN, "reads too slowly")),
            Some(Closing::Fault) => {
                while let Ok(message) = self.inbox.queue.try_recv() {
                    self.write(&message).await?;
                }
                Err(Close(close_code::ERROR, "a fault of the server"))
            }
        }
    }

    async fn write(&mut self, message: &ServerMessage) -> Result<(), Close> {
        match serde_json::to_string(message) {
            Ok(text) => self.write_frame(Message::Text(text.into())).await,
            Err(error) => {
                tracing::error!(%error, "a message cannot be written");
                Err(Close(close_code::ERROR, "a fault of the server"))
            }
        }
    }

    async fn write_frame(&mut self, message: Message) -> Result<(), Close> {
        // A receiver of its own: looking here must not count as having seen why to close.
        let mut closing = self.inbox.closing.clone();
        let overflow = async {
            let too_slow = |why: &Option<Closing>| *why == Some(Closing::TooSlow);
            closing.wait_for(too_slow).await.is_ok()
        };
        tokio::select! {
            sent = timeout(WRITE, self.socket.send(message)) => match sent {
                Ok(Ok(())) => Ok(()),
                Ok(Err(_)) => Err(Close(close_code::AWAY, "gone")),
                Err(_) => Err(Close(close_code::AGAIN, "reads too slowly")),
            },
            // A queue that overflows while this message is stuck: the reader is too slow.
            true = overflow => Err(Close(close_code::AGAIN, "reads too slowly")),
        }
    }

    async fn received(
        &mut self,
        received: Option<Result<Message, axum::Error>>,
    ) -> Result<(), Close> {
        self.heard = Instant::now();
        match received {
            None => Err(Close(close_code::NORMAL, "")),
            Some(Err(error)) => Err(if is_too_long(&error) {
                Close(close_code::SIZE, "longer than 16 KiB")
            } else {
                Close(close_code::PROTOCOL, "no WebSocket frame")
            }),
            Some(Ok(Message::Close(_))) => Err(Close(close_code::NORMAL, "")),
            Some(Ok(Message::Pong(_))) => {
                if let Some(pinged) = self.pinged.take() {
                    self.lag = pinged.elapsed();
                }
                Ok(())
            }
            Some(Ok(Message::Ping(_))) => Ok(()),
            Some(Ok(Message::Binary(_))) => self.unusable(Code::BadMessage.into()).await,
            Some(Ok(Message::Text(text))) => {
                metrics::counter!("backrank_messages_total").increment(1);
                if !self.bucket.take(std::time::Instant::now()) {
                    return self.too_fast().await;
                }
                match serde_json::from_str::<ClientMessage>(&text) {
                    Ok(message) => self.message(message).await,
                    Err(_) => self.unusable(Code::BadMessage.into()).await,
                }
            }
        }
    }

    async fn too_fast(&mut self) -> Result<(), Close> {
        self.over_rate += 1;
        if self.over_rate > OVER_RATE {
            return Err(Close(close_code::POLICY, "too many messages"));
        }
        self.write(&error(Code::RateLimited.into())).await
    }

    async fn unusable(&mut self, reason: ApiError) -> Result<(), Close> {
        self.write(&error(reason)).await?;
        self.strikes += 1;
        if self.strikes >= STRIKES {
            return Err(Close(close_code::POLICY, "unusable messages"));
        }
        Ok(())
    }

    async fn message(&mut self, message: ClientMessage) -> Result<(), Close> {
        let request = match message {
            ClientMessage::Ping { n } => return self.write(&ServerMessage::Pong { n }).await,
            ClientMessage::Hello { protocol, .. } if protocol != PROTOCOL => {
                let reason = ApiError::from(Code::UnsupportedProtocol).with("protocol", PROTOCOL);
                self.write(&error(reason)).await?;
                return Err(Close(close_code::POLICY, "another version of the protocol"));
            }
            ClientMessage::Hello { last_seq, .. } => {
                self.come_in().await?;
                Request::Hello { last_seq }
            }
            message => match Request::read(message) {
                Some(request) => request,
                None => return self.unusable(Code::BadMessage.into()).await,
            },
        };
        let Some(table) = &self.table else {
            let reason = ApiError::from(Code::BadMessage).with("expected", "hello");
            return self.unusable(reason).await;
        };
        let lag = i64::try_from(self.lag.as_millis()).unwrap_or(i64::MAX);
        table.send(request, lag).await.map_err(gone)
    }

    /// The first hello takes a place at the table.
    async fn come_in(&mut self) -> Result<(), Close> {
        if self.table.is_some() {
            return Ok(());
        }
        let (player, outbox) = (self.player.clone(), self.outbox.clone());
        let visit = self.app.hub.enter(&self.game, player, outbox).await;
        self.table = Some(visit.map_err(gone)?);
        Ok(())
    }
}

fn gone<E>(_: E) -> Close {
    Close(close_code::ERROR, "the table is gone")
}

fn error(reason: ApiError) -> ServerMessage {
    ServerMessage::Error {
        error: reason.into(),
    }
}

fn is_too_long(error: &axum::Error) -> bool {
    let mut cause: Option<&dyn std::error::Error> = Some(error);
    while let Some(inner) = cause {
        let text = inner.to_string();
        if text.contains("too long") || text.contains("too big") {
            return true;
        }
        cause = inner.source();
    }
    false
}
