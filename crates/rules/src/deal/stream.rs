//! The stream of random words of a deal.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use super::{Contribution, Salt, put};

/// Random words from salt and contributions: block i is HMAC-SHA-256 under the salt of
/// `backrank stream v1` ‖ the contributions ‖ i, read as eight 32-bit words, high byte first.
pub struct Stream {
    keyed: Hmac<Sha256>,
    counter: u64,
    block: [u8; 32],
    used: usize,
}

impl Stream {
    /// The stream of a deal with these contributions in player order.
    pub fn new(salt: &Salt, contributions: &[Contribution]) -> Self {
        // HMAC fills a key with zeros to the block of 64 bytes; done here, nothing can fail.
        let mut key = [0; 64];
        for (to, from) in key.iter_mut().zip(salt.0) {
            *to = from;
        }
        let mut message = b"backrank stream v1".to_vec();
        message.extend_from_slice(&(contributions.len() as u32).to_be_bytes());
        for contribution in contributions {
            put(&mut message, &contribution.0);
        }
        let mut keyed = <Hmac<Sha256> as KeyInit>::new(&key.into());
        keyed.update(&message);
        Stream {
            keyed,
            counter: 0,
            block: [0; 32],
            used: 32,
        }
    }

    /// The next 32-bit word.
    pub fn word(&mut self) -> u32 {
        if self.used >= self.block.len() {
            let mut block = self.keyed.clone();
            block.update(&self.counter.to_be_bytes());
            self.block = block.finalize().into_bytes().into();
            self.counter = self.counter.wrapping_add(1);
            self.used = 0;
        }
        let word = self
            .block
            .iter()
            .skip(self.used)
            .take(4)
            .fold(0, |word, &byte| word << 8 | u32::from(byte));
        self.used += 4;
        word
    }

    /// A number below `n`, each equally likely: words that would favour some are thrown away.
    /// Takes at least one word, also for `n` = 1; 0 for `n` = 0.
    pub fn below(&mut self, n: u32) -> u32 {
        if n == 0 {
            return 0;
        }
        loop {
            if let Some(number) = accept(self.word(), n) {
                return number;
            }
        }
    }

    /// Puts `items` into a random order, each equally likely (Fisher–Yates from the end).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let chosen = self.below(last as u32 + 1) as usize;
            items.swap(chosen, last);
        }
    }
}

/// `word mod n`, unless the word lies above the highest multiple of `n`.
pub(super) fn accept(word: u32, n: u32) -> Option<u32> {
    let whole = (1u64 << 32) / u64::from(n) * u64::from(n);
    (u64::from(word) < whole).then(|| word % n)
}
