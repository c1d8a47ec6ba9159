//! Move notations already read: the same string at the same place means the same under every value of every switch.

use crate::betza::{self, Reading};
use crate::board::Board;
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
    pub(super) fn read(
        &self,
        notation: &str,
        span: Span,
        board: &Board,
    ) -> (Option<Reading>, Vec<Diagnostic>) {
        let key = (span, notation.to_string());
        let mut known = self.0.borrow_mut();
        let new = || {
            let (reading, mut problems) = betza::read(notation, span);
            problems.extend(reading.iter().flat_map(|reading| betza::idle(reading, board, span)));
            (reading, problems)
        };
        known.entry(key).or_insert_with(new).clone()
    }
}
