//! The compiler front end: from the text of a rule file to the rules of a game.
//!
//! `syntax` (text to tree) -> `statement` (typed views of the tree) -> `merge` (inheritance, switches, families,
//! readings) -> `lower` (name resolution and translation to rules) -> `lint` (warnings). [`RuleFile`] runs all
//! stages. [`vocabulary`] is the table of the words of the language, [`betza`] parses move notation, and
//! [`catalog`] finds games.

mod allow;
pub mod betza;
pub mod catalog;
mod choice;
pub mod data;
mod declared;
pub mod lint;
mod lower;
mod merge;
#[cfg(feature = "cli")]
pub mod outline;
pub mod programs;
mod rule_file;
mod split;
mod statement;
pub mod syntax;
mod tidy;
pub mod vocabulary;

pub use choice::Selection;
#[cfg(feature = "cli")]
pub use lower::words_of;
pub use merge::{MAX_PIECE_VALUE, Reading, Text, read_readings, read_tuned};
pub use rule_file::{Memory, RuleFile, has_errors};
