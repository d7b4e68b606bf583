//! Kings: one a side always, and how they hide and appear.

use backrank_rules::variant::BUILT_IN;
use backrank_rules::{Colour, Fact, KingState, Position, squares};

use crate::dice::Dice;
use crate::reference::{Game, Hiding, Truth};
use crate::walk::{Law, Step, uphold, uphold_in};

/// Known fault: castling with a gate made the king vanish.
struct OneKing;

impl OneKing {
    fn check(position: &Position) {
        let board = position.board();
        let king = position.variant().king();
        for colour in Colour::ALL {
            let standing: Vec<_> = squares(board.of_kind(king) & board.of_colour(colour))
                .filter(|square| board.piece(*square).is_some_and(|man| !man.face_down))
                .collect();
            let fen = position.truth_fen();
            assert_eq!(standing.first().copied(), board.king(colour), "{fen}");
            match board.king_state(colour) {
                KingState::OnBoard => assert_eq!(standing.len(), 1, "{fen}"),
                _ => assert!(standing.is_empty(), "{fen}"),
            }
        }
    }
}

impl Law for OneKing {
    fn begin(start: &Position, _: &mut Dice) -> OneKing {
        OneKing::check(start);
        OneKing
    }

    fn ply(&mut self, step: &Step, _: &mut Dice) {
        OneKing::check(step.after);
    }
}

#[test]
fn each_side_has_one_king_always() {
    uphold::<OneKing>();
}

/// How hidden kings come to light.
struct HideAndSeek {
    game: Game,
}

impl Law for HideAndSeek {
    fn begin(_: &Position, _: &mut Dice) -> HideAndSeek {
        let text = |id: &str| {
            let found = BUILT_IN.iter().find(|(name, _)| *name == id);
            found.expect("a built-in game").1
        };
        HideAndSeek {
            game: Game::read(&[text("chess"), text("hide-and-seek")]),
        }
    }

    fn ply(&mut self, step: &Step, _: &mut Dice) {
        let fen = step.after.truth_fen();
        let board = step.after.board();
        let appeared = Colour::ALL
            .into_iter()
            .filter(|&side| step.before.board().king(side).is_none() && board.king(side).is_some())
            .count();
        let told = matches!(step.record.shown.king, Fact::Known(_));
        assert_eq!(appeared, usize::from(told), "never both by one move: {fen}");
        if told {
            assert!(
                step.after.is_check(),
                "a king that appears is in check: {fen}"
            );
        }
        if let (Some(white), Some(black)) = (board.king(Colour::White), board.king(Colour::Black)) {
            assert!(!step.variant.geometry().adjacent(white, black), "{fen}");
        }
        let truth = Truth::read(&self.game, &fen);
        for side in 0..2 {
            let Hiding::At(square) = truth.kings[side] else {
                continue;
            };
            let man = truth.men[square];
            assert!(
                man.is_none_or(|man| man.side != side),
                "not under an own piece: {fen}"
            );
            // Before both have chosen nothing has been attacked yet.
            if man.is_none() && truth.attacked(square, 1 - side) {
                let other = truth.king(1 - side);
                assert!(
                    other.is_some_and(|king| self.game.adjacent(king, square)),
                    "an empty attacked square hides only next to the enemy king: {fen}"
                );
            }
        }
    }
}

#[test]
fn hidden_kings_come_to_light_as_the_rules_say() {
    uphold_in::<HideAndSeek>("hide-and-seek");
}
