//! The variant file: its schema, reading it, and building on a base. See docs/adding-a-game.md.

use serde::Deserialize;
use serde_spanned::Spanned;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use thiserror::Error;

/// Why a variant file was refused, and where.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub struct VariantError {
    /// Name of the file.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1.
    pub column: usize,
    /// What is wrong.
    pub reason: String,
    /// What would be right.
    pub hint: String,
}

impl fmt::Display for VariantError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}:{}:{}: {}",
            self.file, self.line, self.column, self.reason
        )?;
        if !self.hint.is_empty() {
            write!(f, " ({})", self.hint)?;
        }
        Ok(())
    }
}

/// Text of one file with its name, to turn places into lines and columns.
#[derive(Debug, Clone)]
pub(crate) struct Source {
    pub(crate) name: String,
    pub(crate) text: String,
}

impl Source {
    pub(crate) fn error(
        &self,
        span: Range<usize>,
        reason: impl Into<String>,
        hint: impl Into<String>,
    ) -> VariantError {
        let start = span.start.min(self.text.len());
        let before = &self.text.as_bytes()[..start];
        let line = before.iter().filter(|&&b| b == b'\n').count() + 1;
        let line_start = before
            .iter()
            .rposition(|&b| b == b'\n')
            .map_or(0, |at| at + 1);
        let column = String::from_utf8_lossy(&before[line_start..])
            .chars()
            .count()
            + 1;
        VariantError {
            file: self.name.clone(),
            line,
            column,
            reason: reason.into(),
            hint: hint.into(),
        }
    }
}

/// A value with the source it came from and its place there.
#[derive(Debug, Clone)]
pub(crate) struct Placed<T> {
    pub(crate) value: T,
    pub(crate) source: usize,
    pub(crate) span: Range<usize>,
}

macro_rules! table {
    ($(#[$meta:meta])* $name:ident { $($(#[$field_meta:meta])* $field:ident: $type:ty),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Default, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub(crate) struct $name {
            $($(#[$field_meta])* #[serde(default)] pub(crate) $field: Option<Spanned<$type>>,)*
        }
    };
}

table!(BoardTable {
    files: u8,
    ranks: u8,
});
table!(
    /// How the start is made.
    SetupTable {
        kind: String,
        array: String,
        army: String,
        mirror: String,
        first_number: u32,
        numbering: Vec<Spanned<String>>,
        sets: Vec<Spanned<SetTable>>,
        face_up: Vec<Spanned<String>>,
        rows: Vec<Spanned<String>>,
    }
);
table!(SetTable { name: String, rules: Vec<Spanned<String>>, });
table!(PawnsTable { kind: String, double_from: Vec<u8>, promote_to: Vec<Spanned<String>>, });
table!(WingTable {
    king: String,
    rook: String,
    text: String,
});
table!(CastlingTable {
    none: bool,
    rook: String,
    first: WingTable,
    last: WingTable,
    dressed_rook: bool,
});
table!(GatingTable { hand: String });
table!(FaceDownTable {
    acts_as: String,
    capture_shows: String,
});
table!(DrawsTable { lone_minor: Vec<Spanned<String>>, one_colour: Vec<Spanned<String>>, });
table!(EventTable {
    requires: String,
    r#type: String,
    setup: String,
    choice: String,
    trigger: String,
});

/// A piece in the file.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PieceTable {
    pub(crate) id: Spanned<String>,
    pub(crate) betza: Spanned<String>,
    #[serde(default)]
    pub(crate) royal: bool,
    #[serde(default)]
    pub(crate) shown: Option<String>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct File {
    pub(crate) id: Spanned<String>,
    pub(crate) name: Spanned<String>,
    #[serde(default)]
    pub(crate) base: Option<Spanned<String>>,
    pub(crate) rules_version: Spanned<u32>,
    #[serde(default)]
    pub(crate) source: Option<String>,
    #[serde(default)]
    pub(crate) aliases: Vec<String>,
    #[serde(default)]
    pub(crate) casual_only: bool,
    #[serde(default)]
    pub(crate) board: Option<BoardTable>,
    #[serde(default)]
    pub(crate) pieces: Option<Spanned<BTreeMap<String, Spanned<PieceTable>>>>,
    #[serde(default)]
    pub(crate) setup: Option<Spanned<SetupTable>>,
    #[serde(default)]
    pub(crate) pawns: Option<PawnsTable>,
    #[serde(default)]
    pub(crate) castling: Option<CastlingTable>,
    #[serde(default)]
    pub(crate) gating: Option<GatingTable>,
    #[serde(default)]
    pub(crate) face_down: Option<FaceDownTable>,
    #[serde(default)]
    pub(crate) draws: Option<DrawsTable>,
    #[serde(default)]
    pub(crate) event: Option<EventTable>,
}

/// A chain of files, the base first, with later tables overriding earlier ones key by key
/// (`[setup]` and `[pieces]` as a whole).
#[derive(Debug)]
pub(crate) struct Chain {
    pub(crate) sources: Vec<Source>,
    pub(crate) files: Vec<File>,
}

/// Where a variant's base is looked up: its name and text by id.
pub trait Library {
    /// Text of the file of this id.
    fn text(&self, id: &str) -> Option<String>;
}

impl Library for BTreeMap<String, String> {
    fn text(&self, id: &str) -> Option<String> {
        self.get(id).cloned()
    }
}

const LONGEST_CHAIN: usize = 8;

impl Chain {
    pub(crate) fn read(
        name: &str,
        text: &str,
        library: &dyn Library,
    ) -> Result<Chain, VariantError> {
        let mut chain = Chain {
            sources: Vec::new(),
            files: Vec::new(),
        };
        let mut next = Source {
            name: name.to_owned(),
            text: text.to_owned(),
        };
        loop {
            if next.text.len() > 64 * 1024 {
                return Err(next.error(
                    0..0,
                    "the file is longer than 64 KiB",
                    "a game's description is a few lines",
                ));
            }
            let file: File = toml::from_str(&next.text).map_err(|error| {
                next.error(
                    error.span().unwrap_or(0..0),
                    error.message().trim().replace('\n', " "),
                    "see docs/adding-a-game.md for the keys of each table",
                )
            })?;
            let base = file.base.clone();
            chain.sources.insert(0, next.clone());
            chain.files.insert(0, file);
            let Some(base) = base else { return Ok(chain) };
            if chain.files.len() >= LONGEST_CHAIN {
                return Err(next.error(
                    base.span(),
                    "the chain of bases is too long or runs in a circle",
                    "build on a complete file",
                ));
            }
            let Some(text) = library.text(base.get_ref()) else {
                return Err(next.error(
                    base.span(),
                    format!("there is no game `{}` to build on", base.get_ref()),
                    "name the id of another variant file",
                ));
            };
            next = Source {
                name: format!("{}.toml", base.get_ref()),
                text,
            };
        }
    }

    /// The last given value of a key.
    pub(crate) fn last<T: Clone>(
        &self,
        key: impl Fn(&File) -> Option<&Spanned<T>>,
    ) -> Option<Placed<T>> {
        self.files
            .iter()
            .enumerate()
            .rev()
            .find_map(|(source, file)| {
                key(file).map(|found| Placed {
                    value: found.get_ref().clone(),
                    source,
                    span: found.span(),
                })
            })
    }

    pub(crate) fn error<T>(
        &self,
        at: &Placed<T>,
        reason: impl Into<String>,
        hint: impl Into<String>,
    ) -> VariantError {
        self.sources[at.source].error(at.span.clone(), reason, hint)
    }

    pub(crate) fn error_in(
        &self,
        source: usize,
        span: Range<usize>,
        reason: impl Into<String>,
        hint: impl Into<String>,
    ) -> VariantError {
        self.sources[source].error(span, reason, hint)
    }

    /// An error about something missing: placed at the top of the last file.
    pub(crate) fn missing(&self, what: &str, hint: &str) -> VariantError {
        self.sources[self.sources.len() - 1].error(0..0, format!("{what} is missing"), hint)
    }

    /// All texts, the base first: what the variant's digest is computed from.
    pub(crate) fn text(&self) -> String {
        self.sources
            .iter()
            .map(|s| s.text.as_str())
            .collect::<Vec<_>>()
            .join("\n")
    }
}
