//! From one board to the next. Legality is not looked at here, except for the en-passant square.

use crate::action::{Action, Fact, Shown};
use crate::board::{Board, Cell, KingState};
use crate::geometry::{Colour, Square};
use crate::piece::{Kind, Piece};
use crate::variant::{ActsAs, Variant};

/// Who says whether the opponent's hidden king appears.
#[derive(Debug, Clone, Copy)]
pub(crate) enum KingTold {
    /// The truth: the opponent's secret square, if its king is hidden.
    Square(Option<Square>),
    /// A record: the square on which it appeared, if it did.
    Appeared(Option<Square>),
}

impl Board {
    /// Plays an action that is legal here, given the identities it shows. Returns the square on which the other
    /// side's king appeared, if it did.
    #[inline(always)]
    pub(crate) fn make(
        &mut self,
        variant: &Variant,
        action: Action,
        shown: &Shown,
        told: KingTold,
    ) -> Option<Square> {
        let us = self.turn;
        let them = us.other();
        let mut irreversible = matches!(shown.revealed, Fact::Known(_));
        let mut passed = None;
        let mut turned_pawn = None;
        self.set_en_passant(None);
        match action {
            Action::Move {
                from,
                to,
                promotion,
                gate,
            } => {
                let step = self.step(variant, us, from, to, promotion, shown.revealed.known());
                irreversible |= step.irreversible;
                passed = step.passed;
                turned_pawn = step.turned_pawn;
                if let Some(kind) = gate {
                    irreversible = true;
                    self.gate(us, kind, from);
                }
            }
            Action::Castle { king, rook, gate } => {
                if let Some((king_to, rook_to)) = self.castled(variant, king, rook) {
                    let king_cell = self.take(king);
                    let rook_cell = self.take(rook);
                    self.put_open(king_to, us, king_cell.kind());
                    self.kings[us.index()] = Some(king_to);
                    let kind = shown.revealed.known().unwrap_or(rook_cell.kind());
                    self.put_open(rook_to, us, kind);
                }
                self.lose_rights(variant, us, king, true);
                self.lose_rights(variant, us, rook, false);
                if let Some(gate) = gate {
                    irreversible = true;
                    self.gate(us, gate.kind, if gate.on_rook { rook } else { king });
                }
            }
            Action::Flip(square) => {
                irreversible = true;
                let cell = self.take(square);
                let kind = shown.revealed.known().unwrap_or(cell.kind());
                self.put_open(square, us, kind);
            }
            Action::Promote(kind) => {
                irreversible = true;
                if let Some(square) = self.pending {
                    self.take(square);
                    self.put_open(square, us, kind);
                }
                self.set_pending(None);
            }
            Action::Choose(_) => {
                let chooser = Colour::ALL
                    .into_iter()
                    .find(|&c| self.king_state(c) == KingState::NotChosen);
                if let Some(chooser) = chooser {
                    self.set_king_state(chooser, KingState::Chosen);
                }
                return None;
            }
        }
        if let Some(square) = turned_pawn {
            self.halfmoves = 0;
            self.set_pending(Some(square));
            return None;
        }
        let appeared = self.king_appears(variant, them, told);
        if appeared.is_some() {
            irreversible = true;
        }
        self.halfmoves = if irreversible {
            0
        } else {
            self.halfmoves.saturating_add(1)
        };
        if us == Colour::Black {
            self.number = self.number.saturating_add(1);
        }
        self.set_turn(them);
        if let Some(square) = passed
            && variant.can_capture_en_passant(self, them, square)
        {
            self.set_en_passant(Some(square));
        }
        appeared
    }

    /// Moves one piece; it may capture, promote or show itself.
    #[inline(always)]
    fn step(
        &mut self,
        variant: &Variant,
        us: Colour,
        from: Square,
        to: Square,
        promotion: Option<Kind>,
        revealed: Option<Kind>,
    ) -> Stepped {
        let them = us.other();
        let geometry = variant.geometry;
        let victim = self.cells[to.index()];
        let mut irreversible = false;
        if victim != Cell::EMPTY {
            irreversible = true;
            self.take(to);
            self.lose_rights(variant, them, to, false);
            if victim.kind() == variant.king {
                self.kings[them.index()] = None;
            }
        }
        let cell = self.take(from);
        let acted = cell.kind();
        let mut kind = revealed.unwrap_or(acted);
        let is_king = kind == variant.king;
        let mut passed = None;
        let mut turned_pawn = None;
        if let Some(pawns) = &variant.pawns {
            if acted == pawns.kind {
                irreversible = true;
                let distance = from.0.abs_diff(to.0);
                if distance == 2 * geometry.files() && kind == pawns.kind {
                    passed = Some(Square((from.0 + to.0) / 2));
                } else if victim == Cell::EMPTY && !distance.is_multiple_of(geometry.files()) {
                    let behind = if us == Colour::White {
                        to.0 - geometry.files()
                    } else {
                        to.0 + geometry.files()
                    };
                    self.take(Square(behind));
                }
            }
            if cell.face_down() && kind == pawns.kind && pawns.last_rank[us.index()] & to.bit() != 0
            {
                turned_pawn = Some(to);
            }
        }
        if let Some(promoted) = promotion {
            kind = promoted;
        }
        self.put_open(to, us, kind);
        if is_king {
            self.kings[us.index()] = Some(to);
        }
        self.lose_rights(variant, us, from, is_king);
        Stepped {
            irreversible,
            passed,
            turned_pawn,
        }
    }

    /// Something left `square`, or was captured on it: what it could castle or gate is gone.
    #[inline(always)]
    fn lose_rights(&mut self, variant: &Variant, colour: Colour, square: Square, king: bool) {
        if self.castling != 0 {
            let kept = if king {
                self.castling & !variant.back_rank(colour)
            } else {
                self.castling & !square.bit()
            };
            self.set_castling(kept);
        }
        if self.gating & square.bit() != 0 {
            self.set_gating(self.gating & !square.bit());
        }
    }

    /// Puts a piece down for all to see.
    #[inline(always)]
    fn put_open(&mut self, square: Square, colour: Colour, kind: Kind) {
        self.put(
            square,
            Piece {
                colour,
                kind,
                face_down: false,
            },
        );
    }

    fn gate(&mut self, us: Colour, kind: Kind, square: Square) {
        let mut hand = *self.hand(us);
        hand.take(kind);
        self.set_hand(us, hand);
        self.put_open(square, us, kind);
        if hand.is_empty() {
            self.set_gating(self.gating & !self.of_colour(us));
        }
    }

    /// Puts the hidden king of `them` on the board if the last move brought it to light.
    #[inline(always)]
    fn king_appears(&mut self, variant: &Variant, them: Colour, told: KingTold) -> Option<Square> {
        if self.king_state(them) != KingState::Chosen {
            return None;
        }
        let appears = match told {
            KingTold::Appeared(square) => square,
            KingTold::Square(secret) => {
                secret.filter(|&square| self.would_reveal(variant, them, square))
            }
        };
        if let Some(square) = appears {
            self.put_open(square, them, variant.king);
            self.kings[them.index()] = Some(square);
            self.set_king_state(them, KingState::OnBoard);
        }
        appears
    }

    /// Whether a king of `owner` hidden on this square comes to light: the square is empty and attacked, and the
    /// other king, if visible, not next to it.
    pub fn would_reveal(&self, variant: &Variant, owner: Colour, square: Square) -> bool {
        self.piece(square).is_none()
            && !self
                .king(owner.other())
                .is_some_and(|king| variant.geometry.adjacent(king, square))
            && variant.is_attacked(self, square, owner.other())
    }

    /// Plays a legal action as somebody knows it, who was told what it showed; for boards that a seat or a player
    /// program imagines. A secret part that this seat doesn't know must be imagined first: an unknown identity
    /// leaves the piece as what it acted as.
    pub fn play(&mut self, variant: &Variant, action: Action, shown: &Shown) {
        self.make(
            variant,
            action,
            shown,
            KingTold::Appeared(shown.king.known()),
        );
    }

    /// Where king and rook come to stand when these two castle; `None` in games without castling.
    pub fn castled(
        &self,
        variant: &Variant,
        king: Square,
        rook: Square,
    ) -> Option<(Square, Square)> {
        let rules = variant.castling.as_ref()?;
        let wing = if rook < king {
            &rules.first
        } else {
            &rules.last
        };
        let rank = i32::from(variant.geometry.rank(king));
        let square = |file: u8| variant.geometry.square(i32::from(file), rank);
        Some((square(wing.king)?, square(wing.rook)?))
    }

    /// Whether the action turns a face-down piece up, and which square that piece leaves.
    pub fn reveals(&self, variant: &Variant, action: Action) -> Option<Square> {
        let square = match action {
            Action::Move { from, .. } => from,
            Action::Castle { rook, .. } => rook,
            Action::Flip(square) => square,
            Action::Promote(_) | Action::Choose(_) => return None,
        };
        variant
            .face_down
            .as_ref()
            .filter(|_| self.face_down & square.bit() != 0)
            .map(|_| square)
    }

    /// The square of the face-down piece that the action captures, if it does.
    pub fn captures_face_down(&self, action: Action) -> Option<Square> {
        match action {
            Action::Move { to, .. } if self.face_down & to.bit() != 0 => Some(to),
            _ => None,
        }
    }

    /// Square of the piece that the action captures; for en passant the pawn's own square.
    pub fn captured_square(&self, variant: &Variant, action: Action) -> Option<Square> {
        let Action::Move { from, to, .. } = action else {
            return None;
        };
        if self.piece(to).is_some() {
            return Some(to);
        }
        let pawns = variant.pawns.as_ref()?;
        let is_capture = self.en_passant == Some(to)
            && self.piece(from).is_some_and(|p| p.kind == pawns.kind)
            && variant.geometry.file(from) != variant.geometry.file(to);
        let behind = if self.turn == Colour::White { -1 } else { 1 };
        if is_capture {
            variant.geometry.offset(to, 0, behind)
        } else {
            None
        }
    }

    /// Whether pieces act as a dress before they show themselves in this game.
    pub(crate) fn is_dressed(variant: &Variant) -> bool {
        variant
            .face_down
            .as_ref()
            .is_some_and(|rules| rules.acts_as == ActsAs::Dress)
    }
}

struct Stepped {
    irreversible: bool,
    passed: Option<Square>,
    turned_pawn: Option<Square>,
}
