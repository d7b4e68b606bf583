//! A small generator of reproducible random numbers.

/// SplitMix64 (Steele, Lea, Flood 2014): not for secrets.
#[derive(Debug, Clone)]
pub struct Random(u64);

impl Random {
    /// Starts from a seed.
    pub const fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mix(self.0)
    }

    /// A number below `limit`; 0 if that is 0.
    pub fn below(&mut self, limit: usize) -> usize {
        if limit == 0 {
            return 0;
        }
        ((u128::from(self.bits()) * limit as u128) >> 64) as usize
    }

    /// Puts a list into random order.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last + 1));
        }
    }
}

/// Scatters the bits of a number.
#[inline(always)]
pub(crate) const fn mix(bits: u64) -> u64 {
    let mut z = bits;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
