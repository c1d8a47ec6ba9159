//! Finds and reads files.
//!
//! [`read`] returns the text of a rule file, and [`bytes`] its content without decoding; both refuse long files and
//! everything that is not a regular file. [`FileLines`] reads long files line by line. [`expand`] and [`walk`] list the
//! files below a folder.

use super::output::CommandError;
use ferz_core::base::source::{Sources, Span};
use ferz_lang::catalog::{EVALUATION, Files, READINGS};
use ferz_syntax::messages::diagnostic::{Code, Diagnostic, nearest};
use ferz_text::notation::record::{self, Chunk, Splitter, WIDE_MARKS};
use std::fs;
use std::io::{BufRead, BufReader, ErrorKind, Read};
use std::path::{Path, PathBuf};

/// The maximum size of a rule file in bytes. Longer files contain no rules, and would only fill the memory.
const MAX_BYTES: u64 = 4_000_000;
/// The byte order mark at the beginning of files by some editors.
pub const MARK: &[u8] = b"\xef\xbb\xbf";

/// The file system, as a source of rule files.
pub struct Disk;

impl Files for Disk {
    fn read(&self, path: &str) -> Option<String> {
        let path = Path::new(path);
        // The loader often probes for files that do not exist. This is not an error.
        path.symlink_metadata().ok()?;
        read(path).ok()
    }

    fn refusal(&self, path: &str) -> Option<String> {
        Path::new(path).symlink_metadata().ok()?;
        match read(Path::new(path)) {
            Err(CommandError::Message { message, .. }) => Some(message),
            // The problem stands at the name of this file in another one, so its message has to name the file.
            Err(CommandError::Problems(..)) => Some(not_utf8(&format!("`{path}`"))),
            _ => None,
        }
    }
}

/// Reads the text of a file without its byte order mark. If the text is not UTF-8, the error points to the first
/// invalid byte.
pub fn read(path: &Path) -> Result<String, CommandError> {
    decode(path, &bytes(path)?)
}

/// Reads a file without a size limit, such as the games of a study.
pub fn whole(path: &Path) -> Result<String, CommandError> {
    let mut text = Vec::new();
    file(path)?.read_to_end(&mut text).map_err(|error| unreadable(path, &error))?;
    decode(path, &text)
}

/// Reads the text of a file or of standard input.
pub fn all(path: &Path) -> Result<String, CommandError> {
    if path.as_os_str() != STDIN {
        return read(path);
    }
    let (mut lines, mut bytes) = (FileLines::open(path)?, Vec::new());
    loop {
        let line = lines.next_line()?;
        if line.is_empty() {
            return decode(path, &bytes);
        }
        bytes.extend_from_slice(line);
        if bytes.len() as u64 > MAX_BYTES {
            return Err(CommandError::message(format!("standard input is longer than {MAX_BYTES} bytes")));
        }
    }
}

/// The argument that stands for standard input in place of a file name.
const STDIN: &str = "-";

/// The lines of a file of any length or of standard input.
pub struct FileLines {
    path: PathBuf,
    reader: Box<dyn BufRead>,
    line: Vec<u8>,
    /// The number of the current line, counted from 1.
    number: usize,
    /// The byte order mark of a text in UTF-16.
    mark: Option<&'static [u8]>,
}

impl FileLines {
    /// Opens a file, or standard input for `-`.
    pub fn open(path: &Path) -> Result<FileLines, CommandError> {
        let mut reader: Box<dyn BufRead> = match path == Path::new(STDIN) {
            true => Box::new(std::io::stdin().lock()),
            false => Box::new(BufReader::new(file(path)?)),
        };
        let start = reader.fill_buf().map_err(|error| unreadable(path, &error))?;
        let mark = WIDE_MARKS.into_iter().find(|mark| start.starts_with(mark));
        Ok(FileLines { path: path.to_owned(), reader, line: Vec::new(), number: 0, mark })
    }

    /// Returns the next line with its line end. The result is empty at the end of the file.
    pub fn next_line(&mut self) -> Result<&[u8], CommandError> {
        self.line.clear();
        self.number += 1;
        // The limit protects the memory from a file without line ends.
        let mut rest = self.reader.by_ref().take(MAX_BYTES + 1);
        let end: Option<&[u8]> =
            self.mark.map(|mark| if mark == WIDE_MARKS[0] { &b"\n\0"[..] } else { b"\0\n" });
        loop {
            let mut length = rest.read_until(b'\n', &mut self.line);
            // In UTF-16, a line ends with two bytes, and other characters can contain them.
            if end == Some(&b"\n\0"[..]) && self.line.len() % 2 == 1 && self.line.ends_with(b"\n") {
                length = rest.by_ref().take(1).read_to_end(&mut self.line);
            }
            let is_end = length.map_err(|error| unreadable(&self.path, &error))? == 0;
            if is_end || end.is_none_or(|end| self.line.len().is_multiple_of(2) && self.line.ends_with(end)) {
                break;
            }
        }
        if self.line.len() as u64 > MAX_BYTES {
            return Err(self.too_long(&format!("line {}", self.number)));
        }
        if let Some(mark) = self.mark {
            self.line = record::wide_text(&self.line, mark).into_bytes();
        }
        Ok(&self.line)
    }

    fn too_long(&self, what: &str) -> CommandError {
        let path = self.path.display();
        let stop = CommandError::message(format!("{what} of {path} is longer than {MAX_BYTES} bytes"));
        stop.help("no game is that long; check that this is the right file")
    }

    /// Reads games and passes them to `each` one after another.
    pub fn games(
        &mut self,
        mut splitter: Splitter,
        each: &mut dyn FnMut(Chunk) -> Result<(), CommandError>,
    ) -> Result<(), CommandError> {
        loop {
            let line = self.next_line()?;
            let (done, is_last) = (splitter.line(line), line.is_empty());
            done.into_iter().try_for_each(&mut *each)?;
            if is_last {
                return splitter.finish().into_iter().try_for_each(each);
            }
            if splitter.length() > MAX_BYTES as usize {
                return Err(self.too_long(&format!("the game from line {}", splitter.lines_before() + 1)));
            }
        }
    }
}

/// Opens a regular file. A folder, pipe, or device is an error.
fn file(path: &Path) -> Result<fs::File, CommandError> {
    let data = fs::metadata(path).map_err(|error| unreadable(path, &error))?;
    if data.is_dir() || other_kind(data.file_type()).is_some() {
        bytes(path)?;
    }
    fs::File::open(path).map_err(|error| unreadable(path, &error))
}

/// Reads a file of games and passes the games to `each` one after another.
pub fn games(path: &Path, each: &mut dyn FnMut(Chunk)) -> Result<(), CommandError> {
    FileLines::open(path)?.games(Splitter::default(), &mut |chunk| {
        each(chunk);
        Ok(())
    })
}

/// Reads the content of a regular file. Opening a named pipe would block until another program writes to it, so the
/// kind of file is tested first.
pub fn bytes(path: &Path) -> Result<Vec<u8>, CommandError> {
    let mut bytes = Vec::new();
    let data = fs::metadata(path).map_err(|error| unreadable(path, &error))?;
    if let Some(kind) = other_kind(data.file_type()) {
        let stop = CommandError::message(format!("{} is {kind}, not a file", path.display()));
        return Err(stop.help("give the path of a file; save the output of a program in a file first"));
    }
    fs::File::open(path)
        .and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes))
        .map_err(|error| unreadable(path, &error))?;
    if bytes.len() as u64 > MAX_BYTES {
        let stop = CommandError::message(format!("{} is longer than {MAX_BYTES} bytes", path.display()));
        return Err(stop.help("no rule file is that long; check that this is the right file"));
    }
    Ok(bytes)
}

/// Returns the name of a kind of directory entry that is not a regular file.
fn other_kind(kind: fs::FileType) -> Option<&'static str> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if kind.is_fifo() {
            return Some("a named pipe");
        } else if kind.is_socket() {
            return Some("a socket");
        }
    }
    match () {
        // Reading a folder fails with its own message.
        () if kind.is_file() || kind.is_dir() => None,
        () => Some("a device"),
    }
}

/// Decodes the bytes of a file as UTF-8, or as UTF-16 after a byte order mark.
pub fn decode(path: &Path, bytes: &[u8]) -> Result<String, CommandError> {
    let wide = record::from_utf16(bytes);
    let bytes = bytes.strip_prefix(MARK).unwrap_or(bytes);
    let invalid = std::str::from_utf8(bytes).err().filter(|_| wide.is_none());
    let mut text = wide.unwrap_or_else(|| String::from_utf8_lossy(bytes).into_owned());
    // A Latin letter has zero bytes in UTF-32, and in UTF-16 without a mark. One alone is a hidden character.
    let (at, why) = match invalid {
        _ if text.chars().take(4).filter(|c| *c == '\0').count() > 1 => {
            (0, "zero bytes among the letters, as in UTF-16 or UTF-32")
        }
        Some(error) => (error.valid_up_to(), "the first byte that cannot be read"),
        None => return Ok(text),
    };
    text.retain(|c| c != '\0');
    let wrong = text.get(at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
    let problem = Diagnostic::new(Code::NotUtf8, Span::new(0, at, at + wrong), not_utf8("this file"))
        .here(why)
        .help("save the file as UTF-8");
    Err(CommandError::Problems(Box::new(Sources::of(path.display().to_string(), text)), vec![problem]))
}

fn not_utf8(file: &str) -> String {
    format!("{file} is not UTF-8 text")
}

/// Returns the error for a file that cannot be opened, and suggests a file with a similar name.
fn unreadable(path: &Path, error: &std::io::Error) -> CommandError {
    let shown = path.display();
    if path.is_dir() {
        let stop = CommandError::message(format!("{shown} is a folder; a file is expected here"));
        let inside = entries(path).into_iter().find(|path| is(path, "ferz") && path.is_file());
        return match inside {
            Some(file) => stop.help(format!("there is a file in it: {}", file.display())),
            None => stop,
        };
    }
    if error.kind() != ErrorKind::NotFound {
        return CommandError::message(format!("cannot read {shown}: {error}"));
    }
    if path.is_symlink() {
        return CommandError::message(format!("{shown} is a link to a missing file"));
    }
    let stop = CommandError::message(format!("there is no file {shown}"));
    let beside = entries(folder(path)).into_iter().map(|path| name(&path)).collect::<Vec<_>>();
    match nearest(&name(path), beside.iter().map(String::as_str)) {
        Some(near) => stop.help(format!("did you mean {}?", path.with_file_name(near).display())),
        None => stop,
    }
}

/// Returns the name of a file or folder without its parent folders.
pub fn name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// Returns true if a path has this extension, in capital or small letters.
pub fn is(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|its| its.eq_ignore_ascii_case(ending))
}

/// Returns the folder of a file.
pub fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Returns the entries of a folder, sorted. Those of the current folder have no folder in their paths, so that each file has
/// one name in messages.
pub fn entries(folder: &Path) -> Vec<PathBuf> {
    let all = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let plain = |path: PathBuf| path.strip_prefix(".").map(Path::to_owned).unwrap_or(path);
    let mut all: Vec<PathBuf> = all.map(plain).collect();
    all.sort();
    all
}

/// Returns the files that a path stands for: the file itself, or all variant files and readings below a folder, in
/// order.
pub fn expand(path: &Path) -> Vec<PathBuf> {
    if !path.is_dir() {
        return vec![path.to_owned()];
    }
    // A symbolic link to a folder is not followed, because it can lead back to a parent folder.
    let is_inner = |path: &Path| path.is_dir() && !path.is_symlink();
    let inside = entries(path);
    let has_games = inside.iter().any(|path| is(path, "ferz"));
    // Readings stand beside games. Files of piece values are read with their games.
    let is_readings = |path: &Path| {
        has_games && is(path, "toml") && !name(path).ends_with(EVALUATION) || name(path) == READINGS
    };
    let wanted = |path: &PathBuf| is_inner(path) || is(path, "ferz") || is_readings(path);
    inside.into_iter().filter(wanted).flat_map(|path| expand(&path)).collect()
}

/// Returns the folder of ferz for data of one kind, as defined by the XDG Base Directory Specification: below the folder that
/// a variable names, or else below the usual one in the home of the user.
pub fn of_user(variable: &str, usual: &str) -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let own = set(variable).or_else(|| set("LOCALAPPDATA")).filter(|path| path.is_absolute());
    Some(own.or_else(|| set("HOME").map(|home| home.join(usual)))?.join("ferz"))
}

/// Returns the wanted files below a folder in order, without those in hidden folders and build output.
pub fn walk(folder: &Path, wanted: &dyn Fn(&Path) -> bool) -> Vec<PathBuf> {
    let below = |path: PathBuf| match path.is_dir() {
        true => walk(&path, wanted),
        false => Vec::from_iter(wanted(&path).then_some(path)),
    };
    entries(folder).into_iter().filter(|path| is_searched(path)).flat_map(below).collect()
}

/// Returns true if a file or folder is no link, not hidden, and no build output.
pub fn is_searched(path: &Path) -> bool {
    let name = name(path);
    !path.is_symlink() && !name.starts_with('.') && name != "target" && name != "node_modules"
}
