//! Where legal actions go: counted, or listed.

use crate::action::{Action, CastleGate};
use crate::geometry::{Square, Word};
use crate::piece::{Counts, Kind};

/// Receives legal actions in sets.
pub(crate) trait Sink<W: Word> {
    /// A piece moves to each of these squares.
    fn moves(&mut self, from: Square, to: W);
    /// The same with each kind in hand put on the square left.
    fn gated(&mut self, from: Square, to: W, hand: &Counts);
    /// Pawns move to each of these squares from the square `delta` lower in index.
    fn pawns(&mut self, to: W, delta: i32);
    /// The same onto the last rank.
    fn promotions(&mut self, to: W, delta: i32, kinds: &[Kind]);
    /// Castling, without gate, then with a piece from `hand` on the king's and on the rook's square where allowed.
    fn castle(&mut self, king: Square, rook: Square, hand: &Counts, on_king: bool, on_rook: bool);
    /// Discs that may be turned up.
    fn flips(&mut self, discs: W);
    /// What a pawn that turned up on its last rank may become.
    fn late_promotions(&mut self, kinds: &[Kind]);
    /// Squares on which a king may be hidden.
    fn choices(&mut self, on: W);
}

/// Counts legal actions without making them.
#[derive(Default)]
pub(crate) struct Count(pub(crate) u64);

impl<W: Word> Sink<W> for Count {
    #[inline(always)]
    fn moves(&mut self, _: Square, to: W) {
        self.0 += u64::from(to.count());
    }
    #[inline(always)]
    fn gated(&mut self, _: Square, to: W, hand: &Counts) {
        self.0 += u64::from(to.count()) * hand.iter().count() as u64;
    }
    #[inline(always)]
    fn pawns(&mut self, to: W, _: i32) {
        self.0 += u64::from(to.count());
    }
    #[inline(always)]
    fn promotions(&mut self, to: W, _: i32, kinds: &[Kind]) {
        self.0 += u64::from(to.count()) * kinds.len() as u64;
    }
    #[inline(always)]
    fn castle(&mut self, _: Square, _: Square, hand: &Counts, on_king: bool, on_rook: bool) {
        self.0 += 1 + hand.iter().count() as u64 * (u64::from(on_king) + u64::from(on_rook));
    }
    #[inline(always)]
    fn flips(&mut self, discs: W) {
        self.0 += u64::from(discs.count());
    }
    fn late_promotions(&mut self, kinds: &[Kind]) {
        self.0 += kinds.len() as u64;
    }
    fn choices(&mut self, on: W) {
        self.0 += u64::from(on.count());
    }
}

/// Lists legal actions.
pub(crate) struct List<'a>(pub(crate) &'a mut Vec<Action>);

#[inline(always)]
pub(super) fn each<W: Word>(mut set: W, mut act: impl FnMut(Square)) {
    while set.any() {
        act(set.first());
        set = set.rest();
    }
}

#[inline(always)]
pub(super) fn back(to: Square, delta: i32) -> Square {
    Square((i32::from(to.0) - delta) as u8)
}

impl<W: Word> Sink<W> for List<'_> {
    #[inline(always)]
    fn moves(&mut self, from: Square, to: W) {
        each(to, |to| self.0.push(Action::plain(from, to)));
    }
    fn gated(&mut self, from: Square, to: W, hand: &Counts) {
        each(to, |to| {
            for (kind, _) in hand.iter() {
                self.0.push(Action::Move {
                    from,
                    to,
                    promotion: None,
                    gate: Some(kind),
                });
            }
        });
    }
    #[inline(always)]
    fn pawns(&mut self, to: W, delta: i32) {
        each(to, |to| self.0.push(Action::plain(back(to, delta), to)));
    }
    fn promotions(&mut self, to: W, delta: i32, kinds: &[Kind]) {
        each(to, |to| {
            for &kind in kinds {
                self.0.push(Action::Move {
                    from: back(to, delta),
                    to,
                    promotion: Some(kind),
                    gate: None,
                });
            }
        });
    }
    fn castle(&mut self, king: Square, rook: Square, hand: &Counts, on_king: bool, on_rook: bool) {
        self.0.push(Action::Castle {
            king,
            rook,
            gate: None,
        });
        for (kind, _) in hand.iter() {
            for (allowed, on_rook) in [(on_king, false), (on_rook, true)] {
                if allowed {
                    self.0.push(Action::Castle {
                        king,
                        rook,
                        gate: Some(CastleGate { kind, on_rook }),
                    });
                }
            }
        }
    }
    fn flips(&mut self, discs: W) {
        each(discs, |square| self.0.push(Action::Flip(square)));
    }
    fn late_promotions(&mut self, kinds: &[Kind]) {
        self.0
            .extend(kinds.iter().map(|&kind| Action::Promote(kind)));
    }
    fn choices(&mut self, on: W) {
        each(on, |square| self.0.push(Action::Choose(square)));
    }
}
