//! Tools for rule authors and researchers: comparison of games, case pages, claims with their sources, and self-play.
//!
//! Everything here uses the engines of [`crate::fast`] and [`crate::rules`] and defines no rules of its own. Start
//! reading at `casebook` for case pages and at `compare` for comparisons.

#![deny(clippy::wildcard_enum_match_arm)]

pub mod casebook;
pub mod claims;
pub mod compare;
pub mod observable;
pub mod record;
pub mod self_play;
