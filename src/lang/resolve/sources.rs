//! Sources and who cites them, in every switch value alike.

use super::amend::statements;
use super::switches::{all_cites, own_cites};
use crate::base::diagnostic::{Diagnostic, nearest};
use crate::base::source::Span;
use crate::lang::syntax::{Item, Statement};
use crate::rules::Cites;

/// Citations of sources that are not declared, and sources that are not cited.
pub(super) fn check(tree: &[Statement], problems: &mut Vec<Diagnostic>) {
    let mut sources = Vec::new();
    let mut doubtful = Vec::new();
    declared(tree, &mut sources, &mut doubtful);
    let cites = all_cites(tree);
    for (name, span) in &cites {
        if sources.iter().chain(&doubtful).any(|(source, _)| source == name) {
            continue;
        }
        let problem =
            Diagnostic::error("unknown-source", *span, format!("no source is called `{name}`")).misses(name);
        let names = sources.iter().map(|(source, _)| source.as_str());
        let declaration = format!("declare it: `source {name} \"author, title, year\"`");
        problems.push(problem.suggest_or(name, names, declaration));
    }
    // A citation of a source under another name is told above; that the source itself is idle then is no news.
    let told = cites.iter().any(|(name, _)| sources.iter().all(|(source, _)| source != name));
    for (name, span) in sources.iter().filter(|_| !told) {
        if !cites.iter().any(|(cite, _)| cite == name) {
            problems.push(
                Diagnostic::lint("unused-source", *span, format!("nothing cites the source `{name}`"))
                    .help("add `cite` and this name to the rules it carries, or delete it"),
            );
        }
    }
}

/// Which statement cites which sources, under every value of every switch.
pub(super) fn cites(tree: &[Statement]) -> Cites {
    let mut all = Vec::new();
    let mut open: Vec<&Statement> = tree.iter().collect();
    while let Some(statement) = open.pop() {
        let names: Vec<String> = own_cites(statement).into_iter().map(|(name, _)| name).collect();
        if !names.is_empty() {
            let whole =
                statement.block.as_ref().map_or(statement.span, |block| statement.span.to(block.span));
            all.push((whole, names));
        }
        open.extend(statements(statement.block.as_ref()));
    }
    Cites::new(all)
}

/// The sources of a tree, and what would be some if their first word were spelt right.
fn declared(tree: &[Statement], sources: &mut Vec<(String, Span)>, doubtful: &mut Vec<(String, Span)>) {
    for statement in tree {
        let word = |at: usize| statement.items.get(at).and_then(Item::word);
        match (word(0), statement.items.get(1)) {
            (Some("source"), Some(item)) => {
                sources.extend(item.word().map(|name| (name.to_string(), item.span)))
            }
            (Some(other), Some(item)) if nearest(other, ["source"]).is_some() => {
                doubtful.extend(item.word().map(|name| (name.to_string(), item.span)));
            }
            _ => declared(statements(statement.block.as_ref()), sources, doubtful),
        }
    }
}
