//! What an action does.

use super::game::Shows;
use super::{Hiding, Man, Side, Square, Truth};

/// One action.
#[derive(Debug, Clone, Copy)]
pub enum Deed {
    Go {
        from: Square,
        to: Square,
        promotion: Option<char>,
        gate: Option<char>,
    },
    Castle {
        king: Square,
        rook: Square,
        /// The piece from hand and the square it is put on.
        gate: Option<(char, Square)>,
    },
    Flip(Square),
    Late(char),
    Hide(Square),
}

impl<'g> Truth<'g> {
    /// The men after an action, nothing else judged yet.
    pub fn moved(&self, deed: Deed) -> Truth<'g> {
        let mut next = self.clone();
        let us = self.turn;
        let own = |letter| {
            Some(Man {
                side: us,
                letter,
                down: false,
            })
        };
        match deed {
            Deed::Go {
                from,
                to,
                promotion,
                gate,
            } => {
                let man = self.men[from].expect("a piece to move");
                next.lose_rights(to);
                next.lose_rights(from);
                next.men[from] = None;
                if let Some(pawn) = self.taken_in_passing(man, from, to) {
                    next.men[pawn] = None;
                }
                next.men[to] = own(promotion.unwrap_or(man.letter));
                if man.letter == self.game.king {
                    next.lose_castling(us);
                }
                if let Some(letter) = gate {
                    next.gate(letter, from);
                }
            }
            Deed::Castle { king, rook, gate } => {
                let wings = self.game.castling.as_ref().expect("castling").wings;
                let (king_file, rook_file) = wings[usize::from(rook > king)];
                let first_of_rank = king - self.game.file(king);
                let partner = self.men[rook].expect("a rook").letter;
                next.men[king] = None;
                next.men[rook] = None;
                next.men[first_of_rank + king_file] = own(self.game.king);
                next.men[first_of_rank + rook_file] = own(partner);
                next.lose_rights(king);
                next.lose_rights(rook);
                next.lose_castling(us);
                if let Some((letter, on)) = gate {
                    next.gate(letter, on);
                }
            }
            Deed::Flip(square) => {
                next.men[square] = own(self.men[square].expect("a disc").letter);
            }
            Deed::Late(letter) => {
                next.men[self.pending.expect("a pawn that waits")] = own(letter);
            }
            Deed::Hide(_) => {}
        }
        next
    }

    /// The position after a legal action.
    pub fn after(&self, deed: Deed) -> Truth<'g> {
        let mut next = self.moved(deed);
        let us = self.turn;
        let them = 1 - us;
        next.en_passant = None;
        if let Deed::Hide(square) = deed {
            next.kings[self.actor()] = Hiding::At(square);
            return next;
        }
        let mut irreversible = false;
        let mut passed = None;
        match deed {
            Deed::Go { from, to, gate, .. } => {
                let man = self.men[from].expect("a piece to move");
                let as_pawn =
                    self.game.acts_as(man, from) == self.game.pawn && self.game.pawn.is_some();
                let captures = self.men[to].is_some();
                irreversible = as_pawn || captures || man.down || gate.is_some();
                next.remember_capture(self.men[to]);
                let is_pawn = Some(man.letter) == self.game.pawn;
                if man.down && is_pawn && self.game.own_rank(us, to) == self.game.ranks {
                    next.pending = Some(to);
                    next.halfmoves = 0;
                    return next;
                }
                if as_pawn && is_pawn && from.abs_diff(to) == 2 * self.game.files {
                    passed = Some((from + to) / 2);
                }
            }
            Deed::Castle { rook, gate, .. } => {
                irreversible = gate.is_some() || self.men[rook].is_some_and(|man| man.down);
            }
            Deed::Flip(_) | Deed::Late(_) => irreversible = true,
            Deed::Hide(_) => {}
        }
        next.pending = None;
        if let Hiding::At(square) = next.kings[them]
            && next.comes_to_light(them, square)
        {
            next.kings[them] = Hiding::OnBoard;
            next.men[square] = Some(Man {
                side: them,
                letter: self.game.king,
                down: false,
            });
            irreversible = true;
        }
        next.halfmoves = if irreversible { 0 } else { self.halfmoves + 1 };
        next.number += us;
        next.turn = them;
        next.en_passant = passed.filter(|&square| next.can_be_taken_in_passing(square));
        next
    }

    /// The square of the pawn that an en-passant capture takes.
    fn taken_in_passing(&self, man: Man, from: Square, to: Square) -> Option<Square> {
        let takes = self.game.acts_as(man, from) == self.game.pawn
            && self.en_passant == Some(to)
            && self.game.file(from) != self.game.file(to);
        takes.then(|| self.behind(man.side, to))
    }

    fn behind(&self, side: Side, square: Square) -> Square {
        match side {
            0 => square - self.game.files,
            _ => square + self.game.files,
        }
    }

    /// Whether a legal en-passant capture exists, judged without the mover's secret square.
    fn can_be_taken_in_passing(&self, square: Square) -> bool {
        // A hidden king may have appeared there.
        if self.men[square].is_some() {
            return false;
        }
        let mut tried = self.clone();
        tried.en_passant = Some(square);
        let first = self.behind(self.turn, square);
        [(-1, first.wrapping_sub(1)), (1, first + 1)]
            .into_iter()
            .any(|(aside, from)| {
                let file = self.game.file(square) as i32 + aside;
                if !(0..self.game.files as i32).contains(&file) {
                    return false;
                }
                let acts = self.men[from]
                    .filter(|man| man.side == self.turn)
                    .and_then(|man| self.game.acts_as(man, from));
                let take = Deed::Go {
                    from,
                    to: square,
                    promotion: None,
                    gate: None,
                };
                acts.is_some()
                    && acts == self.game.pawn
                    && tried.moved(take).visible_king_is_safe(self.turn)
            })
    }

    fn remember_capture(&mut self, victim: Option<Man>) {
        let secret = self
            .game
            .down
            .as_ref()
            .is_some_and(|down| down.shows != Shows::All);
        if let Some(man) = victim.filter(|man| man.down && secret) {
            self.captured[man.side].push(man.letter);
        }
    }

    fn lose_rights(&mut self, square: Square) {
        self.castling[square] = false;
        self.chances[square] = false;
    }

    fn lose_castling(&mut self, side: Side) {
        for square in 0..self.men.len() {
            if self.men[square].is_some_and(|man| man.side == side) {
                self.castling[square] = false;
            }
        }
    }

    fn gate(&mut self, letter: char, square: Square) {
        let hand = &mut self.hands[self.turn];
        let at = hand
            .iter()
            .position(|&held| held == letter)
            .expect("a piece in hand");
        hand.remove(at);
        self.men[square] = Some(Man {
            side: self.turn,
            letter,
            down: false,
        });
    }
}
