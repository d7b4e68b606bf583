//! What evaluation and quiescence ask of a board: where every piece reaches, captures alone, passing the move.

use crate::action::Action;
use crate::board::Board;
use crate::geometry::{Square, Word, squares};
use crate::movegen::{List, Sink, generate};
use crate::piece::{Counts, Kind, Piece};
use crate::slider::{Lookup, Task, dispatch};
use crate::variant::tables::Tables;
use crate::variant::{Variant, with_tables};

/// Lists captures and promotions only.
struct Captures<'a, W> {
    list: List<'a>,
    enemy: W,
    /// The en-passant square and the pawns, which capture there although it is empty.
    passed: W,
    pawns: W,
}

impl<W: Word> Sink<W> for Captures<'_, W> {
    #[inline(always)]
    fn moves(&mut self, from: Square, to: W) {
        let empty = if self.pawns.has(from) {
            self.passed
        } else {
            W::EMPTY
        };
        self.list.moves(from, to & (self.enemy | empty));
    }
    fn gated(&mut self, from: Square, to: W, hand: &Counts) {
        self.list.gated(from, to & self.enemy, hand);
    }
    #[inline(always)]
    fn pawns(&mut self, to: W, delta: i32) {
        self.list.pawns(to & self.enemy, delta);
    }
    fn promotions(&mut self, to: W, delta: i32, kinds: &[Kind]) {
        self.list.promotions(to, delta, kinds);
    }
    fn castle(&mut self, _: Square, _: Square, _: &Counts, _: bool, _: bool) {}
    fn flips(&mut self, _: W) {}
    fn late_promotions(&mut self, kinds: &[Kind]) {
        Sink::<W>::late_promotions(&mut self.list, kinds);
    }
    fn choices(&mut self, _: W) {}
}

struct CaptureTask<'a, W>(
    &'a Variant,
    &'a Tables<W>,
    &'a Board,
    Option<Square>,
    &'a mut Vec<Action>,
);

impl<W: Word> Task for CaptureTask<'_, W> {
    type Output = ();
    #[inline(always)]
    fn run<L: Lookup>(self, lookup: L) {
        let CaptureTask(variant, tables, board, secret, actions) = self;
        let pawns = variant
            .pawns
            .as_ref()
            .map_or(0, |rules| board.of_kind(rules.kind));
        let mut sink = Captures {
            list: List(actions),
            enemy: W::cut(board.of_colour(board.turn.other())),
            passed: W::cut(board.en_passant.map_or(0, Square::bit)),
            pawns: W::cut(pawns),
        };
        generate(variant, tables, lookup, board, secret, &mut sink);
    }
}

struct ReachTask<'a, W, F>(&'a Tables<W>, &'a Board, F);

impl<W: Word, F: FnMut(Square, Piece, u128, u128)> Task for ReachTask<'_, W, F> {
    type Output = ();
    #[inline(always)]
    fn run<L: Lookup>(self, lookup: L) {
        let ReachTask(tables, board, mut act) = self;
        let occupied = W::cut(board.occupied());
        for square in squares(board.occupied()) {
            let Some(piece) = board.piece(square) else {
                continue;
            };
            let moves = &tables.kinds[piece.kind.index()];
            let capture = tables.reach(lookup, &moves.capture, piece.colour, square, occupied);
            let quiet = if moves.same {
                capture
            } else {
                tables.reach(lookup, &moves.quiet, piece.colour, square, occupied)
            };
            act(square, piece, (quiet & !occupied).widen(), capture.widen());
        }
    }
}

impl Variant {
    /// Adds the legal captures and promotions of the side that acts next, as [`Variant::legal_into`] lists them.
    pub fn captures_into(&self, board: &Board, secret: Option<Square>, actions: &mut Vec<Action>) {
        with_tables!(self, tables => dispatch(CaptureTask(self, tables, board, secret, actions)));
    }

    /// Calls `act` for each piece with its square, the empty squares it could go to, and the squares it attacks or
    /// protects. Pins and checks are not looked at.
    pub fn each_reach(&self, board: &Board, act: impl FnMut(Square, Piece, u128, u128)) {
        with_tables!(self, tables => dispatch(ReachTask(tables, board, act)));
    }
}

impl Board {
    /// The same board with the other side to move: what a player program imagines to see what it is threatened with.
    pub fn pass(&mut self) {
        self.set_en_passant(None);
        self.set_turn(self.turn.other());
        self.halfmoves = self.halfmoves.saturating_add(1);
    }
}
