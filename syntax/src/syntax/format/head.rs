//! The layout of the items of a statement on as few lines as possible.
//!
//! [`HeadLayout::lines`] is the entry point. Lines are broken after commas, `and`, `or`, and comments, and
//! between the words of a text.

use super::{PrintedToken, columns::columns};
use crate::syntax::is_key;
use crate::syntax::recovery::is_end;
use crate::syntax::token::TokenKind;
use crate::vocabulary;

/// The indentation of continuation lines.
const CONTINUATION: usize = 4;
/// The maximum column at which the continuation of a text is aligned with its start.
const MAX_HANGING: usize = 44;

/// A part of a statement: an item or a comment.
enum LinePart<'a> {
    Item(PrintedToken<'a>),
    Comment { text: &'a str, on_own_line: bool },
}

/// The items of a statement, with the comments between them.
#[derive(Default)]
pub(super) struct HeadLayout<'a> {
    parts: Vec<LinePart<'a>>,
}

impl<'a> HeadLayout<'a> {
    pub(super) fn item(&mut self, word: PrintedToken<'a>) {
        self.parts.push(LinePart::Item(word));
    }

    /// Appends a text on the next line to the text before it.
    pub(super) fn more_text(&mut self, more: &str) {
        if let Some(LinePart::Item(last)) = self.parts.last_mut() {
            let text = last.text.to_mut();
            // The quotes between the two texts are removed.
            text.pop();
            text.push(' ');
            text.push_str(more.get(1..).unwrap_or_default());
        }
    }

    pub(super) fn comment(&mut self, text: &'a str, on_own_line: bool) {
        self.parts.push(LinePart::Comment { text, on_own_line });
    }

    pub(super) fn ends_with_comment(&self) -> bool {
        matches!(self.parts.last(), Some(LinePart::Comment { .. }))
    }

    pub(super) fn items(&self) -> impl DoubleEndedIterator<Item = &PrintedToken<'a>> {
        self.parts.iter().filter_map(|part| if let LinePart::Item(word) = part { Some(word) } else { None })
    }

    /// Removes the marks at the end and returns them.
    pub(super) fn take_marks(&mut self) -> Option<String> {
        let is = |part: &LinePart, kind: TokenKind| matches!(part, LinePart::Item(word) if word.kind == kind);
        let key = |part: &LinePart| matches!(part, LinePart::Item(word) if word.kind == TokenKind::Word && is_key(&word.text));
        let (last, rest) = self.parts.split_last()?;
        let keys = rest.iter().rev().take_while(|part| key(part)).count();
        let open = rest.len().checked_sub(keys + 1).filter(|open| *open > 0 && keys > 0)?;
        if !is(last, TokenKind::CloseList) || !is(rest.get(open)?, TokenKind::OpenList) {
            return None;
        }
        let marks = self.parts.split_off(open);
        let print = |part: &LinePart| match part {
            LinePart::Item(word) => format!("{}{}", if word.apart { " " } else { "" }, word.text),
            LinePart::Comment { .. } => String::new(),
        };
        Some(marks.iter().map(print).collect::<String>().trim_start().to_owned())
    }

    /// Removes the comment at the end and returns it.
    pub(super) fn take_comment(&mut self) -> Option<&'a str> {
        match self.parts.pop_if(|last| matches!(last, LinePart::Comment { .. }))? {
            LinePart::Comment { text, .. } => Some(text),
            LinePart::Item(_) => None,
        }
    }

    /// Removes the name of an answer, including its `*`, and returns it.
    pub(super) fn take_name(&mut self) -> String {
        let mut name = String::new();
        let is_star = |part: &LinePart| matches!(part, LinePart::Item(word) if word.text == "*");
        let count = 1 + usize::from(self.parts.get(1).is_some_and(is_star));
        for part in self.parts.drain(..count.min(self.parts.len())) {
            if let LinePart::Item(word) = part {
                name.push_str(&word.text);
            }
        }
        if let Some(LinePart::Item(first)) = self.parts.first_mut() {
            first.apart = false;
        }
        name
    }

    /// Returns the lines, which are at most `width` columns wide if they can be broken. The first line has
    /// `start` columns before it, and the last line must leave `reserve` columns after it.
    pub(super) fn lines(&self, width: usize, start: usize, reserve: usize) -> Vec<String> {
        // An answer continues below its first line, and other statements continue with a fixed indentation.
        let hang = if start > 0 { start } else { CONTINUATION };
        let mut page =
            Page { width, hang, start, lines: Vec::new(), line: String::new(), can_break: false, open: 0 };
        // On a line of its own, a word that declares something would begin another statement, and `end` would close a block.
        let must_follow = |part: &LinePart| match part {
            LinePart::Item(word) => is_end(&word.text) || vocabulary::declaring().any(|own| own == word.text),
            LinePart::Comment { .. } => false,
        };
        let is_joined = |last: &LinePart, next: &LinePart| match last {
            LinePart::Item(word) => !word.goes_on() || must_follow(next),
            LinePart::Comment { .. } => false,
        };
        let mut units = self.parts.chunk_by(is_joined).peekable();
        while let Some(unit) = units.next() {
            let reserve = if units.peek().is_none() { reserve } else { 0 };
            page.unit(unit, reserve);
        }
        page.end_line();
        page.lines
    }
}

/// The lines that are being filled.
struct Page {
    width: usize,
    /// The indentation of all lines except the first.
    hang: usize,
    start: usize,
    lines: Vec<String>,
    line: String,
    /// True if the line can be broken here.
    can_break: bool,
    /// The number of open brackets.
    open: usize,
}

impl Page {
    /// Returns the number of columns that the current line occupies.
    fn used(&self) -> usize {
        columns(&self.line) + if self.lines.is_empty() { self.start } else { 0 }
    }

    fn is_new(&self) -> bool {
        self.line.trim().is_empty()
    }

    fn end_line(&mut self) {
        if !self.is_new() {
            self.lines.push(std::mem::take(&mut self.line));
            self.line = " ".repeat(self.hang);
        }
    }

    /// Adds the items up to a comma or comment.
    fn unit(&mut self, unit: &[LinePart], reserve: usize) {
        let width = |part: &LinePart| match part {
            LinePart::Item(word) => columns(&word.text) + usize::from(word.apart),
            LinePart::Comment { .. } => 0,
        };
        let mut left = unit.iter().map(width).sum::<usize>() + reserve;
        // A unit that does not fit begins a new line, unless the current line is still empty.
        if self.used() + left > self.width && self.can_break {
            self.end_line();
        }
        for part in unit {
            left -= width(part);
            match part {
                LinePart::Item(word) => {
                    if word.apart && !self.is_new() {
                        self.line.push(' ');
                    }
                    match word.kind {
                        // In brackets, texts on successive lines are not one text.
                        TokenKind::Text if self.open == 0 => self.text(&word.text, left),
                        _ => self.line.push_str(&word.text),
                    }
                    match word.kind {
                        TokenKind::OpenList | TokenKind::OpenGroup => self.open += 1,
                        TokenKind::CloseList | TokenKind::CloseGroup => {
                            self.open = self.open.saturating_sub(1)
                        }
                        _ => {}
                    }
                }
                LinePart::Comment { text, on_own_line } => {
                    if *on_own_line {
                        self.end_line();
                    } else if !self.is_new() {
                        self.line.push_str("  ");
                    }
                    self.line.push_str(text);
                    self.end_line();
                }
            }
        }
        self.can_break = !self.is_new();
    }

    /// Adds a text, on several lines if it is too long for one. `after` columns follow the text.
    fn text(&mut self, text: &str, after: usize) {
        if self.used() + columns(text) + after <= self.width {
            return self.line.push_str(text);
        }
        let column = self.used();
        let indent = if column <= MAX_HANGING { column } else { self.hang };
        let content = text.get(1..text.len() - 1).unwrap_or_default();
        let mut words = content.split(' ').peekable();
        let mut is_first = true;
        self.line.push('"');
        while let Some(word) = words.next() {
            let end = 1 + if words.peek().is_none() { after } else { 0 };
            if !is_first && self.used() + 1 + columns(word) + end > self.width {
                self.line.push('"');
                self.lines.push(std::mem::take(&mut self.line));
                self.line = " ".repeat(indent) + "\"";
                is_first = true;
            }
            if !is_first {
                self.line.push(' ');
            }
            self.line.push_str(word);
            is_first = false;
        }
        self.line.push('"');
    }
}
