//! Builds the [tables](super::tables) from the IR.
//!
//! Tables are never approximate. A piece whose paths they cannot hold is *untabled*: the generator follows its
//! automaton step by step in every position. The interpreter evaluates every rule that has no tables.
//!
//! Start reading at [`Compiled::new`](super::tables::Compiled::new) in `game`. It calls `class` and `builder` for the
//! moves of pieces, and one module for each kind of rule.

mod actions;
mod between;
mod blast;
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
mod tallies;
mod triggers;
mod untabled;

pub use cache::TableCache;
pub use game::width;
pub use untabled::Untabled;
