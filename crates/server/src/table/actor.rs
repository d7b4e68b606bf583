//! The task around a table: it stores what the core decides, then tells those whom it concerns.

use std::collections::HashMap;
use std::time::Duration;

use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep, sleep_until};

use super::hub::Hub;
use super::{Command, ConnectionId, Effect, PlayerIndex, Request, Table, Thought};
use crate::clock::now;
use crate::error::Code;
use crate::ids::{GameId, PlayerId};
use crate::log::{LogEvent, Logged};
use crate::store::{Append, StoreError};
use crate::wire::ServerMessage;

/// A table that nobody uses looks so often whether it may go to sleep.
const DROWSY: Duration = Duration::from_secs(5);
/// A computer player that has not answered by then has failed.
const LONGEST_THOUGHT: Duration = Duration::from_secs(120);

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
        /// Who.
        player: PlayerId,
        /// Where answers go.
        outbox: Outbox,
    },
    /// A message on a connection that has come.
    Request {
        /// Which.
        connection: ConnectionId,
        /// What.
        request: Request,
    },
    /// Anything else.
    Command(Command),
}

/// How long it is left alone then.
const AFTER_FAILURE: Duration = Duration::from_millis(200);

struct Actor {
    hub: Hub,
    game: GameId,
    table: Table,
    connections: HashMap<ConnectionId, (PlayerIndex, Outbox)>,
    answers: mpsc::Sender<Command>,
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
            };
            let wake = Command::Wake { rules_version };
            let ended = match actor.command(wake).await {
                Ok(()) => actor.serve(&mut messages, thoughts).await,
                failed => failed,
            };
            if let Err(error) = ended {
                tracing::error!(%game, %error, "a table has ended by a fault");
                hub.forget(&game, &queue);
                for (_, outbox) in actor.connections.into_values() {
                    outbox.close(Closing::Fault);
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
            let deadline = self.table.deadline().map(|at| {
                let wait = u64::try_from(at - now()).unwrap_or_default();
                Instant::now() + Duration::from_millis(wait)
            });
            let may_sleep = deadline.is_none() && !self.table.is_thinking();
            tokio::select! {
                () = told(&mut closing) => {
                    self.hub.release(&self.game);
                    turn_away(messages, Code::Internal);
                    return Ok(());
                }
                Some(message) = messages.recv() => self.message(message).await?,
                Some(command) = thoughts.recv() => self.command(command).await?,
                () = sleep_until(deadline.unwrap_or_else(Instant::now)), if deadline.is_some() => {
                    self.command(Command::Tick).await?;
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
                match self.table.player(player.as_str()) {
                    Some(index) => {
                        self.connections.insert(connection, (index, outbox));
                    }
                    None => {
                        outbox.send(super::error(Code::NotYourGame));
                        outbox.close(Closing::Fault);
                    }
                }
                Ok(())
            }
            ToTable::Request {
                connection,
                request,
            } => match self.connections.get(&connection) {
                Some(&(player, _)) => {
                    self.command(Command::Player {
                        connection,
                        player,
                        request,
                    })
                    .await
                }
                None => Ok(()),
            },
            ToTable::Command(command) => self.command(command).await,
        }
    }

    async fn command(&mut self, command: Command) -> Result<(), StoreError> {
        let first = self.table.length();
        let effects = self.table.step(command, now());
        self.store(first, &effects).await?;
        for effect in effects {
            match effect {
                Effect::Append(_) | Effect::Fault(_) => {}
                Effect::Reply {
                    connection,
                    message,
                } => {
                    if let Some((_, outbox)) = self.connections.get(&connection)
                        && !outbox.send(message)
                    {
                        self.connections.remove(&connection);
                    }
                }
                Effect::Tell { player, message } => {
                    self.connections
                        .retain(|_, (of, outbox)| *of != player || outbox.send(message.clone()));
                }
                Effect::Think(thought) => self.think(*thought),
            }
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
        let append = Append {
            events: self.hub.store().seal(&self.game, first, &events)?,
            game: self.game.clone(),
            row: None,
            standing: self.table.standing(),
            notices: Vec::new(),
            at,
        };
        self.hub.store().append(append).await
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
