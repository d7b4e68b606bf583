//! The rules a second time: slow, obvious, on a plain array of squares.
//!
//! Written from the rules pages alone and sharing no code with the crate, not even the reading of variant files and
//! of Betza notation, so that a fault has to be made twice to go unnoticed. Every action is tried on a copy of the
//! position, and is legal if the king is safe afterwards.
//!
//! - [`Game`]: what a variant file says.
//! - [`Truth`]: one position, read from and written as truth FEN.
//! - [`Truth::successors`]: every legal action in text, with the position it leads to.

mod actions;
mod betza;
mod fen;
mod game;
mod play;

pub use game::Game;

/// White is 0, Black is 1.
pub type Side = usize;

/// Counted from a1 along the ranks.
pub type Square = usize;

/// A piece with what it really is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Man {
    pub side: Side,
    /// Upper case for both sides.
    pub letter: char,
    pub down: bool,
}

/// Where a side's king is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hiding {
    OnBoard,
    NotChosen,
    At(Square),
}

/// A whole position, secrets included.
#[derive(Debug, Clone)]
pub struct Truth<'g> {
    pub game: &'g Game,
    pub men: Vec<Option<Man>>,
    pub turn: Side,
    /// Rooks that may still castle.
    pub castling: Vec<bool>,
    /// Pieces whose first move may still gate.
    pub chances: Vec<bool>,
    pub hands: [Vec<char>; 2],
    /// Captured face down and not shown to all, by their own side.
    pub captured: [Vec<char>; 2],
    pub kings: [Hiding; 2],
    pub en_passant: Option<Square>,
    pub pending: Option<Square>,
    pub halfmoves: usize,
    pub number: usize,
}

impl Truth<'_> {
    /// The square of a visible king.
    pub fn king(&self, side: Side) -> Option<Square> {
        self.men.iter().position(|man| {
            man.is_some_and(|man| man.side == side && man.letter == self.game.king && !man.down)
        })
    }

    /// The side that chooses a square next, or else moves.
    pub fn actor(&self) -> Side {
        (0..2)
            .find(|&side| self.kings[side] == Hiding::NotChosen)
            .unwrap_or(self.turn)
    }
}
