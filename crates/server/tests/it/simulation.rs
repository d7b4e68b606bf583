//! Games between two people, or one and the computer, on a table without network or clock: links that break, messages
//! sent again, restarts at the worst moment, flags at the instant of a move, offers, takebacks, plans, onlookers.
//!
//! `BACKRANK_SIM_GAMES` says how many, `BACKRANK_SEED` repeats one from the number that a failure prints.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use backrank_rules::deal::{Contribution, Salt};
use backrank_rules::notation::uci;
use backrank_rules::{Colour, Position, Seat, Variant};
use backrank_server::catalogue::{Catalogue, hex};
use backrank_server::log::{LogEvent, Logged, Terms};
use backrank_server::table::{Away, Command, Ear, Effect, Patience, Request, Table, Thought};
use backrank_server::wire::{
    Clock, ColourWish, Event, GameResult, OfferKind, Phase, Phrase, Played, ServerMessage, Side,
};

const GAME: &str = "7pQnZ2";
const PLAYERS: [&str; 2] = ["3xKq", "8yLr"];
const DAY: i64 = 24 * 60 * 60 * 1000;
/// Steps after which a game is given up.
const LONGEST: usize = 220;

/// SplitMix64: the same seed, the same throws.
#[derive(Clone)]
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((z ^ (z >> 31)) % n.max(1) as u64).unwrap()
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

/// What a client has of the game.
#[derive(Default)]
struct Client {
    online: bool,
    /// Whether its hello was answered; it is told nothing before.
    greeted: bool,
    seq: Option<u32>,
    moves: Vec<Played>,
    /// Sent and not answered.
    pending: Option<Request>,
}

struct Sim {
    variant: Arc<Variant>,
    clock: Clock,
    table: Table,
    log: Vec<Logged>,
    now: i64,
    dice: Dice,
    clients: [Client; 3],
    /// Each event ever told, by ear and number.
    told: [BTreeMap<u32, String>; 3],
    /// All that each ear was sent, in order.
    said: [Vec<String>; 3],
    acknowledged: BTreeSet<String>,
    refused: BTreeSet<String>,
    thought: Option<Thought>,
    nonce: u32,
    restarts: u32,
}

fn index(ear: Ear) -> usize {
    match ear {
        Ear::Player(player) => player,
        Ear::Onlookers => 2,
    }
}

fn terms(variant: &Variant, clock: Clock, computer: bool, rated: bool) -> Terms {
    let sets = variant.setup().set_names();
    Terms {
        game: GAME.into(),
        players: vec![
            PLAYERS[0].into(),
            if computer { "computer" } else { PLAYERS[1] }.into(),
        ],
        colour: ColourWish::Random,
        level: 1,
        set: sets.first().copied().unwrap_or_default().into(),
        number: None,
        variant: variant.id().into(),
        digest: hex(variant.digest()),
        rules_version: variant.rules_version(),
        clock,
        rated,
        private: false,
    }
}

impl Sim {
    fn new(variant: &Arc<Variant>, terms: &Terms, start: Option<LogEvent>, dice: Dice) -> Sim {
        let salt = Salt::new([dice.0.to_le_bytes()[0]; 32]);
        let created = Table::created(terms, &salt);
        let log: Vec<Logged> = std::iter::once(created)
            .chain(start)
            .map(|event| Logged::new(1_000, event))
            .collect();
        let table = Table::replay(GAME, variant.clone(), &log, Patience::default()).unwrap();
        Sim {
            variant: variant.clone(),
            clock: terms.clock,
            table,
            log,
            now: 1_000,
            dice,
            clients: Default::default(),
            told: Default::default(),
            said: Default::default(),
            acknowledged: BTreeSet::new(),
            refused: BTreeSet::new(),
            thought: None,
            nonce: 0,
            restarts: 0,
        }
    }

    fn has_computer(&self) -> bool {
        self.table.terms().players[1] == "computer"
    }

    /// Does a command. `ear` is whose message it is, if it is one; its answer is lost where the link breaks.
    fn step(&mut self, command: Command, ear: Option<Ear>) {
        // A server that dies before it has stored anything, or before it has told anything.
        let dies = self.dice.below(60);
        let effects = self.table.step(command, self.now);
        if dies == 0 {
            return self.restart();
        }
        for effect in &effects {
            match effect {
                Effect::Append(logged) => {
                    assert!(self.log.last().is_none_or(|last| last.at <= logged.at));
                    self.log.push(logged.clone());
                }
                Effect::Fault(error) => panic!("{error}"),
                _ => {}
            }
        }
        if dies == 1 {
            return self.restart();
        }
        for effect in effects {
            match effect {
                Effect::Tell { to, message } => self.receive(to, message, false),
                Effect::Reply { message, .. } => {
                    let ear = ear.expect("somebody asked");
                    // The link breaks just before the answer.
                    if self.dice.one_in(40) {
                        self.leave(ear);
                    }
                    self.receive(ear, message, true);
                }
                Effect::Think(thought) => self.thought = Some(*thought),
                Effect::Append(_) | Effect::Fault(_) => {}
            }
        }
    }

    fn receive(&mut self, ear: Ear, message: ServerMessage, is_reply: bool) {
        let place = index(ear);
        let text = serde_json::to_string(&message).unwrap();
        if let ServerMessage::Event { seq, .. } = &message {
            // Whenever it is told, an event is the same byte for byte.
            let known = self.told[place].entry(*seq).or_insert_with(|| text.clone());
            assert_eq!(*known, text, "event {seq} for {ear:?} is another now");
        }
        let client = &mut self.clients[place];
        if !client.online || !(client.greeted || is_reply) {
            return;
        }
        self.said[place].push(text);
        match message {
            ServerMessage::Snapshot { seq, game } => {
                client.seq = Some(seq);
                client.moves = game.moves;
            }
            ServerMessage::Event { seq, event } => {
                let Some(last) = client.seq else { return };
                if seq <= last {
                    return;
                }
                assert_eq!(seq, last + 1, "{ear:?} misses an event");
                client.seq = Some(seq);
                match *event {
                    Event::Played { played, .. } => {
                        assert_eq!(played.ply as usize, client.moves.len());
                        client.moves.push(played);
                    }
                    Event::TakenBack { ply, .. } => client.moves.truncate(ply as usize),
                    _ => {}
                }
            }
            ServerMessage::Ack { nonce, .. } => {
                assert!(!self.refused.contains(&nonce), "refused before");
                client.pending = None;
                self.acknowledged.insert(nonce);
            }
            ServerMessage::Refused { nonce, .. } => {
                assert!(!self.acknowledged.contains(&nonce), "acknowledged before");
                client.pending = None;
                self.refused.insert(nonce);
            }
            _ => {}
        }
    }

    fn presence(&mut self) {
        let here = [self.clients[0].online, self.clients[1].online];
        let watching = u32::from(self.clients[2].online);
        self.step(Command::Presence { here, watching }, None);
    }

    fn leave(&mut self, ear: Ear) {
        self.clients[index(ear)].online = false;
        self.clients[index(ear)].greeted = false;
    }

    /// Connects, and sends what was not acknowledged once more.
    fn come(&mut self, ear: Ear) {
        if self.clients[index(ear)].online {
            return;
        }
        self.clients[index(ear)].online = true;
        let here = [self.clients[0].online, self.clients[1].online];
        let watching = u32::from(self.clients[2].online);
        self.step(Command::Presence { here, watching }, None);
        // The server may have died on it.
        self.clients[index(ear)].online = true;
        let last_seq = self.clients[index(ear)]
            .seq
            .filter(|_| !self.dice.one_in(4));
        if last_seq.is_none() {
            self.clients[index(ear)].seq = None;
        }
        let command = match ear {
            Ear::Onlookers => Command::Watch {
                connection: 3,
                last_seq,
            },
            Ear::Player(player) => self.command(player, Request::Hello { last_seq }),
        };
        self.step(command, Some(ear));
        self.clients[index(ear)].greeted = self.clients[index(ear)].online;
        if let Ear::Player(player) = ear
            && self.clients[player].online
            && let Some(request) = self.clients[player].pending.clone()
        {
            let command = self.command(player, request);
            self.step(command, Some(ear));
        }
    }

    fn command(&mut self, player: usize, request: Request) -> Command {
        Command::Player {
            connection: player as u64,
            player,
            request,
            lag: self.dice.below(500) as i64,
        }
    }

    /// A player's message; now and then it is lost on the way, or arrives twice.
    fn request(&mut self, player: usize, request: Request) {
        let ear = Ear::Player(player);
        if !self.clients[player].online || self.clients[player].pending.is_some() {
            return;
        }
        if !matches!(request, Request::Say { .. }) {
            self.clients[player].pending = Some(request.clone());
        }
        if self.dice.one_in(30) {
            return self.leave(ear);
        }
        let times = 1 + usize::from(self.dice.one_in(20));
        for _ in 0..times {
            let command = self.command(player, request.clone());
            self.step(command, Some(ear));
        }
    }

    /// The server ends at once and begins again a while later.
    fn restart(&mut self) {
        self.restarts += 1;
        for client in &mut self.clients {
            client.online = false;
            client.greeted = false;
        }
        self.thought = None;
        let down = self.dice.below(90_000) as i64;
        let last_at = self.log.last().unwrap().at;
        // The last sign of life is up to a second old.
        let gone_from = (self.now - self.dice.below(1000) as i64).max(last_at);
        self.now += down;
        let back = self.now;
        self.now += self.dice.below(40_000) as i64;
        self.table =
            Table::replay(GAME, self.variant.clone(), &self.log, Patience::default()).unwrap();
        let away = Away {
            gone: back - gone_from,
            back,
        };
        let command = Command::Wake {
            rules_version: self.variant.rules_version(),
            away: Some(away),
        };
        // A second death on the way would be the same again.
        for effect in self.table.step(command, self.now) {
            match effect {
                Effect::Append(logged) => self.log.push(logged),
                Effect::Tell { to, message } => self.receive(to, message, false),
                Effect::Think(thought) => self.thought = Some(*thought),
                Effect::Fault(error) => panic!("{error}"),
                Effect::Reply { .. } => unreachable!(),
            }
        }
        for client in &self.clients {
            assert!(!client.online);
        }
    }

    fn fresh(&mut self) -> String {
        self.nonce += 1;
        format!("n{}", self.nonce)
    }

    fn deal(&mut self) {
        for open in [false, true] {
            for (player, name) in PLAYERS.into_iter().enumerate() {
                if player == 1 && self.has_computer() {
                    continue;
                }
                let contribution = Contribution::new([player as u8 + 5; 32]);
                let request = if open {
                    let contribution = contribution.reveal_hex();
                    Request::Open { contribution }
                } else {
                    let commitment = contribution.commitment(GAME, name).to_string();
                    Request::Commit { commitment }
                };
                // Sent until it has arrived: a server may have died on it.
                for _ in 0..3 {
                    self.come(Ear::Player(player));
                    self.come(Ear::Onlookers);
                    let command = self.command(player, request.clone());
                    self.step(command, Some(Ear::Player(player)));
                }
            }
        }
    }

    fn legal(&self, player: usize) -> Vec<String> {
        let Some(game) = self.table.game() else {
            return Vec::new();
        };
        let Some(side) = self.table.side_of(player) else {
            return Vec::new();
        };
        let colour = match side {
            Side::White => Colour::White,
            Side::Black => Colour::Black,
        };
        let actions = game.sight(colour).observation().legal();
        actions
            .iter()
            .map(|&action| uci::action(&self.variant, action))
            .collect()
    }

    fn act(&mut self, player: usize) {
        let legal = self.legal(player);
        if legal.is_empty() {
            return;
        }
        let action = legal[self.dice.below(legal.len())].clone();
        let ply = self.table.game().unwrap().ply();
        let nonce = self.fresh();
        self.request(player, Request::Act { nonce, ply, action });
    }

    fn think(&mut self) {
        let Some(thought) = self.thought.take() else {
            return;
        };
        let legal = thought.observation.legal();
        let command = Command::Computer {
            ply: thought.ply,
            hash: thought.hash,
            action: (!legal.is_empty()).then(|| legal[self.dice.below(legal.len())]),
        };
        let late = command.clone();
        self.step(command, None);
        if self.dice.one_in(10) {
            // An answer that comes twice is for an old position the second time.
            self.step(late, None);
        }
    }

    /// Lets time pass, now and then to the very instant of a deadline.
    fn wait(&mut self) {
        let usual = match self.clock {
            Clock::Days { .. } => DAY as usize / 4,
            _ => 2_000,
        };
        let passed = self.dice.below(usual) as i64;
        match self.table.deadline() {
            Some(due) if self.dice.one_in(60) && due - self.now < 60 * DAY => {
                let early = i64::from(!self.dice.one_in(12));
                self.now = (due - early).max(self.now);
            }
            _ => self.now += passed,
        }
    }

    fn something(&mut self) {
        self.wait();
        let player = self.dice.below(2);
        let what = [OfferKind::Draw, OfferKind::Takeback][self.dice.below(2)];
        match self.dice.below(60) {
            0..20 | 40..60 => {
                let turn = (0..2).find(|&player| !self.legal(player).is_empty());
                self.act(turn.unwrap_or(player));
            }
            20 | 21 => {
                let nonce = self.fresh();
                self.request(player, Request::Offer { nonce, what });
            }
            22 | 23 => {
                let nonce = self.fresh();
                let accept = self.dice.below(3) > 0;
                let accept = accept && (what == OfferKind::Takeback || self.dice.one_in(4));
                let answer = Request::Answer {
                    nonce,
                    what,
                    accept,
                };
                self.request(player, answer);
            }
            24 if self.dice.one_in(6) => {
                let nonce = self.fresh();
                self.request(player, Request::Resign { nonce });
            }
            25 if self.dice.one_in(4) => {
                let nonce = self.fresh();
                self.request(player, Request::Abort { nonce });
            }
            26 => {
                let nonce = self.fresh();
                let draw = self.dice.one_in(2);
                self.request(player, Request::Claim { nonce, draw });
            }
            27 | 28 => {
                let lines = self.lines(player);
                let nonce = self.fresh();
                self.request(player, Request::Plan { nonce, lines });
            }
            29 => {
                let phrase = Phrase::GoodLuck;
                self.request(player, Request::Say { phrase });
            }
            30 => {
                let ear = Ear::ALL[self.dice.below(3)];
                self.leave(ear);
                self.presence();
            }
            31 if self.dice.one_in(4) => self.restart(),
            32 if self.dice.one_in(4) => {
                let until = self.now + self.dice.below(20) as i64 * DAY;
                self.step(Command::Vacation { player, until }, None);
            }
            33 => self.step(Command::Tick, None),
            34 if self.dice.one_in(60) => self.step(Command::ByHost, None),
            _ => self.think(),
        }
        if !self.dice.one_in(3) {
            for ear in Ear::ALL {
                if !(ear == Ear::Player(1) && self.has_computer()) {
                    self.come(ear);
                }
            }
        }
    }

    /// What the other could play now, each with an answer that may turn out to be impossible.
    fn lines(&mut self, player: usize) -> Vec<Vec<String>> {
        let theirs = self.legal(1 - player);
        let mut lines = Vec::new();
        for foreseen in theirs.iter().take(12) {
            let squares = ["a7a6", "e7e5", "h2h3", "d2d4", "g8f6"];
            let answer = squares[self.dice.below(squares.len())];
            lines.push(vec![foreseen.clone(), answer.to_owned()]);
        }
        lines
    }

    fn check(&self) {
        let again = Table::replay(GAME, self.variant.clone(), &self.log, Patience::default());
        let again = again.unwrap();
        assert_eq!(again.difference(&self.table), None, "replay is another");
        assert_eq!(again.deadline(), self.table.deadline());
        for ear in Ear::ALL {
            let one = serde_json::to_string(&again.snapshot(ear)).unwrap();
            let other = serde_json::to_string(&self.table.snapshot(ear)).unwrap();
            assert_eq!(one, other, "the snapshot of {ear:?}");
            let client = &self.clients[index(ear)];
            if client.online && client.seq.is_some() {
                let moves = self.table.snapshot(ear).moves;
                assert_eq!(
                    client.moves,
                    moves,
                    "{ear:?} at {:?} of {:?}: {:?}",
                    client.seq,
                    self.told[index(ear)].last_key_value(),
                    self.log,
                );
            }
        }
    }

    /// Plays a whole game and checks it.
    fn run(&mut self) {
        for step in 0..LONGEST {
            if self.table.phase() == Phase::Over {
                break;
            }
            self.something();
            if step % 16 == 0 {
                self.check();
            }
        }
        for _ in 0..40 {
            if self.table.phase() == Phase::Over {
                break;
            }
            let nonce = self.fresh();
            self.come(Ear::Player(0));
            self.clients[0].pending = None;
            self.request(0, Request::Resign { nonce });
        }
        assert_eq!(self.table.phase(), Phase::Over);
        self.finish();
    }

    fn finish(&mut self) {
        for ear in Ear::ALL {
            for _ in 0..4 {
                if !(ear == Ear::Player(1) && self.has_computer()) {
                    self.come(ear);
                }
            }
        }
        self.check();
        // Nothing comes after the end.
        let length = self.log.len();
        self.now += 400 * DAY;
        for command in [Command::Tick, Command::ByHost] {
            for effect in self.table.step(command, self.now) {
                assert!(!matches!(effect, Effect::Append(_)));
            }
        }
        assert_eq!(self.log.len(), length);
        let ends = self
            .log
            .iter()
            .filter(|logged| logged.event.kind() == "ended");
        assert_eq!(ends.count(), 1, "one ending");
        // What was acknowledged is there once, what was refused is not.
        let mut stored: BTreeMap<&str, u32> = BTreeMap::new();
        for logged in &self.log {
            let nonce = match &logged.event {
                LogEvent::Action { nonce, .. } | LogEvent::Planned { nonce, .. } => nonce.as_ref(),
                LogEvent::Resigned { nonce, .. }
                | LogEvent::Aborted { nonce, .. }
                | LogEvent::Offered { nonce, .. }
                | LogEvent::Declined { nonce, .. }
                | LogEvent::Agreed { nonce, .. }
                | LogEvent::TookBack { nonce, .. }
                | LogEvent::Claimed { nonce, .. } => Some(nonce),
                _ => None,
            };
            if let Some(nonce) = nonce {
                *stored.entry(nonce).or_default() += 1;
            }
        }
        assert!(stored.values().all(|&times| times == 1), "doubled");
        for nonce in &self.acknowledged {
            assert!(stored.contains_key(nonce.as_str()), "{nonce} is lost");
        }
        for nonce in &self.refused {
            assert!(!stored.contains_key(nonce.as_str()), "{nonce} was refused");
        }
        account(
            &self.log,
            self.clock,
            &self.table.snapshot(Ear::Onlookers).moves,
        );
    }
}

/// Keeps the books of a live game from the log alone, in another way than the table does: for each side, what was given
/// is what was used and what is left.
fn account(log: &[Logged], clock: Clock, moves: &[Played]) {
    let Clock::Live {
        base,
        increment,
        delay,
    } = clock
    else {
        return;
    };
    let [base, increment, delay] = [base, increment, delay].map(|s| i64::from(s) * 1000);
    /// A turn that stands.
    #[derive(Clone)]
    struct Turn {
        by: Side,
        actions: usize,
        used: i64,
    }
    let mut turns: Vec<Turn> = Vec::new();
    let mut lefts: Vec<i64> = Vec::new();
    // Time that ran since the last action, in pieces.
    let mut ran = 0;
    let mut since = None;
    let mut open: Option<Turn> = None;
    let mut standing: Vec<(Vec<Turn>, Option<Turn>)> = Vec::new();
    for (at, logged) in log.iter().enumerate() {
        match &logged.event {
            LogEvent::Dealt { .. } | LogEvent::SetUp { .. } => since = Some(logged.at),
            LogEvent::Paused { uncharged, until } => {
                if let Some(from) = since {
                    ran += (logged.at - from - uncharged).max(0);
                }
                since = (*until <= logged.at).then_some(logged.at);
            }
            LogEvent::Resumed => since = Some(logged.at),
            LogEvent::Action {
                seat,
                lag,
                recorded,
                ..
            } => {
                standing.push((turns.clone(), open.clone()));
                let time = ran + logged.at - since.unwrap_or(logged.at) - lag;
                let choice = recorded.starts_with('@');
                ran = 0;
                since = Some(logged.at);
                if choice {
                    lefts.push(base);
                    continue;
                }
                let mut turn = open.take().unwrap_or(Turn {
                    by: *seat,
                    actions: 0,
                    used: 0,
                });
                turn.actions += 1;
                turn.used += time;
                let late = log[at + 1..].iter().find_map(|next| match &next.event {
                    LogEvent::Action { recorded, .. } => Some(recorded.starts_with('=')),
                    LogEvent::TookBack { .. } | LogEvent::Ended { .. } => Some(false),
                    _ => None,
                });
                let pending = moves.get(lefts.len()).is_some() && late == Some(true);
                let own: Vec<&Turn> = turns.iter().filter(|one| one.by == *seat).collect();
                let charged = |turn: &Turn, first: bool| {
                    if first { 0 } else { (turn.used - delay).max(0) }
                };
                let before: i64 = own
                    .iter()
                    .enumerate()
                    .map(|(n, one)| charged(one, n == 0))
                    .sum();
                let given = base + increment * (own.len() as i64 - 1).max(0);
                let now = charged(&turn, own.is_empty());
                let bonus = if own.is_empty() || pending {
                    0
                } else {
                    increment
                };
                lefts.push(given - before - now + bonus);
                if pending {
                    open = Some(turn);
                } else {
                    turns.push(turn);
                }
            }
            LogEvent::TookBack { ply, .. } => {
                let kept = *ply as usize;
                (turns, open) = standing[kept].clone();
                standing.truncate(kept);
                lefts.truncate(kept);
                ran = 0;
                since = Some(logged.at);
            }
            _ => {}
        }
    }
    let told: Vec<i64> = moves.iter().filter_map(|played| played.left).collect();
    // A late promotion that never came leaves a turn unfinished; the rest must agree to the millisecond.
    let sure = told.len().saturating_sub(1);
    assert_eq!(
        told[..sure],
        lefts[..sure],
        "time used and left is not what was given"
    );
}

fn clock(dice: &mut Dice) -> Clock {
    match dice.below(6) {
        0 => Clock::Days {
            days: 1 + dice.below(7) as u32,
        },
        1 => Clock::Live {
            base: 60,
            increment: 0,
            delay: 3,
        },
        2 => Clock::Live {
            base: 15,
            increment: 0,
            delay: 0,
        },
        3 => Clock::Live {
            base: 900,
            increment: 10,
            delay: 0,
        },
        _ => Clock::Live {
            base: 180,
            increment: 2,
            delay: 0,
        },
    }
}

fn play(catalogue: &[Arc<Variant>], seed: u64) -> (usize, u32, String) {
    let mut dice = Dice(seed);
    let variant = &catalogue[dice.below(catalogue.len())];
    let control = clock(&mut dice);
    let computer = dice.one_in(5);
    let rated = dice.one_in(3);
    let terms = terms(variant, control, computer, rated);
    let mut sim = Sim::new(variant, &terms, None, dice);
    sim.deal();
    sim.run();
    let ending = sim.table.ending().unwrap();
    let reason = format!("{:?}", ending.reason);
    assert!(
        ending.result != GameResult::Aborted || !["Flag", "Agreement"].contains(&reason.as_str())
    );
    (sim.log.len(), sim.restarts, reason)
}

fn variants() -> Vec<Arc<Variant>> {
    let catalogue = Catalogue::load(&[]).unwrap();
    catalogue.iter().map(|game| game.variant.clone()).collect()
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

#[test]
fn simulated_games_lose_nothing_and_tell_each_seat_its_own() {
    let variants = variants();
    let games = number("BACKRANK_SIM_GAMES").unwrap_or(200);
    let first = number("BACKRANK_SEED").unwrap_or(1);
    let games = if number("BACKRANK_SEED").is_some() {
        1
    } else {
        games
    };
    let started = std::time::Instant::now();
    let (mut events, mut restarts) = (0, 0);
    let mut reasons: BTreeMap<String, u32> = BTreeMap::new();
    for seed in first..first + games {
        let played = catch_unwind(AssertUnwindSafe(|| play(&variants, seed)));
        let Ok((length, again, reason)) = played else {
            panic!("BACKRANK_SEED={seed} repeats it");
        };
        events += length;
        restarts += again;
        *reasons.entry(reason).or_default() += 1;
    }
    println!(
        "{games} games, {events} events, {restarts} restarts, {reasons:?} in {:?}",
        started.elapsed()
    );
}

/// Two truths that an ear cannot tell apart, with everything else the same: clocks, offers, plans, restarts.
#[test]
fn nothing_that_is_told_depends_on_what_the_ear_may_not_know() {
    let (mut agreed, mut parted) = (0, 0);
    let games = number("BACKRANK_SIM_GAMES").unwrap_or(200).min(2000);
    for variant in variants().iter().filter(|v| v.face_down().is_some()) {
        for seed in 0..games / 4 {
            let mut dice = Dice(seed * 77 + 3);
            let mut truth = Position::seeded(variant, seed, None, None).unwrap();
            for _ in 0..dice.below(40) {
                let legal = truth.legal();
                if legal.is_empty() {
                    break;
                }
                truth.play(legal[dice.below(legal.len())]).unwrap();
            }
            let control = clock(&mut dice);
            let terms = terms(variant, control, false, false);
            for (seat, ear) in [
                (Seat::White, Ear::Player(0)),
                (Seat::Black, Ear::Player(1)),
                (Seat::Spectator, Ear::Onlookers),
            ] {
                let other = truth.permuted(seat, |n| dice.below(n));
                let throws = dice.clone();
                let mut sims = [&truth, &other].map(|truth| {
                    let start = LogEvent::SetUp {
                        fen: truth.truth_fen(),
                        first_player: Side::White,
                    };
                    Sim::new(variant, &terms, Some(start), throws.clone())
                });
                for _ in 0..40 {
                    let [one, two] = &mut sims;
                    one.something();
                    two.something();
                    let records = |sim: &Sim| {
                        let game = sim.table.game().unwrap();
                        let sight = match seat {
                            Seat::White => game.sight(Colour::White),
                            Seat::Black => game.sight(Colour::Black),
                            Seat::Spectator => game.onlookers(),
                        };
                        sight.observation().records().to_vec()
                    };
                    if records(one) != records(two) || one.dice.0 != two.dice.0 {
                        parted += 1;
                        break;
                    }
                    assert_eq!(
                        one.said[index(ear)],
                        two.said[index(ear)],
                        "{} {seed} {ear:?}",
                        variant.id()
                    );
                    let snapshot =
                        |sim: &Sim| serde_json::to_string(&sim.table.snapshot(ear)).unwrap();
                    assert_eq!(snapshot(one), snapshot(two));
                    agreed += 1;
                }
            }
        }
    }
    println!("{agreed} steps told the same, {parted} times the truths parted openly");
    assert!(agreed > 1000 && parted > 50);
}
