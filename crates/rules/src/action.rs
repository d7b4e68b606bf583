//! What a seat can do, and what it showed when it was done.

use crate::geometry::{Colour, Square};
use crate::piece::Kind;

/// One action of a seat. Text forms: [`crate::notation::uci`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// A piece goes to another square, perhaps capturing.
    Move {
        /// Where it stands.
        from: Square,
        /// Where it goes.
        to: Square,
        /// What a pawn becomes on its last rank.
        promotion: Option<Kind>,
        /// A piece from hand put on the square just left.
        gate: Option<Kind>,
    },
    /// King and own rook (or the piece that counts as one) castle.
    Castle {
        /// Square of the king.
        king: Square,
        /// Square of the rook.
        rook: Square,
        /// A piece from hand put on a square just left.
        gate: Option<CastleGate>,
    },
    /// A face-down disc is turned up.
    Flip(Square),
    /// A piece that turned out to be a pawn on its last rank becomes this.
    Promote(Kind),
    /// The secret square of one's king.
    Choose(Square),
}

/// A piece put on a square that castling left empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CastleGate {
    /// Which piece.
    pub kind: Kind,
    /// On the rook's start square instead of the king's.
    pub on_rook: bool,
}

impl Action {
    /// A plain move.
    pub const fn plain(from: Square, to: Square) -> Action {
        Action::Move {
            from,
            to,
            promotion: None,
            gate: None,
        }
    }
}

/// Something that an action brought to light, as somebody knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Fact<T> {
    /// Nothing of this sort happened.
    #[default]
    Nothing,
    /// It happened, but this seat may not know what it was.
    Secret,
    /// It happened and this seat knows.
    Known(T),
}

impl<T: Copy> Fact<T> {
    /// The known value.
    pub fn known(self) -> Option<T> {
        match self {
            Fact::Known(value) => Some(value),
            _ => None,
        }
    }

    /// The same fact for somebody who may not know it.
    #[must_use]
    pub fn veiled(self) -> Fact<T> {
        match self {
            Fact::Nothing => Fact::Nothing,
            _ => Fact::Secret,
        }
    }
}

impl<T> From<Option<T>> for Fact<T> {
    fn from(value: Option<T>) -> Fact<T> {
        match value {
            Some(value) => Fact::Known(value),
            None => Fact::Nothing,
        }
    }
}

/// What an action showed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Shown {
    /// Identity of the piece that moved (or was flipped) and turned up.
    pub revealed: Fact<Kind>,
    /// Identity of a piece captured face down.
    pub captured: Fact<Kind>,
    /// Square on which the other side's hidden king appeared.
    pub king: Fact<Square>,
}

/// The action itself as somebody knows it: a secret choice is known to its maker alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SeenAction {
    /// Everything of it.
    Known(Action),
    /// A king's square was chosen, this seat may not know which.
    SecretChoice,
}

impl SeenAction {
    /// The action, if this seat knows it.
    pub fn known(self) -> Option<Action> {
        match self {
            SeenAction::Known(action) => Some(action),
            SeenAction::SecretChoice => None,
        }
    }
}

/// A played action with what it showed: a line of a game's record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Recorded {
    /// Whose action it was; not always the side to move.
    pub by: Colour,
    /// What was done.
    pub action: SeenAction,
    /// What it showed.
    pub shown: Shown,
}
