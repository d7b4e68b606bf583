//! A match between the searching player and a simple one.
//!
//! `cargo run --release -p backrank-engine --example versus -- --variant chess --opponent random --games 100 --ms 50
//! --seed 1 [--nodes N | --level 1-8] [--progress FILE]`: with a progress file a match that was broken off goes on
//! where it was. The opponent may be a level too.

use std::collections::HashMap;
use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::time::Duration;

use backrank_engine::arena::{MatchResult, Tally, match_play};
use backrank_engine::baseline::{GreedyMover, RandomMover};
use backrank_engine::{Level, Limits, Player, Searcher};
use backrank_rules::{Colour, Registry};

/// Games longer than this are draws.
const MAX_PLIES: u32 = 600;

struct Options {
    variant: String,
    opponent: String,
    games: u64,
    limits: Limits,
    level: Option<Level>,
    seed: u64,
    progress: Option<String>,
}

fn options() -> Result<Options, Box<dyn Error>> {
    let mut given = HashMap::new();
    let mut args = std::env::args().skip(1);
    while let Some(name) = args.next() {
        let Some(key) = name.strip_prefix("--") else {
            return Err(format!("`{name}` is not an option; options are --variant, --opponent, --games, --ms, --nodes, --level, --seed, --progress").into());
        };
        let value = args.next().ok_or(format!("--{key} needs a value"))?;
        given.insert(key.to_owned(), value);
    }
    let mut take = |key: &str| given.remove(key);
    let variant = take("variant").unwrap_or("chess".into());
    let opponent = take("opponent").unwrap_or("random".into());
    let games = take("games").unwrap_or("100".into()).parse()?;
    let seed = take("seed").unwrap_or("1".into()).parse()?;
    let ms = take("ms").unwrap_or("50".into()).parse()?;
    let limits = match take("nodes") {
        Some(nodes) => Limits::nodes(nodes.parse()?),
        None => Limits::time(Duration::from_millis(ms)),
    };
    let level = match take("level") {
        Some(number) => Some(Level::new(number.parse()?).ok_or("levels go from 1 to 8")?),
        None => None,
    };
    let progress = take("progress");
    match given.keys().next() {
        Some(unknown) => Err(format!("--{unknown} is no option").into()),
        None => Ok(Options {
            variant,
            opponent,
            games,
            limits,
            level,
            seed,
            progress,
        }),
    }
}

/// The side of the searching player in this game.
fn side(game: u64) -> Colour {
    if game.is_multiple_of(2) {
        Colour::White
    } else {
        Colour::Black
    }
}

fn letter(game: u64, result: &MatchResult) -> char {
    match result.winner {
        None => 'D',
        Some(winner) if winner == side(game) => 'W',
        Some(_) => 'L',
    }
}

fn count(tally: &mut Tally, letter: char) {
    match letter {
        'W' => tally.wins += 1,
        'L' => tally.losses += 1,
        _ => tally.draws += 1,
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let options = options()?;
    let registry = Registry::built_in()?;
    let variant = registry
        .get(&options.variant)
        .ok_or(format!("there is no game `{}`", options.variant))?;
    let level = options.level.unwrap_or(Level::full(options.limits));
    let mut searcher = Searcher::new(level);
    let mut opponent: Box<dyn Player> = match options.opponent.as_str() {
        "random" => Box::new(RandomMover),
        "greedy" => Box::new(GreedyMover),
        other => match other.parse().ok().and_then(Level::new) {
            Some(level) => Box::new(Searcher::new(level)),
            None => return Err(format!("`{other}` is not random, greedy or a level").into()),
        },
    };
    // One line a game: `number letter reason plies`, after a heading that says what is played.
    let mut heading = format!(
        "{} {} seed {}",
        options.variant, options.opponent, options.seed
    );
    match options.level {
        Some(level) => write!(heading, " level {}", level.number())?,
        None => write!(heading, " {:?}", options.limits)?,
    }
    let mut tally = Tally::default();
    let mut done = 0;
    if let Some(text) = options
        .progress
        .as_ref()
        .and_then(|file| fs::read_to_string(file).ok())
    {
        let mut lines = text.lines();
        if lines.next() != Some(&heading) {
            return Err("the progress file belongs to another match".into());
        }
        for line in lines {
            count(
                &mut tally,
                line.split(' ')
                    .nth(1)
                    .and_then(|w| w.chars().next())
                    .unwrap_or('D'),
            );
            done += 1;
        }
    } else if let Some(file) = &options.progress {
        fs::write(file, format!("{heading}\n"))?;
    }
    for game in done..options.games {
        let seed = options.seed.wrapping_mul(1_000_003).wrapping_add(game / 2);
        let result = match side(game) {
            Colour::White => match_play(variant, &mut searcher, &mut *opponent, seed, MAX_PLIES)?,
            Colour::Black => match_play(variant, &mut *opponent, &mut searcher, seed, MAX_PLIES)?,
        };
        let letter = letter(game, &result);
        count(&mut tally, letter);
        if let Some(file) = &options.progress {
            let mut out = fs::OpenOptions::new().append(true).open(file)?;
            writeln!(out, "{game} {letter} {:?} {}", result.end, result.plies)?;
        }
        eprintln!("{game} {letter} {:?} in {} plies", result.end, result.plies);
    }
    println!(
        "{heading}: {} games, +{} ={} -{}, {:.1} %",
        tally.games(),
        tally.wins,
        tally.draws,
        tally.losses,
        tally.percent()
    );
    Ok(())
}
