//! The commands about positions: `variants`, `start`, `moves`, `perft`, `apply`, `view`.

use std::io::{BufWriter, ErrorKind, Write, stdout};
use std::sync::Arc;

use anyhow::{Context, Result, anyhow, bail};
use backrank_rules::notation::fen::{self, Parsed};
use backrank_rules::notation::uci;
use backrank_rules::outcome::Repetitions;
use backrank_rules::variant::BUILT_IN;
use backrank_rules::{
    Action, Board, Colour, Fact, Position, Recorded, Registry, Seat, SeenAction, Status, Variant,
    View,
};

use crate::cli::{At, Game, SeatName};

/// Deepest perft that is not a typing mistake.
const DEEPEST: u32 = 20;

/// The game of this id.
pub fn variant(game: &Game) -> Result<Arc<Variant>> {
    Registry::built_in_variant(&game.variant)?.ok_or_else(|| {
        anyhow!(
            "there is no game `{}`; `backrank variants` lists them",
            game.variant
        )
    })
}

/// A seed from the operating system.
pub fn random_seed() -> Result<u64> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes)
        .map_err(|error| anyhow!("the operating system gives no random bytes: {error}"))?;
    Ok(u64::from_le_bytes(bytes))
}

fn parsed(at: &At) -> Result<Parsed> {
    let variant = variant(&at.game)?;
    match &at.fen {
        Some(text) => Ok(fen::parse(&variant, text)?),
        None => Ok(Parsed::Truth(Position::seeded(&variant, 0, None, None)?)),
    }
}

/// Prints lines to standard output.
pub fn print(lines: impl IntoIterator<Item = String>) -> Result<()> {
    let mut out = BufWriter::new(stdout().lock());
    for line in lines {
        if let Err(error) = writeln!(out, "{line}") {
            return written(error);
        }
    }
    out.flush().or_else(written)
}

/// A reader that has seen enough closes the pipe: no fault of ours. Whatever else keeps the answer back is one.
fn written(error: std::io::Error) -> Result<()> {
    if error.kind() == ErrorKind::BrokenPipe {
        return Ok(());
    }
    Err(error).context("the answer cannot be written")
}

pub fn variants() -> Result<()> {
    print(BUILT_IN.iter().map(|&(id, _)| id.to_owned()))
}

pub fn start(game: &Game, number: Option<u32>, seed: Option<u64>, set: Option<&str>) -> Result<()> {
    let variant = variant(game)?;
    let position = Position::seeded(&variant, seed.unwrap_or(0), set, number)?;
    print([position.truth_fen()])
}

pub fn moves(at: &At) -> Result<()> {
    let parsed = parsed(at)?;
    let (variant, actions) = match &parsed {
        Parsed::Truth(position) => (position.variant(), position.legal()),
        Parsed::View(view) => (view.variant(), view.legal()?),
    };
    print(sorted(variant, actions.into_iter()))
}

fn sorted(variant: &Variant, actions: impl Iterator<Item = Action>) -> Vec<String> {
    let mut texts: Vec<String> = actions.map(|action| uci::action(variant, action)).collect();
    texts.sort_unstable();
    texts
}

pub fn perft(at: &At, depth: u32, divide: bool) -> Result<()> {
    if depth > DEEPEST {
        bail!("perft {depth} would never end; at most {DEEPEST}");
    }
    let position = match parsed(at)? {
        Parsed::Truth(position) => position,
        Parsed::View(_) => {
            bail!("perft needs the whole truth: a view hides what the actions would reveal")
        }
    };
    if depth == 0 {
        return print(["1".to_owned()]);
    }
    if !divide {
        return print([position.perft(depth).to_string()]);
    }
    let mut lines: Vec<(String, u64)> = position
        .divide(depth)
        .into_iter()
        .map(|(action, count)| (uci::action(position.variant(), action), count))
        .collect();
    lines.sort_unstable();
    let total: u64 = lines.iter().map(|(_, count)| count).sum();
    print(
        lines
            .into_iter()
            .map(|(action, count)| format!("{action} {count}"))
            .chain([total.to_string()]),
    )
}

pub fn view(at: &At, seat: SeatName) -> Result<()> {
    let seat = match seat {
        SeatName::White => Seat::White,
        SeatName::Black => Seat::Black,
        SeatName::Spectator => Seat::Spectator,
    };
    print([match parsed(at)? {
        Parsed::Truth(position) => position.view(seat).fen(),
        Parsed::View(view) => view.fen(),
    }])
}

pub fn apply(at: &At, actions: &[String]) -> Result<()> {
    let lines = match parsed(at)? {
        Parsed::Truth(position) => apply_to_truth(position, actions)?,
        Parsed::View(view) => apply_to_view(view, actions)?,
    };
    print(lines)
}

fn read(variant: &Variant, board: &Board, text: &str) -> Result<Recorded> {
    let by = board.actors().first().copied().unwrap_or(board.turn());
    Ok(uci::parse_recorded(variant, board, by, text)?)
}

fn apply_to_truth(mut position: Position, actions: &[String]) -> Result<Vec<String>> {
    let variant = position.variant().clone();
    let mut repetitions = Repetitions::default();
    let mut occurrences = repetitions.add(position.board());
    let mut events = Vec::new();
    for text in actions {
        let told = read(&variant, position.board(), text)?;
        let SeenAction::Known(action) = told.action else {
            bail!("`{text}`: the chosen square is missing, as in @c3");
        };
        let before = *position.board();
        let record = position
            .play(action)
            .with_context(|| format!("in `{text}`"))?;
        check_told(&variant, text, &told, &record)?;
        events.extend(event_lines(&variant, &before, &record));
        occurrences = repetitions.add(position.board());
    }
    Ok(report(
        &position.truth_fen(),
        position.status(occurrences),
        position.is_check(),
        events,
    ))
}

/// What a recorded action claims must be the truth.
fn check_told(variant: &Variant, text: &str, told: &Recorded, truth: &Recorded) -> Result<()> {
    fn fits<T: PartialEq>(told: &Fact<T>, truth: &Fact<T>) -> bool {
        match told {
            Fact::Nothing => true,
            Fact::Secret => !matches!(truth, Fact::Nothing),
            Fact::Known(_) => told == truth,
        }
    }
    let (told, shown) = (&told.shown, &truth.shown);
    if fits(&told.revealed, &shown.revealed)
        && fits(&told.captured, &shown.captured)
        && fits(&told.king, &shown.king)
    {
        return Ok(());
    }
    bail!(
        "`{text}` does not show the truth, which is `{}`",
        uci::recorded(variant, truth)
    )
}

/// What everybody sees of an action's revelations, named by the squares they are on afterwards.
fn event_lines(variant: &Variant, before: &Board, record: &Recorded) -> Vec<String> {
    let geometry = variant.geometry();
    let Some(action) = record.action.known() else {
        return Vec::new();
    };
    let public = record.for_seat(variant, Seat::Spectator).shown;
    let mut lines = Vec::new();
    if let Fact::Known(kind) = public.revealed
        && let Some(square) = revealed_on(variant, before, action)
    {
        lines.push(format!(
            "event: {} {}",
            geometry.name(square),
            variant.letter(record.by, kind)
        ));
    }
    if let Fact::Known(kind) = public.captured
        && let Some(square) = before.captures_face_down(action)
    {
        lines.push(format!(
            "event: {} {}",
            geometry.name(square),
            variant.letter(record.by.other(), kind)
        ));
    }
    if let Fact::Known(square) = public.king {
        lines.push(format!("event: king {}", geometry.name(square)));
    }
    lines
}

/// Where the piece that turned up stands after the action.
fn revealed_on(
    variant: &Variant,
    before: &Board,
    action: Action,
) -> Option<backrank_rules::Square> {
    match action {
        Action::Move { to, .. } => Some(to),
        Action::Flip(square) => Some(square),
        Action::Castle { king, rook, .. } => {
            before.castled(variant, king, rook).map(|(_, rook)| rook)
        }
        Action::Promote(_) | Action::Choose(_) => None,
    }
}

fn report(fen: &str, status: Status, check: bool, events: Vec<String>) -> Vec<String> {
    let mut lines = vec![
        format!("fen: {fen}"),
        format!("status: {status}"),
        format!("check: {}", if check { "yes" } else { "no" }),
    ];
    lines.extend(events);
    lines
}

fn apply_to_view(mut view: View, actions: &[String]) -> Result<Vec<String>> {
    let variant = view.variant().clone();
    let mut repetitions = Repetitions::default();
    let mut occurrences = repetitions.add(view.board());
    let mut events = Vec::new();
    for text in actions {
        let record = read(&variant, view.board(), text)?;
        let before = *view.board();
        view.play(&record)?;
        events.extend(event_lines(&variant, &before, &record));
        occurrences = repetitions.add(view.board());
    }
    let turn = view.board().turn();
    let check = view.board().pending().is_none() && variant.in_check(view.board(), turn);
    Ok(report(
        &view.fen(),
        view_status(&view, turn, occurrences),
        check,
        events,
    ))
}

/// The status as far as the view can tell: where it hides the mover's square, only what the board shows.
fn view_status(view: &View, turn: Colour, occurrences: usize) -> Status {
    match view.legal() {
        Ok(actions) => view
            .variant()
            .status_given(view.board(), !actions.is_empty(), occurrences),
        Err(_) => {
            let could = !view
                .variant()
                .legal(view.board(), view.king_square(turn))
                .is_empty();
            view.variant()
                .status_given(view.board(), could, occurrences)
        }
    }
}
