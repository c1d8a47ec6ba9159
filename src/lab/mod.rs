//! Comparing games, the cases that pin them down, and the sources they rest on.

pub(crate) mod casebook;
pub(crate) mod claims;
pub(crate) mod compare;
