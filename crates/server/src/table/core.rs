//! The table's state and its step: commands in, effects out.

use std::collections::HashMap;
use std::sync::Arc;

use backrank_rules::deal::{COMPUTER, Salt};
use backrank_rules::notation::uci;
use backrank_rules::{Action, Colour, Variant};

use super::deal::{Dealing, Refusal};
use super::{
    Command, ConnectionId, Effect, Game, Patience, PlayerIndex, Request, Thought, error, other,
    refused,
};
use crate::clock::Millis;
use crate::error::{ApiError, Code};
use crate::log::{Hash, LogEvent, Logged, Terms};
use crate::seat_view;
use crate::store::Standing;
use crate::wire::{Ending, Event, GameResult, Phase, Reason, ServerMessage};

/// Longest nonce.
const NONCE: usize = 64;
/// Longest text of an action that is read.
const ACTION: usize = 16;
/// How often a computer player may fail before the table plays its first legal action for it.
const FAILURES: u32 = 3;

/// The whole state of one game.
pub struct Table {
    pub(super) variant: Arc<Variant>,
    pub(super) terms: Terms,
    pub(super) dealing: Dealing,
    pub(super) game: Option<Game>,
    pub(super) ending: Option<Ending>,
    /// Events that clients have been told, which is the number of the last one.
    pub(super) seq: u32,
    /// Events in the log.
    pub(super) length: u64,
    /// Stored messages of the players, with the event they became.
    pub(super) nonces: HashMap<(PlayerIndex, String), u32>,
    pub(super) last_at: Millis,
    patience: Patience,
    /// When an opening is overdue.
    opening_until: Option<Millis>,
    /// Whether a computer player has been asked about the situation now.
    asked: bool,
    failures: u32,
}

impl std::fmt::Debug for Table {
    /// Only what is public.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "Table({}, {:?}, {})",
            self.terms.game,
            self.phase(),
            self.seq
        )
    }
}

impl Table {
    pub(super) fn new(
        variant: Arc<Variant>,
        terms: Terms,
        dealing: Dealing,
        patience: Patience,
    ) -> Table {
        Table {
            variant,
            terms,
            dealing,
            game: None,
            ending: None,
            seq: 0,
            length: 0,
            nonces: HashMap::new(),
            last_at: 0,
            patience,
            opening_until: None,
            asked: false,
            failures: 0,
        }
    }

    /// The first event of a new game.
    pub fn created(terms: &Terms, salt: &Salt) -> LogEvent {
        LogEvent::Created {
            terms: terms.clone(),
            salt: salt.reveal_hex(),
        }
    }

    /// Phase.
    pub fn phase(&self) -> Phase {
        match (&self.ending, &self.game) {
            (Some(_), _) => Phase::Over,
            (None, Some(_)) => Phase::Playing,
            (None, None) => Phase::Dealing,
        }
    }

    /// Id.
    pub fn id(&self) -> &str {
        &self.terms.game
    }

    /// Id of the variant.
    pub fn variant_id(&self) -> &str {
        self.variant.id()
    }

    /// The game once it is dealt.
    pub fn game(&self) -> Option<&Game> {
        self.game.as_ref()
    }

    /// How it ended.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Number of the log's next event.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Place of this player, if it plays here.
    pub fn player(&self, id: &str) -> Option<PlayerIndex> {
        self.terms
            .players
            .iter()
            .position(|player| player == id && player != COMPUTER)
    }

    /// The public columns.
    pub fn standing(&self) -> Standing {
        Standing {
            first_player: self
                .game
                .as_ref()
                .map(|game| seat_view::side(game.first_player())),
            phase: self.phase(),
            ending: self.ending,
            ply: self.game.as_ref().map_or(0, Game::ply),
            ..Standing::dealing()
        }
    }

    /// When [`Command::Tick`] should come.
    pub fn deadline(&self) -> Option<Millis> {
        self.opening_until
    }

    /// Whether a computer player's answer is under way.
    pub fn is_thinking(&self) -> bool {
        self.asked
    }

    pub(super) fn is_live(&self) -> bool {
        self.ending.is_none()
    }

    pub(super) fn colour_of(&self, player: PlayerIndex) -> Option<Colour> {
        let first = self.game.as_ref()?.first_player();
        Some(if player == 0 { first } else { other(first) })
    }

    fn computer(&self) -> Option<PlayerIndex> {
        self.terms.players.iter().position(|name| name == COMPUTER)
    }

    fn people(&self) -> impl Iterator<Item = PlayerIndex> + use<> {
        let people: Vec<PlayerIndex> = self
            .terms
            .players
            .iter()
            .enumerate()
            .filter(|(_, name)| *name != COMPUTER)
            .map(|(index, _)| index)
            .collect();
        people.into_iter()
    }

    /// Does one command.
    pub fn step(&mut self, command: Command, now: Millis) -> Vec<Effect> {
        let mut effects = Vec::new();
        match command {
            Command::Player {
                connection,
                player,
                request,
            } => self.request(connection, player, request, now, &mut effects),
            Command::Computer { ply, hash, action } => {
                self.computed(ply, hash, action, now, &mut effects);
            }
            Command::Tick => self.tick(now, &mut effects),
            Command::Wake { rules_version } => {
                if self.is_live() && rules_version != self.terms.rules_version {
                    self.end(
                        GameResult::Aborted,
                        Reason::RulesChanged,
                        None,
                        now,
                        &mut effects,
                    );
                }
                if self.phase() == Phase::Dealing && self.dealing.is_opening() {
                    // Time that the server was away is not charged.
                    self.opening_until = Some(now + self.patience.open);
                }
                self.tick(now, &mut effects);
                self.ask(&mut effects);
            }
        }
        effects
    }

    fn tick(&mut self, now: Millis, effects: &mut Vec<Effect>) {
        if !self.is_live() {
            self.opening_until = None;
        } else if self.opening_until.is_some_and(|until| now >= until) {
            let fault = self.dealing.slowest();
            self.end(GameResult::Aborted, Reason::DealBroken, fault, now, effects);
        } else if now - self.last_at >= self.patience.idle {
            self.end(GameResult::Aborted, Reason::Expired, None, now, effects);
        }
    }

    fn request(
        &mut self,
        connection: ConnectionId,
        player: PlayerIndex,
        request: Request,
        now: Millis,
        effects: &mut Vec<Effect>,
    ) {
        let reply = |message| Effect::Reply {
            connection,
            message,
        };
        match request {
            Request::Hello { last_seq } => {
                let messages = self.hello(player, last_seq);
                effects.extend(messages.into_iter().map(reply));
            }
            Request::Commit { commitment } => {
                if let Err(message) = self.commit(player, commitment, now, effects) {
                    effects.push(reply(message));
                }
            }
            Request::Open { contribution } => {
                if let Err(message) = self.open(player, contribution, now, effects) {
                    effects.push(reply(message));
                }
            }
            Request::Act { nonce, ply, action } => {
                let answer = self.act(player, &nonce, ply, &action, now, effects);
                let at = effects.len();
                self.finish(connection, at, &nonce, player, answer, effects);
                self.ask(effects);
            }
            Request::Resign { nonce } => {
                let answer = self.resign(player, &nonce, now, effects);
                let at = effects.len();
                self.finish(connection, at, &nonce, player, answer, effects);
            }
        }
    }

    /// Answers a message with a nonce: acknowledged if it is stored, now or before.
    fn finish(
        &self,
        connection: ConnectionId,
        at: usize,
        nonce: &str,
        player: PlayerIndex,
        answer: Result<(), ApiError>,
        effects: &mut Vec<Effect>,
    ) {
        let message = match answer {
            Ok(()) => match self.nonces.get(&(player, nonce.to_owned())) {
                Some(&seq) => ServerMessage::Ack {
                    nonce: nonce.to_owned(),
                    seq,
                },
                None => return,
            },
            Err(_) if !is_nonce(nonce) => {
                error(ApiError::from(Code::BadMessage).with("field", "nonce"))
            }
            Err(reason) => refused(nonce, reason),
        };
        effects.insert(
            at,
            Effect::Reply {
                connection,
                message,
            },
        );
    }

    // ------------------------------------------------------------ dealing

    fn commit(
        &mut self,
        player: PlayerIndex,
        commitment: String,
        now: Millis,
        effects: &mut Vec<Effect>,
    ) -> Result<(), ServerMessage> {
        match self.dealing.check_commitment(player, &commitment) {
            Err(Refusal::Again) => return Ok(()),
            Ok(_) if self.phase() == Phase::Dealing => {}
            _ => {
                return Err(error(
                    ApiError::from(Code::BadMessage).with("type", "commit"),
                ));
            }
        }
        if !self.append(LogEvent::Committed { player, commitment }, now, effects) {
            return Ok(());
        }
        if self.dealing.is_opening() {
            self.opening_until = Some(now + self.patience.open);
            for player in self.people() {
                self.tell(player, Event::OpenNow, effects);
            }
        }
        Ok(())
    }

    fn open(
        &mut self,
        player: PlayerIndex,
        contribution: String,
        now: Millis,
        effects: &mut Vec<Effect>,
    ) -> Result<(), ServerMessage> {
        let check = self.dealing.check_opening(player, &contribution);
        match check {
            Err(Refusal::Again) => return Ok(()),
            Err(Refusal::Broken) if self.phase() == Phase::Dealing => {
                self.end(
                    GameResult::Aborted,
                    Reason::DealBroken,
                    Some(player),
                    now,
                    effects,
                );
                return Ok(());
            }
            Ok(_) if self.phase() == Phase::Dealing => {}
            _ => return Err(error(ApiError::from(Code::BadMessage).with("type", "open"))),
        }
        let opened = LogEvent::Opened {
            player,
            contribution,
        };
        if !self.append(opened, now, effects) || !self.dealing.is_open() {
            return Ok(());
        }
        self.opening_until = None;
        match self.drawn() {
            Ok((game, hash)) => {
                let dealt = LogEvent::Dealt {
                    first_player: seat_view::side(game.first_player()),
                    hash,
                };
                if self.append(dealt, now, effects) {
                    self.begin(now, effects);
                }
            }
            Err(reason) => {
                // Terms were checked when the game was made: this is a fault, not a broken promise.
                tracing::error!(game = self.id(), reason, "nothing can be dealt");
                self.end(GameResult::Aborted, Reason::DealBroken, None, now, effects);
            }
        }
        Ok(())
    }

    /// Tells everybody the start.
    pub(super) fn begin(&mut self, now: Millis, effects: &mut Vec<Effect>) {
        for player in self.people() {
            if let Some(event) = self.dealt(player) {
                self.tell(player, event, effects);
            }
        }
        self.judge(now, effects);
        self.ask(effects);
    }

    // ------------------------------------------------------------ playing

    /// Whether a message with this nonce is still to be acted on; a message sent again is not.
    fn is_new(&self, player: PlayerIndex, nonce: &str) -> Result<bool, ApiError> {
        if !is_nonce(nonce) {
            return Err(Code::BadMessage.into());
        }
        if self.nonces.contains_key(&(player, nonce.to_owned())) {
            return Ok(false);
        }
        if self.ending.is_some() {
            return Err(Code::GameOver.into());
        }
        Ok(true)
    }

    fn act(
        &mut self,
        player: PlayerIndex,
        nonce: &str,
        ply: u32,
        text: &str,
        now: Millis,
        effects: &mut Vec<Effect>,
    ) -> Result<(), ApiError> {
        if !self.is_new(player, nonce)? {
            return Ok(());
        }
        let (Some(game), Some(colour)) = (&self.game, self.colour_of(player)) else {
            return Err(ApiError::from(Code::BadMessage).with("type", "act"));
        };
        if ply != game.ply() && !game.sight(colour).only_secret_choices_since(ply) {
            return Err(ApiError::from(Code::StalePly).with("ply", game.ply()));
        }
        let illegal = || ApiError::from(Code::IllegalAction).with("action", text);
        if text.len() > ACTION {
            return Err(illegal());
        }
        let action =
            uci::parse(&self.variant, game.position().board(), text).map_err(|_| illegal())?;
        self.play(colour, action, Some(nonce.to_owned()), now, effects)
            .map_err(|Illegal| illegal())
    }

    /// Plays for either side: stores, then tells everybody.
    fn play(
        &mut self,
        colour: Colour,
        action: Action,
        nonce: Option<String>,
        now: Millis,
        effects: &mut Vec<Effect>,
    ) -> Result<(), Illegal> {
        let Some(game) = &self.game else {
            return Err(Illegal);
        };
        let mut after = game.position().clone();
        let record = after.play_as(colour, action).map_err(|_| Illegal)?;
        let event = LogEvent::Action {
            seat: seat_view::side(colour),
            recorded: uci::recorded(&self.variant, &record),
            nonce,
            hash: Hash(after.truth_hash()),
        };
        self.asked = false;
        self.failures = 0;
        if !self.append(event, now, effects) {
            return Ok(());
        }
        let ended = self.game.as_ref().and_then(Game::ending);
        for player in self.people() {
            if let Some(event) = self.last_played(player, ended.is_none()) {
                self.tell(player, event, effects);
            }
        }
        self.judge(now, effects);
        Ok(())
    }

    /// Ends the game if the position does.
    fn judge(&mut self, now: Millis, effects: &mut Vec<Effect>) {
        if let Some((result, reason)) = self.game.as_ref().and_then(Game::ending)
            && self.is_live()
        {
            self.end(result, reason, None, now, effects);
        }
    }

    fn resign(
        &mut self,
        player: PlayerIndex,
        nonce: &str,
        now: Millis,
        effects: &mut Vec<Effect>,
    ) -> Result<(), ApiError> {
        if !self.is_new(player, nonce)? {
            return Ok(());
        }
        let Some(colour) = self.colour_of(player) else {
            return Err(ApiError::from(Code::BadMessage).with("type", "resign"));
        };
        let event = LogEvent::Resigned {
            seat: seat_view::side(colour),
            nonce: nonce.to_owned(),
        };
        if self.append(event, now, effects) {
            let result = match colour {
                Colour::White => GameResult::Black,
                Colour::Black => GameResult::White,
            };
            self.end(result, Reason::Resignation, None, now, effects);
        }
        Ok(())
    }

    fn end(
        &mut self,
        result: GameResult,
        reason: Reason,
        fault: Option<PlayerIndex>,
        now: Millis,
        effects: &mut Vec<Effect>,
    ) {
        self.opening_until = None;
        self.asked = false;
        let event = LogEvent::Ended {
            result,
            reason,
            fault,
        };
        if !self.append(event, now, effects) {
            return;
        }
        for player in self.people() {
            let ending = Ending { result, reason };
            self.tell(player, Event::Ended { ending }, effects);
        }
    }

    // ------------------------------------------------------------ the computer

    /// Asks the computer if it is to act and has not been asked.
    fn ask(&mut self, effects: &mut Vec<Effect>) {
        if self.asked || !self.is_live() {
            return;
        }
        let Some(colour) = self.computer().and_then(|player| self.colour_of(player)) else {
            return;
        };
        let Some(game) = &self.game else {
            return;
        };
        if !game.position().board().actors().contains(&colour) {
            return;
        }
        let observation = game.sight(colour).observation();
        effects.push(Effect::Think(Box::new(Thought {
            level: self.terms.level,
            ply: game.ply(),
            hash: observation.view().board().hash(),
            observation: Box::new(observation.clone()),
        })));
        self.asked = true;
    }

    fn computed(
        &mut self,
        ply: u32,
        hash: u64,
        action: Option<Action>,
        now: Millis,
        effects: &mut Vec<Effect>,
    ) {
        let Some(colour) = self.computer().and_then(|player| self.colour_of(player)) else {
            return;
        };
        let fits = self.game.as_ref().is_some_and(|game| {
            game.ply() == ply && game.sight(colour).view().board().hash() == hash
        });
        if !fits || !self.is_live() || !self.asked {
            return;
        }
        self.asked = false;
        let played =
            action.is_some_and(|action| self.play(colour, action, None, now, effects).is_ok());
        if !played {
            self.failures += 1;
            tracing::error!(
                game = self.id(),
                ply,
                failures = self.failures,
                "a computer player failed"
            );
            let spare = self
                .game
                .as_ref()
                .filter(|_| self.failures >= FAILURES)
                .and_then(|game| game.sight(colour).observation().legal().first().copied());
            if let Some(action) = spare {
                let _ = self.play(colour, action, None, now, effects);
            }
        }
        self.ask(effects);
    }

    // ------------------------------------------------------------ telling

    /// Takes an event in and has it stored. `false` if it cannot be: then the table is done with.
    pub(super) fn append(
        &mut self,
        event: LogEvent,
        now: Millis,
        effects: &mut Vec<Effect>,
    ) -> bool {
        // The stamp never goes back, whatever the clock does.
        let logged = Logged::new(now.max(self.last_at), event);
        match self.apply(&logged) {
            Ok(()) => {
                effects.push(Effect::Append(logged));
                true
            }
            Err(error) => {
                effects.push(Effect::Fault(error));
                false
            }
        }
    }
}

struct Illegal;

fn is_nonce(nonce: &str) -> bool {
    (1..=NONCE).contains(&nonce.len()) && nonce.bytes().all(|b| b.is_ascii_graphic())
}
