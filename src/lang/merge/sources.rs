//! Sources and who cites them, in every switch value alike.

use crate::base::diagnostic::{Code, Diagnostic, nearest};
use crate::base::source::{Span, Spanned};
use crate::lang::statement::{Cursor, Line, Report, plain};
use crate::lang::syntax::Statement;
use crate::lang::vocabulary::Keyword;
use crate::rules::{Cite, Cites, Origin};
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
    let cites: Vec<Spanned<Cite>> = lines.iter().copied().flat_map(own_cites).collect();
    let cited: BTreeSet<&str> = cites.iter().map(|cite| cite.value.source.as_str()).collect();
    let is_known = |name: &str| sources.iter().any(|source| source.value == name);
    let is_doubtful = |name: &str| doubtful.iter().any(|source| source.value == name);
    // In a line with a mistake of shape a word may be taken for a source.
    let poisoned: Vec<Span> = lines.iter().filter(|line| line.poisoned).map(|line| line.span).collect();
    let is_poisoned = |span: Span| poisoned.iter().any(|line| line.holds(span));
    for Spanned { value: Cite { source: name, .. }, span } in
        cites.iter().filter(|cite| !is_known(&cite.value.source) && !is_poisoned(cite.span))
    {
        if !is_doubtful(name) {
            let help = format!("declare it: `source {name} \"author, title, year\"`");
            let names = sources.iter().map(|source| source.value.as_str());
            let problem = Diagnostic::new(Code::UnknownSource, *span, format!("unknown source `{name}`"));
            let problem = problem.misses(name).suggest_or(name, names.clone(), help);
            // A source that nothing cites may be the one that is meant.
            let near = nearest(name, names);
            let idle = |source: &&Spanned<String>| {
                Some(source.value.as_str()) == near && !cited.contains(source.value.as_str())
            };
            report.push(match sources.iter().find(idle) {
                Some(source) => problem.label(source.span, "nothing cites this source"),
                None => problem,
            });
        }
    }
    // Where a source is cited under a wrong name, it is no news that the source itself is not cited.
    let all_known = cites.iter().all(|cite| is_known(&cite.value.source));
    for Spanned { value: name, span } in sources.iter().filter(|_| all_known) {
        if !cited.contains(name.as_str()) {
            let message = format!("no rule cites the source `{name}`");
            let problem = Diagnostic::new(Code::UnusedSource, *span, message);
            report.push(problem.help("add `cite` and this name to the rules it supports, or delete it"));
        }
    }
}

/// Rules that cite no source, neither with their own words nor in or around their block, in files that declare sources.
/// Values of switches have their own check. If the file has no citations, the unused sources are reported instead.
pub(in crate::lang) fn uncited(tree: &[Statement]) -> Vec<Diagnostic> {
    let is_source = |line: &Line| line.keyword() == Some(Keyword::Source);
    let files: BTreeSet<u32> = every(tree).filter(is_source).map(|line| line.span.file).collect();
    let citing: BTreeSet<u32> =
        every(tree).filter(|line| cites_any(*line)).map(|line| line.span.file).collect();
    let mut rules = Vec::new();
    Line::all(tree).for_each(|line| bare_rules(line, false, &mut rules));
    let is_due = |line: &&Line| files.contains(&line.span.file) && citing.contains(&line.span.file);
    let problem = |line: &Line| {
        let name = line.at_colon().map_or(&line.items[..line.items.len().min(2)], |(before, _)| before);
        let message = format!("the rule `{}` cites no source", plain(name));
        let help = "add `cite SOURCE`; for your own decisions, declare a source such as `source own \"Decided for this game\"`";
        Diagnostic::new(Code::UncitedRule, line.span, message).help(help)
    };
    rules.iter().filter(is_due).map(problem).collect()
}

/// Gathers the rules of a statement without a citation; `inside` tells whether it is a line of a block of rules.
fn bare_rules<'a>(line: Line<'a>, inside: bool, found: &mut Vec<Line<'a>>) {
    let Some(keyword) = line.keyword().filter(|_| !line.poisoned) else {
        found.extend([line].into_iter().filter(|line| inside && !line.poisoned && !is_accounted_for(*line)));
        return;
    };
    let is_rule = inside || line.word().is_some_and(|word| word.rule);
    match keyword {
        Keyword::Switch => {}
        Keyword::Under => line.lines().for_each(|line| bare_rules(line, inside, found)),
        Keyword::Entry | Keyword::Ending if !cites_any(line) => {
            line.lines().for_each(|line| bare_rules(line, true, found));
        }
        _ if is_rule && !is_accounted_for(line) => found.push(line),
        _ => {}
    }
}

/// Returns true if a statement or a rule in its block cites a source, or states that it is invented. A citation of a
/// remark or another name does not count.
fn is_accounted_for(line: Line) -> bool {
    let is_rule = |line: &Line| !line.keyword().is_some_and(Keyword::is_remark);
    let cited = every(line.statements()).filter(is_rule).any(cites_any);
    cites_any(line) || line.text().contains("invented") || cited
}

/// Returns true if the words of a statement cite a source, even if the citation cannot be read.
fn cites_any(line: Line) -> bool {
    line.at_cite().is_some()
}

/// Takes sources after a semicolon, where it would be a statement of its own, as cited by the statement before; and takes out
/// citations that stand alone.
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
        let alone = line.items.len() == 1 || line.name() == Some("at");
        let is_source = alone && line.first().is_some_and(|word| names.contains(word));
        let citing = all.last_mut().filter(|last| Line::of(last).at_cite().is_some() && last.block.is_none());
        if let Some(citing) = citing.filter(|_| is_source) {
            let end = Span { start: citing.items.last().map_or(0, |last| last.span.start), ..citing.span };
            let message = "without a comma, this source begins a separate statement";
            let problem = Diagnostic::new(Code::LeftoverWords, line.span, message);
            report.push(
                problem.label(end, "after this").help("separate sources with commas: `cite ONE, OTHER`"),
            );
            citing.block = statement.block;
        } else if line.first() == Some("cite") && line.items.get(1).is_some_and(|item| item.word().is_some())
        {
            let message = "`cite` ends a statement, and is not a separate statement";
            let problem = Diagnostic::new(Code::MisplacedStatement, line.span, message);
            report.push_about(
                line,
                problem
                    .help("write it on the line of its statement, at the end or before the `{` of a block"),
            );
        } else {
            all.push(statement);
        }
    }
    all
}

/// Returns the citations of each statement, under every value of every switch.
pub(in crate::lang) fn cites(tree: &[Statement]) -> Cites {
    let own = |line| own_cites(line).into_iter().map(|cite| cite.value).collect();
    let all = every(tree).map(|line| (line.whole(), own(line)));
    Origin(all.filter(|(_, cites): &(Span, Vec<Cite>)| !cites.is_empty()).collect())
}

/// All statements of a tree, those in blocks included.
pub(in crate::lang) fn every(tree: &[Statement]) -> Box<dyn Iterator<Item = Line<'_>> + '_> {
    Box::new(Line::all(tree).flat_map(|line| std::iter::once(line).chain(every(line.statements()))))
}

/// Returns the citations of one statement without its block. Citations followed by more words cannot be read.
pub(super) fn own_cites(line: Line) -> Vec<Spanned<Cite>> {
    let read = |mut cursor: Cursor| cursor.cites().ok().filter(|_| cursor.is_done());
    line.at_cite().and_then(read).unwrap_or_default()
}
