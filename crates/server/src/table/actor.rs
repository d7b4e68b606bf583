//! The task around a table: it stores what the core decides, then tells those whom it concerns.

use std::collections::HashMap;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{Instant, sleep, sleep_until};

use super::hub::Hub;
use super::{Command, ConnectionId, Ear, Effect, Request, Table, Thought};
use crate::clock::{Millis, now};
use crate::error::Code;
use crate::ids::{GameId, PlayerId};
use crate::log::{LogEvent, Logged};
use crate::store::{Append, NewNotice, StoreError};
use crate::wire::{Clock, Event, NoticeKind, OfferKind, PlayerKind, ServerMessage};

/// A table that nobody uses looks so often whether it may go to sleep.
const DROWSY: Duration = Duration::from_secs(5);
/// A computer player that has not answered by then has failed.
const LONGEST_THOUGHT: Duration = Duration::from_secs(120);
/// With a deadline nearer than this a table stays awake; others are woken when it has come.
const NEAR: Millis = 60_000;
/// Onlookers who come and go are counted so often.
const COUNTING: Duration = Duration::from_secs(1);

/// Why a connection is closed, as a close code of the protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Closing {
    /// Its reader is too slow for its queue.
    TooSlow,
    /// A fault of the server's own.
    Fault,
}

/// The table's end of a connection. Messages that do not fit into the queue close it.
#[derive(Debug, Clone)]
pub struct Outbox {
    queue: mpsc::Sender<ServerMessage>,
    closing: watch::Sender<Option<Closing>>,
}

/// The connection's end.
#[derive(Debug)]
pub struct Inbox {
    /// Messages to write.
    pub queue: mpsc::Receiver<ServerMessage>,
    /// Whether to close.
    pub closing: watch::Receiver<Option<Closing>>,
}

/// A queue of so many messages, with both its ends.
pub fn outbox(size: usize) -> (Outbox, Inbox) {
    let (queue, messages) = mpsc::channel(size);
    let (closing, closes) = watch::channel(None);
    let inbox = Inbox {
        queue: messages,
        closing: closes,
    };
    (Outbox { queue, closing }, inbox)
}

impl Outbox {
    /// `false` if nobody will ever read it.
    fn send(&self, message: ServerMessage) -> bool {
        match self.queue.try_send(message) {
            Ok(()) => true,
            Err(mpsc::error::TrySendError::Full(_)) => {
                self.close(Closing::TooSlow);
                metrics::counter!("backrank_slow_readers_total").increment(1);
                false
            }
            Err(mpsc::error::TrySendError::Closed(_)) => false,
        }
    }

    fn close(&self, why: Closing) {
        self.closing.send_replace(Some(why));
    }
}

/// What reaches a table's task.
#[derive(Debug)]
pub enum ToTable {
    /// Somebody has come; messages follow.
    Connect {
        /// Its number.
        connection: ConnectionId,
        /// Who, if it is known.
        player: Option<PlayerId>,
        /// Where answers go.
        outbox: Outbox,
    },
    /// It has gone.
    Disconnect {
        /// Its number.
        connection: ConnectionId,
    },
    /// A message on a connection that has come.
    Request {
        /// Which.
        connection: ConnectionId,
        /// What.
        request: Request,
        /// How long a message is under way there and back, in milliseconds.
        lag: Millis,
    },
    /// Says when all that came before has been dealt with.
    Settled(oneshot::Sender<()>),
    /// Anything else.
    Command(Command),
}

/// How long it is left alone then.
const AFTER_FAILURE: Duration = Duration::from_millis(200);

struct Actor {
    hub: Hub,
    game: GameId,
    table: Table,
    connections: HashMap<ConnectionId, Connected>,
    answers: mpsc::Sender<Command>,
    /// Who was here when it was last said.
    announced: Option<([bool; 2], u32)>,
    /// When the onlookers are to be counted.
    count_at: Option<Instant>,
}

struct Connected {
    ear: Ear,
    outbox: Outbox,
    /// Whether its hello has come; it is told nothing before.
    greeted: bool,
}

/// Runs a game's table until nobody needs it.
pub(super) async fn run(
    hub: Hub,
    game: GameId,
    mut messages: mpsc::Receiver<ToTable>,
    queue: mpsc::Sender<ToTable>,
) {
    metrics::gauge!("backrank_tables_awake").increment(1);
    match hub.load(&game).await {
        Ok((table, rules_version)) => {
            let (answers, thoughts) = mpsc::channel(4);
            let mut actor = Actor {
                hub: hub.clone(),
                game: game.clone(),
                table,
                connections: HashMap::new(),
                answers,
                announced: None,
                count_at: None,
            };
            let wake = Command::Wake {
                rules_version,
                away: hub.away(actor.table.last_at()),
            };
            let ended = match actor.command(wake).await {
                Ok(()) => actor.serve(&mut messages, thoughts).await,
                failed => failed,
            };
            if let Err(error) = ended {
                tracing::error!(%game, %error, "a table has ended by a fault");
                hub.forget(&game, &queue);
                for connected in actor.connections.into_values() {
                    connected.outbox.close(Closing::Fault);
                }
                turn_away(&mut messages, Code::Internal);
            }
        }
        Err(error) => {
            tracing::error!(%game, %error, "a game cannot be loaded");
            hub.forget(&game, &queue);
            let code = match error {
                StoreError::Log { .. } => Code::UnreadableGame,
                _ => Code::Internal,
            };
            drop(queue);
            // Handles that were given out meanwhile are answered until they are gone.
            while let Some(message) = messages.recv().await {
                refuse(message, code);
            }
        }
    }
    metrics::gauge!("backrank_tables_awake").decrement(1);
}

fn turn_away(messages: &mut mpsc::Receiver<ToTable>, code: Code) {
    messages.close();
    while let Ok(message) = messages.try_recv() {
        refuse(message, code);
    }
}

fn refuse(message: ToTable, code: Code) {
    if let ToTable::Connect { outbox, .. } = message {
        outbox.send(super::error(code));
        outbox.close(Closing::Fault);
    }
}

impl Actor {
    async fn serve(
        &mut self,
        messages: &mut mpsc::Receiver<ToTable>,
        mut thoughts: mpsc::Receiver<Command>,
    ) -> Result<(), StoreError> {
        let mut closing = self.hub.closing();
        loop {
            let wait = self.table.deadline().map(|at| at - now());
            // What is far away is looked at again on the way.
            let deadline = wait.map(|wait| {
                let wait = u64::try_from(wait.min(NEAR)).unwrap_or_default();
                Instant::now() + Duration::from_millis(wait)
            });
            let near = wait.is_some_and(|wait| wait < NEAR);
            let may_sleep = !near && !self.table.is_thinking();
            let count_at = self.count_at;
            tokio::select! {
                () = told(&mut closing) => {
                    self.hub.remove(&self.game);
                    turn_away(messages, Code::Internal);
                    return Ok(());
                }
                Some(message) = messages.recv() => self.message(message).await?,
                Some(command) = thoughts.recv() => self.command(command).await?,
                () = sleep_until(deadline.unwrap_or_else(Instant::now)), if deadline.is_some() => {
                    self.command(Command::Tick).await?;
                }
                () = sleep_until(count_at.unwrap_or_else(Instant::now)), if count_at.is_some() => {
                    self.announce().await?;
                }
                () = sleep(DROWSY), if may_sleep => {
                    if self.hub.release(&self.game) {
                        return Ok(());
                    }
                }
            }
        }
    }

    async fn message(&mut self, message: ToTable) -> Result<(), StoreError> {
        match message {
            ToTable::Connect {
                connection,
                player,
                outbox,
            } => {
                let own = player.and_then(|player| self.table.player(player.as_str()));
                let ear = match own {
                    Some(index) => Ear::Player(index),
                    None if self.table.terms().private => {
                        outbox.send(super::error(Code::NotYourGame));
                        outbox.close(Closing::Fault);
                        return Ok(());
                    }
                    None => Ear::Onlookers,
                };
                let connected = Connected {
                    ear,
                    outbox,
                    greeted: false,
                };
                self.connections.insert(connection, connected);
                Ok(())
            }
            ToTable::Disconnect { connection } => {
                self.connections.remove(&connection);
                self.notice().await
            }
            ToTable::Request {
                connection,
                request,
                lag,
            } => self.request(connection, request, lag).await,
            ToTable::Settled(done) => {
                // Whoever asked may be gone.
                let _ = done.send(());
                Ok(())
            }
            ToTable::Command(command) => self.command(command).await,
        }
    }

    async fn request(
        &mut self,
        connection: ConnectionId,
        request: Request,
        lag: Millis,
    ) -> Result<(), StoreError> {
        let Some(connected) = self.connections.get(&connection) else {
            return Ok(());
        };
        let ear = connected.ear;
        let hello = matches!(request, Request::Hello { .. });
        if hello && !connected.greeted {
            // Whoever is here already hears of it, and the new one by the answer to its hello.
            self.notice().await?;
        }
        let command = match (ear, request) {
            (Ear::Player(player), Request::Say { .. }) if self.is_muted(player) => return Ok(()),
            (Ear::Player(player), request) => Command::Player {
                connection,
                player,
                request,
                lag,
            },
            (Ear::Onlookers, Request::Hello { last_seq }) => Command::Watch {
                connection,
                last_seq,
            },
            (Ear::Onlookers, _) => {
                if let Some(connected) = self.connections.get(&connection) {
                    connected.outbox.send(super::error(Code::NotYourGame));
                }
                return Ok(());
            }
        };
        self.command(command).await?;
        if hello && let Some(connected) = self.connections.get_mut(&connection) {
            // What happened on the way is part of the answer, and what comes from now on follows it.
            connected.greeted = true;
        }
        Ok(())
    }

    /// Whether the other player does not want to hear this one.
    fn is_muted(&self, player: usize) -> bool {
        let players = self.table.players();
        match (players.get(player), players.get(1 - player.min(1))) {
            (Some(one), Some(other)) => self.hub.is_blocked(&other.id, &one.id),
            _ => false,
        }
    }

    fn here(&self) -> ([bool; 2], u32) {
        let is_here = |ear| self.connections.values().any(|one| one.ear == ear);
        let here = [Ear::Player(0), Ear::Player(1)].map(is_here);
        let onlookers = self.connections.values();
        let watching = onlookers.filter(|one| one.ear == Ear::Onlookers).count();
        (here, u32::try_from(watching).unwrap_or(u32::MAX))
    }

    /// A player who comes or goes is announced at once, onlookers are counted now and then.
    async fn notice(&mut self) -> Result<(), StoreError> {
        if self.table.is_solitary() {
            return Ok(());
        }
        let now = self.here();
        match self.announced {
            Some(before) if before == now => Ok(()),
            Some((players, _)) if players == now.0 => {
                self.count_at
                    .get_or_insert_with(|| Instant::now() + COUNTING);
                Ok(())
            }
            _ => self.announce().await,
        }
    }

    async fn announce(&mut self) -> Result<(), StoreError> {
        self.count_at = None;
        let (here, watching) = self.here();
        self.announced = Some((here, watching));
        self.command(Command::Presence { here, watching }).await
    }

    async fn command(&mut self, command: Command) -> Result<(), StoreError> {
        let first = self.table.length();
        let effects = self.table.step(command, now());
        self.store(first, &effects).await?;
        let mut lost = false;
        for effect in effects {
            match effect {
                Effect::Append(_) | Effect::Fault(_) => {}
                Effect::Reply {
                    connection,
                    message,
                } => {
                    if let Some(connected) = self.connections.get(&connection)
                        && !connected.outbox.send(message)
                    {
                        self.connections.remove(&connection);
                        lost = true;
                    }
                }
                Effect::Tell { to, message } => {
                    let before = self.connections.len();
                    self.connections.retain(|_, one| {
                        one.ear != to || !one.greeted || one.outbox.send(message.clone())
                    });
                    lost |= self.connections.len() < before;
                }
                Effect::Think(thought) => self.think(*thought),
            }
        }
        if lost {
            // Counted in a moment: here it would be a command within a command.
            self.announced = self.announced.map(|(_, watching)| ([false; 2], watching));
            self.count_at.get_or_insert_with(Instant::now);
        }
        Ok(())
    }

    /// Makes durable what happened, all or nothing, before anybody is told.
    async fn store(&mut self, first: u64, effects: &[Effect]) -> Result<(), StoreError> {
        let mut events: Vec<Logged> = Vec::new();
        for effect in effects {
            match effect {
                Effect::Append(logged) => events.push(logged.clone()),
                Effect::Fault(error) => {
                    return Err(StoreError::Log {
                        game: self.game.clone(),
                        error: error.clone(),
                    });
                }
                _ => {}
            }
        }
        if events.is_empty() {
            return Ok(());
        }
        for logged in &events {
            count(logged, &self.table);
        }
        let at = events.last().map_or_else(now, |logged| logged.at);
        let notices = notices(&self.game, &self.table, &events, effects);
        let append = Append {
            events: self.hub.store().seal(&self.game, first, &events)?,
            game: self.game.clone(),
            row: None,
            standing: self.table.standing(),
            notices: notices.clone(),
            at,
        };
        self.hub.store().append(append).await?;
        self.hub.spread(&self.table, &events, notices);
        Ok(())
    }

    fn think(&self, thought: Thought) {
        let computers = self.hub.computers().clone();
        let answers = self.answers.clone();
        let game = self.game.to_string();
        let Thought {
            observation,
            level,
            ply,
            hash,
        } = thought;
        tokio::spawn(async move {
            let thinking = computers.think(&game, observation, level);
            let action = tokio::time::timeout(LONGEST_THOUGHT, thinking)
                .await
                .ok()
                .flatten();
            if action.is_none() {
                // Whatever was the trouble, asking again at once would meet it again.
                tokio::time::sleep(AFTER_FAILURE).await;
            }
            // A table that has ended meanwhile asks again when it is rebuilt.
            let _ = answers.send(Command::Computer { ply, hash, action }).await;
        });
    }
}

/// Waits until the server is to close.
pub(crate) async fn told(closing: &mut watch::Receiver<bool>) {
    // Whoever could say so being gone means the same.
    let _ = closing.wait_for(|&closing| closing).await;
}

/// What players of a correspondence game are told when they are not there.
pub(super) fn notices(
    game: &GameId,
    table: &Table,
    events: &[Logged],
    effects: &[Effect],
) -> Vec<NewNotice> {
    if !matches!(table.terms().clock, Clock::Days { .. }) {
        return Vec::new();
    }
    let mut all = Vec::new();
    let mut add = |player: usize, kind| {
        let Some(one) = table.players().get(player) else {
            return;
        };
        // Programs read their stream, and the computer reads nothing.
        let is_person = matches!(one.kind, PlayerKind::Guest | PlayerKind::Account);
        if let Some(id) = PlayerId::read(&one.id).filter(|_| is_person) {
            all.push(NewNotice {
                player: id,
                kind,
                game: Some(game.clone()),
                ply: table.standing().ply,
                name: Some(table.players()[1 - player].name.clone()),
            });
        }
    };
    let mut acted = false;
    for logged in events {
        match logged.event {
            LogEvent::Created { .. } => {
                add(0, NoticeKind::GameStarted);
                add(1, NoticeKind::GameStarted);
            }
            LogEvent::Dealt { .. } | LogEvent::Action { .. } | LogEvent::TookBack { .. } => {
                acted = true;
            }
            LogEvent::Ended { .. } => {
                add(0, NoticeKind::GameEnded);
                add(1, NoticeKind::GameEnded);
            }
            _ => {}
        }
    }
    for effect in effects {
        let Effect::Tell {
            to: Ear::Player(player),
            message: ServerMessage::Event { event, .. },
        } = effect
        else {
            continue;
        };
        match &**event {
            Event::Offered { offer, .. } if table.side_of(*player) != Some(offer.by) => {
                let kind = match offer.what {
                    OfferKind::Draw => NoticeKind::DrawOffered,
                    OfferKind::Takeback => NoticeKind::TakebackOffered,
                };
                add(*player, kind);
            }
            Event::Planned {
                cancelled: true, ..
            } => add(*player, NoticeKind::PlanCancelled),
            _ => {}
        }
    }
    for player in [0, 1] {
        if acted && table.is_awaited(player) {
            add(player, NoticeKind::YourTurn);
        }
    }
    all
}

fn count(logged: &Logged, table: &Table) {
    let variant = || table.variant_id().to_owned();
    match &logged.event {
        LogEvent::Action { .. } => {
            metrics::counter!("backrank_moves_total", "variant" => variant()).increment(1);
        }
        LogEvent::Ended { .. } => {
            metrics::counter!("backrank_games_ended_total", "variant" => variant()).increment(1);
        }
        _ => {}
    }
}
