//! The formatter: indented blocks, aligned drawings and tables, and comments and blank lines in their places.
//!
//! [`format()`] is the entry point. The formatter works on tokens, so its output has the same syntax tree. It does
//! not change a file with a syntax error.

mod columns;
mod head;

use super::continuation::{marks_follow, tokens_to_next_line};
use super::parse::parse;
use super::problems::Problems;
use super::scan::{Rule, Token, scan};
use crate::messages::diagnostic::Diagnostic;
use crate::vocabulary::{self, BlockKind};
use columns::{Shape, columns};
use head::HeadLayout;
use std::borrow::Cow;

/// The maximum width of a line that can be broken.
pub(super) const WIDTH: usize = 100;
/// The indentation of a block.
const INDENT: &str = "  ";

/// Formats a text.
///
/// # Errors
/// Returns the problems if the text has syntax errors.
pub fn format(text: &str) -> Result<String, Vec<Diagnostic>> {
    let (_, problems) = parse(0, text);
    if !problems.is_empty() {
        return Err(problems);
    }
    let tokens = scan(text, &mut Problems::default());
    let entries = Formatter { tokens: &tokens, at: 0 }.entries(0, false);
    let lines = columns::lines(entries, 0);
    Ok(lines.iter().map(|line| format!("{}\n", line.trim_end())).collect())
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
    rule: Rule,
    text: Cow<'a, str>,
    /// True if a space separates the token from the previous one.
    apart: bool,
}

impl<'a> PrintedToken<'a> {
    /// Returns true if a statement continues on the next line after the token.
    fn goes_on(&self) -> bool {
        self.text == "," || self.rule == Rule::word && matches!(&*self.text, "and" | "or")
    }

    fn new(last: Option<&PrintedToken>, Token { rule, text, .. }: Token<'a>) -> PrintedToken<'a> {
        let is_range = |rule, text| rule == Rule::symbol && text == "..";
        let apart = last.is_some_and(|last| {
            let closes = matches!(rule, Rule::close_list | Rule::close_group);
            let opens = matches!(last.rule, Rule::open_list | Rule::open_group);
            let attached = rule == Rule::symbol && matches!(text, "," | ":" | "*" | "..");
            !(closes || opens || attached || is_range(last.rule, &last.text))
        });
        PrintedToken { rule, text: Cow::Borrowed(text), apart }
    }
}

/// The formatter of tokens without syntax errors.
struct Formatter<'a> {
    tokens: &'a [Token<'a>],
    at: usize,
}

impl<'a> Formatter<'a> {
    /// Returns the entries up to a closing brace or the end of the file. `depth` is the nesting depth of the
    /// block.
    fn entries(&mut self, depth: usize, in_switch: bool) -> Vec<Entry<'a>> {
        let mut entries: Vec<Entry> = Vec::new();
        let mut line_is_new = true;
        while let Some(token) = self.peek().filter(|token| token.rule != Rule::close_block) {
            match token.rule {
                Rule::newline => {
                    if line_is_new && entries.last().is_some_and(|last| !last.is_blank()) {
                        entries.push(Entry::note(""));
                    }
                    self.at += 1;
                    line_is_new = true;
                    continue;
                }
                Rule::semicolon => self.at += 1,
                Rule::comment => {
                    let comment = self.take_comment();
                    match entries.last_mut().filter(|last| !line_is_new && last.shape != Shape::Note) {
                        Some(last) if last.comment.is_none() => last.comment = Some(comment),
                        _ => entries.push(Entry::note(comment)),
                    }
                }
                Rule::rank => entries.push(self.row()),
                _ => {
                    // On the next line, these items would belong to the statement before.
                    let are_loose = marks_follow(&self.tokens[self.at..])
                        || self.last_item().is_some_and(|last| {
                            token.rule == Rule::text && last.rule == Rule::text || last.goes_on()
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
        let apart = [Rule::semicolon, Rule::newline, Rule::comment];
        self.tokens[..self.at].iter().rev().find(|token| !apart.contains(&token.rule))
    }

    fn row(&mut self) -> Entry<'a> {
        let is_part = |token: &&Token| matches!(token.rule, Rule::rank | Rule::bar | Rule::square);
        let row: Vec<&Token> = self.tokens[self.at..].iter().take_while(is_part).collect();
        self.at += row.len();
        let cells = row.iter().filter(|token| token.rule != Rule::bar).map(|token| token.text.to_owned());
        Entry { shape: Shape::Row, cells: cells.collect(), ..Entry::default() }
    }

    fn statement(&mut self, depth: usize, in_switch: bool) -> Entry<'a> {
        let indent = depth * INDENT.len();
        let mut head = self.items();
        let mut entry = Entry { marks: head.take_marks(), ..Entry::default() };
        // A comment before marks on a line of their own moves behind them, unless there is another one on their line. If an
        // answer has its block below, that one moves to the block.
        let ahead = self.tokens[self.at..].iter().map(|token| token.rule);
        let ahead: Vec<Rule> = ahead.skip_while(|rule| *rule == Rule::open_block).take(3).collect();
        let is_below = in_switch && ahead.ends_with(&[Rule::newline, Rule::open_block]);
        let is_last = (is_below || ahead.first() != Some(&Rule::comment))
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
        let mut body =
            self.peek().filter(|token| token.rule == Rule::open_block).map(|_| self.body(depth, is_switch));
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
        let comment = self.peek().filter(|token| token.rule == Rule::comment);
        let at = self.at + usize::from(comment.is_some());
        let rules = self.tokens.get(at..at + 2).unwrap_or_default().iter().map(|token| token.rule);
        if !rules.eq([Rule::newline, Rule::open_block]) {
            return None;
        }
        self.at = at + 1;
        comment.map(|comment| comment.text.trim_end())
    }

    /// Reads a block.
    fn body(&mut self, depth: usize, is_switch: bool) -> BlockLayout<'a> {
        self.at += 1;
        let start = self.at;
        let comment = self.peek().filter(|token| token.rule == Rule::comment).map(|_| self.take_comment());
        // The line break after that comment is not a blank line.
        self.at += usize::from(comment.is_some());
        let entries = self.entries(depth + 1, is_switch);
        let mut within = self.tokens[start..self.at].iter();
        self.at += 1;
        let was_inline =
            !within.any(|token| matches!(token.rule, Rule::newline | Rule::comment | Rule::rank));
        BlockLayout { comment, entries, was_inline }
    }

    /// Returns the items of a statement, with the comments between them.
    fn items(&mut self) -> HeadLayout<'a> {
        let mut head = HeadLayout::default();
        let mut open = 0usize;
        let mut line_is_new = false;
        while let Some(token) = self.peek() {
            let ahead = self.tokens.get(self.at + 1..).unwrap_or_default();
            let last = head.items().next_back();
            let has_more_text = last.is_some_and(|last| last.rule == Rule::text)
                && ahead.first().is_some_and(|next| next.rule == Rule::text);
            // A statement continues on the next line inside brackets, after a comma or a joint, and before
            // another text or marks.
            let is_open = || last.is_some_and(PrintedToken::goes_on);
            let is_comment = token.rule == Rule::comment;
            let has_next =
                || tokens_to_next_line(&self.tokens[self.at + usize::from(is_comment)..]).is_some();
            let goes_on = open > 0
                || is_open() && (!is_comment && token.rule != Rule::newline || has_next())
                || token.rule == Rule::newline && (has_more_text || marks_follow(ahead))
                || is_comment && self.continues_after_comment(last);
            match token.rule {
                Rule::semicolon | Rule::open_block | Rule::close_block | Rule::rank => break,
                Rule::newline | Rule::comment if !goes_on => break,
                Rule::comment => head.comment(token.text.trim_end(), line_is_new),
                Rule::newline if has_more_text && open == 0 && !head.ends_with_comment() => {
                    head.more_text(ahead.first().map_or("", |next| next.text));
                    self.at += 2;
                    continue;
                }
                Rule::open_list | Rule::open_group => open += 1,
                Rule::close_list | Rule::close_group => open = open.saturating_sub(1),
                _ => {}
            }
            // Without the comma, a statement that is a list could become the marks of the statement before.
            let is_list = head.items().next().is_some_and(|first| first.rule == Rule::open_list);
            if !(is_comment || token.rule == Rule::newline || !is_list && self.is_needless_comma()) {
                let word = PrintedToken::new(head.items().next_back(), token);
                head.item(word);
            }
            line_is_new = token.rule == Rule::newline;
            self.at += 1;
        }
        head
    }

    /// Returns true if the statement continues after a comment with another text or with marks.
    fn continues_after_comment(&self, last: Option<&PrintedToken>) -> bool {
        let ahead = self.tokens.get(self.at + 2..).unwrap_or_default();
        let next_is_text = ahead.first().is_some_and(|next| next.rule == Rule::text);
        last.is_some_and(|last| last.rule == Rule::text) && next_is_text || marks_follow(ahead)
    }

    /// Returns true if the next token is a comma at the end of a list.
    fn is_needless_comma(&self) -> bool {
        let mut rest = self.tokens[self.at..].iter();
        rest.next().is_some_and(Token::is_comma)
            && rest
                .find(|token| !matches!(token.rule, Rule::newline | Rule::comment))
                .is_some_and(|token| token.rule == Rule::close_list)
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
