//! The spanned tree: statements of items, blocks of statements and rows. It knows shape only, no word has a meaning yet.

use crate::base::source::{Span, Spanned};
use std::sync::Arc;

/// Everything one file says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct File {
    pub statements: Vec<Statement>,
    /// The lines with a mistake of shape. What stands on them is poisoned.
    pub broken: Vec<Span>,
    /// True if the file ends inside a block or lacks a line that opens one, so that a missing statement may have been
    /// there.
    pub is_cut_off: bool,
}

/// One fact: its items, at least one, and the block after them if it has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Statement {
    /// Shared, since the same statement is read under every choice.
    pub items: Arc<Vec<Item>>,
    pub block: Option<Block>,
    /// From the first item to the last, without the block.
    pub span: Span,
    /// True if a syntax error on its line may hide its meaning.
    pub poisoned: bool,
}

/// The content between two braces: statements, and the rows of a drawing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Block {
    pub statements: Vec<Statement>,
    pub rows: Vec<DrawingRow>,
    /// The whole block with its braces.
    pub span: Span,
    /// The opening brace.
    pub open: Span,
}

impl Block {
    /// The same block around other statements.
    pub(crate) fn around(&self, statements: Vec<Statement>) -> Block {
        Block { statements, rows: self.rows.clone(), span: self.span, open: self.open }
    }
}

/// One row of a drawing: `3 | R . K`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DrawingRow {
    /// The number before the bar.
    pub rank: Spanned<u32>,
    /// The content of each square, as written.
    pub squares: Vec<Spanned<String>>,
    /// From the rank to the last square or the closing bar.
    pub span: Span,
    /// True if its line has a syntax error.
    pub poisoned: bool,
}

/// One item of a statement, and where it was written, with its quotes or brackets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Item {
    pub kind: ItemKind,
    pub span: Span,
    /// True if it follows another item of a list without a comma between them.
    pub joined: bool,
}

/// The kinds of items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ItemKind {
    /// `far-rank`, `P{x}`, `3-2`, `Pp.waiting`.
    Word(String),
    /// Digits only.
    Number(u32),
    /// The inside of `"..."`. Texts on successive lines are one, joined by blanks.
    Text(String),
    /// The inside of a move string between backticks.
    Betza(String),
    /// `[a, b]`, the commas dropped.
    List(Vec<Item>),
    /// `[T4 A6]` at the end of a statement: words that look like keys of places in sources, without commas.
    Marks(Vec<Item>),
    /// `(...)`, commas and other symbols kept.
    Group(Vec<Item>),
    /// One of `=` `:` `,` `*` `..` `<` `>` `<=` `>=`.
    Symbol(&'static str),
}

impl Item {
    pub(crate) fn new(kind: ItemKind, span: Span) -> Item {
        Item { kind, span, joined: false }
    }

    /// The span of the content: of a text or move string without its quotes, of anything else the whole.
    pub(crate) fn inner(&self) -> Span {
        match &self.kind {
            ItemKind::Text(content) | ItemKind::Betza(content) => self.span.part(1, 1 + content.len()),
            _ => self.span,
        }
    }

    /// The word, if it is one.
    pub(crate) fn word(&self) -> Option<&str> {
        if let ItemKind::Word(word) = &self.kind { Some(word) } else { None }
    }

    /// The words in brackets: those of a list, or of what looks like marks.
    pub(crate) fn list(&self) -> Option<&[Item]> {
        if let ItemKind::List(items) | ItemKind::Marks(items) = &self.kind { Some(items) } else { None }
    }

    pub(crate) fn is_text(&self) -> bool {
        matches!(self.kind, ItemKind::Text(_))
    }

    /// Returns true if it is this symbol.
    pub(crate) fn is_symbol(&self, symbol: &str) -> bool {
        matches!(self.kind, ItemKind::Symbol(own) if own == symbol)
    }
}
