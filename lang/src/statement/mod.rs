//! Typed views of statements, with access to the keyword, the name, the block, and the other items.
//!
//! [`Line`] is the view, and [`Cursor`] reads its items one by one. Later stages access items only through these
//! two types. If a statement cannot be read, [`Report::read`] reports the problem once and records an error node.
//! Problems that only follow from an error node are dropped at the end.

mod cursor;
mod error_nodes;
mod problem;

pub(super) use crate::syntax::{DrawingRow, Statement};
pub(super) use cursor::{Cursor, plain, split_name, split_name_at, written};
pub(super) use error_nodes::{ErrorNode, ErrorNodes};
pub(super) use problem::{Read, Report, listing, twice};

use self::problem::twice_in_block;
use super::vocabulary::{self, Amend, BlockKind, Keyword, Place, Repeat, WordEntry};
use crate::base::source::Span;
use crate::form::{Form, FormPart};
use crate::messages::diagnostic::{Code, Diagnostic, nearest};
use crate::messages::fix::{Certainty, Fix, TextChange};
use crate::messages::text::write;
use crate::syntax::{self, Item, ItemKind};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A view of a statement.
#[derive(Clone, Copy)]
pub(super) struct Line<'a> {
    pub(super) items: &'a [Item],
    /// The row of the keyword table for the first word, even if the keyword is misplaced.
    word: Option<&'static WordEntry>,
    /// The same items with shared ownership, if the view is of a whole statement.
    shared: Option<&'a Arc<Vec<Item>>>,
    pub(super) block: Option<&'a syntax::Block>,
    /// The span from the first item to the last.
    pub(super) span: Span,
    /// True if a syntax error makes it impossible to check the statement.
    pub(super) poisoned: bool,
}

impl<'a> Line<'a> {
    pub(super) fn of(statement: &'a Statement) -> Line<'a> {
        let Statement { items, block, span, poisoned } = statement;
        let line = Line::bare(items, *span, *poisoned);
        Line { shared: Some(items), block: block.as_ref(), ..line }
    }

    /// Creates a view of a part of a statement, without its block.
    pub(super) fn bare(items: &'a [Item], span: Span, poisoned: bool) -> Line<'a> {
        let word = items.first().and_then(Item::word).and_then(vocabulary::find);
        Line { items, word, shared: None, block: None, span, poisoned }
    }

    /// Returns the statement as a value.
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

    /// Returns the row of the keyword table for the first word, even if the keyword is not valid in this context.
    pub(super) fn word(self) -> Option<&'static WordEntry> {
        self.word
    }

    pub(super) fn keyword(self) -> Option<Keyword> {
        self.word().map(|word| word.keyword)
    }

    /// Returns true if the statement amends the parent of a file.
    pub(super) fn amends(self) -> bool {
        matches!(self.keyword(), Some(Keyword::Add | Keyword::Change | Keyword::Remove))
    }

    /// Returns the second word, which is the name in a statement that has one.
    pub(super) fn name(self) -> Option<&'a str> {
        self.items.get(1).and_then(Item::word)
    }

    /// Iterates over the words of the statement, except those in brackets.
    pub(super) fn words(self) -> impl Iterator<Item = &'a str> + Clone {
        self.items.iter().filter_map(Item::word)
    }

    /// Returns the words of the statement, including those in lists and groups.
    pub(super) fn every_word(self) -> Vec<&'a str> {
        every_word(self.items)
    }

    pub(super) fn begins_with_moves(self) -> bool {
        matches!(self.items.first(), Some(Item { kind: ItemKind::Betza(_), .. }))
    }

    /// Returns the items before the colon and those after it.
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

    /// Returns the last item if it has the form of marks. It may be a list instead.
    pub(super) fn marks(self) -> Option<&'a Item> {
        let (last, before) = self.items.split_last()?;
        // Moves without backticks can begin with a bracket, or with a letter directly before one.
        let touches = before.iter().all(|one| one.span.end == last.span.start);
        let is_moves = self.word.is_none() && before.len() < 2 && touches;
        Some(last).filter(|last| !is_moves && matches!(last.kind, ItemKind::Marks(_)))
    }

    /// Iterates over the clauses with marks of their own, such as `, also by exchange [D]`, each as its items.
    pub(super) fn marked_clauses(self) -> impl Iterator<Item = &'a [Item]> {
        let inner = self.items.len().saturating_sub(1);
        self.items[..inner].iter().enumerate().filter_map(move |(at, item)| {
            let comma = self.items[..at].iter().rposition(|before| before.is_symbol(","))?;
            matches!(item.kind, ItemKind::Marks(_)).then(|| &self.items[comma..=at])
        })
    }

    /// Returns true if the statement has the same items and block as another.
    pub(super) fn repeats(self, statement: &Statement) -> bool {
        // Shared items are equal, and this comparison is much faster.
        let is_shared = std::ptr::eq(self.items, statement.items.as_slice());
        (is_shared || self.items == statement.items.as_slice()) && self.block == statement.block.as_ref()
    }

    /// Returns the span from the first item to the end of the block.
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

    /// Returns the key that identifies the statement in its block. It consists of the keyword and the name, or of
    /// all words before a colon.
    pub(super) fn key(self) -> String {
        if self.begins_with_moves() {
            return "moves".into();
        }
        if let Some((before, _)) = self.at_colon() {
            // In an arrival rule, the part after a comma, such as `also by exchange`, is not part of the key.
            let comma = before.iter().position(|item| item.is_symbol(","));
            let comma = comma.filter(|_| self.keyword() == Some(Keyword::Arriving));
            return plain(&before[..comma.unwrap_or(before.len())]);
        }
        // An immunity is identified by its pieces. A value of a switch may have its name.
        if self.keyword() == Some(Keyword::Immune) {
            let to = self.items.iter().position(|item| item.word() == Some("to"));
            return plain(&self.items[..to.unwrap_or(1)]);
        }
        // A value of a switch may be named by a number.
        if let Some(ItemKind::Number(number)) = self.items.first().map(|item| &item.kind) {
            return number.to_string();
        }
        // A place in a source is identified by its key.
        let is_place = || matches!(self.items, [_, key, text, ..] if key.word().is_some_and(syntax::is_key) && text.is_text());
        match self.word() {
            Some(word) if word.amend == Amend::Named || word.keyword == Keyword::Place && is_place() => {
                plain(&self.items[..self.items.len().min(2)])
            }
            _ => self.first().map_or_else(|| plain(self.items), str::to_string),
        }
    }

    /// Returns the full names of the switches in the block of the statement.
    fn switches(self) -> Vec<String> {
        let block = self.word().filter(|word| word.names_switches()).and(self.name());
        let mut names = Vec::new();
        for line in self.lines() {
            match line.name().filter(|_| line.keyword() == Some(Keyword::Switch)) {
                Some(name) if name.contains('.') => names.push(name.to_owned()),
                Some(name) => {
                    names.push(block.map_or_else(|| name.to_owned(), |block| format!("{block}.{name}")))
                }
                None => names.extend(line.switches()),
            }
        }
        names
    }

    /// Returns the statement after `add`, `change`, or `remove`.
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

    /// Returns true if there are items between the key and the block.
    pub(super) fn has_more_than_key(self) -> bool {
        let named = self.word().is_some_and(|word| word.amend == Amend::Named);
        self.items.len() > if named { 2 } else { 1 }
    }

    /// Returns the marks if they are the only items after the key.
    pub(super) fn marks_alone(self) -> Option<&'a Item> {
        let named = self.word().is_some_and(|word| word.amend == Amend::Named);
        self.marks().filter(|_| self.items.len() == if named { 3 } else { 2 })
    }

    /// Returns the marks after `without`, if these are the only items after the key.
    pub(super) fn marks_dropped(self) -> Option<&'a Item> {
        let named = self.word().is_some_and(|word| word.amend == Amend::Named);
        let [without, marks] = self.items.get(if named { 2 } else { 1 }..)? else { return None };
        Some(marks).filter(|marks| without.word() == Some("without") && marks.list().is_some())
    }

    /// Returns the name and the list in brackets, if these are the only items.
    pub(super) fn name_and_list(self) -> Option<(String, Span, &'a [Item])> {
        match self.items {
            [name, list] => Some((plain(std::slice::from_ref(name)), name.span, list.list()?)),
            _ => None,
        }
    }

    /// Returns the name, the list in brackets, and the marks after it, if these are the only items.
    pub(super) fn name_and_members(self) -> Option<(String, Span, Vec<Item>)> {
        let (items, marks) = match self.items {
            [items @ .., marks] if matches!(marks.kind, ItemKind::Marks(_)) && items.len() == 2 => {
                (items, Some(marks))
            }
            items => (items, None),
        };
        let (name, span, members) = Line { items, ..self }.name_and_list()?;
        // Each member keeps the marks that cite it.
        let members = members.iter().flat_map(|member| [Some(member), marks].into_iter().flatten().cloned());
        Some((name, span, members.collect()))
    }

    /// Iterates over the members of a family that have marks of their own.
    pub(super) fn marked_members(self) -> impl Iterator<Item = (&'a Item, &'a Item)> {
        let is_family = self.keyword() == Some(Keyword::Family);
        let list = self.items.iter().filter(move |_| is_family).find_map(Item::list).unwrap_or_default();
        let pairs = list
            .windows(2)
            .filter_map(|pair| if let [member, marks] = pair { Some((member, marks)) } else { None });
        pairs.filter(|(_, marks)| matches!(marks.kind, ItemKind::Marks(_)))
    }

    /// Returns the items of the statement, including those in lists and groups.
    pub(super) fn every_item(self) -> Vec<&'a Item> {
        every_item(self.items)
    }

    /// Returns the complete content of the statement and its block as text, for comparison.
    pub(super) fn text(self) -> String {
        self.text_of(&|line| line.items)
    }

    /// Returns the content of the statement and its block as text. `items` returns the items of a statement that
    /// count.
    pub(super) fn text_of(self, items: &dyn Fn(Line<'a>) -> &'a [Item]) -> String {
        let inner: Vec<String> = self.lines().map(|line| line.text_of(items)).collect();
        let row = |row: &DrawingRow| {
            let squares: Vec<&str> = row.squares.iter().map(|square| square.value.as_str()).collect();
            format!("{}|{}", row.rank.value, squares.join(" "))
        };
        let rows: Vec<String> = self.rows().iter().map(row).collect();
        format!("{} {{{};{}}}", plain(items(self)), inner.join(";"), rows.join(";"))
    }

    /// Returns the token of a piece from its head or its block, even if there are errors.
    pub(super) fn token(self) -> Option<&'a str> {
        let head = self.items.get(2).and_then(Item::word).filter(|word| *word != "royal");
        head.or_else(|| self.lines().find(|line| line.keyword() == Some(Keyword::Token))?.name())
    }

    /// Returns the name of the game that the head of a file extends, with its place.
    pub(super) fn parent(self) -> Option<(String, Span)> {
        let at = self.items.iter().position(|item| item.word() == Some("extends"))?;
        let name = self.items.get(at + 1)?;
        Some((name.word()?.to_string(), name.span))
    }

    /// Reads the name and title in the head of a file: `variant ID "Title" [extends OTHER]`.
    pub(super) fn read_head(self) -> Read<(String, String)> {
        let mut cursor = self.rest();
        let (id, _) = cursor.word("the name of the game on the command line")?;
        if let ([_, one, two, Item { kind: ItemKind::Text(_), .. }, ..], None) =
            (self.items, cursor.clone().text())
            && let Some(problem) = split_name(one, two)
        {
            return Err(problem);
        }
        let title = cursor.text().map_or(id, |(text, _)| text);
        if cursor.eat_symbol(":") {
            let colon =
                self.items.iter().find(|item| item.is_symbol(":")).map_or(self.span, |item| item.span);
            let problem = Diagnostic::new(Code::UnexpectedWord, colon, "unexpected `:`");
            let problem = problem.help("write `extends` before the game that this one is based on");
            return Err(problem.certain(TextChange::Write(" extends".into())));
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

    /// Returns the row of the keyword table if the keyword is valid in this context.
    pub(super) fn word_in(self, place: Place) -> Read<&'static WordEntry> {
        let (statement, location) = place.words();
        let cursor = self.cursor();
        if self.word.is_none()
            && place == Place::Piece
            && let Some(problem) = cursor.bare_moves()
        {
            return Err(problem);
        }
        let Some(word) = cursor.peek_word() else {
            let problem = cursor.none_of(statement, vocabulary::of(place));
            let is_marks = self.items.first().is_some_and(|item| item.list().is_some());
            let help = "marks stand at the end of a statement, before the `{` if it has a block";
            return Err(if is_marks { problem.help(help) } else { problem });
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
                let help = format!("it belongs {}", home.words().1);
                Err(match (self.keyword(), place) {
                    (Some(Keyword::Must), Place::Top) => {
                        problem.help(format!("{help}; for all moves of a player, write `player must ...`"))
                    }
                    _ => problem.help(help),
                })
            }
            _ => match self.keyword_second(place).or_else(|| self.by_second_word(place)) {
                Some(problem) => Err(problem),
                None => Err(cursor.none_of(statement, vocabulary::of(place))),
            },
        }
    }

    /// Returns a problem if the first word resembles a keyword after which the second word can stand. Other keywords may
    /// resemble it as much.
    fn by_second_word(self, place: Place) -> Option<Diagnostic> {
        let (first, second) = (self.items.first()?, self.items.get(1)?.word()?);
        let fits = |word: &&WordEntry| {
            let is_second = |next: &&FormPart| matches!(next, FormPart::Word(own) if *own == second);
            word.places.contains(&place)
                && Form::of(word).after(word.text).iter().any(is_second)
                && nearest(first.word().unwrap_or_default(), [word.text]).is_some()
        };
        let word = vocabulary::WORDS.iter().find(fits)?;
        let own = first.word()?;
        let message = format!("`{own}` is not {}", place.words().0);
        Some(Diagnostic::new(Code::UnknownWord, first.span, message).repeats(own).propose(word.text))
    }

    /// Returns a problem if the second word is the keyword of a declaration, and the first is its name.
    fn keyword_second(self, place: Place) -> Option<Diagnostic> {
        let [name, keyword, rest @ ..] = self.items else { return None };
        let (first, second) = (name.word()?, keyword.word()?);
        let is_keyword =
            vocabulary::find(second).is_some_and(|word| word.declares && word.places.contains(&place));
        let amends = nearest(first, ["add", "change", "remove"]).is_some();
        if !is_keyword || amends || first.len() < 3 {
            return None;
        }
        let message = format!("the keyword `{second}` comes after the name");
        let problem = Diagnostic::new(Code::UnknownWord, name.span.to(keyword.span), message);
        // Only before `=`, the keyword cannot belong to a name that follows it.
        let is_named = rest.first().is_some_and(|sign| sign.is_symbol("="));
        let help = write(&format!("{second} {first}"));
        Some(problem.help(if is_named { help } else { help.guess() }))
    }

    /// Completes the reading of a statement. The cursor must be at the marks or the end, and a block is checked
    /// against the keyword table.
    pub(super) fn finish(self, mut cursor: Cursor, word: &WordEntry) -> Read<()> {
        if word.cites {
            cursor.marks()?;
        }
        cursor.finish()?;
        if word.block == BlockKind::Never { self.no_block() } else { Ok(()) }
    }

    /// Completes the reading of a head. The cursor must be at the marks or the end.
    pub(super) fn finish_head(self, mut cursor: Cursor) -> Read<()> {
        cursor.marks()?;
        cursor.finish()
    }

    /// Completes the reading of a line without a keyword. The cursor must be at the marks or the end, and there
    /// may be no block.
    pub(super) fn finish_line(self, mut cursor: Cursor) -> Read<()> {
        cursor.marks()?;
        cursor.finish()?;
        self.no_block()
    }

    pub(super) fn no_block(self) -> Read<()> {
        let Some(block) = self.block else { return Ok(()) };
        if let ([only], None) = (block.statements.as_slice(), block.rows.first())
            && only.items.iter().all(|item| item.word().is_some_and(syntax::is_key))
        {
            let problem = Diagnostic::new(Code::UnexpectedBlock, block.span, "unexpected braces");
            let marks = format!("[{}]", plain(&only.items));
            let problem = problem.help(format!("marks stand in brackets: write `{marks}`"));
            return Err(problem.certain(TextChange::Write(marks.into())));
        }
        Err(Diagnostic::new(Code::UnexpectedBlock, block.open, "unexpected block")
            .label(self.cursor().span(), "this statement has no block")
            .help("delete the block: the statement is complete without it")
            .fix(Fix::of(Certainty::Guess).and(block.span, TextChange::Delete)))
    }

    /// Checks that there is a block. `what` describes its content.
    pub(super) fn needs_block(self, what: &str) -> Read<()> {
        if self.block.is_some() { Ok(()) } else { Err(Cursor::new(&[], self.span).expected(what)) }
    }
}

/// Reports statements that occur twice and may occur only once.
pub(super) fn repeats<'a>(lines: impl Iterator<Item = Line<'a>>, place: Place, report: &Report) {
    let mut seen: BTreeMap<(String, &str), Line> = BTreeMap::new();
    for line in lines {
        let Some(word) = line.word.filter(|word| word.places.contains(&place)) else { continue };
        let own = match word.repeat {
            Repeat::Free => continue,
            Repeat::Once => line.key(),
            Repeat::OnceWith(other) => other.to_owned(),
        };
        // An arrival rule may have several mandatory effects, each once, and any number of optional ones.
        let then = line.at_colon().and_then(|(_, after)| after.first()?.word()).unwrap_or_default();
        if then == "may" {
            continue;
        }
        if let Some(first) = seen.insert((own.clone(), then), line) {
            report.push_about(line, twice_in_block(&own, line, first));
        }
    }
}

/// Returns the words of some items, including those in lists and groups.
fn every_word(items: &[Item]) -> Vec<&str> {
    every_item(items).into_iter().filter_map(Item::word).collect()
}

/// Returns some items with those inside lists and groups, but without the lists and groups.
fn every_item(items: &[Item]) -> Vec<&Item> {
    let mut all = Vec::new();
    for item in items {
        match &item.kind {
            ItemKind::List(inner) | ItemKind::Group(inner) | ItemKind::Marks(inner) => {
                all.extend(every_item(inner))
            }
            _ => all.push(item),
        }
    }
    all
}
