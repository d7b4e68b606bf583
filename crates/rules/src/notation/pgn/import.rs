//! Reading games: our own, and those of others.

use std::sync::Arc;

use super::error::{Fault, PgnError};
use super::export::seat_name;
use super::lex::{At, Faulty, Lexer, RawMove, RawMoves, RawTag};
use super::replay::{Start, Unplayable};
use super::tags::{HELD, termination};
use super::{Game, GameResult, names};
use crate::action::SeenAction;
use crate::board::KingState;
use crate::geometry::Colour;
use crate::notation::fen::{self, Parsed};
use crate::variant::{Registry, Variant};
use crate::view::{Seat, View};

/// Reads all games of a text. Comments (but for clocks, exact moves and the deal), signs of judgement and variations
/// are passed over; tags that mean nothing here are kept.
///
/// ```
/// use backrank_rules::notation::pgn;
/// use backrank_rules::Registry;
///
/// let registry = Registry::built_in()?;
/// let text = "[Variant \"Ajax Random\"]\n[Setup \"RQNBKNABR\"]\n\n1. e4 Nd9-c7; M-d9 2. Bg4(Md1) *";
/// let games = pgn::import(text, &registry)?;
/// assert_eq!(games[0].plies().len(), 3);
/// let error = pgn::import("1. e4 e5 2. Ke3", &registry).unwrap_err();
/// assert!(error.to_string().starts_with("line 1, column 13 (game 1): ply 3, `Ke3`"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`PgnError`] at the first thing that cannot be read or played: nothing is skipped or guessed.
pub fn import(text: &str, registry: &Registry) -> Result<Vec<Game>, PgnError> {
    let mut lexer = Lexer::new(text);
    let mut games = Vec::new();
    let place = |game: usize, (at, fault): (At, Fault)| PgnError {
        line: at.line,
        column: at.column,
        game,
        fault,
    };
    loop {
        let number = games.len() + 1;
        if lexer.is_at_end().map_err(|fault| place(number, fault))? {
            return Ok(games);
        }
        games.push(game(&mut lexer, registry).map_err(|fault| place(number, fault))?);
    }
}

fn game(lexer: &mut Lexer<'_>, registry: &Registry) -> Faulty<Game> {
    let begin = lexer.at();
    let tags = Header {
        tags: lexer.tags()?,
        begin,
    };
    tags.no_contradictions()?;
    let variant = tags.variant(registry)?;
    let brackets =
        variant.face_down().is_some() || variant.gating_hand().is_some() || variant.secret_kings();
    let start = tags.start(variant)?;
    let moves = lexer.moves(brackets)?;
    let mut game = Game::new(start);
    tags.fill(&mut game, &moves)?;
    if let Err(error) = play(&mut game, &moves.moves) {
        return Err(
            if tags.get("FEN").is_some() && fen_is_last(&game, &tags, &moves) {
                (tags.at("FEN"), Fault::FenIsLast)
            } else {
                error
            },
        );
    }
    Ok(game)
}

/// The tags of a game.
struct Header {
    tags: Vec<RawTag>,
    begin: At,
}

impl Header {
    fn get(&self, name: &str) -> Option<&str> {
        self.tags
            .iter()
            .find(|tag| tag.name == name)
            .map(|tag| tag.value.as_str())
    }

    fn at(&self, name: &str) -> At {
        self.tags
            .iter()
            .find(|tag| tag.name == name)
            .map_or(self.begin, |tag| tag.at)
    }

    fn bad<T>(&self, name: &'static str, expected: impl Into<String>) -> Faulty<T> {
        Err((
            self.at(name),
            Fault::TagValue {
                name,
                value: self.get(name).unwrap_or_default().to_owned(),
                expected: expected.into(),
            },
        ))
    }

    fn no_contradictions(&self) -> Faulty<()> {
        for tag in &self.tags {
            if self.get(&tag.name) != Some(&tag.value) {
                return Err((tag.at, Fault::TagTwice(tag.name.clone())));
            }
        }
        Ok(())
    }

    fn variant<'a>(&self, registry: &'a Registry) -> Faulty<&'a Arc<Variant>> {
        let name = self.get("Variant").unwrap_or(names::DEFAULT);
        let at = self.at("Variant");
        let variant = names::variant(registry, name).map_err(|fault| (at, fault))?;
        let Some(recorded) = self.number("RulesVersion")? else {
            return Ok(variant);
        };
        let fault = || Fault::RulesVersion {
            variant: variant.id().to_owned(),
            recorded,
            known: variant.rules_version(),
        };
        registry
            .version(variant.id(), recorded)
            .ok_or_else(|| (self.at("RulesVersion"), fault()))
    }

    fn number(&self, name: &'static str) -> Faulty<Option<u32>> {
        match self.get(name).map(str::parse) {
            None => Ok(None),
            Some(Ok(number)) => Ok(Some(number)),
            Some(Err(_)) => self.bad(name, "a number"),
        }
    }

    /// What names the start array: `ArrayNumber`, or a `SetUp` that is more than the flag of PGN.
    fn array(&self) -> Option<(&'static str, &str)> {
        ["ArrayNumber", "SetUp", "Setup"]
            .into_iter()
            .filter_map(|name| Some((name, self.get(name)?)))
            .find(|&(name, value)| name == "ArrayNumber" || !matches!(value, "0" | "1" | ""))
    }

    fn seat(&self) -> Faulty<Option<Seat>> {
        match self.get("Seat") {
            None => Ok(None),
            Some(text) => match Seat::ALL.into_iter().find(|&s| seat_name(s) == text) {
                Some(seat) => Ok(Some(seat)),
                None => self.bad("Seat", "white, black or spectator"),
            },
        }
    }

    fn start(&self, variant: &Arc<Variant>) -> Faulty<Start> {
        let seat = self.seat()?;
        let at = self.at("FEN");
        let Some(text) = self.get("FEN") else {
            let position =
                names::start(variant, self.array()).map_err(|fault| (self.begin, fault))?;
            return Ok(match seat {
                None => Start::Truth(position),
                Some(seat) => Start::Seen {
                    seat,
                    view: position.view(seat),
                },
            });
        };
        if let Some(seat) = seat {
            let view = View::from_fen(variant, text).map_err(|error| (at, error.into()))?;
            return Ok(Start::Seen { seat, view });
        }
        match fen::parse(variant, text).map_err(|error| (at, error.into()))? {
            Parsed::Truth(position) => Ok(Start::Truth(position)),
            Parsed::View(_) => Err((at, Fault::NoSeat)),
        }
    }

    /// What the tags say besides start and rules.
    fn fill(&self, game: &mut Game, moves: &RawMoves) -> Faulty<()> {
        let tagged = match self.get("Result") {
            None | Some("" | "?") => GameResult::Open,
            Some(text) => match GameResult::read(text) {
                Some(result) => result,
                None => return self.bad("Result", "1-0, 0-1, 1/2-1/2 or *"),
            },
        };
        game.result = match moves.result {
            None | Some((GameResult::Open, _)) => tagged,
            Some((result, _)) if tagged == GameResult::Open || tagged == result => result,
            Some((result, at)) => {
                return Err((
                    at,
                    Fault::Results {
                        tag: tagged.to_string(),
                        movetext: result.to_string(),
                    },
                ));
            }
        };
        game.array_number = self.number_of_array(game)?;
        game.reason = self.get("Reason").map(str::to_owned);
        game.deal = moves.head.deal.clone().or_else(|| {
            let mut all = moves.moves.iter();
            all.find_map(|ply| ply.commands.deal.clone())
        });
        let implied = termination(game.result == GameResult::Open, game.reason.as_deref());
        for tag in &self.tags {
            let derived = HELD.contains(&tag.name.as_str());
            if !derived || tag.name == "Termination" && tag.value != implied {
                game.tags.put(&tag.name, &tag.value);
            }
        }
        Ok(())
    }

    fn number_of_array(&self, game: &Game) -> Faulty<Option<u32>> {
        if self
            .get("ArrayNumber")
            .is_some_and(|v| v.parse::<u32>().is_ok())
            || self.get("FEN").is_some()
        {
            return self.number("ArrayNumber");
        }
        let crate::setup::Setup::Shuffle(shuffle) = game.variant().setup() else {
            return Ok(None);
        };
        Ok(self.array().and_then(|(_, text)| {
            text.parse().ok().or_else(|| {
                let array = text.to_ascii_uppercase().parse().ok()?;
                shuffle.number(&array)
            })
        }))
    }
}

/// Plays the moves of a movetext.
fn play(game: &mut Game, moves: &[RawMove]) -> Faulty<()> {
    let dressed = game.variant().face_down().is_some();
    for raw in moves {
        // A late promotion may stand with its move: `Rxa8(P)=Q`.
        let joined = raw
            .text
            .find(")=")
            .filter(|_| dressed && raw.commands.exact.is_none());
        if let Some(at) = joined {
            ply(game, raw, &raw.text[..=at])?;
            ply(game, raw, &raw.text[at + 1..])?;
        } else {
            ply(game, raw, &raw.text)?;
        }
        // Of two actions in one text the times stand behind the second.
        if let Some(last) = game.plies.last_mut() {
            last.clock = raw.commands.clock;
            last.elapsed = raw.commands.elapsed;
        }
    }
    Ok(())
}

fn ply(game: &mut Game, raw: &RawMove, text: &str) -> Faulty<()> {
    let now = game.now();
    let by = actor(now, raw);
    let played = now
        .read(by, text, raw.commands.exact.as_deref())
        .and_then(|record| game.push(record, None));
    played.map_err(|Unplayable(reason)| {
        let fault = Fault::Unplayable {
            ply: game.plies().len() + 1,
            text: text.to_owned(),
            reason,
            position: game.now().fen(),
        };
        (raw.at, fault)
    })
}

/// Whose action a text is: of two that may act, the number's dots tell.
fn actor(now: &Start, raw: &RawMove) -> Colour {
    let board = now.board();
    let actors = board.actors();
    match (actors.as_slice(), raw.number) {
        ([_, _], Some((_, true))) => Colour::Black,
        ([by, ..], _) => *by,
        ([], _) => board.turn(),
    }
}

/// Whether moves that cannot be played from the FEN tag's position lead to it: by the numbers, or from the start that
/// the game has without that tag.
fn fen_is_last(game: &Game, tags: &Header, moves: &RawMoves) -> bool {
    let (Some(first), false) = (moves.moves.first(), moves.moves.is_empty()) else {
        return false;
    };
    let half_moves = |number: u32, black: bool| 2 * u64::from(number.max(1) - 1) + u64::from(black);
    let end = game.start().board();
    let counted = moves.moves.len() as u64;
    let begins = first
        .number
        .map(|(number, black)| half_moves(number, black));
    let hides = Colour::ALL
        .into_iter()
        .any(|c| end.king_state(c) != KingState::OnBoard);
    if !hides
        && begins.is_some_and(|begins| {
            half_moves(u32::from(end.number()), end.turn() == Colour::Black) == begins + counted
        })
    {
        return true;
    }
    let Ok(usual) = names::start(game.variant(), tags.array()) else {
        return false;
    };
    let mut other = Game::new(Start::Truth(usual));
    play(&mut other, &moves.moves).is_ok()
        && other.now().board().pieces().eq(end.pieces())
        && other
            .plies()
            .iter()
            .all(|ply| matches!(ply.record.action, SeenAction::Known(_)))
}
