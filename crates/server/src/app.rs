//! What every handler shares.

use std::net::IpAddr;
use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum_extra::extract::cookie::Key;
use metrics_exporter_prometheus::PrometheusHandle;
use tokio::sync::watch;

use crate::catalogue::Catalogue;
use crate::computer::Computers;
use crate::config::Config;
use crate::ids::{GameId, PlayerId};
use crate::limits::Buckets;
use crate::store::Store;
use crate::table::hub::Hub;

/// The server's state.
#[derive(Clone)]
pub struct App(Arc<Shared>);

/// What [`App`] points to.
pub struct Shared {
    /// Settings.
    pub config: Config,
    /// Games that can be played.
    pub catalogue: Arc<Catalogue>,
    /// Players, games, events.
    pub store: Store,
    /// Live games.
    pub hub: Hub,
    /// Signs cookies.
    pub cookie_key: Key,
    /// Counts.
    pub metrics: Option<PrometheusHandle>,
    /// New guests by address.
    pub guest_rate: Buckets<IpAddr>,
    /// Messages by request, of one player at one game.
    pub message_rate: Buckets<(GameId, PlayerId)>,
    /// Computer players.
    pub computers: Computers,
    /// New games by player.
    pub game_rate: Buckets<PlayerId>,
    /// Turns true when the server shuts down.
    pub closing: watch::Receiver<bool>,
    /// Open WebSockets.
    pub sockets: Sockets,
}

impl App {
    /// Shares it.
    pub fn new(shared: Shared) -> App {
        App(Arc::new(shared))
    }
}

impl Deref for App {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

/// Counts open WebSockets, which axum's graceful shutdown does not wait for.
#[derive(Debug, Default)]
pub struct Sockets(AtomicUsize);

impl Sockets {
    /// One more.
    pub fn come(&self) {
        self.0.fetch_add(1, Ordering::AcqRel);
    }

    /// One less.
    pub fn go(&self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }

    /// How many.
    pub fn open(&self) -> usize {
        self.0.load(Ordering::Acquire)
    }
}
