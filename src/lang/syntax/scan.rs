//! Text to tokens: the one file that talks to pest.
//!
//! The grammar reads any lines whatever, so there is nothing for pest to complain about. It gets some lines at a time, and
//! none that no person wrote, so that its memory is bounded whatever the file.

use super::problems::Problems;
use super::{MAX_LINE, MAX_TOKENS};
use crate::base::diagnostic::Diagnostic;
use grammar::{Grammar, Rule};
use pest::Parser;

/// About how many bytes pest gets at a time.
const CHUNK: usize = 2 * MAX_LINE;

#[allow(missing_docs, clippy::panic)]
mod grammar {
    #[derive(pest_derive::Parser)]
    #[grammar = "grammar/variant.pest"]
    pub(super) struct Grammar;
}

/// What a token is. Texts and move strings without their closing quote have been reported and are kept as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Word,
    Number,
    Text,
    OpenText,
    OtherText,
    Betza,
    OpenBetza,
    Symbol,
    OpenBlock,
    CloseBlock,
    OpenList,
    CloseList,
    OpenGroup,
    CloseGroup,
    Semicolon,
    Rank,
    Bar,
    Square,
    Comment,
    Newline,
}

/// A token and the bytes it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) start: u32,
    pub(super) end: u32,
}

impl Token {
    pub(super) fn new(kind: Kind, start: usize, end: usize) -> Token {
        let clamp = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Token { kind, start: clamp(start), end: clamp(end) }
    }

    pub(super) fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// The tokens of a text.
pub(super) fn scan(text: &str, problems: &mut Problems) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut at = if text.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() } else { 0 };
    let mut chunk = at;
    let mut read = 0;
    while at < text.len() {
        let rest = &text[at..];
        let length = rest.find(['\n', '\r']).unwrap_or(rest.len());
        let is_long = length > MAX_LINE;
        if is_long || at + length - chunk > CHUNK {
            read += scan_lines(&text[chunk..at], chunk, problems, &mut tokens);
            chunk = if is_long { at + length } else { at };
        }
        if is_long {
            problems.push(too_long(&rest[..length], at, problems));
        }
        if read > MAX_TOKENS {
            problems.push(cut_short(rest, at, problems));
            problems.cut_short = true;
            return tokens;
        }
        let newline = if rest[length..].starts_with("\r\n") { 2 } else { 1 };
        at = (at + length + newline).min(text.len());
    }
    scan_lines(&text[chunk..], chunk, problems, &mut tokens);
    tokens
}

/// Reads some whole lines that begin at byte `base` of the text; returns how much there was to read.
fn scan_lines(lines: &str, base: usize, problems: &mut Problems, tokens: &mut Vec<Token>) -> usize {
    let known = tokens.len();
    let mut strays = 0;
    report_hidden(lines, base, problems);
    let Ok(pairs) = Grammar::parse(Rule::lines, lines) else {
        let span = problems.span(base, base + lines.len());
        problems.push(Diagnostic::error("strange-character", span, "these lines cannot be read"));
        return lines.len();
    };
    let mut ends = LineEnds { lines, base, at: 0 };
    for pair in pairs {
        let span = pair.as_span();
        ends.up_to(span.start(), tokens);
        let token = |kind| Token::new(kind, base + span.start(), base + span.end());
        let kind = match pair.as_rule() {
            Rule::word => Kind::Word,
            Rule::number => Kind::Number,
            Rule::text => Kind::Text,
            Rule::betza => Kind::Betza,
            Rule::symbol => Kind::Symbol,
            Rule::open_block => Kind::OpenBlock,
            Rule::close_block => Kind::CloseBlock,
            Rule::open_list => Kind::OpenList,
            Rule::close_list => Kind::CloseList,
            Rule::open_group => Kind::OpenGroup,
            Rule::close_group => Kind::CloseGroup,
            Rule::semicolon => Kind::Semicolon,
            Rule::rank => Kind::Rank,
            Rule::bar => Kind::Bar,
            Rule::square => Kind::Square,
            Rule::comment => Kind::Comment,
            Rule::open_text => {
                problems.push(unclosed_text(span.as_str(), base + span.start(), problems));
                Kind::OpenText
            }
            Rule::other_text => {
                let place = problems.span(base + span.start(), base + span.end());
                let problem = Diagnostic::error("strange-quotes", place, "unsupported quotation marks");
                problems.push(problem.help("write straight double quotes: `\"like this\"`"));
                Kind::OtherText
            }
            Rule::open_betza => {
                problems.push(unclosed_betza(span.as_str(), base + span.start(), problems));
                // A lone backtick is more likely one too many than a move string without moves.
                if span.as_str().len() == 1 {
                    strays += 1;
                    continue;
                }
                Kind::OpenBetza
            }
            Rule::foreign | Rule::strange => {
                let line = lines[..span.start()].rfind(['\n', '\r']).map_or(base, |end| base + end + 1);
                let problem = strange(span.as_str(), base + span.start(), problems);
                problems.strange(line, problem);
                strays += 1;
                continue;
            }
            _ => continue,
        };
        tokens.push(token(kind));
    }
    ends.up_to(lines.len(), tokens);
    tokens.len() - known + strays
}

/// The ends of lines, which are too many and too plain to ask pest for.
struct LineEnds<'a> {
    lines: &'a str,
    base: usize,
    at: usize,
}

impl LineEnds<'_> {
    /// Adds those before byte `end`.
    fn up_to(&mut self, end: usize, tokens: &mut Vec<Token>) {
        let passed = self.lines.get(self.at..end).unwrap_or("");
        for (place, _) in passed.match_indices(['\n', '\r']) {
            let start = self.at + place;
            let is_half = passed[place..].starts_with("\r\n");
            if !is_half {
                let length =
                    if passed[..place].ends_with('\r') && passed[place..].starts_with('\n') { 2 } else { 1 };
                let end = self.base + start + 1;
                tokens.push(Token::new(Kind::Newline, end - length, end));
            }
        }
        self.at = end.max(self.at);
    }
}

/// Reports characters that do not show, wherever they stand, each run of them once.
fn report_hidden(lines: &str, base: usize, problems: &mut Problems) {
    let hidden = |c: char| {
        let harmless = matches!(c, '\t' | '\n' | '\r');
        (c.is_control() && !harmless) || matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
    };
    let mut rest = lines;
    while let Some(start) = rest.find(hidden) {
        let found = &rest[start..];
        let length = found.find(|c| !hidden(c)).unwrap_or(found.len());
        let at = base + (lines.len() - rest.len()) + start;
        let name = found.chars().next().map_or(0, u32::from);
        let message = format!("invisible character U+{name:04X}");
        let span = problems.span(at, at + length);
        problems.push(Diagnostic::error("hidden-character", span, message).help("delete it"));
        rest = &found[length..];
    }
}

fn too_long(line: &str, at: usize, problems: &Problems) -> Diagnostic {
    let span = problems.span(at, at + first_characters(line, 20));
    let message = format!("this line of {} bytes is too long and was not read", line.len());
    let help = format!("the longest line has {MAX_LINE} bytes; break it after a comma");
    Diagnostic::error("line-too-long", span, message).here("it begins here").help(help)
}

fn cut_short(rest: &str, at: usize, problems: &Problems) -> Diagnostic {
    let line = rest.lines().next().unwrap_or("");
    let span = problems.span(at, at + first_characters(line, 20));
    let message = format!("this file has more than {MAX_TOKENS} words and signs");
    Diagnostic::error("file-too-long", span, message)
        .here("the rest was not read")
        .help("split the game into files that extend each other, or delete what is repeated")
}

fn unclosed_text(text: &str, at: usize, problems: &Problems) -> Diagnostic {
    let span = problems.span(at, at + 1);
    let end = at + text.trim_end().len();
    Diagnostic::error("unclosed-text", span, "this text is never closed")
        .here("opened here")
        .label(problems.span(end, end), "a text must end on its line")
        .help("close it with `\"`")
}

fn unclosed_betza(text: &str, at: usize, problems: &Problems) -> Diagnostic {
    let end = at + text.len();
    let problem = Diagnostic::error(
        "unclosed-betza",
        problems.span(at, at + 1),
        if text.len() == 1 { "unpaired backtick" } else { "this move string is never closed" },
    );
    if text.len() == 1 {
        return problem.help("write moves between two backticks on one line: `` `WF` ``");
    }
    problem
        .here("opened here")
        .label(problems.span(end, end), "perhaps it ends here")
        .help("close it with another backtick on the same line")
}

fn strange(text: &str, at: usize, problems: &Problems) -> Diagnostic {
    let span = problems.span(at, at + text.len());
    let shown: String = text.chars().take(20).flat_map(visible).collect();
    Diagnostic::error("strange-character", span, format!("unexpected `{shown}`")).help(advice(text))
}

/// A character as it can be shown in a message.
fn visible(c: char) -> Vec<char> {
    let blank =
        c.is_whitespace() || matches!(c, '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FEFF}');
    if blank { format!("U+{:04X}", u32::from(c)).chars().collect() } else { vec![c] }
}

/// What to write in the place of a sign that looks or is meant like one of ours.
fn advice(text: &str) -> &'static str {
    let first = text.chars().next().unwrap_or(' ');
    match first {
        '“' | '”' | '„' | '«' | '»' | '‘' | '’' | '\'' | '´' => {
            "write a text between straight double quotes: `\"like this\"`"
        }
        '/' => "a comment begins with `#`",
        '–' | '—' | '−' => "write a plain `-`; a range is written `1..5`",
        '…' => "write two periods: `1..5`",
        '×' => "write the letter `x`",
        '≤' => "write `<=`",
        '≥' => "write `>=`",
        '→' | '⇒' => "write a colon before a consequence",
        '.' => "delete it: a statement ends with its line; a range is written `1..5`",
        '-' if text == "->" => "write a colon before a consequence",
        '-' => "a word does not begin with `-`; a range is written `1..5`",
        '=' if text == "=>" => {
            "write a colon before a consequence; write `>=` for at least, `<=` for at most"
        }
        '=' => "write one `=`",
        '!' | '&' => "write conditions in words",
        '|' => "write conditions in words, and a row of a drawing on its own line",
        '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FEFF}' => "delete it: it is invisible",
        _ => "words consist of letters, digits, `-`, `_`, `+` and `'`",
    }
}

/// The bytes of the first `count` characters.
fn first_characters(text: &str, count: usize) -> usize {
    text.char_indices().nth(count).map_or(text.len(), |(at, _)| at)
}
