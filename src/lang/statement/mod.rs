//! Typed views of statements: the word of the table a statement begins with, its name, its block, and a cursor over the rest.
//!
//! `syntax -> statement -> merge -> lower`. Items are looked at here and nowhere after: lowering reads lines through
//! cursors. What cannot be read is reported once and becomes an error node; problems that only follow from one are dropped.

mod cursor;
mod error_nodes;
mod problem;

pub(super) use crate::lang::syntax::{DrawingRow, Statement};
pub(super) use cursor::{Cursor, in_two, in_two_at, plain};
pub(super) use error_nodes::{ErrorNodes, Hidden};
pub(super) use problem::{Read, Report, listing, twice};

use super::vocabulary::{self, Amend, BlockKind, Keyword, Place, Repeat, WordEntry};
use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::source::Span;
use crate::lang::syntax::{self, Item, ItemKind};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A statement.
#[derive(Clone, Copy)]
pub(super) struct Line<'a> {
    pub(super) items: &'a [Item],
    /// The row of the table for the word it begins with, wherever such a word stands.
    word: Option<&'static WordEntry>,
    /// The same items where they are shared.
    shared: Option<&'a Arc<Vec<Item>>>,
    pub(super) block: Option<&'a syntax::Block>,
    /// From its first item to its last.
    pub(super) span: Span,
    /// True if a syntax error keeps it from being checked.
    pub(super) poisoned: bool,
}

impl<'a> Line<'a> {
    pub(super) fn of(statement: &'a Statement) -> Line<'a> {
        let Statement { items, block, span, poisoned } = statement;
        let line = Line::bare(items, *span, *poisoned);
        Line { shared: Some(items), block: block.as_ref(), ..line }
    }

    /// A part of a statement, without its block.
    pub(super) fn bare(items: &'a [Item], span: Span, poisoned: bool) -> Line<'a> {
        let word = items.first().and_then(Item::word).and_then(vocabulary::find);
        Line { items, word, shared: None, block: None, span, poisoned }
    }

    /// The statement itself.
    pub(super) fn statement(self) -> Statement {
        let Line { items, shared, block, span, poisoned, .. } = self;
        let items = shared.map_or_else(|| Arc::new(items.to_vec()), Arc::clone);
        Statement { items, block: block.cloned(), span, poisoned }
    }

    pub(super) fn all(tree: &'a [Statement]) -> impl DoubleEndedIterator<Item = Line<'a>> + Clone {
        tree.iter().map(Line::of)
    }

    pub(super) fn first(self) -> Option<&'a str> {
        self.items.first().and_then(Item::word)
    }

    /// The row of the table for the word it begins with, wherever such a word stands.
    pub(super) fn word(self) -> Option<&'static WordEntry> {
        self.word
    }

    pub(super) fn keyword(self) -> Option<Keyword> {
        self.word().map(|word| word.keyword)
    }

    /// Returns true if it amends the game that a file extends.
    pub(super) fn amends(self) -> bool {
        matches!(self.keyword(), Some(Keyword::Add | Keyword::Change | Keyword::Remove))
    }

    /// The word after the first, which is the name of whatever has one.
    pub(super) fn name(self) -> Option<&'a str> {
        self.items.get(1).and_then(Item::word)
    }

    /// Its words, those in brackets left out.
    pub(super) fn words(self) -> impl Iterator<Item = &'a str> + Clone {
        self.items.iter().filter_map(Item::word)
    }

    /// Its words, those in lists and groups included.
    pub(super) fn every_word(self) -> Vec<&'a str> {
        every_word(self.items)
    }

    pub(super) fn begins_with_moves(self) -> bool {
        matches!(self.items.first(), Some(Item { kind: ItemKind::Betza(_), .. }))
    }

    /// Returns the items before its colon and those after it.
    pub(super) fn at_colon(self) -> Option<(&'a [Item], &'a [Item])> {
        let colon = self.items.iter().position(|item| item.is_symbol(":"))?;
        Some((&self.items[..colon], &self.items[colon + 1..]))
    }

    pub(super) fn cursor(self) -> Cursor<'a> {
        Cursor::new(self.items, self.span)
    }

    pub(super) fn rest(self) -> Cursor<'a> {
        let mut cursor = self.cursor();
        cursor.skip();
        cursor
    }

    /// The marks at its end; what looks like marks may be a list.
    pub(super) fn marks(self) -> Option<&'a Item> {
        self.items.last().filter(|last| matches!(last.kind, ItemKind::Marks(_)))
    }

    /// Returns true if another statement has the same words.
    pub(super) fn repeats(self, statement: &Statement) -> bool {
        let is_shared = std::ptr::eq(self.items, statement.items.as_slice());
        (is_shared || self.items == statement.items.as_slice()) && self.block == statement.block.as_ref()
    }

    /// From its first item to the end of its block.
    pub(super) fn whole(self) -> Span {
        self.block.map_or(self.span, |block| self.span.to(block.span))
    }

    pub(super) fn lines(self) -> impl DoubleEndedIterator<Item = Line<'a>> + Clone {
        Line::all(self.statements())
    }

    pub(super) fn statements(self) -> &'a [Statement] {
        self.block.map_or(&[], |block| block.statements.as_slice())
    }

    pub(super) fn rows(self) -> &'a [DrawingRow] {
        self.block.map_or(&[], |block| block.rows.as_slice())
    }

    /// Returns the key by which it is amended and must be unique: its first word with its name, or all words before a
    /// colon.
    pub(super) fn key(self) -> String {
        if self.begins_with_moves() {
            return "moves".into();
        }
        if let Some((before, _)) = self.at_colon() {
            // What follows a comma in an arrival, as `also by exchange`, says more of the same rule.
            let comma = before.iter().position(|item| item.is_symbol(","));
            let comma = comma.filter(|_| self.keyword() == Some(Keyword::Arriving));
            return plain(&before[..comma.unwrap_or(before.len())]);
        }
        // The place in a source is called by its key.
        let is_place = || matches!(self.items, [_, key, text, ..] if key.word().is_some_and(syntax::is_key) && text.is_text());
        match self.word() {
            Some(word) if word.amend == Amend::Named || word.keyword == Keyword::Place && is_place() => {
                plain(&self.items[..self.items.len().min(2)])
            }
            _ => self.first().map_or_else(|| plain(self.items), str::to_string),
        }
    }

    /// The statement after its first word: what `add`, `change` and `remove` speak of.
    pub(super) fn amended(self) -> Read<Statement> {
        let items = self.items.get(1..).unwrap_or_default();
        let (Some(first), Some(last)) = (items.first(), items.last()) else {
            return Err(Cursor::new(&[], self.span).expected("the statement to amend"));
        };
        let span = first.span.to(last.span);
        Ok(Statement {
            items: Arc::new(items.to_vec()),
            block: self.block.cloned(),
            span,
            poisoned: self.poisoned,
        })
    }

    /// Returns true if items stand between its key and its block.
    pub(super) fn has_more_than_key(self) -> bool {
        let named = self.word().is_some_and(|word| word.amend == Amend::Named);
        self.items.len() > if named { 2 } else { 1 }
    }

    /// Its marks, if it says nothing else after its key.
    pub(super) fn marks_alone(self) -> Option<&'a Item> {
        let named = self.word().is_some_and(|word| word.amend == Amend::Named);
        self.marks().filter(|_| self.items.len() == if named { 3 } else { 2 })
    }

    /// A name and a list in brackets, if that is all there is.
    pub(super) fn name_and_list(self) -> Option<(String, Span, &'a [Item])> {
        match self.items {
            [name, list] => Some((plain(std::slice::from_ref(name)), name.span, list.list()?)),
            _ => None,
        }
    }

    /// All it says, its block included, wherever it stands.
    pub(super) fn text(self) -> String {
        let inner: Vec<String> = self.lines().map(Line::text).collect();
        let row = |row: &DrawingRow| {
            let squares: Vec<&str> = row.squares.iter().map(|square| square.value.as_str()).collect();
            format!("{}|{}", row.rank.value, squares.join(" "))
        };
        let rows: Vec<String> = self.rows().iter().map(row).collect();
        format!("{} {{{};{}}}", plain(self.items), inner.join(";"), rows.join(";"))
    }

    /// The token that a piece's head or block gives it, whatever else is wrong there.
    pub(super) fn token(self) -> Option<&'a str> {
        let head = self.items.get(2).and_then(Item::word).filter(|word| *word != "royal");
        head.or_else(|| self.lines().find(|line| line.keyword() == Some(Keyword::Token))?.name())
    }

    /// The game that the head of a file extends, and where it says so.
    pub(super) fn parent(self) -> Option<(String, Span)> {
        let at = self.items.iter().position(|item| item.word() == Some("extends"))?;
        let name = self.items.get(at + 1)?;
        Some((name.word()?.to_string(), name.span))
    }

    /// The name and the title in the head of a file: `variant ID "Title" [extends OTHER]`.
    pub(super) fn read_head(self) -> Read<(String, String)> {
        let mut cursor = self.rest();
        let (id, _) = cursor.word("the name of the game on the command line")?;
        if let ([_, one, two, Item { kind: ItemKind::Text(_), .. }, ..], None) =
            (self.items, cursor.clone().text())
            && let Some(problem) = in_two(one, two)
        {
            return Err(problem);
        }
        let title = cursor.text().map_or(id, |(text, _)| text);
        if cursor.eat_symbol(":") {
            let colon =
                self.items.iter().find(|item| item.is_symbol(":")).map_or(self.span, |item| item.span);
            let problem = Diagnostic::new(Code::UnexpectedWord, colon, "unexpected `:`");
            return Err(problem.help("write `extends` before the game that this one is based on"));
        }
        if cursor.eat("extends") {
            cursor.word("the name of the game it extends")?;
            cursor.finish().map_err(|problem| match problem.code {
                Code::LeftoverWords => problem.help("write one name after `extends`, that of a game"),
                _ => problem,
            })?;
        }
        cursor.finish()?;
        self.no_block()?;
        Ok((id.to_string(), title.to_string()))
    }

    /// The word it begins with, if that may stand in this place.
    pub(super) fn word_in(self, place: Place) -> Read<&'static WordEntry> {
        let (statement, location) = place.words();
        let cursor = self.cursor();
        let Some(word) = cursor.peek_word() else {
            return Err(cursor.none_of(statement, vocabulary::of(place)));
        };
        match self.word {
            Some(WordEntry { keyword: Keyword::Add | Keyword::Change | Keyword::Remove, .. })
                if place == Place::Top =>
            {
                let message = format!("`{word}` belongs in a file that extends another game");
                Err(Diagnostic::new(Code::AmendingNothing, cursor.span(), message)
                    .help("name the game in the first line: `variant mine \"My game\" extends GAME`"))
            }
            Some(found) if found.places.contains(&place) => Ok(found),
            Some(WordEntry { places: [home, ..], .. }) => {
                let message = format!("`{word}` does not belong {location}");
                let problem = Diagnostic::new(Code::MisplacedStatement, cursor.span(), message);
                Err(problem.help(format!("it belongs {}", home.words().1)))
            }
            _ => Err(cursor.none_of(statement, vocabulary::of(place))),
        }
    }

    /// Ends the reading of a statement as its word in the table says: its marks, nothing left over, a block or none.
    pub(super) fn finish(self, mut cursor: Cursor, word: &WordEntry) -> Read<()> {
        if word.cites {
            cursor.marks()?;
        }
        cursor.finish()?;
        if word.block == BlockKind::Never { self.no_block() } else { Ok(()) }
    }

    /// Ends the reading of a statement with a block: its marks, nothing left over.
    pub(super) fn finish_head(self, mut cursor: Cursor) -> Read<()> {
        cursor.marks()?;
        cursor.finish()
    }

    /// Ends the reading of a line that begins with no word of the table.
    pub(super) fn finish_line(self, mut cursor: Cursor) -> Read<()> {
        cursor.marks()?;
        cursor.finish()?;
        self.no_block()
    }

    pub(super) fn no_block(self) -> Read<()> {
        let Some(block) = self.block else { return Ok(()) };
        Err(Diagnostic::new(Code::UnexpectedBlock, block.open, "unexpected block")
            .label(self.cursor().span(), "this statement has no block")
            .help("delete the block: the statement is complete without it"))
    }

    /// Returns an error if the block is missing; `what` describes its content.
    pub(super) fn needs_block(self, what: &str) -> Read<()> {
        if self.block.is_some() { Ok(()) } else { Err(Cursor::new(&[], self.span).expected(what)) }
    }
}

/// Complains about lines that say again what can be said only once.
pub(super) fn repeats<'a>(lines: impl Iterator<Item = Line<'a>>, place: Place, report: &Report) {
    let mut seen: BTreeMap<(String, &str), Span> = BTreeMap::new();
    for line in lines {
        let Some(word) = line.word.filter(|word| word.places.contains(&place)) else { continue };
        let own = match word.repeat {
            Repeat::Free => continue,
            Repeat::Once => line.key(),
            Repeat::OnceWith(other) => other.to_owned(),
        };
        // An arrival may have several consequences, each once, and any number of choices.
        let then = line.at_colon().and_then(|(_, after)| after.first()?.word()).unwrap_or_default();
        if then == "may" {
            continue;
        }
        if let Some(first) = seen.insert((own.clone(), then), line.span) {
            report.push_about(line, twice(&own, line.span, first));
        }
    }
}

/// The words of some items, those in lists and groups included.
fn every_word(items: &[Item]) -> Vec<&str> {
    let mut words = Vec::new();
    for item in items {
        match &item.kind {
            ItemKind::List(inner) | ItemKind::Group(inner) => words.extend(every_word(inner)),
            _ => words.extend(item.word()),
        }
    }
    words
}
