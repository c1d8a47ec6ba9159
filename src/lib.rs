//! ferz: a compiler and interpreter for the rules of chess variants.

pub mod betza;
pub mod board;
#[cfg(feature = "cli")]
pub mod cli;
pub mod diagnostic;
pub mod ir;
pub mod reference;
pub mod render;
pub mod source;
