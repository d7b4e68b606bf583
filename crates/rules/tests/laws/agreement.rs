//! The crate and the reference agree, on every half-move of random games.

use backrank_rules::notation::uci;
use backrank_rules::variant::BUILT_IN;
use backrank_rules::{Action, Position, Registry, Seat};

use crate::dice::Dice;
use crate::inventor;
use crate::reference::{Game, Truth};
use crate::walk::{Effort, Law, Step, Told, play, uphold_in};

fn texts(position: &Position, actions: &[Action]) -> Vec<String> {
    let mut texts: Vec<String> = actions
        .iter()
        .map(|&action| uci::action(position.variant(), action))
        .collect();
    texts.sort_unstable();
    texts
}

/// Both generators agree on actions, results and views.
struct Agreement {
    game: &'static Game,
}

/// The texts of a built-in game's files, the base first.
fn chain(id: &str) -> Vec<&'static str> {
    let (_, text) = BUILT_IN
        .iter()
        .find(|(name, _)| *name == id)
        .expect("a built-in game");
    let table: toml::Table = text.parse().expect("a TOML text");
    let mut texts = match table.get("base") {
        Some(base) => chain(base.as_str().expect("an id")),
        None => Vec::new(),
    };
    texts.push(*text);
    texts
}

impl Agreement {
    fn check(&self, position: &Position, dice: &mut Dice) {
        let fen = position.truth_fen();
        let truth = Truth::read(self.game, &fen);
        assert_eq!(truth.fen(), fen, "the reference reads what is written");
        for (seat, side) in [
            (Seat::White, Some(0)),
            (Seat::Black, Some(1)),
            (Seat::Spectator, None),
        ] {
            assert_eq!(
                position.view(seat).fen(),
                truth.view(side),
                "view of {seat:?} in {fen}"
            );
        }
        let successors = truth.successors();
        let expected: Vec<&String> = successors.keys().collect();
        let legal = position.legal();
        let found = texts(position, &legal);
        assert!(
            expected.iter().copied().eq(&found),
            "actions in {fen}\nexpected {expected:?}\nfound    {found:?}"
        );
        assert_eq!(position.is_check(), truth.in_check(), "check in {fen}");
        let all = dice.one_in(6);
        for &action in &legal {
            if !all && !dice.one_in(12) {
                continue;
            }
            let mut after = position.clone();
            after.play(action).expect("a legal action");
            let name = uci::action(position.variant(), action);
            assert_eq!(
                after.truth_fen(),
                successors[&name].fen(),
                "{name} in {fen}"
            );
        }
    }
}

impl Law for Agreement {
    fn begin(start: &Position, dice: &mut Dice) -> Agreement {
        // A few games for the whole run: leaking them is simpler than threading their lifetime through.
        let game = Box::leak(Box::new(Game::read(&chain(start.variant().id()))));
        let law = Agreement { game };
        law.check(start, dice);
        law
    }

    fn ply(&mut self, step: &Step, dice: &mut Dice) {
        self.check(step.after, dice);
    }
}

macro_rules! agreement {
    ($($test:ident: $id:literal)*) => {
        $(#[test]
        fn $test() {
            uphold_in::<Agreement>($id);
        })*
    };
}

agreement! {
    the_rules_written_twice_agree_in_chess: "chess"
    the_rules_written_twice_agree_in_chess960: "chess960"
    the_rules_written_twice_agree_in_capablanca: "capablanca"
    the_rules_written_twice_agree_in_capablanca_random: "capablanca-random"
    the_rules_written_twice_agree_in_ajax_random: "ajax-random"
    the_rules_written_twice_agree_in_ajax_random_8: "ajax-random-8"
    the_rules_written_twice_agree_in_janus: "janus"
    the_rules_written_twice_agree_in_masquerade: "masquerade"
    the_rules_written_twice_agree_in_hidden: "hidden"
    the_rules_written_twice_agree_in_hidden_random: "hidden-random"
    the_rules_written_twice_agree_where_the_capturer_sees: "hidden-random-capturer"
    the_rules_written_twice_agree_where_nobody_sees: "hidden-random-nobody"
    the_rules_written_twice_agree_in_hide_and_seek: "hide-and-seek"
}

/// Invented variant files a run, where no number of games is asked for.
const INVENTIONS: u64 = 600;

#[test]
fn the_rules_written_twice_agree_in_invented_games() {
    let effort = Effort::from_environment();
    let (mut games, mut refused) = (0, 0);
    for seed in effort.seed..effort.seed + effort.games.unwrap_or(INVENTIONS) {
        let mut dice = Dice::new(seed);
        let invention = inventor::invent(&mut dice);
        let _told = Told(format!("seed {seed}, the file\n{}", invention.text));
        let variant = match Registry::default().add("invented.toml", &invention.text) {
            Ok(variant) => variant,
            // Some arrays attack each other from the start.
            Err(error) if error.reason.contains("is in check") => {
                refused += 1;
                continue;
            }
            Err(error) => panic!("{error}"),
        };
        let game = Box::leak(Box::new(Game::read(&[&invention.text])));
        let mut starts = vec![Position::seeded(&variant, seed, None, None).expect("a start")];
        for _ in 0..4 {
            let fen = invention.position(&mut dice);
            starts.extend(Position::from_fen(&variant, &fen));
        }
        for start in starts {
            play(Agreement { game }, &start, 40, &mut dice);
            games += 1;
        }
    }
    assert!(
        games > refused,
        "{games} games, {refused} files without a legal start"
    );
}
