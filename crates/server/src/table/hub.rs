//! Finds the task of a game, starts it when somebody comes, lets it go when nobody is left.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use backrank_rules::Variant;
use backrank_rules::deal::Salt;
use tokio::sync::{mpsc, watch};

use super::actor::{self, ToTable};
use super::replay::digest;
use super::{Command, Patience, Table};
use crate::catalogue::{Catalogue, restore};
use crate::clock::now;
use crate::computer::Computers;
use crate::ids::{GameId, PlayerId};
use crate::log::{LogError, LogEvent, Logged, Terms};
use crate::rating::Pool;
use crate::store::{Append, GameRow, Participant, Participants, Standing, Store, StoreError, Who};
use crate::wire::{Clock, Phase, PlayerKind, Reason};

/// Messages that may wait for a table.
const QUEUE: usize = 256;

/// All live games.
#[derive(Clone)]
pub struct Hub(Arc<Inner>);

struct Inner {
    store: Store,
    catalogue: Arc<Catalogue>,
    computers: Computers,
    patience: Patience,
    closing: watch::Receiver<bool>,
    tables: Mutex<HashMap<GameId, Entry>>,
}

struct Entry {
    queue: mpsc::Sender<ToTable>,
    users: Arc<AtomicUsize>,
}

/// A way to a table, which stays awake while somebody holds one.
pub struct TableHandle {
    queue: mpsc::Sender<ToTable>,
    users: Arc<AtomicUsize>,
}

/// The table has ended by a fault of its own; coming again finds a new one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the table is gone")]
pub struct Gone;

impl TableHandle {
    /// Sends something to the table.
    ///
    /// # Errors
    /// [`Gone`].
    pub async fn send(&self, message: ToTable) -> Result<(), Gone> {
        self.queue.send(message).await.map_err(|_| Gone)
    }
}

impl Drop for TableHandle {
    fn drop(&mut self) {
        self.users.fetch_sub(1, Ordering::AcqRel);
    }
}

impl Hub {
    /// No game is live yet. When `closing` turns true all tables end.
    pub fn new(
        store: Store,
        catalogue: Arc<Catalogue>,
        computers: Computers,
        patience: Patience,
        closing: watch::Receiver<bool>,
    ) -> Hub {
        Hub(Arc::new(Inner {
            store,
            catalogue,
            computers,
            patience,
            closing,
            tables: Mutex::default(),
        }))
    }

    fn tables(&self) -> MutexGuard<'_, HashMap<GameId, Entry>> {
        self.0.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn store(&self) -> &Store {
        &self.0.store
    }

    pub(super) fn computers(&self) -> &Computers {
        &self.0.computers
    }

    pub(super) fn closing(&self) -> watch::Receiver<bool> {
        self.0.closing.clone()
    }

    /// The way to a game's table; starts it if it sleeps. Whether the game exists is for the caller to know.
    pub fn attach(&self, game: &GameId) -> TableHandle {
        let mut tables = self.tables();
        let entry = tables.entry(game.clone()).or_insert_with(|| {
            let (queue, messages) = mpsc::channel(QUEUE);
            let users = Arc::new(AtomicUsize::new(0));
            tokio::spawn(actor::run(
                self.clone(),
                game.clone(),
                messages,
                queue.clone(),
            ));
            Entry { queue, users }
        });
        entry.users.fetch_add(1, Ordering::AcqRel);
        TableHandle {
            queue: entry.queue.clone(),
            users: entry.users.clone(),
        }
    }

    /// Forgets a table that nobody uses. `false` if somebody does.
    pub(super) fn release(&self, game: &GameId) -> bool {
        let mut tables = self.tables();
        // Handles are given out under this lock only, so none can appear between the look and the removal.
        match tables.get(game) {
            Some(entry) if entry.users.load(Ordering::Acquire) > 0 => false,
            _ => {
                tables.remove(game);
                true
            }
        }
    }

    /// Forgets a table that has ended by a fault.
    pub(super) fn forget(&self, game: &GameId, queue: &mpsc::Sender<ToTable>) {
        let mut tables = self.tables();
        if tables
            .get(game)
            .is_some_and(|entry| entry.queue.same_channel(queue))
        {
            tables.remove(game);
        }
    }

    /// Number of tables awake.
    pub fn awake(&self) -> usize {
        self.tables().len()
    }

    /// Waits until all tables have ended, after `closing` has turned true.
    pub async fn ended(&self) {
        while self.awake() > 0 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Stores a new game. `set_up` is a prepared truth with the first player's side, instead of a deal.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn create(
        &self,
        player: &PlayerId,
        terms: &Terms,
        salt: &Salt,
        set_up: Option<LogEvent>,
    ) -> Result<GameId, StoreError> {
        let game = GameId::read(&terms.game).ok_or_else(|| StoreError::Column {
            column: "id",
            row: "new game".to_owned(),
            value: terms.game.clone(),
        })?;
        let at = now();
        if let Some(known) = self.0.catalogue.get(&terms.variant) {
            self.0.store.keep_variant(&known.text).await?;
        }
        let first_player = match &set_up {
            Some(LogEvent::SetUp { first_player, .. }) => Some(*first_player),
            _ => None,
        };
        let phase = if set_up.is_some() {
            Phase::Playing
        } else {
            Phase::Dealing
        };
        let standing = Standing {
            first_player,
            phase,
            ..Standing::dealing()
        };
        let known = self.0.store.player(player).await?;
        let (name, kind) = known.map_or((String::new(), PlayerKind::Guest), |known| {
            (known.name, known.kind)
        });
        let first = Participant {
            who: Who::Player(player.clone()),
            name,
            kind,
            rating: None,
        };
        let events: Vec<Logged> = std::iter::once(Table::created(terms, salt))
            .chain(set_up)
            .map(|event| Logged::new(at, event))
            .collect();
        let row = GameRow {
            id: game.clone(),
            variant: terms.variant.clone(),
            digest: terms.digest.clone(),
            rules_version: terms.rules_version,
            participants: Participants {
                first,
                second: Participant::computer(terms.level, None),
            },
            clock: Clock::Untimed,
            rated: false,
            private: true,
            pool: Pool::Bots,
            created: at,
            standing: standing.clone(),
            ended: None,
        };
        let append = Append {
            events: self.0.store.seal(&game, 0, &events)?,
            game: game.clone(),
            row: Some(Box::new(row)),
            standing,
            notices: Vec::new(),
            at,
        };
        self.0.store.append(append).await?;
        metrics::counter!("backrank_games_created_total", "variant" => terms.variant.clone())
            .increment(1);
        Ok(game)
    }

    /// A game's log, with the variant that it was played under.
    ///
    /// # Errors
    /// [`StoreError::Log`] if it cannot be trusted.
    pub async fn read(&self, game: &GameId) -> Result<(Vec<Logged>, Arc<Variant>), StoreError> {
        let events = self.0.store.log(game).await?;
        let broken = |error| StoreError::Log {
            game: game.clone(),
            error,
        };
        let digest = digest(&events).map_err(broken)?;
        let stamped = |known: &&crate::catalogue::Game| known.text.digest == digest;
        if let Some(known) = self.0.catalogue.iter().find(stamped) {
            let variant = known.variant.clone();
            return Ok((events, variant));
        }
        let Some(text) = self.0.store.variant(digest).await? else {
            return Err(broken(LogError::VariantText {
                variant: "a variant".to_owned(),
                digest: digest.to_owned(),
                reason: "it is not in the store".to_owned(),
            }));
        };
        let variant = restore(&text).map_err(broken)?;
        Ok((events, variant))
    }

    /// Rebuilds a table from its log, with the version of the game's rules on this server.
    ///
    /// # Errors
    /// [`StoreError::Log`] if the log cannot be replayed exactly.
    pub async fn load(&self, game: &GameId) -> Result<(Table, u32), StoreError> {
        let (events, variant) = self.read(game).await?;
        let broken = |error| StoreError::Log {
            game: game.clone(),
            error,
        };
        let id = variant.id().to_owned();
        let known = self
            .0
            .catalogue
            .get(&id)
            .ok_or_else(|| broken(LogError::UnknownVariant(id)))?;
        let current = known.variant.rules_version();
        let patience = self.0.patience;
        let table = match Table::replay(game.as_str(), variant.clone(), &events, patience) {
            Err(error) if is_of_changed_rules(&events, current) => {
                tracing::warn!(%game, %error, "aborted because the rules changed");
                Table::without_actions(game.as_str(), variant, &events, patience)
            }
            result => result,
        };
        Ok((table.map_err(broken)?, current))
    }

    /// Looks at games in which nothing has happened for too long.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn sweep(&self) -> Result<(), StoreError> {
        let since = now() - self.0.patience.idle;
        for game in self.0.store.idle_since(since).await? {
            let handle = self.attach(&game);
            // A table that cannot be loaded has said so in the log of the server.
            let _ = handle.send(ToTable::Command(Command::Tick)).await;
        }
        Ok(())
    }
}

/// A running game of other rules, or one that was aborted because of them.
fn is_of_changed_rules(events: &[Logged], current: u32) -> bool {
    let began = events.first().is_some_and(|first| {
        matches!(&first.event, LogEvent::Created { terms, .. } if terms.rules_version != current)
    });
    match events.last().map(|last| &last.event) {
        Some(LogEvent::Ended { reason, .. }) => *reason == Reason::RulesChanged,
        _ => began,
    }
}
