//! Sets of start arrays and the rules that make them.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use super::{Array, MOST_FILES, bright, one_letter};

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

    pub(super) fn check_army(&self, army: &Array) -> Result<(), RuleError> {
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
