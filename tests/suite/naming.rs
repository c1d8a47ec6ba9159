//! Tests the names and doc comments of the sources: a type name has one meaning, and a doc comment begins with its
//! subject or with a verb.

use super::architecture::{FOLDERS, root, walk};
use std::collections::BTreeMap;
use std::fs;

/// The reason for the names of nodes of the tree.
const VIEW: &str = "a view of the tree, and the copy that later stages change";

/// The names of several types, with the reason.
const SHARED_NAMES: [(&str, &str); 9] = [
    ("Block", VIEW),
    ("Dialect", "the public dialect wraps the internal one"),
    ("Item", VIEW),
    ("Move", "the public move belongs to one position, the internal move holds all that its text states"),
    (
        "Piece",
        "the public piece has names, the internal one is a small value, and the drafted one is imported",
    ),
    ("PieceType", "the public piece type is a view of the internal one"),
    (
        "Place",
        "the public place is in a text, that of a statement is its block, and that of a diagram a square",
    ),
    ("Statement", VIEW),
    ("Text", "a view of the tree, and the content of a file with what belongs to it"),
];

/// First words of a doc comment that hide its subject.
const QUESTION_WORDS: [&str; 9] = ["Whether", "What", "How", "Where", "Which", "Who", "Whose", "When", "Why"];

/// The maximum share of doc comments that begin with a question word, in percent. Only help texts of options need it.
const MAX_QUESTIONS: usize = 2;

/// Returns the sources of the library and the program with their paths.
fn sources() -> Vec<(String, String)> {
    let read = |path: std::path::PathBuf| {
        let name = path.strip_prefix(root()).expect("below the root").display().to_string();
        (name, fs::read_to_string(&path).expect("a source is text"))
    };
    // A study has words of its own, and nobody reads it beside the library.
    let folders = FOLDERS.into_iter().filter(|folder| *folder != "study/src");
    folders.flat_map(|folder| walk(&root().join(folder), "rs")).map(read).collect()
}

/// Returns the words of a line of a doc comment.
fn doc_line(line: &str) -> Option<&str> {
    let line = line.trim_start();
    line.strip_prefix("///").or_else(|| line.strip_prefix("//!")).map(str::trim)
}

/// Returns the first lines of the doc comments of a source with their line numbers.
fn doc_comments(text: &str) -> Vec<(usize, &str)> {
    let lines: Vec<Option<&str>> = text.lines().map(doc_line).collect();
    let is_first = |at: usize| at == 0 || lines[at - 1].is_none();
    let first = |(at, line): (usize, &Option<&'_ str>)| line.filter(|_| is_first(at)).map(|_| at);
    let starts: Vec<usize> = lines.iter().enumerate().filter_map(first).collect();
    starts.into_iter().filter_map(|at| Some((at + 1, lines[at]?))).collect()
}

/// Returns the name of the type that a line declares at the top level of a module.
fn declared_type(line: &str) -> Option<&str> {
    let line = match line.strip_prefix("pub(") {
        Some(rest) => rest.split_once(") ")?.1,
        None => line.strip_prefix("pub ").unwrap_or(line),
    };
    let (keyword, rest) = line.split_once(' ')?;
    let name = rest.split(|c: char| !c.is_alphanumeric() && c != '_').next()?;
    ["struct", "enum", "trait", "type", "union"].contains(&keyword).then_some(name)
}

#[test]
fn doc_comments_begin_with_their_subject() {
    let (mut count, mut questions) = (0, Vec::new());
    for (name, text) in sources() {
        for (line, words) in doc_comments(&text) {
            count += 1;
            if QUESTION_WORDS.contains(&words.split(' ').next().unwrap_or_default()) {
                questions.push(format!("{name}:{line}: {words}"));
            }
        }
    }
    assert!(count > 3_000, "only {count} doc comments were found");
    let most = count * MAX_QUESTIONS / 100;
    assert!(
        questions.len() <= most,
        "{} of {count} doc comments begin with a question word:\n{}",
        questions.len(),
        questions.join("\n")
    );
}

#[test]
fn a_type_name_has_one_meaning() {
    let mut declared: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (file, text) in sources() {
        for name in text.lines().filter_map(declared_type) {
            declared.entry(name.to_owned()).or_default().push(file.clone());
        }
    }
    assert!(declared.len() > 400, "only {} types were found", declared.len());
    declared.retain(|_, files| files.len() > 1);
    let explained =
        |name: &str| SHARED_NAMES.iter().any(|(shared, reason)| *shared == name && !reason.is_empty());
    let unexplained: Vec<_> = declared.iter().filter(|(name, _)| !explained(name)).collect();
    assert!(unexplained.is_empty(), "names of several types: {unexplained:#?}");
    let stale: Vec<_> = SHARED_NAMES.iter().filter(|(name, _)| !declared.contains_key(*name)).collect();
    assert!(stale.is_empty(), "no longer shared: {stale:?}");
    assert!(SHARED_NAMES.len() < 10);
}

#[test]
fn the_naming_checks_find_declarations_and_comments() {
    assert_eq!(declared_type("pub(in crate::lang) enum Read<T> {"), Some("Read"));
    assert_eq!(declared_type("struct Undo;"), Some("Undo"));
    assert_eq!(declared_type("    type Answer = ();"), None);
    assert_eq!(doc_comments("/// A\n/// b\nfn c() {}\n    //! D"), [(1, "A"), (4, "D")]);
}
