//! The whole truth of a game at one moment.

use std::fmt;
use std::sync::Arc;
use thiserror::Error;

use crate::action::{Action, Fact, Recorded, SeenAction, Shown};
use crate::board::{Board, KingState};
use crate::deal::{self, Deal, DealError};
use crate::geometry::{Colour, MAX_SQUARES, Square, squares};
use crate::hash;
use crate::notation::uci;
use crate::outcome::Status;
use crate::piece::{Counts, Kind, Piece};
use crate::play::KingTold;
use crate::setup::Setup;
use crate::variant::{CaptureShows, Variant};
use crate::view::{Seat, View};

/// What no board shows.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Secrets {
    /// What the face-down piece on a square really is. Where nothing lies face down the entry has no meaning.
    pub(crate) identities: [Kind; MAX_SQUARES],
    /// Pieces captured face down whose identity is not public, by their own colour.
    pub(crate) captured: [Counts; 2],
    /// Squares chosen for hidden kings, by colour.
    pub(crate) squares: [Option<Square>; 2],
}

impl Secrets {
    pub(crate) fn none() -> Secrets {
        Secrets {
            identities: [Kind(0); MAX_SQUARES],
            captured: [Counts::NONE; 2],
            squares: [None; 2],
        }
    }

    /// The identities that an action brings to light.
    #[inline(always)]
    pub(crate) fn shown(&self, variant: &Variant, board: &Board, action: Action) -> Shown {
        if board.face_down == 0 {
            return Shown::default();
        }
        let identity = |square: Square| self.identities[square.index()];
        Shown {
            revealed: board.reveals(variant, action).map(identity).into(),
            captured: board.captures_face_down(action).map(identity).into(),
            king: Fact::Nothing,
        }
    }
}

/// An action that may not be played.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum IllegalAction {
    /// It is not legal here.
    #[error("`{action}` is not legal here: {reason}")]
    Illegal {
        /// The action in text.
        action: String,
        /// Why not, and what would be.
        reason: String,
    },
    /// This side may not act now.
    #[error("it is not {side}'s turn to act")]
    NotYourTurn {
        /// Who tried.
        side: Colour,
    },
}

/// The whole truth: a [`Board`] with its secrets. Always legal; nothing writes it out but
/// [`Position::truth_fen`].
#[derive(Clone)]
pub struct Position {
    pub(crate) variant: Arc<Variant>,
    pub(crate) board: Board,
    pub(crate) secrets: Secrets,
}

impl fmt::Debug for Position {
    /// Only the public part.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Position({}, {})",
            self.variant.id(),
            self.view(Seat::Spectator).fen()
        )
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.variant.id() == other.variant.id()
            && self.board == other.board
            && self.secrets.captured == other.secrets.captured
            && self.secrets.squares == other.secrets.squares
            && squares(self.board.face_down)
                .all(|s| self.secrets.identities[s.index()] == other.secrets.identities[s.index()])
    }
}

impl Position {
    /// The start that a deal has drawn.
    pub fn start(variant: &Arc<Variant>, deal: &Deal) -> Position {
        let geometry = variant.geometry();
        let mut board = Board::empty();
        let mut secrets = Secrets::none();
        for colour in Colour::ALL {
            let side = match colour {
                Colour::White => deal::Colour::White,
                Colour::Black => deal::Colour::Black,
            };
            for placed in deal.placed(side, geometry.ranks()) {
                let at =
                    geometry.square(i32::from(placed.square.file), i32::from(placed.square.rank));
                let (Some(square), Some(kind)) = (at, variant.kind_of(placed.letter)) else {
                    continue;
                };
                let mut piece = Piece {
                    colour,
                    kind,
                    face_down: placed.face_down,
                };
                if placed.face_down {
                    secrets.identities[square.index()] = kind;
                    if let Some(dress) = variant.face_down().and_then(|rules| rules.dress(square)) {
                        piece.kind = dress;
                    }
                }
                board.put(square, piece);
                if kind == variant.king() {
                    board.kings[colour.index()] = Some(square);
                }
            }
            if !matches!(variant.setup(), Setup::HiddenShuffle(_))
                && let Some(pawns) = variant.pawns()
            {
                for square in squares(geometry.rank_mask(colour, 1)) {
                    board.put(
                        square,
                        Piece {
                            colour,
                            kind: pawns.kind,
                            face_down: false,
                        },
                    );
                }
            }
            if let Some(hand) = variant.gating_hand() {
                board.set_hand(colour, *hand);
                board
                    .set_gating(board.gating | board.of_colour(colour) & variant.back_rank(colour));
            }
            if let Some(castling) = variant.castling() {
                let rooks = board.of_kind(castling.rook)
                    & board.of_colour(colour)
                    & variant.back_rank(colour)
                    & if castling.dressed {
                        board.face_down
                    } else {
                        !board.face_down
                    };
                board.set_castling(board.castling | rooks);
            }
        }
        let mut position = Position {
            variant: variant.clone(),
            board,
            secrets,
        };
        if variant.secret_kings() {
            position.hide_kings();
        }
        position
    }

    /// The start drawn from a fixed seed, as `backrank start --seed` prints it.
    ///
    /// # Errors
    /// A set or a number that the game does not have.
    pub fn seeded(
        variant: &Arc<Variant>,
        seed: u64,
        set: Option<&str>,
        number: Option<u32>,
    ) -> Result<Position, DealError> {
        Ok(Position::start(
            variant,
            &deal::seeded(variant.setup(), seed, set, number)?,
        ))
    }

    /// Takes both kings off the board: the event begins.
    pub(crate) fn hide_kings(&mut self) {
        for colour in Colour::ALL {
            if let Some(king) = self.board.king(colour) {
                self.board.take(king);
                self.board.kings[colour.index()] = None;
                self.board.set_gating(self.board.gating & !king.bit());
            }
            self.board.set_king_state(colour, KingState::NotChosen);
        }
        self.board.set_castling(0);
        self.board.set_en_passant(None);
    }

    /// The game.
    pub fn variant(&self) -> &Arc<Variant> {
        &self.variant
    }

    /// The public part.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Own secret square of the side that acts next.
    pub(crate) fn mover_secret(&self) -> Option<Square> {
        self.secrets.squares[self.board.turn.index()]
    }

    /// Legal actions of the side that acts next (of two sides that choose squares, White).
    pub fn legal(&self) -> Vec<Action> {
        self.variant.legal(&self.board, self.mover_secret())
    }

    /// Legal actions of one side; empty while it may not act.
    pub fn legal_for(&self, side: Colour) -> Vec<Action> {
        self.view(Seat::of(side)).legal_for(side)
    }

    /// Whether the game is over, given how often this position has been on the board.
    pub fn status(&self, occurrences: usize) -> Status {
        self.variant
            .status(&self.board, self.mover_secret(), occurrences)
    }

    /// Whether the side to move is in check; not judged while a late promotion is pending.
    pub fn is_check(&self) -> bool {
        self.board.pending.is_none() && self.variant.in_check(&self.board, self.board.turn)
    }

    /// Plays an action of the side that acts next and returns what it was and showed: the whole truth of it.
    ///
    /// # Errors
    /// The position is unchanged if the action is not legal.
    pub fn play(&mut self, action: Action) -> Result<Recorded, IllegalAction> {
        let side = self
            .board
            .actors()
            .first()
            .copied()
            .unwrap_or(self.board.turn);
        self.play_as(side, action)
    }

    /// As [`Position::play`] for one side: two sides that choose squares may do so in either order.
    ///
    /// # Errors
    /// The position is unchanged if this side may not act or the action is not legal.
    pub fn play_as(&mut self, side: Colour, action: Action) -> Result<Recorded, IllegalAction> {
        if !self.board.actors().contains(&side) {
            return Err(IllegalAction::NotYourTurn { side });
        }
        if !self.legal_for(side).contains(&action) {
            return Err(IllegalAction::Illegal {
                action: uci::action(&self.variant, action),
                reason: self.why_not(side, action),
            });
        }
        Ok(self.play_unchecked(side, action))
    }

    /// Plays an action that is known to be legal for this side.
    pub(crate) fn play_unchecked(&mut self, side: Colour, action: Action) -> Recorded {
        if let Action::Choose(square) = action {
            self.secrets.squares[side.index()] = Some(square);
            self.board.set_king_state(side, KingState::Chosen);
            return Recorded {
                by: side,
                action: SeenAction::Known(action),
                shown: Shown::default(),
            };
        }
        let mut shown = self.secrets.shown(&self.variant, &self.board, action);
        if let Fact::Known(kind) = shown.captured
            && self
                .variant
                .face_down()
                .is_some_and(|rules| rules.capture_shows != CaptureShows::All)
        {
            self.secrets.captured[side.other().index()].add(kind);
        }
        let other = self.secrets.squares[side.other().index()];
        let appeared = self
            .board
            .make(&self.variant, action, &shown, KingTold::Square(other));
        if appeared.is_some() {
            self.secrets.squares[side.other().index()] = None;
        }
        shown.king = appeared.into();
        Recorded {
            by: side,
            action: SeenAction::Known(action),
            shown,
        }
    }

    fn why_not(&self, side: Colour, action: Action) -> String {
        let geometry = self.variant.geometry();
        let on = |square: Square| self.board.piece(square);
        match action {
            Action::Move {
                from, promotion, ..
            } => match on(from) {
                None => format!("{} is empty", geometry.name(from)),
                Some(piece) if piece.colour != side => {
                    format!("the piece on {} is not {side}'s", geometry.name(from))
                }
                Some(_) if self.board.pending().is_some() => {
                    "a promotion such as `=q` must be chosen first".to_owned()
                }
                Some(_) if promotion.is_none() && self.lacks_promotion(side, action) => {
                    "a promotion letter is missing, as in `e7e8q`".to_owned()
                }
                Some(_) if self.is_check() => {
                    "that piece cannot go there, or its king would stay in check".to_owned()
                }
                Some(_) => "that piece cannot go there".to_owned(),
            },
            Action::Castle { king, rook, .. } => {
                format!(
                    "castling with {} and {} is not possible now",
                    geometry.name(king),
                    geometry.name(rook)
                )
            }
            Action::Flip(square) => format!("{} cannot be turned up now", geometry.name(square)),
            Action::Promote(_) if self.board.pending().is_some() => {
                "no pawn can become that piece".to_owned()
            }
            Action::Promote(_) => "no promotion is pending".to_owned(),
            Action::Choose(square) => {
                format!("a king cannot hide on {} now", geometry.name(square))
            }
        }
    }

    fn lacks_promotion(&self, side: Colour, action: Action) -> bool {
        let Action::Move { from, to, .. } = action else {
            return false;
        };
        self.legal_for(side).iter().any(|&legal| {
            matches!(legal, Action::Move { from: f, to: t, promotion: Some(_), .. } if f == from && t == to)
        })
    }

    /// What one seat may know of this position: the one way from truth to view.
    pub fn view(&self, seat: Seat) -> View {
        let mut pools = [Counts::NONE; 2];
        for square in squares(self.board.face_down) {
            if let Some(piece) = self.board.piece(square) {
                pools[piece.colour.index()].add(self.secrets.identities[square.index()]);
            }
        }
        if let Some(rules) = self.variant.face_down() {
            for colour in Colour::ALL {
                let capturer = Seat::of(colour.other());
                if rules.capture_shows == CaptureShows::Capturer && seat == capturer {
                    continue;
                }
                for (kind, count) in self.secrets.captured[colour.index()].iter() {
                    for _ in 0..count {
                        pools[colour.index()].add(kind);
                    }
                }
            }
        }
        let known = Colour::ALL.map(|colour| {
            self.secrets.squares[colour.index()].filter(|_| seat == Seat::of(colour))
        });
        View {
            variant: self.variant.clone(),
            board: self.board,
            pools,
            squares: known,
        }
    }

    /// Key of the whole truth, secrets included: for the sealed log only.
    pub fn truth_hash(&self) -> u64 {
        let mut key = self.board.hash;
        for square in squares(self.board.face_down) {
            key ^= hash::secret(
                square.index(),
                self.secrets.identities[square.index()].index(),
            );
        }
        for colour in Colour::ALL {
            for (kind, count) in self.secrets.captured[colour.index()].iter() {
                key ^= hash::secret(200 + 20 * colour.index() + kind.index(), count as usize);
            }
            if let Some(square) = self.secrets.squares[colour.index()] {
                key ^= hash::secret(250 + colour.index(), square.index());
            }
        }
        key
    }

    /// A truth with the same observations for `seat`, given a way to shuffle: face-down identities (and what was
    /// captured unseen) are permuted within what that seat cannot tell apart. For the tests of secrecy.
    pub fn permuted(&self, seat: Seat, mut below: impl FnMut(usize) -> usize) -> Position {
        let mut other = self.clone();
        for colour in Colour::ALL {
            let on_board: Vec<Square> =
                squares(self.board.face_down & self.board.of_colour(colour)).collect();
            let mut pool: Vec<Kind> = on_board
                .iter()
                .map(|s| self.secrets.identities[s.index()])
                .collect();
            let knows_captured =
                self.variant
                    .face_down()
                    .is_none_or(|rules| match rules.capture_shows {
                        CaptureShows::Capturer => seat == Seat::of(colour.other()),
                        _ => false,
                    });
            let captured: Vec<Kind> = self.secrets.captured[colour.index()]
                .iter()
                .flat_map(|(kind, count)| std::iter::repeat_n(kind, count as usize))
                .collect();
            if !knows_captured {
                pool.extend(&captured);
            }
            for last in (1..pool.len()).rev() {
                pool.swap(last, below(last + 1));
            }
            for (square, kind) in on_board.iter().zip(&pool) {
                other.secrets.identities[square.index()] = *kind;
            }
            if !knows_captured {
                other.secrets.captured[colour.index()] =
                    pool[on_board.len()..].iter().copied().collect();
            }
        }
        other
    }
}
