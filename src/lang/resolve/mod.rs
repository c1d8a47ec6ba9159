//! From trees to meaning: inheritance, families, switches and readings decided, every name found or complained about.
//!
//! No step stops at the first problem: each returns what it could read and everything that is wrong with the rest.

mod actions;
mod allow;
mod amend;
mod arrays;
mod arrivals;
mod boards;
mod broken_toml;
mod cascade;
mod castling;
mod conditions;
mod cursor;
mod families;
mod game;
mod lost;
mod lower;
mod notations;
mod piece_filter;
mod pieces;
mod readings;
mod scope;
mod sources;
mod switches;
mod tidy;
mod zones;

pub use game::{Game, Library, Selection, Text, has_errors};
pub use readings::{Reading, read_readings};
