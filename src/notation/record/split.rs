//! Divides a file of games while it is read, so a large file needs no more memory than its longest game.

use super::body::is_result;
use super::pgn::begins_anew;

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
    has_text: bool,
    in_comment: bool,
    /// The nesting depth of variations.
    depth: usize,
    /// True if the current game has moves outside of variations.
    has_moves: bool,
    /// True if the last line was blank or ended with a result.
    may_end: bool,
}

impl Splitter {
    /// Adds the next line of the file, including its line ending. Returns the previous game if this line begins a new
    /// one.
    pub(crate) fn line(&mut self, line: &[u8]) -> Option<Chunk> {
        let unmarked = line.strip_prefix(MARK).unwrap_or(line);
        let words = unmarked.trim_ascii();
        let is_tag = words.first() == Some(&b'[') && !self.in_comment;
        let begins_anew =
            || self.may_end && self.has_moves && !self.in_comment && self.depth == 0 && begins(words);
        let is_next = is_tag && self.has_text || begins_anew();
        let done = if is_next { self.finish() } else { None };
        if !is_tag {
            let is_escape = unmarked.first() == Some(&b'%') && !self.in_comment;
            self.has_text |= !words.is_empty() && !is_escape;
            if !is_escape {
                self.scan(words);
            }
        }
        self.game.extend_from_slice(line);
        self.lines += 1;
        done
    }

    /// Updates the state by a line of moves and comments.
    fn scan(&mut self, words: &[u8]) {
        for byte in words {
            match (self.in_comment, byte) {
                (false, b';') => break,
                (false, b'{') => self.in_comment = true,
                (true, b'}') => self.in_comment = false,
                (false, b'(') => self.depth += 1,
                (false, b')') => self.depth = self.depth.saturating_sub(1),
                (false, byte) => self.has_moves |= self.depth == 0 && byte.is_ascii_alphabetic(),
                (true, _) => {}
            }
        }
        let last = words.rsplit(u8::is_ascii_whitespace).next().unwrap_or_default();
        self.may_end = words.is_empty() || std::str::from_utf8(last).is_ok_and(is_result);
    }

    /// Returns the number of lines before the current game.
    pub(crate) fn lines_before(&self) -> usize {
        self.before.0
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
        (self.has_text, self.in_comment, self.depth, self.has_moves) = (false, false, 0, false);
        (!game.is_empty()).then(|| Chunk { text: decoded(&game), lines, bytes })
    }
}

/// Returns true if a line begins with the move number 1.
fn begins(line: &[u8]) -> bool {
    line.first() == Some(&b'1') && begins_anew(&String::from_utf8_lossy(line))
}

/// The byte order marks of UTF-16, with the low byte first and with the high byte first.
pub(crate) const WIDE_MARKS: [&[u8]; 2] = [b"\xff\xfe", b"\xfe\xff"];

/// Decodes a text in UTF-16, without its byte order mark. Returns `None` if it does not begin with the mark.
pub(crate) fn from_utf16(bytes: &[u8]) -> Option<String> {
    let mark = WIDE_MARKS.into_iter().find(|mark| bytes.starts_with(mark))?;
    Some(wide_text(&bytes[mark.len()..], mark))
}

/// Decodes UTF-16 in the order of a mark. Units that form no character are replaced.
pub(crate) fn wide_text(bytes: &[u8], mark: &[u8]) -> String {
    let unit = |pair: &[u8]| match *pair {
        [low, high] if mark == WIDE_MARKS[0] => u16::from_le_bytes([low, high]),
        [high, low] => u16::from_be_bytes([high, low]),
        _ => 0xfffd,
    };
    let units = bytes.chunks(2).map(unit);
    char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

/// Decodes the text of a record. Lines that are neither UTF-16 nor valid UTF-8 are read as Latin-1, the encoding of the
/// PGN standard. If files were joined, a text can have lines of both.
pub(crate) fn decoded(bytes: &[u8]) -> String {
    if let Some(text) = from_utf16(bytes) {
        return text;
    }
    let bytes = bytes.strip_prefix(MARK).unwrap_or(bytes);
    let latin = |line: &[u8]| line.iter().map(|byte| char::from(*byte)).collect();
    let line = |line| std::str::from_utf8(line).map_or_else(|_| latin(line), str::to_owned);
    bytes.split_inclusive(|byte| *byte == b'\n').map(line).collect()
}
