//! From events to state: the same function takes in what just happened and what a log says.

use std::sync::Arc;

use backrank_rules::deal::Salt;
use backrank_rules::notation::uci;
use backrank_rules::{Action, Colour, Position, Variant};

use super::clocks::{Acted, Runs};
use super::deal::{self, Dealing};
use super::plan::{Plan, Turned};
use super::{Ear, Game, Patience, PlayerIndex, Table};
use crate::clock::Millis;
use crate::log::{Hash, LogError, LogEvent, Logged, Terms};
use crate::seat_view::{self, colour};
use crate::wire::{Clock, Ending, Event, GameResult, OfferKind, Phase, Reason, Side};

/// So many last events of a log are told again to somebody who missed them; each tells nobody more than a few things.
const LATEST: usize = 40;

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
        for (at, logged) in events.iter().enumerate().skip(1) {
            table.is_past = at + LATEST < events.len();
            table.apply(logged)?;
            table.outgoing.clear();
        }
        table.is_past = false;
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
                LogEvent::Ended { .. } => {
                    table.apply(logged)?;
                    table.outgoing.clear();
                }
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
        if table.terms.clock != Clock::Untimed {
            table.clocks.opening(table.last_at);
        }
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
        let at = logged.at;
        let event = &logged.event;
        let misplaced = || LogError::Misplaced {
            seq,
            kind: event.kind(),
        };
        // Once a seat has decided the end, nothing else can come.
        if self.decided.is_some() && !matches!(event, LogEvent::Ended { .. }) {
            return Err(misplaced());
        }
        let phase = self.phase();
        let in_phase = |wanted| {
            if phase == wanted {
                Ok(())
            } else {
                Err(misplaced())
            }
        };
        match event {
            LogEvent::Created { .. } => return Err(misplaced()),
            LogEvent::Committed { player, commitment } => {
                in_phase(Phase::Dealing)?;
                self.dealing
                    .commit(*player, commitment)
                    .map_err(|_| misplaced())?;
                if self.dealing.is_opening() {
                    self.clocks.opening(at);
                    self.tell_players(|_, _| Some(Event::OpenNow));
                }
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
                self.begin(game, at);
            }
            LogEvent::SetUp { fen, first_player } => {
                in_phase(Phase::Dealing)?;
                let position = Position::from_fen(&self.variant, fen)
                    .map_err(|_| LogError::Unreadable { seq })?;
                self.begin(Game::new(position, colour(*first_player), None), at);
            }
            LogEvent::Action {
                seat,
                recorded,
                nonce,
                hash,
                lag,
            } => {
                if phase == Phase::Dealing {
                    return Err(LogError::DealMissing { seq });
                }
                in_phase(Phase::Playing)?;
                let played = Played {
                    seat: *seat,
                    recorded,
                    hash: *hash,
                    lag: *lag,
                };
                let player = self.seated(*seat).ok_or_else(misplaced)?;
                let fallen = self.play_recorded(played, at)?;
                if let Some(nonce) = nonce {
                    let seq = self.told_to(player);
                    self.nonces.insert((player, nonce.clone()), seq);
                }
                self.after_action(colour(*seat), fallen);
            }
            LogEvent::Resigned { seat, nonce } => {
                in_phase(Phase::Playing)?;
                let result = match seat {
                    Side::White => GameResult::Black,
                    Side::Black => GameResult::White,
                };
                let player = self.seated(*seat).ok_or_else(misplaced)?;
                self.decide((result, Reason::Resignation, None), player, nonce);
            }
            LogEvent::Aborted { player, nonce } => {
                if phase == Phase::Over || *player > 1 {
                    return Err(misplaced());
                }
                let end = (GameResult::Aborted, Reason::Aborted, Some(*player));
                self.decide(end, *player, nonce);
            }
            LogEvent::Agreed { seat, nonce } => {
                in_phase(Phase::Playing)?;
                let by = colour(*seat).other();
                if !self.offers.stands(by, OfferKind::Draw) {
                    return Err(misplaced());
                }
                let player = self.seated(*seat).ok_or_else(misplaced)?;
                self.decide((GameResult::Draw, Reason::Agreement, None), player, nonce);
            }
            LogEvent::Claimed { seat, draw, nonce } => {
                in_phase(Phase::Playing)?;
                let result = if *draw {
                    GameResult::Draw
                } else {
                    self.won_without_mate(colour(*seat))
                };
                let player = self.seated(*seat).ok_or_else(misplaced)?;
                self.decide((result, Reason::Abandoned, None), player, nonce);
            }
            LogEvent::Offered { seat, what, nonce } => {
                in_phase(Phase::Playing)?;
                let by = colour(*seat);
                let player = self.seated(*seat).ok_or_else(misplaced)?;
                self.offers.make(by, *what, self.ply());
                let offer = Table::offered(by, *what);
                self.tell_players(|table, ear| {
                    let may = table.rights(ear);
                    Some(Event::Offered { offer, may })
                });
                self.remember(player, nonce);
            }
            LogEvent::Declined { seat, what, nonce } => {
                in_phase(Phase::Playing)?;
                let by = colour(*seat).other();
                let player = self.seated(*seat).ok_or_else(misplaced)?;
                if !self.offers.stands(by, *what) {
                    return Err(misplaced());
                }
                self.fall(by, *what);
                self.remember(player, nonce);
            }
            LogEvent::TookBack { seat, ply, nonce } => {
                in_phase(Phase::Playing)?;
                let player = self.seated(*seat).ok_or_else(misplaced)?;
                self.take_back(*ply, at).ok_or_else(misplaced)?;
                self.remember(player, nonce);
                self.cancel_plans();
            }
            LogEvent::Planned { seat, lines, nonce } => {
                in_phase(Phase::Playing)?;
                let player = self.seated(*seat).ok_or_else(misplaced)?;
                let plan = Plan::new(lines).ok_or(LogError::Unreadable { seq })?;
                self.plans[colour(*seat).index()] = plan;
                self.tell_plan(player, nonce.is_none());
                if let Some(nonce) = nonce {
                    self.remember(player, nonce);
                }
            }
            LogEvent::Paused { uncharged, until } => {
                if phase == Phase::Over {
                    return Err(misplaced());
                }
                self.clocks.paused(at, *uncharged, *until);
            }
            LogEvent::Resumed => {
                if phase == Phase::Over || !self.clocks.is_paused() {
                    return Err(misplaced());
                }
                self.clocks.resumed(at);
            }
            LogEvent::Vacation { player, until } => {
                if phase == Phase::Over || *player > 1 {
                    return Err(misplaced());
                }
                self.clocks.vacation(*player, at, *until);
            }
            LogEvent::Ended {
                result,
                reason,
                fault,
            } => {
                if self.ending.is_some() {
                    return Err(misplaced());
                }
                if !self.ends_so(*result, *reason, at) {
                    return Err(LogError::OtherEnd { seq });
                }
                self.ending = Some(Ending {
                    result: *result,
                    reason: *reason,
                });
                self.fault = *fault;
                self.clocks.stop(at);
                self.offers.forget();
                self.plans = Default::default();
                self.let_onlookers_catch_up();
                for ear in Ear::ALL {
                    self.tell(ear, |table| {
                        table.ending.map(|ending| Event::Ended { ending })
                    });
                }
            }
        }
        self.length += 1;
        self.last_at = at;
        Ok(())
    }

    /// Whether a game that stands so can end so.
    fn ends_so(&self, result: GameResult, reason: Reason, at: Millis) -> bool {
        if let Some((decided, why, _)) = self.decided {
            return (decided, why) == (result, reason);
        }
        match reason {
            Reason::Checkmate
            | Reason::Stalemate
            | Reason::Repetition
            | Reason::FiftyMoves
            | Reason::DeadPosition => {
                self.game.as_ref().and_then(Game::ending) == Some((result, reason))
            }
            Reason::Flag => match self.clocks.over(at) {
                Some(Runs::Turn(side)) => self.won_without_mate(side.other()) == result,
                _ => false,
            },
            // They follow from what a player has done, which would have been decided above.
            Reason::Agreement | Reason::Abandoned | Reason::Aborted | Reason::Resignation => false,
            Reason::DealBroken
            | Reason::RulesChanged
            | Reason::Expired
            | Reason::NotStarted
            | Reason::NoChoice
            | Reason::ByHost => result == GameResult::Aborted,
        }
    }

    fn seated(&self, seat: Side) -> Option<PlayerIndex> {
        self.player_of(colour(seat))
    }

    /// Number of the last event that a player was told.
    fn told_to(&self, player: PlayerIndex) -> u32 {
        self.told.get(player).map_or(0, |told| told.seq)
    }

    fn remember(&mut self, player: PlayerIndex, nonce: &str) {
        let seq = self.told_to(player);
        self.nonces.insert((player, nonce.to_owned()), seq);
    }

    /// The end follows, and shows what the player did.
    fn decide(
        &mut self,
        end: (GameResult, Reason, Option<PlayerIndex>),
        player: PlayerIndex,
        nonce: &str,
    ) {
        self.decided = Some(end);
        let seq = self.told_to(player) + 1;
        self.nonces.insert((player, nonce.to_owned()), seq);
    }

    fn begin(&mut self, game: Game, at: Millis) {
        let turn = game.position().board().turn();
        let choosing = game.is_choosing();
        self.clocks.begin(at, game.first_player(), turn, choosing);
        self.game = Some(game);
        self.tell_dealt();
    }

    /// Plays it and tells it. Says which offers fall with it.
    fn play_recorded(
        &mut self,
        played: Played<'_>,
        at: Millis,
    ) -> Result<Vec<(Colour, OfferKind)>, LogError> {
        let seq = self.length;
        let unplayable = || LogError::Unplayable { seq };
        let by = colour(played.seat);
        let variant = self.variant.clone();
        let game = self.game.as_mut().ok_or(LogError::DealMissing { seq })?;
        let said = uci::parse_recorded(&variant, game.position().board(), by, played.recorded)
            .map_err(|_| unplayable())?;
        let action = said.action.known().ok_or_else(unplayable)?;
        let mut after = game.position().clone();
        let record = after.play_as(by, action).map_err(|_| unplayable())?;
        if record != said {
            return Err(LogError::OtherRecord { seq });
        }
        if after.truth_hash() != played.hash.0 {
            return Err(LogError::OtherPosition { seq });
        }
        let choosing = Game::chooses(&after);
        self.stood.push(self.clocks.stood());
        let left = self.clocks.acted(Acted {
            at,
            by,
            lag: played.lag,
            choice: matches!(action, Action::Choose(_)),
            turn: after.board().turn(),
            choosing,
        });
        game.advance(after, &record, left)
            .map_err(|_| LogError::OtherPosition { seq })?;
        let turn = game.position().board().turn();
        let over = turn != by;
        let fallen: Vec<(Colour, OfferKind)> = [
            (by, OfferKind::Takeback),
            (by.other(), OfferKind::Takeback),
            (by.other(), OfferKind::Draw),
        ]
        .into_iter()
        .filter(|&(of, what)| self.offers.stands(of, what))
        // A turn that waits for a late promotion leaves a draw offer standing.
        .filter(|&(_, what)| over || what == OfferKind::Takeback)
        .collect();
        for &(of, what) in &fallen {
            self.offers.drop(of, what);
        }
        self.tell_played();
        Ok(fallen)
    }

    /// What an action does to offers and plans, told after the action itself.
    fn after_action(&mut self, by: Colour, fallen: Vec<(Colour, OfferKind)>) {
        for (of, what) in fallen {
            self.tell_fallen(of, what);
        }
        for planner in Colour::ALL {
            let Some(game) = &self.game else { return };
            let over = game.position().board().turn() != by && game.ending().is_none();
            let seen = game.sight(planner).moves().last();
            let recorded = seen.map_or("", |played| played.recorded.as_str());
            let plan = &mut self.plans[planner.index()];
            let turned = if planner == by {
                plan.own_played(recorded, over)
            } else {
                plan.other_played(recorded, over)
            };
            // While an answer is due the lines are as they were.
            let changed = turned == Turned::Cancelled || (turned == Turned::On && planner == by);
            if changed && let Some(player) = self.player_of(planner) {
                self.tell_plan(player, turned == Turned::Cancelled);
            }
        }
    }

    fn tell_plan(&mut self, player: PlayerIndex, cancelled: bool) {
        let ear = Ear::Player(player);
        self.tell(ear, |table| {
            let lines = table.plan_of(ear);
            Some(Event::Planned { lines, cancelled })
        });
    }

    fn cancel_plans(&mut self) {
        for planner in Colour::ALL {
            let turned = self.plans[planner.index()].cancel();
            if turned == Turned::Cancelled
                && let Some(player) = self.player_of(planner)
            {
                self.tell_plan(player, true);
            }
        }
    }

    /// An offer stands no more.
    fn fall(&mut self, by: Colour, what: OfferKind) {
        self.offers.drop(by, what);
        self.tell_fallen(by, what);
    }

    fn tell_fallen(&mut self, by: Colour, what: OfferKind) {
        let offer = Table::offered(by, what);
        self.tell_players(|table, ear| {
            let may = table.rights(ear);
            Some(Event::Declined { offer, may })
        });
    }

    fn take_back(&mut self, ply: u32, at: Millis) -> Option<()> {
        let asked = Colour::ALL.into_iter().find(|&by| {
            self.offers.stands(by, OfferKind::Takeback)
                && self.game.as_ref().and_then(|game| game.takeback(by)) == Some(ply)
        });
        asked.filter(|_| !self.terms.rated)?;
        let kept = usize::try_from(ply).ok()?;
        let stood = *self.stood.get(kept)?;
        let game = self.game.as_mut()?;
        game.take_back(ply).ok()?;
        let turn = game.position().board().turn();
        self.stood.truncate(kept);
        self.clocks.restore(stood, at, turn);
        self.offers.forget();
        self.tell_taken_back(ply);
        Some(())
    }
}

/// An action as the log has it.
struct Played<'a> {
    seat: Side,
    recorded: &'a str,
    hash: Hash,
    lag: Millis,
}
