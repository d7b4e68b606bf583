//! How players become, merge and go: signing up, signing in as a guest, bots, deletion.

use std::fmt;

use sqlx::AnyConnection;

use super::credentials::insert_token;
use super::row::Fields;
use super::{Player, Store, StoreError};
use crate::clock::Millis;
use crate::ids::{GameId, PlayerId, RowId};

/// Shown in games of a deleted account; clients word it by its kind.
pub const ANONYMOUS: &str = "Anonymous";

/// What a guest becomes.
#[derive(Clone, PartialEq, Eq)]
pub struct NewAccount {
    /// Shown name.
    pub name: Name,
    /// Hash of the password, in PHC form.
    pub password: String,
    /// Hashes of recovery codes.
    pub codes: Vec<String>,
    /// Days of vacation, and in which year.
    pub vacation: (u32, u32),
}

/// Neither password nor codes belong in a log.
impl fmt::Debug for NewAccount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "NewAccount({:?})", self.name)
    }
}

/// A name with the two forms in which it is looked up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// As it is shown.
    pub shown: String,
    /// In lower case.
    pub lookup: String,
    /// What stays of it when the account is deleted.
    pub closed: String,
}

/// Why an account was not made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotMade {
    /// Somebody has that name, or had it.
    NameTaken,
    /// The player is no guest (any longer).
    NoGuest,
}

/// A bot to be made.
#[derive(Clone, PartialEq, Eq)]
pub struct NewBotRow {
    /// Its id.
    pub id: PlayerId,
    /// Its name.
    pub name: Name,
    /// Whose it is.
    pub owner: PlayerId,
    /// Id of its token.
    pub token: RowId,
    /// Hash of its token.
    pub hash: String,
}

/// The hash does not belong in a log.
impl fmt::Debug for NewBotRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "NewBotRow({})", self.id)
    }
}

/// What else is kept of a player, in the form in which it is given out.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Kept {
    /// Ratings.
    pub ratings: Vec<serde_json::Value>,
    /// Names of those whom the player has blocked.
    pub blocked: Vec<String>,
    /// Reports that the player wrote.
    pub reports: Vec<serde_json::Value>,
}

/// What became of a guest who signed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Merged {
    /// These games, which are not over, have the account in the guest's place now.
    Done(Vec<GameId>),
    /// Both sit at this table.
    BothAt(GameId),
}

impl Store {
    /// Whether somebody has a name, or had it.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn is_name_taken(&self, name: &Name) -> Result<bool, StoreError> {
        is_taken(&mut *self.pool.acquire().await?, name).await
    }

    /// Makes a guest an account, with all its games.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn become_account(
        &self,
        guest: &PlayerId,
        new: &NewAccount,
    ) -> Result<Result<(), NotMade>, StoreError> {
        let mut writing = self.writing().await?;
        if is_taken(&mut writing, &new.name).await? {
            return Ok(Err(NotMade::NameTaken));
        }
        let (left, year) = new.vacation;
        let done = sqlx::query(
            "UPDATE players SET kind = 'account', name = $1, lookup = $2, password = $3, \
             vacation_left = $4, vacation_year = $5 WHERE id = $6 AND kind = 'guest'",
        )
        .bind(&new.name.shown)
        .bind(&new.name.lookup)
        .bind(&new.password)
        .bind(i64::from(left))
        .bind(i64::from(year))
        .bind(guest.as_str())
        .execute(&mut *writing)
        .await;
        match done {
            Ok(done) if done.rows_affected() == 0 => return Ok(Err(NotMade::NoGuest)),
            Ok(_) => {}
            // On PostgreSQL somebody else may have taken it since we looked.
            Err(sqlx::Error::Database(error)) if error.is_unique_violation() => {
                return Ok(Err(NotMade::NameTaken));
            }
            Err(error) => return Err(error.into()),
        }
        for code in &new.codes {
            sqlx::query("INSERT INTO recovery (player, hash) VALUES ($1, $2)")
                .bind(guest.as_str())
                .bind(code)
                .execute(&mut *writing)
                .await?;
        }
        call_in_games(&mut writing, guest, &new.name.shown, "account").await?;
        writing.commit().await?;
        Ok(Ok(()))
    }

    /// Moves all that a guest has to an account, except finished games of the two against each other, which stay. The
    /// guest is no more afterwards.
    ///
    /// # Errors
    /// [`StoreError::Database`] or [`StoreError::Column`].
    pub async fn merge(&self, guest: &PlayerId, account: &Player) -> Result<Merged, StoreError> {
        let mut writing = self.writing().await?;
        let connection: &mut AnyConnection = &mut writing;
        let both = sqlx::query(
            "SELECT id FROM games WHERE phase <> 'over' \
             AND ((first = $1 AND second = $2) OR (first = $2 AND second = $1)) LIMIT 1",
        )
        .bind(guest.as_str())
        .bind(account.id.as_str())
        .fetch_optional(&mut *connection)
        .await?;
        if let Some(row) = both {
            return Ok(Merged::BothAt(Fields::new(&row, "game").game("id")?));
        }
        let running = sqlx::query(
            "SELECT id FROM games WHERE phase <> 'over' AND (first = $1 OR second = $1)",
        )
        .bind(guest.as_str())
        .fetch_all(&mut *connection)
        .await?
        .iter()
        .map(|row| Fields::new(row, "game").game("id"))
        .collect::<Result<Vec<GameId>, StoreError>>()?;
        for statement in MERGE {
            sqlx::query(*statement)
                .bind(guest.as_str())
                .bind(account.id.as_str())
                .execute(&mut *connection)
                .await?;
        }
        call_in_games(connection, &account.id, &account.name, "account").await?;
        writing.commit().await?;
        Ok(Merged::Done(running))
    }

    /// A running game of the player against another person or bot.
    ///
    /// # Errors
    /// [`StoreError::Database`] or [`StoreError::Column`].
    pub async fn running_with_others(
        &self,
        player: &PlayerId,
    ) -> Result<Option<GameId>, StoreError> {
        sqlx::query(
            "SELECT id FROM games WHERE phase <> 'over' AND level IS NULL \
             AND (first = $1 OR second = $1) LIMIT 1",
        )
        .bind(player.as_str())
        .fetch_optional(&self.pool)
        .await?
        .map(|row| Fields::new(&row, "game").game("id"))
        .transpose()
    }

    /// What else is kept of a player.
    ///
    /// # Errors
    /// [`StoreError::Database`] or [`StoreError::Column`].
    pub async fn kept_of(&self, player: &PlayerId) -> Result<Kept, StoreError> {
        let of = |query: &'static str| {
            sqlx::query(query)
                .bind(player.as_str())
                .fetch_all(&self.pool)
        };
        let ratings = of(
            "SELECT variant, speed, pool, rating, deviation, games, updated \
                          FROM ratings WHERE player = $1 ORDER BY variant, speed, pool",
        )
        .await?
        .iter()
        .map(|row| {
            let f = Fields::new(row, "rating");
            Ok(serde_json::json!({
                "variant": f.text("variant")?,
                "speed": f.text("speed")?,
                "pool": f.text("pool")?,
                "rating": f.real("rating")?,
                "deviation": f.real("deviation")?,
                "games": f.number::<i64>("games")?,
                "updated": f.number::<Millis>("updated")?,
            }))
        })
        .collect::<Result<_, StoreError>>()?;
        let blocked = of(
            "SELECT p.name FROM blocks b JOIN players p ON p.id = b.blocked \
                          WHERE b.player = $1 ORDER BY p.name",
        )
        .await?
        .iter()
        .map(|row| Fields::new(row, "block").text("name"))
        .collect::<Result<_, StoreError>>()?;
        let reports = of("SELECT r.id, p.name, r.game, r.reason, r.text, r.at \
                          FROM reports r JOIN players p ON p.id = r.about \
                          WHERE r.by = $1 ORDER BY r.at")
        .await?
        .iter()
        .map(|row| {
            let f = Fields::new(row, "report");
            Ok(serde_json::json!({
                "about": f.text("name")?,
                "game": f.maybe_text("game")?,
                "reason": f.text("reason")?,
                "text": f.text("text")?,
                "at": f.number::<Millis>("at")?,
            }))
        })
        .collect::<Result<_, StoreError>>()?;
        Ok(Kept {
            ratings,
            blocked,
            reports,
        })
    }

    /// Running correspondence games of a player.
    ///
    /// # Errors
    /// [`StoreError::Database`] or [`StoreError::Column`].
    pub async fn running_correspondence(
        &self,
        player: &PlayerId,
    ) -> Result<Vec<GameId>, StoreError> {
        let rows = sqlx::query(
            "SELECT id FROM games WHERE phase <> 'over' AND speed = 'correspondence' \
             AND (first = $1 OR second = $1)",
        )
        .bind(player.as_str())
        .fetch_all(&self.pool)
        .await?;
        rows.iter()
            .map(|row| Fields::new(row, "game").game("id"))
            .collect()
    }

    /// Deletes an account or a bot: what is left is a row without a name and its games, which others played too.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn close_account(&self, player: &PlayerId, name: &Name) -> Result<(), StoreError> {
        let mut writing = self.writing().await?;
        for statement in CLOSE {
            sqlx::query(*statement)
                .bind(player.as_str())
                .execute(&mut *writing)
                .await?;
        }
        sqlx::query(
            "UPDATE players SET kind = 'closed', name = $1, lookup = $2, password = NULL, \
             email = NULL, email_verified = 0, owner = NULL, language = NULL, \
             vacation_until = NULL, vacation_left = 0, digest_at = NULL, seen = 0 WHERE id = $3",
        )
        .bind(ANONYMOUS)
        .bind(&name.closed)
        .bind(player.as_str())
        .execute(&mut *writing)
        .await?;
        call_in_games(&mut writing, player, ANONYMOUS, "closed").await?;
        writing.commit().await
    }

    /// Makes a bot. `false` if the name is taken.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn add_bot(&self, bot: &NewBotRow, at: Millis) -> Result<bool, StoreError> {
        let mut writing = self.writing().await?;
        if is_taken(&mut writing, &bot.name).await? {
            return Ok(false);
        }
        let done = sqlx::query(
            "INSERT INTO players (id, name, lookup, created, kind, owner, seen) \
             VALUES ($1, $2, $3, $4, 'bot', $5, 0)",
        )
        .bind(bot.id.as_str())
        .bind(&bot.name.shown)
        .bind(&bot.name.lookup)
        .bind(at)
        .bind(bot.owner.as_str())
        .execute(&mut *writing)
        .await;
        match done {
            Ok(_) => {}
            Err(sqlx::Error::Database(error)) if error.is_unique_violation() => return Ok(false),
            Err(error) => return Err(error.into()),
        }
        insert_token(&mut writing, &bot.id, &bot.token, &bot.hash, at).await?;
        writing.commit().await?;
        Ok(true)
    }

    /// Number of unread notices, and of games in which the player is to move.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn waiting_for(&self, player: &PlayerId) -> Result<(u32, u32), StoreError> {
        Ok((
            self.count_unseen(player).await?,
            self.count_turns(player).await?,
        ))
    }
}

/// From a guest ($1) to an account ($2). Finished games of the two against each other, which would have one player on
/// both sides, are left.
const MERGE: &[&str] = &[
    "UPDATE games SET white = CASE white WHEN $1 THEN $2 ELSE white END, \
     black = CASE black WHEN $1 THEN $2 ELSE black END, \
     fault = CASE fault WHEN $1 THEN $2 ELSE fault END, \
     first = CASE first WHEN $1 THEN $2 ELSE first END, \
     second = CASE second WHEN $1 THEN $2 ELSE second END \
     WHERE (first = $1 AND second <> $2) OR (second = $1 AND first <> $2)",
    "DELETE FROM seeks WHERE (player = $1 AND opponent = $2) OR (player = $2 AND opponent = $1)",
    "UPDATE seeks SET player = CASE player WHEN $1 THEN $2 ELSE player END, \
     opponent = CASE opponent WHEN $1 THEN $2 ELSE opponent END \
     WHERE player = $1 OR opponent = $1",
    "DELETE FROM notices WHERE player = $1 AND EXISTS (SELECT 1 FROM notices n \
     WHERE n.player = $2 AND n.kind = notices.kind AND n.game = notices.game \
     AND n.ply = notices.ply)",
    "UPDATE notices SET player = $2 WHERE player = $1",
    "DELETE FROM ratings WHERE player = $1 AND $1 <> $2",
    "DELETE FROM rating_history WHERE player = $1 AND $1 <> $2",
    "INSERT INTO blocks (player, blocked) SELECT $2, blocked FROM blocks \
     WHERE player = $1 AND blocked <> $2 ON CONFLICT DO NOTHING",
    "INSERT INTO blocks (player, blocked) SELECT player, $2 FROM blocks \
     WHERE blocked = $1 AND player <> $2 ON CONFLICT DO NOTHING",
    "DELETE FROM blocks WHERE (player = $1 OR blocked = $1) AND $1 <> $2",
    "UPDATE reports SET by = CASE by WHEN $1 THEN $2 ELSE by END, \
     about = CASE about WHEN $1 THEN $2 ELSE about END WHERE by = $1 OR about = $1",
    "DELETE FROM sessions WHERE player = $1 AND $1 <> $2",
    "UPDATE players SET kind = 'closed' WHERE id = $1 AND $1 <> $2",
];

/// What goes with an account. Reports about others stay with the host.
const CLOSE: &[&str] = &[
    "DELETE FROM sessions WHERE player = $1",
    "DELETE FROM tokens WHERE player = $1",
    "DELETE FROM recovery WHERE player = $1",
    "DELETE FROM links WHERE player = $1",
    "DELETE FROM seeks WHERE player = $1 OR opponent = $1",
    "DELETE FROM notices WHERE player = $1",
    "DELETE FROM blocks WHERE player = $1 OR blocked = $1",
    "DELETE FROM ratings WHERE player = $1",
    "DELETE FROM rating_history WHERE player = $1",
];

async fn is_taken(connection: &mut AnyConnection, name: &Name) -> Result<bool, StoreError> {
    let found = sqlx::query("SELECT id FROM players WHERE lookup = $1 OR lookup = $2 LIMIT 1")
        .bind(&name.lookup)
        .bind(&name.closed)
        .fetch_optional(connection)
        .await?;
    Ok(found.is_some())
}

/// Games show their players as they are called now.
async fn call_in_games(
    connection: &mut AnyConnection,
    player: &PlayerId,
    name: &str,
    kind: &str,
) -> Result<(), StoreError> {
    for statement in [
        "UPDATE games SET first_name = $1, first_kind = $2 WHERE first = $3",
        "UPDATE games SET second_name = $1, second_kind = $2 WHERE second = $3",
    ] {
        sqlx::query(statement)
            .bind(name)
            .bind(kind)
            .bind(player.as_str())
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}
