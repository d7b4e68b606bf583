//! What every handler shares.

use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum_extra::extract::cookie::Key;
use metrics_exporter_prometheus::PrometheusHandle;
use tokio::sync::{broadcast, watch};

use crate::account::Attempts;
use crate::account::password::Passwords;
use crate::auth::Expelled;
use crate::bus::Bus;
use crate::catalogue::Catalogue;
use crate::computer::Computers;
use crate::config::{Config, Limits};
use crate::host::HostWord;
use crate::ids::{GameId, PlayerId};
use crate::limits::{Address, Buckets};
use crate::lobby::Pairer;
use crate::mail::Mailer;
use crate::store::Store;
use crate::table::hub::Hub;
use crate::wire::PoolKey;

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
    /// Carries what concerns people to their streams.
    pub bus: Arc<dyn Bus>,
    /// What quick pairing offers.
    pub pools: Vec<PoolKey>,
    /// The way to the pools of quick pairing.
    pub pairer: Pairer,
    /// Signs cookies.
    pub cookie_key: Key,
    /// Counts.
    pub metrics: Option<PrometheusHandle>,
    /// Messages by request, of one player at one game.
    pub message_rate: Buckets<(GameId, PlayerId)>,
    /// Computer players.
    pub computers: Computers,
    /// Floods from one address.
    pub rates: Rates,
    /// Mails to one account.
    pub mails_to: Buckets<PlayerId>,
    /// Downloads of all that is kept of one account.
    pub exports: Buckets<PlayerId>,
    /// Guesses of passwords and codes.
    pub attempts: Attempts,
    /// Hashes and compares passwords.
    pub passwords: Passwords,
    /// Sends mail, if the host has set that up.
    pub mailer: Option<Arc<dyn Mailer>>,
    /// What the host has said.
    pub host: watch::Receiver<HostWord>,
    /// Tells connections whose player has to go.
    pub expelled: broadcast::Sender<Expelled>,
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

impl App {
    /// Sends somebody away from all connections that last.
    pub fn expel(&self, whom: Expelled) {
        // Nobody need be connected.
        let _ = self.expelled.send(whom);
    }
}

/// Limits by address.
#[derive(Debug)]
pub struct Rates {
    /// Requests.
    pub requests: Buckets<Address>,
    /// New guests.
    pub guests: Buckets<Address>,
    /// New accounts and bots.
    pub accounts: Buckets<Address>,
    /// Mails asked for.
    pub mails: Buckets<Address>,
}

impl Rates {
    /// All full.
    pub fn new(limits: &Limits) -> Rates {
        Rates {
            requests: Buckets::new(limits.requests),
            guests: Buckets::new(limits.guests),
            accounts: Buckets::new(limits.accounts),
            mails: Buckets::new(limits.mails),
        }
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
