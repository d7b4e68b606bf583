//! Scores: centipawns, distances to mate, and how the two are averaged over chance.

use std::fmt;

/// Value of being able to mate at once.
pub(crate) const MATE: i32 = 32_000;
/// Values beyond this are mates.
pub(crate) const MATE_BOUND: i32 = 31_000;
/// No evaluation goes beyond this.
pub(crate) const EVALUATION_LIMIT: i32 = 9_000;
/// More than any value.
pub(crate) const INFINITE: i32 = 32_500;

/// Certain win on the scale of lotteries.
pub(crate) const SURE: i64 = 2_500;
const LINEAR: i32 = 1_500;
const SLOPE: i32 = 8;

/// What a position is worth to the side that moves, as a player program judges it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(pub(crate) i32);

impl Score {
    /// Hundredths of a pawn; large where a mate was found.
    pub fn centipawns(self) -> i32 {
        self.0
    }

    /// Half-moves until mate, if one was found: positive when the mover gives it, negative when it is mated.
    pub fn mate_in_plies(self) -> Option<i32> {
        if self.0 >= MATE_BOUND {
            Some(MATE - self.0)
        } else if self.0 <= -MATE_BOUND {
            Some(-MATE - self.0)
        } else {
            None
        }
    }
}

impl fmt::Display for Score {
    /// `cp 35`, or `mate 2` in moves of the side that mates.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mate_in_plies() {
            Some(plies) if plies >= 0 => write!(f, "mate {}", (plies + 1) / 2),
            Some(plies) => write!(f, "mate -{}", (1 - plies) / 2),
            None => write!(f, "cp {}", self.0),
        }
    }
}

/// Being mated now, `ply` half-moves from the root.
#[inline(always)]
pub(crate) fn mated(ply: usize) -> i32 {
    ply as i32 - MATE
}

/// Whether the value is a mate for either side.
#[inline(always)]
pub(crate) fn is_mate(value: i32) -> bool {
    value.abs() >= MATE_BOUND
}

/// A value on the scale on which chances are averaged: even centipawns while the game is open, flat where it is
/// decided, so that a small chance of mate is not worth more than material.
pub(crate) fn to_lottery(value: i32) -> i64 {
    let size = value.abs();
    let scaled = if size >= MATE_BOUND {
        SURE
    } else if size <= LINEAR {
        i64::from(size)
    } else {
        i64::from(LINEAR + (size.min(EVALUATION_LIMIT) - LINEAR) / SLOPE)
    };
    if value < 0 { -scaled } else { scaled }
}

/// The value of a place on that scale; certainty is the slowest of all mates.
pub(crate) fn from_lottery(scaled: i64) -> i32 {
    let size = scaled.abs();
    let value = if size >= SURE {
        MATE_BOUND
    } else if size <= i64::from(LINEAR) {
        size as i32
    } else {
        LINEAR + (size as i32 - LINEAR) * SLOPE
    };
    if scaled < 0 { -value } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lottery_scale_keeps_the_order() {
        let mut last = -SURE;
        for value in (-EVALUATION_LIMIT..=EVALUATION_LIMIT).step_by(7) {
            let scaled = to_lottery(value);
            assert!(scaled >= last && scaled.abs() < SURE, "{value}");
            assert!((from_lottery(scaled) - value).abs() < SLOPE, "{value}");
            last = scaled;
        }
        assert_eq!(to_lottery(MATE - 5), SURE);
        assert_eq!(from_lottery(-SURE), -MATE_BOUND);
    }

    #[test]
    fn mates_are_told_in_moves() {
        assert_eq!(Score(MATE - 1).to_string(), "mate 1");
        assert_eq!(Score(MATE - 3).to_string(), "mate 2");
        assert_eq!(Score(2 - MATE).to_string(), "mate -1");
        assert_eq!(Score(-35).to_string(), "cp -35");
    }
}
