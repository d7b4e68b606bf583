//! Piece moves in Betza notation, read into steps.
//!
//! A description is a row of atoms, each with modifiers before it and a range after it: `RmF` is a rook that may
//! also step one square diagonally without capturing. What is understood:
//!
//! | part | meaning |
//! |---|---|
//! | `W F D N A H C Z G` | leaps of (1,0) (1,1) (2,0) (2,1) (2,2) (3,0) (3,1) (3,2) (3,3) |
//! | `R B Q K` | `W` and `F` without limit, `RB`, `WF` |
//! | `WW`, `W0`, `W3` | the leap repeated: without limit, without limit, up to three times |
//! | `m c` | only without capture, only to capture |
//! | `f b l r v s` | forward, backward, left, right, forward or backward, sideways; `fl` is both at once, `ff` the narrow forward ones |
//! | `p` | hopper: jumps exactly one piece, any distance before and after it (on `R`, `B`, `Q`) |
//! | `n` | lame: every square passed must be empty |
//! | `i` | initial: only from the ranks that the game names |

use thiserror::Error;

/// A description that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BetzaError {
    /// A symbol that has no meaning here.
    #[error("unknown symbol `{symbol}` at position {position} of `{text}`")]
    UnknownSymbol {
        /// The symbol.
        symbol: char,
        /// Counted from 1.
        position: usize,
        /// The whole description.
        text: String,
    },
    /// Modifiers without an atom behind them.
    #[error("modifiers at the end of `{text}` have no piece letter behind them")]
    DanglingModifiers {
        /// The whole description.
        text: String,
    },
    /// Modifiers that do not go with the atom.
    #[error("`{symbol}` at position {position} of `{text}`: {reason}")]
    Unfit {
        /// The atom.
        symbol: char,
        /// Counted from 1.
        position: usize,
        /// The whole description.
        text: String,
        /// Why not.
        reason: &'static str,
    },
    /// No move at all.
    #[error("the description is empty")]
    Empty,
}

/// How far a step goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// One leap.
    Once,
    /// The leap repeated over empty squares, at most this often (0: without limit).
    Ride(u8),
    /// As a rider, but over exactly one piece.
    Hop,
}

/// One direction of a piece's moves, seen from White.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// Files towards the last file.
    pub files: i32,
    /// Ranks towards the last rank.
    pub ranks: i32,
    /// How far.
    pub reach: Reach,
    /// Whether it may go to an empty square.
    pub moves: bool,
    /// Whether it may capture.
    pub captures: bool,
    /// Whether squares passed within one leap must be empty.
    pub lame: bool,
    /// Whether it is available from the game's initial ranks only.
    pub initial: bool,
}

/// Reads a description into its steps.
///
/// # Errors
/// [`BetzaError`], which names the offending symbol and its position.
///
/// ```
/// use backrank_rules::betza::parse;
/// assert_eq!(parse("K")?.len(), 8);
/// assert_eq!(parse("KAD")?.len(), 16);
/// assert!(parse("RxF").unwrap_err().to_string().contains("`x` at position 2"));
/// # Ok::<(), backrank_rules::betza::BetzaError>(())
/// ```
pub fn parse(text: &str) -> Result<Vec<Step>, BetzaError> {
    let symbols: Vec<char> = text.chars().collect();
    let mut steps: Vec<Step> = Vec::new();
    let mut at = 0;
    if symbols.is_empty() {
        return Err(BetzaError::Empty);
    }
    while at < symbols.len() {
        let mut modifiers = Modifiers::default();
        while at < symbols.len() && symbols[at].is_ascii_lowercase() {
            if !modifiers.take(symbols[at]) {
                return Err(unknown(symbols[at], at, text));
            }
            at += 1;
        }
        let Some(&atom) = symbols.get(at) else {
            return Err(BetzaError::DanglingModifiers {
                text: text.to_owned(),
            });
        };
        let atom_at = at;
        at += 1;
        let unfit = |reason| BetzaError::Unfit {
            symbol: atom,
            position: atom_at + 1,
            text: text.to_owned(),
            reason,
        };
        let (leaps, mut ride): (&[(i32, i32)], Option<u8>) = match atom {
            'W' => (&[(1, 0)], None),
            'F' => (&[(1, 1)], None),
            'D' => (&[(2, 0)], None),
            'N' => (&[(2, 1)], None),
            'A' => (&[(2, 2)], None),
            'H' => (&[(3, 0)], None),
            'C' => (&[(3, 1)], None),
            'Z' => (&[(3, 2)], None),
            'G' => (&[(3, 3)], None),
            'K' => (&[(1, 0), (1, 1)], None),
            'R' => (&[(1, 0)], Some(0)),
            'B' => (&[(1, 1)], Some(0)),
            'Q' => (&[(1, 0), (1, 1)], Some(0)),
            other => return Err(unknown(other, atom_at, text)),
        };
        if symbols.get(at) == Some(&atom) && ride.is_none() && leaps.len() == 1 {
            ride = Some(0);
            at += 1;
        } else if let Some(digit) = symbols.get(at).and_then(|c| c.to_digit(10)) {
            at += 1;
            ride = if digit == 1 { None } else { Some(digit as u8) };
        }
        let reach = match (modifiers.hop, ride) {
            (true, Some(0)) => Reach::Hop,
            (true, _) => return Err(unfit("`p` (hopper) goes with R, B or Q only")),
            (false, None) => Reach::Once,
            (false, Some(limit)) => Reach::Ride(limit),
        };
        if modifiers.hop && !leaps.iter().all(|&(a, b)| a <= 1 && b <= 1) {
            return Err(unfit("`p` (hopper) goes with R, B or Q only"));
        }
        if modifiers.lame && reach != Reach::Once {
            return Err(unfit("`n` (lame) goes with single leaps only"));
        }
        let (moves, captures) = match (modifiers.move_only, modifiers.capture_only) {
            (false, false) | (true, true) => (true, true),
            (moves, captures) => (moves, captures),
        };
        let mut found = false;
        for (files, ranks) in leaps.iter().flat_map(|&(a, b)| images(a, b)) {
            if modifiers.allows(files, ranks) {
                found = true;
                steps.push(Step {
                    files,
                    ranks,
                    reach,
                    moves,
                    captures,
                    lame: modifiers.lame,
                    initial: modifiers.initial,
                });
            }
        }
        if !found {
            return Err(unfit("no move is left in these directions"));
        }
    }
    Ok(steps)
}

fn unknown(symbol: char, at: usize, text: &str) -> BetzaError {
    BetzaError::UnknownSymbol {
        symbol,
        position: at + 1,
        text: text.to_owned(),
    }
}

/// The leap (a, b) in all eight orientations, each once.
fn images(a: i32, b: i32) -> Vec<(i32, i32)> {
    let mut all = Vec::with_capacity(8);
    for (x, y) in [(a, b), (b, a)] {
        for (sx, sy) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
            let image = (x * sx, y * sy);
            if !all.contains(&image) {
                all.push(image);
            }
        }
    }
    all
}

#[derive(Debug, Default)]
struct Modifiers {
    move_only: bool,
    capture_only: bool,
    hop: bool,
    lame: bool,
    initial: bool,
    directions: String,
}

impl Modifiers {
    fn take(&mut self, symbol: char) -> bool {
        match symbol {
            'm' => self.move_only = true,
            'c' => self.capture_only = true,
            'p' => self.hop = true,
            'n' => self.lame = true,
            'i' => self.initial = true,
            'f' | 'b' | 'l' | 'r' | 'v' | 's' => self.directions.push(symbol),
            _ => return false,
        }
        true
    }

    fn allows(&self, files: i32, ranks: i32) -> bool {
        if self.directions.is_empty() {
            return true;
        }
        let in_direction = |letter: u8| match letter {
            b'f' => ranks > 0,
            b'b' => ranks < 0,
            b'l' => files < 0,
            b'r' => files > 0,
            b'v' => ranks != 0,
            _ => files != 0,
        };
        let orthogonal = files == 0 || ranks == 0;
        let letters = self.directions.as_bytes();
        let mut at = 0;
        while at < letters.len() {
            let here = letters[at];
            let next = letters.get(at + 1).copied();
            let crosses = |a: u8, b: u8| {
                matches!(a, b'f' | b'b') && matches!(b, b'l' | b'r')
                    || matches!(a, b'l' | b'r') && matches!(b, b'f' | b'b')
            };
            let (allowed, used) = match next {
                Some(next) if !orthogonal && next == here && matches!(here, b'f' | b'b') => {
                    (in_direction(here) && ranks.abs() > files.abs(), 2)
                }
                Some(next) if !orthogonal && next == here => {
                    (in_direction(here) && files.abs() > ranks.abs(), 2)
                }
                Some(next) if !orthogonal && crosses(here, next) => {
                    (in_direction(here) && in_direction(next), 2)
                }
                _ => (in_direction(here), 1),
            };
            if allowed {
                return true;
            }
            at += used;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn targets(text: &str) -> Vec<(i32, i32)> {
        let mut all: Vec<_> = parse(text)
            .expect("a good description")
            .iter()
            .map(|s| (s.files, s.ranks))
            .collect();
        all.sort_unstable();
        all
    }

    #[test]
    fn directions_choose_among_a_leapers_squares() {
        assert_eq!(targets("fW"), [(0, 1)]);
        assert_eq!(targets("fF"), [(-1, 1), (1, 1)]);
        assert_eq!(targets("flF"), [(-1, 1)]);
        assert_eq!(targets("sW"), [(-1, 0), (1, 0)]);
        assert_eq!(targets("ffN"), [(-1, 2), (1, 2)]);
        assert_eq!(targets("fsW"), [(-1, 0), (0, 1), (1, 0)]);
    }

    #[test]
    fn a_pawn_has_a_move_two_captures_and_a_lame_initial_step() {
        let steps = parse("fmWfcFifmnD").expect("a pawn");
        assert_eq!(steps.len(), 4);
        assert!(steps[0].moves && !steps[0].captures);
        assert!(!steps[1].moves && steps[1].captures);
        assert!(steps[3].initial && steps[3].lame && steps[3].ranks == 2);
    }

    #[test]
    fn bad_descriptions_name_the_symbol() {
        for (text, part) in [
            ("", "empty"),
            ("X", "`X` at position 1"),
            ("Rm", "no piece letter"),
            ("pN", "hopper"),
            ("nR", "lame"),
            ("é", "`é` at position 1"),
            ("R-", "`-` at position 2"),
        ] {
            let error = parse(text).expect_err(text).to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
