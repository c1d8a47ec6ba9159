//! Move notations already read: the same string means the same under every value of every switch.

use crate::base::Board;
use crate::base::diagnostic::Diagnostic;
use crate::base::source::Span;
use crate::lang::betza;
use crate::rules::Automaton;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// What a notation means: its canonical form, and its steps.
#[derive(Clone)]
pub(in crate::lang) struct Meaning {
    pub(in crate::lang) canonical: String,
    pub(in crate::lang) automaton: Automaton,
}

#[derive(Default)]
struct Known {
    /// Those with nothing wrong mean the same wherever they stand.
    good: BTreeMap<String, Meaning>,
    doubtful: BTreeMap<(Span, String), (Option<Meaning>, Vec<Diagnostic>)>,
}

/// Remembers what notations mean while one file is looked at many times.
#[derive(Default)]
pub(in crate::lang) struct Notations(RefCell<Known>);

impl Notations {
    /// Reads a notation, or remembers it.
    pub(in crate::lang) fn read(
        &self,
        notation: &str,
        span: Span,
        board: &Board,
    ) -> (Option<Meaning>, Vec<Diagnostic>) {
        let mut known = self.0.borrow_mut();
        if let Some(meaning) = known.good.get(notation) {
            return (Some(meaning.clone()), Vec::new());
        }
        let key = (span, notation.to_string());
        if let Some(doubtful) = known.doubtful.get(&key) {
            return doubtful.clone();
        }
        let (reading, mut problems) = betza::read(notation, span);
        problems.extend(reading.iter().flat_map(|reading| betza::idle(reading, board)));
        let meaning = reading.map(|r| Meaning { canonical: r.canonical, automaton: r.automaton });
        match &meaning {
            Some(meaning) if problems.is_empty() => {
                known.good.insert(key.1, meaning.clone());
            }
            _ => {
                known.doubtful.insert(key, (meaning.clone(), problems.clone()));
            }
        }
        (meaning, problems)
    }
}
