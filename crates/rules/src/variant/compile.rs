//! From a chain of files to a game: every value is checked, and refused with its place.

use sha2::{Digest, Sha256};
use std::ops::Range;
use std::sync::Arc;

use super::file::{CastlingTable, Chain, File, Library, Placed, WingTable};
use super::tables::Tables;
use super::{
    ActsAs, AnyTables, CaptureShows, Castling, Draws, FaceDown, KindSpec, Pawns, Variant,
    VariantError, Wing,
};
use crate::betza::{self, Reach, Step};
use crate::geometry::{Colour, Geometry, Square};
use crate::piece::{Counts, Kind, MAX_KINDS};
use crate::position::Position;
use crate::setup::{ArraySet, Fixed, HiddenShuffle, Mirror, SetRule, Setup, Shuffle};
use serde_spanned::Spanned;

/// What the letters of a chain mean, with the moves behind them.
struct Army {
    kinds: Vec<KindSpec>,
    steps: Vec<Vec<Step>>,
    king: Kind,
}

impl Army {
    fn kind(&self, letter: char) -> Option<Kind> {
        self.kinds
            .iter()
            .position(|spec| spec.letter == letter)
            .map(Kind::from_index)
    }
}

impl Variant {
    /// Reads a game from the text of its file. `file` is the name used in errors; `library` knows the files it may
    /// build on.
    ///
    /// # Errors
    /// The place of the first thing that is wrong, with a reason and a hint.
    pub fn read(file: &str, text: &str, library: &dyn Library) -> Result<Variant, VariantError> {
        let compiler = Compiler {
            chain: Chain::read(file, text, library)?,
        };
        let variant = Arc::new(compiler.compile()?);
        compiler.start_is_legal(&variant)?;
        Ok(Arc::unwrap_or_clone(variant))
    }
}

struct Compiler {
    chain: Chain,
}

type Checked<T> = Result<T, VariantError>;

impl Compiler {
    /// A start that is always the same, or looks the same, must be one that can be read and played. Of shuffled
    /// arrays there are too many to try.
    fn start_is_legal(&self, variant: &Arc<Variant>) -> Checked<()> {
        if matches!(variant.setup(), Setup::Shuffle(_)) {
            return Ok(());
        }
        let start = Position::seeded(variant, 0, None, None).map_err(|error| error.to_string());
        let read = start.and_then(|start| {
            Position::from_fen(variant, &start.truth_fen()).map_err(|error| error.to_string())
        });
        match (read, self.chain.last(|f| f.setup.as_ref())) {
            (Ok(_), _) => Ok(()),
            (Err(reason), Some(at)) => Err(self.chain.error(
                &at,
                format!("the start is not a legal position: {reason}"),
                "change the setup or the moves of its pieces",
            )),
            (Err(reason), None) => Err(self.chain.missing("[setup]", &reason)),
        }
    }

    fn compile(&self) -> Checked<Variant> {
        let chain = &self.chain;
        let own = &chain.files[chain.files.len() - 1];
        let last = chain.files.len() - 1;
        let id = own.id.get_ref().clone();
        let id_fits = !id.is_empty()
            && id.len() <= 40
            && id
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
            && !id.starts_with('-');
        if !id_fits {
            return Err(chain.error_in(
                last,
                own.id.span(),
                format!("`{id}` is no id"),
                "use a-z, 0-9 and hyphens, at most 40",
            ));
        }
        if own.name.get_ref().trim().is_empty() || own.name.get_ref().chars().count() > 60 {
            return Err(chain.error_in(
                last,
                own.name.span(),
                "the name is empty or too long",
                "1 to 60 characters",
            ));
        }
        if *own.rules_version.get_ref() == 0 {
            return Err(chain.error_in(
                last,
                own.rules_version.span(),
                "rules_version is 0",
                "the first version is 1",
            ));
        }
        let geometry = self.geometry()?;
        let mut army = self.army()?;
        let pawns = self.pawns(geometry, &army)?;
        let initial = self.initial_ranks();
        let face_down_rules = self.face_down_rules()?;
        let disc = match face_down_rules {
            Some((ActsAs::Disc, _)) => {
                army.kinds.push(KindSpec {
                    id: "back".to_owned(),
                    letter: 'X',
                    shown: "?".to_owned(),
                    betza: String::new(),
                });
                army.steps.push(Vec::new());
                Some(Kind::from_index(army.kinds.len() - 1))
            }
            _ => None,
        };
        if army.kinds.len() > MAX_KINDS {
            return Err(self.pieces_error(
                format!("there are more than {MAX_KINDS} kinds of pieces"),
                "blank discs count as one",
            ));
        }
        let setup = self.setup(geometry, &army, pawns.as_ref())?;
        let castling = self.castling(geometry, &army)?;
        if let Some(rules) = &castling {
            self.castling_fits(&army, &setup, rules)?;
        }
        let gating_hand = self.gating(&army)?;
        let face_down = self.face_down(geometry, &army, face_down_rules, disc, &setup)?;
        let draws = self.draws(&army)?;
        let secret_kings = self.event()?;
        let tables = if geometry.squares() <= 64 {
            AnyTables::Narrow(Box::new(Tables::new(geometry, &army.steps, &initial)))
        } else {
            AnyTables::Wide(Box::new(Tables::new(geometry, &army.steps, &initial)))
        };
        let text = chain.text();
        Ok(Variant {
            id,
            name: own.name.get_ref().clone(),
            rules_version: *own.rules_version.get_ref(),
            source: own
                .source
                .clone()
                .or_else(|| chain.files[0].source.clone())
                .unwrap_or_default(),
            casual_only: own.casual_only,
            digest: Sha256::digest(text.as_bytes()).into(),
            text,
            geometry,
            king: army.king,
            kinds: army.kinds,
            disc,
            pawns,
            castling,
            gating_hand,
            face_down,
            secret_kings,
            draws,
            setup,
            tables,
        })
    }

    fn geometry(&self) -> Checked<Geometry> {
        let chain = &self.chain;
        let files = chain.last(|f| f.board.as_ref()?.files.as_ref());
        let ranks = chain.last(|f| f.board.as_ref()?.ranks.as_ref());
        let (Some(files), Some(ranks)) = (files, ranks) else {
            return Err(chain.missing(
                "[board] with files and ranks",
                "for example files = 8, ranks = 8",
            ));
        };
        if !(4..=12).contains(&files.value) {
            return Err(chain.error(
                &files,
                format!("a board of {} files", files.value),
                "4 to 12",
            ));
        }
        if !(4..=10).contains(&ranks.value) {
            return Err(chain.error(
                &ranks,
                format!("a board of {} ranks", ranks.value),
                "4 to 10",
            ));
        }
        Geometry::new(files.value, ranks.value)
            .ok_or_else(|| chain.error(&files, "no such board", "4x4 to 12x10"))
    }

    fn pieces_error(&self, reason: String, hint: &str) -> VariantError {
        match self.chain.last(|f| f.pieces.as_ref()) {
            Some(at) => self.chain.error(&at, reason, hint),
            None => self.chain.missing("[pieces]", hint),
        }
    }

    fn army(&self) -> Checked<Army> {
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
    fn letter(&self, army: &Army, source: usize, text: &Spanned<String>) -> Checked<Kind> {
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

    fn letters(&self, army: &Army, list: &Placed<Vec<Spanned<String>>>) -> Checked<Vec<Kind>> {
        let mut kinds = list
            .value
            .iter()
            .map(|text| self.letter(army, list.source, text))
            .collect::<Checked<Vec<Kind>>>()?;
        kinds.sort_unstable();
        kinds.dedup();
        Ok(kinds)
    }

    fn counts(&self, army: &Army, text: &Placed<String>) -> Checked<Counts> {
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
    fn initial_ranks(&self) -> Vec<u8> {
        let ranks = self.chain.last(|f| f.pawns.as_ref()?.double_from.as_ref());
        ranks
            .map(|r| r.value.iter().map(|rank| rank.saturating_sub(1)).collect())
            .unwrap_or_default()
    }

    fn pawns(&self, geometry: Geometry, army: &Army) -> Checked<Option<Pawns>> {
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

    fn setup(&self, geometry: Geometry, army: &Army, pawns: Option<&Pawns>) -> Checked<Setup> {
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

    fn castling(&self, geometry: Geometry, army: &Army) -> Checked<Option<Castling>> {
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
    fn castling_fits(&self, army: &Army, setup: &Setup, castling: &Castling) -> Checked<()> {
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

    fn gating(&self, army: &Army) -> Checked<Option<Counts>> {
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

    fn face_down_rules(&self) -> Checked<Option<(ActsAs, CaptureShows)>> {
        let chain = &self.chain;
        if !chain.files.iter().any(|f| f.face_down.is_some()) {
            return Ok(None);
        }
        let Some(acts) = chain.last(|f| f.face_down.as_ref()?.acts_as.as_ref()) else {
            return Err(chain.missing("acts_as in [face_down]", "\"dress\" or \"disc\""));
        };
        let acts_as = match acts.value.as_str() {
            "dress" => ActsAs::Dress,
            "disc" => ActsAs::Disc,
            other => {
                return Err(chain.error(
                    &acts,
                    format!("acts_as is `{other}`"),
                    "\"dress\" or \"disc\"",
                ));
            }
        };
        let Some(shows) = chain.last(|f| f.face_down.as_ref()?.capture_shows.as_ref()) else {
            return Err(chain.missing(
                "capture_shows in [face_down]",
                "\"all\", \"capturer\" or \"nobody\"",
            ));
        };
        let capture_shows = match shows.value.as_str() {
            "all" => CaptureShows::All,
            "capturer" => CaptureShows::Capturer,
            "nobody" => CaptureShows::Nobody,
            other => {
                return Err(chain.error(
                    &shows,
                    format!("capture_shows is `{other}`"),
                    "\"all\", \"capturer\" or \"nobody\"",
                ));
            }
        };
        Ok(Some((acts_as, capture_shows)))
    }

    fn face_down(
        &self,
        geometry: Geometry,
        army: &Army,
        rules: Option<(ActsAs, CaptureShows)>,
        disc: Option<Kind>,
        setup: &Setup,
    ) -> Checked<Option<FaceDown>> {
        let chain = &self.chain;
        let (rules, hidden) = match (rules, setup) {
            (None, Setup::HiddenShuffle(_)) => {
                return Err(chain.missing(
                    "[face_down]",
                    "a hidden shuffle needs acts_as and capture_shows",
                ));
            }
            (Some(_), Setup::Fixed(_) | Setup::Shuffle(_)) => {
                let at = chain.last(|f| f.setup.as_ref());
                return Err(match at {
                    Some(at) => chain.error(
                        &at,
                        "[face_down] without face-down pieces",
                        "kind = \"hidden-shuffle\"",
                    ),
                    None => chain.missing("[setup]", "kind = \"hidden-shuffle\""),
                });
            }
            (None, _) => return Ok(None),
            (Some(rules), Setup::HiddenShuffle(hidden)) => (rules, hidden),
        };
        let mut homes = [0; 2];
        let mut dress = vec![None; geometry.squares()];
        let squares = [
            (Colour::White, hidden.white_squares()),
            (Colour::Black, hidden.black_squares(geometry.ranks())),
        ];
        for (colour, squares) in squares {
            for at in squares {
                let Some(square) = geometry.square(i32::from(at.file), i32::from(at.rank)) else {
                    continue;
                };
                homes[colour.index()] |= square.bit();
                dress[square.index()] = match disc {
                    Some(disc) => Some(disc),
                    None => self.dress(geometry, army, hidden, colour, square)?,
                };
            }
        }
        if let Some(disc) = disc {
            // Positions set up by hand may have a disc on any square of the home ranks but the king's.
            let royal = army.kinds[army.king.index()].letter;
            let king = hidden
                .face_up()
                .iter()
                .find(|&&(_, letter)| letter == royal)
                .map(|&(at, _)| at);
            for colour in Colour::ALL {
                for square in geometry.iter().filter(|&s| geometry.rank_of(colour, s) < 2) {
                    let file = match colour {
                        Colour::White => geometry.file(square),
                        Colour::Black => hidden
                            .mirror()
                            .file(geometry.file(square), geometry.files()),
                    };
                    if king.is_none_or(|at| {
                        (at.file, at.rank) != (file, geometry.rank_of(colour, square))
                    }) {
                        dress[square.index()] = Some(disc);
                    }
                }
            }
        }
        let counts = hidden
            .army()
            .iter()
            .filter_map(|&letter| army.kind(letter))
            .collect();
        Ok(Some(FaceDown {
            acts_as: rules.0,
            capture_shows: rules.1,
            homes,
            dress,
            army: counts,
        }))
    }

    /// The dress of a home square: the letter of its row.
    fn dress(
        &self,
        geometry: Geometry,
        army: &Army,
        hidden: &HiddenShuffle,
        colour: Colour,
        square: Square,
    ) -> Checked<Option<Kind>> {
        let row = geometry.rank_of(colour, square) as usize;
        let file = match colour {
            Colour::White => geometry.file(square),
            Colour::Black => hidden
                .mirror()
                .file(geometry.file(square), geometry.files()),
        };
        let letter = hidden
            .rows()
            .get(row)
            .and_then(|r| r.chars().nth(file as usize));
        match letter.and_then(|l| army.kind(l)) {
            Some(kind) if kind != army.king => Ok(Some(kind)),
            _ => {
                let at = self
                    .chain
                    .last(|f| f.setup.as_ref()?.get_ref().rows.as_ref());
                let reason = format!(
                    "the face-down piece on {} has no dress",
                    geometry.name(square)
                );
                Err(match at {
                    Some(at) => self.chain.error(
                        &at,
                        reason,
                        "give every face-down square a letter other than the king's",
                    ),
                    None => self.chain.missing("rows in [setup]", "two rows of letters"),
                })
            }
        }
    }

    fn draws(&self, army: &Army) -> Checked<Draws> {
        let list = |found: Option<Placed<Vec<Spanned<String>>>>| match found {
            Some(list) => self.letters(army, &list),
            None => Ok(Vec::new()),
        };
        Ok(Draws {
            lone_minor: list(self.chain.last(|f| f.draws.as_ref()?.lone_minor.as_ref()))?,
            one_colour: list(self.chain.last(|f| f.draws.as_ref()?.one_colour.as_ref()))?,
        })
    }

    /// The one event there is so far: both kings hide.
    fn event(&self) -> Checked<bool> {
        let chain = &self.chain;
        if !chain.files.iter().any(|f| f.event.is_some()) {
            return Ok(false);
        }
        type Key = fn(&File) -> Option<&Spanned<String>>;
        let wanted: [(Key, &str, &str); 5] = [
            (
                |f| f.event.as_ref()?.requires.as_ref(),
                "requires",
                "one-king-each",
            ),
            (
                |f| f.event.as_ref()?.r#type.as_ref(),
                "type",
                "remove-check",
            ),
            (
                |f| f.event.as_ref()?.setup.as_ref(),
                "setup",
                "remove-kings",
            ),
            (
                |f| f.event.as_ref()?.choice.as_ref(),
                "choice",
                "secret-king-square",
            ),
            (
                |f| f.event.as_ref()?.trigger.as_ref(),
                "trigger",
                "attacked-king-square",
            ),
        ];
        for (pick, key, value) in wanted {
            let Some(found) = chain.last(pick) else {
                return Err(chain.missing(&format!("{key} in [event]"), &format!("\"{value}\"")));
            };
            if found.value != value {
                return Err(chain.error(
                    &found,
                    format!("unknown {key} `{}`", found.value),
                    format!("\"{value}\" is what there is"),
                ));
            }
        }
        Ok(true)
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
