//! Reading and writing files.

use super::output::Stop;
use crate::base::diagnostic::{Diagnostic, nearest};
use crate::base::source::{Sources, Span};
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Longer files are not read: they hold no rules, and would only fill the memory.
const MOST_BYTES: u64 = 4_000_000;

/// The text of a file, without a byte order mark.
///
/// # Errors
/// A message if the file cannot be opened, and a problem at its first wrong byte if it is not UTF-8.
pub(super) fn read(path: &Path) -> Result<String, Stop> {
    let mut bytes = Vec::new();
    fs::File::open(path)
        .and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes))
        .map_err(|error| unreadable(path, &error))?;
    if bytes.len() as u64 > MOST_BYTES {
        let stop = Stop::message(format!("{} is longer than {MOST_BYTES} bytes", path.display()));
        return Err(stop.help("no rules are this long; check that this is the right file"));
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text.to_owned()),
        Err(error) => Err(not_text(path, String::from_utf8_lossy(bytes).into_owned(), error.valid_up_to())),
    }
}

fn not_text(path: &Path, text: String, at: usize) -> Stop {
    let end = at + text.get(at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
    let mut sources = Sources::default();
    let file = sources.add(path.display().to_string(), text);
    let problem = Diagnostic::error("not-utf8", Span::new(file, at, end), "this file is not UTF-8 text")
        .here("the first byte that cannot be read")
        .help("save the file as UTF-8");
    Stop::Problems(Box::new(sources), vec![problem])
}

/// Writes a text to a file.
pub(super) fn write(path: &Path, text: &str) -> Result<(), Stop> {
    fs::write(path, text).map_err(|error| Stop::message(format!("cannot write {}: {error}", path.display())))
}

/// The files a path stands for: itself, or all variant files and files of readings below a folder, in order.
pub(super) fn expand(path: &Path) -> Vec<PathBuf> {
    if !path.is_dir() {
        return vec![path.to_owned()];
    }
    let mut entries: Vec<PathBuf> =
        fs::read_dir(path).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    entries.sort();
    // A link to a folder is not followed: it might lead back up.
    let wanted = |path: &PathBuf| {
        path.is_dir() && !path.is_symlink()
            || path.extension().is_some_and(|ending| ending == "ferz" || ending == "toml")
    };
    entries.into_iter().filter(wanted).flat_map(|path| expand(&path)).collect()
}

fn unreadable(path: &Path, error: &std::io::Error) -> Stop {
    let shown = path.display();
    if error.kind() != std::io::ErrorKind::NotFound {
        return Stop::message(format!("cannot read {shown}: {error}"));
    }
    let stop = Stop::message(format!("there is no file {shown}"));
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let wanted = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let mut names: Vec<String> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    match nearest(&wanted, names.iter().map(String::as_str)) {
        Some(name) => stop.help(format!("did you mean {}?", path.with_file_name(name).display())),
        None => stop,
    }
}
