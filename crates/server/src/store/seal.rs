//! Sealing: what would betray a running game lies at rest encrypted, bound to its game and place.

use chacha20poly1305::aead::{Aead, Payload};
use chacha20poly1305::{KeyInit, XChaCha20Poly1305, XNonce};

use crate::ids::{GameId, NoRandomness, random};
use crate::log::{LogError, Logged};

const NONCE: usize = 24;

/// An event as it lies in the store: 24 bytes of nonce, then XChaCha20-Poly1305 of its JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sealed(pub Vec<u8>);

/// Why an event cannot be sealed.
#[derive(Debug, thiserror::Error)]
pub enum SealError {
    /// No randomness for the nonce.
    #[error(transparent)]
    NoRandomness(#[from] NoRandomness),
    /// The cipher refused.
    #[error("the event cannot be encrypted")]
    Cipher,
}

/// Seals and opens with one key.
#[derive(Clone)]
pub struct Sealer(XChaCha20Poly1305);

impl std::fmt::Debug for Sealer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Sealer(secret)")
    }
}

/// What the seal is bound to: an event moved to another game or place does not open.
fn bound_to(game: &GameId, seq: u64) -> Vec<u8> {
    let mut text = b"backrank event v1\0".to_vec();
    text.extend_from_slice(game.as_str().as_bytes());
    text.push(0);
    text.extend_from_slice(&seq.to_be_bytes());
    text
}

impl Sealer {
    /// With this key.
    pub fn new(key: &[u8; 32]) -> Sealer {
        Sealer(XChaCha20Poly1305::new(key.into()))
    }

    /// Seals event number `seq` of a game.
    ///
    /// # Errors
    /// [`SealError`].
    pub fn seal(&self, game: &GameId, seq: u64, event: &Logged) -> Result<Sealed, SealError> {
        let nonce = random::<NONCE>()?;
        let payload = Payload {
            msg: &event.encode(),
            aad: &bound_to(game, seq),
        };
        let text = self
            .0
            .encrypt(&XNonce::from(nonce), payload)
            .map_err(|_| SealError::Cipher)?;
        let mut sealed = nonce.to_vec();
        sealed.extend(text);
        Ok(Sealed(sealed))
    }

    /// Opens event number `seq` of a game.
    ///
    /// # Errors
    /// [`LogError`], which names the event and never its content.
    pub fn open(&self, game: &GameId, seq: u64, sealed: &Sealed) -> Result<Logged, LogError> {
        let (nonce, text) = sealed
            .0
            .split_first_chunk::<NONCE>()
            .ok_or(LogError::Seal { seq })?;
        let payload = Payload {
            msg: text,
            aad: &bound_to(game, seq),
        };
        let bytes = self
            .0
            .decrypt(&XNonce::from(*nonce), payload)
            .map_err(|_| LogError::Seal { seq })?;
        Logged::read(seq, &bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::log::LogEvent;
    use crate::wire::Side;

    #[test]
    fn a_seal_opens_at_its_own_place_only() {
        let (game, other) = (GameId::random().unwrap(), GameId::random().unwrap());
        let sealer = Sealer::new(&[1; 32]);
        let event = Logged::new(
            3,
            LogEvent::Resigned {
                seat: Side::White,
                nonce: "a nonce to find".into(),
            },
        );
        let sealed = sealer.seal(&game, 4, &event).unwrap();
        assert!(sealer.open(&game, 4, &sealed).unwrap() == event);
        let refused = |seq| Err::<Logged, _>(LogError::Seal { seq });
        assert_eq!(sealer.open(&game, 5, &sealed), refused(5));
        assert_eq!(sealer.open(&other, 4, &sealed), refused(4));
        assert_eq!(Sealer::new(&[2; 32]).open(&game, 4, &sealed), refused(4));
        for at in 0..sealed.0.len() {
            let mut changed = sealed.clone();
            changed.0[at] ^= 1;
            assert_eq!(sealer.open(&game, 4, &changed), refused(4));
        }
        assert!(!sealed.0.windows(7).any(|w| w == b"a nonce"));
    }
}
