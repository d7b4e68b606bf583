//! The release build of the program.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use xshell::cmd;

use crate::project::Project;

/// Builds `backrank` in release, as it is shipped; returns its path.
///
/// # Errors
/// If the build fails.
pub fn build(project: &Project) -> Result<PathBuf> {
    compile(project, &[])
}

/// Builds `backrank` in release with prepared positions for the browser tests.
///
/// The program is moved to `e2e/` in the target folder: what lies where people look for the
/// release binary never has the feature.
///
/// # Errors
/// If the build fails.
pub fn build_testing(project: &Project) -> Result<PathBuf> {
    let built = compile(project, &["--features", "testing"])?;
    let moved = testing_path(&built).context("the release build lies at an unexpected place")?;
    if let Some(folder) = moved.parent() {
        std::fs::create_dir_all(folder)?;
    }
    std::fs::rename(&built, &moved)
        .with_context(|| format!("moving {} to {}", built.display(), moved.display()))?;
    Ok(moved)
}

/// Where the program for the browser tests is kept, next to `release/`.
fn testing_path(built: &Path) -> Option<PathBuf> {
    Some(
        built
            .parent()?
            .parent()?
            .join("e2e")
            .join(built.file_name()?),
    )
}

fn compile(project: &Project, features: &[&str]) -> Result<PathBuf> {
    let sh = &project.sh;
    let messages = cmd!(
        sh,
        "cargo build --release --package backrank --bin backrank {features...}
         --message-format json-render-diagnostics"
    )
    .read()?;
    executable(&messages).context("cargo built no program called backrank")
}

/// The path of the program in cargo's JSON messages, one a line.
fn executable(messages: &str) -> Option<PathBuf> {
    messages
        .lines()
        .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok())
        .filter(|message| message["target"]["name"] == "backrank")
        .find_map(|message| message["executable"].as_str().map(PathBuf::from))
}

/// Checks that an ordinary build has the `testing` feature nowhere.
///
/// # Errors
/// If a crate of the workspace has it; names the crate.
pub fn check_features(project: &Project) -> Result<()> {
    let sh = &project.sh;
    let format = "{p}|{f}";
    let tree = cmd!(
        sh,
        "cargo tree --package backrank --edges normal,build --prefix none --format {format}"
    )
    .read()?;
    ensure!(
        tree.starts_with("backrank "),
        "`cargo tree` did not begin with backrank:\n{tree}"
    );
    let guilty = with_testing(&tree);
    ensure!(
        guilty.is_empty(),
        "the feature `testing` is on in an ordinary build, in: {}",
        guilty.join(", ")
    );
    Ok(())
}

/// The crates of this project that have the feature, in lines of `package|features`.
fn with_testing(tree: &str) -> Vec<&str> {
    tree.lines()
        .filter_map(|line| line.split_once('|'))
        .filter(|(package, _)| package.starts_with("backrank"))
        .filter(|(_, features)| features.split([',', ' ']).any(|name| name == "testing"))
        .map(|(package, _)| package)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_program_is_found_among_cargos_messages() {
        let messages = r#"
{"reason":"compiler-artifact","target":{"name":"serde"},"executable":null}
{"reason":"compiler-artifact","target":{"name":"backrank"},"executable":"/t/release/backrank"}
{"reason":"build-finished","success":true}"#;
        assert_eq!(
            executable(messages),
            Some(PathBuf::from("/t/release/backrank"))
        );
        assert_eq!(executable("{}"), None);
    }

    #[test]
    fn the_testing_program_lies_apart() {
        let moved = testing_path(Path::new("/t/release/backrank"));
        assert_eq!(moved, Some(PathBuf::from("/t/e2e/backrank")));
    }

    #[test]
    fn a_crate_with_the_testing_feature_is_named() {
        let tree =
            "backrank v1 (/p)|default\nbackrank-server v1 (/p)|default,testing\ntower v1|testing\n";
        assert_eq!(with_testing(tree), ["backrank-server v1 (/p)"]);
        assert!(with_testing("backrank v1|default,testing-not\n").is_empty());
    }
}
