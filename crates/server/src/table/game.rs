//! A game that has been dealt: the truth, and beside it what each seat has seen.

use std::sync::Arc;

use backrank_rules::outcome::Repetitions;
use backrank_rules::{
    Colour, KingState, Observation, Position, Recorded, Seat, SeenAction, Shown, Status, View,
};

use crate::clock::Millis;
use crate::seat_view;
use crate::wire::{GameResult, Played, Reason, Situation, StartInfo};

/// The truth of a game in play. It leaves this module as records for the sealed log, as `Sight`s and as a key.
pub struct Game {
    start: Position,
    position: Position,
    repetitions: Repetitions,
    first_player: Colour,
    number: Option<u32>,
    /// What each seat has seen, onlookers last.
    sights: [Sight; 3],
    records: Vec<Recorded>,
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
        let sights =
            Seat::ALL.map(|seat| Sight::new(Observation::new(seat, position.view(seat)), number));
        Game {
            start: position.clone(),
            position,
            repetitions,
            first_player,
            number,
            sights,
            records: Vec::new(),
        }
    }

    /// What is not the same in another game.
    pub fn difference(&self, other: &Game) -> Option<&'static str> {
        let sights = || self.sights.iter().zip(&other.sights);
        let parts = [
            (
                "position",
                self.position.truth_hash() == other.position.truth_hash()
                    && self.position.board() == other.position.board(),
            ),
            ("repetitions", self.repetitions == other.repetitions),
            ("first player", self.first_player == other.first_player),
            ("number", self.number == other.number),
            ("records", self.records == other.records),
            (
                "observations",
                sights().all(|(one, other)| one.observation == other.observation),
            ),
            (
                "moves",
                sights().all(|(one, other)| one.moves == other.moves),
            ),
        ];
        let differs = parts.iter().find(|(_, same)| !same);
        differs.map(|(name, _)| *name)
    }

    /// Colour of the first player.
    pub fn first_player(&self) -> Colour {
        self.first_player
    }

    /// Number of actions so far.
    pub fn ply(&self) -> u32 {
        u32::try_from(self.records.len()).unwrap_or(u32::MAX)
    }

    /// The truth.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// What a side's player has seen.
    pub fn sight(&self, side: Colour) -> &Sight {
        &self.sights[side.index()]
    }

    /// What everybody may see.
    pub fn onlookers(&self) -> &Sight {
        &self.sights[2]
    }

    /// Number of the start array, where the game numbers them.
    pub fn number(&self) -> Option<u32> {
        self.number
    }

    /// Goes on to the position that an action led to. `left` is what the mover had left on the clock.
    pub fn advance(
        &mut self,
        position: Position,
        record: &Recorded,
        left: Option<Millis>,
    ) -> Result<(), Unseen> {
        let variant = Arc::clone(position.variant());
        let ply = self.ply();
        for (sight, seat) in self.sights.iter_mut().zip(Seat::ALL) {
            let seen = record.for_seat(&variant, seat);
            sight.take_in(ply, &seen, left)?;
            debug_assert!(
                *sight.observation.view() == position.view(seat),
                "a view that advanced by events is not the truth's"
            );
        }
        self.repetitions.add(position.board());
        self.position = position;
        self.records.push(*record);
        Ok(())
    }

    /// Whether secret squares are still being chosen.
    pub fn is_choosing(&self) -> bool {
        Game::chooses(&self.position)
    }

    /// As [`Game::is_choosing`], of a position that may come next.
    pub fn chooses(position: &Position) -> bool {
        Colour::ALL
            .into_iter()
            .any(|side| position.board().king_state(side) == KingState::NotChosen)
    }

    /// How many actions would stand if a side took its last turn back: all that came to light since must be nothing,
    /// and secret kings leave too much to be inferred.
    pub fn takeback(&self, side: Colour) -> Option<u32> {
        if self.position.variant().secret_kings() {
            return None;
        }
        let own = |record: &Recorded| record.by == side;
        let last = self.records.iter().rposition(own)?;
        let before = &self.records[..last];
        let first = before
            .iter()
            .rposition(|record| !own(record))
            .map_or(0, |other| other + 1);
        let undone = &self.records[first..];
        undone
            .iter()
            .all(|record| record.shown == Shown::default())
            .then(|| u32::try_from(first).ok())
            .flatten()
    }

    /// Goes back to the first `ply` actions. Everything that depends on the others is made anew.
    pub fn take_back(&mut self, ply: u32) -> Result<(), Unseen> {
        let mut again = Game::new(self.start.clone(), self.first_player, self.number);
        let kept = usize::try_from(ply).unwrap_or(usize::MAX);
        let lefts: Vec<Option<Millis>> = self.sights[2].moves.iter().map(|m| m.left).collect();
        for (record, left) in self.records.iter().zip(lefts).take(kept) {
            let action = record.action.known().ok_or(Unseen)?;
            let mut after = again.position.clone();
            after.play_as(record.by, action).map_err(|_| Unseen)?;
            again.advance(after, record, left)?;
        }
        *self = again;
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

    fn take_in(&mut self, ply: u32, seen: &Recorded, left: Option<Millis>) -> Result<(), Unseen> {
        let before = self.observation.view().clone();
        self.observation.record(*seen).map_err(|error| {
            // The error's text may show what another seat must not know; this seat's own record may not.
            tracing::error!(?error, "a record does not fit a seat's view");
            Unseen
        })?;
        let after = self.observation.view();
        let mut played = seat_view::played(&before, after, ply, seen);
        played.left = left;
        self.moves.push(played);
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

    /// The situation when only the first `ply` actions had been played.
    pub fn past(&self, ply: usize) -> Situation {
        let mut past = Observation::new(self.observation.seat(), self.observation.start().clone());
        for record in self.observation.records().iter().take(ply) {
            if past.record(*record).is_err() {
                break;
            }
        }
        seat_view::situation(&past, true)
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
