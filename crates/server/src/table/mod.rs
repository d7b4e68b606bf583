//! One live game.
//!
//! [`Table`] is the core: a state and [`Table::step`], without I/O, clock or randomness of its own, so that tests drive
//! it at will. Around it [`actor`] is the task that stores and sends, and [`hub`] finds the task of a game.

pub mod actor;
mod clocks;
mod core;
mod deal;
mod game;
pub mod hub;
mod offers;
mod plan;
pub(crate) mod replay;
mod telling;

use backrank_rules::{Action, Colour, Observation};

use crate::clock::Millis;
use crate::error::ApiError;
use crate::log::{LogError, Logged};
use crate::wire::{ClientMessage, OfferKind, Phrase, PlayerInfo, ServerMessage};

pub use self::core::Table;
pub(crate) use self::deal::deal_terms;
pub use self::game::{Game, Sight};

/// A connection, numbered by its owner.
pub type ConnectionId = u64;

/// Place in the list of players.
pub type PlayerIndex = usize;

/// Who is told something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ear {
    /// One of the two players.
    Player(PlayerIndex),
    /// All who look on.
    Onlookers,
}

impl Ear {
    /// All three.
    pub const ALL: [Ear; 3] = [Ear::Player(0), Ear::Player(1), Ear::Onlookers];

    fn index(self) -> usize {
        match self {
            Ear::Player(player) => player.min(1),
            Ear::Onlookers => 2,
        }
    }
}

/// What is known of a server run that ended, when a table is rebuilt in the next one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Away {
    /// For how long since the last event of the log no server ran, in milliseconds.
    pub gone: Millis,
    /// When this run began.
    pub back: Millis,
}

/// Something that reaches a table.
#[derive(Debug, Clone)]
pub enum Command {
    /// A person's message on a connection.
    Player {
        /// Where the answer goes.
        connection: ConnectionId,
        /// Whose connection.
        player: PlayerIndex,
        /// What.
        request: Request,
        /// How long a message is under way on this connection, there and back, in milliseconds.
        lag: Millis,
    },
    /// Somebody looks on and says hello.
    Watch {
        /// Where the answer goes.
        connection: ConnectionId,
        /// The last event that the client has.
        last_seq: Option<u32>,
    },
    /// Who is connected now.
    Presence {
        /// The two players.
        here: [bool; 2],
        /// How many look on.
        watching: u32,
    },
    /// A player goes on vacation till then, or comes back.
    Vacation {
        /// Who.
        player: PlayerIndex,
        /// Until when; now or earlier to end it.
        until: Millis,
    },
    /// The two players are called otherwise, or one has become another.
    Players(Box<[PlayerInfo; 2]>),
    /// The host ends the game.
    ByHost,
    /// A computer player's answer, for the situation it was asked about.
    Computer {
        /// Number of actions when it was asked.
        ply: u32,
        /// Key of the board when it was asked.
        hash: u64,
        /// What it plays; nothing if it failed.
        action: Option<Action>,
    },
    /// The time of [`Table::deadline`] has come, or nothing special.
    Tick,
    /// The table has just been rebuilt: what was under way is taken up again.
    Wake {
        /// Version of the game's rules on this server.
        rules_version: u32,
        /// What is known of the run before, if the table was in it.
        away: Option<Away>,
    },
}

/// A person's message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Request {
    /// Wants to know all, or all after an event.
    Hello {
        /// The last event that the client has.
        last_seq: Option<u32>,
    },
    /// Commits to a contribution.
    Commit {
        /// Hex.
        commitment: String,
    },
    /// Opens it.
    Open {
        /// Hex.
        contribution: String,
    },
    /// Plays.
    Act {
        /// The client's name of this message.
        nonce: String,
        /// Which action of the game it is to be.
        ply: u32,
        /// As the list of choices gives it.
        action: String,
    },
    /// Gives up.
    Resign {
        /// The client's name of this message.
        nonce: String,
    },
    /// Breaks the game off before having moved.
    Abort {
        /// The client's name of this message.
        nonce: String,
    },
    /// Proposes something.
    Offer {
        /// The client's name of this message.
        nonce: String,
        /// What.
        what: OfferKind,
    },
    /// Answers the other's offer.
    Answer {
        /// The client's name of this message.
        nonce: String,
        /// Of what.
        what: OfferKind,
        /// How.
        accept: bool,
    },
    /// Claims a game that the other has left.
    Claim {
        /// The client's name of this message.
        nonce: String,
        /// A draw rather than a win.
        draw: bool,
    },
    /// Conditional moves, in place of those before.
    Plan {
        /// The client's name of this message.
        nonce: String,
        /// Line by line.
        lines: Vec<Vec<String>>,
    },
    /// Says something to the other player.
    Say {
        /// What.
        phrase: Phrase,
    },
}

impl Request {
    /// A message that is for the table; nothing for one that the connection itself answers.
    pub fn read(message: ClientMessage) -> Option<Request> {
        Some(match message {
            ClientMessage::Hello { .. } | ClientMessage::Ping { .. } => return None,
            ClientMessage::Commit { commitment } => Request::Commit { commitment },
            ClientMessage::Open { contribution } => Request::Open { contribution },
            ClientMessage::Act { nonce, ply, action } => Request::Act { nonce, ply, action },
            ClientMessage::Resign { nonce } => Request::Resign { nonce },
            ClientMessage::Abort { nonce } => Request::Abort { nonce },
            ClientMessage::Offer { nonce, what } => Request::Offer { nonce, what },
            ClientMessage::Answer {
                nonce,
                what,
                accept,
            } => Request::Answer {
                nonce,
                what,
                accept,
            },
            ClientMessage::Claim { nonce, draw } => Request::Claim { nonce, draw },
            ClientMessage::Plan { nonce, lines } => Request::Plan { nonce, lines },
            ClientMessage::Say { phrase } => Request::Say { phrase },
        })
    }
}

/// What a table wants done, in this order. Whatever comes after an [`Effect::Append`] waits until it is durable.
#[derive(Debug, Clone)]
pub enum Effect {
    /// Store an event.
    Append(Logged),
    /// Answer on one connection.
    Reply {
        /// Which.
        connection: ConnectionId,
        /// What.
        message: ServerMessage,
    },
    /// Tell all connections of a player, or all onlookers.
    Tell {
        /// Whom.
        to: Ear,
        /// What.
        message: ServerMessage,
    },
    /// Ask a computer player. It gets what its seat knows and nothing else.
    Think(Box<Thought>),
    /// The table met a fault of its own: it must be rebuilt from the store.
    Fault(LogError),
}

/// A question to a computer player.
#[derive(Debug, Clone)]
pub struct Thought {
    /// The seat's observation.
    pub observation: Box<Observation>,
    /// Level.
    pub level: u8,
    /// Number of actions so far.
    pub ply: u32,
    /// Key of the board.
    pub hash: u64,
}

/// Times that a table waits.
#[derive(Debug, Clone, Copy)]
pub struct Patience {
    /// For a contribution to be opened, in milliseconds.
    pub open: i64,
    /// For any action at all, in milliseconds.
    pub idle: i64,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            open: 60_000,
            idle: 90 * crate::clock::DAY,
        }
    }
}

fn error(error: impl Into<ApiError>) -> ServerMessage {
    ServerMessage::Error {
        error: error.into().into(),
    }
}

fn refused(nonce: &str, error: impl Into<ApiError>) -> ServerMessage {
    ServerMessage::Refused {
        nonce: nonce.to_owned(),
        error: error.into().into(),
    }
}

fn other(colour: Colour) -> Colour {
    colour.other()
}
