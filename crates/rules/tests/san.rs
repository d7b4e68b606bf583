//! What people write, as statements about games.

use std::sync::Arc;

use backrank_rules::notation::{san, uci};
use backrank_rules::{Position, Registry, Seat, Variant};

fn variant(id: &str) -> Arc<Variant> {
    Registry::built_in_variant(id)
        .expect("the file is good")
        .expect("the game exists")
}

/// Plays texts from a position and returns them as they are written, with the end position.
fn play(id: &str, fen: &str, texts: &[&str]) -> (Vec<String>, String) {
    let variant = variant(id);
    let mut position = Position::from_fen(&variant, fen).expect("a good position");
    let mut written = Vec::new();
    for text in texts {
        let side = position.board().turn();
        let view = position.view(Seat::of(side));
        let action = san::parse(&view, text).unwrap_or_else(|error| panic!("{error}"));
        let record = position.play(action).expect("legal");
        written.push(san::text(&view, &record.for_seat(&variant, Seat::of(side))));
    }
    (written, position.truth_fen())
}

#[test]
fn the_sources_sample_of_ajax_random_replays() {
    let start = "rbanbkqnr".to_owned();
    let _ = start;
    let moves = ["e4", "Nc7(Md9)", "Bg4(Md1)", "PMb7(Mc9)", "Nfe2(Mf1)"];
    let fen = "rbankbnqr/ppppppppp/9/9/9/9/9/PPPPPPPPP/RQNBKNABR[MMmm] w ABCDEFGHIabcdefghi - 0 1";
    let (written, end) = play("ajax-random", fen, &moves);
    assert_eq!(written, moves);
    assert_eq!(
        end,
        "rbmmkbnqr/ppppppppp/1an6/9/9/4P1B2/9/PPPPNPPPP/RQNMKMABR b AIai - 0 3"
    );
}

#[test]
fn the_sample_of_the_older_ajax_game_replays_with_sides_that_mirror_by_file() {
    let moves = ["e4", "e5", "Ngf3(Mg1)", "b6", "Me3", "f6", "d4", "Re7(Md8)"];
    let variant = variant("ajax-random-8");
    let backrank_rules::setup::Setup::Shuffle(shuffle) = variant.setup() else {
        panic!("its arrays are drawn");
    };
    assert_eq!(shuffle.numbers_in(0).len(), 1680);
    let array = "BRKRNQNB".parse().expect("an array");
    let number = shuffle.number(&array).expect("one of them");
    let start = Position::seeded(&variant, 0, None, Some(number)).expect("a start");
    let fen = "brkrnqnb/pppppppp/8/8/8/8/PPPPPPPP/BRKRNQNB[MMmm] w ABCDEFGHabcdefgh - 0 1";
    assert_eq!(start.truth_fen(), fen);
    let (written, end) = play("ajax-random-8", fen, &moves);
    assert_eq!(written, moves);
    assert_eq!(
        end,
        "brkmnqnb/p1ppr1pp/1p3p2/4p3/3PP3/4MN2/PPP2PPP/BRKRNQ1B[Mm] w ABCDEFHabcefgh - 0 5"
    );
}

#[test]
fn couriers_drops_are_read() {
    let fen = "rbankbnqr/ppppppppp/9/9/9/9/9/PPPPPPPPP/RQNBKNABR[MMmm] w ABCDEFGHIabcdefghi - 0 1";
    let (written, _) = play("ajax-random", fen, &["e2-e4", "Nd9-c7; M-d9"]);
    assert_eq!(written, ["e4", "Nc7(Md9)"]);
}

#[test]
fn castling_is_written_by_wing_and_read_in_all_forms() {
    let fen = "r3k4r/pppppppppp/10/10/10/10/PPPPPPPPPP/R3K4R w JAja - 0 1";
    for text in ["O-O", "0-0", "e1j1", "e1i1", "Ke1-i1"] {
        assert_eq!(play("capablanca-random", fen, &[text]).0, ["O-O"], "{text}");
    }
    assert_eq!(play("capablanca-random", fen, &["O-O-O"]).0, ["O-O-O"]);
}

#[test]
fn a_face_down_piece_shows_itself_in_brackets() {
    let fen = "4k3/8/2p5/8/8/8/(N)7/(R)(P)2K3 w - - 0 1";
    assert_eq!(play("hidden", fen, &["a4"]).0, ["a4(N)"]);
    assert_eq!(play("hidden", fen, &["Nc3"]).0, ["Nc3(P)"]);
    let late = "r3k3/8/8/8/8/8/8/(P)3K3 w - - 0 1";
    assert_eq!(play("hidden", late, &["Rxa8", "=Q"]).0, ["Rxa8(P)", "=Q+"]);
}

#[test]
fn flips_captured_discs_and_kings_that_appear_are_in_brackets() {
    let fen = "(n)3k3/(c)7/8/8/8/8/(N)7/R3K3 w - - 0 1";
    assert_eq!(
        play("hidden-random", fen, &["a2", "Kd7", "Nb4", "Ke6", "Rxa7"]).0,
        ["a2(N)", "Kd7", "Nb4", "Ke6", "Rxa7(C)"]
    );
    let hidden = "8/7r/8/8/8/8/2P5/2B5{c3/g7} w - - 0 1";
    assert_eq!(play("hide-and-seek", hidden, &["Bb2"]).0, ["Bb2(Kg7)+"]);
}

#[test]
fn ambiguous_and_impossible_texts_say_so() {
    let variant = variant("chess");
    let position =
        Position::from_fen(&variant, "4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1").expect("a good position");
    let view = position.view(Seat::White);
    let error = san::parse(&view, "Nd2")
        .expect_err("two knights can")
        .to_string();
    assert!(error.contains("b1d2") && error.contains("f1d2"), "{error}");
    assert!(
        san::parse(&view, "Qd2")
            .expect_err("no queen")
            .to_string()
            .contains("`Qd2`")
    );
    assert_eq!(
        san::parse(&view, "Nbd2").map(|a| uci::action(&variant, a)),
        Ok("b1d2".to_owned())
    );
}

#[test]
fn every_legal_action_is_read_back_from_its_own_text() {
    let registry = Registry::built_in().expect("good files");
    for variant in registry.iter() {
        for seed in 0..4u64 {
            let mut position = Position::seeded(variant, seed, None, None).expect("a start");
            for ply in 0..80usize {
                let side = position.board().actors()[0];
                let view = position.view(Seat::of(side));
                let actions = position.legal_for(side);
                if actions.is_empty() {
                    break;
                }
                for &action in &actions {
                    let text = san::choice_text(&view, action);
                    assert_eq!(
                        san::parse(&view, &text),
                        Ok(action),
                        "{} {text} {}",
                        variant.id(),
                        position.truth_fen()
                    );
                }
                let at = (seed as usize * 31 + ply * 17) % actions.len();
                position.play_as(side, actions[at]).expect("legal");
            }
        }
    }
}
