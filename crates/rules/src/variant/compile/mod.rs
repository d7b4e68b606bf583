//! From a chain of files to a game: every value is checked, and refused with its place.

mod castling;
mod face_down;
mod pieces;
mod setup;

use sha2::{Digest, Sha256};
use std::sync::Arc;

use super::file::{Chain, File, Library, Placed};
use super::tables::Tables;
use super::{ActsAs, AnyTables, Draws, KindSpec, Variant, VariantError};
use crate::betza::Step;
use crate::geometry::Geometry;
use crate::piece::{Kind, MAX_KINDS};
use crate::position::Position;
use crate::setup::Setup;
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
            aliases: own.aliases.clone(),
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
