//! The compiler front end: from the text of a rule file to the rules of a game.
//!
//! `syntax` (text to tree) -> `statement` (typed views of the tree) -> `merge` (inheritance, switches, families,
//! readings) -> `lower` (name resolution and translation to rules) -> `lint` (warnings). [`RuleFile`] runs all
//! stages. [`vocabulary`] is the table of the words of the language, [`betza`] parses move notation, and
//! [`catalog`] finds games.

mod allow;
pub(crate) mod betza;
pub(crate) mod catalog;
mod choice;
pub(crate) mod data;
mod declared;
pub(crate) mod lint;
mod lower;
mod merge;
#[cfg(feature = "cli")]
pub(crate) mod outline;
pub(crate) mod programs;
mod rule_file;
mod split;
mod statement;
pub(crate) mod syntax;
mod tidy;
pub(crate) mod vocabulary;

pub(crate) use choice::Selection;
#[cfg(feature = "cli")]
pub(crate) use lower::words_of;
pub(crate) use merge::{MAX_PIECE_VALUE, Reading, Text, read_readings, read_tuned};
pub(crate) use rule_file::{Memory, RuleFile, has_errors};
