//! Pairs braces and brackets, and mends the tokens where one is missing, so that the tree can be built without a doubt.
//!
//! A missing brace is a mistake of the author, not of the file's last line: where counting finds one, indentation is asked
//! as well, and believed when it explains the file with no more mistakes than counting does. Afterwards every opener has
//! its closer, none nests too deep, and brackets never reach across a brace, a semicolon or a drawing.

mod braces;

use super::MAX_DEPTH;
use super::problems::Problems;
use super::scan::{Rule, Token};
use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::sort_by_key;

/// The most tokens that are searched for the bracket that closes one at the end of a line.
const MAX_TOKENS_AHEAD: usize = 200;

/// The tokens with every brace and bracket paired.
pub(super) fn mend<'a>(text: &str, tokens: Vec<Token<'a>>, problems: &mut Problems) -> Vec<Token<'a>> {
    let tokens = openers(tokens, problems);
    let tokens = braces::mend(text, tokens, problems);
    brackets(tokens, problems)
}

/// The tokens with a brace for each other bracket that ends its line and is closed by a brace.
fn openers<'a>(mut tokens: Vec<Token<'a>>, problems: &mut Problems) -> Vec<Token<'a>> {
    for at in 0..tokens.len() {
        let Token { rule, span, text } = tokens[at];
        let ends_line = tokens.get(at + 1).is_none_or(|next| next.rule == Rule::newline);
        if !ends_line || !matches!(rule, Rule::open_list | Rule::open_group) {
            continue;
        }
        let mut depth = 0;
        let closes = |token: &&Token| {
            depth += usize::from(token.rule == rule);
            depth -= usize::from(token.rule == partner(rule).0);
            depth == 0 || matches!(token.rule, Rule::open_block | Rule::close_block)
        };
        let end = tokens[at..].iter().take(MAX_TOKENS_AHEAD).find(closes);
        if end.is_some_and(|end| end.rule != partner(rule).0) {
            let message = format!("`{text}` does not open a block");
            let problem = Diagnostic::new(Code::WrongBracket, span, message);
            problems.push(problem.help("write `{`"));
            tokens[at].rule = Rule::open_block;
        }
    }
    tokens
}

enum Edit {
    /// A token should stand here, after whatever was inserted here earlier.
    Insert(Rule),
    /// The tokens from here up to there should be removed.
    RemoveUpTo(usize),
}

/// Changes to be made to a list of tokens, with their places in the list as it was.
#[derive(Default)]
struct Edits(Vec<(usize, Edit)>);

impl Edits {
    fn insert(&mut self, at: usize, rule: Rule) {
        self.0.push((at, Edit::Insert(rule)));
    }

    fn remove(&mut self, range: std::ops::Range<usize>) {
        self.0.push((range.start, Edit::RemoveUpTo(range.end)));
    }

    /// Makes the changes. What is inserted takes no bytes and stands right after the token before it.
    fn apply(mut self, tokens: Vec<Token>) -> Vec<Token> {
        sort_by_key(&mut self.0, |(at, edit)| (*at, matches!(edit, Edit::RemoveUpTo(_))));
        let mut out: Vec<Token> = Vec::with_capacity(tokens.len());
        let mut next = 0;
        for (at, edit) in self.0 {
            out.extend(tokens.get(next..at).unwrap_or_default());
            next = next.max(at);
            match edit {
                Edit::Insert(rule) if next == at => {
                    let last = out.last().map(|token| token.span).unwrap_or_default();
                    out.push(Token { rule, span: last.after(), text: "" });
                }
                Edit::Insert(_) => {}
                Edit::RemoveUpTo(end) => next = next.max(end),
            }
        }
        out.extend(tokens.get(next..).unwrap_or_default());
        out
    }
}

/// The tokens with every bracket paired; says what was missing. What is never closed is taken to end with its line.
fn brackets<'a>(tokens: Vec<Token<'a>>, problems: &mut Problems) -> Vec<Token<'a>> {
    let mut pairing = BracketPairing { tokens: &tokens, problems, open: Vec::new(), edits: Edits::default() };
    let mut after_comma = false;
    for (at, token) in tokens.iter().enumerate() {
        match token.rule {
            Rule::newline if !after_comma => pairing.end_line(at),
            Rule::open_list | Rule::open_group => pairing.open.push((at, None)),
            Rule::close_list | Rule::close_group => pairing.close(at),
            Rule::open_block | Rule::close_block | Rule::semicolon | Rule::rank => pairing.close_all(at),
            _ => {}
        }
        if !matches!(token.rule, Rule::newline | Rule::comment) {
            after_comma = token.goes_on();
        }
    }
    pairing.close_all(tokens.len());
    let edits = pairing.edits;
    edits.apply(tokens)
}

/// The bracket that belongs to one, and how it is written.
fn partner(rule: Rule) -> (Rule, char) {
    match rule {
        Rule::open_list => (Rule::close_list, ']'),
        Rule::close_list => (Rule::open_list, '['),
        Rule::open_group => (Rule::close_group, ')'),
        _ => (Rule::open_group, '('),
    }
}

struct BracketPairing<'a> {
    tokens: &'a [Token<'a>],
    problems: &'a mut Problems,
    /// The brackets open here, and for each the end of its line, once seen.
    open: Vec<(usize, Option<usize>)>,
    edits: Edits,
}

impl BracketPairing<'_> {
    fn end_line(&mut self, at: usize) {
        // Those below one that has seen the end of its line have seen it too.
        for (_, line_end) in self.open.iter_mut().rev().take_while(|(_, line_end)| line_end.is_none()) {
            *line_end = Some(at);
        }
    }

    fn close(&mut self, at: usize) {
        let (opener, _) = partner(self.tokens[at].rule);
        let is_opener = |(open, _): &(usize, Option<usize>)| self.tokens[*open].rule == opener;
        if self.open.iter().rev().take(MAX_DEPTH).any(is_opener) {
            while self.open.last().is_some_and(|(open, _)| self.tokens[*open].rule != opener) {
                self.leave_unclosed(at, true);
            }
        } else if let Some((open, _)) = self.open.last() {
            self.edits.insert(at, partner(self.tokens[*open].rule).0);
            self.edits.remove(at..at + 1);
            self.problems.push(wrong(self.tokens[at], self.tokens[*open]));
        } else {
            self.problems.push(stray(self.tokens[at]));
            self.edits.remove(at..at + 1);
        }
        if let Some((open, _)) = self.open.pop().filter(|_| self.open.len() >= MAX_DEPTH) {
            self.too_deep(open, at + 1);
        }
    }

    /// Closes whatever is open before token `at`, which no bracket reaches across.
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
        if report {
            self.problems.push(unclosed(token, self.tokens[end.saturating_sub(1)]));
        }
        let is_doubled = self.tokens.get(open + 1).is_some_and(|next| next.rule == token.rule);
        match is_doubled {
            true => self.edits.remove(open..open + 1),
            false => self.edits.insert(end, partner(token.rule).0),
        }
    }

    /// Leaves out what stands in a bracket too deep inside others, and says so for the outermost of them.
    fn too_deep(&mut self, from: usize, to: usize) {
        self.edits.remove(from..to);
        if self.open.len() == MAX_DEPTH {
            let message = format!("lists and groups nest deeper than {MAX_DEPTH} here");
            let problem = Diagnostic::new(Code::TooDeep, self.tokens[from].span, message);
            self.problems.push(problem.here("ferz did not read this").help("check for a doubled bracket"));
        }
    }
}

fn unclosed(opener: Token, last: Token) -> Diagnostic {
    let (code, what) = match opener.rule {
        Rule::open_list => (Code::UnclosedList, "list"),
        _ => (Code::UnclosedGroup, "group"),
    };
    Diagnostic::new(code, opener.span, format!("this {what} is never closed"))
        .here("opened here")
        .label(last.span.after(), "assumed to end here")
        .help(format!("close it with `{}`", partner(opener.rule).1))
}

fn stray(closer: Token) -> Diagnostic {
    let code = if closer.rule == Rule::close_list { Code::UnopenedList } else { Code::UnopenedGroup };
    let opener = partner(closer.rule).1;
    Diagnostic::new(code, closer.span, format!("this `{}` closes nothing", closer.text))
        .help(format!("delete it, or add the `{opener}` that it closes"))
}

fn wrong(closer: Token, opener: Token) -> Diagnostic {
    let message = format!("`{}` is closed by `{}`", opener.text, closer.text);
    Diagnostic::new(Code::WrongBracket, closer.span, message)
        .label(opener.span, "opened here")
        .help(format!("write `{}`", partner(opener.rule).1))
}
