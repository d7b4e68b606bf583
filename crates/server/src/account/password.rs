//! Passwords: argon2id, away from the network's threads, a few at a time.

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use tokio::sync::Semaphore;

use crate::error::{ApiError, Code, internal};

/// Characters of a password.
const LENGTH: std::ops::RangeInclusive<usize> = 8..=200;

/// How many may wait for their turn. Each takes some 50 ms, so nobody waits for more than a few seconds.
const WAITING: usize = 64;

/// A hash that no password has: what is compared where there is no account, so that the time tells nothing.
const NOBODYS: &str = "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5J3Mgc2FsdA\
                       $AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// Passwords that are tried first everywhere and are long enough for here.
const COMMON: &[&str] = &[
    "11111111",
    "12341234",
    "12345678",
    "123456789",
    "1234567890",
    "123123123",
    "87654321",
    "987654321",
    "abcd1234",
    "asdfasdf",
    "asdfghjk",
    "asdfghjkl",
    "baseball",
    "chess123",
    "chess1234",
    "chesschess",
    "computer",
    "consumer",
    "dragon123",
    "football",
    "iloveyou",
    "jennifer",
    "letmein1",
    "liverpool",
    "michelle",
    "passw0rd",
    "password",
    "password1",
    "password12",
    "password123",
    "passwort",
    "passwort1",
    "princess",
    "q1w2e3r4",
    "qwer1234",
    "qwertyui",
    "qwertyuiop",
    "qwertz123",
    "qwerty123",
    "starwars",
    "sunshine",
    "superman",
    "trustno1",
    "whatever",
    "zxcvbnm1",
];

/// Hashes and compares passwords.
#[derive(Debug)]
pub struct Passwords {
    at_once: Semaphore,
    waiting: Semaphore,
}

impl Default for Passwords {
    /// Half the cores at once, so that a flood of sign-ins leaves some for the games.
    fn default() -> Passwords {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Passwords {
            at_once: Semaphore::new((cores / 2).max(1)),
            waiting: Semaphore::new(WAITING),
        }
    }
}

impl Passwords {
    /// The hash of a new password, with a fresh salt.
    ///
    /// # Errors
    /// 429 `rate_limited` if too many wait.
    pub async fn hash(&self, password: String) -> Result<String, ApiError> {
        self.work(move || {
            let hash: PasswordHash = Argon2::default().hash_password(password.as_bytes())?;
            Ok(hash.to_string())
        })
        .await?
        .map_err(|error: argon2::password_hash::Error| internal(error))
    }

    /// Whether a password fits a hash. Without one it takes as long and fits nothing.
    ///
    /// # Errors
    /// 429 `rate_limited` if too many wait.
    pub async fn fits(&self, password: String, hash: Option<String>) -> Result<bool, ApiError> {
        self.work(move || {
            let known = hash.is_some();
            let hash = hash.unwrap_or_else(|| NOBODYS.to_owned());
            let fits = PasswordHash::new(&hash).is_ok_and(|hash| {
                Argon2::default()
                    .verify_password(password.as_bytes(), &hash)
                    .is_ok()
            });
            fits && known
        })
        .await
    }

    async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let _place = self
            .waiting
            .try_acquire()
            .map_err(|_| ApiError::from(Code::RateLimited))?;
        let _turn = self.at_once.acquire().await.map_err(internal)?;
        tokio::task::spawn_blocking(work).await.map_err(internal)
    }
}

/// Whether a password may be used for a new account or in place of another.
///
/// # Errors
/// 400 `weak_password` with what is wrong: `short`, `long`, `common` or `name`.
pub fn strong(password: &str, name: &str) -> Result<(), ApiError> {
    let weak = |why| Err(ApiError::from(Code::WeakPassword).with("why", why));
    let length = password.chars().count();
    if length < *LENGTH.start() {
        return weak("short");
    }
    if length > *LENGTH.end() {
        return weak("long");
    }
    let lower = password.to_lowercase();
    let first = lower.chars().next();
    if COMMON.contains(&lower.as_str()) || lower.chars().all(|c| Some(c) == first) {
        return weak("common");
    }
    if lower == name.to_lowercase() {
        return weak("name");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobodys_hash_costs_as_much_as_a_real_one() {
        let real: PasswordHash = Argon2::default().hash_password(b"something").unwrap();
        let nobodys = PasswordHash::new(NOBODYS).unwrap();
        assert_eq!(nobodys.algorithm, real.algorithm);
        assert_eq!(nobodys.version, real.version);
        assert_eq!(nobodys.params.to_string(), real.params.to_string());
        assert_eq!(
            nobodys.hash.map(|hash| hash.len()),
            real.hash.map(|hash| hash.len())
        );
    }

    #[tokio::test]
    async fn a_hash_fits_its_password_alone() {
        let passwords = Passwords::default();
        let hash = passwords.hash("correct horse".to_owned()).await.unwrap();
        assert!(hash.starts_with("$argon2id$"));
        let fits = async |word: &str, hash: Option<&String>| {
            let answer = passwords.fits(word.to_owned(), hash.cloned()).await;
            answer.unwrap()
        };
        assert!(fits("correct horse", Some(&hash)).await);
        assert!(!fits("correct hors", Some(&hash)).await);
        assert!(!fits("", Some(&hash)).await);
        assert!(!fits("correct horse", None).await);
        assert!(!fits("correct horse", Some(&"no hash".to_owned())).await);
    }

    #[test]
    fn weak_passwords_are_refused_with_the_reason() {
        let code = |word: &str| strong(word, "Grace-Hopper").map_err(|error| error.code());
        assert_eq!(code("correct horse"), Ok(()));
        let long = "x9".repeat(101);
        for weak in ["1234567", "Password1", "aaaaaaaaaa", "grace-hopper", &long] {
            assert_eq!(code(weak), Err(Code::WeakPassword), "{weak}");
        }
        assert_eq!(code(&"x9".repeat(100)), Ok(()));
    }
}
