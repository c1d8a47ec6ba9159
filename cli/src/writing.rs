//! Writes files without ever damaging them.
//!
//! The new text is written to a temporary file in the same folder, which then replaces the old file in one step. At
//! every moment, either the old or the new text exists as a whole. If another program has changed the file since it was
//! read, the change is kept, and the write fails. [`Original`] represents a file that is read and later written.

use super::files::{self, MARK};
use super::output::CommandError;
use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;
use tempfile::{Builder, NamedTempFile};

/// The number of attempts to lock a file that another program is writing, and the time between two attempts.
const PATIENCE: usize = 100;
const PAUSE: Duration = Duration::from_millis(20);

/// A kind of file that ferz generates. A file of the same kind can be overwritten without `--force`.
pub(super) struct Kind {
    pub(super) name: &'static str,
    /// Returns true if a text has this format.
    pub(super) is_own: fn(&str) -> bool,
}

/// A file as it was when it was read.
pub(super) struct Original {
    path: PathBuf,
    held: PriorContent,
}

enum PriorContent {
    Nothing,
    These(Vec<u8>),
    /// Any content, which may be overwritten.
    Anything,
}

impl Original {
    /// Reads a file in order to write it later.
    pub(super) fn read(path: &Path) -> Result<(Original, String), CommandError> {
        let bytes = files::bytes(path)?;
        let text = files::decode(path, &bytes)?;
        Ok((Original { path: path.to_owned(), held: PriorContent::These(bytes) }, text))
    }

    /// Returns true if the file contains exactly this text in UTF-8, apart from a byte order mark.
    pub(super) fn is(&self, text: &str) -> bool {
        match &self.held {
            PriorContent::These(bytes) => bytes.strip_prefix(MARK).unwrap_or(bytes) == text.as_bytes(),
            PriorContent::Nothing | PriorContent::Anything => false,
        }
    }

    /// Reads a file in order to write it later, if it exists.
    pub(super) fn if_any(path: &Path) -> Result<Original, CommandError> {
        let held =
            if is_there(path) { PriorContent::These(files::bytes(path)?) } else { PriorContent::Nothing };
        Ok(Original { path: path.to_owned(), held })
    }

    /// Replaces the text of the file. A byte order mark is kept.
    pub(super) fn write(&self, text: &str) -> Result<(), CommandError> {
        let path = self.path.display();
        let mark = matches!(&self.held, PriorContent::These(old) if old.starts_with(MARK));
        let new = [if mark { MARK } else { &[] }, text.as_bytes()].concat();
        match self.put(&new) {
            Ok(true) => Ok(()),
            Ok(false) => {
                Err(CommandError::message(format!("another program has changed {path} in the meantime"))
                    .help("ferz leaves it unchanged; run the command again"))
            }
            // Other errors already contain the name of a file, which is the temporary one.
            Err(error) if error.raw_os_error().is_some() || error.kind() == ErrorKind::Other => {
                Err(CommandError::message(format!("cannot write {path}: {error}")))
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {
                Err(CommandError::message(format!("cannot write {path}: there is no such folder")))
            }
            Err(error) => Err(CommandError::message(format!("cannot write {path}: {}", error.kind()))),
        }
    }

    /// Replaces the old file with a new one. Returns false if the old file has changed since it was read.
    fn put(&self, new: &[u8]) -> io::Result<bool> {
        if matches!(self.held, PriorContent::Nothing) {
            return match draft(&self.path, None, new)?.persist_noclobber(&self.path) {
                Err(failed) if failed.error.kind() == ErrorKind::AlreadyExists => Ok(false),
                done => done.map(|_| true).map_err(|failed| failed.error),
            };
        }
        // A symbolic link is kept, and the file that it points to is replaced.
        let target = fs::canonicalize(&self.path)?;
        let data = fs::metadata(&target)?;
        if !data.is_file() {
            return Err(io::Error::other("it is not a file"));
        } else if data.permissions().readonly() {
            return Err(io::Error::other("it is read-only"));
        }
        // A rename needs no write permission for the old file, so the permission is tested by opening the file.
        let old = OpenOptions::new().read(true).write(true).open(&target)?;
        let draft = draft(&target, Some(&data), new)?;
        // On systems other than Unix, an open file cannot be replaced, so the lock is not kept.
        let held = if cfg!(unix) { Some(locked(old)?) } else { None };
        if let PriorContent::These(bytes) = &self.held {
            let now = fs::read(&target)?;
            if now == new || now != *bytes {
                return Ok(now == new);
            }
        }
        match has_other_names(&data) {
            true => overwrite(&target, draft, new)?,
            false => drop(draft.persist(&target)?),
        }
        drop(held);
        Ok(true)
    }
}

/// Writes a new file. It is an error if the file exists.
pub(super) fn create(path: &Path, text: &str) -> Result<(), CommandError> {
    Original { path: path.to_owned(), held: PriorContent::Nothing }.write(text)
}

/// Writes a file of a kind. An existing file is overwritten only if it is of the same kind or if `force` is set.
pub(super) fn make(path: &Path, text: &str, kind: &Kind, force: bool) -> Result<(), CommandError> {
    if force && is_there(path) {
        return Original { path: path.to_owned(), held: PriorContent::Anything }.write(text);
    }
    let original = Original::if_any(path)?;
    if let PriorContent::These(bytes) = &original.held
        && !std::str::from_utf8(bytes).is_ok_and(kind.is_own)
    {
        let why = format!("{} already exists, and is not {}", path.display(), kind.name);
        return Err(CommandError::message(why).help("choose another name, or add --force to overwrite it"));
    }
    original.write(text)
}

/// Writes a read-only file, and its folder, unless the file has this text.
///
/// # Errors
/// If the file cannot be written.
pub fn copy(path: &Path, text: &str) -> io::Result<()> {
    if fs::read(path).is_ok_and(|own| own == text.as_bytes()) {
        return Ok(());
    }
    fs::create_dir_all(files::folder(path))?;
    let draft = draft(path, None, text.as_bytes())?;
    let mut permissions = draft.as_file().metadata()?.permissions();
    permissions.set_readonly(true);
    draft.as_file().set_permissions(permissions)?;
    draft.persist(path).map(drop).map_err(|failed| failed.error)
}

/// A file to which lines are appended.
pub(super) struct LineAppender {
    file: File,
    path: PathBuf,
}

impl LineAppender {
    /// Creates a new file. It is an error if the file exists.
    pub(super) fn create(path: &Path) -> Result<LineAppender, CommandError> {
        match OpenOptions::new().append(true).create_new(true).open(path) {
            Ok(file) => Ok(LineAppender { file, path: path.to_owned() }),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                let stop = CommandError::message(format!("{} already exists", path.display()));
                Err(stop.help("use --resume to continue it, or choose another name"))
            }
            Err(error) => Err(CommandError::message(format!("cannot write {}: {error}", path.display()))),
        }
    }

    /// Opens an existing file to append lines, and returns its text. If the last line is incomplete, it is ended first,
    /// so that it does not merge with the next one.
    pub(super) fn reopen(path: &Path) -> Result<(LineAppender, String), CommandError> {
        let text = files::whole(path)?;
        let refuse =
            |error: io::Error| CommandError::message(format!("cannot write {}: {error}", path.display()));
        let file = OpenOptions::new().append(true).open(path).and_then(locked).map_err(refuse)?;
        let mut lines = LineAppender { file, path: path.to_owned() };
        if !text.ends_with('\n') {
            lines.add("\n")?;
        }
        Ok((lines, text))
    }

    /// Appends lines, each with its line end.
    pub(super) fn add(&mut self, lines: &str) -> Result<(), CommandError> {
        let written = self.file.write_all(lines.as_bytes()).and_then(|()| self.file.flush());
        written
            .map_err(|error| CommandError::message(format!("cannot write {}: {error}", self.path.display())))
    }
}

/// Returns true if the file has other names (hard links), which would keep the old text if this name got a new file.
#[cfg_attr(not(unix), expect(unused_variables, reason = "only Unix counts the names of a file"))]
fn has_other_names(data: &Metadata) -> bool {
    #[cfg(unix)]
    return std::os::unix::fs::MetadataExt::nlink(data) > 1;
    #[cfg(not(unix))]
    false
}

/// Overwrites a file in place. Until it is complete, the draft has the whole new text. If the write fails, the draft is
/// kept, and the error names it.
fn overwrite(target: &Path, draft: NamedTempFile, new: &[u8]) -> io::Result<()> {
    let write = || {
        let mut file = OpenOptions::new().write(true).open(target)?;
        file.write_all(new)?;
        file.set_len(new.len() as u64)?;
        file.sync_all()
    };
    write().map_err(|error| match draft.keep() {
        Ok((_, kept)) => io::Error::other(format!("{error}; the new text is in {}", kept.display())),
        Err(lost) => lost.error,
    })
}

/// Returns true if the path exists, even as a broken symbolic link.
fn is_there(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

/// Creates the temporary file beside the old file, with the same owner and permissions.
fn draft(target: &Path, old: Option<&Metadata>, text: &[u8]) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(".ferz-").suffix(".tmp");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut draft = builder.tempfile_in(files::folder(target))?;
    let file = draft.as_file_mut();
    file.write_all(text)?;
    if let Some(old) = old {
        #[cfg(unix)]
        {
            use std::os::unix::fs::{MetadataExt, fchown};
            // Only an administrator can change the owner of a file. Other users keep the group if the system permits
            // it.
            let whole = fchown(&*file, Some(old.uid()), Some(old.gid()));
            let _ = whole.or_else(|_| fchown(&*file, None, Some(old.gid())));
        }
        file.set_permissions(old.permissions())?;
    }
    file.sync_all()?;
    Ok(draft)
}

/// Locks a file against other processes of ferz. On systems without file locks, the file is returned unlocked.
fn locked(file: File) -> io::Result<File> {
    for _ in 0..PATIENCE {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => sleep(PAUSE),
            _ => return Ok(file),
        }
    }
    Err(io::Error::other("another program is writing it"))
}
