//! Where a hidden king can be: the truth is always among the candidates, and they are all that fit the record.

use std::sync::Arc;

use backrank_rules::{
    Action, Colour, KingState, Observation, Position, Recorded, Registry, Seat, Square, Variant,
    squares,
};

use crate::dice::Dice;
use crate::walk::{self, Law, Step, registry, uphold_in};

/// The game whose kings hide.
const GAME: &str = "hide-and-seek";

fn observations(start: &Position) -> [Observation; 3] {
    Seat::ALL.map(|seat| Observation::new(seat, start.view(seat)))
}

fn told(observations: &mut [Observation; 3], variant: &Variant, record: &Recorded) {
    for observation in observations {
        let seen = record.for_seat(variant, observation.seat());
        observation.record(seen).expect("fits");
    }
}

/// The square that a side's king hides on.
fn hidden(truth: &Position, side: Colour) -> Option<Square> {
    truth.view(Seat::of(side)).king_square(side)
}

fn goes_on(truth: &Position) -> bool {
    truth.board().actors() != [truth.board().turn()] || !truth.legal().is_empty()
}

/// The truth is never ruled out.
struct NeverRuledOut([Observation; 3]);

impl NeverRuledOut {
    fn check(&self, truth: &Position) {
        let fen = truth.truth_fen();
        for side in Colour::ALL {
            let [white, black, spectator] = [0, 1, 2].map(|seat| self.0[seat].candidates(side));
            let (own, enemy) = match side {
                Colour::White => (white, black),
                Colour::Black => (black, white),
            };
            assert_eq!(enemy & !spectator, 0, "an onlooker knows no more: {fen}");
            if truth.board().king_state(side) == KingState::OnBoard {
                assert_eq!([own, enemy, spectator], [0; 3], "{fen}");
            }
            let Some(square) = hidden(truth, side) else {
                continue;
            };
            assert_eq!(own, square.bit(), "{fen}");
            for observation in &self.0 {
                let belief = observation.belief();
                let set = if goes_on(truth) {
                    belief.candidates(side)
                } else {
                    belief.candidates_at_the_end(side)
                };
                assert!(set & square.bit() != 0, "{side} hides there: {fen}");
            }
        }
    }
}

impl Law for NeverRuledOut {
    fn begin(start: &Position, _: &mut Dice) -> NeverRuledOut {
        let law = NeverRuledOut(observations(start));
        law.check(start);
        law
    }

    fn ply(&mut self, step: &Step, _: &mut Dice) {
        told(&mut self.0, step.variant, step.record);
        self.check(step.after);
    }
}

#[test]
fn a_hidden_king_is_always_among_the_candidates() {
    uphold_in::<NeverRuledOut>(GAME);
}

/// Another truth: the same game, had these squares been chosen.
#[derive(Clone)]
struct Supposed {
    chosen: [Option<Square>; 2],
    truth: Position,
}

impl Supposed {
    /// Plays what was played; whether it left the same record for onlookers.
    fn follows(&mut self, record: &Recorded) -> bool {
        let variant = self.truth.variant().clone();
        let action = match record.action.known().expect("the truth knows") {
            Action::Choose(square) => {
                Action::Choose(self.chosen[record.by.index()].unwrap_or(square))
            }
            action => action,
        };
        let public = |record: &Recorded| record.for_seat(&variant, Seat::Spectator);
        self.truth
            .play_as(record.by, action)
            .is_ok_and(|own| public(&own) == public(record))
    }
}

/// All truths that differ in one side's square, or in both.
struct BruteForce {
    seen: [Observation; 3],
    supposed: Vec<Supposed>,
    /// Whether squares of both sides are tried together.
    pairs: bool,
}

impl BruteForce {
    fn new(start: &Position, pairs: bool) -> BruteForce {
        let all: Vec<Square> = squares(start.variant().geometry().all()).collect();
        let mut supposed = Vec::new();
        let mut suppose = |chosen| {
            supposed.push(Supposed {
                chosen,
                truth: start.clone(),
            });
        };
        for &white in &all {
            if pairs {
                all.iter()
                    .for_each(|&black| suppose([Some(white), Some(black)]));
            } else {
                suppose([Some(white), None]);
                suppose([None, Some(white)]);
            }
        }
        BruteForce {
            seen: observations(start),
            supposed,
            pairs,
        }
    }

    fn record(&mut self, variant: &Variant, record: &Recorded) {
        told(&mut self.seen, variant, record);
        self.supposed.retain_mut(|other| other.follows(record));
    }

    fn check(&self, truth: &Position) {
        let fen = truth.truth_fen();
        if !goes_on(truth) {
            return;
        }
        for side in Colour::ALL {
            if hidden(truth, side).is_none() {
                continue;
            }
            let fitting = self
                .supposed
                .iter()
                .filter(|other| goes_on(&other.truth))
                .filter_map(|other| other.chosen[side.index()])
                .fold(0, |set, square| set | square.bit());
            let enemy = &self.seen[side.other().index()];
            assert_eq!(self.seen[2].candidates(side), fitting, "{side}: {fen}");
            if !self.pairs {
                // The other side's square is the true one here: what its player knows.
                assert_eq!(enemy.candidates(side), fitting, "{side}: {fen}");
            }
        }
    }

    /// Plays random games from a start with both squares still to be chosen.
    fn uphold(fen: &str, pairs: bool, games: u64, plies: usize) -> usize {
        let registry: Registry = registry();
        let variant: &Arc<Variant> = registry.get(GAME).expect("the game");
        let start = Position::from_fen(variant, fen).expect("a start");
        let mut ruled_out_by_stalemate = 0;
        for seed in 0..games {
            let _told = walk::Told(format!("{fen}, game {seed}"));
            let mut dice = Dice::new(seed.wrapping_mul(0x5851_F42D_4C95_7F2D));
            let mut truth = start.clone();
            let mut brute = BruteForce::new(&start, pairs);
            for _ in 0..plies {
                let side = *dice.pick(&truth.board().actors());
                let legal = truth.legal_for(side);
                if legal.is_empty() {
                    break;
                }
                let record = truth.play_as(side, *dice.pick(&legal)).expect("legal");
                brute.record(variant, &record);
                brute.check(&truth);
                let belief = brute.seen[2].belief();
                ruled_out_by_stalemate += Colour::ALL
                    .into_iter()
                    .filter(|&side| goes_on(&truth) && hidden(&truth, side).is_some())
                    .map(|side| belief.candidates_at_the_end(side) & !belief.candidates(side))
                    .filter(|&struck| struck != 0)
                    .count();
            }
        }
        ruled_out_by_stalemate
    }
}

const ARRAY: &str = "rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR{?/?} w - - 0 1";

/// Few men, so that stalemate is near.
const FEW: [&str; 4] = [
    "8/3b4/8/8/8/8/8/3R4{?/?} b - - 0 1",
    "8/3b4/8/p7/P7/8/8/3R4{?/?} b - - 0 1",
    "8/7r/8/p7/P7/8/8/2B5{?/?} w - - 0 1",
    "n7/8/p7/P6p/7P/8/8/7Q{?/?} b - - 0 1",
];

#[test]
fn candidates_are_the_squares_that_leave_the_same_record() {
    BruteForce::uphold(ARRAY, false, 25, 60);
    let struck: usize = FEW
        .iter()
        .map(|fen| BruteForce::uphold(fen, false, 60, 40))
        .sum();
    assert!(struck > 20, "stalemates rule out squares: {struck}");
}

#[test]
fn for_onlookers_the_candidates_are_the_pairs_that_leave_the_same_record() {
    BruteForce::uphold(ARRAY, true, 3, 24);
    for fen in FEW {
        BruteForce::uphold(fen, true, 4, 16);
    }
}

#[test]
fn a_king_whose_side_could_not_move_does_not_hide_there() {
    let registry = registry();
    let variant = registry.get(GAME).expect("the game");
    let truth = |square: &str| {
        let fen = format!("8/3b4/8/8/8/8/8/3R4{{d3/{square}}} b - - 0 1");
        Position::from_fen(variant, &fen).expect("a position")
    };
    let seen = Observation::new(Seat::White, truth("a1").view(Seat::White));
    let set = seen.candidates(Colour::Black);
    let on = |name: &str| {
        let square = variant.geometry().parse(name).expect("a square");
        set & square.bit() != 0
    };
    assert!(truth("d8").legal().is_empty());
    assert!(!on("d8"), "a bishop that must stay would be stalemate");
    assert!(!on("d5") && !on("h1"), "attacked");
    assert!(!on("d7"), "an own piece stands there");
    assert!(on("d1"), "under the rook");
    assert!(on("e8") && on("c3"));
}
