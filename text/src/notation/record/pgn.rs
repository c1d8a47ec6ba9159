//! The syntax of PGN: divides a text into games and reads their tags.
//!
//! [`games`] is the entry point. It does not interpret tags or moves, so it needs no rules. A game begins with a tag
//! after moves, or with the move number 1 after a result or a blank line. Malformed tags are errors only if they could
//! select the rules or the position.

use super::body::{self, is_blank, is_invisible, is_result};
use crate::base::source::{Span, Spanned};
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::notation::shown;
use serde::{Serialize, Serializer};

/// The tag that comes first in most records.
pub(super) const EVENT: &str = "Event";

/// A game of a text: its tags and the place of its moves.
#[derive(Clone, Debug, Default)]
pub struct Raw {
    pub tags: Vec<Tag>,
    pub body: Span,
}

#[derive(Clone, Debug)]
pub struct Tag {
    pub name: Spanned<String>,
    /// The value without its quotes. The span covers the text between the quotes.
    pub value: Spanned<String>,
}

impl Raw {
    pub(super) fn tag(&self, name: &str) -> Option<&Tag> {
        let alike = || self.tags.iter().find(|tag| tag.name.value.eq_ignore_ascii_case(name));
        self.tags.iter().find(|tag| tag.name.value == name).or_else(alike)
    }

    /// Returns the value of a tag, unless it is empty or `?`.
    pub(super) fn value(&self, name: &str) -> Option<&str> {
        self.tag(name).map(|tag| tag.value.value.as_str()).filter(|value| !matches!(*value, "" | "?"))
    }
}

/// Returns true if a tag can have this name.
pub(super) fn is_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Returns true if a text begins with the move number 1 of White.
pub(super) fn begins_anew(text: &str) -> bool {
    let Some(rest) = text.strip_prefix('1') else { return false };
    match rest.strip_prefix('.') {
        // Dots stand for the move of White before a move of Black.
        Some(rest) => !rest.trim_start().starts_with(['.', '\u{2026}']),
        None => rest.starts_with(char::is_whitespace),
    }
}

/// Returns the name of the format of a record that is not in PGN, if it has a head that no game in PGN has.
pub(super) fn other_format(text: &str) -> Option<&'static str> {
    let mut lines = text.lines().map(|line| line.trim_start_matches('\u{feff}'));
    let is_version = |line: &str| {
        let number = line.strip_prefix('V').map(|rest| rest.trim_end());
        number.is_some_and(|number| {
            !number.is_empty() && number.chars().all(|c| c.is_ascii_digit() || c == '.')
        })
    };
    // The comments of CSA begin with an apostrophe.
    if lines.clone().find(|line| !line.starts_with('\'')).is_some_and(is_version) {
        return Some("CSA");
    }
    lines.any(|line| line.starts_with("手合割") || line.starts_with("手数----")).then_some("KIF")
}

/// Divides a text into games. The spans refer to the file with this number.
pub fn games(text: &str, file: u32) -> (Vec<Raw>, Vec<Diagnostic>) {
    let mut divider = Divider { text, file, ..Divider::default() };
    divider.newlines = 1;
    while divider.at < text.len() {
        divider.step();
    }
    (divider.games, divider.problems)
}

/// The text of a game in a text of several games, with its tags.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct DividedRecord {
    /// The text from the first tag or move of the game to that of the next one.
    pub text: String,
    /// The tags in their order, with the values that they have without quotes.
    #[serde(serialize_with = "as_object")]
    pub tags: Vec<(String, String)>,
}

impl DividedRecord {
    /// Divides a text into the texts of its games. Nothing is left out, and no game is replayed.
    ///
    /// ```
    /// let games = ferz::DividedRecord::divide("[White \"A\"]\n\n1. e4 {[not a tag]} *\n\n1. d4 *\n");
    /// assert_eq!(games[0].tags, [("White".to_owned(), "A".to_owned())]);
    /// assert_eq!(games[1].text, "1. d4 *\n");
    /// ```
    pub fn divide(text: &str) -> Vec<DividedRecord> {
        let (raws, _) = games(text, 0);
        let begin = |raw: &Raw| {
            let tag = raw.tags.first().and_then(|tag| text[..tag.name.span.start as usize].rfind('['));
            tag.unwrap_or(raw.body.start as usize)
        };
        let mut begins: Vec<usize> = raws.iter().map(begin).collect();
        if let Some(first) = begins.first_mut() {
            *first = 0;
        }
        let ends = begins.iter().skip(1).copied().chain([text.len()]);
        let all = raws.iter().zip(begins.iter().copied().zip(ends));
        let one = |(raw, (begin, end)): (&Raw, (usize, usize))| DividedRecord {
            text: text[begin..end].to_owned(),
            tags: raw.tags.iter().map(|tag| (tag.name.value.clone(), tag.value.value.clone())).collect(),
        };
        all.map(one).collect()
    }
}

/// Writes tags as an object.
pub(super) fn as_object<S: Serializer>(tags: &[(String, String)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(tags.iter().map(|(name, value)| (name, value)))
}

/// The state of dividing a text into games.
#[derive(Default)]
struct Divider<'t> {
    text: &'t str,
    file: u32,
    at: usize,
    /// The end of the line that was measured last.
    line_end: usize,
    games: Vec<Raw>,
    problems: Vec<Diagnostic>,
    /// The number of line ends since the last text.
    newlines: usize,
    /// The nesting depth of variations.
    depth: usize,
    /// True if the current game has moves outside of variations.
    has_moves: bool,
    /// True if the current game has a result outside of variations.
    has_result: bool,
}

impl<'t> Divider<'t> {
    /// Returns the rest of the current line. A line can hold many tags, so its end is found only once.
    fn line(&mut self) -> &'t str {
        if self.at >= self.line_end {
            let rest = &self.text[self.at..];
            self.line_end = self.at + rest.find('\n').unwrap_or(rest.len());
        }
        &self.text[self.at..self.line_end]
    }

    /// Reads the next tag, comment, or word.
    fn step(&mut self) {
        let rest = &self.text[self.at..];
        let begins_line = self.newlines > 0;
        let length = match rest.chars().next() {
            Some('[') if begins_line => return self.tag(),
            Some('%') if body::begins_line(self.text, self.at) => {
                self.at += self.line().len();
                return;
            }
            // A byte order mark can follow a game if files were joined.
            Some(c) if is_blank(c) || is_invisible(c) => {
                self.newlines += usize::from(c == '\n');
                self.at += c.len_utf8();
                return;
            }
            Some('{') => comment(rest),
            Some(';') => self.line().len(),
            Some(c @ ('(' | ')')) => {
                self.depth = if c == '(' { self.depth + 1 } else { self.depth.saturating_sub(1) };
                1
            }
            first => {
                let end = rest.char_indices().skip(1).find(|(_, c)| c.is_whitespace() || ";(){".contains(*c));
                let word = &rest[..end.map_or(rest.len(), |(at, _)| at)];
                if first == Some('1') && self.is_over() && begins_anew(rest) {
                    self.begin();
                }
                self.has_moves |= self.depth == 0 && word.contains(char::is_alphabetic);
                self.has_result |= self.depth == 0 && is_result(word);
                word.len()
            }
        };
        self.newlines = 0;
        if self.games.is_empty() {
            self.games.push(Raw::default());
        }
        if let Some(game) = self.games.last_mut() {
            if game.body.end == 0 {
                game.body = Span::new(self.file, self.at, self.at);
            }
            game.body = Span::new(self.file, game.body.start as usize, self.at + length);
        }
        self.at += length;
    }

    /// Returns true if a move with the number 1 would belong to the next game.
    fn is_over(&self) -> bool {
        self.depth == 0 && (self.has_result || self.has_moves && self.newlines > 1)
    }

    fn begin(&mut self) {
        self.games.push(Raw::default());
        (self.depth, self.has_moves, self.has_result) = (0, false, false);
    }

    /// Reads a tag at the beginning of a line or after another tag.
    fn tag(&mut self) {
        let line = self.line();
        let (found, length) = match tag(line, self.file, self.at) {
            // A line can contain several tags.
            Ok((tag, length)) => (Some(tag), length),
            Err(problem) => {
                let loose = loose_tag(line, self.file, self.at);
                let name = loose.as_ref().map_or_else(|| word(line), |tag| tag.name.value.as_str());
                let is_needed = RULES.contains(&name);
                self.problems.push(if is_needed { problem } else { problem.into_warning() });
                // Moves can follow brackets that are not a tag.
                let end = if loose.is_none() { line.find(']').map(|end| end + 1) } else { None };
                self.newlines = usize::from(loose.is_some());
                (loose.filter(|_| !is_needed), end.unwrap_or(line.len()))
            }
        };
        self.at += length;
        let Some(tag) = found else { return };
        // A tag after moves begins the next game, and so does a second event. Another tag after tags belongs to the same
        // game.
        let is_event = |tag: &Tag| tag.name.value == EVENT;
        let is_next =
            |game: &Raw| game.body.end > game.body.start || is_event(&tag) && game.tags.iter().any(is_event);
        if self.games.last().is_none_or(is_next) {
            self.begin();
        }
        if let Some(game) = self.games.last_mut() {
            game.tags.push(tag);
        }
    }
}

/// Returns the length of the comment at the beginning of a text. One without an end extends to the next game.
fn comment(text: &str) -> usize {
    let end = text.find('}').map_or(text.len(), |end| end + 1);
    let mut before = 0;
    let lines = text[..end].split_inclusive('\n').map(|line| {
        let at = before;
        before += line.len();
        (at, line)
    });
    let next = lines.filter(|(_, line)| begins_next(line.as_bytes())).map(|(at, _)| &text[..at]);
    let mut next =
        next.filter(|comment| comment.lines().next_back().is_some_and(|line| line.trim().is_empty()));
    next.next().map_or(end, |comment| comment.trim_end().len())
}

/// Returns true if a line begins a game even within a comment that has no end.
pub(super) fn begins_next(line: &[u8]) -> bool {
    line.starts_with(b"[Event \"")
}

/// Returns the first word of a malformed tag.
fn word(line: &str) -> &str {
    let inner = line.trim_start_matches('[').trim_start();
    inner.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default()
}

/// The tags that select the rules and the start position of a game.
const RULES: [&str; 7] = ["Variant", "RuleFile", "Array", "Reading", "Switches", "FEN", "SetUp"];

/// Reads a malformed tag, for example with quotes in its value. The value extends from the first quote to the end of
/// the line.
fn loose_tag(line: &str, file: u32, at: usize) -> Option<Tag> {
    let inner = line.trim_end().strip_prefix('[')?;
    let (name, value) = inner.split_once('"')?;
    let (start, name) = (at + 1 + name.len() - name.trim_start().len(), name.trim());
    let from = at + line.find('"')? + 1;
    let value = value.trim_end_matches(']').strip_suffix('"').unwrap_or(value.trim_end_matches(']'));
    let place =
        |from: usize, text: &str| Spanned::new(text.to_owned(), Span::new(file, from, from + text.len()));
    is_name(name).then(|| Tag { name: place(start, name), value: place(from, value) })
}

/// Reads the tag at the beginning of a line. Also returns its length.
fn tag(line: &str, file: u32, at: usize) -> Result<(Tag, usize), Diagnostic> {
    let wrong = || {
        let whole = Span::new(file, at, at + line.trim_end().len());
        let message = format!("`{}` is not a tag", shown(line.trim_end()));
        Diagnostic::new(Code::PgnSyntax, whole, message).help("a tag is written [Name \"value\"]")
    };
    let inner = line.get(1..).unwrap_or_default();
    let name_start = 1 + inner.len() - inner.trim_start().len();
    let name = inner.trim_start().split(|c: char| c.is_whitespace() || c == '"').next().unwrap_or_default();
    let after = name_start + name.len();
    let quote = after + line.get(after..).and_then(|rest| rest.find('"')).ok_or_else(wrong)?;
    if !is_name(name) || !line[after..quote].trim().is_empty() {
        return Err(wrong());
    }
    let (mut value, mut escaped, mut end) = (String::new(), false, None);
    for (offset, c) in line[quote + 1..].char_indices() {
        match c {
            _ if escaped => {
                value.push(c);
                escaped = false;
            }
            '\\' => escaped = true,
            '"' => {
                end = Some(quote + 1 + offset);
                break;
            }
            c => value.push(c),
        }
    }
    let end = end.ok_or_else(wrong)?;
    let close = line[end + 1..].find(']').filter(|close| line[end + 1..end + 1 + close].trim().is_empty());
    let length = end + 1 + close.ok_or_else(wrong)? + 1;
    let span = |from, to| Span::new(file, at + from, at + to);
    let name = Spanned::new(name.to_owned(), span(name_start, after));
    Ok((Tag { name, value: Spanned::new(value, span(quote + 1, end)) }, length))
}
