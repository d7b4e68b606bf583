//! Text forms: FEN of truth and views, actions, and what people write.

pub mod fen;
pub mod san;
pub mod uci;
