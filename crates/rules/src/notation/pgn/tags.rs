//! The tags of a game that have no field of their own.

use thiserror::Error;

/// The tags that every PGN has, in their order, with what stands for an unknown value.
pub(super) const ROSTER: [(&str, &str); 6] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
];

/// Tags that [`super::Game`] holds in fields.
pub(super) const HELD: [&str; 10] = [
    "Result",
    "Variant",
    "RulesVersion",
    "ArrayNumber",
    "Seat",
    "SetUp",
    "Setup",
    "FEN",
    "Termination",
    "Reason",
];

/// A name that no tag can have.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BadTag {
    /// Not made of letters, digits and `_`.
    #[error("`{0}` is no name of a tag: letters, digits and _ only")]
    Name(String),
    /// The game has a field for it.
    #[error("the tag `{0}` follows from the game itself")]
    Held(String),
}

/// Tags in their order: the roster of names and dates first, then the others as they came.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tags(Vec<(String, String)>);

impl Tags {
    /// Sets a tag. The value becomes one line: signs that end lines or control printers become spaces. A roster tag
    /// set to its unknown value (`?`) is removed.
    ///
    /// # Errors
    /// [`BadTag`].
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), BadTag> {
        if name.is_empty() || !name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') {
            return Err(BadTag::Name(name.to_owned()));
        }
        if HELD.contains(&name) {
            return Err(BadTag::Held(name.to_owned()));
        }
        self.put(name, value);
        Ok(())
    }

    /// As [`Tags::set`] for a name that has been looked at.
    pub(super) fn put(&mut self, name: &str, value: &str) {
        let value = one_line(value);
        let roster = place(name);
        if roster < ROSTER.len() && value == ROSTER[roster].1 {
            self.0.retain(|(n, _)| n != name);
            return;
        }
        if let Some((_, old)) = self.0.iter_mut().find(|(n, _)| n == name) {
            *old = value;
            return;
        }
        let at = if roster < ROSTER.len() {
            self.0.iter().take_while(|(n, _)| place(n) < roster).count()
        } else {
            self.0.len()
        };
        self.0.insert(at, (name.to_owned(), value));
    }

    /// The value of a tag.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0
            .iter()
            .find(|(n, _)| n == name)
            .map(|(_, value)| value.as_str())
    }

    /// Name and value of each.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(n, v)| (n.as_str(), v.as_str()))
    }
}

/// Place in the roster, or behind it.
pub(super) fn place(name: &str) -> usize {
    ROSTER
        .iter()
        .position(|&(n, _)| n == name)
        .unwrap_or(ROSTER.len())
}

/// A text as a tag can hold it.
pub(super) fn one_line(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect()
}

/// The line of a tag.
pub(super) fn line(name: &str, value: &str) -> String {
    let value = one_line(value).replace('\\', "\\\\").replace('"', "\\\"");
    format!("[{name} \"{value}\"]\n")
}

/// What the tag `Termination` says where a game gives a reason and nothing else.
pub(super) fn termination(open: bool, reason: Option<&str>) -> &'static str {
    match reason {
        Some(reason) if ["time", "flag"].iter().any(|word| reason.contains(word)) => "time forfeit",
        Some(reason)
            if ["abort", "abandon"]
                .iter()
                .any(|word| reason.contains(word)) =>
        {
            "abandoned"
        }
        // Broken off, for whatever reason.
        Some(_) if open => "abandoned",
        None if open => "unterminated",
        _ => "normal",
    }
}
