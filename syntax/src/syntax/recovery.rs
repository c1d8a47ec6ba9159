//! Repair of the token list: every brace and bracket gets a partner, so that the parser can rely on them.
//!
//! [`repair`] is the entry point. The place of a missing brace is usually not the end of the file. If braces do not
//! match when counted, they are paired by indentation instead, provided that this explains the file with no more
//! mistakes.
//!
//! Invariants: after the repair, the nesting depth is bounded, and brackets do not extend across a brace, a semicolon,
//! or a drawing. No byte is lost: an inserted token is empty, a corrected token keeps its place and gets another kind,
//! and the place of a removed token is recorded as unreadable.

mod braces;

use super::MAX_DEPTH;
use super::problems::Problems;
use super::token::{Token, TokenKind};
use crate::base::sort_by_key;
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::messages::fix::{Fix, TextChange};
use crate::messages::text::{commas, delete, write};

/// The maximum number of tokens to search for the end of a bracket that is opened at the end of a line.
const MAX_TOKENS_AHEAD: usize = 200;

/// Returns the tokens with every brace and bracket paired, and reports the repairs.
pub(super) fn repair<'a>(text: &str, tokens: Vec<Token<'a>>, problems: &mut Problems) -> Vec<Token<'a>> {
    let tokens = closers(tokens, problems);
    let tokens = separators(tokens, problems);
    let tokens = openers(tokens, problems);
    let tokens = wrong_pairs(tokens, problems);
    let tokens = braces::repair(text, tokens, problems);
    brackets(tokens, problems)
}

/// Returns true for the word that closes a block in some other languages.
pub(super) fn is_end(word: &str) -> bool {
    matches!(word, "end" | "End" | "END")
}

/// Reads a statement of only the word `end` as a closing brace unless one follows, and reports it. With a block on the next
/// line, the word is the name of an answer. If the file has too few closing braces, a bracket that closes nothing is
/// read in the same way.
fn closers<'a>(mut tokens: Vec<Token<'a>>, problems: &mut Problems) -> Vec<Token<'a>> {
    let begins = [TokenKind::Newline, TokenKind::Semicolon, TokenKind::OpenBlock];
    let ends = [TokenKind::Newline, TokenKind::Semicolon, TokenKind::CloseBlock, TokenKind::Comment];
    let count = |kind| tokens.iter().filter(|token| token.kind == kind).count();
    let lacks_brace = count(TokenKind::OpenBlock) > count(TokenKind::CloseBlock);
    let mut open = 0usize;
    let mut is_closer = |token: &Token| {
        let is_stray = open == 0 && lacks_brace;
        match token.kind {
            TokenKind::OpenList | TokenKind::OpenGroup => open += 1,
            TokenKind::OpenBlock | TokenKind::CloseBlock => open = 0,
            TokenKind::CloseList | TokenKind::CloseGroup => {
                open = open.saturating_sub(1);
                return is_stray;
            }
            _ => {}
        }
        is_end(token.text)
    };
    for at in (0..tokens.len()).filter(|at| is_closer(&tokens[*at])).collect::<Vec<_>>() {
        let next = [1, 2].map(|by| tokens.get(at + by).map(|token| token.kind));
        let is_alone = (at == 0 || begins.contains(&tokens[at - 1].kind))
            && next[0].is_none_or(|next| ends.contains(&next))
            && next != [Some(TokenKind::Newline), Some(TokenKind::OpenBlock)];
        let token = &mut tokens[at];
        if is_alone && matches!(token.kind, TokenKind::Word | TokenKind::CloseList | TokenKind::CloseGroup) {
            let message = format!("`{}` does not close a block", token.text);
            let is_closed = next[0] == Some(TokenKind::CloseBlock);
            let help = if is_closed { "write `}`".into() } else { write("}") };
            problems.push(Diagnostic::new(Code::WrongBracket, token.span, message).help(help));
            let (kind, text) =
                if is_closed { (TokenKind::Semicolon, ";") } else { (TokenKind::CloseBlock, "}") };
            *token = Token { kind, text, ..*token };
        }
    }
    tokens
}

/// Replaces the semicolons between the entries of a list with commas, and the braces around entries with commas between
/// them with brackets: a block has no commas between single words. Both are on one line.
fn separators<'a>(mut tokens: Vec<Token<'a>>, problems: &mut Problems) -> Vec<Token<'a>> {
    let is_entry = |token: &Token| matches!(token.kind, TokenKind::Word | TokenKind::Number);
    let is_separator = |token: &Token| (token.kind == TokenKind::Comma) || token.kind == TokenKind::Semicolon;
    let mut last = 0;
    for at in 0..tokens.len() {
        let open = last;
        match (tokens[open].kind, tokens[at].kind) {
            (_, TokenKind::OpenList | TokenKind::OpenBlock) => {
                last = at;
                continue;
            }
            // The bracket is closed, so it is not tested again.
            (TokenKind::OpenList, TokenKind::CloseList) | (TokenKind::OpenBlock, TokenKind::CloseBlock) => {
                last = at
            }
            _ => continue,
        }
        let inner = tokens.get(open + 1..at).unwrap_or_default();
        let alternate = |pair: &[Token]| is_entry(&pair[0]) && pair.get(1).is_none_or(is_separator);
        if inner.len() < 3 || inner.len() % 2 == 0 || !inner.chunks(2).all(alternate) {
            continue;
        }
        if tokens[open].kind == TokenKind::OpenList {
            for token in tokens[open..at].iter_mut().filter(|token| token.kind == TokenKind::Semicolon) {
                let problem = Diagnostic::new(Code::StrangeCharacter, token.span, "unexpected `;` in a list");
                let help = "separate the entries of a list with commas, and marks with spaces";
                let problem = problem.repeats(token.text).help(help);
                problems.push(problem.guess(TextChange::Write(",".into())));
                (token.kind, token.text) = (TokenKind::Comma, ",");
            }
        } else if inner.iter().all(|token| token.kind != TokenKind::Semicolon) {
            let words: Vec<&str> = inner.iter().step_by(2).map(|token| token.text).collect();
            let span = tokens[open].span.to(tokens[at].span);
            let problem = Diagnostic::new(Code::WrongBracket, span, "a list stands in brackets");
            problems.push(problem.help(write(&format!("[{}]", commas(words)))));
            (tokens[open].kind, tokens[at].kind) = (TokenKind::OpenList, TokenKind::CloseList);
        }
    }
    tokens
}

/// Replaces each bracket at the end of a line with a brace, if a brace closes it.
fn openers<'a>(mut tokens: Vec<Token<'a>>, problems: &mut Problems) -> Vec<Token<'a>> {
    for at in 0..tokens.len() {
        let Token { kind, span, text } = tokens[at];
        let ends_line = tokens.get(at + 1).is_none_or(|next| next.kind == TokenKind::Newline);
        if !ends_line || !matches!(kind, TokenKind::OpenList | TokenKind::OpenGroup) {
            continue;
        }
        let mut depth = 0;
        let closes = |token: &&Token| {
            depth += usize::from(token.kind == kind);
            depth -= usize::from(token.kind == partner(kind).0);
            depth == 0 || matches!(token.kind, TokenKind::OpenBlock | TokenKind::CloseBlock)
        };
        let end = tokens[at..].iter().take(MAX_TOKENS_AHEAD).find(closes);
        if end.is_some_and(|end| end.kind != partner(kind).0) {
            let message = format!("`{text}` does not open a block");
            let problem = Diagnostic::new(Code::WrongBracket, span, message);
            problems.push(problem.help(write("{")));
            tokens[at].kind = TokenKind::OpenBlock;
        }
    }
    tokens
}

/// Corrects brackets and braces that are closed by one of another kind on their line: `{a, b]` if the file has too few
/// closing braces, and `[a, b}` if it has too many.
fn wrong_pairs<'a>(mut tokens: Vec<Token<'a>>, problems: &mut Problems) -> Vec<Token<'a>> {
    let count = |kind| tokens.iter().filter(|token| token.kind == kind).count();
    let (opened, closed) = (count(TokenKind::OpenBlock), count(TokenKind::CloseBlock));
    let (mut lacking, mut surplus) = (opened.saturating_sub(closed), closed.saturating_sub(opened));
    let mut open: Vec<usize> = Vec::new();
    for at in 0..tokens.len() {
        match tokens[at].kind {
            TokenKind::Newline => open.clear(),
            TokenKind::OpenBlock | TokenKind::OpenList | TokenKind::OpenGroup => open.push(at),
            TokenKind::CloseBlock | TokenKind::CloseList | TokenKind::CloseGroup => {
                let Some(opener) = open.pop() else { continue };
                let (first, last) = (tokens[opener], tokens[at]);
                match (first.kind, last.kind) {
                    (TokenKind::OpenBlock, TokenKind::CloseList | TokenKind::CloseGroup) if lacking > 0 => {
                        lacking -= 1;
                        tokens[opener].kind = partner(last.kind).0;
                        problems.push(wrong_opener(first, last));
                    }
                    (TokenKind::OpenList | TokenKind::OpenGroup, TokenKind::CloseBlock) if surplus > 0 => {
                        surplus -= 1;
                        tokens[at].kind = partner(first.kind).0;
                        problems.push(wrong(last, first));
                    }
                    // The closing one closes nothing.
                    (TokenKind::OpenBlock, TokenKind::CloseList | TokenKind::CloseGroup) => open.push(opener),
                    _ => {}
                }
            }
            _ => {}
        }
    }
    tokens
}

/// A change to a list of tokens.
enum Edit {
    /// Insert a token at this index, after earlier insertions at the same index.
    Insert(TokenKind),
    /// Remove the tokens from this index up to another.
    RemoveUpTo(usize),
}

/// A list of changes, each with an index into the original tokens.
#[derive(Default)]
struct Edits(Vec<(usize, Edit)>);

impl Edits {
    fn insert(&mut self, at: usize, kind: TokenKind) {
        self.0.push((at, Edit::Insert(kind)));
    }

    fn remove(&mut self, range: std::ops::Range<usize>) {
        self.0.push((range.start, Edit::RemoveUpTo(range.end)));
    }

    /// Applies the changes. An inserted token is empty and directly follows the token before it. The pieces of a removed
    /// token become unreadable.
    fn apply<'a>(mut self, tokens: Vec<Token<'a>>, problems: &mut Problems) -> Vec<Token<'a>> {
        // At the same index, insertions come before a removal.
        sort_by_key(&mut self.0, |(at, edit)| (*at, matches!(edit, Edit::RemoveUpTo(_))));
        if self.0.is_empty() {
            return tokens;
        }
        let mut out: Vec<Token> = Vec::with_capacity(tokens.len());
        let mut next = 0;
        for (at, edit) in self.0 {
            out.extend(tokens.get(next..at).unwrap_or_default());
            next = next.max(at);
            match edit {
                Edit::Insert(kind) if next == at => {
                    let last = out.last().map(|token| token.span).unwrap_or_default();
                    out.push(Token { kind, span: last.after(), text: "" });
                }
                // The surrounding tokens have been removed.
                Edit::Insert(_) => {}
                Edit::RemoveUpTo(end) => {
                    let removed = tokens.get(next..end).unwrap_or_default();
                    problems.unreadable.extend(removed.iter().map(|token| token.span));
                    next = next.max(end);
                }
            }
        }
        out.extend(tokens.get(next..).unwrap_or_default());
        out
    }
}

/// Returns the tokens with every bracket paired, and reports missing brackets. An unclosed bracket is closed at
/// the end of its line.
fn brackets<'a>(tokens: Vec<Token<'a>>, problems: &mut Problems) -> Vec<Token<'a>> {
    let mut pairing = BracketPairing { tokens: &tokens, problems, open: Vec::new(), edits: Edits::default() };
    let mut after_comma = false;
    for (at, token) in tokens.iter().enumerate() {
        match token.kind {
            TokenKind::Newline if !after_comma => pairing.end_line(at),
            TokenKind::OpenList | TokenKind::OpenGroup => pairing.open.push((at, None)),
            TokenKind::CloseList | TokenKind::CloseGroup => pairing.close(at),
            TokenKind::OpenBlock | TokenKind::CloseBlock | TokenKind::Semicolon | TokenKind::Rank => {
                pairing.close_all(at)
            }
            _ => {}
        }
        if !matches!(token.kind, TokenKind::Newline | TokenKind::Comment) {
            after_comma = token.goes_on();
        }
    }
    pairing.close_all(tokens.len());
    let edits = pairing.edits;
    edits.apply(tokens, problems)
}

/// Returns the partner of a bracket, with its character.
fn partner(kind: TokenKind) -> (TokenKind, char) {
    match kind {
        TokenKind::OpenList => (TokenKind::CloseList, ']'),
        TokenKind::CloseList => (TokenKind::OpenList, '['),
        TokenKind::OpenGroup => (TokenKind::CloseGroup, ')'),
        _ => (TokenKind::OpenGroup, '('),
    }
}

struct BracketPairing<'a> {
    tokens: &'a [Token<'a>],
    problems: &'a mut Problems,
    /// The open brackets, each with the end of its line once that has been reached.
    open: Vec<(usize, Option<usize>)>,
    edits: Edits,
}

impl BracketPairing<'_> {
    fn end_line(&mut self, at: usize) {
        // The brackets below one that has reached the end of its line have reached theirs as well.
        for (_, line_end) in self.open.iter_mut().rev().take_while(|(_, line_end)| line_end.is_none()) {
            *line_end = Some(at);
        }
    }

    fn close(&mut self, at: usize) {
        let (opener, _) = partner(self.tokens[at].kind);
        let is_opener = |(open, _): &(usize, Option<usize>)| self.tokens[*open].kind == opener;
        if self.open.iter().rev().take(MAX_DEPTH).any(is_opener) {
            while self.open.last().is_some_and(|(open, _)| self.tokens[*open].kind != opener) {
                self.leave_unclosed(at, true);
            }
        } else if let Some((open, _)) = self.open.last() {
            self.edits.insert(at, partner(self.tokens[*open].kind).0);
            self.edits.remove(at..at + 1);
            self.problems.push(wrong(self.tokens[at], self.tokens[*open]));
        } else {
            let is_doubled = at > 0 && self.tokens[at - 1].kind == self.tokens[at].kind;
            self.problems.push(stray(self.tokens[at], is_doubled));
            self.edits.remove(at..at + 1);
        }
        if let Some((open, _)) = self.open.pop().filter(|_| self.open.len() >= MAX_DEPTH) {
            self.too_deep(open, at + 1);
        }
    }

    /// Closes all open brackets before token `at`, which brackets cannot extend across.
    fn close_all(&mut self, at: usize) {
        let too_deep = self.open.len() > MAX_DEPTH;
        while !self.open.is_empty() {
            self.leave_unclosed(at, !too_deep);
        }
    }

    fn leave_unclosed(&mut self, at: usize, report: bool) {
        let Some((open, line_end)) = self.open.pop() else { return };
        let end = line_end.unwrap_or(at);
        if self.open.len() >= MAX_DEPTH {
            return self.too_deep(open, end);
        }
        let token = self.tokens[open];
        let is_doubled = self.tokens.get(open + 1).is_some_and(|next| next.kind == token.kind);
        if report {
            let last = self.tokens[end.saturating_sub(1)];
            self.problems.push(unclosed(token, last).fix(match is_doubled {
                true => Fix::guess(token.span, ""),
                false => Fix::guess(last.span.after(), partner(token.kind).1.to_string()),
            }));
        }
        match is_doubled {
            true => self.edits.remove(open..open + 1),
            false => self.edits.insert(end, partner(token.kind).0),
        }
    }

    /// Removes the content of a bracket that is nested too deep, and reports the outermost of several.
    fn too_deep(&mut self, from: usize, to: usize) {
        self.edits.remove(from..to);
        if self.open.len() == MAX_DEPTH {
            let message = format!("lists and groups are nested more than {MAX_DEPTH} levels deep here");
            let problem = Diagnostic::new(Code::TooDeep, self.tokens[from].span, message);
            self.problems.push(problem.here("ferz did not read this").help("check for a doubled bracket"));
        }
    }
}

fn unclosed(opener: Token, last: Token) -> Diagnostic {
    let (code, what) = match opener.kind {
        TokenKind::OpenList => (Code::UnclosedList, "list"),
        _ => (Code::UnclosedGroup, "group"),
    };
    Diagnostic::new(code, opener.span, format!("this {what} is never closed"))
        .here("opened here")
        .label(last.span.after(), "assumed to end here")
        .help(format!("close it with `{}`", partner(opener.kind).1))
}

fn stray(closer: Token, is_doubled: bool) -> Diagnostic {
    let code = if closer.kind == TokenKind::CloseList { Code::UnopenedList } else { Code::UnopenedGroup };
    let opener = partner(closer.kind).1;
    Diagnostic::new(code, closer.span, format!("this `{}` closes nothing", closer.text)).help(
        match is_doubled {
            true => delete(format!("delete it, or add the `{opener}` that it closes")),
            false => format!("add the `{opener}` that it closes, or delete it").into(),
        },
    )
}

fn wrong_opener(opener: Token, closer: Token) -> Diagnostic {
    let message = format!("`{}` is closed by `{}`", opener.text, closer.text);
    Diagnostic::new(Code::WrongBracket, opener.span, message)
        .label(closer.span, "closed here")
        .help(write(&partner(closer.kind).1.to_string()))
}

fn wrong(closer: Token, opener: Token) -> Diagnostic {
    let message = format!("`{}` is closed by `{}`", opener.text, closer.text);
    Diagnostic::new(Code::WrongBracket, closer.span, message)
        .label(opener.span, "opened here")
        .help(write(&partner(opener.kind).1.to_string()))
}
