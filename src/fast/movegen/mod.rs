//! Legal moves from tables: what attacks a royal, what is pinned, where everyone may go.
//!
//! While a side has one royal and check binds it, legal moves come from pins and the squares between, without a move
//! being made. With no binding every move goes. Whatever is neither is made, looked at and unmade. Odd pieces are followed
//! step by step, and what happens rarely is carried out as a [`Feat`](crate::fast::position::Feat): a move on a copy of the
//! position.

mod actions;
mod arrive;
mod attacks;
mod endings;
mod generate;
mod proof;
mod reply;
mod sink;
mod special;
mod walked;

pub use endings::outcome;
pub use generate::{generate, legal};
pub use sink::{Counter, List};

pub use attacks::in_check;
