//! Sources and who cites them, in every switch value alike.

use crate::base::diagnostic::{Diagnostic, nearest};
use crate::base::source::{Span, Spanned};
use crate::lang::statement::{Cursor, Line, Report};
use crate::lang::syntax::Statement;
use crate::lang::vocabulary::Keyword;
use crate::rules::{Cites, Origin};
use std::collections::BTreeSet;

/// Citations of sources that are not declared, and sources that are not cited.
pub(in crate::lang) fn check(tree: &[Statement], report: &Report) {
    let name = |line: Line| line.name().map(|name| Spanned::new(name.to_string(), line.rest().span()));
    // What would be a source if its first word were spelled right.
    let is_near = |line: &Line| {
        line.keyword().is_none() && line.first().is_some_and(|word| nearest(word, ["source"]).is_some())
    };
    let lines: Vec<Line> = every(tree).collect();
    let declaring = lines.iter().copied().filter(|line| line.keyword() == Some(Keyword::Source));
    let sources: Vec<Spanned<String>> = declaring.filter_map(name).collect();
    let doubtful: Vec<Spanned<String>> = lines.iter().copied().filter(is_near).filter_map(name).collect();
    let cites: Vec<Spanned<String>> = lines.iter().copied().flat_map(own_cites).collect();
    let is_known = |name: &str| sources.iter().any(|source| source.value == name);
    let is_doubtful = |name: &str| doubtful.iter().any(|source| source.value == name);
    for Spanned { value: name, span } in cites.iter().filter(|cite| !is_known(&cite.value)) {
        if !is_doubtful(name) {
            let help = format!("declare it: `source {name} \"author, title, year\"`");
            let names = sources.iter().map(|source| source.value.as_str());
            let problem = Diagnostic::error("unknown-source", *span, format!("unknown source `{name}`"));
            report.push(problem.misses(name).suggest_or(name, names, help));
        }
    }
    // Where a source is cited under a wrong name, it is no news that the source itself is not cited.
    let all_known = cites.iter().all(|cite| is_known(&cite.value));
    for Spanned { value: name, span } in sources.iter().filter(|_| all_known) {
        if !cites.iter().any(|cite| cite.value == *name) {
            let message = format!("no rule cites the source `{name}`");
            let problem = Diagnostic::lint("unused-source", *span, message);
            report.push(problem.help("add `cite` and this name to the rules it supports, or delete it"));
        }
    }
}

/// Takes sources after a semicolon, where it would be a statement of its own, as cited by the statement before.
pub(in crate::lang) fn rejoin(tree: Vec<Statement>, report: &Report) -> Vec<Statement> {
    let declared = every(&tree).filter(|line| line.keyword() == Some(Keyword::Source));
    let names: BTreeSet<String> = declared.filter_map(|line| Some(line.name()?.to_owned())).collect();
    joined(tree, &names, report)
}

fn joined(tree: Vec<Statement>, names: &BTreeSet<String>, report: &Report) -> Vec<Statement> {
    let mut all: Vec<Statement> = Vec::new();
    for mut statement in tree {
        if let Some(block) = &mut statement.block {
            block.statements = joined(std::mem::take(&mut block.statements), names, report);
        }
        let line = Line::of(&statement);
        let is_source = line.items.len() == 1 && line.first().is_some_and(|word| names.contains(word));
        let citing = all.last().filter(|last| Line::of(last).at_cite().is_some() && last.block.is_none());
        if let Some(citing) = citing.filter(|_| is_source && line.block.is_none()) {
            let end = Span { start: citing.items.last().map_or(0, |last| last.span.start), ..citing.span };
            let message = "a source that no comma joins to the one before is a statement of its own";
            let problem = Diagnostic::error("leftover-words", line.span, message);
            report
                .push(problem.label(end, "after this").help("separate sources by commas: `cite ONE, OTHER`"));
        } else {
            all.push(statement);
        }
    }
    all
}

/// Which statement cites which sources, under every value of every switch.
pub(in crate::lang) fn cites(tree: &[Statement]) -> Cites {
    let names = |line| own_cites(line).into_iter().map(|cite| cite.value).collect();
    let all = every(tree).map(|line| (line.whole(), names(line)));
    Origin(all.filter(|(_, names): &(Span, Vec<String>)| !names.is_empty()).collect())
}

/// All statements of a tree, those in blocks included.
pub(in crate::lang) fn every(tree: &[Statement]) -> Box<dyn Iterator<Item = Line<'_>> + '_> {
    Box::new(Line::all(tree).flat_map(|line| std::iter::once(line).chain(every(line.statements()))))
}

/// What one statement cites, its block apart. Where it goes on after that, it cannot be read.
fn own_cites(line: Line) -> Vec<Spanned<String>> {
    let read = |mut cursor: Cursor| cursor.cites().ok().filter(|_| cursor.is_done());
    line.at_cite().and_then(read).unwrap_or_default()
}
