//! Comparing games, and the cases that pin them down.

pub mod casebook;
pub mod compare;
