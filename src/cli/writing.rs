//! Writing files: the new text is written beside the old one and then takes its place, so that at every moment one of the
//! two is there as a whole. What someone else has written meanwhile is left alone.

use super::files::{self, MARK};
use super::output::CommandError;
use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;
use tempfile::{Builder, NamedTempFile};

/// The number of attempts to get a file that another program is writing, and the time between them.
const PATIENCE: usize = 100;
const PAUSE: Duration = Duration::from_millis(20);

/// A sort of files that are not written by hand.
pub(super) struct Kind {
    pub(super) name: &'static str,
    /// Returns true if a text has this format, so that another may replace it.
    pub(super) is_own: fn(&str) -> bool,
}

/// A file as it was before it is written.
pub(super) struct Original {
    path: PathBuf,
    held: PriorContent,
}

enum PriorContent {
    Nothing,
    These(Vec<u8>),
    /// Whatever it is, it may be overwritten.
    Anything,
}

impl Original {
    /// Reads a file that is to be written later.
    pub(super) fn read(path: &Path) -> Result<(Original, String), CommandError> {
        let bytes = files::bytes(path)?;
        let text = files::decode(path, &bytes)?;
        Ok((Original { path: path.to_owned(), held: PriorContent::These(bytes) }, text))
    }

    /// The same where there may be no file.
    pub(super) fn if_any(path: &Path) -> Result<Original, CommandError> {
        let held =
            if is_there(path) { PriorContent::These(files::bytes(path)?) } else { PriorContent::Nothing };
        Ok(Original { path: path.to_owned(), held })
    }

    /// Replaces the text. A byte order mark stays.
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
            // Other errors name the file beside it.
            Err(error) if error.raw_os_error().is_some() || error.kind() == ErrorKind::Other => {
                Err(CommandError::message(format!("cannot write {path}: {error}")))
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {
                Err(CommandError::message(format!("cannot write {path}: there is no such folder")))
            }
            Err(error) => Err(CommandError::message(format!("cannot write {path}: {}", error.kind()))),
        }
    }

    /// Puts a new file in the place of the old one, or returns `false` if that does not hold any more what it did.
    fn put(&self, new: &[u8]) -> io::Result<bool> {
        if matches!(self.held, PriorContent::Nothing) {
            return match draft(&self.path, None, new)?.persist_noclobber(&self.path) {
                Err(failed) if failed.error.kind() == ErrorKind::AlreadyExists => Ok(false),
                done => done.map(|_| true).map_err(|failed| failed.error),
            };
        }
        // A link stays a link: what it leads to is replaced.
        let target = fs::canonicalize(&self.path)?;
        let data = fs::metadata(&target)?;
        if !data.is_file() {
            return Err(io::Error::other("it is not a file"));
        } else if data.permissions().readonly() {
            return Err(io::Error::other("it is read-only"));
        }
        // A file that may not be written may not be replaced.
        let old = OpenOptions::new().read(true).write(true).open(&target)?;
        let draft = draft(&target, Some(&data), new)?;
        // Elsewhere than on Unix an open file cannot be replaced.
        let held = if cfg!(unix) { Some(locked(old)?) } else { None };
        if let PriorContent::These(bytes) = &self.held {
            let now = fs::read(&target)?;
            if now == new || now != *bytes {
                return Ok(now == new);
            }
        }
        draft.persist(&target)?;
        drop(held);
        Ok(true)
    }
}

/// Writes a file that is not there yet.
pub(super) fn create(path: &Path, text: &str) -> Result<(), CommandError> {
    Original { path: path.to_owned(), held: PriorContent::Nothing }.write(text)
}

/// Writes a file of a kind, over one of the same kind or, with `force`, over any.
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

/// A file that grows by whole lines and is never written over.
pub(super) struct LineAppender {
    file: File,
    path: PathBuf,
}

impl LineAppender {
    /// Begins a file that is not there yet.
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

    /// Goes on with a file, and returns what it holds. A last line that was not written to its end stays by itself.
    pub(super) fn go_on(path: &Path) -> Result<(LineAppender, String), CommandError> {
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

    /// Adds lines, each with its end.
    pub(super) fn add(&mut self, lines: &str) -> Result<(), CommandError> {
        let written = self.file.write_all(lines.as_bytes()).and_then(|()| self.file.flush());
        written
            .map_err(|error| CommandError::message(format!("cannot write {}: {error}", self.path.display())))
    }
}

/// Returns true if the path exists, even as a broken link.
fn is_there(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

/// The new file beside the old one, of the same owner and with the same permissions.
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
            // Only an administrator may give a file away; anyone else keeps the group if that is allowed.
            let whole = fchown(&*file, Some(old.uid()), Some(old.gid()));
            let _ = whole.or_else(|_| fchown(&*file, None, Some(old.gid())));
        }
        file.set_permissions(old.permissions())?;
    }
    file.sync_all()?;
    Ok(draft)
}

/// The file, held so that no other ferz writes it, if files can be held here.
fn locked(file: File) -> io::Result<File> {
    for _ in 0..PATIENCE {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => sleep(PAUSE),
            _ => return Ok(file),
        }
    }
    Err(io::Error::other("another program is writing it"))
}
