//! Tokens to entries: what stands on lines of its own, and what goes with it.

use super::{CONTINUATION, INDENT, WIDTH};
use crate::lang::syntax::scan::{Kind, Token};
use crate::lang::vocabulary::{self, Block};

/// Something with lines of its own.
pub(super) enum Entry<'a> {
    Blank,
    Comment(&'a str),
    Row(Row<'a>),
    Statement(Statement<'a>),
}

/// A row of a drawing.
pub(super) struct Row<'a> {
    pub(super) rank: &'a str,
    pub(super) squares: Vec<&'a str>,
    pub(super) comment: Option<&'a str>,
}

/// A statement: its items laid out, its body, and the comment after it.
pub(super) struct Statement<'a> {
    /// The items, comments left out.
    pub(super) items: Vec<Word<'a>>,
    /// The items as they are printed, without the body.
    pub(super) lines: Vec<String>,
    pub(super) body: Body<'a>,
    pub(super) comment: Option<&'a str>,
    is_switch: bool,
}

/// A token of a statement as it is printed.
#[derive(Clone, Copy)]
pub(super) struct Word<'a> {
    pub(super) kind: Kind,
    pub(super) written: &'a str,
    /// Whether a blank parts it from the one before.
    pub(super) apart: bool,
}

/// What follows the items.
pub(super) enum Body<'a> {
    None,
    /// A block that stays on the line, as it is printed, with its braces.
    Inline(String),
    Block {
        entries: Vec<Entry<'a>>,
        /// The comment after the opening brace.
        comment: Option<&'a str>,
    },
}

impl Statement<'_> {
    /// Whether it is printed on one line.
    pub(super) fn is_one_line(&self) -> bool {
        self.lines.len() == 1 && !matches!(self.body, Body::Block { .. })
    }

    /// Whether the statements in its block are the values of a switch.
    pub(super) fn is_switch(&self) -> bool {
        self.is_switch
    }
}

impl<'a> Entry<'a> {
    /// Where the comment after it goes.
    fn comment_mut(&mut self) -> Option<&mut Option<&'a str>> {
        match self {
            Entry::Blank | Entry::Comment(_) => None,
            Entry::Row(row) => Some(&mut row.comment),
            Entry::Statement(statement) => Some(&mut statement.comment),
        }
    }
}

/// Goes through tokens known to be without mistakes.
pub(super) struct Layout<'a> {
    text: &'a str,
    tokens: &'a [Token],
    at: usize,
}

impl<'a> Layout<'a> {
    pub(super) fn new(text: &'a str, tokens: &'a [Token]) -> Layout<'a> {
        Layout { text, tokens, at: 0 }
    }

    /// The entries up to a closing brace or the end of the file, in a block `depth` blocks deep.
    pub(super) fn entries(&mut self, depth: usize) -> Vec<Entry<'a>> {
        let mut entries: Vec<Entry> = Vec::new();
        let mut line_is_new = true;
        while let Some(token) = self.peek().filter(|token| token.kind != Kind::CloseBlock) {
            match token.kind {
                Kind::Newline => {
                    let has_blank = entries.last().is_none_or(|last| matches!(last, Entry::Blank));
                    if line_is_new && !has_blank {
                        entries.push(Entry::Blank);
                    }
                    self.at += 1;
                    line_is_new = true;
                    continue;
                }
                Kind::Semicolon => self.at += 1,
                Kind::Comment => {
                    let comment = self.take_comment();
                    match entries.last_mut().and_then(Entry::comment_mut).filter(|_| !line_is_new) {
                        Some(place) => *place = Some(comment),
                        None => entries.push(Entry::Comment(comment)),
                    }
                }
                Kind::Rank => entries.push(Entry::Row(self.row())),
                _ => entries.push(Entry::Statement(self.statement(depth))),
            }
            line_is_new = false;
        }
        entries.pop_if(|last| matches!(last, Entry::Blank));
        entries
    }

    fn row(&mut self) -> Row<'a> {
        let mut row = Row { rank: "", squares: Vec::new(), comment: None };
        while let Some(token) = self.peek() {
            match token.kind {
                Kind::Rank => row.rank = self.written(token),
                Kind::Square => row.squares.push(self.written(token)),
                Kind::Bar => {}
                _ => break,
            }
            self.at += 1;
        }
        row
    }

    fn statement(&mut self, depth: usize) -> Statement<'a> {
        let mut items: Vec<Word> = Vec::new();
        let mut head = Head { width: WIDTH.saturating_sub(depth * INDENT), ..Head::default() };
        let mut open = 0usize;
        let mut line_is_new = false;
        while let Some(token) = self.peek() {
            let last = items.last().copied();
            let goes_on = open > 0 || last.is_some_and(|last| last.written == ",");
            match token.kind {
                Kind::Semicolon | Kind::OpenBlock | Kind::CloseBlock | Kind::Rank => break,
                Kind::Newline | Kind::Comment if !goes_on => break,
                Kind::Newline => line_is_new = true,
                Kind::Comment => head.comment(self.written(token).trim_end(), line_is_new),
                _ => {
                    line_is_new = false;
                    match token.kind {
                        Kind::OpenList | Kind::OpenGroup => open += 1,
                        Kind::CloseList | Kind::CloseGroup => open = open.saturating_sub(1),
                        _ => {}
                    }
                    if !self.is_needless_comma(self.at) {
                        let word = self.word(last, token);
                        head.item(word);
                        items.push(word);
                    }
                }
            }
            self.at += 1;
        }
        // A switch may follow `add` or `change`.
        let has_values =
            |word: &Word| vocabulary::find(word.written).is_some_and(|word| word.block == Block::Values);
        let is_switch = items.iter().take(2).any(has_values);
        let lines = head.finish();
        let width = depth * INDENT + lines.last().map_or(0, |line| columns(line));
        let body = self.body(depth, width, lines.len() == 1);
        Statement { items, lines, body, comment: None, is_switch }
    }

    /// The body after items that end at column `width`.
    fn body(&mut self, depth: usize, width: usize, head_is_whole: bool) -> Body<'a> {
        if self.peek().is_none_or(|token| token.kind != Kind::OpenBlock) {
            return Body::None;
        }
        if let Some((inline, end)) = self.inline(self.at).filter(|_| head_is_whole)
            && inline != "{}"
            && width + 1 + columns(&inline) <= WIDTH
        {
            self.at = end;
            return Body::Inline(inline);
        }
        self.at += 1;
        let comment = self.peek().filter(|token| token.kind == Kind::Comment).map(|_| self.take_comment());
        if comment.is_some() {
            self.at += 1;
        }
        let entries = self.entries(depth + 1);
        self.at += 1;
        Body::Block { entries, comment }
    }

    /// The block that opens at token `at` on one line, and the place after it, if it was written so.
    fn inline(&self, at: usize) -> Option<(String, usize)> {
        let mut out = String::new();
        let mut last: Option<Word> = None;
        let mut depth = 0usize;
        for (place, token) in self.tokens.iter().copied().enumerate().skip(at) {
            let after_open = out.ends_with('{');
            match token.kind {
                Kind::Newline | Kind::Comment | Kind::Rank => return None,
                Kind::OpenBlock => {
                    out.push_str(if depth == 0 { "{" } else { " {" });
                    depth += 1;
                    last = None;
                }
                Kind::CloseBlock => {
                    out.push_str(if after_open { "}" } else { " }" });
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return Some((out, place + 1));
                    }
                    last = None;
                }
                Kind::Semicolon => last = None,
                _ if self.is_needless_comma(place) => {}
                _ => {
                    let word = self.word(last, token);
                    out.push_str(match last {
                        None if after_open => " ",
                        None => "; ",
                        Some(_) if word.apart => " ",
                        Some(_) => "",
                    });
                    out.push_str(word.written);
                    last = Some(word);
                }
            }
        }
        None
    }

    /// Whether token `at` is a comma before the end of a list.
    fn is_needless_comma(&self, at: usize) -> bool {
        let is_comma = |token: &Token| token.kind == Kind::Symbol && self.written(*token) == ",";
        let mut after = self.tokens.iter().skip(at + 1);
        self.tokens.get(at).is_some_and(is_comma)
            && after
                .find(|token| !matches!(token.kind, Kind::Newline | Kind::Comment))
                .is_some_and(|token| token.kind == Kind::CloseList)
    }

    /// A token as it is printed after another.
    fn word(&self, last: Option<Word>, token: Token) -> Word<'a> {
        let written = self.written(token);
        let range = |kind, written| kind == Kind::Symbol && written == "..";
        let apart = last.is_some_and(|last| {
            let closes = matches!(token.kind, Kind::CloseList | Kind::CloseGroup);
            let opens = matches!(last.kind, Kind::OpenList | Kind::OpenGroup);
            let attached = token.kind == Kind::Symbol && matches!(written, "," | ":" | "*");
            let joined = attached || range(last.kind, last.written) || range(token.kind, written);
            !(closes || opens || joined)
        });
        Word { kind: token.kind, written, apart }
    }

    fn take_comment(&mut self) -> &'a str {
        let comment = self.peek().map_or("", |token| self.written(token)).trim_end();
        self.at += 1;
        comment
    }

    fn peek(&self) -> Option<Token> {
        self.tokens.get(self.at).copied()
    }

    fn written(&self, token: Token) -> &'a str {
        self.text.get(token.range()).unwrap_or("")
    }
}

/// The items of a statement on as few lines as fit, broken after commas and after comments.
#[derive(Default)]
struct Head {
    width: usize,
    lines: Vec<String>,
    line: String,
    /// What stands after the last comma, and whether a blank parts it from the line.
    unit: String,
    apart: bool,
}

impl Head {
    fn item(&mut self, word: Word) {
        if self.unit.is_empty() {
            self.apart = word.apart;
        } else if word.apart {
            self.unit.push(' ');
        }
        self.unit.push_str(word.written);
        if word.written == "," {
            self.end_unit();
        }
    }

    fn comment(&mut self, comment: &str, on_own_line: bool) {
        self.end_unit();
        if on_own_line {
            self.end_line();
            self.line.push_str(comment);
        } else {
            self.line.push_str("  ");
            self.line.push_str(comment);
        }
        self.end_line();
    }

    fn end_unit(&mut self) {
        if self.unit.is_empty() {
            return;
        }
        let room = self.width.saturating_sub(if self.lines.is_empty() { 0 } else { CONTINUATION });
        let wanted = columns(&self.line) + usize::from(self.apart) + columns(&self.unit);
        if wanted > room && self.line.ends_with(',') {
            self.end_line();
        }
        if self.apart && !self.line.is_empty() {
            self.line.push(' ');
        }
        self.line.push_str(&std::mem::take(&mut self.unit));
    }

    fn end_line(&mut self) {
        if !self.line.is_empty() {
            self.lines.push(std::mem::take(&mut self.line));
        }
    }

    fn finish(mut self) -> Vec<String> {
        self.end_unit();
        self.end_line();
        self.lines
    }
}

/// How many columns a text takes.
pub(super) fn columns(text: &str) -> usize {
    text.chars().count()
}
