//! ferz: a compiler and interpreter for the rules of chess variants.

pub mod board;
pub mod diagnostic;
pub mod ir;
pub mod report;
pub mod source;
pub mod syntax;
