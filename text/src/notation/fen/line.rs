//! Finds the position in a line that holds more: the word that a program writes before it, and the operations of EPD
//! after it.

use crate::rules::Variant;
use std::iter::once;

/// The words before a position in protocols and in the output of programs.
const BEFORE: [&str; 3] = ["position", "sfen", "fen"];

/// The usual operations of EPD, which are recognized even if the semicolon after them is missing.
const OPERATIONS: [&str; 6] = ["am", "bm", "dm", "id", "pv", "sm"];

/// The number of fields before the operations in EPD.
const FIELDS: usize = 4;

/// Returns the part of a line that is a position.
pub fn position_in(line: &str) -> &str {
    let mut text = line.trim();
    for word in BEFORE {
        text = after(word, text).unwrap_or(text);
    }
    let end = text.find(';').unwrap_or(text.len());
    let is_terminated = end < text.len();
    let starts_operation = |at: &usize| {
        let word = text[*at..].split(char::is_whitespace).next().unwrap_or_default();
        let is_word = word.starts_with(|c: char| c.is_ascii_alphabetic()) && !word.contains('=');
        is_word && (is_terminated || OPERATIONS.contains(&word))
    };
    let operation = field_starts(&text[..end]).skip(FIELDS).find(starts_operation);
    text[..operation.unwrap_or(end)].trim_end()
}

/// Returns the word before the position of a line that names its format: true for `sfen`, false for `fen`.
pub(super) fn called_sfen(line: &str) -> Option<bool> {
    let [first, sfen, fen] = BEFORE;
    let text = line.trim();
    let text = after(first, text).unwrap_or(text);
    [(sfen, true), (fen, false)].into_iter().find(|(word, _)| after(word, text).is_some()).map(|(_, is)| is)
}

/// Returns true if the word before a position says that it is SFEN. A game with castling has no SFEN.
pub(super) fn is_told_sfen(variant: &Variant, text: &str) -> bool {
    variant.castlings.is_empty() && called_sfen(text) == Some(true)
}

/// Returns the text after a word with which it begins, in any case and possibly with a colon.
fn after<'t>(word: &str, text: &'t str) -> Option<&'t str> {
    text.get(..word.len()).filter(|first| first.eq_ignore_ascii_case(word))?;
    let rest = &text[word.len()..];
    let rest = rest.strip_prefix(':').unwrap_or(rest);
    (rest.is_empty() || rest.starts_with(char::is_whitespace)).then(|| rest.trim_start())
}

/// Returns true if a position has the counts of plies and moves, which are operations in EPD.
pub fn counts_moves(position: &str) -> bool {
    position.split_whitespace().skip(FIELDS - 1).any(|field| field.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Returns the offsets of the fields of a text.
fn field_starts(text: &str) -> impl Iterator<Item = usize> {
    let before = once(' ').chain(text.chars());
    let starts = text.char_indices().zip(before);
    starts.filter(|((_, c), before)| !c.is_whitespace() && before.is_whitespace()).map(|((at, _), _)| at)
}
