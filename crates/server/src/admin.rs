//! What `backrank admin` does: on the database, whether the server runs or not.

use crate::account::{self, RESET_FOR, lookup, secret};
use crate::clock::{DAY, Millis, now};
use crate::host;
use crate::ids::{NoRandomness, PlayerId, RowId};
use crate::store::{
    Account, AnnouncementRow, DatabaseUrl, LinkPurpose, NewLink, ReportRow, Sealer, Store,
    StoreError,
};
use crate::wire::PlayerKind;

/// Longest words to everybody.
const WORDS: usize = 500;
/// Until when somebody is banned for good: the end of the year 9999.
pub const FOR_GOOD: Millis = 253_402_300_799_000;

/// Why it was not done.
#[derive(Debug, thiserror::Error)]
pub enum AdminError {
    /// The database cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// No such player.
    #[error("there is no player \"{0}\"; give a name or an id")]
    NoPlayer(String),
    /// No such announcement or open report.
    #[error("there is no {what} \"{id}\"")]
    NoRow {
        /// Of what sort.
        what: &'static str,
        /// What was given.
        id: String,
    },
    /// Only people with an account have a password.
    #[error("{0} has no password: only accounts have one")]
    NoPassword(String),
    /// Words that cannot be announced.
    #[error("an announcement has 1 to {WORDS} characters")]
    Words,
    /// The database holds nothing yet.
    #[error("{0:?} does not exist; `backrank serve` makes it")]
    NoDatabase(DatabaseUrl),
    /// No randomness for a new id.
    #[error(transparent)]
    NoRandomness(#[from] NoRandomness),
}

/// The host's hands in the database.
#[derive(Debug)]
pub struct Admin {
    store: Store,
}

impl Admin {
    /// Opens the database.
    ///
    /// # Errors
    /// [`AdminError`].
    pub async fn open(url: &DatabaseUrl) -> Result<Admin, AdminError> {
        if url.path().is_some_and(|path| !path.exists()) {
            return Err(AdminError::NoDatabase(url.clone()));
        }
        // No event is read or written here, so no key is needed.
        let (store, _writer) = Store::open(url, Sealer::new(&[0; 32])).await?;
        Ok(Admin { store })
    }

    /// A player by name, or by id.
    ///
    /// # Errors
    /// [`AdminError::NoPlayer`].
    pub async fn user(&self, who: &str) -> Result<Account, AdminError> {
        if let Some(account) = self.store.account_named(&lookup(who)).await? {
            return Ok(account);
        }
        let by_id = match PlayerId::read(who) {
            Some(id) => self.store.account(&id).await?,
            None => None,
        };
        by_id.ok_or_else(|| AdminError::NoPlayer(who.to_owned()))
    }

    /// Accounts and bots whose name contains this, and banned guests.
    ///
    /// # Errors
    /// [`AdminError::Store`].
    pub async fn users(&self, part: &str) -> Result<Vec<Account>, AdminError> {
        Ok(self.store.accounts_like(part, 1000).await?)
    }

    /// Bans a player for so many days, or for good; a running server sends him away within a second. Until when.
    ///
    /// # Errors
    /// [`AdminError`].
    pub async fn ban(
        &self,
        who: &str,
        days: Option<u32>,
        reason: &str,
    ) -> Result<Millis, AdminError> {
        let player = self.user(who).await?.player;
        let until = days.map_or(FOR_GOOD, |days| {
            (now() + Millis::from(days) * DAY).min(FOR_GOOD)
        });
        self.store.set_ban(&player.id, Some(until), reason).await?;
        Ok(until)
    }

    /// Lifts a ban.
    ///
    /// # Errors
    /// [`AdminError`].
    pub async fn unban(&self, who: &str) -> Result<(), AdminError> {
        let player = self.user(who).await?.player;
        Ok(self.store.set_ban(&player.id, None, "").await?)
    }

    /// Makes a link for a new password: the path, good for an hour and once.
    ///
    /// # Errors
    /// [`AdminError`].
    pub async fn reset_link(&self, who: &str) -> Result<String, AdminError> {
        let player = self.user(who).await?.player;
        if player.kind != PlayerKind::Account {
            return Err(AdminError::NoPassword(player.name));
        }
        let token = secret::token()?;
        let link = NewLink {
            hash: secret::hash(&token),
            player: player.id,
            purpose: LinkPurpose::Reset,
            email: None,
            expires: now() + RESET_FOR,
        };
        self.store.add_link(&link).await?;
        Ok(account::reset_path(&token))
    }

    /// Says something to everybody, for so many hours or until it is withdrawn.
    ///
    /// # Errors
    /// [`AdminError`].
    pub async fn announce(&self, text: &str, hours: Option<u32>) -> Result<RowId, AdminError> {
        let text = text.trim();
        if !(1..=WORDS).contains(&text.chars().count()) {
            return Err(AdminError::Words);
        }
        let at = now();
        let new = AnnouncementRow {
            id: RowId::random()?,
            text: text.to_owned(),
            at,
            until: hours.map(|hours| at + Millis::from(hours) * 60 * 60 * 1000),
        };
        self.store.announce(&new).await?;
        Ok(new.id)
    }

    /// What is announced now.
    ///
    /// # Errors
    /// [`AdminError::Store`].
    pub async fn announcements(&self) -> Result<Vec<AnnouncementRow>, AdminError> {
        Ok(self.store.announcements(now()).await?)
    }

    /// Takes an announcement back.
    ///
    /// # Errors
    /// [`AdminError`].
    pub async fn withdraw(&self, id: &str) -> Result<(), AdminError> {
        let no_row = || AdminError::NoRow {
            what: "announcement",
            id: id.to_owned(),
        };
        let row = RowId::read(id).ok_or_else(no_row)?;
        match self.store.withdraw(&row).await? {
            true => Ok(()),
            false => Err(no_row()),
        }
    }

    /// Reports of players, the open ones or all.
    ///
    /// # Errors
    /// [`AdminError::Store`].
    pub async fn reports(&self, closed_too: bool) -> Result<Vec<ReportRow>, AdminError> {
        Ok(self.store.reports(closed_too).await?)
    }

    /// Closes a report.
    ///
    /// # Errors
    /// [`AdminError`].
    pub async fn close_report(&self, id: &str) -> Result<(), AdminError> {
        let no_row = || AdminError::NoRow {
            what: "open report",
            id: id.to_owned(),
        };
        let row = RowId::read(id).ok_or_else(no_row)?;
        match self.store.close_report(&row, now()).await? {
            true => Ok(()),
            false => Err(no_row()),
        }
    }

    /// From now on no game begins, and everybody is told when the server will be restarted.
    ///
    /// # Errors
    /// [`AdminError::Store`].
    pub async fn drain(&self, minutes: u32) -> Result<Millis, AdminError> {
        let at = now() + Millis::from(minutes) * 60 * 1000;
        host::set_restart(&self.store, Some(at)).await?;
        Ok(at)
    }

    /// Games may begin again.
    ///
    /// # Errors
    /// [`AdminError::Store`].
    pub async fn stop_draining(&self) -> Result<(), AdminError> {
        Ok(host::set_restart(&self.store, None).await?)
    }
}
