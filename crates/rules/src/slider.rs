//! Attacks along ranks, files and diagonals, and the only unsafe code of the crate.
//!
//! Two implementations give the same answers (a test compares them): [`Hardware`] extracts the occupancy of a
//! square's lines with PEXT, half by half, and looks the attacks up in compact tables; [`Portable`] finds the
//! nearest blocker on each ray with shifts and bit scans.
//!
//! # Safety
//! A [`Hardware`] value can only be made in [`dispatch`], after the processor was asked whether it has the
//! instructions; holding one is the proof that they may be used. That is the whole argument for both unsafe blocks.
#![allow(unsafe_code)]

use crate::geometry::{Geometry, Square, Word};

/// How to look attacks up.
pub trait Lookup: Copy {
    /// Gathers the bits of `word` that `mask` selects.
    fn pext(self, word: u64, mask: u64) -> u64;
    /// Whether table look-ups are quick, so that rays need not be walked.
    const TABLES: bool;
}

/// The processor has BMI2; see the module's safety note.
#[derive(Clone, Copy)]
pub struct Hardware(());

/// Any processor.
#[derive(Clone, Copy)]
pub struct Portable;

impl Lookup for Hardware {
    const TABLES: bool = true;

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn pext(self, word: u64, mask: u64) -> u64 {
        // SAFETY: a `Hardware` exists only where BMI2 was detected.
        unsafe { std::arch::x86_64::_pext_u64(word, mask) }
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn pext(self, word: u64, mask: u64) -> u64 {
        pext_by_bits(word, mask)
    }
}

impl Lookup for Portable {
    const TABLES: bool = false;

    #[inline]
    fn pext(self, word: u64, mask: u64) -> u64 {
        pext_by_bits(word, mask)
    }
}

fn pext_by_bits(word: u64, mut mask: u64) -> u64 {
    let mut out = 0;
    let mut at = 0;
    while mask != 0 {
        if word & mask & mask.wrapping_neg() != 0 {
            out |= 1 << at;
        }
        at += 1;
        mask &= mask - 1;
    }
    out
}

/// A computation that is compiled once for each kind of look-up.
pub trait Task {
    /// What it computes.
    type Output;
    /// Runs it; mark the implementation `#[inline(always)]` so that it is compiled with the processor's features.
    fn run<L: Lookup>(self, lookup: L) -> Self::Output;
}

/// Runs a task with the best look-up this processor has.
#[inline]
pub fn dispatch<T: Task>(task: T) -> T::Output {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt")]
        fn with_features<T: Task>(task: T) -> T::Output {
            task.run(Hardware(()))
        }
        if std::arch::is_x86_feature_detected!("bmi2")
            && std::arch::is_x86_feature_detected!("bmi1")
            && std::arch::is_x86_feature_detected!("popcnt")
            && std::arch::is_x86_feature_detected!("lzcnt")
        {
            // SAFETY: every feature that `with_features` enables was detected in the line above.
            return unsafe { with_features(task) };
        }
    }
    task.run(Portable)
}

/// Directions of rays: the first four rise in index, the last four fall.
const RAYS: [(i32, i32); 8] = [
    (1, 0),
    (0, 1),
    (1, 1),
    (-1, 1),
    (-1, 0),
    (0, -1),
    (-1, -1),
    (1, -1),
];

/// The inner squares of some lines through a square and where their attacks lie in the table.
#[derive(Debug, Clone, Copy, Default)]
struct Slot {
    low: u64,
    high: u64,
    shift: u32,
    offset: u32,
}

/// Attack tables of one board shape.
#[derive(Debug, Clone)]
pub struct Sliders<W> {
    files: u32,
    rank_attacks: Vec<u16>,
    rank_start: Vec<u8>,
    file_of: Vec<u8>,
    file_slots: Vec<Slot>,
    diagonal_slots: Vec<Slot>,
    /// Files of wide boards; whole rook moves on boards of up to 64 squares.
    file_table: Vec<W>,
    diagonal_table: Vec<W>,
    rays: Vec<[W; 8]>,
    whole_rook: bool,
}

impl<W: Word> Sliders<W> {
    /// Computes the tables of a board shape.
    pub fn new(geometry: Geometry) -> Sliders<W> {
        let files = u32::from(geometry.files());
        let whole_rook = geometry.squares() <= 64 && geometry.files() + geometry.ranks() <= 16;
        let mut tables = Sliders {
            files,
            rank_attacks: vec![0; geometry.files() as usize * (1 << files.saturating_sub(2))],
            rank_start: geometry
                .iter()
                .map(|s| geometry.rank(s) * geometry.files())
                .collect(),
            file_of: geometry.iter().map(|s| geometry.file(s)).collect(),
            file_slots: Vec::new(),
            diagonal_slots: Vec::new(),
            file_table: Vec::new(),
            diagonal_table: Vec::new(),
            rays: Vec::new(),
            whole_rook,
        };
        for square in geometry.iter() {
            let mut rays = [W::EMPTY; 8];
            for (ray, (df, dr)) in rays.iter_mut().zip(RAYS) {
                let mut at = square;
                while let Some(next) = geometry.offset(at, df, dr) {
                    *ray |= W::bit(next);
                    at = next;
                }
            }
            tables.rays.push(rays);
        }
        for file in 0..files {
            for inner in 0..1u32 << (files - 2) {
                let occupied = inner << 1;
                let mut attacks = 0u16;
                for step in [-1i32, 1] {
                    let mut at = file as i32 + step;
                    while at >= 0 && at < files as i32 {
                        attacks |= 1 << at;
                        if occupied >> at & 1 == 1 {
                            break;
                        }
                        at += step;
                    }
                }
                tables.rank_attacks[((file << (files - 2)) + inner) as usize] = attacks;
            }
        }
        let straight: &[usize] = if whole_rook { &[0, 1, 4, 5] } else { &[1, 5] };
        for square in geometry.iter() {
            let slot = tables.fill(geometry, square, straight, false);
            tables.file_slots.push(slot);
            let slot = tables.fill(geometry, square, &[2, 3, 6, 7], true);
            tables.diagonal_slots.push(slot);
        }
        tables
    }

    /// Adds the attacks of one square along some rays, for every occupancy of their inner squares.
    fn fill(&mut self, geometry: Geometry, square: Square, rays: &[usize], diagonal: bool) -> Slot {
        let mut mask = W::EMPTY;
        for &ray in rays {
            let (df, dr) = RAYS[ray];
            let mut at = square;
            while let Some(next) = geometry.offset(at, df, dr) {
                if geometry.offset(next, df, dr).is_some() {
                    mask |= W::bit(next);
                }
                at = next;
            }
        }
        let (low, high) = mask.halves();
        let table = if diagonal {
            &self.diagonal_table
        } else {
            &self.file_table
        };
        let slot = Slot {
            low,
            high,
            shift: low.count_ones(),
            offset: table.len() as u32,
        };
        let inner: Vec<Square> = crate::geometry::squares(mask.widen()).collect();
        for index in 0..1u32 << inner.len() {
            let mut occupied = W::EMPTY;
            for (bit, &blocker) in inner.iter().enumerate() {
                if index >> bit & 1 == 1 {
                    occupied |= W::bit(blocker);
                }
            }
            let mut attacks = W::EMPTY;
            for &ray in rays {
                attacks |= self.ray(square, ray, occupied);
            }
            if diagonal {
                self.diagonal_table.push(attacks);
            } else {
                self.file_table.push(attacks);
            }
        }
        slot
    }

    /// Squares seen from `square` along one ray, the first occupied one included.
    #[inline(always)]
    fn ray(&self, square: Square, ray: usize, occupied: W) -> W {
        let full = self.rays[square.index()][ray];
        let blockers = full & occupied;
        if blockers.is_empty() {
            return full;
        }
        let nearest = if ray < 4 {
            blockers.first()
        } else {
            blockers.last()
        };
        full ^ self.rays[nearest.index()][ray]
    }

    #[inline(always)]
    fn slot<L: Lookup>(lookup: L, slot: &Slot, table: &[W], occupied: W) -> W {
        let (low, high) = occupied.halves();
        let mut index = lookup.pext(low, slot.low);
        if size_of::<W>() > 8 {
            index |= lookup.pext(high, slot.high) << slot.shift;
        }
        table[slot.offset as usize + index as usize]
    }

    /// Squares that a rook on `square` attacks: up to and including the first occupied square of each line.
    #[inline(always)]
    pub fn straight<L: Lookup>(&self, lookup: L, square: Square, occupied: W) -> W {
        if !L::TABLES {
            return self.ray(square, 0, occupied)
                | self.ray(square, 1, occupied)
                | self.ray(square, 4, occupied)
                | self.ray(square, 5, occupied);
        }
        let along_file = Self::slot(
            lookup,
            &self.file_slots[square.index()],
            &self.file_table,
            occupied,
        );
        if self.whole_rook {
            return along_file;
        }
        let start = u32::from(self.rank_start[square.index()]);
        let file = u32::from(self.file_of[square.index()]);
        let inner = (occupied >> (start + 1)).halves().0 as u32 & ((1 << (self.files - 2)) - 1);
        let along_rank = self.rank_attacks[((file << (self.files - 2)) + inner) as usize];
        along_file | (W::cut(u128::from(along_rank)) << start)
    }

    /// Squares that a bishop on `square` attacks.
    #[inline(always)]
    pub fn diagonal<L: Lookup>(&self, lookup: L, square: Square, occupied: W) -> W {
        if !L::TABLES {
            return self.ray(square, 2, occupied)
                | self.ray(square, 3, occupied)
                | self.ray(square, 6, occupied)
                | self.ray(square, 7, occupied);
        }
        Self::slot(
            lookup,
            &self.diagonal_slots[square.index()],
            &self.diagonal_table,
            occupied,
        )
    }

    /// All squares of the rank and file through `square`, or of its diagonals, without itself.
    #[inline(always)]
    pub fn lines(&self, square: Square, diagonal: bool) -> W {
        let rays = &self.rays[square.index()];
        if diagonal {
            rays[2] | rays[3] | rays[6] | rays[7]
        } else {
            rays[0] | rays[1] | rays[4] | rays[5]
        }
    }

    /// Squares where a hopper on `square` lands: beyond exactly one piece (the screen) on each line, up to and
    /// including the next occupied square.
    pub fn hops(&self, square: Square, diagonal: bool, occupied: W) -> W {
        let rays: [usize; 4] = if diagonal { [2, 3, 6, 7] } else { [0, 1, 4, 5] };
        let mut out = W::EMPTY;
        for ray in rays {
            let blockers = self.rays[square.index()][ray] & occupied;
            if blockers.any() {
                let screen = if ray < 4 {
                    blockers.first()
                } else {
                    blockers.last()
                };
                out |= self.ray(screen, ray, occupied);
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Both<'a, W>(&'a Sliders<W>, Square, W);

    impl<W: Word> Task for Both<'_, W> {
        type Output = (W, W);
        #[inline(always)]
        fn run<L: Lookup>(self, lookup: L) -> (W, W) {
            (
                self.0.straight(lookup, self.1, self.2),
                self.0.diagonal(lookup, self.1, self.2),
            )
        }
    }

    fn same<W: Word>(files: u8, ranks: u8) {
        let geometry = Geometry::new(files, ranks).expect("a legal board");
        let sliders = Sliders::<W>::new(geometry);
        let mut state = 0x9E37_79B9_7F4A_7C15u128;
        for _ in 0..2_000 {
            state = state
                .wrapping_mul(0xDA94_2042_E4DD_58B5)
                .wrapping_add(0x1405_7B7E_F767_814F_0000_0001);
            let occupied =
                W::cut((state ^ state >> 59) & (state >> 31 | state << 13) & geometry.all());
            for square in geometry.iter() {
                let fast = dispatch(Both(&sliders, square, occupied));
                let slow = Both(&sliders, square, occupied).run(Portable);
                assert_eq!(fast, slow, "{files}x{ranks} {}", geometry.name(square));
            }
        }
    }

    #[test]
    fn hardware_and_portable_attacks_are_equal() {
        for (files, ranks) in [(8, 8), (4, 4), (5, 8), (2, 2), (3, 10)] {
            same::<u64>(files, ranks);
        }
        for (files, ranks) in [(8, 8), (9, 9), (10, 8), (12, 10), (7, 10), (12, 2)] {
            same::<u128>(files, ranks);
        }
    }
}
