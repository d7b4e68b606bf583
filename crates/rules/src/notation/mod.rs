//! Text forms: FEN of truth and views, actions, and what people write.

pub mod fen;
pub mod pgn;
pub mod san;
pub mod uci;
