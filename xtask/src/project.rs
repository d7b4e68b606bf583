//! Where the project lies, and a shell that stands at its root.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use xshell::Shell;

/// The checked-out project.
pub struct Project {
    root: PathBuf,
    /// Runs commands at the root of the project.
    pub sh: Shell,
}

impl Project {
    /// Finds the project this program was built from.
    ///
    /// # Errors
    /// If its folder is gone.
    pub fn open() -> Result<Self> {
        // Cargo sets the variable when it runs us; the built-in path serves a direct start.
        let own = std::env::var_os("CARGO_MANIFEST_DIR")
            .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
        let root = own
            .join("..")
            .canonicalize()
            .with_context(|| format!("no project above {}", own.display()))?;
        let sh = Shell::new()?;
        sh.change_dir(&root);
        Ok(Self { root, sh })
    }

    /// The root folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// A path inside the project.
    pub fn path(&self, relative: &str) -> PathBuf {
        self.root.join(relative)
    }

    /// Reads a text file of the project.
    ///
    /// # Errors
    /// If it cannot be read; names the file.
    pub fn read(&self, relative: &str) -> Result<String> {
        std::fs::read_to_string(self.path(relative)).with_context(|| format!("reading {relative}"))
    }

    /// Writes a text file of the project, and the folders above it; says so.
    ///
    /// # Errors
    /// If it cannot be written; names the file.
    pub fn write(&self, relative: &str, text: &str) -> Result<()> {
        let path = self.path(relative);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)
                .with_context(|| format!("creating {}", folder.display()))?;
        }
        std::fs::write(&path, text).with_context(|| format!("writing {relative}"))?;
        println!("wrote {relative}");
        Ok(())
    }
}
