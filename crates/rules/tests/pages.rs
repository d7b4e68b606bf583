//! The rules pages' positions and statements.

mod scene;

use backrank_rules::notation::uci;
use backrank_rules::outcome::Repetitions;
use backrank_rules::{Colour, Fact, Position, Seat};
use scene::{after, moves, play, scene, variant};

/// The moves that bring the other king to light.
fn revealing(position: &Position) -> Vec<String> {
    let mut found = Vec::new();
    for action in position.legal() {
        let mut next = position.clone();
        let record = next.play(action).expect("a legal action");
        if record.shown.king != Fact::Nothing {
            assert!(next.is_check(), "a king that appears is in check");
            found.push(uci::action(position.variant(), action));
        }
    }
    found.sort_unstable();
    found
}

/// The moves after which the game has this status.
fn ending(position: &Position, status: &str) -> Vec<String> {
    let mut found: Vec<String> = position
        .legal()
        .into_iter()
        .filter(|&action| {
            let mut next = position.clone();
            next.play(action).expect("a legal action");
            next.status(1).to_string() == status
        })
        .map(|action| uci::action(position.variant(), action))
        .collect();
    found.sort_unstable();
    found
}

#[test]
fn hide_and_seek_gives_each_side_25_squares_to_choose_from() {
    let start = Position::seeded(&variant("hide-and-seek"), 0, None, None).expect("a start");
    let white = moves(&start);
    assert_eq!(white.len(), 25);
    let by_rank =
        |squares: &[String], rank: char| squares.iter().filter(|s| s.ends_with(rank)).count();
    assert!(white.contains(&"@e1".to_owned()));
    assert_eq!(['3', '4', '5'].map(|rank| by_rank(&white, rank)), [8; 3]);
    let (chosen, _) = play(&start, &["@e4"]);
    let black = moves(&chosen);
    assert_eq!(black.len(), 25);
    assert!(black.contains(&"@e8".to_owned()) && black.contains(&"@e4".to_owned()));
    assert_eq!(['4', '5', '6'].map(|rank| by_rank(&black, rank)), [8; 3]);
}

#[test]
fn hide_and_seek_example_1_a_sweep_reveals_and_an_own_square_is_barred() {
    let white = scene("hide-and-seek", "8/7r/8/8/8/8/2P5/2B5{c3/g7} w - - 0 1");
    assert_eq!(moves(&white).len(), 8);
    assert_eq!(revealing(&white), ["c1b2", "c1h6"]);
    assert!(!moves(&white).contains(&"c2c3".to_owned()));
    assert!(moves(&white).contains(&"c2c4".to_owned()));
    let black = scene("hide-and-seek", "8/7r/8/8/8/8/2P5/2B5{c3/g7} b - - 0 1");
    assert_eq!(moves(&black).len(), 13);
    assert_eq!(revealing(&black), ["h7c7", "h7h3"]);
    assert!(!moves(&black).contains(&"h7g7".to_owned()));
    assert!(moves(&black).contains(&"h7f7".to_owned()));
}

#[test]
fn hide_and_seek_example_2_the_near_king_keeps_the_other_hidden() {
    let white = scene("hide-and-seek", "8/8/8/8/8/4K3/8/5Q2{-/e5} w - - 0 1");
    assert_eq!(revealing(&white), ["f1a1", "f1b5", "f1f4", "f1f5", "f1f6"]);
    let quiet = ending(&white, "draw by stalemate");
    assert_eq!(quiet.len(), 24);
    for shy in ["e3d4", "e3e4", "e3f4"] {
        assert!(quiet.contains(&shy.to_owned()));
    }
}

#[test]
fn hide_and_seek_example_3_an_occupied_square_stays_hidden_until_it_is_left() {
    let white = scene("hide-and-seek", "8/6P1/8/p7/P7/8/1B6/7K{-/g7} w - - 0 1");
    let promotions = ["g7g8b", "g7g8n", "g7g8q", "g7g8r"];
    assert_eq!(revealing(&white), promotions);
    for promotion in promotions {
        let (next, _) = play(&white, &[promotion]);
        assert!(
            moves(&next).contains(&"g7g8".to_owned()),
            "after {promotion}"
        );
    }
}

#[test]
fn hide_and_seek_example_4_exposing_ones_own_square_is_no_move() {
    let none = scene("hide-and-seek", "8/3b4/8/8/8/8/8/3R4{d3/d8} b - - 0 1");
    assert!(moves(&none).is_empty());
    assert_eq!(none.status(1).to_string(), "draw by stalemate");
    let pawn = scene("hide-and-seek", "8/p2b4/8/8/8/8/8/3R4{d3/d8} b - - 0 1");
    assert_eq!(moves(&pawn), ["a7a5", "a7a6"]);
    let near = scene("hide-and-seek", "8/3b4/8/8/8/3K4/8/3R4{-/d8} b - - 0 1");
    for shown in ["d7b5", "d7f5"] {
        assert!(moves(&near).contains(&shown.to_owned()));
    }
}

#[test]
fn hide_and_seek_mates_a_king_as_it_appears() {
    let white = scene("hide-and-seek", "8/8/8/8/8/1K6/7Q/8{-/a1} w - - 0 1");
    let mates = ending(&white, "white wins by checkmate");
    assert_eq!(mates, ["h2a2", "h2b2", "h2g1", "h2h1"]);
    let reveals = revealing(&white);
    assert_eq!(reveals.len(), 6);
    assert!(reveals.contains(&"h2e5".to_owned()) && reveals.contains(&"h2h8".to_owned()));
}

#[test]
fn hidden_random_pawns_step_twice_from_the_first_rank_and_can_be_taken_in_passing() {
    let white = scene("hidden-random", "4k3/8/8/8/8/3p4/8/2P1K3 w - - 0 1");
    assert!(moves(&white).contains(&"c1c2".to_owned()));
    let (black, _) = play(&white, &["c1c3"]);
    assert!(moves(&black).contains(&"d3c2".to_owned()));
    let taken = after(&black, &["d3c2"]);
    assert!(taken.starts_with("4k3/8/8/8/8/8/2p5/4K3 w"), "{taken}");
    let (twice, _) = play(&white, &["c1c2", "e8e7"]);
    assert!(
        moves(&twice).contains(&"c2c4".to_owned()),
        "even if it moved before"
    );
}

#[test]
fn hidden_random_forbids_making_the_screen_for_a_cannon() {
    let white = scene("hidden-random", "1k2c3/8/8/8/8/R7/8/4K3 w - - 0 1");
    assert!(!white.is_check());
    assert!(!moves(&white).contains(&"a3e3".to_owned()));
}

#[test]
fn hidden_random_cannons_jump_discs() {
    let fen = "(n)3k3/(n)7/8/8/8/8/(N)7/C3K3 w - - 0 1";
    let upwards: Vec<String> = moves(&scene("hidden-random", fen))
        .into_iter()
        .filter(|text| text.starts_with("a1a"))
        .collect();
    assert_eq!(upwards, ["a1a7"]);
}

#[test]
fn hidden_random_is_no_stalemate_while_a_disc_can_be_turned() {
    let disc = scene("hidden-random", "k7/8/8/8/8/1q6/8/K6(N) w - - 0 1");
    assert_eq!(moves(&disc), ["h1h1"]);
    let none = scene("hidden-random", "k7/8/8/8/8/1q6/8/K7 w - - 0 1");
    assert_eq!(none.status(1).to_string(), "draw by stalemate");
}

#[test]
fn hidden_lets_a_pawn_that_turns_up_on_the_last_rank_choose_late() {
    let white = scene("hidden", "4k3/8/8/8/8/8/8/(P)3K3 w - - 7 9");
    let (pending, records) = play(&white, &["a1a8"]);
    assert!(matches!(records[0].shown.revealed, Fact::Known(_)));
    assert_eq!(pending.truth_fen(), "P3k3/8/8/8/8/8/8/4K3 w - -=a8 0 9");
    assert_eq!(moves(&pending), ["=b", "=n", "=q", "=r"]);
    assert!(!pending.is_check());
    assert_eq!(pending.status(1).to_string(), "ongoing");
    let (queen, _) = play(&pending, &["=q"]);
    assert_eq!(queen.truth_fen(), "Q3k3/8/8/8/8/8/8/4K3 b - - 0 9");
    assert!(queen.is_check());
}

#[test]
fn hidden_allows_en_passant_against_true_pawns_only() {
    let pawn = scene("hidden", "4k3/8/8/8/3p4/8/4(P)3/4K3 w - - 0 1");
    assert!(after(&pawn, &["e2e4"]).contains(" b - e3 0 1"));
    let knight = scene("hidden", "4k3/8/8/8/3p4/8/4(N)3/4K3 w - - 0 1");
    assert!(after(&knight, &["e2e4"]).contains(" b - - 0 1"));
    // In a rook's dress it goes two squares, but that is no double step, though it turns out to be a pawn.
    let rook = scene("hidden", "4k3/8/8/8/8/1p6/8/(P)3K3 w - - 0 1");
    assert!(after(&rook, &["a1a3"]).contains(" b - - 0 1"));
}

#[test]
fn ajax_random_castles_at_once_in_900_arrays_to_each_side() {
    let variant = variant("ajax-random");
    let (mut first, mut last) = (0, 0);
    for number in 0..15_120 {
        let start = Position::seeded(&variant, 0, None, Some(number)).expect("a number of the set");
        let king = start.board().king(Colour::White).expect("a king");
        let castles = |towards_first: bool| {
            start.legal().into_iter().any(|action| match action {
                backrank_rules::Action::Castle { rook, .. } => (rook < king) == towards_first,
                _ => false,
            })
        };
        let both = [castles(true), castles(false)];
        assert_ne!(both, [true, true]);
        first += usize::from(both[0]);
        last += usize::from(both[1]);
    }
    assert_eq!((first, last), (900, 900));
}

#[test]
fn a_mate_wins_over_the_hundredth_half_move() {
    let white = scene("chess", "k7/8/1K6/8/8/8/8/7R w - - 99 80");
    assert_eq!(
        play(&white, &["h1h8"]).0.status(1).to_string(),
        "white wins by checkmate"
    );
    assert_eq!(
        play(&white, &["h1h7"]).0.status(1).to_string(),
        "draw by fifty moves"
    );
}

#[test]
fn the_third_occurrence_counts_the_start() {
    let mut position = scene("chess", "4k2r/8/8/8/8/8/8/R3K3 w - - 0 1");
    let mut repetitions = Repetitions::default();
    let mut times = vec![repetitions.add(position.board())];
    for _ in 0..2 {
        for action in ["a1a2", "h8h7", "a2a1", "h7h8"] {
            position = play(&position, &[action]).0;
            times.push(repetitions.add(position.board()));
        }
    }
    assert_eq!(times, [1, 1, 1, 1, 2, 2, 2, 2, 3]);
    assert_eq!(position.status(3).to_string(), "draw by repetition");
}

#[test]
fn a_flag_loses_only_against_somebody_who_could_mate() {
    let could = |id: &str, fen: &str, side| {
        let position = scene(id, fen);
        position.variant().could_mate(position.board(), side)
    };
    use Colour::{Black, White};
    assert!(
        !could("chess", "4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", White),
        "a lone knight"
    );
    assert!(
        !could("chess", "4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", Black),
        "a lone king"
    );
    assert!(
        could("chess", "4k3/8/8/8/8/8/8/4KNN1 w - - 0 1", White),
        "two knights"
    );
    assert!(
        !could("hidden-random", "4k3/8/8/8/8/8/8/4K1C1 w - - 0 1", White),
        "a lone cannon"
    );
    assert!(
        could("hidden-random", "4k3/8/8/8/8/8/8/4K1(C)1 w - - 0 1", White),
        "a disc"
    );
    assert!(
        !could("hide-and-seek", "4k3/8/8/8/8/8/8/8{a1/-} w - - 0 1", White),
        "a bare hidden king"
    );
    assert!(
        could(
            "hide-and-seek",
            "4k3/8/8/8/8/8/8/6N1{a1/-} w - - 0 1",
            White
        ),
        "a hidden king's knight"
    );
    assert!(
        could("ajax-random", "4k4/9/9/9/9/9/9/9/4K4[M] w E - 0 1", White),
        "a chance to gate"
    );
    assert!(
        !could("ajax-random", "4k4/9/9/9/9/9/9/9/4K4[M] w - - 0 1", White),
        "no chance left"
    );
}

#[test]
fn positions_that_cannot_be_are_refused_by_field_and_reason() {
    for (id, fen, field, reason) in [
        (
            "chess",
            "4k3/8/8/8/8/8/8/4K2 w - - 0 1",
            "placement",
            "rank 1 has 7 squares",
        ),
        (
            "chess",
            "4k3/8/8/8/8/8/4K3 w - - 0 1",
            "placement",
            "7 ranks",
        ),
        (
            "chess",
            "4k3/8/8/8/8/8/8/4KZ2 w - - 0 1",
            "placement",
            "unknown letter `Z`",
        ),
        (
            "chess",
            "8/8/8/8/8/8/8/4K3 w - - 0 1",
            "placement",
            "black has no king",
        ),
        (
            "chess",
            "4k3/8/8/8/8/8/8/3KK3 w - - 0 1",
            "placement",
            "more than one king",
        ),
        (
            "hidden",
            "4k3/8/8/8/8/(N)7/8/4K3 w - - 0 1",
            "placement",
            "home ranks",
        ),
        (
            "hidden",
            "4k3/8/8/8/8/8/3K4/4(N)3 w - - 0 1",
            "placement",
            "king's square",
        ),
        (
            "chess",
            "4k3/8/8/8/8/8/8/4R2K w - - 0 1",
            "side to move",
            "black is in check",
        ),
        (
            "chess",
            "4k3/8/8/8/8/8/4K3/7R w H - 0 1",
            "castling field",
            "king has left e1",
        ),
        (
            "chess",
            "4k3/8/8/8/8/8/8/4K3 w H - 0 1",
            "castling field",
            "no rook",
        ),
        (
            "chess960",
            "4k3/8/8/8/8/8/8/1K3R1R w HF - 0 1",
            "castling field",
            "two rooks on one side",
        ),
        (
            "chess",
            "4k3/8/8/8/8/8/8/4K3 w - e6 0 1",
            "en-passant field",
            "e6",
        ),
        (
            "chess",
            "P3k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "placement",
            "last rank",
        ),
        (
            "chess",
            "4k3/8/8/8/8/8/8/P3K3 w - - 0 1",
            "placement",
            "first rank",
        ),
        (
            "hide-and-seek",
            "P3k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "placement",
            "last rank",
        ),
        (
            "ajax-random",
            "4k4/9/9/9/9/9/9/9/4K4[MMM] w - - 0 1",
            "pieces in hand",
            "too many",
        ),
        (
            "chess",
            "4k3/8/8/8/8/8/8/4K3 x - - 0 1",
            "side to move",
            "`x`",
        ),
        (
            "chess",
            "4k3/8/8/8/8/8/8/4K3 w - - z 1",
            "half-move clock",
            "`z`",
        ),
        ("chess", "", "placement", "empty"),
    ] {
        let error = Position::from_fen(&variant(id), fen).expect_err(fen);
        assert_eq!(error.field, field, "{fen}: {error}");
        assert!(error.reason.contains(reason), "{fen}: {error}");
    }
}

#[test]
fn missing_trailing_fields_mean_white_to_move_at_the_start() {
    let short = scene("chess", "4k3/8/8/8/8/8/8/4K3");
    assert_eq!(short.truth_fen(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
}

#[test]
fn an_en_passant_square_without_a_legal_capturer_is_dropped() {
    let pinned = scene("chess", "4r2k/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
    assert_eq!(pinned.truth_fen(), "4r2k/8/8/3pP3/8/8/8/4K3 w - - 0 1");
}

#[test]
fn castling_rights_are_read_in_either_form_and_written_as_files() {
    let short = scene(
        "capablanca-random",
        "r3k4r/10/10/10/10/10/10/R3K4R w KQkq - 0 1",
    );
    assert!(short.truth_fen().contains(" w JAja - "));
    let ajax = scene("ajax-random", "r3k3r/9/9/9/9/9/9/9/R3K3R[M] w Kq - 0 1");
    assert!(
        ajax.truth_fen().contains(" w EIa - "),
        "{}",
        ajax.truth_fen()
    );
}

#[test]
fn a_view_that_hides_the_movers_square_cannot_say_what_is_legal() {
    let white = scene("hide-and-seek", "8/7r/8/8/8/8/2P5/2B5{c3/g7} w - - 0 1");
    assert!(white.view(Seat::White).legal().is_ok());
    for seat in [Seat::Black, Seat::Spectator] {
        let error = white.view(seat).legal().expect_err("it depends on c3");
        assert!(error.to_string().contains("white"), "{error}");
    }
}
