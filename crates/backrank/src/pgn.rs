//! `backrank pgn`: whether the games of a PGN file can be replayed, and their positions.

use std::io::Read;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use backrank_rules::notation::pgn::{self, Fault, Game, PgnError, Start};
use backrank_rules::notation::uci;

use crate::cli::Folders;
use crate::known;
use crate::position::print;

/// Longest file that is read.
const LONGEST: u64 = 64 << 20;

/// Prints a line for each game; an error if one cannot be read or replayed.
pub fn check(file: &Path, folders: &Folders) -> Result<()> {
    let games = games(file, folders)?;
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
pub fn replay(file: &Path, folders: &Folders) -> Result<()> {
    let games = games(file, folders)?;
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

fn games(file: &Path, folders: &Folders) -> Result<Vec<Game>> {
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
    let games = pgn::import(&text, &known::games(folders)?)
        .map_err(helpful)
        .with_context(|| file.display().to_string())?;
    if games.is_empty() {
        bail!("{} holds no game", file.display());
    }
    Ok(games)
}

/// The error, with what would help where a file is missing.
fn helpful(error: PgnError) -> anyhow::Error {
    let hint = match &error.fault {
        Fault::RulesVersion {
            variant, recorded, ..
        } => known::other_version(variant, *recorded),
        Fault::UnknownVariant(_) => {
            "`backrank variants` lists the built-in ones; --variants names a folder with others"
                .to_owned()
        }
        _ => return error.into(),
    };
    anyhow!("{error}; {hint}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A PGN file of one game, and a folder with one variant file, both removed in the end.
    struct Files(std::path::PathBuf);

    impl Files {
        fn new(test: &str, pgn: &str, variant: &str) -> Files {
            let name = format!("backrank-pgn-{test}-{}", std::process::id());
            let files = Files(std::env::temp_dir().join(name));
            std::fs::create_dir_all(files.0.join("games")).expect("a folder");
            std::fs::write(files.pgn(), pgn).expect("written");
            let file = files.0.join("games/mine.toml");
            std::fs::write(file, variant).expect("written");
            files
        }

        fn pgn(&self) -> std::path::PathBuf {
            self.0.join("one.pgn")
        }

        fn known(&self) -> Folders {
            Folders {
                variants: vec![self.0.join("games")],
            }
        }
    }

    impl Drop for Files {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    const UNKNOWN: Folders = Folders {
        variants: Vec::new(),
    };

    /// Chess in which pawns may step twice from the third rank too.
    fn chess(id: &str, version: u32) -> String {
        format!(
            "id = \"{id}\"\nname = \"{id} {version}\"\nbase = \"capablanca\"\nrules_version = {version}\n\n\
             [board]\nfiles = 8\nranks = 8\n\n[setup]\nkind = \"fixed\"\narray = \"RNBQKBNR\"\nmirror = \"file\"\n\n\
             [pawns]\ndouble_from = [2, 3]\n\n\
             [castling]\nfirst = {{ king = \"c\", rook = \"d\" }}\nlast = {{ king = \"g\", rook = \"f\" }}\n"
        )
    }

    #[test]
    fn a_game_of_a_folder_is_known_with_the_folder() {
        let files = Files::new(
            "folder",
            "[Variant \"mine\"]\n\n1. e3 e6 2. e5 *\n",
            &chess("mine", 1),
        );
        let error = games(&files.pgn(), &UNKNOWN).expect_err("no folder");
        let error = format!("{error:#}");
        assert!(
            error.contains("`mine`") && error.contains("--variants"),
            "{error}"
        );
        let read = games(&files.pgn(), &files.known()).expect("the folder");
        assert_eq!((read.len(), read[0].plies().len()), (1, 3));
        check(&files.pgn(), &files.known()).expect("a line");
        replay(&files.pgn(), &files.known()).expect("positions");
    }

    #[test]
    fn a_game_of_other_rules_says_which_and_what_would_help() {
        let text = "[Variant \"chess\"]\n[RulesVersion \"7\"]\n\n1. e3 e6 2. e5 *\n\n\
                    [Variant \"chess\"]\n[RulesVersion \"1\"]\n\n1. e4 *\n\n[Variant \"chess\"]\n\n1. d4 *\n";
        let files = Files::new("version", text, &chess("chess", 7));
        let error = games(&files.pgn(), &UNKNOWN).expect_err("version 1 is known");
        let error = format!("{error:#}");
        assert!(
            error.contains("played by version 7 of its rules, known here is version 1"),
            "{error}"
        );
        assert!(
            error.contains("the file of version 7 of `chess`, in a folder given by --variants"),
            "{error}"
        );
        let read = games(&files.pgn(), &files.known()).expect("every version");
        let versions: Vec<u32> = read
            .iter()
            .map(|game| game.variant().rules_version())
            .collect();
        assert_eq!(versions, [7, 1, 1]);
    }
}
