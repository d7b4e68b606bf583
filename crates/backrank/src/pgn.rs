//! `backrank pgn`: whether the games of a PGN file can be replayed, and their positions.

use std::io::Read;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use backrank_rules::Registry;
use backrank_rules::notation::pgn::{self, Game, Start};
use backrank_rules::notation::uci;

use crate::position::print;

/// Longest file that is read.
const LONGEST: u64 = 64 << 20;

/// Prints a line for each game; an error if one cannot be read or replayed.
pub fn check(file: &Path) -> Result<()> {
    let games = games(file)?;
    print(games.iter().enumerate().map(|(index, game)| {
        let whose = match game.start() {
            Start::Truth(_) => "the truth",
            Start::Seen { .. } => "one seat's observation",
        };
        format!(
            "game {}: {}, {} plies, {}, {whose}",
            index + 1,
            game.variant().id(),
            game.plies().len(),
            game.result
        )
    }))
}

/// Prints the start of each game and its position after each ply, behind the exact action.
pub fn replay(file: &Path) -> Result<()> {
    let games = games(file)?;
    let mut lines = Vec::new();
    for (index, game) in games.iter().enumerate() {
        lines.push(format!("game {}: {}", index + 1, game.variant().id()));
        lines.push(format!("start {}", game.start().fen()));
        let positions = game.positions()?;
        for (ply, position) in game.plies().iter().zip(positions) {
            let action = uci::recorded(game.variant(), &ply.record);
            lines.push(format!("{action} {}", position.fen()));
        }
        lines.push(format!("result {}", game.result));
    }
    print(lines)
}

fn games(file: &Path) -> Result<Vec<Game>> {
    let mut bytes = Vec::new();
    let from = |result: std::io::Result<usize>| {
        result.with_context(|| format!("{} cannot be read", file.display()))
    };
    if file.as_os_str() == "-" {
        from(std::io::stdin().take(LONGEST + 1).read_to_end(&mut bytes))?;
    } else {
        let open = std::fs::File::open(file)
            .with_context(|| format!("{} cannot be opened", file.display()))?;
        from(open.take(LONGEST + 1).read_to_end(&mut bytes))?;
    }
    if bytes.len() as u64 > LONGEST {
        bail!("{} is longer than {LONGEST} bytes", file.display());
    }
    let text = String::from_utf8(bytes)
        .map_err(|error| anyhow!("{} is no UTF-8 text: {error}", file.display()))?;
    let games =
        pgn::import(&text, &Registry::built_in()?).with_context(|| file.display().to_string())?;
    if games.is_empty() {
        bail!("{} holds no game", file.display());
    }
    Ok(games)
}
