//! Divides a file of games while it is read, so a large file needs no more memory than its longest game.

/// The byte order mark with which some editors begin a file.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// The text of a game, with its place in the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Chunk {
    pub text: String,
    /// The number of lines before the game.
    pub lines: usize,
    /// The number of bytes before the game.
    pub bytes: usize,
}

/// A splitter of files of games. It receives the file line by line.
#[derive(Clone, Debug, Default)]
pub(crate) struct Splitter {
    game: Vec<u8>,
    /// The numbers of lines and bytes before the current game.
    before: (usize, usize),
    /// The number of lines of the current game so far.
    lines: usize,
    has_moves: bool,
    in_comment: bool,
}

impl Splitter {
    /// Adds the next line of the file, including its line ending. Returns the previous game if this line begins a new
    /// one.
    pub(crate) fn line(&mut self, line: &[u8]) -> Option<Chunk> {
        let words = line.strip_prefix(MARK).unwrap_or(line).trim_ascii_start();
        let is_tag = words.first() == Some(&b'[') && !self.in_comment;
        let done = if is_tag && self.has_moves { self.finish() } else { None };
        if !is_tag {
            let is_escape = line.first() == Some(&b'%') && !self.in_comment;
            self.has_moves |= !words.is_empty() && !is_escape;
            for byte in words {
                match (self.in_comment, byte) {
                    (false, b';') => break,
                    (false, b'{') => self.in_comment = true,
                    (true, b'}') => self.in_comment = false,
                    _ => {}
                }
            }
        }
        self.game.extend_from_slice(line);
        self.lines += 1;
        done
    }

    /// Returns the length of the current game in bytes.
    pub(crate) fn length(&self) -> usize {
        self.game.len()
    }

    /// Returns the last game of the file, if anything is left.
    pub(crate) fn finish(&mut self) -> Option<Chunk> {
        let game = std::mem::take(&mut self.game);
        let (lines, bytes) = self.before;
        self.before = (lines + std::mem::take(&mut self.lines), bytes + game.len());
        (self.has_moves, self.in_comment) = (false, false);
        (!game.is_empty()).then(|| Chunk { text: decoded(&game), lines, bytes })
    }
}

/// Decodes the text of a record. Text that is not valid UTF-8 is read as Latin-1, the encoding of the PGN standard.
pub(crate) fn decoded(bytes: &[u8]) -> String {
    let bytes = bytes.strip_prefix(MARK).unwrap_or(bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|byte| char::from(*byte)).collect(),
    }
}
