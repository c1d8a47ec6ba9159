//! Reads and writes the rule files of other programs.
//!
//! A bridge translates every rule that both sides can express, and returns the others as data with a reason for each.
//! Nothing is dropped silently. Start reading at the module of a program.
//!
//! This package has no stable interface. Programs use `ferz`.

// The documentation is for people who read the sources.
#![allow(rustdoc::private_intra_doc_links)]
#![deny(clippy::wildcard_enum_match_arm)]

pub mod diagram;
pub mod export;
pub mod fairy_stockfish;
mod own;
mod sketch;
mod tables;
mod warnings;
pub mod xboard;

use ferz_core::{base, fast, play, rules};
use ferz_lang as lang;
use ferz_syntax::{builder, form, messages};
use ferz_text::notation;

use crate::base::source::Span;
use crate::messages::text::{commas, cut};
use serde::Serialize;
use std::collections::BTreeMap;

/// The maximum number of characters of a name, a value, or a title of another program in a rule file.
const MOST_SHOWN: usize = 400;

/// The most omissions that a message names.
const MOST_NAMED: usize = 10;

/// A rule of another program's game that is not in the rule file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Omission {
    /// The option or line that defines the rule in the other program.
    pub name: String,
    /// The value of the option. It can be empty.
    pub value: String,
    /// The reason, as a sentence without a final period.
    pub reason: String,
    /// The game from which the rule is inherited, if it is another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// True if the omission makes the games differ.
    pub differs: bool,
    /// The position of the option in the file.
    #[serde(skip)]
    #[doc(hidden)]
    pub span: Option<Span>,
}

impl Omission {
    /// Returns the option with its value in the form of a line of the file. A long line is truncated.
    #[doc(hidden)]
    pub fn option(&self) -> String {
        let from = self.from.as_ref().map_or(String::new(), |from| format!(" (inherited from {from})"));
        let equals = if self.value.is_empty() { "" } else { " = " };
        format!("{}{equals}{}{from}", cut(&self.name, MOST_SHOWN), cut(&self.value, MOST_SHOWN))
    }

    /// Returns the option and the reason, as a rule file lists them.
    fn remark(&self) -> String {
        format!("{}: {}", self.option(), cut(&self.reason, MOST_SHOWN))
    }
}

/// A game of another program, converted to a rule file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Imported {
    /// The name of the game.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The text of the rule file.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
    pub omissions: Vec<Omission>,
    /// The names and texts of the files of the user that the rule file extends.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub files: BTreeMap<String, String>,
}

impl Imported {
    /// Returns the game if it is complete, or if it can be `approximate`. Otherwise, the error names the omissions that
    /// make the games differ.
    pub fn accepted(self, approximate: bool) -> Result<Imported, String> {
        let named = |one: &Omission| format!("{} ({})", one.option(), one.reason);
        let differs: Vec<String> = self.omissions.iter().filter(|one| one.differs).map(named).collect();
        if approximate || differs.is_empty() {
            return Ok(self);
        }
        let rest = differs.len().checked_sub(MOST_NAMED).filter(|more| *more > 0);
        let shown = differs.into_iter().take(MOST_NAMED).chain(rest.map(|more| format!("{more} more")));
        Err(format!("a rule file cannot express this: {}", commas(shown)))
    }
}
