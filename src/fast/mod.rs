//! The rules as tables: positions, legal moves and counting at speed.

pub mod compile;
pub mod engine;
pub mod movegen;
pub mod position;
