//! Reading a position: the order of things, and the placement.

use std::sync::Arc;

use super::{
    CAPTURED, FenError, HALFMOVES, HAND, LONGEST, NUMBER, PLACEMENT, POOLS, Parsed, SQUARES, TURN,
    bad,
};
use crate::board::Board;
use crate::geometry::{Colour, Square};
use crate::piece::{Counts, Kind, Piece};
use crate::position::{Position, Secrets};
use crate::variant::Variant;
use crate::view::View;

pub(super) struct Reader<'a> {
    pub(super) variant: &'a Arc<Variant>,
    pub(super) placement: &'a str,
    pub(super) hand: Option<&'a str>,
    pub(super) captured: Option<&'a str>,
    pub(super) pools: Option<&'a str>,
    pub(super) squares: Option<&'a str>,
    pub(super) fields: Vec<&'a str>,
    pub(super) board: Board,
    pub(super) secrets: Secrets,
    pub(super) unknown: bool,
    pub(super) known_face_down: bool,
}

impl<'a> Reader<'a> {
    pub(super) fn new(variant: &'a Arc<Variant>, text: &'a str) -> Result<Reader<'a>, FenError> {
        if text.len() > LONGEST {
            return bad(
                PLACEMENT,
                format!(
                    "the text has {} characters; a position has at most {LONGEST}",
                    text.len()
                ),
            );
        }
        let mut words = text.split_ascii_whitespace();
        let Some(first) = words.next() else {
            return bad(
                PLACEMENT,
                "the text is empty; expected ranks from the last to the first, separated by `/`",
            );
        };
        let fields: Vec<&str> = words.collect();
        if fields.len() > 5 {
            return bad(
                NUMBER,
                format!(
                    "`{}` stands behind the move number, the last field",
                    fields[5]
                ),
            );
        }
        let end = first.find(['[', '|', '<', '{']).unwrap_or(first.len());
        let (placement, mut rest) = first.split_at(end);
        let mut part =
            |open: char, close: char, field: &'static str| -> Result<Option<&'a str>, FenError> {
                let Some(inner) = rest.strip_prefix(open) else {
                    return Ok(None);
                };
                let Some(end) = inner.find(close) else {
                    return bad(field, format!("the closing `{close}` is missing"));
                };
                rest = &inner[end + 1..];
                Ok(Some(&inner[..end]))
            };
        let hand = part('[', ']', HAND)?;
        let captured = part('|', '|', CAPTURED)?;
        let pools = part('<', '>', POOLS)?;
        let king_squares = part('{', '}', SQUARES)?;
        if !rest.is_empty() {
            return bad(
                PLACEMENT,
                format!(
                    "`{rest}` is out of place; after the placement come [hand], |captured| or <pools>, {{king squares}}"
                ),
            );
        }
        Ok(Reader {
            variant,
            placement,
            hand,
            captured,
            pools,
            squares: king_squares,
            fields,
            board: Board::empty(),
            secrets: Secrets::none(),
            unknown: false,
            known_face_down: false,
        })
    }

    pub(super) fn read(mut self) -> Result<Parsed, FenError> {
        self.read_placement()?;
        self.read_turn()?;
        self.read_hand()?;
        let pools = self.read_lists()?;
        let starts_event = self.read_king_squares()?;
        self.check_kings()?;
        if starts_event {
            self.read_clocks()?;
            self.check_pawns()?;
            return self.start_event();
        }
        self.read_rights()?;
        let mut wanted = None;
        let en_passant = self.fields.get(2).copied().unwrap_or("-");
        if let Some(square) = en_passant.strip_prefix("-=") {
            self.read_pending(square)?;
        } else if en_passant != "-" {
            wanted = Some(self.read_en_passant(en_passant)?);
        }
        self.read_clocks()?;
        self.check_pawns()?;
        self.check_other_side_is_safe()?;
        if let Some(square) = wanted
            && self
                .variant
                .can_capture_en_passant(&self.board, self.board.turn, square)
        {
            self.board.set_en_passant(Some(square));
        }
        let secret_square = self.squares.is_some_and(|text| text.contains('*'));
        if self.unknown || pools.is_some() || secret_square {
            let pools = pools.unwrap_or([Counts::NONE; 2]);
            let view = View {
                variant: self.variant.clone(),
                board: self.board,
                pools,
                squares: self.secrets.squares,
            };
            return Ok(Parsed::View(view));
        }
        Ok(Parsed::Truth(Position {
            variant: self.variant.clone(),
            board: self.board,
            secrets: self.secrets,
        }))
    }

    fn start_event(self) -> Result<Parsed, FenError> {
        let mut position = Position {
            variant: self.variant.clone(),
            board: self.board,
            secrets: self.secrets,
        };
        position.hide_kings();
        for colour in Colour::ALL {
            if self.variant.eligible_king_squares(&position.board, colour) == 0 {
                return bad(
                    SQUARES,
                    format!(
                        "the event cannot start: {colour} has no empty square that is not attacked"
                    ),
                );
            }
        }
        Ok(Parsed::Truth(position))
    }

    fn read_placement(&mut self) -> Result<(), FenError> {
        let geometry = self.variant.geometry();
        let (files, ranks) = (i32::from(geometry.files()), i32::from(geometry.ranks()));
        let rows: Vec<&str> = self.placement.split('/').collect();
        if rows.len() != ranks as usize {
            return bad(
                PLACEMENT,
                format!("{} ranks, but this board has {ranks}", rows.len()),
            );
        }
        for (row, rank) in rows.into_iter().zip((0..ranks).rev()) {
            let name = rank + 1;
            let wrong = |length: i32| {
                bad(
                    PLACEMENT,
                    format!("rank {name} has {length} squares, but this board has {files} files"),
                )
            };
            let mut file = 0;
            let mut chars = row.chars().peekable();
            while let Some(c) = chars.next() {
                if let Some(digit) = c.to_digit(10) {
                    let mut empty = digit as i32;
                    while let Some(next) = chars.peek().and_then(|c| c.to_digit(10)) {
                        empty = (empty * 10 + next as i32).min(1_000);
                        chars.next();
                    }
                    if empty == 0 {
                        return bad(PLACEMENT, format!("0 empty squares on rank {name}"));
                    }
                    file += empty;
                    continue;
                }
                let letter = if c == '(' {
                    let (Some(letter), Some(')')) = (chars.next(), chars.next()) else {
                        return bad(
                            PLACEMENT,
                            format!("a face-down piece on rank {name} is not of the form (N)"),
                        );
                    };
                    letter
                } else {
                    c
                };
                let Some(square) = geometry.square(file, rank) else {
                    return wrong(file + 1);
                };
                self.put(square, letter, c == '(')?;
                file += 1;
            }
            if file != files {
                return wrong(file);
            }
        }
        Ok(())
    }

    fn put(&mut self, square: Square, letter: char, in_brackets: bool) -> Result<(), FenError> {
        let variant = self.variant;
        let geometry = variant.geometry();
        let name = geometry.name(square);
        let colour = if letter.is_ascii_uppercase() {
            Colour::White
        } else {
            Colour::Black
        };
        let unknown = matches!(letter, 'X' | 'x') && !in_brackets;
        if !unknown && !in_brackets {
            let Some(kind) = self.kind(letter) else {
                return bad(PLACEMENT, format!("unknown letter `{letter}` on {name}"));
            };
            self.board.put(
                square,
                Piece {
                    colour,
                    kind,
                    face_down: false,
                },
            );
            if kind == variant.king() {
                if self.board.king(colour).is_some() {
                    return bad(PLACEMENT, format!("{colour} has more than one king"));
                }
                self.board.kings[colour.index()] = Some(square);
            }
            return Ok(());
        }
        let Some(rules) = variant.face_down() else {
            return bad(
                PLACEMENT,
                format!("`{letter}` on {name}: this game has no face-down pieces"),
            );
        };
        let dress = rules
            .dress(square)
            .filter(|_| variant.home_ranks(colour) & square.bit() != 0);
        let Some(dress) = dress else {
            return bad(
                PLACEMENT,
                format!(
                    "a face-down piece on {name}: {colour}'s lie on its two home ranks only, and never on the king's square"
                ),
            );
        };
        if unknown {
            self.unknown = true;
        } else {
            self.known_face_down = true;
            let Some(kind) = self.kind(letter) else {
                return bad(PLACEMENT, format!("unknown letter `{letter}` on {name}"));
            };
            if kind == variant.king() {
                return bad(
                    PLACEMENT,
                    format!("a face-down king on {name}; kings are never face down"),
                );
            }
            self.secrets.identities[square.index()] = kind;
        }
        self.board.put(
            square,
            Piece {
                colour,
                kind: dress,
                face_down: true,
            },
        );
        Ok(())
    }

    pub(super) fn kind(&self, letter: char) -> Option<Kind> {
        if letter.is_ascii_alphabetic() {
            self.variant.kind_of(letter)
        } else {
            None
        }
    }

    fn read_turn(&mut self) -> Result<(), FenError> {
        match self.fields.first().copied() {
            None | Some("w") => Ok(()),
            Some("b") => {
                self.board.set_turn(Colour::Black);
                Ok(())
            }
            Some(other) => bad(TURN, format!("`{other}`; expected w or b")),
        }
    }

    fn read_clocks(&mut self) -> Result<(), FenError> {
        let number =
            |text: Option<&&str>, field: &'static str, default: u16| -> Result<u16, FenError> {
                let Some(text) = text else { return Ok(default) };
                match text.parse::<u16>() {
                    Ok(value) if text.bytes().all(|b| b.is_ascii_digit()) => Ok(value),
                    _ => bad(field, format!("`{text}` is no number from 0 to 65535")),
                }
            };
        self.board.halfmoves = number(self.fields.get(3), HALFMOVES, 0)?;
        self.board.number = number(self.fields.get(4), NUMBER, 1)?.max(1);
        Ok(())
    }

    fn check_pawns(&self) -> Result<(), FenError> {
        let Some(pawns) = self.variant.pawns() else {
            return Ok(());
        };
        for (square, piece) in self.board.pieces() {
            if piece.kind != pawns.kind || piece.face_down {
                continue;
            }
            let name = self.variant.geometry().name(square);
            if pawns.last_rank[piece.colour.index()] & square.bit() != 0
                && self.board.pending != Some(square)
            {
                return bad(
                    PLACEMENT,
                    format!("a {} pawn stands on its last rank, on {name}", piece.colour),
                );
            }
            if self.variant.back_rank(piece.colour) & square.bit() != 0
                && self.variant.face_down().is_none()
            {
                return bad(
                    PLACEMENT,
                    format!(
                        "a {} pawn stands on its first rank, on {name}",
                        piece.colour
                    ),
                );
            }
        }
        Ok(())
    }

    fn check_other_side_is_safe(&self) -> Result<(), FenError> {
        let waiting = self.board.turn.other();
        if self.board.pending.is_none() && self.variant.in_check(&self.board, waiting) {
            return bad(
                TURN,
                format!(
                    "{waiting} is in check, but it is {}'s move",
                    self.board.turn
                ),
            );
        }
        Ok(())
    }
}
