//! Start positions as data: which arrays a game may begin with, how they are numbered, and which
//! squares a hidden shuffle fills.
//!
//! Everything here is pure and knows neither boards nor moves. What a loader reads from the
//! `[setup]` table of a variant file becomes a [`Setup`]; what the deal draws from it is described
//! in `docs/deal.md`.
//!
//! Piece letters are upper-case ASCII. Files are counted from 0 (`a`). A square of rank 1 is
//! *bright* on files b d f h j and *dark* on files a c e g i.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

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
            Setup::Shuffle(shuffle) => shuffle.sets.iter().map(|set| set.name()).collect(),
            Setup::Fixed(_) | Setup::HiddenShuffle(_) => Vec::new(),
        }
    }

    /// How Black's side follows from White's.
    pub fn mirror(&self) -> Mirror {
        match self {
            Setup::Fixed(fixed) => fixed.mirror,
            Setup::Shuffle(shuffle) => shuffle.mirror,
            Setup::HiddenShuffle(hidden) => hidden.mirror,
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

// ---------------------------------------------------------------- numbering

/// Whom a colour step places.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Who {
    /// The one that the swap made first.
    First,
    /// The one that the swap made second.
    Second,
    /// The piece with this letter.
    Letter(char),
}

/// One step of a numbering: it takes `number mod n`, divides the number by `n`, and places pieces.
/// All counts start at 0 and count free files from a on.
///
/// | text | n | meaning |
/// |---|---|---|
/// | `swap A Q` | 2 | 0: A is *first* and Q *second*; 1: the other way round |
/// | `bright X`, `dark X` | free files of that colour | X (or `first`, `second`) stands on that one |
/// | `free X` | free files | X stands on that one |
/// | `pair X` | pairs of free files | both X stand on that pair (01 02 … 12 13 …) |
/// | `rest XYZ` | 1 | the letters fill the free files from a on |
/// | `lexicographic XYZ` | all | alone: the arrays of any set, sorted by this order of letters |
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Step {
    /// `swap X Y`.
    Swap(char, char),
    /// `bright X`.
    Bright(Who),
    /// `dark X`.
    Dark(Who),
    /// `free X`.
    Free(char),
    /// `pair X`.
    Pair(char),
    /// `rest XYZ`.
    Rest(String),
    /// `lexicographic XYZ`.
    Lexicographic(String),
}

/// Why a numbering step cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StepError {
    /// The first word is none of the steps.
    #[error("unknown step \"{0}\": use swap, bright, dark, free, pair, rest or lexicographic")]
    Unknown(String),
    /// A step with too few or too many words.
    #[error("\"{step}\" should read \"{form}\"")]
    Form {
        /// The step as given.
        step: String,
        /// How it should look.
        form: &'static str,
    },
    /// Something that should be one upper-case letter, or several.
    #[error("\"{letter}\" in \"{step}\" is no piece letter")]
    Letter {
        /// The offending word.
        letter: String,
        /// The step as given.
        step: String,
    },
}

impl FromStr for Step {
    type Err = StepError;

    fn from_str(step: &str) -> Result<Self, StepError> {
        let words: Vec<&str> = step.split_ascii_whitespace().collect();
        let form = |form| StepError::Form {
            step: step.to_owned(),
            form,
        };
        let bad = |word: &str| StepError::Letter {
            letter: word.to_owned(),
            step: step.to_owned(),
        };
        let letter = |word: &str| one_letter(word).ok_or_else(|| bad(word));
        let letters = |word: &str| {
            if word.bytes().all(|b| b.is_ascii_uppercase()) {
                Ok(word.to_owned())
            } else {
                Err(bad(word))
            }
        };
        let who = |word: &str| match word {
            "first" => Ok(Who::First),
            "second" => Ok(Who::Second),
            _ => letter(word).map(Who::Letter),
        };
        match words[..] {
            ["swap", x, y] => Ok(Step::Swap(letter(x)?, letter(y)?)),
            ["swap", ..] => Err(form("swap X Y")),
            ["bright", x] => Ok(Step::Bright(who(x)?)),
            ["bright", ..] => Err(form("bright X")),
            ["dark", x] => Ok(Step::Dark(who(x)?)),
            ["dark", ..] => Err(form("dark X")),
            ["free", x] => Ok(Step::Free(letter(x)?)),
            ["free", ..] => Err(form("free X")),
            ["pair", x] => Ok(Step::Pair(letter(x)?)),
            ["pair", ..] => Err(form("pair X")),
            ["rest", x] => Ok(Step::Rest(letters(x)?)),
            ["rest", ..] => Err(form("rest XYZ")),
            ["lexicographic", x] => Ok(Step::Lexicographic(letters(x)?)),
            ["lexicographic", ..] => Err(form("lexicographic XYZ")),
            _ => Err(StepError::Unknown(step.to_owned())),
        }
    }
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Who::First => f.write_str("first"),
            Who::Second => f.write_str("second"),
            Who::Letter(letter) => write!(f, "{letter}"),
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Swap(x, y) => write!(f, "swap {x} {y}"),
            Step::Bright(who) => write!(f, "bright {who}"),
            Step::Dark(who) => write!(f, "dark {who}"),
            Step::Free(x) => write!(f, "free {x}"),
            Step::Pair(x) => write!(f, "pair {x}"),
            Step::Rest(letters) => write!(f, "rest {letters}"),
            Step::Lexicographic(letters) => write!(f, "lexicographic {letters}"),
        }
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

// ---------------------------------------------------------------- sets

/// One condition on arrays.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum SetRule {
    /// `between K R`: every K has an R somewhere on each side.
    Between(char, char),
    /// `opposite-colours X Y`: the X and the Y (or the two X) stand on squares of different colour.
    OppositeColours(char, char),
    /// `pawns-protected`: a piece of rank 1 protects every square of rank 2.
    PawnsProtected,
    /// `not-adjacent X Y`: no X stands directly beside a Y.
    NotAdjacent(char, char),
    /// `differs ARRAY n`: at least n files hold another letter than in ARRAY.
    Differs(Array, usize),
}

/// Why a rule of a set cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RuleError {
    /// The first word is none of the rules.
    #[error(
        "unknown rule \"{0}\": use between, opposite-colours, pawns-protected, not-adjacent or differs"
    )]
    Unknown(String),
    /// Too few or too many words.
    #[error("\"{rule}\" should read \"{form}\"")]
    Form {
        /// The rule as given.
        rule: String,
        /// How it should look.
        form: &'static str,
    },
    /// Something that should be one upper-case letter.
    #[error("\"{letter}\" in \"{rule}\" is no piece letter")]
    Letter {
        /// The offending word.
        letter: String,
        /// The rule as given.
        rule: String,
    },
    /// A number that cannot be read.
    #[error("\"{number}\" in \"{rule}\" is no number")]
    Number {
        /// The offending word.
        number: String,
        /// The rule as given.
        rule: String,
    },
    /// The rule does not fit the army: a letter is missing, or there are too many of it.
    #[error("\"{rule}\" does not fit the army \"{army}\"")]
    Army {
        /// The rule.
        rule: String,
        /// The army.
        army: String,
    },
}

impl FromStr for SetRule {
    type Err = RuleError;

    fn from_str(rule: &str) -> Result<Self, RuleError> {
        let words: Vec<&str> = rule.split_ascii_whitespace().collect();
        let form = |form| RuleError::Form {
            rule: rule.to_owned(),
            form,
        };
        let bad = |word: &str| RuleError::Letter {
            letter: word.to_owned(),
            rule: rule.to_owned(),
        };
        let letter = |word: &str| one_letter(word).ok_or_else(|| bad(word));
        match words[..] {
            ["between", x, y] => Ok(SetRule::Between(letter(x)?, letter(y)?)),
            ["between", ..] => Err(form("between X Y")),
            ["opposite-colours", x, y] => Ok(SetRule::OppositeColours(letter(x)?, letter(y)?)),
            ["opposite-colours", ..] => Err(form("opposite-colours X Y")),
            ["pawns-protected"] => Ok(SetRule::PawnsProtected),
            ["pawns-protected", ..] => Err(form("pawns-protected")),
            ["not-adjacent", x, y] => Ok(SetRule::NotAdjacent(letter(x)?, letter(y)?)),
            ["not-adjacent", ..] => Err(form("not-adjacent X Y")),
            ["differs", array, number] => {
                let array = array.parse().map_err(|_| bad(array))?;
                let least = number.parse().map_err(|_| RuleError::Number {
                    number: number.to_owned(),
                    rule: rule.to_owned(),
                })?;
                Ok(SetRule::Differs(array, least))
            }
            ["differs", ..] => Err(form("differs ARRAY n")),
            _ => Err(RuleError::Unknown(rule.to_owned())),
        }
    }
}

impl fmt::Display for SetRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetRule::Between(x, y) => write!(f, "between {x} {y}"),
            SetRule::OppositeColours(x, y) => write!(f, "opposite-colours {x} {y}"),
            SetRule::PawnsProtected => f.write_str("pawns-protected"),
            SetRule::NotAdjacent(x, y) => write!(f, "not-adjacent {x} {y}"),
            SetRule::Differs(array, least) => write!(f, "differs {array} {least}"),
        }
    }
}

impl SetRule {
    /// Whether `array` meets this condition; what protects what is known from `protection`.
    pub fn holds(&self, array: &Array, protection: &Protection) -> bool {
        let letters = array.bytes();
        let is =
            |file: usize, letter: char| letters.get(file).is_some_and(|&b| char::from(b) == letter);
        let files = 0..letters.len();
        match self {
            SetRule::Between(inner, outer) => {
                let left = files.clone().find(|&file| is(file, *outer));
                let right = files.clone().rev().find(|&file| is(file, *outer));
                match (left, right) {
                    (Some(left), Some(right)) => files
                        .clone()
                        .filter(|&file| is(file, *inner))
                        .all(|file| left < file && file < right),
                    _ => false,
                }
            }
            SetRule::OppositeColours(x, y) => {
                let of = |letter: char| files.clone().filter(move |&file| is(file, letter));
                if x == y {
                    let colours: Vec<bool> = of(*x).map(bright).collect();
                    matches!(colours[..], [a, b] if a != b)
                } else {
                    matches!((of(*x).next(), of(*y).next()), (Some(a), Some(b)) if bright(a) != bright(b))
                }
            }
            SetRule::PawnsProtected => {
                let covered = letters
                    .iter()
                    .enumerate()
                    .fold(0u16, |all, (file, &letter)| {
                        all | protection.mask(char::from(letter), file)
                    });
                covered.trailing_ones() as usize >= letters.len()
            }
            SetRule::NotAdjacent(x, y) => files.skip(1).all(|file| {
                !(is(file - 1, *x) && is(file, *y) || is(file - 1, *y) && is(file, *x))
            }),
            SetRule::Differs(other, least) => {
                let same = letters
                    .iter()
                    .zip(other.bytes())
                    .filter(|(a, b)| a == b)
                    .count();
                letters.len().max(other.files()) - same >= *least
            }
        }
    }

    fn check_army(&self, army: &Array) -> Result<(), RuleError> {
        let count = |letter: char| army.letters().filter(|&l| l == letter).count();
        let fits = match self {
            SetRule::Between(inner, outer) => {
                inner != outer && count(*inner) >= 1 && count(*outer) >= 2
            }
            SetRule::OppositeColours(x, y) if x == y => count(*x) == 2,
            SetRule::OppositeColours(x, y) => count(*x) == 1 && count(*y) == 1,
            SetRule::PawnsProtected => true,
            SetRule::NotAdjacent(x, y) => count(*x) >= 1 && count(*y) >= 1,
            SetRule::Differs(array, least) => {
                array.files() == army.files() && *least <= army.files()
            }
        };
        if fits {
            Ok(())
        } else {
            Err(RuleError::Army {
                rule: self.to_string(),
                army: army.to_string(),
            })
        }
    }
}

/// Which squares of rank 2 a piece protects from rank 1, where all of rank 1 is filled and nothing
/// stands between: all that `pawns-protected` has to know about moves.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Protection(BTreeMap<char, [u16; MOST_FILES]>);

impl Protection {
    /// Asks `protects(letter, from, to)` for each letter of `army` whether that piece on file `from`
    /// of rank 1 protects the square on file `to` of rank 2.
    pub fn of(army: &str, protects: impl Fn(char, u8, u8) -> bool) -> Self {
        let files = army.len().min(MOST_FILES) as u8;
        let mut table = BTreeMap::new();
        for letter in army.chars() {
            table.entry(letter).or_insert_with(|| {
                let mut masks = [0u16; MOST_FILES];
                for (from, mask) in (0..files).zip(masks.iter_mut()) {
                    *mask = (0..files)
                        .filter(|&to| protects(letter, from, to))
                        .fold(0, |all, to| all | 1 << to);
                }
                masks
            });
        }
        Protection(table)
    }

    fn mask(&self, letter: char, file: usize) -> u16 {
        self.0
            .get(&letter)
            .and_then(|masks| masks.get(file))
            .copied()
            .unwrap_or(0)
    }
}

/// A named set of start arrays: those that meet all its rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArraySet {
    name: String,
    rules: Vec<SetRule>,
}

impl ArraySet {
    /// A set by name and rules.
    pub fn new(name: impl Into<String>, rules: Vec<SetRule>) -> Self {
        ArraySet {
            name: name.into(),
            rules,
        }
    }

    /// A set by name and the texts of its rules.
    ///
    /// # Errors
    /// The first rule that cannot be read.
    pub fn parse(name: &str, rules: &[impl AsRef<str>]) -> Result<Self, RuleError> {
        let rules = rules
            .iter()
            .map(|rule| rule.as_ref().parse())
            .collect::<Result<_, _>>()?;
        Ok(ArraySet {
            name: name.to_owned(),
            rules,
        })
    }

    /// Name by which it is chosen.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its rules.
    pub fn rules(&self) -> &[SetRule] {
        &self.rules
    }

    /// Whether `array` meets all rules of this set.
    pub fn contains(&self, array: &Array, protection: &Protection) -> bool {
        self.rules.iter().all(|rule| rule.holds(array, protection))
    }
}

// ---------------------------------------------------------------- shuffle

/// Numbered start arrays in one or more sets.
///
/// ```
/// use backrank_rules::setup::{ArraySet, Mirror, Shuffle, Step};
/// let steps = ["bright B", "dark B", "free Q", "pair N", "rest RKR"];
/// let steps: Vec<Step> = steps.iter().map(|s| s.parse()).collect::<Result<_, _>>()?;
/// let set = ArraySet::parse("fischer-random", &["between K R", "opposite-colours B B"])?;
/// let chess960 = Shuffle::new("KQRRBBNN", Mirror::File, 0, steps, vec![set], |_, _, _| false)?;
/// assert_eq!(chess960.count(), 960);
/// assert_eq!(chess960.array(518).unwrap().as_str(), "RNBQKBNR");
/// assert_eq!(chess960.number(&"RNBQKBNR".parse()?), Some(518));
/// assert_eq!(chess960.array(960), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Shuffle {
    army: Array,
    mirror: Mirror,
    first_number: u32,
    numbering: Vec<Step>,
    sets: Vec<ArraySet>,
    protection: Protection,
    count: u32,
    /// Only for a lexicographic numbering: all arrays in order.
    listed: OnceLock<Vec<Array>>,
    in_sets: Vec<OnceLock<Vec<u32>>>,
}

impl PartialEq for Shuffle {
    /// Equal data; what has been computed so far does not matter.
    fn eq(&self, other: &Self) -> bool {
        self.army == other.army
            && self.mirror == other.mirror
            && self.first_number == other.first_number
            && self.numbering == other.numbering
            && self.sets == other.sets
            && self.protection == other.protection
    }
}

impl Eq for Shuffle {}

impl Shuffle {
    /// Checks and joins the parts of a `kind = "shuffle"` setup. `protects(letter, from, to)` says
    /// whether a piece on file `from` of rank 1 protects the square on file `to` of rank 2; it is
    /// asked only here.
    ///
    /// # Errors
    /// The numbering must place the army exactly and give no array two numbers; every rule must fit
    /// the army; sets need different names.
    pub fn new(
        army: &str,
        mirror: Mirror,
        first_number: u32,
        numbering: Vec<Step>,
        sets: Vec<ArraySet>,
        protects: impl Fn(char, u8, u8) -> bool,
    ) -> Result<Self, SetupError> {
        let army: Array = army.parse()?;
        if sets.is_empty() {
            return Err(SetupError::BadSets(String::new()));
        }
        for (index, set) in sets.iter().enumerate() {
            let named = !set.name.is_empty()
                && set
                    .name
                    .bytes()
                    .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
            if !named
                || sets
                    .iter()
                    .take(index)
                    .any(|earlier| earlier.name == set.name)
            {
                return Err(SetupError::BadSets(set.name.clone()));
            }
            set.rules
                .iter()
                .try_for_each(|rule| rule.check_army(&army))?;
        }
        let total = check_numbering(&army, &numbering)?;
        let protection = Protection::of(army.as_str(), protects);
        let in_sets = sets.iter().map(|_| OnceLock::new()).collect();
        let mut shuffle = Shuffle {
            army,
            mirror,
            first_number,
            numbering,
            sets,
            protection,
            count: total,
            listed: OnceLock::new(),
            in_sets,
        };
        if shuffle.lexicographic().is_some() {
            shuffle.count = shuffle.listed().len() as u32;
        }
        if first_number.checked_add(shuffle.count).is_none() {
            return Err(SetupError::FirstNumber(first_number));
        }
        Ok(shuffle)
    }

    /// The pieces that are shuffled, as the file lists them.
    pub fn army(&self) -> &Array {
        &self.army
    }

    /// How Black's side follows.
    pub fn mirror(&self) -> Mirror {
        self.mirror
    }

    /// The lowest number.
    pub fn first_number(&self) -> u32 {
        self.first_number
    }

    /// How many numbers there are, whatever the set.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// The steps of the numbering.
    pub fn numbering(&self) -> &[Step] {
        &self.numbering
    }

    /// The sets, the default first.
    pub fn sets(&self) -> &[ArraySet] {
        &self.sets
    }

    /// Index of the set with this name.
    pub fn set_index(&self, name: &str) -> Option<usize> {
        self.sets.iter().position(|set| set.name == name)
    }

    /// What protects what from rank 1 to rank 2.
    pub fn protection(&self) -> &Protection {
        &self.protection
    }

    /// The array with this number, whether or not any set contains it; `None` outside the range.
    pub fn array(&self, number: u32) -> Option<Array> {
        let offset = number.checked_sub(self.first_number)?;
        if offset >= self.count {
            return None;
        }
        if self.lexicographic().is_some() {
            return self.listed().get(offset as usize).cloned();
        }
        place(&self.numbering, self.army.files(), number % self.count)
    }

    /// The number of this array; `None` if the numbering does not reach it.
    pub fn number(&self, array: &Array) -> Option<u32> {
        if array.files() != self.army.files() {
            return None;
        }
        let code = match self.lexicographic() {
            Some(order) => {
                let key = lexicographic_key(order, array)?;
                let found = self.listed().binary_search_by(|listed| {
                    lexicographic_key(order, listed).cmp(&Some(key.clone()))
                });
                return Some(self.first_number + found.ok()? as u32);
            }
            None => unplace(&self.numbering, array)?,
        };
        // The number in first_number .. first_number + count that leaves `code`.
        let base = self.first_number % self.count;
        Some(self.first_number + (code + self.count - base) % self.count)
    }

    /// Whether the set with this index contains `array`.
    pub fn contains(&self, set: usize, array: &Array) -> bool {
        self.sets
            .get(set)
            .is_some_and(|set| set.contains(array, &self.protection))
    }

    /// The numbers of all arrays in the set with this index, ascending; empty for an unknown index.
    /// Computed once.
    pub fn numbers_in(&self, set: usize) -> &[u32] {
        let (Some(cell), Some(rules)) = (self.in_sets.get(set), self.sets.get(set)) else {
            return &[];
        };
        cell.get_or_init(|| {
            (self.first_number..self.first_number + self.count)
                .filter(|&number| {
                    self.array(number)
                        .is_some_and(|array| rules.contains(&array, &self.protection))
                })
                .collect()
        })
    }

    fn lexicographic(&self) -> Option<&str> {
        match self.numbering.first() {
            Some(Step::Lexicographic(order)) => Some(order),
            _ => None,
        }
    }

    fn listed(&self) -> &[Array] {
        self.listed.get_or_init(|| {
            let order = self.lexicographic().unwrap_or_default();
            let mut counts: Vec<(char, usize)> = order
                .chars()
                .map(|letter| (letter, self.army.letters().filter(|&l| l == letter).count()))
                .collect();
            let mut found = Vec::new();
            permutations(
                &mut counts,
                &mut String::new(),
                self.army.files(),
                &mut |text| {
                    let array = Array(text.to_owned());
                    if self
                        .sets
                        .iter()
                        .any(|set| set.contains(&array, &self.protection))
                    {
                        found.push(array);
                    }
                },
            );
            found
        })
    }
}

fn lexicographic_key(order: &str, array: &Array) -> Option<Vec<usize>> {
    array.letters().map(|letter| order.find(letter)).collect()
}

/// Calls `found` with every order of the counted letters, in lexicographic order of `counts`.
fn permutations(
    counts: &mut [(char, usize)],
    text: &mut String,
    left: usize,
    found: &mut impl FnMut(&str),
) {
    if left == 0 {
        found(text);
        return;
    }
    for index in 0..counts.len() {
        let Some((letter, count)) = counts.get_mut(index) else {
            continue;
        };
        if *count == 0 {
            continue;
        }
        *count -= 1;
        text.push(*letter);
        permutations(counts, text, left - 1, found);
        text.pop();
        if let Some((_, count)) = counts.get_mut(index) {
            *count += 1;
        }
    }
}

/// Checks that the steps place the army exactly and that no array gets two numbers; returns how many
/// numbers there are (for a lexicographic numbering, how many orders there are at most).
fn check_numbering(army: &Array, steps: &[Step]) -> Result<u32, SetupError> {
    let files = army.files();
    let sorted = |letters: &mut Vec<char>| -> String {
        letters.sort_unstable();
        letters.iter().collect()
    };
    let mut army_letters: Vec<char> = army.letters().collect();
    let army_text = sorted(&mut army_letters);
    if let [Step::Lexicographic(order)] = steps {
        let mut kinds = army_letters.clone();
        kinds.dedup();
        let mut given: Vec<char> = order.chars().collect();
        given.sort_unstable();
        if given != kinds {
            return Err(SetupError::WrongArmy {
                placed: order.clone(),
                army: army_text,
            });
        }
        let factorial = |n: usize| (1..=n as u64).product::<u64>();
        let total = kinds.iter().fold(factorial(files), |total, &kind| {
            total / factorial(army_letters.iter().filter(|&&l| l == kind).count())
        });
        return if total > MOST_NUMBERS {
            Err(SetupError::TooManyNumbers(total))
        } else {
            Ok(total as u32)
        };
    }

    let mut placed: Vec<char> = Vec::new();
    let mut swap: Option<(char, char)> = None;
    // Colour of the square of first and second: bright is true.
    let (mut first, mut second): (Option<bool>, Option<bool>) = (None, None);
    let (mut free_bright, mut free_dark) = (files / 2, files - files / 2);
    let mut colours_open = true;
    let mut ended = false;
    // Letters placed by (bright, dark) colour steps; any other step shuts the letter out.
    let mut by_colour: BTreeMap<char, [bool; 2]> = BTreeMap::new();
    let mut total: u64 = 1;
    for step in steps {
        if ended {
            return Err(SetupError::Misplaced(step.to_string()));
        }
        let no_room = || SetupError::NoRoom(step.to_string());
        let twice = |letter| SetupError::PlacedTwice {
            letter,
            step: step.to_string(),
        };
        match step {
            Step::Swap(x, y) => {
                if swap.is_some() || x == y || placed.contains(x) || placed.contains(y) {
                    return Err(SetupError::BadSwap(step.to_string()));
                }
                swap = Some((*x, *y));
                placed.extend([*x, *y]);
                total *= 2;
            }
            Step::Bright(who) | Step::Dark(who) => {
                let is_bright = matches!(step, Step::Bright(_));
                if !colours_open {
                    return Err(SetupError::ColourTooLate(step.to_string()));
                }
                match who {
                    Who::First | Who::Second => {
                        let slot = if *who == Who::First {
                            &mut first
                        } else {
                            &mut second
                        };
                        if swap.is_none() || slot.is_some() {
                            return Err(SetupError::BadSwap(step.to_string()));
                        }
                        *slot = Some(is_bright);
                    }
                    Who::Letter(letter) => {
                        let colours = match by_colour.get_mut(letter) {
                            Some(colours) => colours,
                            None if placed.contains(letter) => return Err(twice(*letter)),
                            None => by_colour.entry(*letter).or_default(),
                        };
                        let used = &mut colours[usize::from(is_bright)];
                        if *used {
                            return Err(twice(*letter));
                        }
                        *used = true;
                        placed.push(*letter);
                    }
                }
                let free = if is_bright {
                    &mut free_bright
                } else {
                    &mut free_dark
                };
                if *free == 0 {
                    return Err(no_room());
                }
                total = total.saturating_mul(*free as u64);
                *free -= 1;
            }
            Step::Free(letter) | Step::Pair(letter) => {
                if placed.contains(letter) {
                    return Err(twice(*letter));
                }
                colours_open = false;
                let free = free_bright + free_dark;
                let (need, ways) = match step {
                    Step::Free(_) => (1, free),
                    _ => (2, free * free.saturating_sub(1) / 2),
                };
                if free < need {
                    return Err(no_room());
                }
                placed.extend(std::iter::repeat_n(*letter, need));
                total = total.saturating_mul(ways as u64);
                // From here on only the sum counts.
                free_bright = free - need;
                free_dark = 0;
            }
            Step::Rest(letters) => {
                if let Some(letter) = letters.chars().find(|letter| placed.contains(letter)) {
                    return Err(twice(letter));
                }
                if letters.len() != free_bright + free_dark {
                    return Err(no_room());
                }
                placed.extend(letters.chars());
                free_bright = 0;
                free_dark = 0;
                ended = true;
            }
            Step::Lexicographic(_) => return Err(SetupError::Misplaced(step.to_string())),
        }
    }
    if let Some((x, y)) = swap
        && !matches!((first, second), (Some(a), Some(b)) if a != b)
    {
        return Err(SetupError::BadSwap(Step::Swap(x, y).to_string()));
    }
    let placed = sorted(&mut placed);
    if placed != army_text {
        return Err(SetupError::WrongArmy {
            placed,
            army: army_text,
        });
    }
    if total > MOST_NUMBERS {
        Err(SetupError::TooManyNumbers(total))
    } else {
        Ok(total as u32)
    }
}

/// The files a step may use, in order.
fn open_files(letters: &[Option<char>], step: &Step) -> Vec<usize> {
    letters
        .iter()
        .enumerate()
        .filter(|(file, letter)| {
            letter.is_none()
                && match step {
                    Step::Bright(_) => bright(*file),
                    Step::Dark(_) => !bright(*file),
                    _ => true,
                }
        })
        .map(|(file, _)| file)
        .collect()
}

/// All pairs of `free`, in the order 01 02 … 12 13 ….
fn pairs(free: &[usize]) -> impl Iterator<Item = (usize, usize)> + '_ {
    free.iter()
        .enumerate()
        .flat_map(move |(index, &low)| free.iter().skip(index + 1).map(move |&high| (low, high)))
}

/// The array that the steps build from `code`.
fn place(steps: &[Step], files: usize, mut code: u32) -> Option<Array> {
    let mut letters: Vec<Option<char>> = vec![None; files];
    let mut swapped = (' ', ' ');
    let mut digit = |n: usize| -> Option<usize> {
        let n = u32::try_from(n).ok().filter(|&n| n > 0)?;
        let digit = code % n;
        code /= n;
        Some(digit as usize)
    };
    for step in steps {
        let open = open_files(&letters, step);
        match step {
            Step::Swap(x, y) => swapped = if digit(2)? == 0 { (*x, *y) } else { (*y, *x) },
            Step::Bright(who) | Step::Dark(who) => {
                let letter = match who {
                    Who::First => swapped.0,
                    Who::Second => swapped.1,
                    Who::Letter(letter) => *letter,
                };
                let file = *open.get(digit(open.len())?)?;
                *letters.get_mut(file)? = Some(letter);
            }
            Step::Free(letter) => {
                let file = *open.get(digit(open.len())?)?;
                *letters.get_mut(file)? = Some(*letter);
            }
            Step::Pair(letter) => {
                let (low, high) = pairs(&open).nth(digit(pairs(&open).count())?)?;
                *letters.get_mut(low)? = Some(*letter);
                *letters.get_mut(high)? = Some(*letter);
            }
            Step::Rest(rest) => {
                for (file, letter) in open.into_iter().zip(rest.chars()) {
                    *letters.get_mut(file)? = Some(letter);
                }
            }
            Step::Lexicographic(_) => return None,
        }
    }
    letters.into_iter().collect::<Option<String>>().map(Array)
}

/// The code from which the steps build `array`.
fn unplace(steps: &[Step], array: &Array) -> Option<u32> {
    let target: Vec<char> = array.letters().collect();
    let mut letters: Vec<Option<char>> = vec![None; target.len()];
    let mut swapped = (' ', ' ');
    let (mut code, mut weight) = (0u32, 1u32);
    for step in steps {
        let open = open_files(&letters, step);
        let at = |letter: char| {
            open.iter()
                .position(|&file| target.get(file) == Some(&letter))
        };
        let (digit, n) = match step {
            Step::Swap(x, y) => {
                // Which of the two stands on the colour that first gets?
                let first_bright = steps.contains(&Step::Bright(Who::First));
                let colour = |letter| target.iter().position(|&l| l == letter).map(bright);
                if colour(*x)? == first_bright {
                    swapped = (*x, *y);
                    (0, 2)
                } else {
                    swapped = (*y, *x);
                    (1, 2)
                }
            }
            Step::Bright(who) | Step::Dark(who) => {
                let letter = match who {
                    Who::First => swapped.0,
                    Who::Second => swapped.1,
                    Who::Letter(letter) => *letter,
                };
                let digit = at(letter)?;
                *letters.get_mut(*open.get(digit)?)? = Some(letter);
                (digit, open.len())
            }
            Step::Free(letter) => {
                let digit = at(*letter)?;
                *letters.get_mut(*open.get(digit)?)? = Some(*letter);
                (digit, open.len())
            }
            Step::Pair(letter) => {
                let is = |file: usize| target.get(file) == Some(letter);
                let (digit, (low, high)) = pairs(&open)
                    .enumerate()
                    .find(|&(_, (low, high))| is(low) && is(high))?;
                *letters.get_mut(low)? = Some(*letter);
                *letters.get_mut(high)? = Some(*letter);
                (digit, pairs(&open).count())
            }
            Step::Rest(rest) => {
                let found: String = open.iter().filter_map(|&file| target.get(file)).collect();
                if found != *rest {
                    return None;
                }
                (0, 1)
            }
            Step::Lexicographic(_) => return None,
        };
        code += weight * digit as u32;
        weight *= n as u32;
    }
    Some(code)
}

// ---------------------------------------------------------------- hidden shuffle

/// A setup whose armies lie face down in an order nobody knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HiddenShuffle {
    face_up: Vec<(SquareName, char)>,
    army: Vec<char>,
    rows: Vec<String>,
    mirror: Mirror,
}

impl HiddenShuffle {
    /// Checks and joins the parts of a `kind = "hidden-shuffle"` setup: White's face-up pieces
    /// (`e1 K`), the army that is shuffled, and the dress of each square, rank 1 first, `.` for none.
    ///
    /// # Errors
    /// Names the part that cannot be read, or says that army and squares do not match.
    pub fn new(
        face_up: &[impl AsRef<str>],
        army: &str,
        rows: Vec<String>,
        mirror: Mirror,
    ) -> Result<Self, SetupError> {
        upper_letters(army)?;
        let files = rows.first().map_or(0, |row| row.len());
        if files == 0 || files > MOST_FILES || rows.len() > MOST_FILES {
            return Err(SetupError::BadRow(
                rows.first().cloned().unwrap_or_default(),
            ));
        }
        for row in &rows {
            if row.len() != files {
                return Err(SetupError::BadRow(row.clone()));
            }
            if let Some(letter) = row
                .chars()
                .find(|&letter| letter != '.' && !letter.is_ascii_uppercase())
            {
                return Err(SetupError::BadLetter {
                    letter: letter.to_string(),
                    text: row.clone(),
                });
            }
        }
        let mut placed: Vec<(SquareName, char)> = Vec::new();
        for entry in face_up {
            let entry = entry.as_ref();
            let bad = || SetupError::BadFaceUp(entry.to_owned());
            let mut words = entry.split_ascii_whitespace();
            let (square, letter) = (words.next().ok_or_else(bad)?, words.next().ok_or_else(bad)?);
            if words.next().is_some() {
                return Err(bad());
            }
            let square: SquareName = square.parse()?;
            let letter = one_letter(letter).ok_or_else(bad)?;
            let outside =
                usize::from(square.file) >= files || usize::from(square.rank) >= rows.len();
            if outside || placed.iter().any(|&(earlier, _)| earlier == square) {
                return Err(SetupError::BadFaceUpSquare(square.to_string()));
            }
            placed.push((square, letter));
        }
        let squares = files * rows.len() - placed.len();
        if squares != army.len() {
            return Err(SetupError::ArmySize {
                pieces: army.len(),
                squares,
            });
        }
        Ok(HiddenShuffle {
            face_up: placed,
            army: army.chars().collect(),
            rows,
            mirror,
        })
    }

    /// White's face-up pieces.
    pub fn face_up(&self) -> &[(SquareName, char)] {
        &self.face_up
    }

    /// The shuffled army in the order of the file.
    pub fn army(&self) -> &[char] {
        &self.army
    }

    /// The dress of each square, rank 1 first, `.` for none.
    pub fn rows(&self) -> &[String] {
        &self.rows
    }

    /// How Black's side follows.
    pub fn mirror(&self) -> Mirror {
        self.mirror
    }

    /// Number of files.
    pub fn files(&self) -> u8 {
        self.rows.first().map_or(0, |row| row.len() as u8)
    }

    /// White's face-down squares in the order in which a layout fills them: a1, b1 …, a2, b2 ….
    pub fn white_squares(&self) -> Vec<SquareName> {
        let taken: Vec<SquareName> = self.face_up.iter().map(|&(square, _)| square).collect();
        self.home()
            .filter(|square| !taken.contains(square))
            .collect()
    }

    /// Black's face-up pieces (letters upper case) on a board of `ranks` ranks.
    pub fn black_face_up(&self, ranks: u8) -> Vec<(SquareName, char)> {
        self.face_up
            .iter()
            .map(|&(square, letter)| {
                let file = self.mirror.file(square.file, self.files());
                (
                    SquareName {
                        file,
                        rank: ranks.saturating_sub(1).saturating_sub(square.rank),
                    },
                    letter,
                )
            })
            .collect()
    }

    /// Black's face-down squares in the order in which a layout fills them: on a board of 8 ranks
    /// a8, b8 …, a7, b7 …, whatever the mirror.
    pub fn black_squares(&self, ranks: u8) -> Vec<SquareName> {
        let taken: Vec<SquareName> = self
            .black_face_up(ranks)
            .into_iter()
            .map(|(square, _)| square)
            .collect();
        self.home()
            .map(|square| SquareName {
                rank: ranks.saturating_sub(1).saturating_sub(square.rank),
                ..square
            })
            .filter(|square| !taken.contains(square))
            .collect()
    }

    fn home(&self) -> impl Iterator<Item = SquareName> + '_ {
        let files = self.files();
        (0..self.rows.len() as u8)
            .flat_map(move |rank| (0..files).map(move |file| SquareName { file, rank }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rank 1 to rank 2 by the plain moves of the large board's pieces.
    fn protects(letter: char, from: u8, to: u8) -> bool {
        let step = from.abs_diff(to);
        match letter {
            'R' => step == 0,
            'B' => step == 1,
            'N' => step == 2,
            'K' | 'Q' => step <= 1,
            'A' => step == 1 || step == 2,
            'C' => step == 0 || step == 2,
            _ => false,
        }
    }

    fn shuffle(
        army: &str,
        mirror: Mirror,
        first: u32,
        steps: &[&str],
        sets: &[(&str, &[&str])],
    ) -> Shuffle {
        let steps = steps.iter().map(|step| step.parse().unwrap()).collect();
        let sets = sets
            .iter()
            .map(|(name, rules)| ArraySet::parse(name, rules).unwrap())
            .collect();
        Shuffle::new(army, mirror, first, steps, sets, protects).unwrap()
    }

    fn capablanca() -> Shuffle {
        let base = [
            "between K R",
            "opposite-colours B B",
            "opposite-colours Q A",
        ];
        let safe = [&base[..], &["pawns-protected"]].concat();
        let strict = [&safe[..], &["not-adjacent B B", "differs RNBQCKABNR 3"]].concat();
        shuffle(
            "KQCARRBBNN",
            Mirror::File,
            1,
            &[
                "swap A Q",
                "bright first",
                "dark second",
                "bright B",
                "dark B",
                "free C",
                "pair N",
                "rest RKR",
            ],
            &[
                ("brainking", &safe),
                ("scharnagl-2004", &base),
                ("scharnagl-2006", &strict),
            ],
        )
    }

    fn chess960() -> Shuffle {
        shuffle(
            "KQRRBBNN",
            Mirror::File,
            0,
            &["bright B", "dark B", "free Q", "pair N", "rest RKR"],
            &[("fischer-random", &["between K R", "opposite-colours B B"])],
        )
    }

    fn ajax() -> Shuffle {
        shuffle(
            "KQARRBBNN",
            Mirror::HalfTurn,
            0,
            &["lexicographic ABKNQR"],
            &[("all", &["between K R"])],
        )
    }

    fn array(text: &str) -> Array {
        text.parse().unwrap()
    }

    #[test]
    fn capablanca_numbers_are_scharnagls() {
        let shuffle = capablanca();
        for (number, letters) in [
            (1, "AQBBCNNRKR"),
            (2, "QBBACNNRKR"),
            (4, "QBBCNANRKR"),
            (14, "BBQCNANRKR"),
            (2026, "NBNCQRBAKR"),
            (25933, "RNBQCKABNR"),
            (26733, "RNBQKCABNR"),
        ] {
            assert_eq!(shuffle.array(number), Some(array(letters)), "{number}");
            assert_eq!(shuffle.number(&array(letters)), Some(number));
        }
        assert_eq!(shuffle.array(0), None);
        assert_eq!(shuffle.array(48_001), None);
        assert_eq!(shuffle.array(48_000), place(shuffle.numbering(), 10, 0));
    }

    #[test]
    fn capablanca_sets_have_the_published_sizes() {
        let shuffle = capablanca();
        let size = |name| shuffle.numbers_in(shuffle.set_index(name).unwrap()).len();
        assert_eq!(size("brainking"), 21_836);
        assert_eq!(size("scharnagl-2004"), 48_000);
        assert_eq!(size("scharnagl-2006"), 12_118);
        assert!(
            !shuffle.contains(0, &array("AQBBCNNRKR")),
            "number 1 has a loose pawn"
        );
        assert!(!shuffle.contains(0, &array("BNRBQAKCNR")));
        assert!(shuffle.contains(0, &array("RNBQCKABNR")));
        assert!(!shuffle.contains(2, &array("RNBQCKABNR")));
        assert_eq!(shuffle.numbers_in(3), &[] as &[u32]);
    }

    #[test]
    fn every_array_of_the_large_board_by_brute_force() {
        // Independent of the numbering: all orders of the army that meet the rules.
        let shuffle = capablanca();
        let mut counts: Vec<(char, usize)> = [
            ('K', 1),
            ('Q', 1),
            ('C', 1),
            ('A', 1),
            ('R', 2),
            ('B', 2),
            ('N', 2),
        ]
        .into();
        let mut sizes = [0; 3];
        permutations(&mut counts, &mut String::new(), 10, &mut |text| {
            let array = Array(text.to_owned());
            for (set, size) in sizes.iter_mut().enumerate() {
                if shuffle.contains(set, &array) {
                    *size += 1;
                    assert!(shuffle.number(&array).is_some(), "{array}");
                }
            }
        });
        assert_eq!(sizes, [21_836, 48_000, 12_118]);
    }

    #[test]
    fn number_undoes_array_everywhere() {
        for shuffle in [capablanca(), chess960(), ajax()] {
            let first = shuffle.first_number();
            let mut seen = std::collections::BTreeSet::new();
            for number in first..first + shuffle.count() {
                let array = shuffle.array(number).unwrap();
                assert_eq!(shuffle.number(&array), Some(number));
                assert!(seen.insert(array));
            }
            for set in 0..shuffle.sets().len() {
                let numbers = shuffle.numbers_in(set);
                assert!(numbers.windows(2).all(|pair| pair[0] < pair[1]));
                assert!(
                    numbers
                        .iter()
                        .all(|&number| shuffle.contains(set, &shuffle.array(number).unwrap()))
                );
            }
        }
    }

    #[test]
    fn chess960_uses_the_usual_numbers() {
        let shuffle = chess960();
        assert_eq!(shuffle.count(), 960);
        assert_eq!(shuffle.numbers_in(0).len(), 960);
        assert_eq!(shuffle.array(518), Some(array("RNBQKBNR")));
        assert_eq!(shuffle.array(0), Some(array("BBQNNRKR")));
        assert_eq!(shuffle.array(959), Some(array("RKRNNQBB")));
    }

    #[test]
    fn ajax_counts_and_order() {
        let shuffle = ajax();
        assert_eq!(shuffle.count(), 15_120);
        assert_eq!(shuffle.numbers_in(0).len(), 15_120);
        assert_eq!(shuffle.array(0), Some(array("ABBNNQRKR")));
        assert_eq!(shuffle.array(15_119), Some(array("RQNNKRBBA")));
        assert_eq!(shuffle.array(15_120), None);
        let all: Vec<Array> = (0..15_120).map(|n| shuffle.array(n).unwrap()).collect();
        assert!(
            all.windows(2).all(|pair| pair[0] < pair[1]),
            "ABKNQR is alphabetical"
        );
        assert!(
            all.iter()
                .all(|array| array.for_black(Mirror::HalfTurn) != *array)
        );
        assert_eq!(shuffle.number(&array("KRRABBNNQ")), None);
    }

    #[test]
    fn arrays_outside_a_numbering_have_no_number() {
        let shuffle = capablanca();
        for text in [
            "QABBCNNRKR",
            "RNBQKBNR",
            "KQCARRBBNN",
            "XXXXXXXXXX",
            "QCBAANNRKR",
        ] {
            if text == "QABBCNNRKR" {
                assert!(shuffle.number(&array(text)).is_some());
            } else {
                assert_eq!(shuffle.number(&array(text)), None, "{text}");
            }
        }
    }

    #[test]
    fn steps_and_rules_are_printed_as_they_are_read() {
        for text in [
            "swap A Q",
            "bright first",
            "dark second",
            "bright B",
            "dark B",
            "free C",
            "pair N",
            "rest RKR",
            "lexicographic ABKNQR",
        ] {
            assert_eq!(text.parse::<Step>().unwrap().to_string(), text);
        }
        for text in [
            "between K R",
            "opposite-colours B B",
            "pawns-protected",
            "not-adjacent B B",
            "differs RNBQCKABNR 3",
        ] {
            assert_eq!(text.parse::<SetRule>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn unreadable_steps_and_rules_keep_the_text() {
        for text in [
            "",
            "bright",
            "bright b",
            "swap A",
            "free first",
            "pair NN N",
            "rest rkr",
            "shake",
            "dark ♔",
        ] {
            let error = text.parse::<Step>().unwrap_err();
            assert!(error.to_string().contains(text), "{error}");
        }
        for text in [
            "",
            "between K",
            "opposite-colours b B",
            "pawns-protected now",
            "differs RN x",
            "differs rn 2",
        ] {
            let error = text.parse::<SetRule>().unwrap_err();
            assert!(error.to_string().contains(text), "{error}");
        }
    }

    #[test]
    fn numberings_that_would_not_be_unique_are_refused() {
        let refuse = |army: &str, steps: &[&str]| {
            let steps = steps.iter().map(|step| step.parse().unwrap()).collect();
            let set = ArraySet::new("all", vec![]);
            Shuffle::new(army, Mirror::File, 0, steps, vec![set], protects).unwrap_err()
        };
        assert!(matches!(
            refuse("NNK", &["free N", "free N", "rest K"]),
            SetupError::PlacedTwice { letter: 'N', .. }
        ));
        assert!(matches!(
            refuse("NNNK", &["pair N", "rest NK"]),
            SetupError::PlacedTwice { .. }
        ));
        assert!(matches!(
            refuse("NBK", &["free N", "bright B", "rest K"]),
            SetupError::ColourTooLate(_)
        ));
        assert!(matches!(
            refuse("AQK", &["swap A Q", "bright first", "rest K"]),
            SetupError::NoRoom(_)
        ));
        assert!(matches!(
            refuse(
                "AQK",
                &["swap A Q", "bright first", "bright second", "rest K"]
            ),
            SetupError::NoRoom(_)
        ));
        assert!(matches!(
            refuse(
                "AQKR",
                &["swap A Q", "bright first", "bright second", "rest KR"]
            ),
            SetupError::BadSwap(_)
        ));
        assert!(matches!(
            refuse("AQK", &["bright first", "rest AQ"]),
            SetupError::BadSwap(_)
        ));
        assert!(matches!(
            refuse("AQK", &["free A", "rest QR"]),
            SetupError::WrongArmy { .. }
        ));
        assert!(matches!(
            refuse("AQK", &["free A"]),
            SetupError::WrongArmy { .. }
        ));
        assert!(matches!(
            refuse("AQK", &["rest AQK", "free N"]),
            SetupError::Misplaced(_)
        ));
        assert!(matches!(
            refuse("AQK", &["lexicographic AQ"]),
            SetupError::WrongArmy { .. }
        ));
        assert!(matches!(
            refuse("ABCDEFGHIJKL", &["lexicographic ABCDEFGHIJKL"]),
            SetupError::TooManyNumbers(_)
        ));
        assert!(matches!(refuse("", &[]), SetupError::BadLength(_)));
    }

    #[test]
    fn rules_must_fit_the_army() {
        for rule in [
            "between X R",
            "opposite-colours R R",
            "opposite-colours N Q",
            "differs RNBQ 2",
            "differs RNBQKBNRR 1",
        ] {
            let set = ArraySet::parse("all", &[rule]).unwrap();
            let error = Shuffle::new(
                "KQRRRBBNN",
                Mirror::File,
                0,
                vec![Step::Lexicographic("BKNQR".into())],
                vec![set],
                protects,
            );
            if rule == "differs RNBQKBNRR 1" {
                assert!(error.is_ok());
            } else {
                assert!(
                    matches!(error, Err(SetupError::Rule(RuleError::Army { .. }))),
                    "{rule}"
                );
            }
        }
    }

    #[test]
    fn hidden_squares_run_from_a1_and_from_a8() {
        let rows = || vec!["........".to_owned(), "........".to_owned()];
        let hidden =
            HiddenShuffle::new(&["e1 K", "e2 P"], "CCRRNNBBPPPPPP", rows(), Mirror::File).unwrap();
        let names = |squares: Vec<SquareName>| {
            squares
                .iter()
                .map(|s| s.to_string())
                .collect::<Vec<_>>()
                .join(" ")
        };
        assert_eq!(
            names(hidden.white_squares()),
            "a1 b1 c1 d1 f1 g1 h1 a2 b2 c2 d2 f2 g2 h2"
        );
        assert_eq!(
            names(hidden.black_squares(8)),
            "a8 b8 c8 d8 f8 g8 h8 a7 b7 c7 d7 f7 g7 h7"
        );
        let turned = HiddenShuffle::new(
            &["e1 K", "e2 P"],
            "CCRRNNBBPPPPPP",
            rows(),
            Mirror::HalfTurn,
        )
        .unwrap();
        assert_eq!(
            names(turned.black_squares(8)),
            "a8 b8 c8 e8 f8 g8 h8 a7 b7 c7 e7 f7 g7 h7"
        );
        let bad = |face_up: &[&str], army| {
            HiddenShuffle::new(face_up, army, rows(), Mirror::File).unwrap_err()
        };
        assert!(matches!(bad(&["e1"], "P"), SetupError::BadFaceUp(_)));
        assert!(matches!(
            bad(&["e3 K"], "P"),
            SetupError::BadFaceUpSquare(_)
        ));
        assert!(matches!(
            bad(&["e1 K", "e1 K"], "P"),
            SetupError::BadFaceUpSquare(_)
        ));
        assert!(matches!(bad(&["é1 K"], "P"), SetupError::BadSquare(_)));
        assert!(matches!(
            bad(&["e1 K"], "P"),
            SetupError::ArmySize {
                pieces: 1,
                squares: 15
            }
        ));
    }
}
