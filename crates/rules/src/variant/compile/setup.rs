//! `[setup]`: how games begin.

use std::ops::Range;

use serde_spanned::Spanned;

use super::{Army, Checked, Compiler};
use crate::betza::Reach;
use crate::geometry::Geometry;
use crate::setup::{ArraySet, Fixed, HiddenShuffle, Mirror, Setup, Shuffle};
use crate::variant::Pawns;

impl Compiler {
    pub(super) fn setup(
        &self,
        geometry: Geometry,
        army: &Army,
        pawns: Option<&Pawns>,
    ) -> Checked<Setup> {
        let chain = &self.chain;
        let Some(table) = chain.last(|f| f.setup.as_ref()) else {
            return Err(chain.missing(
                "[setup]",
                "for example kind = \"fixed\", array = \"RNBQKBNR\", mirror = \"file\"",
            ));
        };
        let setup = &table.value;
        let missing = |key: &str| {
            chain.error(
                &table,
                format!("[setup] has no {key}"),
                "see docs/adding-a-game.md",
            )
        };
        let refuse = |span: Range<usize>, reason: String| {
            chain.error_in(table.source, span, reason, "see docs/adding-a-game.md")
        };
        let text =
            |value: &Option<Spanned<String>>, key: &str| value.clone().ok_or_else(|| missing(key));
        let mirror_text = text(&setup.mirror, "mirror")?;
        let mirror: Mirror = mirror_text
            .get_ref()
            .parse()
            .map_err(|e: crate::setup::SetupError| refuse(mirror_text.span(), e.to_string()))?;
        let check_letters = |letters: &Spanned<String>, kings: usize| -> Checked<()> {
            if let Some(letter) = letters.get_ref().chars().find(|&l| army.kind(l).is_none()) {
                return Err(refuse(
                    letters.span(),
                    format!("there is no piece `{letter}`"),
                ));
            }
            let is_pawn = |letter| pawns.is_some_and(|pawns| army.kind(letter) == Some(pawns.kind));
            if kings == 1
                && let Some(letter) = letters.get_ref().chars().find(|&l| is_pawn(l))
            {
                return Err(refuse(
                    letters.span(),
                    format!("a pawn `{letter}` cannot stand on its first rank"),
                ));
            }
            let royal = army.kinds[army.king.index()].letter;
            if letters.get_ref().chars().filter(|&l| l == royal).count() != kings {
                return Err(refuse(
                    letters.span(),
                    format!("there must be {kings} `{royal}` here"),
                ));
            }
            Ok(())
        };
        let check_width = |letters: &Spanned<String>| -> Checked<()> {
            if letters.get_ref().chars().count() != geometry.files() as usize {
                return Err(refuse(
                    letters.span(),
                    format!(
                        "{} letters for {} files",
                        letters.get_ref().chars().count(),
                        geometry.files()
                    ),
                ));
            }
            Ok(())
        };
        let kind = text(&setup.kind, "kind")?;
        match kind.get_ref().as_str() {
            "fixed" => {
                let array = text(&setup.array, "array")?;
                check_letters(&array, 1)?;
                check_width(&array)?;
                let fixed = Fixed::new(array.get_ref(), mirror)
                    .map_err(|e| refuse(array.span(), e.to_string()))?;
                Ok(Setup::Fixed(fixed))
            }
            "shuffle" => {
                let letters = text(&setup.army, "army")?;
                check_letters(&letters, 1)?;
                check_width(&letters)?;
                let steps = setup
                    .numbering
                    .as_ref()
                    .ok_or_else(|| missing("numbering"))?;
                let numbering = steps
                    .get_ref()
                    .iter()
                    .map(|step| {
                        step.get_ref()
                            .parse()
                            .map_err(|e: crate::setup::StepError| {
                                refuse(step.span(), e.to_string())
                            })
                    })
                    .collect::<Checked<Vec<_>>>()?;
                let sets = setup.sets.as_ref().ok_or_else(|| missing("sets"))?;
                let sets =
                    sets.get_ref()
                        .iter()
                        .map(|set| {
                            let name = set.get_ref().name.clone().ok_or_else(|| {
                                refuse(set.span(), "a set has no name".to_owned())
                            })?;
                            let rules: Vec<String> = match &set.get_ref().rules {
                                Some(rules) => rules
                                    .get_ref()
                                    .iter()
                                    .map(|rule| rule.get_ref().clone())
                                    .collect(),
                                None => Vec::new(),
                            };
                            ArraySet::parse(name.get_ref(), &rules)
                                .map_err(|e| refuse(set.span(), e.to_string()))
                        })
                        .collect::<Checked<Vec<_>>>()?;
                let first = setup.first_number.as_ref().map_or(0, |n| *n.get_ref());
                let shuffle = Shuffle::new(
                    letters.get_ref(),
                    mirror,
                    first,
                    numbering,
                    sets,
                    |letter, from, to| protects(army, letter, from, to),
                )
                .map_err(|e| refuse(steps.span(), e.to_string()))?;
                Ok(Setup::Shuffle(shuffle))
            }
            "hidden-shuffle" => {
                let letters = text(&setup.army, "army")?;
                check_letters(&letters, 0)?;
                let rows = setup.rows.as_ref().ok_or_else(|| missing("rows"))?;
                if rows.get_ref().is_empty() || rows.get_ref().len() > 2 {
                    return Err(refuse(
                        rows.span(),
                        format!("{} rows", rows.get_ref().len()),
                    ));
                }
                for row in rows.get_ref() {
                    check_width(row)?;
                    if let Some(letter) = row
                        .get_ref()
                        .chars()
                        .find(|&l| l != '.' && army.kind(l).is_none())
                    {
                        return Err(refuse(row.span(), format!("there is no piece `{letter}`")));
                    }
                }
                let face_up = setup.face_up.as_ref().ok_or_else(|| missing("face_up"))?;
                let entries: Vec<String> = face_up
                    .get_ref()
                    .iter()
                    .map(|e| e.get_ref().clone())
                    .collect();
                let row_texts: Vec<String> =
                    rows.get_ref().iter().map(|r| r.get_ref().clone()).collect();
                let hidden = HiddenShuffle::new(&entries, letters.get_ref(), row_texts, mirror)
                    .map_err(|e| refuse(face_up.span(), e.to_string()))?;
                let royal = army.kinds[army.king.index()].letter;
                if hidden
                    .face_up()
                    .iter()
                    .filter(|&&(_, letter)| letter == royal)
                    .count()
                    != 1
                {
                    return Err(refuse(
                        face_up.span(),
                        format!("the `{royal}` must stand face up, once"),
                    ));
                }
                if let Some(&(_, letter)) = hidden
                    .face_up()
                    .iter()
                    .find(|&&(_, letter)| army.kind(letter).is_none())
                {
                    return Err(refuse(
                        face_up.span(),
                        format!("there is no piece `{letter}`"),
                    ));
                }
                Ok(Setup::HiddenShuffle(hidden))
            }
            other => Err(refuse(
                kind.span(),
                format!("unknown kind of setup `{other}`: use fixed, shuffle or hidden-shuffle"),
            )),
        }
    }
}

/// Whether a piece of this letter on a file of rank 1, all of which is filled, protects the square on a file of
/// rank 2.
fn protects(army: &Army, letter: char, from: u8, to: u8) -> bool {
    let Some(kind) = army.kind(letter) else {
        return false;
    };
    let files = i32::from(to) - i32::from(from);
    army.steps[kind.index()].iter().any(|s| {
        s.captures && s.ranks == 1 && s.files == files && s.reach != Reach::Hop && !s.initial && {
            // A lame oblique leap passes along the filled rank.
            !(s.lame && s.files.abs() > 1)
        }
    })
}
