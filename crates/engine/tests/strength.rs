//! Little thought is enough against players without any.

mod common;

use backrank_engine::arena::{Tally, match_play};
use backrank_engine::baseline::{GreedyMover, RandomMover};
use backrank_engine::{Level, Limits, Player, Searcher};
use backrank_rules::Colour;
use common::variant;

fn tally(id: &str, opponent: &mut dyn Player, games: u64, nodes: u64) -> Tally {
    let variant = variant(id);
    let mut searcher = Searcher::new(Level::full(Limits::nodes(nodes)));
    let mut tally = Tally::default();
    for game in 0..games {
        let (side, result) = if game % 2 == 0 {
            let result = match_play(&variant, &mut searcher, opponent, game, 400);
            (Colour::White, result)
        } else {
            let result = match_play(&variant, opponent, &mut searcher, game, 400);
            (Colour::Black, result)
        };
        tally.add(side, &result.expect("a game"));
    }
    tally
}

#[test]
fn two_thousand_nodes_beat_a_random_mover() {
    for id in ["chess", "capablanca-random", "hidden"] {
        let tally = tally(id, &mut RandomMover, 20, 2_000);
        assert!(tally.wins >= 18 && tally.losses == 0, "{id}: {tally:?}");
    }
}

#[test]
fn a_random_mover_is_beaten_in_every_other_game_too() {
    for id in [
        "hidden-random",
        "hidden-random-capturer",
        "ajax-random",
        "hide-and-seek",
    ] {
        let tally = tally(id, &mut RandomMover, 4, 2_000);
        assert!(tally.wins >= 3 && tally.losses == 0, "{id}: {tally:?}");
    }
}

#[test]
fn two_thousand_nodes_beat_a_greedy_mover() {
    for id in ["chess", "capablanca-random", "hidden"] {
        let tally = tally(id, &mut GreedyMover, 6, 2_000);
        assert!(tally.wins >= 4, "{id}: {tally:?}");
    }
}
