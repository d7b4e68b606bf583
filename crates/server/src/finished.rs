//! What a finished game makes public: the truth at each ply, the deal's record, and the game's PGN. With the sealed store this is the only
//! place in the server where the truth leaves memory.

use std::sync::Arc;

use backrank_rules::deal::{self, COMPUTER};
use backrank_rules::notation::pgn;
use backrank_rules::notation::uci;
use backrank_rules::{Board, Colour, Position, Recorded, Variant};

use crate::clock::Millis;
use crate::error::{ApiError, Code, internal};
use crate::log::{LogEvent, Logged};
use crate::pgn::{Thinking, tags};
use crate::seat_view;
use crate::store::GameRow;
use crate::table::replay::beginning;
use crate::table::{Patience, Table};
use crate::wire::{
    ColourWish, ContributionRecord, DealOptions, DealRecord, DealResult, GameResult, Side, Truth,
};

/// The whole game as it was, once it is over.
struct Finished<'a> {
    events: &'a [Logged],
    variant: Arc<Variant>,
    start: Position,
    /// When play began.
    begun: Millis,
    first_player: Side,
    number: Option<u32>,
    dealt: bool,
}

impl<'a> Finished<'a> {
    /// # Errors
    /// 409 while it runs, 404 without a deal, 500 for a log that cannot be trusted.
    fn of(game: &str, variant: Arc<Variant>, events: &'a [Logged]) -> Result<Self, ApiError> {
        let unreadable = |error: crate::log::LogError| {
            tracing::error!(%game, %error, "a finished game cannot be replayed");
            ApiError::from(Code::UnreadableGame)
        };
        let over = matches!(
            events.last(),
            Some(Logged {
                event: LogEvent::Ended { .. },
                ..
            })
        );
        if !over {
            return Err(Code::GameRunning.into());
        }
        // Checks every event against what is computed here again.
        Table::replay(game, variant.clone(), events, Patience::default()).map_err(unreadable)?;
        for logged in events {
            match &logged.event {
                LogEvent::Dealt { first_player, .. } => {
                    let drawn = drawn(&variant, events).ok_or(Code::UnreadableGame)?;
                    return Ok(Finished {
                        events,
                        start: Position::start(&variant, &drawn),
                        begun: logged.at,
                        variant,
                        first_player: *first_player,
                        number: drawn.number(),
                        dealt: true,
                    });
                }
                LogEvent::SetUp { fen, first_player } => {
                    let start = Position::from_fen(&variant, fen)
                        .map_err(|_| ApiError::from(Code::UnreadableGame))?;
                    return Ok(Finished {
                        events,
                        start,
                        begun: logged.at,
                        variant,
                        first_player: *first_player,
                        number: None,
                        dealt: false,
                    });
                }
                _ => {}
            }
        }
        Err(Code::NoDeal.into())
    }

    /// The actions that stand, in order: whose, as recorded, and when.
    fn actions(&self) -> Vec<(Colour, &'a str, Millis)> {
        let mut actions = Vec::new();
        for logged in self.events {
            match &logged.event {
                LogEvent::Action { seat, recorded, .. } => {
                    actions.push((seat_view::colour(*seat), recorded.as_str(), logged.at));
                }
                LogEvent::TookBack { ply, .. } => {
                    actions.truncate(usize::try_from(*ply).unwrap_or(usize::MAX));
                }
                _ => {}
            }
        }
        actions
    }

    fn read(&self, board: &Board, by: Colour, recorded: &str) -> Result<Recorded, ApiError> {
        uci::parse_recorded(&self.variant, board, by, recorded)
            .map_err(|_| Code::UnreadableGame.into())
    }
}

fn drawn(variant: &Variant, events: &[Logged]) -> Option<deal::Deal> {
    let (terms, salt) = beginning(events).ok()?;
    let terms = crate::table::deal_terms(terms)?;
    let contributions = events
        .iter()
        .filter_map(|logged| match &logged.event {
            LogEvent::Opened {
                player,
                contribution,
            } => Some((*player, contribution)),
            _ => None,
        })
        .map(|(player, text)| Some((player, deal::Contribution::from_hex(text).ok()?)))
        .collect::<Option<std::collections::BTreeMap<_, _>>>()?;
    let contributions: Vec<_> = contributions.into_values().collect();
    deal::deal(variant.setup(), &terms, &salt, &contributions).ok()
}

/// The truth at each ply.
///
/// # Errors
/// 409 while it runs, 404 without a deal, 500 for a log that cannot be trusted.
pub fn truth(game: &str, variant: Arc<Variant>, events: &[Logged]) -> Result<Truth, ApiError> {
    let finished = Finished::of(game, variant, events)?;
    let mut position = finished.start.clone();
    let mut fens = vec![position.truth_fen()];
    for (by, recorded, _) in finished.actions() {
        let record = finished.read(position.board(), by, recorded)?;
        let action = record.action.known().ok_or(Code::UnreadableGame)?;
        position
            .play_as(by, action)
            .map_err(|_| ApiError::from(Code::UnreadableGame))?;
        fens.push(position.truth_fen());
    }
    Ok(Truth {
        fens,
        number: finished.number,
    })
}

/// Everything from which anybody can draw again.
///
/// # Errors
/// 409 while it runs, 404 without a deal, 500 for a log that cannot be trusted.
pub fn deal(game: &str, variant: Arc<Variant>, events: &[Logged]) -> Result<DealRecord, ApiError> {
    record(&Finished::of(game, variant, events)?)
}

fn record(finished: &Finished<'_>) -> Result<DealRecord, ApiError> {
    if !finished.dealt {
        return Err(Code::NoDeal.into());
    }
    let (terms, salt) =
        beginning(finished.events).map_err(|_| ApiError::from(Code::UnreadableGame))?;
    let deal_terms = crate::table::deal_terms(terms).ok_or(Code::UnreadableGame)?;
    let said = |of: usize, opening: bool| {
        finished
            .events
            .iter()
            .find_map(|logged| match &logged.event {
                LogEvent::Committed { player, commitment } if !opening && *player == of => {
                    Some(commitment.to_ascii_lowercase())
                }
                LogEvent::Opened {
                    player,
                    contribution,
                } if opening && *player == of => Some(contribution.to_ascii_lowercase()),
                _ => None,
            })
            .unwrap_or_default()
    };
    let contributions = terms
        .players
        .iter()
        .enumerate()
        .filter(|(_, player)| *player != COMPUTER)
        .map(|(index, player)| ContributionRecord {
            player: player.clone(),
            commitment: said(index, false),
            contribution: said(index, true),
        })
        .collect();
    Ok(DealRecord {
        algorithm: deal::ALGORITHM.to_owned(),
        game: terms.game.clone(),
        variant: terms.variant.clone(),
        rules_version: terms.rules_version,
        variant_digest: terms.digest.clone(),
        options: DealOptions {
            players: terms.players.clone(),
            colour: terms.colour,
            level: terms.level,
            set: terms.set.clone(),
            number: terms.number,
        },
        commitment: deal::commitment(&salt, &deal_terms).to_string(),
        salt: salt.reveal_hex(),
        contributions,
        result: DealResult {
            first_player: finished.first_player,
            start: finished.start.truth_fen(),
        },
    })
}

/// The game as PGN, with its whole truth, the record of its deal and the time that each action took.
///
/// # Errors
/// 409 while it runs, 404 without a start, 500 for a log that cannot be trusted.
pub fn pgn(row: &GameRow, variant: Arc<Variant>, events: &[Logged]) -> Result<String, ApiError> {
    let finished = Finished::of(row.id.as_str(), variant, events)?;
    let mut game = pgn::Game::of_truth(finished.start.clone());
    game.tags = tags(row, finished.first_player)?;
    game.array_number = finished.number;
    if finished.dealt {
        let record = serde_json::to_string(&record(&finished)?).map_err(internal)?;
        game.deal = Some(record);
    }
    let mut thinking = Thinking::begun(finished.begun, &game.start().board().actors());
    for (ply, (by, recorded, at)) in finished.actions().into_iter().enumerate() {
        let record = finished.read(game.now().board(), by, recorded)?;
        game.push(record, None)
            .map_err(|_| ApiError::from(Code::UnreadableGame))?;
        let took = thinking.acted(by, at, &game.now().board().actors());
        game.set_elapsed(ply, took);
    }
    if let Some(LogEvent::Ended { result, reason, .. }) = events.last().map(|last| &last.event) {
        game.result = match result {
            GameResult::White => pgn::GameResult::WhiteWins,
            GameResult::Black => pgn::GameResult::BlackWins,
            GameResult::Draw => pgn::GameResult::Draw,
            GameResult::Aborted => pgn::GameResult::Open,
        };
        let code = serde_json::to_value(reason).map_err(internal)?;
        game.reason = code.as_str().map(str::to_owned);
    }
    Ok(pgn::export(&game))
}

/// What the rules verify.
impl From<&DealRecord> for deal::Record {
    fn from(record: &DealRecord) -> deal::Record {
        deal::Record {
            algorithm: record.algorithm.clone(),
            game: record.game.clone(),
            variant: record.variant.clone(),
            rules_version: record.rules_version,
            variant_digest: record.variant_digest.clone(),
            players: record.options.players.clone(),
            colour: match record.options.colour {
                ColourWish::White => deal::ColourWish::White,
                ColourWish::Black => deal::ColourWish::Black,
                ColourWish::Random => deal::ColourWish::Random,
            },
            level: record.options.level,
            set: record.options.set.clone(),
            number: record.options.number,
            commitment: record.commitment.clone(),
            salt: record.salt.clone(),
            contributions: record
                .contributions
                .iter()
                .map(|entry| deal::ContributionRecord {
                    player: entry.player.clone(),
                    commitment: entry.commitment.clone(),
                    contribution: entry.contribution.clone(),
                })
                .collect(),
            first_player: match record.result.first_player {
                Side::White => deal::Colour::White,
                Side::Black => deal::Colour::Black,
            },
            start: record.result.start.clone(),
        }
    }
}
