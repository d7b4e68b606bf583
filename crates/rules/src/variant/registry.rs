//! The games a program knows.

use std::collections::BTreeMap;
use std::sync::Arc;

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
}

impl Registry {
    /// The games of `variants/`.
    ///
    /// # Errors
    /// The first file that cannot be read; a test makes sure that none of the built-in files can fail.
    pub fn built_in() -> Result<Registry, VariantError> {
        let mut registry = Registry {
            texts: built_in_texts(),
            variants: BTreeMap::new(),
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
