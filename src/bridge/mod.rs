//! Rule files of other programs: what ferz reads from them, and what it writes for them.
//!
//! A bridge takes over every rule that both sides can say, and returns the rest as data with a reason for each. Nothing
//! is dropped silently. Start reading at the module of a program.

pub(crate) mod diagram;
pub(crate) mod export;
pub(crate) mod fairy_stockfish;
mod sketch;
pub(crate) mod xboard;

use crate::base::source::Span;
use serde::Serialize;

/// A rule of another program's game that is not in the rule file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Omission {
    /// The option or the line that says the rule there.
    pub name: String,
    /// Its value, which may be empty.
    pub value: String,
    /// The reason, as a sentence without a final period.
    pub reason: String,
    /// The game from which the rule is inherited, if it is another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// True if the games differ for that reason.
    pub differs: bool,
    /// The place of the option in the file.
    #[serde(skip)]
    pub(crate) span: Option<Span>,
}

impl Omission {
    /// Returns the option with its value, as a line says it.
    pub(crate) fn option(&self) -> String {
        let from = self.from.as_ref().map_or(String::new(), |from| format!(" (inherited from {from})"));
        match self.value.is_empty() {
            true => format!("{}{from}", self.name),
            false => format!("{} = {}{from}", self.name, self.value),
        }
    }
}

/// A game of another program as a rule file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Imported {
    /// The name of the game.
    pub name: String,
    /// The text of the rule file.
    pub text: String,
    pub omissions: Vec<Omission>,
}
