//! The repair of braces, which considers the whole file.
//!
//! [`repair`] is the entry point. A [`Pairing`] pairs the braces either by counting them or by the indentation of
//! their lines. The pairing with fewer mistakes determines the edits.

use super::{Diagnostic, Edits, MAX_DEPTH, Problems, Token, TokenKind};
use crate::base::sort;
use crate::messages::diagnostic::Code;
use crate::messages::fix::{Fix, TextChange};
use crate::messages::text::delete;
use crate::vocabulary;
use std::ops::Range;

/// The maximum number of lines to search back from an unopened brace, and of open blocks to compare with a brace.
const REACH: usize = 100;

/// The maximum number of inner blocks that the problem about the end of a file shows.
const MAX_LABELS: usize = 7;

/// Returns the tokens with every brace paired, and reports the repairs.
pub(super) fn repair<'a>(text: &str, tokens: Vec<Token<'a>>, problems: &mut Problems) -> Vec<Token<'a>> {
    let mut edits = Edits::default();
    for range in doubled(&tokens) {
        let (first, last) = (tokens[range.start], tokens[range.end - 1]);
        let message = format!("unexpected `{}` after another one", first.text);
        let span = first.span.to(last.span);
        problems.push(Diagnostic::new(Code::DoubledBrace, span, message).help(delete("delete it").certain()));
        edits.remove(range);
    }
    let tokens = edits.apply(tokens, problems);
    let lines = lines(text, &tokens);
    let counted = Pairing::new(&tokens, &lines, false);
    // Indentation counts only if the braces do not match, so that any layout is accepted in a correct file.
    let indented =
        (counted.mistakes() > 0 && !problems.cut_short).then(|| Pairing::new(&tokens, &lines, true));
    let pairing = indented.filter(|indented| indented.mistakes() <= counted.mistakes()).unwrap_or(counted);
    let mut edits = Edits::default();
    for range in pairing.deep {
        let message = format!("blocks are nested more than {MAX_DEPTH} levels deep here");
        let problem = Diagnostic::new(Code::TooDeep, tokens[range.start].span, message);
        let help = "check for a missing `}` above";
        problems.push(problem.here("ferz did not read this block").help(help));
        edits.remove(range);
    }
    let mut cut: Vec<usize> = Vec::new();
    for (opener, shown_by) in pairing.unclosed {
        match shown_by {
            Some(_) => problems.push(unclosed(&tokens, opener, shown_by)),
            None if !problems.cut_short => cut.push(opener),
            None => {}
        }
        edits.insert(words_end(&tokens, shown_by), TokenKind::CloseBlock);
    }
    // The blocks around the end of the file lack their braces for one reason.
    sort(&mut cut);
    if let Some((outer, inner)) = cut.split_first() {
        problems.cut_off = true;
        let problem = unclosed(&tokens, *outer, None);
        let labeled = |problem: Diagnostic, at: &usize| problem.label(tokens[*at].span, "and this one");
        let all = inner.iter().take(MAX_LABELS).fold(problem, labeled);
        problems.push(if inner.is_empty() {
            all
        } else {
            let end = TextChange::Append(vec!["}"; cut.len()].join("\n").into());
            all.help(format!("close all {} blocks, each with `}}`", cut.len())).guess(end)
        });
    }
    for (closer, head_end) in pairing.stray {
        problems.push(unopened(&tokens, closer, head_end));
        // The line after the head may be the lost one, with its declarations.
        problems.cut_off |= head_end.is_some();
        match head_end {
            Some(end) => edits.insert(end, TokenKind::OpenBlock),
            None => edits.remove(closer..closer + 1),
        }
    }
    for (first, closer) in pairing.headless {
        let message = "the line that opens this block is missing";
        let problem = Diagnostic::new(Code::BlockWithoutHead, tokens[first].span, message);
        let help = "write the head of the block above this line, such as ``piece NAME TOKEN `MOVES` {``";
        problems
            .push(problem.here("the block begins here").label(tokens[closer].span, "closed here").help(help));
        problems.cut_off = true;
        edits.insert(first, TokenKind::OpenBlock);
    }
    edits.apply(tokens, problems)
}

/// Returns the braces that were typed twice: `{ {` if the file has too few `}`, or `} }` on a line if it has too
/// many.
fn doubled(tokens: &[Token]) -> Vec<Range<usize>> {
    let count = |kind| tokens.iter().filter(|token| token.kind == kind).count();
    let (opened, closed) = (count(TokenKind::OpenBlock), count(TokenKind::CloseBlock));
    let kind = if opened > closed { TokenKind::OpenBlock } else { TokenKind::CloseBlock };
    let mut surplus = opened.abs_diff(closed);
    let mut found = Vec::new();
    let mut at = 0;
    for run in tokens.chunk_by(|a, b| a.kind == kind && b.kind == kind) {
        let at_line_start = at == 0 || tokens[at - 1].kind == TokenKind::Newline;
        at += run.len();
        let extra = surplus.min(run.len() - 1);
        if extra > 0 && (kind == TokenKind::OpenBlock || at_line_start) {
            found.push(at - extra..at);
            surplus -= extra;
        }
    }
    found
}

/// Returns the index after the last word or comment before a token, or before the end of the file.
fn words_end(tokens: &[Token], before: Option<usize>) -> usize {
    let tokens = &tokens[..before.unwrap_or(tokens.len())];
    tokens.iter().rposition(|token| token.kind != TokenKind::Newline).map_or(0, |last| last + 1)
}

/// A line that is not empty.
struct BraceLine {
    indent: usize,
    /// The tokens of the line before a comment.
    tokens: Range<usize>,
    /// True if the line continues the statement of the line before.
    goes_on: bool,
    has_brace: bool,
}

fn lines(text: &str, tokens: &[Token]) -> Vec<BraceLine> {
    let mut lines = Vec::new();
    let (mut brackets, mut after_comma, mut above_is_open) = (0usize, false, false);
    let (mut start, mut start_byte) = (0, 0);
    for line in tokens.split_inclusive(|token| token.kind == TokenKind::Newline) {
        let is_word = |token: &&Token| !matches!(token.kind, TokenKind::Newline | TokenKind::Comment);
        let words = &line[..line.iter().take_while(is_word).count()];
        if let [first, .., last] | [first @ last] = words {
            let blanks = text.get(start_byte..first.span.start as usize).unwrap_or("");
            let own = blanks.chars().filter(|c| *c != '\u{FEFF}').count();
            // A text, marks, or a block on a line of its own belongs to the statement above.
            let belongs = matches!(first.kind, TokenKind::Text | TokenKind::OpenList | TokenKind::OpenBlock);
            let goes_on = brackets > 0 || after_comma || belongs && above_is_open;
            // A continuation line counts as indented like the start of its statement.
            let indent = lines.last().filter(|_| goes_on).map_or(own, |above: &BraceLine| above.indent);
            let has_brace =
                words.iter().any(|token| matches!(token.kind, TokenKind::OpenBlock | TokenKind::CloseBlock));
            lines.push(BraceLine { indent, tokens: start..start + words.len(), goes_on, has_brace });
            after_comma = last.kind == TokenKind::Comma;
            above_is_open =
                !matches!(last.kind, TokenKind::OpenBlock | TokenKind::CloseBlock | TokenKind::Semicolon);
        }
        for token in words {
            match token.kind {
                TokenKind::OpenList | TokenKind::OpenGroup => brackets += 1,
                TokenKind::CloseList | TokenKind::CloseGroup => brackets = brackets.saturating_sub(1),
                TokenKind::OpenBlock | TokenKind::CloseBlock | TokenKind::Semicolon | TokenKind::Rank => {
                    brackets = 0
                }
                _ => {}
            }
        }
        start += line.len();
        start_byte = line.last().map_or(0, |end| end.span.end as usize);
    }
    lines
}

/// A pairing of the braces of a file.
struct Pairing<'a> {
    tokens: &'a [Token<'a>],
    /// The opening braces that are never closed. Each has the token whose indentation shows this, or `None` at
    /// the end of the file.
    unclosed: Vec<(usize, Option<usize>)>,
    /// The closing braces that are never opened. Each has the end of the line that lacks the opening brace, if
    /// indentation shows it.
    stray: Vec<(usize, Option<usize>)>,
    /// The first tokens of blocks whose heads are missing, each with its closing brace.
    headless: Vec<(usize, usize)>,
    /// The blocks that are nested too deep.
    deep: Vec<Range<usize>>,
    /// The open braces, each with the indentation of its line.
    open: Vec<(usize, usize)>,
}

impl<'a> Pairing<'a> {
    fn new(tokens: &'a [Token<'a>], lines: &[BraceLine], by_indent: bool) -> Pairing<'a> {
        let (unclosed, stray, headless, deep) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut pairing = Pairing { tokens, unclosed, stray, headless, deep, open: Vec::new() };
        for (i, line) in lines.iter().enumerate() {
            let first = line.tokens.start;
            let mut handled = false;
            if by_indent && tokens[first].kind == TokenKind::CloseBlock {
                handled = pairing.close_by_indent(first, line.indent, &lines[..i]);
            } else if by_indent && !line.goes_on {
                // A block ends at the latest before a line that is not indented further than its head.
                while pairing.open.last().is_some_and(|(_, indent)| *indent >= line.indent) {
                    pairing.leave_unclosed(Some(first));
                }
            }
            for at in line.tokens.clone().skip(usize::from(handled)) {
                match tokens[at].kind {
                    TokenKind::OpenBlock => pairing.open.push((at, line.indent)),
                    TokenKind::CloseBlock => pairing.close(at),
                    _ => {}
                }
            }
        }
        while !pairing.open.is_empty() {
            pairing.leave_unclosed(None);
        }
        pairing
    }

    fn mistakes(&self) -> usize {
        self.unclosed.len() + self.stray.len() + self.headless.len()
    }

    /// Pairs a closing brace with the last open one.
    fn close(&mut self, at: usize) {
        match self.open.pop() {
            Some((opener, _)) if self.open.len() == MAX_DEPTH => self.deep.push(opener..at + 1),
            Some(_) => {}
            None => self.stray.push((at, None)),
        }
    }

    /// Pairs a closing brace at the start of a line by its indentation. Open blocks that are indented further
    /// lack a closing brace. If no open block has the same indentation, this brace lacks an opening one. Returns
    /// true if the brace needs no further pairing.
    fn close_by_indent(&mut self, at: usize, own: usize, before: &[BraceLine]) -> bool {
        if self.open.iter().rev().take(REACH).any(|(_, indent)| *indent == own) {
            while self.open.last().is_some_and(|(_, indent)| *indent > own) {
                self.leave_unclosed(Some(at));
            }
        }
        if self.open.last().is_some_and(|(_, indent)| *indent >= own) {
            return false;
        }
        let has_inner = before.last().is_some_and(|line| line.indent > own);
        let found = before.iter().rposition(|line| line.indent <= own);
        let found = found.filter(|found| before.len() - found <= REACH);
        let inner = before.get(found.map_or(0, |found| found + 1)).filter(|_| has_inner);
        let above = found.and_then(|found| before.get(found)).filter(|line| line.indent == own);
        // If the line opens the block itself, a brace inside the block has closed it.
        let is_closed =
            above.is_some_and(|line| self.tokens[line.tokens.end - 1].kind == TokenKind::OpenBlock);
        let head = above.filter(|line| !line.has_brace);
        let inner = inner.filter(|_| !is_closed);
        match (head, inner) {
            (Some(head), Some(inner)) if self.may_open(head, inner) => {
                self.stray.push((at, Some(head.tokens.end)))
            }
            (_, Some(inner)) => self.headless.push((inner.tokens.start, at)),
            _ => self.stray.push((at, None)),
        }
        true
    }

    /// Returns true if a line can be the head of a block that continues with another line. There must be no blank
    /// line between them, and the statement must be able to have a block.
    fn may_open(&self, head: &BraceLine, inner: &BraceLine) -> bool {
        let ends = |tokens: &[Token]| tokens.iter().all(|token| token.kind == TokenKind::Newline);
        let is_apart = self.tokens[head.tokens.end..inner.tokens.start].windows(2).any(ends);
        let word = vocabulary::find(self.tokens[head.tokens.start].text).filter(|_| !head.goes_on);
        !is_apart && word.is_none_or(|word| word.block != vocabulary::BlockKind::Never)
    }

    fn leave_unclosed(&mut self, shown_by: Option<usize>) {
        let Some((opener, _)) = self.open.pop() else { return };
        match self.open.len() {
            MAX_DEPTH => self.deep.push(opener..words_end(self.tokens, shown_by)),
            ..MAX_DEPTH => self.unclosed.push((opener, shown_by)),
            _ => {}
        }
    }
}

fn unclosed(tokens: &[Token], opener: usize, shown_by: Option<usize>) -> Diagnostic {
    let message = match head_words(tokens, opener).as_str() {
        "" => "this block is never closed".to_owned(),
        head => format!("the block of `{head}` is never closed"),
    };
    let problem = Diagnostic::new(Code::UnclosedBlock, tokens[opener].span, message).here("opened here");
    match shown_by {
        Some(at) => problem
            .label(tokens[at].span, "this line is not indented as part of it")
            .help("close it with `}` before this line")
            .fix(Fix::guess(tokens[at].span.part(0, 0), "}\n")),
        None => {
            let end = tokens[words_end(tokens, None).saturating_sub(1)].span.after();
            let problem = problem.label(end, "the file ends here").help("close it with `}`");
            problem.guess(TextChange::Append("}".into()))
        }
    }
}

fn unopened(tokens: &[Token], closer: usize, head_end: Option<usize>) -> Diagnostic {
    let span = tokens[closer].span;
    let Some(head) = head_end else {
        return Diagnostic::new(Code::UnopenedBlock, span, "this `}` closes nothing")
            .help(delete("delete it, or add the `{` of its block"));
    };
    let message = format!("the block of `{}` is never opened", head_words(tokens, head));
    let last = tokens[head.saturating_sub(1)];
    let help = match last.text {
        ":" => "end this line with ` {` instead of the colon",
        _ => "end this line with ` {`",
    };
    Diagnostic::new(Code::UnopenedBlock, last.span.after(), message)
        .here("a `{` is missing here")
        .label(span, "closed here")
        .help(help)
        .fix(match last.text {
            ":" => Fix::guess(last.span, " {"),
            _ => Fix::guess(last.span.after(), " {"),
        })
}

/// Returns the words before token `at` that identify the block. They are the first words of its statement, which
/// may begin some lines above.
fn head_words(tokens: &[Token], at: usize) -> String {
    let ends = [TokenKind::OpenBlock, TokenKind::CloseBlock, TokenKind::Semicolon];
    let begins = |at: usize| {
        let goes_on = || {
            tokens[..at]
                .iter()
                .rfind(|token| token.kind != TokenKind::Newline)
                .is_some_and(|token| token.kind == TokenKind::Comma)
        };
        ends.contains(&tokens[at].kind) || tokens[at].kind == TokenKind::Newline && !goes_on()
    };
    let line = (0..at).rev().take(REACH).take_while(|at| !begins(*at)).count();
    let words = tokens[at - line..at].iter().skip_while(|token| token.kind == TokenKind::Newline);
    let named = words.take_while(|token| matches!(token.kind, TokenKind::Word | TokenKind::Number));
    let named: Vec<&str> = named.take(3).map(|token| token.text).collect();
    named.join(" ")
}
