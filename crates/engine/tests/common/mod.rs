//! What several tests need.
#![allow(dead_code)]

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use backrank_engine::{Answer, Limits, Random, choose};
use backrank_rules::{Observation, Position, Registry, Seat, Variant, View};

pub fn variant(id: &str) -> Arc<Variant> {
    let registry = Registry::built_in().expect("the built-in files are checked");
    registry.get(id).expect("a built-in game").clone()
}

/// The observation of the side to move in a position given as a view.
pub fn seen(id: &str, fen: &str) -> Observation {
    let view = View::from_fen(&variant(id), fen).unwrap_or_else(|e| panic!("{fen}: {e}"));
    Observation::new(Seat::of(view.board().turn()), view)
}

pub fn answer(observation: &Observation, nodes: u64, seed: u64) -> Answer {
    let never = AtomicBool::new(false);
    choose(observation, &Limits::nodes(nodes), seed, &never).expect("the seat may act")
}

/// Two players and the truth between them.
pub struct Game {
    pub truth: Position,
    pub observations: [Observation; 2],
}

impl Game {
    pub fn new(truth: Position) -> Game {
        let observations =
            [Seat::White, Seat::Black].map(|seat| Observation::new(seat, truth.view(seat)));
        Game {
            truth,
            observations,
        }
    }

    /// Plays a random action; false if there is none.
    pub fn random_step(&mut self, random: &mut Random) -> bool {
        let side = self.truth.board().actors()[0];
        let actions = self.truth.legal_for(side);
        let Some(&action) = actions.get(random.below(actions.len())) else {
            return false;
        };
        let record = self.truth.play_as(side, action).expect("legal");
        for observation in &mut self.observations {
            let seat = observation.seat();
            observation
                .record(record.for_seat(self.truth.variant(), seat))
                .expect("an observation follows the truth");
        }
        true
    }
}
