//! The root: one action out of those offered, deeper and deeper.

use backrank_rules::{Action, Board, Shown};

use crate::imagined::Imagined;
use crate::order::sorted;
use crate::score::{INFINITE, MATE, is_mate};
use crate::search::{At, Search};

/// What a search found.
pub(crate) struct Found {
    pub(crate) action: Action,
    pub(crate) value: i32,
    pub(crate) depth: u32,
}

/// Deepest iteration.
const DEEPEST: u32 = 64;

impl Search<'_> {
    /// The best of `actions`, which must not be empty, as far as the limits allow.
    pub(crate) fn best(&mut self, root: &Imagined, actions: &[Action]) -> Option<Found> {
        let mut ranked: Vec<(i32, Action)> =
            sorted(&self.evaluator, &self.history, root, actions, None, 0);
        let mut found = Found {
            action: ranked.first()?.1,
            value: 0,
            depth: 0,
        };
        for depth in 1..=DEEPEST {
            if depth > 1 && !self.watch.may_deepen(depth) {
                break;
            }
            self.root_depth = depth as i32;
            let complete = self.iterate(root, &mut ranked, depth, &mut found);
            if !complete || ranked.len() == 1 {
                break;
            }
            if is_mate(found.value) && MATE - found.value.abs() <= depth as i32 {
                break;
            }
        }
        Some(found)
    }

    /// One iteration, with a window around the last value that is widened where it fails.
    fn iterate(
        &mut self,
        root: &Imagined,
        ranked: &mut [(i32, Action)],
        depth: u32,
        found: &mut Found,
    ) -> bool {
        let mut margin = 30;
        let (mut alpha, mut beta) = if depth >= 4 && !is_mate(found.value) {
            (found.value - margin, found.value + margin)
        } else {
            (-INFINITE, INFINITE)
        };
        loop {
            let Some(value) = self.look_at_all(
                root,
                ranked,
                At {
                    alpha,
                    beta,
                    depth: depth as i32,
                    ply: 0,
                    pv: true,
                },
                found,
            ) else {
                return false;
            };
            margin *= 4;
            if value <= alpha && alpha > -INFINITE {
                alpha = if margin > 1_000 {
                    -INFINITE
                } else {
                    value - margin
                };
            } else if value >= beta && beta < INFINITE {
                beta = if margin > 1_000 {
                    INFINITE
                } else {
                    value + margin
                };
            } else {
                found.value = value;
                found.depth = depth;
                return true;
            }
        }
    }

    /// Best value within the window; `None` when time ran out before all were looked at.
    fn look_at_all(
        &mut self,
        root: &Imagined,
        ranked: &mut [(i32, Action)],
        at: At,
        found: &mut Found,
    ) -> Option<i32> {
        let mut alpha = at.alpha;
        let mut best = -INFINITE;
        for n in 0..ranked.len() {
            let action = ranked[n].1;
            let reduction = i32::from(n >= 6 && at.depth >= 4);
            let value = self.value_of(root, action, At { alpha, ..at }, n, reduction, false);
            if self.watch.stopped() {
                return None;
            }
            let value = value.unwrap_or(-INFINITE + 1);
            if value > best {
                best = value;
                if value > alpha || n == 0 {
                    alpha = alpha.max(value);
                    if value > at.alpha {
                        found.action = action;
                        found.value = value;
                        // The best so far comes first in the next iteration.
                        ranked[..=n].rotate_right(1);
                    }
                }
                if value >= at.beta {
                    break;
                }
            }
        }
        Some(best)
    }

    /// The line that is expected, as far as nothing has to turn up for it.
    pub(crate) fn line(&self, root: &Imagined, first: Action, longest: usize) -> Vec<Action> {
        let variant = self.evaluator.variant;
        let mut line = vec![first];
        let mut node = *root;
        let mut action = first;
        while line.len() < longest && crate::chance::is_certain(variant, &node, action) {
            node = node.after(variant, action, &Shown::default());
            let Some(next) = self.table.get(node.key(), 0).and_then(|e| e.action) else {
                break;
            };
            if !legal(variant, &node.board, &node).contains(&next) {
                break;
            }
            line.push(next);
            action = next;
        }
        line
    }
}

fn legal(variant: &backrank_rules::Variant, board: &Board, node: &Imagined) -> Vec<Action> {
    variant.legal(board, node.secret(board.turn()))
}
