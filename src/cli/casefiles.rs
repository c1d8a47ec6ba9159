//! Where cases are found: in files, or built in.

use super::files;
use super::output::{Output, Stop};
use crate::base::diagnostic::Diagnostic;
use crate::base::source::Sources;
use crate::lab::casebook::{Page, read_page};
use crate::lang::catalog::built_in_pages;
use std::path::{Path, PathBuf};

/// A page and its text.
pub(super) struct CaseFile {
    pub(super) path: PathBuf,
    pub(super) text: String,
    pub(super) page: Page,
}

/// All files below a folder, in order, except hidden ones and build output.
pub(super) fn walk(folder: &Path, wanted: &dyn Fn(&Path) -> bool, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    entries.sort();
    for path in entries {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if name.starts_with('.') || name == "target" || name == "node_modules" || path.is_symlink() {
            continue;
        }
        if path.is_dir() {
            walk(&path, wanted, found);
        } else if wanted(&path) {
            found.push(path);
        }
    }
}

fn is_case_file(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "md")
        && path.parent().and_then(Path::file_name).is_some_and(|folder| folder == "cases")
}

/// The case files that a path names.
pub(super) fn expand(path: &Path) -> Result<Vec<PathBuf>, Stop> {
    if path.is_dir() {
        let mut found = Vec::new();
        let inside = path.file_name().is_some_and(|name| name == "cases");
        let wanted = |path: &Path| {
            is_case_file(path) || inside && path.extension().is_some_and(|ending| ending == "md")
        };
        walk(path, &wanted, &mut found);
        return Ok(found);
    }
    if path.extension().is_some_and(|ending| ending == "ferz") {
        let beside = path.parent().unwrap_or(Path::new("")).join("cases");
        return if beside.is_dir() { expand(&beside) } else { Ok(Vec::new()) };
    }
    Ok(vec![path.to_owned()])
}

/// Reads the pages and reports their problems; also says whether there were none.
pub(super) fn read(paths: &[PathBuf], output: &mut Output) -> Result<(Vec<CaseFile>, bool), Stop> {
    let mut all = Vec::new();
    let mut fine = true;
    for path in paths {
        let name = path.display().to_string();
        let text = match files::read(path) {
            Ok(text) => text,
            Err(stop) => {
                output.stopped(stop);
                fine = false;
                continue;
            }
        };
        let mut sources = Sources::default();
        let file = sources.add(name.clone(), text.clone());
        let (page, problems) = read_page(&name, &text, file);
        if !problems.is_empty() {
            fine &= !problems.iter().any(Diagnostic::is_error);
            output.problems(&sources, &problems)?;
        }
        all.push(CaseFile { path: path.clone(), text, page });
    }
    Ok((all, fine))
}

/// The cases of built-in games, by the folders they would be in.
pub(super) fn built_in(folders: &[PathBuf]) -> Vec<CaseFile> {
    let pages = folders.iter().flat_map(|folder| built_in_pages(&folder.display().to_string()));
    let file = |(name, text): (String, String)| CaseFile {
        page: read_page(&name, &text, 0).0,
        path: PathBuf::from(name),
        text,
    };
    pages.map(file).collect()
}
