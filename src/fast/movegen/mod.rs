//! Legal moves from tables: what attacks a royal, what is pinned, where every piece may go.
//!
//! Legal moves come from pin rays, check masks, and, where royals are attacked over hurdles, from conditional attacks, without making a
//! move. While nothing binds a side every move is legal. Otherwise the squares on which the safety of the royals depends are
//! gathered, and moves that change one of them are made, tested and unmade. Untabled pieces and slow-path rules are left to the [interpreter](crate::rules::interpreter), which works on copies of the position.

mod actions;
mod attacks;
mod castling;
mod conditional_attacks;
mod drops;
mod en_passant;
mod endings;
mod escapes;
mod follow_ups;
mod generate;
mod generator;
mod pieces;
mod pins_and_checks;
mod promotion;
mod restrictions;
mod safety;
mod select;
mod sink;
mod triggers;
mod uncommon;
mod verify;
mod world;

pub(crate) use endings::is_finished;
pub(crate) use generate::{generate, legal, noisy, unended};
pub(crate) use sink::{Counter, MoveList};
