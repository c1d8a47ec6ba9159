//! Builders of [tables](super::tables) from the IR.
//!
//! What tables cannot say is never approximated. A piece whose ways they do not hold is *odd*: it is followed step by step wherever
//! it stands. A rule that no table knows is left to the interpreter, which answers it in every position.

mod actions;
mod between;
mod builder;
mod castling;
mod class;
mod conditions;
mod context;
mod drops;
mod endings;
mod game;
mod kinds;
mod paths;
mod piece_info;
mod rays;
mod shelf;
mod shield;
mod shifts;
mod triggers;
mod untabled;

pub(crate) use game::width;
pub(crate) use shelf::Shelf;
pub(crate) use untabled::Untabled;
