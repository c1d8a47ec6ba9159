//! Generates legal moves with tables.
//!
//! If check does not bind a side, every move is legal. Otherwise, most legal moves follow from pin rays and check
//! masks, and from conditional attacks if royals are attacked over hurdles. Generating them requires making no moves.
//! If these masks do not suffice, the generator collects the squares on which the safety of the royals depends. It
//! then makes, tests, and unmakes only the moves that change one of these squares. Untabled pieces and slow-path
//! rules are left to the [interpreter](crate::rules::interpreter), which works on copies of the position.
//!
//! Start reading at `generate`, and then at `pieces` and `pins_and_evasions`.

mod actions;
mod attacks;
mod blasts;
mod castling;
mod conditional_attacks;
mod drops;
mod en_passant;
mod endings;
mod follow_ups;
mod generate;
mod generator;
mod pieces;
mod pins_and_evasions;
mod promotion;
mod restrictions;
mod safety;
mod select;
mod sink;
mod trap_escapes;
mod triggers;
mod uncommon;
mod verify;
mod world;

pub use endings::is_finished;
pub use generate::{generate, has_moves, legal, noisy, unended};
pub use sink::{Counter, MoveList};
