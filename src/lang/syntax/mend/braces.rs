//! Pairs braces over the whole file.

use super::{Edits, Problems};
use crate::base::diagnostic::Diagnostic;
use crate::lang::syntax::MAX_DEPTH;
use crate::lang::syntax::scan::{Kind, Token};
use std::ops::Range;

/// How many lines a stray brace looks back for the one it belongs to, and how many open blocks a brace compares itself with.
const REACH: usize = 100;

/// The tokens with every brace paired; says what was missing.
pub(super) fn mend(text: &str, tokens: Vec<Token>, problems: &mut Problems) -> Vec<Token> {
    let doubled = doubled(&tokens);
    for range in &doubled {
        let (first, last) = (tokens[range.start], tokens[range.end - 1]);
        let span = problems.span(first.start as usize, last.end as usize);
        let message = format!("unexpected `{}`: it repeats the one before", &text[first.range()]);
        problems.push(Diagnostic::error("doubled-brace", span, message).help("delete it"));
    }
    let tokens = Edits { inserted: Vec::new(), removed: doubled }.apply(tokens);
    let counted = Matching::new(text, &tokens, false);
    let indented =
        (counted.mistakes() > 0 && !problems.cut_short).then(|| Matching::new(text, &tokens, true));
    let matching = match indented {
        Some(indented) if indented.mistakes() <= counted.mistakes() => indented,
        _ => counted,
    };
    let mut edits = Edits::default();
    for range in matching.deep {
        let span = problems.span(tokens[range.start].start as usize, tokens[range.start].end as usize);
        let message = format!("blocks nest deeper than {MAX_DEPTH} here");
        let problem = Diagnostic::error("too-deep", span, message).here("this block was not read");
        problems.push(problem.help("check whether a `}` is missing further up"));
        edits.remove(range);
    }
    for open in &matching.unclosed {
        if open.shown_by.is_some() || !problems.cut_short {
            problems.push(unclosed(text, &tokens, open, problems));
        }
        edits.insert(open.end, Kind::CloseBlock);
    }
    for stray in &matching.stray {
        problems.push(unopened(text, &tokens, stray, problems));
        match stray.head_end {
            Some(end) => edits.insert(end, Kind::OpenBlock),
            None => edits.remove(stray.closer..stray.closer + 1),
        }
    }
    edits.apply(tokens)
}

/// Braces typed twice: `{ {` in a file with too few `}`, a line of `} }` in one with too many.
fn doubled(tokens: &[Token]) -> Vec<Range<usize>> {
    let count = |kind| tokens.iter().filter(|token| token.kind == kind).count();
    let (opened, closed) = (count(Kind::OpenBlock), count(Kind::CloseBlock));
    let kind = if opened > closed { Kind::OpenBlock } else { Kind::CloseBlock };
    let mut surplus = opened.abs_diff(closed);
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() && surplus > 0 {
        let run = tokens[at..].iter().take_while(|token| token.kind == kind).count();
        let at_line_start = at.checked_sub(1).is_none_or(|before| tokens[before].kind == Kind::Newline);
        if run > 1 && (kind == Kind::OpenBlock || at_line_start) {
            let extra = surplus.min(run - 1);
            found.push(at + run - extra..at + run);
            surplus -= extra;
        }
        at += run.max(1);
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

/// One way to pair the braces of a file.
#[derive(Default)]
struct Matching {
    unclosed: Vec<Unclosed>,
    stray: Vec<Stray>,
    deep: Vec<Range<usize>>,
}

impl Matching {
    fn new(text: &str, tokens: &[Token], by_indent: bool) -> Matching {
        let mut pairing = Pairing { text, tokens, by_indent, ..Pairing::default() };
        for at in 0..tokens.len() {
            pairing.step(at);
        }
        while !pairing.open.is_empty() {
            pairing.leave_unclosed(None);
        }
        pairing.found
    }

    fn mistakes(&self) -> usize {
        self.unclosed.len() + self.stray.len()
    }
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

/// Goes through the tokens once.
#[derive(Default)]
struct Pairing<'a> {
    text: &'a str,
    tokens: &'a [Token],
    by_indent: bool,
    found: Matching,
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

impl Pairing<'_> {
    fn step(&mut self, at: usize) {
        let token = self.tokens[at];
        if token.kind == Kind::Newline {
            self.line += 1;
            self.line_start = token.end as usize;
            self.begun = false;
            return;
        }
        let mut handled = false;
        if !self.begun && token.kind != Kind::Comment {
            let blanks = self.text.get(self.line_start..token.start as usize).unwrap_or("");
            let indent = blanks.chars().filter(|c| *c != '\u{FEFF}').count();
            let goes_on = self.brackets > 0 || self.after_comma;
            if self.by_indent && token.kind == Kind::CloseBlock {
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
            self.pair(at, token.kind);
        }
        self.note(at, token.kind);
    }

    /// Pairs a brace by counting.
    fn pair(&mut self, at: usize, kind: Kind) {
        match kind {
            Kind::OpenBlock => {
                let indent = self.lines.last().map_or(0, |line| line.indent);
                self.open.push(Open { at, line: self.line, indent });
            }
            Kind::CloseBlock => match self.open.pop() {
                Some(open) if self.open.len() == MAX_DEPTH => self.found.deep.push(open.at..at + 1),
                Some(_) => {}
                None => self.found.stray.push(Stray { closer: at, head_end: None }),
            },
            _ => {}
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
        let before = self.lines.iter().rev().take(REACH);
        let inner = before.clone().take_while(|line| line.indent > indent).count();
        let head = before.skip(inner).find(|line| line.indent <= indent);
        let head_end =
            head.filter(|line| inner > 0 && line.indent == indent && !line.has_brace).map(|line| line.end);
        self.found.stray.push(Stray { closer: at, head_end });
        true
    }

    fn leave_unclosed(&mut self, shown_by: Option<usize>) {
        if let Some(open) = self.open.pop() {
            if self.open.len() == MAX_DEPTH {
                self.found.deep.push(open.at..self.last_word);
            } else if self.open.len() < MAX_DEPTH {
                self.found.unclosed.push(Unclosed { opener: open.at, end: self.last_word, shown_by });
            }
        }
    }

    /// Remembers what the next tokens depend on.
    fn note(&mut self, at: usize, kind: Kind) {
        self.last_word = at + 1;
        match kind {
            Kind::Comment => return,
            Kind::OpenList | Kind::OpenGroup => self.brackets += 1,
            Kind::CloseList | Kind::CloseGroup => self.brackets = self.brackets.saturating_sub(1),
            Kind::OpenBlock | Kind::CloseBlock | Kind::Semicolon | Kind::Rank => self.brackets = 0,
            _ => {}
        }
        self.after_comma = kind == Kind::Symbol && self.text.get(self.tokens[at].range()) == Some(",");
        if let Some(line) = self.lines.last_mut() {
            line.end = at + 1;
            line.has_brace |= matches!(kind, Kind::OpenBlock | Kind::CloseBlock);
        }
    }
}

fn unclosed(text: &str, tokens: &[Token], open: &Unclosed, problems: &Problems) -> Diagnostic {
    let brace = tokens[open.opener];
    let span = problems.span(brace.start as usize, brace.end as usize);
    let end = open.end.checked_sub(1).map_or(0, |last| tokens[last].end as usize);
    let message = match head_words(text, tokens, open.opener) {
        Some(head) => format!("the block of `{head}` is never closed"),
        None => "this block is never closed".to_owned(),
    };
    let problem = Diagnostic::error("unclosed-block", span, message).here("opened here");
    match open.shown_by.map(|at| tokens[at]) {
        Some(token) => {
            let place = problems.span(token.start as usize, token.end as usize);
            problem
                .label(place, "this line is not indented as part of it")
                .help("close it with `}` before this line")
        }
        None => problem.label(problems.span(end, end), "the file ends here").help("close it with `}`"),
    }
}

fn unopened(text: &str, tokens: &[Token], stray: &Stray, problems: &Problems) -> Diagnostic {
    let brace = tokens[stray.closer];
    let span = problems.span(brace.start as usize, brace.end as usize);
    let Some(head) = stray.head_end else {
        return Diagnostic::error("unopened-block", span, "this `}` closes nothing")
            .help("delete it, or open the block it should close with `{`");
    };
    let last = head.checked_sub(1).map_or(brace, |at| tokens[at]);
    let words = head_words(text, tokens, head).unwrap_or_default();
    let place = problems.span(last.end as usize, last.end as usize);
    Diagnostic::error("unopened-block", span, format!("the block of `{words}` is never opened"))
        .here("closed here")
        .label(place, "a `{` is missing here")
        .help("end this line with ` {`")
}

/// The words before token `at` on its line that name the block.
fn head_words(text: &str, tokens: &[Token], at: usize) -> Option<String> {
    let words = tokens[..at].iter().rev().take_while(|token| {
        !matches!(token.kind, Kind::Newline | Kind::OpenBlock | Kind::CloseBlock | Kind::Semicolon)
    });
    let words: Vec<&Token> = words.take(REACH).collect();
    let named =
        words.iter().rev().take_while(|token| matches!(token.kind, Kind::Word | Kind::Number)).take(3);
    let named: Vec<&str> = named.filter_map(|token| text.get(token.range())).collect();
    (!named.is_empty()).then(|| named.join(" "))
}
