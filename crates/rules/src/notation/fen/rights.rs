//! Reading castling, gating, en passant and pending promotions.

use super::read::Reader;
use super::{CASTLING, EN_PASSANT, FenError, bad};
use crate::board::Board;
use crate::geometry::{Colour, Square, squares};

impl Reader<'_> {
    pub(super) fn read_rights(&mut self) -> Result<(), FenError> {
        let text = self.fields.get(1).copied().unwrap_or("-");
        if text == "-" {
            return Ok(());
        }
        let variant = self.variant;
        if variant.castling().is_none() && variant.gating_hand().is_none() {
            return bad(
                CASTLING,
                format!("`{text}`, but there is no castling in this game; expected -"),
            );
        }
        for letter in text.chars() {
            let colour = if letter.is_ascii_uppercase() {
                Colour::White
            } else {
                Colour::Black
            };
            if !letter.is_ascii_alphabetic() {
                return bad(CASTLING, format!("`{letter}` is no file letter"));
            }
            let gates = variant.gating_hand().is_some() && !self.board.hand(colour).is_empty();
            let square = self.right(letter, colour, gates)?;
            if (if gates {
                self.board.gating
            } else {
                self.board.castling
            }) & square.bit()
                != 0
            {
                return bad(CASTLING, format!("`{letter}` stands there twice"));
            }
            if gates {
                self.board.set_gating(self.board.gating | square.bit());
            } else {
                self.board.set_castling(self.board.castling | square.bit());
            }
        }
        for colour in Colour::ALL {
            self.finish_rights(colour)?;
        }
        Ok(())
    }

    /// The square that a letter of the castling field means.
    fn right(&mut self, letter: char, colour: Colour, gates: bool) -> Result<Square, FenError> {
        let variant = self.variant;
        let geometry = variant.geometry();
        let rank = variant.back_rank(colour);
        let king = self.board.king(colour).filter(|k| k.bit() & rank != 0);
        if let (Some(home), false) = (variant.king_home(colour), gates)
            && king != Some(home)
        {
            return bad(
                CASTLING,
                format!(
                    "`{letter}`: {colour}'s king has left {}",
                    geometry.name(home)
                ),
            );
        }
        let partners = self.partners(colour);
        let lower = letter.to_ascii_lowercase();
        let by_file = squares(rank).find(|&s| geometry.file(s) == lower as u8 - b'a');
        let is_wing = matches!(lower, 'k' | 'q');
        // On a board with a file k, `K` means that file if it can: a piece that gates, or a rook.
        let could_be = if gates {
            self.board.of_colour(colour)
        } else {
            partners
        };
        if let Some(square) = by_file.filter(|s| !is_wing || could_be & s.bit() != 0) {
            if gates {
                let fits = self.board.piece(square).is_some_and(|p| p.colour == colour);
                return if fits {
                    Ok(square)
                } else {
                    bad(
                        CASTLING,
                        format!(
                            "`{letter}`: no {colour} piece stands on {}",
                            geometry.name(square)
                        ),
                    )
                };
            }
            if king.is_none() {
                return bad(
                    CASTLING,
                    format!("`{letter}`: {colour}'s king is not on its first rank"),
                );
            }
            if partners & square.bit() == 0 {
                return bad(
                    CASTLING,
                    format!(
                        "`{letter}`: no rook of {colour} to castle with stands on {}",
                        geometry.name(square)
                    ),
                );
            }
            return Ok(square);
        }
        if !is_wing {
            return bad(CASTLING, format!("`{letter}` is no file of this board"));
        }
        let Some(king) = king else {
            return bad(
                CASTLING,
                format!("`{letter}`: {colour}'s king is not on its first rank"),
            );
        };
        let outermost = if lower == 'k' {
            squares(partners).filter(|&s| s > king).last()
        } else {
            squares(partners).find(|&s| s < king)
        };
        let Some(rook) = outermost else {
            return bad(
                CASTLING,
                format!("`{letter}`: {colour} has no rook on that side of its king"),
            );
        };
        if gates {
            self.board.set_gating(self.board.gating | king.bit());
        }
        Ok(rook)
    }

    /// Pieces of a side that could be the king's partner.
    fn partners(&self, colour: Colour) -> u128 {
        let Some(castling) = self.variant.castling() else {
            return 0;
        };
        let rooks = self.board.of_kind(castling.rook)
            & self.board.of_colour(colour)
            & self.variant.back_rank(colour);
        if castling.dressed {
            rooks & self.board.face_down
        } else {
            rooks & !self.board.face_down
        }
    }

    fn finish_rights(&mut self, colour: Colour) -> Result<(), FenError> {
        let Some(king) = self.board.king(colour) else {
            return Ok(());
        };
        let own = self.board.of_colour(colour);
        if self.board.gating & own & king.bit() != 0 {
            let rooks = self.partners(colour) & self.board.gating;
            self.board.set_castling(self.board.castling | rooks);
        }
        let rooks = self.board.castling & own;
        let first = squares(rooks).filter(|&s| s < king).count();
        let last = squares(rooks).filter(|&s| s > king).count();
        if first > 1 || last > 1 {
            return bad(
                CASTLING,
                format!("{colour} could castle with two rooks on one side of its king"),
            );
        }
        Ok(())
    }

    pub(super) fn read_pending(&mut self, name: &str) -> Result<(), FenError> {
        let geometry = self.variant.geometry();
        let Some(square) = geometry.parse(name) else {
            return bad(EN_PASSANT, format!("`{name}` is no square of this board"));
        };
        let turn = self.board.turn;
        let fits = match (self.variant.pawns(), self.board.piece(square)) {
            (Some(pawns), Some(piece)) => {
                piece.kind == pawns.kind
                    && piece.colour == turn
                    && !piece.face_down
                    && pawns.last_rank[turn.index()] & square.bit() != 0
            }
            _ => false,
        };
        if !fits || !Board::is_dressed(self.variant) {
            return bad(
                EN_PASSANT,
                format!("no pawn of {turn} waits on {name} for its promotion"),
            );
        }
        self.board.set_pending(Some(square));
        Ok(())
    }

    pub(super) fn read_en_passant(&mut self, name: &str) -> Result<Square, FenError> {
        let geometry = self.variant.geometry();
        let Some(square) = geometry.parse(name) else {
            return bad(
                EN_PASSANT,
                format!("`{name}` is no square of this board; expected a square or -"),
            );
        };
        let mover = self.board.turn.other();
        let ahead = if mover == Colour::White { 1 } else { -1 };
        let (Some(pawns), Some(start), Some(end)) = (
            self.variant.pawns(),
            geometry.offset(square, 0, -ahead),
            geometry.offset(square, 0, ahead),
        ) else {
            return bad(EN_PASSANT, format!("no pawn can have passed over {name}"));
        };
        let pawn = self.board.piece(end);
        let stands =
            pawn.is_some_and(|p| p.kind == pawns.kind && p.colour == mover && !p.face_down);
        if !stands || pawns.double_from[mover.index()] & start.bit() == 0 {
            return bad(
                EN_PASSANT,
                format!("no pawn of {mover} has just passed over {name}"),
            );
        }
        if self.board.piece(square).is_some() || self.board.piece(start).is_some() {
            return bad(
                EN_PASSANT,
                format!("a pawn cannot have passed over {name}: its path is not empty"),
            );
        }
        Ok(square)
    }
}
