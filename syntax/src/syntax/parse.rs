//! The parser, which builds the tree from tokens. The tokens have been repaired, so every opening token has its
//! partner and the nesting depth is bounded.
//!
//! [`parse`] is the entry point. `TreeBuilder::body` reads statements and rows, `statement` reads the items of a
//! statement, and `item` reads a single item. Statements on lines with a syntax error are marked as poisoned at
//! the end.

use super::continuation::{marks_follow, tokens_to_next_line};
use super::problems::Problems;
use super::recovery::repair;
use super::scan::{Rule, Token, scan};
use super::tree::{Block, DrawingRow, File, Item, ItemKind, Statement, is_key, is_switch};
use crate::base::sort;
use crate::base::source::{Span, Spanned};
use crate::messages::conflict::conflict_mark;
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::messages::look_alike::plain_signs;
use crate::messages::text::delete;
use crate::vocabulary;
use std::sync::Arc;

/// Parses a text. `file` is its index in the [`Sources`](crate::base::source::Sources). Returns every statement
/// that can be read, and diagnostics for the rest.
pub fn parse(file: u32, text: &str) -> (File, Vec<Diagnostic>) {
    let mut problems = Problems::new(file);
    let tokens = scan(text, &mut problems);
    let tokens = repair(text, tokens, &mut problems);
    let mut builder = TreeBuilder {
        text,
        tokens: &tokens,
        problems,
        at: 0,
        loose: Vec::new(),
        headless: 0,
        in_switch: false,
    };
    let mut statements = builder.body(false).statements;
    let loose = builder.loose;
    let is_cut_off = builder.problems.cut_off;
    let more = std::mem::take(&mut builder.problems.more);
    let problems = builder.problems.finish();
    let labels = problems.iter().flat_map(|problem| &problem.labels).map(|label| label.span);
    let mut broken: Vec<Span> = labels.chain(more).map(|span| line_of(text, span)).collect();
    sort(&mut broken);
    broken.dedup();
    if !problems.is_empty() {
        poison(&mut statements, &broken, &loose);
    }
    (File { statements, broken, is_cut_off }, problems)
}

/// Returns the line on which a span begins.
fn line_of(text: &str, span: Span) -> Span {
    let (before, after) = text.split_at_checked(span.start as usize).unwrap_or((text, ""));
    let start = before.rfind(['\n', '\r']).map_or(0, |at| at + 1);
    let end = before.len() + after.find(['\n', '\r']).unwrap_or(after.len());
    Span::new(span.file, start, end)
}

/// Marks the statements and rows on lines with errors, and in blocks without a head, as poisoned.
fn poison(statements: &mut [Statement], lines: &[Span], blocks: &[Span]) {
    let reaches = |span: Span| {
        let next = lines.partition_point(|line| line.end < span.start);
        lines.get(next).is_some_and(|line| line.start <= span.end)
            || blocks.iter().any(|block| block.holds(span))
    };
    for statement in statements {
        statement.poisoned = reaches(statement.span);
        if let Some(block) = &mut statement.block {
            block.rows.iter_mut().for_each(|row| row.poisoned = reaches(row.span));
            poison(&mut block.statements, lines, blocks);
        }
    }
}

struct TreeBuilder<'a> {
    text: &'a str,
    tokens: &'a [Token<'a>],
    problems: Problems,
    at: usize,
    loose: Vec<Span>,
    /// The number of open blocks without a head. Only the outermost of them is reported.
    headless: usize,
    /// True if the statements are answers of a switch.
    in_switch: bool,
}

impl<'a> TreeBuilder<'a> {
    /// Reads statements and rows up to a closing brace or the end of the file.
    fn body(&mut self, in_block: bool) -> Block {
        let mut body = Block::default();
        let mut apart = true;
        while let Some(token) = self.peek().filter(|token| token.rule != Rule::close_block) {
            if matches!(token.rule, Rule::newline | Rule::comment | Rule::semicolon) {
                self.at += 1;
                apart = true;
                continue;
            }
            if token.is_comma() {
                let problem = Diagnostic::new(Code::EmptyPlace, token.span, "unexpected comma");
                self.problems.push(problem.help(delete("delete it: statements have no commas between them")));
                self.at += 1;
                continue;
            }
            if !apart && self.words_after_block(&mut body) {
                continue;
            }
            // A block without a head is reported below.
            if !apart && token.rule != Rule::open_block {
                let message = "two statements on one line";
                let problem = Diagnostic::new(Code::JoinedStatements, token.span, message);
                let problem = problem.help("begin a new line, or write `;` between them");
                self.problems.push(problem.here("a new one begins here"));
            }
            match token.rule {
                Rule::open_block => self.headless(&mut body),
                Rule::rank if in_block => body.rows.extend(self.row()),
                Rule::rank => self.skip_row_outside(),
                Rule::bar => self.skip_row_without_rank(),
                _ => body.statements.extend(self.statement()),
            }
            apart = false;
        }
        body
    }

    /// Reads the items of a statement up to its end, and its block.
    fn statement(&mut self) -> Option<Statement> {
        let mut items: Vec<Item> = Vec::new();
        while let Some(token) = self.peek() {
            match token.rule {
                Rule::semicolon if self.repairs_semicolon(&mut items, token.span) => {}
                Rule::semicolon | Rule::close_block | Rule::open_block | Rule::rank => break,
                Rule::newline => {
                    let goes_on = match items.last().map(|last| &last.kind) {
                        Some(ItemKind::Symbol(",")) => self.skip_to_next_line(),
                        Some(ItemKind::Word(word)) if matches!(word.as_str(), "and" | "or") => {
                            self.skip_to_next_line()
                        }
                        // Texts on successive lines form one text.
                        Some(ItemKind::Text(_)) if self.next_is(Rule::text) => {
                            self.at += 1;
                            self.more_text(&mut items);
                            continue;
                        }
                        _ => self.next_line_is_marks(),
                    };
                    if !goes_on {
                        break;
                    }
                }
                _ => self.item(&mut items),
            }
        }
        let comma = items.pop_if(|item| item.is_symbol(","));
        // Before a merge conflict, the continuation is in the conflict, and that of a file that is cut off is lost.
        let is_lost = |comma: &Item| {
            let after = self.text.get(comma.span.end as usize..).unwrap_or_default();
            let next = after.lines().find(|line| !line.trim().is_empty());
            next.map_or(self.problems.cut_off, |line| conflict_mark(line).is_some())
        };
        if let Some(comma) = comma.filter(|comma| !is_lost(comma)) {
            let problem = Diagnostic::new(Code::DanglingComma, comma.span, "nothing follows this comma");
            let problem = problem.help(delete("delete it, or continue the list"));
            // If the next line is blank, the missing item may belong there.
            let ahead = self.tokens.get(self.at..self.at + 2).unwrap_or_default();
            let empty = ahead.last().filter(|_| ahead.iter().all(|token| token.rule == Rule::newline));
            self.problems.push(
                empty.into_iter().fold(problem, |problem, next| {
                    problem.label(next.span, "the list does not continue here")
                }),
            );
        }
        items.shrink_to_fit();
        let span = items.first()?.span.to(items.last()?.span);
        if let Some(last) = items.last_mut() {
            self.see_marks(last);
        }
        // A clause before a colon or a condition can have marks of its own.
        for at in 1..items.len() {
            if items[at].is_symbol(":") || items[at].word() == Some("when") {
                self.see_marks(&mut items[at - 1]);
            }
        }
        // The block of an answer may begin on the next line.
        let is_below = self.in_switch
            && self.peek().is_some_and(|token| token.rule == Rule::newline)
            && self.next_is(Rule::open_block);
        self.at += usize::from(is_below);
        let outer = std::mem::replace(&mut self.in_switch, is_switch(&items));
        let block = self.peek().filter(|token| token.rule == Rule::open_block).map(|_| self.block());
        self.in_switch = outer;
        Some(Statement { items: Arc::new(items), block, span, poisoned: false })
    }

    fn next_is(&self, rule: Rule) -> bool {
        self.tokens.get(self.at + 1).is_some_and(|next| next.rule == rule)
    }

    /// Appends a text on the next line to the text before it.
    fn more_text(&mut self, items: &mut Vec<Item>) {
        self.item(items);
        if let (Some(more), Some(last)) = (items.pop(), items.last_mut())
            && let (ItemKind::Text(text), ItemKind::Text(more_text)) = (&mut last.kind, &more.kind)
        {
            text.push(' ');
            text.push_str(more_text);
            last.span = last.span.to(more.span);
        }
    }

    /// If the next line contains only marks and possibly a block, moves to it and returns true.
    fn next_line_is_marks(&mut self) -> bool {
        let goes_on = marks_follow(self.tokens.get(self.at + 1..).unwrap_or_default());
        self.at += usize::from(goes_on);
        goes_on
    }

    /// Converts a list at the end of a statement to marks, if it has the form of marks.
    fn see_marks(&self, last: &mut Item) {
        let has_comma = || self.text.get(last.span.range()).is_some_and(|text| text.contains(','));
        if let ItemKind::List(keys) = &mut last.kind
            && !keys.is_empty()
            && keys.iter().all(|key| key.word().is_some_and(is_key))
            && !has_comma()
        {
            last.kind = ItemKind::Marks(std::mem::take(keys));
        }
    }

    /// Adds a text or marks after a block on the same line to the statement, and reports that they should come before
    /// the block. Returns false if there are none.
    fn words_after_block(&mut self, body: &mut Block) -> bool {
        let Some(token) = self.peek() else { return false };
        let (what, help) = match token.rule {
            Rule::text => ("the text", "write the text first, then the block: `VALUE \"Answer\" { ... }`"),
            _ if marks_follow(&self.tokens[self.at..]) => ("the marks", "write the marks before the `{`"),
            _ => return false,
        };
        let Some((statement, block)) = body
            .statements
            .last_mut()
            .and_then(|last| Some((Arc::make_mut(&mut last.items), last.block.as_ref()?)))
        else {
            return false;
        };
        let message = format!("a block comes before {what}");
        let problem = Diagnostic::new(Code::UnexpectedBlock, block.open, message);
        self.problems.push(problem.label(token.span, what).help(help));
        let mut items = Vec::new();
        while self.peek().is_some_and(|token| !matches!(token.rule, Rule::newline | Rule::close_block)) {
            self.item(&mut items);
        }
        items.last_mut().into_iter().for_each(|last| self.see_marks(last));
        statement.extend(items);
        true
    }

    /// Reads a semicolon as a colon and reports it, if a consequence is expected and the next word begins no
    /// statement. Returns true if it did so.
    fn repairs_semicolon(&mut self, items: &mut Vec<Item>, span: Span) -> bool {
        let amends = |word: &&str| ["add", "change"].contains(word);
        let mut words = items.iter().filter_map(Item::word).skip_while(amends);
        let known = words.next().and_then(vocabulary::find);
        let next = self.tokens.get(self.at + 1).filter(|next| next.rule == Rule::word);
        let (Some(word), Some(next)) = (known, next) else { return false };
        let own = vocabulary::find(next.text);
        let begins_none = own.is_none_or(|own| word.places.iter().all(|place| !own.places.contains(place)));
        // The form of the statement shows if it contains a colon.
        let lacks_colon = word.form.contains("]: ") && !items.iter().any(|item| item.is_symbol(":"));
        if lacks_colon && begins_none {
            items.push(Item::new(ItemKind::Symbol(":"), span));
            self.at += 1;
            let problem = Diagnostic::new(Code::StrangeCharacter, span, "unexpected `;`");
            self.problems.push(problem.help("write a colon before an effect"));
        }
        lacks_colon && begins_none
    }

    /// Moves to the continuation of a statement after a comma, `and`, or `or` at the end of a line. Returns false if
    /// there is none.
    fn skip_to_next_line(&mut self) -> bool {
        let skipped = tokens_to_next_line(&self.tokens[self.at..]);
        self.at += skipped.unwrap_or(0);
        skipped.is_some()
    }

    fn block(&mut self) -> Block {
        let open = self.next_span();
        let body = self.body(true);
        Block { span: open.to(self.next_span()), open, ..body }
    }

    /// Reads a token, which becomes at most one item.
    fn item(&mut self, items: &mut Vec<Item>) {
        let Some(Token { rule, span, text }) = self.peek() else { return };
        self.at += 1;
        let content = |is_closed: bool| {
            let mut chars = text.chars();
            chars.next();
            if is_closed {
                chars.next_back();
            }
            chars.as_str().to_owned()
        };
        let kind = match rule {
            Rule::word => ItemKind::Word(plain_signs(text)),
            Rule::number => ItemKind::Number(self.number(text, span)),
            Rule::text | Rule::other_text => ItemKind::Text(content(true)),
            Rule::open_text => ItemKind::Text(content(false)),
            Rule::betza => ItemKind::Betza(content(true)),
            Rule::open_betza => ItemKind::Betza(content(false)),
            Rule::open_list => ItemKind::List(self.bracketed(Rule::close_list)),
            Rule::open_group => ItemKind::Group(self.bracketed(Rule::close_group)),
            Rule::symbol if text == "," && items.last().is_none_or(|item| item.is_symbol(",")) => {
                let problem = Diagnostic::new(Code::EmptyPlace, span, "unexpected comma");
                return self
                    .problems
                    .push(problem.help(delete("delete it, or write the missing item before it")));
            }
            Rule::symbol => ItemKind::Symbol(symbol(text)),
            Rule::bar => {
                let help =
                    "write each row of a drawing on its own line, beginning with its rank: `3 | R . K`";
                let problem = Diagnostic::new(Code::StrangeCharacter, span, "unexpected `|`").help(help);
                return self.problems.strange(line_of(self.text, span).start as usize, problem);
            }
            _ => return,
        };
        items.push(Item::new(kind, span.to(self.last_span())));
    }

    /// Returns the items up to a closing bracket.
    fn bracketed(&mut self, closer: Rule) -> Vec<Item> {
        let mut items = Vec::new();
        while self.peek().is_some_and(|token| token.rule != closer) {
            self.item(&mut items);
        }
        self.at += 1;
        if closer == Rule::close_list {
            for at in 1..items.len() {
                // The commas are dropped below, so a missing one is recorded here.
                items[at].joined = !items[at - 1].is_symbol(",");
            }
            items.retain(|item| !item.is_symbol(","));
        }
        items
    }

    fn number(&mut self, text: &str, span: Span) -> u32 {
        text.parse().unwrap_or_else(|_| {
            let problem = Diagnostic::new(Code::NumberTooLarge, span, "this number is too large");
            self.problems.push(problem.help(format!("the largest number is {}", u32::MAX)));
            u32::MAX
        })
    }

    /// Reads a row of a drawing: a rank, a bar, and squares up to the end of the line or a closing bar.
    fn row(&mut self) -> Option<DrawingRow> {
        let Token { span, text, .. } = self.peek()?;
        let rank = Spanned::new(self.number(text, span), self.next_span());
        let first_bar = self.next_span();
        let mut squares: Vec<Spanned<String>> = Vec::new();
        let mut closing: Option<Span> = None;
        let (mut stray, mut comma): (Option<Span>, Option<Span>) = (None, None);
        while let Some(token) = self.peek().filter(|token| matches!(token.rule, Rule::square | Rule::bar)) {
            self.at += 1;
            stray = stray.or(closing.take());
            match token.rule {
                Rule::bar => closing = Some(token.span),
                _ => {
                    let square = token.text.trim_matches(',');
                    let is_plain = square.len() == token.text.len();
                    comma = comma.or((!is_plain).then_some(token.span));
                    squares.extend((!square.is_empty()).then(|| Spanned::new(square.to_owned(), token.span)));
                }
            }
        }
        if let Some(comma) = comma {
            let problem = Diagnostic::new(Code::EmptyPlace, comma, "unexpected comma in a row of a drawing");
            self.problems.push(problem.help("separate the squares only with spaces"));
        }
        let span = rank.span.to(self.last_span());
        if let Some(bar) = stray {
            let problem = Diagnostic::new(Code::StrayBar, bar, "unexpected `|` between the squares of a row");
            let help = "separate squares with spaces; bars follow only the rank and the last square";
            self.problems.push(problem.help(help));
        }
        if squares.is_empty() {
            let message = format!("rank {} of this drawing has no squares", rank.value);
            let problem = Diagnostic::new(Code::RowWithoutSquares, rank.span.to(first_bar), message);
            self.problems.push(problem.help("write a token or `.` for each square: `3 | R . K`"));
            return None;
        }
        Some(DrawingRow { rank, squares, span, poisoned: false })
    }

    /// Reads a block without a head. If it begins on the line after a statement, it becomes the block of that
    /// statement. Otherwise, it is read as if it had no braces.
    fn headless(&mut self, body: &mut Block) {
        // If the brace was inserted, the repair has already been reported.
        let is_put_in = self.peek().is_some_and(|token| token.text.is_empty());
        self.headless += 1;
        let of_switch =
            body.statements.last().is_some_and(|last| last.block.is_none() && is_switch(&last.items));
        let outer = std::mem::replace(&mut self.in_switch, of_switch);
        let block = self.block();
        self.in_switch = outer;
        self.headless -= 1;
        let problem =
            Diagnostic::new(Code::BlockWithoutHead, block.open, "this block belongs to no statement");
        // Only comments may stand between a statement and its block.
        let is_below = |head: &Statement| {
            let between = head.span.end as usize..block.open.start as usize;
            let gap = self.text.get(between).unwrap_or_default();
            let comments = gap.lines().skip(1).filter(|line| line.trim_start().starts_with('#'));
            !is_put_in && gap.matches('\n').count() == 1 + comments.count()
        };
        if let Some(head) = body.statements.last_mut().filter(|last| last.block.is_none() && is_below(last)) {
            let help = "write the `{` at the end of the line of this statement";
            self.problems.push(problem.label(head.span.after(), "the block of this statement").help(help));
            head.block = Some(block);
            return;
        }
        if self.headless == 0 && !is_put_in {
            let help = "write the statement before the `{`, or delete both braces";
            self.problems.push(problem.help(help));
        }
        self.loose.push(block.span);
        body.statements.extend(block.statements);
        body.rows.extend(block.rows);
    }

    fn skip_row_outside(&mut self) {
        let rank = self.next_span();
        while self.peek().is_some_and(|token| matches!(token.rule, Rule::bar | Rule::square)) {
            self.at += 1;
        }
        let message = "this row of a drawing is outside any block";
        let problem = Diagnostic::new(Code::RowOutsideBlock, rank.to(self.last_span()), message);
        self.problems.push(problem.help("put the drawing in a block: `array NAME { ... }`"));
    }

    fn skip_row_without_rank(&mut self) {
        let bar = self.next_span();
        while self.peek().is_some_and(|token| !matches!(token.rule, Rule::newline | Rule::close_block)) {
            self.at += 1;
        }
        let problem = Diagnostic::new(Code::RowWithoutRank, bar, "this row of a drawing has no rank");
        self.problems.push(problem.help("begin the row with the number of its rank: `3 | R . K`"));
    }

    fn peek(&self) -> Option<Token<'a>> {
        self.tokens.get(self.at).copied()
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

/// Returns the symbol as a static string. The grammar has no other symbols.
fn symbol(written: &str) -> &'static str {
    const SYMBOLS: [&str; 9] = ["=", ":", ",", "*", "..", "<", ">", "<=", ">="];
    SYMBOLS.into_iter().find(|symbol| *symbol == written).unwrap_or("")
}
