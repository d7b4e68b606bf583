//! Start positions as data: which arrays a game may begin with, how they are numbered, and which
//! squares a hidden shuffle fills.
//!
//! Everything here is pure and knows neither boards nor moves. What a loader reads from the
//! `[setup]` table of a variant file becomes a [`Setup`]; what the deal draws from it is described
//! in `docs/deal.md`.
//!
//! Piece letters are upper-case ASCII. Files are counted from 0 (`a`). A square of rank 1 is
//! *bright* on files b d f h j and *dark* on files a c e g i.

mod hidden;
mod numbering;
mod sets;
mod shuffle;

pub use hidden::HiddenShuffle;
pub use numbering::{Step, StepError, Who};
pub use sets::{ArraySet, Protection, RuleError, SetRule};
pub use shuffle::Shuffle;

use std::fmt;
use std::str::FromStr;

/// More numbers than this are refused: lists of whole sets are kept in memory.
pub const MOST_NUMBERS: u64 = 1_000_000;

/// The most files an array may have.
pub const MOST_FILES: usize = 12;

/// How a game begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Setup {
    /// Always the same array.
    Fixed(Fixed),
    /// One of many numbered arrays, visible to everybody.
    Shuffle(Shuffle),
    /// Each side's army lies face down in an order nobody knows.
    HiddenShuffle(HiddenShuffle),
}

impl Setup {
    /// The names of the sets of start arrays, the default first; empty where there is no choice.
    pub fn set_names(&self) -> Vec<&str> {
        match self {
            Setup::Shuffle(shuffle) => shuffle.sets().iter().map(|set| set.name()).collect(),
            Setup::Fixed(_) | Setup::HiddenShuffle(_) => Vec::new(),
        }
    }

    /// How Black's side follows from White's.
    pub fn mirror(&self) -> Mirror {
        match self {
            Setup::Fixed(fixed) => fixed.mirror,
            Setup::Shuffle(shuffle) => shuffle.mirror(),
            Setup::HiddenShuffle(hidden) => hidden.mirror(),
        }
    }
}

/// How Black's side follows from White's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mirror {
    /// Black's pieces stand on the same files (`file`).
    File,
    /// The board turned by half: White's a1 is Black's last square (`half-turn`).
    HalfTurn,
}

impl Mirror {
    /// Black's file for White's `file` on a board of `files` files.
    pub fn file(self, file: u8, files: u8) -> u8 {
        match self {
            Mirror::File => file,
            Mirror::HalfTurn => files.saturating_sub(1).saturating_sub(file),
        }
    }
}

impl FromStr for Mirror {
    type Err = SetupError;

    /// Reads `file` or `half-turn`.
    fn from_str(text: &str) -> Result<Self, SetupError> {
        match text {
            "file" => Ok(Mirror::File),
            "half-turn" => Ok(Mirror::HalfTurn),
            _ => Err(SetupError::UnknownMirror(text.to_owned())),
        }
    }
}

/// Why a setup cannot be used. Each keeps the text it complains about.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// Neither `file` nor `half-turn`.
    #[error("unknown mirror \"{0}\": use \"file\" or \"half-turn\"")]
    UnknownMirror(String),
    /// A piece letter that is no upper-case ASCII letter.
    #[error("\"{letter}\" in \"{text}\" is no upper-case piece letter")]
    BadLetter {
        /// The offending part.
        letter: String,
        /// What it stood in.
        text: String,
    },
    /// An array or army that is empty or wider than any board.
    #[error("\"{0}\" must have 1 to 12 letters")]
    BadLength(String),
    /// A square that is not a file letter and a rank number.
    #[error("\"{0}\" is no square")]
    BadSquare(String),
    /// A face-up entry that is not a square and a letter.
    #[error("\"{0}\" is not a square and a letter, such as \"e1 K\"")]
    BadFaceUp(String),
    /// A step of the numbering cannot be used.
    #[error(transparent)]
    Step(#[from] StepError),
    /// A rule of a set cannot be used.
    #[error(transparent)]
    Rule(#[from] RuleError),
    /// A letter is placed twice by the numbering, so an array could have two numbers.
    #[error("the numbering places {letter} again in \"{step}\"")]
    PlacedTwice {
        /// The letter.
        letter: char,
        /// The later step.
        step: String,
    },
    /// The steps together do not place the army exactly.
    #[error("the numbering places \"{placed}\", the army is \"{army}\"")]
    WrongArmy {
        /// All letters the steps place, sorted.
        placed: String,
        /// The army, sorted.
        army: String,
    },
    /// A step has no square left for its piece.
    #[error("no square is left for \"{0}\"")]
    NoRoom(String),
    /// A colour step after a free one: how many squares are free would depend on the number.
    #[error("\"{0}\" must come before the steps that use squares of both colours")]
    ColourTooLate(String),
    /// `first` or `second` without `swap`, one of them missing, both on one colour, or a second `swap`.
    #[error("\"{0}\": a swap needs first and second later, one bright and one dark")]
    BadSwap(String),
    /// A step after `rest`, or beside `lexicographic`.
    #[error("\"{0}\" cannot stand here: \"rest\" ends a numbering, \"lexicographic\" is alone")]
    Misplaced(String),
    /// Too many numbers.
    #[error("{0} arrays are more than a numbering may have")]
    TooManyNumbers(u64),
    /// The highest number does not fit.
    #[error("first_number {0} is too high")]
    FirstNumber(u32),
    /// A numbering or a shuffle without sets, or two sets of one name.
    #[error(
        "a shuffle needs sets with different names, each of letters, digits and hyphens: \"{0}\""
    )]
    BadSets(String),
    /// Rows of unequal length, or none.
    #[error("row \"{0}\" has another length than the first")]
    BadRow(String),
    /// Face-up piece outside the rows, or twice on one square.
    #[error("the face-up square {0} is outside the rows or given twice")]
    BadFaceUpSquare(String),
    /// The army does not fill the squares that are not face up.
    #[error("{pieces} face-down pieces for {squares} squares")]
    ArmySize {
        /// Pieces in the army.
        pieces: usize,
        /// Squares to fill.
        squares: usize,
    },
}

/// A square by its name: file and rank counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SquareName {
    /// 0 for the a-file.
    pub file: u8,
    /// 0 for rank 1.
    pub rank: u8,
}

impl FromStr for SquareName {
    type Err = SetupError;

    /// Reads `a1` to `l12`.
    fn from_str(text: &str) -> Result<Self, SetupError> {
        let bad = || SetupError::BadSquare(text.to_owned());
        let mut letters = text.chars();
        let file = letters.next().ok_or_else(bad)?;
        if !('a'..='l').contains(&file) {
            return Err(bad());
        }
        let digits = letters.as_str();
        if digits.starts_with('0') || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(bad());
        }
        let rank: u8 = digits.parse().map_err(|_| bad())?;
        if !(1..=12).contains(&rank) {
            return Err(bad());
        }
        Ok(SquareName {
            file: file as u8 - b'a',
            rank: rank - 1,
        })
    }
}

impl fmt::Display for SquareName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}{}",
            char::from(b'a'.saturating_add(self.file)),
            u16::from(self.rank) + 1
        )
    }
}

/// The pieces of a side's first rank from the a-file on, as upper-case letters.
///
/// ```
/// use backrank_rules::setup::{Array, Mirror};
/// let array: Array = "RNBQCKABNR".parse()?;
/// assert_eq!(array.for_black(Mirror::File).as_str(), "RNBQCKABNR");
/// assert_eq!(array.for_black(Mirror::HalfTurn).as_str(), "RNBAKCQBNR");
/// # Ok::<(), backrank_rules::setup::SetupError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Array(String);

impl Array {
    /// The letters as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The letters from the a-file on.
    pub fn letters(&self) -> impl DoubleEndedIterator<Item = char> + '_ {
        self.0.bytes().map(char::from)
    }

    /// Number of files.
    pub fn files(&self) -> usize {
        self.0.len()
    }

    /// The letters of Black's first rank from the a-file on, still upper case.
    #[must_use]
    pub fn for_black(&self, mirror: Mirror) -> Array {
        match mirror {
            Mirror::File => self.clone(),
            Mirror::HalfTurn => Array(self.letters().rev().collect()),
        }
    }

    fn bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

impl FromStr for Array {
    type Err = SetupError;

    fn from_str(text: &str) -> Result<Self, SetupError> {
        upper_letters(text)?;
        if text.is_empty() || text.len() > MOST_FILES {
            return Err(SetupError::BadLength(text.to_owned()));
        }
        Ok(Array(text.to_owned()))
    }
}

impl fmt::Display for Array {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

fn upper_letters(text: &str) -> Result<(), SetupError> {
    match text.chars().find(|letter| !letter.is_ascii_uppercase()) {
        Some(letter) => Err(SetupError::BadLetter {
            letter: letter.to_string(),
            text: text.to_owned(),
        }),
        None => Ok(()),
    }
}

/// A setup that is always the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fixed {
    array: Array,
    mirror: Mirror,
}

impl Fixed {
    /// A fixed array.
    ///
    /// # Errors
    /// [`SetupError::BadLetter`] or [`SetupError::BadLength`] for an unusable array.
    pub fn new(array: &str, mirror: Mirror) -> Result<Self, SetupError> {
        Ok(Fixed {
            array: array.parse()?,
            mirror,
        })
    }

    /// White's array.
    pub fn array(&self) -> &Array {
        &self.array
    }

    /// How Black's side follows.
    pub fn mirror(&self) -> Mirror {
        self.mirror
    }
}

fn one_letter(word: &str) -> Option<char> {
    let mut letters = word.chars();
    let letter = letters.next()?;
    (letters.next().is_none() && letter.is_ascii_uppercase()).then_some(letter)
}

fn bright(file: usize) -> bool {
    file % 2 == 1
}

#[cfg(test)]
mod tests;
