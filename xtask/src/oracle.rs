//! `cargo xtask oracle`: perft of start arrays as another program counts it, frozen in files
//! that the tests of the rules read. Each line is `fen;depth;nodes`.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::fairy::Fairy;
use crate::project::Project;
use crate::{release, tools};

const DEPTH: u32 = 4;

/// How many arrays of capablanca-random are frozen, and how far apart their numbers lie. The
/// step shares no divisor with the radices of the numbering, so every digit takes every value.
const ARRAYS: u32 = 50;
const STEP: u32 = 961;

/// Castling positions on ten files and their leaves at depth 1, 2 and 3 by our rules: both
/// castlings, king and rook swapping, the rook staying, the rook as the king's shield, the
/// rook's own path attacked. A program that plays other rules is no oracle.
const CASTLING: [(&str, [u64; 3]); 5] = [
    (
        "r3k4r/pppppppppp/10/10/10/10/PPPPPPPPPP/R3K4R w JAja - 0 1",
        [31, 961, 29_210],
    ),
    ("4k5/10/10/10/10/10/10/7KR1 w I - 0 1", [13, 60, 1_165]),
    ("4k5/10/10/10/10/10/10/R6K2 w A - 0 1", [19, 83, 1_666]),
    ("4k5/10/10/10/10/10/10/rR1K6 w B - 0 1", [7, 84, 1_256]),
    ("1r2k5/10/10/10/10/10/10/R3K5 w A - 0 1", [16, 226, 3_850]),
];

/// Asks Fairy-Stockfish for every frozen result and writes the files.
///
/// # Errors
/// If a program is missing, or plays castling otherwise than we do.
pub fn run(project: &Project) -> Result<()> {
    let fairy = tools::FAIRY_STOCKFISH.require(&project.sh)?;
    let program = release::build(project)?;

    let mut ten_files = Fairy::start(&fairy, "caparandom")?;
    check_castling(&mut ten_files)?;
    let arrays = (0..ARRAYS).map(|index| spread(&program, 1 + index * STEP));
    let arrays = arrays.collect::<Result<Vec<_>>>()?;
    freeze(
        project,
        &mut ten_files,
        &arrays,
        "crates/rules/tests/data/oracle-capablanca.txt",
    )?;

    let mut eight_files = Fairy::start(&fairy, "fischerandom")?;
    let arrays = (0..960).map(|number| start(&program, "chess960", number));
    let arrays = arrays.collect::<Result<Vec<_>>>()?;
    freeze(
        project,
        &mut eight_files,
        &arrays,
        "crates/rules/tests/data/oracle-chess960.txt",
    )
}

fn check_castling(fairy: &mut Fairy) -> Result<()> {
    for (fen, expected) in CASTLING {
        fairy.position(&format!("fen {fen}"))?;
        for (depth, nodes) in (1..).zip(expected) {
            let counted = fairy.perft(depth)?;
            ensure!(
                counted == nodes,
                "{} castles otherwise than we do: {fen} depth {depth} is {nodes}, it counts {counted}",
                fairy.name
            );
        }
    }
    Ok(())
}

/// The start array of the first number from `from` on that is in the default set.
fn spread(program: &Path, from: u32) -> Result<String> {
    let mut refusal = None;
    for number in from..from + STEP {
        match start(program, "capablanca-random", number) {
            Ok(fen) => return Ok(fen),
            Err(error) => refusal = Some(error),
        }
    }
    let refusal = refusal.map_or(String::new(), |error| format!(": {error:#}"));
    bail!("no array of capablanca-random from number {from} on{refusal}")
}

/// What `backrank start` prints for a number.
fn start(program: &Path, variant: &str, number: u32) -> Result<String> {
    let output = Command::new(program)
        .args([
            "start",
            "--variant",
            variant,
            "--number",
            &number.to_string(),
        ])
        .output()
        .context("running `backrank start`")?;
    ensure!(
        output.status.success(),
        "`backrank start --variant {variant} --number {number}`: {}",
        String::from_utf8_lossy(&output.stderr).trim_end()
    );
    Ok(String::from_utf8(output.stdout)?.trim_end().to_owned())
}

fn freeze(project: &Project, fairy: &mut Fairy, fens: &[String], file: &str) -> Result<()> {
    println!("{}: depth {DEPTH} of {} arrays", fairy.name, fens.len());
    let mut text = String::new();
    for fen in fens {
        fairy.position(&format!("fen {fen}"))?;
        text += &format!("{fen};{DEPTH};{}\n", fairy.perft(DEPTH)?);
    }
    project.write(file, &text)
}
