//! The tree: principal variation search with expected values where something turns up.

use backrank_rules::outcome::FIFTY_MOVES;
use backrank_rules::{Action, Board, Colour, Shown};

use crate::chance::{Expectation, Turn, is_certain, turns, typical};
use crate::evaluate::Evaluator;
use crate::imagined::Imagined;
use crate::limits::Watch;
use crate::order::{History, MAX_PLY, is_quiet, sorted};
use crate::score::{INFINITE, is_mate, mated};
use crate::table::{Bound, Table};

/// Most men on the board at which it may be a dead position.
const FEW: u32 = 5;

/// One search from one position.
pub(crate) struct Search<'a> {
    pub(crate) evaluator: Evaluator<'a>,
    pub(crate) watch: Watch<'a>,
    pub(crate) table: Table,
    pub(crate) history: History,
    /// Keys of the positions that led here, those of the game included.
    pub(crate) path: Vec<u64>,
    pub(crate) root_depth: i32,
    lists: Vec<Vec<Action>>,
    reductions: Vec<[i32; 64]>,
}

/// The window and place of a node in the tree.
#[derive(Clone, Copy)]
pub(crate) struct At {
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
    pub(crate) depth: i32,
    pub(crate) ply: usize,
    /// On the line that is expected so far: nothing is cut short there.
    pub(crate) pv: bool,
}

impl At {
    fn with_window(self, alpha: i32, beta: i32) -> At {
        At {
            alpha,
            beta,
            ..self
        }
    }

    fn scout(self) -> At {
        At {
            beta: self.alpha + 1,
            pv: false,
            ..self
        }
    }

    fn shallower(self, by: i32) -> At {
        At {
            depth: self.depth - by,
            ..self
        }
    }
}

impl<'a> Search<'a> {
    pub(crate) fn new(evaluator: Evaluator<'a>, watch: Watch<'a>, path: Vec<u64>) -> Search<'a> {
        let table = Table::new(watch.table_size());
        let reductions = (0..64)
            .map(|depth| {
                std::array::from_fn(|n| {
                    let product = f64::from(depth.max(1)).ln() * (n.max(1) as f64).ln();
                    (0.4 + product / 2.4) as i32
                })
            })
            .collect();
        Search {
            evaluator,
            watch,
            table,
            history: History::new(),
            path,
            root_depth: 1,
            lists: Vec::new(),
            reductions,
        }
    }

    pub(crate) fn list(&mut self) -> Vec<Action> {
        let mut list = self.lists.pop().unwrap_or_else(|| Vec::with_capacity(96));
        list.clear();
        list
    }

    pub(crate) fn give_back(&mut self, list: Vec<Action>) {
        self.lists.push(list);
    }

    pub(crate) fn is_dead(&self, board: &Board) -> bool {
        board.occupied().count_ones() <= FEW && self.evaluator.variant.is_dead(board)
    }

    fn is_repeated(&self, board: &Board) -> bool {
        let back = usize::from(board.halfmoves());
        self.path
            .iter()
            .rev()
            .take(back)
            .any(|&key| key == board.hash())
    }

    fn has_pieces(&self, board: &Board, side: Colour) -> bool {
        let values = &self.evaluator.values;
        let mut simple = board.of_kind(values.king);
        if let Some(pawn) = values.pawn {
            simple |= board.of_kind(pawn);
        }
        board.of_colour(side) & !simple != 0
    }

    /// Value to the side to move.
    pub(crate) fn search(&mut self, node: &Imagined, at: At, may_pass: bool) -> i32 {
        let At {
            mut alpha,
            mut beta,
            mut depth,
            ply,
            pv: is_pv,
        } = at;
        if depth <= 0 {
            return self.quiesce(node, alpha, beta, ply, 0);
        }
        if self.watch.tick() {
            return 0;
        }
        let variant = self.evaluator.variant;
        let board = &node.board;
        if ply >= MAX_PLY {
            return self.evaluator.evaluate(node);
        }
        if self.is_repeated(board) || self.is_dead(board) {
            return 0;
        }
        alpha = alpha.max(mated(ply));
        beta = beta.min(-mated(ply + 1));
        if alpha >= beta {
            return alpha;
        }
        let us = board.turn();
        let pending = board.pending().is_some();
        let in_check = !pending && variant.in_check(board, us);
        if in_check && (ply as i32) < 2 * self.root_depth {
            depth += 1;
        }
        let key = node.key();
        let known = self.table.get(key, ply);
        if let Some(entry) = known
            && !is_pv
            && i32::from(entry.depth) >= depth
            && board.halfmoves() < 90
        {
            let settles = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => entry.value >= beta,
                Bound::Upper => entry.value <= alpha,
            };
            if settles {
                return entry.value;
            }
        }
        let quiet_now = !in_check && !pending;
        let standing = if quiet_now {
            self.evaluator.evaluate(node)
        } else {
            -INFINITE
        };
        if quiet_now && !is_pv && !is_mate(beta) {
            if depth <= 3 && standing - 110 * depth >= beta {
                return standing;
            }
            if may_pass
                && depth >= 3
                && standing >= beta
                && !node.has_chance()
                && self.has_pieces(board, us)
            {
                let reduced = depth - 3 - depth / 4;
                let passed = At {
                    alpha: -beta,
                    beta: 1 - beta,
                    depth: reduced,
                    ply: ply + 1,
                    pv: false,
                };
                let value = -self.search(&node.passed(), passed, false);
                if value >= beta && !self.watch.stopped() {
                    return if is_mate(value) { beta } else { value };
                }
            }
        }
        let mut list = self.list();
        variant.legal_into(board, node.secret(us), &mut list);
        if list.is_empty() {
            self.give_back(list);
            return if in_check { mated(ply) } else { 0 };
        }
        if board.halfmoves() >= FIFTY_MOVES && !pending {
            self.give_back(list);
            return 0;
        }
        let first = known.and_then(|entry| entry.action);
        if first.is_none() && depth >= 5 {
            depth -= 1;
        }
        let actions = sorted(&self.evaluator, &self.history, node, &list, first, ply);
        self.give_back(list);
        self.path.push(board.hash());
        let mut best = -INFINITE;
        let mut best_action = None;
        let mut tried = self.list();
        let start = alpha;
        // More than a quiet move is likely to bring.
        let hopeful = standing + 90 + 110 * depth;
        for (n, &(_, action)) in actions.iter().enumerate() {
            let quiet = is_quiet(node, action);
            let here = At {
                alpha,
                beta,
                depth,
                ply,
                pv: is_pv,
            };
            let unpromising = n > 0
                && quiet
                && quiet_now
                && !is_pv
                && depth <= 2
                && !is_mate(alpha)
                && hopeful <= alpha;
            let reduction = if n >= 2 && depth >= 3 && quiet && !in_check {
                let r = self.reductions[depth.min(63) as usize][n.min(63)];
                (r - i32::from(is_pv)).clamp(0, depth - 2)
            } else {
                0
            };
            let Some(value) = self.value_of(node, action, here, n, reduction, unpromising) else {
                if unpromising {
                    best = best.max(hopeful);
                }
                continue;
            };
            if self.watch.stopped() {
                break;
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_action = Some(action);
                    alpha = value;
                }
            }
            if alpha >= beta {
                if quiet {
                    self.history.reward(node, action, &tried, depth, ply);
                }
                break;
            }
            if quiet {
                tried.push(action);
            }
        }
        self.give_back(tried);
        self.path.pop();
        if self.watch.stopped() {
            return best.max(-INFINITE + 1);
        }
        if best == -INFINITE {
            // Only actions that cannot have been legal: what is known contradicts itself, so nothing is certain.
            return self.evaluator.evaluate(node);
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best > start {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.table.put(key, ply, depth, best, bound, best_action);
        best
    }

    /// Value of an action; the `n`th of its position is first tried with a null window, perhaps less deep. `None`
    /// for one that cannot have been legal or is not worth a look.
    pub(crate) fn value_of(
        &mut self,
        node: &Imagined,
        action: Action,
        at: At,
        n: usize,
        reduction: i32,
        unpromising: bool,
    ) -> Option<i32> {
        let variant = self.evaluator.variant;
        let certain = is_certain(variant, node, action);
        let results = if certain {
            Results::One(Box::new(node.after(variant, action, &Shown::default())))
        } else if at.ply > 0 && at.depth <= 1 {
            Results::One(Box::new(typical(&self.evaluator, node, action)?))
        } else {
            let all = turns(variant, node, action);
            if all.is_empty() {
                return None;
            }
            Results::Many(all)
        };
        if unpromising
            && certain
            && let Results::One(next) = &results
            && !variant.in_check(&next.board, next.board.turn())
        {
            return None;
        }
        if n == 0 {
            return Some(self.results(node, &results, at));
        }
        let scout = at.scout();
        let mut value = self.results(node, &results, scout.shallower(reduction));
        if value > at.alpha && reduction > 0 {
            value = self.results(node, &results, scout);
        }
        if value > at.alpha && value < at.beta && at.beta - at.alpha > 1 {
            value = self.results(node, &results, at);
        }
        Some(value)
    }

    fn results(&mut self, node: &Imagined, results: &Results, at: At) -> i32 {
        let mover = node.board.turn();
        match results {
            Results::One(next) => self.child(next, mover, at),
            Results::Many(all) => self.expect(all, mover, at),
        }
    }

    /// Value to `mover` of what it led to; after a late promotion came up it moves again.
    fn child(&mut self, next: &Imagined, mover: Colour, at: At) -> i32 {
        let ply = at.ply + 1;
        if next.board.turn() == mover {
            return self.search(next, At { ply, ..at }, false);
        }
        let below = At {
            alpha: -at.beta,
            beta: -at.alpha,
            depth: at.depth - 1,
            ply,
            pv: at.pv,
        };
        -self.search(next, below, true)
    }

    /// Expected value over all that can turn up.
    fn expect(&mut self, all: &[Turn], mover: Colour, at: At) -> i32 {
        if let [only] = all {
            return self.child(&only.next, mover, at);
        }
        let mut expectation = Expectation::new(all, at.alpha, at.beta);
        let (alpha, beta) = expectation.window();
        // Several boards in place of one are looked at one half-move less deep.
        let below = at
            .with_window(alpha, beta)
            .shallower(i32::from(at.depth >= 2));
        for turn in all {
            let value = self.child(&turn.next, mover, below);
            if self.watch.stopped() {
                return at.alpha;
            }
            if let Some(bound) = expectation.add(turn.weight, value) {
                return bound;
            }
        }
        expectation.value()
    }
}

/// What an action can lead to.
enum Results {
    One(Box<Imagined>),
    Many(Vec<Turn>),
}
