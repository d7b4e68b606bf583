//! A game for programs: what a WebSocket tells as lines of JSON, and one message by request.

use std::convert::Infallible;
use std::pin::Pin;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Deserialize;
use tokio::sync::watch;
use tokio::sync::watch::error::RecvError;
use tokio::time::{Instant, Interval, MissedTickBehavior, interval_at};

use crate::app::App;
use crate::auth::{Visitor, own_origin};
use crate::error::{ApiError, Code, internal};
use crate::rest;
use crate::table::Request;
use crate::table::actor::{Closing, Inbox, told};
use crate::table::hub::Visit;
use crate::wire::{ClientMessage, ErrorBody, ServerMessage};

/// A blank line goes out so often, so that both ends notice when the other is gone.
const KEEP_ALIVE: Duration = Duration::from_secs(10);

/// `GET /games/{id}/stream` and `POST /games/{id}/messages`.
pub fn router() -> Router<App> {
    Router::new()
        .route("/games/{id}/stream", get(stream))
        .route("/games/{id}/messages", post(message))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct From {
    last_seq: Option<u32>,
}

/// The lines of one reader. Dropping it leaves the table.
struct Lines {
    app: App,
    inbox: Inbox,
    keep_alive: Interval,
    /// Done when the reader may no longer stay.
    expelled: Pin<Box<dyn Future<Output = ()> + Send>>,
    closed: Option<Closing>,
    // Held as long as somebody reads.
    _visit: Visit,
}

impl Lines {
    fn new(app: App, visitor: &Visitor, visit: Visit, inbox: Inbox) -> Lines {
        let mut keep_alive = interval_at(Instant::now() + KEEP_ALIVE, KEEP_ALIVE);
        keep_alive.set_missed_tick_behavior(MissedTickBehavior::Delay);
        app.sockets.come();
        Lines {
            expelled: Box::pin(visitor.expelled(&app)),
            app,
            inbox,
            keep_alive,
            closed: None,
            _visit: visit,
        }
    }

    async fn next(&mut self) -> Option<String> {
        if self.closed.is_none() {
            let mut closing = self.app.closing.clone();
            tokio::select! {
                biased;
                () = told(&mut closing) => return None,
                () = &mut self.expelled => return None,
                Ok(why) = closed(&mut self.inbox.closing) => self.closed = Some(why),
                message = self.inbox.queue.recv() => return line(&message?),
                _ = self.keep_alive.tick() => return Some("\n".to_owned()),
            }
        }
        // One that is too slow gets no more; others all that was said before.
        match self.closed {
            Some(Closing::Fault) => line(&self.inbox.queue.try_recv().ok()?),
            _ => None,
        }
    }
}

impl Drop for Lines {
    fn drop(&mut self) {
        self.app.sockets.go();
    }
}

async fn closed(closing: &mut watch::Receiver<Option<Closing>>) -> Result<Closing, RecvError> {
    let why = closing.wait_for(Option::is_some).await?;
    Ok(why.unwrap_or(Closing::Fault))
}

fn line(message: &ServerMessage) -> Option<String> {
    match serde_json::to_string(message) {
        Ok(text) => Some(text + "\n"),
        Err(error) => {
            tracing::error!(%error, "a message cannot be written");
            None
        }
    }
}

async fn stream(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    from: Result<Query<From>, QueryRejection>,
) -> Result<Response, ApiError> {
    let Query(From { last_seq }) = from.map_err(|_| Code::BadMessage)?;
    let (game, player) = rest::seat_at(&app, &visitor, &id).await?;
    let (visit, inbox) = app.hub.connect(&game, player).await.map_err(internal)?;
    let hello = Request::Hello { last_seq };
    visit.send(hello, 0).await.map_err(internal)?;
    let lines = Lines::new(app, &visitor, visit, inbox);
    let lines = futures_util::stream::unfold(lines, |mut lines| async move {
        let line = lines.next().await?;
        Some((Ok::<_, Infallible>(Bytes::from(line)), lines))
    });
    let headers = [
        (header::CONTENT_TYPE, "application/x-ndjson"),
        // Compression would hold lines back.
        (header::CONTENT_ENCODING, "identity"),
    ];
    Ok((headers, Body::from_stream(lines)).into_response())
}

async fn message(
    State(app): State<App>,
    visitor: Visitor,
    headers: HeaderMap,
    Path(id): Path<String>,
    message: Result<Json<ClientMessage>, JsonRejection>,
) -> Result<Response, ApiError> {
    own_origin(&headers)?;
    let Json(message) = message.map_err(|refused| match refused.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Code::TooLarge,
        _ => Code::BadMessage,
    })?;
    let (game, player) = rest::seat_at(&app, &visitor, &id).await?;
    let Some(player) = player else {
        return Err(Code::NotYourGame.into());
    };
    if !app.message_rate.take((game.clone(), player.clone())) {
        return Err(Code::RateLimited.into());
    }
    let request = match message {
        ClientMessage::Ping { n } => return Ok(Json(ServerMessage::Pong { n }).into_response()),
        message => Request::read(message)
            .ok_or_else(|| ApiError::from(Code::BadMessage).with("type", "hello"))?,
    };
    let (visit, mut inbox) = app
        .hub
        .connect(&game, Some(player))
        .await
        .map_err(internal)?;
    visit.send(request, 0).await.map_err(internal)?;
    // A table that cannot be loaded says why before it goes.
    let settled = visit.settled().await;
    match inbox.queue.try_recv() {
        Ok(ServerMessage::Error { error }) => Ok(unusable(error)),
        Ok(answer) => Ok(Json(answer).into_response()),
        Err(_) => match settled {
            Ok(()) => Ok(StatusCode::NO_CONTENT.into_response()),
            Err(gone) => Err(internal(gone)),
        },
    }
}

/// What a table says of a message that it cannot use.
fn unusable(error: ErrorBody) -> Response {
    let status = match error.code.as_str() {
        "not_your_game" => StatusCode::FORBIDDEN,
        "internal" | "unreadable_game" => StatusCode::INTERNAL_SERVER_ERROR,
        _ => StatusCode::BAD_REQUEST,
    };
    (status, Json(error)).into_response()
}
