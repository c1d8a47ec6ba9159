//! Syntax: from text to a tree in which words have no meaning yet.
//!
//! `text -> scan (pest, line by line) -> repair (braces and brackets paired) -> parse -> File`. [`parse()`] is the
//! entry point. It never fails: it returns every statement that can be read, and one diagnostic for each syntax
//! error. Only this module and `betza` use pest, whose error messages are never shown.

mod continuation;
mod format;
mod parse;
pub mod problems;
mod recovery;
pub mod scan;
mod signs;
mod tree;

pub use format::format;
pub use parse::parse;
pub use scan::first_characters;
pub use scan::without_comments;
pub use tree::{Block, DrawingRow, File, Item, ItemKind, Statement, is_key};

/// The maximum nesting depth of blocks, and of lists and groups.
pub const MAX_DEPTH: usize = 32;
/// The maximum length of a line in bytes, not including spaces.
pub const MAX_LINE: usize = 10_000;
/// The approximate maximum number of tokens that are read from a file. It far exceeds that of any real file.
pub const MAX_TOKENS: usize = 50_000;
/// The maximum number of syntax errors that are reported for one file.
pub const MAX_PROBLEMS: usize = 100;
