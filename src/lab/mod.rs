//! Comparing games, the cases that pin them down, the sources they rest on, and studies of how they play.

#[cfg(feature = "cli")]
pub(crate) mod casebook;
#[cfg(feature = "cli")]
pub(crate) mod claims;
#[cfg(feature = "cli")]
pub(crate) mod compare;
pub(crate) mod study;
