//! Secrets that the server makes: they are long and random, so a plain hash of them is enough to keep.

use sha2::{Digest, Sha256};

use crate::ids::{NoRandomness, random};

/// How many recovery codes an account gets.
pub const CODES: usize = 8;

/// Letters and digits that nobody mistakes for each other.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// Characters of a recovery code, 80 bits, in groups of four.
const CODE: usize = 16;

/// 256 random bits as text: a session, a token, a link.
///
/// # Errors
/// If the operating system gives no randomness.
pub fn token() -> Result<String, NoRandomness> {
    Ok(bs58::encode(random::<32>()?).into_string())
}

/// What is kept of a token.
pub fn hash(token: &str) -> String {
    hex(&Sha256::digest(token.as_bytes()))
}

/// What can be a token at all; nothing else is looked for.
pub fn is_token(text: &str) -> bool {
    (32..=48).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// A recovery code: `xxxx-xxxx-xxxx-xxxx`.
///
/// # Errors
/// If the operating system gives no randomness.
pub fn code() -> Result<String, NoRandomness> {
    let letters: Vec<char> = random::<CODE>()?
        .iter()
        .filter_map(|byte| ALPHABET.get(usize::from(byte % 32)))
        .map(|&letter| char::from(letter))
        .collect();
    let groups: Vec<String> = letters
        .chunks(4)
        .map(|group| group.iter().collect())
        .collect();
    Ok(groups.join("-"))
}

/// What is kept of a player's recovery code, however it was copied: blanks, dashes and case say nothing, and letters
/// that do not occur stand for the digits that they look like.
pub fn hash_of_code(player: &str, code: &str) -> String {
    let plain: String = code
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|letter| match letter.to_ascii_lowercase() {
            'o' => '0',
            'i' | 'l' => '1',
            letter => letter,
        })
        .collect();
    hex(&Sha256::new()
        .chain_update(b"backrank recovery v1")
        .chain_update(player.as_bytes())
        .chain_update([0])
        .chain_update(plain.as_bytes())
        .finalize())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_may_be_copied_carelessly() {
        let code = code().unwrap();
        assert_eq!(code.len(), CODE + 3);
        let kept = hash_of_code("7KQw", &code);
        assert_eq!(
            hash_of_code("7KQw", &code.to_uppercase().replace('-', " ")),
            kept
        );
        assert_eq!(
            hash_of_code("7KQw", &code.replace('0', "O").replace('1', "l")),
            kept
        );
        assert_ne!(hash_of_code("8KQw", &code), kept);
        assert_ne!(hash_of_code("7KQw", &super::code().unwrap()), kept);
    }

    #[test]
    fn a_token_looks_like_one() {
        let token = token().unwrap();
        assert!(is_token(&token), "{token}");
        for other in ["", "x", "short", &"x".repeat(49), &"ä".repeat(20)] {
            assert!(!is_token(other), "{other}");
        }
        assert_eq!(hash(&token).len(), 64);
    }
}
