//! Finds cases in files, or the built-in ones.

use super::files::{self, is};
use super::output::{CommandError, Output};
use super::writing::Original;
use crate::base::diagnostic::Diagnostic;
use crate::base::source::Sources;
use crate::lab::casebook::{CasePage, read_page};
use crate::lang::catalog::built_in_pages;
use std::path::{Path, PathBuf};

/// A page and its text.
pub(super) struct CaseFile {
    pub(super) original: Original,
    pub(super) text: String,
    pub(super) page: CasePage,
    /// The mistakes in its form.
    pub(super) problems: Vec<Diagnostic>,
}

impl CaseFile {
    /// Its text, for problems that point into it.
    pub(super) fn sources(&self) -> Sources {
        Sources::of(self.page.name.clone(), self.text.as_str())
    }
}

/// The case files that a path names.
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

/// Reads the pages and reports their problems; also says whether there were none.
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

/// The folder with the cases of the game whose texts these are.
pub(super) fn folder(game: &Sources) -> PathBuf {
    let main = game.iter().find(|source| source.name.ends_with(".ferz"));
    main.map_or(Path::new(""), |main| Path::new(&main.name)).with_file_name("cases")
}

/// The pages of built-in games, by the folder they would be in.
pub(super) fn built_in(folder: &Path) -> Vec<CasePage> {
    let pages = built_in_pages(&folder.display().to_string()).into_iter();
    pages.map(|(name, text)| read_page(&name, &text, 0).0).collect()
}
