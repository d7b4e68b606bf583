//! The games that a command knows: the built-in ones, and those of the folders it was given.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use backrank_rules::{Registry, VariantError};

use crate::cli::Folders;

/// All games. A file that names itself as a known game does is a further version of it, for what was played under that.
pub fn games(folders: &Folders) -> Result<Registry> {
    let mut registry = Registry::built_in()?;
    for folder in &folders.variants {
        add(&mut registry, files(folder)?)?;
    }
    Ok(registry)
}

/// What helps where the text is of a version that is not known.
pub fn other_version(id: &str, version: u32) -> String {
    format!("the file of version {version} of `{id}`, in a folder given by --variants, would help")
}

/// Name and text of every variant file of a folder.
fn files(folder: &Path) -> Result<Vec<(String, String)>> {
    let unreadable = || format!("{} cannot be read", folder.display());
    let mut paths = std::fs::read_dir(folder)
        .with_context(unreadable)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<std::io::Result<Vec<PathBuf>>>()
        .with_context(unreadable)?;
    paths.sort();
    paths
        .iter()
        .map(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            (path, name.into_owned())
        })
        .filter(|(_, name)| name.ends_with(".toml") && !name.ends_with(".lessons.toml"))
        .map(|(path, name)| {
            let text = std::fs::read_to_string(path)
                .with_context(|| format!("{} cannot be read", path.display()))?;
            Ok((name, text))
        })
        .collect()
}

/// A file may build on one that comes later: what fails waits for the others.
fn add(registry: &mut Registry, mut files: Vec<(String, String)>) -> Result<()> {
    while !files.is_empty() {
        let before = files.len();
        let mut failed: Option<VariantError> = None;
        files.retain(|(name, text)| match registry.add_version(name, text) {
            Ok(_) => false,
            Err(error) => {
                failed.get_or_insert(error);
                true
            }
        });
        if let Some(error) = failed
            && files.len() == before
        {
            return Err(anyhow!(error));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: &str = "id = \"chess\"\nname = \"Old\"\nbase = \"capablanca\"\nrules_version = 7\n";

    fn known(files: &[(&str, &str)]) -> Result<Registry> {
        let mut registry = Registry::built_in().expect("good files");
        let files = files
            .iter()
            .map(|&(name, text)| (name.to_owned(), text.to_owned()));
        add(&mut registry, files.collect()).map(|()| registry)
    }

    #[test]
    fn a_file_may_build_on_a_later_one() {
        let based = "id = \"a\"\nname = \"A\"\nbase = \"b\"\nrules_version = 1\n";
        let base = "id = \"b\"\nname = \"B\"\nbase = \"chess\"\nrules_version = 1\n";
        let registry = known(&[("a.toml", based), ("b.toml", base)]).expect("both");
        assert!(registry.get("a").is_some() && registry.get("b").is_some());
        let error = known(&[("a.toml", based)])
            .expect_err("no base")
            .to_string();
        assert!(error.starts_with("a.toml:3:"), "{error}");
    }

    #[test]
    fn another_version_stands_beside_the_known_one() {
        let registry = known(&[("chess.toml", OLD)]).expect("another version");
        let name = |version| {
            registry
                .version("chess", version)
                .map(|v| v.name().to_owned())
        };
        assert_eq!(name(7).as_deref(), Some("Old"));
        assert_eq!(registry.get("chess").map(|v| v.rules_version()), Some(1));
        assert!(name(1).is_some() && name(2).is_none());
    }

    #[test]
    fn another_text_of_a_known_version_is_refused() {
        let same = OLD.replace("version = 7", "version = 1");
        let error = known(&[("chess.toml", &same)]).expect_err("two of one version");
        let error = error.to_string();
        assert!(error.starts_with("chess.toml:4:1: version 1"), "{error}");
    }
}
