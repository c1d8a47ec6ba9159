//! Betza notation, from its letters to where pieces can go.

#[cfg(feature = "cli")]
mod book;
mod brute;
#[cfg(feature = "cli")]
mod command;
mod examples;
mod help;
pub mod laws;
mod pictures;
mod pieces;
mod problems;
