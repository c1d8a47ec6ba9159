//! One line, one mistake: of several errors on one line only the one that explains the others is told.

use crate::base::diagnostic::Diagnostic;
use crate::base::source::{Sources, Span};
use std::collections::BTreeMap;

/// The problems without those that another on their line explains.
pub(super) fn settle(sources: &Sources, problems: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let place = |problem: &Diagnostic| problem.labels.first().map(|label| label.span).unwrap_or_default();
    let mut lightest: BTreeMap<(u32, usize), (u8, Span)> = BTreeMap::new();
    let line = |span: Span| (span.file, sources.line_column(span).0);
    let errors = || problems.iter().filter(|problem| problem.is_error());
    if errors().count() < 2 {
        return problems;
    }
    for problem in errors() {
        let own = (weight(problem.code), place(problem));
        let least = lightest.entry(line(own.1)).or_insert(own);
        *least = (*least).min(own);
    }
    let explained = |problem: &Diagnostic| {
        let (mine, at) = (weight(problem.code), place(problem));
        let least = lightest.get(&line(at));
        problem.is_error()
            && least.is_some_and(|(weight, first)| *weight < mine || (mine > 1 && first.start < at.start))
    };
    let keep: Vec<bool> = problems.iter().map(|problem| !explained(problem)).collect();
    problems.into_iter().zip(keep).filter_map(|(problem, keep)| keep.then_some(problem)).collect()
}

/// What is wrong with a word says more than that words are left over or missing after it, and that says more than that
/// something is not there at all.
fn weight(code: &str) -> u8 {
    match code {
        "no-moves" | "no-variant" | "no-board" | "no-array" | "no-black-side" | "one-value" => 4,
        "leftover-words" | "missing-words" | "unexpected-word" | "unexpected-block" => 3,
        "strange-character" | "no-token" => 2,
        _ => 1,
    }
}
