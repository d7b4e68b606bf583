//! Squares, colours and sets of squares on boards of up to 12 files and 10 ranks.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

/// Most files a board may have.
pub const MAX_FILES: u8 = 12;
/// Most ranks a board may have.
pub const MAX_RANKS: u8 = 10;
/// Most squares a board may have.
pub const MAX_SQUARES: usize = 120;

/// One of the two sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Colour {
    /// Moves first, starts on rank 1.
    White,
    /// Starts on the last rank.
    Black,
}

impl Colour {
    /// White, then Black.
    pub const ALL: [Colour; 2] = [Colour::White, Colour::Black];

    /// 0 for White, 1 for Black.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other side.
    #[inline(always)]
    pub const fn other(self) -> Colour {
        match self {
            Colour::White => Colour::Black,
            Colour::Black => Colour::White,
        }
    }

    /// The letter of the side in FEN: `w` or `b`.
    pub const fn letter(self) -> char {
        match self {
            Colour::White => 'w',
            Colour::Black => 'b',
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Colour::White => "white",
            Colour::Black => "black",
        })
    }
}

/// A square, counted from a1 along the ranks of one particular board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(pub(crate) u8);

impl Square {
    /// The square with this index, which must be below [`MAX_SQUARES`].
    #[inline(always)]
    pub const fn from_index(index: usize) -> Square {
        debug_assert!(index < MAX_SQUARES);
        Square(index as u8)
    }

    /// 0 for a1, 1 for b1, …
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The set holding this square alone.
    #[inline(always)]
    pub const fn bit(self) -> u128 {
        1u128 << self.0
    }
}

/// The shape of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Geometry {
    files: u8,
    ranks: u8,
}

impl Geometry {
    /// A board of `files` by `ranks`, or `None` outside 2x2 … 12x10.
    pub const fn new(files: u8, ranks: u8) -> Option<Geometry> {
        if files < 2 || files > MAX_FILES || ranks < 2 || ranks > MAX_RANKS {
            return None;
        }
        Some(Geometry { files, ranks })
    }

    /// Number of files.
    #[inline(always)]
    pub const fn files(self) -> u8 {
        self.files
    }

    /// Number of ranks.
    #[inline(always)]
    pub const fn ranks(self) -> u8 {
        self.ranks
    }

    /// Number of squares.
    #[inline(always)]
    pub const fn squares(self) -> usize {
        self.files as usize * self.ranks as usize
    }

    /// Every square from a1 on.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Square> + Clone {
        (0..self.squares()).map(Square::from_index)
    }

    /// The square at `file` and `rank`, both counted from 0, if it is on the board.
    #[inline]
    pub const fn square(self, file: i32, rank: i32) -> Option<Square> {
        if file < 0 || rank < 0 || file >= self.files as i32 || rank >= self.ranks as i32 {
            return None;
        }
        Some(Square((rank * self.files as i32 + file) as u8))
    }

    /// File of a square, 0 for `a`.
    #[inline(always)]
    pub const fn file(self, square: Square) -> u8 {
        square.0 % self.files
    }

    /// Rank of a square, 0 for rank 1.
    #[inline(always)]
    pub const fn rank(self, square: Square) -> u8 {
        square.0 / self.files
    }

    /// Rank of a square counted from a side's own first rank, 0 for the first.
    #[inline]
    pub const fn rank_of(self, colour: Colour, square: Square) -> u8 {
        match colour {
            Colour::White => self.rank(square),
            Colour::Black => self.ranks - 1 - self.rank(square),
        }
    }

    /// The square shifted by files and ranks, if that is on the board.
    #[inline]
    pub const fn offset(self, square: Square, files: i32, ranks: i32) -> Option<Square> {
        self.square(
            self.file(square) as i32 + files,
            self.rank(square) as i32 + ranks,
        )
    }

    /// All squares of a rank counted from a side's own first rank (0).
    pub const fn rank_mask(self, colour: Colour, rank: u8) -> u128 {
        let rank = match colour {
            Colour::White => rank,
            Colour::Black => self.ranks - 1 - rank,
        };
        ((1u128 << self.files) - 1) << (rank as u32 * self.files as u32)
    }

    /// All squares of the board.
    pub const fn all(self) -> u128 {
        (1u128 << self.squares()) - 1
    }

    /// Whether a square is bright (as b1) rather than dark (as a1).
    pub const fn is_bright(self, square: Square) -> bool {
        (self.file(square) + self.rank(square)) % 2 == 1
    }

    /// Whether two different squares touch, as a king's step.
    pub const fn adjacent(self, a: Square, b: Square) -> bool {
        let files = self.file(a).abs_diff(self.file(b));
        let ranks = self.rank(a).abs_diff(self.rank(b));
        files <= 1 && ranks <= 1 && a.0 != b.0
    }

    /// The square's name, such as `e4` or `j10`.
    pub fn name(self, square: Square) -> String {
        format!(
            "{}{}",
            (b'a' + self.file(square)) as char,
            self.rank(square) + 1
        )
    }

    /// Reads a square's name; `None` where it is none of this board's.
    pub fn parse(self, text: &str) -> Option<Square> {
        let mut chars = text.chars();
        let file = chars.next()?;
        if !file.is_ascii_lowercase() {
            return None;
        }
        let rank = chars.as_str();
        if rank.is_empty()
            || rank.len() > 2
            || rank.starts_with('0')
            || !rank.bytes().all(|b| b.is_ascii_digit())
        {
            return None;
        }
        let rank: i32 = rank.parse().ok()?;
        self.square(file as i32 - 'a' as i32, rank - 1)
    }
}

/// The squares of a set, lowest first.
pub fn squares(set: u128) -> impl Iterator<Item = Square> {
    let mut rest = set;
    std::iter::from_fn(move || {
        if rest == 0 {
            return None;
        }
        let square = Square(rest.trailing_zeros() as u8);
        rest &= rest - 1;
        Some(square)
    })
}

/// A machine word that holds a set of squares: `u64` for boards of up to 64 squares, else `u128`.
pub trait Word:
    Copy
    + Eq
    + fmt::Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// No square.
    const EMPTY: Self;
    /// The low part of a full-size set.
    fn cut(set: u128) -> Self;
    /// As a full-size set.
    fn widen(self) -> u128;
    /// The set of one square.
    fn bit(square: Square) -> Self;
    /// Number of squares.
    fn count(self) -> u32;
    /// Lowest square; the set must not be empty.
    fn first(self) -> Square;
    /// Highest square; the set must not be empty.
    fn last(self) -> Square;
    /// The set without its lowest square; it must not be empty.
    fn rest(self) -> Self;
    /// The two halves, low first.
    fn halves(self) -> (u64, u64);

    /// Whether the set has no square.
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }
    /// Whether the set has a square.
    #[inline(always)]
    fn any(self) -> bool {
        self != Self::EMPTY
    }
    /// Whether the set has two squares or more.
    #[inline(always)]
    fn many(self) -> bool {
        self.any() && self.rest().any()
    }
    /// Whether the square is in the set.
    #[inline(always)]
    fn has(self, square: Square) -> bool {
        (self & Self::bit(square)).any()
    }
}

macro_rules! word {
    ($type:ty, $halves:expr) => {
        impl Word for $type {
            const EMPTY: Self = 0;
            #[inline(always)]
            fn cut(set: u128) -> Self {
                set as $type
            }
            #[inline(always)]
            fn widen(self) -> u128 {
                self as u128
            }
            #[inline(always)]
            fn bit(square: Square) -> Self {
                1 << square.0
            }
            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn first(self) -> Square {
                Square(self.trailing_zeros() as u8)
            }
            #[inline(always)]
            fn last(self) -> Square {
                Square((<$type>::BITS - 1 - self.leading_zeros()) as u8)
            }
            #[inline(always)]
            fn rest(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline(always)]
            fn halves(self) -> (u64, u64) {
                $halves(self)
            }
        }
    };
}

word!(u64, |set: u64| (set, 0));
word!(u128, |set: u128| (set as u64, (set >> 64) as u64));
