//! Players to measure others against.

use backrank_rules::{Action, KingState, Observation};

use crate::chance::turns;
use crate::evaluate::Evaluator;
use crate::hide;
use crate::imagined::Imagined;
use crate::player::Player;
use crate::random::Random;
use crate::score::{MATE, to_lottery};

/// Plays any legal action, each as likely as the others.
#[derive(Debug, Clone, Copy, Default)]
pub struct RandomMover;

impl Player for RandomMover {
    fn name(&self) -> String {
        "random".to_owned()
    }

    fn play(&mut self, observation: &Observation, seed: u64) -> Option<Action> {
        let actions = observation.legal();
        let at = Random::new(seed).below(actions.len());
        actions.get(at).copied()
    }
}

/// Looks one action ahead: takes what leads to the best position by judgement, or gives mate.
#[derive(Debug, Clone, Copy, Default)]
pub struct GreedyMover;

impl Player for GreedyMover {
    fn name(&self) -> String {
        "greedy".to_owned()
    }

    fn play(&mut self, observation: &Observation, seed: u64) -> Option<Action> {
        let side = observation.seat().side()?;
        let mut random = Random::new(seed);
        let mut actions = observation.legal();
        if let Some(action) = hide::choice(observation, side, &actions, &mut random) {
            return Some(action);
        }
        random.shuffle(&mut actions);
        let variant = observation.view().variant();
        let evaluator = Evaluator::new(variant, 0, seed);
        let root = Imagined::new(observation);
        actions
            .into_iter()
            .rev()
            .max_by_key(|&action| expected(&evaluator, &root, action))
    }
}

/// Expected value after an action, to its mover, on the scale of lotteries.
fn expected(evaluator: &Evaluator<'_>, root: &Imagined, action: Action) -> i64 {
    let us = root.board.turn();
    let all = turns(evaluator.variant, root, action);
    let (sum, weight) = all.iter().fold((0, 0), |(sum, weight), turn| {
        let value = settled(evaluator, &turn.next).unwrap_or_else(|| {
            let value = evaluator.evaluate(&turn.next);
            if turn.next.board.turn() == us {
                value
            } else {
                -value
            }
        });
        (
            sum + turn.weight * 1_000 * to_lottery(value),
            weight + turn.weight,
        )
    });
    sum / weight.max(1)
}

/// Value to the player who just moved, if the game is over.
fn settled(evaluator: &Evaluator<'_>, node: &Imagined) -> Option<i32> {
    let board = &node.board;
    let turn = board.turn();
    let known = board.king_state(turn) == KingState::OnBoard || node.secret(turn).is_some();
    if board.pending().is_some()
        || !known
        || !evaluator.variant.legal(board, node.secret(turn)).is_empty()
    {
        return None;
    }
    Some(if evaluator.variant.in_check(board, turn) {
        MATE
    } else {
        0
    })
}
