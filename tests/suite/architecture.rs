//! Tests the rules in `docs/ARCHITECTURE.md` by reading the sources: layers, globals, the size of files, and the order
//! of stages.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The folders of the sources of all packages, in order. A package uses only the packages before it, which cargo
/// enforces, as their manifests name no others.
pub(super) const FOLDERS: [&str; 10] = [
    "core/src",
    "syntax/src",
    "lang/src",
    "text/src",
    "bridge/src",
    "door/src",
    "study/src",
    "cli/src",
    "lsp/src",
    "src",
];

/// The programs: the packages that may use files, threads, clocks, and the environment.
const PROGRAMS: [&str; 4] = ["study", "cli", "lsp", "ferz"];

/// The layers inside packages, in order. A layer uses only itself and the layers before it.
const LAYERS: [(&str, &[&str]); 2] =
    [("core", &["base", "rules", "fast", "play"]), ("text", &["notation", "words", "lab"])];

/// Names in `variants/` that are also common words of English, chess, or the program, with the reason. Their occurrence
/// in `src/` proves nothing.
const ORDINARY: [(&str, &str); 23] = [
    ("mover", "the piece that makes a move"),
    ("new", "the usual name of a constructor"),
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
    /// The folder of the package, or `ferz` for the root.
    pub(super) package: &'static str,
    /// The path of the module inside its package, such as `fast/compile/paths`.
    pub(super) module: String,
    /// The text without comments.
    pub(super) code: String,
}

impl Source {
    fn new(folder: &'static str, path: PathBuf) -> Source {
        let package = folder.trim_end_matches("src").trim_end_matches('/');
        let inside = path.strip_prefix(root().join(folder)).expect("below the folder");
        let module = inside.with_extension("").to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).expect("a source is text");
        let code = text.lines().map(|line| line.split("//").next().unwrap_or_default());
        let code = code.collect::<Vec<_>>().join("\n");
        Source { path, package: if package.is_empty() { "ferz" } else { package }, module, code }
    }

    /// Returns the first part of the module.
    fn layer(&self) -> &str {
        self.module.split('/').next().unwrap_or_default()
    }
}

pub(super) fn sources() -> Vec<Source> {
    let files = |folder: &'static str| {
        walk(&root().join(folder), "rs").into_iter().map(move |path| Source::new(folder, path))
    };
    let sources: Vec<Source> = FOLDERS.into_iter().flat_map(files).collect();
    assert!(sources.len() > 500, "the sources were not found");
    sources
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
    for (package, layers) in LAYERS {
        for source in sources().iter().filter(|source| source.package == package && source.module != "lib") {
            let Some(own) = layers.iter().position(|layer| *layer == source.layer()) else {
                broken.push(format!("{}: `{}` is not in LAYERS", source.path.display(), source.layer()));
                continue;
            };
            broken.extend(
                layers[own + 1..]
                    .iter()
                    .filter(|later| source.code.contains(&format!("crate::{later}")))
                    .map(|later| format!("{} uses {later}", source.path.display())),
            );
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

/// Spans and sorting are all that the syntax of rule files needs of the engine.
#[test]
fn the_syntax_uses_only_spans_of_the_engine() {
    let wanted =
        ["crate::base::source", "crate::base::sort", "crate::base::gather", "crate::base::sort_by_key"];
    for source in sources().iter().filter(|source| source.package == "syntax") {
        for (at, _) in source.code.match_indices("crate::base::") {
            let is_wanted = wanted.iter().any(|path| source.code[at..].starts_with(path));
            assert!(is_wanted, "{} uses another part of the engine", source.path.display());
        }
    }
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
        if PROGRAMS.contains(&source.package) {
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
        ("cli/src/writing.rs", &["fs::write", "File::create", "fs::rename", "tempfile"][..]),
        ("cli/src/output.rs", &["println!", "io::stdout().lock", "BufWriter"][..]),
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
        // Values of pieces are in hundredths of a pawn.
        let of_notation = source.module.starts_with("betza") || source.package == "study";
        broken.extend(
            wanted
                .iter()
                .filter(|name| words.contains(**name) && !(of_notation && NOTATION.contains(*name)))
                .map(|name| format!("{} names `{name}`", source.path.display())),
        );
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

/// The maximum number of lines of the sources that are not comments: the present number and a little more. Raise it only
/// with the feature that needs the lines.
const MAX_LINES: usize = 100_300;

#[test]
fn files_and_functions_fit_on_a_screen() {
    let root = root();
    let (mut total, mut broken) = (0, Vec::new());
    for path in FOLDERS.into_iter().flat_map(|folder| walk(&root.join(folder), "rs")) {
        let name = path.strip_prefix(root).expect("below the root").display().to_string();
        let text = fs::read_to_string(&path).expect("a source is text");
        let lines: Vec<&str> = text.lines().collect();
        let code = lines.iter().filter(|line| !line.trim_start().starts_with("//"));
        total += code.count();
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

/// The stages of the language in order. A stage uses no later stage, and only the first ones use the syntax tree.
const STAGES: [&str; 4] = ["statement", "merge", "lower", "lint"];

#[test]
fn stages_of_the_language_use_no_later_stage() {
    let mut broken = Vec::new();
    for source in sources().iter().filter(|source| source.package == "lang") {
        let Some(own) = STAGES.iter().position(|stage| *stage == source.layer()) else { continue };
        let later = STAGES[own + 1..].iter().copied();
        for used in later.chain((own >= 2).then_some("syntax")) {
            if source.code.contains(&format!("crate::{used}")) {
                broken.push(format!("{} uses {used}", source.path.display()));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

/// Internal packages, whose public items are there only for our other packages and their tests.
const INTERNAL: [&str; 7] = ["core", "syntax", "lang", "text", "bridge", "cli", "lsp"];

/// Returns the names of a text and the number of their occurrences.
fn names_in(text: &str) -> BTreeMap<&str, usize> {
    let mut counts = BTreeMap::new();
    for name in text.split(|c: char| !c.is_alphanumeric() && c != '_') {
        *counts.entry(name).or_default() += 1;
    }
    counts
}

/// Returns the names of the items that a source declares, and whether each is public.
fn declared(code: &str) -> Vec<(bool, &str)> {
    let kinds = ["fn", "struct", "enum", "const", "static", "type", "trait"];
    let words: Vec<&str> = code.split_whitespace().collect();
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let item = |at: usize| {
        let name = words[at + 1];
        let is_public = words[..at].ends_with(&["pub"]) || words[..at].ends_with(&["pub", "const"]);
        (is_public, &name[..name.find(|c| !is_name(c)).unwrap_or(name.len())])
    };
    (0..words.len().saturating_sub(1)).filter(|at| kinds.contains(&words[*at])).map(item).collect()
}

/// The compiler does not name an unused public item if its package is a library. A name that occurs only where it is
/// declared is unused.
#[test]
fn every_public_item_of_an_internal_package_is_used() {
    let sources = sources();
    let read = |path: &PathBuf| fs::read_to_string(path).expect("a source is text");
    let users = ["tests", "benches", "bindings", "study/tests"];
    let others: Vec<String> =
        users.iter().flat_map(|folder| walk(&root().join(folder), "rs")).map(|path| read(&path)).collect();
    let (mut uses, mut declarations) = (BTreeMap::new(), BTreeMap::new());
    for code in sources.iter().map(|source| &source.code).chain(&others) {
        names_in(code).into_iter().for_each(|(name, count)| *uses.entry(name).or_insert(0) += count);
        declared(code).into_iter().for_each(|(_, name)| *declarations.entry(name).or_insert(0) += 1);
    }
    // Macros call these functions.
    let called = ["write_fmt", "serialize"];
    let mut unused = Vec::new();
    for source in sources.iter().filter(|source| INTERNAL.contains(&source.package)) {
        let public = declared(&source.code).into_iter().filter(|(is_public, _)| *is_public);
        let names = public.map(|(_, name)| name).filter(|name| !called.contains(name));
        unused.extend(
            names
                .filter(|name| uses.get(name) <= declarations.get(name))
                .map(|name| format!("{}: {name}", source.path.display())),
        );
    }
    assert!(declarations.len() > 3_000, "the items were not found");
    assert!(unused.is_empty(), "{unused:#?}");
}
