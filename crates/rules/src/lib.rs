//! The games of Backrank: pure rules, no input or output.
#![deny(missing_docs)]

pub mod deal;
pub mod setup;
