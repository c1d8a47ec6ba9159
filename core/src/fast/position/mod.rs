//! The position of the fast path, with the operations that make and unmake moves with [tables](super::tables).

mod board;
mod make;
mod packed;
mod reach;
mod tally;

pub use board::{NO_PASSER, Position, StateInfo};
pub use make::Undo;
pub use packed::{Flag, PackedMove};
