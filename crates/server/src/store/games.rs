//! Games: their public columns, and lists of them.

use sqlx::any::AnyRow;

use super::row::Fields;
use super::{Store, StoreError};
use crate::clock::Millis;
use crate::ids::{GameId, PlayerId};
use crate::rating::Pool;
use crate::wire::{Clock, Ending, Phase, PlayerInfo, PlayerKind, Side, Speed};

/// The built-in computer where a player's id stands.
pub const COMPUTER: &str = "computer";

/// Who plays.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Who {
    /// A person, or a bot from outside.
    Player(PlayerId),
    /// The computer player of this server.
    Computer {
        /// Its level.
        level: u8,
    },
}

impl Who {
    /// The player's id, if it is not the computer.
    pub fn player(&self) -> Option<&PlayerId> {
        match self {
            Who::Player(id) => Some(id),
            Who::Computer { .. } => None,
        }
    }

    /// As it stands in a game.
    pub(super) fn in_game(&self) -> &str {
        self.player().map_or(COMPUTER, PlayerId::as_str)
    }

    /// As it stands among the ratings, where each level has its own.
    pub(super) fn in_ratings(&self) -> String {
        match self {
            Who::Player(id) => id.to_string(),
            Who::Computer { level } => format!("{COMPUTER}-{level}"),
        }
    }

    pub(super) fn read_in_ratings(text: &str) -> Option<Who> {
        match text
            .strip_prefix(COMPUTER)
            .and_then(|rest| rest.strip_prefix('-'))
        {
            Some(level) => level.parse().ok().map(|level| Who::Computer { level }),
            None => PlayerId::read(text).map(Who::Player),
        }
    }
}

/// A rating as it was shown at the start of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StartRating {
    /// Points.
    pub points: u32,
    /// Whether it was still uncertain.
    pub provisional: bool,
}

/// One of the two who play, as they were at the start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Participant {
    /// Who.
    pub who: Who,
    /// Shown name.
    pub name: String,
    /// What sort of player.
    pub kind: PlayerKind,
    /// Rating in the game's pool; absent for guests.
    pub rating: Option<StartRating>,
}

impl Participant {
    /// The computer player.
    pub fn computer(level: u8, rating: Option<StartRating>) -> Participant {
        Participant {
            who: Who::Computer { level },
            name: "Computer".to_owned(),
            kind: PlayerKind::Computer,
            rating,
        }
    }

    /// As others see it.
    pub fn info(&self) -> PlayerInfo {
        PlayerInfo {
            id: self.who.in_game().to_owned(),
            name: self.name.clone(),
            kind: self.kind,
            rating: self.rating.map(|rating| rating.points),
            provisional: self.rating.is_some_and(|rating| rating.provisional),
            level: match self.who {
                Who::Computer { level } => Some(level),
                Who::Player(_) => None,
            },
        }
    }
}

/// The two who play, in the order of joining.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Participants {
    /// Who proposed the game.
    pub first: Participant,
    /// Who accepted it.
    pub second: Participant,
}

impl Participants {
    /// Both, in the order of joining.
    pub fn both(&self) -> [&Participant; 2] {
        [&self.first, &self.second]
    }

    /// The place of a player: 0 for the first, 1 for the second.
    pub fn place(&self, player: &PlayerId) -> Option<usize> {
        self.both()
            .iter()
            .position(|one| one.who.player() == Some(player))
    }

    /// The level of the computer, if it plays.
    pub fn level(&self) -> Option<u8> {
        self.both().iter().find_map(|one| match one.who {
            Who::Computer { level } => Some(level),
            Who::Player(_) => None,
        })
    }
}

/// The public columns of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameRow {
    /// Which.
    pub id: GameId,
    /// Variant id.
    pub variant: String,
    /// Hex digest of the variant's text.
    pub digest: String,
    /// Version of its rules.
    pub rules_version: u32,
    /// Who plays.
    pub participants: Participants,
    /// The time control.
    pub clock: Clock,
    /// Whether it counts for the ratings among people.
    pub rated: bool,
    /// Whether onlookers and the archive are kept out.
    pub private: bool,
    /// Whose ratings it may touch.
    pub pool: Pool,
    /// When it was made.
    pub created: Millis,
    /// What changes.
    pub standing: Standing,
    /// When it ended. The store sets it.
    pub ended: Option<Millis>,
}

impl GameRow {
    /// How fast it is.
    pub fn speed(&self) -> Speed {
        Speed::of(&self.clock)
    }

    /// The side of a player, once it is dealt.
    pub fn side(&self, player: &PlayerId) -> Option<Side> {
        let place = self.participants.place(player)?;
        self.standing.first_player.map(|first| match place {
            0 => first,
            _ => first.other(),
        })
    }

    /// Who plays this side, once it is dealt.
    pub fn at(&self, side: Side) -> Option<&Participant> {
        let first = self.standing.first_player?;
        Some(if first == side {
            &self.participants.first
        } else {
            &self.participants.second
        })
    }
}

/// The public columns that change. Nothing in them comes from more than everybody's view.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// The side of the one who joined first, once it is dealt.
    pub first_player: Option<Side>,
    /// Phase.
    pub phase: Phase,
    /// How it ended.
    pub ending: Option<Ending>,
    /// Place of the participant at fault, where somebody is to blame.
    pub fault: Option<usize>,
    /// Number of actions played.
    pub ply: u32,
    /// Whose turn it is.
    pub turn: Option<Side>,
    /// FEN of the view that everybody has; empty while dealing.
    pub fen: String,
    /// Number of the start array, where everybody sees it.
    pub number: Option<u32>,
    /// The first few actions as everybody sees them, separated by blanks.
    pub opening: String,
    /// When something happens although nobody acts.
    pub deadline: Option<Millis>,
}

impl Standing {
    /// Of a game that waits for its deal.
    pub fn dealing() -> Standing {
        Standing {
            first_player: None,
            phase: Phase::Dealing,
            ending: None,
            fault: None,
            ply: 0,
            turn: None,
            fen: String::new(),
            number: None,
            opening: String::new(),
            deadline: None,
        }
    }
}

impl Side {
    /// The other one.
    #[must_use]
    pub fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }
}

impl Store {
    /// A game's public columns.
    ///
    /// # Errors
    /// [`StoreError::Database`] or [`StoreError::Column`].
    pub async fn game(&self, id: &GameId) -> Result<Option<GameRow>, StoreError> {
        sqlx::query("SELECT * FROM games WHERE id = $1")
            .bind(id.as_str())
            .fetch_optional(&self.pool)
            .await?
            .map(|row| game_row(&row))
            .transpose()
    }

    /// Unfinished games in which nothing has happened since then.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn idle_since(&self, since: Millis) -> Result<Vec<GameId>, StoreError> {
        let rows = sqlx::query(
            "SELECT id FROM games WHERE phase <> 'over' AND updated < $1 ORDER BY updated",
        )
        .bind(since)
        .fetch_all(&self.pool)
        .await?;
        rows.iter()
            .map(|row| Fields::new(row, "game").game("id"))
            .collect()
    }

    /// Unfinished games in which something is to happen by now although nobody acts, the longest overdue first.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn due(&self, now: Millis) -> Result<Vec<GameId>, StoreError> {
        let rows = sqlx::query("SELECT id FROM games WHERE deadline <= $1 ORDER BY deadline")
            .bind(now)
            .fetch_all(&self.pool)
            .await?;
        rows.iter()
            .map(|row| Fields::new(row, "game").game("id"))
            .collect()
    }

    /// When something is to happen next in a game although nobody acts.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn next_deadline(&self) -> Result<Option<Millis>, StoreError> {
        let row =
            sqlx::query("SELECT MIN(deadline) AS deadline FROM games WHERE deadline IS NOT NULL")
                .fetch_one(&self.pool)
                .await?;
        Fields::new(&row, "game").maybe_number("deadline")
    }
}

/// Reads a row of `games`.
pub(super) fn game_row(row: &AnyRow) -> Result<GameRow, StoreError> {
    let f = Fields::new(row, "game");
    let id = f.game("id")?;
    let level: Option<u8> = f.maybe_number("level")?;
    let participant = |columns: [&'static str; 5]| -> Result<Participant, StoreError> {
        let [id, name, kind, rating, provisional] = columns;
        let who = match (f.text(id)?.as_str(), level) {
            (COMPUTER, Some(level)) => Who::Computer { level },
            (COMPUTER, None) => return Err(f.wrong("level", "nothing")),
            (other, _) => Who::Player(PlayerId::read(other).ok_or_else(|| f.wrong(id, other))?),
        };
        let provisional = f.flag(provisional)?;
        Ok(Participant {
            who,
            name: f.text(name)?,
            kind: f.named(kind)?,
            rating: f.maybe_number(rating)?.map(|points| StartRating {
                points,
                provisional,
            }),
        })
    };
    let participants = Participants {
        first: participant([
            "first",
            "first_name",
            "first_kind",
            "first_rating",
            "first_provisional",
        ])?,
        second: participant([
            "second",
            "second_name",
            "second_kind",
            "second_rating",
            "second_provisional",
        ])?,
    };
    let ending = match (f.maybe_named("result")?, f.maybe_named("reason")?) {
        (Some(result), Some(reason)) => Some(Ending { result, reason }),
        (None, None) => None,
        (result, reason) => return Err(f.wrong("result", format!("{result:?} for {reason:?}"))),
    };
    let place = |text: &str| {
        participants
            .both()
            .iter()
            .position(|one| one.who.in_game() == text)
    };
    let place_of = |column: &'static str| -> Result<Option<usize>, StoreError> {
        f.maybe_text(column)?
            .map(|text| place(&text).ok_or_else(|| f.wrong(column, text)))
            .transpose()
    };
    let first_player = place_of("white")?.map(|white| match white {
        0 => Side::White,
        _ => Side::Black,
    });
    let standing = Standing {
        first_player,
        phase: f.named("phase")?,
        ending,
        fault: place_of("fault")?,
        ply: f.number("ply")?,
        turn: f.maybe_named("turn")?,
        fen: f.text("fen")?,
        number: f.maybe_number("number")?,
        opening: f.text("opening")?,
        deadline: f.maybe_number("deadline")?,
    };
    Ok(GameRow {
        id,
        variant: f.text("variant")?,
        digest: f.text("digest")?,
        rules_version: f.number("rules_version")?,
        clock: f.json("clock")?,
        rated: f.flag("rated")?,
        private: f.flag("private")?,
        pool: f.named("pool")?,
        created: f.number("created")?,
        ended: f.maybe_number("ended")?,
        participants,
        standing,
    })
}
