//! Typed views of statements: the word of the table a statement begins with, its name, its block, and a cursor over the rest.
//!
//! `syntax -> statement -> merge -> lower`. Items are looked at here and nowhere after: lowering reads lines through
//! cursors. What cannot be read is told once; the names it would have declared are poisoned, and those who use them are not
//! complained about.

mod cursor;
mod poison;
mod problem;
mod value;

pub(super) use crate::lang::syntax::Row;
pub(super) use cursor::{Cursor, plain};
pub(super) use poison::Poison;
pub(super) use problem::{Read, Report, listing, twice};
pub(super) use value::{UnderLine, ValueLine};

use super::vocabulary::{self, Amend, Block, Keyword, Place, Repeat, Word};
use crate::base::diagnostic::Diagnostic;
use crate::base::source::Span;
use crate::lang::syntax::{self, Item, ItemKind, Statement};
use std::collections::BTreeMap;

/// A statement.
#[derive(Clone, Copy)]
pub(super) struct Line<'a>(&'a Statement);

impl<'a> Line<'a> {
    /// The view of a statement.
    pub(super) fn of(statement: &'a Statement) -> Line<'a> {
        Line(statement)
    }

    /// The statement itself.
    pub(super) fn statement(self) -> &'a Statement {
        self.0
    }

    /// The views of several.
    pub(super) fn all(tree: &'a [Statement]) -> impl DoubleEndedIterator<Item = Line<'a>> + Clone {
        tree.iter().map(Line)
    }

    /// The word it begins with, as written.
    pub(super) fn first(self) -> Option<&'a str> {
        self.0.items.first().and_then(Item::word)
    }

    /// The row of the table for the word it begins with, wherever such a word stands.
    pub(super) fn word(self) -> Option<&'static Word> {
        self.first().and_then(vocabulary::find)
    }

    /// The keyword it begins with.
    pub(super) fn keyword(self) -> Option<Keyword> {
        self.word().map(|word| word.keyword)
    }

    /// The word after the first, which is the name of whatever has one.
    pub(super) fn name(self) -> Option<&'a str> {
        self.0.items.get(1).and_then(Item::word)
    }

    /// Where that stands, or the whole statement.
    pub(super) fn name_span(self) -> Span {
        self.0.items.get(1).map_or(self.0.span, |item| item.span)
    }

    /// Its words, those in brackets left out.
    pub(super) fn words(self) -> impl Iterator<Item = &'a str> + Clone {
        self.0.items.iter().filter_map(Item::word)
    }

    /// Every word, those in brackets too.
    pub(super) fn all_words(self) -> Vec<&'a str> {
        fn collect<'a>(items: &'a [Item], words: &mut Vec<&'a str>) {
            for item in items {
                match &item.kind {
                    ItemKind::Word(word) => words.push(word),
                    ItemKind::List(inner) | ItemKind::Group(inner) => collect(inner, words),
                    _ => {}
                }
            }
        }
        let mut words = Vec::new();
        collect(&self.0.items, &mut words);
        words
    }

    /// Whether it begins with moves in backticks.
    pub(super) fn begins_with_moves(self) -> bool {
        matches!(self.0.items.first(), Some(Item { kind: ItemKind::Betza(_), .. }))
    }

    /// Whether a colon divides it.
    pub(super) fn has_colon(self) -> bool {
        self.0.items.iter().any(|item| item.is_symbol(":"))
    }

    /// The word after its colon.
    fn after_colon(self) -> Option<&'a str> {
        let colon = self.0.items.iter().position(|item| item.is_symbol(":"))?;
        self.0.items.get(colon + 1)?.word()
    }

    /// A cursor at its beginning.
    pub(super) fn cursor(self) -> Cursor<'a> {
        Cursor::new(&self.0.items, self.0.span)
    }

    /// A cursor after its first word.
    pub(super) fn rest(self) -> Cursor<'a> {
        let mut cursor = self.cursor();
        cursor.skip();
        cursor
    }

    /// A cursor at the word `cite`, if there is one.
    pub(super) fn at_cite(self) -> Option<Cursor<'a>> {
        let at = self.0.items.iter().position(|item| item.word() == Some("cite"))?;
        Some(Cursor::new(self.0.items.get(at..)?, self.0.span))
    }

    /// From its first item to its last.
    pub(super) fn span(self) -> Span {
        self.0.span
    }

    /// The same with the block.
    pub(super) fn whole(self) -> Span {
        self.0.block.as_ref().map_or(self.0.span, |block| self.0.span.to(block.span))
    }

    /// Its block.
    pub(super) fn block(self) -> Option<&'a syntax::Block> {
        self.0.block.as_ref()
    }

    /// The block, with its braces.
    pub(super) fn block_span(self) -> Option<Span> {
        self.0.block.as_ref().map(|block| block.span)
    }

    /// Whether a mistake of shape keeps it from being judged.
    pub(super) fn is_poisoned(self) -> bool {
        self.0.poisoned
    }

    /// The statements of its block.
    pub(super) fn lines(self) -> impl DoubleEndedIterator<Item = Line<'a>> + Clone {
        Line::all(self.statements())
    }

    /// The same, as they are in the tree.
    pub(super) fn statements(self) -> &'a [Statement] {
        self.0.block.as_ref().map_or(&[], |block| block.statements.as_slice())
    }

    /// The rows of its drawing.
    pub(super) fn rows(self) -> &'a [Row] {
        self.0.block.as_ref().map_or(&[], |block| block.rows.as_slice())
    }

    /// What it is called where it is amended, and where it may not stand twice: its first word, and its name where it has
    /// one, or all words before a colon.
    pub(super) fn key(self) -> String {
        let items = &self.0.items;
        if self.begins_with_moves() {
            return "moves".into();
        }
        if let Some(colon) = items.iter().position(|item| item.is_symbol(":")) {
            return plain(items.get(..colon).unwrap_or_default());
        }
        match (self.word().filter(|word| word.amend == Amend::Named), items.get(1), self.first()) {
            (Some(word), Some(name), _) => format!("{} {}", word.text, plain(std::slice::from_ref(name))),
            (_, _, Some(word)) => word.into(),
            _ => plain(items),
        }
    }

    /// The statement after its first word: what `add`, `change` and `remove` speak of.
    pub(super) fn amended(self) -> Read<Statement> {
        let items = self.0.items.get(1..).unwrap_or_default().to_vec();
        match (items.first(), items.last()) {
            (Some(first), Some(last)) => {
                let span = first.span.to(last.span);
                Ok(Statement { items, span, ..self.0.clone() })
            }
            _ => Err(Cursor::new(&[], self.0.span).expected("what to amend")),
        }
    }

    /// Whether it says anything after its key and before its block.
    pub(super) fn has_more_than_key(self) -> bool {
        let named = self.word().is_some_and(|word| word.amend == Amend::Named);
        self.0.items.len() > if named { 2 } else { 1 }
    }

    /// A name and a list in brackets, if that is all there is.
    pub(super) fn name_and_list(self) -> Option<(String, Span, &'a [Item])> {
        match self.0.items.as_slice() {
            [name, Item { kind: ItemKind::List(list), .. }] => {
                Some((plain(std::slice::from_ref(name)), name.span, list))
            }
            _ => None,
        }
    }

    /// All it says, its block included, wherever it stands.
    pub(super) fn text(self) -> String {
        let inner: Vec<String> = self.lines().map(Line::text).collect();
        let row = |row: &Row| {
            let squares: Vec<&str> = row.squares.iter().map(|square| square.value.as_str()).collect();
            format!("{}|{}", row.rank.value, squares.join(" "))
        };
        let rows: Vec<String> = self.rows().iter().map(row).collect();
        format!("{} {{{};{}}}", plain(&self.0.items), inner.join(";"), rows.join(";"))
    }

    /// The token that a piece's head or block gives it, whatever else is wrong there.
    pub(super) fn token(self) -> Option<&'a str> {
        let head = self.0.items.get(2).and_then(Item::word).filter(|word| !matches!(*word, "royal" | "cite"));
        head.or_else(|| self.lines().find(|line| line.keyword() == Some(Keyword::Token))?.name())
    }

    /// How many items it has.
    pub(super) fn parts(self) -> usize {
        self.0.items.len()
    }

    /// The game that the head of a file extends, and where it says so.
    pub(super) fn parent(self) -> Option<(String, Span)> {
        let at = self.0.items.iter().position(|item| item.word() == Some("extends"))?;
        let name = self.0.items.get(at + 1)?;
        Some((name.word()?.to_string(), name.span))
    }

    /// The word it begins with, if that may stand in this place.
    pub(super) fn word_in(self, place: Place) -> Read<&'static Word> {
        let (statement, location) = place.words();
        let cursor = self.cursor();
        let Some(word) = cursor.peek_word() else {
            return Err(cursor.none_of(statement, vocabulary::of(place)));
        };
        match vocabulary::find(word) {
            Some(Word { keyword: Keyword::Add | Keyword::Change | Keyword::Remove, .. })
                if place == Place::Top =>
            {
                let message = format!("`{word}` belongs in a file that extends another game");
                Err(Diagnostic::error("amending-nothing", cursor.span(), message)
                    .help("name the game in the first line: `variant mine \"My game\" extends GAME`"))
            }
            Some(found) if found.places.contains(&place) => Ok(found),
            Some(Word { places: [home, ..], .. }) => {
                let message = format!("`{word}` does not belong {location}");
                let problem = Diagnostic::error("misplaced-statement", cursor.span(), message);
                Err(problem.help(format!("it belongs {}", home.words().1)))
            }
            _ => Err(cursor.none_of(statement, vocabulary::of(place))),
        }
    }

    /// Ends the reading of a statement as its word in the table says: sources cited, nothing left over, a block or none.
    pub(super) fn finish(self, mut cursor: Cursor, word: &Word) -> Read<()> {
        if word.cites {
            cursor.cites()?;
        }
        cursor.finish()?;
        if word.block == Block::Never { self.no_block() } else { Ok(()) }
    }

    /// Ends the reading of a line that begins with no word of the table.
    pub(super) fn finish_line(self, mut cursor: Cursor) -> Read<()> {
        cursor.cites()?;
        cursor.finish()?;
        self.no_block()
    }

    /// Complains about a block where none belongs.
    pub(super) fn no_block(self) -> Read<()> {
        let Some(block) = &self.0.block else { return Ok(()) };
        Err(Diagnostic::error("unexpected-block", block.open, "unexpected block")
            .label(
                self.0.items.first().map_or(self.0.span, |first| first.span),
                "this statement has no block",
            )
            .help("delete the block: the statement is complete without it"))
    }

    /// Complains if there is no block; `what` says what should be in it.
    pub(super) fn needs_block(self, what: &str) -> Read<()> {
        if self.0.block.is_some() { Ok(()) } else { Err(Cursor::new(&[], self.0.span).expected(what)) }
    }
}

/// Complains about lines that say again what can be said only once.
pub(super) fn repeats<'a>(lines: impl Iterator<Item = Line<'a>>, place: Place, report: &Report) {
    let mut seen: BTreeMap<(String, &str), Span> = BTreeMap::new();
    for line in lines {
        let Some(word) = line.first().and_then(|first| vocabulary::at(place, first)) else { continue };
        let own = match word.repeat {
            Repeat::Free => continue,
            Repeat::Once => line.key(),
            Repeat::OnceWith(other) => other.to_owned(),
        };
        // An arrival may have several consequences, each once, and any number of choices.
        let then = line.after_colon().unwrap_or_default();
        if then == "may" {
            continue;
        }
        if let Some(first) = seen.insert((own.clone(), then), line.span()) {
            report.push_about(line, twice(&own, line.span(), first));
        }
    }
}
