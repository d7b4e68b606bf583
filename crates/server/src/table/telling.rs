//! What players and onlookers are told, each from the sight of its own seat.
//!
//! What happened is told by [`Table::apply`] itself, and so follows from the log alone: each ear's events have numbers
//! without gaps, and after a restart the same events have the same numbers and bytes.

use std::collections::VecDeque;

use backrank_rules::Colour;

use super::{Ear, Effect, PlayerIndex, Sight, Table};
use crate::clock::Millis;
use crate::seat_view::{seat, side};
use crate::wire::{
    self, Clock, ColourWish, Event, Offered, PROTOCOL, Phase, ServerMessage, Snapshot, Speed,
};

/// More missed events than this are answered by a snapshot.
const MISSED: usize = 24;

/// What an ear has been told.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Told {
    /// Number of the last event.
    pub(super) seq: u32,
    /// The last of them.
    recent: VecDeque<Event>,
}

impl Told {
    fn add(&mut self, event: Option<Event>) -> u32 {
        self.seq += 1;
        match event {
            Some(event) => self.recent.push_back(event),
            // One that nobody will ask for singly; nor can those before it be given then.
            None => self.recent.clear(),
        }
        if self.recent.len() > MISSED {
            self.recent.pop_front();
        }
        self.seq
    }

    /// Whether it tells the same, as far as both can.
    pub(super) fn agrees(&self, other: &Told) -> bool {
        let both = self.recent.iter().rev().zip(other.recent.iter().rev());
        self.seq == other.seq && both.into_iter().all(|(one, other)| one == other)
    }

    /// The events after `last` with their numbers, if all of them can be given singly.
    fn after(&self, last: u32) -> Option<Vec<(u32, Event)>> {
        let count = usize::try_from(self.seq.checked_sub(last)?).ok()?;
        let known = self.recent.len().checked_sub(count)?;
        Some(
            (last + 1..)
                .zip(self.recent.iter().skip(known).cloned())
                .collect(),
        )
    }
}

impl Table {
    /// The seat that an ear hears for: while a random colour is not drawn, none.
    pub(super) fn seat_of(&self, ear: Ear) -> wire::Seat {
        let Ear::Player(player) = ear else {
            return wire::Seat::Spectator;
        };
        match self.colour_of(player) {
            Some(colour) => seat(colour),
            None => match (self.terms.colour, player) {
                (ColourWish::White, 0) | (ColourWish::Black, 1) => wire::Seat::White,
                (ColourWish::Black, 0) | (ColourWish::White, 1) => wire::Seat::Black,
                _ => wire::Seat::Spectator,
            },
        }
    }

    /// The player of the white pieces, once it is known.
    pub(super) fn white(&self) -> Option<PlayerIndex> {
        (0..2).find(|&player| self.seat_of(Ear::Player(player)) == wire::Seat::White)
    }

    pub(super) fn sight(&self, ear: Ear) -> Option<&Sight> {
        let game = self.game.as_ref()?;
        match ear {
            Ear::Player(player) => Some(game.sight(self.colour_of(player)?)),
            Ear::Onlookers => Some(game.onlookers()),
        }
    }

    /// Whether anybody hears with this ear: a computer does not, and nobody looks on at a private game.
    fn hears(&self, ear: Ear) -> bool {
        match ear {
            Ear::Player(player) => self.computer() != Some(player),
            Ear::Onlookers => !self.terms.private,
        }
    }

    /// Numbers an event and has it told. Its content is made only if somebody may ask for it.
    pub(super) fn tell(&mut self, ear: Ear, event: impl FnOnce(&Table) -> Option<Event>) {
        if !self.hears(ear) {
            return;
        }
        let event = if self.is_past { None } else { event(self) };
        self.hear(ear, event);
    }

    fn hear(&mut self, ear: Ear, event: Option<Event>) {
        let seq = self.told[ear.index()].add(event.clone());
        if let Some(event) = event {
            let event = Box::new(event);
            let message = ServerMessage::Event { seq, event };
            self.outgoing.push(Effect::Tell { to: ear, message });
        }
    }

    /// Tells both players.
    pub(super) fn tell_players(&mut self, event: impl Fn(&Table, Ear) -> Option<Event>) {
        for ear in [Ear::Player(0), Ear::Player(1)] {
            self.tell(ear, |table| event(table, ear));
        }
    }

    /// Onlookers of a correspondence game are one action behind until its end, so that nobody can be helped by them.
    pub(super) fn is_delayed(&self) -> bool {
        matches!(self.terms.clock, Clock::Days { .. })
    }

    pub(super) fn tell_dealt(&mut self) {
        for ear in Ear::ALL {
            self.tell(ear, |table| {
                let sight = table.sight(ear)?;
                Some(Event::Dealt {
                    seat: table.seat_of(ear),
                    start: sight.start(),
                    now: Box::new(sight.now(true)),
                    may: table.rights(ear),
                })
            });
        }
    }

    pub(super) fn tell_played(&mut self) {
        let played = |table: &Table, ear: Ear| {
            let sight = table.sight(ear)?;
            Some(Event::Played {
                played: sight.moves().last()?.clone(),
                now: Box::new(sight.now(!table.is_decided())),
                may: table.rights(ear),
            })
        };
        self.tell_players(played);
        if !self.is_delayed() {
            self.tell(Ear::Onlookers, |table| played(table, Ear::Onlookers));
            self.seen_by_onlookers = self.ply();
            return;
        }
        self.let_onlookers_catch_up();
        self.seen_by_onlookers = self.ply().saturating_sub(1);
        let event = if self.is_past {
            None
        } else {
            played(self, Ear::Onlookers)
        };
        self.held = Some(event);
    }

    /// What was held back from onlookers is told.
    pub(super) fn let_onlookers_catch_up(&mut self) {
        if let Some(event) = self.held.take()
            && self.hears(Ear::Onlookers)
        {
            self.hear(Ear::Onlookers, event);
        }
        self.seen_by_onlookers = self.ply();
    }

    pub(super) fn tell_taken_back(&mut self, ply: u32) {
        let event = |table: &Table, ear: Ear| {
            Some(Event::TakenBack {
                ply,
                now: Box::new(table.sight(ear)?.now(true)),
                may: table.rights(ear),
            })
        };
        self.tell_players(event);
        // What onlookers have not seen yet never was.
        let had_seen = self.seen_by_onlookers;
        self.held = None;
        self.seen_by_onlookers = had_seen.min(ply);
        if ply < had_seen {
            self.tell(Ear::Onlookers, |table| event(table, Ear::Onlookers));
        }
    }

    pub(super) fn offered(by: Colour, what: wire::OfferKind) -> Offered {
        Offered { by: side(by), what }
    }

    // ------------------------------------------------------------ answers

    /// Everything that an ear needs after its hello.
    pub(super) fn hello(&self, ear: Ear, last_seq: Option<u32>, now: Millis) -> Vec<ServerMessage> {
        let mut messages = vec![ServerMessage::Hello {
            protocol: PROTOCOL,
            game: self.terms.game.clone(),
            seat: self.seat_of(ear),
        }];
        let told = &self.told[ear.index()];
        match last_seq.and_then(|last| told.after(last)) {
            Some(events) => messages.extend(events.into_iter().map(|(seq, event)| {
                let event = Box::new(event);
                ServerMessage::Event { seq, event }
            })),
            None => messages.push(ServerMessage::Snapshot {
                seq: told.seq,
                game: Box::new(self.snapshot(ear)),
            }),
        }
        messages.extend(self.clocks(now));
        messages.extend(self.presence(ear, now));
        messages
    }

    /// The clocks now; nothing in a game without.
    pub(super) fn clocks(&self, now: Millis) -> Option<ServerMessage> {
        let clocks = self.clocks.told(now)?;
        Some(ServerMessage::Clocks { clocks })
    }

    /// Who is connected; nothing as long as nobody has said so, and nothing in a game that is over.
    pub(super) fn presence(&self, ear: Ear, now: Millis) -> Option<ServerMessage> {
        let presence = self.presence.filter(|_| self.is_live())?;
        let here =
            |player: PlayerIndex| presence.is_here(player) || !self.hears(Ear::Player(player));
        let of = |colour: Colour| self.player_of(colour).map(here).unwrap_or_default();
        let claim_in = match ear {
            Ear::Player(player) => self.claim_in(player, now),
            Ear::Onlookers => None,
        };
        Some(ServerMessage::Presence {
            white: of(Colour::White),
            black: of(Colour::Black),
            claim_in,
            watching: presence.watching,
        })
    }

    /// The whole game as this ear may know it.
    pub fn snapshot(&self, ear: Ear) -> Snapshot {
        let sight = self.sight(ear);
        let behind = (ear == Ear::Onlookers && self.seen_by_onlookers < self.ply())
            .then(|| usize::try_from(self.seen_by_onlookers).unwrap_or(usize::MAX));
        let shown = behind.unwrap_or(usize::MAX);
        let player = matches!(ear, Ear::Player(_));
        Snapshot {
            id: self.terms.game.clone(),
            variant: self.terms.variant.clone(),
            seat: self.seat_of(ear),
            level: self.terms.level,
            phase: self.phase(),
            commitment: self.dealing.commitment().to_string(),
            dealing: (self.phase() == Phase::Dealing).then(|| match ear {
                Ear::Player(player) => self.dealing.awaited(player),
                Ear::Onlookers => wire::DealStep::Wait,
            }),
            start: sight.map(Sight::start),
            moves: sight
                .map(|sight| sight.moves().iter().take(shown).cloned().collect())
                .unwrap_or_default(),
            now: sight.map(|sight| match behind {
                Some(ply) => sight.past(ply),
                None => sight.now(self.is_live()),
            }),
            ending: self.ending,
            players: self.players.clone(),
            white: self.white().and_then(|player| u8::try_from(player).ok()),
            clock: self.terms.clock,
            speed: Speed::of(&self.terms.clock),
            rated: self.terms.rated,
            private: self.terms.private,
            may: self.rights(ear),
            offers: if player {
                self.standing_offers()
            } else {
                Vec::new()
            },
            plan: self.plan_of(ear),
        }
    }
}
