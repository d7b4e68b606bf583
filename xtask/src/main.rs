//! Every chore of the project, so that a machine with Rust and Node needs no other tool:
//! `cargo xtask serve` builds and runs the server, `cargo xtask test` runs every check.
//!
//! The chores drive other programs (cargo, npm, the built `backrank`) and know no rules: nothing
//! here depends on another crate of the workspace, so a crate that does not compile still gets
//! its report.

#![forbid(unsafe_code)]

mod bench;
mod browser;
mod fairy;
mod generate;
mod load;
mod oracle;
mod postgres;
mod process;
mod project;
mod release;
mod serve;
mod soak;
mod steps;
mod test;
mod tools;
mod web;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::project::Project;

/// Chores of the Backrank project.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Debug, Subcommand)]
enum Chore {
    /// Build web client and server, then serve them on http://localhost:8080
    Serve {
        /// Passed on to `backrank serve`
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<OsString>,
    },
    /// Run every check: formatting, lints, tests, docs, generated files, web client, browser
    Test(test::Options),
    /// Write the files that are derived from others
    Gen {
        /// Write nothing; fail if a file is not what would be written
        #[arg(long)]
        check: bool,
    },
    /// Measure perft beside Fairy-Stockfish and of games beside each other, and write
    /// docs/performance.md
    Bench(bench::Options),
    /// Measure what the server bears: idle sockets, moves at a fixed rate, saturation
    Load(load::Options),
    /// Write the frozen perft results of Fairy-Stockfish that the rules are tested against
    Oracle,
    /// Run the kill tests and the random games for long; a rerun goes on where the last stopped
    Soak(soak::Options),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let done = Project::open().and_then(|project| match cli.chore {
        Chore::Serve { args } => serve::run(&project, &args),
        Chore::Test(options) => test::run(&project, &options),
        Chore::Gen { check } => generate::run(&project, check).map(|()| ExitCode::SUCCESS),
        Chore::Bench(options) => bench::run(&project, &options).map(|()| ExitCode::SUCCESS),
        Chore::Load(options) => load::run(&project, &options).map(|()| ExitCode::SUCCESS),
        Chore::Oracle => oracle::run(&project).map(|()| ExitCode::SUCCESS),
        Chore::Soak(options) => soak::run(&project, &options).map(|()| ExitCode::SUCCESS),
    });
    done.unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::FAILURE
    })
}
