//! The syntax tree of one text, which loses nothing: all tokens in one list, and nodes that are ranges of it.
//!
//! [`Tree`] is the main type, and [`parse`](super::parse()) builds it. Everything that reads rule text reads the tree:
//! its [tokens](Tree::tokens), the [typed views](super::ast) of its statements, or its [comments](Tree::comments).
//! Words have no meaning yet.
//!
//! Invariants: the tokens and the blanks between them are the text, byte for byte. A token that recovery has inserted
//! is empty. The nodes are in the order of the text, with each node before those inside it, and the tokens of a node
//! lie within those of the node around it.

use super::MAX_LINE;
use super::ast::Statement;
use super::token::{Token, TokenKind};
use crate::base::source::Span;
use crate::messages::diagnostic::Diagnostic;
use std::ops::Range;
use std::sync::Arc;

/// The tokens and nodes of a text, with the problems of its syntax.
#[derive(Debug, Default)]
pub struct Tree {
    file: u32,
    text: Arc<str>,
    tokens: Vec<Piece>,
    nodes: Vec<NodeData>,
    problems: Vec<Diagnostic>,
    /// The lines with a syntax error. The statements on them are poisoned.
    broken: Vec<Span>,
    /// The blocks without a head. The statements in them are poisoned.
    loose: Vec<Span>,
    is_cut_off: bool,
}

/// A token without its text.
#[derive(Clone, Copy, Debug)]
struct Piece {
    kind: TokenKind,
    start: u32,
    end: u32,
}

/// The kinds of nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NodeKind {
    File,
    /// A statement: its head, its block if it has one, and the items that follow its block by mistake.
    Statement,
    /// The items of a statement.
    Head,
    /// Items after the block of a statement, which belong before it.
    Tail,
    Block,
    /// A block that belongs to no statement. Its statements are read as if it had no braces.
    LooseBlock,
    /// A row of a drawing.
    Row,
    List,
    /// A list in the form of marks, where marks can stand.
    Marks,
    Group,
    /// Texts on successive lines, which form one text.
    Text,
}

/// A node: a range of tokens and, because nodes are in order, a range of the nodes inside it.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeData {
    pub(super) kind: NodeKind,
    /// The range of its tokens.
    pub(super) first: usize,
    pub(super) end: usize,
    /// The index of the first node that is not inside this one.
    pub(super) next: usize,
}

/// The result of recovery, which the tree keeps beside its tokens.
#[derive(Debug, Default)]
pub(super) struct Recovered {
    pub(super) problems: Vec<Diagnostic>,
    pub(super) broken: Vec<Span>,
    pub(super) loose: Vec<Span>,
    pub(super) unreadable: Vec<Span>,
    pub(super) is_cut_off: bool,
}

impl Tree {
    /// Creates a tree from the tokens that were read and the nodes that refer to them. The unreadable pieces of the
    /// text are added to the tokens.
    pub(super) fn new(
        file: u32,
        text: Arc<str>,
        tokens: &[Token],
        mut nodes: Vec<NodeData>,
        recovered: Recovered,
    ) -> Tree {
        let Recovered { problems, broken, loose, mut unreadable, is_cut_off } = recovered;
        unreadable.retain(|span| span.start < span.end);
        unreadable.sort_by_key(|span| span.start);
        let mut all = Vec::with_capacity(tokens.len() + unreadable.len());
        // The new index of each token.
        let mut moved = Vec::with_capacity(tokens.len());
        let mut skipped = unreadable.iter().peekable();
        let piece = |kind, span: Span| Piece { kind, start: span.start, end: span.end };
        for token in tokens {
            while let Some(span) = skipped.next_if(|span| span.end <= token.span.start) {
                all.push(piece(TokenKind::Unreadable, *span));
            }
            moved.push(all.len());
            all.push(piece(token.kind, token.span));
        }
        all.extend(skipped.map(|span| piece(TokenKind::Unreadable, *span)));
        for node in &mut nodes {
            node.first = moved.get(node.first).copied().unwrap_or(all.len());
            node.end =
                node.end.checked_sub(1).and_then(|last| moved.get(last)).map_or(all.len(), |last| last + 1);
        }
        if let Some(root) = nodes.first_mut() {
            (root.first, root.end) = (0, all.len());
        }
        Tree { file, text, tokens: all, nodes, problems, broken, loose, is_cut_off }
    }

    /// Returns the index of the text in [`Sources`](crate::base::source::Sources).
    pub fn file(&self) -> u32 {
        self.file
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the syntax errors of the text.
    pub fn problems(&self) -> &[Diagnostic] {
        &self.problems
    }

    /// Returns the lines with a syntax error.
    pub fn broken_lines(&self) -> &[Span] {
        &self.broken
    }

    /// Returns true if the file ends inside a block or lacks a line that opens one, so that statements may be lost.
    pub fn is_cut_off(&self) -> bool {
        self.is_cut_off
    }

    /// Returns true if a syntax error may hide the meaning of this place.
    pub(super) fn is_poisoned(&self, span: Span) -> bool {
        if self.problems.is_empty() {
            return false;
        }
        let next = self.broken.partition_point(|line| line.end < span.start);
        self.broken.get(next).is_some_and(|line| line.start <= span.end)
            || self.loose.iter().any(|block| block.holds(span))
    }

    /// Returns all tokens in the order of the text.
    pub fn tokens(&self) -> impl DoubleEndedIterator<Item = Token<'_>> + ExactSizeIterator + Clone {
        self.tokens_in(0..self.tokens.len())
    }

    /// Returns the tokens that overlap a part of the text.
    pub fn tokens_at(
        &self,
        part: Range<usize>,
    ) -> impl DoubleEndedIterator<Item = Token<'_>> + ExactSizeIterator + Clone {
        let first = self.tokens.partition_point(|token| token.end as usize <= part.start);
        let end = self.tokens.partition_point(|token| (token.start as usize) < part.end);
        self.tokens_in(first..end.max(first))
    }

    /// Returns the texts of the tokens in a part of the text, at most [`MAX_LINE`] bytes of each.
    pub fn texts_at(&self, part: Range<usize>) -> impl Iterator<Item = &str> {
        self.tokens_at(part.clone()).filter_map(move |token| {
            let range = token.span.range();
            let text = self.text.get(range.start.max(part.start)..range.end.min(part.end))?;
            text.get(..text.floor_char_boundary(MAX_LINE))
        })
    }

    fn tokens_in(
        &self,
        range: Range<usize>,
    ) -> impl DoubleEndedIterator<Item = Token<'_>> + ExactSizeIterator + Clone {
        let pieces = self.tokens.get(range).unwrap_or_default();
        pieces.iter().map(|piece| self.token_of(*piece))
    }

    fn token_of(&self, Piece { kind, start, end }: Piece) -> Token<'_> {
        let text = self.text.get(start as usize..end as usize).unwrap_or_default();
        Token { kind, span: Span { file: self.file, start, end }, text }
    }

    /// Returns the text of a part of the file without its comments.
    pub fn without_comments(&self, part: Range<usize>) -> String {
        let mut kept = self.text.get(part.clone()).unwrap_or_default().to_owned();
        for comment in self.tokens_at(part.clone()).rev().filter(|token| token.kind == TokenKind::Comment) {
            let range = comment.span.range();
            let (start, end) = (range.start.max(part.start), range.end.min(part.end));
            kept.replace_range(start - part.start..end - part.start, "");
        }
        kept
    }

    /// Returns the statements of the file, without those in their blocks.
    pub fn statements(&self) -> impl Iterator<Item = Statement<'_>> {
        self.root().into_iter().flat_map(Node::statements)
    }

    /// Returns all statements. A statement comes before the statements of its block.
    pub fn every_statement(&self) -> impl DoubleEndedIterator<Item = Statement<'_>> + Clone {
        self.nodes_of(NodeKind::Statement).map(Statement)
    }

    /// Returns all nodes of a kind.
    pub(super) fn nodes_of(&self, kind: NodeKind) -> impl DoubleEndedIterator<Item = Node<'_>> + Clone {
        let of_kind = self.nodes.iter().enumerate().filter(move |(_, node)| node.kind == kind);
        of_kind.map(|(at, _)| Node { tree: self, at })
    }

    fn root(&self) -> Option<Node<'_>> {
        (!self.nodes.is_empty()).then_some(Node { tree: self, at: 0 })
    }
}

/// A node of a tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<'a> {
    pub(super) tree: &'a Tree,
    at: usize,
}

/// A token or a node directly inside a node.
#[derive(Clone, Copy, Debug)]
pub(super) enum Child<'a> {
    Token(Token<'a>),
    Node(Node<'a>),
}

impl<'a> Node<'a> {
    fn data(self) -> NodeData {
        self.tree.nodes[self.at]
    }

    pub(super) fn kind(self) -> NodeKind {
        self.data().kind
    }

    /// Returns the range of its tokens in [`Tree::tokens`].
    pub(super) fn range(self) -> Range<usize> {
        self.data().first..self.data().end
    }

    pub(super) fn tokens(self) -> impl DoubleEndedIterator<Item = Token<'a>> + ExactSizeIterator + Clone {
        self.tree.tokens_in(self.range())
    }

    /// Returns the span from the first token to the last.
    pub(super) fn span(self) -> Span {
        let mut tokens = self.tokens().map(|token| token.span);
        let first = tokens.next().unwrap_or_default();
        tokens.next_back().map_or(first, |last| first.to(last))
    }

    /// Returns the nodes directly inside this one.
    pub(super) fn nodes(self) -> impl Iterator<Item = Node<'a>> {
        let end = self.data().next;
        let tree = self.tree;
        let node = move |at: usize| (at < end).then_some(Node { tree, at });
        std::iter::successors(node(self.at + 1), move |last| node(last.data().next))
    }

    /// Returns the statements directly inside this node. The braces of a loose block do not count.
    pub(super) fn statements(self) -> impl Iterator<Item = Statement<'a>> {
        self.inside(NodeKind::Statement).map(Statement)
    }

    /// Returns the nodes of a kind directly inside this one, as if loose blocks had no braces.
    pub(super) fn inside(self, kind: NodeKind) -> impl Iterator<Item = Node<'a>> {
        let end = self.data().next;
        let tree = self.tree;
        let node = move |at: usize| (at < end).then_some(Node { tree, at });
        let after = move |last: &Node<'a>| match last.kind() {
            NodeKind::LooseBlock => node(last.at + 1),
            _ => node(last.data().next),
        };
        std::iter::successors(node(self.at + 1), after).filter(move |node| node.kind() == kind)
    }

    /// Returns the tokens and nodes directly inside this node.
    pub(super) fn children(self) -> impl Iterator<Item = Child<'a>> {
        let Range { start: mut token, end } = self.range();
        let mut nodes = self.nodes().peekable();
        let tree = self.tree;
        std::iter::from_fn(move || {
            if let Some(node) = nodes.next_if(|node| node.data().first == token) {
                token = node.data().end;
                return Some(Child::Node(node));
            }
            let piece = tree.tokens.get(token).filter(|_| token < end)?;
            token += 1;
            Some(Child::Token(tree.token_of(*piece)))
        })
    }
}
