//! The server: games as event logs, tables, connections.
//!
//! What a game is and who may know what of it is `backrank-rules`' affair; this crate never looks at how a piece moves.
//! `docs/protocol.md` is the contract with clients, and [`wire`] has its types.

pub mod account;
pub mod admin;
pub mod app;
pub mod assets;
pub mod auth;
pub mod bot_api;
pub mod bus;
pub mod catalogue;
pub mod clock;
pub mod computer;
pub mod config;
pub mod error;
pub mod finished;
pub mod host;
pub mod ids;
pub mod key;
pub mod limits;
pub mod lobby;
pub mod log;
pub mod mail;
pub mod metrics;
pub mod openapi;
pub mod people;
pub mod pgn;
pub mod rating;
pub mod requests;
pub mod rest;
pub mod rules_page;
pub mod seat_view;
mod serve;
pub mod store;
pub mod stream;
pub mod table;
#[cfg(feature = "testing")]
mod testing;
mod trial;
// Its fields are described in docs/protocol.md, which is written for those who read no Rust.
#[allow(missing_docs)]
pub mod wire;
pub mod wire_ts;
pub mod ws;

pub use config::Config;
pub use serve::{ServeError, Server, serve, told_to_stop};
