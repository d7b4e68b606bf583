//! The steps that number start arrays.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use super::{Array, MOST_NUMBERS, SetupError, bright, one_letter};

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

pub(super) fn lexicographic_key(order: &str, array: &Array) -> Option<Vec<usize>> {
    array.letters().map(|letter| order.find(letter)).collect()
}

/// Calls `found` with every order of the counted letters, in lexicographic order of `counts`.
pub(super) fn permutations(
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
pub(super) fn check_numbering(army: &Array, steps: &[Step]) -> Result<u32, SetupError> {
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
pub(super) fn place(steps: &[Step], files: usize, mut code: u32) -> Option<Array> {
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
pub(super) fn unplace(steps: &[Step], array: &Array) -> Option<u32> {
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
