//! Text to tree: what stands in a `.ferz` file, before anyone asks what the words mean.
//!
//! `text -> scan (pest, line by line) -> mend (braces and brackets paired) -> parse -> File`. Reading never fails: every
//! statement that can be read is returned, beside one diagnostic for each mistake of shape. No other module but `betza`
//! names pest, and pest's own messages never leave this one.

mod format;
mod mend;
mod parse;
mod problems;
mod scan;
mod tree;

pub(crate) use format::format;
pub(crate) use parse::{is_key, parse};
pub(super) use scan::first_characters;
#[cfg(test)]
pub(crate) use tree::File;
pub(crate) use tree::{Block, DrawingRow, Item, ItemKind, Statement};

/// Blocks, and lists and groups, nest at most this deep.
pub(crate) const MAX_DEPTH: usize = 32;
/// No line is longer than this, in bytes besides blanks.
pub(crate) const MAX_LINE: usize = 10_000;
/// A file is read up to about this many words, signs and lines, some fifty times as many as the longest rules take.
pub(crate) const MAX_TOKENS: usize = 50_000;
/// After this many mistakes of shape the rest of the file's are not listed.
pub(crate) const MAX_PROBLEMS: usize = 100;
