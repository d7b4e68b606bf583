//! `cargo xtask bench`: the speed of move generation, beside Fairy-Stockfish in the same run.
//!
//! A rate alone says little about a program, since machines differ and are never quite idle; the
//! ratio of two programs that take turns on one machine does.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use xshell::cmd;

use crate::fairy::Fairy;
use crate::project::Project;
use crate::{release, tools};

const REPORT: &str = "docs/performance.md";
const BEGIN: &str = "<!-- bench:begin -->";
const END: &str = "<!-- bench:end -->";

/// How often the two programs take turns.
const PAIRS: usize = 5;
/// The ratio that `capablanca` must reach.
const LEAST_RATIO: f64 = 7.0;

/// A tree to count.
struct Tree {
    variant: &'static str,
    /// What the table calls the position.
    title: &'static str,
    /// `None` for the start position.
    fen: Option<&'static str>,
    depth: u32,
    nodes: u64,
}

/// `capablanca` and the start position of chess come first: they have bounds to keep.
const TREES: [Tree; 3] = [
    Tree {
        variant: "capablanca",
        title: "start",
        fen: None,
        depth: 5,
        nodes: 28_741_319,
    },
    Tree {
        variant: "chess",
        title: "start",
        fen: None,
        depth: 6,
        nodes: 119_060_324,
    },
    Tree {
        variant: "chess",
        title: "kiwipete",
        fen: Some("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
        depth: 5,
        nodes: 193_690_690,
    },
];

/// The measured rates of one tree, in nodes a second, and their ratios pair by pair.
struct Measured {
    ours: Vec<f64>,
    theirs: Vec<f64>,
    ratios: Vec<f64>,
}

/// Measures and writes the table.
///
/// # Errors
/// If a program is missing, a count is wrong, or a bound is not kept (the table is written all
/// the same).
pub fn run(project: &Project) -> Result<()> {
    let fairy = tools::FAIRY_STOCKFISH.require(&project.sh)?;
    let report = project.read(REPORT)?;
    splice(&report, BEGIN, END, "")?; // a missing mark is better told before the measuring than after

    let program = release::build(project)?;
    let mut name = String::new();
    let mut results = Vec::new();
    for tree in &TREES {
        let mut other = Fairy::start(&fairy, tree.variant)?;
        name.clone_from(&other.name);
        results.push(measure(project, &program, &mut other, tree)?);
    }
    let conditions = format!("{} Beside: {name}.", conditions(project)?);
    let table = table(&conditions, &results);
    println!("{table}");
    project.write(REPORT, &splice(&report, BEGIN, END, &table)?)?;
    bounds(&results)
}

fn measure(project: &Project, program: &Path, other: &mut Fairy, tree: &Tree) -> Result<Measured> {
    let Tree {
        variant,
        title,
        depth,
        nodes,
        ..
    } = tree;
    println!("{variant}, {title}, depth {depth}");
    let mut measured = Measured {
        ours: Vec::new(),
        theirs: Vec::new(),
        ratios: Vec::new(),
    };
    for pair in 1..=PAIRS {
        let ours = rate("Backrank", *nodes, || count(project, program, tree))?;
        other.position(
            &tree
                .fen
                .map_or("startpos".to_owned(), |fen| format!("fen {fen}")),
        )?;
        let theirs = rate("Fairy-Stockfish", *nodes, || other.perft(*depth))?;
        let million = 1e-6;
        println!(
            "  {pair}/{PAIRS}: {:.1} and {:.1} million nodes a second, ratio {:.2}",
            ours * million,
            theirs * million,
            ours / theirs
        );
        measured.ours.push(ours);
        measured.theirs.push(theirs);
        measured.ratios.push(ours / theirs);
    }
    Ok(measured)
}

/// Times one count and checks its result.
fn rate(who: &str, nodes: u64, count: impl FnOnce() -> Result<u64>) -> Result<f64> {
    let start = Instant::now();
    let counted = count()?;
    let time = start.elapsed().max(Duration::from_micros(1));
    ensure!(
        counted == nodes,
        "{who} counts {counted} nodes, right are {nodes}"
    );
    // The counts are far below 2^52.
    Ok(nodes as f64 / time.as_secs_f64())
}

/// Our own count: the last line that `backrank perft` prints.
fn count(project: &Project, program: &Path, tree: &Tree) -> Result<u64> {
    let sh = &project.sh;
    let (variant, depth) = (tree.variant, tree.depth.to_string());
    let fen: Vec<&str> = tree.fen.map_or(Vec::new(), |fen| vec!["--fen", fen]);
    let text = cmd!(sh, "{program} perft {depth} --variant {variant} {fen...}")
        .quiet()
        .read()?;
    let last = text.lines().last().unwrap_or_default();
    last.trim()
        .parse()
        .with_context(|| format!("`backrank perft` ended with {last:?}"))
}

/// What a reader must know to compare: machine and compiler.
pub fn conditions(project: &Project) -> Result<String> {
    let rustc = tools::version(&project.sh, Path::new("rustc"))?;
    let machine = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let machine = machine
        .lines()
        .find_map(|line| line.strip_prefix("model name"))
        .map_or(std::env::consts::ARCH, |rest| {
            rest.trim_start_matches([' ', '\t', ':'])
        });
    Ok(format!("Machine: {machine}. Compiler: {rustc}."))
}

fn table(conditions: &str, results: &[Measured]) -> String {
    let mut text = format!(
        "{conditions}\n\nMillions of nodes a second, one thread; medians of {PAIRS} runs in which \
         the two programs took turns. Backrank's\ntime includes the start of the program. The \
         ratio is the median of the pairs' ratios, with the lowest and highest.\n\n\
         | variant | position | depth | nodes | Backrank | Fairy-Stockfish | ratio |\n\
         |---|---|---|---|---|---|---|\n"
    );
    for (tree, measured) in TREES.iter().zip(results) {
        let million = 1e-6;
        let ratios = &measured.ratios;
        let lowest = ratios.iter().copied().fold(f64::INFINITY, f64::min);
        let highest = ratios.iter().copied().fold(0.0, f64::max);
        text += &format!(
            "| {} | {} | {} | {} | {:.1} | {:.1} | {:.2} ({lowest:.2}–{highest:.2}) |\n",
            tree.variant,
            tree.title,
            tree.depth,
            thousands(tree.nodes),
            median(&measured.ours) * million,
            median(&measured.theirs) * million,
            median(ratios),
        );
    }
    text
}

/// Checks what the measured rates must keep to.
fn bounds(results: &[Measured]) -> Result<()> {
    let [capablanca, chess, ..] = results else {
        return Ok(());
    };
    let ratio = median(&capablanca.ratios);
    ensure!(
        ratio >= LEAST_RATIO,
        "capablanca runs at {ratio:.2} times the rate of Fairy-Stockfish; at least {LEAST_RATIO} is wanted"
    );
    let (small, large) = (median(&chess.ours), median(&capablanca.ours));
    ensure!(
        small >= large,
        "chess runs at {small:.0} nodes a second, below capablanca's {large:.0}"
    );
    Ok(())
}

/// Replaces what stands between two marks.
pub fn splice(report: &str, begin: &str, end: &str, table: &str) -> Result<String> {
    let place = report.split_once(begin).and_then(|(before, rest)| {
        rest.split_once(end)
            .map(|(_, after)| format!("{before}{begin}\n{table}{end}{after}"))
    });
    place.with_context(|| {
        format!("{REPORT} has no place for the table: the lines {begin} and {end}")
    })
}

/// The middle value of an odd number of values.
fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or(f64::NAN)
}

/// `28,741,319`.
fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured(ours: f64, ratio: f64) -> Measured {
        Measured {
            ours: vec![ours; PAIRS],
            theirs: vec![ours / ratio; PAIRS],
            ratios: vec![ratio; PAIRS],
        }
    }

    #[test]
    fn the_table_replaces_the_old_one_and_nothing_else() {
        let report = format!("# Speed\n{BEGIN}\nold\n{END}\nrest\n");
        let new = splice(&report, BEGIN, END, "new\n").unwrap();
        assert_eq!(new, format!("# Speed\n{BEGIN}\nnew\n{END}\nrest\n"));
        assert_eq!(splice(&new, BEGIN, END, "new\n").unwrap(), new);
        assert!(
            splice("# Speed\n", BEGIN, END, "new\n")
                .unwrap_err()
                .to_string()
                .contains(BEGIN)
        );
    }

    #[test]
    fn bounds_are_kept_by_the_median() {
        assert!(bounds(&[measured(1e8, 7.5), measured(1.1e8, 2.0)]).is_ok());
        assert!(bounds(&[measured(1e8, 6.9), measured(1.1e8, 2.0)]).is_err());
        assert!(bounds(&[measured(1e8, 7.5), measured(0.9e8, 9.0)]).is_err());
    }

    #[test]
    fn figures_are_readable() {
        assert_eq!(median(&[3.0, 1.0, 2.0, 9.0, 2.5]), 2.5);
        assert_eq!(thousands(28_741_319), "28,741,319");
        assert_eq!(thousands(960), "960");
        assert!(
            table("", &[measured(2e8, 8.0)])
                .contains("| 28,741,319 | 200.0 | 25.0 | 8.00 (8.00–8.00) |")
        );
    }
}
