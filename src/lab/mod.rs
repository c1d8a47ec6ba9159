//! Comparing games, and the cases that pin them down.

pub(crate) mod casebook;
pub(crate) mod compare;
