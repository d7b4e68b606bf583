//! Legal actions, generated directly: no move is made to see whether it was legal.
//!
//! Everything that could give check is looked at once, from the square to be kept safe (the *anchor*: one's king, or
//! the secret square of a hidden one). Each attacker with too few pieces on its line is a *threat*: it has squares
//! between itself and the anchor, and a number of pieces there at which it gives check (none for a slider, one for a
//! hopper). From that follows where a piece that stands on the line, and one that does not, may go.

mod attackers;
mod pieces;
mod sink;
mod threats;

pub(crate) use attackers::Attackers;
pub(crate) use sink::{Count, List, Sink};

use crate::action::Action;
use crate::board::{Board, KingState};
use crate::geometry::{Colour, Square, Word, squares};
use crate::piece::Kind;
use crate::slider::{Lookup, Task, dispatch};
use crate::variant::tables::Tables;
use crate::variant::{Variant, with_tables};
use sink::each;
use threats::Generator;

/// Squares on which a side may hide its king: empty and not attacked by the other side.
fn eligible<W: Word, L: Lookup>(tables: &Tables<W>, lookup: L, board: &Board, colour: Colour) -> W {
    let enemies = Attackers::new(tables, board, colour.other());
    let occupied = W::cut(board.occupied());
    let mut on = W::EMPTY;
    each(tables.all & !occupied, |square| {
        if !enemies.attack(tables, lookup, board, square, occupied, W::EMPTY) {
            on |= W::bit(square);
        }
    });
    on
}

/// All legal actions of the side that acts next.
#[inline(always)]
pub(crate) fn generate<W: Word, L: Lookup, S: Sink<W>>(
    variant: &Variant,
    tables: &Tables<W>,
    lookup: L,
    board: &Board,
    secret: Option<Square>,
    sink: &mut S,
) {
    if variant.secret_kings
        && let Some(colour) = Colour::ALL
            .into_iter()
            .find(|&c| board.king_state(c) == KingState::NotChosen)
    {
        sink.choices(eligible(tables, lookup, board, colour));
        return;
    }
    if board.pending.is_some() {
        if let Some(pawns) = &variant.pawns {
            sink.late_promotions(&pawns.promote_to);
        }
        return;
    }
    Generator::new(variant, tables, lookup, board, board.turn, secret).run(sink);
}

struct ListTask<'a, W>(
    &'a Variant,
    &'a Tables<W>,
    &'a Board,
    Option<Square>,
    &'a mut Vec<Action>,
);

impl<W: Word> Task for ListTask<'_, W> {
    type Output = ();
    #[inline(always)]
    fn run<L: Lookup>(self, lookup: L) {
        generate(self.0, self.1, lookup, self.2, self.3, &mut List(self.4));
    }
}

struct AttackTask<'a, W>(&'a Tables<W>, &'a Board, Square, Colour);

impl<W: Word> Task for AttackTask<'_, W> {
    type Output = bool;
    #[inline(always)]
    fn run<L: Lookup>(self, lookup: L) -> bool {
        let occupied = W::cut(self.1.occupied());
        Attackers::new(self.0, self.1, self.3).attack(
            self.0,
            lookup,
            self.1,
            self.2,
            occupied,
            W::EMPTY,
        )
    }
}

struct EnPassantTask<'a, W>(&'a Variant, &'a Tables<W>, &'a Board, Colour, Square);

impl<W: Word> Task for EnPassantTask<'_, W> {
    type Output = bool;
    #[inline(always)]
    fn run<L: Lookup>(self, lookup: L) -> bool {
        let generator = Generator::new(self.0, self.1, lookup, self.2, self.3, None);
        squares(generator.capturers(self.4).widen())
            .any(|from| generator.en_passant_is_legal(from, self.4))
    }
}

struct EligibleTask<'a, W>(&'a Tables<W>, &'a Board, Colour);

impl<W: Word> Task for EligibleTask<'_, W> {
    type Output = u128;
    #[inline(always)]
    fn run<L: Lookup>(self, lookup: L) -> u128 {
        eligible(self.0, lookup, self.1, self.2).widen()
    }
}

impl Variant {
    /// Adds the legal actions of the side that acts next. `secret` is that side's own chosen king square, if it has
    /// one: nothing else beyond the board is needed, so the actions cannot betray anything hidden from the mover.
    pub fn legal_into(&self, board: &Board, secret: Option<Square>, actions: &mut Vec<Action>) {
        with_tables!(self, tables => dispatch(ListTask(self, tables, board, secret, actions)));
    }

    /// The legal actions of the side that acts next, in no particular order. See [`Variant::legal_into`].
    pub fn legal(&self, board: &Board, secret: Option<Square>) -> Vec<Action> {
        let mut actions = Vec::with_capacity(64);
        self.legal_into(board, secret, &mut actions);
        actions
    }

    /// Whether a piece of `by` attacks the square: what could capture there, pinned or not.
    pub fn is_attacked(&self, board: &Board, square: Square, by: Colour) -> bool {
        with_tables!(self, tables => dispatch(AttackTask(tables, board, square, by)))
    }

    /// Whether a side's king is on the board and attacked.
    pub fn in_check(&self, board: &Board, colour: Colour) -> bool {
        board
            .king(colour)
            .is_some_and(|king| self.is_attacked(board, king, colour.other()))
    }

    /// Whether `by` has a legal en-passant capture on this square, judged without any secret square.
    pub(crate) fn can_capture_en_passant(&self, board: &Board, by: Colour, square: Square) -> bool {
        with_tables!(self, tables => dispatch(EnPassantTask(self, tables, board, by, square)))
    }

    /// Squares on which a side may hide its king.
    pub fn eligible_king_squares(&self, board: &Board, colour: Colour) -> u128 {
        with_tables!(self, tables => dispatch(EligibleTask(tables, board, colour)))
    }
}

/// Squares that a piece could go to if it were its side's turn: own pieces don't stop it from landing on their
/// squares, and pawns are given their captures.
pub(crate) fn premove_targets(
    variant: &Variant,
    board: &Board,
    side: Colour,
    from: Square,
    kind: Kind,
) -> u128 {
    fn reach<W: Word>(
        tables: &Tables<W>,
        board: &Board,
        side: Colour,
        from: Square,
        kind: Kind,
    ) -> u128 {
        let lookup = crate::slider::Portable;
        let moves = &tables.kinds[kind.index()];
        let occupied = W::cut(board.occupied() & !from.bit());
        let capture = tables.reach(lookup, &moves.capture, side, from, occupied);
        let quiet = tables.reach(lookup, &moves.quiet, side, from, occupied);
        (capture | quiet).widen()
    }
    with_tables!(variant, tables => reach(tables, board, side, from, kind))
}
