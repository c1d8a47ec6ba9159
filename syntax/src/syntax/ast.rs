//! Typed views of the nodes of a [`Tree`](super::Tree): statements, items, blocks, and rows of drawings.
//!
//! A view is a reference into the tree, so it is `Copy`, and making one costs nothing. [`Statement`] is the main type;
//! [`Tree::statements`](super::Tree::statements) lists those of a file. Every accessor skips comments, line ends, and
//! unreadable pieces. What merging and families change are [copies](super::Statement) of these views, which
//! [`Statement::copy`] makes.

use super::owned;
use super::token::{Token, TokenKind};
use super::tree::{Child, Node, NodeKind};
use crate::base::source::{Span, Spanned};
use crate::messages::look_alike::plain_signs;
use std::borrow::Cow;

/// A statement: at least one item, and an optional block.
#[derive(Clone, Copy, Debug)]
pub struct Statement<'a>(pub(super) Node<'a>);

impl<'a> Statement<'a> {
    fn head(self) -> Option<Node<'a>> {
        self.0.nodes().find(|node| node.kind() == NodeKind::Head)
    }

    /// Returns the items. Items that follow the block by mistake come last.
    pub fn items(self) -> impl Iterator<Item = Item<'a>> {
        let parts = self.0.nodes().filter(|node| matches!(node.kind(), NodeKind::Head | NodeKind::Tail));
        parts.flat_map(items)
    }

    /// Returns all items, including those in lists and groups. An item comes before the items inside it.
    pub fn every_item(self) -> Vec<Item<'a>> {
        let mut all = Vec::new();
        let mut open: Vec<Item> = self.items().collect();
        open.reverse();
        while let Some(item) = open.pop() {
            all.push(item);
            let mut inner: Vec<Item> = item.inner().into_iter().flat_map(Bracket::items).collect();
            inner.reverse();
            open.append(&mut inner);
        }
        all
    }

    pub fn block(self) -> Option<Block<'a>> {
        self.0.nodes().find(|node| node.kind() == NodeKind::Block).map(Block)
    }

    /// Returns the span from the first item to the last, without the block.
    pub fn span(self) -> Span {
        self.head().map_or(self.0.span(), Node::span)
    }

    /// Returns the span of the statement with its block.
    pub fn whole(self) -> Span {
        self.block().map_or(self.span(), |block| self.span().to(block.span()))
    }

    /// Returns true if a syntax error on the line may hide the meaning of the statement.
    fn is_poisoned(self) -> bool {
        self.0.tree.is_poisoned(self.span())
    }

    /// Returns a copy that does not refer to the tree.
    pub fn copy(self) -> owned::Statement {
        owned::Statement {
            items: owned_items(self.items()).into(),
            block: self.block().map(Block::copy),
            span: self.span(),
            poisoned: self.is_poisoned(),
        }
    }
}

/// The content between two braces: statements, or the rows of a drawing.
#[derive(Clone, Copy, Debug)]
pub struct Block<'a>(Node<'a>);

impl<'a> Block<'a> {
    pub fn statements(self) -> impl Iterator<Item = Statement<'a>> {
        self.0.statements()
    }

    pub fn rows(self) -> impl Iterator<Item = Row<'a>> {
        self.0.inside(NodeKind::Row).map(Row)
    }

    /// Returns the span of the block with its braces.
    pub fn span(self) -> Span {
        self.0.span()
    }

    /// Returns the span of the opening brace.
    pub fn open(self) -> Span {
        self.0.tokens().next().map(|token| token.span).unwrap_or_default()
    }

    fn copy(self) -> owned::Block {
        owned::Block {
            statements: self.statements().map(Statement::copy).collect(),
            rows: self.rows().map(Row::copy).collect(),
            span: self.span(),
            open: self.open(),
        }
    }
}

/// A row of a drawing: `3 | R . K`.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a>(Node<'a>);

impl<'a> Row<'a> {
    /// Returns the number before the bar.
    pub fn rank(self) -> Option<Token<'a>> {
        self.0.tokens().next()
    }

    /// Returns the marks of the squares.
    pub fn squares(self) -> impl Iterator<Item = Token<'a>> {
        self.0.tokens().filter(|token| mark(token).is_some())
    }

    /// Returns the span from the rank to the last square or the closing bar.
    pub fn span(self) -> Span {
        self.0.span()
    }

    fn copy(self) -> owned::DrawingRow {
        let rank = self.rank().map(|rank| Spanned::new(number(rank.text), rank.span));
        let square = |token: Token| Some(Spanned::new(mark(&token)?.to_owned(), token.span));
        owned::DrawingRow {
            rank: rank.unwrap_or(Spanned::new(0, self.span())),
            squares: self.squares().filter_map(square).collect(),
            span: self.span(),
            poisoned: self.0.tree.is_poisoned(self.span()),
        }
    }
}

/// Returns the mark of a square, without a comma after it.
pub(super) fn mark<'a>(token: &Token<'a>) -> Option<&'a str> {
    Some(token.text.trim_matches(',')).filter(|mark| token.kind == TokenKind::Square && !mark.is_empty())
}

/// An item of a statement, a list, or a group.
#[derive(Clone, Copy, Debug)]
pub enum Item<'a> {
    /// A word such as `far-rank`, `P{x}`, `3-2`, or `Pp.waiting`.
    Word(Token<'a>),
    Number(Token<'a>),
    Text(Text<'a>),
    /// A move string.
    Betza(Token<'a>),
    /// A list `[a, b]`.
    List(Bracket<'a>),
    /// The keys of `[T4 A6]` at the end of a statement. A list without commas whose words have the form of keys
    /// is also read as marks.
    Marks(Bracket<'a>),
    /// A group `(...)`.
    Group(Bracket<'a>),
    /// One of the symbols `=` `:` `,` `*` `..` `<` `>` `<=` `>=`.
    Symbol(Token<'a>),
}

impl<'a> Item<'a> {
    /// Returns the span, which includes quotes or brackets.
    pub fn span(self) -> Span {
        match self {
            Item::Word(token) | Item::Number(token) | Item::Betza(token) | Item::Symbol(token) => token.span,
            Item::Text(text) => text.span(),
            Item::List(inner) | Item::Marks(inner) | Item::Group(inner) => inner.0.span(),
        }
    }

    /// Returns the word as it is written, if the item is one.
    pub fn word(self) -> Option<&'a str> {
        if let Item::Word(token) = self { Some(token.text) } else { None }
    }

    /// Returns the items of a list, of marks, or of a group.
    pub fn inner(self) -> Option<Bracket<'a>> {
        if let Item::List(inner) | Item::Marks(inner) | Item::Group(inner) = self {
            Some(inner)
        } else {
            None
        }
    }

    fn copy(self) -> owned::Item {
        let kind = match self {
            Item::Word(word) => owned::ItemKind::Word(plain(word.text).into_owned()),
            Item::Number(token) => owned::ItemKind::Number(number(token.text)),
            Item::Text(text) => owned::ItemKind::Text(text.content()),
            Item::Betza(token) => owned::ItemKind::Betza(content(&token).to_owned()),
            Item::List(inner) => owned::ItemKind::List(inner.copied_entries()),
            Item::Marks(inner) => owned::ItemKind::Marks(inner.copied_entries()),
            Item::Group(inner) => owned::ItemKind::Group(owned_items(inner.items())),
            Item::Symbol(token) => owned::ItemKind::Symbol(token.kind.symbol().unwrap_or_default()),
        };
        owned::Item::new(kind, self.span())
    }
}

/// A text for readers: one token, or several on successive lines.
#[derive(Clone, Copy, Debug)]
pub enum Text<'a> {
    One(Token<'a>),
    Lines(TextLines<'a>),
}

/// Texts on successive lines, which form one text.
#[derive(Clone, Copy, Debug)]
pub struct TextLines<'a>(Node<'a>);

impl Text<'_> {
    fn span(self) -> Span {
        match self {
            Text::One(token) => token.span,
            Text::Lines(lines) => lines.0.span(),
        }
    }

    /// Returns the content. Texts on successive lines are joined by spaces.
    pub fn content(self) -> String {
        match self {
            Text::One(token) => content(&token).to_owned(),
            Text::Lines(TextLines(node)) => {
                let texts = node.tokens().filter(|token| token.kind.is_text());
                texts.map(|token| content(&token)).collect::<Vec<_>>().join(" ")
            }
        }
    }
}

/// The items between two brackets.
#[derive(Clone, Copy, Debug)]
pub struct Bracket<'a>(Node<'a>);

impl<'a> Bracket<'a> {
    /// Returns the items, including commas.
    pub fn items(self) -> impl Iterator<Item = Item<'a>> {
        items(self.0)
    }

    /// Returns the entries of a list, without the commas between them.
    pub fn entries(self) -> impl Iterator<Item = Item<'a>> {
        self.items().filter(|item| !is_comma(item))
    }

    /// Returns copies of the entries. If a comma is missing before one, it is marked as joined.
    fn copied_entries(self) -> Vec<owned::Item> {
        let mut entries: Vec<owned::Item> = Vec::new();
        let mut after_comma = true;
        for item in self.items() {
            if !is_comma(&item) {
                entries.push(owned::Item { joined: !after_comma, ..item.copy() });
            }
            after_comma = is_comma(&item);
        }
        entries
    }
}

fn is_comma(item: &Item) -> bool {
    matches!(item, Item::Symbol(token) if token.kind == TokenKind::Comma)
}

fn owned_items<'a>(items: impl Iterator<Item = Item<'a>>) -> Vec<owned::Item> {
    items.map(Item::copy).collect()
}

/// Returns the items directly inside a node.
fn items<'a>(node: Node<'a>) -> impl Iterator<Item = Item<'a>> {
    node.children().filter_map(|child| match child {
        Child::Token(token) => item(token),
        Child::Node(node) => match node.kind() {
            NodeKind::List => Some(Item::List(Bracket(node))),
            NodeKind::Marks => Some(Item::Marks(Bracket(node))),
            NodeKind::Group => Some(Item::Group(Bracket(node))),
            NodeKind::Text => Some(Item::Text(Text::Lines(TextLines(node)))),
            NodeKind::File | NodeKind::Statement | NodeKind::Head | NodeKind::Tail => None,
            NodeKind::Block | NodeKind::LooseBlock | NodeKind::Row => None,
        },
    })
}

/// Returns the item that a single token is, if it is one.
fn item(token: Token) -> Option<Item> {
    match token.kind {
        TokenKind::Word => Some(Item::Word(token)),
        TokenKind::Number => Some(Item::Number(token)),
        TokenKind::Text | TokenKind::OpenText | TokenKind::OtherText => Some(Item::Text(Text::One(token))),
        TokenKind::Betza | TokenKind::OpenBetza => Some(Item::Betza(token)),
        TokenKind::Comma | TokenKind::Colon | TokenKind::Equals | TokenKind::Star | TokenKind::Range => {
            Some(Item::Symbol(token))
        }
        TokenKind::Less | TokenKind::More | TokenKind::AtMost | TokenKind::AtLeast => {
            Some(Item::Symbol(token))
        }
        TokenKind::OpenBlock | TokenKind::CloseBlock | TokenKind::OpenList | TokenKind::CloseList => None,
        TokenKind::OpenGroup | TokenKind::CloseGroup | TokenKind::Semicolon => None,
        TokenKind::Rank | TokenKind::Bar | TokenKind::Square => None,
        TokenKind::Comment | TokenKind::Newline | TokenKind::Unreadable => None,
    }
}

/// Returns a word without invisible characters and with plain hyphens.
pub(super) fn plain(word: &str) -> Cow<'_, str> {
    if word.is_ascii() { Cow::Borrowed(word) } else { Cow::Owned(plain_signs(word)) }
}

/// Returns the content of a text or of a move string, without its quotes.
fn content<'a>(token: &Token<'a>) -> &'a str {
    let mut characters = token.text.chars();
    characters.next();
    if !matches!(token.kind, TokenKind::OpenText | TokenKind::OpenBetza) {
        characters.next_back();
    }
    characters.as_str()
}

/// Returns a number, or the largest one if it is too large.
fn number(text: &str) -> u32 {
    text.parse().unwrap_or(u32::MAX)
}
