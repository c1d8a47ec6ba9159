//! The promises of docs/ARCHITECTURE.md, read off the sources.

#![allow(clippy::expect_used, clippy::panic, reason = "a test may fail loudly")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// What each module of `src/` may use of ours, beside itself.
const MAY_USE: [(&str, &[&str]); 25] = [
    ("board", &[]),
    ("source", &["diagnostic"]),
    ("diagnostic", &["source"]),
    ("report", &["source", "diagnostic"]),
    ("syntax", &["source", "diagnostic"]),
    ("betza", &["source", "diagnostic", "board", "ir"]),
    ("ir", &["board", "source"]),
    ("resolve", &["syntax", "betza", "check", "ir", "board", "source", "diagnostic"]),
    ("check", &["syntax", "betza", "reference", "ir", "board", "source", "diagnostic"]),
    ("library", &["resolve", "ir", "source", "diagnostic"]),
    ("walk", &["ir", "board"]),
    ("reference", &["walk", "ir", "board"]),
    ("compile", &["ir", "board"]),
    ("position", &["compile", "walk", "ir", "board"]),
    ("movegen", &["position", "compile", "walk", "ir", "board"]),
    ("engine", &["movegen", "position", "compile", "reference", "ir", "board"]),
    ("game", &["engine", "ir", "board"]),
    ("search", &["engine", "game", "walk", "ir", "board"]),
    ("notation", &["ir", "board", "source", "diagnostic"]),
    ("prose", &["ir", "board"]),
    ("render", &["walk", "ir", "board"]),
    ("compare", &["ir", "board", "walk", "reference", "engine", "game", "notation", "prose"]),
    ("explain", &["ir", "board", "walk", "reference", "notation", "prose", "source"]),
    (
        "casebook",
        &[
            "ir",
            "board",
            "reference",
            "engine",
            "game",
            "library",
            "notation",
            "explain",
            "source",
            "diagnostic",
        ],
    ),
    ("main", &["cli"]),
];

/// Names in `variants/` that are also words of English, of chess everywhere, or of the program: finding one in `src/`
/// proves nothing.
const ORDINARY: [(&str, &str); 8] = [
    ("exchanged", "what happens to two men, and the name of an array"),
    ("ferz", "the program, its files, and a piece"),
    ("mirrored", "how one board lies to another"),
    ("usual", "an ordinary adjective"),
    ("king", "the man that castles, in notation and castling alike"),
    ("second", "an ordinal"),
    ("third", "an ordinal"),
    ("waiting", "an ordinary participle"),
];

/// Words of Betza notation itself, whose letters are named after old pieces.
const NOTATION: [&str; 4] = ["camel", "elephant", "knight", "pawn"];

struct Source {
    path: PathBuf,
    module: String,
    /// The text without comments and without the tests at its end.
    code: String,
}

fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut sources = Vec::new();
    for path in walk(&root, "rs") {
        let inside = path.strip_prefix(&root).expect("below src");
        let first = inside.components().next().expect("a file").as_os_str().to_string_lossy();
        let module = first.trim_end_matches(".rs").to_owned();
        let text = fs::read_to_string(&path).expect("a source is text");
        let text = text.split("#[cfg(test)]").next().unwrap_or_default().to_owned();
        let code = text
            .lines()
            .map(|line| line.split("//").next().unwrap_or_default())
            .collect::<Vec<_>>()
            .join("\n");
        sources.push(Source { path, module, code });
    }
    assert!(sources.len() > 30, "the sources were not found");
    sources
}

fn walk(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    entries.sort();
    let mut files = Vec::new();
    for path in entries {
        if path.is_dir() {
            files.extend(walk(&path, ending));
        } else if path.extension().is_some_and(|e| e == ending) {
            files.push(path);
        }
    }
    files
}

/// The words of a text: letters, digits, `_` and `-` inside.
fn words(text: &str) -> BTreeSet<String> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '-')
        .flat_map(|word| [word.to_lowercase(), word.to_lowercase().replace('_', "-")])
        .filter(|word| !word.is_empty())
        .collect()
}

#[test]
fn modules_use_only_what_they_may() {
    let mut broken = Vec::new();
    for source in sources() {
        if ["lib", "cli"].contains(&source.module.as_str()) {
            continue;
        }
        let Some((_, allowed)) = MAY_USE.iter().find(|(module, _)| *module == source.module) else {
            broken.push(format!("{}: `{}` has no line in MAY_USE", source.path.display(), source.module));
            continue;
        };
        for prefix in ["crate::", "ferz::"] {
            for (at, _) in source.code.match_indices(prefix) {
                let rest = &source.code[at + prefix.len()..];
                let used: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                if used != source.module && !allowed.contains(&used.as_str()) {
                    broken.push(format!("{} uses {used}", source.path.display()));
                }
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn crates_stay_where_they_belong() {
    let homes: [(&str, &[&str]); 7] = [
        ("pest", &["syntax", "betza"]),
        ("pest_derive", &["syntax", "betza"]),
        ("miette", &["report", "cli"]),
        ("clap", &["cli"]),
        ("anstream", &["cli"]),
        ("rustyline", &["cli"]),
        ("serde_json", &["report", "cli"]),
    ];
    let mut broken = Vec::new();
    for source in sources() {
        for (name, allowed) in homes {
            let used =
                ["use ", "", "#["].iter().any(|before| source.code.contains(&format!("{before}{name}::")));
            if used && !allowed.contains(&source.module.as_str()) {
                broken.push(format!("{} uses {name}", source.path.display()));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn only_the_command_line_touches_the_world() {
    let outside = [
        "println!",
        "eprintln!",
        "print!(",
        "std::fs",
        "std::env",
        "std::thread",
        "rayon",
        "std::time",
        "std::process",
        "std::io",
    ];
    let mut broken = Vec::new();
    for source in sources() {
        if ["cli", "main"].contains(&source.module.as_str()) {
            continue;
        }
        broken.extend(
            outside
                .iter()
                // Counting is shared out where the counting is done.
                .filter(|word| !(source.path.ends_with("engine/parallel.rs") && **word == "rayon"))
                .filter(|word| source.code.contains(**word))
                .map(|word| format!("{} uses {word}", source.path.display())),
        );
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn no_global_state() {
    // A table that is read once and never changes is none.
    for source in sources() {
        for word in ["static mut", "thread_local!", "OnceLock"] {
            assert!(!source.code.contains(word), "{} uses {word}", source.path.display());
        }
        for line in source.code.lines().filter(|line| line.contains("static ")) {
            assert!(!line.contains("Mutex<") && !line.contains("Cell<"), "{}: {line}", source.path.display());
        }
    }
}

/// The names a variant file gives to games, pieces, arrays and cells off the grid.
fn names() -> BTreeSet<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("variants");
    let mut names = BTreeSet::new();
    for path in walk(&root, "ferz") {
        let text = fs::read_to_string(&path).expect("a variant file is text");
        for line in text.lines() {
            let words: Vec<&str> =
                line.split_whitespace().take_while(|word| !word.starts_with('#')).collect();
            let words = match words.as_slice() {
                ["add" | "change" | "remove", rest @ ..] => rest,
                all => all,
            };
            if let ["variant" | "piece" | "family" | "array" | "cell" | "stage", name, ..] = words {
                names.insert(name.trim_end_matches(',').to_lowercase());
            }
        }
    }
    assert!(names.len() > 20, "the variant files were not found");
    names
}

#[test]
fn no_game_is_named_in_the_sources() {
    let names = names();
    for (word, _) in ORDINARY {
        assert!(names.contains(word), "`{word}` is excused, but no file uses it as a name");
    }
    let wanted: BTreeSet<&str> = names
        .iter()
        .map(String::as_str)
        .filter(|name| !ORDINARY.iter().any(|(word, _)| word == name))
        .collect();
    let mut broken = Vec::new();
    for source in sources() {
        let words = words(&source.code);
        let of_notation = source.module == "betza" || source.path.ends_with("cli/betza.rs");
        broken.extend(
            wanted
                .iter()
                .filter(|name| words.contains(**name) && !(of_notation && NOTATION.contains(*name)))
                .map(|name| format!("{} names `{name}`", source.path.display())),
        );
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}
