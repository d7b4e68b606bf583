//! The deal: who plays which colour and how the pieces start, drawn so that nobody can choose it.
//!
//! The server commits to a secret [`Salt`], every person to a [`Contribution`]; when all commitments
//! are in, all are opened, and [`deal`] computes the draw. `docs/deal.md` states `deal v1` byte by
//! byte. **It is frozen**: a change of anything here that changes a drawn result needs a new name,
//! and the 1,000 vectors in `tests/data/deal-v1.json` notice.
//!
//! ```
//! use backrank_rules::deal::{self, Colour, ColourWish, Contribution, DealTerms, Salt};
//! use backrank_rules::setup::{HiddenShuffle, Mirror, Setup};
//! let rows = vec!["RNBQKBNR".to_owned(), "PPPPPPPP".to_owned()];
//! let setup = Setup::HiddenShuffle(HiddenShuffle::new(&["e1 K"], "QRRBBNNPPPPPPPP", rows, Mirror::File)?);
//! let terms = DealTerms {
//!     game: "7pQnZ2".into(),
//!     players: vec!["3xKq".into(), deal::COMPUTER.into()],
//!     colour: ColourWish::Black,
//!     level: 3,
//!     set: String::new(),
//!     number: None,
//!     variant: "hidden".into(),
//!     variant_digest: deal::variant_digest(&["…"]),
//!     rules_version: 1,
//! };
//! let salt = Salt::new([7; 32]);                // from the operating system, in earnest
//! let promise = deal::commitment(&salt, &terms); // sent before anybody opens anything
//! let deal = deal::deal(&setup, &terms, &salt, &[Contribution::new([9; 32])])?;
//! assert_eq!(deal.first_player(), Colour::Black);
//! assert_eq!(deal.white_layout().map(|layout| layout.len()), Some(15));
//! # let _ = promise;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod secret;
mod stream;
mod verify;

pub use secret::{Commitment, Contribution, HexError, Salt};
pub use stream::Stream;
pub use verify::{Check, ContributionRecord, Record, verify, verify_start};

use std::fmt;

use sha2::{Digest, Sha256};

use crate::setup::{Array, HiddenShuffle, Setup, SquareName};

/// Name of this algorithm, part of every commitment and record.
pub const ALGORITHM: &str = "deal v1";

/// What stands in the list of players for the computer, which contributes nothing.
pub const COMPUTER: &str = "computer";

/// A side of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Colour {
    /// Moves first.
    White,
    /// Moves second.
    Black,
}

impl Colour {
    /// `white` or `black`, as records write it.
    pub fn as_str(self) -> &'static str {
        match self {
            Colour::White => "white",
            Colour::Black => "black",
        }
    }
}

/// The colour that the first player asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ColourWish {
    /// White, not drawn.
    White,
    /// Black, not drawn.
    Black,
    /// To be drawn.
    Random,
}

/// Everything a deal depends on besides the secrets; the commitment covers all of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DealTerms {
    /// Id of the game.
    pub game: String,
    /// Ids of the players in the order in which they joined; [`COMPUTER`] for the computer.
    pub players: Vec<String>,
    /// Wish of the first player.
    pub colour: ColourWish,
    /// Level of the computer player; 0 where none plays.
    pub level: u8,
    /// Name of the set of start arrays, `""` where the game has none. Never `""` to mean the default:
    /// who makes the game writes the default's name.
    pub set: String,
    /// The array number asked for, if one was.
    pub number: Option<u32>,
    /// Id of the variant.
    pub variant: String,
    /// [`variant_digest`] of the variant's files.
    pub variant_digest: [u8; 32],
    /// Version of the variant's rules.
    pub rules_version: u32,
}

impl DealTerms {
    /// Ids of those who contribute: everybody but the computer, in order.
    pub fn people(&self) -> impl Iterator<Item = &str> {
        self.players
            .iter()
            .map(String::as_str)
            .filter(|&player| player != COMPUTER)
    }
}

/// Why nothing can be dealt.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DealError {
    /// The game has no set of this name.
    #[error("there is no set of start arrays called \"{0}\"")]
    UnknownSet(String),
    /// The set holds no array.
    #[error("the set \"{0}\" is empty")]
    EmptySet(String),
    /// The number asked for is not in the set.
    #[error("array {number} is not in the set \"{set}\"")]
    NotInSet {
        /// The number asked for.
        number: u32,
        /// The set asked for.
        set: String,
    },
    /// A number was asked for in a game that numbers nothing.
    #[error("this game takes no array number, but {0} was asked for")]
    NoNumbers(u32),
    /// Not one contribution a person.
    #[error("{found} contributions for {people} people")]
    Contributions {
        /// How many people play.
        people: usize,
        /// How many contributions there are.
        found: usize,
    },
}

/// SHA-256 over the texts of a variant's files, base first, joined by a line feed. A variant without
/// base is a single text.
pub fn variant_digest(texts: &[impl AsRef<str>]) -> [u8; 32] {
    let mut hash = Sha256::new();
    for (index, text) in texts.iter().enumerate() {
        if index > 0 {
            hash.update(b"\n");
        }
        hash.update(text.as_ref().as_bytes());
    }
    hash.finalize().into()
}

/// Appends the length of `bytes` as four bytes, high byte first, then `bytes`. Texts here are ids of a
/// few characters; a text of 4 GiB cannot occur.
pub(crate) fn put(message: &mut Vec<u8>, bytes: &[u8]) {
    message.extend_from_slice(&(bytes.len() as u32).to_be_bytes());
    message.extend_from_slice(bytes);
}

/// The server's promise: SHA-256 over the salt and every term.
pub fn commitment(salt: &Salt, terms: &DealTerms) -> Commitment {
    let mut message = b"backrank commitment v1".to_vec();
    message.extend_from_slice(&salt.0);
    put(&mut message, ALGORITHM.as_bytes());
    put(&mut message, terms.game.as_bytes());
    message.extend_from_slice(&(terms.players.len() as u32).to_be_bytes());
    for player in &terms.players {
        put(&mut message, player.as_bytes());
    }
    message.push(match terms.colour {
        ColourWish::White => 0,
        ColourWish::Black => 1,
        ColourWish::Random => 2,
    });
    message.push(terms.level);
    put(&mut message, terms.set.as_bytes());
    match terms.number {
        None => message.push(0),
        Some(number) => {
            message.push(1);
            message.extend_from_slice(&number.to_be_bytes());
        }
    }
    put(&mut message, terms.variant.as_bytes());
    message.extend_from_slice(&terms.variant_digest);
    message.extend_from_slice(&terms.rules_version.to_be_bytes());
    Commitment(Sha256::digest(&message).into())
}

/// A finished draw. It holds the secret layouts, so it prints none of them.
#[derive(Clone, PartialEq, Eq)]
pub struct Deal {
    first_player: Colour,
    pieces: Pieces,
}

#[derive(Clone, PartialEq, Eq)]
enum Pieces {
    Array {
        number: Option<u32>,
        white: Array,
        black: Array,
    },
    Hidden {
        setup: HiddenShuffle,
        white: Vec<char>,
        black: Vec<char>,
    },
}

/// One piece of a side's home ranks at the start.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Placed {
    /// Where it stands.
    pub square: SquareName,
    /// Its letter, upper case.
    pub letter: char,
    /// Whether it lies face down.
    pub face_down: bool,
}

impl Deal {
    /// Colour of the first player.
    pub fn first_player(&self) -> Colour {
        self.first_player
    }

    /// Number of the start array, where the game numbers them.
    pub fn number(&self) -> Option<u32> {
        match &self.pieces {
            Pieces::Array { number, .. } => *number,
            Pieces::Hidden { .. } => None,
        }
    }

    /// White's first rank, where the start is visible.
    pub fn white_array(&self) -> Option<&Array> {
        match &self.pieces {
            Pieces::Array { white, .. } => Some(white),
            Pieces::Hidden { .. } => None,
        }
    }

    /// Black's first rank from the a-file on (letters upper case), where the start is visible.
    pub fn black_array(&self) -> Option<&Array> {
        match &self.pieces {
            Pieces::Array { black, .. } => Some(black),
            Pieces::Hidden { .. } => None,
        }
    }

    /// White's face-down pieces in the order of [`HiddenShuffle::white_squares`]. Secret.
    pub fn white_layout(&self) -> Option<&[char]> {
        match &self.pieces {
            Pieces::Array { .. } => None,
            Pieces::Hidden { white, .. } => Some(white),
        }
    }

    /// Black's face-down pieces in the order of [`HiddenShuffle::black_squares`]. Secret.
    pub fn black_layout(&self) -> Option<&[char]> {
        match &self.pieces {
            Pieces::Array { .. } => None,
            Pieces::Hidden { black, .. } => Some(black),
        }
    }

    /// Every piece that the setup itself places for `side` on a board of `ranks` ranks: the array on
    /// the first rank (the pawns before it are not the setup's), or all of the face-down rows. Secret.
    pub fn placed(&self, side: Colour, ranks: u8) -> Vec<Placed> {
        match &self.pieces {
            Pieces::Array { white, black, .. } => {
                let (array, rank) = match side {
                    Colour::White => (white, 0),
                    Colour::Black => (black, ranks.saturating_sub(1)),
                };
                (0u8..)
                    .zip(array.letters())
                    .map(|(file, letter)| Placed {
                        square: SquareName { file, rank },
                        letter,
                        face_down: false,
                    })
                    .collect()
            }
            Pieces::Hidden {
                setup,
                white,
                black,
            } => {
                let (face_up, squares, layout) = match side {
                    Colour::White => (setup.face_up().to_vec(), setup.white_squares(), white),
                    Colour::Black => (
                        setup.black_face_up(ranks),
                        setup.black_squares(ranks),
                        black,
                    ),
                };
                let up = face_up.into_iter().map(|(square, letter)| Placed {
                    square,
                    letter,
                    face_down: false,
                });
                let down =
                    squares
                        .into_iter()
                        .zip(layout.iter().copied())
                        .map(|(square, letter)| Placed {
                            square,
                            letter,
                            face_down: true,
                        });
                up.chain(down).collect()
            }
        }
    }
}

impl fmt::Debug for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("Deal");
        debug.field("first_player", &self.first_player);
        match &self.pieces {
            Pieces::Array { number, white, .. } => {
                debug.field("number", number).field("white", white).finish()
            }
            Pieces::Hidden { .. } => debug.finish_non_exhaustive(),
        }
    }
}

/// Draws colour, array and layouts from the salt and the contributions, one a person in the order of
/// `terms.players` (the computer has none).
///
/// # Errors
/// A set or number that the game does not have, or a missing or surplus contribution: there is no
/// default to fall back on.
pub fn deal(
    setup: &Setup,
    terms: &DealTerms,
    salt: &Salt,
    contributions: &[Contribution],
) -> Result<Deal, DealError> {
    let people = terms.people().count();
    if people != contributions.len() {
        return Err(DealError::Contributions {
            people,
            found: contributions.len(),
        });
    }
    draw(
        setup,
        terms.colour,
        &terms.set,
        terms.number,
        &mut Stream::new(salt, contributions),
    )
}

/// The deal of `backrank start --seed`: the same draw on the salt SHA-256(`backrank seed v1` ‖ seed as
/// eight bytes, high byte first), without contributions, the first player White. `set` is the default
/// set if absent.
///
/// # Errors
/// A set or number that the game does not have.
pub fn seeded(
    setup: &Setup,
    seed: u64,
    set: Option<&str>,
    number: Option<u32>,
) -> Result<Deal, DealError> {
    let salt = Sha256::new()
        .chain_update(b"backrank seed v1")
        .chain_update(seed.to_be_bytes())
        .finalize();
    let set = set
        .or_else(|| setup.set_names().first().copied())
        .unwrap_or_default();
    draw(
        setup,
        ColourWish::White,
        set,
        number,
        &mut Stream::new(&Salt(salt.into()), &[]),
    )
}

fn draw(
    setup: &Setup,
    colour: ColourWish,
    set: &str,
    number: Option<u32>,
    stream: &mut Stream,
) -> Result<Deal, DealError> {
    if !matches!(setup, Setup::Shuffle(_)) {
        if let Some(number) = number {
            return Err(DealError::NoNumbers(number));
        }
        if !set.is_empty() {
            return Err(DealError::UnknownSet(set.to_owned()));
        }
    }
    let first_player = match colour {
        ColourWish::White => Colour::White,
        ColourWish::Black => Colour::Black,
        ColourWish::Random if stream.below(2) == 0 => Colour::White,
        ColourWish::Random => Colour::Black,
    };
    let pieces = match setup {
        Setup::Fixed(fixed) => {
            let white = fixed.array().clone();
            let black = white.for_black(fixed.mirror());
            Pieces::Array {
                number: None,
                white,
                black,
            }
        }
        Setup::Shuffle(shuffle) => {
            let index = shuffle
                .set_index(set)
                .ok_or_else(|| DealError::UnknownSet(set.to_owned()))?;
            let number = match number {
                Some(number) => number,
                None => {
                    let numbers = shuffle.numbers_in(index);
                    let drawn = if numbers.is_empty() {
                        None
                    } else {
                        numbers.get(stream.below(numbers.len() as u32) as usize)
                    };
                    *drawn.ok_or_else(|| DealError::EmptySet(set.to_owned()))?
                }
            };
            let not_in_set = || DealError::NotInSet {
                number,
                set: set.to_owned(),
            };
            let white = shuffle.array(number).ok_or_else(not_in_set)?;
            if !shuffle.contains(index, &white) {
                return Err(not_in_set());
            }
            let black = white.for_black(shuffle.mirror());
            Pieces::Array {
                number: Some(number),
                white,
                black,
            }
        }
        Setup::HiddenShuffle(hidden) => {
            let mut layout = || {
                let mut letters = hidden.army().to_vec();
                stream.shuffle(&mut letters);
                letters
            };
            let white = layout();
            let black = layout();
            Pieces::Hidden {
                setup: hidden.clone(),
                white,
                black,
            }
        }
    };
    Ok(Deal {
        first_player,
        pieces,
    })
}

#[cfg(test)]
mod tests;
