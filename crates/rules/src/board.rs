//! The public part of a position: everything that legality depends on and that all seats see.

use crate::geometry::{Colour, MAX_SQUARES, Square, squares};
use crate::hash;
use crate::piece::{Counts, Kind, MAX_KINDS, Piece};

/// Whether a side's king is on the board or hidden on a secret square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum KingState {
    /// It stands on the board.
    #[default]
    OnBoard,
    /// It is off the board and its side has still to choose a square.
    NotChosen,
    /// Its side has chosen a square.
    Chosen,
}

/// What stands on a square, in one byte: nothing is 0xFF; else kind, face-down bit, colour bit.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cell(pub(crate) u8);

impl Cell {
    pub(crate) const EMPTY: Cell = Cell(0xFF);

    #[inline(always)]
    pub(crate) fn of(piece: Piece) -> Cell {
        Cell(piece.kind.0 | u8::from(piece.face_down) << 6 | (piece.colour as u8) << 7)
    }

    #[inline(always)]
    pub(crate) fn kind(self) -> Kind {
        Kind(self.0 & 0x0F)
    }

    #[inline(always)]
    pub(crate) fn face_down(self) -> bool {
        self.0 & 0x40 != 0
    }

    #[inline(always)]
    pub(crate) fn colour(self) -> Colour {
        if self.0 & 0x80 == 0 {
            Colour::White
        } else {
            Colour::Black
        }
    }

    #[inline(always)]
    pub(crate) fn piece(self) -> Option<Piece> {
        if self == Cell::EMPTY {
            return None;
        }
        Some(Piece {
            colour: self.colour(),
            kind: self.kind(),
            face_down: self.face_down(),
        })
    }
}

/// Placement by what each piece *acts as*, rights, clocks: no secret is in here.
///
/// A [`crate::Position`] is a board with its secrets, a [`crate::View`] a board with what one seat knows. Legal
/// actions are computed from a board (and the mover's own secret square), so they cannot depend on anything hidden
/// from the mover.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Board {
    pub(crate) colours: [u128; 2],
    pub(crate) kinds: [u128; MAX_KINDS],
    pub(crate) face_down: u128,
    /// Squares of the rooks (or pieces that count as such) that may still castle.
    pub(crate) castling: u128,
    /// Squares of the pieces that may still gate.
    pub(crate) gating: u128,
    pub(crate) hash: u64,
    pub(crate) cells: [Cell; MAX_SQUARES],
    pub(crate) hands: [Counts; 2],
    pub(crate) kings: [Option<Square>; 2],
    pub(crate) king_states: [KingState; 2],
    pub(crate) turn: Colour,
    pub(crate) en_passant: Option<Square>,
    pub(crate) pending: Option<Square>,
    pub(crate) halfmoves: u16,
    pub(crate) number: u16,
}

impl Board {
    /// An empty board, White to move.
    pub(crate) fn empty() -> Board {
        Board {
            colours: [0; 2],
            kinds: [0; MAX_KINDS],
            face_down: 0,
            castling: 0,
            gating: 0,
            hash: 0,
            cells: [Cell::EMPTY; MAX_SQUARES],
            hands: [Counts::NONE; 2],
            kings: [None; 2],
            king_states: [KingState::OnBoard; 2],
            turn: Colour::White,
            en_passant: None,
            pending: None,
            halfmoves: 0,
            number: 1,
        }
    }

    /// Side to move.
    #[inline(always)]
    pub fn turn(&self) -> Colour {
        self.turn
    }

    /// The piece on a square, by what it acts as.
    #[inline(always)]
    pub fn piece(&self, square: Square) -> Option<Piece> {
        self.cells[square.index()].piece()
    }

    /// All pieces with their squares, from a1 on.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        squares(self.occupied()).filter_map(|square| Some((square, self.piece(square)?)))
    }

    /// Occupied squares.
    #[inline(always)]
    pub fn occupied(&self) -> u128 {
        self.colours[0] | self.colours[1]
    }

    /// Squares of one side's pieces.
    #[inline(always)]
    pub fn of_colour(&self, colour: Colour) -> u128 {
        self.colours[colour.index()]
    }

    /// Squares of the pieces of both sides that act as this kind.
    #[inline(always)]
    pub fn of_kind(&self, kind: Kind) -> u128 {
        self.kinds[kind.index()]
    }

    /// Squares of face-down pieces.
    #[inline(always)]
    pub fn face_down(&self) -> u128 {
        self.face_down
    }

    /// Square of a side's king, if it is on the board.
    #[inline(always)]
    pub fn king(&self, colour: Colour) -> Option<Square> {
        self.kings[colour.index()]
    }

    /// Whether a side's king is on the board, hidden, or still to be hidden.
    #[inline(always)]
    pub fn king_state(&self, colour: Colour) -> KingState {
        self.king_states[colour.index()]
    }

    /// Pieces in hand.
    pub fn hand(&self, colour: Colour) -> &Counts {
        &self.hands[colour.index()]
    }

    /// Squares of the rooks that may still castle.
    pub fn castling(&self) -> u128 {
        self.castling
    }

    /// Squares of the pieces whose first move may still gate.
    pub fn gating(&self) -> u128 {
        self.gating
    }

    /// The square passed over by the last double step, if it can legally be captured on.
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Square of a pawn that turned up on its last rank and waits for its promotion.
    pub fn pending(&self) -> Option<Square> {
        self.pending
    }

    /// Half-moves since the last irreversible action.
    pub fn halfmoves(&self) -> u16 {
        self.halfmoves
    }

    /// Number of the move, from 1, raised after Black's.
    pub fn number(&self) -> u16 {
        self.number
    }

    /// 64-bit key of everything that makes positions "the same": placement with face-down pieces and their public
    /// appearance, side to move, rights, legal en-passant capture, pieces in hand, state of the kings.
    #[inline(always)]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Sides that may act: those that have still to choose a king's square, else the side to move.
    pub fn actors(&self) -> Vec<Colour> {
        let choosing: Vec<Colour> = Colour::ALL
            .into_iter()
            .filter(|&c| self.king_state(c) == KingState::NotChosen)
            .collect();
        if choosing.is_empty() {
            vec![self.turn]
        } else {
            choosing
        }
    }

    #[inline(always)]
    pub(crate) fn put(&mut self, square: Square, piece: Piece) {
        let bit = square.bit();
        debug_assert!(self.occupied() & bit == 0);
        self.colours[piece.colour.index()] |= bit;
        self.kinds[piece.kind.index()] |= bit;
        self.cells[square.index()] = Cell::of(piece);
        self.hash ^= hash::piece(piece.colour, piece.kind, square);
        if piece.face_down {
            self.face_down |= bit;
            self.hash ^= hash::face_down(square);
        }
    }

    #[inline(always)]
    pub(crate) fn take(&mut self, square: Square) -> Cell {
        let bit = square.bit();
        let cell = self.cells[square.index()];
        debug_assert!(cell != Cell::EMPTY);
        self.colours[cell.colour().index()] ^= bit;
        self.kinds[cell.kind().index()] ^= bit;
        self.cells[square.index()] = Cell::EMPTY;
        self.hash ^= hash::piece(cell.colour(), cell.kind(), square);
        if cell.face_down() {
            self.face_down ^= bit;
            self.hash ^= hash::face_down(square);
        }
        cell
    }

    pub(crate) fn set_hand(&mut self, colour: Colour, hand: Counts) {
        self.hash ^= hash::hand(colour, &self.hands[colour.index()]) ^ hash::hand(colour, &hand);
        self.hands[colour.index()] = hand;
    }

    pub(crate) fn set_king_state(&mut self, colour: Colour, state: KingState) {
        self.hash ^= hash::king_state(colour, self.king_states[colour.index()])
            ^ hash::king_state(colour, state);
        self.king_states[colour.index()] = state;
    }

    #[inline(always)]
    pub(crate) fn set_castling(&mut self, rooks: u128) {
        let mut changed = self.castling ^ rooks;
        self.castling = rooks;
        while changed != 0 {
            self.hash ^= hash::castling(Square(changed.trailing_zeros() as u8));
            changed &= changed - 1;
        }
    }

    #[inline(always)]
    pub(crate) fn set_gating(&mut self, chances: u128) {
        let mut changed = self.gating ^ chances;
        self.gating = chances;
        while changed != 0 {
            self.hash ^= hash::gating(Square(changed.trailing_zeros() as u8));
            changed &= changed - 1;
        }
    }

    #[inline(always)]
    pub(crate) fn set_en_passant(&mut self, square: Option<Square>) {
        if let Some(old) = self.en_passant {
            self.hash ^= hash::en_passant(old);
        }
        if let Some(new) = square {
            self.hash ^= hash::en_passant(new);
        }
        self.en_passant = square;
    }

    pub(crate) fn set_pending(&mut self, square: Option<Square>) {
        if let Some(old) = self.pending {
            self.hash ^= hash::pending(old);
        }
        if let Some(new) = square {
            self.hash ^= hash::pending(new);
        }
        self.pending = square;
    }

    pub(crate) fn set_turn(&mut self, colour: Colour) {
        if self.turn != colour {
            self.hash ^= hash::TURN;
        }
        self.turn = colour;
    }

    /// The key computed from nothing: what [`Board::hash`] must be equal to.
    pub fn hash_from_scratch(&self) -> u64 {
        let mut key = 0;
        for (square, piece) in self.pieces() {
            key ^= hash::piece(piece.colour, piece.kind, square);
            if piece.face_down {
                key ^= hash::face_down(square);
            }
        }
        for square in squares(self.castling) {
            key ^= hash::castling(square);
        }
        for square in squares(self.gating) {
            key ^= hash::gating(square);
        }
        if let Some(square) = self.en_passant {
            key ^= hash::en_passant(square);
        }
        if let Some(square) = self.pending {
            key ^= hash::pending(square);
        }
        for colour in Colour::ALL {
            key ^= hash::hand(colour, self.hand(colour))
                ^ hash::king_state(colour, self.king_state(colour));
        }
        if self.turn == Colour::Black {
            key ^= hash::TURN;
        }
        key
    }
}
