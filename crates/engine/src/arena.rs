//! Games between players, for tests and matches.

use std::sync::Arc;

use backrank_rules::deal::DealError;
use backrank_rules::outcome::{EndReason, Repetitions};
use backrank_rules::{Colour, Observation, Position, Seat, Status, Variant};
use thiserror::Error;

use crate::player::Player;
use crate::random::Random;

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// By the rules of the board.
    Board(EndReason),
    /// Adjudicated a draw at the limit of plies.
    TooLong,
    /// A player gave up, or chose what it could not do.
    Forfeit(Colour),
}

/// A finished game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MatchResult {
    /// Who won; nobody in a draw.
    pub winner: Option<Colour>,
    /// Why.
    pub end: End,
    /// Number of actions played.
    pub plies: u32,
}

/// A game that could not be played.
#[derive(Debug, Error)]
pub enum ArenaError {
    /// There is no start.
    #[error("no start could be drawn: {0}")]
    Deal(#[from] DealError),
    /// An observation refused what the truth had played: an error of the rules.
    #[error("{seat:?} cannot follow the game: {reason}")]
    Observation {
        /// Whose observation.
        seat: Seat,
        /// Why.
        reason: String,
    },
}

/// Plays one game from the start that `seed` draws: `white` and `black` see nothing but their observations.
///
/// # Errors
/// If no start can be drawn, or an observation contradicts the truth.
pub fn match_play(
    variant: &Arc<Variant>,
    white: &mut dyn Player,
    black: &mut dyn Player,
    seed: u64,
    max_plies: u32,
) -> Result<MatchResult, ArenaError> {
    let start = Position::seeded(variant, seed, None, None)?;
    play_from(start, white, black, seed, max_plies)
}

/// As [`match_play`], from a given position.
///
/// # Errors
/// If an observation contradicts the truth.
pub fn play_from(
    mut truth: Position,
    white: &mut dyn Player,
    black: &mut dyn Player,
    seed: u64,
    max_plies: u32,
) -> Result<MatchResult, ArenaError> {
    let mut random = Random::new(seed);
    let mut repetitions = Repetitions::default();
    let mut occurrences = repetitions.add(truth.board());
    let mut observations =
        [Seat::White, Seat::Black].map(|seat| Observation::new(seat, truth.view(seat)));
    for plies in 0..max_plies {
        if let Status::Over(outcome) = truth.status(occurrences) {
            return Ok(MatchResult {
                winner: outcome.winner,
                end: End::Board(outcome.reason),
                plies,
            });
        }
        let actors = truth.board().actors();
        let side = actors.first().copied().unwrap_or(truth.board().turn());
        let player: &mut dyn Player = match side {
            Colour::White => white,
            Colour::Black => black,
        };
        let action = player.play(&observations[side.index()], random.bits());
        let Some(record) = action.and_then(|action| truth.play_as(side, action).ok()) else {
            return Ok(MatchResult {
                winner: Some(side.other()),
                end: End::Forfeit(side),
                plies,
            });
        };
        for observation in &mut observations {
            let seat = observation.seat();
            observation
                .record(record.for_seat(truth.variant(), seat))
                .map_err(|error| ArenaError::Observation {
                    seat,
                    reason: error.to_string(),
                })?;
        }
        occurrences = repetitions.add(truth.board());
    }
    let winner = truth.status(occurrences).outcome();
    Ok(MatchResult {
        winner: winner.and_then(|outcome| outcome.winner),
        end: winner.map_or(End::TooLong, |outcome| End::Board(outcome.reason)),
        plies: max_plies,
    })
}

/// Wins, draws and losses of one player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

impl Tally {
    /// Counts a game in which the player had this side.
    pub fn add(&mut self, side: Colour, result: &MatchResult) {
        match result.winner {
            None => self.draws += 1,
            Some(winner) if winner == side => self.wins += 1,
            Some(_) => self.losses += 1,
        }
    }

    /// Number of games.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Share of the points in percent, a draw being half a point.
    pub fn percent(&self) -> f64 {
        match self.games() {
            0 => 0.0,
            games => {
                100.0 * (f64::from(self.wins) + 0.5 * f64::from(self.draws)) / f64::from(games)
            }
        }
    }
}
