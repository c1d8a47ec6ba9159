//! The comments of a tree, each with the part of the file that it is about.
//!
//! [`Tree::comments`] is the entry point. A comment after words is about the lines of their statement up to its own. A
//! comment on a line of its own is about the next line that has words.

use super::token::{Token, TokenKind};
use super::tree::{NodeKind, Tree};
use crate::base::source::Span;
use std::ops::Range;

/// A comment.
#[derive(Clone, Copy, Debug)]
pub struct Comment<'a> {
    pub token: Token<'a>,
    /// The whole lines that the comment is about, or its own line if no words follow it.
    pub about: Span,
    /// True if no words precede the comment on its line.
    pub is_alone: bool,
}

impl Tree {
    /// Returns the comments in the order of the lines that they are about.
    pub fn comments(&self) -> Vec<Comment<'_>> {
        let heads: Vec<Range<usize>> = self.nodes_of(NodeKind::Head).map(|head| head.range()).collect();
        let tokens: Vec<Token> = self.tokens().collect();
        let mut found = Vec::new();
        // The comments on lines of their own.
        let mut waiting: Vec<Comment> = Vec::new();
        let (mut first, mut start) = (0, 0);
        for line in tokens.split_inclusive(|token| token.kind == TokenKind::Newline) {
            let end = line.last().map_or(start, |last| last.span.range().end);
            let comment = line.iter().find(|token| token.kind == TokenKind::Comment);
            let is_alone = line[0].kind == TokenKind::Comment;
            let about = |start| Span::new(self.file(), start, end);
            if !is_alone && line[0].kind != TokenKind::Newline {
                let about = about(start);
                found.extend(waiting.drain(..).map(|comment| Comment { about, ..comment }));
            }
            if let Some(token) = comment.copied() {
                let head = &heads[heads.partition_point(|head| head.end <= first)..];
                let head = head.first().filter(|head| head.start < first && !is_alone);
                let begin = head.map(|head| self.line_start(tokens[head.start].span.range().start));
                let comment = Comment { token, about: about(begin.unwrap_or(start)), is_alone };
                if is_alone { waiting.push(comment) } else { found.push(comment) }
            }
            (first, start) = (first + line.len(), end);
        }
        found.extend(waiting);
        found
    }

    /// Returns the offset at which the line of a place begins.
    pub fn line_start(&self, at: usize) -> usize {
        self.text().get(..at).and_then(|before| before.rfind(['\n', '\r'])).map_or(0, |end| end + 1)
    }
}
