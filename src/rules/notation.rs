//! How a way of moving is written.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Deref;
use std::sync::OnceLock;

/// The shortest way to write some moves, which is looked for when it is first asked for.
#[derive(Clone, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub(crate) struct Notation {
    written: String,
    /// Finds the shortest way from what was written.
    shorten: fn(&str) -> String,
    shortest: OnceLock<String>,
}

impl Notation {
    /// What was written, and what finds the shortest way to write it.
    pub(crate) fn new(written: &str, shorten: fn(&str) -> String) -> Notation {
        Notation { written: written.to_owned(), shorten, shortest: OnceLock::new() }
    }

    /// As it was written.
    pub(crate) fn written(&self) -> &str {
        &self.written
    }
}

impl From<String> for Notation {
    /// What is the shortest way already.
    fn from(written: String) -> Notation {
        Notation { written, shorten: str::to_owned, shortest: OnceLock::new() }
    }
}

impl From<Notation> for String {
    fn from(notation: Notation) -> String {
        (*notation).to_owned()
    }
}

impl Deref for Notation {
    type Target = str;

    fn deref(&self) -> &str {
        self.shortest.get_or_init(|| (self.shorten)(&self.written))
    }
}

impl PartialEq for Notation {
    fn eq(&self, other: &Notation) -> bool {
        self.written == other.written || **self == **other
    }
}

impl Eq for Notation {}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}

impl fmt::Debug for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}
