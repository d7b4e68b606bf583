//! The games a program knows.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::file::Source;
use super::{Variant, VariantError};

macro_rules! built_in {
    ($($id:literal)*) => {
        /// Id and text of every file in `variants/`, compiled in.
        pub const BUILT_IN: &[(&str, &str)] = &[
            $(($id, include_str!(concat!("../../../../variants/", $id, ".toml"))),)*
        ];
    };
}

built_in!(
    "ajax-random" "ajax-random-8" "capablanca" "capablanca-random" "chess" "chess960" "hidden"
    "hidden-random" "hidden-random-capturer" "hidden-random-nobody" "hide-and-seek" "janus"
    "masquerade"
);

/// All games by id, in alphabetical order.
#[derive(Debug, Clone, Default)]
pub struct Registry {
    texts: BTreeMap<String, String>,
    variants: BTreeMap<String, Arc<Variant>>,
    /// Further versions, by id and version of the rules.
    versions: BTreeMap<(String, u32), Arc<Variant>>,
}

impl Registry {
    /// The games of `variants/`.
    ///
    /// # Errors
    /// The first file that cannot be read; a test makes sure that none of the built-in files can fail.
    pub fn built_in() -> Result<Registry, VariantError> {
        let mut registry = Registry {
            texts: built_in_texts(),
            ..Registry::default()
        };
        for (id, text) in BUILT_IN {
            registry.add(&format!("{id}.toml"), text)?;
        }
        Ok(registry)
    }

    /// One game of `variants/`, without compiling the others; `None` if there is none of this id.
    ///
    /// # Errors
    /// As [`Registry::built_in`].
    pub fn built_in_variant(id: &str) -> Result<Option<Arc<Variant>>, VariantError> {
        let texts = built_in_texts();
        let Some(text) = texts.get(id) else {
            return Ok(None);
        };
        Variant::read(&format!("{id}.toml"), text, &texts).map(|variant| Some(Arc::new(variant)))
    }

    /// Adds a game from the text of its file; a game of the same id is replaced.
    ///
    /// # Errors
    /// Where and why the text was refused.
    pub fn add(&mut self, file: &str, text: &str) -> Result<Arc<Variant>, VariantError> {
        let variant = Arc::new(Variant::read(file, text, &self.texts)?);
        self.texts.insert(variant.id().to_owned(), text.to_owned());
        self.variants
            .insert(variant.id().to_owned(), variant.clone());
        Ok(variant)
    }

    /// Adds a further version of a game, for what was played under it: [`Registry::get`] goes on giving the version
    /// that was there first, and what builds on the game builds on that one. A game of an unknown id is added as by
    /// [`Registry::add`].
    ///
    /// # Errors
    /// Where and why the text was refused; also if another text of this id and version is there already.
    pub fn add_version(&mut self, file: &str, text: &str) -> Result<Arc<Variant>, VariantError> {
        let variant = Arc::new(Variant::read(file, text, &self.texts)?);
        let (id, version) = (variant.id(), variant.rules_version());
        if self.get(id).is_none() {
            return self.add(file, text);
        }
        match self.version(id, version) {
            None => {
                let key = (id.to_owned(), version);
                self.versions.insert(key, variant.clone());
                Ok(variant)
            }
            Some(known) if known.digest() == variant.digest() => Ok(known.clone()),
            Some(_) => {
                let place = text.find("rules_version").unwrap_or_default();
                let source = Source {
                    name: file.to_owned(),
                    text: text.to_owned(),
                };
                Err(source.error(
                    place..place,
                    format!("version {version} of the rules of `{id}` is there already, with another text"),
                    "a change of rules raises the version, another game has another id",
                ))
            }
        }
    }

    /// This version of a game's rules.
    pub fn version(&self, id: &str, version: u32) -> Option<&Arc<Variant>> {
        self.variants
            .get(id)
            .filter(|variant| variant.rules_version() == version)
            .or_else(|| self.versions.get(&(id.to_owned(), version)))
    }

    /// The game of this id.
    pub fn get(&self, id: &str) -> Option<&Arc<Variant>> {
        self.variants.get(id)
    }

    /// All games.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<Variant>> {
        self.variants.values()
    }
}

fn built_in_texts() -> BTreeMap<String, String> {
    BUILT_IN
        .iter()
        .map(|&(id, text)| (id.to_owned(), text.to_owned()))
        .collect()
}
