//! Past the horizon: captures, promotions and ways out of check, until the position is quiet.

use backrank_rules::{Action, Shown};

use crate::imagined::Imagined;
use crate::order::{MAX_PLY, gain, sorted};
use crate::score::mated;
use crate::search::Search;

/// Half-moves past the horizon in which checks are answered in full.
const FULL_EVASIONS: u32 = 6;
const MARGIN: i32 = 160;

impl Search<'_> {
    /// Value of the position once nothing hangs.
    pub(crate) fn quiesce(
        &mut self,
        node: &Imagined,
        mut alpha: i32,
        beta: i32,
        ply: usize,
        level: u32,
    ) -> i32 {
        if self.watch.tick() {
            return 0;
        }
        let variant = self.evaluator.variant;
        let board = &node.board;
        if ply >= MAX_PLY {
            return self.evaluator.evaluate(node);
        }
        let pending = board.pending().is_some();
        let us = board.turn();
        let in_check = !pending && level < FULL_EVASIONS && variant.in_check(board, us);
        let mut best = mated(ply);
        let mut standing = -crate::score::INFINITE;
        if !in_check && !pending {
            if self.is_dead(board) {
                return 0;
            }
            standing = self.evaluator.evaluate(node);
            best = standing;
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        let mut list = self.list();
        if in_check || pending {
            variant.legal_into(board, node.secret(us), &mut list);
        } else {
            variant.captures_into(board, node.secret(us), &mut list);
        }
        let actions = sorted(&self.evaluator, &self.history, node, &list, None, ply);
        self.give_back(list);
        for (_, action) in actions {
            let value = if let Some(value) = self.at_a_glance(node, action, standing, alpha) {
                value
            } else {
                let next = node.after(variant, action, &Shown::default());
                -self.quiesce(&next, -beta, -alpha, ply + 1, level + 1)
            };
            if self.watch.stopped() {
                return best;
            }
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// Value of an action that is not played out here: one that cannot matter, loses what it moves, or turns a piece
    /// up, which is worth the mean of all identities.
    fn at_a_glance(
        &self,
        node: &Imagined,
        action: Action,
        standing: i32,
        alpha: i32,
    ) -> Option<i32> {
        let variant = self.evaluator.variant;
        let Action::Move {
            from,
            to,
            promotion,
            ..
        } = action
        else {
            return None;
        };
        let us = node.board.turn();
        let in_check = standing == -crate::score::INFINITE;
        let gained = gain(&self.evaluator, node, action);
        let risked = self.evaluator.worth_on(node, from);
        if node.board.reveals(variant, action).is_some() {
            let next = node.after(variant, action, &Shown::default());
            let lost = if variant.is_attacked(&next.board, to, us.other()) {
                risked
            } else {
                0
            };
            let standing = if in_check {
                self.evaluator.evaluate(node)
            } else {
                standing
            };
            return Some(standing + gained - lost);
        }
        if in_check || promotion.is_some() {
            return None;
        }
        if standing + gained + MARGIN <= alpha {
            return Some(standing + gained + MARGIN);
        }
        if risked > gained + 40 {
            let next = node.after(variant, action, &Shown::default());
            if variant.is_attacked(&next.board, to, us.other()) {
                return Some(standing + gained - risked);
            }
        }
        None
    }
}
