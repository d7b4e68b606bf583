//! The notation people write: `Nf3`, `exd8=Q`, `O-O`, `Bg3(Me1)`, `b4(N)`, `b1(N)`, `Qf6(Kg7)+`.

use thiserror::Error;

use super::uci;
use crate::action::{Action, CastleGate, Fact, Recorded, SeenAction, Shown};
use crate::geometry::{Colour, Square};
use crate::piece::Kind;
use crate::variant::Variant;
use crate::view::View;

/// A text that means no legal action.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SanError {
    /// Nothing legal is written like this.
    #[error("`{0}` is no legal move here")]
    NoSuchMove(String),
    /// Several legal actions are.
    #[error("`{text}` could be {candidates}")]
    Ambiguous {
        /// The text.
        text: String,
        /// All that it could be, in the exact notation.
        candidates: String,
    },
}

/// Writes a played action as a seat knows it; `view` is that seat's view before it.
pub fn text(view: &View, record: &Recorded) -> String {
    let variant = view.variant();
    let SeenAction::Known(action) = record.action else {
        return "@?".to_owned();
    };
    let mut text = core(view, action);
    // A late promotion's piece has just been named; gates and promotions are part of the core.
    let revealed = match record.shown.revealed {
        Fact::Known(kind) => Some(kind),
        _ => None,
    };
    if let Some(kind) = revealed {
        text += &format!("({})", shown_letter(variant, kind));
    } else if let (Fact::Known(kind), false) = (
        record.shown.captured,
        view.board().reveals(variant, action).is_some(),
    ) {
        text += &format!("({})", shown_letter(variant, kind));
    }
    if let Fact::Known(square) = record.shown.king {
        text += &format!(
            "({}{})",
            shown_letter(variant, variant.king()),
            variant.geometry().name(square)
        );
    }
    text + sign(view, action, &record.shown)
}

/// Writes an action that could be played, before anybody knows what it shows.
pub fn choice_text(view: &View, action: Action) -> String {
    let text = core(view, action);
    let shows = view.board().reveals(view.variant(), action).is_some();
    if shows {
        text
    } else {
        text + sign(view, action, &Shown::default())
    }
}

/// `#` for mate, `+` for check, as far as this view can tell.
fn sign(view: &View, action: Action, shown: &Shown) -> &'static str {
    if matches!(action, Action::Choose(_)) {
        return "";
    }
    let variant = view.variant();
    let mut after = *view.board();
    after.play(variant, action, shown);
    let turn = after.turn();
    if after.pending().is_some() || !variant.in_check(&after, turn) {
        return "";
    }
    // A king in check is on the board, so no secret square of its side is left.
    if variant.legal(&after, None).is_empty() {
        "#"
    } else {
        "+"
    }
}

fn shown_letter(variant: &Variant, kind: Kind) -> &str {
    &variant.kind(kind).shown
}

/// The action without what it showed and without sign.
fn core(view: &View, action: Action) -> String {
    let variant = view.variant();
    let board = view.board();
    let name = |square: Square| variant.geometry().name(square);
    match action {
        Action::Choose(square) => format!("@{}", name(square)),
        Action::Promote(kind) => format!("={}", shown_letter(variant, kind)),
        Action::Flip(square) => name(square),
        Action::Castle { king, rook, gate } => {
            let wing = variant.castling().map(|rules| {
                if rook < king {
                    &rules.first
                } else {
                    &rules.last
                }
            });
            let mut text = wing.map_or_else(|| "O-O".to_owned(), |wing| wing.text.clone());
            if let Some(CastleGate { kind, on_rook }) = gate {
                text += &format!(
                    "({}{})",
                    shown_letter(variant, kind),
                    name(if on_rook { rook } else { king })
                );
            }
            text
        }
        Action::Move {
            from,
            to,
            promotion,
            gate,
        } => {
            let kind = board.piece(from).map(|piece| piece.kind);
            let pawn = variant
                .pawns()
                .is_some_and(|pawns| Some(pawns.kind) == kind);
            let capture = board.captured_square(variant, action).is_some();
            let mut text = String::new();
            if pawn {
                if capture {
                    text.push((b'a' + variant.geometry().file(from)) as char);
                }
            } else {
                text += kind.map_or("", |kind| shown_letter(variant, kind));
                text += &origin(view, from, to, kind);
            }
            if capture {
                text.push('x');
            }
            text += &name(to);
            if let Some(kind) = promotion {
                text += &format!("={}", shown_letter(variant, kind));
            }
            if let Some(kind) = gate {
                text += &format!("({}{})", shown_letter(variant, kind), name(from));
            }
            text
        }
    }
}

/// As much of the start square as is needed among pieces that act alike.
fn origin(view: &View, from: Square, to: Square, kind: Option<Kind>) -> String {
    let variant = view.variant();
    let board = view.board();
    let geometry = variant.geometry();
    let others: Vec<Square> = variant
        .legal(board, view.king_square(board.turn()))
        .into_iter()
        .filter_map(|action| match action {
            Action::Move { from: f, to: t, .. }
                if t == to && f != from && board.piece(f).map(|p| p.kind) == kind =>
            {
                Some(f)
            }
            _ => None,
        })
        .collect();
    if others.is_empty() {
        return String::new();
    }
    let file = ((b'a' + geometry.file(from)) as char).to_string();
    if others
        .iter()
        .all(|&s| geometry.file(s) != geometry.file(from))
    {
        return file;
    }
    if others
        .iter()
        .all(|&s| geometry.rank(s) != geometry.rank(from))
    {
        return (geometry.rank(from) + 1).to_string();
    }
    geometry.name(from)
}

/// Reads what a person wrote: the notation above with or without signs, more of the start square than needed, `0-0`,
/// a long form (`Be1-g3`), Game Courier's drops (`Be1-g3; M-e1`), castling by the king's target (`e1g1`), or an
/// action's exact form. Revealed identities in brackets are passed over.
///
/// # Errors
/// [`SanError`], with the candidates if there are several.
pub fn parse(view: &View, text: &str) -> Result<Action, SanError> {
    let variant = view.variant();
    let actions = view.legal().unwrap_or_default();
    let trimmed = text.trim().trim_end_matches(['+', '#', '!', '?']);
    if let Ok(action) = uci::parse(variant, view.board(), trimmed)
        && actions.contains(&action)
    {
        return Ok(action);
    }
    let Some(written) = Written::new(variant, trimmed) else {
        return Err(SanError::NoSuchMove(text.to_owned()));
    };
    let fitting: Vec<Action> = actions
        .into_iter()
        .filter(|&action| written.fits(view, action))
        .collect();
    match fitting.as_slice() {
        [] => Err(SanError::NoSuchMove(text.to_owned())),
        [action] => Ok(*action),
        several => Err(SanError::Ambiguous {
            text: text.to_owned(),
            candidates: several
                .iter()
                .map(|&a| uci::action(variant, a))
                .collect::<Vec<_>>()
                .join(", "),
        }),
    }
}

/// A move text taken apart.
struct Written {
    /// Without brackets, drops, `x` and `-` (but in castling).
    head: String,
    /// Piece put on a square left.
    gate: Option<(Kind, Square)>,
}

impl Written {
    fn new(variant: &Variant, text: &str) -> Option<Written> {
        let mut head = text.to_owned();
        let mut gate = None;
        if let Some((before, drop)) = text.split_once(';') {
            let (letter, square) = drop.trim().split_once('-')?;
            gate = Some((
                by_shown(variant, letter.trim())?,
                variant.geometry().parse(square.trim())?,
            ));
            head = before.trim().to_owned();
        }
        while let Some(open) = head.find('(') {
            let close = head[open..].find(')')? + open;
            let inner = &head[open + 1..close];
            let square = inner.find(|c: char| c.is_ascii_lowercase() && inner.len() > 1);
            if let Some(at) = square
                && let (Some(kind), Some(square)) = (
                    by_shown(variant, &inner[..at]),
                    variant.geometry().parse(&inner[at..]),
                )
                && kind != variant.king()
            {
                gate = Some((kind, square));
            }
            head.replace_range(open..=close, "");
        }
        let head = head
            .trim()
            .trim_end_matches(['+', '#', '!', '?'])
            .replace("0-0", "O-O")
            .replace("O-0", "O-O");
        let head = if head.starts_with("O-O") {
            head
        } else {
            text_without_signs(&head)
        };
        (!head.is_empty() && head.len() < 16).then_some(Written { head, gate })
    }

    fn fits(&self, view: &View, action: Action) -> bool {
        let variant = view.variant();
        let board = view.board();
        let name = |square: Square| variant.geometry().name(square);
        match action {
            Action::Choose(square) => self.head == format!("@{}", name(square)),
            Action::Promote(kind) => self.head == format!("={}", shown_letter(variant, kind)),
            Action::Flip(square) => self.gate.is_none() && self.head == name(square),
            Action::Castle { king, rook, gate } => {
                let gate = gate.map(|g| (g.kind, if g.on_rook { rook } else { king }));
                if gate != self.gate {
                    return false;
                }
                let Some(rules) = variant.castling() else {
                    return false;
                };
                let (wing, short) = if rook < king {
                    (&rules.first, "O-O-O")
                } else {
                    (&rules.last, "O-O")
                };
                let king_to = board.castled(variant, king, rook).map(|(to, _)| to);
                let by_target = king_to.is_some_and(|to| {
                    let far = variant
                        .geometry()
                        .file(to)
                        .abs_diff(variant.geometry().file(king))
                        > 1;
                    far && (self.head == name(king) + &name(to)
                        || self.head
                            == format!(
                                "{}{}{}",
                                shown_letter(variant, variant.king()),
                                name(king),
                                name(to)
                            ))
                });
                self.head == wing.text || self.head == short || by_target
            }
            Action::Move {
                from,
                to,
                promotion,
                gate,
            } => {
                if gate.map(|kind| (kind, from)) != self.gate {
                    return false;
                }
                self.fits_move(view, from, to, promotion)
            }
        }
    }

    fn fits_move(&self, view: &View, from: Square, to: Square, promotion: Option<Kind>) -> bool {
        let variant = view.variant();
        let name = |square: Square| variant.geometry().name(square);
        let Some(kind) = view.board().piece(from).map(|p| p.kind) else {
            return false;
        };
        let pawn = variant.pawns().is_some_and(|pawns| pawns.kind == kind);
        let mut head = self.head.as_str();
        if let Some(kind) = promotion {
            let letter = shown_letter(variant, kind);
            let Some(rest) = head.strip_suffix(letter) else {
                return false;
            };
            head = rest.strip_suffix('=').unwrap_or(rest);
        }
        let letter = shown_letter(variant, kind);
        match head.strip_prefix(letter) {
            Some(rest) => head = rest,
            None if pawn => {}
            None => return false,
        }
        let Some(start) = head.strip_suffix(name(to).as_str()) else {
            return false;
        };
        let from = name(from);
        // A pawn's capture names its file, and a move that doesn't is straight.
        let straight = from[..1] == name(to)[..1];
        if pawn && start.is_empty() && !straight {
            return false;
        }
        start.is_empty() || start == from || start == &from[..1] || start == &from[1..]
    }
}

fn text_without_signs(text: &str) -> String {
    text.chars()
        .filter(|c| !matches!(c, 'x' | '-' | ':'))
        .collect()
}

fn by_shown(variant: &Variant, letters: &str) -> Option<Kind> {
    variant
        .kinds()
        .find(|(_, spec)| spec.shown == letters || spec.letter.to_string() == letters)
        .map(|(kind, _)| kind)
}

/// The moves of a game with their numbers, as a movetext line: `1. e4 e5 2. Nf3`.
pub fn movetext(first_number: u16, first: Colour, texts: &[String]) -> String {
    let mut out = String::new();
    let mut number = first_number;
    let mut turn = first;
    for (index, text) in texts.iter().enumerate() {
        if turn == Colour::White {
            out += &format!("{number}. ");
        } else if index == 0 {
            out += &format!("{number}... ");
        }
        out += text;
        out.push(' ');
        if turn == Colour::Black {
            number += 1;
        }
        turn = turn.other();
    }
    out.trim_end().to_owned()
}
