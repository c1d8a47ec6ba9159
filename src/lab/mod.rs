//! Comparing games, the cases that pin them down, the sources they rest on, and studies of how they play.

pub(crate) mod casebook;
pub(crate) mod claims;
pub(crate) mod compare;
#[cfg(feature = "study")]
pub(crate) mod study;
