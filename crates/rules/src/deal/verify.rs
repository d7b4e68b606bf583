//! Recomputing a deal from its record.

use super::{
    ALGORITHM, Colour, ColourWish, Commitment, Contribution, Deal, DealTerms, Placed, Salt,
    commitment, deal, variant_digest,
};
use std::sync::Arc;

use crate::position::Position;
use crate::setup::Setup;
use crate::variant::Variant;

/// One thing that was checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// What: `algorithm`, `variant`, `commitment`, `contributors`, `contribution-1` …, `deal`,
    /// `colour`, `white`, `black`.
    pub name: String,
    /// Whether the record is right.
    pub ok: bool,
    /// What it should be, by recomputing.
    pub expected: String,
    /// What the record says.
    pub found: String,
}

/// The fields of the record of a finished game's deal, as its JSON gives them.
#[derive(Debug, Clone)]
pub struct Record {
    /// Must be [`ALGORITHM`].
    pub algorithm: String,
    /// Id of the game.
    pub game: String,
    /// Id of the variant.
    pub variant: String,
    /// Version of its rules.
    pub rules_version: u32,
    /// Hex digest of its files.
    pub variant_digest: String,
    /// Ids of the players in the order of joining.
    pub players: Vec<String>,
    /// Wish of the first player.
    pub colour: ColourWish,
    /// Level of the computer player.
    pub level: u8,
    /// Set of start arrays.
    pub set: String,
    /// The number asked for.
    pub number: Option<u32>,
    /// The server's commitment, hex: best the one the client noted before play.
    pub commitment: String,
    /// The salt, hex.
    pub salt: String,
    /// One a person, in the order of joining.
    pub contributions: Vec<ContributionRecord>,
    /// The colour the first player got.
    pub first_player: Colour,
    /// Truth FEN of the start; its placement is compared.
    pub start: String,
}

/// What one person contributed.
#[derive(Debug, Clone)]
pub struct ContributionRecord {
    /// Who.
    pub player: String,
    /// The commitment, hex.
    pub commitment: String,
    /// What it opened to, hex.
    pub contribution: String,
}

/// Recomputes the deal and compares it with its record, field by field. `variant_text` is the text
/// that [`variant_digest`] covers, joined, and `setup` what it says; `off_board` is the letter of the kings, where the
/// game takes them off the board before it begins ([`crate::Variant::off_board`]). The deal is right if every check
/// is `ok`; the list is never empty, and ends early if nothing more can be computed.
pub fn verify(
    record: &Record,
    variant_text: &str,
    setup: &Setup,
    off_board: Option<char>,
) -> Vec<Check> {
    let mut checks = Checks(Vec::new());
    checks.compare("algorithm", ALGORITHM, &record.algorithm);
    let digest = variant_digest(&[variant_text]);
    checks.compare(
        "variant",
        &Commitment(digest).to_string(),
        &record.variant_digest.to_ascii_lowercase(),
    );

    let terms = terms(record, digest);
    let salt = Salt::from_hex(&record.salt);
    match &salt {
        Ok(salt) => {
            let expected = commitment(salt, &terms).to_string();
            checks.compare(
                "commitment",
                &expected,
                &record.commitment.to_ascii_lowercase(),
            );
        }
        Err(error) => checks.fail(
            "commitment",
            "a salt of 64 hexadecimal digits",
            &error.to_string(),
        ),
    }

    let people: Vec<&str> = terms.people().collect();
    let contributors: Vec<&str> = record
        .contributions
        .iter()
        .map(|entry| entry.player.as_str())
        .collect();
    checks.push(
        "contributors",
        people == contributors,
        people.join(" "),
        contributors.join(" "),
    );
    let mut contributions = Vec::new();
    for (entry, name) in record.contributions.iter().zip(1u32..) {
        let name = format!("contribution-{name}");
        match Contribution::from_hex(&entry.contribution) {
            Ok(contribution) => {
                let expected = contribution
                    .commitment(&record.game, &entry.player)
                    .to_string();
                checks.compare(&name, &expected, &entry.commitment.to_ascii_lowercase());
                contributions.push(contribution);
            }
            Err(error) => checks.fail(&name, "64 hexadecimal digits", &error.to_string()),
        }
    }
    let Ok(salt) = salt else { return checks.0 };
    let drawn = match deal(setup, &terms, &salt, &contributions) {
        Ok(drawn) => drawn,
        Err(error) => {
            checks.fail("deal", "a possible deal", &error.to_string());
            return checks.0;
        }
    };
    checks.compare(
        "colour",
        drawn.first_player().as_str(),
        record.first_player.as_str(),
    );
    checks.start(&drawn, &record.start, off_board);
    checks.0
}

struct Checks(Vec<Check>);

impl Checks {
    fn push(&mut self, name: &str, ok: bool, expected: String, found: String) {
        self.0.push(Check {
            name: name.to_owned(),
            ok,
            expected,
            found,
        });
    }

    fn compare(&mut self, name: &str, expected: &str, found: &str) {
        self.push(
            name,
            expected == found,
            expected.to_owned(),
            found.to_owned(),
        );
    }

    fn fail(&mut self, name: &str, expected: &str, found: &str) {
        self.push(name, false, expected.to_owned(), found.to_owned());
    }

    /// Compares the ranks that the setup fills, as FEN writes them, from the last rank down.
    fn start(&mut self, drawn: &Deal, start: &str, off_board: Option<char>) {
        let rows: Vec<&str> = placement(start).split('/').collect();
        let ranks = u8::try_from(rows.len()).unwrap_or(u8::MAX);
        for side in [Colour::White, Colour::Black] {
            let mut placed = drawn.placed(side, ranks);
            placed.sort_by_key(|piece| (std::cmp::Reverse(piece.square.rank), piece.square.file));
            let mut expected: Vec<String> = Vec::new();
            let mut found: Vec<&str> = Vec::new();
            let mut rank = None;
            for piece in placed {
                if rank != Some(piece.square.rank) {
                    rank = Some(piece.square.rank);
                    expected.push(String::new());
                    found.push(
                        rows.get(usize::from(
                            ranks.saturating_sub(1).saturating_sub(piece.square.rank),
                        ))
                        .unwrap_or(&""),
                    );
                }
                if let Some(row) = expected.last_mut() {
                    if off_board == Some(piece.letter) {
                        // Alone between two pieces, so a gap of one.
                        row.push('1');
                    } else {
                        write_piece(row, side, piece);
                    }
                }
            }
            self.compare(side.as_str(), &expected.join("/"), &found.join("/"));
        }
    }
}

fn write_piece(row: &mut String, side: Colour, piece: Placed) {
    let letter = if side == Colour::White {
        piece.letter
    } else {
        piece.letter.to_ascii_lowercase()
    };
    if piece.face_down {
        row.extend(['(', letter, ')']);
    } else {
        row.push(letter);
    }
}

/// What the commitment covers, as the record tells it.
fn terms(record: &Record, variant_digest: [u8; 32]) -> DealTerms {
    DealTerms {
        game: record.game.clone(),
        players: record.players.clone(),
        colour: record.colour,
        level: record.level,
        set: record.set.clone(),
        number: record.number,
        variant: record.variant.clone(),
        variant_digest,
        rules_version: record.rules_version,
    }
}

/// As [`verify`] for a variant that is loaded, with one check more: `start`, the whole text of the start.
pub fn verify_start(record: &Record, variant: &Arc<Variant>) -> Vec<Check> {
    let mut checks = Checks(verify(
        record,
        variant.text(),
        variant.setup(),
        variant.off_board(),
    ));
    let contributions: Result<Vec<_>, _> = record
        .contributions
        .iter()
        .map(|entry| Contribution::from_hex(&entry.contribution))
        .collect();
    if let (Ok(salt), Ok(contributions)) = (Salt::from_hex(&record.salt), contributions)
        && let Ok(drawn) = deal(
            variant.setup(),
            &terms(record, *variant.digest()),
            &salt,
            &contributions,
        )
    {
        let start = Position::start(variant, &drawn).truth_fen();
        checks.compare("start", &start, &record.start);
    }
    checks.0
}

/// The placement of a truth FEN: all before the first space, hand, or list.
fn placement(fen: &str) -> &str {
    fen.split([' ', '[', '|', '{', '<'])
        .next()
        .unwrap_or_default()
}
