//! The position of the fast path, with the operations that make and unmake moves with [tables](super::tables).

mod board;
mod make;
mod packed;
mod reach;

pub(crate) use board::{NO_PASSER, Position, StateInfo};
pub(crate) use make::Undo;
pub(crate) use packed::{Flag, PackedMove};
