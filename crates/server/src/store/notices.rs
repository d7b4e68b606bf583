//! Notices: each about one thing, each once.

use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use super::row::Fields;
use super::{Account, Store, StoreError, credentials, name_of};
use crate::clock::{DAY, Millis};
use crate::ids::{GameId, PlayerId, RowId};
use crate::wire::NoticeKind;

/// A notice to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewNotice {
    /// Whom it is for.
    pub player: PlayerId,
    /// What it says.
    pub kind: NoticeKind,
    /// The game that it is about, or the proposal that can become it.
    pub game: Option<GameId>,
    /// Number of actions then: it tells two notices of one kind and game apart.
    pub ply: u32,
    /// The other player's name, where there is one.
    pub name: Option<String>,
}

/// A notice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoticeRow {
    /// Which.
    pub id: RowId,
    /// What it says, and to whom.
    pub notice: NewNotice,
    /// Since when.
    pub at: Millis,
    /// Whether he has seen it.
    pub seen: bool,
}

/// What is to be sent to somebody by mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Digest {
    /// Who.
    pub account: Account,
    /// The language that he reads, if it is known.
    pub language: Option<String>,
    /// What he has not seen, oldest first.
    pub notices: Vec<NoticeRow>,
}

/// Writes a notice unless it is there. Its id if it is new.
pub(super) async fn insert(
    connection: &mut AnyConnection,
    notice: &NewNotice,
    at: Millis,
) -> Result<Option<RowId>, StoreError> {
    let id = RowId::random()?;
    let done = sqlx::query(
        "INSERT INTO notices (id, player, kind, game, ply, name, at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (player, kind, game, ply) DO NOTHING",
    )
    .bind(id.as_str())
    .bind(notice.player.as_str())
    .bind(name_of(&notice.kind))
    .bind(notice.game.as_ref().map_or("", GameId::as_str))
    .bind(i64::from(notice.ply))
    .bind(notice.name.as_deref())
    .bind(at)
    .execute(connection)
    .await?;
    Ok((done.rows_affected() > 0).then_some(id))
}

pub(super) fn notice(row: &AnyRow) -> Result<NoticeRow, StoreError> {
    let f = Fields::new(row, "notice");
    let game = f.text("game")?;
    let game = match game.as_str() {
        "" => None,
        text => Some(GameId::read(text).ok_or_else(|| f.wrong("game", text))?),
    };
    Ok(NoticeRow {
        id: f.id("id")?,
        notice: NewNotice {
            player: f.player("player")?,
            kind: f.named("kind")?,
            game,
            ply: f.number("ply")?,
            name: f.maybe_text("name")?,
        },
        at: f.number("at")?,
        seen: f.flag("seen")?,
    })
}

impl Store {
    /// Writes notices; those that were there are left out of the answer. An [`Append`](super::Append) carries those
    /// about what happens in a game.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn add_notices(
        &self,
        notices: &[NewNotice],
        at: Millis,
    ) -> Result<Vec<NoticeRow>, StoreError> {
        let mut writing = self.writing().await?;
        let mut new = Vec::with_capacity(notices.len());
        for notice in notices {
            if let Some(id) = insert(&mut writing, notice, at).await? {
                new.push(NoticeRow {
                    id,
                    notice: notice.clone(),
                    at,
                    seen: false,
                });
            }
        }
        writing.commit().await?;
        Ok(new)
    }

    /// A player's notices, newest first.
    ///
    /// # Errors
    /// [`StoreError::Database`] or [`StoreError::Column`].
    pub async fn notices_of(
        &self,
        player: &PlayerId,
        most: u32,
    ) -> Result<Vec<NoticeRow>, StoreError> {
        sqlx::query("SELECT * FROM notices WHERE player = $1 ORDER BY at DESC, id LIMIT $2")
            .bind(player.as_str())
            .bind(i64::from(most))
            .fetch_all(&self.pool)
            .await?
            .iter()
            .map(notice)
            .collect()
    }

    /// How many notices a player has not seen.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn count_unseen(&self, player: &PlayerId) -> Result<u32, StoreError> {
        let row = sqlx::query("SELECT COUNT(*) AS n FROM notices WHERE player = $1 AND seen = 0")
            .bind(player.as_str())
            .fetch_one(&self.pool)
            .await?;
        Fields::new(&row, "count").number("n")
    }

    /// Notes that a player has seen all his notices, or all about one game. How many were new to him.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn see_notices(
        &self,
        player: &PlayerId,
        game: Option<&GameId>,
    ) -> Result<u64, StoreError> {
        self.run(
            sqlx::query(
                "UPDATE notices SET seen = 1 WHERE player = $1 AND seen = 0 \
                 AND ($2 IS NULL OR game = $2)",
            )
            .bind(player.as_str())
            .bind(game.map(GameId::as_str)),
        )
        .await
    }

    /// Forgets notices of before then that were seen. How many.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn drop_seen_notices(&self, before: Millis) -> Result<u64, StoreError> {
        self.run(sqlx::query("DELETE FROM notices WHERE seen = 1 AND at < $1").bind(before))
            .await
    }

    /// Who has a verified address, has got no mail for a day, and has notices that he has not seen and that were not
    /// sent. Those mails are the caller's to send: each notice is given out once.
    ///
    /// # Errors
    /// [`StoreError::Database`] or [`StoreError::Column`].
    pub async fn take_digests(&self, now: Millis, most: u32) -> Result<Vec<Digest>, StoreError> {
        let mut writing = self.writing().await?;
        let rows = sqlx::query(
            "SELECT * FROM players WHERE email IS NOT NULL AND email_verified = 1 \
             AND (digest_at IS NULL OR digest_at <= $1) AND EXISTS (SELECT 1 FROM notices \
             WHERE notices.player = players.id AND notices.seen = 0 AND notices.mailed = 0) \
             ORDER BY id LIMIT $2",
        )
        .bind(now - DAY)
        .bind(i64::from(most))
        .fetch_all(&mut *writing)
        .await?;
        let mut digests = Vec::with_capacity(rows.len());
        for row in &rows {
            let account = credentials::account(row)?;
            let id = account.player.id.as_str();
            // Whoever takes the day's mail first is the only one.
            let taken = sqlx::query(
                "UPDATE players SET digest_at = $2 WHERE id = $1 \
                 AND (digest_at IS NULL OR digest_at <= $3)",
            )
            .bind(id)
            .bind(now)
            .bind(now - DAY)
            .execute(&mut *writing)
            .await?;
            if taken.rows_affected() == 0 {
                continue;
            }
            let notices = sqlx::query(
                "UPDATE notices SET mailed = 1 WHERE player = $1 AND seen = 0 AND mailed = 0 \
                 RETURNING *",
            )
            .bind(id)
            .fetch_all(&mut *writing)
            .await?;
            let mut notices: Vec<NoticeRow> =
                notices.iter().map(notice).collect::<Result<_, _>>()?;
            notices.sort_by(|a, b| (a.at, &a.id).cmp(&(b.at, &b.id)));
            let language = Fields::new(row, "player").maybe_text("language")?;
            digests.push(Digest {
                account,
                language,
                notices,
            });
        }
        writing.commit().await?;
        Ok(digests)
    }

    /// The notice of this kind, game and ply, if it was written at this time or later.
    ///
    /// # Errors
    /// [`StoreError::Database`] or [`StoreError::Column`].
    pub async fn fresh_notice(
        &self,
        new: &NewNotice,
        since: Millis,
    ) -> Result<Option<NoticeRow>, StoreError> {
        sqlx::query(
            "SELECT * FROM notices WHERE player = $1 AND kind = $2 AND game = $3 AND ply = $4 \
             AND at >= $5",
        )
        .bind(new.player.as_str())
        .bind(name_of(&new.kind))
        .bind(new.game.as_ref().map_or("", GameId::as_str))
        .bind(i64::from(new.ply))
        .bind(since)
        .fetch_optional(&self.pool)
        .await?
        .map(|row| notice(&row))
        .transpose()
    }
}
