//! Divides a file of games while it is read, so a large file needs no more memory than its longest game.

use super::body::is_result;
use super::pgn::{begins_anew, begins_next};

/// The byte order mark with which some editors begin a file.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// The text of a game, with its place in the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chunk {
    pub text: String,
    /// The number of lines before the game.
    pub lines: usize,
    /// The number of bytes before the game.
    pub bytes: usize,
}

/// A splitter of files of games. It receives the file line by line.
#[derive(Clone, Debug, Default)]
pub struct Splitter {
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
    /// True if the last line was blank.
    after_blank: bool,
    /// True if the current game has a tag for its event.
    has_event: bool,
}

impl Splitter {
    /// Adds the next line of the file, including its line ending. Returns the previous game if this line begins a new
    /// one.
    pub fn line(&mut self, line: &[u8]) -> Option<Chunk> {
        let unmarked = line.strip_prefix(MARK).unwrap_or(line);
        let words = unmarked.trim_ascii();
        let is_event = begins_next(words);
        // A comment without an end extends to the next game.
        self.in_comment &= !(is_event && self.after_blank);
        let is_tag = words.first() == Some(&b'[') && !self.in_comment;
        let begins_anew =
            || self.may_end && self.has_moves && !self.in_comment && self.depth == 0 && begins(words);
        let is_next = is_tag && (self.has_text || is_event && self.has_event) || begins_anew();
        let done = if is_next { self.finish() } else { None };
        self.has_event |= is_tag && is_event;
        self.after_blank = words.is_empty();
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
    pub fn lines_before(&self) -> usize {
        self.before.0
    }

    /// Returns the length of the current game in bytes.
    pub fn length(&self) -> usize {
        self.game.len()
    }

    /// Returns the last game of the file, if anything is left.
    pub fn finish(&mut self) -> Option<Chunk> {
        let game = std::mem::take(&mut self.game);
        let (lines, bytes) = self.before;
        self.before = (lines + std::mem::take(&mut self.lines), bytes + game.len());
        (self.has_text, self.in_comment, self.depth, self.has_moves) = (false, false, 0, false);
        self.has_event = false;
        (!game.is_empty()).then(|| Chunk { text: decoded(&game), lines, bytes })
    }
}

/// Returns true if a line begins with the move number 1.
fn begins(line: &[u8]) -> bool {
    line.first() == Some(&b'1') && begins_anew(&String::from_utf8_lossy(line))
}

/// The byte order marks of UTF-16, with the low byte first and with the high byte first.
pub const WIDE_MARKS: [&[u8]; 2] = [b"\xff\xfe", b"\xfe\xff"];

/// Decodes a text in UTF-16, without its byte order mark. Returns `None` if it does not begin with the mark.
pub fn from_utf16(bytes: &[u8]) -> Option<String> {
    let mark = WIDE_MARKS.into_iter().find(|mark| bytes.starts_with(mark))?;
    Some(wide_text(&bytes[mark.len()..], mark))
}

/// Decodes UTF-16 in the order of a mark. Units that form no character are replaced.
pub fn wide_text(bytes: &[u8], mark: &[u8]) -> String {
    let unit = |pair: &[u8]| match *pair {
        [low, high] if mark == WIDE_MARKS[0] => u16::from_le_bytes([low, high]),
        [high, low] => u16::from_be_bytes([high, low]),
        _ => 0xfffd,
    };
    let units = bytes.chunks(2).map(unit);
    char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

/// The characters of Windows-1252 for the bytes from 0x80 to 0x9F, which are control characters in Latin-1.
const WINDOWS: &str = "\u{20ac}\u{81}\u{201a}\u{192}\u{201e}\u{2026}\u{2020}\u{2021}\u{2c6}\u{2030}\u{160}\u{2039}\u{152}\u{8d}\u{17d}\u{8f}\u{90}\u{2018}\u{2019}\u{201c}\u{201d}\u{2022}\u{2013}\u{2014}\u{2dc}\u{2122}\u{161}\u{203a}\u{153}\u{9d}\u{17e}\u{178}";

/// Returns true if a character stands for a byte from 0x80 in Windows-1252.
fn is_high(c: char) -> bool {
    ('\u{80}'..='\u{ff}').contains(&c) || !c.is_ascii() && WINDOWS.contains(c)
}

/// Returns the place of a word that was probably read in the wrong encoding: it has several letters with marks in a row.
pub(super) fn misread(text: &str) -> Option<(usize, usize)> {
    const MIN: usize = 4;
    let mut rest = 0;
    while let Some(start) = text[rest..].find(is_high).map(|at| rest + at) {
        let run = &text[start..];
        let run = &run[..run.find(|c| !is_high(c)).unwrap_or(run.len())];
        if run.chars().count() >= MIN
            && run.chars().filter(|c| ('\u{c0}'..='\u{ff}').contains(c)).count() >= 2
        {
            return Some((start, start + run.len()));
        }
        rest = start + run.len();
    }
    None
}

/// Decodes the text of a record. Lines that are neither UTF-16 nor valid UTF-8 are read as Windows-1252, which contains
/// Latin-1, the encoding of the PGN standard. If files were joined, a text can have lines of both.
pub fn decoded(bytes: &[u8]) -> String {
    if let Some(text) = from_utf16(bytes) {
        return text;
    }
    let bytes = bytes.strip_prefix(MARK).unwrap_or(bytes);
    let letter = |byte: &u8| {
        let special = byte.checked_sub(0x80).and_then(|at| WINDOWS.chars().nth(at.into()));
        special.unwrap_or(char::from(*byte))
    };
    let latin = |line: &[u8]| line.iter().map(letter).collect();
    let line = |line| std::str::from_utf8(line).map_or_else(|_| latin(line), str::to_owned);
    bytes.split_inclusive(|byte| *byte == b'\n').map(line).collect()
}
