//! Reads and writes the rule files of other programs.
//!
//! A bridge translates every rule that both sides can express, and returns the others as data with a reason for each.
//! Nothing is dropped silently. Start reading at the module of a program.

#![deny(clippy::wildcard_enum_match_arm)]

pub(crate) mod diagram;
pub(crate) mod export;
pub(crate) mod fairy_stockfish;
mod own;
mod sketch;
mod tables;
mod warnings;
pub(crate) mod xboard;

use crate::base::source::Span;
use crate::messages::text::cut;
use serde::Serialize;

/// The maximum number of characters of a name, a value, or a title of another program in a rule file.
const MOST_SHOWN: usize = 400;

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
    pub(crate) span: Option<Span>,
}

impl Omission {
    /// Returns the option with its value in the form of a line of the file. A long line is truncated.
    pub(crate) fn option(&self) -> String {
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Imported {
    /// The name of the game.
    pub name: String,
    /// The text of the rule file.
    pub text: String,
    pub omissions: Vec<Omission>,
}
