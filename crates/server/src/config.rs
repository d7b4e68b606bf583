//! What a host can set.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use crate::store::DatabaseUrl;

/// Settings of a server.
#[derive(Debug, Clone)]
pub struct Config {
    /// Where to listen.
    pub listen: SocketAddr,
    /// Folder of the database (`backrank.db`) and of the key file (`key`).
    pub data: PathBuf,
    /// Another database than the file in the data folder.
    pub database: Option<DatabaseUrl>,
    /// Folders with further variant files and their rules pages.
    pub variants: Vec<PathBuf>,
    /// How many moves of computer players are thought about at once.
    pub bots: usize,
    /// How long a client may take to open its contribution to the deal.
    pub open_timeout: Duration,
    /// A connection that sends nothing for so long is closed.
    pub idle_timeout: Duration,
    /// Limits against floods.
    pub limits: Limits,
}

/// Rates: a burst that is always free, and what comes back a second.
#[derive(Debug, Clone, Copy)]
pub struct Rate {
    /// Size of the burst.
    pub burst: u32,
    /// Refill a second.
    pub per_second: f64,
}

/// Limits against floods.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Messages on one connection.
    pub messages: Rate,
    /// New games of one player.
    pub games: Rate,
    /// New guests from one address.
    pub guests: Rate,
}

impl Config {
    /// Where the database is.
    pub fn database(&self) -> DatabaseUrl {
        self.database
            .clone()
            .unwrap_or_else(|| DatabaseUrl::file(&self.data.join("backrank.db")))
    }
}

impl Default for Config {
    fn default() -> Config {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Config {
            listen: SocketAddr::from(([127, 0, 0, 1], 8080)),
            data: PathBuf::from("data"),
            database: None,
            variants: Vec::new(),
            bots: (cores / 2).max(1),
            open_timeout: Duration::from_secs(60),
            idle_timeout: Duration::from_secs(45),
            limits: Limits::default(),
        }
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            messages: Rate {
                burst: 60,
                per_second: 20.0,
            },
            games: Rate {
                burst: 40,
                per_second: 0.5,
            },
            guests: Rate {
                burst: 200,
                per_second: 2.0,
            },
        }
    }
}
