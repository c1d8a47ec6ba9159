//! What differs between two games: two readings, arrays, switch settings or files.
//!
//! [`text`] compares what the games say, [`reach`] how each man moves, [`play`] what can be played: the same position
//! under both, by the legal moves and by how things stand.

pub mod play;
pub mod reach;
pub mod record;
pub mod search;
pub mod text;

pub use play::{Both, Difference, Found, Generator};
pub use reach::{Overlay, overlays};
pub use text::{Change, changes};
