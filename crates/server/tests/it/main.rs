//! All tests of the server as one program, which builds and links once.

mod accounts;
mod backing;
mod bots;
mod club;
mod common;
mod conformance;
mod credentials;
mod faults;
mod hub;
mod kill;
mod laws;
mod lobby;
mod mutants;
mod pages;
mod people;
mod pgn;
mod play;
mod prepared;
mod secrets;
mod simulation;
mod store;
mod table;
mod wire;
