//! Reading and writing files.

use super::output::Stop;
use crate::base::diagnostic::nearest;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Why a file could not be read.
pub(super) enum Unread {
    /// There is no such file, or it may not be read.
    Missing(Stop),
    /// It is not UTF-8: the text up to and around the first bad byte, with that byte's place.
    NotText { text: String, at: usize },
}

/// Longer files are not read: they hold no rules, and what is read of them would fill the memory.
const MOST_BYTES: u64 = 4_000_000;

/// The text of a file, without a byte order mark.
pub(super) fn read(path: &Path) -> Result<String, Unread> {
    let missing = |error| Unread::Missing(unreadable(path, &error));
    let mut bytes = Vec::new();
    fs::File::open(path)
        .and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes))
        .map_err(missing)?;
    if bytes.len() as u64 > MOST_BYTES {
        let stop = Stop::message(format!("{} is longer than {MOST_BYTES} bytes", path.display()));
        return Err(Unread::Missing(stop.help("no rules are this long; is it the right file?")));
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text.to_owned()),
        Err(error) => Err(Unread::NotText {
            text: String::from_utf8_lossy(bytes).into_owned(),
            at: error.valid_up_to(),
        }),
    }
}

/// The files a path stands for: itself, or all variant files and readings below a folder, in order.
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
