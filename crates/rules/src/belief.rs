//! Where a hidden king can be: the exact set of squares, from public facts alone.
//!
//! A square is a candidate while the owner, had it chosen that square, would have left exactly the same record. From
//! silence follow facts: what would have come to light did not, what would have been illegal was not played, and a
//! game that goes on was not over. Each of these depends on the board, which everybody sees, and on the owner's square
//! alone, never on the other side's. So the candidates for the two kings are independent, and a player knows no more
//! of the enemy's king than an onlooker does.

use crate::action::{Action, Recorded};
use crate::board::{Board, KingState};
use crate::geometry::{Colour, Square, squares};
use crate::variant::Variant;

/// Squares on which each side's hidden king can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Belief {
    /// By what was played, as if the game could be over now.
    played: [u128; 2],
    /// The same, if the game goes on.
    going_on: [u128; 2],
}

impl Belief {
    /// What a position alone says. Of a king that hid before it, only that it was not revealed yet; of one whose
    /// square is still to be chosen, where its owner may hide it.
    pub fn at(variant: &Variant, board: &Board) -> Belief {
        let mut belief = Belief {
            played: Colour::ALL.map(|side| consistent(variant, board, side)),
            going_on: [0; 2],
        };
        belief.look_ahead(variant, board);
        belief
    }

    /// Squares on which a side's hidden king can be while the game goes on; none if its king is on the board.
    pub fn candidates(&self, side: Colour) -> u128 {
        self.going_on[side.index()]
    }

    /// As [`Belief::candidates`], of a game that may have ended with the last action.
    pub fn candidates_at_the_end(&self, side: Colour) -> u128 {
        self.played[side.index()]
    }

    /// Takes in a played action, given the board before and after it.
    pub fn record(&mut self, variant: &Variant, before: &Board, after: &Board, record: &Recorded) {
        if self.played == [0; 2] {
            return;
        }
        if let Some(action) = moved(record) {
            let (us, them) = (record.by, record.by.other());
            let played = &mut self.played;
            played[us.index()] = keep(played[us.index()], |own| {
                may_play(variant, before, own, action)
            });
            played[them.index()] = match after.king_state(them) {
                KingState::OnBoard => 0,
                _ => keep(played[them.index()], |square| {
                    !after.would_reveal(variant, them, square)
                }),
            };
        }
        self.look_ahead(variant, after);
    }

    /// Strikes what would have ended the game: the side to move has a legal action.
    fn look_ahead(&mut self, variant: &Variant, board: &Board) {
        self.going_on = self.played;
        let turn = board.turn();
        if board.actors() == [turn] {
            let set = &mut self.going_on[turn.index()];
            *set = keep(*set, |own| !variant.legal(board, Some(own)).is_empty());
        }
    }
}

/// The action, if it changed the board.
fn moved(record: &Recorded) -> Option<Action> {
    record
        .action
        .known()
        .filter(|action| !matches!(action, Action::Choose(_)))
}

fn may_play(variant: &Variant, board: &Board, own: Square, action: Action) -> bool {
    variant.legal(board, Some(own)).contains(&action)
}

fn keep(set: u128, stays: impl Fn(Square) -> bool) -> u128 {
    squares(set)
        .filter(|&square| stays(square))
        .fold(0, |kept, square| kept | square.bit())
}

/// Squares on which a king can be hidden in this position, whatever came before.
fn consistent(variant: &Variant, board: &Board, side: Colour) -> u128 {
    let choosing = Colour::ALL
        .into_iter()
        .any(|colour| board.king_state(colour) == KingState::NotChosen);
    match board.king_state(side) {
        KingState::OnBoard => 0,
        // Nothing moves before both have chosen.
        _ if choosing => variant.eligible_king_squares(board, side),
        _ => keep(
            variant.geometry().all() & !board.of_colour(side),
            |square| !board.would_reveal(variant, side, square),
        ),
    }
}
