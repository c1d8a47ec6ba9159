//! Tests the rules in `docs/ARCHITECTURE.md` by reading the sources: layers, globals, the size of files, and the order
//! of stages.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The folders of the sources: those of the package `ferz-core` and those of `ferz`.
pub(super) const FOLDERS: [&str; 2] = ["core/src", "src"];

/// The layers of `core/src` and `src` in order. A layer uses only itself and the layers before it.
const LAYERS: [&str; 12] = [
    "base", "rules", "fast", "play", // `ferz-core`
    "messages", "lang", "notation", "words", "lab", "bridge", "door", "cli",
];

/// Names in `variants/` that are also common words of English, chess, or the program, with the reason. Their occurrence
/// in `src/` proves nothing.
const ORDINARY: [(&str, &str); 21] = [
    ("almost", "an ordinary adverb"),
    ("atomic", "a kind of number that threads share"),
    ("cannon", "a piece whose moves a page explains"),
    ("grasshopper", "a piece whose moves a page explains"),
    ("guard", "an ordinary noun"),
    ("loop", "a word of Rust"),
    ("extinction", "an option of another program"),
    ("race", "an ordinary noun"),
    ("omicron", "a letter that looks like another"),
    ("settled", "an ordinary participle"),
    ("start", "where anything begins"),
    ("exchanged", "what happens to two pieces, and the name of an array"),
    ("ferz", "the program, its files, and a piece"),
    ("mirrored", "how one board lies to another"),
    ("placement", "the first field of a FEN, and a game"),
    ("rotated", "how one board lies to another"),
    ("usual", "an ordinary adjective"),
    ("king", "the piece that castles, in notation and castling alike"),
    ("second", "an ordinal"),
    ("third", "an ordinal"),
    ("waiting", "an ordinary participle"),
];

/// Words of Betza notation itself, whose letters are named after pieces.
const NOTATION: [&str; 4] = ["camel", "elephant", "knight", "pawn"];

pub(super) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

pub(super) struct Source {
    pub(super) path: PathBuf,
    /// The folder in `core/src` or `src`.
    layer: String,
    /// The text without comments and without the unit tests at its end.
    pub(super) code: String,
}

pub(super) fn sources() -> Vec<Source> {
    let mut sources = Vec::new();
    let files = FOLDERS.into_iter().flat_map(|folder| {
        let folder = root().join(folder);
        walk(&folder, "rs").into_iter().map(move |path| (folder.clone(), path))
    });
    for (folder, path) in files {
        let inside = path.strip_prefix(&folder).expect("below the folder");
        let first = inside.components().next().expect("a file").as_os_str().to_string_lossy();
        let layer = first.trim_end_matches(".rs").to_owned();
        let text = fs::read_to_string(&path).expect("a source is text");
        let code = without_tests(&text)
            .lines()
            .map(|line| line.split("//").next().unwrap_or_default())
            .collect::<Vec<_>>()
            .join("\n");
        sources.push(Source { path, layer, code });
    }
    assert!(sources.len() > 30, "the sources were not found");
    sources
}

/// Returns the text of a source up to its unit tests.
fn without_tests(text: &str) -> &str {
    let is_module = |after: &str| {
        after
            .lines()
            .skip(1)
            .find(|line| !line.starts_with("#["))
            .is_some_and(|line| line.starts_with("mod "))
    };
    let mut starts = text.match_indices("#[cfg(test)]").map(|(at, _)| at);
    starts.find(|at| is_module(&text[*at..])).map_or(text, |at| &text[..at])
}

pub(super) fn walk(folder: &Path, ending: &str) -> Vec<PathBuf> {
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

/// Returns the words of a text: letters, digits, and inner `_` and `-`.
fn words(text: &str) -> BTreeSet<String> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '-')
        .flat_map(|word| [word.to_lowercase(), word.to_lowercase().replace('_', "-")])
        .filter(|word| !word.is_empty())
        .collect()
}

#[test]
fn layers_use_only_the_layers_before_them() {
    let mut broken = Vec::new();
    for source in sources().iter().filter(|source| !["lib", "main"].contains(&source.layer.as_str())) {
        let Some(own) = LAYERS.iter().position(|layer| *layer == source.layer) else {
            broken.push(format!("{}: `{}` is not in LAYERS", source.path.display(), source.layer));
            continue;
        };
        for (at, prefix) in source.code.match_indices("crate::") {
            let rest = &source.code[at + prefix.len()..];
            let used: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            // As long as the program is part of the library, it uses the package for studies through the library.
            let is_study = source.layer == "cli" && used == "study";
            if !is_study && !LAYERS[..=own].contains(&used.as_str()) {
                broken.push(format!("{} uses {used}", source.path.display()));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn crates_are_used_only_in_their_layers() {
    let homes: [(&str, &[&str]); 13] = [
        ("pest", &["lang"]),
        ("pest_derive", &["lang"]),
        ("miette", &["words", "cli"]),
        ("clap", &["cli"]),
        ("lsp_server", &["cli"]),
        ("lsp_types", &["cli"]),
        ("anstream", &["cli"]),
        ("rustyline", &["cli"]),
        ("serde_json", &["words", "lab", "door", "cli"]),
        ("plotters", &[]),
        ("statrs", &[]),
        ("ratatui_core", &["cli"]),
        ("ratatui_crossterm", &["cli"]),
    ];
    let mut broken = Vec::new();
    for source in sources() {
        for (name, allowed) in homes {
            let used =
                ["use ", "", "#["].iter().any(|before| source.code.contains(&format!("{before}{name}::")));
            if used && !allowed.contains(&source.layer.as_str()) {
                broken.push(format!("{} uses {name}", source.path.display()));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn only_the_command_line_has_side_effects() {
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
        if ["cli", "main"].contains(&source.layer.as_str()) {
            continue;
        }
        broken.extend(
            outside
                .iter()
                // Counting is distributed over threads in the module that counts.
                .filter(|word| !(source.path.ends_with("engine/parallel.rs") && **word == "rayon"))
                .filter(|word| source.code.contains(**word))
                .map(|word| format!("{} uses {word}", source.path.display())),
        );
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

/// All files are written through one module, and all output through another.
#[test]
fn files_and_the_terminal_are_accessed_in_one_module_each() {
    let doors = [
        ("src/cli/writing.rs", &["fs::write", "File::create", "fs::rename", "tempfile"][..]),
        ("src/cli/output.rs", &["println!", "io::stdout().lock", "BufWriter"][..]),
    ];
    for source in sources() {
        for (door, words) in doors.iter().filter(|(door, _)| !source.path.ends_with(door)) {
            let found = words.iter().find(|word| source.code.contains(**word));
            assert!(found.is_none(), "{} has {found:?}, which is for {door}", source.path.display());
        }
    }
}

#[test]
fn no_global_state() {
    // A table that is initialized once and never changes is not a global variable in this sense.
    for source in sources() {
        for word in ["static mut", "thread_local!"] {
            assert!(!source.code.contains(word), "{} uses {word}", source.path.display());
        }
        for line in source.code.lines().filter(|line| line.contains("static ")) {
            let changes = ["Mutex<", "Cell<", "OnceLock<", "Atomic"].iter().any(|word| line.contains(word));
            assert!(!changes, "{}: {line}", source.path.display());
        }
    }
}

/// Returns the names that variant files give to games, pieces, arrays, and cells off the grid.
fn names() -> BTreeSet<String> {
    let root = root().join("variants");
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
        let of_notation =
            source.path.to_string_lossy().contains("lang/betza/") || source.path.ends_with("cli/betza.rs");
        broken.extend(
            wanted
                .iter()
                .filter(|name| words.contains(**name) && !(of_notation && NOTATION.contains(*name)))
                .map(|name| format!("{} names `{name}`", source.path.display())),
        );
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

/// The maximum number of lines of `core/src` and `src` that are not comments: the present number and a little more. Raise it only
/// with the feature that needs the lines.
const MAX_LINES: usize = 79_710;

#[test]
fn files_and_functions_fit_on_a_screen() {
    let root = root();
    let (mut total, mut broken) = (0, Vec::new());
    let own: Vec<PathBuf> = FOLDERS.into_iter().flat_map(|folder| walk(&root.join(folder), "rs")).collect();
    for (number, path) in own.iter().chain(&walk(&root.join("study/src"), "rs")).enumerate() {
        let name = path.strip_prefix(root).expect("below the root").display().to_string();
        let text = fs::read_to_string(path).expect("a source is text");
        let lines: Vec<&str> = text.lines().collect();
        let code = lines.iter().filter(|line| !line.trim_start().starts_with("//"));
        total += if number < own.len() { code.count() } else { 0 };
        if lines.len() > 500 {
            broken.push((name.clone(), format!("{} lines", lines.len())));
        }
        for (number, line) in lines.iter().enumerate() {
            let indent = &line[..line.len() - line.trim_start().len()];
            let words: Vec<&str> = line.split_whitespace().collect();
            let is_function =
                words.contains(&"fn") && !words[0].starts_with("//") && !line.ends_with([';', '}', ',']);
            let length = || lines[number..].iter().position(|other| *other == format!("{indent}}}"));
            if let Some(length) = is_function.then(length).flatten().filter(|length| *length >= 80) {
                broken.push((name.clone(), format!("a function of {} lines at {}", length + 1, number + 1)));
            }
        }
    }
    println!("the sources have {total} lines of code; too long are {broken:#?}");
    assert!(broken.is_empty(), "{broken:#?}");
    assert!(total <= MAX_LINES, "the sources have {total} lines of code");
}

#[test]
fn only_the_door_is_public() {
    let lib = fs::read_to_string(root().join("src/lib.rs")).expect("the root");
    let open: Vec<&str> =
        lib.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';')).collect();
    assert!(open.is_empty(), "{open:?}");
}

/// The stages of the language in order. A stage uses no later stage, and only the first stages use the syntax tree.
const STAGES: [&str; 5] = ["syntax", "statement", "merge", "lower", "lint"];

#[test]
fn stages_of_the_language_use_no_later_stage() {
    let mut broken = Vec::new();
    for source in sources().iter().filter(|source| source.layer == "lang") {
        let path = source.path.display().to_string();
        let stage = |stage: &&str| {
            path.contains(&format!("lang/{stage}/")) || path.ends_with(&format!("lang/{stage}.rs"))
        };
        let Some(own) = STAGES.iter().position(stage) else { continue };
        let later = STAGES[own + 1..].iter().copied();
        let tree = ["syntax"].into_iter().filter(|_| own >= 3);
        for used in later.chain(tree) {
            if source.code.contains(&format!("lang::{used}"))
                || source.code.contains(&format!("super::super::{used}"))
            {
                broken.push(format!("{path} uses {used}"));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}
