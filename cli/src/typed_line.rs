//! Reads lines of standard input, of which a long one does not fill the memory.

use std::io::{self, BufRead, Read};

/// The maximum length of a line in bytes. The longest game in one line is much shorter.
const MAX_BYTES: u64 = 1_000_000;
/// The number of characters of a line that an answer repeats.
pub(super) const MAX_ECHO: usize = 1_000;

/// The message about a line that is too long.
pub(super) const TOO_LONG: &str = "the line is longer than 1000000 bytes, so it is ignored";

/// The next line of the input.
pub(super) enum TypedLine {
    /// A line without its line end and without spaces around it.
    Text(String),
    /// A line that is too long, of which nothing is kept.
    TooLong,
    /// The end of the input.
    End,
}

/// Reads the next line of standard input.
///
/// # Errors
/// If the input cannot be read.
pub(super) fn read() -> io::Result<TypedLine> {
    let (mut input, mut bytes) = (io::stdin().lock(), Vec::new());
    if input.by_ref().take(MAX_BYTES).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(TypedLine::End);
    } else if bytes.len() as u64 == MAX_BYTES && !bytes.ends_with(b"\n") {
        input.skip_until(b'\n')?;
        return Ok(TypedLine::TooLong);
    }
    Ok(TypedLine::Text(String::from_utf8_lossy(&bytes).trim().to_owned()))
}
