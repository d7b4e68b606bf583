//! The secrets of a deal and the promises made about them.

use std::fmt;
use std::str::FromStr;

use sha2::{Digest, Sha256};

use super::put;

/// Why a text is not 32 bytes in hexadecimal.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not 64 hexadecimal digits")]
pub struct HexError;

fn hex(bytes: &[u8; 32]) -> String {
    let mut text = String::with_capacity(64);
    for byte in bytes {
        for nibble in [byte >> 4, byte & 15] {
            text.push(char::from_digit(u32::from(nibble), 16).unwrap_or('0'));
        }
    }
    text
}

fn unhex(text: &str) -> Result<[u8; 32], HexError> {
    let digits = text.as_bytes();
    if digits.len() != 64 {
        return Err(HexError);
    }
    let digit = |byte: u8| {
        char::from(byte)
            .to_digit(16)
            .map(|d| d as u8)
            .ok_or(HexError)
    };
    let mut bytes = [0; 32];
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        if let [high, low] = pair {
            *byte = digit(*high)? << 4 | digit(*low)?;
        }
    }
    Ok(bytes)
}

/// The server's 32 secret bytes, secret until the game ends. Never printed: [`Salt::reveal_hex`] is
/// for the record of a finished game and for sealed storage alone.
#[derive(Clone)]
pub struct Salt(pub(super) [u8; 32]);

impl Salt {
    /// A salt of these bytes, in earnest from the operating system's generator.
    pub fn new(bytes: [u8; 32]) -> Self {
        Salt(bytes)
    }

    /// Reads what [`Salt::reveal_hex`] wrote.
    ///
    /// # Errors
    /// If the text is not 64 hexadecimal digits.
    pub fn from_hex(text: &str) -> Result<Self, HexError> {
        unhex(text).map(Salt)
    }

    /// The secret itself, as 64 hexadecimal digits.
    pub fn reveal_hex(&self) -> String {
        hex(&self.0)
    }
}

impl fmt::Debug for Salt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Salt(secret)")
    }
}

/// One person's 32 random bytes, secret until everybody has committed.
#[derive(Clone)]
pub struct Contribution(pub(super) [u8; 32]);

impl Contribution {
    /// A contribution of these bytes.
    pub fn new(bytes: [u8; 32]) -> Self {
        Contribution(bytes)
    }

    /// Reads what a client opened.
    ///
    /// # Errors
    /// If the text is not 64 hexadecimal digits.
    pub fn from_hex(text: &str) -> Result<Self, HexError> {
        unhex(text).map(Contribution)
    }

    /// The secret itself, as 64 hexadecimal digits.
    pub fn reveal_hex(&self) -> String {
        hex(&self.0)
    }

    /// The promise that `player` sends in `game` before anything is opened.
    pub fn commitment(&self, game: &str, player: &str) -> Commitment {
        let mut message = b"backrank contribution v1".to_vec();
        put(&mut message, game.as_bytes());
        put(&mut message, player.as_bytes());
        message.extend_from_slice(&self.0);
        Commitment(Sha256::digest(&message).into())
    }
}

impl fmt::Debug for Contribution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Contribution(secret)")
    }
}

/// A SHA-256 that promises a secret without telling it. Public; prints as 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Commitment(pub [u8; 32]);

impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex(&self.0))
    }
}

impl fmt::Debug for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Commitment({self})")
    }
}

impl FromStr for Commitment {
    type Err = HexError;

    /// Reads 64 hexadecimal digits.
    fn from_str(text: &str) -> Result<Self, HexError> {
        unhex(text).map(Commitment)
    }
}
