//! `cargo xtask load`: what the server bears, on the cores that the generator uses too.

use anyhow::{Context, Result};
use xshell::cmd;

use crate::bench::{conditions, splice};
use crate::project::Project;

const REPORT: &str = "docs/performance.md";
const MARKS: [&str; 2] = ["<!-- load:begin -->", "<!-- load:end -->"];

/// How much to bear.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Sockets on which nothing happens
    #[arg(long, default_value_t = 5000)]
    idle: u32,
    /// Moves a second at the fixed rate
    #[arg(long, default_value_t = 1000)]
    moves_per_second: u32,
    /// Games under way
    #[arg(long, default_value_t = 1000)]
    games: u32,
    /// Write the table into docs/performance.md
    #[arg(long)]
    write: bool,
}

/// Builds server and generator in release and measures.
///
/// # Errors
/// If something does not build, a move is lost, or a bound is not kept (the table is printed all the same).
pub fn run(project: &Project, options: &Options) -> Result<()> {
    let sh = &project.sh;
    let report = project.read(REPORT)?;
    splice(&report, MARKS, "")?; // a missing mark is better told before the measuring than after
    let (idle, games) = (options.idle.to_string(), options.games.to_string());
    let rate = options.moves_per_second.to_string();
    // The database lies on the disk of the project, not in memory.
    let data = project.path("target/load");
    let output = cmd!(
        sh,
        "cargo run --release -q -p backrank-server --example load -- run --data {data} --idle {idle} --games {games} --moves-per-second {rate}"
    )
    .ignore_status()
    .output()
    .context("the load generator")?;
    let table = String::from_utf8_lossy(&output.stdout);
    let table = format!("{}\n\n{table}", conditions(project)?);
    eprint!("{}", String::from_utf8_lossy(&output.stderr));
    println!("{table}");
    if options.write {
        project.write(REPORT, &splice(&report, MARKS, &table)?)?;
    }
    anyhow::ensure!(output.status.success(), "a bound is not kept");
    Ok(())
}
