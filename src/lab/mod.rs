//! Comparing games, the cases that pin them down, the sources they rest on, studies of how they play, and what their
//! pieces are worth.

pub(crate) mod casebook;
pub(crate) mod claims;
pub(crate) mod compare;
#[cfg(feature = "study")]
pub(crate) mod study;
#[cfg(feature = "cli")]
pub(crate) mod tune;
