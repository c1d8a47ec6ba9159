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
mod zobrist;

pub(crate) use attack_table::{AttackTable, DoubleCapture, Gate, RayPair, Row};
pub(crate) use between::{Between, TANGLED, UNSET, place};
pub(crate) use castling::CompiledCastling;
pub(crate) use class::{Class, Limited};
pub(crate) use code::{MAX_CLASSES, PieceCode, UNTABLED};
pub(crate) use code_set::CodeSet;
pub(crate) use conditions::CompiledCondition;
pub(crate) use drops::{CompiledBehind, CompiledDrop, Dropped};
pub(crate) use filter::CompiledFilter;
pub(crate) use game::Compiled;
pub(crate) use masks::{mask, placed};
pub(crate) use piece_info::{Arrives, Becoming, CompiledArrival, PieceInfo};
pub(crate) use rules::{
    CompiledAct, CompiledAction, CompiledEnding, CompiledPut, CompiledTrigger, RestrictionStage,
};
pub(crate) use shield::Shield;
pub(crate) use shifts::{Shift, Shifts};
pub(crate) use zobrist::ZobristKeys;
