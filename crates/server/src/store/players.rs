//! Players: guests, accounts, bots.

use sqlx::any::AnyRow;

use super::db::Writing;
use super::row::Fields;
use super::{Store, StoreError, name_of};
use crate::clock::{Millis, now};
use crate::ids::{GameId, PlayerId};
use crate::wire::PlayerKind;

/// Who somebody is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Player {
    /// Who.
    pub id: PlayerId,
    /// Shown name.
    pub name: String,
    /// What sort of player.
    pub kind: PlayerKind,
}

/// All that is kept of a player.
#[derive(Clone, PartialEq, Eq)]
pub struct Account {
    /// Who.
    pub player: Player,
    /// Since when.
    pub created: Millis,
    /// Hash of the password, as argon2 writes it; absent for guests and bots.
    pub password: Option<String>,
    /// Mail address.
    pub email: Option<String>,
    /// Whether it has been shown to be his.
    pub email_verified: bool,
    /// Whose bot it is.
    pub owner: Option<PlayerId>,
    /// Language of mails.
    pub language: Option<String>,
    /// Kept out until then.
    pub banned_until: Option<Millis>,
    /// On vacation until then.
    pub vacation_until: Option<Millis>,
    /// Days of vacation that are left.
    pub vacation_left: u32,
    /// When notices were last sent by mail.
    pub digest_at: Option<Millis>,
    /// When he was last here.
    pub seen: Millis,
}

/// Neither hash nor address belongs in a log.
impl std::fmt::Debug for Account {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Account({:?})", self.player)
    }
}

/// What came of moving a guest's games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Moved {
    /// So many games have moved.
    Games(u64),
    /// Both sit at this table, so nothing was moved.
    BothAtOneTable(GameId),
}

pub(super) fn player(row: &AnyRow) -> Result<Player, StoreError> {
    let f = Fields::new(row, "player");
    Ok(Player {
        id: f.player("id")?,
        name: f.text("name")?,
        kind: f.named("kind")?,
    })
}

pub(super) fn account(row: &AnyRow) -> Result<Account, StoreError> {
    let f = Fields::new(row, "player");
    Ok(Account {
        player: player(row)?,
        created: f.number("created")?,
        password: f.maybe_text("password")?,
        email: f.maybe_text("email")?,
        email_verified: f.flag("email_verified")?,
        owner: f.maybe_player("owner")?,
        language: f.maybe_text("language")?,
        banned_until: f.maybe_number("banned_until")?,
        vacation_until: f.maybe_number("vacation_until")?,
        vacation_left: f.number("vacation_left")?,
        digest_at: f.maybe_number("digest_at")?,
        seen: f.number("seen")?,
    })
}

/// As names are compared.
fn lookup(name: &str) -> String {
    name.to_lowercase()
}

/// A name that somebody else has is an error of its own.
fn taken(error: sqlx::Error, name: &str) -> StoreError {
    match error {
        sqlx::Error::Database(error) if error.is_unique_violation() => {
            StoreError::NameTaken(name.to_owned())
        }
        error => error.into(),
    }
}

impl Store {
    /// Adds a player without a password.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn add_player(&self, player: &Player) -> Result<(), StoreError> {
        self.run(
            sqlx::query(
                "INSERT INTO players (id, name, created, kind, seen) VALUES ($1, $2, $3, $4, $3)",
            )
            .bind(player.id.as_str())
            .bind(&player.name)
            .bind(now())
            .bind(name_of(&player.kind)),
        )
        .await?;
        Ok(())
    }

    /// Adds a bot with its owner.
    ///
    /// # Errors
    /// [`StoreError::NameTaken`] or [`StoreError::Database`].
    pub async fn add_bot(&self, bot: &Player, owner: &PlayerId) -> Result<(), StoreError> {
        let mut writing = self.writing().await?;
        sqlx::query(
            "INSERT INTO players (id, name, lookup, created, kind, seen, owner) \
             VALUES ($1, $2, $3, $4, 'bot', $4, $5)",
        )
        .bind(bot.id.as_str())
        .bind(&bot.name)
        .bind(lookup(&bot.name))
        .bind(now())
        .bind(owner.as_str())
        .execute(&mut *writing)
        .await
        .map_err(|error| taken(error, &bot.name))?;
        writing.commit().await
    }

    /// A player.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn player(&self, id: &PlayerId) -> Result<Option<Player>, StoreError> {
        sqlx::query("SELECT id, name, kind FROM players WHERE id = $1")
            .bind(id.as_str())
            .fetch_optional(&self.pool)
            .await?
            .map(|row| player(&row))
            .transpose()
    }

    /// All that is kept of a player.
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

    /// The account or bot of this name, in whatever case.
    ///
    /// # Errors
    /// [`StoreError::Database`] or [`StoreError::Column`].
    pub async fn account_named(&self, name: &str) -> Result<Option<Account>, StoreError> {
        sqlx::query("SELECT * FROM players WHERE lookup = $1")
            .bind(lookup(name))
            .fetch_optional(&self.pool)
            .await?
            .map(|row| account(&row))
            .transpose()
    }

    /// Accounts and bots whose names begin so, in order; all for an empty beginning.
    ///
    /// # Errors
    /// [`StoreError::Database`] or [`StoreError::Column`].
    pub async fn accounts_beginning(
        &self,
        beginning: &str,
        most: u32,
    ) -> Result<Vec<Account>, StoreError> {
        let beginning = lookup(beginning);
        sqlx::query(
            "SELECT * FROM players WHERE lookup IS NOT NULL \
             AND SUBSTR(lookup, 1, LENGTH($1)) = $1 ORDER BY lookup LIMIT $2",
        )
        .bind(beginning)
        .bind(i64::from(most))
        .fetch_all(&self.pool)
        .await?
        .iter()
        .map(account)
        .collect()
    }

    /// The bots of one owner, or all bots; the last seen first.
    ///
    /// # Errors
    /// [`StoreError::Database`] or [`StoreError::Column`].
    pub async fn bots(&self, owner: Option<&PlayerId>) -> Result<Vec<Account>, StoreError> {
        sqlx::query(
            "SELECT * FROM players WHERE kind = 'bot' AND ($1 IS NULL OR owner = $1) \
             ORDER BY seen DESC, id",
        )
        .bind(owner.map(PlayerId::as_str))
        .fetch_all(&self.pool)
        .await?
        .iter()
        .map(account)
        .collect()
    }

    /// Makes a guest an account with all its games. `password` is a hash. `false` if it is no guest.
    ///
    /// # Errors
    /// [`StoreError::NameTaken`] or [`StoreError::Database`].
    pub async fn make_account(
        &self,
        guest: &PlayerId,
        name: &str,
        password: &str,
        vacation_days: u32,
    ) -> Result<bool, StoreError> {
        let mut writing = self.writing().await?;
        let done = sqlx::query(
            "UPDATE players SET name = $2, lookup = $3, password = $4, vacation_left = $5, \
             kind = 'account' WHERE id = $1 AND kind = 'guest'",
        )
        .bind(guest.as_str())
        .bind(name)
        .bind(lookup(name))
        .bind(password)
        .bind(i64::from(vacation_days))
        .execute(&mut *writing)
        .await
        .map_err(|error| taken(error, name))?;
        if done.rows_affected() == 0 {
            return Ok(false);
        }
        rename_in_games(&mut writing, guest, guest, name, PlayerKind::Account, None).await?;
        writing.commit().await?;
        Ok(true)
    }

    /// Moves all that is a guest's to an account, all or nothing. Finished games of the two with each other stay.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn move_guest(&self, guest: &PlayerId, to: &Player) -> Result<Moved, StoreError> {
        let mut writing = self.writing().await?;
        let both = sqlx::query(
            "SELECT id FROM games WHERE ended IS NULL AND \
             ((first = $1 AND second = $2) OR (first = $2 AND second = $1)) LIMIT 1",
        )
        .bind(guest.as_str())
        .bind(to.id.as_str())
        .fetch_optional(&mut *writing)
        .await?;
        if let Some(row) = both {
            let game = Fields::new(&row, "game").game("id")?;
            return Ok(Moved::BothAtOneTable(game));
        }
        let games =
            rename_in_games(&mut writing, guest, &to.id, &to.name, to.kind, Some(&to.id)).await?;
        for text in [
            "UPDATE seeks SET player = $2 WHERE player = $1",
            "UPDATE seeks SET opponent = $2 WHERE opponent = $1",
            "UPDATE notices SET player = $2 WHERE player = $1 AND NOT EXISTS (SELECT 1 \
             FROM notices AS other WHERE other.player = $2 AND other.kind = notices.kind \
             AND other.game = notices.game AND other.ply = notices.ply)",
            "INSERT INTO blocks (player, blocked) SELECT $2, blocked FROM blocks \
             WHERE player = $1 AND blocked <> $2 ON CONFLICT DO NOTHING",
            "INSERT INTO blocks (player, blocked) SELECT player, $2 FROM blocks \
             WHERE blocked = $1 AND player <> $2 ON CONFLICT DO NOTHING",
            "UPDATE reports SET by = $2 WHERE by = $1",
            "UPDATE reports SET about = $2 WHERE about = $1",
        ] {
            sqlx::query(text)
                .bind(guest.as_str())
                .bind(to.id.as_str())
                .execute(&mut *writing)
                .await?;
        }
        forget(&mut writing, guest).await?;
        sqlx::query("UPDATE players SET kind = 'closed' WHERE id = $1")
            .bind(guest.as_str())
            .execute(&mut *writing)
            .await?;
        writing.commit().await?;
        Ok(Moved::Games(games))
    }

    /// Deletes an account: what is left are its games and their logs, under this name.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn close_account(&self, id: &PlayerId, shown: &str) -> Result<(), StoreError> {
        let mut writing = self.writing().await?;
        rename_in_games(&mut writing, id, id, shown, PlayerKind::Closed, None).await?;
        forget(&mut writing, id).await?;
        for text in [
            "DELETE FROM ratings WHERE player = $1",
            "DELETE FROM rating_history WHERE player = $1",
            "DELETE FROM seeks WHERE player = $1 OR opponent = $1",
            "UPDATE reports SET text = '' WHERE by = $1",
        ] {
            sqlx::query(text)
                .bind(id.as_str())
                .execute(&mut *writing)
                .await?;
        }
        sqlx::query(
            "UPDATE players SET kind = 'closed', name = $2, lookup = NULL, password = NULL, \
             email = NULL, email_verified = 0, language = NULL, vacation_until = NULL, \
             vacation_left = 0, digest_at = NULL WHERE id = $1",
        )
        .bind(id.as_str())
        .bind(shown)
        .execute(&mut *writing)
        .await?;
        writing.commit().await
    }

    /// Sets the hash of a new password.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn set_password(&self, id: &PlayerId, password: &str) -> Result<(), StoreError> {
        self.run(
            sqlx::query("UPDATE players SET password = $2 WHERE id = $1")
                .bind(id.as_str())
                .bind(password),
        )
        .await?;
        Ok(())
    }

    /// Sets another mail address, which is not yet verified, or none.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn set_email(&self, id: &PlayerId, email: Option<&str>) -> Result<(), StoreError> {
        self.run(
            sqlx::query("UPDATE players SET email = $2, email_verified = 0 WHERE id = $1")
                .bind(id.as_str())
                .bind(email),
        )
        .await?;
        Ok(())
    }

    /// Notes that a mail address has been shown to be a player's. `false` if he has another by now.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn verify_email(&self, id: &PlayerId, email: &str) -> Result<bool, StoreError> {
        let done = self
            .run(
                sqlx::query("UPDATE players SET email_verified = 1 WHERE id = $1 AND email = $2")
                    .bind(id.as_str())
                    .bind(email),
            )
            .await?;
        Ok(done > 0)
    }

    /// Sets the language of mails.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn set_language(&self, id: &PlayerId, language: &str) -> Result<(), StoreError> {
        self.run(
            sqlx::query("UPDATE players SET language = $2 WHERE id = $1")
                .bind(id.as_str())
                .bind(language),
        )
        .await?;
        Ok(())
    }

    /// Keeps a player out until then, or lets him in again.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn ban(&self, id: &PlayerId, until: Option<Millis>) -> Result<(), StoreError> {
        self.run(
            sqlx::query("UPDATE players SET banned_until = $2 WHERE id = $1")
                .bind(id.as_str())
                .bind(until),
        )
        .await?;
        Ok(())
    }

    /// Sets until when a player is on vacation, and the days that are left.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn set_vacation(
        &self,
        id: &PlayerId,
        until: Option<Millis>,
        left: u32,
    ) -> Result<(), StoreError> {
        self.run(
            sqlx::query("UPDATE players SET vacation_until = $2, vacation_left = $3 WHERE id = $1")
                .bind(id.as_str())
                .bind(until)
                .bind(i64::from(left)),
        )
        .await?;
        Ok(())
    }

    /// Gives every account so many days of vacation, once for each year. Whether this was the year's first time.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn give_vacation(&self, year: i32, days: u32) -> Result<bool, StoreError> {
        let mut writing = self.writing().await?;
        let done =
            sqlx::query("INSERT INTO facts (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING")
                .bind(format!("vacation {year}"))
                .bind(days.to_string())
                .execute(&mut *writing)
                .await?;
        if done.rows_affected() == 0 {
            return Ok(false);
        }
        sqlx::query("UPDATE players SET vacation_left = $1 WHERE kind = 'account'")
            .bind(i64::from(days))
            .execute(&mut *writing)
            .await?;
        writing.commit().await?;
        Ok(true)
    }

    /// Notes that a player is here.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn touch_player(&self, id: &PlayerId, at: Millis) -> Result<(), StoreError> {
        self.run(
            sqlx::query("UPDATE players SET seen = $2 WHERE id = $1 AND seen < $2")
                .bind(id.as_str())
                .bind(at),
        )
        .await?;
        Ok(())
    }
}

/// Puts another player, or another name, in the place of one in all games; not in games with `but`. How many.
async fn rename_in_games(
    writing: &mut Writing,
    from: &PlayerId,
    to: &PlayerId,
    name: &str,
    kind: PlayerKind,
    but: Option<&PlayerId>,
) -> Result<u64, StoreError> {
    let mut games = 0;
    // Whatever else names a player is set from the columns as they were before.
    for text in [
        "UPDATE games SET first = $2, first_name = $3, first_kind = $4, \
         white = CASE WHEN white = $1 THEN $2 ELSE white END, \
         black = CASE WHEN black = $1 THEN $2 ELSE black END, \
         fault = CASE WHEN fault = $1 THEN $2 ELSE fault END \
         WHERE first = $1 AND ($5 IS NULL OR second <> $5)",
        "UPDATE games SET second = $2, second_name = $3, second_kind = $4, \
         white = CASE WHEN white = $1 THEN $2 ELSE white END, \
         black = CASE WHEN black = $1 THEN $2 ELSE black END, \
         fault = CASE WHEN fault = $1 THEN $2 ELSE fault END \
         WHERE second = $1 AND ($5 IS NULL OR first <> $5)",
    ] {
        let done = sqlx::query(text)
            .bind(from.as_str())
            .bind(to.as_str())
            .bind(name)
            .bind(name_of(&kind))
            .bind(but.map(PlayerId::as_str))
            .execute(&mut **writing)
            .await?;
        games += done.rows_affected();
    }
    Ok(games)
}

/// Forgets what lets somebody in, and what was said to him.
async fn forget(writing: &mut Writing, id: &PlayerId) -> Result<(), StoreError> {
    for text in [
        "DELETE FROM sessions WHERE player = $1",
        "DELETE FROM tokens WHERE player = $1",
        "DELETE FROM recovery WHERE player = $1",
        "DELETE FROM links WHERE player = $1",
        "DELETE FROM notices WHERE player = $1",
        "DELETE FROM blocks WHERE player = $1 OR blocked = $1",
    ] {
        sqlx::query(text)
            .bind(id.as_str())
            .execute(&mut **writing)
            .await?;
    }
    Ok(())
}
