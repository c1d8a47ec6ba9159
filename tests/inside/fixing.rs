//! Tests the fixes of every problem code: each removes its problem and adds none.
//!
//! The texts are the fixtures of the codes and the examples of the pages in `docs/errors`.

use super::fixture::{body, told, told_in};
use super::help::{root, walk};
use super::slips::fixes::applied;
use ferz_core::base::source::Sources;
use ferz_syntax::messages::diagnostic::Diagnostic;
use ferz_syntax::messages::fix::Certainty;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The number of codes with a fix.
const FIXABLE: usize = 81;

/// The codes of problems that a part of a file has because its rest is missing.
const OF_PARTS: [&str; 7] = [
    "amending-nothing",
    "misplaced-statement",
    "no-array",
    "no-black-side",
    "no-board",
    "no-variant",
    "unknown-source",
];

/// Returns true for a problem of a part of a file, which is not in the block around it.
fn is_of_part(code: &str, message: &str) -> bool {
    OF_PARTS.contains(&code) || message.ends_with("is not a statement of a variant file")
}

/// The problems of a text by code and message.
fn counted(problems: &[Diagnostic]) -> BTreeMap<(&'static str, &str), usize> {
    let mut count = BTreeMap::new();
    for problem in problems {
        *count.entry((problem.code.text(), problem.message.as_str())).or_default() += 1;
    }
    count
}

/// Applies each fix alone, and returns the number of fixes. Adds a line for each fix that does not remove its problem or adds
/// another.
fn try_fixes(
    text: &str,
    (sources, problems): (&Sources, &[Diagnostic]),
    check: &dyn Fn(&str) -> (Sources, Vec<Diagnostic>),
    is_part: bool,
    is_tried: &dyn Fn(&Diagnostic) -> bool,
    wrong: &mut Vec<String>,
) -> usize {
    let problems_with_fixes = problems.iter().filter(|problem| is_tried(problem));
    let fixes = problems_with_fixes.flat_map(|problem| problem.fixes.iter().map(move |fix| (problem, fix)));
    let mut tried = 0;
    for (problem, fix) in fixes {
        let name = sources.get(problem.place().file).map(|source| source.name.clone()).unwrap_or_default();
        let Some(new) = applied(fix, problem, sources, (&name, text)) else { continue };
        tried += 1;
        let left = check(&new).1;
        let (before, after) = (counted(problems), counted(&left));
        let own = (problem.code.text(), problem.message.as_str());
        let is_gone = after.get(&own) < before.get(&own);
        let is_excused = |(code, message): &(&str, &str)| is_part && is_of_part(code, message);
        // The fixtures cite only what their problem needs, and errors hide the lint.
        let is_hidden = |(code, _): &(&str, &str)| *code == "uncited-rule" && !is_part;
        let is_more = |(one, count): &(&(&'static str, &str), &usize)| {
            before.get(*one) < Some(*count) && !is_excused(one) && !is_hidden(one)
        };
        let more: Vec<_> = after.iter().filter(is_more).collect();
        if !is_gone || !more.is_empty() {
            wrong.push(format!(
                "{}: {} ({:?}), gone {is_gone}, new {more:?}",
                own.0,
                fix.title(),
                fix.certainty
            ));
        }
    }
    tried
}

#[test]
fn every_fix_of_a_fixture_removes_its_problem() {
    let (mut wrong, mut codes) = (Vec::new(), BTreeMap::new());
    for path in walk(&root().join("tests/fixtures/check/err")) {
        let (sources, problems) = told(&path);
        for problem in &problems {
            let fixes: Vec<_> = problem.fixes.iter().map(|fix| fix.certainty).collect();
            codes.entry(problem.code.text()).or_insert_with(Vec::new).extend(fixes);
        }
        let text = fs::read_to_string(&path).expect("a fixture is text");
        let is_file = path.extension().is_some_and(|ending| ending == "ferz" || ending == "toml");
        // The lines above a position, a move, or a notation name its game.
        let head: String =
            text.lines().filter(|line| line.starts_with("# ")).map(|line| format!("{line}\n")).collect();
        let (head, text) = if is_file { (String::new(), text) } else { (head, body(&text)) };
        let check = |text: &str| told_in(&path, &format!("{head}{text}"));
        try_fixes(&text, (&sources, &problems), &check, false, &|_| true, &mut wrong);
    }
    codes.retain(|_, fixes| !fixes.is_empty());
    let certain = codes.values().filter(|fixes| fixes.contains(&Certainty::Certain)).count();
    let names: Vec<_> = codes.keys().collect();
    println!("{} codes with a fix, {certain} of them certain: {names:?}", codes.len());
    assert!(codes.len() >= FIXABLE, "{} codes with a fix: {names:?}", codes.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns the blocks of rules or readings in the section of a page with examples, each with the ending of such a file.
pub fn examples(page: &str) -> Vec<(&str, &str)> {
    let section = page.split_once("## Example").map_or("", |(_, rest)| rest);
    let section = section.split_once("## How to fix it").map_or(section, |(section, _)| section);
    let fences = section.split("```").skip(1).step_by(2);
    let blocks = fences.filter_map(|block| block.split_once('\n'));
    blocks.filter(|(ending, _)| ["ferz", "toml"].contains(ending)).collect()
}

#[test]
fn every_fix_of_an_example_removes_its_problem() {
    let (mut wrong, mut tried) = (Vec::new(), 0);
    for (code, page) in ferz_errors::PAGES {
        for (ending, text) in examples(page) {
            let path = format!("{code}.{ending}");
            let check = |text: &str| told_in(Path::new(&path), text);
            let (sources, problems) = check(text);
            let is_own = |problem: &Diagnostic| problem.code.text() == *code;
            tried += try_fixes(text, (&sources, &problems), &check, true, &is_own, &mut wrong);
        }
    }
    println!("{tried} fixes of examples");
    assert!(tried >= 32, "{tried}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
