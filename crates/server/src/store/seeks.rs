//! Proposals that wait for somebody: open seeks, challenges, invitations, rematches.
//!
//! A proposal has the id of the game that it becomes; storing that game removes it, so it is accepted once.

use sqlx::any::AnyRow;

use super::row::Fields;
use super::{Store, StoreError, json, name_of};
use crate::clock::Millis;
use crate::ids::{GameId, PlayerId};
use crate::wire::{Conditions, ProposalKind};

/// A proposal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seek {
    /// Also of the game that it becomes.
    pub id: GameId,
    /// What sort.
    pub kind: ProposalKind,
    /// Who proposes.
    pub player: PlayerId,
    /// Whom it is for, if for one alone.
    pub opponent: Option<PlayerId>,
    /// What is proposed.
    pub conditions: Conditions,
    /// Lowest rating of one who may accept.
    pub lowest: Option<u32>,
    /// Highest rating of one who may accept.
    pub highest: Option<u32>,
    /// The proposer's commitment for the deal, hex.
    pub commitment: Option<String>,
    /// The game that a rematch follows.
    pub previous: Option<GameId>,
    /// When it was made.
    pub created: Millis,
    /// When it falls.
    pub expires: Option<Millis>,
}

fn seek(row: &AnyRow) -> Result<Seek, StoreError> {
    let f = Fields::new(row, "proposal");
    let previous = f.maybe_text("previous_game")?;
    Ok(Seek {
        id: f.game("id")?,
        kind: f.named("kind")?,
        player: f.player("player")?,
        opponent: f.maybe_player("opponent")?,
        conditions: Conditions {
            variant: f.text("variant")?,
            clock: f.json("clock")?,
            rated: f.flag("rated")?,
            colour: f.named("colour")?,
            set: f.maybe_text("set_name")?,
            number: f.maybe_number("number")?,
        },
        lowest: f.maybe_number("lowest")?,
        highest: f.maybe_number("highest")?,
        commitment: f.maybe_text("commitment")?,
        previous: previous
            .map(|text| GameId::read(&text).ok_or_else(|| f.wrong("previous_game", text)))
            .transpose()?,
        created: f.number("created")?,
        expires: f.maybe_number("expires")?,
    })
}

impl Store {
    /// Adds a proposal.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn add_seek(&self, seek: &Seek) -> Result<(), StoreError> {
        self.run(
            sqlx::query(
                "INSERT INTO seeks (id, player, kind, opponent, variant, clock, rated, colour, \
                 lowest, highest, set_name, number, commitment, previous_game, created, expires) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)",
            )
            .bind(seek.id.as_str())
            .bind(seek.player.as_str())
            .bind(name_of(&seek.kind))
            .bind(seek.opponent.as_ref().map(PlayerId::as_str))
            .bind(&seek.conditions.variant)
            .bind(json(&seek.conditions.clock)?)
            .bind(i64::from(seek.conditions.rated))
            .bind(name_of(&seek.conditions.colour))
            .bind(seek.lowest.map(i64::from))
            .bind(seek.highest.map(i64::from))
            .bind(seek.conditions.set.as_deref())
            .bind(seek.conditions.number.map(i64::from))
            .bind(seek.commitment.as_deref())
            .bind(seek.previous.as_ref().map(GameId::as_str))
            .bind(seek.created)
            .bind(seek.expires),
        )
        .await?;
        Ok(())
    }

    /// A proposal.
    ///
    /// # Errors
    /// [`StoreError::Database`] or [`StoreError::Column`].
    pub async fn seek(&self, id: &GameId) -> Result<Option<Seek>, StoreError> {
        sqlx::query("SELECT * FROM seeks WHERE id = $1")
            .bind(id.as_str())
            .fetch_optional(&self.pool)
            .await?
            .map(|row| seek(&row))
            .transpose()
    }

    /// The open seeks, oldest first.
    ///
    /// # Errors
    /// [`StoreError::Database`] or [`StoreError::Column`].
    pub async fn open_seeks(&self) -> Result<Vec<Seek>, StoreError> {
        sqlx::query("SELECT * FROM seeks WHERE kind = 'seek' ORDER BY created, id")
            .fetch_all(&self.pool)
            .await?
            .iter()
            .map(seek)
            .collect()
    }

    /// Proposals by a player or to him alone, oldest first.
    ///
    /// # Errors
    /// [`StoreError::Database`] or [`StoreError::Column`].
    pub async fn seeks_of(&self, player: &PlayerId) -> Result<Vec<Seek>, StoreError> {
        sqlx::query("SELECT * FROM seeks WHERE player = $1 OR opponent = $1 ORDER BY created, id")
            .bind(player.as_str())
            .fetch_all(&self.pool)
            .await?
            .iter()
            .map(seek)
            .collect()
    }

    /// Proposed rematches of a game, oldest first.
    ///
    /// # Errors
    /// [`StoreError::Database`] or [`StoreError::Column`].
    pub async fn rematches(&self, previous: &GameId) -> Result<Vec<Seek>, StoreError> {
        sqlx::query("SELECT * FROM seeks WHERE previous_game = $1 ORDER BY created, id")
            .bind(previous.as_str())
            .fetch_all(&self.pool)
            .await?
            .iter()
            .map(seek)
            .collect()
    }

    /// Notes the proposer's commitment, once. `false` if it is not his proposal, or has one already.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn commit_seek(
        &self,
        id: &GameId,
        player: &PlayerId,
        commitment: &str,
    ) -> Result<bool, StoreError> {
        let done = self
            .run(
                sqlx::query(
                    "UPDATE seeks SET commitment = $3 \
                     WHERE id = $1 AND player = $2 AND commitment IS NULL",
                )
                .bind(id.as_str())
                .bind(player.as_str())
                .bind(commitment),
            )
            .await?;
        Ok(done > 0)
    }

    /// Takes a proposal away. Whoever gets it is the only one.
    ///
    /// # Errors
    /// [`StoreError::Database`] or [`StoreError::Column`].
    pub async fn take_seek(&self, id: &GameId) -> Result<Option<Seek>, StoreError> {
        let mut writing = self.writing().await?;
        let row = sqlx::query("DELETE FROM seeks WHERE id = $1 RETURNING *")
            .bind(id.as_str())
            .fetch_optional(&mut *writing)
            .await?;
        writing.commit().await?;
        row.map(|row| seek(&row)).transpose()
    }

    /// Takes away the proposals whose time is over.
    ///
    /// # Errors
    /// [`StoreError::Database`] or [`StoreError::Column`].
    pub async fn take_expired_seeks(&self, now: Millis) -> Result<Vec<Seek>, StoreError> {
        let mut writing = self.writing().await?;
        let rows = sqlx::query("DELETE FROM seeks WHERE expires <= $1 RETURNING *")
            .bind(now)
            .fetch_all(&mut *writing)
            .await?;
        writing.commit().await?;
        rows.iter().map(seek).collect()
    }

    /// Everybody who has proposed something.
    ///
    /// # Errors
    /// [`StoreError::Database`] or [`StoreError::Column`].
    pub async fn proposers(&self) -> Result<Vec<PlayerId>, StoreError> {
        let rows = sqlx::query("SELECT DISTINCT player FROM seeks")
            .fetch_all(&self.pool)
            .await?;
        rows.iter()
            .map(|row| Fields::new(row, "proposals of").player("player"))
            .collect()
    }
}
