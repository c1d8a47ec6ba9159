//! Tests of Betza notation, from its letters to the squares that pieces reach.

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
