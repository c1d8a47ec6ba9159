//! Fixes as data: the edits that remove a problem.
//!
//! A [`Fix`] belongs to a [`Diagnostic`](super::diagnostic::Diagnostic), and a problem with several ways out has several.
//! The edits name places, and [`Fix::replacements`] resolves them to ranges of the texts, because the line around a place
//! decides what is deleted or inserted with it. The command line, the editors, and SARIF all use these replacements.

use super::diagnostic::Diagnostic;
use crate::base::sort_by_key;
use crate::base::source::{Sources, Span};
use crate::messages::text::cut;
use serde::Serialize;
use std::ops::Range;

/// The maximum number of characters of a text in a title.
const MAX_SHOWN: usize = 60;

/// The certainty of a fix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Certainty {
    /// The meaning stays the same, or only one text is possible.
    Certain,
    /// The fix is probably meant, but the author has to decide.
    Guess,
}

impl Certainty {
    /// Returns the name of the certainty in data.
    pub fn name(self) -> &'static str {
        match self {
            Certainty::Certain => "certain",
            Certainty::Guess => "guess",
        }
    }
}

/// Edits that belong together and remove a problem.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fix {
    pub certainty: Certainty,
    pub edits: Vec<FixEdit>,
    /// The title, if the texts of the edits do not tell the fix from others.
    pub named: Option<Box<str>>,
}

/// A change of the text at a place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FixEdit {
    /// The place, or `None` for the first place of the problem.
    pub place: Option<Span>,
    pub change: TextChange,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TextChange {
    /// Replaces a misspelled name. The place must contain the old name once. If that is not given, it is the undefined
    /// name that the problem is about, or the whole place. Quotation marks around it are kept.
    Name { old: Option<Box<str>>, name: Box<str> },
    /// Replaces the place. An empty place is an insertion.
    Write(Box<str>),
    /// Replaces a statement, but keeps the marks at its end.
    Restate(Box<str>),
    /// Deletes the place with the space before it, or with its lines if nothing else is on them.
    Delete,
    /// Deletes an entry of a list with its comma, or its line if it is the only entry.
    DeleteEntry,
    /// Adds a statement after the one at the place.
    Follow(Box<str>),
    /// Adds a line at the end of the file.
    Append(Box<str>),
}

/// A range of a text with its new content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replacement {
    pub span: Span,
    pub text: String,
}

impl Fix {
    /// Creates a fix of the first place of a problem.
    pub fn here(certainty: Certainty, change: TextChange) -> Fix {
        Fix { certainty, edits: vec![FixEdit { place: None, change }], named: None }
    }

    /// Creates a fix that keeps the meaning or is the only possible one.
    pub fn certain(place: Span, text: impl Into<Box<str>>) -> Fix {
        Fix::of(Certainty::Certain).and(place, TextChange::Write(text.into()))
    }

    /// Creates a fix that is probably meant.
    pub fn guess(place: Span, text: impl Into<Box<str>>) -> Fix {
        Fix::of(Certainty::Guess).and(place, TextChange::Write(text.into()))
    }

    /// Creates a fix without edits, to which [`Self::and`] adds some.
    pub fn of(certainty: Certainty) -> Fix {
        Fix { certainty, edits: Vec::new(), named: None }
    }

    /// Sets the title.
    pub fn titled(mut self, title: impl Into<Box<str>>) -> Fix {
        self.named = Some(title.into());
        self
    }

    /// Adds another edit.
    pub fn and(mut self, place: Span, change: TextChange) -> Fix {
        self.edits.push(FixEdit { place: Some(place), change });
        self
    }

    /// Returns the name that the fix proposes.
    pub fn name(&self) -> Option<&str> {
        self.edits.first().and_then(|edit| match &edit.change {
            TextChange::Name { name, .. } => Some(&**name),
            TextChange::Write(_)
            | TextChange::Restate(_)
            | TextChange::Delete
            | TextChange::DeleteEntry
            | TextChange::Follow(_)
            | TextChange::Append(_) => None,
        })
    }

    /// Returns the fixes that propose a name, each for the first place alone, so that they fit another text.
    pub fn names(fixes: Vec<Fix>) -> Vec<Fix> {
        let is_here =
            |fix: &Fix| fix.name().is_some() && fix.edits.iter().take(1).all(|edit| edit.place.is_none());
        let mut names: Vec<Fix> = fixes.into_iter().filter(is_here).collect();
        names.iter_mut().for_each(|fix| fix.edits.truncate(1));
        names
    }

    /// Moves the edits from one file to another. Returns false if the fix has edits in other files.
    pub fn moves(&mut self, from: u32, to: u32) -> bool {
        let mut places = self.edits.iter_mut().filter_map(|edit| edit.place.as_mut());
        places.all(|place| std::mem::replace(&mut place.file, to) == from)
    }

    /// Returns the title of the fix for a menu.
    pub fn title(&self) -> String {
        if let Some(title) = &self.named {
            return title.to_string();
        }
        let mut texts: Vec<&str> = Vec::new();
        let mut verb = None;
        for edit in &self.edits {
            let (own, text) = match &edit.change {
                TextChange::Write(text) if text.is_empty() => ("Delete", ""),
                TextChange::Write(text) if &**text == " " => ("Write", "a space"),
                TextChange::Write(text) if text.trim().is_empty() => ("Write", "a line end"),
                TextChange::Write(text) if edit.place.is_some_and(|place| place.start == place.end) => {
                    ("Insert", &**text)
                }
                TextChange::Name { name: text, .. } | TextChange::Write(text) | TextChange::Restate(text) => {
                    ("Write", &**text)
                }
                TextChange::Delete | TextChange::DeleteEntry => ("Delete", ""),
                TextChange::Follow(text) | TextChange::Append(text) => ("Add", &**text),
            };
            verb = verb.filter(|verb| *verb != "Delete").or(Some(own));
            if !text.is_empty() && !texts.contains(&text) {
                texts.push(text);
            }
        }
        let shown = |text: &str| cut(&text.split_whitespace().collect::<Vec<_>>().join(" "), MAX_SHOWN);
        match (verb, texts.as_slice()) {
            (Some(verb), [one]) => format!("{verb} {}", shown(one)),
            (Some(verb), [one, other]) => format!("{verb} {} and {}", shown(one), shown(other)),
            (Some(verb), [one, rest @ ..]) => format!("{verb} {} and {} more", shown(one), rest.len()),
            (_, []) | (None, _) => "Delete it".to_owned(),
        }
    }

    /// Resolves the edits of a fix of this problem, in the order of their places. Returns `None` if a place cannot be
    /// edited.
    pub fn replacements(&self, problem: &Diagnostic, sources: &Sources) -> Option<Vec<Replacement>> {
        let resolve = |edit: &FixEdit| edit.replacement(problem, sources);
        let mut all = self.edits.iter().map(resolve).collect::<Option<Vec<Replacement>>>()?;
        sort_by_key(&mut all, |one| one.span);
        all.dedup();
        let is_apart = |pair: &[Replacement]| {
            pair[0].span.file != pair[1].span.file || pair[0].span.end <= pair[1].span.start
        };
        all.windows(2).all(is_apart).then_some(all)
    }
}

impl FixEdit {
    fn replacement(&self, problem: &Diagnostic, sources: &Sources) -> Option<Replacement> {
        let place = self.place.unwrap_or(problem.place());
        let text = sources.get(place.file)?.text.as_str();
        let written = text.get(place.range())?;
        Some(match &self.change {
            TextChange::Name { old, name } => {
                let part = match (old, self.place) {
                    (Some(old), _) => once_in(written, old)?,
                    (None, Some(_)) => 0..written.len(),
                    (None, None) => name_in(written, problem.missing())?,
                };
                let quote = if written[part.clone()].starts_with('"') { "\"" } else { "" };
                Replacement { span: place.part(part.start, part.end), text: format!("{quote}{name}{quote}") }
            }
            TextChange::Write(new) => Replacement { span: place, text: in_lines(text, place, new) },
            TextChange::Restate(new) => {
                let kept = written.len() - marks_at_end(written).len();
                Replacement { span: place.part(0, kept), text: in_lines(text, place, new) }
            }
            TextChange::Delete => Replacement { span: deleted(text, place)?, text: String::new() },
            TextChange::DeleteEntry => Replacement { span: deleted_entry(text, place)?, text: String::new() },
            TextChange::Follow(new) => following(text, place, new)?,
            TextChange::Append(new) => appended(text, place, new),
        })
    }
}

/// Returns the part of a text that a proposed name replaces: the undefined name if the text contains it once, or else all
/// of a text that is one word.
fn name_in(written: &str, missing: Option<&str>) -> Option<Range<usize>> {
    // For an unknown value, the undefined name is the switch and the value.
    let missing = missing.and_then(|name| name.rsplit(' ').next()).filter(|name| !name.is_empty());
    if let Some(part) = missing.and_then(|name| once_in(written, name)) {
        return Some(part);
    }
    let bare = written.strip_prefix('"').and_then(|written| written.strip_suffix('"')).unwrap_or(written);
    let is_word = !bare.is_empty() && !bare.contains(|c: char| c.is_whitespace() || "\"`".contains(c));
    is_word.then_some(0..written.len())
}

/// Returns the place of some words in a text that contains them once.
fn once_in(written: &str, words: &str) -> Option<Range<usize>> {
    let is_of_name = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    let is_whole = |part: &Range<usize>| {
        !written[..part.start].ends_with(is_of_name) && !written[part.end..].starts_with(is_of_name)
    };
    let mut found = written.match_indices(words).map(|(at, _)| at..at + words.len()).filter(is_whole);
    let part = found.next().filter(|part| !part.is_empty())?;
    found.next().is_none().then_some(part)
}

/// Returns the marks at the end of a statement with the space before them, or an empty text.
fn marks_at_end(written: &str) -> &str {
    let marks = written.trim_end().strip_suffix(']').and_then(|text| text.rsplit_once('['));
    // A key begins with a capital, and the name of a piece does not.
    let is_key = |key: &str| key.starts_with(|c: char| c.is_ascii_uppercase()) && !key.ends_with(',');
    let is_mark = |(_, keys): &(&str, &str)| !keys.trim().is_empty() && keys.split_whitespace().all(is_key);
    marks.filter(is_mark).map_or("", |(statement, _)| &written[statement.trim_end().len()..])
}

/// Returns the range to delete for a place.
fn deleted(text: &str, place: Span) -> Option<Span> {
    if place.start == place.end {
        return None;
    }
    let (before, after) = (text.get(..place.start as usize)?, text.get(place.end as usize..)?);
    let is_blank = |c: char| c == ' ' || c == '\t';
    // The place of an amended statement begins after the word that amends it.
    let line = before.rfind(['\n', '\r', ';', '{']).map_or(0, |at| at + 1);
    if ["add", "change", "remove"].contains(&before[line..].trim()) {
        let start = line + before[line..].find(|c| !is_blank(c)).unwrap_or_default();
        return deleted(text, Span::new(place.file, start, place.end as usize));
    }
    let start = before.trim_end_matches(is_blank).len();
    let rest = after.trim_start_matches(is_blank);
    let end = text.len() - rest.len();
    let begins = before[..start].is_empty() || before[..start].ends_with(['\n', '\r']);
    let line_end = ["\r\n", "\n", "\r", ""].into_iter().find(|line_end| rest.starts_with(line_end))?;
    let ends = rest.is_empty() || !line_end.is_empty();
    Some(match (begins, ends) {
        (true, true) => Span::new(place.file, start, end + line_end.len()),
        (false, true) => Span::new(place.file, start, end),
        // Before a closing bracket, the space before the place would remain.
        (false, false) if end == place.end as usize && rest.starts_with([']', ')']) => {
            Span::new(place.file, start, end)
        }
        (_, false) if start < place.start as usize => Span::new(place.file, place.start as usize, end),
        (_, false) => place,
    })
}

/// Returns the range to delete for an entry of a list.
fn deleted_entry(text: &str, place: Span) -> Option<Span> {
    let (before, after) = (text.get(..place.start as usize)?, text.get(place.end as usize..)?);
    if let Some(list) = before.trim_end().strip_suffix(',') {
        return Some(Span::new(place.file, list.len(), place.end as usize));
    }
    if let Some(rest) = after.trim_start().strip_prefix(',') {
        return Some(Span::new(place.file, place.start as usize, text.len() - rest.trim_start().len()));
    }
    let start = before.rfind(['\n', '\r']).map_or(0, |at| at + 1);
    let end = place.end as usize + after.find(['\n', '\r']).unwrap_or(after.len());
    let is_alone = !text[start..end].contains(['{', '}', ';', '[', ']', '#']);
    is_alone.then(|| deleted(text, Span::new(place.file, start, end))).flatten()
}

/// Returns the insertion of a statement after the one at a place: on the next line, or after a semicolon if something
/// else follows on the line.
fn following(text: &str, place: Span, new: &str) -> Option<Replacement> {
    let after = text.get(place.end as usize..)?;
    let rest = &after[..after.find(['\n', '\r']).unwrap_or(after.len())];
    if !rest.trim().is_empty() && !rest.trim_start().starts_with('#') {
        return Some(Replacement { span: place.after(), text: format!("; {new}") });
    }
    let end = place.end as usize + rest.len();
    let line = format!("\n{new}");
    Some(Replacement { span: Span::new(place.file, end, end), text: in_lines(text, place, &line) })
}

/// Returns the insertion of a line at the end of a text.
fn appended(text: &str, place: Span, new: &str) -> Replacement {
    let end = Span::new(place.file, text.len(), text.len());
    let gap = if text.is_empty() || text.ends_with(['\n', '\r']) { "" } else { "\n" };
    Replacement { span: end, text: format!("{gap}{new}\n").replace('\n', line_end(text)) }
}

/// Returns new lines with the line ends of a text, and with the indentation of the line of a place.
fn in_lines(text: &str, place: Span, new: &str) -> String {
    if !new.contains('\n') {
        return new.to_owned();
    }
    let before = text.get(..place.start as usize).unwrap_or_default();
    let line = &text[before.rfind(['\n', '\r']).map_or(0, |at| at + 1)..];
    let indent = &line[..line.len() - line.trim_start_matches([' ', '\t']).len()];
    new.replace('\n', &format!("{}{indent}", line_end(text)))
}

/// Returns the line end that a text uses.
fn line_end(text: &str) -> &'static str {
    let first = text.find(['\n', '\r']).and_then(|at| text.get(at..)).unwrap_or("\n");
    ["\r\n", "\r"].into_iter().find(|end| first.starts_with(end)).unwrap_or("\n")
}
