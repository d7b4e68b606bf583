//! The table's state and its step: commands in, effects out.

use std::collections::HashMap;
use std::sync::Arc;

use backrank_rules::deal::{COMPUTER, Salt};
use backrank_rules::notation::uci;
use backrank_rules::{Action, Colour, Variant};

use super::clocks::{Clocks, Runs, Stood};
use super::deal::{Dealing, Refusal};
use super::offers::{Offers, Presence};
use super::plan::Plan;
use super::telling::Told;
use super::{
    Away, Command, ConnectionId, Ear, Effect, Game, Patience, PlayerIndex, Request, Sight, Thought,
    error, other, refused,
};
use crate::clock::Millis;
use crate::error::{ApiError, Code};
use crate::log::{Hash, LogEvent, Logged, Terms};
use crate::seat_view;
use crate::store::Standing;
use crate::wire::{
    Clock, DealStep, Ending, Event, GameResult, Phase, PlayerInfo, PlayerKind, Reason,
    ServerMessage, Side,
};

/// Longest nonce.
const NONCE: usize = 64;
/// Longest text of an action that is read.
const ACTION: usize = 16;
/// How often a computer player may fail before the table plays its first legal action for it.
const FAILURES: u32 = 3;
/// How long everything stands at most after a restart, until the side to move is back.
const STANDS: Millis = 30_000;
/// Actions that make the opening of a game in statistics.
const OPENING: usize = 4;

/// The whole state of one game.
pub struct Table {
    pub(super) variant: Arc<Variant>,
    pub(super) terms: Terms,
    pub(super) players: [PlayerInfo; 2],
    pub(super) dealing: Dealing,
    pub(super) game: Option<Game>,
    pub(super) ending: Option<Ending>,
    /// Who is to blame for the end.
    pub(super) fault: Option<PlayerIndex>,
    /// The end that an event of the log has decided and that comes next.
    pub(super) decided: Option<(GameResult, Reason, Option<PlayerIndex>)>,
    pub(super) clocks: Clocks,
    /// How the clocks stood before each action.
    pub(super) stood: Vec<Stood>,
    pub(super) offers: Offers,
    pub(super) plans: [Plan; 2],
    /// What each ear has been told.
    pub(super) told: [Told; 3],
    /// An event that onlookers hear only after the next one.
    pub(super) held: Option<Option<Event>>,
    pub(super) seen_by_onlookers: u32,
    /// Events in the log.
    pub(super) length: u64,
    /// Stored messages of the players, with the event they became.
    pub(super) nonces: HashMap<(PlayerIndex, String), u32>,
    pub(super) last_at: Millis,
    /// Whether what is taken in happened long ago, so that nobody will ask for it singly.
    pub(super) is_past: bool,
    /// What the event taken in last has to be told.
    pub(super) outgoing: Vec<Effect>,
    /// Who is connected; not in the log, since connections end with the server.
    pub(super) presence: Option<Presence>,
    patience: Patience,
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
            self.length
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
        let open = match terms.clock {
            // Nobody has to be there at once.
            Clock::Days { days } => Millis::from(days) * crate::clock::DAY,
            _ => patience.open,
        };
        Table {
            players: [0, 1].map(|player| unnamed(&terms, player)),
            clocks: Clocks::new(terms.clock, open.max(patience.open)),
            variant,
            terms,
            dealing,
            game: None,
            ending: None,
            fault: None,
            decided: None,
            stood: Vec::new(),
            offers: Offers::default(),
            plans: Default::default(),
            told: Default::default(),
            held: None,
            seen_by_onlookers: 0,
            length: 0,
            nonces: HashMap::new(),
            last_at: 0,
            is_past: false,
            outgoing: Vec::new(),
            presence: None,
            patience,
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

    /// Whether one person plays here and nobody may look on.
    pub fn is_solitary(&self) -> bool {
        self.terms.private && self.computer().is_some()
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

    /// Place of this player, if it plays here. A guest who has signed in since is another player than in the terms.
    pub fn player(&self, id: &str) -> Option<PlayerIndex> {
        self.players
            .iter()
            .position(|player| player.id == id && player.id != COMPUTER)
    }

    /// The terms.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// Names and ratings for those who read them; not in the log.
    pub fn set_players(&mut self, players: [PlayerInfo; 2]) {
        self.players = players;
    }

    /// The players as others see them.
    pub fn players(&self) -> &[PlayerInfo; 2] {
        &self.players
    }

    /// What is not the same in another table of the same log, for tests. Who is connected is in no log, and how many of
    /// the events told can be told again may differ.
    pub fn difference(&self, other: &Table) -> Option<&'static str> {
        let games = match (&self.game, &other.game) {
            (Some(one), Some(other)) => one.difference(other),
            (None, None) => None,
            _ => Some("whether it is dealt"),
        };
        let parts = [
            ("ending", self.ending == other.ending),
            ("fault", self.fault == other.fault),
            ("decided", self.decided == other.decided),
            ("clocks", self.clocks == other.clocks),
            ("clocks of the past", self.stood == other.stood),
            ("offers", self.offers == other.offers),
            ("plans", self.plans == other.plans),
            ("what is held back", self.held == other.held),
            ("seen", self.seen_by_onlookers == other.seen_by_onlookers),
            ("length", self.length == other.length),
            ("nonces", self.nonces == other.nonces),
            ("last stamp", self.last_at == other.last_at),
            (
                "told",
                self.told.iter().zip(&other.told).all(|(a, b)| a.agrees(b)),
            ),
        ];
        let differs = parts.iter().find(|(_, same)| !same);
        games.or(differs.map(|(name, _)| *name))
    }

    /// The side of a player, once it is dealt.
    pub fn side_of(&self, player: PlayerIndex) -> Option<Side> {
        self.colour_of(player).map(seat_view::side)
    }

    /// Whether something is awaited from this player.
    pub fn is_awaited(&self, player: PlayerIndex) -> bool {
        match (self.phase(), &self.game) {
            (Phase::Dealing, _) => self.dealing.awaited(player) != DealStep::Wait,
            (Phase::Playing, Some(game)) => self
                .colour_of(player)
                .is_some_and(|colour| game.position().board().actors().contains(&colour)),
            _ => false,
        }
    }

    /// The public columns. Onlookers see a running correspondence game one action later, and so does the row.
    pub fn standing(&self) -> Standing {
        let sight = self.sight(Ear::Onlookers);
        let shown = usize::try_from(self.seen_by_onlookers).unwrap_or(usize::MAX);
        let moves = sight.map_or(&[][..], |sight| {
            let moves = sight.moves();
            &moves[..shown.min(moves.len())]
        });
        let start = sight.map(Sight::start);
        let opening: Vec<&str> = moves
            .iter()
            .take(OPENING)
            .map(|played| played.recorded.as_str())
            .collect();
        Standing {
            first_player: self
                .game
                .as_ref()
                .map(|game| seat_view::side(game.first_player())),
            phase: self.phase(),
            ending: self.ending,
            fault: self.fault,
            ply: self.ply(),
            turn: self
                .game
                .as_ref()
                .map(|game| seat_view::side(game.position().board().turn())),
            opening: opening.join(" "),
            fen: match (moves.last(), &start) {
                (Some(last), _) => last.fen.clone(),
                (None, Some(start)) => start.fen.clone(),
                (None, None) => String::new(),
            },
            number: start.and_then(|start| start.number),
            deadline: self.deadline(),
        }
    }

    /// When [`Command::Tick`] should come.
    pub fn deadline(&self) -> Option<Millis> {
        self.clocks.due().filter(|_| self.is_live())
    }

    /// Whether a computer player's answer is under way.
    pub fn is_thinking(&self) -> bool {
        self.asked
    }

    /// Stamp of the last event.
    pub fn last_at(&self) -> Millis {
        self.last_at
    }

    pub(super) fn is_live(&self) -> bool {
        self.ending.is_none()
    }

    pub(super) fn ply(&self) -> u32 {
        self.game.as_ref().map_or(0, Game::ply)
    }

    /// Whether nothing can be done any more, although the end may still be to come.
    pub(super) fn is_decided(&self) -> bool {
        self.ending.is_some()
            || self.decided.is_some()
            || self
                .game
                .as_ref()
                .is_some_and(|game| game.ending().is_some())
    }

    pub(super) fn colour_of(&self, player: PlayerIndex) -> Option<Colour> {
        let first = self.game.as_ref()?.first_player();
        Some(if player == 0 { first } else { other(first) })
    }

    pub(super) fn player_of(&self, colour: Colour) -> Option<PlayerIndex> {
        let first = self.game.as_ref()?.first_player();
        Some(usize::from(first != colour))
    }

    pub(super) fn computer(&self) -> Option<PlayerIndex> {
        self.terms.players.iter().position(|name| name == COMPUTER)
    }

    /// Does one command.
    pub fn step(&mut self, command: Command, now: Millis) -> Vec<Effect> {
        // Time never goes back, whatever the system's clock does.
        let now = now.max(self.last_at);
        let mut effects = Vec::new();
        let before = self.clocks.clone();
        if !matches!(command, Command::Wake { .. }) {
            // What is over by now is over, whatever arrives.
            self.settle(now, &mut effects);
        }
        match command {
            Command::Player {
                connection,
                player,
                request,
                lag,
            } => {
                if self.resume(player, now, &mut effects) {
                    // What had been used up when the server went away is still used up.
                    self.settle(now, &mut effects);
                }
                self.request(connection, player, request, lag, now, &mut effects);
            }
            Command::Watch {
                connection,
                last_seq,
            } => {
                let messages = self.hello(Ear::Onlookers, last_seq, now);
                effects.extend(messages.into_iter().map(|message| Effect::Reply {
                    connection,
                    message,
                }));
            }
            Command::Computer { ply, hash, action } => {
                self.computed(ply, hash, action, now, &mut effects);
            }
            Command::Presence { here, watching } => self.present(here, watching, now, &mut effects),
            Command::Vacation { player, until } => {
                let correspondence = matches!(self.terms.clock, Clock::Days { .. });
                if self.is_live() && correspondence && player < 2 {
                    self.append(LogEvent::Vacation { player, until }, now, &mut effects);
                }
            }
            Command::Players(players) => self.set_players(*players),
            Command::ByHost => {
                if self.is_live() {
                    self.end(GameResult::Aborted, Reason::ByHost, None, now, &mut effects);
                }
            }
            Command::Tick => {}
            Command::Wake {
                rules_version,
                away,
            } => self.wake(rules_version, away, now, &mut effects),
        }
        self.answer_as_planned(now, &mut effects);
        self.ask(&mut effects);
        if self.clocks != before
            && let Some(message) = self.clocks(now)
        {
            effects.extend(Ear::ALL.map(|to| Effect::Tell {
                to,
                message: message.clone(),
            }));
        }
        effects
    }

    fn wake(
        &mut self,
        rules_version: u32,
        away: Option<Away>,
        now: Millis,
        effects: &mut Vec<Effect>,
    ) {
        if self.is_live() && rules_version != self.terms.rules_version {
            let (result, reason) = (GameResult::Aborted, Reason::RulesChanged);
            self.end(result, reason, None, now, effects);
        }
        if let Some(away) = away
            && self.is_live()
            && self.clocks.runs().is_some()
        {
            self.pause(away, now, effects);
        }
        self.settle(now, effects);
    }

    /// The time in which no server ran is not charged. A live game stands until the side to move is back.
    fn pause(&mut self, away: Away, now: Millis, effects: &mut Vec<Effect>) {
        let stands = match self.terms.clock {
            Clock::Live { .. } if !self.computer_runs() => STANDS,
            _ => 0,
        };
        let event = LogEvent::Paused {
            uncharged: away.gone + (now - away.back).clamp(0, stands),
            until: away.back + stands,
        };
        self.append(event, now, effects);
    }

    /// Whether the time of a computer runs, which is always there.
    fn computer_runs(&self) -> bool {
        let of = match self.clocks.runs() {
            Some(Runs::First(side) | Runs::Turn(side)) => self.player_of(side),
            _ => None,
        };
        of.is_some() && of == self.computer()
    }

    /// What stands goes on when somebody is back for whom it stood.
    fn resume(&mut self, player: PlayerIndex, now: Millis, effects: &mut Vec<Effect>) -> bool {
        if !self.clocks.is_paused() || !self.is_live() {
            return false;
        }
        let awaited = match self.clocks.runs() {
            Some(Runs::First(side) | Runs::Turn(side)) => self.player_of(side) == Some(player),
            _ => true,
        };
        awaited && self.append(LogEvent::Resumed, now, effects)
    }

    /// What time has decided.
    fn settle(&mut self, now: Millis, effects: &mut Vec<Effect>) {
        if !self.is_live() {
            return;
        }
        if self.clocks.is_paused() && self.clocks.due().is_some_and(|due| now >= due) {
            self.append(LogEvent::Resumed, now, effects);
        }
        let aborted = GameResult::Aborted;
        match self.clocks.over(now) {
            Some(Runs::Opening) => {
                let fault = self.dealing.slowest();
                self.end(aborted, Reason::DealBroken, fault, now, effects);
            }
            Some(Runs::Choice) => {
                let fault = self.has_not_chosen();
                self.end(aborted, Reason::NoChoice, fault, now, effects);
            }
            Some(Runs::First(side)) => {
                let fault = self.player_of(side);
                self.end(aborted, Reason::NotStarted, fault, now, effects);
            }
            Some(Runs::Turn(side)) => {
                let result = self.won_without_mate(other(side));
                self.end(result, Reason::Flag, None, now, effects);
            }
            None => {
                let patient = self.clocks.runs().is_some();
                if !patient && now - self.last_at >= self.patience.idle {
                    self.end(aborted, Reason::Expired, None, now, effects);
                }
            }
        }
    }

    /// The player who has not chosen a secret square, if it is one alone.
    fn has_not_chosen(&self) -> Option<PlayerIndex> {
        let actors = self.game.as_ref()?.position().board().actors();
        match actors[..] {
            [only] => self.player_of(only),
            _ => None,
        }
    }

    /// What the other side's fallen flag, or its absence, is worth to a side: public facts alone say whether it could
    /// mate.
    pub(super) fn won_without_mate(&self, winner: Colour) -> GameResult {
        let could = self
            .game
            .as_ref()
            .is_some_and(|game| self.variant.could_mate(game.position().board(), winner));
        match (could, winner) {
            (false, _) => GameResult::Draw,
            (true, Colour::White) => GameResult::White,
            (true, Colour::Black) => GameResult::Black,
        }
    }

    fn request(
        &mut self,
        connection: ConnectionId,
        player: PlayerIndex,
        request: Request,
        lag: Millis,
        now: Millis,
        effects: &mut Vec<Effect>,
    ) {
        let reply = |message| Effect::Reply {
            connection,
            message,
        };
        let (nonce, answer) = match request {
            Request::Hello { last_seq } => {
                let messages = self.hello(Ear::Player(player), last_seq, now);
                effects.extend(messages.into_iter().map(reply));
                return;
            }
            Request::Commit { commitment } => {
                if let Err(message) = self.commit(player, commitment, now, effects) {
                    effects.push(reply(message));
                }
                return;
            }
            Request::Open { contribution } => {
                if let Err(message) = self.open(player, contribution, now, effects) {
                    effects.push(reply(message));
                }
                return;
            }
            Request::Say { phrase } => {
                self.say(player, phrase, effects);
                return;
            }
            Request::Act { nonce, ply, action } => {
                let asked = Asked {
                    ply,
                    text: &action,
                    lag,
                };
                let answer = self.act(player, &nonce, asked, now, effects);
                (nonce, answer)
            }
            Request::Resign { nonce } => {
                let answer = self.resign(player, &nonce, now, effects);
                (nonce, answer)
            }
            Request::Abort { nonce } => {
                let answer = self.abort(player, &nonce, now, effects);
                (nonce, answer)
            }
            Request::Offer { nonce, what } => {
                let answer = self.offer(player, &nonce, what, now, effects);
                (nonce, answer)
            }
            Request::Answer {
                nonce,
                what,
                accept,
            } => {
                let answer = self.answer(player, &nonce, what, accept, now, effects);
                (nonce, answer)
            }
            Request::Claim { nonce, draw } => {
                let answer = self.claim(player, &nonce, draw, now, effects);
                (nonce, answer)
            }
            Request::Plan { nonce, lines } => {
                let answer = self.plan(player, &nonce, lines, now, effects);
                (nonce, answer)
            }
        };
        let message = match answer {
            Ok(()) => match self.nonces.get(&(player, nonce.clone())) {
                Some(&seq) => ServerMessage::Ack { nonce, seq },
                None => return,
            },
            Err(_) if !is_nonce(&nonce) => {
                error(ApiError::from(Code::BadMessage).with("field", "nonce"))
            }
            Err(reason) => refused(&nonce, reason),
        };
        effects.push(reply(message));
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
        self.append(LogEvent::Committed { player, commitment }, now, effects);
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
        match self.drawn() {
            Ok((game, hash)) => {
                let dealt = LogEvent::Dealt {
                    first_player: seat_view::side(game.first_player()),
                    hash,
                };
                if self.append(dealt, now, effects) {
                    self.judge(now, effects);
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

    // ------------------------------------------------------------ playing

    /// Whether a message with this nonce is still to be acted on; a message sent again is not.
    pub(super) fn is_new(&self, player: PlayerIndex, nonce: &str) -> Result<bool, ApiError> {
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
        asked: Asked<'_>,
        now: Millis,
        effects: &mut Vec<Effect>,
    ) -> Result<(), ApiError> {
        if !self.is_new(player, nonce)? {
            return Ok(());
        }
        let Asked { ply, text, lag } = asked;
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
        let by = By {
            colour,
            nonce: Some(nonce.to_owned()),
            lag,
        };
        self.play(by, action, now, effects)
            .map_err(|Illegal| illegal())
    }

    /// Plays for either side: stores, then tells everybody.
    fn play(
        &mut self,
        by: By,
        action: Action,
        now: Millis,
        effects: &mut Vec<Effect>,
    ) -> Result<(), Illegal> {
        let Some(game) = &self.game else {
            return Err(Illegal);
        };
        let By { colour, nonce, lag } = by;
        let mut after = game.position().clone();
        let record = after.play_as(colour, action).map_err(|_| Illegal)?;
        let event = LogEvent::Action {
            seat: seat_view::side(colour),
            recorded: uci::recorded(&self.variant, &record),
            nonce,
            hash: Hash(after.truth_hash()),
            lag: self.clocks.credit(lag, now),
        };
        self.asked = false;
        self.failures = 0;
        if self.append(event, now, effects) {
            self.judge(now, effects);
        }
        Ok(())
    }

    /// Plays what was planned for the situation that has come, as long as there is something.
    fn answer_as_planned(&mut self, now: Millis, effects: &mut Vec<Effect>) {
        while self.is_live() {
            let due = Colour::ALL.into_iter().find_map(|colour| {
                let answer = self.plans[colour.index()].answer()?;
                Some((colour, answer.to_owned()))
            });
            let (Some((colour, text)), Some(game)) = (due, &self.game) else {
                return;
            };
            let played = uci::parse(&self.variant, game.position().board(), &text)
                .map_err(|_| Illegal)
                .and_then(|action| {
                    let by = By {
                        colour,
                        nonce: None,
                        lag: 0,
                    };
                    self.play(by, action, now, effects)
                });
            if played.is_err() {
                let cancelled = LogEvent::Planned {
                    seat: seat_view::side(colour),
                    lines: Vec::new(),
                    nonce: None,
                };
                if !self.append(cancelled, now, effects) {
                    return;
                }
            }
        }
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
            self.end_as_decided(now, effects);
        }
        Ok(())
    }

    /// Ends the game as the event before has decided.
    pub(super) fn end_as_decided(&mut self, now: Millis, effects: &mut Vec<Effect>) {
        if let Some((result, reason, fault)) = self.decided {
            self.end(result, reason, fault, now, effects);
        }
    }

    pub(super) fn end(
        &mut self,
        result: GameResult,
        reason: Reason,
        fault: Option<PlayerIndex>,
        now: Millis,
        effects: &mut Vec<Effect>,
    ) {
        self.asked = false;
        let event = LogEvent::Ended {
            result,
            reason,
            fault,
        };
        self.append(event, now, effects);
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
        let by = || By {
            colour,
            nonce: None,
            lag: 0,
        };
        let played = action.is_some_and(|action| self.play(by(), action, now, effects).is_ok());
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
                let _ = self.play(by(), action, now, effects);
            }
        }
    }

    // ------------------------------------------------------------ telling

    /// Takes an event in and has it stored. `false` if it cannot be: then the table is done with.
    pub(super) fn append(
        &mut self,
        event: LogEvent,
        now: Millis,
        effects: &mut Vec<Effect>,
    ) -> bool {
        let logged = Logged::new(now.max(self.last_at), event);
        match self.apply(&logged) {
            Ok(()) => {
                effects.push(Effect::Append(logged));
                effects.append(&mut self.outgoing);
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

/// An action as a player asks for it.
struct Asked<'a> {
    ply: u32,
    text: &'a str,
    lag: Millis,
}

/// Who plays, and by which message.
struct By {
    colour: Colour,
    nonce: Option<String>,
    lag: Millis,
}

/// A player of whom only the id is known.
fn unnamed(terms: &Terms, player: PlayerIndex) -> PlayerInfo {
    let id = terms.players.get(player).cloned().unwrap_or_default();
    let computer = id == COMPUTER;
    PlayerInfo {
        name: id.clone(),
        kind: if computer {
            PlayerKind::Computer
        } else {
            PlayerKind::Guest
        },
        rating: None,
        provisional: false,
        level: computer.then_some(terms.level),
        id,
    }
}

fn is_nonce(nonce: &str) -> bool {
    (1..=NONCE).contains(&nonce.len()) && nonce.bytes().all(|b| b.is_ascii_graphic())
}
