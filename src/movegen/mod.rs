//! Legal moves from tables: what attacks a royal, what is pinned, where everyone may go.
//!
//! While a side has one royal and check binds it, legal moves come from pins and the squares between, without a move
//! being made. With no binding every move goes. Whatever is neither is made, looked at and unmade. Positions in which
//! a rule matters that the tables do not hold are refused as [`Rare`].

mod attacks;
mod endings;
mod generate;
mod sink;
mod special;

pub use endings::outcome;
pub use generate::{generate, legal};
pub use sink::{Counter, List, Sink};

/// A position that is left to the reference rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rare;

pub use attacks::in_check;
