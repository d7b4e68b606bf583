//! Actions as text, one notation for all games; recorded actions add what was shown. See docs/notation.md.

use thiserror::Error;

use crate::action::{Action, CastleGate, Fact, Recorded, SeenAction, Shown};
use crate::board::Board;
use crate::geometry::{Colour, Square};
use crate::piece::Kind;
use crate::variant::Variant;

/// An action that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ActionError {
    /// It has none of the forms.
    #[error("`{0}` is no action: expected a form such as e2e4, e7e8q, b1b1, b1c3m, =q or @c3")]
    Form(String),
    /// A letter that is no piece of this game.
    #[error("`{letter}` in `{action}` is no piece of this game")]
    UnknownPiece {
        /// The letter.
        letter: char,
        /// The whole text.
        action: String,
    },
    /// Nothing stands on the square the action starts from.
    #[error("`{action}`: {square} is empty")]
    Empty {
        /// The whole text.
        action: String,
        /// The square.
        square: String,
    },
    /// A part behind the action that cannot be read.
    #[error(
        "`{part}` in `{action}` shows nothing that can be read: expected ~n, *q or @g7, in this order, or ? for a secret"
    )]
    Part {
        /// The part.
        part: String,
        /// The whole text.
        action: String,
    },
}

fn letter(variant: &Variant, kind: Kind) -> char {
    variant.kind(kind).letter.to_ascii_lowercase()
}

/// Writes an action: `e2e4`, `e7e8q`, `f1j1`, `b1b1`, `b1c3m`, `=q`, `@c3`.
pub fn action(variant: &Variant, action: Action) -> String {
    let name = |square| variant.geometry().name(square);
    match action {
        Action::Move {
            from,
            to,
            promotion,
            gate,
        } => {
            let mut text = name(from) + &name(to);
            text.extend(promotion.or(gate).map(|kind| letter(variant, kind)));
            text
        }
        Action::Castle { king, rook, gate } => match gate {
            None => name(king) + &name(rook),
            Some(CastleGate { kind, on_rook }) => {
                let (first, second) = if on_rook { (rook, king) } else { (king, rook) };
                format!("{}{}{}", name(first), name(second), letter(variant, kind))
            }
        },
        Action::Flip(square) => name(square) + &name(square),
        Action::Promote(kind) => format!("={}", letter(variant, kind)),
        Action::Choose(square) => format!("@{}", name(square)),
    }
}

/// Writes an action with what it showed: `b2b4~n`, `a1a7~p*?`, `f2f6@g7`, `@?`.
pub fn recorded(variant: &Variant, record: &Recorded) -> String {
    let mut text = match record.action {
        SeenAction::Known(known) => action(variant, known),
        SeenAction::SecretChoice => "@?".to_owned(),
    };
    let kind = |mark: char, fact: Fact<Kind>| match fact {
        Fact::Nothing => String::new(),
        Fact::Secret => format!("{mark}?"),
        Fact::Known(kind) => format!("{mark}{}", letter(variant, kind)),
    };
    text += &kind('~', record.shown.revealed);
    text += &kind('*', record.shown.captured);
    match record.shown.king {
        Fact::Nothing => {}
        Fact::Secret => text += "@?",
        Fact::Known(square) => text = text + "@" + &variant.geometry().name(square),
    }
    text
}

/// Reads a square name from the front of a text.
fn square<'a>(variant: &Variant, text: &'a str) -> Option<(Square, &'a str)> {
    let digits = text
        .get(1..)?
        .bytes()
        .take_while(u8::is_ascii_digit)
        .count();
    // `a1b2` has one digit here; `a10` two. The longest that is a square wins.
    (1..=digits.min(2)).rev().find_map(|n| {
        let name = text.get(..1 + n)?;
        Some((variant.geometry().parse(name)?, &text[1 + n..]))
    })
}

/// Reads an action. The board tells moves, castling, flips, promotions and gating apart; nothing says yet that the
/// action is legal.
///
/// # Errors
/// [`ActionError`], which names the offending part.
pub fn parse(variant: &Variant, board: &Board, text: &str) -> Result<Action, ActionError> {
    let form = || ActionError::Form(text.to_owned());
    if let Some(rest) = text.strip_prefix('@') {
        return variant
            .geometry()
            .parse(rest)
            .map(Action::Choose)
            .ok_or_else(form);
    }
    let kind = |letter: char| {
        variant
            .kind_of(letter)
            .filter(|_| letter.is_ascii_alphabetic())
            .ok_or_else(|| ActionError::UnknownPiece {
                letter,
                action: text.to_owned(),
            })
    };
    let only = |rest: &str| {
        let mut chars = rest.chars();
        match (chars.next(), chars.next()) {
            (None, _) => Ok(None),
            (Some(letter), None) => kind(letter).map(Some),
            _ => Err(form()),
        }
    };
    if let Some(rest) = text.strip_prefix('=') {
        return only(rest)?.map(Action::Promote).ok_or_else(form);
    }
    let (from, rest) = square(variant, text).ok_or_else(form)?;
    let (to, rest) = square(variant, rest).ok_or_else(form)?;
    let suffix = only(rest)?;
    if from == to {
        return if suffix.is_none() {
            Ok(Action::Flip(from))
        } else {
            Err(form())
        };
    }
    let Some(piece) = board.piece(from) else {
        return Err(ActionError::Empty {
            action: text.to_owned(),
            square: variant.geometry().name(from),
        });
    };
    if let Some((king, rook)) = castling_pair(variant, board, from, to) {
        let gate = suffix.map(|kind| CastleGate {
            kind,
            on_rook: from == rook,
        });
        // Rook first without a gate is no castling: nothing has that form.
        if gate.is_some() || from == king {
            return Ok(Action::Castle { king, rook, gate });
        }
    }
    let promotes = variant.pawns().is_some_and(|pawns| {
        piece.kind == pawns.kind && pawns.last_rank[piece.colour.index()] & to.bit() != 0
    });
    Ok(if promotes {
        Action::Move {
            from,
            to,
            promotion: suffix,
            gate: None,
        }
    } else {
        Action::Move {
            from,
            to,
            promotion: None,
            gate: suffix,
        }
    })
}

/// King and rook, if the two squares hold a side's king and its castling partner.
fn castling_pair(
    variant: &Variant,
    board: &Board,
    a: Square,
    b: Square,
) -> Option<(Square, Square)> {
    variant.castling()?;
    let (first, second) = (board.piece(a)?, board.piece(b)?);
    if first.colour != second.colour {
        return None;
    }
    if first.kind == variant.king() {
        return Some((a, b));
    }
    (second.kind == variant.king()).then_some((b, a))
}

/// Reads a recorded action. `by` is whose action it is. The forms of other programs are read too: `b2b4=n` for a
/// face-down piece that turned up, `a1a7x=q` for one captured face down, and a bare letter (`b2b4n`).
///
/// # Errors
/// [`ActionError`], which names the offending part.
pub fn parse_recorded(
    variant: &Variant,
    board: &Board,
    by: Colour,
    text: &str,
) -> Result<Recorded, ActionError> {
    if text == "@?" {
        return Ok(Recorded {
            by,
            action: SeenAction::SecretChoice,
            shown: Shown::default(),
        });
    }
    let part = |part: &str| ActionError::Part {
        part: part.to_owned(),
        action: text.to_owned(),
    };
    let start = usize::from(text.starts_with(['=', '@']));
    let tail = text
        .char_indices()
        .skip_while(|&(at, _)| at < start)
        .find(|&(_, c)| matches!(c, '~' | '*' | '@' | '=' | 'x'))
        .map_or(text.len(), |(at, _)| at);
    let (head, mut rest) = text.split_at(tail);
    let mut action = parse(variant, board, head)?;
    let mut shown = Shown::default();
    let identity =
        |value: &str| -> Result<Fact<Kind>, ActionError> {
            let mut chars = value.chars();
            match (chars.next(), chars.next()) {
                (Some('?'), None) => Ok(Fact::Secret),
                (Some(letter), None) => variant.kind_of(letter).map(Fact::Known).ok_or_else(|| {
                    ActionError::UnknownPiece {
                        letter,
                        action: text.to_owned(),
                    }
                }),
                _ => Err(part(value)),
            }
        };
    for mark in ["~", "=", "x=", "*", "@"] {
        let Some(after) = rest.strip_prefix(mark) else {
            continue;
        };
        let end = after.find(['~', '*', '@', '=', 'x']).unwrap_or(after.len());
        let (value, next) = after.split_at(end);
        match mark {
            "~" | "=" => {
                let fact = identity(value)?;
                // `e7e8=q` is a promotion in other programs' text.
                match (action, fact) {
                    (
                        Action::Move {
                            from,
                            to,
                            promotion: None,
                            gate: None,
                        },
                        Fact::Known(kind),
                    ) if mark == "=" && promotes(variant, board, from, to) => {
                        action = Action::Move {
                            from,
                            to,
                            promotion: Some(kind),
                            gate: None,
                        };
                    }
                    _ if shown.revealed == Fact::Nothing => shown.revealed = fact,
                    _ => return Err(part(value)),
                }
            }
            "x=" | "*" => {
                if shown.captured != Fact::Nothing {
                    return Err(part(value));
                }
                shown.captured = identity(value)?;
            }
            _ => {
                shown.king = match value {
                    "?" => Fact::Secret,
                    name => Fact::Known(variant.geometry().parse(name).ok_or_else(|| part(value))?),
                };
            }
        }
        rest = next;
    }
    if !rest.is_empty() {
        return Err(part(rest));
    }
    // A bare letter behind the move of a face-down piece is its identity.
    if let Action::Move {
        from,
        to,
        promotion: None,
        gate: Some(kind),
    } = action
        && variant.gating_hand().is_none()
        && board.reveals(variant, action).is_some()
        && shown.revealed == Fact::Nothing
    {
        action = Action::plain(from, to);
        shown.revealed = Fact::Known(kind);
    }
    if let Action::Castle {
        king,
        rook,
        gate: Some(gate),
    } = action
        && variant.gating_hand().is_none()
        && board.reveals(variant, action).is_some()
        && shown.revealed == Fact::Nothing
    {
        action = Action::Castle {
            king,
            rook,
            gate: None,
        };
        shown.revealed = Fact::Known(gate.kind);
    }
    Ok(Recorded {
        by,
        action: SeenAction::Known(action),
        shown,
    })
}

fn promotes(variant: &Variant, board: &Board, from: Square, to: Square) -> bool {
    match (variant.pawns(), board.piece(from)) {
        (Some(pawns), Some(piece)) => {
            piece.kind == pawns.kind
                && !piece.face_down
                && pawns.last_rank[piece.colour.index()] & to.bit() != 0
        }
        _ => false,
    }
}
