//! Lowering of the sources that rules cite.

use super::scope::Scope;
use super::statement_cache::Clause;
use crate::base::source::Span;
use crate::merge::sources::{key_of_source, places, unjoined};
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::messages::text::delete;
use crate::rules::Work;
use crate::statement::{Cursor, Line, Read, twice};
use crate::vocabulary::{Keyword, Place};
use std::collections::BTreeMap;

/// The lines in the block of a source, by keyword, with their texts and places.
type SourceLines<'a> = BTreeMap<Keyword, (&'a str, Span)>;

impl Scope<'_> {
    /// Reads `source NAME [as KEY] ["text"] [{ author, title, year, address, note, place }]`.
    pub(super) fn source(&self, line: Line, cursor: &mut Cursor) -> Read<Clause> {
        let (id, span) = cursor.word("a short name for the source")?;
        key_of_source(cursor)?;
        let text = cursor.text().map(|(text, _)| text);
        if text.is_none() && line.block.is_none() {
            return Err(cursor.expected("what the source is, in quotes"));
        }
        let before = self.report.len();
        let mut lines = SourceLines::new();
        let mut above = None;
        for line in line.lines() {
            let result = unjoined(above, line).map_or_else(|| detail(line, &mut lines), Err);
            self.report.read(line, result);
            above = Some(line);
        }
        let of = |word: Keyword| lines.get(&word).map(|(text, _)| (*text).to_owned());
        let [author, title] = [Keyword::Author, Keyword::Title].map(of);
        let [year, address, note] = [Keyword::Year, Keyword::Address, Keyword::Note].map(of);
        let is_sound = self.report.len() == before && !self.report.touches(line.whole());
        if text.is_none() && title.is_none() && is_sound {
            let message = format!("the source `{id}` has neither a text nor a title");
            let problem = Diagnostic::new(Code::SourceWithoutTitle, span, message);
            return Err(problem.help("add a line `title \"...\"` to its block, or a text after its name"));
        }
        let parts = [&author, &title, &year, &address].into_iter().flatten();
        let composed = || parts.map(String::as_str).collect::<Vec<_>>().join(", ");
        let text = text.map_or_else(composed, str::to_owned);
        Ok(Clause::Source(span, Work { id: id.to_owned(), text, author, title, year, address, note }))
    }
}

/// Reads a line in the block of a source: a keyword with a text, or places with their keys.
fn detail<'a>(line: Line<'a>, lines: &mut SourceLines<'a>) -> Read<()> {
    let word = line.word_in(Place::Source)?;
    let mut cursor = line.rest();
    if word.keyword == Keyword::Place {
        places(&mut cursor).map_err(|problem| place_again(line).unwrap_or(problem))?;
        cursor.finish()?;
        return line.no_block();
    }
    let what = format!("the {} of the source, in quotes", word.text);
    let (text, _) = cursor.quoted(&what)?;
    cursor.finish()?;
    line.no_block()?;
    match lines.insert(word.keyword, (text, line.span)) {
        Some((_, first)) => Err(twice(word.text, line.span, first)),
        None => Ok(()),
    }
}

/// Returns the problem of a list of places in which the keyword is repeated after a comma.
fn place_again(line: Line) -> Option<Diagnostic> {
    let mut pairs = line.items.iter().zip(line.items.iter().skip(1));
    let (_, word) = pairs.find(|(one, two)| one.is_symbol(",") && two.word() == Some("place"))?;
    let problem = Diagnostic::new(Code::UnexpectedWord, word.span, "unexpected `place` after a comma");
    Some(problem.help(delete("delete it: the list of places goes on after the comma").certain()))
}
