//! All that a seat has seen of a game: what computer players get instead of a position.

use crate::action::Recorded;
use crate::belief::Belief;
use crate::outcome::Repetitions;
use crate::piece::Counts;
use crate::view::{Seat, View, ViewError};
use crate::{Action, Colour, Fact};

/// The start as a seat saw it, the actions as it was told them, and what follows from both.
#[derive(Debug, Clone, PartialEq)]
pub struct Observation {
    seat: Seat,
    start: View,
    records: Vec<Recorded>,
    view: View,
    repetitions: Repetitions,
    captives: [Captives; 2],
    belief: Belief,
}

/// Captured pieces of one side as a seat knows them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Captives {
    /// Captured face up, and so known to all.
    pub open: Counts,
    /// Captured face down, identity known to this seat.
    pub known: Counts,
    /// Number captured face down whose identity this seat was not told.
    pub unknown: u32,
}

impl Observation {
    /// The beginning of a game as `seat` sees it.
    pub fn new(seat: Seat, start: View) -> Observation {
        let mut repetitions = Repetitions::default();
        repetitions.add(start.board());
        Observation {
            seat,
            belief: Belief::at(start.variant(), start.board()),
            view: start.clone(),
            start,
            records: Vec::new(),
            repetitions,
            captives: Default::default(),
        }
    }

    /// Takes in the next action, which must be as this seat was told it ([`Recorded::for_seat`]).
    ///
    /// # Errors
    /// The observation is unchanged if the record does not fit it.
    pub fn record(&mut self, record: Recorded) -> Result<(), ViewError> {
        let mut view = self.view.clone();
        view.play(&record)?;
        if let Some(action) = record.action.known() {
            self.capture(action, &record);
        }
        self.belief
            .record(view.variant(), self.view.board(), view.board(), &record);
        self.view = view;
        self.repetitions.add(self.view.board());
        self.records.push(record);
        Ok(())
    }

    fn capture(&mut self, action: Action, record: &Recorded) {
        let board = self.view.board();
        let variant = self.view.variant();
        let Some(square) = board.captured_square(variant, action) else {
            return;
        };
        let Some(piece) = board.piece(square) else {
            return;
        };
        let captives = &mut self.captives[piece.colour.index()];
        match record.shown.captured {
            Fact::Known(kind) => captives.known.add(kind),
            Fact::Secret => captives.unknown += 1,
            Fact::Nothing => captives.open.add(piece.kind),
        }
    }

    /// Whose observation this is.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The start.
    pub fn start(&self) -> &View {
        &self.start
    }

    /// The actions so far.
    pub fn records(&self) -> &[Recorded] {
        &self.records
    }

    /// What the seat knows now.
    pub fn view(&self) -> &View {
        &self.view
    }

    /// Positions since the last irreversible action.
    pub fn repetitions(&self) -> &Repetitions {
        &self.repetitions
    }

    /// A side's captured pieces as this seat knows them.
    pub fn captives(&self, side: Colour) -> &Captives {
        &self.captives[side.index()]
    }

    /// Squares on which a side's hidden king can be by all that this seat was told, while the game goes on: the one
    /// square of its own king, once chosen; none for a king on the board.
    pub fn candidates(&self, side: Colour) -> u128 {
        match self.view.king_square(side) {
            Some(square) => square.bit(),
            None => self.belief.candidates(side),
        }
    }

    /// What everybody may know of the hidden kings.
    pub fn belief(&self) -> &Belief {
        &self.belief
    }

    /// Legal actions of this seat; empty unless it may act.
    pub fn legal(&self) -> Vec<Action> {
        self.seat
            .side()
            .map(|side| self.view.legal_for(side))
            .unwrap_or_default()
    }
}
