//! FEN of the truth and of views. See docs/notation.md for the form.

use std::sync::Arc;
use thiserror::Error;

use crate::board::{Board, KingState};
use crate::geometry::{Colour, Square, squares};
use crate::piece::{Counts, Kind, Piece};
use crate::position::{Position, Secrets};
use crate::variant::{CaptureShows, Variant};
use crate::view::View;

/// A position text that is refused: which field, and why.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{field}: {reason}")]
pub struct FenError {
    /// Name of the field, such as "placement" or "castling field".
    pub field: &'static str,
    /// What is wrong and what would be right.
    pub reason: String,
}

fn bad<T>(field: &'static str, reason: impl Into<String>) -> Result<T, FenError> {
    Err(FenError {
        field,
        reason: reason.into(),
    })
}

const PLACEMENT: &str = "placement";
const HAND: &str = "pieces in hand";
const CAPTURED: &str = "captured face down";
const POOLS: &str = "unknown pools";
const SQUARES: &str = "king squares";
const TURN: &str = "side to move";
const CASTLING: &str = "castling field";
const EN_PASSANT: &str = "en-passant field";
const HALFMOVES: &str = "half-move clock";
const NUMBER: &str = "move number";

/// Longest text that is looked at.
const LONGEST: usize = 1_000;

/// A position text of either form.
#[derive(Debug, Clone)]
pub enum Parsed {
    /// The whole truth.
    Truth(Position),
    /// What one seat knows.
    View(View),
}

impl Parsed {
    /// The public board.
    pub fn board(&self) -> &Board {
        match self {
            Parsed::Truth(position) => position.board(),
            Parsed::View(view) => view.board(),
        }
    }
}

/// Reads a position text of either form.
///
/// # Errors
/// [`FenError`], which names the field and the reason.
pub fn parse(variant: &Arc<Variant>, text: &str) -> Result<Parsed, FenError> {
    Reader::new(variant, text)?.read()
}

impl Position {
    /// Reads a truth FEN.
    ///
    /// # Errors
    /// [`FenError`]; a view is refused too.
    pub fn from_fen(variant: &Arc<Variant>, text: &str) -> Result<Position, FenError> {
        match parse(variant, text)? {
            Parsed::Truth(position) => Ok(position),
            Parsed::View(_) => bad(
                PLACEMENT,
                "this is a seat's view, which hides something; the whole truth is needed here",
            ),
        }
    }

    /// Writes the whole truth. One of the two doors through which it leaves memory: for the command line, the lab,
    /// tests and finished games, never for a player.
    pub fn truth_fen(&self) -> String {
        let variant = &self.variant;
        let mut text = placement(variant, &self.board, |square, piece| {
            if piece.face_down {
                format!(
                    "({})",
                    variant.letter(piece.colour, self.secrets.identities[square.index()])
                )
            } else {
                variant.letter(piece.colour, piece.kind).to_string()
            }
        });
        text += &hand(variant, &self.board);
        if self
            .secrets
            .captured
            .iter()
            .any(|counts| !counts.is_empty())
        {
            text += &format!("|{}|", lists(variant, &self.secrets.captured));
        }
        text += &king_squares(variant, &self.board, &self.secrets.squares);
        text + &fields(variant, &self.board)
    }
}

impl View {
    /// Reads a view; a truth that hides nothing is a view too.
    ///
    /// # Errors
    /// [`FenError`]; a truth with secrets is refused.
    pub fn from_fen(variant: &Arc<Variant>, text: &str) -> Result<View, FenError> {
        match parse(variant, text)? {
            Parsed::View(view) => Ok(view),
            Parsed::Truth(position) if variant.face_down().is_none() => {
                let pools = [Counts::NONE; 2];
                Ok(View {
                    variant: variant.clone(),
                    board: position.board,
                    pools,
                    squares: position.secrets.squares,
                })
            }
            Parsed::Truth(_) => bad(
                POOLS,
                "a view of this game has its pools `<…/…>` after the placement",
            ),
        }
    }

    /// Writes what this seat knows.
    pub fn fen(&self) -> String {
        let variant = &self.variant;
        let mut text = placement(variant, &self.board, |_, piece| {
            let letter = if piece.face_down {
                match piece.colour {
                    Colour::White => 'X',
                    Colour::Black => 'x',
                }
            } else {
                variant.letter(piece.colour, piece.kind)
            };
            letter.to_string()
        });
        text += &hand(variant, &self.board);
        if variant.face_down().is_some() {
            text += &format!("<{}>", lists(variant, &self.pools));
        }
        text += &king_squares(variant, &self.board, &self.squares);
        text + &fields(variant, &self.board)
    }
}

fn placement(variant: &Variant, board: &Board, letter: impl Fn(Square, Piece) -> String) -> String {
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

fn lists(variant: &Variant, counts: &[Counts; 2]) -> String {
    format!(
        "{}/{}",
        list(variant, Colour::White, &counts[0]),
        list(variant, Colour::Black, &counts[1])
    )
}

fn hand(variant: &Variant, board: &Board) -> String {
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

fn king_squares(variant: &Variant, board: &Board, known: &[Option<Square>; 2]) -> String {
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

fn fields(variant: &Variant, board: &Board) -> String {
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

struct Reader<'a> {
    variant: &'a Arc<Variant>,
    placement: &'a str,
    hand: Option<&'a str>,
    captured: Option<&'a str>,
    pools: Option<&'a str>,
    squares: Option<&'a str>,
    fields: Vec<&'a str>,
    board: Board,
    secrets: Secrets,
    unknown: bool,
    known_face_down: bool,
}

impl<'a> Reader<'a> {
    fn new(variant: &'a Arc<Variant>, text: &'a str) -> Result<Reader<'a>, FenError> {
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

    fn read(mut self) -> Result<Parsed, FenError> {
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

    fn kind(&self, letter: char) -> Option<Kind> {
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

    /// Counts letters of both colours, each list with its own.
    fn letters(
        &self,
        field: &'static str,
        text: &str,
        only: Option<Colour>,
    ) -> Result<[Counts; 2], FenError> {
        let mut counts = [Counts::NONE; 2];
        for letter in text.chars() {
            let colour = if letter.is_ascii_uppercase() {
                Colour::White
            } else {
                Colour::Black
            };
            let Some(kind) = self.kind(letter).filter(|&k| k != self.variant.king()) else {
                return bad(field, format!("`{letter}` is no piece that can be here"));
            };
            if only.is_some_and(|only| only != colour) {
                return bad(
                    field,
                    format!("`{letter}` is written in the other side's case"),
                );
            }
            counts[colour.index()].add(kind);
        }
        Ok(counts)
    }

    fn read_hand(&mut self) -> Result<(), FenError> {
        let Some(text) = self.hand else { return Ok(()) };
        let counts = self.letters(HAND, text, None)?;
        let Some(most) = self.variant.gating_hand() else {
            return if text.is_empty() {
                Ok(())
            } else {
                bad(HAND, "this game has no pieces in hand")
            };
        };
        for colour in Colour::ALL {
            let held = counts[colour.index()];
            for (kind, count) in held.iter() {
                if count > most.get(kind) {
                    let spec = self.variant.kind(kind);
                    return bad(
                        HAND,
                        format!(
                            "too many pieces in hand: {colour} has {count} `{}`, at most {} are possible",
                            spec.letter,
                            most.get(kind)
                        ),
                    );
                }
            }
            self.board.set_hand(colour, held);
        }
        Ok(())
    }

    fn read_lists(&mut self) -> Result<Option<[Counts; 2]>, FenError> {
        let both =
            |reader: &Self, field: &'static str, text: &str| -> Result<[Counts; 2], FenError> {
                let Some((white, black)) = text.split_once('/') else {
                    return bad(
                        field,
                        format!("`{text}` is not of the form white/black, such as N/qp"),
                    );
                };
                let mut counts = [Counts::NONE; 2];
                for (colour, list) in Colour::ALL.into_iter().zip([white, black]) {
                    if list != "-" {
                        if list.is_empty() {
                            return bad(field, "an empty list is written `-`");
                        }
                        counts[colour.index()] =
                            reader.letters(field, list, Some(colour))?[colour.index()];
                    }
                }
                Ok(counts)
            };
        if let Some(text) = self.captured {
            if self
                .variant
                .face_down()
                .is_none_or(|rules| rules.capture_shows == CaptureShows::All)
            {
                return bad(CAPTURED, "this game keeps no secret of what is captured");
            }
            if self.pools.is_some() || self.unknown {
                return bad(CAPTURED, "a view has pools `<…/…>` instead");
            }
            self.secrets.captured = both(self, CAPTURED, text)?;
        }
        let Some(text) = self.pools else {
            return if self.unknown {
                bad(
                    POOLS,
                    "face-down pieces written X or x need the unknown pools `<…/…>` after the placement",
                )
            } else {
                Ok(None)
            };
        };
        if self.variant.face_down().is_none() {
            return bad(POOLS, "this game has no face-down pieces");
        }
        if self.known_face_down {
            return bad(
                POOLS,
                "a view writes every face-down piece X or x; letters in brackets belong to the truth",
            );
        }
        let pools = both(self, POOLS, text)?;
        for colour in Colour::ALL {
            let lying = (self.board.face_down & self.board.of_colour(colour)).count_ones();
            if pools[colour.index()].total() < lying {
                return bad(
                    POOLS,
                    format!(
                        "{colour}'s pool holds {} pieces, but {lying} lie face down",
                        pools[colour.index()].total()
                    ),
                );
            }
        }
        Ok(Some(pools))
    }

    /// Says whether the event begins with this position.
    fn read_king_squares(&mut self) -> Result<bool, FenError> {
        let Some(text) = self.squares else {
            return Ok(self.variant.secret_kings());
        };
        if !self.variant.secret_kings() {
            return bad(SQUARES, "kings do not hide in this game");
        }
        let Some((white, black)) = text.split_once('/') else {
            return bad(
                SQUARES,
                format!("`{text}` is not of the form white/black, such as c3/g7"),
            );
        };
        for (colour, part) in Colour::ALL.into_iter().zip([white, black]) {
            let state = match part {
                "-" => KingState::OnBoard,
                "?" => KingState::NotChosen,
                "*" => KingState::Chosen,
                name => {
                    let Some(square) = self.variant.geometry().parse(name) else {
                        return bad(
                            SQUARES,
                            format!(
                                "`{name}` is no square of this board; expected a square, -, ? or *"
                            ),
                        );
                    };
                    if self.board.piece(square).is_some_and(|p| p.colour == colour) {
                        return bad(
                            SQUARES,
                            format!("{colour}'s own piece stands on its king's square {name}"),
                        );
                    }
                    self.secrets.squares[colour.index()] = Some(square);
                    KingState::Chosen
                }
            };
            self.board.set_king_state(colour, state);
        }
        Ok(false)
    }

    fn check_kings(&self) -> Result<(), FenError> {
        for colour in Colour::ALL {
            let on_board = self.board.king(colour).is_some();
            let hidden = self.board.king_state(colour) != KingState::OnBoard;
            match (on_board, hidden) {
                (false, false) => return bad(PLACEMENT, format!("{colour} has no king")),
                (true, true) => {
                    return bad(
                        SQUARES,
                        format!("{colour}'s king stands on the board, so its square must be `-`"),
                    );
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn read_rights(&mut self) -> Result<(), FenError> {
        let text = self.fields.get(1).copied().unwrap_or("-");
        if text == "-" {
            return Ok(());
        }
        let variant = self.variant;
        if variant.castling().is_none() && variant.gating_hand().is_none() {
            return bad(
                CASTLING,
                format!("`{text}`, but there is no castling in this game; expected -"),
            );
        }
        for letter in text.chars() {
            let colour = if letter.is_ascii_uppercase() {
                Colour::White
            } else {
                Colour::Black
            };
            if !letter.is_ascii_alphabetic() {
                return bad(CASTLING, format!("`{letter}` is no file letter"));
            }
            let gates = variant.gating_hand().is_some() && !self.board.hand(colour).is_empty();
            let square = self.right(letter, colour, gates)?;
            if (if gates {
                self.board.gating
            } else {
                self.board.castling
            }) & square.bit()
                != 0
            {
                return bad(CASTLING, format!("`{letter}` stands there twice"));
            }
            if gates {
                self.board.set_gating(self.board.gating | square.bit());
            } else {
                self.board.set_castling(self.board.castling | square.bit());
            }
        }
        for colour in Colour::ALL {
            self.finish_rights(colour)?;
        }
        Ok(())
    }

    /// The square that a letter of the castling field means.
    fn right(&mut self, letter: char, colour: Colour, gates: bool) -> Result<Square, FenError> {
        let variant = self.variant;
        let geometry = variant.geometry();
        let rank = variant.back_rank(colour);
        let king = self.board.king(colour).filter(|k| k.bit() & rank != 0);
        let partners = self.partners(colour);
        let lower = letter.to_ascii_lowercase();
        let by_file = squares(rank).find(|&s| geometry.file(s) == lower as u8 - b'a');
        let is_wing = matches!(lower, 'k' | 'q');
        // On a board with a file k, `K` means that file if it can: a piece that gates, or a rook.
        let could_be = if gates {
            self.board.of_colour(colour)
        } else {
            partners
        };
        if let Some(square) = by_file.filter(|s| !is_wing || could_be & s.bit() != 0) {
            if gates {
                let fits = self.board.piece(square).is_some_and(|p| p.colour == colour);
                return if fits {
                    Ok(square)
                } else {
                    bad(
                        CASTLING,
                        format!(
                            "`{letter}`: no {colour} piece stands on {}",
                            geometry.name(square)
                        ),
                    )
                };
            }
            if king.is_none() {
                return bad(
                    CASTLING,
                    format!("`{letter}`: {colour}'s king is not on its first rank"),
                );
            }
            if partners & square.bit() == 0 {
                return bad(
                    CASTLING,
                    format!(
                        "`{letter}`: no rook of {colour} to castle with stands on {}",
                        geometry.name(square)
                    ),
                );
            }
            return Ok(square);
        }
        if !is_wing {
            return bad(CASTLING, format!("`{letter}` is no file of this board"));
        }
        let Some(king) = king else {
            return bad(
                CASTLING,
                format!("`{letter}`: {colour}'s king is not on its first rank"),
            );
        };
        let outermost = if lower == 'k' {
            squares(partners).filter(|&s| s > king).last()
        } else {
            squares(partners).find(|&s| s < king)
        };
        let Some(rook) = outermost else {
            return bad(
                CASTLING,
                format!("`{letter}`: {colour} has no rook on that side of its king"),
            );
        };
        if gates {
            self.board.set_gating(self.board.gating | king.bit());
        }
        Ok(rook)
    }

    /// Pieces of a side that could be the king's partner.
    fn partners(&self, colour: Colour) -> u128 {
        let Some(castling) = self.variant.castling() else {
            return 0;
        };
        let rooks = self.board.of_kind(castling.rook)
            & self.board.of_colour(colour)
            & self.variant.back_rank(colour);
        if castling.dressed {
            rooks & self.board.face_down
        } else {
            rooks & !self.board.face_down
        }
    }

    fn finish_rights(&mut self, colour: Colour) -> Result<(), FenError> {
        let Some(king) = self.board.king(colour) else {
            return Ok(());
        };
        let own = self.board.of_colour(colour);
        if self.board.gating & own & king.bit() != 0 {
            let rooks = self.partners(colour) & self.board.gating;
            self.board.set_castling(self.board.castling | rooks);
        }
        let rooks = self.board.castling & own;
        let first = squares(rooks).filter(|&s| s < king).count();
        let last = squares(rooks).filter(|&s| s > king).count();
        if first > 1 || last > 1 {
            return bad(
                CASTLING,
                format!("{colour} could castle with two rooks on one side of its king"),
            );
        }
        Ok(())
    }

    fn read_pending(&mut self, name: &str) -> Result<(), FenError> {
        let geometry = self.variant.geometry();
        let Some(square) = geometry.parse(name) else {
            return bad(EN_PASSANT, format!("`{name}` is no square of this board"));
        };
        let turn = self.board.turn;
        let fits = match (self.variant.pawns(), self.board.piece(square)) {
            (Some(pawns), Some(piece)) => {
                piece.kind == pawns.kind
                    && piece.colour == turn
                    && !piece.face_down
                    && pawns.last_rank[turn.index()] & square.bit() != 0
            }
            _ => false,
        };
        if !fits || !Board::is_dressed(self.variant) {
            return bad(
                EN_PASSANT,
                format!("no pawn of {turn} waits on {name} for its promotion"),
            );
        }
        self.board.set_pending(Some(square));
        Ok(())
    }

    fn read_en_passant(&mut self, name: &str) -> Result<Square, FenError> {
        let geometry = self.variant.geometry();
        let Some(square) = geometry.parse(name) else {
            return bad(
                EN_PASSANT,
                format!("`{name}` is no square of this board; expected a square or -"),
            );
        };
        let mover = self.board.turn.other();
        let ahead = if mover == Colour::White { 1 } else { -1 };
        let (Some(pawns), Some(start), Some(end)) = (
            self.variant.pawns(),
            geometry.offset(square, 0, -ahead),
            geometry.offset(square, 0, ahead),
        ) else {
            return bad(EN_PASSANT, format!("no pawn can have passed over {name}"));
        };
        let pawn = self.board.piece(end);
        let stands =
            pawn.is_some_and(|p| p.kind == pawns.kind && p.colour == mover && !p.face_down);
        if !stands || pawns.double_from[mover.index()] & start.bit() == 0 {
            return bad(
                EN_PASSANT,
                format!("no pawn of {mover} has just passed over {name}"),
            );
        }
        if self.board.piece(square).is_some() || self.board.piece(start).is_some() {
            return bad(
                EN_PASSANT,
                format!("a pawn cannot have passed over {name}: its path is not empty"),
            );
        }
        Ok(square)
    }

    fn read_clocks(&mut self) -> Result<(), FenError> {
        let number =
            |text: Option<&&str>, field: &'static str, default: u16| -> Result<u16, FenError> {
                let Some(text) = text else { return Ok(default) };
                match text.parse::<u16>() {
                    Ok(value) if value <= 9_999 && text.bytes().all(|b| b.is_ascii_digit()) => {
                        Ok(value)
                    }
                    _ => bad(field, format!("`{text}` is no number from 0 to 9999")),
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
