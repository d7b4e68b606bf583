//! Playing a game's actions, and reading each from what stands in a movetext.

use std::borrow::Cow;
use std::sync::Arc;

use thiserror::Error;

use crate::action::{Action, Fact, Recorded, SeenAction, Shown};
use crate::board::{Board, KingState};
use crate::geometry::Colour;
use crate::notation::{san, uci};
use crate::piece::Kind;
use crate::position::Position;
use crate::variant::{CaptureShows, Variant};
use crate::view::{Seat, View};

/// An action that a game cannot take in, with the reason.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct Unplayable(pub String);

/// A position of a game: the whole truth, or what one seat knows.
#[derive(Debug, Clone, PartialEq)]
pub enum Start {
    /// Everything.
    Truth(Position),
    /// What one seat knows.
    Seen {
        /// Whose view.
        seat: Seat,
        /// The view.
        view: View,
    },
}

impl Start {
    /// The game's rules.
    pub fn variant(&self) -> &Arc<Variant> {
        match self {
            Start::Truth(position) => position.variant(),
            Start::Seen { view, .. } => view.variant(),
        }
    }

    /// The public board.
    pub fn board(&self) -> &Board {
        match self {
            Start::Truth(position) => position.board(),
            Start::Seen { view, .. } => view.board(),
        }
    }

    /// Truth FEN or view FEN.
    pub fn fen(&self) -> String {
        match self {
            Start::Truth(position) => position.truth_fen(),
            Start::Seen { view, .. } => view.fen(),
        }
    }

    /// Legal actions of a side, as far as they are known here.
    pub fn legal_for(&self, side: Colour) -> Vec<Action> {
        self.view_of(side).legal_for(side)
    }

    /// The view by which an action of this side is written and read.
    pub(super) fn view_of(&self, by: Colour) -> Cow<'_, View> {
        match self {
            Start::Truth(position) => Cow::Owned(position.view(Seat::of(by))),
            Start::Seen { view, .. } => Cow::Borrowed(view),
        }
    }

    /// Plays an action and returns it with all that is known of it here.
    pub(super) fn take(&mut self, record: &Recorded) -> Result<Recorded, Unplayable> {
        let refuse = |reason: String| Err(Unplayable(reason));
        let by = record.by;
        if !self.board().actors().contains(&by) {
            return refuse(format!("it is not {by}'s turn to act"));
        }
        match self {
            Start::Truth(position) => {
                let SeenAction::Known(action) = record.action else {
                    return refuse("the whole truth needs the square that was chosen".to_owned());
                };
                let mut next = position.clone();
                let played = next
                    .play_as(by, action)
                    .map_err(|error| Unplayable(error.to_string()))?;
                if !agrees(&record.shown, &played.shown) {
                    let variant = position.variant();
                    return refuse(format!(
                        "`{}` contradicts the position, in which it is `{}`",
                        uci::recorded(variant, record),
                        uci::recorded(variant, &played)
                    ));
                }
                *position = next;
                Ok(played)
            }
            Start::Seen { view, .. } => {
                if record.action == SeenAction::SecretChoice
                    && view.board().king_state(by) != KingState::NotChosen
                {
                    return refuse(format!("{by} has no square to choose"));
                }
                view.play(record)
                    .map_err(|error| Unplayable(error.to_string()))?;
                Ok(*record)
            }
        }
    }

    /// Reads an action from its text and, if there is one, the exact form from the comment behind it.
    pub(super) fn read(
        &self,
        by: Colour,
        text: &str,
        exact: Option<&str>,
    ) -> Result<Recorded, Unplayable> {
        let variant = self.variant();
        let view = self.view_of(by);
        let text = text.trim_end_matches(['+', '#', '!']);
        if let Some(exact) = exact {
            let record = uci::parse_recorded(variant, self.board(), by, exact)
                .map_err(|error| Unplayable(error.to_string()))?;
            if let (SeenAction::Known(meant), Ok(written)) = (record.action, action(&view, text))
                && meant != written
            {
                return Err(Unplayable(format!(
                    "the comment says `{exact}`, but `{text}` is `{}`",
                    uci::action(variant, written)
                )));
            }
            return Ok(record);
        }
        if text == "@?" {
            return Ok(Recorded {
                by,
                action: SeenAction::SecretChoice,
                shown: Shown::default(),
            });
        }
        let action = action(&view, text)?;
        Ok(Recorded {
            by,
            action: SeenAction::Known(action),
            shown: shown(variant, self.board(), action, text)?,
        })
    }
}

/// Whether what somebody says of an action fits what it showed; he may say less.
fn agrees(said: &Shown, truth: &Shown) -> bool {
    fn fits<T: PartialEq>(said: Fact<T>, truth: Fact<T>) -> bool {
        match said {
            Fact::Nothing => true,
            Fact::Secret => truth != Fact::Nothing,
            known @ Fact::Known(_) => known == truth,
        }
    }
    fits(said.revealed, truth.revealed)
        && fits(said.captured, truth.captured)
        && fits(said.king, truth.king)
}

/// The action that a text means.
fn action(view: &View, text: &str) -> Result<Action, Unplayable> {
    let variant = view.variant();
    if let Some(square) = text.strip_prefix('@') {
        return variant
            .geometry()
            .parse(square)
            .map(Action::Choose)
            .ok_or_else(|| Unplayable(format!("`{square}` is no square")));
    }
    let plain = san::parse(view, text);
    if let Ok(action) = plain {
        return Ok(action);
    }
    // Other programs write a promotion `e8(Q)` or `e8/Q`, castling `o-o`, a black drop with a small letter.
    let mut other = text.replace("o-o", "O-O").replace('/', "=");
    if let Some((head, drop)) = other.split_once("; ") {
        let (letter, square) = drop.split_once('-').unwrap_or((drop, ""));
        other = format!("{head}; {}-{square}", letter.to_ascii_uppercase());
    } else if variant.face_down().is_none()
        && let Some(head) = other.strip_suffix(')')
        && let Some((head, letter)) = head.rsplit_once('(')
        && letter.len() <= 2
    {
        other = format!("{head}={letter}");
    }
    if other != text
        && let Ok(action) = san::parse(view, &other)
    {
        return Ok(action);
    }
    plain.map_err(|error| Unplayable(error.to_string()))
}

/// What the brackets in a text say that the action showed. What they leave out stays a secret, where it may.
fn shown(
    variant: &Variant,
    board: &Board,
    action: Action,
    text: &str,
) -> Result<Shown, Unplayable> {
    let mut identities = Vec::new();
    let mut shown = Shown::default();
    for inner in brackets(text) {
        if inner == "?" {
            identities.push(Fact::Secret);
            continue;
        }
        let at = inner
            .find(|c: char| c.is_ascii_lowercase())
            .unwrap_or(inner.len());
        let (letters, square) = inner.split_at(at);
        let Some(kind) = kind(variant, letters) else {
            return Err(Unplayable(format!(
                "`({inner})` names no piece of this game"
            )));
        };
        if square.is_empty() {
            identities.push(Fact::Known(kind));
        } else if kind == variant.king() {
            let square = variant.geometry().parse(square);
            shown.king = Fact::Known(
                square.ok_or_else(|| Unplayable(format!("`({inner})` names no square")))?,
            );
        }
    }
    let mut identities = identities.into_iter();
    if board.reveals(variant, action).is_some() {
        shown.revealed = identities.next().unwrap_or_default();
    }
    if board.captures_face_down(action).is_some() {
        let may_be_secret = variant
            .face_down()
            .is_some_and(|rules| rules.capture_shows != CaptureShows::All);
        shown.captured = identities.next().unwrap_or(if may_be_secret {
            Fact::Secret
        } else {
            Fact::Nothing
        });
    }
    let promoted = match action {
        Action::Move { promotion, .. } => promotion,
        _ => None,
    };
    match identities.next() {
        Some(fact) if fact.known() != promoted || promoted.is_none() => Err(Unplayable(format!(
            "`{text}` shows an identity though nothing was face down"
        ))),
        _ => Ok(shown),
    }
}

/// The texts in round brackets.
fn brackets(text: &str) -> impl Iterator<Item = &str> {
    text.split('(')
        .skip(1)
        .filter_map(|part| part.split_once(')').map(|(inner, _)| inner))
}

fn kind(variant: &Variant, letters: &str) -> Option<Kind> {
    variant
        .kinds()
        .find(|(_, spec)| spec.shown == letters || spec.letter.to_string() == letters)
        .map(|(kind, _)| kind)
        .filter(|&kind| variant.disc() != Some(kind))
}
