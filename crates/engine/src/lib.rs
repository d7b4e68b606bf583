//! Computer players: an observation in, an action out.
//!
//! A player sees what a person on its seat would see and nothing else: everything here starts from an
//! [`Observation`](backrank_rules::Observation). What is hidden enters the search as chances: a piece that turns up
//! is worth the mean over the seat's pool, a hidden king can be wherever nothing rules it out.
//!
//! No game is named here. Worth and good squares of pieces follow from their moves and the shape of the board.

#![deny(missing_docs)]

mod answer;
pub mod arena;
pub mod baseline;
mod chance;
mod evaluate;
mod hide;
mod imagined;
mod level;
mod limits;
mod order;
mod player;
pub mod pool;
mod quiescence;
mod random;
mod root;
mod score;
mod search;
mod table;
mod values;

pub use answer::{Answer, choose, choose_at};
pub use level::Level;
pub use limits::Limits;
pub use player::{Player, Searcher};
pub use pool::Pool;
pub use random::Random;
pub use score::Score;
