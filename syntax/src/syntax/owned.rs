//! Copies of statements, which merging and families change, with the places of their origin.
//!
//! A [`Statement`] is a list of [`Item`]s with an optional [`Block`], which contains statements and the rows of a
//! drawing. [`ast::Statement::copy`](super::ast::Statement::copy) makes one from a tree. After that, statements of
//! several files stand beside each other, so every part has its own span. Words have no meaning yet.

use crate::base::source::{Span, Spanned};
use std::sync::Arc;

/// A statement: at least one item, and an optional block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The items. They are shared, because the same statement is compiled under every choice.
    pub items: Arc<Vec<Item>>,
    pub block: Option<Block>,
    /// The span from the first item to the last, without the block.
    pub span: Span,
    /// True if a syntax error on the line may hide the meaning of the statement.
    pub poisoned: bool,
}

impl Statement {
    /// Returns the statement as text without a layout. The text reads back as the same statement.
    pub fn text(&self) -> String {
        let mut text = texts(&self.items);
        let Some(Block { statements, rows, .. }) = &self.block else { return text };
        let lines = rows.iter().map(DrawingRow::text).chain(statements.iter().map(Statement::text));
        text += " {\n";
        lines.for_each(|line| text += &format!("{line}\n"));
        text + "}"
    }
}

/// The content between two braces: statements, or the rows of a drawing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Block {
    pub statements: Vec<Statement>,
    pub rows: Vec<DrawingRow>,
    /// The span of the whole block with its braces.
    pub span: Span,
    /// The span of the opening brace.
    pub open: Span,
}

impl Block {
    /// Returns a copy of the block with other statements.
    pub fn around(&self, statements: Vec<Statement>) -> Block {
        Block { statements, rows: self.rows.clone(), span: self.span, open: self.open }
    }
}

/// A row of a drawing: `3 | R . K`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawingRow {
    /// The number before the bar.
    pub rank: Spanned<u32>,
    /// The mark of each square as written.
    pub squares: Vec<Spanned<String>>,
    /// The span from the rank to the last square or the closing bar.
    pub span: Span,
    /// True if there is a syntax error on the line.
    pub poisoned: bool,
}

impl DrawingRow {
    fn text(&self) -> String {
        let squares: Vec<&str> = self.squares.iter().map(|square| square.value.as_str()).collect();
        format!("{} | {}", self.rank.value, squares.join(" "))
    }
}

/// An item of a statement. Its span includes quotes or brackets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    pub kind: ItemKind,
    pub span: Span,
    /// True if a comma is missing between this item of a list and the previous one.
    pub joined: bool,
}

/// The kinds of items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ItemKind {
    /// A word such as `far-rank`, `P{x}`, `3-2`, or `Pp.waiting`.
    Word(String),
    /// A number, which consists only of digits.
    Number(u32),
    /// The content of `"..."`. Texts on successive lines are joined by spaces.
    Text(String),
    /// The content of a notation in backticks.
    Betza(String),
    /// The items of `[a, b]` without the commas.
    List(Vec<Item>),
    /// The keys of `[T4 A6]` at the end of a statement. A list without commas whose words have the form of keys
    /// is also read as marks.
    Marks(Vec<Item>),
    /// The items of `(...)`, including commas and other symbols.
    Group(Vec<Item>),
    /// One of the symbols `=` `:` `,` `*` `..` `<` `>` `<=` `>=`.
    Symbol(&'static str),
}

impl Item {
    pub fn new(kind: ItemKind, span: Span) -> Item {
        Item { kind, span, joined: false }
    }

    /// Returns the span of the content of a text or notation, without its quotes. For other items, returns the
    /// whole span.
    pub fn inner(&self) -> Span {
        match &self.kind {
            ItemKind::Text(content) | ItemKind::Betza(content) => self.span.part(1, 1 + content.len()),
            _ => self.span,
        }
    }

    /// Returns the word if the item is one.
    pub fn word(&self) -> Option<&str> {
        if let ItemKind::Word(word) = &self.kind { Some(word) } else { None }
    }

    /// Returns the items of a list or of marks.
    pub fn list(&self) -> Option<&[Item]> {
        if let ItemKind::List(items) | ItemKind::Marks(items) = &self.kind { Some(items) } else { None }
    }

    fn text(&self) -> String {
        match &self.kind {
            ItemKind::Word(word) => word.clone(),
            ItemKind::Number(number) => number.to_string(),
            ItemKind::Text(text) => format!("\"{text}\""),
            ItemKind::Betza(text) => format!("`{text}`"),
            ItemKind::List(items) | ItemKind::Marks(items) => format!("[{}]", entries(items)),
            ItemKind::Group(items) => format!("({})", texts(items)),
            ItemKind::Symbol(symbol) => (*symbol).to_owned(),
        }
    }

    pub fn is_text(&self) -> bool {
        matches!(self.kind, ItemKind::Text(_))
    }

    /// Returns true if the item is this symbol.
    pub fn is_symbol(&self, symbol: &str) -> bool {
        matches!(self.kind, ItemKind::Symbol(own) if own == symbol)
    }
}

/// Returns items as text.
fn texts(items: &[Item]) -> String {
    items.iter().map(Item::text).collect::<Vec<_>>().join(" ")
}

/// Returns the entries of a list as text, with commas between them.
fn entries(items: &[Item]) -> String {
    let mut text = String::new();
    for item in items {
        let apart = if text.is_empty() || item.joined { "" } else { "," };
        let space = if text.is_empty() { "" } else { " " };
        text += &format!("{apart}{space}{}", item.text());
    }
    text
}

/// Returns true if a word has the form of a key: a capital letter, followed by letters, digits, `.`, and `-`.
pub fn is_key(word: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-');
    word.starts_with(|c: char| c.is_ascii_uppercase()) && word.chars().all(is_part)
}
