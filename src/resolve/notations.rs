//! Move notations already read: the same string at the same place means the same under every value of every switch.

use crate::betza::{self, Reading};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use std::cell::RefCell;
use std::collections::BTreeMap;

type Known = BTreeMap<(Span, String), (Option<Reading>, Vec<Diagnostic>)>;

/// Remembers what notations mean while one file is looked at many times.
#[derive(Default)]
pub(super) struct Notations(RefCell<Known>);

impl Notations {
    /// Reads a notation, or remembers it.
    pub(super) fn read(&self, notation: &str, span: Span) -> (Option<Reading>, Vec<Diagnostic>) {
        let key = (span, notation.to_string());
        let mut known = self.0.borrow_mut();
        known.entry(key).or_insert_with(|| betza::read(notation, span)).clone()
    }
}
