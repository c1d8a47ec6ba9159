//! Builders of [tables](super::tables) from the IR.
//!
//! What tables cannot say is never approximated. A piece whose paths they do not hold is *untabled*: it is followed step by step wherever
//! it stands. A rule that no table knows is left to the interpreter, which answers it in every position.

mod actions;
mod between;
mod builder;
mod cache;
mod castling;
mod class;
mod code_set;
mod conditions;
mod context;
mod drops;
mod endings;
mod game;
mod paths;
mod piece_info;
mod rays;
mod shield;
mod shifts;
mod triggers;
mod untabled;

pub(crate) use cache::TableCache;
pub(crate) use game::width;
pub(crate) use untabled::Untabled;
