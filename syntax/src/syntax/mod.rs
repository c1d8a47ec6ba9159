//! Syntax: from text to a tree that keeps every byte, and in which words have no meaning yet.
//!
//! `text -> scan (pest, line by line) -> repair (braces and brackets paired) -> parse -> Tree`. [`parse()`] is the entry
//! point. It never fails: the [`Tree`] holds every statement that can be read, and one diagnostic for each syntax error.
//! [`ast`] has the typed views of its nodes, and [`Statement`] is a copy of one for merging. No other module reads rule
//! text: the formatter, `# allow` comments, and the editor read the tree.
//!
//! Only this module and `betza` use pest, whose error messages are never shown.

pub mod ast;
mod comments;
mod continuation;
mod format;
mod owned;
mod parse;
pub mod problems;
mod recovery;
pub mod scan;
mod signs;
mod token;
mod tree;

pub use comments::Comment;
pub use format::format;
pub use owned::{Block, DrawingRow, Item, ItemKind, Statement, is_key};
pub use parse::parse;
pub use scan::first_characters;
pub use token::{Token, TokenKind};
pub use tree::Tree;

/// The maximum nesting depth of blocks, and of lists and groups.
pub const MAX_DEPTH: usize = 32;
/// The maximum length of a line in bytes, not including spaces.
pub const MAX_LINE: usize = 10_000;
/// The approximate maximum number of tokens that are read from a file. It far exceeds that of any real file.
pub const MAX_TOKENS: usize = 50_000;
/// The maximum number of syntax errors that are reported for one file.
pub const MAX_PROBLEMS: usize = 100;
