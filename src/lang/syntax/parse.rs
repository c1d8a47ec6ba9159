//! Tokens to tree. The tokens are already repaired, so every opener has its closer and the nesting is bounded.

use super::mend::mend;
use super::problems::Problems;
use super::scan::{Kind, Token, scan};
use super::tree::{Block, File, Item, ItemKind, Row, Statement};
use crate::base::diagnostic::Diagnostic;
use crate::base::source::{Span, Spanned};

/// Reads a text, `file` being its index in the [`Sources`](crate::base::source::Sources). Always returns every statement that
/// can be read; the diagnostics say what is wrong with the rest.
pub(crate) fn parse(file: u32, text: &str) -> (File, Vec<Diagnostic>) {
    let mut problems = Problems::new(file);
    let tokens = scan(text, &mut problems);
    let tokens = mend(text, tokens, &mut problems);
    let mut builder = Builder { text, tokens: &tokens, problems, at: 0, loose: Vec::new(), headless: 0 };
    let (statements, _) = builder.body(false);
    let loose = builder.loose;
    let problems = builder.problems.finish();
    let mut broken: Vec<Span> =
        problems.iter().flat_map(|problem| &problem.labels).map(|label| line_of(text, label.span)).collect();
    broken.sort_unstable();
    broken.dedup();
    let mut file = File { statements, broken };
    if !problems.is_empty() {
        let poison = Poison { lines: &file.broken, blocks: &loose };
        file.statements.iter_mut().for_each(|statement| poison.statement(statement));
    }
    (file, problems)
}

/// The line a span begins on.
fn line_of(text: &str, span: Span) -> Span {
    let at = (span.start as usize).min(text.len());
    let start = text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
    let end = text.get(at..).and_then(|rest| rest.find('\n')).map_or(text.len(), |end| at + end);
    Span::new(span.file, start, end)
}

/// Marks what stands on broken lines, and in blocks that follow nothing.
struct Poison<'a> {
    lines: &'a [Span],
    blocks: &'a [Span],
}

impl Poison<'_> {
    fn statement(&self, statement: &mut Statement) {
        statement.poisoned = self.reaches(statement.span);
        if let Some(block) = &mut statement.block {
            block.statements.iter_mut().for_each(|statement| self.statement(statement));
            block.rows.iter_mut().for_each(|row| row.poisoned = self.reaches(row.span));
        }
    }

    fn reaches(&self, span: Span) -> bool {
        let next = self.lines.partition_point(|line| line.end < span.start);
        self.lines.get(next).is_some_and(|line| line.start <= span.end)
            || self.blocks.iter().any(|block| block.holds(span))
    }
}

struct Builder<'a> {
    text: &'a str,
    tokens: &'a [Token],
    problems: Problems,
    at: usize,
    loose: Vec<Span>,
    /// How many blocks without a head are open: only the outermost is told.
    headless: usize,
}

impl Builder<'_> {
    /// Statements and rows up to a closing brace or the end of the file.
    fn body(&mut self, in_block: bool) -> (Vec<Statement>, Vec<Row>) {
        let mut statements: Vec<Statement> = Vec::new();
        let mut rows = Vec::new();
        let mut apart = true;
        while let Some(token) = self.peek() {
            match token.kind {
                Kind::Newline | Kind::Comment | Kind::Semicolon => {
                    self.at += 1;
                    apart = true;
                    continue;
                }
                Kind::CloseBlock => break,
                _ if !apart => self.report_joined(token),
                _ => {}
            }
            match token.kind {
                Kind::OpenBlock => self.headless(&mut statements, &mut rows),
                Kind::Rank if in_block => rows.extend(self.row()),
                Kind::Rank => self.skip_row_outside(token),
                Kind::Bar => self.skip_row_without_rank(),
                _ => statements.extend(self.statement()),
            }
            apart = false;
        }
        (statements, rows)
    }

    /// Items up to the end of the statement, and its block.
    fn statement(&mut self) -> Option<Statement> {
        let mut items: Vec<Item> = Vec::new();
        while let Some(token) = self.peek() {
            match token.kind {
                Kind::Semicolon | Kind::CloseBlock | Kind::OpenBlock | Kind::Rank => break,
                Kind::Newline => {
                    if !items.last().is_some_and(|item| item.is_symbol(",")) || !self.skip_to_next_line() {
                        break;
                    }
                }
                _ => self.item(&mut items),
            }
        }
        if let Some(comma) = items.pop_if(|item| item.is_symbol(",")) {
            let problem = Diagnostic::error("dangling-comma", comma.span, "nothing follows this comma");
            self.problems.push(problem.help("delete it, or continue the list"));
        }
        items.shrink_to_fit();
        let (first, last) = (items.first()?.span, items.last()?.span);
        let block = self.peek().filter(|token| token.kind == Kind::OpenBlock).map(|_| self.block());
        Some(Statement { items, block, span: first.to(last), poisoned: false })
    }

    /// After a comma at the end of a line: moves on to where the statement goes on, unless a blank line or something else
    /// than an item follows.
    fn skip_to_next_line(&mut self) -> bool {
        let mut ahead = self.at + 1;
        loop {
            match self.tokens.get(ahead).map(|token| token.kind) {
                Some(Kind::Comment) => ahead += 2,
                None
                | Some(Kind::Newline | Kind::Rank | Kind::CloseBlock | Kind::OpenBlock | Kind::Semicolon) => {
                    return false;
                }
                Some(_) => break,
            }
        }
        self.at = ahead;
        true
    }

    fn block(&mut self) -> Block {
        let open = self.next_span();
        let (statements, rows) = self.body(true);
        let close = self.next_span();
        Block { statements, rows, span: open.to(close), open }
    }

    /// Reads one token, and with it one item at most.
    fn item(&mut self, items: &mut Vec<Item>) {
        let Some(token) = self.peek() else { return };
        let span = self.next_span();
        let written = &self.text[token.range()];
        let inner =
            |quotes: usize| written.get(1..written.len().saturating_sub(quotes)).unwrap_or("").to_owned();
        let kind = match token.kind {
            Kind::Word => ItemKind::Word(written.to_owned()),
            Kind::Number => ItemKind::Number(self.number(token)),
            Kind::Text => ItemKind::Text(inner(1)),
            Kind::OpenText => ItemKind::Text(inner(0)),
            Kind::OtherText => {
                let first = written.chars().next().map_or(0, char::len_utf8);
                let last = written.chars().next_back().map_or(0, char::len_utf8);
                let content = written.get(first..written.len().saturating_sub(last)).unwrap_or("");
                ItemKind::Text(content.to_owned())
            }
            Kind::Betza => ItemKind::Betza(inner(1)),
            Kind::OpenBetza => ItemKind::Betza(inner(0)),
            Kind::OpenList => ItemKind::List(self.bracketed(Kind::CloseList)),
            Kind::OpenGroup => ItemKind::Group(self.bracketed(Kind::CloseGroup)),
            Kind::Symbol if written == "," && items.last().is_none_or(|item| item.is_symbol(",")) => {
                let problem = Diagnostic::error("empty-place", span, "unexpected comma");
                self.problems.push(problem.help("delete it, or write what is missing before it"));
                return;
            }
            Kind::Symbol => ItemKind::Symbol(symbol(written)),
            Kind::Bar => {
                let problem = Diagnostic::error("strange-character", span, "unexpected `|`");
                let help = "write a row of a drawing on its own line, beginning with its rank: `3 | R . K`";
                self.problems.strange(line_of(self.text, span).start as usize, problem.help(help));
                return;
            }
            _ => return,
        };
        items.push(Item { kind, span: span.to(self.last_span()) });
    }

    /// The items up to a closing bracket.
    fn bracketed(&mut self, closer: Kind) -> Vec<Item> {
        let mut items = Vec::new();
        while let Some(token) = self.peek() {
            if token.kind == closer {
                self.at += 1;
                break;
            }
            self.item(&mut items);
        }
        if closer == Kind::CloseList {
            items.retain(|item| !item.is_symbol(","));
        }
        items
    }

    fn number(&mut self, token: Token) -> u32 {
        let written = &self.text[token.range()];
        written.parse().unwrap_or_else(|_| {
            let span = self.problems.span(token.start as usize, token.end as usize);
            let problem = Diagnostic::error("number-too-large", span, "this number is too large");
            self.problems.push(problem.help(format!("the largest number is {}", u32::MAX)));
            u32::MAX
        })
    }

    /// A rank, a bar, and squares up to the end of the line or a closing bar.
    fn row(&mut self) -> Option<Row> {
        let rank_token = self.peek()?;
        let rank = Spanned::new(self.number(rank_token), self.next_span());
        let first_bar = self.next_span();
        let mut squares: Vec<Spanned<String>> = Vec::new();
        let mut closing: Option<Span> = None;
        let mut stray: Option<Span> = None;
        while let Some(token) = self.peek().filter(|token| matches!(token.kind, Kind::Square | Kind::Bar)) {
            let span = self.next_span();
            stray = stray.or(closing.take());
            match token.kind {
                Kind::Bar => closing = Some(span),
                _ => squares.push(Spanned::new(self.text[token.range()].to_owned(), span)),
            }
        }
        let span = rank.span.to(self.last_span());
        if let Some(bar) = stray {
            let problem = Diagnostic::error("stray-bar", bar, "unexpected `|` between the squares of a row");
            let help = "separate squares by blanks; bars follow only the rank and the last square";
            self.problems.push(problem.help(help));
        }
        if squares.is_empty() {
            let message = format!("rank {} of this drawing has no squares", rank.value);
            let problem = Diagnostic::error("row-without-squares", rank.span.to(first_bar), message);
            self.problems.push(problem.help("write a token or `.` for each square: `3 | R . K`"));
            return None;
        }
        Some(Row { rank, squares, span, poisoned: false })
    }

    /// A block that follows nothing: the one of the line above if it begins the next line, otherwise read as if the braces
    /// were not there.
    fn headless(&mut self, statements: &mut Vec<Statement>, rows: &mut Vec<Row>) {
        let on_next_line = self.begins_next_line();
        self.headless += 1;
        let block = self.block();
        self.headless -= 1;
        let problem = Diagnostic::error("block-without-head", block.open, "this block has no head");
        match statements.last_mut().filter(|last| on_next_line && last.block.is_none()) {
            Some(head) => {
                let end = head.items.last().map_or(head.span, |last| last.span);
                let place = Span { start: end.end, ..end };
                let problem = problem
                    .label(place, "the block of this statement")
                    .help("write the `{` at the end of the line before");
                self.problems.push(problem);
                head.block = Some(block);
            }
            None => {
                let help = "write before the `{` what the block describes, or delete both braces";
                if self.headless == 0 {
                    self.problems.push(problem.help(help));
                }
                self.loose.push(block.span);
                statements.extend(block.statements);
                rows.extend(block.rows);
            }
        }
    }

    /// Whether the token in question is the first of the line after that of the item before it.
    fn begins_next_line(&self) -> bool {
        let mut before = self.tokens[..self.at].iter().rev().filter(|token| token.kind != Kind::Comment);
        before.next().is_some_and(|token| token.kind == Kind::Newline)
            && before.next().is_some_and(|token| token.kind != Kind::Newline)
    }

    fn report_joined(&mut self, token: Token) {
        let span = self.problems.span(token.start as usize, token.end as usize);
        let problem = Diagnostic::error("joined-statements", span, "two statements on one line");
        self.problems
            .push(problem.here("a new one begins here").help("begin a new line, or write `;` between them"));
    }

    fn skip_row_outside(&mut self, rank: Token) {
        while self.peek().is_some_and(|token| matches!(token.kind, Kind::Rank | Kind::Bar | Kind::Square)) {
            self.at += 1;
        }
        let span = self.problems.span(rank.start as usize, self.last_span().end as usize);
        let problem =
            Diagnostic::error("row-outside-block", span, "this row of a drawing is outside of any block");
        self.problems.push(problem.help("put the drawing in a block: `array NAME { ... }`"));
    }

    fn skip_row_without_rank(&mut self) {
        let span = self.next_span();
        while self.peek().is_some_and(|token| !matches!(token.kind, Kind::Newline | Kind::CloseBlock)) {
            self.at += 1;
        }
        self.problems.forget_strange(span.start as usize, self.last_span().end as usize);
        let problem = Diagnostic::error("row-without-rank", span, "this row of a drawing has no rank");
        self.problems.push(problem.help("begin the row with the number of its rank: `3 | R . K`"));
    }

    fn peek(&self) -> Option<Token> {
        self.tokens.get(self.at).copied()
    }

    /// Moves on by one token and returns its span.
    fn next_span(&mut self) -> Span {
        self.at += 1;
        self.last_span()
    }

    /// The span of the token before the one in question.
    fn last_span(&self) -> Span {
        let last = self.at.checked_sub(1).and_then(|last| self.tokens.get(last));
        last.map_or(self.problems.span(0, 0), |token| {
            self.problems.span(token.start as usize, token.end as usize)
        })
    }
}

/// The symbol as the tree names it; the grammar knows no other.
fn symbol(written: &str) -> &'static str {
    const SYMBOLS: [&str; 9] = ["=", ":", ",", "*", "..", "<", ">", "<=", ">="];
    SYMBOLS.into_iter().find(|symbol| *symbol == written).unwrap_or("")
}
