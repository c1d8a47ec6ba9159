//! A game as plain data: the moves and attacks of every class of pieces from every square, the squares between
//! attackers and targets, and the compiled form of every rule that is evaluated in a position.
//!
//! [`Compiled`] holds all tables. Nothing in this module depends on a position. The builders are in
//! [`compile`](super::compile).

mod attack_table;
mod between;
mod castling;
mod class;
mod code;
mod code_set;
mod conditions;
mod drops;
mod filter;
mod game;
mod masks;
mod piece_info;
mod rules;
mod shield;
mod shifts;
mod tally;
mod zobrist;

pub use attack_table::{AttackRow, AttackTable, DoubleCapture, Gate, RayPair};
pub use between::{Between, TANGLED, UNSET, place};
pub use castling::CompiledCastling;
pub use class::{Class, Limited};
pub use code::{MAX_CLASSES, PieceCode, UNTABLED};
pub use code_set::CodeSet;
pub use conditions::{CompiledCondition, CompiledFact, Precondition};
pub use drops::{CompiledBehind, CompiledDrop, Dropped};
pub use filter::CompiledFilter;
pub use game::Compiled;
pub use masks::{mask, placed};
pub use piece_info::{Arrives, Becoming, CompiledArrival, PieceInfo};
pub use rules::{
    CompiledAct, CompiledAction, CompiledEnding, CompiledPut, CompiledTrigger, NumberOfPieces,
    RestrictionStage,
};
pub use shield::Shield;
pub use shifts::{Shift, Shifts};
pub use tally::{RightTables, Tally, TallyChange};
pub use zobrist::ZobristKeys;
