//! What one seat may know of a position.

use std::sync::Arc;
use thiserror::Error;

use crate::action::{Action, Fact, Recorded, SeenAction};
use crate::board::{Board, KingState};
use crate::geometry::{Colour, Square, squares};
use crate::piece::{Counts, Kind};
use crate::position::{Position, Secrets};
use crate::variant::{CaptureShows, Variant};

/// Who looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Seat {
    /// The player of the white pieces.
    White,
    /// The player of the black pieces.
    Black,
    /// Anybody else.
    Spectator,
}

impl Seat {
    /// All three.
    pub const ALL: [Seat; 3] = [Seat::White, Seat::Black, Seat::Spectator];

    /// The seat of a side's player.
    pub const fn of(side: Colour) -> Seat {
        match side {
            Colour::White => Seat::White,
            Colour::Black => Seat::Black,
        }
    }

    /// The side this seat plays.
    pub const fn side(self) -> Option<Colour> {
        match self {
            Seat::White => Some(Colour::White),
            Seat::Black => Some(Colour::Black),
            Seat::Spectator => None,
        }
    }
}

impl Recorded {
    /// The action as one seat may know it: the one way from a played action to what a seat is told.
    #[must_use]
    pub fn for_seat(&self, variant: &Variant, seat: Seat) -> Recorded {
        let own = seat == Seat::of(self.by);
        let mut seen = *self;
        if matches!(self.action, SeenAction::Known(Action::Choose(_))) && !own {
            seen.action = SeenAction::SecretChoice;
        }
        if let Some(rules) = variant.face_down() {
            let knows = match rules.capture_shows {
                CaptureShows::All => true,
                CaptureShows::Capturer => own,
                CaptureShows::Nobody => false,
            };
            if !knows {
                seen.shown.captured = self.shown.captured.veiled();
            }
        }
        seen
    }
}

/// A record that does not fit a view.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ViewError {
    /// The action is not legal by this view.
    #[error("`{0}` is not legal here")]
    Illegal(String),
    /// Its result depends on something hidden.
    #[error("`{action}` needs {missing}: this view cannot know it")]
    Missing {
        /// The action in text.
        action: String,
        /// What is missing and how it is written.
        missing: &'static str,
    },
    /// It shows something that cannot be.
    #[error("`{action}` shows {what}, which this view rules out")]
    Impossible {
        /// The action in text.
        action: String,
        /// What it shows.
        what: String,
    },
    /// The view hides the square that legality depends on.
    #[error(
        "this view hides {0}'s own king square, on which the legal moves depend; use that side's own view or the truth"
    )]
    HiddenSquare(Colour),
}

/// What one seat may know: the public board, what can still be hidden, and its own secret square.
#[derive(Debug, Clone)]
pub struct View {
    pub(crate) variant: Arc<Variant>,
    pub(crate) board: Board,
    pub(crate) pools: [Counts; 2],
    pub(crate) squares: [Option<Square>; 2],
}

impl PartialEq for View {
    fn eq(&self, other: &View) -> bool {
        self.variant.id() == other.variant.id()
            && self.board == other.board
            && self.pools == other.pools
            && self.squares == other.squares
    }
}

impl std::fmt::Debug for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Board({:016x}, {} to move)", self.hash(), self.turn())
    }
}

impl View {
    /// The game.
    pub fn variant(&self) -> &Arc<Variant> {
        &self.variant
    }

    /// The public board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// What this seat cannot see of a side's pieces: the identities of its face-down pieces, and of those captured
    /// face down that this seat was not shown.
    pub fn pool(&self, side: Colour) -> &Counts {
        &self.pools[side.index()]
    }

    /// A side's chosen king square, if this seat knows it.
    pub fn king_square(&self, side: Colour) -> Option<Square> {
        self.squares[side.index()]
    }

    /// Number of a side's face-down pieces on the board.
    pub fn face_down(&self, side: Colour) -> u32 {
        (self.board.face_down & self.board.of_colour(side)).count_ones()
    }

    /// The position itself, where this view hides nothing that could still come to light.
    pub fn hiding_nothing(&self) -> Option<Position> {
        let unknown = Colour::ALL.into_iter().any(|side| {
            self.board.king_state(side) == KingState::Chosen && self.king_square(side).is_none()
        });
        if self.board.face_down != 0 || unknown {
            return None;
        }
        Some(Position {
            variant: self.variant.clone(),
            board: self.board,
            secrets: Secrets {
                squares: self.squares,
                ..Secrets::none()
            },
        })
    }

    /// Chance that a face-down piece of this side is of this kind.
    pub fn chance(&self, side: Colour, kind: Kind) -> f64 {
        let pool = self.pool(side);
        match pool.total() {
            0 => 0.0,
            total => f64::from(pool.get(kind)) / f64::from(total),
        }
    }

    /// Legal actions of the side that acts next.
    ///
    /// # Errors
    /// [`ViewError::HiddenSquare`] if they depend on something this view hides.
    pub fn legal(&self) -> Result<Vec<Action>, ViewError> {
        let turn = self.board.turn();
        let choosing =
            self.board.actors() != [turn] || self.board.king_state(turn) == KingState::NotChosen;
        if !choosing
            && self.board.king_state(turn) == KingState::Chosen
            && self.squares[turn.index()].is_none()
        {
            return Err(ViewError::HiddenSquare(turn));
        }
        Ok(self.variant.legal(&self.board, self.squares[turn.index()]))
    }

    /// Legal actions of one side by its own view; empty while it may not act.
    pub fn legal_for(&self, side: Colour) -> Vec<Action> {
        if !self.board.actors().contains(&side) {
            return Vec::new();
        }
        if self.board.king_state(side) == KingState::NotChosen {
            return squares(self.variant.eligible_king_squares(&self.board, side))
                .map(Action::Choose)
                .collect();
        }
        self.legal().unwrap_or_default()
    }

    /// Where a side's pieces could go if it were to move now, by its own view: for premoves. Own pieces may be
    /// gone by then, so squares they stand on count as reachable.
    pub fn premoves(&self, side: Colour) -> Vec<(Square, Vec<Square>)> {
        let board = &self.board;
        let mut out = Vec::new();
        for from in squares(board.of_colour(side)) {
            let Some(piece) = board.piece(from) else {
                continue;
            };
            let mut to =
                crate::movegen::premove_targets(&self.variant, board, side, from, piece.kind);
            if piece.kind == self.variant.king() {
                to |= board.castling() & board.of_colour(side);
            }
            if self.variant.disc() == Some(piece.kind) {
                to |= from.bit();
            }
            if to != 0 {
                out.push((from, squares(to).collect()));
            }
        }
        out
    }

    /// Takes in a played action as this seat was told it.
    ///
    /// # Errors
    /// The view is unchanged if the record does not fit it.
    pub fn play(&mut self, record: &Recorded) -> Result<(), ViewError> {
        let SeenAction::Known(action) = record.action else {
            self.board.set_king_state(record.by, KingState::Chosen);
            return Ok(());
        };
        let text = || crate::notation::uci::recorded(&self.variant, record);
        if let Action::Choose(square) = action {
            if !self.legal_for(record.by).contains(&action) {
                return Err(ViewError::Illegal(text()));
            }
            self.squares[record.by.index()] = Some(square);
            self.board.set_king_state(record.by, KingState::Chosen);
            return Ok(());
        }
        let us = self.board.turn();
        let knows_legality =
            self.board.king_state(us) != KingState::Chosen || self.squares[us.index()].is_some();
        // Without the mover's square the moves without it are a superset of the legal ones.
        if !self
            .variant
            .legal(&self.board, self.squares[us.index()])
            .contains(&action)
        {
            return Err(if knows_legality {
                ViewError::Illegal(text())
            } else {
                ViewError::HiddenSquare(us)
            });
        }
        let missing = |missing| {
            Err(ViewError::Missing {
                action: text(),
                missing,
            })
        };
        let impossible = |what: String| {
            Err(ViewError::Impossible {
                action: text(),
                what,
            })
        };
        let mut pools = self.pools;
        match (
            self.board.reveals(&self.variant, action),
            record.shown.revealed,
        ) {
            (Some(_), Fact::Known(kind)) => {
                if !pools[us.index()].take(kind) {
                    return impossible(format!(
                        "a {} that is not hidden any more",
                        self.variant.kind(kind).id
                    ));
                }
            }
            (Some(_), _) => return missing("the identity that turned up, as in `b2b4~n`"),
            (None, Fact::Nothing) => {}
            (None, _) => return impossible("an identity though nothing was face down".to_owned()),
        }
        match (self.board.captures_face_down(action), record.shown.captured) {
            (Some(_), Fact::Known(kind)) => {
                if !pools[us.other().index()].take(kind) {
                    return impossible(format!(
                        "a captured {} that is not hidden any more",
                        self.variant.kind(kind).id
                    ));
                }
            }
            (Some(_), Fact::Secret)
                if self
                    .variant
                    .face_down()
                    .is_some_and(|r| r.capture_shows != CaptureShows::All) => {}
            (Some(_), _) => {
                return missing(
                    "the identity captured face down, as in `a1a7*q` (or `*?` where it stays secret)",
                );
            }
            (None, Fact::Nothing) => {}
            (None, _) => {
                return impossible(
                    "a capture of a face-down piece though there was none".to_owned(),
                );
            }
        }
        let them = us.other();
        let hidden = self.squares[them.index()];
        let mut quiet = record.shown;
        quiet.king = Fact::Nothing;
        let mut board = self.board;
        board.play(&self.variant, action, &quiet);
        let comes_to_light = |square| {
            board.king_state(them) == KingState::Chosen
                && board.would_reveal(&self.variant, them, square)
        };
        let appears = "the square on which the king appears, as in `f2f6@g7`";
        match record.shown.king {
            Fact::Known(square) => {
                if hidden.is_some_and(|known| known != square) || !comes_to_light(square) {
                    let name = self.variant.geometry().name(square);
                    return impossible(format!("a king on {name}"));
                }
                board = self.board;
                board.play(&self.variant, action, &record.shown);
                self.squares[them.index()] = None;
            }
            Fact::Secret => return missing(appears),
            Fact::Nothing if hidden.is_some_and(comes_to_light) => return missing(appears),
            Fact::Nothing => {}
        }
        self.board = board;
        self.pools = pools;
        Ok(())
    }
}
