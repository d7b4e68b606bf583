//! Writing a game.

use super::command::{clock_text, veiled};
use super::replay::Start;
use super::tags::{self, ROSTER};
use super::{Game, GameResult, Ply};
use crate::action::{Action, Fact, Recorded, SeenAction};
use crate::geometry::Colour;
use crate::notation::{san, uci};
use crate::setup::Setup;
use crate::view::Seat;

/// Longest line of moves.
const WIDTH: usize = 80;

/// Writes a game. One with its truth tells the truth, for finished games; one that a seat has seen tells what that
/// seat knows. The FEN is always the start, never the last position.
pub fn export(game: &Game) -> String {
    let mut text = header(game);
    text.push('\n');
    if let Some(deal) = &game.deal {
        comment(&mut text, &format!("{{[%deal {}]}}", veiled(deal)));
    }
    let mut line = 0;
    let mut put = |word: &str| {
        let width = word.chars().count();
        if line > 0 && line + 1 + width > WIDTH {
            text.push('\n');
            line = 0;
        } else if line > 0 {
            text.push(' ');
            line += 1;
        }
        text += word;
        line += width;
    };
    let mut now = game.start.clone();
    let mut after_comment = true;
    for ply in &game.plies {
        let by = ply.record.by;
        let first_of_move = !matches!(ply.record.action, SeenAction::Known(Action::Promote(_)));
        let number = now.board().number();
        if first_of_move && by == Colour::White {
            put(&format!("{number}."));
        } else if after_comment {
            let dots = if by == Colour::White { "." } else { "..." };
            put(&format!("{number}{dots}"));
        }
        let (word, remark) = written(&now, ply);
        put(&word);
        after_comment = remark.is_some()
            || matches!(
                ply.record.action,
                SeenAction::SecretChoice | SeenAction::Known(Action::Choose(_))
            );
        if let Some(remark) = remark {
            put(&remark);
        }
        // What was pushed has been played before.
        let _ = now.take(&ply.record);
    }
    put(&game.result.to_string());
    text.push('\n');
    text
}

fn header(game: &Game) -> String {
    let variant = game.variant();
    let mut text = String::new();
    for (name, unknown) in ROSTER {
        text += &tags::line(name, game.tags.get(name).unwrap_or(unknown));
    }
    let mut line = |name: &str, value: &str| text += &tags::line(name, value);
    line("Result", &game.result.to_string());
    line("Variant", variant.id());
    line("RulesVersion", &variant.rules_version().to_string());
    if let Some(number) = game.array_number {
        line("ArrayNumber", &number.to_string());
    }
    if let Start::Seen { seat, .. } = &game.start {
        line("Seat", seat_name(*seat));
    }
    if !starts_as_always(&game.start) {
        line("SetUp", "1");
        line("FEN", &game.start.fen());
    }
    if game.tags.get("Termination").is_none() {
        let open = game.result == GameResult::Open;
        line(
            "Termination",
            tags::termination(open, game.reason.as_deref()),
        );
    }
    if let Some(reason) = &game.reason {
        line("Reason", reason);
    }
    for (name, value) in game.tags.iter() {
        if tags::place(name) == ROSTER.len() {
            line(name, value);
        }
    }
    text
}

/// Whether this is the truth of the one start that a game can have.
fn starts_as_always(start: &Start) -> bool {
    let Start::Truth(position) = start else {
        return false;
    };
    matches!(position.variant().setup(), Setup::Fixed(_))
        && super::names::start(position.variant(), None).is_ok_and(|usual| usual == *position)
}

/// `white`, `black` or `spectator`.
pub(super) fn seat_name(seat: Seat) -> &'static str {
    match seat {
        Seat::White => "white",
        Seat::Black => "black",
        Seat::Spectator => "spectator",
    }
}

/// An action's text, and the comment behind it.
fn written(now: &Start, ply: &Ply) -> (String, Option<String>) {
    let record = &ply.record;
    let view = now.view_of(record.by);
    let word = san::text(&view, record);
    let mut commands = Vec::new();
    if says_too_little(now, record, &word) {
        commands.push(format!("[%act {}]", uci::recorded(now.variant(), record)));
    }
    if let Some(clock) = ply.clock {
        commands.push(format!("[%clk {}]", clock_text(clock)));
    }
    if let Some(elapsed) = ply.elapsed {
        commands.push(format!("[%emt {}]", clock_text(elapsed)));
    }
    let remark = (!commands.is_empty()).then(|| format!("{{{}}}", commands.join(" ")));
    (word, remark)
}

/// Whether the text for people needs the exact form beside it: where chance or secrecy spoke, and where it would not be
/// read back.
fn says_too_little(now: &Start, record: &Recorded, word: &str) -> bool {
    record.shown.revealed != Fact::Nothing
        || record.shown.captured != Fact::Nothing
        || record.shown.king != Fact::Nothing
        || matches!(
            record.action,
            SeenAction::SecretChoice | SeenAction::Known(Action::Choose(_))
        )
        || now.read(record.by, word, None).as_ref() != Ok(record)
}

/// A long comment in lines of its own. No line begins with `%`, which would hide it from readers.
fn comment(text: &mut String, comment: &str) {
    let mut width = 0;
    for c in comment.chars() {
        if width >= WIDTH - 2 && c != '%' && c != ']' {
            text.push('\n');
            width = 0;
        }
        text.push(c);
        width += 1;
    }
    text.push('\n');
}
