//! What an action can bring to light, and the expected value over it.

use backrank_rules::{Action, Colour, Fact, KingState, Shown, Square, Variant, squares};

use crate::evaluate::Evaluator;
use crate::imagined::{Imagined, revealed};
use crate::score::{
    EVALUATION_LIMIT, INFINITE, MATE_BOUND, SURE, from_lottery, is_mate, to_lottery,
};

/// One way in which an action can turn out.
pub(crate) struct Turn {
    /// How likely, against the others of the same action.
    pub(crate) weight: i64,
    /// Where it leads.
    pub(crate) next: Imagined,
}

/// Squares of a hidden king that are tried out of many on which it could appear.
const SPOTS: usize = 4;
/// Divisible by every number of spots.
const PARTS: i64 = 12;

/// Whether the result of the action depends on anything hidden.
#[inline(always)]
pub(crate) fn is_certain(variant: &Variant, node: &Imagined, action: Action) -> bool {
    node.hiding == [0; 2] && node.board.reveals(variant, action).is_none()
}

/// All ways in which an action can turn out, the likeliest first; none if it cannot have been legal.
///
/// Who captures a face-down piece need not look at every identity it may have had: the pool keeps it, so that what
/// is left face down keeps its odds.
pub(crate) fn turns(variant: &Variant, node: &Imagined, action: Action) -> Vec<Turn> {
    let us = node.board.turn();
    let mut out = Vec::with_capacity(8);
    if node.board.reveals(variant, action).is_some() {
        for (kind, count) in node.identities(us) {
            let shown = Shown {
                revealed: Fact::Known(kind),
                ..Shown::default()
            };
            kings(variant, node, action, shown, i64::from(count), &mut out);
        }
    }
    if out.is_empty() {
        kings(variant, node, action, Shown::default(), 1, &mut out);
    }
    out.sort_by_key(|turn| std::cmp::Reverse(turn.weight));
    out
}

/// One way in which an action can turn out that stands for all: the piece that turns up is worth about the mean of
/// the pool, a hidden king does what is likeliest.
pub(crate) fn typical(
    evaluator: &Evaluator<'_>,
    node: &Imagined,
    action: Action,
) -> Option<Imagined> {
    let variant = evaluator.variant;
    if node.hiding != [0; 2] {
        return turns(variant, node, action).first().map(|turn| turn.next);
    }
    let us = node.board.turn();
    let mean = evaluator.face_down_worth(node, us);
    let kind = node
        .identities(us)
        .map(|(kind, _)| kind)
        .min_by_key(|kind| (evaluator.values.worth[kind.index()] - mean).abs());
    let shown = Shown {
        revealed: kind.into(),
        ..Shown::default()
    };
    Some(node.after(variant, action, &shown))
}

/// Adds the ways that differ in where the other side's hidden king appears.
fn kings(
    variant: &Variant,
    node: &Imagined,
    action: Action,
    shown: Shown,
    count: i64,
    out: &mut Vec<Turn>,
) {
    let us = node.board.turn();
    let them = us.other();
    let mut next = node.after(variant, action, &shown);
    if node.hiding == [0; 2] || next.board.pending().is_some() {
        out.push(Turn {
            weight: count,
            next,
        });
        return;
    }
    if !own_king_stays(variant, &mut next, us, action) {
        return;
    }
    let places = next.hiding[them.index()];
    let all = i64::from(places.count_ones());
    if places == 0 || next.board.king_state(them) != KingState::Chosen {
        out.push(Turn {
            weight: count * PARTS,
            next,
        });
        return;
    }
    let seen = revealed(variant, &next.board, them, places);
    let found = i64::from(seen.count_ones());
    if found < all {
        let mut silent = next;
        silent.strike(them, seen);
        out.push(Turn {
            weight: count * PARTS * (all - found),
            next: silent,
        });
    }
    let tried = spread(seen);
    for &square in &tried {
        let with_king = Shown {
            king: Fact::Known(square),
            ..shown
        };
        let mut next = node.after(variant, action, &with_king);
        own_king_stays(variant, &mut next, us, action);
        out.push(Turn {
            weight: count * PARTS * found / tried.len() as i64,
            next,
        });
    }
}

/// Strikes places of the mover's own king that the move rules out; false if none is left.
fn own_king_stays(variant: &Variant, next: &mut Imagined, us: Colour, action: Action) -> bool {
    let places = next.hiding[us.index()];
    if places == 0 || places.is_power_of_two() {
        return true;
    }
    let mut gone = revealed(variant, &next.board, us, places);
    if let Action::Move { to, .. } = action {
        gone |= to.bit();
    }
    next.strike(us, gone);
    next.hiding[us.index()] != 0
}

/// A few squares of a set, evenly spread.
fn spread(set: u128) -> Vec<Square> {
    let all: Vec<Square> = squares(set).collect();
    let tried = all.len().min(SPOTS);
    (0..tried).map(|n| all[n * all.len() / tried]).collect()
}

/// Expected value of an action, gathered turn by turn, and stopped where no value of the rest could bring it into the
/// window (Ballard's Star1).
pub(crate) struct Expectation {
    total: i64,
    left: i64,
    sum: i64,
    alpha: i32,
    beta: i32,
    /// The value nearest to nothing, if all so far are mates for one side.
    worst: Option<i32>,
    first: bool,
}

/// No turn is worth less or more than this: evaluations end before.
const LEAST: i64 = -SURE;
const MOST: i64 = SURE;
/// How far outside the window of the whole the value of one turn is told apart: what turns up shifts worth between
/// the board and the pool, but hardly ever changes the sum by more.
const MARGIN: i32 = 400;

impl Expectation {
    pub(crate) fn new(turns: &[Turn], alpha: i32, beta: i32) -> Expectation {
        let total = turns.iter().map(|turn| turn.weight).sum();
        Expectation {
            total,
            left: total,
            sum: 0,
            alpha,
            beta,
            worst: None,
            first: true,
        }
    }

    /// Window in which the value of each turn is looked for.
    pub(crate) fn window(&self) -> (i32, i32) {
        let alpha = if self.alpha < -EVALUATION_LIMIT {
            -INFINITE
        } else {
            self.alpha.min(EVALUATION_LIMIT) - MARGIN
        };
        let beta = if self.beta > EVALUATION_LIMIT {
            INFINITE
        } else {
            self.beta.max(-EVALUATION_LIMIT) + MARGIN
        };
        (alpha, beta)
    }

    /// Takes in the value of the next turn; a bound on the whole where that is enough.
    pub(crate) fn add(&mut self, weight: i64, value: i32) -> Option<i32> {
        self.sum += weight * to_lottery(value);
        self.left -= weight;
        self.worst = match self.worst {
            _ if !is_mate(value) => None,
            None if self.first => Some(value),
            Some(worst) if (worst > 0) == (value > 0) => Some(if value.abs() < worst.abs() {
                value
            } else {
                worst
            }),
            _ => None,
        };
        self.first = false;
        if self.left == 0 {
            return None;
        }
        let (least, most) = (self.bound(LEAST), self.bound(MOST));
        if most <= self.alpha {
            Some(most)
        } else if least >= self.beta {
            Some(least)
        } else {
            None
        }
    }

    fn bound(&self, rest: i64) -> i32 {
        from_lottery((self.sum + rest * self.left) / self.total)
    }

    /// The expected value once every turn was looked at.
    pub(crate) fn value(&self) -> i32 {
        match self.worst {
            Some(worst) => worst,
            None => {
                from_lottery(self.sum / self.total.max(1)).clamp(-MATE_BOUND + 1, MATE_BOUND - 1)
            }
        }
    }
}

const _: () = assert!(EVALUATION_LIMIT < MATE_BOUND);

#[cfg(test)]
mod tests {
    use super::*;

    fn expected(values: &[(i64, i32)]) -> i32 {
        let mut expectation = Expectation {
            total: values.iter().map(|v| v.0).sum(),
            left: values.iter().map(|v| v.0).sum(),
            sum: 0,
            alpha: -INFINITE,
            beta: INFINITE,
            worst: None,
            first: true,
        };
        for &(weight, value) in values {
            assert_eq!(expectation.add(weight, value), None);
        }
        expectation.value()
    }

    #[test]
    fn values_are_weighted_by_their_chances() {
        assert_eq!(expected(&[(3, 100), (1, 500)]), 200);
    }

    #[test]
    fn mates_are_not_averaged_as_numbers() {
        assert_eq!(expected(&[(1, 31_997), (2, 31_995)]), 31_995);
        assert_eq!(expected(&[(1, -31_990), (2, -31_995)]), -31_990);
        let lottery = expected(&[(1, 31_999), (14, 0)]);
        assert!((100..300).contains(&lottery), "{lottery}");
    }
}
