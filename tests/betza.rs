//! Betza notation, from its letters to where men can go.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, reason = "a test may fail loudly")]

#[cfg(feature = "cli")]
#[path = "betza/book.rs"]
mod book;
#[path = "betza/brute.rs"]
mod brute;
#[cfg(feature = "cli")]
#[path = "betza/command.rs"]
mod command;
#[path = "betza/examples.rs"]
mod examples;
#[path = "betza/help.rs"]
mod help;
#[path = "betza/laws.rs"]
mod laws;
#[path = "betza/pictures.rs"]
mod pictures;
#[path = "betza/pieces.rs"]
mod pieces;
#[path = "betza/problems.rs"]
mod problems;
