//! The server's API, as far as a bot needs it.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use anyhow::{Context, Result};
use reqwest::{Method, Response, StatusCode};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// A stream on which nothing comes for so long, blank lines included, is dead.
const SILENCE: Duration = Duration::from_secs(30);
/// How long an answer may take.
const ANSWER: Duration = Duration::from_secs(20);
/// Longest line that is read.
const LONGEST: usize = 16 << 20;

/// A server and the token it knows the bot by.
#[derive(Clone)]
pub struct Api {
    http: reqwest::Client,
    base: String,
    token: String,
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The server says no.
    #[error("{0}")]
    Refused(Refusal),
    /// Nothing can be heard of the server.
    #[error("the server cannot be reached: {}", chain(.0))]
    Unreachable(#[from] reqwest::Error),
}

/// All that led to an error; a library's own text often leaves out the reason.
fn chain(error: &reqwest::Error) -> String {
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(error) = cause {
        text = format!("{text}: {error}");
        cause = error.source();
    }
    text
}

/// A code of the server's with what goes with it.
#[derive(Debug, Clone)]
pub struct Refusal {
    status: StatusCode,
    /// The code, or nothing if the answer had none.
    pub code: String,
    params: BTreeMap<String, String>,
}

impl Refusal {
    /// Whether the same request may succeed later.
    pub fn may_pass(&self) -> bool {
        self.status == StatusCode::TOO_MANY_REQUESTS || self.status.is_server_error()
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the server answers {}", self.status.as_u16())?;
        if !self.code.is_empty() {
            write!(f, " {}", self.code)?;
        }
        for (name, value) in &self.params {
            write!(f, " {name}={value}")?;
        }
        Ok(())
    }
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct ErrorBody {
    code: String,
    params: BTreeMap<String, String>,
}

impl Api {
    pub fn new(server: &str, token: &str) -> Result<Api> {
        let http = reqwest::Client::builder()
            .connect_timeout(ANSWER)
            .build()
            .context("no HTTP client")?;
        Ok(Api {
            http,
            base: format!("{}/api/v1", server.trim_end_matches('/')),
            token: token.to_owned(),
        })
    }

    async fn ask(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
        timeout: Option<Duration>,
    ) -> Result<Response, Failure> {
        let mut request = self
            .http
            .request(method, format!("{}{path}", self.base))
            .bearer_auth(&self.token);
        if let Some(timeout) = timeout {
            request = request.timeout(timeout);
        }
        if let Some(body) = body {
            request = request.json(body);
        }
        let answer = request.send().await?;
        let status = answer.status();
        if status.is_success() {
            return Ok(answer);
        }
        let ErrorBody { code, params } = answer.json().await.unwrap_or_default();
        Err(Failure::Refused(Refusal {
            status,
            code,
            params,
        }))
    }

    pub async fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, Failure> {
        let answer = self.ask(Method::GET, path, None, Some(ANSWER)).await?;
        Ok(answer.json().await?)
    }

    pub async fn text(&self, path: &str) -> Result<String, Failure> {
        let answer = self.ask(Method::GET, path, None, Some(ANSWER)).await?;
        Ok(answer.text().await?)
    }

    /// The answer, if there is anything to say.
    pub async fn post(&self, path: &str, body: Option<&Value>) -> Result<Option<Value>, Failure> {
        let nothing = Value::Object(Default::default());
        let body = body.unwrap_or(&nothing);
        let answer = self
            .ask(Method::POST, path, Some(body), Some(ANSWER))
            .await?;
        if answer.status() == StatusCode::NO_CONTENT {
            return Ok(None);
        }
        Ok(Some(answer.json().await?))
    }

    pub async fn delete(&self, path: &str) -> Result<(), Failure> {
        self.ask(Method::DELETE, path, None, Some(ANSWER)).await?;
        Ok(())
    }

    /// An answer that comes line by line.
    pub async fn lines(&self, path: &str) -> Result<Lines, Failure> {
        let answer = self.ask(Method::GET, path, None, None).await?;
        Ok(Lines {
            answer,
            buffer: Vec::new(),
        })
    }
}

/// Values of JSON, one a line.
pub struct Lines {
    answer: Response,
    buffer: Vec<u8>,
}

impl Lines {
    /// The next; nothing if the stream has ended or gone silent. Dropping the future loses nothing.
    pub async fn next(&mut self) -> Option<Value> {
        loop {
            if let Some(end) = self.buffer.iter().position(|&byte| byte == b'\n') {
                let line: Vec<u8> = self.buffer.drain(..=end).collect();
                match serde_json::from_slice(&line) {
                    Ok(value) => return Some(value),
                    Err(_) if line.trim_ascii().is_empty() => continue,
                    Err(error) => {
                        tracing::warn!(%error, "a line that is no JSON");
                        return None;
                    }
                }
            }
            let chunk = tokio::time::timeout(SILENCE, self.answer.chunk()).await;
            match chunk {
                Ok(Ok(Some(chunk))) if self.buffer.len() < LONGEST => {
                    self.buffer.extend_from_slice(&chunk);
                }
                _ => return None,
            }
        }
    }
}

/// Waits longer after each failure.
#[derive(Debug, Default)]
pub struct Pause(u32);

impl Pause {
    pub async fn wait(&mut self) {
        let seconds = f64::from(1 << self.0.min(5)) * 0.5;
        self.0 += 1;
        tokio::time::sleep(Duration::from_secs_f64(seconds)).await;
    }

    pub fn reset(&mut self) {
        self.0 = 0;
    }
}

/// What the stream of the bot tells.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum UserEvent {
    Challenged {
        proposal: Proposal,
    },
    GameStarted {
        game: String,
    },
    YourTurn {
        game: String,
    },
    #[serde(other)]
    Other,
}

#[derive(Debug, Deserialize)]
pub struct Proposal {
    pub id: String,
    pub by: By,
    pub conditions: Conditions,
}

#[derive(Debug, Deserialize)]
pub struct By {
    pub id: String,
    pub name: String,
}

#[derive(Debug, Deserialize)]
pub struct Conditions {
    pub variant: String,
    pub rated: bool,
}

/// What the stream of a game tells.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Told {
    Snapshot {
        seq: u32,
        game: Box<Snapshot>,
    },
    Event {
        seq: u32,
        event: Box<Event>,
    },
    Clocks {
        clocks: Clocks,
    },
    Presence {
        claim_in: Option<u64>,
    },
    Error {
        error: Coded,
    },
    #[serde(other)]
    Other,
}

#[derive(Debug, Deserialize)]
pub struct Coded {
    pub code: String,
}

#[derive(Debug, Deserialize)]
pub struct Snapshot {
    pub variant: String,
    pub seat: Seat,
    pub phase: Phase,
    pub dealing: Option<DealStep>,
    pub start: Option<Start>,
    #[serde(default)]
    pub moves: Vec<Played>,
    pub now: Option<Now>,
    pub ending: Option<Ending>,
    #[serde(default)]
    pub offers: Vec<Offer>,
    pub clock: Clock,
}

/// The time control; what is not live has no increment.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
pub struct Clock {
    /// Seconds.
    #[serde(default)]
    pub increment: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Seat {
    White,
    Black,
    Spectator,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    Dealing,
    Playing,
    Over,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DealStep {
    Commit,
    Open,
    Wait,
}

#[derive(Debug, Deserialize)]
pub struct Start {
    pub fen: String,
}

#[derive(Debug, Deserialize)]
pub struct Played {
    pub ply: u32,
    pub by: Seat,
    pub recorded: String,
}

/// The situation, as far as it is not rebuilt from the actions.
#[derive(Debug, Deserialize)]
pub struct Now {
    pub ply: u32,
    pub legal: Vec<Choice>,
}

#[derive(Debug, Deserialize)]
pub struct Choice {
    pub action: String,
}

#[derive(Debug, Deserialize)]
pub struct Ending {
    pub result: String,
    pub reason: String,
}

#[derive(Debug, Clone, Copy, Deserialize)]
pub struct Offer {
    pub by: Seat,
    pub what: OfferKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OfferKind {
    Draw,
    Takeback,
}

impl OfferKind {
    pub fn as_str(self) -> &'static str {
        match self {
            OfferKind::Draw => "draw",
            OfferKind::Takeback => "takeback",
        }
    }
}

#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    OpenNow,
    Dealt {
        seat: Seat,
        start: Start,
        now: Now,
    },
    Played {
        played: Played,
        now: Now,
    },
    Offered {
        offer: Offer,
    },
    TakenBack {},
    Ended {
        ending: Ending,
    },
    #[serde(other)]
    Other,
}

/// Milliseconds left.
#[derive(Debug, Clone, Copy, Deserialize)]
pub struct Clocks {
    pub white: u64,
    pub black: u64,
}
