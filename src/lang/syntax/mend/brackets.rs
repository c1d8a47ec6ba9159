//! Pairs the brackets of lists and groups within their statement.

use super::{Edits, Problems};
use crate::base::diagnostic::Diagnostic;
use crate::lang::syntax::MAX_DEPTH;
use crate::lang::syntax::scan::{Kind, Token};

/// The tokens with every bracket paired; says what was missing. What is never closed is taken to end with its line.
pub(super) fn mend(text: &str, tokens: Vec<Token>, problems: &mut Problems) -> Vec<Token> {
    let mut pairing =
        Pairing { text, tokens: &tokens, problems, open: Vec::new(), edits: Edits::default(), last: None };
    for at in 0..tokens.len() {
        pairing.step(at);
    }
    pairing.close_all(tokens.len());
    let edits = pairing.edits;
    edits.apply(tokens)
}

struct Open {
    at: usize,
    kind: Kind,
    /// The end of the line it stands on, once seen.
    line_end: Option<usize>,
}

struct Pairing<'a> {
    text: &'a str,
    tokens: &'a [Token],
    problems: &'a mut Problems,
    open: Vec<Open>,
    edits: Edits,
    /// The last token that is neither the end of a line nor a comment.
    last: Option<Token>,
}

impl Pairing<'_> {
    fn step(&mut self, at: usize) {
        let token = self.tokens[at];
        match token.kind {
            Kind::Newline => self.end_line(at),
            Kind::OpenList | Kind::OpenGroup => self.open.push(Open { at, kind: token.kind, line_end: None }),
            Kind::CloseList => self.close(at, Kind::OpenList),
            Kind::CloseGroup => self.close(at, Kind::OpenGroup),
            Kind::OpenBlock | Kind::CloseBlock | Kind::Semicolon | Kind::Rank => self.close_all(at),
            _ => {}
        }
        if !matches!(token.kind, Kind::Newline | Kind::Comment) {
            self.last = Some(token);
        }
    }

    fn end_line(&mut self, at: usize) {
        let comma = self.last.is_some_and(|last| self.text.get(last.range()) == Some(","));
        if !comma {
            // Those below one that has seen the end of its line have seen it too.
            for open in self.open.iter_mut().rev().take_while(|open| open.line_end.is_none()) {
                open.line_end = Some(at);
            }
        }
    }

    fn close(&mut self, at: usize, opener: Kind) {
        let reach = self.open.iter().rev().take(MAX_DEPTH);
        if reach.clone().any(|open| open.kind == opener) {
            while self.open.last().is_some_and(|open| open.kind != opener) {
                self.leave_unclosed(at, true);
            }
            self.pop(at);
        } else if self.open.is_empty() {
            self.problems.push(self.stray(at));
            self.edits.remove(at..at + 1);
        } else {
            self.problems.push(self.wrong(at));
            self.edits.insert(at, if opener == Kind::OpenList { Kind::CloseGroup } else { Kind::CloseList });
            self.edits.remove(at..at + 1);
            self.pop(at);
        }
    }

    fn pop(&mut self, at: usize) {
        if let Some(open) = self.open.pop()
            && self.open.len() >= MAX_DEPTH
        {
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
        if report {
            self.problems.push(self.unclosed(&open, end));
        }
        let doubled = self.tokens.get(open.at + 1).is_some_and(|next| next.kind == open.kind);
        if doubled {
            self.edits.remove(open.at..open.at + 1);
        } else {
            let closer = if open.kind == Kind::OpenList { Kind::CloseList } else { Kind::CloseGroup };
            self.edits.insert(end, closer);
        }
    }

    /// Leaves out what stands in a bracket too deep inside others, and says so for the outermost of them.
    fn too_deep(&mut self, from: usize, to: usize) {
        self.edits.remove(from..to);
        if self.open.len() > MAX_DEPTH {
            return;
        }
        let span = self.span(from);
        let message = format!("lists and groups nest deeper than {MAX_DEPTH} here");
        let problem = Diagnostic::error("too-deep", span, message).here("this was not read");
        self.problems.push(problem.help("check whether a bracket is repeated"));
    }

    fn span(&self, at: usize) -> crate::base::source::Span {
        let token = self.tokens[at];
        self.problems.span(token.start as usize, token.end as usize)
    }

    fn unclosed(&self, open: &Open, end: usize) -> Diagnostic {
        let (code, what, closer) = match open.kind {
            Kind::OpenList => ("unclosed-list", "list", "]"),
            _ => ("unclosed-group", "group", ")"),
        };
        let last = end.checked_sub(1).map_or(0, |last| self.tokens[last].end as usize);
        Diagnostic::error(code, self.span(open.at), format!("this {what} is never closed"))
            .here("opened here")
            .label(self.problems.span(last, last), "assumed to end here")
            .help(format!("close it with `{closer}`"))
    }

    fn stray(&self, at: usize) -> Diagnostic {
        let token = self.tokens[at];
        let shown = &self.text[token.range()];
        let (code, opener) =
            if token.kind == Kind::CloseList { ("unopened-list", "[") } else { ("unopened-group", "(") };
        Diagnostic::error(code, self.span(at), format!("this `{shown}` closes nothing"))
            .help(format!("delete it, or open what it should close with `{opener}`"))
    }

    fn wrong(&self, at: usize) -> Diagnostic {
        let shown = &self.text[self.tokens[at].range()];
        let right = if shown == "]" { ")" } else { "]" };
        let opener = self.open.last().map_or(at, |open| open.at);
        let message = format!("`{}` is closed by `{shown}`", &self.text[self.tokens[opener].range()]);
        Diagnostic::error("wrong-bracket", self.span(at), message)
            .label(self.span(opener), "opened here")
            .help(format!("write `{right}`"))
    }
}
