//! Numbers of sequences of legal actions: the tables of the rules pages, well-known chess positions, and the frozen
//! counts of outside programs.

use backrank_rules::{Position, Registry};

/// Counts one position to each depth that is given and collects what differs.
fn check(
    registry: &Registry,
    id: &str,
    fen: &str,
    counts: &[(u32, u64)],
    faults: &mut Vec<String>,
) {
    let variant = registry.get(id).expect("a built-in game");
    let position = match Position::from_fen(variant, fen) {
        Ok(position) => position,
        Err(error) => {
            faults.push(format!("{id} {fen}: {error}"));
            return;
        }
    };
    for &(depth, expected) in counts {
        let found = position.perft(depth);
        if found != expected {
            faults.push(format!(
                "{id} {fen}: depth {depth} expected {expected}, found {found}"
            ));
        }
    }
}

fn registry() -> Registry {
    Registry::built_in().expect("the built-in games are sound")
}

fn number(text: &str) -> u64 {
    text.parse().expect("a number")
}

#[test]
fn the_positions_of_the_rules_pages_count_as_published() {
    let registry = registry();
    let mut faults = Vec::new();
    let lines = include_str!("data/perft.txt").lines();
    for line in lines.filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split(';').collect();
        let [id, fen, counts] = fields[..] else {
            panic!("`{line}` is not of the form game;FEN;counts")
        };
        let counts: Vec<(u32, u64)> = (1..).zip(counts.split(',').map(number)).collect();
        check(&registry, id, fen, &counts, &mut faults);
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Lines `FEN;depth;count`, frozen from an outside program.
fn check_frozen(id: &str, text: &str, arrays: usize) {
    let registry = registry();
    let mut faults = Vec::new();
    assert_eq!(text.lines().count(), arrays);
    for line in text.lines() {
        let fields: Vec<&str> = line.split(';').collect();
        let [fen, depth, count] = fields[..] else {
            panic!("`{line}` is not of the form FEN;depth;count")
        };
        let counts = [(number(depth) as u32, number(count))];
        check(&registry, id, fen, &counts, &mut faults);
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn all_960_arrays_agree_with_an_outside_program_at_depth_4() {
    check_frozen("chess960", include_str!("data/oracle-chess960.txt"), 960);
}

#[test]
fn fifty_capablanca_arrays_agree_with_an_outside_program_at_depth_4() {
    let text = include_str!("data/oracle-capablanca.txt");
    check_frozen("capablanca-random", text, 50);
}
