//! Spoilt texts: whatever comes from outside is read, or refused with a message; nothing panics.
//!
//! `BACKRANK_SEED` tries other texts, `BACKRANK_TEXTS` another number of them (100,000 of each sort,
//! a fifth of it of variant files).

mod dice;

use std::collections::BTreeMap;
use std::sync::Arc;

use backrank_rules::notation::{fen, uci};
use backrank_rules::variant::BUILT_IN;
use backrank_rules::{Position, Registry, Seat, Variant, VariantError, View};
use dice::Dice;

/// Signs that mean something in some text, and some that mean nothing anywhere.
const SIGNS: [&str; 40] = [
    "0",
    "1",
    "8",
    "9",
    "10",
    "99999",
    "-1",
    "4294967296",
    "K",
    "k",
    "Q",
    "x",
    "X",
    "M",
    "P",
    "p",
    "(N)",
    "(",
    ")",
    "[",
    "]",
    "[MM]",
    "|",
    "|N/q|",
    "<-/->",
    "<",
    ">",
    "{",
    "}",
    "{?/?}",
    "{*/-}",
    "/",
    "-",
    "-=d8",
    " ",
    "@",
    "~n",
    "*?",
    "é",
    "\u{1F451}",
];

/// Signs and words of variant files.
const WORDS: [&str; 30] = [
    "\"",
    "\"\"",
    "\n",
    "=",
    "[",
    "]",
    "{",
    "}",
    "true",
    "\"K\"",
    "\"P\"",
    "\"X\"",
    "files = 4",
    "ranks = 4",
    "files = 12",
    "ranks = 10",
    "[gating]\nhand = \"Q\"\n",
    "mirror = \"half-turn\"",
    "[castling]\n",
    "[event]\n",
    "[face_down]\nacts_as = \"disc\"\n",
    "double_from = [1, 2, 3]",
    "numbering = []",
    "\"dress\"",
    "\"nobody\"",
    "pR",
    "nN",
    "N9",
    "0",
    "255",
];

fn setting(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |text| text.parse().expect("a number"))
}

fn texts() -> u64 {
    setting("BACKRANK_TEXTS", 100_000)
}

fn dice() -> Dice {
    Dice::new(setting("BACKRANK_SEED", 0))
}

/// Says, if the test fails, which text it was.
struct Told<'a>(&'a str, &'a str);

impl Drop for Told<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("{}: `{}`", self.0, self.1);
        }
    }
}

/// A text spoilt in one to three places.
fn spoil(text: &str, signs: &[&str], dice: &mut Dice) -> String {
    let mut text = text.to_owned();
    for _ in 0..=dice.below(3) * dice.below(2) {
        let mut bytes = text.into_bytes();
        let at = dice.below(bytes.len() + 1);
        let end = (at + 1 + dice.below(6)).min(bytes.len());
        match dice.below(8) {
            0 if at < bytes.len() => bytes[at] ^= 1 << dice.below(8),
            1 => bytes.truncate(at),
            2 => drop(bytes.drain(at..end)),
            3 => {
                let copy = bytes[at..end].to_vec();
                bytes.splice(at..at, copy);
            }
            4 if !bytes.is_empty() => {
                let (a, b) = (dice.below(bytes.len()), dice.below(bytes.len()));
                bytes.swap(a, b);
            }
            5 if at < bytes.len() => {
                let sign = dice.pick(signs).bytes();
                bytes.splice(at..=at, sign);
            }
            _ => {
                let sign = dice.pick(signs).bytes();
                bytes.splice(at..at, sign);
            }
        }
        text = String::from_utf8_lossy(&bytes).into_owned();
    }
    text
}

fn registry() -> Registry {
    Registry::built_in().expect("the built-in games are sound")
}

/// Some positions of a variant, far and near the start.
fn positions(variant: &Arc<Variant>, dice: &mut Dice) -> Vec<Position> {
    let mut all = Vec::new();
    for game in 0..6 {
        let mut position = Position::seeded(variant, game, None, None).expect("a start");
        for ply in 0..60 {
            let legal = position.legal();
            if legal.is_empty() {
                break;
            }
            position.play(*dice.pick(&legal)).expect("a legal action");
            if ply % 6 == 0 {
                all.push(position.clone());
            }
        }
    }
    all
}

/// A position that was read prints as something that reads as itself, and can be played on.
fn sound(variant: &Arc<Variant>, parsed: fen::Parsed, dice: &mut Dice) {
    match parsed {
        fen::Parsed::Truth(position) => play_on(variant, position, dice),
        fen::Parsed::View(view) => {
            let text = view.fen();
            assert_eq!(View::from_fen(variant, &text).as_ref(), Ok(&view), "{text}");
            match view.legal() {
                Ok(legal) => drop(legal.into_iter().map(|action| uci::action(variant, action))),
                Err(error) => assert!(!error.to_string().is_empty()),
            }
        }
    }
}

fn play_on(variant: &Arc<Variant>, mut position: Position, dice: &mut Dice) {
    for _ in 0..3 {
        let text = position.truth_fen();
        let read =
            Position::from_fen(variant, &text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(read, position, "{text}");
        assert_eq!(
            position.board().hash(),
            position.board().hash_from_scratch(),
            "{text}"
        );
        assert!(!position.status(1).to_string().is_empty());
        position.is_check();
        for seat in Seat::ALL {
            let view = position.view(seat);
            let text = view.fen();
            assert_eq!(View::from_fen(variant, &text).as_ref(), Ok(&view), "{text}");
        }
        let legal = position.legal();
        if legal.is_empty() {
            return;
        }
        assert_eq!(legal.len() as u64, position.perft(1), "{text}");
        position.play(*dice.pick(&legal)).expect("a legal action");
    }
}

#[test]
fn spoilt_positions_are_refused_by_name_or_read_as_what_they_print() {
    let (registry, mut dice) = (registry(), dice());
    let mut seeds = Vec::new();
    for variant in registry.iter() {
        for position in positions(variant, &mut dice) {
            seeds.push((variant, position.truth_fen()));
            seeds.extend(Seat::ALL.map(|seat| (variant, position.view(seat).fen())));
        }
    }
    let (mut read, mut refused) = (0, 0);
    for _ in 0..texts() {
        let (variant, seed) = dice.pick(&seeds);
        // Now and then the text of another game.
        let variant = if dice.one_in(20) {
            dice.pick(&seeds).0
        } else {
            variant
        };
        let text = spoil(seed, &SIGNS, &mut dice);
        let _told = Told(variant.id(), &text);
        match fen::parse(variant, &text) {
            Ok(parsed) => {
                read += 1;
                sound(variant, parsed, &mut dice);
            }
            Err(error) => {
                refused += 1;
                assert!(!error.field.is_empty() && !error.reason.is_empty());
            }
        }
    }
    assert!(
        read > texts() / 50 && refused > texts() / 20,
        "{read} read, {refused} refused"
    );
}

#[test]
fn spoilt_actions_are_refused_by_name_or_read_as_what_they_print() {
    let (registry, mut dice) = (registry(), dice());
    let variants: Vec<_> = registry.iter().collect();
    let games: Vec<_> = variants
        .iter()
        .flat_map(|variant| positions(variant, &mut dice))
        .collect();
    let mut done = 0;
    while done < texts() {
        let position = dice.pick(&games);
        let variant = position.variant();
        let legal = position.legal();
        for _ in 0..legal.len().min(8) {
            let seed = uci::action(variant, *dice.pick(&legal));
            let text = spoil(&seed, &SIGNS, &mut dice);
            let _told = Told(variant.id(), &text);
            done += 1;
            match uci::parse(variant, position.board(), &text) {
                Ok(action) => {
                    let printed = uci::action(variant, action);
                    let read = uci::parse(variant, position.board(), &printed);
                    assert_eq!(read, Ok(action), "{printed} in {}", position.truth_fen());
                    let mut after = position.clone();
                    match after.play(action) {
                        Ok(_) => assert!(legal.contains(&action)),
                        Err(error) => {
                            assert!(!error.to_string().is_empty());
                            assert_eq!(&after, position, "refused actions change nothing");
                        }
                    }
                }
                Err(error) => assert!(!error.to_string().is_empty()),
            }
        }
    }
}

#[test]
fn spoilt_records_are_refused_by_name_or_read_as_what_they_print() {
    let (registry, mut dice) = (registry(), dice());
    let mut games = Vec::new();
    for variant in registry.iter() {
        games.extend(positions(variant, &mut dice));
    }
    for _ in 0..texts() {
        let position = dice.pick(&games);
        let variant = position.variant();
        let legal = position.legal();
        if legal.is_empty() {
            continue;
        }
        let record = position
            .clone()
            .play(*dice.pick(&legal))
            .expect("a legal action");
        let seat = *dice.pick(&Seat::ALL);
        let seed = uci::recorded(variant, &record.for_seat(variant, seat));
        let text = spoil(&seed, &SIGNS, &mut dice);
        let _told = Told(variant.id(), &text);
        match uci::parse_recorded(variant, position.board(), record.by, &text) {
            Ok(read) => {
                let printed = uci::recorded(variant, &read);
                let again = uci::parse_recorded(variant, position.board(), record.by, &printed);
                assert_eq!(
                    again.as_ref(),
                    Ok(&read),
                    "{printed} in {}",
                    position.truth_fen()
                );
                let mut view = position.view(seat);
                match view.play(&read) {
                    Ok(()) => {
                        let text = view.fen();
                        assert!(View::from_fen(variant, &text).is_ok(), "{text}");
                    }
                    Err(error) => {
                        assert!(!error.to_string().is_empty());
                        assert_eq!(view, position.view(seat), "refused records change nothing");
                    }
                }
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

/// Known fault: a wrong variant file passed the check and crashed later.
#[test]
fn spoilt_variant_files_are_refused_with_line_and_reason_or_can_be_played() {
    let mut dice = dice();
    let library: BTreeMap<String, String> = BUILT_IN
        .iter()
        .map(|&(id, text)| (id.to_owned(), text.to_owned()))
        .collect();
    let (mut read, mut refused) = (0, 0);
    // Reading a sound file fills its tables of moves: one costs as much as many texts of the other sorts.
    for _ in 0..texts() / 5 {
        let (id, seed) = *dice.pick(BUILT_IN);
        let mut lines: Vec<String> = seed.lines().map(str::to_owned).collect();
        if dice.one_in(4) {
            let (_, other) = *dice.pick(BUILT_IN);
            let others: Vec<&str> = other.lines().collect();
            let at = dice.below(lines.len());
            lines[at] = (*dice.pick(&others)).to_owned();
        }
        let at = dice.below(lines.len());
        lines[at] = spoil(&lines[at], &WORDS, &mut dice);
        let text = lines.join("\n");
        let _told = Told(id, &text);
        match Variant::read("spoilt.toml", &text, &library) {
            Ok(variant) => {
                read += 1;
                if dice.one_in(8) {
                    playable(&Arc::new(variant), &mut dice);
                }
            }
            Err(error) => {
                refused += 1;
                placed(&error);
            }
        }
    }
    assert!(
        read > texts() / 50 && refused > texts() / 50,
        "{read} read, {refused} refused"
    );
}

fn placed(error: &VariantError) {
    assert!(error.line >= 1 && error.column >= 1);
    assert!(
        !error.reason.is_empty() && !error.hint.is_empty(),
        "{error}"
    );
}

/// A game that was accepted has a start, and from there legal actions that can be played.
fn playable(variant: &Arc<Variant>, dice: &mut Dice) {
    let mut position = match Position::seeded(variant, dice.next(), None, None) {
        Ok(position) => position,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    match Position::from_fen(variant, &position.truth_fen()) {
        Ok(read) => assert_eq!(read, position),
        Err(error) => panic!("{}: {error}", position.truth_fen()),
    }
    for _ in 0..12 {
        let legal = position.legal();
        if legal.is_empty() {
            return;
        }
        position.play(*dice.pick(&legal)).expect("a legal action");
    }
}
