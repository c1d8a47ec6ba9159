//! The stance of a source on the answers of a reading.
//!
//! A reading follows a source if it has the name of one. [`stance`] decides from the citations of the answers to a
//! question whether the source gives the answer of the reading, gives another one, or is silent.

use crate::rules::{Switch, Variant};
use serde::Serialize;

/// The stance of the source of a reading on one of its answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Stance {
    /// The source gives the answer.
    Sourced,
    /// The source gives none of the answers.
    Silent,
    /// The source gives another answer.
    Against,
}

impl Stance {
    /// Returns the sign of the stance in a table.
    pub fn sign(self) -> &'static str {
        match self {
            Stance::Sourced => "=",
            Stance::Silent => "?",
            Stance::Against => "!",
        }
    }
}

/// Returns the stance of the source of a reading on an answer, or `None` if the reading follows no source.
pub fn stance(variant: &Variant, reading: &str, switch: &Switch, value: &str) -> Option<Stance> {
    let source = &variant.sources.iter().find(|source| source.id == reading)?.id;
    let gives = |name: &str| {
        switch.value(name).is_some_and(|value| value.cites.0.iter().any(|cite| cite.source == *source))
    };
    Some(if gives(value) {
        Stance::Sourced
    } else if switch.values.iter().any(|other| gives(&other.name)) {
        Stance::Against
    } else {
        Stance::Silent
    })
}
