//! The rules as tables: positions, legal moves and counting at speed.
//!
//! A rule that no table knows is answered by the interpreter: slow, never lost. Therefore every match on an enum of the rules names
//! all its variants, so that a new one must be classified before this module compiles.

#![deny(clippy::wildcard_enum_match_arm)]

pub(crate) mod compile;
pub(crate) mod engine;
pub(crate) mod movegen;
pub(crate) mod position;
pub(crate) mod stack;
pub(crate) mod tables;
