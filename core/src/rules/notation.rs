//! Move notation with a canonical form that is computed on first use.
//!
//! Most notations are only parsed, so the expensive search for the shortest form waits until a page or a
//! comparison needs it.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Deref;
use std::sync::OnceLock;

/// The notation of a kind of move. It dereferences to its shortest form.
#[derive(Clone, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct Notation {
    written: String,
    /// The function that computes the shortest form from the written one.
    shorten: fn(&str) -> String,
    shortest: OnceLock<String>,
}

impl Notation {
    /// Creates a notation from its written form and the function that shortens it.
    pub fn new(written: &str, shorten: fn(&str) -> String) -> Notation {
        Notation { written: written.to_owned(), shorten, shortest: OnceLock::new() }
    }

    /// Returns the written form.
    pub fn written(&self) -> &str {
        &self.written
    }
}

impl From<String> for Notation {
    /// Creates a notation from a text that is already in its shortest form.
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
