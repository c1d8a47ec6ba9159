//! Finds the differences between two games: two readings, arrays, switch settings, or files.
//!
//! [`changes`] compares the rules in words, and [`overlays`] the moves of each piece. A [`GamePair`] compares the games
//! in play: it holds the same position in both, and compares the legal moves and the status. [`positions::search`]
//! finds such positions, and [`game::search`] a game that leads to one: it makes goals of them (`goals`) and plans moves
//! toward these (`planned`). A [`DifferenceScope`], derived from the rules that differ, guides both searches. A
//! [`Witness`] is what they find for a reader, and [`idle_difference`] the reason that no game can show a difference.

mod canon;
pub mod game;
mod game_pair;
mod generator;
mod goals;
mod history;
mod idle;
mod overlay;
mod planned;
pub mod positions;
mod rule;
mod scope;
mod single_rules;
pub mod snapshot;
mod snapshot_diff;
mod strides;
mod witness;

use std::cell::Cell;

pub use canon::Canon;
pub use game_pair::{Difference, Distinguishing, GamePair, Translation};
pub use history::history_difference;
pub use idle::idle_difference;
pub use overlay::{Overlay, overlays};
pub use rule::{Change, changes, first_move};
pub use scope::DifferenceScope;
pub use single_rules::separate;
pub use snapshot_diff::{SnapshotChange, snapshot_changes};
pub use witness::{Witness, start_difference};

/// Returns a function that returns true at most `number` times, and only while `going` does. A search that asks it ends
/// at the same place each time if the time suffices.
pub fn at_most(number: u32, going: &dyn Fn() -> bool) -> impl Fn() -> bool {
    let asked = Cell::new(0);
    move || {
        asked.set(asked.get() + 1);
        asked.get() <= number && going()
    }
}
