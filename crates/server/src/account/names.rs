//! Names of accounts and bots.

use sha2::{Digest, Sha256};

use crate::error::{ApiError, Code};
use crate::store::Name;

/// Shortest and longest name.
const LENGTH: std::ops::RangeInclusive<usize> = 2..=20;

/// Names under which somebody could pass for the host, the program, or nobody.
const RESERVED: &[&str] = &[
    "admin",
    "administrator",
    "anonymous",
    "backrank",
    "black",
    "bot",
    "closed",
    "computer",
    "deleted",
    "everybody",
    "everyone",
    "host",
    "me",
    "mod",
    "moderator",
    "nobody",
    "null",
    "operator",
    "owner",
    "root",
    "server",
    "spectator",
    "staff",
    "support",
    "system",
    "team",
    "undefined",
    "white",
];

/// Reads a name: 2 to 20 letters, digits, `-` or `_`, beginning with a letter.
///
/// # Errors
/// 400 `bad_name`, 409 `name_taken` for one that nobody can have.
pub fn read(text: &str) -> Result<Name, ApiError> {
    let good = LENGTH.contains(&text.len())
        && text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
    if !good {
        return Err(ApiError::from(Code::BadName).with("name", text));
    }
    let name = of(text);
    // "Guest" and three letters is what guests are called.
    if RESERVED.contains(&name.lookup.as_str()) || name.lookup.starts_with("guest") {
        return Err(taken(text));
    }
    Ok(name)
}

/// The answer to a name that is not to be had.
pub fn taken(name: &str) -> ApiError {
    ApiError::from(Code::NameTaken).with("name", name)
}

/// The forms of a name that somebody has.
pub fn of(shown: &str) -> Name {
    let lookup = lookup(shown);
    let hash = Sha256::digest(lookup.as_bytes());
    Name {
        shown: shown.to_owned(),
        closed: format!("closed:{}", bs58::encode(hash).into_string()),
        lookup,
    }
}

/// The form in which names are compared.
pub fn lookup(name: &str) -> String {
    name.to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain_and_nobodys_own() {
        for good in ["Ada", "a1", "Grace_Hopper-1906", "x2345678901234567890"] {
            assert_eq!(read(good).map(|name| name.shown), Ok(good.to_owned()));
        }
        for bad in [
            "",
            "a",
            "1ab",
            "_ab",
            "-ab",
            "a b",
            "a.b",
            "Zoë",
            "х1",
            "a\0b",
            "x23456789012345678901",
        ] {
            assert_eq!(
                read(bad).map_err(|error| error.code()),
                Err(Code::BadName),
                "{bad}"
            );
        }
        for reserved in ["Admin", "COMPUTER", "guest", "Guest-1", "backrank"] {
            let refused = read(reserved).map_err(|error| error.code());
            assert_eq!(refused, Err(Code::NameTaken), "{reserved}");
        }
    }

    #[test]
    fn names_differ_by_more_than_case() {
        assert_eq!(of("ADA").lookup, of("ada").lookup);
        assert_eq!(of("ADA").closed, of("ada").closed);
        assert!(!of("ada").closed.contains("ada"));
    }
}
