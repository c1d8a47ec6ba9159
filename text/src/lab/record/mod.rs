//! Records of games, and their comparison.
//!
//! [`record`] writes the record of a game: its rules and readings, which [`RuleRecord`] defines, and facts about its moves.
//! [`compare`] compiles the rules of two records and compares the games, so that a record whose text differs can still be
//! the record of the same game. [`example`] finds a game or a position that shows the change of one entry.

mod changes;
mod choices;
mod facts;
mod moves;
mod renamed;
mod renames;
mod sentences;

pub use renamed::renamed;

pub use changes::{EntryChange, RecordComparison, accepted, compare, example};

use crate::lang::RuleFile;
use crate::lang::record::RuleRecord;
use choices::CompiledChoice;

/// Returns the record of a game without errors.
pub fn record(game: &RuleFile) -> RuleRecord {
    let mut record = game.record();
    record.entries.extend(moves::entries(&CompiledChoice::new(game)));
    record
}
