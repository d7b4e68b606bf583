//! Whatever is written can be read back, and the hash follows the board.

use backrank_rules::notation::{fen, uci};
use backrank_rules::{Board, Colour, KingState, Position, Seat, View};

use crate::dice::Dice;
use crate::walk::{Law, Step, uphold};

/// Positions and views read back from their text as what they were.
struct ReadBack;

impl ReadBack {
    fn check(position: &Position) {
        let variant = position.variant();
        let text = position.truth_fen();
        let read =
            Position::from_fen(variant, &text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(&read, position, "{text}");
        assert_eq!(read.truth_fen(), text);
        assert_eq!(read.truth_hash(), position.truth_hash(), "{text}");
        for seat in Seat::ALL {
            let view = position.view(seat);
            let text = view.fen();
            let read =
                View::from_fen(variant, &text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(read, view, "{text}");
            assert_eq!(read.fen(), text, "the view of a view is itself");
            // A text is either of the two: what hides nothing reads as the truth.
            match fen::parse(variant, &text).unwrap_or_else(|error| panic!("{text}: {error}")) {
                fen::Parsed::View(view) => assert_eq!(view.fen(), text),
                fen::Parsed::Truth(truth) => assert_eq!(truth.view(seat).fen(), text),
            }
        }
    }
}

impl Law for ReadBack {
    fn begin(start: &Position, _: &mut Dice) -> ReadBack {
        ReadBack::check(start);
        ReadBack
    }

    fn ply(&mut self, step: &Step, _: &mut Dice) {
        ReadBack::check(step.after);
    }
}

#[test]
fn positions_and_views_read_back_from_their_text() {
    uphold::<ReadBack>();
}

/// Actions and records read back from their text, for each seat as it is told them.
struct RecordsReadBack;

impl Law for RecordsReadBack {
    fn begin(_: &Position, _: &mut Dice) -> RecordsReadBack {
        RecordsReadBack
    }

    fn ply(&mut self, step: &Step, _: &mut Dice) {
        let board = step.before.board();
        let text = uci::action(step.variant, step.action());
        assert_eq!(
            uci::parse(step.variant, board, &text),
            Ok(step.action()),
            "{text}"
        );
        let seen = Seat::ALL.map(|seat| step.record.for_seat(step.variant, seat));
        for record in seen.iter().chain([step.record]) {
            let text = uci::recorded(step.variant, record);
            let read = uci::parse_recorded(step.variant, board, record.by, &text);
            assert_eq!(
                read.as_ref(),
                Ok(record),
                "{text} in {}",
                step.before.truth_fen()
            );
        }
    }
}

#[test]
fn actions_and_records_read_back_from_their_text() {
    uphold::<RecordsReadBack>();
}

/// The hash kept from move to move is the one computed from nothing.
struct Hash;

impl Law for Hash {
    fn begin(start: &Position, _: &mut Dice) -> Hash {
        assert_eq!(start.board().hash(), start.board().hash_from_scratch());
        Hash
    }

    fn ply(&mut self, step: &Step, _: &mut Dice) {
        let board = step.after.board();
        assert_eq!(
            board.hash(),
            board.hash_from_scratch(),
            "{}",
            step.after.truth_fen()
        );
        for seat in Seat::ALL {
            assert_eq!(step.after.view(seat).board().hash(), board.hash());
        }
    }
}

#[test]
fn the_hash_kept_from_move_to_move_is_the_one_computed_from_nothing() {
    uphold::<Hash>();
}

/// Counters go as the rules say, whatever else happens.
struct Clocks;

impl Law for Clocks {
    fn begin(_: &Position, _: &mut Dice) -> Clocks {
        Clocks
    }

    fn ply(&mut self, step: &Step, _: &mut Dice) {
        let (before, after) = (step.before.board(), step.after.board());
        if before.actors() != [before.turn()]
            || before.king_state(before.turn()) == KingState::NotChosen
        {
            assert_eq!(
                (after.halfmoves(), after.number(), after.turn()),
                (before.halfmoves(), before.number(), before.turn()),
                "choosing a square changes neither clock, number nor side"
            );
            return;
        }
        let reset = after.halfmoves() == 0;
        assert!(reset || after.halfmoves() == before.halfmoves() + 1);
        let men = |board: &Board| board.occupied().count_ones();
        let visible = Colour::ALL.map(|colour| before.king(colour).is_some())
            == Colour::ALL.map(|colour| after.king(colour).is_some());
        if visible && men(after) < men(before) || before.face_down() != after.face_down() {
            assert!(
                reset,
                "captures and reveals cannot be undone: {}",
                step.after.truth_fen()
            );
        }
        if after.pending().is_some() {
            assert!(reset && after.number() == before.number() && after.turn() == before.turn());
            return;
        }
        assert_eq!(after.turn(), before.turn().other());
        let black_moved = u16::from(before.turn() == Colour::Black);
        assert_eq!(after.number(), before.number() + black_moved);
    }
}

#[test]
fn clocks_and_numbers_go_as_the_rules_say() {
    uphold::<Clocks>();
}
