//! Settings of the server: by flags, by environment variables, in a file; what stands earlier in this list counts.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use backrank_server::Config;
use backrank_server::config::{Limits, Rate};
use backrank_server::mail::{MailSettings, MailTls, MailWay, Smtp};
use backrank_server::store::DatabaseUrl;
use clap::{Args, ValueEnum};
use serde::{Deserialize, Serialize};

/// Stands for a secret wherever settings are shown.
const NOT_SHOWN: &str = "(not shown)";

/// All settings, each absent where it is not set. Flags, environment and file have the same names.
#[derive(Debug, Clone, Default, Args, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// Address to listen on [default: 127.0.0.1:8080]
    #[arg(long, env = "BACKRANK_LISTEN")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub listen: Option<SocketAddr>,
    /// Folder of the database and the key file [default: data]
    #[arg(long, env = "BACKRANK_DATA")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<PathBuf>,
    /// Another database than the file in the data folder: sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE
    #[arg(long, env = "BACKRANK_DATABASE_URL", hide_env_values = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub database_url: Option<String>,
    /// Folder with more variant files; may stand several times, in the environment separated by commas
    #[arg(
        long,
        env = "BACKRANK_VARIANTS",
        value_name = "DIR",
        value_delimiter = ','
    )]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub variants: Vec<PathBuf>,
    /// Games in which the computer may think at the same time [default: half the processors]
    #[arg(long, env = "BACKRANK_WORKERS")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub workers: Option<usize>,
    /// Address under which people reach the server, such as <https://games.example.org>
    #[arg(long, env = "BACKRANK_BASE_URL")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base_url: Option<String>,
    /// Believe X-Forwarded-For and X-Forwarded-Proto: only behind a proxy that sets them
    #[arg(long, env = "BACKRANK_TRUST_PROXY", num_args = 0..=1, default_missing_value = "true", require_equals = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trust_proxy: Option<bool>,
    /// Seconds that one waits for a person before a bot comes into question [default: 20]
    #[arg(long, env = "BACKRANK_BOT_AFTER")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bot_after: Option<u32>,
    /// File of the pools of quick pairing
    #[arg(long, env = "BACKRANK_POOLS")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pools: Option<PathBuf>,
    /// What is logged [default: info,sqlx=warn]
    #[arg(long, env = "BACKRANK_LOG")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub log: Option<String>,
    /// Form of the log [default: text]
    #[arg(long, env = "BACKRANK_LOG_FORMAT")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub log_format: Option<LogFormat>,
    /// Mail server; without one no mail is sent
    #[arg(long, env = "BACKRANK_SMTP_HOST")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub smtp_host: Option<String>,
    /// Its port [default: the usual one]
    #[arg(long, env = "BACKRANK_SMTP_PORT")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub smtp_port: Option<u16>,
    /// How connections to it are kept private: tls, starttls or plain [default: tls]
    #[arg(long, env = "BACKRANK_SMTP_TLS")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub smtp_tls: Option<String>,
    /// Name to sign in with there
    #[arg(long, env = "BACKRANK_SMTP_USER")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub smtp_user: Option<String>,
    /// Password to sign in with there; better set by the environment or the file, where others do not see it
    #[arg(long, env = "BACKRANK_SMTP_PASSWORD", hide_env_values = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub smtp_password: Option<String>,
    /// Whom mail is from, such as "Backrank <games@example.org>"
    #[arg(long, env = "BACKRANK_MAIL_FROM")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mail_from: Option<String>,
    /// Instead of sending mail, write each into a file of this folder: for trying out
    #[arg(long, env = "BACKRANK_MAIL_FOLDER")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mail_folder: Option<PathBuf>,
    /// A rate, as NAME=BURST/PER_SECOND, such as games=40/0.5; may be given several times
    #[arg(long = "limit", env = "BACKRANK_LIMIT", value_delimiter = ',', value_parser = limit)]
    #[serde(skip)]
    pub limit: Vec<(String, Rate)>,
    /// The same in the file, as a table.
    #[arg(skip)]
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub limits: BTreeMap<String, String>,
}

/// Form of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// For people.
    #[default]
    Text,
    /// One object a line, for programs.
    Json,
}

fn limit(text: &str) -> Result<(String, Rate), String> {
    let (name, rate) = text
        .split_once('=')
        .ok_or("a limit is given as NAME=BURST/PER_SECOND")?;
    let name = name.trim();
    Limits::default()
        .named(name)
        .map_err(|error| error.to_string())?;
    let rate = rate
        .parse()
        .map_err(|error: backrank_server::config::NoRate| error.to_string())?;
    Ok((name.to_owned(), rate))
}

impl Settings {
    /// These, and what they leave open from the file.
    pub fn with_file(self, file: Option<&Path>) -> Result<Settings> {
        let Some(path) = file else {
            return Ok(self);
        };
        let named = || path.display().to_string();
        let text = std::fs::read_to_string(path).with_context(named)?;
        let file: Settings = toml::from_str(&text).with_context(named)?;
        for (name, rate) in &file.limits {
            limit(&format!("{name}={rate}"))
                .map_err(anyhow::Error::msg)
                .with_context(named)?;
        }
        Ok(self.or(file))
    }

    fn or(self, other: Settings) -> Settings {
        let mut limits = other.limits;
        limits.extend(self.limits);
        for (name, rate) in &self.limit {
            limits.insert(name.clone(), rate.to_string());
        }
        Settings {
            listen: self.listen.or(other.listen),
            data: self.data.or(other.data),
            database_url: self.database_url.or(other.database_url),
            variants: if self.variants.is_empty() {
                other.variants
            } else {
                self.variants
            },
            workers: self.workers.or(other.workers),
            base_url: self.base_url.or(other.base_url),
            trust_proxy: self.trust_proxy.or(other.trust_proxy),
            bot_after: self.bot_after.or(other.bot_after),
            pools: self.pools.or(other.pools),
            log: self.log.or(other.log),
            log_format: self.log_format.or(other.log_format),
            smtp_host: self.smtp_host.or(other.smtp_host),
            smtp_port: self.smtp_port.or(other.smtp_port),
            smtp_tls: self.smtp_tls.or(other.smtp_tls),
            smtp_user: self.smtp_user.or(other.smtp_user),
            smtp_password: self.smtp_password.or(other.smtp_password),
            mail_from: self.mail_from.or(other.mail_from),
            mail_folder: self.mail_folder.or(other.mail_folder),
            limit: Vec::new(),
            limits,
        }
    }

    /// With what counts where nothing is set.
    pub fn effective(self) -> Settings {
        let config = Config::default();
        let mut limits = config.limits;
        let limits = Limits::NAMES
            .into_iter()
            .filter_map(|name| {
                let rate = limits.named(name).ok()?;
                Some((name.to_owned(), rate.to_string()))
            })
            .collect();
        self.or(Settings {
            listen: Some(config.listen),
            data: Some(config.data),
            workers: Some(config.bots),
            trust_proxy: Some(config.trust_proxy),
            bot_after: u32::try_from(config.bot_after.as_secs()).ok(),
            log: Some("info,sqlx=warn".to_owned()),
            log_format: Some(LogFormat::default()),
            limits,
            ..Settings::default()
        })
    }

    /// As the file would say it, without secrets.
    pub fn shown(&self) -> Result<String> {
        let mut shown = self.clone();
        if let Some(url) = &mut shown.database_url
            && !url.starts_with("sqlite:")
        {
            *url = format!("postgres://{NOT_SHOWN}");
        }
        if let Some(password) = &mut shown.smtp_password {
            NOT_SHOWN.clone_into(password);
        }
        Ok(toml::to_string(&shown)?)
    }

    /// Where the database is.
    pub fn database(&self) -> Result<Option<DatabaseUrl>> {
        let url = self.database_url.as_deref();
        url.map(|url| url.parse().context("database_url"))
            .transpose()
    }

    /// The server's form of these.
    pub fn config(&self) -> Result<Config> {
        let defaults = Config::default();
        let mut limits = defaults.limits;
        for (name, rate) in &self.limits {
            *limits.named(name)? = rate.parse()?;
        }
        Ok(Config {
            listen: self.listen.unwrap_or(defaults.listen),
            data: self.data.clone().unwrap_or(defaults.data),
            database: self.database()?,
            variants: self.variants.clone(),
            bots: self.workers.unwrap_or(defaults.bots).max(1),
            base_url: self.base_url()?,
            trust_proxy: self.trust_proxy.unwrap_or(defaults.trust_proxy),
            bot_after: self.bot_after.map_or(defaults.bot_after, |seconds| {
                Duration::from_secs(seconds.into())
            }),
            away: defaults.away,
            pools: self.pools.clone(),
            mail: self.mail()?,
            limits,
            open_timeout: defaults.open_timeout,
            idle_timeout: defaults.idle_timeout,
        })
    }

    fn base_url(&self) -> Result<Option<String>> {
        let Some(url) = &self.base_url else {
            return Ok(None);
        };
        let url = url.trim_end_matches('/');
        let host = url
            .strip_prefix("https://")
            .or_else(|| url.strip_prefix("http://"))
            .unwrap_or_default();
        let good = |byte: u8| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte);
        if host.is_empty() || !host.bytes().all(good) {
            bail!("base_url is an address without a path, such as https://games.example.org");
        }
        Ok(Some(url.to_owned()))
    }

    fn mail(&self) -> Result<Option<MailSettings>> {
        let way = match (&self.smtp_host, &self.mail_folder) {
            (None, None) => return Ok(None),
            (Some(_), Some(_)) => bail!("smtp_host and mail_folder exclude each other"),
            (None, Some(folder)) => MailWay::Folder(folder.clone()),
            (Some(host), None) => MailWay::Smtp(Smtp {
                host: host.clone(),
                port: self.smtp_port,
                tls: match &self.smtp_tls {
                    Some(tls) => tls.parse().context("smtp_tls")?,
                    None => MailTls::default(),
                },
                login: match (&self.smtp_user, &self.smtp_password) {
                    (Some(user), Some(password)) => Some((user.clone(), password.clone())),
                    (None, None) => None,
                    _ => bail!("smtp_user and smtp_password need each other"),
                },
            }),
        };
        let Some(from) = self.mail_from.clone() else {
            bail!("mail needs mail_from, such as \"Backrank <games@example.org>\"");
        };
        if self.base_url.is_none() {
            bail!("mail needs base_url, where its links lead");
        }
        Ok(Some(MailSettings { way, from }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        settings: Settings,
    }

    fn flags(line: &[&str]) -> Settings {
        let line = std::iter::once("backrank").chain(line.iter().copied());
        Line::try_parse_from(line).unwrap().settings
    }

    fn in_file(text: &str) -> Result<PathBuf> {
        let folder = std::env::temp_dir().join(format!("backrank-settings-{}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        let count = std::fs::read_dir(&folder)?.count();
        let path = folder.join(format!("{count}-{}.toml", text.len()));
        std::fs::write(&path, text)?;
        Ok(path)
    }

    #[test]
    fn a_flag_counts_more_than_the_file_and_the_file_more_than_nothing() {
        let file = in_file(
            "bot_after = 5\nbase_url = \"https://a.example.org/\"\n[limits]\ngames = \"1/2\"\nguests = \"3/4\"\n",
        )
        .unwrap();
        let settings = flags(&["--bot-after", "7", "--limit", "guests=5/6"]);
        let settings = settings.with_file(Some(&file)).unwrap().effective();
        let config = settings.config().unwrap();
        assert_eq!(config.bot_after, Duration::from_secs(7));
        assert_eq!(config.base_url.as_deref(), Some("https://a.example.org"));
        assert_eq!(config.limits.games.to_string(), "1/2");
        assert_eq!(config.limits.guests.to_string(), "5/6");
        assert_eq!(config.limits.messages, Limits::default().messages);
        assert!(!config.trust_proxy);
        assert!(flags(&["--trust-proxy"]).config().unwrap().trust_proxy);
    }

    #[test]
    fn an_unknown_key_is_refused_with_its_line() {
        let refused = |text: &str| {
            let file = in_file(text).unwrap();
            let error = Settings::default().with_file(Some(&file)).unwrap_err();
            format!("{error:#}")
        };
        let error = refused("bot_after = 5\nbot_befor = 6\n");
        assert!(
            error.contains("line 2") && error.contains("bot_befor"),
            "{error}"
        );
        let error = refused("bot_after = \"soon\"\n");
        assert!(error.contains("line 1"), "{error}");
        assert!(refused("[limits]\nmoves = \"1/2\"\n").contains("moves"));
        assert!(refused("[limits]\ngames = \"many\"\n").contains("40/0.5"));
    }

    #[test]
    fn what_is_shown_holds_no_secret_and_reads_back() {
        let settings = flags(&[
            "--database-url",
            "postgres://me:hush1@host/games",
            "--smtp-host",
            "mail.example.org",
            "--smtp-user",
            "me",
            "--smtp-password",
            "hush2",
            "--mail-from",
            "games@example.org",
            "--base-url",
            "https://games.example.org",
        ])
        .effective();
        assert!(settings.config().unwrap().mail.is_some());
        let shown = settings.shown().unwrap();
        assert!(!shown.contains("hush"), "{shown}");
        assert!(shown.contains("mail.example.org"), "{shown}");
        let file = in_file(&shown).unwrap();
        let again = Settings::default().with_file(Some(&file)).unwrap();
        assert_eq!(again.effective().shown().unwrap(), shown);
    }

    #[test]
    fn half_a_setting_is_refused() {
        for line in [
            &["--smtp-host", "mail.example.org"][..],
            &["--mail-folder", "mails", "--mail-from", "a@example.org"],
            &["--base-url", "games.example.org"],
            &["--base-url", "https://games.example.org/path"],
            &["--database-url", "mysql://host"],
        ] {
            assert!(flags(line).config().is_err(), "{line:?}");
        }
    }
}
