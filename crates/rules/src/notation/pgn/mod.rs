//! PGN of all games: a finished game with its whole truth, or a game as one seat has seen it. See docs/notation.md.
//!
//! ```
//! use backrank_rules::notation::pgn::{self, Game, GameResult};
//! use backrank_rules::{Position, Registry, Seat};
//!
//! let registry = Registry::built_in()?;
//! let variant = registry.get("hidden").ok_or("no such game")?;
//! let mut game = Game::of_truth(Position::seeded(variant, 7, None, None)?);
//! game.tags.set("White", "Ada")?;
//! for _ in 0..4 {
//!     let by = game.now().board().turn();
//!     let action = game.now().legal_for(by)[0];
//!     game.play(by, action, Some(299_500))?;
//! }
//! game.result = GameResult::Draw;
//! game.reason = Some("agreement".to_owned());
//!
//! let text = pgn::export(&game);
//! assert!(text.contains("[Variant \"hidden\"]"));
//! assert_eq!(pgn::import(&text, &registry)?, [game]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod command;
mod error;
mod export;
mod import;
mod lex;
mod names;
mod replay;
mod tags;

pub use error::{Fault, PgnError};
pub use export::export;
pub use import::import;
pub use replay::{Start, Unplayable};
pub use tags::{BadTag, Tags};

use std::fmt;
use std::sync::Arc;

use crate::action::{Action, Recorded, SeenAction, Shown};
use crate::geometry::Colour;
use crate::observation::Observation;
use crate::position::Position;
use crate::variant::Variant;
use crate::view::{Seat, View, ViewError};

/// How a game ended, as PGN tells it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum GameResult {
    /// `1-0`.
    WhiteWins,
    /// `0-1`.
    BlackWins,
    /// `1/2-1/2`.
    Draw,
    /// `*`: still going on, or broken off.
    #[default]
    Open,
}

impl GameResult {
    /// Reads one of the four signs.
    pub fn read(text: &str) -> Option<GameResult> {
        Some(match text {
            "1-0" => GameResult::WhiteWins,
            "0-1" => GameResult::BlackWins,
            "1/2-1/2" | "1/2" | "½-½" => GameResult::Draw,
            "*" => GameResult::Open,
            _ => return None,
        })
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameResult::WhiteWins => "1-0",
            GameResult::BlackWins => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Open => "*",
        })
    }
}

/// One action of a game with its times.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ply {
    /// What was done and what it showed.
    pub record: Recorded,
    /// Time left to who acted after the action, in milliseconds.
    pub clock: Option<u64>,
    /// Time that who acted took for it, in milliseconds.
    pub elapsed: Option<u64>,
}

/// A game as PGN holds it. Its actions always replay from its start: they come in by [`Game::push`] and
/// [`Game::play`] only.
#[derive(Debug, Clone, PartialEq)]
pub struct Game {
    /// Names, dates and whatever has no field of its own here.
    pub tags: Tags,
    /// Who won.
    pub result: GameResult,
    /// Why it ended, such as `checkmate`; a code or a text in one line.
    pub reason: Option<String>,
    /// Number of the start array, in games that number them.
    pub array_number: Option<u32>,
    /// Record of the deal, as JSON or any other text: kept, not looked into.
    pub deal: Option<String>,
    start: Start,
    now: Start,
    plies: Vec<Ply>,
}

impl Game {
    /// A game with everything that it hides. Its PGN tells all of it: for finished games, never for a player.
    pub fn of_truth(start: Position) -> Game {
        Game::new(Start::Truth(start))
    }

    /// A game as one seat sees it from this start.
    pub fn of_view(seat: Seat, start: View) -> Game {
        Game::new(Start::Seen { seat, view: start })
    }

    /// What a seat has seen so far: the PGN of a game that is being played.
    ///
    /// # Errors
    /// [`Unplayable`] if the observation does not replay, which nothing should bring about.
    pub fn of_observation(seen: &Observation) -> Result<Game, Unplayable> {
        let mut game = Game::of_view(seen.seat(), seen.start().clone());
        for &record in seen.records() {
            game.push(record, None)?;
        }
        Ok(game)
    }

    fn new(start: Start) -> Game {
        Game {
            tags: Tags::default(),
            result: GameResult::Open,
            reason: None,
            array_number: None,
            deal: None,
            now: start.clone(),
            start,
            plies: Vec::new(),
        }
    }

    /// The game's rules.
    pub fn variant(&self) -> &Arc<Variant> {
        self.start.variant()
    }

    /// Where it began.
    pub fn start(&self) -> &Start {
        &self.start
    }

    /// Where it stands.
    pub fn now(&self) -> &Start {
        &self.now
    }

    /// The actions in order.
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// The position after each action.
    ///
    /// # Errors
    /// [`Unplayable`] if an action does not replay, which nothing should bring about.
    pub fn positions(&self) -> Result<Vec<Start>, Unplayable> {
        let mut now = self.start.clone();
        let next = |ply: &Ply| {
            now.take(&ply.record)?;
            Ok(now.clone())
        };
        self.plies.iter().map(next).collect()
    }

    /// Adds an action. In a game with its truth the position says what it showed, and what `record` says of that
    /// may be less but nothing else.
    ///
    /// # Errors
    /// [`Unplayable`]; the game is unchanged.
    pub fn push(&mut self, record: Recorded, clock: Option<u64>) -> Result<(), Unplayable> {
        let record = self.now.take(&record)?;
        self.plies.push(Ply {
            record,
            clock,
            elapsed: None,
        });
        Ok(())
    }

    /// Adds an action that shows nothing, or one of a game whose truth is known.
    ///
    /// # Errors
    /// [`Unplayable`]; the game is unchanged.
    pub fn play(
        &mut self,
        by: Colour,
        action: Action,
        clock: Option<u64>,
    ) -> Result<(), Unplayable> {
        let record = Recorded {
            by,
            action: SeenAction::Known(action),
            shown: Shown::default(),
        };
        self.push(record, clock)
    }

    /// Sets the clock of an action; without that action nothing happens.
    pub fn set_clock(&mut self, ply: usize, clock: Option<u64>) {
        if let Some(ply) = self.plies.get_mut(ply) {
            ply.clock = clock;
        }
    }

    /// Sets the time that an action took; without that action nothing happens.
    pub fn set_elapsed(&mut self, ply: usize, elapsed: Option<u64>) {
        if let Some(ply) = self.plies.get_mut(ply) {
            ply.elapsed = elapsed;
        }
    }

    /// What a seat saw of the game, with all that follows from it. A game seen by one seat holds that seat's
    /// observation alone.
    ///
    /// # Errors
    /// [`ViewError`] if the records do not fit, which nothing should bring about.
    pub fn observation(&self, seat: Seat) -> Result<Option<Observation>, ViewError> {
        let variant = self.variant();
        let (mut seen, whole) = match &self.start {
            Start::Truth(position) => (Observation::new(seat, position.view(seat)), true),
            Start::Seen { seat: own, view } if *own == seat => {
                (Observation::new(seat, view.clone()), false)
            }
            Start::Seen { .. } => return Ok(None),
        };
        for ply in &self.plies {
            let record = if whole {
                ply.record.for_seat(variant, seat)
            } else {
                ply.record
            };
            seen.record(record)?;
        }
        Ok(Some(seen))
    }
}
