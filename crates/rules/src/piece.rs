//! Kinds of pieces, and small counts of them.

use crate::geometry::Colour;

/// Most kinds of pieces in one game, the blank disc included.
pub const MAX_KINDS: usize = 16;

/// A kind of piece, numbered in the order of the game's file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Kind(pub(crate) u8);

impl Kind {
    /// The kind with this number, which must be below [`MAX_KINDS`].
    #[inline(always)]
    pub const fn from_index(index: usize) -> Kind {
        debug_assert!(index < MAX_KINDS);
        Kind(index as u8)
    }

    /// Place in the order of the game's file, from 0.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A piece on the board as everybody sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Whose it is.
    pub colour: Colour,
    /// What it acts as: for a face-down piece its dress, or the game's blank disc.
    pub kind: Kind,
    /// Whether its identity is hidden.
    pub face_down: bool,
}

/// How many pieces of each kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Counts([u8; MAX_KINDS]);

impl Counts {
    /// No pieces.
    pub const NONE: Counts = Counts([0; MAX_KINDS]);

    /// Number of pieces of a kind.
    #[inline(always)]
    pub const fn get(&self, kind: Kind) -> u8 {
        self.0[kind.index()]
    }

    /// Adds one piece.
    #[inline(always)]
    pub fn add(&mut self, kind: Kind) {
        self.0[kind.index()] = self.0[kind.index()].saturating_add(1);
    }

    /// Takes one piece away; `false` (and no change) if there is none.
    #[inline(always)]
    pub fn take(&mut self, kind: Kind) -> bool {
        let count = &mut self.0[kind.index()];
        if *count == 0 {
            return false;
        }
        *count -= 1;
        true
    }

    /// Number of pieces of all kinds.
    pub fn total(&self) -> u32 {
        self.0.iter().map(|&n| u32::from(n)).sum()
    }

    /// Whether there is none.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; MAX_KINDS]
    }

    /// The kinds of which there is at least one, with their number, in the game's order.
    pub fn iter(&self) -> impl Iterator<Item = (Kind, u8)> + '_ {
        self.0
            .iter()
            .enumerate()
            .filter(|&(_, &n)| n > 0)
            .map(|(k, &n)| (Kind(k as u8), n))
    }
}

impl FromIterator<Kind> for Counts {
    fn from_iter<T: IntoIterator<Item = Kind>>(kinds: T) -> Counts {
        let mut counts = Counts::NONE;
        for kind in kinds {
            counts.add(kind);
        }
        counts
    }
}
