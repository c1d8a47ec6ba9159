//! Finds the differences between two games: two readings, arrays, switch settings, or files.
//!
//! [`changes`] compares the rules in words, and [`overlays`] the moves of each piece. A [`GamePair`] compares the games
//! in play: it holds the same position in both, and compares the legal moves and the status. [`positions::search`]
//! finds such positions, and [`game::search`] a game that leads to one. A [`DifferenceScope`], derived from the rules
//! that differ, guides both searches.

mod alone;
mod beyond;
pub(crate) mod game;
mod generator;
mod moved;
mod overlay;
mod pair;
pub(crate) mod positions;
pub(crate) mod record;
mod rule;
mod scope;

pub(crate) use alone::alone;
pub(crate) use beyond::beyond_positions;
pub(crate) use moved::{Moved, moved};
pub(crate) use overlay::{Overlay, overlays};
pub(crate) use pair::{Difference, Distinguishing, GamePair, Translation};
pub(crate) use rule::{Change, changes, first_move};
pub(crate) use scope::DifferenceScope;
