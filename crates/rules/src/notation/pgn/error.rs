//! Why a PGN is refused, and where.

use thiserror::Error;

use super::tags::BadTag;
use crate::notation::fen::FenError;

/// A PGN that is refused: nothing of it is guessed or left out.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}, column {column} (game {game}): {fault}")]
pub struct PgnError {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// Which game of the text, from 1.
    pub game: usize,
    /// What is wrong.
    pub fault: Fault,
}

/// What is wrong with a PGN.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Fault {
    /// A comment without end.
    #[error("this comment has no closing `}}`")]
    OpenComment,
    /// A variation without end.
    #[error("this variation has no closing `)`")]
    OpenVariation,
    /// A tag that has not the form.
    #[error("this is no tag: expected a line such as [White \"Ada\"]")]
    TagForm,
    /// A tag that cannot be.
    #[error(transparent)]
    Tag(#[from] BadTag),
    /// Two tags of one name that differ.
    #[error("the tag `{0}` stands twice, with two values")]
    TagTwice(String),
    /// A value that a tag cannot have.
    #[error("`{value}` cannot be the value of `{name}`: expected {expected}")]
    TagValue {
        /// The tag.
        name: &'static str,
        /// Its value.
        value: String,
        /// What would be right.
        expected: String,
    },
    /// A sign that nothing begins with.
    #[error("`{0}` is out of place here")]
    Sign(char),
    /// A game that the registry does not have.
    #[error("the game `{0}` is unknown here")]
    UnknownVariant(String),
    /// A game of another version of its rules.
    #[error(
        "this game of `{variant}` was played by version {recorded} of its rules, known here is version {known}"
    )]
    RulesVersion {
        /// Id of the game.
        variant: String,
        /// Version in the text.
        recorded: u32,
        /// Version of the registry.
        known: u32,
    },
    /// A game whose start is drawn, and the text does not tell it.
    #[error("a game of `{0}` starts from a drawn position: a FEN tag is missing")]
    NoStart(String),
    /// As [`Fault::NoStart`] where a number would do.
    #[error("a game of `{0}` starts from a drawn array: a FEN or ArrayNumber tag is missing")]
    NoArray(String),
    /// The start cannot be read.
    #[error("FEN tag: {0}")]
    Fen(#[from] FenError),
    /// The FEN tag shows where the game ended.
    #[error(
        "the FEN tag holds the position after the last move; it must be the one before the first"
    )]
    FenIsLast,
    /// A view without its owner.
    #[error(
        "the FEN tag is a view, which hides something: a Seat tag (white, black or spectator) must say whose"
    )]
    NoSeat,
    /// A command in a comment that cannot be read.
    #[error("`[%{command} {value}]` cannot be read")]
    Command {
        /// Its name.
        command: &'static str,
        /// What it says.
        value: String,
    },
    /// Result tag and movetext contradict each other.
    #[error("the Result tag says {tag}, the movetext {movetext}")]
    Results {
        /// The tag.
        tag: String,
        /// The sign behind the moves.
        movetext: String,
    },
    /// A move that cannot be played.
    #[error("ply {ply}, `{text}`: {reason}; the position is {position}")]
    Unplayable {
        /// Which action of the game, from 1.
        ply: usize,
        /// What stands in the text.
        text: String,
        /// Why not.
        reason: String,
        /// The position before it, as truth or view.
        position: String,
    },
}
