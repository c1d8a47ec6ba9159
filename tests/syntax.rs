//! What is read from a text, and what is said about one that cannot be read. A snapshot per file under `fixtures/syntax`.

#![allow(clippy::expect_used)] // a test may fail loudly

use ferz::diagnostic::Diagnostic;
use ferz::source::Sources;
use ferz::syntax::{File, Item, ItemKind, Statement, parse};
use std::fmt::Write;
use std::fs;
use std::path::Path;

#[test]
fn good_files_read_as_they_stand() {
    insta::glob!("fixtures/syntax/ok/*.ferz", |path| {
        let text = read(path);
        let (file, problems) = parse(0, &text);
        assert!(problems.is_empty(), "{}", listed(&problems, &text));
        insta::assert_snapshot!(tree(&file));
    });
}

#[test]
fn bad_files_say_all_that_is_wrong() {
    insta::glob!("fixtures/syntax/err/*.ferz", |path| {
        let text = read(path);
        let (file, problems) = parse(0, &text);
        assert!(!problems.is_empty());
        let shown: String = text.lines().take(50).map(|line| format!("{line:.100}\n")).collect();
        insta::assert_snapshot!(format!("{shown}\n---\n{}\n---\n{}", listed(&problems, &text), tree(&file)));
    });
}

#[test]
fn no_one_reads_more_than_a_hundred_mistakes() {
    let (file, problems) = parse(0, &"@ a\n".repeat(500));
    assert_eq!(file.statements.len(), 500);
    assert_eq!(problems.len(), 101);
    assert_eq!(problems.last().map(|problem| problem.code), Some("too-many-mistakes"));
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).expect("a fixture")
}

/// The diagnostics, each place with its line, column and words.
fn listed(problems: &[Diagnostic], text: &str) -> String {
    let mut sources = Sources::default();
    sources.add("fixture", text);
    let mut out = String::new();
    for problem in problems {
        let _ = writeln!(out, "{}: {}", problem.code, problem.message);
        for label in &problem.labels {
            let (line, column) = sources.line_column(label.span);
            let words: String = sources.slice(label.span).chars().take(40).collect();
            let _ = writeln!(out, "  {line}:{column} {words:?} {}", label.text);
        }
        let _ = writeln!(out, "  help: {}", problem.help.as_deref().unwrap_or("-"));
    }
    out
}

/// The tree, a line per statement and row.
fn tree(file: &File) -> String {
    let mut out = String::new();
    statements(&file.statements, 0, &mut out);
    out
}

fn statements(list: &[Statement], depth: usize, out: &mut String) {
    let indent = "  ".repeat(depth);
    for statement in list {
        let items: Vec<String> = statement.items.iter().map(item).collect();
        let _ = writeln!(out, "{indent}{:.200}", items.join(" "));
        if let Some(block) = &statement.block {
            statements(&block.statements, depth + 1, out);
            for row in &block.rows {
                let squares: Vec<&str> = row.squares.iter().map(|square| square.value.as_str()).collect();
                let _ = writeln!(out, "{indent}  row {} {squares:?}", row.rank.value);
            }
            if block.statements.is_empty() && block.rows.is_empty() {
                let _ = writeln!(out, "{indent}  (empty)");
            }
        }
    }
}

fn item(item: &Item) -> String {
    let all = |items: &[Item]| items.iter().map(self::item).collect::<Vec<_>>().join(" ");
    match &item.kind {
        ItemKind::Word(word) => word.clone(),
        ItemKind::Number(number) => format!("{number}#"),
        ItemKind::Text(text) => format!("{text:?}"),
        ItemKind::Betza(moves) => format!("`{moves}`"),
        ItemKind::List(items) => format!("[{}]", all(items)),
        ItemKind::Group(items) => format!("({})", all(items)),
        ItemKind::Symbol(symbol) => format!("'{symbol}'"),
    }
}
