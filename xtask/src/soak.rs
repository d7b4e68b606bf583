//! `cargo xtask soak`: the tests that gain from being long, in batches, until the wanted numbers
//! are reached. Each finished batch is noted, so a rerun goes on where the last one stopped.
//!
//! The tests are the ordinary ones, told by environment variables how far to go: `kill.rs` by
//! `BACKRANK_KILLS`, every `laws.rs` by `BACKRANK_GAMES`, `BACKRANK_PLIES` and `BACKRANK_SEED`.

use std::time::Instant;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use xshell::cmd;

use crate::project::Project;
use crate::steps::clock;
use crate::tools;

const PROGRESS: &str = "soak/progress.json";

/// What git adds to the name of a commit for uncommitted changes.
const DIRTY: &str = "-dirty";

/// How much one batch does: small enough that an interruption costs little.
const KILLS_A_BATCH: u64 = 10;
const GAMES_A_BATCH: u64 = 500;

/// How long to run.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// How often the server is killed in mid-game and restarted
    #[arg(long, default_value_t = 100)]
    kills: u64,
    /// How many random games each law is tried on
    #[arg(long, default_value_t = 10_000)]
    games: u64,
    /// The longest a random game goes on, in half-moves
    #[arg(long, default_value_t = 400)]
    plies: u64,
}

/// What has been done so far, and to which state of the project.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Progress {
    commit: String,
    plies: u64,
    kills: u64,
    games: u64,
}

impl Progress {
    /// Nothing done yet.
    fn new(commit: String, plies: u64) -> Self {
        Self {
            commit,
            plies,
            kills: 0,
            games: 0,
        }
    }

    /// Goes on from `earlier` if that was the same work, else starts anew. With uncommitted
    /// changes nobody can tell, so that starts anew too.
    fn resume(self, earlier: Option<Self>) -> Self {
        earlier
            .filter(|_| !self.commit.ends_with(DIRTY))
            .filter(|earlier| earlier.commit == self.commit && earlier.plies == self.plies)
            .unwrap_or(self)
    }
}

/// Runs batches until the wanted numbers are reached.
///
/// # Errors
/// If a test fails; names the variables that repeat it.
pub fn run(project: &Project, options: &Options) -> Result<()> {
    tools::require_nextest(&project.sh)?;
    let fresh = Progress::new(commit(project)?, options.plies);
    let mut done = fresh.resume(read(project));
    println!(
        "state {}: {} of {} kills, {} of {} games done before",
        done.commit, done.kills, options.kills, done.games, options.games
    );
    while done.kills < options.kills {
        let kills = KILLS_A_BATCH.min(options.kills - done.kills);
        batch(
            project,
            "kill",
            &[("BACKRANK_KILLS", kills), ("BACKRANK_SEED", done.kills)],
        )?;
        done.kills += kills;
        note(project, &done)?;
    }
    while done.games < options.games {
        let games = GAMES_A_BATCH.min(options.games - done.games);
        let plies = options.plies;
        batch(
            project,
            "laws",
            &[
                ("BACKRANK_GAMES", games),
                ("BACKRANK_PLIES", plies),
                ("BACKRANK_SEED", done.games),
            ],
        )?;
        done.games += games;
        note(project, &done)?;
    }
    println!(
        "done: {} kills and {} games of up to {} half-moves; higher numbers go on from here",
        done.kills, done.games, done.plies
    );
    Ok(())
}

/// Runs the test files of one name with these variables.
fn batch(project: &Project, tests: &str, variables: &[(&str, u64)]) -> Result<()> {
    let sh = &project.sh;
    let setting: Vec<String> = variables
        .iter()
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    let setting = setting.join(" ");
    println!("\n=== {tests}: {setting}");
    let begun = Instant::now();
    let _set: Vec<_> = variables
        .iter()
        .map(|(name, value)| sh.push_env(name, value.to_string()))
        .collect();
    let filter = format!("binary(={tests})");
    cmd!(
        sh,
        "cargo nextest run --release --workspace --exclude xtask --all-features --profile soak -E {filter}"
    )
    .run()
    .with_context(|| format!("repeat it with {setting}"))?;
    println!("--- {tests}: {}", clock(begun.elapsed()));
    Ok(())
}

/// The state of the project: commit, and whether files differ from it.
fn commit(project: &Project) -> Result<String> {
    let sh = &project.sh;
    cmd!(
        sh,
        "git describe --always --dirty={DIRTY} --abbrev=40 --exclude *"
    )
    .quiet()
    .read()
    .context("git tells which state of the project the progress belongs to")
}

fn read(project: &Project) -> Option<Progress> {
    let text = project.read(PROGRESS).ok()?;
    serde_json::from_str(&text).ok()
}

fn note(project: &Project, done: &Progress) -> Result<()> {
    project.write(PROGRESS, &(serde_json::to_string_pretty(done)? + "\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rerun_goes_on_only_for_the_same_state_and_length() {
        let fresh = Progress::new("a".to_owned(), 400);
        let earlier = Progress {
            kills: 30,
            games: 500,
            ..fresh.clone()
        };
        assert_eq!(fresh.clone().resume(Some(earlier.clone())), earlier);
        assert_eq!(fresh.clone().resume(None), fresh);
        let other = Progress {
            commit: "b".to_owned(),
            ..earlier.clone()
        };
        assert_eq!(fresh.clone().resume(Some(other)), fresh);
        let shorter = Progress {
            plies: 100,
            ..earlier
        };
        assert_eq!(fresh.clone().resume(Some(shorter)), fresh);
        let dirty = Progress::new("a-dirty".to_owned(), 400);
        let earlier = Progress {
            kills: 30,
            ..dirty.clone()
        };
        assert_eq!(dirty.clone().resume(Some(earlier)), dirty);
    }
}
