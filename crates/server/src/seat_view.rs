//! From what a seat knows to what it is sent. Nothing here has ever seen a truth: the inputs are an
//! [`Observation`], [`View`]s of one seat, and records as that seat was told them.
//!
//! A truth cannot be sent even by mistake, because it cannot be written as a message:
//!
//! ```compile_fail,E0277
//! fn send<T: serde::Serialize>(_: &T) {}
//! let position: backrank_rules::Position = todo!();
//! send(&position);
//! ```
//!
//! nor can what the players know be mixed up with it, or a log event, a salt or a table be printed into a message:
//!
//! ```compile_fail,E0277
//! fn print<T: std::fmt::Display>(_: &T) {}
//! let event: backrank_server::log::LogEvent = todo!();
//! print(&event);
//! ```
//!
//! ```compile_fail,E0277
//! fn send<T: serde::Serialize>(_: &T) {}
//! let salt: backrank_rules::deal::Salt = todo!();
//! send(&salt);
//! ```
//!
//! nor can the events of a log, which hold salts, contributions and recorded actions:
//!
//! ```compile_fail,E0277
//! fn send<T: serde::Serialize>(_: &T) {}
//! let event: backrank_server::log::LogEvent = todo!();
//! send(&event);
//! ```
//!
//! ```compile_fail,E0277
//! fn send<T: serde::Serialize>(_: &T) {}
//! let logged: backrank_server::log::Logged = todo!();
//! send(&logged);
//! ```

use backrank_rules::notation::{san, uci};
use backrank_rules::observation::Captives;
use backrank_rules::variant::CaptureShows;
use backrank_rules::{
    Action, Colour, Counts, Fact, Kind, Observation, Recorded, Square, View, squares,
};

use crate::wire::{
    Captured, Choice, ChoiceKind, Count, PieceOn, Played, Pool, Premove, Reveal, RevealKind, Seat,
    Side, Situation, StartInfo,
};

/// The wire's name of a colour.
pub fn side(colour: Colour) -> Side {
    match colour {
        Colour::White => Side::White,
        Colour::Black => Side::Black,
    }
}

/// The colour of a side.
pub fn colour(side: Side) -> Colour {
    match side {
        Side::White => Colour::White,
        Side::Black => Colour::Black,
    }
}

/// The seat of a side's player.
pub fn seat(colour: Colour) -> Seat {
    match colour {
        Colour::White => Seat::White,
        Colour::Black => Seat::Black,
    }
}

fn name(view: &View, square: Square) -> String {
    view.variant().geometry().name(square)
}

fn names(view: &View, set: u128) -> Vec<String> {
    squares(set).map(|square| name(view, square)).collect()
}

fn id(view: &View, kind: Kind) -> String {
    view.variant().kind(kind).id.clone()
}

/// Square of the king that is in check, as the board shows it.
fn check(view: &View) -> Option<String> {
    let board = view.board();
    let attacked = board.pending().is_none() && view.variant().in_check(board, board.turn());
    board
        .king(board.turn())
        .filter(|_| attacked)
        .map(|square| name(view, square))
}

/// The start. The array's number is told where the whole start is visible.
pub fn start(view: &View, number: Option<u32>) -> StartInfo {
    StartInfo {
        fen: view.fen(),
        number: number.filter(|_| view.variant().face_down().is_none()),
    }
}

/// The situation after the last action. `live` is false once the game is over: then nothing can be done.
pub fn situation(observation: &Observation, live: bool) -> Situation {
    let view = observation.view();
    let board = view.board();
    let actors = if live { board.actors() } else { Vec::new() };
    let own = observation.seat().side();
    let acts = own.is_some_and(|own| actors.contains(&own));
    let mut legal: Vec<Choice> = if acts {
        let actions = observation.legal();
        actions.iter().map(|&action| choice(view, action)).collect()
    } else {
        Vec::new()
    };
    legal.sort_by(|a, b| a.action.cmp(&b.action));
    let premoves = match own {
        Some(own) if live && !acts => premoves(view, own),
        _ => Vec::new(),
    };
    Situation {
        ply: u32::try_from(observation.records().len()).unwrap_or(u32::MAX),
        turn: side(board.turn()),
        actors: actors.into_iter().map(side).collect(),
        fen: view.fen(),
        pieces: pieces(view),
        check: check(view),
        legal,
        premoves,
        pools: Colour::ALL.map(|side| pool(view, side)),
        captured: Colour::ALL.map(|side| captured(view, observation.captives(side))),
        hands: Colour::ALL.map(|side| counts(view, board.hand(side))),
        promoting: board
            .pending()
            .filter(|_| live && own == Some(board.turn()))
            .map(|square| name(view, square)),
        own_square: own
            .and_then(|own| view.king_square(own))
            .map(|square| name(view, square)),
        candidates: Colour::ALL.map(|king| {
            let told = live && own != Some(king);
            names(
                view,
                if told {
                    observation.candidates(king)
                } else {
                    0
                },
            )
        }),
    }
}

fn pieces(view: &View) -> Vec<PieceOn> {
    view.board()
        .pieces()
        .map(|(square, piece)| PieceOn {
            square: name(view, square),
            side: side(piece.colour),
            kind: id(view, piece.kind),
            face_down: piece.face_down,
        })
        .collect()
}

fn premoves(view: &View, own: Colour) -> Vec<Premove> {
    view.premoves(own)
        .into_iter()
        .map(|(from, to)| Premove {
            from: name(view, from),
            to: to.into_iter().map(|square| name(view, square)).collect(),
        })
        .collect()
}

fn counts(view: &View, counts: &Counts) -> Vec<Count> {
    counts
        .iter()
        .map(|(kind, count)| Count {
            kind: id(view, kind),
            count: u32::from(count),
        })
        .collect()
}

fn pool(view: &View, side: Colour) -> Pool {
    Pool {
        face_down: view.face_down(side),
        total: view.pool(side).total(),
        kinds: counts(view, view.pool(side)),
    }
}

/// In an order that says nothing of when each was captured: open ones, face-down ones known, unknown ones.
fn captured(view: &View, captives: &Captives) -> Vec<Captured> {
    let known = |counts: &Counts, face_down: bool| -> Vec<Captured> {
        counts
            .iter()
            .flat_map(|(kind, count)| std::iter::repeat_n(kind, usize::from(count)))
            .map(|kind| Captured {
                kind: Some(id(view, kind)),
                face_down,
            })
            .collect()
    };
    let mut all = known(&captives.open, false);
    all.extend(known(&captives.known, true));
    all.extend((0..captives.unknown).map(|_| Captured {
        kind: None,
        face_down: true,
    }));
    all
}

/// Squares of king and rook after castling.
fn castled(view: &View, king: Square, rook: Square) -> Option<[Square; 2]> {
    let geometry = view.variant().geometry();
    let rules = view.variant().castling()?;
    let wing = if rook < king {
        &rules.first
    } else {
        &rules.last
    };
    let rank = i32::from(geometry.rank(king));
    Some([
        geometry.square(i32::from(wing.king), rank)?,
        geometry.square(i32::from(wing.rook), rank)?,
    ])
}

fn choice(view: &View, action: Action) -> Choice {
    let variant = view.variant();
    let mut choice = Choice {
        text: san::choice_text(view, action),
        action: uci::action(variant, action),
        kind: ChoiceKind::Move,
        from: String::new(),
        to: String::new(),
        piece: None,
        gate_square: None,
        castling_to: None,
        capture: view.board().captured_square(variant, action).is_some(),
    };
    let mut squares = |from: Square, to: Square| {
        choice.from = name(view, from);
        choice.to = name(view, to);
    };
    match action {
        Action::Move {
            from,
            to,
            promotion,
            gate,
        } => {
            squares(from, to);
            if let Some(kind) = promotion {
                choice.kind = ChoiceKind::Promotion;
                choice.piece = Some(id(view, kind));
            }
            if let Some(kind) = gate {
                choice.kind = ChoiceKind::Gate;
                choice.piece = Some(id(view, kind));
                choice.gate_square = Some(name(view, from));
            }
        }
        Action::Castle { king, rook, gate } => {
            squares(king, rook);
            choice.kind = ChoiceKind::Castle;
            choice.castling_to =
                castled(view, king, rook).map(|to| to.map(|square| name(view, square)));
            if let Some(gate) = gate {
                choice.piece = Some(id(view, gate.kind));
                choice.gate_square = Some(name(view, if gate.on_rook { rook } else { king }));
            }
        }
        Action::Flip(square) => {
            squares(square, square);
            choice.kind = ChoiceKind::Flip;
        }
        Action::Promote(kind) => {
            if let Some(square) = view.board().pending() {
                squares(square, square);
            }
            choice.kind = ChoiceKind::LatePromotion;
            choice.piece = Some(id(view, kind));
        }
        Action::Choose(square) => {
            squares(square, square);
            choice.kind = ChoiceKind::SecretSquare;
        }
    }
    choice
}

/// One action in the list of moves, from this seat's views before and after it and from the record as this seat was
/// told it.
pub fn played(before: &View, after: &View, ply: u32, record: &Recorded) -> Played {
    let variant = before.variant();
    Played {
        ply,
        by: side(record.by),
        recorded: uci::recorded(variant, record),
        text: san::text(before, record),
        fen: after.fen(),
        marks: marks(before, record)
            .into_iter()
            .map(|square| name(before, square))
            .collect(),
        check: check(after),
        shown: shown(before, record),
        left: None,
    }
}

fn marks(before: &View, record: &Recorded) -> Vec<Square> {
    match record.action.known() {
        None => Vec::new(),
        Some(Action::Move { from, to, .. }) => vec![from, to],
        Some(Action::Castle { king, rook, .. }) => {
            let to = castled(before, king, rook).map_or(rook, |[to, _]| to);
            vec![king, to]
        }
        Some(Action::Flip(square) | Action::Choose(square)) => vec![square],
        Some(Action::Promote(_)) => before.board().pending().into_iter().collect(),
    }
}

fn shown(before: &View, record: &Recorded) -> Vec<Reveal> {
    let Some(action) = record.action.known() else {
        return Vec::new();
    };
    let mut all = Vec::new();
    let mut reveal = |square: Option<Square>, of: Colour, kind: Kind, how: RevealKind| {
        if let Some(square) = square {
            all.push(Reveal {
                square: name(before, square),
                side: side(of),
                kind: id(before, kind),
                how,
            });
        }
    };
    if let Fact::Known(kind) = record.shown.revealed {
        let square = match action {
            Action::Move { to, .. } => Some(to),
            Action::Castle { king, rook, .. } => castled(before, king, rook).map(|[_, rook]| rook),
            Action::Flip(square) => Some(square),
            Action::Promote(_) | Action::Choose(_) => None,
        };
        reveal(square, record.by, kind, RevealKind::TurnedUp);
    }
    if let Fact::Known(kind) = record.shown.captured {
        let openly = before
            .variant()
            .face_down()
            .is_none_or(|rules| rules.capture_shows == CaptureShows::All);
        let how = if openly {
            RevealKind::CapturedOpenly
        } else {
            RevealKind::CapturedPrivately
        };
        reveal(
            before.board().captures_face_down(action),
            record.by.other(),
            kind,
            how,
        );
    }
    if let Fact::Known(square) = record.shown.king {
        reveal(
            Some(square),
            record.by.other(),
            before.variant().king(),
            RevealKind::KingAppeared,
        );
    }
    all
}
