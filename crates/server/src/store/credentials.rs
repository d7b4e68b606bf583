//! What proves who somebody is: passwords, sessions, tokens, recovery codes, links. Of secrets only hashes are kept.

use std::fmt;

use sqlx::any::AnyRow;

use super::row::Fields;
use super::{Player, Store, StoreError, name_of};
use crate::clock::Millis;
use crate::ids::{PlayerId, RowId};
use crate::wire::PlayerKind;

/// A player with what only the player and the host may know.
#[derive(Clone, PartialEq, Eq)]
pub struct Account {
    /// Who.
    pub player: Player,
    /// When the player came.
    pub created: Millis,
    /// Hash of the password, in PHC form.
    pub password: Option<String>,
    /// Mail address.
    pub email: Option<String>,
    /// Whether a link that was sent there came back.
    pub email_verified: bool,
    /// Whose bot it is.
    pub owner: Option<PlayerId>,
    /// Until when the player is banned, and why.
    pub ban: Option<Ban>,
    /// Until when the player is on vacation.
    pub vacation_until: Option<Millis>,
    /// Days of vacation that are left in the year.
    pub vacation_left: u32,
    /// The year.
    pub vacation_year: u32,
    /// When the player was last here.
    pub seen: Millis,
}

/// Neither hash nor address belongs in a log.
impl fmt::Debug for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Account({:?})", self.player)
    }
}

/// A player may not use the server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ban {
    /// Until then.
    pub until: Millis,
    /// The host's words.
    pub reason: String,
}

/// A session, and whose it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Holder {
    /// Id of the session or token.
    pub id: RowId,
    /// Who holds it.
    pub player: Player,
    /// The player's ban, or that of a bot's owner.
    pub ban: Option<Ban>,
    /// When it was last used.
    pub seen: Millis,
}

/// A session as its owner sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionRow {
    /// Public id.
    pub id: RowId,
    /// When it began.
    pub created: Millis,
    /// When it was last used.
    pub seen: Millis,
    /// What the browser called itself.
    pub agent: String,
}

/// A session to begin.
#[derive(Clone, PartialEq, Eq)]
pub struct NewSession {
    /// Public id.
    pub id: RowId,
    /// Hash of its secret.
    pub hash: String,
    /// What the browser calls itself.
    pub agent: String,
}

/// Neither hash nor address belongs in a log.
impl fmt::Debug for NewSession {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "NewSession({})", self.id)
    }
}

/// What a link is good for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkPurpose {
    /// A new password.
    Reset,
    /// Shows that a mail address is the player's.
    Email,
}

impl LinkPurpose {
    fn as_str(self) -> &'static str {
        match self {
            LinkPurpose::Reset => "reset",
            LinkPurpose::Email => "email",
        }
    }
}

/// A link that is good once.
#[derive(Clone, PartialEq, Eq)]
pub struct NewLink {
    /// Hash of its token.
    pub hash: String,
    /// Whose.
    pub player: PlayerId,
    /// For what.
    pub purpose: LinkPurpose,
    /// The address that it verifies.
    pub email: Option<String>,
    /// Until when.
    pub expires: Millis,
}

/// Neither hash nor address belongs in a log.
impl fmt::Debug for NewLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "NewLink({:?} of {})", self.purpose, self.player)
    }
}

/// A bot with its owner's view of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BotRow {
    /// Who.
    pub player: Player,
    /// When its token was last used; 0 for never.
    pub seen: Millis,
}

impl Store {
    /// A player by id, with everything.
    ///
    /// # Errors
    /// [`StoreError::Database`] or [`StoreError::Column`].
    pub async fn account(&self, id: &PlayerId) -> Result<Option<Account>, StoreError> {
        sqlx::query("SELECT * FROM players WHERE id = $1")
            .bind(id.as_str())
            .fetch_optional(&self.pool)
            .await?
            .map(|row| account(&row))
            .transpose()
    }

    /// An account or a bot by its name in lower case.
    ///
    /// # Errors
    /// [`StoreError::Database`] or [`StoreError::Column`].
    pub async fn account_named(&self, lookup: &str) -> Result<Option<Account>, StoreError> {
        sqlx::query("SELECT * FROM players WHERE lookup = $1 AND kind <> 'closed'")
            .bind(lookup)
            .fetch_optional(&self.pool)
            .await?
            .map(|row| account(&row))
            .transpose()
    }

    /// Adds a guest who begins a session.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn add_guest(
        &self,
        guest: &Player,
        session: &NewSession,
        at: Millis,
    ) -> Result<(), StoreError> {
        let mut writing = self.writing().await?;
        sqlx::query(
            "INSERT INTO players (id, name, created, kind, seen) VALUES ($1, $2, $3, $4, $3)",
        )
        .bind(guest.id.as_str())
        .bind(&guest.name)
        .bind(at)
        .bind(name_of(&guest.kind))
        .execute(&mut *writing)
        .await?;
        insert_session(&mut writing, &guest.id, session, at).await?;
        writing.commit().await
    }

    /// Begins a session.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn add_session(
        &self,
        player: &PlayerId,
        session: &NewSession,
        at: Millis,
    ) -> Result<(), StoreError> {
        let mut writing = self.writing().await?;
        insert_session(&mut writing, player, session, at).await?;
        writing.commit().await
    }

    /// Who holds the session whose secret has this hash.
    ///
    /// # Errors
    /// [`StoreError::Database`] or [`StoreError::Column`].
    pub async fn session(&self, hash: &str) -> Result<Option<Holder>, StoreError> {
        sqlx::query(
            "SELECT s.id AS credential, s.seen AS used, p.id, p.name, p.kind, \
             p.banned_until, p.ban_reason \
             FROM sessions s JOIN players p ON p.id = s.player WHERE s.hash = $1",
        )
        .bind(hash)
        .fetch_optional(&self.pool)
        .await?
        .map(|row| holder(&row))
        .transpose()
    }

    /// The bot whose token has this hash. A ban of its owner is one of the bot.
    ///
    /// # Errors
    /// [`StoreError::Database`] or [`StoreError::Column`].
    pub async fn token(&self, hash: &str) -> Result<Option<Holder>, StoreError> {
        sqlx::query(
            "SELECT t.id AS credential, t.seen AS used, p.id, p.name, p.kind, \
             CASE WHEN COALESCE(o.banned_until, 0) > COALESCE(p.banned_until, 0) \
             THEN o.banned_until ELSE p.banned_until END AS banned_until, \
             CASE WHEN COALESCE(o.banned_until, 0) > COALESCE(p.banned_until, 0) \
             THEN o.ban_reason ELSE p.ban_reason END AS ban_reason \
             FROM tokens t JOIN players p ON p.id = t.player LEFT JOIN players o ON o.id = p.owner \
             WHERE t.hash = $1",
        )
        .bind(hash)
        .fetch_optional(&self.pool)
        .await?
        .map(|row| holder(&row))
        .transpose()
    }

    /// Notes that a session or token was used now.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn used(&self, holder: &Holder, at: Millis) -> Result<(), StoreError> {
        let mut writing = self.writing().await?;
        for query in [
            "UPDATE sessions SET seen = $1 WHERE id = $2",
            "UPDATE tokens SET seen = $1 WHERE id = $2",
        ] {
            sqlx::query(query)
                .bind(at)
                .bind(holder.id.as_str())
                .execute(&mut *writing)
                .await?;
        }
        sqlx::query("UPDATE players SET seen = $1 WHERE id = $2")
            .bind(at)
            .bind(holder.player.id.as_str())
            .execute(&mut *writing)
            .await?;
        writing.commit().await
    }

    /// A player's sessions, the last used first.
    ///
    /// # Errors
    /// [`StoreError::Database`] or [`StoreError::Column`].
    pub async fn sessions(&self, player: &PlayerId) -> Result<Vec<SessionRow>, StoreError> {
        let rows = sqlx::query(
            "SELECT id, created, seen, agent FROM sessions WHERE player = $1 \
             ORDER BY seen DESC, id LIMIT 200",
        )
        .bind(player.as_str())
        .fetch_all(&self.pool)
        .await?;
        rows.iter()
            .map(|row| {
                let f = Fields::new(row, "session");
                Ok(SessionRow {
                    id: f.row_id("id")?,
                    created: f.number("created")?,
                    seen: f.number("seen")?,
                    agent: f.text("agent")?,
                })
            })
            .collect()
    }

    /// Ends one session of a player. Whether there was one.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn end_session(&self, player: &PlayerId, id: &RowId) -> Result<bool, StoreError> {
        let mut writing = self.writing().await?;
        let done = sqlx::query("DELETE FROM sessions WHERE player = $1 AND id = $2")
            .bind(player.as_str())
            .bind(id.as_str())
            .execute(&mut *writing)
            .await?;
        writing.commit().await?;
        Ok(done.rows_affected() > 0)
    }

    /// Ends all sessions of a player, or all but one.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn end_sessions(
        &self,
        player: &PlayerId,
        except: Option<&RowId>,
    ) -> Result<(), StoreError> {
        let mut writing = self.writing().await?;
        delete_sessions(&mut writing, player, except).await?;
        writing.commit().await
    }

    /// Sets a password and ends all sessions, or all but one.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn set_password(
        &self,
        player: &PlayerId,
        password: &str,
        except: Option<&RowId>,
    ) -> Result<(), StoreError> {
        let mut writing = self.writing().await?;
        update_password(&mut writing, player, password).await?;
        delete_sessions(&mut writing, player, except).await?;
        writing.commit().await
    }

    /// Whether a recovery code is good.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn has_code(&self, player: &PlayerId, hash: &str) -> Result<bool, StoreError> {
        let found = sqlx::query("SELECT hash FROM recovery WHERE player = $1 AND hash = $2")
            .bind(player.as_str())
            .bind(hash)
            .fetch_optional(&self.pool)
            .await?;
        Ok(found.is_some())
    }

    /// Uses a recovery code up for a new password; all sessions end. `false` if there is no such code.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn use_code(
        &self,
        player: &PlayerId,
        hash: &str,
        password: &str,
    ) -> Result<bool, StoreError> {
        let mut writing = self.writing().await?;
        let used = sqlx::query("DELETE FROM recovery WHERE player = $1 AND hash = $2")
            .bind(player.as_str())
            .bind(hash)
            .execute(&mut *writing)
            .await?
            .rows_affected();
        if used == 0 {
            return Ok(false);
        }
        update_password(&mut writing, player, password).await?;
        delete_sessions(&mut writing, player, None).await?;
        writing.commit().await?;
        Ok(true)
    }

    /// Keeps a link; an older one of the same player and purpose is good no longer.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn add_link(&self, link: &NewLink) -> Result<(), StoreError> {
        let mut writing = self.writing().await?;
        sqlx::query("DELETE FROM links WHERE player = $1 AND purpose = $2")
            .bind(link.player.as_str())
            .bind(link.purpose.as_str())
            .execute(&mut *writing)
            .await?;
        sqlx::query(
            "INSERT INTO links (hash, player, purpose, email, expires) \
             VALUES ($1, $2, $3, $4, $5)",
        )
        .bind(&link.hash)
        .bind(link.player.as_str())
        .bind(link.purpose.as_str())
        .bind(link.email.as_deref())
        .bind(link.expires)
        .execute(&mut *writing)
        .await?;
        writing.commit().await
    }

    /// Whose link it is, if it is good.
    ///
    /// # Errors
    /// [`StoreError::Database`] or [`StoreError::Column`].
    pub async fn link(
        &self,
        hash: &str,
        purpose: LinkPurpose,
        at: Millis,
    ) -> Result<Option<PlayerId>, StoreError> {
        sqlx::query(
            "SELECT hash, player FROM links WHERE hash = $1 AND purpose = $2 AND expires > $3",
        )
        .bind(hash)
        .bind(purpose.as_str())
        .bind(at)
        .fetch_optional(&self.pool)
        .await?
        .map(|row| Fields::new(&row, "link").player("player"))
        .transpose()
    }

    /// Uses a link up for a new password; all sessions end. `false` if the link is not good.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn use_reset(
        &self,
        hash: &str,
        password: &str,
        at: Millis,
    ) -> Result<Option<PlayerId>, StoreError> {
        let mut writing = self.writing().await?;
        let Some((player, _)) = take_link(&mut writing, hash, LinkPurpose::Reset, at).await? else {
            return Ok(None);
        };
        update_password(&mut writing, &player, password).await?;
        delete_sessions(&mut writing, &player, None).await?;
        writing.commit().await?;
        Ok(Some(player))
    }

    /// Uses a link up that shows whose a mail address is. `false` if it is not good, or the address another by now.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn use_verification(&self, hash: &str, at: Millis) -> Result<bool, StoreError> {
        let mut writing = self.writing().await?;
        let Some((player, email)) = take_link(&mut writing, hash, LinkPurpose::Email, at).await?
        else {
            return Ok(false);
        };
        let done =
            sqlx::query("UPDATE players SET email_verified = 1 WHERE id = $1 AND email = $2")
                .bind(player.as_str())
                .bind(email)
                .execute(&mut *writing)
                .await?;
        writing.commit().await?;
        Ok(done.rows_affected() > 0)
    }

    /// Sets or removes a mail address, not verified.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn set_email(
        &self,
        player: &PlayerId,
        email: Option<&str>,
    ) -> Result<(), StoreError> {
        let mut writing = self.writing().await?;
        sqlx::query("UPDATE players SET email = $1, email_verified = 0 WHERE id = $2")
            .bind(email)
            .bind(player.as_str())
            .execute(&mut *writing)
            .await?;
        sqlx::query("DELETE FROM links WHERE player = $1 AND purpose = 'email'")
            .bind(player.as_str())
            .execute(&mut *writing)
            .await?;
        writing.commit().await
    }

    /// Sets when a vacation ends and what is left of the year's days.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn set_vacation(
        &self,
        player: &PlayerId,
        until: Option<Millis>,
        left: u32,
        year: u32,
    ) -> Result<(), StoreError> {
        let mut writing = self.writing().await?;
        sqlx::query(
            "UPDATE players SET vacation_until = $1, vacation_left = $2, vacation_year = $3 \
             WHERE id = $4",
        )
        .bind(until)
        .bind(i64::from(left))
        .bind(i64::from(year))
        .bind(player.as_str())
        .execute(&mut *writing)
        .await?;
        writing.commit().await
    }

    /// Gives a bot a token in place of those it has.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn set_token(
        &self,
        bot: &PlayerId,
        id: &RowId,
        hash: &str,
        at: Millis,
    ) -> Result<(), StoreError> {
        let mut writing = self.writing().await?;
        sqlx::query("DELETE FROM tokens WHERE player = $1")
            .bind(bot.as_str())
            .execute(&mut *writing)
            .await?;
        insert_token(&mut writing, bot, id, hash, at).await?;
        writing.commit().await
    }

    /// A player's bots, oldest first.
    ///
    /// # Errors
    /// [`StoreError::Database`] or [`StoreError::Column`].
    pub async fn bots(&self, owner: &PlayerId) -> Result<Vec<BotRow>, StoreError> {
        let rows = sqlx::query(
            "SELECT p.id, p.name, p.kind, CAST(COALESCE(MAX(t.seen), 0) AS BIGINT) AS used \
             FROM players p LEFT JOIN tokens t ON t.player = p.id \
             WHERE p.owner = $1 AND p.kind = 'bot' \
             GROUP BY p.id, p.name, p.kind, p.created ORDER BY p.created, p.id",
        )
        .bind(owner.as_str())
        .fetch_all(&self.pool)
        .await?;
        rows.iter()
            .map(|row| {
                let f = Fields::new(row, "bot");
                Ok(BotRow {
                    player: plain(&f)?,
                    seen: f.number("used")?,
                })
            })
            .collect()
    }

    /// Forgets sessions and links that nobody can use any longer.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn forget_old_credentials(
        &self,
        unused_since: Millis,
        at: Millis,
    ) -> Result<(), StoreError> {
        let mut writing = self.writing().await?;
        sqlx::query("DELETE FROM sessions WHERE seen < $1")
            .bind(unused_since)
            .execute(&mut *writing)
            .await?;
        sqlx::query("DELETE FROM links WHERE expires <= $1")
            .bind(at)
            .execute(&mut *writing)
            .await?;
        writing.commit().await
    }
}

async fn insert_session(
    connection: &mut sqlx::AnyConnection,
    player: &PlayerId,
    session: &NewSession,
    at: Millis,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO sessions (id, hash, player, created, seen, agent) \
         VALUES ($1, $2, $3, $4, $4, $5)",
    )
    .bind(session.id.as_str())
    .bind(&session.hash)
    .bind(player.as_str())
    .bind(at)
    .bind(&session.agent)
    .execute(connection)
    .await?;
    Ok(())
}

pub(super) async fn insert_token(
    connection: &mut sqlx::AnyConnection,
    bot: &PlayerId,
    id: &RowId,
    hash: &str,
    at: Millis,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO tokens (id, hash, player, name, created, seen) \
         VALUES ($1, $2, $3, '', $4, 0)",
    )
    .bind(id.as_str())
    .bind(hash)
    .bind(bot.as_str())
    .bind(at)
    .execute(connection)
    .await?;
    Ok(())
}

async fn update_password(
    connection: &mut sqlx::AnyConnection,
    player: &PlayerId,
    password: &str,
) -> Result<(), StoreError> {
    sqlx::query("UPDATE players SET password = $1 WHERE id = $2")
        .bind(password)
        .bind(player.as_str())
        .execute(&mut *connection)
        .await?;
    // Whoever could ask for a link before should not come in by it afterwards.
    sqlx::query("DELETE FROM links WHERE player = $1 AND purpose = 'reset'")
        .bind(player.as_str())
        .execute(connection)
        .await?;
    Ok(())
}

async fn delete_sessions(
    connection: &mut sqlx::AnyConnection,
    player: &PlayerId,
    except: Option<&RowId>,
) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM sessions WHERE player = $1 AND id <> $2")
        .bind(player.as_str())
        .bind(except.map_or("", RowId::as_str))
        .execute(connection)
        .await?;
    Ok(())
}

async fn take_link(
    connection: &mut sqlx::AnyConnection,
    hash: &str,
    purpose: LinkPurpose,
    at: Millis,
) -> Result<Option<(PlayerId, Option<String>)>, StoreError> {
    let row = sqlx::query(
        "DELETE FROM links WHERE hash = $1 AND purpose = $2 AND expires > $3 \
         RETURNING hash, player, email",
    )
    .bind(hash)
    .bind(purpose.as_str())
    .bind(at)
    .fetch_optional(connection)
    .await?;
    row.map(|row| {
        let f = Fields::new(&row, "link");
        Ok((f.player("player")?, f.maybe_text("email")?))
    })
    .transpose()
}

fn plain(f: &Fields) -> Result<Player, StoreError> {
    Ok(Player {
        id: f.player("id")?,
        name: f.text("name")?,
        kind: f.named::<PlayerKind>("kind")?,
    })
}

fn ban(f: &Fields) -> Result<Option<Ban>, StoreError> {
    let until: Option<Millis> = f.maybe_number("banned_until")?;
    let reason = f.maybe_text("ban_reason")?.unwrap_or_default();
    Ok(until.map(|until| Ban { until, reason }))
}

fn holder(row: &AnyRow) -> Result<Holder, StoreError> {
    let f = Fields::new(row, "credential");
    Ok(Holder {
        id: f.row_id("credential")?,
        player: plain(&f)?,
        ban: ban(&f)?,
        seen: f.number("used")?,
    })
}

/// Reads a row of `players`.
pub(super) fn account(row: &AnyRow) -> Result<Account, StoreError> {
    let f = Fields::new(row, "player");
    Ok(Account {
        player: plain(&f)?,
        created: f.number("created")?,
        password: f.maybe_text("password")?,
        email: f.maybe_text("email")?,
        email_verified: f.flag("email_verified")?,
        owner: f.maybe_player("owner")?,
        ban: ban(&f)?,
        vacation_until: f.maybe_number("vacation_until")?,
        vacation_left: f.number("vacation_left")?,
        vacation_year: f.number("vacation_year")?,
        seen: f.number("seen")?,
    })
}
