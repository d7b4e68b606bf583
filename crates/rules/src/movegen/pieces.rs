//! The moves of each sort of piece, within what the threats allow.

use super::sink::{Sink, back, each};
use super::threats::Generator;
use crate::geometry::{Colour, Square, Word, squares};
use crate::piece::{Counts, Kind};
use crate::slider::Lookup;

impl<W: Word, L: Lookup> Generator<'_, W, L> {
    #[inline(always)]
    pub(super) fn run<S: Sink<W>>(&self, sink: &mut S) {
        let hand = self.board.hand(self.us);
        let gating = if hand.is_empty() {
            W::EMPTY
        } else {
            W::cut(self.board.gating) & self.own
        };
        let king_kind = self.variant.king;
        let pawn = self.variant.pawns.as_ref().map(|p| p.kind);
        for index in 0..self.tables.kinds.len() {
            let kind = Kind(index as u8);
            if kind == king_kind || Some(kind) == pawn || Some(kind) == self.variant.disc {
                continue;
            }
            let mut pieces = W::cut(self.board.kinds[index]) & self.own;
            while pieces.any() {
                let from = pieces.first();
                pieces = pieces.rest();
                let to =
                    self.tables
                        .targets(self.lookup, kind, self.us, from, self.own, self.enemy)
                        & self.mask(from);
                sink.moves(from, to);
                if gating.has(from) {
                    sink.gated(from, to & self.free, hand);
                }
            }
        }
        self.king_moves(sink, gating, hand);
        if let Some(pawns) = &self.variant.pawns {
            let all = W::cut(self.board.kinds[pawns.kind.index()]) & self.own;
            self.pawn_moves(sink, all & !self.on_lines, self.free);
            each(all & self.on_lines, |from| {
                self.pawn_moves(sink, W::bit(from), self.mask(from))
            });
            if let Some(square) = self.board.en_passant {
                each(self.capturers(square), |from| {
                    if self.en_passant_is_legal(from, square) {
                        sink.moves(from, W::bit(square));
                    }
                });
            }
        }
        if self.board.castling != 0 && !self.check {
            self.castlings(sink, gating, hand);
        }
        if let Some(disc) = self.variant.disc
            && !self.check
        {
            sink.flips(W::cut(self.board.kinds[disc.index()]) & self.own);
        }
    }

    #[inline(always)]
    fn king_moves<S: Sink<W>>(&self, sink: &mut S, gating: W, hand: &Counts) {
        let Some(king) = self.board.kings[self.us.index()] else {
            return;
        };
        let mut targets = self.tables.targets(
            self.lookup,
            self.variant.king,
            self.us,
            king,
            self.own,
            self.enemy,
        );
        let without = self.occupied & !W::bit(king);
        let mut legal = W::EMPTY;
        let mut gated = W::EMPTY;
        while targets.any() {
            let to = targets.first();
            targets = targets.rest();
            if self.attacked(to, without, W::bit(to)) {
                continue;
            }
            legal |= W::bit(to);
            if !self.tables.hoppers || !self.attacked(to, self.occupied, W::bit(to)) {
                gated |= W::bit(to);
            }
        }
        sink.moves(king, legal);
        if gating.has(king) {
            sink.gated(king, gated, hand);
        }
    }

    #[inline(always)]
    fn pawn_moves<S: Sink<W>>(&self, sink: &mut S, pawns: W, mask: W) {
        let Some(rules) = &self.variant.pawns else {
            return;
        };
        let files = u32::from(self.variant.geometry.files());
        let empty = self.tables.all & !self.occupied;
        let last = W::cut(rules.last_rank[self.us.index()]);
        let from_two = pawns & W::cut(rules.double_from[self.us.index()]);
        let to_left = pawns & self.tables.not_first_file;
        let to_right = pawns & self.tables.not_last_file;
        let up = self.us == Colour::White;
        let ahead = |set: W| if up { set << files } else { set >> files };
        let single = ahead(pawns) & empty;
        let double = ahead(ahead(from_two) & empty) & empty & mask;
        let (left, right) = if up {
            (to_left << (files - 1), to_right << (files + 1))
        } else {
            (to_left >> (files + 1), to_right >> (files - 1))
        };
        let sign = if up { 1 } else { -1 };
        let files = files as i32;
        sink.pawns(double, 2 * files * sign);
        for (to, delta) in [
            (single & mask, files * sign),
            (
                left & self.enemy & mask,
                if up { files - 1 } else { -files - 1 },
            ),
            (
                right & self.enemy & mask,
                if up { files + 1 } else { -files + 1 },
            ),
        ] {
            let onto_last = to & last;
            sink.pawns(to & !last, delta);
            if onto_last.any() {
                self.onto_last_rank(sink, onto_last, delta, rules.promote_to.as_slice());
            }
        }
    }

    /// Pawns on the last rank become something at once, except that a face-down piece shows itself first.
    fn onto_last_rank<S: Sink<W>>(&self, sink: &mut S, to: W, delta: i32, kinds: &[Kind]) {
        each(to, |square| {
            let set = W::bit(square);
            if self.board.face_down & back(square, delta).bit() != 0 {
                sink.pawns(set, delta);
            } else {
                sink.promotions(set, delta, kinds);
            }
        });
    }

    /// Own pawns that attack an en-passant square.
    pub(super) fn capturers(&self, square: Square) -> W {
        let Some(pawns) = &self.variant.pawns else {
            return W::EMPTY;
        };
        let own = W::cut(self.board.kinds[pawns.kind.index()]) & self.own;
        let geometry = self.variant.geometry;
        let behind = if self.us == Colour::White { -1 } else { 1 };
        [-1, 1]
            .into_iter()
            .filter_map(|side| geometry.offset(square, side, behind))
            .fold(W::EMPTY, |set, from| set | W::bit(from))
            & own
    }

    pub(super) fn en_passant_is_legal(&self, from: Square, square: Square) -> bool {
        let geometry = self.variant.geometry;
        let behind = if self.us == Colour::White { -1 } else { 1 };
        let Some(victim) = geometry.offset(square, 0, behind) else {
            return false;
        };
        let occupied = (self.occupied & !W::bit(from) & !W::bit(victim)) | W::bit(square);
        match (self.board.kings[self.us.index()], self.secret) {
            (Some(king), _) => !self.attacked(king, occupied, W::bit(victim)),
            (None, Some(secret)) => {
                secret != square
                    && (occupied.has(secret)
                        || self.shielded
                        || !self.attacked(secret, occupied, W::bit(victim)))
            }
            (None, None) => true,
        }
    }

    fn castlings<S: Sink<W>>(&self, sink: &mut S, gating: W, hand: &Counts) {
        let (Some(rules), Some(king)) = (&self.variant.castling, self.board.kings[self.us.index()])
        else {
            return;
        };
        let geometry = self.variant.geometry;
        let rank = i32::from(geometry.rank(king));
        each(W::cut(self.board.castling) & self.own, |rook| {
            let wing = if rook < king {
                &rules.first
            } else {
                &rules.last
            };
            let (Some(king_to), Some(rook_to)) = (
                geometry.square(i32::from(wing.king), rank),
                geometry.square(i32::from(wing.rook), rank),
            ) else {
                return;
            };
            let both = W::bit(king) | W::bit(rook);
            let others = self.occupied & !both;
            let king_path = self.tables.between(king, king_to) | W::bit(king_to);
            let rook_path = self.tables.between(rook, rook_to) | W::bit(rook_to);
            if ((king_path | rook_path) & others).any() {
                return;
            }
            let walked = (king_path | W::bit(king)).widen();
            if squares(walked).any(|square| self.attacked(square, self.occupied, W::EMPTY)) {
                return;
            }
            let after = others | W::bit(king_to) | W::bit(rook_to);
            if self.attacked(king_to, after, W::EMPTY) {
                return;
            }
            let may_gate = |square: Square| {
                gating.has(square)
                    && !after.has(square)
                    && !(self.tables.hoppers
                        && self.attacked(king_to, after | W::bit(square), W::EMPTY))
            };
            sink.castle(king, rook, hand, may_gate(king), may_gate(rook));
        });
    }
}
