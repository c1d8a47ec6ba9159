//! The items of a statement on as few lines as fit: broken after commas, `and`, and `or`, after comments, and between the words of a text.

use super::{PrintedToken, Rule, columns::columns};
use crate::lang::syntax::is_key;

/// Blanks before what goes on from the line above.
const CONTINUATION: usize = 4;
/// A text that goes on from the line above stands below its beginning, unless that is further to the right.
const MOST_HANGING: usize = 44;

/// A part of a statement.
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

    /// Adds a text on the next line to the one before.
    pub(super) fn more_text(&mut self, more: &str) {
        if let Some(LinePart::Item(last)) = self.parts.last_mut() {
            let text = last.text.to_mut();
            text.pop();
            text.push(' ');
            text.push_str(more.get(1..).unwrap_or_default());
        }
    }

    pub(super) fn comment(&mut self, text: &'a str, on_own_line: bool) {
        self.parts.push(LinePart::Comment { text, on_own_line });
    }

    pub(super) fn items(&self) -> Vec<&PrintedToken<'a>> {
        self.parts
            .iter()
            .filter_map(|part| if let LinePart::Item(word) = part { Some(word) } else { None })
            .collect()
    }

    pub(super) fn last(&self) -> Option<&PrintedToken<'a>> {
        self.parts
            .iter()
            .rev()
            .find_map(|part| if let LinePart::Item(word) = part { Some(word) } else { None })
    }

    /// Takes the marks at the end out.
    pub(super) fn take_marks(&mut self) -> Option<String> {
        let is = |part: &LinePart, rule: Rule| matches!(part, LinePart::Item(word) if word.rule == rule);
        let key = |part: &LinePart| matches!(part, LinePart::Item(word) if word.rule == Rule::word && is_key(&word.text));
        let (last, rest) = self.parts.split_last()?;
        let keys = rest.iter().rev().take_while(|part| key(part)).count();
        let open = rest.len().checked_sub(keys + 1).filter(|open| *open > 0 && keys > 0)?;
        if !is(last, Rule::close_list) || !is(rest.get(open)?, Rule::open_list) {
            return None;
        }
        let marks = self.parts.split_off(open);
        let print = |part: &LinePart| match part {
            LinePart::Item(word) => format!("{}{}", if word.apart { " " } else { "" }, word.text),
            LinePart::Comment { .. } => String::new(),
        };
        Some(marks.iter().map(print).collect::<String>().trim_start().to_owned())
    }

    /// Takes the name of an answer out, with its `*`.
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

    /// The lines, at most `width` wide where they can be broken; `start` columns are taken before the first, and `reserve`
    /// after the last.
    pub(super) fn lines(&self, width: usize, start: usize, reserve: usize) -> Vec<String> {
        let hang = if start > 0 { start } else { CONTINUATION };
        let mut page = Page { width, hang, start, lines: Vec::new(), line: String::new(), can_break: false };
        let ends = |part: &LinePart| match part {
            LinePart::Item(word) => word.text == "," || word.is_joint(),
            LinePart::Comment { .. } => true,
        };
        let mut units = self.parts.split_inclusive(ends).peekable();
        while let Some(unit) = units.next() {
            let reserve = if units.peek().is_none() { reserve } else { 0 };
            page.unit(unit, reserve);
        }
        page.end_line();
        page.lines
    }
}

/// Lines being filled.
struct Page {
    width: usize,
    /// Blanks before all lines but the first.
    hang: usize,
    start: usize,
    lines: Vec<String>,
    line: String,
    /// True if the line may end here.
    can_break: bool,
}

impl Page {
    /// The columns of the line that are taken.
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

    /// Adds items up to a comma or a comment.
    fn unit(&mut self, unit: &[LinePart], reserve: usize) {
        let width = |part: &LinePart| match part {
            LinePart::Item(word) => columns(&word.text) + usize::from(word.apart),
            LinePart::Comment { .. } => 0,
        };
        let mut left = unit.iter().map(width).sum::<usize>() + reserve;
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
                    match word.rule {
                        Rule::text => self.text(&word.text, left),
                        _ => self.line.push_str(&word.text),
                    }
                }
                LinePart::Comment { text, on_own_line } => {
                    if *on_own_line {
                        self.end_line();
                    } else {
                        self.line.push_str("  ");
                    }
                    self.line.push_str(text);
                    self.end_line();
                }
            }
        }
        self.can_break = !self.is_new();
    }

    /// Adds a text, on several lines if it is too long for one; `after` columns follow it.
    fn text(&mut self, text: &str, after: usize) {
        if self.used() + columns(text) + after <= self.width {
            return self.line.push_str(text);
        }
        let column = self.used();
        let indent = if column <= MOST_HANGING { column } else { self.hang };
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
