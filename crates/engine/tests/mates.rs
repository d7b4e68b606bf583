//! Mates are found, by pieces of all games and past face-down ones, and won endings are won.

mod common;

use backrank_engine::arena::{End, play_from};
use backrank_engine::{Level, Limits, Searcher};
use backrank_rules::outcome::EndReason;
use backrank_rules::{Colour, Position};
use common::{answer, seen, variant};

#[track_caller]
fn mates(id: &str, fen: &str, moves: i32, nodes: u64) {
    let observation = seen(id, fen);
    let answer = answer(&observation, nodes, 1);
    assert_eq!(
        answer.score.mate_in_plies(),
        Some(2 * moves - 1),
        "{id} {fen}: {answer:?}"
    );
}

#[test]
fn on_the_back_rank_by_a_rook() {
    mates("chess", "6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1", 1, 5_000);
}

#[test]
fn by_a_quiet_first_move() {
    mates("chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2, 100_000);
}

#[test]
fn by_two_rooks_for_black() {
    mates("chess", "8/8/8/8/1r6/k1r5/8/6K1 b - - 0 1", 2, 50_000);
}

#[test]
fn by_a_chancellor_on_ten_files() {
    mates(
        "capablanca",
        "8k1/7ppp/10/10/10/10/10/4C3K1 w - - 0 1",
        1,
        5_000,
    );
}

#[test]
fn by_an_archbishop_that_jumps_as_a_knight() {
    mates(
        "capablanca",
        "8rk/8pp/5A4/10/10/10/10/K9 w - - 0 1",
        1,
        5_000,
    );
}

#[test]
fn smothered_by_face_down_pieces_in_the_dress_of_pawns() {
    mates(
        "hidden",
        "6k1/5xxx/8/8/8/8/8/4R1K1<-/qnp> w - - 0 1",
        1,
        5_000,
    );
}

#[test]
fn by_a_piece_that_can_only_turn_out_to_be_a_rook() {
    mates("hidden", "k7/8/1K6/8/8/8/8/7X<R/-> w - - 0 1", 1, 5_000);
}

#[test]
fn whatever_turns_up_by_uncovering_a_bishop() {
    // The piece in pawn's dress on c2 may be anything: it opens the long line of the bishop b1.
    mates(
        "hidden",
        "6rr/6bk/7p/8/8/8/K1X5/1B6<QNP/-> w - - 0 1",
        1,
        20_000,
    );
}

/// The stronger side mates the best defence, within the fifty moves.
#[track_caller]
fn converts(id: &str, fen: &str, nodes: u64) {
    let position = Position::from_fen(&variant(id), fen).expect("a position");
    let mut strong = Searcher::new(Level::full(Limits::nodes(nodes)));
    let mut defence = Searcher::new(Level::full(Limits::nodes(nodes)));
    let result = play_from(position, &mut strong, &mut defence, 7, 300).expect("a game");
    assert_eq!(result.winner, Some(Colour::White), "{id} {fen}: {result:?}");
    assert_eq!(result.end, End::Board(EndReason::Checkmate));
}

#[test]
fn a_queen_wins() {
    converts("chess", "8/8/8/4k3/8/8/8/KQ6 w - - 0 1", 10_000);
}

#[test]
fn a_rook_wins() {
    converts("chess", "8/8/8/4k3/8/8/8/KR6 w - - 0 1", 10_000);
}

#[test]
fn a_pawn_wins_behind_its_king() {
    converts("chess", "8/4k3/8/4K3/4P3/8/8/8 b - - 0 1", 20_000);
}

#[test]
fn a_chancellor_wins_on_ten_files() {
    converts("capablanca", "10/10/10/4k5/10/10/10/KC8 w - - 0 1", 10_000);
}

#[test]
fn an_archbishop_wins_on_ten_files() {
    converts("capablanca", "10/10/10/4k5/10/10/10/KA8 w - - 0 1", 20_000);
}

#[test]
fn a_rook_wins_where_pieces_were_hidden() {
    converts("hidden", "8/8/8/4k3/8/8/8/KR6 w - - 0 1", 10_000);
}
