//! What lets somebody in: sessions of browsers, tokens of programs, recovery codes, links by mail.
//!
//! The store holds hashes of secrets only. The secrets are random and long, so a plain hash is enough.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use sqlx::any::AnyRow;

use super::row::Fields;
use super::{Store, StoreError, name_of};
use crate::clock::Millis;
use crate::ids::{PlayerId, RowId};

/// SHA-256 of a random secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SecretHash(String);

impl SecretHash {
    /// Of this secret.
    pub fn of(secret: &str) -> SecretHash {
        let hash = Sha256::digest(secret.as_bytes());
        SecretHash(hash.iter().map(|byte| format!("{byte:02x}")).collect())
    }
}

impl fmt::Display for SecretHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A browser that is signed in, or a guest's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// Its public name.
    pub id: RowId,
    /// Whose.
    pub player: PlayerId,
    /// When it began.
    pub created: Millis,
    /// When it was last used.
    pub seen: Millis,
    /// What the browser called itself.
    pub agent: String,
}

/// What a program signs in with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// Its public name.
    pub id: RowId,
    /// Whose.
    pub player: PlayerId,
    /// What its owner called it.
    pub name: String,
    /// When it was made.
    pub created: Millis,
    /// When it was last used.
    pub seen: Millis,
}

/// What a link is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LinkPurpose {
    /// A new password.
    Reset,
    /// To show that a mail address is one's own.
    Email,
}

/// A link that is good once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// Whose.
    pub player: PlayerId,
    /// What for.
    pub purpose: LinkPurpose,
    /// The address that it verifies.
    pub email: Option<String>,
    /// Until when it is good.
    pub expires: Millis,
}

fn session(row: &AnyRow) -> Result<Session, StoreError> {
    let f = Fields::new(row, "session");
    Ok(Session {
        id: f.id("id")?,
        player: f.player("player")?,
        created: f.number("created")?,
        seen: f.number("seen")?,
        agent: f.text("agent")?,
    })
}

fn token(row: &AnyRow) -> Result<Token, StoreError> {
    let f = Fields::new(row, "token");
    Ok(Token {
        id: f.id("id")?,
        player: f.player("player")?,
        name: f.text("name")?,
        created: f.number("created")?,
        seen: f.number("seen")?,
    })
}

impl Store {
    /// Adds a session.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn add_session(
        &self,
        session: &Session,
        hash: &SecretHash,
    ) -> Result<(), StoreError> {
        let mut writing = self.writing().await?;
        sqlx::query(
            "INSERT INTO sessions (id, hash, player, created, seen, agent) \
             VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind(session.id.as_str())
        .bind(&hash.0)
        .bind(session.player.as_str())
        .bind(session.created)
        .bind(session.seen)
        .bind(&session.agent)
        .execute(&mut *writing)
        .await?;
        writing.commit().await
    }

    /// The session of this secret.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn session(&self, hash: &SecretHash) -> Result<Option<Session>, StoreError> {
        sqlx::query("SELECT * FROM sessions WHERE hash = $1")
            .bind(&hash.0)
            .fetch_optional(&self.pool)
            .await?
            .map(|row| session(&row))
            .transpose()
    }

    /// A player's sessions, the last used first.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn sessions_of(&self, player: &PlayerId) -> Result<Vec<Session>, StoreError> {
        sqlx::query("SELECT * FROM sessions WHERE player = $1 ORDER BY seen DESC, id")
            .bind(player.as_str())
            .fetch_all(&self.pool)
            .await?
            .iter()
            .map(session)
            .collect()
    }

    /// Notes that a session is used.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn touch_session(&self, id: &RowId, at: Millis) -> Result<(), StoreError> {
        self.run(
            sqlx::query("UPDATE sessions SET seen = $2 WHERE id = $1")
                .bind(id.as_str())
                .bind(at),
        )
        .await?;
        Ok(())
    }

    /// Ends one of a player's sessions. `false` if he has no such session.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn end_session(&self, player: &PlayerId, id: &RowId) -> Result<bool, StoreError> {
        let done = self
            .run(
                sqlx::query("DELETE FROM sessions WHERE player = $1 AND id = $2")
                    .bind(player.as_str())
                    .bind(id.as_str().to_owned()),
            )
            .await?;
        Ok(done > 0)
    }

    /// Ends a player's sessions, all or all but one. How many.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn end_sessions(
        &self,
        player: &PlayerId,
        but: Option<&RowId>,
    ) -> Result<u64, StoreError> {
        self.run(
            sqlx::query("DELETE FROM sessions WHERE player = $1 AND id <> $2")
                .bind(player.as_str())
                .bind(but.map_or("", RowId::as_str)),
        )
        .await
    }

    /// Ends all sessions that were last used before then. How many.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn end_sessions_before(&self, seen: Millis) -> Result<u64, StoreError> {
        self.run(sqlx::query("DELETE FROM sessions WHERE seen < $1").bind(seen))
            .await
    }

    /// Adds a token.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn add_token(&self, token: &Token, hash: &SecretHash) -> Result<(), StoreError> {
        let mut writing = self.writing().await?;
        sqlx::query(
            "INSERT INTO tokens (id, hash, player, name, created, seen) \
             VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind(token.id.as_str())
        .bind(&hash.0)
        .bind(token.player.as_str())
        .bind(&token.name)
        .bind(token.created)
        .bind(token.seen)
        .execute(&mut *writing)
        .await?;
        writing.commit().await
    }

    /// The token of this secret.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn token(&self, hash: &SecretHash) -> Result<Option<Token>, StoreError> {
        sqlx::query("SELECT * FROM tokens WHERE hash = $1")
            .bind(&hash.0)
            .fetch_optional(&self.pool)
            .await?
            .map(|row| token(&row))
            .transpose()
    }

    /// A player's tokens, the newest first.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn tokens_of(&self, player: &PlayerId) -> Result<Vec<Token>, StoreError> {
        sqlx::query("SELECT * FROM tokens WHERE player = $1 ORDER BY created DESC, id")
            .bind(player.as_str())
            .fetch_all(&self.pool)
            .await?
            .iter()
            .map(token)
            .collect()
    }

    /// Notes that a token is used.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn touch_token(&self, id: &RowId, at: Millis) -> Result<(), StoreError> {
        self.run(
            sqlx::query("UPDATE tokens SET seen = $2 WHERE id = $1")
                .bind(id.as_str())
                .bind(at),
        )
        .await?;
        Ok(())
    }

    /// Ends one of a player's tokens. `false` if there is no such token.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn end_token(&self, player: &PlayerId, id: &RowId) -> Result<bool, StoreError> {
        let done = self
            .run(
                sqlx::query("DELETE FROM tokens WHERE player = $1 AND id = $2")
                    .bind(player.as_str())
                    .bind(id.as_str().to_owned()),
            )
            .await?;
        Ok(done > 0)
    }

    /// Replaces a player's recovery codes.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn set_recovery_codes(
        &self,
        player: &PlayerId,
        codes: &[SecretHash],
    ) -> Result<(), StoreError> {
        let mut writing = self.writing().await?;
        sqlx::query("DELETE FROM recovery WHERE player = $1")
            .bind(player.as_str())
            .execute(&mut *writing)
            .await?;
        for code in codes {
            sqlx::query("INSERT INTO recovery (player, hash) VALUES ($1, $2)")
                .bind(player.as_str())
                .bind(&code.0)
                .execute(&mut *writing)
                .await?;
        }
        writing.commit().await
    }

    /// Uses up a recovery code. `false` if it is none of this player's.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn use_recovery_code(
        &self,
        player: &PlayerId,
        code: &SecretHash,
    ) -> Result<bool, StoreError> {
        let done = self
            .run(
                sqlx::query("DELETE FROM recovery WHERE player = $1 AND hash = $2")
                    .bind(player.as_str())
                    .bind(&code.0),
            )
            .await?;
        Ok(done > 0)
    }

    /// Adds a link.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn add_link(&self, link: &Link, hash: &SecretHash) -> Result<(), StoreError> {
        self.run(
            sqlx::query(
                "INSERT INTO links (hash, player, purpose, email, expires) \
                 VALUES ($1, $2, $3, $4, $5)",
            )
            .bind(&hash.0)
            .bind(link.player.as_str())
            .bind(name_of(&link.purpose))
            .bind(link.email.as_deref())
            .bind(link.expires),
        )
        .await?;
        Ok(())
    }

    /// Uses up a link. Nothing if there is none of this purpose that is still good.
    ///
    /// # Errors
    /// [`StoreError::Database`] or [`StoreError::Column`].
    pub async fn use_link(
        &self,
        hash: &SecretHash,
        purpose: LinkPurpose,
        now: Millis,
    ) -> Result<Option<Link>, StoreError> {
        let mut writing = self.writing().await?;
        let row = sqlx::query(
            "DELETE FROM links WHERE hash = $1 AND purpose = $2 AND expires > $3 RETURNING *",
        )
        .bind(&hash.0)
        .bind(name_of(&purpose))
        .bind(now)
        .fetch_optional(&mut *writing)
        .await?;
        writing.commit().await?;
        row.map(|row| {
            let f = Fields::new(&row, "link");
            Ok(Link {
                player: f.player("player")?,
                purpose: f.named("purpose")?,
                email: f.maybe_text("email")?,
                expires: f.number("expires")?,
            })
        })
        .transpose()
    }

    /// Forgets links that are no longer good. How many.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn drop_expired_links(&self, now: Millis) -> Result<u64, StoreError> {
        self.run(sqlx::query("DELETE FROM links WHERE expires <= $1").bind(now))
            .await
    }
}
