//! The way in and out of a player: an observation, an answer.

use std::sync::atomic::AtomicBool;

use backrank_rules::{Action, Observation};

use crate::evaluate::Evaluator;
use crate::hide;
use crate::imagined::Imagined;
use crate::level::Level;
use crate::limits::{Limits, Watch};
use crate::random::Random;
use crate::score::Score;
use crate::search::Search;

/// What a player decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// What to do.
    pub action: Action,
    /// What the player thinks of its own position.
    pub score: Score,
    /// Last iteration that was finished, in half-moves; 0 if none was.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// The line it expects, from its own action on, as far as nothing has to turn up for it.
    pub pv: Vec<Action>,
    /// Number of actions played before this one: an answer for another moment is stale.
    pub ply: u32,
    /// Hash of the public board that the answer is for.
    pub position: u64,
}

/// An action at full strength within limits; `None` only if the seat may not act.
///
/// The same observation, seed and number of nodes give the same answer. Raising `stop` ends the search at the next
/// look at the clock; the best action found so far is returned, and always a legal one.
///
/// ```
/// use backrank_engine::{Limits, choose};
/// use backrank_rules::{Observation, Registry, Seat, View};
/// use std::sync::atomic::AtomicBool;
///
/// let registry = Registry::built_in()?;
/// let chess = registry.get("chess").expect("a built-in game");
/// let view = View::from_fen(chess, "6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1")?;
/// let observation = Observation::new(Seat::White, view);
/// let answer = choose(&observation, &Limits::nodes(10_000), 1, &AtomicBool::new(false)).expect("White to move");
/// assert_eq!(answer.score.to_string(), "mate 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn choose(
    observation: &Observation,
    limits: &Limits,
    seed: u64,
    stop: &AtomicBool,
) -> Option<Answer> {
    choose_at(observation, &Level::full(*limits), seed, stop)
}

/// As [`choose`], at a level of play.
pub fn choose_at(
    observation: &Observation,
    level: &Level,
    seed: u64,
    stop: &AtomicBool,
) -> Option<Answer> {
    let mut actions = observation.legal();
    let side = observation.seat().side()?;
    let view = observation.view();
    let variant = view.variant();
    let mut random = Random::new(seed ^ view.board().hash());
    if let Some(action) = hide::choice(observation, side, &actions, &mut random) {
        return Some(answer(observation, action));
    }
    random.shuffle(&mut actions);
    let evaluator = Evaluator::new(variant, level.noise(), seed);
    let watch = Watch::new(level.limits(), stop);
    let path = observation.repetitions().keys().to_vec();
    let mut search = Search::new(evaluator, watch, path);
    let root = Imagined::new(observation);
    let found = search.best(&root, &actions)?;
    Some(Answer {
        score: Score(found.value),
        depth: found.depth,
        nodes: search.watch.nodes,
        pv: search.line(&root, found.action, found.depth.max(1) as usize),
        ..answer(observation, found.action)
    })
}

/// An answer without any search.
fn answer(observation: &Observation, action: Action) -> Answer {
    Answer {
        action,
        score: Score::default(),
        depth: 0,
        nodes: 0,
        pv: vec![action],
        ply: observation.records().len() as u32,
        position: observation.view().board().hash(),
    }
}
