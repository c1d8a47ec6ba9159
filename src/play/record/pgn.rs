//! The syntax of PGN: divides a text into games and reads their tags.
//!
//! [`games`] is the entry point. It does not interpret tags or moves, so it needs no rules. A game begins with a tag
//! after moves. Malformed tags are errors only if they could select the rules or the position.

use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::source::{Span, Spanned};
use crate::play::notation::shown;

/// A game of a text: its tags and the place of its moves.
#[derive(Clone, Debug, Default)]
pub(crate) struct Raw {
    pub tags: Vec<Tag>,
    pub body: Span,
}

#[derive(Clone, Debug)]
pub(crate) struct Tag {
    pub name: Spanned<String>,
    /// The value without its quotes. The span covers the text between the quotes.
    pub value: Spanned<String>,
}

impl Raw {
    pub(super) fn tag(&self, name: &str) -> Option<&Tag> {
        self.tags.iter().find(|tag| tag.name.value == name)
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

/// Divides a text into games. The spans refer to the file with this number.
pub(crate) fn games(text: &str, file: u32) -> (Vec<Raw>, Vec<Diagnostic>) {
    let (mut games, mut problems) = (Vec::<Raw>::new(), Vec::new());
    let mut at = 0;
    let mut begins_line = true;
    while at < text.len() {
        let rest = &text[at..];
        let Some(c) = rest.chars().next() else { break };
        match c {
            '[' if begins_line => {
                // A tag after moves begins the next game. A tag after other tags belongs to the same game.
                if games.last().is_none_or(|game| game.body.end > game.body.start) {
                    games.push(Raw::default());
                }
                let line = rest.find('\n').unwrap_or(rest.len());
                match tag(&rest[..line], file, at) {
                    // A line can contain several tags.
                    Ok((tag, length)) => {
                        if let Some(game) = games.last_mut() {
                            game.tags.push(tag);
                        }
                        at += length;
                    }
                    Err(problem) => {
                        let loose = loose_tag(&rest[..line], file, at);
                        let is_needed =
                            loose.as_ref().is_none_or(|tag| RULES.contains(&tag.name.value.as_str()));
                        problems.push(if is_needed { problem } else { problem.into_warning() });
                        if let Some(game) = games.last_mut() {
                            game.tags.extend(loose.filter(|_| !is_needed));
                        }
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
