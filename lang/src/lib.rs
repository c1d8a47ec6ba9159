//! The compiler front end: from the text of a rule file to the rules of a game.
//!
//! `syntax` (text to tree) -> `statement` (typed views of the tree) -> `merge` (inheritance, switches, families,
//! readings) -> `lower` (name resolution and translation to rules) -> `lint` (warnings). [`RuleFile`] runs all
//! stages. `vocabulary` is the table of the words of the language, [`betza`] parses move notation, and
//! [`catalog`] finds games. The first stage and the table of words are in the package `ferz-syntax`.
//!
//! This package has no stable interface. Programs use `ferz`.

// The documentation is for people who read the sources.
#![allow(rustdoc::private_intra_doc_links)]

pub mod betza;
pub mod catalog;
mod checking;
mod choice;
pub mod data;
mod declared;
mod fixing;
pub mod lint;
mod lower;
mod merge;
pub mod outline;
pub mod programs;
pub mod record;
mod related;
mod rule_file;
mod split;
mod statement;

pub use choice::Selection;
pub use merge::{MAX_PIECE_VALUE, Reading, Text, read_readings, read_tuned};
pub use related::{Cause, Related};
pub use rule_file::{Memory, RuleFile, has_errors};

pub use ferz_syntax::{form, syntax, vocabulary};

use ferz_core::{base, fast, rules};
use ferz_syntax::{allow, messages};
