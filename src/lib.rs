//! ferz: a compiler and interpreter for the rules of chess variants.

pub mod betza;
pub mod board;
pub mod casebook;
pub mod check;
#[cfg(feature = "cli")]
pub mod cli;
pub mod compare;
pub mod diagnostic;
pub mod explain;
pub mod game;
pub mod ir;
pub mod library;
pub mod notation;
pub mod prose;
pub mod reference;
pub mod render;
pub mod resolve;
pub mod source;
pub mod syntax;
