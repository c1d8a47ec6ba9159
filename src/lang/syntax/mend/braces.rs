//! Pairs braces over the whole file.

use super::{Edits, Problems, Rule, Token};
use crate::base::diagnostic::Diagnostic;
use crate::lang::syntax::MAX_DEPTH;
use std::ops::Range;

/// How many lines a stray brace looks back for the one it belongs to, and how many open blocks a brace compares itself with.
const REACH: usize = 100;

/// The tokens with every brace paired; says what was missing.
pub(super) fn mend<'a>(text: &str, tokens: Vec<Token<'a>>, problems: &mut Problems) -> Vec<Token<'a>> {
    let mut edits = Edits::default();
    for range in doubled(&tokens) {
        let (first, last) = (tokens[range.start], tokens[range.end - 1]);
        let message = format!("unexpected `{}`: it repeats the one before", first.text);
        let span = first.span.to(last.span);
        problems.push(Diagnostic::error("doubled-brace", span, message).help("delete it"));
        edits.remove(range);
    }
    let tokens = edits.apply(tokens);
    let counted = Pairing::new(text, &tokens, false);
    let indented = (counted.mistakes() > 0 && !problems.cut_short).then(|| Pairing::new(text, &tokens, true));
    let pairing = indented.filter(|indented| indented.mistakes() <= counted.mistakes()).unwrap_or(counted);
    let mut edits = Edits::default();
    for range in pairing.deep {
        let message = format!("blocks nest deeper than {MAX_DEPTH} here");
        let problem = Diagnostic::error("too-deep", tokens[range.start].span, message);
        let help = "check whether a `}` is missing further up";
        problems.push(problem.here("this block was not read").help(help));
        edits.remove(range);
    }
    for open in pairing.unclosed {
        if open.shown_by.is_some() || !problems.cut_short {
            problems.push(unclosed(&tokens, &open));
        }
        edits.insert(open.end, Rule::close_block);
    }
    for stray in pairing.stray {
        problems.push(unopened(&tokens, &stray));
        match stray.head_end {
            Some(end) => edits.insert(end, Rule::open_block),
            None => edits.remove(stray.closer..stray.closer + 1),
        }
    }
    edits.apply(tokens)
}

/// Braces typed twice: `{ {` in a file with too few `}`, a line of `} }` in one with too many.
fn doubled(tokens: &[Token]) -> Vec<Range<usize>> {
    let count = |rule| tokens.iter().filter(|token| token.rule == rule).count();
    let (opened, closed) = (count(Rule::open_block), count(Rule::close_block));
    let rule = if opened > closed { Rule::open_block } else { Rule::close_block };
    let mut surplus = opened.abs_diff(closed);
    let mut found = Vec::new();
    let mut at = 0;
    for run in tokens.chunk_by(|a, b| a.rule == rule && b.rule == rule) {
        let at_line_start = at == 0 || tokens[at - 1].rule == Rule::newline;
        at += run.len();
        let extra = surplus.min(run.len() - 1);
        if extra > 0 && (rule == Rule::open_block || at_line_start) {
            found.push(at - extra..at);
            surplus -= extra;
        }
    }
    found
}

/// A block whose closing brace is missing.
struct Unclosed {
    opener: usize,
    /// Where the block is taken to end: after the last word before the token that shows it.
    end: usize,
    /// The token whose indentation shows it, none at the end of the file.
    shown_by: Option<usize>,
}

/// A closing brace whose opening one is missing.
struct Stray {
    closer: usize,
    /// The end of the line that lacks the brace, if indentation tells.
    head_end: Option<usize>,
}

struct Open {
    at: usize,
    line: usize,
    indent: usize,
}

/// The beginning of a line that holds something.
struct Line {
    indent: usize,
    /// After its last item, before a comment.
    end: usize,
    has_brace: bool,
}

/// One way to pair the braces of a file, by going through its tokens once.
#[derive(Default)]
struct Pairing<'a> {
    text: &'a str,
    by_indent: bool,
    unclosed: Vec<Unclosed>,
    stray: Vec<Stray>,
    deep: Vec<Range<usize>>,
    open: Vec<Open>,
    lines: Vec<Line>,
    line: usize,
    line_start: usize,
    begun: bool,
    brackets: usize,
    /// After the last token that is not the end of a line, and whether that was a comma.
    last_word: usize,
    after_comma: bool,
}

impl<'a> Pairing<'a> {
    fn new(text: &'a str, tokens: &[Token], by_indent: bool) -> Pairing<'a> {
        let mut pairing = Pairing { text, by_indent, ..Pairing::default() };
        for (at, token) in tokens.iter().enumerate() {
            if token.rule == Rule::newline {
                pairing.line += 1;
                pairing.line_start = token.span.end as usize;
                pairing.begun = false;
            } else {
                pairing.step(at, token);
            }
        }
        while !pairing.open.is_empty() {
            pairing.leave_unclosed(None);
        }
        pairing
    }

    fn mistakes(&self) -> usize {
        self.unclosed.len() + self.stray.len()
    }

    fn step(&mut self, at: usize, token: &Token) {
        let mut handled = false;
        if !self.begun && token.rule != Rule::comment {
            let blanks = self.text.get(self.line_start..token.span.start as usize).unwrap_or("");
            let indent = blanks.chars().filter(|c| *c != '\u{FEFF}').count();
            let goes_on = self.brackets > 0 || self.after_comma;
            if self.by_indent && token.rule == Rule::close_block {
                handled = self.close_by_indent(at, indent);
            } else if self.by_indent && !goes_on {
                while self.open.last().is_some_and(|open| open.indent >= indent && open.line < self.line) {
                    self.leave_unclosed(Some(at));
                }
            }
            self.lines.push(Line { indent, end: at, has_brace: false });
            self.begun = true;
        }
        if !handled {
            self.pair(at, token.rule);
        }
        self.note(at, token);
    }

    /// Pairs a brace by counting.
    fn pair(&mut self, at: usize, rule: Rule) {
        if rule == Rule::open_block {
            let indent = self.lines.last().map_or(0, |line| line.indent);
            self.open.push(Open { at, line: self.line, indent });
        } else if rule == Rule::close_block {
            match self.open.pop() {
                Some(open) if self.open.len() == MAX_DEPTH => self.deep.push(open.at..at + 1),
                Some(_) => {}
                None => self.stray.push(Stray { closer: at, head_end: None }),
            }
        }
    }

    /// Looks at a closing brace that begins its line: blocks further in than it lack theirs, and if no block stands where
    /// it stands, it lacks an opening one. Returns whether that settled the matter.
    fn close_by_indent(&mut self, at: usize, indent: usize) -> bool {
        if self.open.iter().rev().take(REACH).any(|open| open.indent == indent) {
            while self.open.last().is_some_and(|open| open.indent > indent) {
                self.leave_unclosed(Some(at));
            }
        }
        if self.open.last().is_some_and(|open| open.indent >= indent) {
            return false;
        }
        let mut before = self.lines.iter().rev().take(REACH).peekable();
        let has_inner = before.peek().is_some_and(|line| line.indent > indent);
        let head = before
            .find(|line| line.indent <= indent)
            .filter(|line| has_inner && line.indent == indent && !line.has_brace);
        self.stray.push(Stray { closer: at, head_end: head.map(|line| line.end) });
        true
    }

    fn leave_unclosed(&mut self, shown_by: Option<usize>) {
        let Some(open) = self.open.pop() else { return };
        let end = self.last_word;
        match self.open.len() {
            MAX_DEPTH => self.deep.push(open.at..end),
            ..MAX_DEPTH => self.unclosed.push(Unclosed { opener: open.at, end, shown_by }),
            _ => {}
        }
    }

    /// Remembers what the next tokens depend on.
    fn note(&mut self, at: usize, token: &Token) {
        self.last_word = at + 1;
        let is_brace = matches!(token.rule, Rule::open_block | Rule::close_block);
        match token.rule {
            Rule::comment => return,
            Rule::open_list | Rule::open_group => self.brackets += 1,
            Rule::close_list | Rule::close_group => self.brackets = self.brackets.saturating_sub(1),
            Rule::semicolon | Rule::rank => self.brackets = 0,
            _ if is_brace => self.brackets = 0,
            _ => {}
        }
        self.after_comma = token.is_comma();
        if let Some(line) = self.lines.last_mut() {
            line.end = at + 1;
            line.has_brace |= is_brace;
        }
    }
}

fn unclosed(tokens: &[Token], open: &Unclosed) -> Diagnostic {
    let message = match head_words(tokens, open.opener).as_str() {
        "" => "this block is never closed".to_owned(),
        head => format!("the block of `{head}` is never closed"),
    };
    let problem = Diagnostic::error("unclosed-block", tokens[open.opener].span, message).here("opened here");
    match open.shown_by {
        Some(at) => problem
            .label(tokens[at].span, "this line is not indented as part of it")
            .help("close it with `}` before this line"),
        None => {
            let end = tokens[open.end.saturating_sub(1)].span.after();
            problem.label(end, "the file ends here").help("close it with `}`")
        }
    }
}

fn unopened(tokens: &[Token], stray: &Stray) -> Diagnostic {
    let span = tokens[stray.closer].span;
    let Some(head) = stray.head_end else {
        return Diagnostic::error("unopened-block", span, "this `}` closes nothing")
            .help("delete it, or open the block it should close with `{`");
    };
    let message = format!("the block of `{}` is never opened", head_words(tokens, head));
    Diagnostic::error("unopened-block", span, message)
        .here("closed here")
        .label(tokens[head.saturating_sub(1)].span.after(), "a `{` is missing here")
        .help("end this line with ` {`")
}

/// The words before token `at` on its line that name the block.
fn head_words(tokens: &[Token], at: usize) -> String {
    let ends = [Rule::newline, Rule::open_block, Rule::close_block, Rule::semicolon];
    let line = tokens[..at].iter().rev().take(REACH).take_while(|token| !ends.contains(&token.rule)).count();
    let named =
        tokens[at - line..at].iter().take_while(|token| matches!(token.rule, Rule::word | Rule::number));
    let named: Vec<&str> = named.take(3).map(|token| token.text).collect();
    named.join(" ")
}
