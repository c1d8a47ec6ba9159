//! Sources and who cites them, in every switch value alike.

use crate::base::diagnostic::{Diagnostic, nearest};
use crate::base::source::{Span, Spanned};
use crate::lang::statement::{Cursor, Line, Report};
use crate::lang::syntax::Statement;
use crate::lang::vocabulary::Keyword;
use crate::rules::{Cites, Origin};

/// Citations of sources that are not declared, and sources that are not cited.
pub(in crate::lang) fn check(tree: &[Statement], report: &Report) {
    let name = |line: Line| line.name().map(|name| Spanned::new(name.to_string(), line.name_span()));
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
