//! Legal moves from tables: what attacks a royal, what is pinned, where every piece may go.
//!
//! While a side has one royal and is bound by check to it, legal moves come from pin rays and check masks, without making a
//! move. While nothing binds it every move is legal. Whatever is neither is made, tested and unmade. Odd pieces and rare
//! rules are left to the [interpreter](crate::rules::interpreter), which works on copies of the position.

mod actions;
mod attacks;
mod drops;
mod endings;
mod generate;
mod obedience;
mod pieces;
mod sink;

pub(crate) use endings::is_finished;
pub(crate) use generate::{generate, legal, noisy, successors, unended};
pub(crate) use sink::{Counter, List};
