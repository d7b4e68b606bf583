//! `backrank variant check`: what a variant file says, before a server loads it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use backrank_rules::setup::{Mirror, Setup};
use backrank_rules::variant::{ActsAs, BUILT_IN, CaptureShows};
use backrank_rules::{Colour, Position, Seat, Variant};

use crate::{draw, position};

/// Depths of the perft that is shown.
const DEPTHS: std::ops::RangeInclusive<u32> = 1..=3;

pub fn check(file: &Path) -> Result<()> {
    let text = read(file)?;
    let variant = Variant::read(&name(file), &text, &library(file)?)?;
    if file.file_stem().is_none_or(|stem| stem != variant.id()) {
        bail!(
            "{}: the file must be named after its id: {}.toml",
            name(file),
            variant.id()
        );
    }
    let variant = variant.into();
    let start = Position::seeded(&variant, 0, None, None)?;
    let perft: Vec<String> = DEPTHS.map(|depth| start.perft(depth).to_string()).collect();
    let mut lines: Vec<String> = [
        ("id", variant.id().to_owned()),
        ("name", variant.name().to_owned()),
        ("source", variant.source().to_owned()),
        ("board", board(&variant)),
        ("starts", starts(&variant)),
        ("can do", capabilities(&variant).join(", ")),
        ("pages", pages(file, variant.id())),
        ("perft", perft.join(" ")),
        ("start", start.view(Seat::Spectator).fen()),
    ]
    .into_iter()
    .map(|(label, text)| format!("{label:<8}{text}"))
    .collect();
    if let Some(warning) = attacked_starts(&variant)? {
        lines.push(format!("{:<8}{warning}", "warning"));
    }
    lines.push(String::new());
    let drawn = draw::board(&start.view(Seat::Spectator), Colour::White);
    lines.extend(drawn.lines().map(str::to_owned));
    position::print(lines)
}

fn read(file: &Path) -> Result<String> {
    std::fs::read_to_string(file).with_context(|| format!("{} cannot be read", file.display()))
}

fn name(file: &Path) -> String {
    let name = file.file_name().unwrap_or(file.as_os_str());
    name.to_string_lossy().into_owned()
}

/// What the file may build on: the built-in games and the files beside it.
fn library(file: &Path) -> Result<BTreeMap<String, String>> {
    let mut texts: BTreeMap<String, String> = BUILT_IN
        .iter()
        .map(|&(id, text)| (id.to_owned(), text.to_owned()))
        .collect();
    for path in beside(file) {
        if path
            .extension()
            .is_some_and(|extension| extension == "toml")
            && let Some(stem) = path.file_stem()
        {
            texts.insert(stem.to_string_lossy().into_owned(), read(&path)?);
        }
    }
    Ok(texts)
}

fn beside(file: &Path) -> Vec<std::path::PathBuf> {
    let folder = match file.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    entries.flatten().map(|entry| entry.path()).collect()
}

fn board(variant: &Variant) -> String {
    let geometry = variant.geometry();
    format!("{} files, {} ranks", geometry.files(), geometry.ranks())
}

fn starts(variant: &Variant) -> String {
    let mirror = match variant.setup().mirror() {
        Mirror::File => "Black on the same files",
        Mirror::HalfTurn => "Black turned by half a turn",
    };
    let what = match variant.setup() {
        Setup::Fixed(_) => "1 array".to_owned(),
        Setup::Shuffle(shuffle) => shuffle
            .sets()
            .iter()
            .enumerate()
            .map(|(index, set)| {
                format!(
                    "{} arrays in `{}`",
                    shuffle.numbers_in(index).len(),
                    set.name()
                )
            })
            .collect::<Vec<_>>()
            .join(", "),
        Setup::HiddenShuffle(hidden) => {
            format!("{} hidden layouts a side", orders(hidden.army()))
        }
    };
    format!("{what}; {mirror}")
}

/// Arrays that put a king in check whose side does not move first. The loader refuses a fixed array of this sort; of a
/// drawn one it only sees the rules of the set, and only going through all of them tells.
fn attacked_starts(variant: &Arc<Variant>) -> Result<Option<String>> {
    let Setup::Shuffle(shuffle) = variant.setup() else {
        return Ok(None);
    };
    let (mut all, mut attacked) = (BTreeSet::new(), BTreeSet::new());
    for (index, set) in shuffle.sets().iter().enumerate() {
        for &number in shuffle.numbers_in(index) {
            if !all.insert(number) {
                continue;
            }
            let start = Position::seeded(variant, 0, Some(set.name()), Some(number))?;
            let board = start.board();
            if variant.in_check(board, board.turn().other()) {
                attacked.insert(number);
            }
        }
    }
    Ok(attacked.first().map(|first| {
        let array = shuffle.array(*first).map(|array| array.to_string());
        format!(
            "{} of {} start arrays put the king of the side that waits in check; the first is number {first}, {}",
            attacked.len(),
            all.len(),
            array.unwrap_or_default()
        )
    }))
}

/// In how many orders these letters can lie.
fn orders(army: &[char]) -> u128 {
    let mut seen: BTreeMap<char, u128> = BTreeMap::new();
    let mut orders = 1;
    for (laid, &letter) in (1..).zip(army) {
        let same = seen.entry(letter).or_default();
        *same += 1;
        // Each step is a product of binomials, so the division leaves no rest.
        orders = orders * laid / *same;
    }
    orders
}

/// What is special about the game.
fn capabilities(variant: &Variant) -> Vec<&'static str> {
    let mut all = Vec::new();
    if variant.pawns().is_some() {
        all.push("pawns");
    }
    if let Some(castling) = variant.castling() {
        all.push(if castling.dressed {
            "castling with a face-down partner"
        } else {
            "castling"
        });
    }
    if variant.gating_hand().is_some() {
        all.push("gating from hand");
    }
    if let Some(rules) = variant.face_down() {
        all.push(match rules.acts_as {
            ActsAs::Dress => "face-down pieces that act as their dress",
            ActsAs::Disc => "face-down discs that are turned up",
        });
        all.push(match rules.capture_shows {
            CaptureShows::All => "captures seen by all",
            CaptureShows::Capturer => "captures seen by the capturer",
            CaptureShows::Nobody => "captures seen by nobody",
        });
    }
    if variant.secret_kings() {
        all.push("kings on secret squares");
    }
    if variant.casual_only() {
        all.push("casual games only");
    }
    if all.is_empty() {
        all.push("nothing special");
    }
    all
}

/// Languages of the rules pages beside the file.
fn pages(file: &Path, id: &str) -> String {
    let mut found: Vec<String> = beside(file)
        .iter()
        .filter_map(|path| {
            let name = name(path);
            let lang = name
                .strip_prefix(id)?
                .strip_prefix('.')?
                .strip_suffix(".md")?;
            Some(lang.to_owned())
        })
        .collect();
    found.sort_unstable();
    if found.is_empty() {
        return format!("none; put {id}.en.md beside the file");
    }
    found.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_counted_as_multinomials() {
        assert_eq!(orders(&['a', 'b', 'c']), 6);
        assert_eq!(orders(&['n', 'a', 'n']), 3);
        let chess: Vec<char> = "QRRBBNNPPPPPPPP".chars().collect();
        assert_eq!(orders(&chess), 4_054_050);
    }

    #[test]
    fn every_built_in_file_checks() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../variants");
        for (id, _) in BUILT_IN {
            let file = Path::new(folder).join(format!("{id}.toml"));
            check(&file).unwrap_or_else(|error| panic!("{id}: {error:#}"));
        }
    }

    #[test]
    fn drawn_starts_with_a_king_to_be_taken_are_counted() {
        let text = "id = \"mine\"\nname = \"Mine\"\nrules_version = 1\n
[board]\nfiles = 4\nranks = 4\n
[pieces]\nK = { id = \"king\", betza = \"K\", royal = true }\nR = { id = \"rook\", betza = \"R\" }\nN = { id = \"knight\", betza = \"N\" }\n
[setup]\nkind = \"shuffle\"\narmy = \"KRNN\"\nmirror = \"half-turn\"\nfirst_number = 5\nnumbering = [\"lexicographic KNR\"]\n
[[setup.sets]]\nname = \"all\"\nrules = []\n";
        let variant = Variant::read("mine.toml", text, &BTreeMap::new()).expect("a game");
        let warning = attacked_starts(&Arc::new(variant)).expect("starts");
        // The rook stands on the enemy king's file when it mirrors the own one: KNNR, NKRN, NRKN, RNNK.
        assert_eq!(
            warning.as_deref(),
            Some(
                "4 of 12 start arrays put the king of the side that waits in check; the first is number 5, KNNR"
            )
        );
        for (id, _) in BUILT_IN {
            let variant = backrank_rules::Registry::built_in_variant(id);
            let variant = variant.expect("a good file").expect("a game");
            assert_eq!(attacked_starts(&variant).expect("starts"), None, "{id}");
        }
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let folder = std::env::temp_dir().join(format!("backrank-check-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let file = folder.join("odd.toml");
        let text = "id = \"odd\"\nname = \"Odd\"\nbase = \"chess\"\nrules_version = 1\n\n[board]\nfiles = 40\n";
        std::fs::write(&file, text).expect("written");
        let error = check(&file).expect_err("forty files").to_string();
        assert!(error.starts_with("odd.toml:7:"), "{error}");
        std::fs::write(
            &file,
            text.replace("files = 40", "files = 8")
                .replace("\"odd\"", "\"even\""),
        )
        .expect("written");
        let error = check(&file).expect_err("another name").to_string();
        assert!(error.contains("even.toml"), "{error}");
        std::fs::remove_dir_all(&folder).expect("removed");
    }
}
