//! Records of games: PGN with tags for the rules of a game.
//!
//! The module `split` divides large files, `pgn` divides a text into games, and `body` parses the moves of a game.
//! [`read()`] plays the moves by the rules, and [`write()`] writes a game. Reading a written game gives the same
//! game.

mod body;
mod data;
mod heading;
mod pgn;
mod read;
mod replay;
mod split;
mod start;
mod write;

pub use body::Note;
pub use data::{Record, RecordedLine, RecordedMove};
pub use heading::{GameTags, Identity, Score};
pub use pgn::DividedRecord;
pub use read::{RecordDefaults, Recorded, Variation, find, read, read_with, unreadable};
pub use split::{Chunk, Splitter, WIDE_MARKS, decoded, from_utf16, wide_text};
pub use write::{algebraic, algebraic_among, line, long_algebraic, rewrite, write, write_in, write_line};

/// The beginning of a game that was saved in the old format, before ferz used PGN.
const FORMER: &str = "ferz game ";

/// Returns true if a text is a record of games, which begins with a tag.
pub fn is_record(text: &str) -> bool {
    let first = text.trim_start().lines().next().unwrap_or_default();
    let tag = first.strip_prefix('[').and_then(|rest| rest.split_once(" \""));
    tag.is_some_and(|(name, rest)| pgn::is_name(name) && rest.trim_end().ends_with("\"]"))
}

/// Returns true if the first line of a file begins a game: a tag, a comment, or a move. Other files contain positions,
/// whose ranks are separated by slashes.
pub fn begins_games(line: &str) -> bool {
    let line = line.trim();
    let number = line.trim_start_matches(|c: char| c.is_ascii_digit());
    line.starts_with(['[', ';', '%'])
        || !line.contains('/')
        || number.len() < line.len() && number.starts_with(['.', ' '])
}

/// Returns true if a text is a game in the old format, before ferz used PGN.
pub fn is_former(text: &str) -> bool {
    text.starts_with(FORMER) && text.lines().any(|line| line.starts_with("fen "))
}
