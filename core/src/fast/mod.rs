//! The fast path: positions, legal moves, and perft with precomputed tables.
//!
//! [`compile`] builds [`tables`] from the rules, [`position`] holds a position, and [`movegen`] generates its legal
//! moves. [`engine`] is the interface for the other layers, and [`stack`] is the interface for searches.
//!
//! The interpreter evaluates every rule that has no tables. Such rules are slow, but never ignored. Therefore, every
//! match on an enum of the rules lists all its variants, so this module compiles only after a new variant is
//! classified.

pub mod compile;
pub mod engine;
pub mod material;
pub mod movegen;
pub mod position;
pub mod stack;
pub mod tables;
