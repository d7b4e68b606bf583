//! What holds in every game, at every half-move: tried on random games ([`walk`] says how many).

mod agreement;
mod belief;
#[path = "../dice/mod.rs"]
mod dice;
mod inventor;
mod kings;
#[path = "../reference/mod.rs"]
mod reference;
mod secrecy;
mod texts;
mod walk;
