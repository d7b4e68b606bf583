//! Finds the task of a game, starts it when somebody comes, lets it go when nobody is left.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use backrank_rules::Variant;
use backrank_rules::deal::Salt;
use tokio::sync::{broadcast, mpsc, oneshot, watch};

use super::actor::{self, Inbox, Outbox, ToTable};
use super::replay::digest;
use super::{Away, Command, ConnectionId, Patience, PlayerIndex, Request, Table};
use crate::catalogue::{Catalogue, restore};
use crate::clock::{Millis, now};
use crate::computer::Computers;
use crate::ids::{GameId, PlayerId};
use crate::log::{LogError, LogEvent, Logged, Terms};
use crate::rating::Pool;
use crate::store::{
    Append, Downtime, GameRow, NewNotice, Participant, Participants, Standing, Store, StoreError,
};
use crate::wire::Reason;

/// Messages that may wait for a table.
const QUEUE: usize = 256;
/// Messages that may wait for a client.
pub const CLIENT_QUEUE: usize = 64;
/// News that may wait for a slow listener.
const NEWS: usize = 1024;

static NUMBER: AtomicU64 = AtomicU64::new(1);

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
    /// Who does not want to hear whom.
    blocks: Mutex<HashSet<(String, String)>>,
    runs: Mutex<Runs>,
    news: broadcast::Sender<Arc<News>>,
}

/// When the server ran.
struct Runs {
    /// Times between runs, oldest first; unknown if nothing is kept of them.
    gaps: Option<Vec<Downtime>>,
    /// When this run began.
    began: Millis,
}

/// A game, as somebody begins it.
pub struct NewTable {
    /// What was agreed on.
    pub terms: Terms,
    /// The server's secret.
    pub salt: Salt,
    /// Commitments that came with a proposal, with the place of the player.
    pub commitments: Vec<(PlayerIndex, String)>,
    /// A prepared truth instead of a deal, in builds for testing.
    pub set_up: Option<LogEvent>,
    /// The two players as they are now, in the order of the terms.
    pub participants: Participants,
    /// Whose ratings the game may touch.
    pub pool: Pool,
}

/// What has happened at a table, for those who keep lists and write notices. Public.
#[derive(Debug, Clone)]
pub struct News {
    /// Which game.
    pub game: GameId,
    /// The two players' ids, in the order of joining.
    pub players: Vec<String>,
    /// Kinds of the events of the log that brought it.
    pub kinds: Vec<&'static str>,
    /// Who is awaited now.
    pub awaited: [bool; 2],
    /// Notices that were stored with it.
    pub notices: Vec<NewNotice>,
    /// The row's columns after it.
    pub standing: Standing,
}

/// A connection to a table; dropping it leaves.
pub struct Visit {
    connection: ConnectionId,
    table: TableHandle,
}

impl Visit {
    /// Sends a message. `lag` is how long one is under way there and back, in milliseconds.
    ///
    /// # Errors
    /// [`Gone`].
    pub async fn send(&self, request: Request, lag: Millis) -> Result<(), Gone> {
        let connection = self.connection;
        let message = ToTable::Request {
            connection,
            request,
            lag,
        };
        self.table.send(message).await
    }

    /// Waits until all that was sent has been dealt with: answers to it are in the inbox then.
    ///
    /// # Errors
    /// [`Gone`].
    pub async fn settled(&self) -> Result<(), Gone> {
        let (done, settled) = oneshot::channel();
        self.table.send(ToTable::Settled(done)).await?;
        settled.await.map_err(|_| Gone)
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        let connection = self.connection;
        let leave = ToTable::Disconnect { connection };
        if let Err(mpsc::error::TrySendError::Full(leave)) = self.table.queue.try_send(leave)
            && let Ok(runtime) = tokio::runtime::Handle::try_current()
        {
            let queue = self.table.queue.clone();
            // A table that ends meanwhile has no connections any more.
            runtime.spawn(async move { queue.send(leave).await.is_ok() });
        }
    }
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
            blocks: Mutex::default(),
            runs: Mutex::new(Runs {
                gaps: None,
                began: now(),
            }),
            news: broadcast::channel(NEWS).0,
        }))
    }

    /// Says when no server ran, oldest first, and when this run began. Without that, all time before this run counts as
    /// such.
    pub fn ran(&self, gaps: Vec<Downtime>, began: Millis) {
        *lock(&self.0.runs) = Runs {
            gaps: Some(gaps),
            began,
        };
    }

    /// For a table whose log ends then: what it has missed, if it was in an earlier run.
    pub(super) fn away(&self, last_at: Millis) -> Option<Away> {
        let runs = lock(&self.0.runs);
        if last_at >= runs.began {
            return None;
        }
        let gone = match &runs.gaps {
            None => runs.began - last_at,
            Some(gaps) => gaps.iter().map(|gap| gap.within(last_at, runs.began)).sum(),
        };
        Some(Away {
            gone,
            back: runs.began,
        })
    }

    /// Wakes the tables at which something is due, so that flags fall with nobody there. To be called each second.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn tick(&self) -> Result<(), StoreError> {
        for game in self.0.store.due(now()).await? {
            // A table that is awake sees to it itself; one that wakes does it first of all.
            drop(self.attach(&game));
        }
        Ok(())
    }

    /// Sets whether somebody wants to hear phrases of another player no more.
    pub fn block(&self, by: &PlayerId, whom: &PlayerId, blocked: bool) {
        let pair = (by.to_string(), whom.to_string());
        let mut blocks = lock(&self.0.blocks);
        if blocked {
            blocks.insert(pair);
        } else {
            blocks.remove(&pair);
        }
    }

    pub(super) fn is_blocked(&self, by: &str, whom: &str) -> bool {
        lock(&self.0.blocks).contains(&(by.to_owned(), whom.to_owned()))
    }

    /// What happens at all tables from now on.
    pub fn news(&self) -> broadcast::Receiver<Arc<News>> {
        self.0.news.subscribe()
    }

    pub(super) fn spread(&self, table: &Table, events: &[Logged], notices: Vec<NewNotice>) {
        let Some(game) = GameId::read(table.id()) else {
            return;
        };
        let news = News {
            game,
            players: table.players().iter().map(|one| one.id.clone()).collect(),
            kinds: events.iter().map(|logged| logged.event.kind()).collect(),
            awaited: [0, 1].map(|player| table.is_awaited(player)),
            notices,
            standing: table.standing(),
        };
        // Nobody may be listening.
        let _ = self.0.news.send(Arc::new(news));
    }

    /// Connects to a table: a player has its own seat, on every connection, and anybody else looks on. Nothing is told
    /// before [`Request::Hello`]. A private game closes the connection of an onlooker with `not_your_game`.
    ///
    /// # Errors
    /// [`Gone`].
    pub async fn connect(
        &self,
        game: &GameId,
        player: Option<PlayerId>,
    ) -> Result<(Visit, Inbox), Gone> {
        let (outbox, inbox) = actor::outbox(CLIENT_QUEUE);
        let visit = self.enter(game, player, outbox).await?;
        Ok((visit, inbox))
    }

    /// As [`Hub::connect`], with a queue of one's own.
    ///
    /// # Errors
    /// [`Gone`].
    pub async fn enter(
        &self,
        game: &GameId,
        player: Option<PlayerId>,
        outbox: Outbox,
    ) -> Result<Visit, Gone> {
        let table = self.attach(game);
        let connection = NUMBER.fetch_add(1, Ordering::Relaxed);
        let connect = ToTable::Connect {
            connection,
            player,
            outbox,
        };
        table.send(connect).await?;
        Ok(Visit { connection, table })
    }

    /// Has a table do something: [`Command::ByHost`], [`Command::Vacation`].
    ///
    /// # Errors
    /// [`Gone`].
    pub async fn command(&self, game: &GameId, command: Command) -> Result<(), Gone> {
        self.attach(game).send(ToTable::Command(command)).await
    }

    /// The players of a game have changed in the store: its table hears of it, if it is awake.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn players_changed(&self, game: &GameId) -> Result<(), StoreError> {
        let queue = self.tables().get(game).map(|entry| entry.queue.clone());
        let Some(queue) = queue else {
            return Ok(());
        };
        if let Some(row) = self.0.store.game(game).await? {
            let players = row.participants.both().map(Participant::info);
            // A table that has ended meanwhile reads them when it wakes.
            let _ = queue
                .send(ToTable::Command(Command::Players(Box::new(players))))
                .await;
        }
        Ok(())
    }

    fn tables(&self) -> MutexGuard<'_, HashMap<GameId, Entry>> {
        lock(&self.0.tables)
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

    /// Forgets a table that ends with the server, whoever may still hold a way to it.
    pub(super) fn remove(&self, game: &GameId) {
        self.tables().remove(game);
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

    /// Stores a new game.
    ///
    /// # Errors
    /// [`StoreError`]; [`StoreError::Log`] for terms, commitments or a position that cannot be.
    pub async fn create(&self, new: NewTable) -> Result<GameId, StoreError> {
        let NewTable {
            terms,
            salt,
            commitments,
            set_up,
            participants,
            pool,
        } = new;
        let unusable = |column: &'static str, value: &str| StoreError::Column {
            column,
            row: "new game".to_owned(),
            value: value.to_owned(),
        };
        let game = GameId::read(&terms.game).ok_or_else(|| unusable("id", &terms.game))?;
        let known = self
            .0
            .catalogue
            .get(&terms.variant)
            .ok_or_else(|| unusable("variant", &terms.variant))?;
        self.0.store.keep_variant(&known.text).await?;
        let at = now();
        let committed = commitments
            .into_iter()
            .map(|(player, commitment)| LogEvent::Committed { player, commitment });
        let events: Vec<Logged> = std::iter::once(Table::created(&terms, &salt))
            .chain(committed)
            .chain(set_up)
            .map(|event| Logged::new(at, event))
            .collect();
        // What is stored can be read again.
        let broken = |error| StoreError::Log {
            game: game.clone(),
            error,
        };
        let variant = known.variant.clone();
        let mut table =
            Table::replay(game.as_str(), variant, &events, self.0.patience).map_err(broken)?;
        table.set_players(participants.both().map(Participant::info));
        let standing = table.standing();
        let notices = actor::notices(&game, &table, &events, &[]);
        let row = GameRow {
            id: game.clone(),
            variant: terms.variant.clone(),
            digest: terms.digest.clone(),
            rules_version: terms.rules_version,
            participants,
            clock: terms.clock,
            rated: terms.rated,
            private: terms.private,
            pool,
            created: at,
            standing: standing.clone(),
            ended: None,
        };
        let append = Append {
            events: self.0.store.seal(&game, 0, &events)?,
            game: game.clone(),
            row: Some(Box::new(row)),
            standing,
            notices: notices.clone(),
            at,
        };
        self.0.store.append(append).await?;
        self.spread(&table, &events, notices);
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
        metrics::counter!("backrank_tables_loaded_total").increment(1);
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
        let mut table = table.map_err(broken)?;
        if let Some(row) = self.0.store.game(game).await? {
            table.set_players(row.participants.both().map(Participant::info));
        }
        Ok((table, current))
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

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
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
