//! Faults that users of comparable programs met, each with the right value. Those that hold in every game are laws:
//! see `laws`.

mod scene;

use std::collections::BTreeSet;

use backrank_rules::notation::pgn::{self, Game};
use backrank_rules::notation::uci;
use backrank_rules::setup::Setup;
use backrank_rules::{Position, Registry, Seat, View};
use scene::{after, moves, play, scene, variant};

/// The text a seat gets of an action, and its view afterwards.
fn told(position: &Position, action: &str, seat: Seat) -> (String, String) {
    let (next, records) = play(position, &[action]);
    let record = records[0].for_seat(position.variant(), seat);
    (
        uci::recorded(position.variant(), &record),
        next.view(seat).fen(),
    )
}

#[test]
fn touching_a_face_down_piece_showed_its_true_moves() {
    // The piece on a1 is dressed as a rook, whatever it is, and so are its moves and the whole view.
    let of = |truth: char, other: char| {
        let fen = format!("4k3/8/8/8/8/8/1({other})6/({truth})3K3 w A - 0 1");
        scene("hidden", &fen)
    };
    let pawn = of('P', 'Q');
    let touched: Vec<String> = moves(&pawn)
        .into_iter()
        .filter(|action| action.starts_with("a1"))
        .collect();
    let rook = [
        "a1a2", "a1a3", "a1a4", "a1a5", "a1a6", "a1a7", "a1a8", "a1b1", "a1c1", "a1d1",
    ];
    assert_eq!(touched, rook);
    for (truth, other) in [('Q', 'P'), ('N', 'Q'), ('R', 'B')] {
        let position = of(truth, other);
        assert_eq!(moves(&position), moves(&pawn), "{truth}");
    }
    let queen = of('Q', 'P');
    for seat in Seat::ALL {
        let (one, two) = (pawn.view(seat), queen.view(seat));
        assert_eq!((&one, one.fen()), (&two, two.fen()), "{seat:?}");
        let (legal, premoves) = (
            one.legal().ok(),
            one.premoves(backrank_rules::Colour::White),
        );
        assert_eq!(legal, two.legal().ok());
        assert_eq!(premoves, two.premoves(backrank_rules::Colour::White));
    }
}

#[test]
fn the_tray_of_captured_pieces_gave_identities_away() {
    // Two games that differ in what lies on a7 and what on b7, and White takes a7.
    let [one, other] = ["(q)(r)", "(r)(q)"].map(|pair| {
        let fen = format!("4k3/{pair}6/8/8/8/8/8/R3K3 w - - 0 1");
        scene("hidden", &fen)
    });
    for seat in [Seat::Black, Seat::Spectator] {
        assert_eq!(
            told(&one, "a1a7", seat),
            told(&other, "a1a7", seat),
            "{seat:?}"
        );
        assert_eq!(told(&one, "a1a7", seat).0, "a1a7*?");
    }
    assert_eq!(told(&one, "a1a7", Seat::White).0, "a1a7*q");
    assert_eq!(told(&other, "a1a7", Seat::White).0, "a1a7*r");
    assert!(told(&one, "a1a7", Seat::White).1.contains("<-/r>"));
    assert!(told(&one, "a1a7", Seat::Black).1.contains("<-/qr>"));
}

#[test]
fn a_bots_own_pool_told_it_what_it_had_lost() {
    let position = scene("hidden", "4k3/(q)(r)6/8/8/8/8/8/R3K3 w - - 0 1");
    let (next, _) = play(&position, &["a1a7"]);
    let black = next.view(Seat::Black);
    let pool = black.pool(backrank_rules::Colour::Black);
    assert_eq!(
        pool.total(),
        2,
        "what was captured stays in its owner's pool"
    );
    assert_eq!(black.face_down(backrank_rules::Colour::Black), 1);
}

#[test]
fn a_legal_en_passant_was_not_offered_because_of_hiding() {
    for (from, pawn) in [("b3", "1p6"), ("d3", "3p4")] {
        let fen = format!("(n)3k3/8/8/8/8/{pawn}/8/2P1K2(N) w - - 0 1");
        let (black, _) = play(&scene("hidden-random", &fen), &["c1c3"]);
        let passing = format!("{from}c2");
        assert!(moves(&black).contains(&passing), "{passing}");
        assert!(black.view(Seat::Black).legal().expect("open").len() == moves(&black).len());
        let (later, _) = play(&black, &["a8a8", "h1h1"]);
        assert!(!moves(&later).contains(&passing), "at once only");
    }
}

#[test]
fn a_king_that_appears_on_the_square_passed_over_is_not_captured_onto() {
    let fen = "2bb4/8/8/8/1p6/8/P7/R7{b3/a3} w - - 0 30";
    let (black, records) = play(&scene("hide-and-seek", fen), &["a2a4"]);
    let shown = uci::recorded(black.variant(), &records[0]);
    assert_eq!(shown, "a2a4@a3");
    assert!(black.truth_fen().ends_with("/Pp6/k7/8/R7{b3/-} b - - 0 30"));
    assert!(!moves(&black).contains(&"b4a3".to_owned()));
}

#[test]
fn a_hidden_king_under_attack_in_a_given_position_appears_at_the_next_move() {
    for (action, appears) in [("h1g2", true), ("a1b1", false)] {
        let white = scene("hide-and-seek", "8/8/8/8/8/8/8/R6B{c1/a5} w - - 0 1");
        let (black, _) = play(&white, &[action]);
        let king = black
            .view(Seat::White)
            .board()
            .king(backrank_rules::Colour::Black);
        assert_eq!(king.is_some(), appears, "{}", black.truth_fen());
    }
}

#[test]
fn capablanca_random_started_with_loose_pawns() {
    let variant = variant("capablanca-random");
    let Setup::Shuffle(shuffle) = variant.setup() else {
        panic!("arrays are shuffled")
    };
    let numbers = shuffle.numbers_in(0);
    assert_eq!(numbers.len(), 21_836);
    let loose = shuffle.number(&"BNRBQAKCNR".parse().expect("an array"));
    assert!(loose.is_none_or(|number| !numbers.contains(&number)));
}

#[test]
fn random_always_gave_the_same_start() {
    for (id, fewest) in [
        ("capablanca-random", 95),
        ("ajax-random", 95),
        ("hidden", 100),
        ("hidden-random", 100),
        ("chess960", 85),
    ] {
        let variant = variant(id);
        let starts: BTreeSet<String> = (0..100)
            .map(|seed| {
                let start = Position::seeded(&variant, seed, None, None);
                start.expect("a start").truth_fen()
            })
            .collect();
        assert!(starts.len() >= fewest, "{id}: {} of 100", starts.len());
    }
}

#[test]
fn castling_used_the_targets_of_the_narrow_board_or_took_the_rook() {
    let white = scene(
        "capablanca-random",
        "r3k4r/10/10/10/10/10/10/R3K4R w JAja - 0 1",
    );
    assert!(
        after(&white, &["e1j1"]).contains("/R6RK1 b ja "),
        "king to i, rook to h"
    );
    assert!(
        after(&white, &["e1a1"]).contains("/2KR5R b ja "),
        "king to c, rook to d"
    );
    for text in ["e1j1", "e1a1"] {
        let action = uci::parse(white.variant(), white.board(), text).expect("castling");
        assert_eq!(white.board().captured_square(white.variant(), action), None);
    }
    assert!(
        !moves(&white).contains(&"e1g1".to_owned()),
        "two squares are no castling"
    );
}

#[test]
fn king_onto_rook_was_refused_when_the_king_is_on_its_target() {
    let stays = scene("capablanca-random", "4k5/10/10/10/10/10/10/R1K7 w A - 0 1");
    assert!(after(&stays, &["c1a1"]).contains("/2KR6 b - "));
    let swaps = scene("capablanca-random", "4k5/10/10/10/10/10/10/7KR1 w I - 0 1");
    assert!(after(&swaps, &["h1i1"]).contains("/7RK1 b - "));
}

#[test]
fn castling_was_refused_because_the_rook_is_attacked() {
    let white = scene("capablanca-random", "r3k5/10/10/10/10/10/10/R3K5 w A - 0 1");
    assert!(moves(&white).contains(&"e1a1".to_owned()));
}

#[test]
fn rights_were_kept_after_the_rook_went_away_and_back() {
    let white = scene(
        "capablanca-random",
        "r3k4r/10/10/10/10/10/10/R3K4R w JAja - 0 1",
    );
    let back = after(&white, &["a1b1", "e8e7", "b1a1", "e7e8"]);
    assert!(back.contains(" w J - "), "{back}");
}

#[test]
fn gating_was_lost_with_the_castling_rights() {
    let white = scene("ajax-random", "4k4/9/9/9/9/9/9/9/RN2K4[MM] w ABE - 0 1");
    let (moved, _) = play(&white, &["e1e2", "e9e8"]);
    assert!(moved.truth_fen().contains(" w AB - "));
    assert!(moves(&moved).contains(&"b1c3m".to_owned()));
    assert!(!moves(&moved).contains(&"e2a1".to_owned()));
}

#[test]
fn castling_rights_were_lost_with_the_last_piece_in_hand() {
    let white = scene("ajax-random", "4k4/9/9/9/9/9/9/9/RN2K4[M] w ABE - 0 1");
    let gated = after(&white, &["b1c3m"]);
    assert!(
        gated.contains(" b A - "),
        "the rook's right alone is left: {gated}"
    );
}

#[test]
fn castling_with_a_gate_made_the_king_vanish() {
    let white = scene("ajax-random", "4k4/9/9/9/9/9/9/9/R2K5[MM] w AD - 0 1");
    assert!(after(&white, &["d1a1"]).contains("/2KR5[MM] b - "));
    assert!(after(&white, &["a1d1m"]).contains("/M1KR5[M] b - "));
    assert!(
        !moves(&white).contains(&"d1a1m".to_owned()),
        "the rook stands on d1"
    );
}

#[test]
fn replay_stopped_at_castling() {
    for (id, fen, castling) in [
        ("chess", "4k3/8/8/8/8/8/8/R3K2R w HA - 0 1", "e1h1"),
        ("chess960", "4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1"),
        (
            "capablanca",
            "5k4/10/10/10/10/10/10/R4K3R w JA - 0 1",
            "f1a1",
        ),
        (
            "capablanca-random",
            "4k5/10/10/10/10/10/10/7KR1 w I - 0 1",
            "h1i1",
        ),
        ("janus", "4k5/10/10/10/10/10/10/R3K4R w JA - 0 1", "e1a1"),
        (
            "ajax-random",
            "4k4/9/9/9/9/9/9/9/R2K5[MM] w AD - 0 1",
            "a1d1m",
        ),
        ("ajax-random-8", "4k3/8/8/8/8/8/8/R3K2R w HA - 0 1", "e1a1"),
        ("hidden", "4k3/8/8/8/8/8/8/4K2(B) w H - 0 1", "e1h1"),
        (
            "masquerade",
            "5k4/10/10/10/10/10/10/(P)4K4 w A - 0 1",
            "f1a1",
        ),
    ] {
        let start = scene(id, fen);
        let (castled, records) = play(&start, &[castling]);
        let reply = moves(&castled)[0].clone();
        let (end, replies) = play(&castled, &[&reply]);
        let mut game = Game::of_truth(start);
        for record in records.into_iter().chain(replies) {
            game.push(record, None).expect("as it was played");
        }
        let text = pgn::export(&game);
        let registry = Registry::built_in().expect("good files");
        let back = pgn::import(&text, &registry).unwrap_or_else(|error| panic!("{id}: {error}"));
        assert_eq!(back[0].now().fen(), end.truth_fen(), "{id}\n{text}");
    }
}

#[test]
fn positions_with_hidden_pools_were_read_wrongly() {
    for (id, fen, actions) in [
        (
            "hidden",
            "4k3/(q)(r)(n)5/8/8/8/8/1(N)6/R3K2(P) w - - 0 1",
            vec!["a1a7"],
        ),
        (
            "hidden",
            "4k3/(q)(r)(n)5/8/8/8/8/(N)7/R3K2(P) w H - 0 1",
            vec!["a2a4", "c7c6", "e1h1"],
        ),
        (
            "masquerade",
            "5k4/(c)(a)8/10/10/10/10/(C)9/R4K4 w - - 0 1",
            vec!["a2a4", "b7b5"],
        ),
        (
            "hidden-random",
            "4k3/(c)(c)6/8/8/8/8/8/R3K2(P) w - - 0 1",
            vec!["a1a7", "b7b7"],
        ),
        (
            "hidden-random-capturer",
            "4k3/(c)(n)6/8/8/8/8/8/R3K2(P) w - - 0 1",
            vec!["a1a7"],
        ),
        (
            "hidden-random-nobody",
            "4k3/(c)(n)6/8/8/8/8/8/R3K2(P) w - - 0 1",
            vec!["a1a7"],
        ),
    ] {
        let start = scene(id, fen);
        for played in 0..=actions.len() {
            let (truth, _) = play(&start, &actions[..played]);
            assert_eq!(scene(id, &truth.truth_fen()), truth);
            for seat in Seat::ALL {
                let view = truth.view(seat);
                let text = view.fen();
                let pasted = format!("  {text}\n");
                for text in [&text, &pasted] {
                    let read = View::from_fen(truth.variant(), text);
                    let read = read.unwrap_or_else(|error| panic!("{text}: {error}"));
                    assert_eq!(read, view, "{seat:?}");
                }
            }
        }
    }
}

#[test]
fn unreadable_positions_did_not_say_what_was_wrong() {
    for (fen, field) in [
        ("4k3/8/8/8/8/8/8/X3K3 w - - 0 1", "unknown pools"),
        ("4k3/8/8/8/8/8/8/X3K3<R> w - - 0 1", "unknown pools"),
        ("4k3/8/8/8/8/8/8/X3K3<-/-> w - - 0 1", "unknown pools"),
        ("4k3/8/8/8/8/8/8/(R)3K3|q w - - 0 1", "captured face down"),
        ("4k3/8/8/8/8/8/8/(R)3K3{a1/-} w - - 0 1", "king squares"),
    ] {
        let error = Position::from_fen(&variant("hidden"), fen).expect_err(fen);
        assert_eq!(error.field, field, "{fen}: {error}");
    }
}

#[test]
fn a_wrong_variant_file_passed_the_check_and_crashed_later() {
    let chess = include_str!("../../../variants/chess.toml");
    for (right, wrong, reason) in [
        ("files = 8", "files = 13", "13 files"),
        ("\"RNBQKBNR\"", "\"RNBQKBN\"", "7 letters for 8 files"),
        ("\"RNBQKBNR\"", "\"RNBQKKNR\"", "1 `K`"),
        ("\"RNBQKBNR\"", "\"RNRQKBNB\"", "one `R` on each side"),
        ("\"RNBQKBNR\"", "\"RPBQKBNR\"", "first rank"),
        ("betza = \"N\"", "betza = \"Y\"", "unknown symbol `Y`"),
        ("rook = \"d\"", "rook = \"c\"", "one square"),
        ("double_from = [2]", "double_from = [7]", "no double step"),
        (
            "rules_version = 1",
            "rules_version = 0",
            "rules_version is 0",
        ),
    ] {
        let text = chess.replacen(right, wrong, 1);
        let error = Registry::default()
            .add("mine.toml", &text)
            .expect_err(wrong);
        assert!(error.to_string().contains(reason), "{wrong}: {error}");
        let changed = chess.lines().zip(text.lines()).position(|(a, b)| a != b);
        let line = changed.expect("a changed line") + 1;
        assert!(error.file == "mine.toml" && error.line <= line, "{error}");
    }
}

#[test]
fn a_start_with_a_king_to_be_taken_is_refused_with_the_file() {
    let text = "id = \"mine\"\nname = \"Mine\"\nrules_version = 1\n
[board]\nfiles = 4\nranks = 4\n
[pieces]\nK = { id = \"king\", betza = \"K\", royal = true }\nR = { id = \"rook\", betza = \"R\" }\n
[setup]\nkind = \"fixed\"\narray = \"KRRR\"\nmirror = \"half-turn\"\n";
    let error = Registry::default()
        .add("mine.toml", text)
        .expect_err("d1 takes d4");
    assert_eq!(error.line, 13, "{error}");
    assert!(error.reason.contains("black is in check"), "{error}");
}

#[test]
fn a_record_with_a_king_where_none_can_appear_is_refused() {
    let white = scene("hide-and-seek", "8/7r/8/8/8/8/2P5/2B5{c3/g7} w - - 0 1");
    for (text, reason) in [
        ("c1b2@c2", "a king on c2"),
        ("c1b2@a1", "a king on a1"),
        ("c1b2@h8", "a king on h8"),
        ("c1b2@?", "the square on which the king appears"),
    ] {
        let by = backrank_rules::Colour::White;
        let record = uci::parse_recorded(white.variant(), white.board(), by, text);
        let mut view = white.view(Seat::Black);
        let error = view.play(&record.expect(text)).expect_err(text);
        assert!(error.to_string().contains(reason), "{text}: {error}");
        assert_eq!(view, white.view(Seat::Black));
    }
}

#[test]
fn a_very_long_game_could_not_be_read_back() {
    let black = scene("chess", "4k3/8/8/8/8/8/8/4K2R b - - 9999 9999");
    let (white, _) = play(&black, &["e8e7"]);
    assert_eq!(scene("chess", &white.truth_fen()), white);
}

#[test]
fn a_late_promotion_that_was_refused_was_said_not_to_be_pending() {
    let mut position = scene("hidden", "3P3k/8/8/8/8/8/8/4K3 w - -=d8 7 5");
    for text in ["=k", "=p"] {
        let action = uci::parse(position.variant(), position.board(), text).unwrap();
        let error = position.play(action).unwrap_err().to_string();
        assert!(error.contains("no pawn can become that piece"), "{error}");
    }
}
