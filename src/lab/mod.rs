//! Comparison of games, cases that pin down their rules, sources of rules, and self-play.

pub(crate) mod acts;
pub(crate) mod casebook;
pub(crate) mod claims;
pub(crate) mod compare;
pub(crate) mod self_play;
