//! Statements that stand twice in one block, word for word.

use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::source::Span;
use crate::lang::statement::Line;
use crate::lang::syntax::Statement;
use std::collections::BTreeMap;

/// Complains about each statement that repeats another of its block.
pub(in crate::lang) fn repeated(block: &[Statement]) -> Vec<Diagnostic> {
    let mut seen: BTreeMap<String, Span> = BTreeMap::new();
    let mut problems = Vec::new();
    // What an amendment made has no place of its own.
    for line in Line::all(block).filter(|line| line.span.start < line.span.end) {
        if let Some(first) = seen.insert(line.text(), line.span) {
            let problem = Diagnostic::new(Code::SaidTwice, line.span, "this line stands here twice");
            let problem = problem.label(first, "first here").into_warning();
            problems.push(problem.help("delete one of the two, or write what else was meant"));
        }
        problems.extend(repeated(line.statements()));
    }
    problems
}
