//! Nodes of a fixed depth in every built-in game: the player's signature, and its speed.
//!
//! `cargo run --release -p backrank-engine --example bench [-- DEPTH]`. The number of nodes changes exactly when the
//! player's decisions change, so a commit can quote it.

use std::error::Error;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use backrank_engine::baseline::RandomMover;
use backrank_engine::{Limits, Player, Random, choose};
use backrank_rules::{Observation, Position, Registry, Seat};

/// Random actions before each position that is searched.
const PLIES: [u32; 3] = [2, 12, 30];

fn main() -> Result<(), Box<dyn Error>> {
    let depth = std::env::args().nth(1).map_or(Ok(5), |text| text.parse())?;
    let never = AtomicBool::new(false);
    let (mut nodes, begun) = (0, Instant::now());
    for variant in Registry::built_in()?.iter() {
        let (mut own, started) = (0, Instant::now());
        for (seed, plies) in PLIES.into_iter().enumerate() {
            let mut random = Random::new(seed as u64);
            let mut truth = Position::seeded(variant, seed as u64, None, None)?;
            let mut seen = [Seat::White, Seat::Black].map(|s| Observation::new(s, truth.view(s)));
            for _ in 0..plies {
                let side = truth.board().actors()[0];
                let Some(action) = RandomMover.play(&seen[side.index()], random.bits()) else {
                    break;
                };
                let record = truth.play_as(side, action)?;
                for observation in &mut seen {
                    observation.record(record.for_seat(variant, observation.seat()))?;
                }
            }
            let side = truth.board().actors()[0];
            let limits = Limits::depth(depth);
            own += choose(&seen[side.index()], &limits, 1, &never).map_or(0, |a| a.nodes);
        }
        println!(
            "{:24} {own:>10} nodes {:>6.0} kn/s",
            variant.id(),
            own as f64 / started.elapsed().as_secs_f64() / 1_000.0
        );
        nodes += own;
    }
    println!(
        "{nodes} nodes {:.0} kn/s",
        nodes as f64 / begun.elapsed().as_secs_f64() / 1_000.0
    );
    Ok(())
}
