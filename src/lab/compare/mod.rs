//! What differs between two games: two readings, arrays, switch settings or files.
//!
//! [`text`] compares what the games say, [`reach`] how each piece moves, [`play`] what can be played: the same position
//! under both, by the legal moves and by how things stand. [`hunt`] finds such positions, [`games`] a game that leads to
//! one; both are led by a [`concern`], which is read off the rules that differ.

pub mod alone;
pub mod concern;
pub mod games;
mod generator;
mod glance;
pub mod hunt;
mod moved;
pub mod play;
pub mod reach;
pub mod record;
pub mod text;

pub use concern::Concern;
pub use hunt::Hunt;
pub use moved::{Moved, moved};
pub use play::{Both, Difference, Found};
pub use reach::{Overlay, overlays};
pub use text::{Change, changes};
