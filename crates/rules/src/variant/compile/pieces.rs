//! `[pieces]` and `[pawns]`.

use std::ops::Range;

use serde_spanned::Spanned;

use super::{Army, Checked, Compiler};
use crate::betza::{self, Reach, Step};
use crate::geometry::{Colour, Geometry};
use crate::piece::{Counts, Kind, MAX_KINDS};
use crate::variant::file::Placed;
use crate::variant::{KindSpec, Pawns, VariantError};

impl Compiler {
    pub(super) fn pieces_error(&self, reason: String, hint: &str) -> VariantError {
        match self.chain.last(|f| f.pieces.as_ref()) {
            Some(at) => self.chain.error(&at, reason, hint),
            None => self.chain.missing("[pieces]", hint),
        }
    }

    pub(super) fn army(&self) -> Checked<Army> {
        let chain = &self.chain;
        let Some(table) = chain.last(|f| f.pieces.as_ref()) else {
            return Err(chain.missing("[pieces]", "letter = { id = \"…\", betza = \"…\" }"));
        };
        let mut entries: Vec<_> = table.value.iter().collect();
        entries.sort_by_key(|(_, piece)| piece.span().start);
        let mut army = Army {
            kinds: Vec::new(),
            steps: Vec::new(),
            king: Kind::from_index(0),
        };
        let mut royal = None;
        for (letter, piece) in entries {
            let at = |span: Range<usize>, reason: String, hint: &str| {
                chain.error_in(table.source, span, reason, hint)
            };
            let mut chars = letter.chars();
            let (Some(sign), None) = (chars.next(), chars.next()) else {
                return Err(at(
                    piece.span(),
                    format!("`{letter}` is no piece letter"),
                    "one letter from A to Z, but not X",
                ));
            };
            if !sign.is_ascii_uppercase() || sign == 'X' {
                return Err(at(
                    piece.span(),
                    format!("`{letter}` is no piece letter"),
                    "one letter from A to Z, but not X",
                ));
            }
            let spec = piece.get_ref();
            let id = spec.id.get_ref();
            if id.is_empty()
                || id == "back"
                || !id
                    .bytes()
                    .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
            {
                return Err(at(
                    spec.id.span(),
                    format!("`{id}` is no piece id"),
                    "lower case letters, digits and hyphens; `back` is taken",
                ));
            }
            if army.kinds.len() >= MAX_KINDS {
                return Err(at(
                    piece.span(),
                    format!("there are more than {MAX_KINDS} kinds of pieces"),
                    "leave some out",
                ));
            }
            let steps = betza::parse(spec.betza.get_ref()).map_err(|error| {
                at(
                    spec.betza.span(),
                    error.to_string(),
                    "see docs/adding-a-game.md for Betza notation",
                )
            })?;
            if spec.royal && royal.replace(Kind::from_index(army.kinds.len())).is_some() {
                return Err(at(
                    piece.span(),
                    "there are two royal kinds".to_owned(),
                    "exactly one piece has royal = true",
                ));
            }
            let shown = spec.shown.clone().unwrap_or_else(|| letter.clone());
            army.kinds.push(KindSpec {
                id: id.clone(),
                letter: sign,
                shown,
                betza: spec.betza.get_ref().clone(),
            });
            army.steps.push(steps);
        }
        let Some(king) = royal else {
            return Err(chain.error(&table, "no piece is royal", "give the king royal = true"));
        };
        army.king = king;
        Ok(army)
    }

    /// Looks a letter up that a file names.
    pub(super) fn letter(
        &self,
        army: &Army,
        source: usize,
        text: &Spanned<String>,
    ) -> Checked<Kind> {
        let mut chars = text.get_ref().chars();
        let kind = match (chars.next(), chars.next()) {
            (Some(letter), None) => army.kind(letter),
            _ => None,
        };
        kind.ok_or_else(|| {
            self.chain.error_in(
                source,
                text.span(),
                format!("there is no piece `{}`", text.get_ref()),
                "use a letter of [pieces]",
            )
        })
    }

    pub(super) fn letters(
        &self,
        army: &Army,
        list: &Placed<Vec<Spanned<String>>>,
    ) -> Checked<Vec<Kind>> {
        let mut kinds = list
            .value
            .iter()
            .map(|text| self.letter(army, list.source, text))
            .collect::<Checked<Vec<Kind>>>()?;
        kinds.sort_unstable();
        kinds.dedup();
        Ok(kinds)
    }

    pub(super) fn counts(&self, army: &Army, text: &Placed<String>) -> Checked<Counts> {
        let mut counts = Counts::NONE;
        for letter in text.value.chars() {
            let Some(kind) = army.kind(letter) else {
                return Err(self.chain.error(
                    text,
                    format!("there is no piece `{letter}`"),
                    "use letters of [pieces]",
                ));
            };
            counts.add(kind);
        }
        Ok(counts)
    }

    /// Ranks from which initial steps go, counted from the own side and from 0.
    pub(super) fn initial_ranks(&self) -> Vec<u8> {
        let ranks = self.chain.last(|f| f.pawns.as_ref()?.double_from.as_ref());
        ranks
            .map(|r| r.value.iter().map(|rank| rank.saturating_sub(1)).collect())
            .unwrap_or_default()
    }

    pub(super) fn pawns(&self, geometry: Geometry, army: &Army) -> Checked<Option<Pawns>> {
        let chain = &self.chain;
        let Some(kind) = chain.last(|f| f.pawns.as_ref()?.kind.as_ref()) else {
            if let Some(ranks) = chain.last(|f| f.pawns.as_ref()?.double_from.as_ref()) {
                return Err(chain.error(&ranks, "[pawns] has no kind", "kind = \"P\""));
            }
            return Ok(None);
        };
        let pawn = self.letter(
            army,
            kind.source,
            &Spanned::new(kind.span.clone(), kind.value.clone()),
        )?;
        let steps = &army.steps[pawn.index()];
        let shape = |s: &Step| {
            (
                s.files, s.ranks, s.reach, s.moves, s.captures, s.lame, s.initial,
            )
        };
        let mut shapes: Vec<_> = steps.iter().map(shape).collect();
        let step = (0, 1, Reach::Once, true, false, false, false);
        let takes = [-1, 1].map(|files| (files, 1, Reach::Once, false, true, false, false));
        let double = (0, 2, Reach::Once, true, false, true, true);
        let doubles = shapes.contains(&double);
        shapes.retain(|s| *s != step && !takes.contains(s) && *s != double);
        if !shapes.is_empty() || steps.len() != if doubles { 4 } else { 3 } {
            return Err(chain.error(
                &kind,
                format!("`{}` does not move as a pawn", kind.value),
                "a pawn is fmWfcF, with a double step fmWfcFifmnD; leave [pawns] out for other pieces",
            ));
        }
        let mut double_from = [0; 2];
        if let Some(ranks) = chain.last(|f| f.pawns.as_ref()?.double_from.as_ref()) {
            for &rank in &ranks.value {
                if rank == 0 || u32::from(rank) + 2 >= u32::from(geometry.ranks()) {
                    return Err(chain.error(
                        &ranks,
                        format!("no double step from rank {rank}"),
                        "it must end before the last rank",
                    ));
                }
                if doubles {
                    for colour in Colour::ALL {
                        double_from[colour.index()] |= geometry.rank_mask(colour, rank - 1);
                    }
                }
            }
        }
        let Some(list) = chain.last(|f| f.pawns.as_ref()?.promote_to.as_ref()) else {
            return Err(chain.error(
                &kind,
                "[pawns] has no promote_to",
                "promote_to = [\"Q\", …]",
            ));
        };
        let promote_to = self.letters(army, &list)?;
        if promote_to.is_empty() || promote_to.contains(&army.king) || promote_to.contains(&pawn) {
            return Err(chain.error(
                &list,
                "pawns must become something, neither king nor pawn",
                "for example [\"Q\", \"R\", \"B\", \"N\"]",
            ));
        }
        let last_rank = Colour::ALL.map(|colour| geometry.rank_mask(colour, geometry.ranks() - 1));
        Ok(Some(Pawns {
            kind: pawn,
            promote_to,
            double_from,
            last_rank,
        }))
    }
}
