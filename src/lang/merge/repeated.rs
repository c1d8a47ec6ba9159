//! Detection of statements that occur twice in one block, and of entries that occur twice in one statement.

use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::source::Span;
use crate::lang::statement::{Line, plain};
use crate::lang::syntax::{Item, ItemKind, Statement};
use crate::lang::vocabulary::Keyword;
use std::collections::BTreeMap;

/// Returns a problem for each statement that repeats another in its block.
pub(in crate::lang) fn repeated(block: &[Statement]) -> Vec<Diagnostic> {
    let mut seen: BTreeMap<String, Span> = BTreeMap::new();
    let mut problems = Vec::new();
    // Statements that an amendment generates have an empty place.
    for line in Line::all(block).filter(|line| line.span.start < line.span.end) {
        if let Some(first) = seen.insert(line.text(), line.span) {
            let problem = Diagnostic::new(Code::SaidTwice, line.span, "this line is repeated");
            let problem = problem.label(first, "first here").into_warning();
            problems.push(problem.help("delete one of the two, or correct it"));
        }
        problems.extend(repeated_entries(line));
        problems.extend(repeated(line.statements()));
    }
    problems
}

/// Returns a problem for each square of a hole, kind of immunity, or value of a switch that a statement lists twice.
fn repeated_entries(line: Line) -> Vec<Diagnostic> {
    if !matches!(line.keyword(), Some(Keyword::Hole | Keyword::Immune | Keyword::Under)) {
        return Vec::new();
    }
    let items = match line.items {
        [rest @ .., last] if matches!(last.kind, ItemKind::Marks(_)) => rest,
        all => all,
    };
    let mut entries: Vec<&[Item]> = items.split(|item| matches!(item.kind, ItemKind::Symbol(","))).collect();
    // The words that begin the statement stand before its first entry.
    let words = entries.get(1).map_or(0, |second| second.len());
    if let Some(first) = entries.first_mut() {
        *first = &first[first.len().saturating_sub(words)..];
    }
    let mut seen: BTreeMap<String, Span> = BTreeMap::new();
    let mut problems = Vec::new();
    for entry in entries {
        let (Some(start), Some(end)) = (entry.first(), entry.last()) else { continue };
        let (text, place) = (plain(entry), start.span.to(end.span));
        let message = format!("`{text}` is already in this list");
        if let Some(first) = seen.insert(text, place) {
            let problem = Diagnostic::new(Code::SaidTwice, place, message).label(first, "first here");
            problems.push(problem.into_warning().help("delete one of the two, or correct it"));
        }
    }
    problems
}
