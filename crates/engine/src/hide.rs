//! Where to hide a king.

use backrank_rules::{Action, Colour, Observation, Square};

use crate::random::Random;

/// A random square among those offered, safer ones more often; `None` if no square is to be chosen.
///
/// The choice is random because the other side would look first where a known player always hides.
pub(crate) fn choice(
    observation: &Observation,
    side: Colour,
    actions: &[Action],
    random: &mut Random,
) -> Option<Action> {
    let squares: Vec<(Square, usize)> = actions
        .iter()
        .filter_map(|&action| match action {
            Action::Choose(square) => Some((square, safety(observation, side, square))),
            _ => None,
        })
        .collect();
    let total = squares.iter().map(|&(_, weight)| weight).sum();
    let mut drawn = random.below(total);
    for (square, weight) in squares {
        if drawn < weight {
            return Some(Action::Choose(square));
        }
        drawn -= weight;
    }
    None
}

/// At least 1; more near own men and far from the other side's.
fn safety(observation: &Observation, side: Colour, square: Square) -> usize {
    let view = observation.view();
    let geometry = view.variant().geometry();
    let board = view.board();
    let near = |colour: Colour| {
        board
            .pieces()
            .filter(|&(at, piece)| piece.colour == colour && geometry.adjacent(at, square))
            .count()
    };
    let behind = usize::from(geometry.ranks() - 1 - geometry.rank_of(side, square));
    (1 + behind + 2 * near(side))
        .saturating_sub(2 * near(side.other()))
        .max(1)
}
