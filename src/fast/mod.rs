//! The rules as tables: positions, legal moves and counting at speed.

pub(crate) mod compile;
pub(crate) mod engine;
pub(crate) mod movegen;
pub(crate) mod position;
pub(crate) mod track;
