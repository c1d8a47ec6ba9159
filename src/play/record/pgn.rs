//! The syntax of PGN: tags, moves, comments, variations. Nothing here knows a rule.
//!
//! A token of several letters is written in braces, as everywhere else, and so is a comment. Braces hold a token where they
//! hold one of the game's, and what follows them begins at once.

use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::source::{Span, Spanned};
use crate::play::notation::shown;

/// The results that stand behind the moves.
pub(super) const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// One game of a text: its tags, and where its moves are.
#[derive(Clone, Debug, Default)]
pub(crate) struct Raw {
    pub tags: Vec<Tag>,
    pub body: Span,
}

#[derive(Clone, Debug)]
pub(crate) struct Tag {
    pub name: Spanned<String>,
    /// The value without its quotes; the span is what is between them.
    pub value: Spanned<String>,
}

/// A move as it is written, and the comments behind it.
#[derive(Clone, Debug)]
pub(crate) struct Written {
    pub text: Spanned<String>,
    pub comments: Vec<String>,
}

/// The moves of a game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Body {
    /// The comments before the first move.
    pub preface: Vec<String>,
    pub moves: Vec<Written>,
    pub result: Option<Spanned<String>>,
}

impl Raw {
    pub(super) fn tag(&self, name: &str) -> Option<&Tag> {
        self.tags.iter().find(|tag| tag.name.value == name)
    }

    /// The value of a tag that says something.
    pub(super) fn value(&self, name: &str) -> Option<&str> {
        self.tag(name).map(|tag| tag.value.value.as_str()).filter(|value| !matches!(*value, "" | "?"))
    }
}

/// Whether a tag may be called so.
pub(super) fn is_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Divides a text into games.
pub(crate) fn games(text: &str, file: u32) -> (Vec<Raw>, Vec<Diagnostic>) {
    let (mut games, mut problems) = (Vec::<Raw>::new(), Vec::new());
    let mut at = 0;
    let mut begins_line = true;
    while at < text.len() {
        let rest = &text[at..];
        let Some(c) = rest.chars().next() else { break };
        match c {
            '[' if begins_line => {
                if games.last().is_none_or(|game| game.body.end > game.body.start) {
                    games.push(Raw::default());
                }
                let line = rest.find('\n').unwrap_or(rest.len());
                match tag(&rest[..line], file, at) {
                    // Several tags may share a line.
                    Ok((tag, length)) => {
                        if let Some(game) = games.last_mut() {
                            game.tags.push(tag);
                        }
                        at += length;
                    }
                    Err(problem) => {
                        problems.push(problem);
                        at += line;
                    }
                }
                continue;
            }
            '%' if begins_line && (at == 0 || text[..at].ends_with('\n')) => {
                at += rest.find('\n').unwrap_or(rest.len());
                continue;
            }
            c if c.is_whitespace() => {
                begins_line |= c == '\n';
                at += c.len_utf8();
                continue;
            }
            _ => {}
        }
        begins_line = false;
        let length = match c {
            '{' => rest.find('}').map_or(rest.len(), |end| end + 1),
            ';' => rest.find('\n').unwrap_or(rest.len()),
            c => c.len_utf8(),
        };
        if games.is_empty() {
            games.push(Raw::default());
        }
        if let Some(game) = games.last_mut() {
            if game.body.end == 0 {
                game.body = Span::new(file, at, at);
            }
            game.body = Span::new(file, game.body.start as usize, at + length);
        }
        at += length;
    }
    (games, problems)
}

/// The tag at the beginning of a line, and how long it is.
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

/// Reads the moves of a game. `is_token` knows the tokens of its pieces.
pub(crate) fn body(text: &str, span: Span, is_token: &dyn Fn(&str) -> bool) -> (Body, Vec<Diagnostic>) {
    let mut reader =
        Reader { text, file: span.file, at: span.start as usize, end: span.end as usize, is_token };
    let (mut body, mut problems) = (Body::default(), Vec::new());
    while let Some((part, span)) = reader.next() {
        match part {
            Part::Comment(comment) => match body.moves.last_mut() {
                Some(mv) => mv.comments.push(comment),
                None => body.preface.push(comment),
            },
            Part::Open(what) => {
                let problem = Diagnostic::new(Code::PgnSyntax, span, format!("this {what} does not end"));
                let close = if what == "comment" { '}' } else { ')' };
                problems.push(problem.help(format!("close it with `{close}`")));
            }
            Part::Stray => {
                let problem = Diagnostic::new(Code::PgnSyntax, span, "nothing is open here that this closes");
                problems.push(problem.help("take it out, or write a move"));
            }
            Part::Word(word) if body.result.is_some() => {
                let message = format!("`{}` stands behind the result", shown(&word));
                let problem = Diagnostic::new(Code::PgnSyntax, span, message);
                problems.push(problem.help("the result ends a game; the next one begins with its tags"));
                return (body, problems);
            }
            Part::Word(word) if RESULTS.contains(&word.as_str()) => {
                body.result = Some(Spanned::new(word, span))
            }
            Part::Word(word) => {
                body.moves.push(Written { text: Spanned::new(word, span), comments: Vec::new() });
            }
        }
    }
    (body, problems)
}

enum Part {
    Word(String),
    Comment(String),
    /// A comment or variation without an end.
    Open(&'static str),
    /// A sign that closes what is not open.
    Stray,
}

struct Reader<'t> {
    text: &'t str,
    file: u32,
    at: usize,
    end: usize,
    is_token: &'t dyn Fn(&str) -> bool,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..self.end).unwrap_or_default()
    }

    fn next(&mut self) -> Option<(Part, Span)> {
        loop {
            let blank = self.rest().len() - self.rest().trim_start().len();
            self.at += blank;
            let first = self.rest().chars().next()?;
            let begun = self.at;
            let begins_line = self.text[..begun].ends_with('\n') || begun == 0;
            let part = match first {
                '%' if begins_line => {
                    self.at += self.line();
                    continue;
                }
                '{' if !self.is_piece() => self.comment(),
                ';' => {
                    let line = self.line();
                    let comment = self.rest()[1..line].trim().to_owned();
                    self.at += line;
                    Part::Comment(comment)
                }
                '(' => match self.skip_variation() {
                    true => continue,
                    false => Part::Open("variation"),
                },
                ')' | '}' => {
                    self.at += 1;
                    Part::Stray
                }
                '$' => {
                    self.at += self.word();
                    continue;
                }
                _ => match self.mv() {
                    Some(word) => Part::Word(word),
                    None => continue,
                },
            };
            // A word may have a number before it.
            let length = if let Part::Word(word) = &part { word.len() } else { self.at - begun };
            let start = if matches!(part, Part::Open(_)) { begun } else { self.at - length };
            let end = if matches!(part, Part::Open(_)) { begun + 1 } else { self.at };
            return Some((part, Span::new(self.file, start, end)));
        }
    }

    fn line(&self) -> usize {
        self.rest().find('\n').unwrap_or(self.rest().len())
    }

    fn word(&self) -> usize {
        let (mut braces, rest) = (false, self.rest());
        let ends = |c: char| {
            braces = (braces || c == '{') && c != '}';
            !braces && (c.is_whitespace() || ";()".contains(c))
        };
        rest.find(ends).unwrap_or(rest.len()).max(1)
    }

    /// Whether the brace here opens the token of a piece.
    fn is_piece(&self) -> bool {
        let inner = self.rest().get(1..).and_then(|rest| rest.split_once('}'));
        inner.is_some_and(|(token, rest)| {
            let follows =
                rest.chars().next().is_some_and(|c| c.is_ascii_alphanumeric() || "x@:-".contains(c));
            follows && (self.is_token)(token)
        })
    }

    fn comment(&mut self) -> Part {
        let Some(end) = self.rest().find('}') else {
            self.at = self.end;
            return Part::Open("comment");
        };
        let words: Vec<&str> = self.rest()[1..end].split_whitespace().collect();
        let comment = words.join(" ");
        self.at += end + 1;
        Part::Comment(comment)
    }

    /// A move or a result, without the number before it; nothing if only the number is there.
    fn mv(&mut self) -> Option<String> {
        let length = self.word();
        let word = self.rest()[..length].to_owned();
        self.at += length;
        let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let mv = match digits.strip_prefix('.') {
            Some(rest) => rest.trim_start_matches('.'),
            None if digits.is_empty() => "",
            None => &word,
        };
        // Praise may stand by itself.
        let is_nothing = mv.chars().all(|c| "!?".contains(c)) || mv == "e.p.";
        (!is_nothing).then(|| mv.to_owned())
    }

    /// Goes on behind a variation; says whether it ends.
    fn skip_variation(&mut self) -> bool {
        let (mut depth, mut at) = (0_usize, 0);
        let rest = self.rest();
        while let Some(c) = rest[at..].chars().next() {
            at += match c {
                '{' => rest[at..].find('}').unwrap_or(rest.len() - at),
                ';' => rest[at..].find('\n').unwrap_or(rest.len() - at),
                _ => 0,
            };
            depth += usize::from(c == '(');
            depth -= usize::from(c == ')');
            at += rest[at..].chars().next().map_or(0, char::len_utf8);
            if depth == 0 {
                self.at += at;
                return true;
            }
        }
        self.at = self.end;
        false
    }
}
