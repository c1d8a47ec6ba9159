//! A game as plain data: for every class of pieces, side and square, where it goes, what it attacks, from where it is attacked, and
//! what must be empty in between; and every rule that positions are asked about.
//!
//! [`Compiled`] holds all of it. Nothing here depends on a position.

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
