//! Finds and reads case files, from the file system or built in.

use super::files::{self, is};
use super::output::{CommandError, Output};
use super::writing::Original;
use ferz_core::base::source::Sources;
use ferz_lang::catalog::{built_in_pages, is_rule_file};
use ferz_syntax::messages::diagnostic::Diagnostic;
use ferz_text::lab::casebook::{CasePage, read_page};
use std::path::{Path, PathBuf};

/// A parsed page of cases with its text.
pub(super) struct CaseFile {
    pub(super) original: Original,
    pub(super) text: String,
    pub(super) page: CasePage,
    /// The syntax errors of the page.
    pub(super) problems: Vec<Diagnostic>,
}

impl CaseFile {
    /// Returns the text as a source that problems can refer to.
    pub(super) fn sources(&self) -> Sources {
        Sources::of(self.page.name.clone(), self.text.as_str())
    }
}

/// Returns the case files that a path stands for: the file itself, or all case files below a folder.
pub(super) fn expand(path: &Path) -> Vec<PathBuf> {
    if path.is_dir() {
        let inside = files::name(path) == "cases";
        let wanted = |path: &Path| is(path, "md") && (inside || files::name(files::folder(path)) == "cases");
        return files::walk(path, &wanted);
    }
    if !is(path, "ferz") {
        return vec![path.to_owned()];
    }
    let beside = path.with_file_name("cases");
    if beside.is_dir() { expand(&beside) } else { Vec::new() }
}

/// Reads the pages and reports their problems. The flag is true if there were none.
pub(super) fn read(paths: &[PathBuf], output: &mut Output) -> Result<(Vec<CaseFile>, bool), CommandError> {
    let mut all = Vec::new();
    let mut fine = true;
    for path in paths {
        let (original, text) = match Original::read(path) {
            Ok(read) => read,
            Err(stop) => {
                output.stopped(stop);
                fine = false;
                continue;
            }
        };
        let name = path.display().to_string();
        let (page, problems) = read_page(&name, &text, 0);
        fine &= !problems.iter().any(Diagnostic::is_error);
        output.problems(&Sources::of(name, text.as_str()), &problems)?;
        all.push(CaseFile { original, text, page, problems });
    }
    Ok((all, fine))
}

/// Returns the folder with the cases of a game, given the texts of the game.
pub(super) fn folder(game: &Sources) -> PathBuf {
    let main = game.iter().find(|source| is_rule_file(&source.name));
    main.map_or(Path::new(""), |main| Path::new(&main.name)).with_file_name("cases")
}

/// Returns the case pages of built-in games whose files would be in this folder.
pub(super) fn built_in(folder: &Path) -> Vec<CasePage> {
    let pages = built_in_pages(&folder.display().to_string()).into_iter();
    pages.map(|(name, text)| read_page(&name, &text, 0).0).collect()
}
