//! `cargo xtask test`: every check of the project, in one list.
//!
//! What costs time is building, so each thing is built once: one development profile with all
//! features for tests and doc tests, one release build for the browser tests.

use std::process::ExitCode;

use anyhow::{Result, ensure};
use xshell::cmd;

use crate::project::Project;
use crate::steps::{self, Step};
use crate::{browser, generate, postgres, release, tools, web};

/// What to run.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Leave out the browser tests and the release build they need
    #[arg(long)]
    quick: bool,
    /// Run this step and those it needs; may be given more than once
    #[arg(long, value_name = "STEP")]
    only: Vec<String>,
}

const PLAN: &[Step] = &[
    Step {
        name: "fmt",
        title: "Rust formatting",
        needs: &[],
        run: fmt,
    },
    Step {
        name: "clippy",
        title: "Rust lints",
        needs: &[],
        run: clippy,
    },
    Step {
        name: "nextest",
        title: "Rust tests",
        needs: &[],
        run: nextest,
    },
    Step {
        name: "postgres",
        title: "tests of the store on PostgreSQL",
        needs: &[],
        run: on_postgres,
    },
    Step {
        name: "doctest",
        title: "examples in the Rust docs",
        needs: &[],
        run: doctest,
    },
    Step {
        name: "rustdoc",
        title: "Rust docs without warnings",
        needs: &[],
        run: rustdoc,
    },
    Step {
        name: "gen",
        title: "generated files are up to date",
        needs: &[],
        run: gen_check,
    },
    Step {
        name: "features",
        title: "no testing feature in a release",
        needs: &[],
        run: release::check_features,
    },
    Step {
        name: "npm",
        title: "packages of the web client",
        needs: &[],
        run: web::install,
    },
    Step {
        name: "biome",
        title: "web lints and formatting",
        needs: &["npm"],
        run: |p| web::script(p, "lint"),
    },
    Step {
        name: "tsc",
        title: "web types",
        needs: &["npm"],
        run: |p| web::script(p, "typecheck"),
    },
    Step {
        name: "vitest",
        title: "web tests",
        needs: &["npm"],
        run: |p| web::script(p, "test"),
    },
    Step {
        name: "vite",
        title: "web build",
        needs: &["npm"],
        run: web::build,
    },
    Step {
        name: BROWSER,
        title: "release build and browser tests",
        needs: &["npm", "vite"],
        run: browser::run,
    },
];

const BROWSER: &str = "browser";

/// Runs the checks; the exit code is a failure if one of them fails.
///
/// # Errors
/// If a step is asked for that does not exist.
pub fn run(project: &Project, options: &Options) -> Result<ExitCode> {
    let wanted = wanted(options)?;
    let plan: Vec<&Step> = PLAN
        .iter()
        .filter(|step| wanted.contains(&step.name))
        .collect();
    let passed = steps::run(project, &plan);
    Ok(if passed {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// The names of the steps to run.
fn wanted(options: &Options) -> Result<Vec<&'static str>> {
    let all: Vec<&str> = PLAN.iter().map(|step| step.name).collect();
    for name in &options.only {
        ensure!(
            all.contains(&name.as_str()),
            "no step {name:?}; there are: {}",
            all.join(", ")
        );
    }
    let asked = |name: &&'static str| {
        let needed = |only: &String| {
            *name == only
                || PLAN
                    .iter()
                    .any(|s| s.name == only && s.needs.contains(name))
        };
        options.only.is_empty() || options.only.iter().any(needed)
    };
    let left_out = |name: &&'static str| options.quick && *name == BROWSER;
    Ok(all
        .into_iter()
        .filter(asked)
        .filter(|name| !left_out(name))
        .collect())
}

fn fmt(project: &Project) -> Result<()> {
    let sh = &project.sh;
    tools::require_component(sh, "fmt", "rustfmt")?;
    cmd!(sh, "cargo fmt --all --check").run()?;
    Ok(())
}

fn clippy(project: &Project) -> Result<()> {
    let sh = &project.sh;
    tools::require_component(sh, "clippy", "clippy")?;
    cmd!(
        sh,
        "cargo clippy --workspace --all-targets --all-features -- -D warnings"
    )
    .run()?;
    Ok(())
}

fn nextest(project: &Project) -> Result<()> {
    let sh = &project.sh;
    tools::require_nextest(sh)?;
    cmd!(sh, "cargo nextest run --workspace --all-features").run()?;
    Ok(())
}

/// Tests that run on whatever database there is run once more, with a server.
fn on_postgres(project: &Project) -> Result<()> {
    let sh = &project.sh;
    tools::require_nextest(sh)?;
    let server = postgres::Private::start(sh)?;
    let _variable = sh.push_env("BACKRANK_TEST_POSTGRES", server.url());
    // The whole workspace, so that nothing is built with other features than for the step before.
    let stores =
        "package(backrank-server) & (test(/^(store|credentials)::/) + test(kill::a_killed))";
    cmd!(
        sh,
        "cargo nextest run --workspace --all-features -E {stores}"
    )
    .run()?;
    server.stop()
}

fn doctest(project: &Project) -> Result<()> {
    let sh = &project.sh;
    cmd!(sh, "cargo test --doc --workspace --all-features").run()?;
    Ok(())
}

fn rustdoc(project: &Project) -> Result<()> {
    let sh = &project.sh;
    let _strict = sh.push_env("RUSTDOCFLAGS", "-D warnings");
    cmd!(sh, "cargo doc --workspace --no-deps --all-features").run()?;
    Ok(())
}

fn gen_check(project: &Project) -> Result<()> {
    generate::run(project, true)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(quick: bool, only: &[&str]) -> Result<Vec<&'static str>> {
        wanted(&Options {
            quick,
            only: only.iter().map(|&name| name.to_owned()).collect(),
        })
    }

    #[test]
    fn every_need_stands_before_its_step_and_implies_its_own_needs() {
        for (index, step) in PLAN.iter().enumerate() {
            for need in step.needs {
                let before = PLAN[..index].iter().find(|other| other.name == *need);
                let before = before.unwrap_or_else(|| panic!("{}: {need}", step.name));
                assert!(
                    before
                        .needs
                        .iter()
                        .all(|deeper| step.needs.contains(deeper))
                );
            }
        }
    }

    #[test]
    fn quick_leaves_out_the_browser_and_nothing_else() {
        let (all, quick) = (names(false, &[]).unwrap(), names(true, &[]).unwrap());
        assert_eq!(all.len(), PLAN.len());
        assert_eq!(all[..all.len() - 1], quick);
    }

    #[test]
    fn a_chosen_step_brings_what_it_needs() {
        assert_eq!(names(false, &["vitest"]).unwrap(), ["npm", "vitest"]);
        assert_eq!(
            names(false, &["browser", "fmt"]).unwrap(),
            ["fmt", "npm", "vite", "browser"]
        );
        let error = names(false, &["lint"]).unwrap_err().to_string();
        assert!(
            error.contains("\"lint\"") && error.contains("biome"),
            "{error}"
        );
    }
}
