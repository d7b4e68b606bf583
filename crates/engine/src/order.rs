//! Which actions to look at first.

use backrank_rules::piece::MAX_KINDS;
use backrank_rules::{Action, Colour};

use crate::evaluate::Evaluator;
use crate::imagined::Imagined;

/// Longest line that is looked at.
pub(crate) const MAX_PLY: usize = 96;

const FROM_TABLE: i32 = 1_000_000;
const CAPTURE: i32 = 100_000;
const KILLER: i32 = 90_000;
const MOST_HISTORY: i32 = 60_000;

/// What was good elsewhere in the tree.
pub(crate) struct History {
    killers: [[Option<Action>; 2]; MAX_PLY + 1],
    /// By side and kind, and by target.
    quiet: Vec<[i32; 128]>,
}

impl History {
    pub(crate) fn new() -> History {
        History {
            killers: [[None; 2]; MAX_PLY + 1],
            quiet: vec![[0; 128]; 2 * MAX_KINDS],
        }
    }

    fn row(node: &Imagined, action: Action) -> Option<(usize, usize)> {
        let (from, to) = match action {
            Action::Move { from, to, .. } => (from, to),
            Action::Castle { king, rook, .. } => (king, rook),
            Action::Flip(square) => (square, square),
            Action::Promote(_) | Action::Choose(_) => return None,
        };
        let piece = node.board.piece(from)?;
        Some((
            piece.colour.index() * MAX_KINDS + piece.kind.index(),
            to.index(),
        ))
    }

    fn of(&self, node: &Imagined, action: Action) -> i32 {
        History::row(node, action).map_or(0, |(row, to)| self.quiet[row][to])
    }

    /// A quiet action refuted the position; those tried before it did not.
    pub(crate) fn reward(
        &mut self,
        node: &Imagined,
        action: Action,
        tried: &[Action],
        depth: i32,
        ply: usize,
    ) {
        let killers = &mut self.killers[ply.min(MAX_PLY)];
        if killers[0] != Some(action) {
            killers[1] = killers[0];
            killers[0] = Some(action);
        }
        let bonus = (depth * depth * 16).min(2_000);
        self.change(node, action, bonus);
        for &other in tried {
            self.change(node, other, -bonus);
        }
    }

    fn change(&mut self, node: &Imagined, action: Action, bonus: i32) {
        if let Some((row, to)) = History::row(node, action) {
            let value = &mut self.quiet[row][to];
            *value += bonus - *value * bonus.abs() / MOST_HISTORY;
        }
    }
}

/// Whether an action neither captures nor promotes.
pub(crate) fn is_quiet(node: &Imagined, action: Action) -> bool {
    match action {
        Action::Move { to, promotion, .. } => promotion.is_none() && node.board.piece(to).is_none(),
        Action::Promote(_) => false,
        _ => true,
    }
}

/// What an action wins at once, by expectation.
pub(crate) fn gain(evaluator: &Evaluator<'_>, node: &Imagined, action: Action) -> i32 {
    let promotes =
        |kind: backrank_rules::Kind| evaluator.values.worth[kind.index()] - crate::values::PAWN;
    match action {
        Action::Move { promotion, .. } => {
            let victim = node
                .board
                .captured_square(evaluator.variant, action)
                .map_or(0, |square| evaluator.worth_on(node, square));
            victim + promotion.map_or(0, promotes)
        }
        Action::Promote(kind) => promotes(kind),
        _ => 0,
    }
}

/// Actions with their ranks, the most promising first.
pub(crate) fn sorted(
    evaluator: &Evaluator<'_>,
    history: &History,
    node: &Imagined,
    actions: &[Action],
    known: Option<Action>,
    ply: usize,
) -> Vec<(i32, Action)> {
    let killers = history.killers[ply.min(MAX_PLY)];
    let us: Colour = node.board.turn();
    let mut out: Vec<(i32, Action)> = actions
        .iter()
        .map(|&action| {
            let rank = if known == Some(action) {
                FROM_TABLE
            } else if !is_quiet(node, action) {
                let mover = match action {
                    Action::Move { from, .. } => evaluator.worth_on(node, from),
                    _ => 0,
                };
                CAPTURE + 8 * gain(evaluator, node, action) - mover
            } else if killers[0] == Some(action) {
                KILLER
            } else if killers[1] == Some(action) {
                KILLER - 1
            } else {
                history.of(node, action) + step(evaluator, node, us, action)
            };
            (rank, action)
        })
        .collect();
    out.sort_by_key(|&(rank, _)| std::cmp::Reverse(rank));
    out
}

/// What a quiet move gains by its place alone.
fn step(evaluator: &Evaluator<'_>, node: &Imagined, us: Colour, action: Action) -> i32 {
    let Action::Move { from, to, .. } = action else {
        return 0;
    };
    match node.board.piece(from) {
        Some(piece) if !piece.face_down && piece.kind != evaluator.values.king => {
            evaluator.values.placed(us, piece.kind, to)
                - evaluator.values.placed(us, piece.kind, from)
        }
        _ => 0,
    }
}
