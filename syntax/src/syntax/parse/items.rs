//! Reads the items of a statement, and of lists and groups.
//!
//! [`TreeBuilder::statement`] is the entry point. A statement continues on the next line after a comma, `and`, or `or`,
//! and its texts and marks may stand on lines of their own. A [`ItemPart`] is an item while its statement is read. Only
//! items with inner items, and texts on several lines, become nodes; any other item is its token.

use super::{ItemPart, LastStatement, TreeBuilder, line_of};
use crate::messages::conflict::conflict_mark;
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::messages::fix::TextChange;
use crate::messages::text::delete;
use crate::syntax::ast::plain;
use crate::syntax::continuation::{marks_follow, tokens_to_next_line};
use crate::syntax::owned::is_key;
use crate::syntax::token::{Token, TokenKind};
use crate::syntax::tree::{NodeData, NodeKind};
use crate::vocabulary::{self, BlockKind};
use std::borrow::Cow;

impl<'a> TreeBuilder<'a> {
    /// Reads the items of a statement up to its end, and its block.
    pub(super) fn statement(&mut self) -> Option<LastStatement> {
        let node = self.open(NodeKind::Statement);
        let head = self.open(NodeKind::Head);
        let mut parts = self.head();
        let comma = parts.pop_if(|part| self.is(*part, TokenKind::Comma));
        comma.into_iter().for_each(|comma| self.dangling_comma(comma));
        let (Some(first), Some(last)) = (parts.first().copied(), parts.last().copied()) else {
            self.nodes.truncate(node);
            return None;
        };
        let span = self.tokens[first.first].span.to(self.tokens[last.end - 1].span);
        self.see_marks(last);
        // A clause before a colon or a condition can have marks of its own.
        for pair in parts.windows(2) {
            if self.is(pair[1], TokenKind::Colon) || self.word(pair[1]).as_deref() == Some("when") {
                self.see_marks(pair[0]);
            }
        }
        // The block of an answer may begin on the next line.
        let is_below = self.in_switch
            && self.peek().is_some_and(|token| token.kind == TokenKind::Newline)
            && self.next_is(TokenKind::OpenBlock);
        self.at += usize::from(is_below);
        let is_switch = self.is_switch(&parts);
        let next = self.nodes.len();
        self.nodes[head] = NodeData { kind: NodeKind::Head, first: first.first, end: last.end, next };
        self.nodes[node] = NodeData { kind: NodeKind::Statement, ..self.nodes[head] };
        let block = self.peek().filter(|token| token.kind == TokenKind::OpenBlock).map(|open| open.span);
        if block.is_some() {
            let outer = std::mem::replace(&mut self.in_switch, is_switch);
            self.block();
            self.in_switch = outer;
            self.close(node);
        }
        Some(LastStatement { nodes: vec![node], head: span, block, is_switch })
    }

    /// Reads the items of a statement up to its block or its end.
    fn head(&mut self) -> Vec<ItemPart> {
        let mut parts: Vec<ItemPart> = Vec::new();
        while let Some(token) = self.peek() {
            match token.kind {
                TokenKind::Semicolon if self.repairs_semicolon(&mut parts, token) => {}
                TokenKind::Semicolon | TokenKind::CloseBlock | TokenKind::OpenBlock | TokenKind::Rank => {
                    break;
                }
                TokenKind::Newline => {
                    let last = parts.last().copied();
                    // Texts on successive lines form one text.
                    if last.is_some_and(|last| self.is_text(last)) && self.next_is(TokenKind::Text) {
                        self.at += 2;
                        parts.last_mut().into_iter().for_each(|last| self.more_text(last));
                        continue;
                    }
                    let is_open = last.is_some_and(|last| {
                        self.is(last, TokenKind::Comma)
                            || self.word(last).is_some_and(|word| matches!(&*word, "and" | "or"))
                    });
                    let goes_on = if is_open { self.skip_to_next_line() } else { self.next_line_is_marks() };
                    if !goes_on {
                        break;
                    }
                }
                _ => parts.extend(self.item(parts.last().copied())),
            }
        }
        parts
    }

    /// Reports a comma at the end of a statement.
    fn dangling_comma(&mut self, comma: ItemPart) {
        let span = self.tokens[comma.first].span;
        // Before a merge conflict, the continuation is in the conflict, and that of a file that is cut off is lost.
        let after = self.text.get(span.end as usize..).unwrap_or_default();
        let next = after.lines().find(|line| !line.trim().is_empty());
        if next.map_or(self.problems.cut_off, |line| conflict_mark(line).is_some()) {
            return;
        }
        let problem = Diagnostic::new(Code::DanglingComma, span, "nothing follows this comma");
        let problem = problem.help(delete("delete it, or continue the list"));
        // If the next line is blank, the missing item may belong there.
        let ahead = self.tokens.get(self.at..self.at + 2).unwrap_or_default();
        let empty = ahead.last().filter(|_| ahead.iter().all(|token| token.kind == TokenKind::Newline));
        self.problems.push(
            empty
                .into_iter()
                .fold(problem, |problem, next| problem.label(next.span, "the list does not continue here")),
        );
    }

    /// Returns true if a part is a single token of this kind.
    fn is(&self, part: ItemPart, kind: TokenKind) -> bool {
        part.node.is_none() && self.tokens[part.first].kind == kind
    }

    fn is_text(&self, part: ItemPart) -> bool {
        match part.node {
            Some(node) => self.nodes[node].kind == NodeKind::Text,
            None => self.tokens[part.first].kind.is_text(),
        }
    }

    /// Returns the word of a part, if it is one.
    fn word(&self, part: ItemPart) -> Option<Cow<'a, str>> {
        self.is(part, TokenKind::Word).then(|| plain(self.tokens[part.first].text))
    }

    /// Returns true if a statement is a switch. Its keyword can follow `add` or `change`, and can be misspelled.
    fn is_switch(&self, parts: &[ItemPart]) -> bool {
        let has_values =
            |word: Cow<str>| vocabulary::find(&word).is_some_and(|word| word.block == BlockKind::Values);
        // No other statement with a text after its name has answers, so a known keyword is not misspelled.
        let is_misspelt = || {
            matches!(parts, [keyword, name, question, ..] if self.is_text(*question) && self.is(*name, TokenKind::Word)
                && self.word(*keyword).is_some_and(|word| vocabulary::find(&word).is_none()))
        };
        parts.iter().take(2).filter_map(|part| self.word(*part)).any(has_values) || is_misspelt()
    }

    fn next_is(&self, kind: TokenKind) -> bool {
        self.tokens.get(self.at + 1).is_some_and(|next| next.kind == kind)
    }

    /// Appends a text, which has just been read, to the text on the line before it.
    fn more_text(&mut self, last: &mut ItemPart) {
        let node = *last.node.get_or_insert_with(|| {
            self.nodes.push(NodeData { kind: NodeKind::Text, first: last.first, end: last.end, next: 0 });
            self.nodes.len() - 1
        });
        self.close(node);
        last.end = self.at;
    }

    /// If the next line contains only marks and possibly a block, moves to it and returns true.
    fn next_line_is_marks(&mut self) -> bool {
        let goes_on = marks_follow(self.tokens.get(self.at + 1..).unwrap_or_default());
        self.at += usize::from(goes_on);
        goes_on
    }

    /// Moves to the continuation of a statement after a comma, `and`, or `or` at the end of a line. Returns false if
    /// there is none.
    fn skip_to_next_line(&mut self) -> bool {
        let skipped = tokens_to_next_line(&self.tokens[self.at..]);
        self.at += skipped.unwrap_or(0);
        skipped.is_some()
    }

    /// Converts a list at the end of a statement to marks, if it has the form of marks.
    pub(super) fn see_marks(&mut self, last: ItemPart) {
        let Some(node) = last.node.filter(|node| self.nodes[*node].kind == NodeKind::List) else { return };
        let inner = self.tokens.get(last.first + 1..last.end.saturating_sub(1)).unwrap_or_default();
        let mut keys = inner.iter().filter(|token| !token.kind.is_trivia()).peekable();
        let is_one = |token: &Token| token.kind == TokenKind::Word && is_key(&plain(token.text));
        let span = self.tokens[last.first].span.to(self.tokens[last.end - 1].span);
        let has_comma = || self.text.get(span.range()).is_some_and(|text| text.contains(','));
        if keys.peek().is_some() && keys.all(is_one) && !has_comma() {
            self.nodes[node].kind = NodeKind::Marks;
        }
    }

    /// Reads a semicolon as a colon and reports it, if a consequence is expected and the next word begins no
    /// statement. Returns true if it did so.
    fn repairs_semicolon(&mut self, parts: &mut Vec<ItemPart>, semicolon: Token) -> bool {
        let mut words = parts.iter().filter_map(|part| self.word(*part));
        let known = words.find(|word| !["add", "change"].contains(&&**word));
        let known = known.and_then(|word| vocabulary::find(&word));
        let next = self.tokens.get(self.at + 1).filter(|next| next.kind == TokenKind::Word);
        let (Some(word), Some(next)) = (known, next) else { return false };
        let own = vocabulary::find(next.text);
        let begins_none = own.is_none_or(|own| word.places.iter().all(|place| !own.places.contains(place)));
        // The form of the statement shows if it contains a colon.
        let has_colon = parts.iter().any(|part| self.is(*part, TokenKind::Colon));
        let lacks_colon = word.form.contains("]: ") && !has_colon;
        if lacks_colon && begins_none {
            self.tokens[self.at].kind = TokenKind::Colon;
            parts.push(ItemPart { first: self.at, end: self.at + 1, node: None });
            self.at += 1;
            let problem = Diagnostic::new(Code::StrangeCharacter, semicolon.span, "unexpected `;`");
            let problem = problem.help("write a colon before an effect");
            self.problems.push(problem.certain(TextChange::Write(":".into())));
        }
        lacks_colon && begins_none
    }

    /// Reads a token, which becomes at most one item. `last` is the item before it.
    pub(super) fn item(&mut self, last: Option<ItemPart>) -> Option<ItemPart> {
        let token = self.peek()?;
        let first = self.at;
        let node = match token.kind {
            TokenKind::OpenList => Some(self.bracketed(NodeKind::List, TokenKind::CloseList)),
            TokenKind::OpenGroup => Some(self.bracketed(NodeKind::Group, TokenKind::CloseGroup)),
            TokenKind::Comma if last.is_none_or(|last| self.is(last, TokenKind::Comma)) => {
                let problem = Diagnostic::new(Code::EmptyPlace, token.span, "unexpected comma");
                self.problems.push(problem.help(delete("delete it, or write the missing item before it")));
                self.skip();
                return None;
            }
            TokenKind::Bar => {
                let help =
                    "write each row of a drawing on its own line, beginning with its rank: `3 | R . K`";
                let problem =
                    Diagnostic::new(Code::StrangeCharacter, token.span, "unexpected `|`").help(help);
                self.problems.strange(line_of(self.text, token.span).start as usize, problem);
                self.skip();
                return None;
            }
            kind if !is_item(kind) => {
                self.skip();
                return None;
            }
            kind => {
                if kind == TokenKind::Number {
                    self.number(token);
                }
                self.at += 1;
                None
            }
        };
        Some(ItemPart { first, end: self.at.min(self.tokens.len()), node })
    }

    /// Reads the items up to a closing bracket.
    fn bracketed(&mut self, kind: NodeKind, closer: TokenKind) -> usize {
        let node = self.open(kind);
        self.at += 1;
        let mut last = None;
        while self.peek().is_some_and(|token| token.kind != closer) {
            last = self.item(last).or(last);
        }
        self.at += 1;
        self.close(node);
        node
    }
}

/// Returns true for a token that is an item on its own.
fn is_item(kind: TokenKind) -> bool {
    kind.symbol().is_some()
        || kind.is_text()
        || kind.is_betza()
        || matches!(kind, TokenKind::Word | TokenKind::Number)
}
