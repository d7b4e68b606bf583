//! From events to state: the same function takes in what just happened and what a log says.

use std::sync::Arc;

use backrank_rules::deal::Salt;
use backrank_rules::notation::uci;
use backrank_rules::{Position, Variant};

use super::deal::{self, Dealing};
use super::{Game, Patience, Table};
use crate::log::{Hash, LogError, LogEvent, Logged, Terms};
use crate::seat_view::{self, colour};
use crate::wire::{Ending, Phase, Reason};

/// The terms and the salt that a log begins with.
pub(crate) fn beginning(events: &[Logged]) -> Result<(&Terms, Salt), LogError> {
    match events.first().map(|logged| &logged.event) {
        None => Err(LogError::Empty),
        Some(LogEvent::Created { terms, salt }) => {
            let salt = Salt::from_hex(salt).map_err(|_| LogError::Unreadable { seq: 0 })?;
            Ok((terms, salt))
        }
        Some(event) => Err(LogError::Misplaced {
            seq: 0,
            kind: event.kind(),
        }),
    }
}

/// Digest of the variant that a log was played under.
pub(crate) fn digest(events: &[Logged]) -> Result<&str, LogError> {
    beginning(events).map(|(terms, _)| terms.digest.as_str())
}

impl Table {
    /// Rebuilds a table from its whole log, checking each event. `variant` is the one of the log's digest, `game` the
    /// id under which the log lies.
    ///
    /// # Errors
    /// [`LogError`] names the first event that cannot have happened.
    pub fn replay(
        game: &str,
        variant: Arc<Variant>,
        events: &[Logged],
        patience: Patience,
    ) -> Result<Table, LogError> {
        let mut table = Table::beginning(game, variant, events, patience)?;
        for logged in &events[1..] {
            table.apply(logged)?;
        }
        Ok(table)
    }

    /// As [`Table::replay`] for a game that was aborted because its rules changed: its actions cannot be trusted to
    /// replay any more. It has a beginning and an end, and nothing between.
    ///
    /// # Errors
    /// [`LogError`] if even the beginning is wrong.
    pub fn without_actions(
        game: &str,
        variant: Arc<Variant>,
        events: &[Logged],
        patience: Patience,
    ) -> Result<Table, LogError> {
        let mut table = Table::beginning(game, variant, events, patience)?;
        for logged in &events[1..] {
            match logged.event {
                LogEvent::Ended { .. } => table.apply(logged)?,
                _ => {
                    table.length += 1;
                    table.last_at = logged.at;
                }
            }
        }
        Ok(table)
    }

    fn beginning(
        game: &str,
        variant: Arc<Variant>,
        events: &[Logged],
        patience: Patience,
    ) -> Result<Table, LogError> {
        let (terms, salt) = beginning(events)?;
        let other_game = terms.game != game || terms.variant != variant.id();
        let deal_terms = deal::deal_terms(terms)
            .filter(|deal_terms| deal_terms.variant_digest == *variant.digest() && !other_game)
            .ok_or(LogError::Unreadable { seq: 0 })?;
        let dealing = Dealing::new(deal_terms, salt);
        let mut table = Table::new(variant, terms.clone(), dealing, patience);
        table.length = 1;
        table.last_at = events.first().map_or(0, |logged| logged.at);
        Ok(table)
    }

    /// The game that the opened secrets give, with the key of its start.
    pub(super) fn drawn(&self) -> Result<(Game, Hash), String> {
        let drawn = self.dealing.draw(&self.variant)?;
        let position = Position::start(&self.variant, &drawn);
        let hash = Hash(position.truth_hash());
        let first = deal::colour(drawn.first_player());
        Ok((Game::new(position, first, drawn.number()), hash))
    }

    /// Takes in the next event. The table must not be used after an error.
    pub(super) fn apply(&mut self, logged: &Logged) -> Result<(), LogError> {
        let seq = self.length;
        let event = &logged.event;
        let misplaced = || LogError::Misplaced {
            seq,
            kind: event.kind(),
        };
        let in_phase = |phase| {
            if self.phase() == phase {
                Ok(())
            } else {
                Err(misplaced())
            }
        };
        match event {
            LogEvent::Created { .. } => return Err(misplaced()),
            LogEvent::Committed { player, commitment } => {
                in_phase(Phase::Dealing)?;
                let was = self.dealing.is_opening();
                self.dealing
                    .commit(*player, commitment)
                    .map_err(|_| misplaced())?;
                self.seq += u32::from(!was && self.dealing.is_opening());
            }
            LogEvent::Opened {
                player,
                contribution,
            } => {
                in_phase(Phase::Dealing)?;
                self.dealing
                    .open(*player, contribution)
                    .map_err(|_| misplaced())?;
            }
            LogEvent::Dealt { first_player, hash } => {
                in_phase(Phase::Dealing)?;
                let (game, drawn) = self
                    .drawn()
                    .map_err(|reason| LogError::Deal { seq, reason })?;
                let differs = |what: &str| LogError::Deal {
                    seq,
                    reason: format!("another {what}"),
                };
                if seat_view::side(game.first_player()) != *first_player {
                    return Err(differs("colour"));
                }
                if drawn != *hash {
                    return Err(differs("start"));
                }
                self.game = Some(game);
                self.seq += 1;
            }
            LogEvent::SetUp { fen, first_player } => {
                in_phase(Phase::Dealing)?;
                let position = Position::from_fen(&self.variant, fen)
                    .map_err(|_| LogError::Unreadable { seq })?;
                self.game = Some(Game::new(position, colour(*first_player), None));
                self.seq += 1;
            }
            LogEvent::Action {
                seat,
                recorded,
                nonce,
                hash,
            } => {
                if self.phase() == Phase::Dealing {
                    return Err(LogError::DealMissing { seq });
                }
                in_phase(Phase::Playing)?;
                let by = colour(*seat);
                let players = self.terms.players.len();
                let game = self.game.as_mut().ok_or(LogError::DealMissing { seq })?;
                let unplayable = || LogError::Unplayable { seq };
                let said =
                    uci::parse_recorded(&self.variant, game.position().board(), by, recorded)
                        .map_err(|_| unplayable())?;
                let action = said.action.known().ok_or_else(unplayable)?;
                let mut after = game.position().clone();
                let record = after.play_as(by, action).map_err(|_| unplayable())?;
                if record != said {
                    return Err(LogError::OtherRecord { seq });
                }
                if after.truth_hash() != hash.0 {
                    return Err(LogError::OtherPosition { seq });
                }
                let player = (0..players)
                    .find(|&player| (player == 0) == (game.first_player() == by))
                    .ok_or_else(misplaced)?;
                game.advance(after, &record)
                    .map_err(|_| LogError::OtherPosition { seq })?;
                self.seq += 1;
                if let Some(nonce) = nonce {
                    self.nonces.insert((player, nonce.clone()), self.seq);
                }
            }
            LogEvent::Resigned { seat, nonce } => {
                in_phase(Phase::Playing)?;
                let first = self.game.as_ref().ok_or_else(misplaced)?.first_player();
                let player = usize::from(first != colour(*seat));
                // It shows as the end, which is the next event.
                self.nonces.insert((player, nonce.clone()), self.seq + 1);
            }
            LogEvent::Ended { result, reason, .. } => {
                if self.ending.is_some() {
                    return Err(misplaced());
                }
                let of_the_board = matches!(
                    reason,
                    Reason::Checkmate
                        | Reason::Stalemate
                        | Reason::Repetition
                        | Reason::FiftyMoves
                        | Reason::DeadPosition
                );
                let judged = self.game.as_ref().and_then(Game::ending);
                if of_the_board && judged != Some((*result, *reason)) {
                    return Err(LogError::OtherEnd { seq });
                }
                self.ending = Some(Ending {
                    result: *result,
                    reason: *reason,
                });
                self.seq += 1;
            }
        }
        self.length += 1;
        self.last_at = logged.at;
        Ok(())
    }
}
