//! Writing the parts of a position.

use crate::board::{Board, KingState};
use crate::geometry::{Colour, Square, squares};
use crate::piece::{Counts, Piece};
use crate::variant::Variant;

pub(super) fn placement(
    variant: &Variant,
    board: &Board,
    letter: impl Fn(Square, Piece) -> String,
) -> String {
    let geometry = variant.geometry();
    let mut text = String::with_capacity(100);
    for rank in (0..i32::from(geometry.ranks())).rev() {
        let mut empty = 0;
        for file in 0..i32::from(geometry.files()) {
            let Some(square) = geometry.square(file, rank) else {
                continue;
            };
            match board.piece(square) {
                None => empty += 1,
                Some(piece) => {
                    if empty > 0 {
                        text += &empty.to_string();
                        empty = 0;
                    }
                    text += &letter(square, piece);
                }
            }
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        if rank > 0 {
            text.push('/');
        }
    }
    text
}

fn list(variant: &Variant, colour: Colour, counts: &Counts) -> String {
    if counts.is_empty() {
        return "-".to_owned();
    }
    counts
        .iter()
        .flat_map(|(kind, n)| std::iter::repeat_n(variant.letter(colour, kind), n as usize))
        .collect()
}

pub(super) fn lists(variant: &Variant, counts: &[Counts; 2]) -> String {
    format!(
        "{}/{}",
        list(variant, Colour::White, &counts[0]),
        list(variant, Colour::Black, &counts[1])
    )
}

pub(super) fn hand(variant: &Variant, board: &Board) -> String {
    let text: String = Colour::ALL
        .into_iter()
        .filter(|&c| !board.hand(c).is_empty())
        .map(|c| list(variant, c, board.hand(c)))
        .collect();
    if text.is_empty() {
        text
    } else {
        format!("[{text}]")
    }
}

pub(super) fn king_squares(
    variant: &Variant,
    board: &Board,
    known: &[Option<Square>; 2],
) -> String {
    if !variant.secret_kings() {
        return String::new();
    }
    let part = |colour: Colour| match board.king_state(colour) {
        KingState::OnBoard => "-".to_owned(),
        KingState::NotChosen => "?".to_owned(),
        KingState::Chosen => {
            known[colour.index()].map_or_else(|| "*".to_owned(), |s| variant.geometry().name(s))
        }
    };
    format!("{{{}/{}}}", part(Colour::White), part(Colour::Black))
}

pub(super) fn fields(variant: &Variant, board: &Board) -> String {
    let geometry = variant.geometry();
    let mut rights = String::new();
    for colour in Colour::ALL {
        let gates = variant.gating_hand().is_some();
        let set = if gates && !board.hand(colour).is_empty() {
            board.gating
        } else {
            board.castling
        };
        let mut letters: Vec<char> =
            squares(set & board.of_colour(colour) & variant.back_rank(colour))
                .map(|square| (b'a' + geometry.file(square)) as char)
                .collect();
        if !gates {
            letters.reverse();
        }
        rights.extend(letters.into_iter().map(|c| {
            if colour == Colour::White {
                c.to_ascii_uppercase()
            } else {
                c
            }
        }));
    }
    if rights.is_empty() {
        rights.push('-');
    }
    let passed = match (board.en_passant, board.pending) {
        (_, Some(square)) => format!("-={}", geometry.name(square)),
        (Some(square), None) => geometry.name(square),
        (None, None) => "-".to_owned(),
    };
    format!(
        " {} {rights} {passed} {} {}",
        board.turn.letter(),
        board.halfmoves,
        board.number
    )
}
