//! ferz: a compiler and interpreter for the rules of chess variants.

pub mod board;
pub mod diagnostic;
pub mod game;
pub mod ir;
pub mod notation;
pub mod prose;
pub mod source;
pub mod syntax;
