//! The position of the fast path, its queries with [tables](super::tables), and making and unmaking moves.

mod board;
mod make;
mod packed;
mod reach;

pub(crate) use board::{NO_PASSER, Position, StateInfo};
pub(crate) use make::Undo;
pub(crate) use packed::{Flag, PackedMove};
