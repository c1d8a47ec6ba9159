//! Sources and who cites them, in every switch value alike.

use crate::base::diagnostic::{Diagnostic, nearest};
use crate::base::source::Spanned;
use crate::lang::statement::{Cursor, Line, Report};
use crate::lang::syntax::Statement;
use crate::lang::vocabulary::Keyword;
use crate::rules::{Cites, Origin};

/// Citations of sources that are not declared, and sources that are not cited.
pub(in crate::lang) fn check(tree: &[Statement], report: &Report) {
    let mut sources = Vec::new();
    let mut doubtful = Vec::new();
    declared(tree, &mut sources, &mut doubtful);
    let mut cites = Vec::new();
    every(tree, &mut |line| cites.extend(own_cites(line)));
    for Spanned { value: name, span } in &cites {
        if sources.iter().chain(&doubtful).any(|source| source.value == *name) {
            continue;
        }
        let problem =
            Diagnostic::error("unknown-source", *span, format!("unknown source `{name}`")).misses(name);
        let help = format!("declare it: `source {name} \"author, title, year\"`");
        report.push(problem.suggest_or(name, sources.iter().map(|source| source.value.as_str()), help));
    }
    // Where a source is cited under a wrong name, it is no news that the source itself is not cited.
    let all_known = cites.iter().all(|cite| sources.iter().any(|source| source.value == cite.value));
    for Spanned { value: name, span } in sources.iter().filter(|_| all_known) {
        if !cites.iter().any(|cite| cite.value == *name) {
            let problem =
                Diagnostic::lint("unused-source", *span, format!("no rule cites the source `{name}`"));
            report.push(problem.help("add `cite` and this name to the rules it supports, or delete it"));
        }
    }
}

/// Which statement cites which sources, under every value of every switch.
pub(in crate::lang) fn cites(tree: &[Statement]) -> Cites {
    let mut all = Vec::new();
    every(tree, &mut |line| {
        let names: Vec<String> = own_cites(line).into_iter().map(|cite| cite.value).collect();
        if !names.is_empty() {
            all.push((line.whole(), names));
        }
    });
    Origin(all)
}

fn every<'a>(tree: &'a [Statement], visit: &mut impl FnMut(Line<'a>)) {
    for line in Line::all(tree) {
        visit(line);
        every(line.statements(), visit);
    }
}

/// What one statement cites, its block apart. Where it goes on after that, it cannot be read.
fn own_cites(line: Line) -> Vec<Spanned<String>> {
    let read = |mut cursor: Cursor| cursor.cites().ok().filter(|_| cursor.is_done());
    line.at_cite().and_then(read).unwrap_or_default()
}

/// The sources of a tree, and what would be some if their first word were spelled right.
fn declared(tree: &[Statement], sources: &mut Vec<Spanned<String>>, doubtful: &mut Vec<Spanned<String>>) {
    for line in Line::all(tree) {
        let name = line.name().map(|name| Spanned::new(name.to_string(), line.name_span()));
        let near = |word| nearest(word, ["source"]).is_some();
        match line.keyword() {
            Some(Keyword::Source) => sources.extend(name),
            None if line.first().is_some_and(near) => doubtful.extend(name),
            _ => declared(line.statements(), sources, doubtful),
        }
    }
}
