//! The games this server knows: built in, and from the host's folders.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use backrank_rules::deal::Commitment;
use backrank_rules::setup::Setup;
use backrank_rules::variant::{ActsAs, BUILT_IN};
use backrank_rules::{Colour, Registry, Variant, VariantError, squares};
use serde::Deserialize;

use crate::assets;
use crate::log::LogError;
use crate::store::VariantText;
use crate::wire::{DressInfo, KindInfo, SetInfo, VariantInfo};

/// Levels of the computer.
pub const LEVELS: std::ops::RangeInclusive<u8> = 1..=8;

/// One game.
#[derive(Debug)]
pub struct Game {
    /// Its rules.
    pub variant: Arc<Variant>,
    /// Its files.
    pub text: VariantText,
    /// Rules pages in Markdown by language.
    pub pages: BTreeMap<String, String>,
    info: OnceLock<VariantInfo>,
}

/// All games by id.
#[derive(Debug)]
pub struct Catalogue {
    games: BTreeMap<String, Game>,
}

/// Why the games cannot be loaded.
#[derive(Debug, thiserror::Error)]
pub enum CatalogueError {
    /// A variant file is wrong.
    #[error(transparent)]
    Variant(#[from] VariantError),
    /// A file or folder cannot be read.
    #[error("{path}: {source}")]
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A file names itself as a built-in game does, and would replace it.
    #[error("{path}: the id \"{id}\" is that of a built-in game")]
    BuiltIn {
        /// Which.
        path: PathBuf,
        /// The id.
        id: String,
    },
}

/// Hex of a digest.
pub fn hex(digest: &[u8; 32]) -> String {
    Commitment(*digest).to_string()
}

#[derive(Deserialize)]
struct Based {
    base: Option<String>,
}

#[derive(Deserialize)]
struct Named {
    id: String,
}

/// The id in a file, if a built-in game has it.
fn built_in_id(text: &str) -> Option<String> {
    let Named { id } = toml::from_str(text).ok()?;
    BUILT_IN.iter().any(|&(known, _)| known == id).then_some(id)
}

fn base_of(text: &str) -> Option<String> {
    toml::from_str::<Based>(text).ok()?.base
}

impl Catalogue {
    /// The built-in games and those of these folders; files there may build on built-in ones.
    ///
    /// # Errors
    /// [`CatalogueError`] names the file, the place in it, and what is wrong.
    pub fn load(folders: &[PathBuf]) -> Result<Catalogue, CatalogueError> {
        let mut registry = Registry::built_in()?;
        let mut texts: BTreeMap<String, (String, String)> = BUILT_IN
            .iter()
            .map(|&(id, text)| (id.to_owned(), (format!("{id}.toml"), text.to_owned())))
            .collect();
        let mut pages: BTreeMap<(String, String), String> = assets::RULES_PAGES
            .iter()
            .filter_map(|&(name, bytes)| {
                Some((
                    page_name(name)?,
                    String::from_utf8_lossy(bytes).into_owned(),
                ))
            })
            .collect();
        for folder in folders {
            let mut files = Vec::new();
            for path in sorted(folder)? {
                let name = file_name(&path);
                if name.ends_with(".toml") && !name.ends_with(".lessons.toml") {
                    let text = read(&path)?;
                    if let Some(id) = built_in_id(&text) {
                        return Err(CatalogueError::BuiltIn { path, id });
                    }
                    files.push((name, text));
                } else if let Some(key) = page_name(&name) {
                    pages.insert(key, read(&path)?);
                }
            }
            // A file may build on one that comes later: what fails waits for the others.
            while !files.is_empty() {
                let before = files.len();
                let mut failed = None;
                files.retain(|(name, text)| match registry.add(name, text) {
                    Ok(variant) => {
                        texts.insert(variant.id().to_owned(), (name.clone(), text.clone()));
                        false
                    }
                    Err(error) => {
                        failed.get_or_insert(error);
                        true
                    }
                });
                match failed {
                    Some(error) if files.len() == before => return Err(error.into()),
                    _ => {}
                }
            }
        }
        let games = registry
            .iter()
            .map(|variant| {
                let id = variant.id().to_owned();
                let parts = parts(&id, &texts);
                let own = |(_, lang): &(String, String)| lang.clone();
                let pages = pages
                    .iter()
                    .filter(|((of, _), _)| *of == id)
                    .map(|(key, page)| (own(key), page.clone()))
                    .collect();
                let text = VariantText {
                    digest: hex(variant.digest()),
                    id: id.clone(),
                    parts,
                };
                let game = Game {
                    variant: variant.clone(),
                    text,
                    pages,
                    info: OnceLock::new(),
                };
                (id, game)
            })
            .collect();
        Ok(Catalogue { games })
    }

    /// The game of this id; nothing is guessed.
    pub fn get(&self, id: &str) -> Option<&Game> {
        self.games.get(id)
    }

    /// All games in alphabetical order of their ids.
    pub fn iter(&self) -> impl Iterator<Item = &Game> {
        self.games.values()
    }
}

/// The files a game consists of, base first.
fn parts(id: &str, texts: &BTreeMap<String, (String, String)>) -> Vec<(String, String)> {
    let mut parts = Vec::new();
    let mut next = Some(id.to_owned());
    while let Some(id) = next {
        let Some((name, text)) = texts.get(&id) else {
            break;
        };
        parts.insert(0, (name.clone(), text.clone()));
        next = base_of(text);
    }
    parts
}

fn sorted(folder: &Path) -> Result<Vec<PathBuf>, CatalogueError> {
    let file = |source| CatalogueError::File {
        path: folder.to_owned(),
        source,
    };
    let mut paths = std::fs::read_dir(folder)
        .and_then(|entries| {
            entries
                .map(|entry| entry.map(|entry| entry.path()))
                .collect::<Result<Vec<_>, _>>()
        })
        .map_err(file)?;
    paths.sort();
    Ok(paths)
}

fn read(path: &Path) -> Result<String, CatalogueError> {
    std::fs::read_to_string(path).map_err(|source| CatalogueError::File {
        path: path.to_owned(),
        source,
    })
}

fn file_name(path: &Path) -> String {
    path.file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default()
}

/// `hidden.de.md` is the page (`hidden`, `de`).
fn page_name(name: &str) -> Option<(String, String)> {
    let (id, lang) = name.strip_suffix(".md")?.rsplit_once('.')?;
    let fits = (2..=8).contains(&lang.len()) && lang.bytes().all(|b| b.is_ascii_lowercase());
    fits.then(|| (id.to_owned(), lang.to_owned()))
}

/// Loads a variant from stored files, for games that were played under them.
///
/// # Errors
/// [`LogError::VariantText`] if the files are not those of this digest, or cannot be read any more.
pub fn restore(text: &VariantText) -> Result<Arc<Variant>, LogError> {
    let refused = |reason: &str| LogError::VariantText {
        variant: text.id.clone(),
        digest: text.digest.clone(),
        reason: reason.to_owned(),
    };
    let (name, own) = text
        .parts
        .last()
        .ok_or_else(|| refused("there are no files"))?;
    let library: BTreeMap<String, String> = text
        .parts
        .iter()
        .filter_map(|(name, text)| Some((name.strip_suffix(".toml")?.to_owned(), text.clone())))
        .collect();
    let variant =
        Variant::read(name, own, &library).map_err(|error| refused(&error.to_string()))?;
    if hex(variant.digest()) != text.digest {
        return Err(refused("the digest is another"));
    }
    if variant.id() != text.id {
        return Err(refused("the id is another"));
    }
    Ok(Arc::new(variant))
}

impl Game {
    /// What a client must know to draw it.
    pub fn info(&self) -> &VariantInfo {
        self.info.get_or_init(|| self.describe())
    }

    /// Id of the game this one builds on.
    pub fn base(&self) -> Option<String> {
        base_of(&self.text.parts.last()?.1)
    }

    fn describe(&self) -> VariantInfo {
        let variant = &self.variant;
        let geometry = variant.geometry();
        let kinds = variant
            .kinds()
            .filter(|&(kind, _)| Some(kind) != variant.disc())
            .map(|(_, spec)| KindInfo {
                id: spec.id.clone(),
                letter: spec.letter.to_string(),
                shown: spec.shown.clone(),
                betza: spec.betza.clone(),
            })
            .collect();
        let sets = match variant.setup() {
            Setup::Shuffle(shuffle) => shuffle
                .sets()
                .iter()
                .enumerate()
                .map(|(index, set)| {
                    let numbers = shuffle.numbers_in(index);
                    SetInfo {
                        name: set.name().to_owned(),
                        size: u32::try_from(numbers.len()).unwrap_or(u32::MAX),
                        lowest: numbers.first().copied().unwrap_or_default(),
                        highest: numbers.last().copied().unwrap_or_default(),
                    }
                })
                .collect(),
            Setup::Fixed(_) | Setup::HiddenShuffle(_) => Vec::new(),
        };
        let mut dress = Vec::new();
        if let Some(rules) = variant.face_down()
            && rules.acts_as == ActsAs::Dress
        {
            for colour in Colour::ALL {
                for square in squares(rules.homes(colour)) {
                    if let Some(kind) = rules.dress(square) {
                        dress.push(DressInfo {
                            square: geometry.name(square),
                            kind: variant.kind(kind).id.clone(),
                        });
                    }
                }
            }
        }
        VariantInfo {
            id: variant.id().to_owned(),
            name: variant.name().to_owned(),
            files: geometry.files(),
            ranks: geometry.ranks(),
            kinds,
            sets,
            face_down: variant.face_down().is_some(),
            dress,
            hands: variant.gating_hand().is_some(),
            secret_kings: variant.secret_kings(),
            levels: LEVELS.collect(),
            rules_languages: self.pages.keys().cloned().collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_is_restored_from_its_stored_files() {
        for game in Catalogue::load(&[]).unwrap().iter() {
            let restored = restore(&game.text).unwrap();
            assert_eq!(restored.digest(), game.variant.digest());
            let mut changed = game.text.clone();
            changed.parts[0].1.push_str("\n# changed\n");
            assert!(matches!(
                restore(&changed),
                Err(LogError::VariantText { .. })
            ));
        }
    }

    #[test]
    fn every_game_has_its_pages_in_both_languages() {
        for game in Catalogue::load(&[]).unwrap().iter() {
            assert_eq!(
                game.info().rules_languages,
                ["de", "en"],
                "{}",
                game.variant.id()
            );
        }
    }

    #[test]
    fn a_folder_adds_games_that_build_on_each_other_and_names_what_is_wrong() {
        let folder = tempfile::tempdir().unwrap();
        let write =
            |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
        write(
            "a.toml",
            "id = \"a\"\nname = \"A\"\nbase = \"b\"\nrules_version = 1\n",
        );
        write(
            "b.toml",
            "id = \"b\"\nname = \"B\"\nbase = \"chess\"\nrules_version = 1\n",
        );
        write("a.en.md", "# A");
        let folders = [folder.path().to_owned()];
        let catalogue = Catalogue::load(&folders).unwrap();
        let game = catalogue.get("a").unwrap();
        assert_eq!(game.text.parts.len(), 3);
        assert_eq!(game.pages["en"], "# A");
        assert_eq!(restore(&game.text).unwrap().digest(), game.variant.digest());
        write(
            "c.toml",
            "id = \"c\"\nname = \"C\"\nbase = \"nothing\"\nrules_version = 1\n",
        );
        let error = Catalogue::load(&folders).unwrap_err().to_string();
        assert!(error.contains("c.toml:3"), "{error}");
    }

    #[test]
    fn a_folder_cannot_replace_a_built_in_game() {
        let folder = tempfile::tempdir().unwrap();
        let text = "id = \"hidden\"\nname = \"Mine\"\nbase = \"chess\"\nrules_version = 1\n";
        std::fs::write(folder.path().join("mine.toml"), text).unwrap();
        let error = Catalogue::load(&[folder.path().to_owned()]).unwrap_err();
        assert!(matches!(error, CatalogueError::BuiltIn { .. }), "{error}");
        let error = error.to_string();
        assert!(
            error.contains("mine.toml") && error.contains("\"hidden\""),
            "{error}"
        );
    }
}
