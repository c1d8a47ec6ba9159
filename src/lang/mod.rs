//! From the text of a rule file to its meaning.
//!
//! `syntax` (text to tree) -> `statement` (typed views of it) -> `merge` (inheritance, switches, families, readings) ->
//! `lower` (names found, rules read) -> `lint` (what is questionable). [`RuleFile`] goes all the way. [`vocabulary`] is the
//! table of the language's words, [`betza`] reads moves, [`catalog`] finds games.

mod allow;
pub(crate) mod betza;
pub(crate) mod catalog;
mod choice;
pub(crate) mod lint;
mod lower;
mod merge;
mod rule_file;
mod split;
mod statement;
pub(crate) mod syntax;
mod tidy;
pub(crate) mod vocabulary;

pub(crate) use choice::Selection;
pub(crate) use merge::{MOST_WORTH, Reading, Text, read_readings, read_tuned};
pub(crate) use rule_file::{Memory, RuleFile, has_errors};
