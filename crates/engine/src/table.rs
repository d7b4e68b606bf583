//! The transposition table: what was found out about positions before.

use backrank_rules::Action;

use crate::score::{MATE_BOUND, is_mate};

/// What a stored value says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bound {
    Exact,
    /// The true value is this or more.
    Lower,
    /// The true value is this or less.
    Upper,
}

/// What was found out about one position.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Entry {
    key: u64,
    pub(crate) action: Option<Action>,
    pub(crate) value: i32,
    pub(crate) depth: i8,
    pub(crate) bound: Bound,
}

const NOTHING: Entry = Entry {
    key: 0,
    action: None,
    value: 0,
    depth: -1,
    bound: Bound::Upper,
};

/// Entries by key, a newer or deeper one replacing what was there.
pub(crate) struct Table {
    entries: Vec<Entry>,
}

impl Table {
    /// `size` must be a power of two.
    pub(crate) fn new(size: usize) -> Table {
        Table {
            entries: vec![NOTHING; size],
        }
    }

    fn slot(&self, key: u64) -> usize {
        (key as usize) & (self.entries.len() - 1)
    }

    /// What is known of a position that is `ply` half-moves from the root.
    #[inline(always)]
    pub(crate) fn get(&self, key: u64, ply: usize) -> Option<Entry> {
        let mut entry = self.entries[self.slot(key)];
        if entry.key != key || entry.depth < 0 {
            return None;
        }
        // Mates are stored as seen from their own position.
        if entry.value >= MATE_BOUND {
            entry.value -= ply as i32;
        } else if entry.value <= -MATE_BOUND {
            entry.value += ply as i32;
        }
        Some(entry)
    }

    pub(crate) fn put(
        &mut self,
        key: u64,
        ply: usize,
        depth: i32,
        value: i32,
        bound: Bound,
        action: Option<Action>,
    ) {
        let slot = self.slot(key);
        let old = &mut self.entries[slot];
        let same = old.key == key;
        if same && bound != Bound::Exact && i32::from(old.depth) > depth + 3 {
            return;
        }
        let value = match value {
            v if is_mate(v) && v > 0 => v + ply as i32,
            v if is_mate(v) => v - ply as i32,
            v => v,
        };
        *old = Entry {
            key,
            action: action.or(if same { old.action } else { None }),
            value,
            depth: depth.clamp(0, 127) as i8,
            bound,
        };
    }
}
