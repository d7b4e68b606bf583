//! How a position ends a game.

use std::fmt;

use crate::board::{Board, KingState};
use crate::geometry::{Colour, Square, squares};
use crate::variant::Variant;

/// Why a game is over by the rules of the board, in the order in which several at once are judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EndReason {
    /// No legal action, in check.
    Checkmate,
    /// No legal action, not in check (or the king is hidden): a draw.
    Stalemate,
    /// The third occurrence of a position: a draw.
    Repetition,
    /// 100 half-moves without anything irreversible: a draw.
    FiftyMoves,
    /// Neither side can mate by any sequence of legal moves: a draw.
    DeadPosition,
}

/// Result of a finished game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Who won; nobody in a draw.
    pub winner: Option<Colour>,
    /// Why.
    pub reason: EndReason,
}

/// Whether a game goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Status {
    /// It does.
    Ongoing,
    /// It is over.
    Over(Outcome),
}

impl Status {
    /// The outcome, if the game is over.
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            Status::Ongoing => None,
            Status::Over(outcome) => Some(outcome),
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Status::Over(outcome) = self else {
            return f.write_str("ongoing");
        };
        match (outcome.winner, outcome.reason) {
            (Some(winner), _) => write!(f, "{winner} wins by checkmate"),
            (None, EndReason::Stalemate | EndReason::Checkmate) => f.write_str("draw by stalemate"),
            (None, EndReason::Repetition) => f.write_str("draw by repetition"),
            (None, EndReason::FiftyMoves) => f.write_str("draw by fifty moves"),
            (None, EndReason::DeadPosition) => f.write_str("draw by dead position"),
        }
    }
}

/// Half-moves without anything irreversible that end a game.
pub const FIFTY_MOVES: u16 = 100;

impl Variant {
    /// Whether neither side can mate by any sequence of legal moves, by the material table of the game.
    pub fn is_dead(&self, board: &Board) -> bool {
        if board.face_down() != 0
            || board.pending().is_some()
            || self.somebody_hides(board)
            || self.somebody_can_gate(board)
        {
            return false;
        }
        let men: Vec<_> = board
            .pieces()
            .filter(|(_, p)| p.kind != self.king())
            .collect();
        match men.as_slice() {
            [] => true,
            [(_, only)] if self.draws().lone_minor.contains(&only.kind) => true,
            all => {
                all.iter()
                    .all(|(_, p)| self.draws().one_colour.contains(&p.kind))
                    && (all.iter().all(|&(s, _)| self.geometry().is_bright(s))
                        || all.iter().all(|&(s, _)| !self.geometry().is_bright(s)))
            }
        }
    }

    fn somebody_hides(&self, board: &Board) -> bool {
        Colour::ALL
            .into_iter()
            .any(|c| board.king_state(c) != KingState::OnBoard)
    }

    fn can_gate(&self, board: &Board, colour: Colour) -> bool {
        !board.hand(colour).is_empty() && board.gating() & board.of_colour(colour) != 0
    }

    fn somebody_can_gate(&self, board: &Board) -> bool {
        Colour::ALL.into_iter().any(|c| self.can_gate(board, c))
    }

    /// Whether a side could mate at all, judged by public facts and its own material alone: what decides between a
    /// loss and a draw when the other side's time runs out.
    pub fn could_mate(&self, board: &Board, colour: Colour) -> bool {
        let own = board.of_colour(colour);
        if board.face_down() & own != 0 || self.can_gate(board, colour) {
            return true;
        }
        let men: Vec<_> = squares(own)
            .filter_map(|s| board.piece(s))
            .filter(|p| p.kind != self.king())
            .collect();
        match men.as_slice() {
            [] => false,
            [only] => {
                board.king_state(colour) != KingState::OnBoard
                    || !self.draws().lone_minor.contains(&only.kind)
            }
            _ => true,
        }
    }

    /// Whether the game is over for a side to move that has legal actions or not.
    ///
    /// `occurrences` counts how often this position has been on the board, this time included.
    pub fn status_given(&self, board: &Board, has_action: bool, occurrences: usize) -> Status {
        let over = |winner, reason| Status::Over(Outcome { winner, reason });
        if board.pending().is_some() || board.actors() != [board.turn()] {
            return Status::Ongoing;
        }
        if !has_action {
            return if self.in_check(board, board.turn()) {
                over(Some(board.turn().other()), EndReason::Checkmate)
            } else {
                over(None, EndReason::Stalemate)
            };
        }
        if occurrences >= 3 {
            return over(None, EndReason::Repetition);
        }
        if board.halfmoves() >= FIFTY_MOVES {
            return over(None, EndReason::FiftyMoves);
        }
        if self.is_dead(board) {
            return over(None, EndReason::DeadPosition);
        }
        Status::Ongoing
    }

    /// As [`Variant::status_given`], with the mover's own secret square.
    pub fn status(&self, board: &Board, secret: Option<Square>, occurrences: usize) -> Status {
        let has_action = board.pending().is_some() || !self.legal(board, secret).is_empty();
        self.status_given(board, has_action, occurrences)
    }
}

/// The positions that have been on the board, to count repetitions.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Repetitions(Vec<u64>);

impl Repetitions {
    /// Adds a position and says how often it has occurred, this time included.
    pub fn add(&mut self, board: &Board) -> usize {
        if board.halfmoves() == 0 {
            self.0.clear();
        }
        self.0.push(board.hash());
        self.count(board)
    }

    /// How often this position has occurred.
    pub fn count(&self, board: &Board) -> usize {
        self.0.iter().filter(|&&key| key == board.hash()).count()
    }

    /// Keys of the positions since the last irreversible action, oldest first.
    pub fn keys(&self) -> &[u64] {
        &self.0
    }
}
