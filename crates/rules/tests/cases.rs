//! The rule cases of every game: positions with what must be legal there, what each seat sees, and what follows.
//!
//! A line of `data/cases/*.jsonl` is one position. Every fault of a file is collected before the test fails, so
//! that one run shows all of them.

use std::sync::Arc;

use backrank_rules::notation::{fen, uci};
use backrank_rules::outcome::Repetitions;
use backrank_rules::{
    Action, Colour, Fact, Position, Recorded, Registry, Seat, Variant, View, squares,
};
use serde::Deserialize;

#[derive(Deserialize)]
struct Case {
    variant: String,
    fen: String,
    moves: Vec<String>,
    perft2: u64,
    views: Views,
    apply: Vec<Apply>,
}

#[derive(Deserialize)]
struct Views {
    white: String,
    black: String,
    spectator: String,
}

#[derive(Deserialize)]
struct Apply {
    action: String,
    fen: String,
    status: String,
    check: String,
    events: Vec<String>,
}

/// Collects what differs in one position.
struct Faults<'a> {
    fen: &'a str,
    found: Vec<String>,
}

impl Faults<'_> {
    fn differ<T: PartialEq + std::fmt::Debug>(&mut self, what: &str, expected: T, found: T) {
        if expected != found {
            self.found.push(format!(
                "{}\n  {what}\n  expected {expected:?}\n  found    {found:?}",
                self.fen
            ));
        }
    }
}

/// A FEN with the letters of its castling field in one order.
fn sorted_rights(fen: &str) -> String {
    let mut fields: Vec<String> = fen.split(' ').map(str::to_owned).collect();
    if let Some(rights) = fields.get_mut(2) {
        let mut letters: Vec<char> = rights.chars().collect();
        letters.sort_unstable();
        *rights = letters.into_iter().collect();
    }
    fields.join(" ")
}

fn texts(variant: &Variant, actions: Vec<Action>) -> Vec<String> {
    let mut texts: Vec<String> = actions
        .into_iter()
        .map(|action| uci::action(variant, action))
        .collect();
    texts.sort_unstable();
    texts
}

/// What everybody learns from an action: `b4 N`, `king g7`.
fn events(
    variant: &Variant,
    before: &Position,
    after: &Position,
    record: &Recorded,
) -> Vec<String> {
    let geometry = variant.geometry();
    let public = record.for_seat(variant, Seat::Spectator).shown;
    let action = record.action.known().expect("the truth knows its actions");
    let mut events = Vec::new();
    if let Fact::Known(kind) = public.revealed {
        let arrival = match action {
            Action::Move { to, .. } => to,
            Action::Flip(square) => square,
            // The corner piece is the one of the two squares' newcomers that is no king.
            Action::Castle { king, rook, .. } => {
                let left = before.board().of_colour(record.by) & !(king.bit() | rook.bit());
                squares(after.board().of_colour(record.by) & !left)
                    .find(|&square| Some(square) != after.board().king(record.by))
                    .expect("the corner piece stands somewhere")
            }
            Action::Promote(_) | Action::Choose(_) => panic!("these turn nothing up"),
        };
        events.push(format!(
            "{} {}",
            geometry.name(arrival),
            variant.letter(record.by, kind)
        ));
    }
    if let Fact::Known(kind) = public.captured {
        let Action::Move { to, .. } = action else {
            panic!("only moves capture")
        };
        events.push(format!(
            "{} {}",
            geometry.name(to),
            variant.letter(record.by.other(), kind)
        ));
    }
    if let Fact::Known(square) = public.king {
        events.push(format!("king {}", geometry.name(square)));
    }
    events
}

fn check(case: &Case, variant: &Arc<Variant>) -> Vec<String> {
    let mut faults = Faults {
        fen: &case.fen,
        found: Vec::new(),
    };
    let position = match Position::from_fen(variant, &case.fen) {
        Ok(position) => position,
        Err(error) => {
            faults.differ(
                "reading the position",
                "no error".to_owned(),
                error.to_string(),
            );
            return faults.found;
        }
    };
    faults.differ(
        "writing the position",
        sorted_rights(&case.fen),
        sorted_rights(&position.truth_fen()),
    );
    faults.differ(
        "legal actions",
        case.moves.clone(),
        texts(variant, position.legal()),
    );
    faults.differ("perft 2", case.perft2, position.perft(2));

    for (seat, expected) in [
        (Seat::White, &case.views.white),
        (Seat::Black, &case.views.black),
        (Seat::Spectator, &case.views.spectator),
    ] {
        let what = format!("view of {seat:?}");
        let seen = position.view(seat);
        faults.differ(&what, sorted_rights(expected), sorted_rights(&seen.fen()));
        match View::from_fen(variant, expected) {
            Ok(read) => {
                faults.differ(&format!("{what}, read"), &read, &seen);
            }
            Err(error) => faults.differ(
                &format!("{what}, read"),
                "no error".to_owned(),
                error.to_string(),
            ),
        }
    }
    let mover = position.board().actors()[0];
    let own = match mover {
        Colour::White => &case.views.white,
        Colour::Black => &case.views.black,
    };
    match fen::parse(variant, own).map(|parsed| match parsed {
        fen::Parsed::Truth(position) => position.view(Seat::of(mover)),
        fen::Parsed::View(view) => view,
    }) {
        Ok(view) => match view.legal() {
            Ok(legal) => faults.differ(
                "legal actions by the mover's own view",
                case.moves.clone(),
                texts(variant, legal),
            ),
            Err(error) => faults.differ(
                "legal actions by the mover's own view",
                "no error".to_owned(),
                error.to_string(),
            ),
        },
        Err(error) => faults.differ("reading own view", "no error".to_owned(), error.to_string()),
    }

    for step in &case.apply {
        apply(step, variant, &position, &mut faults);
    }
    faults.found
}

fn apply(step: &Apply, variant: &Arc<Variant>, position: &Position, faults: &mut Faults) {
    let what = |part: &str| format!("{part} after {}", step.action);
    let action = match uci::parse(variant, position.board(), &step.action) {
        Ok(action) => action,
        Err(error) => {
            faults.differ(&what("no error"), "no error".to_owned(), error.to_string());
            return;
        }
    };
    let mut after = position.clone();
    let record = match after.play(action) {
        Ok(record) => record,
        Err(error) => {
            faults.differ(&what("no error"), "no error".to_owned(), error.to_string());
            return;
        }
    };
    faults.differ(
        &what("position"),
        sorted_rights(&step.fen),
        sorted_rights(&after.truth_fen()),
    );
    let occurrences = Repetitions::default().add(after.board());
    faults.differ(
        &what("status"),
        step.status.clone(),
        after.status(occurrences).to_string(),
    );
    let in_check = if after.is_check() { "yes" } else { "no" };
    faults.differ(&what("check"), step.check.as_str(), in_check);
    let mut expected = step.events.clone();
    let mut found = events(variant, position, &after, &record);
    expected.sort_unstable();
    found.sort_unstable();
    faults.differ(&what("events"), expected, found);
}

fn check_file(text: &str) {
    let registry = Registry::built_in().expect("the built-in games are sound");
    let mut faults = Vec::new();
    let mut lines = 0;
    for line in text.lines() {
        let case: Case = serde_json::from_str(line).expect("a case is one JSON object");
        let variant = registry.get(&case.variant).expect("a built-in game");
        faults.extend(check(&case, variant));
        lines += 1;
    }
    assert_eq!(lines, 150, "every file holds 150 cases");
    assert!(
        faults.is_empty(),
        "{} faults:\n{}",
        faults.len(),
        faults.join("\n")
    );
}

macro_rules! cases {
    ($($test:ident: $file:literal)*) => {
        $(#[test]
        fn $test() {
            check_file(include_str!(concat!("data/cases/", $file, ".jsonl")));
        })*
    };
}

cases! {
    chess: "chess"
    chess960: "chess960"
    capablanca: "capablanca"
    capablanca_random: "capablanca-random"
    ajax_random: "ajax-random"
    hidden_random: "hidden-random"
    hidden: "hidden"
    hide_and_seek: "hide-and-seek"
}
