//! What a host can set.

use std::fmt;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use crate::mail::MailSettings;
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
    /// Address under which people reach the server, such as `https://games.example.org`; links in mails begin with it.
    pub base_url: Option<String>,
    /// Whether `X-Forwarded-For` and `X-Forwarded-Proto` are a proxy's own and can be believed.
    pub trust_proxy: bool,
    /// How long one waits for a person before a bot comes into question.
    pub bot_after: Duration,
    /// Whoever has no stream open for so long is away: his proposals of live games and his wait for a pairing are over.
    pub away: Duration,
    /// File of the pools of quick pairing; absent for the usual ones.
    pub pools: Option<PathBuf>,
    /// How mail is sent; absent if it is not.
    pub mail: Option<MailSettings>,
    /// How long a client may take to open its contribution to the deal.
    pub open_timeout: Duration,
    /// A connection that sends nothing for so long is closed.
    pub idle_timeout: Duration,
    /// Limits against floods.
    pub limits: Limits,
}

/// Rates: a burst that is always free, and what comes back a second. Written `BURST/PER_SECOND`, such as `40/0.5`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rate {
    /// Size of the burst.
    pub burst: u32,
    /// Refill a second.
    pub per_second: f64,
}

/// It is no rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a rate is a burst and what comes back a second, such as 40/0.5")]
pub struct NoRate;

impl FromStr for Rate {
    type Err = NoRate;

    fn from_str(text: &str) -> Result<Rate, NoRate> {
        let (burst, per_second) = text.split_once('/').ok_or(NoRate)?;
        let rate = Rate {
            burst: burst.trim().parse().map_err(|_| NoRate)?,
            per_second: per_second.trim().parse().map_err(|_| NoRate)?,
        };
        let good = rate.burst > 0 && rate.per_second.is_finite() && rate.per_second >= 0.0;
        good.then_some(rate).ok_or(NoRate)
    }
}

impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.burst, self.per_second)
    }
}

/// Limits against floods.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Limits {
    /// Messages on one connection.
    pub messages: Rate,
    /// Requests from one address.
    pub requests: Rate,
    /// New games of one player.
    pub games: Rate,
    /// New guests from one address.
    pub guests: Rate,
    /// New accounts from one address.
    pub accounts: Rate,
    /// Mails that one address, or one account, asks for.
    pub mails: Rate,
    /// Downloads of all that is kept of one account.
    pub exports: Rate,
}

/// There is no limit of this name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no limit \"{0}\"; there are {names}", names = Limits::NAMES.join(", "))]
pub struct NoLimit(pub String);

impl Limits {
    /// Names of all limits.
    pub const NAMES: [&'static str; 7] = [
        "messages", "requests", "games", "guests", "accounts", "mails", "exports",
    ];

    /// The limit of this name.
    ///
    /// # Errors
    /// [`NoLimit`].
    pub fn named(&mut self, name: &str) -> Result<&mut Rate, NoLimit> {
        Ok(match name {
            "messages" => &mut self.messages,
            "requests" => &mut self.requests,
            "games" => &mut self.games,
            "guests" => &mut self.guests,
            "accounts" => &mut self.accounts,
            "mails" => &mut self.mails,
            "exports" => &mut self.exports,
            other => return Err(NoLimit(other.to_owned())),
        })
    }
}

impl Config {
    /// Where the database is.
    pub fn database(&self) -> DatabaseUrl {
        self.database
            .clone()
            .unwrap_or_else(|| DatabaseUrl::file(&self.data.join("backrank.db")))
    }

    /// Where links lead: under the public address, or the one that is listened on.
    pub fn link(&self, path: &str) -> String {
        match &self.base_url {
            Some(base) => format!("{}{path}", base.trim_end_matches('/')),
            None => format!("http://{}{path}", self.listen),
        }
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
            base_url: None,
            trust_proxy: false,
            bot_after: Duration::from_secs(20),
            away: Duration::from_secs(10),
            pools: None,
            mail: None,
            open_timeout: Duration::from_secs(60),
            idle_timeout: Duration::from_secs(45),
            limits: Limits::default(),
        }
    }
}

impl Default for Limits {
    fn default() -> Limits {
        let rate = |burst, per_second| Rate { burst, per_second };
        Limits {
            messages: rate(60, 20.0),
            requests: rate(1000, 50.0),
            games: rate(40, 0.5),
            guests: rate(200, 2.0),
            accounts: rate(10, 0.01),
            mails: rate(5, 0.002),
            exports: rate(3, 0.005),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_reads_back() {
        let rate: Rate = "40/0.5".parse().unwrap();
        assert_eq!(rate.to_string(), "40/0.5");
        for wrong in [
            "", "40", "0/1", "-1/1", "1/-1", "1/nan", "1/inf", "a/b", "1/2/3",
        ] {
            assert_eq!(wrong.parse::<Rate>(), Err(NoRate), "{wrong}");
        }
    }

    #[test]
    fn every_limit_has_its_name() {
        let mut limits = Limits::default();
        for name in Limits::NAMES {
            limits.named(name).unwrap().burst = 7;
        }
        let Limits {
            messages,
            requests,
            games,
            guests,
            accounts,
            mails,
            exports,
        } = limits;
        for rate in [messages, requests, games, guests, accounts, mails, exports] {
            assert_eq!(rate.burst, 7);
        }
        assert_eq!(limits.named("moves"), Err(NoLimit("moves".to_owned())));
    }
}
