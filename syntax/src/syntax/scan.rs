//! The scanner, which converts text to tokens. It is the only part of the syntax module that uses pest.
//!
//! [`scan`] is the entry point. The grammar accepts every line, so pest itself never reports an error. It parses
//! one line of limited length at a time, so its memory use is bounded. Plain lines do not need the grammar:
//! [`scan_plain`] reads them in the same way.
//!
//! Invariant: the tokens, the unreadable pieces in [`Problems::unreadable`], and the blanks between them are the text.

use super::problems::Problems;
use super::signs::{quotes, unknown_sign};
use super::token::{Token, TokenKind};
use super::{MAX_LINE, MAX_TOKENS};
use crate::base::source::Span;
use crate::messages::conflict::{Conflict, conflict_mark};
use crate::messages::diagnostic::{Code, Diagnostic, Parts};
use crate::messages::fix::{Certainty, Fix, TextChange};
use crate::messages::look_alike::{is_dash, is_invisible};
use grammar::{Grammar, Rule};
use pest::Parser;

#[allow(missing_docs, clippy::panic)]
mod grammar {
    #[derive(pest_derive::Parser)]
    #[grammar = "grammar/variant.pest"]
    pub(super) struct Grammar;
}

/// Returns the tokens of a text, and reports lexical errors.
pub fn scan<'a>(text: &'a str, problems: &mut Problems) -> Vec<Token<'a>> {
    let mut tokens = Vec::new();
    let mut at = if text.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() } else { 0 };
    let mut read = 0;
    let mut conflict = Conflict::default();
    let copied = Copied::find(text);
    let mut copied_marks = copied.as_ref().map(|copied| {
        let message = format!("every line begins with {}", copied.words());
        let problem = Diagnostic::new(Code::StrangeCharacter, problems.span(at, at + 1), message);
        (problem.help("copy the text without these marks"), Vec::new())
    });
    while at < text.len() {
        let (rest, begun) = (&text[at..], tokens.len());
        if let Some((mark, length)) = foreign_comment(rest) {
            let start = at + rest.len() - rest.trim_start_matches([' ', '\t']).len();
            let place = problems.span(start, start + mark.len());
            let problem =
                Diagnostic::new(Code::StrangeCharacter, place, "this is a comment of another language");
            problems.push(problem.repeats("comment").help("write `#` before each line of a comment"));
            problems.skip(at, at + length);
            at += length;
            continue;
        }
        let length = rest.find(['\n', '\r']).unwrap_or(rest.len());
        let (line, after) = rest.split_at(length);
        let beginning = problems.span(at, at + first_characters(line, 20));
        if read > MAX_TOKENS {
            let message = format!("this file has more than {MAX_TOKENS} words and symbols");
            let problem =
                Diagnostic::new(Code::FileTooLong, beginning, message).here("ferz did not read the rest");
            let help = "divide the game into files that extend each other, or delete duplicates";
            problems.push(problem.help(help));
            problems.cut_short = true;
            problems.skip(at, text.len());
            break;
        }
        let is_read = is_read(line, beginning, &mut conflict, problems);
        let marks = copied.as_ref().filter(|_| is_read).map_or(0, |copied| copied.length(line));
        if let Some((_, places)) = copied_marks.as_mut().filter(|_| marks > 0) {
            places.push(problems.span(at, at + marks));
        }
        problems.skip(at, at + if is_read { marks } else { length });
        if is_read {
            read += scan_line(&line[marks..], at + marks, problems, &mut tokens);
        }
        let newline = if after.starts_with("\r\n") { 2 } else { after.len().min(1) };
        at += length + newline;
        let open = |token: &&Token| token.kind == TokenKind::OpenText && token.text.len() > 1;
        let end = tokens[begun..].last().filter(open).and_then(|_| text_goes_on(&text[at..]));
        let mut open = tokens[begun..].iter().filter(open).peekable();
        while let Some(Token { text, span, .. }) = open.next() {
            let end = end.filter(|_| open.peek().is_none()).map(|end| problems.span(at + end - 1, at + end));
            problems.push(unclosed_text(text, *span, end));
        }
        if let Some(end) = end {
            problems.skip(at - newline, at + end);
            at += end;
        } else if newline > 0 {
            tokens.push(Token {
                kind: TokenKind::Newline,
                span: problems.span(at - newline, at),
                text: &after[..newline],
            });
        }
    }
    if let Some((problem, places)) = copied_marks {
        let without = |fix: Fix, place| fix.and(place, TextChange::Write("".into()));
        problems.push(problem.fix(places.into_iter().fold(Fix::of(Certainty::Certain), without)));
    }
    conflict.finish().into_iter().for_each(|problem| problems.push(problem));
    tokens
}

/// Returns true if a line is a part of the rules. If it is too long, in the second version of a merge conflict, or a
/// mark of another language, reports it and returns false.
fn is_read(line: &str, beginning: Span, conflict: &mut Conflict, problems: &mut Problems) -> bool {
    // Spaces do not count, because a formatter may have added them.
    let length = line.bytes().filter(|byte| !b" \t".contains(byte)).count();
    if length > MAX_LINE {
        let message = format!("ferz did not read this line of {} bytes, which is too long", line.len());
        let help = format!("a line can have {MAX_LINE} bytes, not counting spaces; break it after a comma");
        let problem = Diagnostic::new(Code::LineTooLong, beginning, message);
        problems.push(problem.here("it begins here").help(help));
        return false;
    }
    // The first version in a conflict is read, so that the rest of the file can be checked.
    if conflict.skips(line, beginning) {
        return false;
    }
    // The start of the first version is missing.
    if conflict_mark(line) == Some('=') {
        conflict.begins(beginning);
        return false;
    }
    let is_fence = line.trim().strip_prefix("```").is_some_and(|rest| !rest.contains('`'));
    if is_fence {
        let message = "unexpected ` ``` `, which is a fence of Markdown";
        let problem = Diagnostic::new(Code::StrangeCharacter, beginning, message);
        let problem = problem.repeats("fence").help("delete this line, and the other fence");
        let (fence, fix) = (beginning.part(0, line.len()), Fix::of(Certainty::Certain));
        problems.push(problem.fix(fix.and(fence, TextChange::Delete)));
    }
    !is_fence
}

/// The marks of the comments of other languages that can have several lines.
const FOREIGN_COMMENTS: [(&str, &str); 6] =
    [("/*", "*/"), ("<!--", "-->"), ("{-", "-}"), ("(*", "*)"), ("\"\"\"", "\"\"\""), ("'''", "'''")];

/// Returns the first mark and the length of a comment of another language at the beginning of a line.
fn foreign_comment(rest: &str) -> Option<(&'static str, usize)> {
    let text = rest.trim_start_matches([' ', '\t']);
    let (first, last) = FOREIGN_COMMENTS.into_iter().find(|(first, _)| text.starts_with(first))?;
    let end = text[first.len()..].find(last)?;
    Some((first, rest.len() - text.len() + first.len() + end + last.len()))
}

/// Returns the end of a text that is open at the end of the previous line. It is the only quotation mark in one
/// of the next lines.
fn text_goes_on(rest: &str) -> Option<usize> {
    const MAX_LINES: usize = 4;
    let mut at = 0;
    for line in rest.split_inclusive('\n').take(MAX_LINES) {
        match line.matches('"').count() {
            0 if !line.trim().is_empty() => at += line.len(),
            marks if marks % 2 == 1 => return Some(at + line.find('"')? + 1),
            _ => return None,
        }
    }
    None
}

/// Marks before every line, as in a text copied from a quotation, a diff, or a numbered listing.
enum Copied {
    Sign(char),
    Numbers,
}

impl Copied {
    fn find(text: &str) -> Option<Copied> {
        const MIN_LINES: usize = 3;
        let lines =
            || text.trim_start_matches('\u{FEFF}').split(['\n', '\r']).filter(|line| !line.trim().is_empty());
        let found = match lines().next()?.chars().next()? {
            sign @ ('>' | '+') => Copied::Sign(sign),
            _ => Copied::Numbers,
        };
        let number =
            |line: &str| line.trim_start().split(|c: char| !c.is_ascii_digit()).next()?.parse::<u32>().ok();
        let is_marked = lines().count() >= MIN_LINES && lines().all(|line| found.length(line) > 0);
        let counts =
            matches!(found, Copied::Sign(_)) || lines().map(number).is_sorted_by(|one, next| one < next);
        (is_marked && counts).then_some(found)
    }

    /// Returns the length of the mark on a line, in bytes.
    fn length(&self, line: &str) -> usize {
        let rest = match self {
            Copied::Sign(sign) => line.strip_prefix(*sign),
            Copied::Numbers => {
                let number = line.trim_start();
                Some(number.trim_start_matches(|c: char| c.is_ascii_digit()))
                    .filter(|rest| rest.len() < number.len())
            }
        };
        let Some(rest) = rest else { return 0 };
        match rest.chars().next() {
            Some(' ' | '\t') => line.len() - rest.len() + 1,
            Some(':' | '.' | ')' | '|') if matches!(self, Copied::Numbers) => line.len() - rest.len() + 1,
            Some(_) if matches!(self, Copied::Numbers) => 0,
            _ => line.len() - rest.len(),
        }
    }

    fn words(&self) -> String {
        match self {
            Copied::Sign(sign) => format!("`{sign}`"),
            Copied::Numbers => "its number".to_owned(),
        }
    }
}

/// Scans a line that begins at byte `at` of the text. Returns the number of tokens read.
fn scan_line<'a>(line: &'a str, at: usize, problems: &mut Problems, tokens: &mut Vec<Token<'a>>) -> usize {
    problems.hidden(line, at);
    let before = tokens.len();
    if scan_plain(line, |kind, start, text| {
        tokens.push(Token { kind, span: problems.span(at + start, at + start + text.len()), text });
    }) {
        return tokens.len() - before + 1;
    }
    // The line is not plain after all, so its tokens are discarded.
    tokens.truncate(before);
    scan_signs(line, at, problems, tokens)
}

/// Scans a line that has only plain words, numbers, closed texts, and single symbols. The result is the same as that of
/// the grammar, which is much slower. Returns false if the line contains anything else.
pub fn scan_plain<'a>(line: &'a str, mut token: impl FnMut(TokenKind, usize, &'a str)) -> bool {
    let (bytes, mut at) = (line.as_bytes(), 0);
    while let Some(first) = bytes.get(at) {
        let rest = &bytes[at..];
        let next = rest.get(1);
        let closed = || rest[1..].iter().position(|byte| byte == first).map(|length| length + 2);
        let found = match first {
            b' ' | b'\t' => {
                at += 1;
                continue;
            }
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'+' | b'_' => plain_word(rest),
            b'#' => Some((TokenKind::Comment, rest.len())),
            b'"' => closed().map(|length| (TokenKind::Text, length)),
            b'`' => closed().map(|length| (TokenKind::Betza, length)),
            b',' => Some((TokenKind::Comma, 1)),
            b':' => Some((TokenKind::Colon, 1)),
            b'*' => Some((TokenKind::Star, 1)),
            b'=' if next == Some(&b' ') => Some((TokenKind::Equals, 1)),
            b'.' if next == Some(&b'.') => Some((TokenKind::Range, 2)),
            // A brace directly before a word may begin a parameter such as `{x}`.
            b'{' if matches!(next, None | Some(b' ')) => Some((TokenKind::OpenBlock, 1)),
            b'}' => Some((TokenKind::CloseBlock, 1)),
            b'[' => Some((TokenKind::OpenList, 1)),
            b']' => Some((TokenKind::CloseList, 1)),
            b'(' => Some((TokenKind::OpenGroup, 1)),
            b')' => Some((TokenKind::CloseGroup, 1)),
            b';' => Some((TokenKind::Semicolon, 1)),
            _ => None,
        };
        let Some((kind, length)) = found else { return false };
        token(kind, at, &line[at..at + length]);
        at += length;
    }
    // A line with a bar may contain a row of a drawing.
    !bytes.contains(&b'|')
}

/// Returns the kind and the length of a word or number at the start, unless other characters than plain letters
/// follow.
fn plain_word(rest: &[u8]) -> Option<(TokenKind, usize)> {
    let is_joined = |at: usize| rest.get(at).is_some_and(u8::is_ascii_alphanumeric);
    let joins = |&(at, byte): &(usize, &u8)| match byte {
        b'.' => is_joined(at + 1),
        b'-' | b'_' | b'+' | b'\'' => true,
        _ => byte.is_ascii_alphanumeric(),
    };
    let length = rest.iter().enumerate().take_while(joins).count();
    let ends = match rest.get(length) {
        Some(b'.') => rest.get(length + 1) == Some(&b'.'),
        Some(byte) => byte.is_ascii() && *byte != b'{',
        None => true,
    };
    let is_number = rest[..length].iter().all(u8::is_ascii_digit);
    ends.then_some((if is_number { TokenKind::Number } else { TokenKind::Word }, length))
}

/// Scans a line with the grammar. Returns the number of tokens read.
pub fn scan_signs<'a>(
    line: &'a str,
    at: usize,
    problems: &mut Problems,
    tokens: &mut Vec<Token<'a>>,
) -> usize {
    let mut read = 0;
    // The end of a sign that may be inside a word.
    let mut joint = None;
    // The words before an unpaired quotation mark are probably a text, and those after a bar are a row without a rank.
    let is_unpaired = |(before, after): (&str, &str)| {
        before.matches('"').count() % 2 == 0 && !before.contains(['#', '`']) && only_marks(after)
    };
    let is_text = line.trim_start().starts_with('|') || line.rsplit_once('"').is_some_and(is_unpaired);
    for pair in Grammar::parse(Rule::lines, line).into_iter().flatten() {
        read += 1;
        let text = pair.as_str();
        let kind = kind(pair.as_rule(), text);
        let start = at + pair.as_span().start();
        let span = problems.span(start, start + text.len());
        match kind {
            TokenKind::OpenText => match unclosed(text, start, problems, tokens) {
                Some(words) => return read + scan_line(&text[words..], start + words, problems, tokens),
                None => continue,
            },
            TokenKind::OtherText => {
                text_above(tokens).into_iter().for_each(|above| problems.more.push(above));
                let problem = Diagnostic::new(Code::StrangeQuotes, span, "unsupported quotation marks");
                let problem = problem.repeats("quotation marks");
                if !is_text {
                    let problem = problem.help(quotes(line));
                    problems.push(match quoted(text, line) {
                        Some(plain) => problem.fix(Fix::certain(span, plain)),
                        None => problem,
                    });
                }
            }
            TokenKind::OpenBetza => problems.push(unclosed_betza(text, span)),
            TokenKind::Unreadable if text.is_empty() => continue,
            TokenKind::Unreadable => {
                if !is_text {
                    problems.strange(at, unknown_sign(line, start - at, text, span));
                }
                // The parts of a word with such a sign inside are one word.
                let ends_here = |last: &Token| last.kind == TokenKind::Word && last.span.end == span.start;
                if tokens.last().is_some_and(ends_here) {
                    joint = is_joint(text).then_some(span.end);
                }
                match text {
                    "｛" => tokens.push(Token { kind: TokenKind::OpenBlock, span, text: "{" }),
                    "｝" => tokens.push(Token { kind: TokenKind::CloseBlock, span, text: "}" }),
                    _ => problems.unreadable.push(span),
                }
                continue;
            }
            TokenKind::Word if text.contains(|c: char| c.is_ascii_alphabetic()) => {
                problems.look_alike(text, span);
            }
            _ => {}
        }
        if kind == TokenKind::Word
            && joint == Some(span.start)
            && let Some(first) = tokens.last_mut()
        {
            problems.unreadable.pop_if(|sign| first.span.end == sign.start);
            first.span = first.span.to(span);
            first.text = &line[first.span.start as usize - at..first.span.end as usize - at];
            continue;
        }
        // A single backtick is more likely a stray character than an empty notation.
        match kind == TokenKind::OpenBetza && text.len() == 1 {
            true => problems.unreadable.push(span),
            false => tokens.push(Token { kind, span, text }),
        }
    }
    read
}

/// Returns the kind of a token that the grammar has read with a rule. The other rules make no tokens.
fn kind(rule: Rule, text: &str) -> TokenKind {
    match rule {
        Rule::rank => TokenKind::Rank,
        Rule::bar => TokenKind::Bar,
        Rule::square => TokenKind::Square,
        Rule::number => TokenKind::Number,
        Rule::word => TokenKind::Word,
        Rule::text => TokenKind::Text,
        Rule::open_text => TokenKind::OpenText,
        Rule::other_text => TokenKind::OtherText,
        Rule::betza => TokenKind::Betza,
        Rule::open_betza => TokenKind::OpenBetza,
        Rule::comment => TokenKind::Comment,
        Rule::symbol => TokenKind::of_symbol(text),
        Rule::open_block => TokenKind::OpenBlock,
        Rule::close_block => TokenKind::CloseBlock,
        Rule::open_list => TokenKind::OpenList,
        Rule::close_list => TokenKind::CloseList,
        Rule::open_group => TokenKind::OpenGroup,
        Rule::close_group => TokenKind::CloseGroup,
        Rule::semicolon => TokenKind::Semicolon,
        Rule::foreign | Rule::strange | Rule::EOI => TokenKind::Unreadable,
        Rule::lines | Rule::line | Rule::newline | Rule::row | Rule::braced | Rule::piece => {
            TokenKind::Unreadable
        }
        Rule::tail | Rule::joint | Rule::letter | Rule::hole | Rule::start => TokenKind::Unreadable,
        Rule::blank | Rule::any | Rule::ascii => TokenKind::Unreadable,
    }
}

/// Adds a text that is not closed to the tokens. Returns the length of the text if other words follow it.
fn unclosed<'a>(
    text: &'a str,
    start: usize,
    problems: &mut Problems,
    tokens: &mut Vec<Token<'a>>,
) -> Option<usize> {
    let kind = TokenKind::OpenText;
    let span = problems.span(start, start + 1);
    if only_marks(&text[1..]) || text[1..].starts_with(" extends ") {
        text_above(tokens).into_iter().for_each(|above| problems.more.push(above));
        let problem = Diagnostic::new(Code::UnclosedText, span, "unpaired quotation mark");
        // After two quotation marks, a text or comment of several lines begins in other languages.
        let is_long = tokens.last().is_some_and(|last| last.text == "\"\"" && last.span.end == span.start);
        let problem = if is_long { problem.doubting(Parts::BEFORE) } else { problem };
        problems.push(problem.help("write a text between two quotation marks on one line"));
        tokens.push(Token { kind, span, text: &text[..1] });
        return Some(1);
    }
    // After a title that is not closed, there may be `extends` and a game.
    let in_head = tokens.iter().rev().take_while(|token| token.kind != TokenKind::Newline).last();
    let in_head = in_head.is_some_and(|first| first.text == "variant");
    if let Some(words) = text.find(" extends ").filter(|_| in_head) {
        let title = &text[..words];
        let span = problems.span(start, start + words);
        tokens.push(Token { kind, span, text: title });
        return Some(words);
    }
    // A brace at the end of a text that is not closed opens a block after it.
    text_above(tokens).into_iter().for_each(|above| problems.more.push(above));
    let words = text.trim_end().strip_suffix('{').filter(|words| words.ends_with(' '));
    let kept = words.map_or(text, str::trim_end);
    let span = problems.span(start, start + kept.len());
    tokens.push(Token { kind, span, text: kept });
    if let Some(words) = words {
        let span = problems.span(start + words.len(), start + words.len() + 1);
        tokens.push(Token { kind: TokenKind::OpenBlock, span, text: "{" });
    }
    None
}

/// Returns a text with the quotation marks that its statement has, instead of others.
fn quoted(text: &str, line: &str) -> Option<String> {
    let inner = text.strip_prefix(|c: char| !c.is_ascii())?.strip_suffix(|c: char| !c.is_ascii())?;
    let sign = if quotes(line).contains("backticks") { '`' } else { '"' };
    (!inner.contains(['"', '`'])).then(|| format!("{sign}{inner}{sign}"))
}

/// Returns true if a text consists of characters that are probably meant as a part of a word.
fn is_joint(text: &str) -> bool {
    let is_sign = |c: char| is_invisible(c) || is_dash(c);
    text.chars().all(|c| is_sign(c) || matches!(c, '-' | '.')) && text.contains(is_sign)
}

/// Returns the place of a text at the end of the line before. The current line may continue it.
fn text_above(tokens: &[Token]) -> Option<Span> {
    let newline = tokens.iter().rposition(|token| token.kind == TokenKind::Newline)?;
    let above = tokens[..newline].last().filter(|token| token.kind == TokenKind::Text)?;
    Some(above.span)
}

/// Returns true if only marks, a brace, or a comment follow a quotation mark, so that it closes a text.
fn only_marks(rest: &str) -> bool {
    let rest = rest.split('#').next().unwrap_or_default().trim().trim_end_matches('{').trim_end();
    let marks = rest.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    rest.is_empty() || marks.is_some_and(|marks| !marks.contains(['[', ']', '"']))
}

/// Returns the problem of a text that is not closed, or that is closed at this place in a later line.
fn unclosed_text(text: &str, span: Span, closed: Option<Span>) -> Diagnostic {
    let new = |message| Diagnostic::new(Code::UnclosedText, span.part(0, 1), message).here("opened here");
    let Some(closed) = closed else {
        let end = text.trim_end().len();
        return new("this text is never closed")
            .label(span.part(end, end), "a text must end on its line")
            .help("close it with `\"`")
            .fix(Fix::guess(span.part(end, end), "\""));
    };
    new("this text continues on another line")
        .label(closed, "this is probably its end")
        .help("close it at the end of each line: texts on successive lines are one text")
}

fn unclosed_betza(text: &str, span: Span) -> Diagnostic {
    let (code, open) = (Code::UnclosedBetza, span.part(0, 1));
    if text.len() == 1 {
        return Diagnostic::new(code, open, "unpaired backtick")
            .help("write moves between two backticks on one line: `` `WF` ``");
    }
    let end = text.trim_end().len();
    Diagnostic::new(code, open, "this move string is never closed")
        .here("opened here")
        .label(span.part(text.len(), text.len()), "this may be its end")
        .help("close it with another backtick on the same line")
        .fix(Fix::guess(span.part(end, end), "`"))
}

/// Returns the number of bytes in the first `count` characters.
pub fn first_characters(text: &str, count: usize) -> usize {
    text.char_indices().nth(count).map_or(text.len(), |(at, _)| at)
}
