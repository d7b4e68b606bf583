//! `[castling]` and `[gating]`.

use serde_spanned::Spanned;

use super::{Army, Checked, Compiler};
use crate::geometry::Geometry;
use crate::piece::Counts;
use crate::setup::{SetRule, Setup};
use crate::variant::file::{CastlingTable, WingTable};
use crate::variant::{Castling, Wing};

impl Compiler {
    pub(super) fn castling(&self, geometry: Geometry, army: &Army) -> Checked<Option<Castling>> {
        let chain = &self.chain;
        if !chain.files.iter().any(|f| f.castling.is_some()) {
            return Ok(None);
        }
        if chain
            .last(|f| f.castling.as_ref()?.none.as_ref())
            .is_some_and(|none| none.value)
        {
            return Ok(None);
        }
        let Some(rook) = chain.last(|f| f.castling.as_ref()?.rook.as_ref()) else {
            return Err(chain.missing("rook in [castling]", "rook = \"R\""));
        };
        let partner = self.letter(
            army,
            rook.source,
            &Spanned::new(rook.span.clone(), rook.value.clone()),
        )?;
        let wing = |pick: fn(&CastlingTable) -> Option<&Spanned<WingTable>>,
                    name: &str|
         -> Checked<Wing> {
            let Some(table) = chain.last(|f| pick(f.castling.as_ref()?)) else {
                return Err(chain.missing(
                    &format!("{name} in [castling]"),
                    "{ king = \"c\", rook = \"d\" }",
                ));
            };
            let file = |text: &Option<Spanned<String>>, key: &str| -> Checked<u8> {
                let letter = text.as_ref().and_then(|t| {
                    let mut chars = t.get_ref().chars();
                    match (chars.next(), chars.next()) {
                        (Some(c), None) => Some(c),
                        _ => None,
                    }
                });
                letter
                    .filter(|c| c.is_ascii_lowercase() && (*c as u8 - b'a') < geometry.files())
                    .map(|c| c as u8 - b'a')
                    .ok_or_else(|| {
                        chain.error(
                            &table,
                            format!("{key} of {name} is no file of this board"),
                            "one letter such as \"c\"",
                        )
                    })
            };
            let usual = if name == "first" { "O-O-O" } else { "O-O" };
            let text = table
                .value
                .text
                .as_ref()
                .map_or_else(|| usual.to_owned(), |t| t.get_ref().clone());
            if !text.starts_with("O-O") || text.len() > 12 {
                return Err(chain.error(
                    &table,
                    format!("`{text}` is no name of castling"),
                    "begin with O-O",
                ));
            }
            let wing = Wing {
                king: file(&table.value.king, "king")?,
                rook: file(&table.value.rook, "rook")?,
                text,
            };
            if wing.king == wing.rook {
                return Err(chain.error(
                    &table,
                    "king and rook would stand on one square",
                    "two different files",
                ));
            }
            Ok(wing)
        };
        let first = wing(|c| c.first.as_ref(), "first")?;
        let last = wing(|c| c.last.as_ref(), "last")?;
        let dressed = chain.last(|f| f.castling.as_ref()?.dressed_rook.as_ref());
        if let Some(flag) = &dressed
            && flag.value
            && !chain.files.iter().any(|f| f.face_down.is_some())
        {
            return Err(chain.error(
                flag,
                "dressed_rook without face-down pieces",
                "add [face_down], or leave it out",
            ));
        }
        Ok(Some(Castling {
            rook: partner,
            first,
            last,
            dressed: dressed.is_some_and(|d| d.value),
        }))
    }

    /// No start may have two castling partners on one side of the king, or the king off its first rank: neither
    /// could be told from the castling field.
    pub(super) fn castling_fits(
        &self,
        army: &Army,
        setup: &Setup,
        castling: &Castling,
    ) -> Checked<()> {
        let king = army.kinds[army.king.index()].letter;
        let rook = army.kinds[castling.rook.index()].letter;
        let one_a_side = |row: &[char]| {
            let at = row.iter().position(|&letter| letter == king);
            let rooks = |part: &[char]| part.iter().filter(|&&letter| letter == rook).count();
            at.is_some_and(|at| rooks(&row[..at]) <= 1 && rooks(&row[at..]) <= 1)
        };
        let fits = match setup {
            Setup::Fixed(fixed) => one_a_side(&fixed.array().letters().collect::<Vec<_>>()),
            Setup::Shuffle(shuffle) => {
                let rooks = shuffle.army().letters().filter(|&l| l == rook).count();
                let between = SetRule::Between(king, rook);
                rooks <= 1
                    || rooks == 2
                        && shuffle
                            .sets()
                            .iter()
                            .all(|set| set.rules().contains(&between))
            }
            Setup::HiddenShuffle(hidden) => {
                let dress = hidden
                    .rows()
                    .first()
                    .map(String::as_str)
                    .unwrap_or_default();
                let mut row: Vec<char> = if castling.dressed {
                    dress.chars().collect()
                } else {
                    vec!['.'; dress.len()]
                };
                for &(at, letter) in hidden.face_up() {
                    if at.rank == 0 {
                        row[usize::from(at.file)] = match letter {
                            letter if castling.dressed && letter != king => '.',
                            letter => letter,
                        };
                    }
                }
                one_a_side(&row)
            }
        };
        if fits {
            return Ok(());
        }
        let reason = format!(
            "with castling, a start may have one `{rook}` on each side of a `{king}` on the first rank"
        );
        let hint = "in a shuffle, say it by the rule \"between K R\" of every set";
        Err(match self.chain.last(|f| f.setup.as_ref()) {
            Some(at) => self.chain.error(&at, reason, hint),
            None => self.chain.missing("[setup]", hint),
        })
    }

    pub(super) fn gating(&self, army: &Army) -> Checked<Option<Counts>> {
        let Some(hand) = self.chain.last(|f| f.gating.as_ref()?.hand.as_ref()) else {
            return Ok(None);
        };
        let counts = self.counts(army, &hand)?;
        if counts.is_empty() || counts.get(army.king) > 0 || hand.value.len() > 8 {
            return Err(self.chain.error(
                &hand,
                "the hand must hold 1 to 8 pieces and no king",
                "for example hand = \"MM\"",
            ));
        }
        Ok(Some(counts))
    }
}
