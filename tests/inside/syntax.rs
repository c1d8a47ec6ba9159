//! Tests of the syntax tree, and of the messages about invalid syntax. Each file in `fixtures/syntax` has a snapshot.
//!
//! Further tests generate random texts, and assert that parsing is fast, that it never fails to end, and that
//! formatting keeps the meaning.

use super::help::{each, root, sample};
use super::lossless::keeps_all;
use ferz_core::base::source::{Sources, Span, Spanned};
use ferz_syntax::messages::diagnostic::Diagnostic;
use ferz_syntax::syntax::{Block, DrawingRow, Item, ItemKind, Statement, ast, format as tidy, parse};
use ferz_syntax::vocabulary::{Keyword, WORDS};
use ferz_text::words::report::{Style, render};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

#[test]
fn good_files_read_as_they_stand() {
    each(&["syntax/ok"], |path| {
        let text = read(path);
        let (statements, problems) = parsed(&text);
        assert!(problems.is_empty(), "{}", listed(&problems, &text));
        insta::assert_snapshot!(tree(&statements));
    });
}

#[test]
fn a_doubled_brace_is_reported_where_it_is() {
    let text = read(&root().join("variants/tamerlane/tamerlane.ferz"));
    let lines: Vec<&str> = text.lines().collect();
    for (at, line) in lines.iter().enumerate().filter(|(_, line)| line.trim() == "}") {
        let doubled = [&lines[..=at], &lines[at..]].concat().join("\n");
        let (_, problems) = parsed(&doubled);
        let found: Vec<usize> = problems
            .iter()
            .map(|problem| doubled[..problem.place().start as usize].matches('\n').count())
            .collect();
        assert!(
            matches!(found.as_slice(), [one] if at.abs_diff(*one) <= 1),
            "line {}: {line}: {found:?}",
            at + 1
        );
    }
}

#[test]
fn invalid_files_report_all_their_problems() {
    each(&["syntax/err"], |path| {
        let text = read(path);
        let (statements, problems) = parsed(&text);
        assert!(!problems.is_empty());
        let shown: String = text.lines().take(50).map(|line| format!("{line:.100}\n")).collect();
        let mut sources = Sources::default();
        sources.add(path.file_name().expect("a name").to_string_lossy(), text);
        let style = Style { color: false, width: 80, plain: false };
        let printed = render(&problems, &sources, style);
        insta::assert_snapshot!(format!("{shown}\n---\n{printed}\n---\n{}", tree(&statements)));
    });
}

#[test]
fn the_number_of_messages_is_limited() {
    let (statements, problems) = parsed(&"@ a\n".repeat(500));
    assert_eq!(statements.len(), 500);
    assert_eq!(problems.len(), 101);
    assert_eq!(problems.last().map(|problem| problem.code.text()), Some("too-many-mistakes"));
}

#[test]
fn every_good_file_has_one_layout() {
    each(&["syntax/ok", "syntax/format"], |path| {
        let text = read(path);
        let tidied = tidy(&text).unwrap_or_else(|problems| panic!("{}", listed(&problems, &text)));
        insta::assert_snapshot!(tidied);
        layout_holds(&text);
    });
}

/// Asserts that formatting keeps the meaning of a text, and that formatting again changes nothing.
pub(super) fn layout_holds(text: &str) {
    keeps_all(text);
    let (before, problems) = parsed(text);
    match tidy(text) {
        Err(found) => assert_eq!(found, problems),
        Ok(tidied) => {
            let (after, problems) = parsed(&tidied);
            assert!(problems.is_empty(), "{text:?}\n{tidied}\n{}", listed(&problems, &tidied));
            assert_eq!(bare(before), bare(after), "{text:?}\n{tidied}");
            assert_eq!(tidy(&tidied).as_ref(), Ok(&tidied), "{text:?}");
            let comments = |text: &str| text.matches('#').count();
            assert_eq!(comments(text), comments(&tidied), "{text:?}\n{tidied}");
        }
    }
}

/// A linear algorithm needs a tenth of a second, and a quadratic one six seconds.
#[test]
fn lines_may_end_with_carriage_returns() {
    let start = Instant::now();
    parse(0, "\r".repeat(200_000));
    assert!(start.elapsed() < Duration::from_secs(3), "{:?}", start.elapsed());
}

#[test]
fn no_text_takes_long() {
    // A linear algorithm needs a tenth of a second, and a quadratic one minutes.
    let mega = sample(3_000);
    let fill = |piece: &str| piece.repeat(mega / piece.len());
    let lines = [
        "[",
        "{",
        "(",
        "{ {",
        "[\n",
        "{\n",
        "a {\n",
        "}",
        "}\n",
        "a {\n}\n}\n",
        " a {\n}\n",
        "\"",
        "\"\n",
        "`\n",
        "``\n",
        "'\n",
        "“a\n",
        "@ a\n",
        "a,\n",
        ",",
        ",\n",
        "[,",
        "a\n",
        "\n",
        "#\n",
        "3 | a\n",
        "a { 3 | a\n 2 | a-very-long-square\n}\n",
        "{a",
        "é",
        "\r",
        "\0",
        "1",
        "1.",
        "a.",
        "a [",
        "[ ( ",
        "[ ) ",
        "( ]\n",
        "a;",
        "a { b } c\n",
    ];
    for piece in lines {
        let deeper: String = (0..300).map(|depth| format!("{}{piece}\n", " ".repeat(depth))).collect();
        for text in [fill(piece), fill(piece).replace('\n', " "), fill(piece) + "\n" + &fill("\n"), deeper] {
            let start = Instant::now();
            let (_, problems) = parsed(&text);
            assert!(start.elapsed().as_secs() < 10, "{piece:?}");
            assert!(problems.len() <= 101);
            let tidied = tidy(&text);
            assert!(tidied.is_err() || tidied.is_ok_and(|tidied| tidied.len() < 64 * mega));
        }
    }
}

/// Generates fragments of files, most of which are valid.
fn piece() -> impl Strategy<Value = String> {
    let good = prop::sample::select(vec![
        "a",
        "piece",
        "switch",
        "far-rank",
        "P{x}",
        "{X}",
        "3-2",
        "11",
        "7",
        "Pp.waiting",
        "+S",
        "größe",
        "\"a text\"",
        "\"\"",
        "`F`",
        "`[F-W-W-R]`",
        "=",
        ":",
        ",",
        "*",
        "..",
        "<",
        ">",
        "<=",
        ">=",
        "{",
        "}",
        "{",
        "}",
        "{\n",
        "\n}\n",
        "[",
        "]",
        "(",
        ")",
        "[a, b]",
        "(1, 2)",
        ";",
        "\n",
        "\n\n",
        "\r\n",
        ", \n",
        "# note\n",
        " # note\n",
        "\n3 | a . b\n",
        "\n10 | Pp +S | # note\n",
        "a-rather-long-word-to-break-lines-with,",
        "yes* \"a text\" [T4 A6] { moves `F` }",
        "\"a text\"\n\"and more\"",
        "[T4 A6]",
        "\n[T4]\n",
    ])
    .prop_map(str::to_owned);
    let bad = prop::sample::select(vec![
        "\"",
        "`",
        "|",
        "@",
        ".",
        "-",
        "'",
        "\0",
        "\u{feff}",
        "\t",
        "é\u{301}",
        "3 |",
    ]);
    prop_oneof![30 => good, 1 => bad.prop_map(str::to_owned), 1 => any::<String>()]
}

/// Generates statements without syntax errors.
fn statements_text() -> impl Strategy<Value = String> {
    let item = prop::sample::select(vec![
        "a",
        "piece",
        "far-rank",
        "P{x}",
        "{X}",
        "3-2",
        "11",
        "\"a text\"",
        "`[F-W-W-R]`",
        "=",
        ":",
        "*",
        "..",
        "<=",
        "[a, b,]",
        "[a,  # note\n b]",
        "(1, 2)",
        "[\n a\n # note\n]",
        "a, b",
        "a,\n b",
        "a, # note\n # note\n b",
        "x-very-long-word-indeed-so-that-lines-break, y",
    ]);
    let head = (
        prop::sample::select(vec!["piece", "switch", "no", "3", "region a"]),
        prop::collection::vec(item, 0..8),
    )
        .prop_map(|(first, items)| format!("{first} {}", items.join(" ")));
    let end = prop::sample::select(vec!["\n", "; ", "\n\n", "  # note\n", "\n# note\n", ";\n\n\n"]);
    let leaf = (head.clone(), end.clone()).prop_map(|(head, end)| head + end).boxed();
    leaf.prop_recursive(3, 24, 5, move |inner| {
        let open =
            prop::sample::select(vec!["{ ", "{\n", "{ # note\n", "{\n\n 3 | a . *\n 10 | Pp . | # note\n"]);
        (head.clone(), open, prop::collection::vec(inner, 0..5), end.clone())
            .prop_map(|(head, open, body, end)| format!("{head} {open}{}}}{end}", body.concat()))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn any_text_is_read(text in any::<String>()) {
        layout_holds(&text);
    }

    #[test]
    fn any_pieces_are_read(pieces in prop::collection::vec((piece(), prop::bool::weighted(0.8)), 0..60)) {
        let text: String = pieces.iter().map(|(piece, blank)| format!("{piece}{}", if *blank { " " } else { "" })).collect();
        layout_holds(&text);
    }

    #[test]
    fn formatting_keeps_texts(list in prop::collection::vec(statements_text(), 0..8)) {
        let text = list.concat();
        let (_, problems) = parsed(&text);
        prop_assert!(problems.is_empty(), "{}\n{}", text, listed(&problems, &text));
        layout_holds(&text);
    }
}

/// Returns the tree without source locations.
fn bare(statements: Vec<Statement>) -> Vec<Statement> {
    statements.into_iter().map(bare_statement).collect()
}

fn bare_statement(statement: Statement) -> Statement {
    let block = statement.block.map(|block| Block {
        statements: block.statements.into_iter().map(bare_statement).collect(),
        rows: block.rows.into_iter().map(bare_row).collect(),
        span: Span::default(),
        open: Span::default(),
    });
    Statement {
        items: statement.items.iter().cloned().map(bare_item).collect::<Vec<_>>().into(),
        block,
        span: Span::default(),
        poisoned: false,
    }
}

fn bare_row(row: DrawingRow) -> DrawingRow {
    let squares = row.squares.into_iter().map(|square| Spanned::new(square.value, Span::default())).collect();
    DrawingRow {
        rank: Spanned::new(row.rank.value, Span::default()),
        squares,
        span: Span::default(),
        poisoned: false,
    }
}

fn bare_item(item: Item) -> Item {
    let all = |items: Vec<Item>| items.into_iter().map(bare_item).collect();
    let kind = match item.kind {
        ItemKind::List(items) => ItemKind::List(all(items)),
        ItemKind::Marks(keys) => ItemKind::Marks(all(keys)),
        ItemKind::Group(items) => ItemKind::Group(all(items)),
        other => other,
    };
    Item::new(kind, Span::default())
}

#[test]
fn every_word_stands_once_and_is_explained_by_the_book() {
    let texts: BTreeSet<&str> = WORDS.iter().map(|word| word.text).collect();
    let keywords: BTreeSet<Keyword> = WORDS.iter().map(|word| word.keyword).collect();
    assert_eq!((texts.len(), keywords.len()), (WORDS.len(), WORDS.len()));
    let book = include_str!("../../docs/book/language.md");
    for word in WORDS {
        let heading = format!("# {}\n", word.section);
        assert!(book.contains(&heading), "{}: no section `{}`", word.text, word.section);
        assert!(word.form.contains(word.text), "{}", word.text);
    }
}

#[test]
fn a_file_is_read_up_to_its_limit() {
    let (statements, problems) = parsed(&("a {\n".to_owned() + &"b\n".repeat(400_000)));
    assert_eq!(problems.iter().map(|problem| problem.code.text()).collect::<Vec<_>>(), ["file-too-long"]);
    assert_eq!(statements.len(), 1);
}

/// Returns the statements of a text, and its problems.
pub(super) fn parsed(text: &str) -> (Vec<Statement>, Vec<Diagnostic>) {
    let tree = parse(0, text);
    (tree.statements().map(ast::Statement::copy).collect(), tree.problems().to_vec())
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).expect("a fixture")
}

/// Lists the diagnostics, each place with its line, column, and words.
pub(super) fn listed(problems: &[Diagnostic], text: &str) -> String {
    let mut sources = Sources::default();
    sources.add("fixture", text);
    let mut out = String::new();
    for problem in problems {
        let _ = writeln!(out, "{}: {}", problem.code.text(), problem.message);
        for label in &problem.labels {
            let (line, column) = sources.line_column(label.span);
            let words: String = sources.slice(label.span).chars().take(40).collect();
            let _ = writeln!(out, "  {line}:{column} {words:?} {}", label.text);
        }
        let _ = writeln!(out, "  help: {}", problem.help.as_deref().unwrap_or("-"));
    }
    out
}

/// Lists the tree with one line for each statement and row.
fn tree(list: &[Statement]) -> String {
    let mut out = String::new();
    listed_statements(list, 0, &mut out);
    out
}

fn listed_statements(list: &[Statement], depth: usize, out: &mut String) {
    let indent = "  ".repeat(depth);
    for statement in list {
        let items: Vec<String> = statement.items.iter().map(item).collect();
        let _ = writeln!(out, "{indent}{:.200}", items.join(" "));
        if let Some(block) = &statement.block {
            listed_statements(&block.statements, depth + 1, out);
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
        ItemKind::Marks(keys) => format!("<{}>", all(keys)),
        ItemKind::Group(items) => format!("({})", all(items)),
        ItemKind::Symbol(symbol) => format!("'{symbol}'"),
    }
}
