//! A board for the terminal, drawn from a view.

use backrank_rules::{Colour, Counts, Piece, Variant, View};

/// The board as lines of text, seen from one side. Face-down pieces stand in brackets, with what they act as.
pub fn board(view: &View, from: Colour) -> String {
    let variant = view.variant();
    let geometry = variant.geometry();
    let files: Vec<i32> = in_order(i32::from(geometry.files()), from == Colour::White);
    let ranks: Vec<i32> = in_order(i32::from(geometry.ranks()), from == Colour::Black);
    let header: String = files
        .iter()
        .map(|&f| format!(" {} ", (b'a' + f as u8) as char))
        .collect();
    let mut out = format!("    {header}\n");
    for &rank in &ranks {
        out += &format!("{:>3} ", rank + 1);
        for &file in &files {
            let piece = geometry
                .square(file, rank)
                .and_then(|square| view.board().piece(square));
            out += &match piece {
                None => format!(" {} ", if (file + rank) % 2 == 0 { '.' } else { ' ' }),
                Some(piece) if piece.face_down => format!("({})", glyph(variant, piece)),
                Some(piece) => format!(" {} ", glyph(variant, piece)),
            };
        }
        out += &format!(" {}\n", rank + 1);
    }
    out + &format!("    {header}\n")
}

fn in_order(count: i32, rising: bool) -> Vec<i32> {
    if rising {
        (0..count).collect()
    } else {
        (0..count).rev().collect()
    }
}

fn glyph(variant: &Variant, piece: Piece) -> char {
    if variant.disc() == Some(piece.kind) {
        return if piece.colour == Colour::White {
            '○'
        } else {
            '●'
        };
    }
    let white = piece.colour == Colour::White;
    let pair = match variant.kind(piece.kind).id.as_str() {
        "king" => ('♔', '♚'),
        "queen" => ('♕', '♛'),
        "rook" => ('♖', '♜'),
        "bishop" => ('♗', '♝'),
        "knight" => ('♘', '♞'),
        "pawn" => ('♙', '♟'),
        _ => return variant.letter(piece.colour, piece.kind),
    };
    if white { pair.0 } else { pair.1 }
}

/// A pool with its exact chances: `knight 2/15 (13 %), …`.
pub fn pool(variant: &Variant, pool: &Counts) -> String {
    let total = pool.total();
    if total == 0 {
        return "nothing is hidden".to_owned();
    }
    pool.iter()
        .map(|(kind, count)| {
            let percent = f64::from(count) * 100.0 / f64::from(total);
            format!("{} {count}/{total} ({percent:.0} %)", variant.kind(kind).id)
        })
        .collect::<Vec<_>>()
        .join(", ")
}
