//! Who may touch the truth.

use std::path::{Path, PathBuf};

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(sources(&path));
        } else {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// Modules of this crate whose code, comments and tests left out, has one of these words.
fn that_name(words: &[&str]) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    sources(&root)
        .iter()
        .filter(|path| path.extension().is_some_and(|end| end == "rs"))
        .filter(|path| {
            let text = std::fs::read_to_string(path).unwrap();
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            code.lines().any(|line| {
                let line = line.split("//").next().unwrap_or_default();
                line.split(|c: char| !c.is_alphanumeric() && c != '_')
                    .any(|word| words.contains(&word))
            })
        })
        .map(|path| {
            path.strip_prefix(&root)
                .unwrap()
                .display()
                .to_string()
                .replace('\\', "/")
        })
        .collect()
}

#[test]
fn the_truth_leaves_memory_through_two_doors_only() {
    assert_eq!(that_name(&["truth_fen"]), ["finished.rs"]);
    assert_eq!(
        that_name(&["Sealed"]),
        [
            "store/events.rs",
            "store/mod.rs",
            "store/seal.rs",
            "store/writer.rs"
        ]
    );
    // A PGN with the truth is written where the truth is.
    assert_eq!(that_name(&["of_truth"]), ["finished.rs"]);
    // The salt is written by the log and by the record of a finished game.
    assert_eq!(
        that_name(&["reveal_hex"]),
        ["finished.rs", "table/core.rs", "table/deal.rs"]
    );
}

#[test]
fn what_makes_messages_has_never_seen_a_truth() {
    // The table holds the truth, what is over may show it, and a trial of the computer players deals itself a game of
    // its own; nothing else, whatever it tells to whom, can name one.
    assert_eq!(
        that_name(&["Position"]),
        [
            "finished.rs",
            "table/game.rs",
            "table/replay.rs",
            "testing.rs",
            "trial.rs"
        ]
    );
    assert_eq!(
        that_name(&["truth_hash"]),
        ["table/core.rs", "table/game.rs", "table/replay.rs"]
    );
    assert!(that_name(&["Secrets"]).is_empty());
}

/// Events, tables and keys are written to the server's log in their public part only, if at all.
#[test]
fn nothing_secret_prints() {
    use backrank_server::log::{LogEvent, Logged};
    let logged = Logged::new(
        5,
        LogEvent::Opened {
            player: 0,
            contribution: "c0ffee".into(),
        },
    );
    assert_eq!(format!("{logged:?}"), "opened at 5");
    let keys = backrank_server::key::Keys::new([7; 64]);
    assert_eq!(format!("{keys:?}"), "Keys(secret)");
}
