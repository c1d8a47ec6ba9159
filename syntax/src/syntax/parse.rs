//! The parser, which builds the nodes of the tree. The tokens have been repaired, so every opening token has its
//! partner and the nesting depth is bounded.
//!
//! [`parse`] is the entry point. [`TreeBuilder::body`] reads statements and rows, [`TreeBuilder::statement`] reads the
//! items of a statement, and [`TreeBuilder::item`] reads a single item. A token that belongs nowhere becomes unreadable.

mod items;

use super::ast::mark;
use super::continuation::marks_follow;
use super::problems::Problems;
use super::recovery::repair;
use super::scan::scan;
use super::token::{Token, TokenKind};
use super::tree::{NodeData, NodeKind, Recovered, Tree};
use crate::base::sort;
use crate::base::source::Span;
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::messages::fix::{Certainty, Fix, TextChange};
use crate::messages::text::delete;
use std::sync::Arc;

/// Parses a text. `file` is its index in the [`Sources`](crate::base::source::Sources). The tree contains every
/// statement that can be read, and diagnostics for the rest.
pub fn parse(file: u32, text: impl Into<Arc<str>>) -> Tree {
    let text = text.into();
    let mut problems = Problems::new(file);
    let tokens = scan(&text, &mut problems);
    let tokens = repair(&text, tokens, &mut problems);
    let mut builder = TreeBuilder {
        text: &text,
        tokens,
        problems,
        at: 0,
        nodes: Vec::new(),
        loose: Vec::new(),
        headless: 0,
        in_switch: false,
    };
    let root = builder.open(NodeKind::File);
    builder.body(false);
    builder.close(root);
    let TreeBuilder { tokens, nodes, loose, mut problems, .. } = builder;
    let (is_cut_off, unreadable) = (problems.cut_off, std::mem::take(&mut problems.unreadable));
    let more = std::mem::take(&mut problems.more);
    let problems = problems.finish();
    let labels = problems.iter().flat_map(|problem| &problem.labels).map(|label| label.span);
    let mut broken: Vec<Span> = labels.chain(more).map(|span| line_of(&text, span)).collect();
    sort(&mut broken);
    broken.dedup();
    let recovered = Recovered { problems, broken, loose, unreadable, is_cut_off };
    Tree::new(file, Arc::clone(&text), &tokens, nodes, recovered)
}

/// Returns the line on which a span begins.
fn line_of(text: &str, span: Span) -> Span {
    let (before, after) = text.split_at_checked(span.start as usize).unwrap_or((text, ""));
    let start = before.rfind(['\n', '\r']).map_or(0, |at| at + 1);
    let end = before.len() + after.find(['\n', '\r']).unwrap_or(after.len());
    Span::new(span.file, start, end)
}

/// An item of the statement, list, or group that is being read: a token, or a node.
#[derive(Clone, Copy)]
struct ItemPart {
    /// The range of its tokens.
    first: usize,
    end: usize,
    /// The index of its node, if it has one.
    node: Option<usize>,
}

/// The last statement of a body, which a block or further items may still join.
struct LastStatement {
    /// Its node, and those of the loose blocks around it in this body.
    nodes: Vec<usize>,
    /// The end of its head in the text.
    head: Span,
    /// The opening brace of its block.
    block: Option<Span>,
    is_switch: bool,
}

struct TreeBuilder<'a> {
    text: &'a str,
    tokens: Vec<Token<'a>>,
    problems: Problems,
    /// The index of the next token.
    at: usize,
    nodes: Vec<NodeData>,
    /// The blocks that belong to no statement.
    loose: Vec<Span>,
    /// The number of open blocks without a head. Only the outermost of them is reported.
    headless: usize,
    /// True if the statements are answers of a switch.
    in_switch: bool,
}

impl<'a> TreeBuilder<'a> {
    /// Reads statements and rows up to a closing brace or the end of the file. Returns the last statement.
    fn body(&mut self, in_block: bool) -> Option<LastStatement> {
        let mut last = None;
        let mut apart = true;
        while let Some(token) = self.peek().filter(|token| token.kind != TokenKind::CloseBlock) {
            if matches!(token.kind, TokenKind::Newline | TokenKind::Comment | TokenKind::Semicolon) {
                self.at += 1;
                apart = true;
                continue;
            }
            if token.kind == TokenKind::Comma {
                let problem = Diagnostic::new(Code::EmptyPlace, token.span, "unexpected comma");
                self.problems.push(
                    problem.help(delete("delete it: statements have no commas between them").certain()),
                );
                self.skip();
                continue;
            }
            if !apart && self.words_after_block(last.as_ref()) {
                continue;
            }
            // A block without a head is reported below.
            if !apart && token.kind != TokenKind::OpenBlock {
                let message = "two statements on one line";
                let problem = Diagnostic::new(Code::JoinedStatements, token.span, message);
                let problem = problem.help("begin a new line, or write `;` between them");
                let gap = Span { start: self.last_span().end, ..token.span.part(0, 0) };
                let problem = problem.fix(Fix::certain(gap, "\n")).fix(Fix::certain(gap, "; "));
                self.problems.push(problem.here("a new one begins here"));
            }
            match token.kind {
                TokenKind::OpenBlock => last = self.headless(last),
                TokenKind::Rank if in_block => self.row(),
                TokenKind::Rank => self.skip_row_outside(),
                TokenKind::Bar => self.skip_row_without_rank(),
                _ => last = self.statement().or(last),
            }
            apart = false;
        }
        last
    }

    /// Adds a text or marks after a block on the same line to the statement, and reports that they should come before
    /// the block. Returns false if there are none.
    fn words_after_block(&mut self, last: Option<&LastStatement>) -> bool {
        let Some(token) = self.peek() else { return false };
        let (what, help) = match token.kind {
            TokenKind::Text => {
                ("the text", "write the text first, then the block: `VALUE \"Answer\" { ... }`")
            }
            _ if marks_follow(&self.tokens[self.at..]) => ("the marks", "write the marks before the `{`"),
            _ => return false,
        };
        let Some((last, block)) = last.and_then(|last| Some((last, last.block?))) else { return false };
        let message = format!("a block comes before {what}");
        let problem = Diagnostic::new(Code::UnexpectedBlock, block, message);
        self.problems.push(problem.label(token.span, what).help(help));
        let tail = self.open(NodeKind::Tail);
        let mut end = None;
        let goes_on = |token: Token| !matches!(token.kind, TokenKind::Newline | TokenKind::CloseBlock);
        while self.peek().is_some_and(goes_on) {
            end = self.item(end).or(end);
        }
        end.into_iter().for_each(|last| self.see_marks(last));
        self.close(tail);
        last.nodes.iter().for_each(|node| self.close(*node));
        true
    }

    /// Reads a block with its braces. Returns its node and its last statement.
    fn block(&mut self) -> (usize, Option<LastStatement>) {
        let node = self.open(NodeKind::Block);
        self.at += 1;
        let last = self.body(true);
        self.at += 1;
        self.close(node);
        (node, last)
    }

    /// Reads a block without a head. If it begins on the line after a statement, it becomes the block of that
    /// statement. Otherwise, it is read as if it had no braces. Returns the last statement of the body.
    fn headless(&mut self, last: Option<LastStatement>) -> Option<LastStatement> {
        let open = self.peek()?;
        // If the brace was inserted, the repair has already been reported.
        let is_put_in = open.is_missing();
        self.headless += 1;
        let of_switch = last.as_ref().is_some_and(|last| last.block.is_none() && last.is_switch);
        let outer = std::mem::replace(&mut self.in_switch, of_switch);
        let (block, inner) = self.block();
        self.in_switch = outer;
        self.headless -= 1;
        let problem =
            Diagnostic::new(Code::BlockWithoutHead, open.span, "this block belongs to no statement");
        // Only comments may stand between a statement and its block.
        let is_below = |head: Span| {
            let between = head.end as usize..open.span.start as usize;
            let gap = self.text.get(between).unwrap_or_default();
            let comments = gap.lines().skip(1).filter(|line| line.trim_start().starts_with('#'));
            !is_put_in && gap.matches('\n').count() == 1 + comments.count()
        };
        if let Some(last) = last.as_ref().filter(|last| last.block.is_none() && is_below(last.head)) {
            let help = "write the `{` at the end of the line of this statement";
            let problem = problem.label(last.head.after(), "the block of this statement").help(help);
            let fix = Fix::certain(last.head.after(), " {").and(open.span, TextChange::Delete);
            self.problems.push(problem.fix(fix));
            last.nodes.iter().for_each(|node| self.close(*node));
            return Some(LastStatement { block: Some(open.span), nodes: last.nodes.clone(), ..*last });
        }
        if self.headless == 0 && !is_put_in {
            let help = "write the statement before the `{`, or delete both braces";
            let closer = self.last_span();
            let fix =
                Fix::of(Certainty::Guess).and(open.span, TextChange::Delete).and(closer, TextChange::Delete);
            let is_closed = self.text.get(closer.range()) == Some("}");
            self.problems.push(if is_closed { problem.help(help).fix(fix) } else { problem.help(help) });
        }
        self.nodes[block].kind = NodeKind::LooseBlock;
        self.loose.push(open.span.to(self.last_span()));
        let inner = inner.map(|mut inner| {
            inner.nodes.push(block);
            inner
        });
        inner.or(last)
    }

    /// Reads a row of a drawing: a rank, a bar, and squares up to the end of the line or a closing bar.
    fn row(&mut self) {
        let Some(rank) = self.peek() else { return };
        let node = self.open(NodeKind::Row);
        self.number(rank);
        self.at += 1;
        let first_bar = self.next_span();
        let mut has_squares = false;
        let mut closing: Option<Span> = None;
        let (mut bars, mut commas): (Vec<Span>, Vec<(Span, &str)>) = (Vec::new(), Vec::new());
        let is_part = |token: &Token| matches!(token.kind, TokenKind::Square | TokenKind::Bar);
        while let Some(token) = self.peek().filter(is_part) {
            self.at += 1;
            bars.extend(closing.take());
            if token.kind == TokenKind::Bar {
                closing = Some(token.span);
                continue;
            }
            let mark = mark(&token);
            if mark.is_none_or(|mark| mark.len() < token.text.len()) {
                commas.push((token.span, mark.unwrap_or_default()));
            }
            has_squares |= mark.is_some();
        }
        if let Some((comma, _)) = commas.first() {
            let problem = Diagnostic::new(Code::EmptyPlace, *comma, "unexpected comma in a row of a drawing");
            let problem = problem.help("separate the squares only with spaces");
            let without =
                |fix: Fix, (place, mark): &(Span, &str)| fix.and(*place, TextChange::Write((*mark).into()));
            self.problems.push(problem.fix(commas.iter().fold(Fix::of(Certainty::Certain), without)));
        }
        if let Some(bar) = bars.first() {
            let problem =
                Diagnostic::new(Code::StrayBar, *bar, "unexpected `|` between the squares of a row");
            let help = "separate squares with spaces; bars follow only the rank and the last square";
            let without = |fix: Fix, bar: &Span| fix.and(*bar, TextChange::Write("".into()));
            self.problems
                .push(problem.help(help).fix(bars.iter().fold(Fix::of(Certainty::Certain), without)));
        }
        if has_squares {
            return self.close(node);
        }
        let value = rank.text.parse().unwrap_or(u32::MAX);
        let message = format!("rank {value} of this drawing has no squares");
        let problem = Diagnostic::new(Code::RowWithoutSquares, rank.span.to(first_bar), message);
        self.problems.push(problem.help("write a token or `.` for each square: `3 | R . K`"));
        self.nodes.truncate(node);
    }

    fn skip_row_outside(&mut self) {
        let rank = self.skip();
        while self.peek().is_some_and(|token| matches!(token.kind, TokenKind::Bar | TokenKind::Square)) {
            self.skip();
        }
        let message = "this row of a drawing is outside any block";
        let problem = Diagnostic::new(Code::RowOutsideBlock, rank.to(self.last_span()), message);
        self.problems.push(problem.help("put the drawing in a block: `array NAME { ... }`"));
    }

    fn skip_row_without_rank(&mut self) {
        let bar = self.skip();
        let ends = |token: Token| matches!(token.kind, TokenKind::Newline | TokenKind::CloseBlock);
        while self.peek().is_some_and(|token| !ends(token)) {
            self.skip();
        }
        let problem = Diagnostic::new(Code::RowWithoutRank, bar, "this row of a drawing has no rank");
        self.problems.push(problem.help("begin the row with the number of its rank: `3 | R . K`"));
    }

    /// Reports a number that is too large.
    fn number(&mut self, token: Token) {
        if token.text.parse::<u32>().is_err() {
            let problem = Diagnostic::new(Code::NumberTooLarge, token.span, "this number is too large");
            self.problems.push(problem.help(format!("the largest number is {}", u32::MAX)));
        }
    }

    /// Adds a node that begins with the next token.
    fn open(&mut self, kind: NodeKind) -> usize {
        self.nodes.push(NodeData { kind, first: self.at, end: self.at, next: 0 });
        self.nodes.len() - 1
    }

    /// Ends a node before the next token.
    fn close(&mut self, node: usize) {
        let next = self.nodes.len();
        if let Some(node) = self.nodes.get_mut(node) {
            (node.end, node.next) = (self.at.min(self.tokens.len()), next);
        }
    }

    fn peek(&self) -> Option<Token<'a>> {
        self.tokens.get(self.at).copied()
    }

    /// Moves past a token, which becomes unreadable unless it is a comment or a line end. Returns its span.
    fn skip(&mut self) -> Span {
        if let Some(token) = self.tokens.get_mut(self.at).filter(|token| !token.kind.is_trivia()) {
            token.kind = TokenKind::Unreadable;
        }
        self.next_span()
    }

    /// Moves past a token and returns its span.
    fn next_span(&mut self) -> Span {
        self.at += 1;
        self.last_span()
    }

    /// Returns the span of the token before the current one.
    fn last_span(&self) -> Span {
        self.tokens.get(self.at.saturating_sub(1)).map(|token| token.span).unwrap_or_default()
    }
}
