//! The formatter: indented blocks, aligned drawings and tables, and comments and blank lines in their places.
//!
//! [`format()`] is the entry point. The formatter prints the tokens of a tree, whose nodes say where the items of each
//! statement end, so its output has the same nodes. It does not change a file with a syntax error.
//!
//! [`Formatter::entries`] turns the tokens of a block into [`Entry`]s, `head` lays out the items of a statement, and
//! `columns` aligns the entries. Invariant: formatting a second time changes nothing.

mod columns;
mod head;

use super::continuation::marks_follow;
use super::parse::parse;
use super::token::{Token, TokenKind};
use super::tree::{Node, NodeKind, Tree};
use crate::messages::diagnostic::Diagnostic;
use crate::vocabulary::{self, BlockKind};
use columns::{Shape, columns};
use head::HeadLayout;
use std::borrow::Cow;
use std::ops::Range;

/// The maximum width of a line that can be broken.
pub(super) const WIDTH: usize = 100;
/// The indentation of a block.
const INDENT: &str = "  ";

/// Formats a text.
///
/// # Errors
/// Returns the problems if the text has syntax errors.
pub fn format(text: &str) -> Result<String, Vec<Diagnostic>> {
    parse(0, text).formatted()
}

impl Tree {
    /// Returns the text of the tree in the canonical layout.
    ///
    /// # Errors
    /// Returns the problems if the text has syntax errors.
    pub fn formatted(&self) -> Result<String, Vec<Diagnostic>> {
        if !self.problems().is_empty() {
            return Err(self.problems().to_vec());
        }
        let tokens: Vec<Token> = self.tokens().collect();
        let heads = self.nodes_of(NodeKind::Head).map(Node::range).rev().collect();
        let entries = Formatter { tokens: &tokens, at: 0, heads }.entries(0, false);
        let lines = columns::lines(entries, 0);
        Ok(lines.iter().map(|line| format!("{}\n", line.trim_end())).collect())
    }
}

/// A unit with lines of its own: a statement, a row, a comment, or a blank line.
#[derive(Default)]
struct Entry<'a> {
    shape: Shape<'a>,
    /// The parts of a one-line entry, which are aligned with those of adjacent lines.
    cells: Vec<String>,
    /// The lines before the marks.
    lines: Vec<String>,
    /// The items of an answer after its name.
    answer: Option<HeadLayout<'a>>,
    marks: Option<String>,
    /// True if the last line before the marks ends with a comment.
    is_noted: bool,
    /// The text after the marks on the same line: a block, or the brace that opens one.
    opens: String,
    /// The lines of the block.
    below: Vec<String>,
    /// The comment at the end of the entry.
    comment: Option<&'a str>,
}

impl<'a> Entry<'a> {
    fn note(line: &str) -> Entry<'a> {
        Entry { shape: Shape::Note, lines: vec![line.to_owned()], ..Entry::default() }
    }

    fn is_blank(&self) -> bool {
        self.shape == Shape::Note && self.lines == [""]
    }

    /// Returns the entry on one line, if it can be part of a block on one line.
    fn flat(&self) -> Option<String> {
        let [line] = self.lines.as_slice() else { return None };
        let is_plain = self.below.is_empty() && self.comment.is_none() && self.answer.is_none();
        let parts = [line.as_str(), self.marks.as_deref().unwrap_or_default(), &self.opens];
        let parts = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
        (is_plain && !matches!(self.shape, Shape::Note | Shape::Row)).then_some(parts)
    }
}

/// A token of a statement as it will be printed.
#[derive(Clone)]
struct PrintedToken<'a> {
    kind: TokenKind,
    text: Cow<'a, str>,
    /// True if a space separates the token from the previous one.
    apart: bool,
}

impl<'a> PrintedToken<'a> {
    /// Returns true if a statement continues on the next line after the token.
    fn goes_on(&self) -> bool {
        self.text == "," || self.kind == TokenKind::Word && matches!(&*self.text, "and" | "or")
    }

    fn new(last: Option<&PrintedToken>, Token { kind, text, .. }: Token<'a>) -> PrintedToken<'a> {
        let apart = last.is_some_and(|last| {
            let closes = matches!(kind, TokenKind::CloseList | TokenKind::CloseGroup);
            let opens = matches!(last.kind, TokenKind::OpenList | TokenKind::OpenGroup);
            let attached =
                matches!(kind, TokenKind::Comma | TokenKind::Colon | TokenKind::Star | TokenKind::Range);
            !(closes || opens || attached || last.kind == TokenKind::Range)
        });
        PrintedToken { kind, text: Cow::Borrowed(text), apart }
    }
}

/// The formatter of tokens without syntax errors.
struct Formatter<'a> {
    tokens: &'a [Token<'a>],
    at: usize,
    /// The ranges of the heads of the statements that follow, the next one last.
    heads: Vec<Range<usize>>,
}

impl<'a> Formatter<'a> {
    /// Returns the entries up to a closing brace or the end of the file. `depth` is the nesting depth of the
    /// block.
    fn entries(&mut self, depth: usize, in_switch: bool) -> Vec<Entry<'a>> {
        let mut entries: Vec<Entry> = Vec::new();
        let mut line_is_new = true;
        while let Some(token) = self.peek().filter(|token| token.kind != TokenKind::CloseBlock) {
            match token.kind {
                TokenKind::Newline => {
                    if line_is_new && entries.last().is_some_and(|last| !last.is_blank()) {
                        entries.push(Entry::note(""));
                    }
                    self.at += 1;
                    line_is_new = true;
                    continue;
                }
                TokenKind::Semicolon => self.at += 1,
                TokenKind::Comment => {
                    let comment = self.take_comment();
                    match entries.last_mut().filter(|last| !line_is_new && last.shape != Shape::Note) {
                        Some(last) if last.comment.is_none() => last.comment = Some(comment),
                        _ => entries.push(Entry::note(comment)),
                    }
                }
                TokenKind::Rank => entries.push(self.row()),
                _ => {
                    // On the next line, these items would belong to the statement before.
                    let are_loose = marks_follow(&self.tokens[self.at..])
                        || self.last_item().is_some_and(|last| {
                            token.kind == TokenKind::Text && last.kind == TokenKind::Text || last.goes_on()
                        });
                    if are_loose && entries.last().is_some_and(|last| !last.is_blank()) {
                        entries.push(Entry::note(""));
                    }
                    entries.push(self.statement(depth, in_switch));
                }
            }
            line_is_new = false;
        }
        entries.pop_if(|last| last.is_blank());
        entries
    }

    /// Returns the last token of the statement before.
    fn last_item(&self) -> Option<&Token<'a>> {
        let apart = [TokenKind::Semicolon, TokenKind::Newline, TokenKind::Comment];
        self.tokens[..self.at].iter().rev().find(|token| !apart.contains(&token.kind))
    }

    fn row(&mut self) -> Entry<'a> {
        let is_part =
            |token: &&Token| matches!(token.kind, TokenKind::Rank | TokenKind::Bar | TokenKind::Square);
        let row: Vec<&Token> = self.tokens[self.at..].iter().take_while(is_part).collect();
        self.at += row.len();
        let cells =
            row.iter().filter(|token| token.kind != TokenKind::Bar).map(|token| token.text.to_owned());
        Entry { shape: Shape::Row, cells: cells.collect(), ..Entry::default() }
    }

    fn statement(&mut self, depth: usize, in_switch: bool) -> Entry<'a> {
        let indent = depth * INDENT.len();
        let mut head = self.items();
        let mut entry = Entry { marks: head.take_marks(), ..Entry::default() };
        // A comment before marks on a line of their own moves behind them, unless there is another one on their line. If an
        // answer has its block below, that one moves to the block.
        let ahead = self.tokens[self.at..].iter().map(|token| token.kind);
        let ahead: Vec<TokenKind> = ahead.skip_while(|kind| *kind == TokenKind::OpenBlock).take(3).collect();
        let is_below = in_switch && ahead.ends_with(&[TokenKind::Newline, TokenKind::OpenBlock]);
        let is_last = (is_below || ahead.first() != Some(&TokenKind::Comment))
            && !head.items().next_back().is_some_and(PrintedToken::goes_on);
        let noted = if entry.marks.is_some() && is_last { head.take_comment() } else { None };
        // The keyword `switch` can follow `add` or `change`.
        let has_values = |word: &&PrintedToken| {
            vocabulary::find(&word.text).is_some_and(|word| word.block == BlockKind::Values)
        };
        let is_switch = head.items().take(2).any(|word| has_values(&word));
        if in_switch {
            entry.comment = self.skip_to_block_below();
        }
        let mut body = self
            .peek()
            .filter(|token| token.kind == TokenKind::OpenBlock)
            .map(|_| self.body(depth, is_switch));
        match (&mut body, noted) {
            (Some(body), Some(noted)) if body.comment.is_some() => body.entries.insert(0, Entry::note(noted)),
            (Some(body), Some(noted)) => body.comment = Some(noted),
            (None, Some(noted)) => entry.comment = Some(noted),
            (_, None) => {}
        }
        entry.is_noted = head.ends_with_comment();
        // The opening brace is on the last line of the head, after the marks, so its width is reserved.
        let marks = entry.marks.as_ref().map_or(0, |marks| 2 + columns(marks));
        let reserve = marks + if body.is_some() && !in_switch { 2 } else { 0 };
        let width = WIDTH.saturating_sub(indent);
        if in_switch {
            entry.shape = Shape::Value;
            entry.cells = vec![head.take_name()];
        } else {
            entry.lines = head.lines(width, 0, reserve);
            let is_one = entry.lines.len() == 1 && !entry.is_noted;
            if is_one && entry.lines.iter().all(|line| columns(line) + reserve <= width) {
                (entry.shape, entry.cells) = columns::cells(&head.items().collect::<Vec<_>>());
            }
        }
        if let Some(body) = body {
            body.add_to(&mut entry, indent, in_switch);
        }
        entry.answer = in_switch.then_some(head);
        entry
    }

    /// Moves to a block that begins on the next line, if there is one. Returns the comment before it.
    fn skip_to_block_below(&mut self) -> Option<&'a str> {
        let comment = self.peek().filter(|token| token.kind == TokenKind::Comment);
        let at = self.at + usize::from(comment.is_some());
        let rules = self.tokens.get(at..at + 2).unwrap_or_default().iter().map(|token| token.kind);
        if !rules.eq([TokenKind::Newline, TokenKind::OpenBlock]) {
            return None;
        }
        self.at = at + 1;
        comment.map(|comment| comment.text.trim_end())
    }

    /// Reads a block.
    fn body(&mut self, depth: usize, is_switch: bool) -> BlockLayout<'a> {
        self.at += 1;
        let start = self.at;
        let comment =
            self.peek().filter(|token| token.kind == TokenKind::Comment).map(|_| self.take_comment());
        // The line break after that comment is not a blank line.
        self.at += usize::from(comment.is_some());
        let entries = self.entries(depth + 1, is_switch);
        let mut within = self.tokens[start..self.at].iter();
        self.at += 1;
        let was_inline = !within
            .any(|token| matches!(token.kind, TokenKind::Newline | TokenKind::Comment | TokenKind::Rank));
        BlockLayout { comment, entries, was_inline }
    }

    /// Returns the items of a statement, with the comments between them.
    fn items(&mut self) -> HeadLayout<'a> {
        let mut head = HeadLayout::default();
        let mut open = 0usize;
        let mut line_is_new = false;
        let end = self.heads.pop().map_or(self.at, |range| range.end);
        while let Some(token) = self.peek().filter(|_| self.at < end) {
            let last = head.items().next_back();
            match token.kind {
                TokenKind::Comment => head.comment(token.text.trim_end(), line_is_new),
                TokenKind::Newline => {
                    let next = self.tokens.get(self.at + 1).filter(|next| next.kind == TokenKind::Text);
                    let is_after_text = last.is_some_and(|last| last.kind == TokenKind::Text);
                    if let Some(next) =
                        next.filter(|_| is_after_text && open == 0 && !head.ends_with_comment())
                    {
                        head.more_text(next.text);
                        self.at += 2;
                        continue;
                    }
                }
                TokenKind::OpenList | TokenKind::OpenGroup => open += 1,
                TokenKind::CloseList | TokenKind::CloseGroup => open = open.saturating_sub(1),
                _ => {}
            }
            // Without the comma, a statement that is a list could become the marks of the statement before.
            let is_list = head.items().next().is_some_and(|first| first.kind == TokenKind::OpenList);
            if !token.kind.is_trivia() && (is_list || !self.is_needless_comma()) {
                let word = PrintedToken::new(head.items().next_back(), token);
                head.item(word);
            }
            line_is_new = token.kind == TokenKind::Newline;
            self.at += 1;
        }
        head
    }

    /// Returns true if the next token is a comma at the end of a list.
    fn is_needless_comma(&self) -> bool {
        let mut rest = self.tokens[self.at..].iter();
        rest.next().is_some_and(|token| token.kind == TokenKind::Comma)
            && rest
                .find(|token| !matches!(token.kind, TokenKind::Newline | TokenKind::Comment))
                .is_some_and(|token| token.kind == TokenKind::CloseList)
    }

    fn take_comment(&mut self) -> &'a str {
        let comment = self.peek().map_or("", |token| token.text.trim_end());
        self.at += 1;
        comment
    }

    fn peek(&self) -> Option<Token<'a>> {
        self.tokens.get(self.at).copied()
    }
}

/// A block with the layout in which it was written.
struct BlockLayout<'a> {
    comment: Option<&'a str>,
    entries: Vec<Entry<'a>>,
    was_inline: bool,
}

impl<'a> BlockLayout<'a> {
    /// Adds the block to its statement: on the same line, below the line of an answer, or on separate lines.
    fn add_to(self, entry: &mut Entry<'a>, indent: usize, in_switch: bool) {
        let BlockLayout { comment, entries, was_inline } = self;
        let flat: Option<Vec<String>> = entries.iter().map(Entry::flat).collect();
        let inline = flat
            .filter(|all| !all.is_empty() && comment.is_none())
            .map(|all| format!("{{ {} }}", all.join("; ")));
        let fits =
            |before: usize| inline.as_ref().filter(|inline| indent + before + columns(inline) <= WIDTH);
        if entries.is_empty() && comment.is_none() {
            entry.opens = "{}".to_owned();
            return;
        }
        if in_switch {
            if let Some(inline) = fits(2 * INDENT.len()).filter(|_| entries.len() == 1) {
                entry.below = vec![format!("{INDENT}{INDENT}{inline}")];
                return;
            }
        } else if let ([line], true) = (entry.lines.as_slice(), was_inline) {
            let marks = entry.marks.as_ref().map_or(0, |marks| 1 + columns(marks));
            if let Some(inline) = fits(columns(line) + marks + 1) {
                match (entry.cells.last_mut(), &entry.marks) {
                    (Some(last), None) => *last = format!("{last} {inline}").trim_start().to_owned(),
                    _ => entry.opens.clone_from(inline),
                }
                if entry.marks.is_none() && !entry.cells.is_empty() {
                    entry.lines = vec![format!("{line} {inline}")];
                }
                return;
            }
        }
        if entry.shape != Shape::Value {
            (entry.shape, entry.cells) = (Shape::Alone, Vec::new());
        }
        let comment = comment.or_else(|| entry.comment.take());
        let comment = comment.map(|comment| format!("  {comment}")).unwrap_or_default();
        entry.opens = format!("{{{comment}");
        let lines = columns::lines(entries, indent + INDENT.len());
        entry.below = lines.iter().map(|line| format!("{INDENT}{line}")).collect();
        entry.below.push("}".to_owned());
    }
}
