//! Finds the differences between two games: two readings, arrays, switch settings, or files.
//!
//! [`changes`] compares the rules in words, and [`overlays`] the moves of each piece. A [`GamePair`] compares the games
//! in play: it holds the same position in both, and compares the legal moves and the status. [`positions::search`]
//! finds such positions, and [`game::search`] a game that leads to one. A [`DifferenceScope`], derived from the rules
//! that differ, guides both searches.

pub(crate) mod game;
mod game_pair;
mod generator;
mod history;
mod overlay;
pub(crate) mod positions;
mod rule;
mod scope;
mod single_rules;
pub(crate) mod snapshot;
mod snapshot_diff;

pub(crate) use game_pair::{Difference, Distinguishing, GamePair, Translation};
pub(crate) use history::history_difference;
pub(crate) use overlay::{Overlay, overlays};
pub(crate) use rule::{Change, changes, first_move};
pub(crate) use scope::DifferenceScope;
pub(crate) use single_rules::separate;
pub(crate) use snapshot_diff::{SnapshotChange, snapshot_changes};
