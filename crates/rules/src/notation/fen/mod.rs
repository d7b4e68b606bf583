//! FEN of the truth and of views. See docs/notation.md for the form.

mod lists;
mod read;
mod rights;
mod write;

use std::sync::Arc;
use thiserror::Error;

use crate::board::Board;
use crate::geometry::Colour;
use crate::piece::Counts;
use crate::position::Position;
use crate::variant::Variant;
use crate::view::View;
use read::Reader;
use write::{fields, hand, king_squares, lists, placement};

/// A position text that is refused: which field, and why.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{field}: {reason}")]
pub struct FenError {
    /// Name of the field, such as "placement" or "castling field".
    pub field: &'static str,
    /// What is wrong and what would be right.
    pub reason: String,
}

fn bad<T>(field: &'static str, reason: impl Into<String>) -> Result<T, FenError> {
    Err(FenError {
        field,
        reason: reason.into(),
    })
}

const PLACEMENT: &str = "placement";
const HAND: &str = "pieces in hand";
const CAPTURED: &str = "captured face down";
const POOLS: &str = "unknown pools";
const SQUARES: &str = "king squares";
const TURN: &str = "side to move";
const CASTLING: &str = "castling field";
const EN_PASSANT: &str = "en-passant field";
const HALFMOVES: &str = "half-move clock";
const NUMBER: &str = "move number";

/// Longest text that is looked at.
const LONGEST: usize = 1_000;

/// A position text of either form.
#[derive(Debug, Clone)]
pub enum Parsed {
    /// The whole truth.
    Truth(Position),
    /// What one seat knows.
    View(View),
}

impl Parsed {
    /// The public board.
    pub fn board(&self) -> &Board {
        match self {
            Parsed::Truth(position) => position.board(),
            Parsed::View(view) => view.board(),
        }
    }
}

/// Reads a position text of either form.
///
/// # Errors
/// [`FenError`], which names the field and the reason.
pub fn parse(variant: &Arc<Variant>, text: &str) -> Result<Parsed, FenError> {
    Reader::new(variant, text)?.read()
}

impl Position {
    /// Reads a truth FEN.
    ///
    /// # Errors
    /// [`FenError`]; a view is refused too.
    pub fn from_fen(variant: &Arc<Variant>, text: &str) -> Result<Position, FenError> {
        match parse(variant, text)? {
            Parsed::Truth(position) => Ok(position),
            Parsed::View(_) => bad(
                PLACEMENT,
                "this is a seat's view, which hides something; the whole truth is needed here",
            ),
        }
    }

    /// Writes the whole truth. One of the two doors through which it leaves memory: for the command line, the lab,
    /// tests and finished games, never for a player.
    pub fn truth_fen(&self) -> String {
        let variant = &self.variant;
        let mut text = placement(variant, &self.board, |square, piece| {
            if piece.face_down {
                format!(
                    "({})",
                    variant.letter(piece.colour, self.secrets.identities[square.index()])
                )
            } else {
                variant.letter(piece.colour, piece.kind).to_string()
            }
        });
        text += &hand(variant, &self.board);
        if self
            .secrets
            .captured
            .iter()
            .any(|counts| !counts.is_empty())
        {
            text += &format!("|{}|", lists(variant, &self.secrets.captured));
        }
        text += &king_squares(variant, &self.board, &self.secrets.squares);
        text + &fields(variant, &self.board)
    }
}

impl View {
    /// Reads a view; a truth that hides nothing is a view too.
    ///
    /// # Errors
    /// [`FenError`]; a truth with secrets is refused.
    pub fn from_fen(variant: &Arc<Variant>, text: &str) -> Result<View, FenError> {
        match parse(variant, text)? {
            Parsed::View(view) => Ok(view),
            Parsed::Truth(position) if variant.face_down().is_none() => {
                let pools = [Counts::NONE; 2];
                Ok(View {
                    variant: variant.clone(),
                    board: position.board,
                    pools,
                    squares: position.secrets.squares,
                })
            }
            Parsed::Truth(_) => bad(
                POOLS,
                "a view of this game has its pools `<…/…>` after the placement",
            ),
        }
    }

    /// Writes what this seat knows.
    pub fn fen(&self) -> String {
        let variant = &self.variant;
        let mut text = placement(variant, &self.board, |_, piece| {
            let letter = if piece.face_down {
                match piece.colour {
                    Colour::White => 'X',
                    Colour::Black => 'x',
                }
            } else {
                variant.letter(piece.colour, piece.kind)
            };
            letter.to_string()
        });
        text += &hand(variant, &self.board);
        if variant.face_down().is_some() {
            text += &format!("<{}>", lists(variant, &self.pools));
        }
        text += &king_squares(variant, &self.board, &self.squares);
        text + &fields(variant, &self.board)
    }
}
