//! Helpers that several of these tests share: files, games, and settings from the environment.

use ferz_core::base::Setup;
use ferz_core::rules::Variant;
use ferz_lang::catalog::{Catalog, Files, GameRef};
use ferz_text::notation::fen;
use std::path::{Path, PathBuf};

/// The games that are tested in depth: tests make mistakes in their files and store snapshots of them. All other games
/// are tested for general properties only.
pub const STUDIED: [&str; 4] = ["chess", "full-tamerlane", "shatranj", "tamerlane"];

/// Returns the shipped files of the games in [`STUDIED`], without piece values.
pub fn studied() -> impl Iterator<Item = PathBuf> {
    walk(&root().join("variants")).into_iter().filter(|path| {
        let name =
            |path: &Path| path.file_stem().is_some_and(|stem| STUDIED.iter().any(|game| stem == *game));
        // Piece values come from tuning and are not written by hand.
        let is_written = !path.to_string_lossy().ends_with(".eval.toml");
        is_written
            && (name(path) || path.ancestors().skip(1).any(|folder| folder.ends_with("variants/tamerlane")))
    })
}

/// The files of the repository.
pub struct Disk;

impl Files for Disk {
    fn read(&self, path: &str) -> Option<String> {
        std::fs::read_to_string(path).ok()
    }
}

/// Loads a built-in game or a game in a file.
pub fn load(reference: &str) -> Variant {
    load_with(reference, &[])
}

/// Loads a game with some values of its switches.
pub fn load_with(reference: &str, set: &[(String, String)]) -> Variant {
    let loaded = Catalog::new(&Disk).load(&GameRef::parse(reference), set).expect("the game loads");
    std::sync::Arc::unwrap_or_clone(loaded.variant)
}

/// Loads a game from a text without errors.
pub fn load_text(text: &str) -> Variant {
    let files = Texts(vec![("test.ferz".into(), text.to_owned())]);
    let loaded = Catalog::new(&files).load(&GameRef::parse("test.ferz"), &[]);
    std::sync::Arc::unwrap_or_clone(
        loaded.unwrap_or_else(|failure| panic!("{:#?}", failure.problems)).variant,
    )
}

/// Reads a valid FEN.
pub fn position(variant: &Variant, text: &str) -> Setup {
    fen::read(variant, text).unwrap_or_else(|problems| panic!("{text}: {problems:#?}"))
}

/// Files in memory.
pub struct Texts(pub Vec<(String, String)>);

impl Files for Texts {
    fn read(&self, path: &str) -> Option<String> {
        self.0.iter().find(|(name, _)| *name == path).map(|(_, text)| text.clone())
    }
}

/// Returns the root folder of the repository.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns all files in a folder and its subfolders, sorted.
pub fn walk(folder: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    entries.sort();
    entries.into_iter().flat_map(|path| if path.is_dir() { walk(&path) } else { vec![path] }).collect()
}

/// Calls `act` with every file of some folders of fixtures. The names of snapshots in `act` contain the name of the
/// file.
pub fn each(folders: &[&str], mut act: impl FnMut(&Path)) {
    for folder in folders {
        let files = walk(&root().join("tests/fixtures").join(folder));
        assert!(!files.is_empty(), "{folder} has files");
        for path in files {
            let inner = if folders.len() > 1 { path.ancestors().nth(2) } else { path.parent() };
            let name = path.strip_prefix(inner.expect("in a folder")).expect("in it").to_string_lossy();
            let mut settings = insta::Settings::clone_current();
            settings.set_input_file(&path);
            settings.set_snapshot_suffix(name);
            settings.bind(|| act(&path));
        }
    }
}

/// Reads a number from the environment.
pub fn env_number(name: &str) -> Option<usize> {
    std::env::var(name).ok().and_then(|text| text.parse().ok())
}

/// Returns the size of a sample: `usual`, multiplied by `FERZ_SAMPLES` if it is set.
pub fn sample(usual: usize) -> usize {
    usual * env_number("FERZ_SAMPLES").unwrap_or(1)
}

/// Returns the text of a small game with these additional rules and array lines.
pub fn small_text(rules: &str, array: &str) -> String {
    format!(
        "variant small \"Small\"\nboard {{ grid 4 x 4; black is white mirrored }}\n\
         piece king K `K` royal\npiece rook R `R`\npiece pawn P `fW` {{ stage second `K` }}\n\
         {rules}\nending {{ checkmate: loss; stalemate: draw }}\n\
         array start {{\n  1 | K . . .\n{array}}}\n"
    )
}

/// Loads the small game, or returns the code and the message of each error in it.
pub fn small(rules: &str, array: &str) -> Result<Variant, Vec<(&'static str, String)>> {
    let files = Texts(vec![("small.ferz".into(), small_text(rules, array))]);
    let loaded = Catalog::new(&files).load(&GameRef::parse("small.ferz"), &[]);
    loaded.map(|loaded| std::sync::Arc::unwrap_or_clone(loaded.variant)).map_err(|failure| {
        let errors =
            failure.problems.into_iter().filter(ferz_syntax::messages::diagnostic::Diagnostic::is_error);
        errors.map(|problem| (problem.code.text(), problem.message)).collect()
    })
}
