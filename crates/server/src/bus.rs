//! What concerns one person, or everybody in the lobby, from wherever it happens to whoever listens.
//!
//! Nothing but an implementation of [`Bus`] assumes that the two are in one process.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use tokio::sync::mpsc;

use crate::ids::PlayerId;
use crate::wire::{PlayerKind, UserEvent};

/// Events that may wait for a slow reader; one more closes it, and it comes back with everything asked anew.
const QUEUE: usize = 64;
/// Streams of one player at once.
const STREAMS: usize = 16;

/// What one can listen to.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Topic {
    /// What concerns one player.
    Player(PlayerId),
    /// That seeks or pools have changed, and words to everybody.
    Lobby,
}

/// Carries events from where they happen to the streams of those whom they concern.
pub trait Bus: Send + Sync {
    /// Tells all who listen to this topic. Never waits.
    fn publish(&self, topic: &Topic, event: UserEvent);

    /// The stream of one person: his own topic and the lobby. He counts as connected until it is dropped.
    ///
    /// # Errors
    /// [`TooMany`] streams of one player.
    fn subscribe(&self, player: &PlayerId, kind: PlayerKind) -> Result<Subscription, TooMany>;

    /// Whether this player has a stream open.
    fn is_connected(&self, player: &PlayerId) -> bool;

    /// Who has a stream open, with this kind.
    fn connected(&self, kind: PlayerKind) -> Vec<PlayerId>;

    /// How many people have a stream open; programs are not counted.
    fn people(&self) -> u32;
}

/// A player has too many streams open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("too many streams of one player")]
pub struct TooMany;

/// The reader's end of a stream.
pub struct Subscription {
    events: mpsc::Receiver<Arc<UserEvent>>,
    // Held to be dropped with the stream.
    _place: Box<dyn Send + Sync>,
}

impl Subscription {
    /// The next event; nothing once this reader was too slow.
    pub async fn next(&mut self) -> Option<Arc<UserEvent>> {
        self.events.recv().await
    }
}

/// A bus within one process.
#[derive(Debug, Default, Clone)]
pub struct LocalBus(Arc<Mutex<Listeners>>);

#[derive(Debug, Default)]
struct Listeners {
    players: HashMap<PlayerId, Present>,
}

#[derive(Debug)]
struct Present {
    kind: PlayerKind,
    streams: Vec<(u64, mpsc::Sender<Arc<UserEvent>>)>,
}

impl Present {
    fn tell(&mut self, event: &Arc<UserEvent>) {
        self.streams.retain(|(_, queue)| {
            let sent = queue.try_send(event.clone()).is_ok();
            if !sent {
                metrics::counter!("backrank_slow_streams_total").increment(1);
            }
            sent
        });
    }
}

/// A place among the listeners, given up when dropped.
struct Place {
    bus: Weak<Mutex<Listeners>>,
    player: PlayerId,
    number: u64,
}

impl Drop for Place {
    fn drop(&mut self) {
        let Some(bus) = self.bus.upgrade() else {
            return;
        };
        let mut listeners = bus.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(present) = listeners.players.get_mut(&self.player) {
            present.streams.retain(|(number, _)| *number != self.number);
            if present.streams.is_empty() {
                listeners.players.remove(&self.player);
            }
        }
    }
}

impl LocalBus {
    fn listeners(&self) -> MutexGuard<'_, Listeners> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Bus for LocalBus {
    fn publish(&self, topic: &Topic, event: UserEvent) {
        let event = Arc::new(event);
        let mut listeners = self.listeners();
        match topic {
            Topic::Player(player) => {
                if let Some(present) = listeners.players.get_mut(player) {
                    present.tell(&event);
                }
            }
            Topic::Lobby => {
                for present in listeners.players.values_mut() {
                    present.tell(&event);
                }
            }
        }
    }

    fn subscribe(&self, player: &PlayerId, kind: PlayerKind) -> Result<Subscription, TooMany> {
        static NUMBER: AtomicU64 = AtomicU64::new(1);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let (queue, events) = mpsc::channel(QUEUE);
        let mut listeners = self.listeners();
        let present = listeners
            .players
            .entry(player.clone())
            .or_insert_with(|| Present {
                kind,
                streams: Vec::new(),
            });
        if present.streams.len() >= STREAMS {
            return Err(TooMany);
        }
        // A guest may have become an account since.
        present.kind = kind;
        present.streams.push((number, queue));
        let place = Place {
            bus: Arc::downgrade(&self.0),
            player: player.clone(),
            number,
        };
        Ok(Subscription {
            events,
            _place: Box::new(place),
        })
    }

    fn is_connected(&self, player: &PlayerId) -> bool {
        self.listeners().players.contains_key(player)
    }

    fn connected(&self, kind: PlayerKind) -> Vec<PlayerId> {
        self.listeners()
            .players
            .iter()
            .filter(|(_, present)| present.kind == kind)
            .map(|(player, _)| player.clone())
            .collect()
    }

    fn people(&self) -> u32 {
        let listeners = self.listeners();
        let people = listeners
            .players
            .values()
            .filter(|present| matches!(present.kind, PlayerKind::Guest | PlayerKind::Account));
        u32::try_from(people.count()).unwrap_or(u32::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(name: &str) -> PlayerId {
        PlayerId::read(name).unwrap()
    }

    fn turn(game: &str) -> UserEvent {
        UserEvent::YourTurn {
            game: game.to_owned(),
        }
    }

    #[tokio::test]
    async fn one_hears_what_concerns_oneself_and_the_lobby() {
        let bus = LocalBus::default();
        let mut one = bus.subscribe(&id("A"), PlayerKind::Account).unwrap();
        let mut again = bus.subscribe(&id("A"), PlayerKind::Account).unwrap();
        let mut other = bus.subscribe(&id("B"), PlayerKind::Bot).unwrap();
        bus.publish(&Topic::Player(id("A")), turn("x"));
        bus.publish(&Topic::Player(id("C")), turn("y"));
        bus.publish(&Topic::Lobby, UserEvent::LobbyChanged);
        for stream in [&mut one, &mut again] {
            assert_eq!(*stream.next().await.unwrap(), turn("x"));
            assert_eq!(*stream.next().await.unwrap(), UserEvent::LobbyChanged);
        }
        assert_eq!(*other.next().await.unwrap(), UserEvent::LobbyChanged);
    }

    #[test]
    fn one_is_connected_until_the_last_stream_is_dropped() {
        let bus = LocalBus::default();
        let one = bus.subscribe(&id("A"), PlayerKind::Account).unwrap();
        let again = bus.subscribe(&id("A"), PlayerKind::Account).unwrap();
        let _bot = bus.subscribe(&id("B"), PlayerKind::Bot).unwrap();
        assert_eq!(bus.people(), 1);
        assert_eq!(bus.connected(PlayerKind::Bot), [id("B")]);
        drop(one);
        assert!(bus.is_connected(&id("A")));
        drop(again);
        assert!(!bus.is_connected(&id("A")));
        assert_eq!(bus.people(), 0);
    }

    #[tokio::test]
    async fn a_half_dead_reader_is_closed_and_does_not_fill_the_memory() {
        let bus = LocalBus::default();
        let mut slow = bus.subscribe(&id("A"), PlayerKind::Account).unwrap();
        for _ in 0..10 * QUEUE {
            bus.publish(&Topic::Lobby, UserEvent::LobbyChanged);
        }
        let mut heard = 0;
        while slow.next().await.is_some() {
            heard += 1;
        }
        assert_eq!(heard, QUEUE);
        for _ in 0..STREAMS {
            bus.subscribe(&id("B"), PlayerKind::Bot).unwrap();
        }
        let open: Vec<_> = (0..STREAMS)
            .map(|_| bus.subscribe(&id("B"), PlayerKind::Bot).unwrap())
            .collect();
        assert!(bus.subscribe(&id("B"), PlayerKind::Bot).is_err());
        drop(open);
    }
}
