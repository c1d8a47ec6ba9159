//! Pairs the brackets of lists and groups within their statement.

use super::{Edits, Problems, Rule, Token};
use crate::base::diagnostic::Diagnostic;
use crate::lang::syntax::MAX_DEPTH;

/// The tokens with every bracket paired; says what was missing. What is never closed is taken to end with its line.
pub(super) fn mend<'a>(tokens: Vec<Token<'a>>, problems: &mut Problems) -> Vec<Token<'a>> {
    let mut pairing = Pairing { tokens: &tokens, problems, open: Vec::new(), edits: Edits::default() };
    let mut after_comma = false;
    for (at, token) in tokens.iter().enumerate() {
        match token.rule {
            Rule::newline if !after_comma => pairing.end_line(at),
            Rule::open_list | Rule::open_group => pairing.open.push(Open { at, line_end: None }),
            Rule::close_list | Rule::close_group => pairing.close(at),
            Rule::open_block | Rule::close_block | Rule::semicolon | Rule::rank => pairing.close_all(at),
            _ => {}
        }
        if !matches!(token.rule, Rule::newline | Rule::comment) {
            after_comma = token.is_comma();
        }
    }
    pairing.close_all(tokens.len());
    let edits = pairing.edits;
    edits.apply(tokens)
}

/// The bracket that closes one, and the one that opens it.
fn partner(rule: Rule) -> Rule {
    match rule {
        Rule::open_list => Rule::close_list,
        Rule::close_list => Rule::open_list,
        Rule::open_group => Rule::close_group,
        _ => Rule::open_group,
    }
}

/// A bracket as it is written.
fn sign(rule: Rule) -> char {
    match rule {
        Rule::open_list => '[',
        Rule::close_list => ']',
        Rule::open_group => '(',
        _ => ')',
    }
}

struct Open {
    at: usize,
    /// The end of the line it stands on, once seen.
    line_end: Option<usize>,
}

struct Pairing<'a> {
    tokens: &'a [Token<'a>],
    problems: &'a mut Problems,
    open: Vec<Open>,
    edits: Edits,
}

impl Pairing<'_> {
    fn end_line(&mut self, at: usize) {
        // Those below one that has seen the end of its line have seen it too.
        for open in self.open.iter_mut().rev().take_while(|open| open.line_end.is_none()) {
            open.line_end = Some(at);
        }
    }

    fn close(&mut self, at: usize) {
        let opener = partner(self.tokens[at].rule);
        let matches = |open: &Open| self.tokens[open.at].rule == opener;
        if self.open.iter().rev().take(MAX_DEPTH).any(matches) {
            while self.open.last().is_some_and(|open| self.tokens[open.at].rule != opener) {
                self.leave_unclosed(at, true);
            }
        } else if let Some(open) = self.open.last() {
            self.edits.insert(at, partner(self.tokens[open.at].rule));
            self.edits.remove(at..at + 1);
            self.problems.push(wrong(self.tokens[at], self.tokens[open.at]));
        } else {
            self.problems.push(stray(self.tokens[at]));
            self.edits.remove(at..at + 1);
        }
        if let Some(open) = self.open.pop().filter(|_| self.open.len() >= MAX_DEPTH) {
            self.too_deep(open.at, at + 1);
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
        let Some(open) = self.open.pop() else { return };
        let end = open.line_end.unwrap_or(at);
        if self.open.len() >= MAX_DEPTH {
            return self.too_deep(open.at, end);
        }
        let token = self.tokens[open.at];
        if report {
            self.problems.push(unclosed(token, self.tokens[end.saturating_sub(1)]));
        }
        let is_doubled = self.tokens.get(open.at + 1).is_some_and(|next| next.rule == token.rule);
        match is_doubled {
            true => self.edits.remove(open.at..open.at + 1),
            false => self.edits.insert(end, partner(token.rule)),
        }
    }

    /// Leaves out what stands in a bracket too deep inside others, and says so for the outermost of them.
    fn too_deep(&mut self, from: usize, to: usize) {
        self.edits.remove(from..to);
        if self.open.len() == MAX_DEPTH {
            let message = format!("lists and groups nest deeper than {MAX_DEPTH} here");
            let problem = Diagnostic::error("too-deep", self.tokens[from].span, message);
            self.problems.push(problem.here("this was not read").help("check whether a bracket is repeated"));
        }
    }
}

fn unclosed(opener: Token, last: Token) -> Diagnostic {
    let (code, what) = match opener.rule {
        Rule::open_list => ("unclosed-list", "list"),
        _ => ("unclosed-group", "group"),
    };
    Diagnostic::error(code, opener.span, format!("this {what} is never closed"))
        .here("opened here")
        .label(last.span.after(), "assumed to end here")
        .help(format!("close it with `{}`", sign(partner(opener.rule))))
}

fn stray(closer: Token) -> Diagnostic {
    let code = if closer.rule == Rule::close_list { "unopened-list" } else { "unopened-group" };
    let opener = sign(partner(closer.rule));
    Diagnostic::error(code, closer.span, format!("this `{}` closes nothing", closer.text))
        .help(format!("delete it, or open what it should close with `{opener}`"))
}

fn wrong(closer: Token, opener: Token) -> Diagnostic {
    let message = format!("`{}` is closed by `{}`", opener.text, closer.text);
    Diagnostic::error("wrong-bracket", closer.span, message)
        .label(opener.span, "opened here")
        .help(format!("write `{}`", sign(partner(opener.rule))))
}
