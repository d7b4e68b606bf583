//! The host's word to a running server: announcements, bans, and that no more games may begin before a restart.
//!
//! `backrank admin` writes it into the database, whether the server runs or not; the server looks each second.

use std::collections::HashSet;
use std::time::Duration;

use tokio::sync::watch;

use crate::app::App;
use crate::auth::Expelled;
use crate::clock::{Millis, now};
use crate::error::{ApiError, Code};
use crate::ids::PlayerId;
use crate::store::{Store, StoreError};

/// The fact that a restart is near: when, in milliseconds.
const RESTART: &str = "restart_at";
/// How often the server looks.
const LOOK: Duration = Duration::from_secs(1);

/// What the host has said.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HostWord {
    /// When the server will be restarted; until then no game begins.
    pub restart_at: Option<Millis>,
    /// Words to everybody.
    pub announcements: Vec<String>,
    /// Who is banned, with bots of such players.
    pub banned: HashSet<PlayerId>,
}

impl HostWord {
    /// What stands in the database.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn read(store: &Store) -> Result<HostWord, StoreError> {
        let at = now();
        Ok(HostWord {
            restart_at: restart_at(store).await?,
            announcements: store
                .announcements(at)
                .await?
                .into_iter()
                .map(|announcement| announcement.text)
                .collect(),
            banned: store.banned(at).await?.into_iter().collect(),
        })
    }
}

/// When the server will be restarted, if the host has said so.
///
/// # Errors
/// [`StoreError`].
pub async fn restart_at(store: &Store) -> Result<Option<Millis>, StoreError> {
    let fact = store.current_fact(RESTART).await?;
    Ok(fact.and_then(|at| at.parse().ok()))
}

/// Says when the server will be restarted, or that it will not.
///
/// # Errors
/// [`StoreError`].
pub async fn set_restart(store: &Store, at: Option<Millis>) -> Result<(), StoreError> {
    let text = at.map(|at| at.to_string());
    store.set_fact(RESTART, text.as_deref()).await
}

impl App {
    /// Whether a game may begin now.
    ///
    /// # Errors
    /// 409 `restarting` with the time when the server will be back.
    pub fn open_for_games(&self) -> Result<(), ApiError> {
        match self.host.borrow().restart_at {
            Some(at) => Err(ApiError::from(Code::Restarting).with("at", at)),
            None => Ok(()),
        }
    }
}

/// Looks at the database each second and lets everybody know.
pub async fn look(app: App, say: watch::Sender<HostWord>) {
    let mut ticks = tokio::time::interval(LOOK);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        let word = match HostWord::read(&app.store).await {
            Ok(word) => word,
            Err(error) => {
                tracing::error!(%error, "the host's word cannot be read");
                continue;
            }
        };
        let before = say.borrow().banned.clone();
        for player in word.banned.difference(&before) {
            app.expel(Expelled::Player {
                player: player.clone(),
                except: None,
            });
        }
        say.send_if_modified(|said| {
            let new = *said != word;
            *said = word;
            new
        });
    }
}
