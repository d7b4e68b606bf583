//! Names of games and players: random, base58, 72 bits.

use std::fmt;

use rand::TryRng;
use rand::rngs::SysRng;

/// Bytes of randomness in an id.
const BYTES: usize = 9;

/// The operating system gave no random bytes.
#[derive(Debug, thiserror::Error)]
#[error("the operating system gives no random bytes")]
pub struct NoRandomness;

/// Random bytes from the operating system.
///
/// # Errors
/// If it has none to give.
pub fn random<const N: usize>() -> Result<[u8; N], NoRandomness> {
    let mut bytes = [0; N];
    SysRng
        .try_fill_bytes(&mut bytes)
        .map_err(|_| NoRandomness)?;
    Ok(bytes)
}

macro_rules! id {
    ($(#[$meta:meta])* $name:ident) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(String);

        impl $name {
            /// A new one that nobody can guess.
            ///
            /// # Errors
            /// If the operating system gives no randomness.
            pub fn random() -> Result<Self, NoRandomness> {
                Ok($name(bs58::encode(random::<BYTES>()?).into_string()))
            }

            /// Reads an id that came from outside; `None` if it cannot be one.
            pub fn read(text: &str) -> Option<Self> {
                let fits = (1..=16).contains(&text.len())
                    && text.bytes().all(is_base58);
                fits.then(|| $name(text.to_owned()))
            }

            /// The id as text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

id!(
    /// Id of a game.
    GameId
);
id!(
    /// Id of a player, guests included.
    PlayerId
);
id!(
    /// Id of something that is neither: a session, a token, a notice, a report, a run of the server.
    RowId
);

fn is_base58(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() && !matches!(byte, b'0' | b'O' | b'I' | b'l')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_reads_back_and_nothing_else_does() {
        let id = GameId::random().unwrap();
        assert_eq!(GameId::read(id.as_str()), Some(id.clone()));
        assert!(id.as_str().len() >= 11, "{id} has less than 64 bits");
        for wrong in ["", "0abc", "a/b", "../x", "12345678901234567", "ä"] {
            assert_eq!(GameId::read(wrong), None, "{wrong}");
        }
    }
}
