//! The one layout of a file: blocks indented, drawings and tables in columns, comments and blank lines where they were.
//!
//! Works on the tokens, so that what it prints reads back to the same tree; a file with a mistake of shape is left alone.

mod columns;

use super::parse::parse;
use super::problems::Problems;
use super::scan::{Rule, Token, scan};
use crate::base::diagnostic::Diagnostic;
use crate::lang::vocabulary::{self, BlockKind};
use columns::{Shape, columns};

/// Lines are kept this narrow where there is a comma to break them after.
const WIDTH: usize = 100;
/// Blanks per block.
const INDENT: &str = "  ";
/// Blanks before what goes on from the line above.
const CONTINUATION: &str = "    ";

/// Returns the text in the standard layout, or the problems with its shape.
pub(crate) fn format(text: &str) -> Result<String, Vec<Diagnostic>> {
    let (_, problems) = parse(0, text);
    if !problems.is_empty() {
        return Err(problems);
    }
    let tokens = scan(text, &mut Problems::default());
    let entries = Formatter { tokens: &tokens, at: 0 }.entries(0, false);
    let lines = columns::lines(entries);
    Ok(lines.iter().map(|line| format!("{}\n", line.trim_end())).collect())
}

/// Something with lines of its own: a statement, a row, a comment, or a blank line.
struct Entry<'a> {
    shape: Shape<'a>,
    /// The parts of a one-line entry that are aligned with those of other lines.
    cells: Vec<String>,
    lines: Vec<String>,
    /// The comment after it.
    comment: Option<&'a str>,
}

impl<'a> Entry<'a> {
    fn note(line: &str) -> Entry<'a> {
        Entry { shape: Shape::Note, cells: Vec::new(), lines: vec![line.to_owned()], comment: None }
    }

    fn is_blank(&self) -> bool {
        self.shape == Shape::Note && self.lines == [""]
    }
}

/// A token of a statement as it is printed.
#[derive(Clone, Copy)]
struct PrintedToken<'a> {
    rule: Rule,
    text: &'a str,
    /// True if a blank separates it from the token before.
    apart: bool,
}

impl<'a> PrintedToken<'a> {
    fn new(last: Option<&PrintedToken>, Token { rule, text, .. }: Token<'a>) -> PrintedToken<'a> {
        let is_range = |rule, text| rule == Rule::symbol && text == "..";
        let apart = last.is_some_and(|last| {
            let closes = matches!(rule, Rule::close_list | Rule::close_group);
            let opens = matches!(last.rule, Rule::open_list | Rule::open_group);
            let attached = rule == Rule::symbol && matches!(text, "," | ":" | "*" | "..");
            !(closes || opens || attached || is_range(last.rule, last.text))
        });
        PrintedToken { rule, text, apart }
    }
}

/// Formats tokens that have no mistakes.
struct Formatter<'a> {
    tokens: &'a [Token<'a>],
    at: usize,
}

impl<'a> Formatter<'a> {
    /// The entries up to a closing brace or the end of the file, in a block `depth` blocks deep.
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
                        Some(last) => last.comment = Some(comment),
                        None => entries.push(Entry::note(comment)),
                    }
                }
                Rule::rank => entries.push(self.row()),
                _ => entries.push(self.statement(depth, in_switch)),
            }
            line_is_new = false;
        }
        entries.pop_if(|last| last.is_blank());
        entries
    }

    fn row(&mut self) -> Entry<'a> {
        let is_part = |token: &&Token| matches!(token.rule, Rule::rank | Rule::bar | Rule::square);
        let row: Vec<&Token> = self.tokens[self.at..].iter().take_while(is_part).collect();
        self.at += row.len();
        let cells = row.iter().filter(|token| token.rule != Rule::bar).map(|token| token.text.to_owned());
        Entry { shape: Shape::Row, cells: cells.collect(), lines: Vec::new(), comment: None }
    }

    fn statement(&mut self, depth: usize, in_switch: bool) -> Entry<'a> {
        let indent = depth * INDENT.len();
        let mut head = Head { width: WIDTH.saturating_sub(indent), ..Head::default() };
        let items = self.items(&mut head);
        let mut lines = head.finish();
        let is_one_line = lines.len() == 1;
        let last = lines.pop().unwrap_or_default();
        let mut entry = Entry { shape: Shape::Alone, cells: Vec::new(), lines, comment: None };
        if self.peek().is_none_or(|token| token.rule != Rule::open_block) {
            if is_one_line {
                (entry.shape, entry.cells) = columns::cells(&items, in_switch);
            }
            entry.lines.push(last);
            return entry;
        }
        self.at += 1;
        let start = self.at;
        let opening = self.peek().filter(|token| token.rule == Rule::comment).map(|_| self.take_comment());
        // A switch may follow `add` or `change`.
        let has_values = |word: &PrintedToken| {
            vocabulary::find(word.text).is_some_and(|word| word.block == BlockKind::Values)
        };
        let is_switch = items.iter().take(2).any(has_values);
        // The end of the line of that comment is no blank line.
        self.at += usize::from(opening.is_some());
        let entries = self.entries(depth + 1, is_switch);
        let mut within = self.tokens[start..self.at].iter();
        self.at += 1;
        let inline: Vec<&str> = entries.iter().flat_map(|entry| &entry.lines).map(String::as_str).collect();
        let inline = format!("{{ {} }}", inline.join("; "));
        let was_inline =
            !within.any(|token| matches!(token.rule, Rule::newline | Rule::comment | Rule::rank));
        let fits = indent + columns(&last) + 1 + columns(&inline) <= WIDTH;
        if is_one_line && was_inline && fits && !entries.is_empty() {
            (entry.shape, entry.cells) = columns::cells(&items, in_switch);
            if let Some(last) = entry.cells.last_mut() {
                *last = format!("{last} {inline}").trim_start().to_owned();
            }
            entry.lines.push(format!("{last} {inline}"));
        } else if entries.is_empty() && opening.is_none() {
            entry.lines.push(format!("{last} {{}}"));
        } else {
            let opening = opening.map(|comment| format!("  {comment}")).unwrap_or_default();
            entry.lines.push(format!("{last} {{{opening}"));
            entry.lines.extend(columns::lines(entries).iter().map(|line| format!("{INDENT}{line}")));
            entry.lines.push("}".to_owned());
        }
        entry
    }

    /// The items of a statement, which are laid out in `head` with the comments between them.
    fn items(&mut self, head: &mut Head) -> Vec<PrintedToken<'a>> {
        let mut items: Vec<PrintedToken> = Vec::new();
        let mut open = 0usize;
        let mut line_is_new = false;
        while let Some(token) = self.peek() {
            let goes_on = open > 0 || items.last().is_some_and(|last| last.text == ",");
            match token.rule {
                Rule::semicolon | Rule::open_block | Rule::close_block | Rule::rank => break,
                Rule::newline | Rule::comment if !goes_on => break,
                Rule::comment => head.comment(token.text.trim_end(), line_is_new),
                Rule::open_list | Rule::open_group => open += 1,
                Rule::close_list | Rule::close_group => open = open.saturating_sub(1),
                _ => {}
            }
            if !matches!(token.rule, Rule::newline | Rule::comment) && !self.is_needless_comma() {
                let word = PrintedToken::new(items.last(), token);
                head.item(word);
                items.push(word);
            }
            line_is_new = token.rule == Rule::newline;
            self.at += 1;
        }
        items
    }

    /// Returns true if the next token is a comma before the end of a list.
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

/// The items of a statement on as few lines as fit, broken after commas and after comments.
#[derive(Default)]
struct Head {
    width: usize,
    lines: Vec<String>,
    line: String,
    /// The tokens after the last comma, with the blank before them.
    unit: String,
}

impl Head {
    fn item(&mut self, word: PrintedToken) {
        if word.apart {
            self.unit.push(' ');
        }
        self.unit.push_str(word.text);
        if word.text == "," {
            self.end_unit();
        }
    }

    fn comment(&mut self, comment: &str, on_own_line: bool) {
        self.end_unit();
        if on_own_line {
            self.end_line();
        } else {
            self.line.push_str("  ");
        }
        self.line.push_str(comment);
        self.end_line();
    }

    fn end_unit(&mut self) {
        let unit = std::mem::take(&mut self.unit);
        let indent = if self.lines.is_empty() { 0 } else { CONTINUATION.len() };
        let is_too_long = indent + columns(&self.line) + columns(&unit) > self.width;
        if !unit.is_empty() && is_too_long && self.line.ends_with(',') {
            self.end_line();
        }
        self.line.push_str(if self.line.is_empty() { unit.trim_start() } else { &unit });
    }

    fn end_line(&mut self) {
        if !self.line.is_empty() {
            let indent = if self.lines.is_empty() { "" } else { CONTINUATION };
            self.lines.push(format!("{indent}{}", std::mem::take(&mut self.line)));
        }
    }

    fn finish(mut self) -> Vec<String> {
        self.end_unit();
        self.end_line();
        self.lines
    }
}
