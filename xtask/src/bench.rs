//! `cargo xtask bench`: the speed of move generation, beside Fairy-Stockfish in the same run.
//!
//! A rate alone says little about a program, since machines differ and are never quite idle; the
//! ratio of two programs that take turns on one machine does. So do our own games take turns, and
//! two builds of our own program: these by processor time, which other programs on the machine
//! disturb least.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use xshell::cmd;

use crate::fairy::Fairy;
use crate::project::Project;
use crate::{release, tools};

const REPORT: &str = "docs/performance.md";

/// The places of the report between two lines each.
const BESIDE_FAIRY: [&str; 2] = ["<!-- bench:begin -->", "<!-- bench:end -->"];
const AMONG_OURS: [&str; 2] = ["<!-- bench-games:begin -->", "<!-- bench-games:end -->"];

/// How often the two programs take turns.
const PAIRS: usize = 5;
/// The ratio that `capablanca` must reach.
const LEAST_RATIO: f64 = 7.0;

/// The ratio to another build of the program that `capablanca` must reach.
const LEAST_AGAINST: f64 = 0.95;
/// How often two builds take turns.
const BUILD_PAIRS: usize = 11;
/// How many counts are timed together by processor time, which is told in hundredths of a second.
const COUNTS: u32 = 4;

/// What to measure.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Only our own games beside each other; needs no other program
    #[arg(long, conflicts_with = "against")]
    games: bool,
    /// Only `capablanca` beside another build of `backrank`, such as that of an earlier commit;
    /// writes nothing
    #[arg(long, value_name = "PATH")]
    against: Option<PathBuf>,
}

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

/// A game beside `capablanca`.
struct Beside {
    tree: Tree,
    /// The ratio of its rate to that of `capablanca` that it must reach.
    least: f64,
}

/// `ajax-random` from RNBKQABNR and `hidden-random` from a layout of docs/rules, deeper than the
/// numbers given there, so that the start of the program does not count: their last counts are this
/// program's own.
const GAMES: [Beside; 2] = [
    Beside {
        tree: Tree {
            variant: "ajax-random",
            title: "RNBKQABNR",
            fen: Some(
                "rnbaqkbnr/ppppppppp/9/9/9/9/9/PPPPPPPPP/RNBKQABNR[MMmm] w ABCDEFGHIabcdefghi - 0 1",
            ),
            depth: 5,
            nodes: 61_713_301,
        },
        least: 0.5,
    },
    Beside {
        tree: Tree {
            variant: "hidden-random",
            title: "RNBCCBNRPPPPPP",
            fen: Some(
                "(r)(n)(b)(c)k(c)(b)(n)/(r)(p)(p)(p)p(p)(p)(p)/8/8/8/8/\
                 (R)(P)(P)(P)P(P)(P)(P)/(R)(N)(B)(C)K(C)(B)(N) w - - 0 1",
            ),
            depth: 6,
            nodes: 20_507_101,
        },
        least: 0.4,
    },
];

/// The measured rates of one tree, in nodes a second, and their ratios pair by pair.
#[derive(Default)]
struct Measured {
    ours: Vec<f64>,
    theirs: Vec<f64>,
    ratios: Vec<f64>,
}

/// Measures and writes the tables.
///
/// # Errors
/// If a program is missing, a count is wrong, or a bound is not kept (the tables are written all
/// the same).
pub fn run(project: &Project, options: &Options) -> Result<()> {
    if let Some(other) = &options.against {
        ensure!(other.is_file(), "{} is no file", other.display());
        return against(project, &release::build(project)?, other);
    }
    let report = project.read(REPORT)?;
    // A missing mark is better told before the measuring than after.
    for marks in [BESIDE_FAIRY, AMONG_OURS] {
        splice(&report, marks, "")?;
    }
    if options.games {
        return games(project, &release::build(project)?);
    }
    let fairy = tools::FAIRY_STOCKFISH.require(&project.sh)?;
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
    project.write(REPORT, &splice(&report, BESIDE_FAIRY, &table)?)?;
    bounds(&results)?;
    games(project, &program)
}

/// Our games beside `capablanca`, each in turn with it.
fn games(project: &Project, program: &Path) -> Result<()> {
    let [capablanca, ..] = &TREES;
    let mut results = Vec::new();
    for Beside { tree, .. } in &GAMES {
        println!("{} beside {}", tree.variant, capablanca.variant);
        results.push(turns(PAIRS, || {
            let of = |tree| by_processor(tree, || count(project, program, tree));
            Ok([of(tree)?, of(capablanca)?])
        })?);
    }
    let report = project.read(REPORT)?;
    let table = games_table(&conditions(project)?, &results);
    println!("{table}");
    project.write(REPORT, &splice(&report, AMONG_OURS, &table)?)?;
    for (Beside { tree, least }, measured) in GAMES.iter().zip(&results) {
        let ratio = median(&measured.ratios);
        ensure!(
            ratio >= *least,
            "{} runs at {ratio:.2} times the rate of capablanca; at least {least} is wanted",
            tree.variant
        );
    }
    Ok(())
}

/// `capablanca` here and in another build of the program.
fn against(project: &Project, program: &Path, other: &Path) -> Result<()> {
    let [capablanca, ..] = &TREES;
    println!(
        "{}\n{}, depth {}, this build and {}",
        conditions(project)?,
        capablanca.variant,
        capablanca.depth,
        other.display()
    );
    let mut first = false;
    let measured = turns(BUILD_PAIRS, || {
        let of = |program| by_processor(capablanca, || count(project, program, capablanca));
        // Which one begins changes, so that what disturbs one after the other disturbs both.
        first = !first;
        if first {
            return Ok([of(program)?, of(other)?]);
        }
        let theirs = of(other)?;
        Ok([of(program)?, theirs])
    })?;
    let ratio = median(&measured.ratios);
    println!("ratio {}", spread(&measured.ratios));
    ensure!(
        ratio >= LEAST_AGAINST,
        "this build runs at {ratio:.2} times the rate of the other; at least {LEAST_AGAINST} is wanted"
    );
    Ok(())
}

/// Lets two take turns.
fn turns(pairs: usize, mut pair: impl FnMut() -> Result<[f64; 2]>) -> Result<Measured> {
    let mut measured = Measured::default();
    for number in 1..=pairs {
        let [ours, theirs] = pair()?;
        let million = 1e-6;
        println!(
            "  {number}/{pairs}: {:.1} and {:.1} million nodes a second, ratio {:.2}",
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

fn measure(project: &Project, program: &Path, other: &mut Fairy, tree: &Tree) -> Result<Measured> {
    let Tree {
        variant,
        title,
        depth,
        nodes,
        ..
    } = tree;
    println!("{variant}, {title}, depth {depth}");
    turns(PAIRS, || {
        let ours = rate("Backrank", *nodes, || count(project, program, tree))?;
        other.position(
            &tree
                .fen
                .map_or("startpos".to_owned(), |fen| format!("fen {fen}")),
        )?;
        let theirs = rate("Fairy-Stockfish", *nodes, || other.perft(*depth))?;
        Ok([ours, theirs])
    })
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

/// Times counts of our own by the processor time that they took, and checks their results.
fn by_processor(tree: &Tree, count: impl Fn() -> Result<u64>) -> Result<f64> {
    let before = processor_time()?;
    for _ in 0..COUNTS {
        let counted = count()?;
        ensure!(
            counted == tree.nodes,
            "{} counts {counted} nodes, right are {}",
            tree.variant,
            tree.nodes
        );
    }
    let time = processor_time()?.saturating_sub(before);
    ensure!(!time.is_zero(), "{} took no time", tree.variant);
    Ok(f64::from(COUNTS) * tree.nodes as f64 / time.as_secs_f64())
}

/// Processor time, in user mode, of the programs that this one has run to their ends.
fn processor_time() -> Result<Duration> {
    let text = std::fs::read_to_string("/proc/self/stat")
        .context("processor times are read where Linux tells them")?;
    user_time_of_children(&text).context("/proc/self/stat has another form than expected")
}

/// The sixteenth field, in hundredths of a second; the second may hold blanks and ends with `)`.
fn user_time_of_children(stat: &str) -> Option<Duration> {
    let (_, fields) = stat.rsplit_once(')')?;
    let ticks: u64 = fields.split_whitespace().nth(13)?.parse().ok()?;
    Some(Duration::from_millis(10 * ticks))
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
        text += &format!(
            "| {} | {} | {} | {} | {:.1} | {:.1} | {} |\n",
            tree.variant,
            tree.title,
            tree.depth,
            thousands(tree.nodes),
            median(&measured.ours) * million,
            median(&measured.theirs) * million,
            spread(&measured.ratios),
        );
    }
    text
}

fn games_table(conditions: &str, results: &[Measured]) -> String {
    let [capablanca, ..] = &TREES;
    let mut text = format!(
        "{conditions}\n\nMillions of nodes a second of processor time, one thread; medians of {PAIRS} runs in which the \
         game and `{}`\n({}, depth {}) took turns.\n\n\
         | variant | position | depth | nodes | rate | capablanca | ratio | at least |\n\
         |---|---|---|---|---|---|---|---|\n",
        capablanca.variant, capablanca.title, capablanca.depth
    );
    for (Beside { tree, least }, measured) in GAMES.iter().zip(results) {
        let million = 1e-6;
        text += &format!(
            "| {} | {} | {} | {} | {:.1} | {:.1} | {} | {least} |\n",
            tree.variant,
            tree.title,
            tree.depth,
            thousands(tree.nodes),
            median(&measured.ours) * million,
            median(&measured.theirs) * million,
            spread(&measured.ratios),
        );
    }
    text
}

/// `8.00 (7.50–8.20)`: the median with the lowest and the highest.
fn spread(ratios: &[f64]) -> String {
    let lowest = ratios.iter().copied().fold(f64::INFINITY, f64::min);
    let highest = ratios.iter().copied().fold(0.0, f64::max);
    format!("{:.2} ({lowest:.2}–{highest:.2})", median(ratios))
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
pub fn splice(report: &str, [begin, end]: [&str; 2], table: &str) -> Result<String> {
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
        for marks in [BESIDE_FAIRY, AMONG_OURS] {
            let [begin, end] = marks;
            let report = format!("# Speed\n{begin}\nold\n{end}\nrest\n");
            let new = splice(&report, marks, "new\n").unwrap();
            assert_eq!(new, format!("# Speed\n{begin}\nnew\n{end}\nrest\n"));
            assert_eq!(splice(&new, marks, "new\n").unwrap(), new);
            let missing = splice("# Speed\n", marks, "new\n").unwrap_err();
            assert!(missing.to_string().contains(begin));
        }
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

    #[test]
    fn the_time_of_ended_programs_is_read() {
        let stat = "7 (a (b) c) R 1 7 7 0 -1 4194304 90 2000 0 0 11 12 345 16 20 0 1 0 5 6 7";
        assert_eq!(
            user_time_of_children(stat),
            Some(Duration::from_millis(3_450))
        );
        assert_eq!(user_time_of_children("7 (a"), None);
    }

    #[test]
    fn games_stand_beside_capablanca() {
        let table = games_table("", &[measured(1e8, 0.8), measured(1e8, 0.5)]);
        assert!(
            table.contains("| ajax-random | RNBKQABNR | 5 | 61,713,301 | 100.0 | 125.0 | 0.80 (0.80–0.80) | 0.5 |"),
            "{table}"
        );
    }
}
