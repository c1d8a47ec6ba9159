//! Differences between two games: two readings, arrays, switch settings, or files.
//!
//! [`changes`] compares what the games say, [`overlays`] how each piece moves, [`GamePair`] what can be played: the same
//! position under both, by the legal moves and by the state of the game. [`positions::search`] finds such positions,
//! [`game::search`] a game that leads to one; both are guided by a [`DifferenceScope`], which is derived from the rules that differ.

mod alone;
mod beyond;
mod concern;
pub(crate) mod game;
mod generator;
mod moved;
mod overlay;
mod pair;
pub(crate) mod positions;
pub(crate) mod record;
mod rule;

pub(crate) use alone::alone;
pub(crate) use beyond::beyond_positions;
pub(crate) use concern::DifferenceScope;
pub(crate) use moved::{Moved, moved};
pub(crate) use overlay::{Overlay, overlays};
pub(crate) use pair::{Difference, Distinguishing, GamePair, Translation};
pub(crate) use rule::{Change, changes, first_move};
