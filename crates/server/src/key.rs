//! The key file: beside the database, but never in it.

use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::ids::{NoRandomness, random};

const BYTES: usize = 64;

/// 32 bytes that seal the store and 32 that sign cookies.
#[derive(Clone)]
pub struct Keys {
    seal: [u8; 32],
    cookie: [u8; 32],
}

/// Why there is no key.
#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    /// The file is missing although the database holds games that need it.
    #[error(
        "{path} is missing, but the database holds games sealed with it: put the key file back, or move the database away"
    )]
    Missing {
        /// Where it should be.
        path: PathBuf,
    },
    /// The file does not hold 64 bytes.
    #[error("{path} holds {found} bytes instead of 64: it is no key file")]
    Size {
        /// The file.
        path: PathBuf,
        /// Its size.
        found: usize,
    },
    /// Another key than the one the database was made with.
    #[error("{path} is not the key that this database was made with")]
    Wrong {
        /// The file.
        path: PathBuf,
    },
    /// It cannot be read or written.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// No randomness for a new one.
    #[error(transparent)]
    NoRandomness(#[from] NoRandomness),
}

impl Keys {
    /// Splits 64 bytes.
    pub fn new(bytes: [u8; BYTES]) -> Keys {
        let mut keys = Keys {
            seal: [0; 32],
            cookie: [0; 32],
        };
        keys.seal.copy_from_slice(&bytes[..32]);
        keys.cookie.copy_from_slice(&bytes[32..]);
        keys
    }

    /// Reads the key file; makes one if `may_make`.
    ///
    /// # Errors
    /// [`KeyError`].
    pub fn open(path: &Path, may_make: bool) -> Result<Keys, KeyError> {
        let file = |source| KeyError::File {
            path: path.to_owned(),
            source,
        };
        match fs::read(path) {
            Ok(bytes) => {
                let found = bytes.len();
                let bytes: [u8; BYTES] = bytes.try_into().map_err(|_| KeyError::Size {
                    path: path.to_owned(),
                    found,
                })?;
                Ok(Keys::new(bytes))
            }
            Err(error) if error.kind() == ErrorKind::NotFound && may_make => {
                let bytes = random::<BYTES>()?;
                let mut options = OpenOptions::new();
                options.write(true).create_new(true);
                #[cfg(unix)]
                std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
                let mut new = options.open(path).map_err(file)?;
                new.write_all(&bytes)
                    .and_then(|()| new.sync_all())
                    .map_err(file)?;
                Ok(Keys::new(bytes))
            }
            Err(error) if error.kind() == ErrorKind::NotFound => Err(KeyError::Missing {
                path: path.to_owned(),
            }),
            Err(error) => Err(file(error)),
        }
    }

    /// What seals the store.
    pub fn seal(&self) -> &[u8; 32] {
        &self.seal
    }

    /// What signs cookies.
    pub fn cookie(&self) -> &[u8; 32] {
        &self.cookie
    }

    /// A public mark of the sealing key, which tells keys apart and says nothing about them.
    pub fn mark(&self) -> String {
        let hash = Sha256::new()
            .chain_update(b"backrank key mark v1")
            .chain_update(self.seal)
            .finalize();
        bs58::encode(&hash[..12]).into_string()
    }
}

impl std::fmt::Debug for Keys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Keys(secret)")
    }
}
