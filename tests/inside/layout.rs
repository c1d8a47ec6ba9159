//! Tests that the formatter keeps the meaning of unusual texts.

use super::help::{root, walk};
use super::syntax::{layout_holds, listed, parsed};
use ferz_syntax::syntax::{ItemKind, format as tidy};
use std::fs;
use std::path::PathBuf;

/// A semicolon or a blank line ends a statement, and formatting must not add the next items to it.
#[test]
fn a_semicolon_ends_a_statement() {
    for text in [
        "a and; b",
        "a and\n\nb",
        "a and # note\n\nb",
        "a and\n# note\nb",
        "a and\npiece b",
        "a and\n; b",
        "a and\n;# note\nb",
        "a \"b\"\n; \"c\"",
        "a { b or; c and; d }",
        "a \"b\"; \"c\"",
        "a;[T4 A6]",
        "a { b }; [T4]\n",
        "a { b; [T4] }\n",
        "a\n[\nT4\n]\n",
        "a\n[T4,]\n",
        "a # note\n[T4]\n[A6]\n",
        "a bbbb # note\nb or; # other\n\nc",
        "[T4]; [A6]",
        "a\n\n[T4]\n",
    ] {
        assert_eq!(listed(&parsed(text).1, text), "", "{text:?}");
        layout_holds(text);
    }
}

/// Marks on a line below a comment must not become part of the comment.
#[test]
fn a_comment_before_marks_moves_behind_them() {
    let texts = [
        "a # note\n[T4]\n",
        "a # note\n[T4] # other\n",
        "a # note\n[T4] {\n b\n}\n",
        "a # note\n[T4] { # other\n b\n}\n",
        "a # note\n[T4] {}\n",
        "a, # note\n[T4]\n",
        "a: b, # note\n[T4]\nb: c\n",
        "a, # note\n# other\n[T4] {\n b\n}\n",
        "switch a \"A?\" {\n b and # note\n # other\n [T4]\n { c }\n}\n",
        "switch a \"A?\" {\n b \"B\" # note\n [T4] # other\n { c }\n d \"D\" # note\n [T4]\n}\n",
    ];
    texts.into_iter().for_each(layout_holds);
    let tidied = tidy("a # note\n[T4]\n").expect("no problems");
    assert_eq!(tidied.split_whitespace().collect::<Vec<_>>(), ["a", "[T4]", "#", "note"]);
}

#[test]
fn a_quotation_mark_before_extends_is_reported() {
    let text = "variant a \"b\" c\" extends d";
    let (_, problems) = parsed(text);
    assert_eq!(problems[0].message, "unpaired quotation mark");
    assert_eq!(&text[problems[0].labels[0].span.range()], "\"");
    assert_eq!(problems.len(), 1);
}

#[test]
fn a_comment_after_a_long_line_is_indented_once() {
    layout_holds(&format!("a {}, # note\nb\n", "c".repeat(120)));
}

#[test]
fn a_game_with_a_comment_on_each_line_keeps_its_meaning() {
    let is_game = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "ferz");
    for path in walk(&root().join("variants")).into_iter().filter(is_game) {
        let text = fs::read_to_string(&path).expect("a game is text");
        let noted =
            |line: &str| if line.contains('#') { format!("{line}\n") } else { format!("{line} # note\n") };
        let text: String = text.lines().map(noted).collect();
        assert_eq!(listed(&parsed(&text).1, &text), "", "{}", path.display());
        layout_holds(&text);
    }
}

#[test]
fn a_text_after_a_comment_is_kept() {
    for text in ["a \"b\" # note\n\"c\"\n", "a \"b\" # note\n\"c\" # other\n\"d\" # third\n# fourth\n"] {
        layout_holds(text);
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(words(&tidy(text).expect("no problems")), words(text));
    }
}

/// A comment can allow a problem on its line, so it must not move to another statement.
#[test]
fn comments_stay_with_their_statements() {
    for (text, expected) in [
        ("a \"b\" # one\n[T4] # two\nc\n", "a \"b\"  # one\n    [T4]  # two\nc\n"),
        ("a \"b\" # one\n[T4] { # two\nc\n}\n", "a \"b\"  # one\n    [T4] {  # two\n  c\n}\n"),
        (
            "switch a \"A?\" {\nb \"B\" # one\n{\nc\nd\n}\n}\n",
            "switch a \"A?\" {\n  b \"B\" {  # one\n    c\n    d\n  }\n}\n",
        ),
        (
            "switch a \"A?\" {\nb \"B\" # one\n[T4]\n{ # two\nc\n}\n}\n",
            "switch a \"A?\" {\n  b \"B\"                                 [T4] {  # two\n    # one\n    c\n  }\n}\n",
        ),
    ] {
        assert_eq!(tidy(text).as_deref(), Ok(expected));
        layout_holds(text);
    }
}

/// Texts on successive lines form one text, but not in brackets.
#[test]
fn a_text_in_brackets_stays_whole() {
    let long = "word ".repeat(30);
    layout_holds(&format!("a [\"{long}\", \"{long}\"]\n"));
    layout_holds(&format!("a (\"{long}\") \"{long}\"\n"));
    let (statements, _) = parsed(&tidy(&format!("a [\"{long}\"]")).expect("no problems"));
    assert!(matches!(&statements[0].items[1].kind, ItemKind::List(items) if items.len() == 1));
}

/// Formatting moves a statement to a line of its own, where the word `end` must not get another meaning.
#[test]
fn the_word_end_closes_no_block() {
    for text in ["list {\n  end\n", "list { drop; end\n", "list { end }", "list {\n  end # of the list\n"] {
        let (_, problems) = parsed(text);
        assert_eq!(problems[0].message, "`end` does not close a block", "{text}");
        assert_eq!(&text[problems[0].labels[0].span.range()], "end");
        assert_eq!(problems.len(), 1, "{text}");
        layout_holds(text);
    }
    let long = format!("region b = {} or rank 4 or end\n", "a".repeat(80));
    for text in ["list { end game }", "switch a \"A?\" {\n b \"B\"\n end { c }\n}\n", &long] {
        assert_eq!(listed(&parsed(text).1, text), "", "{text}");
        layout_holds(text);
    }
}

/// Formatting adds spaces between words, which must not make a valid line too long.
#[test]
fn long_lines_stay_readable() {
    for piece in ["\"\"", "``", "a=", "[", "1 | .\n", "`W`\"\"", "a { b }", "#", "a,b", "<=", "a{b;c}"] {
        for length in [4_000, 9_990] {
            layout_holds(&piece.repeat(length / piece.len()));
        }
    }
}
