//! What players are told, each from the sight of its own seat.

use backrank_rules::deal::COMPUTER;

use super::{Effect, PlayerIndex, Table};
use crate::seat_view::seat;
use crate::wire::{
    self, Clock, ColourWish, DealStep, Event, PROTOCOL, Phase, PlayerInfo, PlayerKind, Rights,
    ServerMessage, Snapshot, Speed,
};

/// More missed events than this are answered by a snapshot.
const MISSED: u32 = 24;

/// What a player may do besides playing.
fn rights(live: bool) -> Rights {
    Rights {
        resign: live,
        ..Rights::default()
    }
}

impl Table {
    /// The seat a player is told: while a random colour is not drawn, none.
    fn seat_of(&self, player: PlayerIndex) -> wire::Seat {
        match self.colour_of(player) {
            Some(colour) => seat(colour),
            None => match (self.terms.colour, player) {
                (ColourWish::White, 0) | (ColourWish::Black, 1) => wire::Seat::White,
                (ColourWish::Black, 0) | (ColourWish::White, 1) => wire::Seat::Black,
                _ => wire::Seat::Spectator,
            },
        }
    }

    pub(super) fn dealt(&self, player: PlayerIndex) -> Option<Event> {
        let colour = self.colour_of(player)?;
        let sight = self.game.as_ref()?.sight(colour);
        Some(Event::Dealt {
            seat: seat(colour),
            start: sight.start(),
            now: Box::new(sight.first_situation()),
            may: rights(true),
        })
    }

    pub(super) fn last_played(&self, player: PlayerIndex, live: bool) -> Option<Event> {
        let sight = self.game.as_ref()?.sight(self.colour_of(player)?);
        Some(Event::Played {
            played: sight.moves().last()?.clone(),
            now: Box::new(sight.now(live)),
            may: rights(live),
        })
    }

    pub(super) fn tell(&self, player: PlayerIndex, event: Event, effects: &mut Vec<Effect>) {
        effects.push(Effect::Tell {
            player,
            message: ServerMessage::Event {
                seq: self.seq,
                event: Box::new(event),
            },
        });
    }

    pub(super) fn hello(&self, player: PlayerIndex, last_seq: Option<u32>) -> Vec<ServerMessage> {
        let mut messages = vec![ServerMessage::Hello {
            protocol: PROTOCOL,
            game: self.terms.game.clone(),
            seat: self.seat_of(player),
        }];
        match last_seq.and_then(|last| self.missed(player, last)) {
            Some(events) => {
                let numbers =
                    (self.seq + 1).saturating_sub(u32::try_from(events.len()).unwrap_or(0))..;
                messages.extend(events.into_iter().zip(numbers).map(|(event, seq)| {
                    ServerMessage::Event {
                        seq,
                        event: Box::new(event),
                    }
                }));
            }
            None => messages.push(ServerMessage::Snapshot {
                seq: self.seq,
                game: Box::new(self.snapshot(player)),
            }),
        }
        messages
    }

    /// The events after `last`, if they can be given singly: `open_now`, `dealt`, the actions, `ended`.
    fn missed(&self, player: PlayerIndex, last: u32) -> Option<Vec<Event>> {
        let count = self.seq.checked_sub(last)?;
        if count == 0 {
            return Some(Vec::new());
        }
        if count > MISSED {
            return None;
        }
        let mut events = Vec::new();
        let dealing_events = u32::from(self.dealing.is_opening());
        if last < dealing_events {
            events.push(Event::OpenNow);
        }
        if let Some(game) = &self.game {
            let before_play = dealing_events + 1;
            if last < before_play {
                events.push(self.dealt(player)?);
            }
            let sight = game.sight(self.colour_of(player)?);
            let from = usize::try_from(last.saturating_sub(before_play)).ok()?;
            let live = game.ending().is_none();
            let situations = sight.situations_from(from, live);
            let number = sight.moves().len();
            for ((played, now), nth) in sight.moves().iter().skip(from).zip(situations).zip(from..)
            {
                events.push(Event::Played {
                    played: played.clone(),
                    now: Box::new(now),
                    may: rights(live || nth + 1 < number),
                });
            }
        }
        if let Some(ending) = self.ending {
            events.push(Event::Ended { ending });
        }
        // A log with an event of another sort is answered by a snapshot.
        (events.len() == usize::try_from(count).ok()?).then_some(events)
    }

    /// The whole game as this player may know it.
    pub fn snapshot(&self, player: PlayerIndex) -> Snapshot {
        let sight = self
            .game
            .as_ref()
            .zip(self.colour_of(player))
            .map(|(game, colour)| game.sight(colour));
        Snapshot {
            id: self.terms.game.clone(),
            variant: self.terms.variant.clone(),
            seat: self.seat_of(player),
            level: self.terms.level,
            phase: self.phase(),
            commitment: self.dealing.commitment().to_string(),
            dealing: (self.phase() == Phase::Dealing).then(|| self.awaited(player)),
            start: sight.map(|sight| sight.start()),
            moves: sight
                .map(|sight| sight.moves().to_vec())
                .unwrap_or_default(),
            now: sight.map(|sight| sight.now(self.is_live())),
            ending: self.ending,
            players: [0, 1].map(|player| self.info(player)),
            white: self.white(),
            clock: Clock::Untimed,
            speed: Speed::Untimed,
            rated: false,
            private: true,
            may: rights(self.phase() == Phase::Playing),
            offers: Vec::new(),
            plan: Vec::new(),
        }
    }

    /// A player as the terms name it.
    fn info(&self, player: PlayerIndex) -> PlayerInfo {
        let id = self.terms.players.get(player).cloned().unwrap_or_default();
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
            level: computer.then_some(self.terms.level),
            id,
        }
    }

    /// The player of the white pieces, once it is known.
    fn white(&self) -> Option<u8> {
        (0..2)
            .find(|&player| self.seat_of(player) == wire::Seat::White)
            .and_then(|player| u8::try_from(player).ok())
    }

    fn awaited(&self, player: PlayerIndex) -> DealStep {
        self.dealing.awaited(player)
    }
}
