//! What an action can bring to light, and the expected value over it.

use backrank_rules::{Action, Colour, Fact, KingState, Shown, Square, Variant, squares};

use crate::imagined::{Imagined, revealed};
use crate::score::{EVALUATION_LIMIT, MATE_BOUND, SURE, from_lottery, is_mate, to_lottery};

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

/// Expected value of an action, gathered turn by turn, with the window that each turn needs (Ballard's Star1): a turn
/// outside it settles the whole.
pub(crate) struct Expectation {
    total: i64,
    left: i64,
    sum: i64,
    alpha: i64,
    beta: i64,
    /// The value nearest to nothing, if all so far are mates for one side.
    worst: Option<i32>,
    first: bool,
}

/// No turn is worth less or more than this: evaluations end before.
const LEAST: i64 = -SURE;
const MOST: i64 = SURE;

impl Expectation {
    pub(crate) fn new(turns: &[Turn], alpha: i32, beta: i32) -> Expectation {
        let total = turns.iter().map(|turn| turn.weight).sum();
        Expectation {
            total,
            left: total,
            sum: 0,
            alpha: to_lottery(alpha),
            beta: to_lottery(beta),
            worst: None,
            first: true,
        }
    }

    /// Window in which the exact value of a turn of this weight matters.
    pub(crate) fn window(&self, weight: i64) -> (i32, i32) {
        let after = self.left - weight;
        let low = (self.alpha * self.total - self.sum - MOST * after).div_euclid(weight);
        let high = (self.beta * self.total - self.sum - LEAST * after).div_euclid(weight) + 1;
        let alpha = if low <= LEAST {
            -crate::score::INFINITE
        } else {
            from_lottery(low.min(MOST - 1)) - 1
        };
        let beta = if high >= MOST {
            crate::score::INFINITE
        } else {
            from_lottery(high.max(LEAST + 1)) + 8
        };
        (alpha, beta.max(alpha + 1))
    }

    /// Takes in the value of the next turn; a bound on the whole where that is enough.
    pub(crate) fn add(&mut self, weight: i64, value: i32, window: (i32, i32)) -> Option<i32> {
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
        if value <= window.0 {
            return Some(self.bound(MOST));
        }
        if value >= window.1 {
            return Some(self.bound(LEAST));
        }
        None
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
            alpha: LEAST,
            beta: MOST,
            worst: None,
            first: true,
        };
        for &(weight, value) in values {
            let window = expectation.window(weight);
            assert_eq!(expectation.add(weight, value, window), None);
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
