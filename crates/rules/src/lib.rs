//! Chess games of chance and secrecy: boards, moves, what each seat may know, and fair deals.
//!
//! The crate does no input or output. Its types keep the truth and what a seat may know apart:
//! [`Board`] is public, [`Position`] is a board with its secrets, [`View`] is a board with what one seat knows.

pub mod action;
pub mod belief;
pub mod betza;
pub mod board;
pub mod deal;
pub mod geometry;
mod hash;
mod movegen;
pub mod notation;
pub mod observation;
pub mod outcome;
mod perft;
pub mod piece;
mod play;
pub mod position;
mod reach;
pub mod setup;
mod slider;
pub mod variant;
pub mod view;

pub use action::{Action, CastleGate, Fact, Recorded, SeenAction, Shown};
pub use belief::Belief;
pub use board::{Board, KingState};
pub use geometry::{Colour, Geometry, Square, squares};
pub use observation::Observation;
pub use outcome::{Outcome, Status};
pub use piece::{Counts, Kind, Piece};
pub use position::{IllegalAction, Position};
pub use variant::{Registry, Variant, VariantError};
pub use view::{Seat, View};
