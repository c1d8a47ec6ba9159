//! Tests that the tree of a text keeps every byte: the tokens and the blanks between them are the text.

use super::help::{root, walk};
use ferz_syntax::syntax::{Tree, parse};
use std::fs;

/// Asserts that the tree of a text loses nothing.
pub(super) fn keeps_all(text: &str) {
    let tree = parse(0, text);
    let mut at = 0;
    for token in tree.tokens() {
        let range = token.span.range();
        assert!(at <= range.start && range.start <= range.end, "{text:?}: {token:?} after {at}");
        assert!(
            is_blank(&text[at..range.start], at),
            "{text:?}: {:?} before {token:?}",
            &text[at..range.start]
        );
        assert_eq!(token.text, &text[range.clone()]);
        at = range.end;
    }
    assert!(is_blank(&text[at..], at), "{text:?}: {:?} at the end", &text[at..]);
    nested(&tree, text);
}

/// Returns true if a gap between tokens consists of blanks. A byte order mark at the start is one.
fn is_blank(gap: &str, at: usize) -> bool {
    let is_other = |c: char| matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    let gap = if at == 0 { gap.trim_start_matches('\u{FEFF}') } else { gap };
    gap.chars().all(|c| !matches!(c, '\n' | '\r') && (c.is_control() || c.is_whitespace() || is_other(c)))
}

/// Asserts that each statement lies in the block around it, after the statement before it.
fn nested(tree: &Tree, text: &str) {
    fn inside(list: &[ferz_syntax::syntax::ast::Statement], end: usize, text: &str) {
        let mut at = 0;
        for statement in list {
            let span = statement.span().range();
            assert!(at <= span.start && span.end <= end, "{text:?}: {span:?} is not in {at}..{end}");
            at = span.end;
            let Some(block) = statement.block() else { continue };
            let whole = block.span().range();
            assert!(at <= whole.start && whole.end <= end, "{text:?}: {whole:?} is not in {at}..{end}");
            inside(&block.statements().collect::<Vec<_>>(), whole.end, text);
            at = whole.end;
        }
    }
    let all: Vec<_> = tree.statements().collect();
    inside(&all, text.len(), text);
    let every: Vec<_> = tree.every_statement().map(|statement| statement.span()).collect();
    assert!(every.is_sorted_by_key(|span| span.start), "{text:?}");
}

#[test]
fn every_rule_file_is_kept() {
    let folders = ["variants", "tests/fixtures", "fuzz/corpus"].map(|folder| walk(&root().join(folder)));
    let files: Vec<_> = folders.into_iter().flatten().collect();
    assert!(files.len() > 1000, "{} files", files.len());
    for path in files {
        keeps_all(&String::from_utf8_lossy(&fs::read(&path).expect("a file")));
    }
}

#[test]
fn unreadable_pieces_are_kept() {
    for text in [
        "\u{FEFF}a @ b // c\n",
        "a \"b\nc\" d\n",
        "<<<<<<< one\na b\n=======\na c\n>>>>>>> two\n",
        "```ferz\na b\n```\n",
        "> a\n> b\n> c\n",
        "1 a\n2 b\n3 c\n",
        "a {\n b { c\n}\n",
        "a } } b\n",
        "a [b; c]\n (d ]\n",
        "a { b } \"c\" [T4]\n",
        "{ a { b } } \"c\"\n",
        "a\n{ b }\n",
        "a {\n 3 | x , y |\n | z\n}\n4 | w\n",
        "piece wo\u{200b}rd `R\n",
        "list {\n a\nend\n",
        "｛ a ｝",
        "a,, b,\n\n",
    ] {
        keeps_all(text);
    }
    keeps_all(&format!("a {}\nb", "c".repeat(20_000)));
    keeps_all(&("a {\n".to_owned() + &"b\n".repeat(60_000)));
    keeps_all(&"[".repeat(100));
}
