//! A game that has been dealt: the truth, and beside it what each seat has seen.

use std::sync::Arc;

use backrank_rules::outcome::Repetitions;
use backrank_rules::{Colour, Observation, Position, Recorded, Seat, SeenAction, Status, View};

use crate::seat_view;
use crate::wire::{GameResult, Played, Reason, Situation, StartInfo};

/// The truth of a game in play. It leaves this module as records for the sealed log, as `Sight`s and as a key.
pub struct Game {
    position: Position,
    repetitions: Repetitions,
    first_player: Colour,
    sights: [Sight; 2],
    ply: u32,
}

/// What one seat has seen and been told.
pub struct Sight {
    observation: Observation,
    number: Option<u32>,
    moves: Vec<Played>,
}

/// What a seat is told that does not fit what it knows: a fault of the rules, never of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unseen;

impl Game {
    /// The beginning.
    pub fn new(position: Position, first_player: Colour, number: Option<u32>) -> Game {
        let mut repetitions = Repetitions::default();
        repetitions.add(position.board());
        let sights = Colour::ALL.map(|colour| {
            let seat = Seat::of(colour);
            Sight::new(Observation::new(seat, position.view(seat)), number)
        });
        Game {
            position,
            repetitions,
            first_player,
            sights,
            ply: 0,
        }
    }

    /// Colour of the first player.
    pub fn first_player(&self) -> Colour {
        self.first_player
    }

    /// Number of actions so far.
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// The truth.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// What a side's player has seen.
    pub fn sight(&self, side: Colour) -> &Sight {
        &self.sights[side.index()]
    }

    /// Goes on to the position that an action led to.
    pub fn advance(&mut self, position: Position, record: &Recorded) -> Result<(), Unseen> {
        let variant = Arc::clone(position.variant());
        for (sight, colour) in self.sights.iter_mut().zip(Colour::ALL) {
            let seen = record.for_seat(&variant, Seat::of(colour));
            sight.take_in(self.ply, &seen)?;
            debug_assert!(
                *sight.observation.view() == position.view(Seat::of(colour)),
                "a view that advanced by events is not the truth's"
            );
        }
        self.repetitions.add(position.board());
        self.position = position;
        self.ply += 1;
        Ok(())
    }

    /// Result and reason, if the position ends the game.
    pub fn ending(&self) -> Option<(GameResult, Reason)> {
        use backrank_rules::outcome::EndReason;
        let occurrences = self.repetitions.count(self.position.board());
        let Status::Over(outcome) = self.position.status(occurrences) else {
            return None;
        };
        let result = match outcome.winner {
            Some(Colour::White) => GameResult::White,
            Some(Colour::Black) => GameResult::Black,
            None => GameResult::Draw,
        };
        let reason = match outcome.reason {
            EndReason::Checkmate => Reason::Checkmate,
            EndReason::Stalemate => Reason::Stalemate,
            EndReason::Repetition => Reason::Repetition,
            EndReason::FiftyMoves => Reason::FiftyMoves,
            EndReason::DeadPosition => Reason::DeadPosition,
        };
        Some((result, reason))
    }
}

impl Sight {
    fn new(observation: Observation, number: Option<u32>) -> Sight {
        Sight {
            observation,
            number,
            moves: Vec::new(),
        }
    }

    fn take_in(&mut self, ply: u32, seen: &Recorded) -> Result<(), Unseen> {
        let before = self.observation.view().clone();
        self.observation.record(*seen).map_err(|error| {
            // The error's text may show what another seat must not know; this seat's own record may not.
            tracing::error!(?error, "a record does not fit a seat's view");
            Unseen
        })?;
        let after = self.observation.view();
        self.moves
            .push(seat_view::played(&before, after, ply, seen));
        Ok(())
    }

    /// What the seat has seen.
    pub fn observation(&self) -> &Observation {
        &self.observation
    }

    /// What it knows now.
    pub fn view(&self) -> &View {
        self.observation.view()
    }

    /// The actions so far, as this seat knows them.
    pub fn moves(&self) -> &[Played] {
        &self.moves
    }

    /// The start.
    pub fn start(&self) -> StartInfo {
        seat_view::start(self.observation.start(), self.number)
    }

    /// The situation now.
    pub fn now(&self, live: bool) -> Situation {
        seat_view::situation(&self.observation, live)
    }

    /// The situation after each action from number `from` on, for a client that missed them. `live` is for the
    /// last: whether the board did not end the game.
    pub fn situations_from(&self, from: usize, live: bool) -> Vec<Situation> {
        let records = self.observation.records();
        let mut past = Observation::new(self.observation.seat(), self.observation.start().clone());
        let mut situations = Vec::new();
        for (record, number) in records.iter().zip(0..) {
            if past.record(*record).is_err() {
                break;
            }
            if number >= from {
                let last = number + 1 == records.len();
                situations.push(seat_view::situation(&past, live || !last));
            }
        }
        situations
    }

    /// The situation at the start, as it was told when play began.
    pub fn first_situation(&self) -> Situation {
        let first = Observation::new(self.observation.seat(), self.observation.start().clone());
        seat_view::situation(&first, true)
    }

    /// Whether nothing has happened since this ply but choices of the other side that this seat may not know: they
    /// change nothing of what it can do, so an action meant for then is as good now.
    pub fn only_secret_choices_since(&self, ply: u32) -> bool {
        usize::try_from(ply)
            .ok()
            .and_then(|ply| self.observation.records().get(ply..))
            .is_some_and(|records| {
                records
                    .iter()
                    .all(|record| record.action == SeenAction::SecretChoice)
            })
    }
}
