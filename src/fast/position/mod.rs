//! A position as the fast path holds it, how it is asked with [tables](super::tables), and how moves change it.

mod board;
mod make;
mod packed;
mod reach;

pub(crate) use board::{NO_PASSER, Position, StateInfo};
pub(crate) use make::Undo;
pub(crate) use packed::{Flag, PackedMove};
