//! What holds for every answer: it is legal, repeatable, blind to what is hidden, and there in time.

mod common;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use backrank_engine::baseline::{GreedyMover, RandomMover};
use backrank_engine::{Level, Limits, Player, Random, choose, choose_at};
use backrank_rules::variant::CaptureShows;
use backrank_rules::{Colour, Observation, Position, Registry, Seat, Square, Variant};
use common::{Game, answer, seen, variant};

#[test]
fn every_answer_is_legal_in_every_game() {
    let registry = Registry::built_in().expect("built in");
    let mut random = Random::new(11);
    for variant in registry.iter() {
        for seed in 0..3 {
            let mut game = Game::new(Position::seeded(variant, seed, None, None).expect("a start"));
            for ply in 0..120 {
                for observation in &game.observations {
                    let legal = observation.legal();
                    if legal.is_empty() {
                        continue;
                    }
                    let answer = answer(observation, 150, random.bits());
                    assert!(
                        legal.contains(&answer.action),
                        "{}: {answer:?}",
                        variant.id()
                    );
                    assert_eq!(answer.pv[0], answer.action);
                    assert_eq!(answer.ply, ply);
                    assert_eq!(answer.position, game.truth.board().hash());
                    for player in [&mut RandomMover as &mut dyn Player, &mut GreedyMover] {
                        let action = player.play(observation, seed).expect("may act");
                        assert!(legal.contains(&action), "{}: {action:?}", player.name());
                    }
                }
                if !game.random_step(&mut random) {
                    break;
                }
            }
        }
    }
}

#[test]
fn a_seat_that_may_not_act_gets_no_answer() {
    let observation = seen("chess", "4k3/8/8/8/8/8/8/4K2R w - - 0 1");
    let other = Observation::new(Seat::Black, observation.view().clone());
    let spectator = Observation::new(Seat::Spectator, observation.view().clone());
    let never = AtomicBool::new(false);
    for observation in [other, spectator] {
        assert_eq!(choose(&observation, &Limits::nodes(100), 1, &never), None);
    }
}

#[test]
fn the_same_question_has_the_same_answer() {
    let registry = Registry::built_in().expect("built in");
    let mut random = Random::new(5);
    for variant in registry.iter() {
        let mut game = Game::new(Position::seeded(variant, 3, None, None).expect("a start"));
        for _ in 0..14 {
            game.random_step(&mut random);
        }
        let side = game.truth.board().actors()[0];
        let observation = &game.observations[side.index()];
        if !observation.legal().is_empty() {
            assert_eq!(
                answer(observation, 4_000, 9),
                answer(observation, 4_000, 9),
                "{}",
                variant.id()
            );
        }
    }
}

#[test]
fn what_is_hidden_does_not_change_an_answer() {
    let mut random = Random::new(21);
    for id in [
        "hidden",
        "hidden-random",
        "hidden-random-capturer",
        "hidden-random-nobody",
    ] {
        let variant = variant(id);
        for seed in 0..3 {
            let mut game =
                Game::new(Position::seeded(&variant, seed, None, None).expect("a start"));
            for _ in 0..8 + 4 * seed {
                game.random_step(&mut random);
            }
            let mut truths = [game.truth.clone(), game.truth.clone()];
            let side = truths[0].board().turn();
            let seat = Seat::of(side);
            truths[1] = truths[0].permuted(seat, |limit| random.below(limit));
            let mut observations = [0, 1].map(|n| Observation::new(seat, truths[n].view(seat)));
            // Two truths that this seat cannot tell apart, until something different turns up.
            for _ in 0..6 {
                assert_eq!(observations[0], observations[1]);
                if observations[0].legal().is_empty() {
                    break;
                }
                let answers = [0, 1].map(|n| answer(&observations[n], 1_500, seed));
                assert_eq!(answers[0], answers[1], "{id}");
                let records = [0, 1].map(|n| {
                    let record = truths[n].play_as(side, answers[n].action).expect("legal");
                    record.for_seat(&variant, seat)
                });
                if records[0] != records[1] {
                    break;
                }
                for n in 0..2 {
                    observations[n].record(records[n]).expect("fits");
                }
                // The other side answers with the same action in both.
                if truths[0].board().turn() == side {
                    continue;
                }
                let replies = truths[0].legal();
                let Some(&reply) = replies.get(random.below(replies.len())) else {
                    break;
                };
                let records = [0, 1].map(|n| {
                    let record = truths[n].play_as(side.other(), reply).expect("legal");
                    record.for_seat(&variant, seat)
                });
                if records[0] != records[1] {
                    break;
                }
                for n in 0..2 {
                    observations[n].record(records[n]).expect("fits");
                }
                if truths[0].board().turn() != side {
                    break;
                }
            }
        }
    }
}

/// Known fault: two deals with the same history for a seat, and another identity of what was captured from it.
#[test]
fn a_bots_pool_of_its_own_pieces_came_from_the_truth() {
    const PREFIXES: usize = 10_000;
    let registry = Registry::built_in().expect("built in");
    let private = registry.iter().filter(|variant| {
        let rules = variant.face_down();
        rules.is_some_and(|rules| rules.capture_shows != CaptureShows::All)
    });
    let mut games = 0;
    for variant in private {
        games += 1;
        let mut random = Random::new(42);
        let (mut prefixes, mut seed) = ([0; 3], 0);
        while prefixes.iter().any(|&told| told < PREFIXES) {
            seed += 1;
            for (seat, told) in prefixes_told_alike(variant, seed, &mut random) {
                prefixes[seat] += told;
            }
        }
    }
    assert!(games >= 4, "{games} games with private captures");
}

/// How many prefixes of a random game each seat was told alike in two deals, none if the game does not serve.
fn prefixes_told_alike(
    variant: &Arc<Variant>,
    seed: u64,
    random: &mut Random,
) -> Vec<(usize, usize)> {
    let start = Position::seeded(variant, seed, None, None).expect("a start");
    let mut end = start.clone();
    let mut actions = Vec::new();
    // Squares on which something was captured face down, from whom, and the ply after it.
    let mut captured = Vec::new();
    for _ in 0..90 {
        let legal = end.legal();
        let Some(&action) = legal.get(random.below(legal.len())) else {
            break;
        };
        let board = *end.board();
        actions.push(action);
        if let Some(square) = board.captures_face_down(action) {
            captured.push((square, board.turn().other(), actions.len()));
        }
        end.play(action).expect("legal");
    }
    let Some(&(square, side, since)) = captured.get(random.below(captured.len())) else {
        return Vec::new();
    };
    let Some(other) = swapped(&start, &end, square, side, random) else {
        return Vec::new();
    };
    let shows = variant.face_down().map(|rules| rules.capture_shows);
    let mut prefixes = Vec::new();
    for (index, seat) in Seat::ALL.into_iter().enumerate() {
        let mut truths = [start.clone(), other.clone()];
        let mut given = [0, 1].map(|n| Observation::new(seat, truths[n].view(seat)));
        let is_told = shows == Some(CaptureShows::Capturer) && seat == Seat::of(side.other());
        for (played, &action) in (1..).zip(&actions) {
            for n in 0..2 {
                let record = truths[n].play(action).expect("legal in both");
                let record = record.for_seat(variant, seat);
                given[n].record(record).expect("as it was told");
            }
            if is_told && played >= since {
                assert_ne!(given[0], given[1], "the capturer knows");
                break;
            }
            assert_eq!(given[0], given[1], "{}: {seat:?}", variant.id());
        }
        if !is_told {
            prefixes.push((index, actions.len() + 1 - since));
        }
    }
    prefixes
}

/// The start with what lay on a square changed for something of its side that lies face down to the end.
fn swapped(
    start: &Position,
    end: &Position,
    square: Square,
    side: Colour,
    random: &mut Random,
) -> Option<Position> {
    let geometry = start.variant().geometry();
    let mut lying = face_down(start);
    let letter = *lying.get(&geometry.name(square))?;
    let others: Vec<String> = face_down(end)
        .into_iter()
        .filter(|&(_, other)| other != letter)
        .filter(|(_, other)| other.is_ascii_uppercase() == (side == Colour::White))
        .map(|(name, _)| name)
        .collect();
    let other = others.get(random.below(others.len()))?;
    let another = lying.insert(other.clone(), letter)?;
    lying.insert(geometry.name(square), another);
    // Face-down letters in the order of the text.
    let fen = start.truth_fen();
    let mut names = names_in_order(start);
    let mut text = String::new();
    let mut inside = false;
    for c in fen.chars() {
        if inside && c != ')' {
            text.push(lying[&names.next().expect("a square for each letter")]);
        } else {
            text.push(c);
        }
        inside = c == '(';
    }
    Some(Position::from_fen(start.variant(), &text).expect("a truth"))
}

/// What really lies on each square with a face-down piece.
fn face_down(truth: &Position) -> BTreeMap<String, char> {
    let letters: Vec<char> = truth
        .truth_fen()
        .split('(')
        .skip(1)
        .filter_map(|part| part.chars().next())
        .collect();
    names_in_order(truth).zip(letters).collect()
}

/// The squares with face-down pieces as a FEN goes through them: from the last rank down.
fn names_in_order(truth: &Position) -> impl Iterator<Item = String> + use<> {
    let geometry = truth.variant().geometry();
    let board = *truth.board();
    (0..geometry.ranks())
        .rev()
        .flat_map(move |rank| (0..geometry.files()).map(move |file| (file, rank)))
        .filter_map(move |(file, rank)| geometry.square(file.into(), rank.into()))
        .filter(move |square| board.face_down() & square.bit() != 0)
        .map(move |square| geometry.name(square))
}

#[test]
fn cancelled_before_it_began_it_still_plays() {
    for variant in Registry::built_in().expect("built in").iter() {
        let game = Game::new(Position::seeded(variant, 1, None, None).expect("a start"));
        let observation = &game.observations[0];
        let answer = choose(observation, &Limits::default(), 1, &AtomicBool::new(true));
        let action = answer.expect("White may act").action;
        assert!(observation.legal().contains(&action));
    }
}

#[test]
fn cancelling_ends_an_endless_search() {
    for id in ["capablanca-random", "hidden"] {
        let game = Game::new(Position::seeded(&variant(id), 1, None, None).expect("a start"));
        let observation = game.observations[0].clone();
        let stop = Arc::new(AtomicBool::new(false));
        let flag = stop.clone();
        let search = std::thread::spawn(move || choose(&observation, &Limits::default(), 1, &flag));
        std::thread::sleep(Duration::from_millis(60));
        assert!(!search.is_finished());
        let raised = Instant::now();
        stop.store(true, Ordering::Relaxed);
        let answer = search.join().expect("no panic").expect("an action");
        assert!(
            raised.elapsed() < Duration::from_millis(400),
            "{:?}",
            raised.elapsed()
        );
        assert!(game.observations[0].legal().contains(&answer.action));
    }
}

#[test]
fn every_level_answers_in_time() {
    let game = Game::new(Position::seeded(&variant("hidden"), 1, None, None).expect("a start"));
    let never = AtomicBool::new(false);
    for number in Level::WEAKEST..=Level::STRONGEST {
        let level = Level::new(number).expect("a level");
        let begun = Instant::now();
        let answer = choose_at(&game.observations[0], &level, 1, &never).expect("an action");
        assert!(answer.nodes > 0);
        assert!(
            begun.elapsed() < Duration::from_millis(1_500),
            "level {number}"
        );
    }
    assert_eq!(Level::new(0), None);
    assert_eq!(Level::new(9), None);
}

#[test]
fn a_won_game_is_not_given_away_by_repetition() {
    // White has a queen more; the position has been on the board before.
    let mut game = Game::new(
        Position::from_fen(&variant("chess"), "6k1/5ppp/8/8/8/8/5PPP/Q5K1 w - - 0 1")
            .expect("fine"),
    );
    let text = |game: &Game, text: &str| {
        backrank_rules::notation::uci::parse(game.truth.variant(), game.truth.board(), text)
            .expect("an action")
    };
    for step in ["a1b1", "g8f8", "b1a1", "f8g8", "a1b1", "g8f8", "b1a1"] {
        let action = text(&game, step);
        let side = game.truth.board().turn();
        let record = game.truth.play_as(side, action).expect("legal");
        for observation in &mut game.observations {
            observation.record(record).expect("fits");
        }
    }
    let answer = answer(&game.observations[1], 3_000, 1);
    assert_eq!(answer.action, text(&game, "f8g8"), "Black takes the draw");
    assert_eq!(answer.score.centipawns(), 0);
}
