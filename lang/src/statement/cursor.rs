//! A cursor that reads a statement item by item.
//!
//! [`Cursor`] is the main type. Methods such as [`Cursor::word`] and [`Cursor::keyword`] take the next item or
//! return a problem, and [`Cursor::eat`] only tests for it. Each test records the word that could have followed,
//! so that problems can suggest it.

mod likely;

pub(crate) use likely::{split_name, split_name_at};

use super::Read;
use crate::base::gather;
use crate::base::source::{Span, Spanned};
use crate::messages::diagnostic::{Code, Diagnostic, is_synonym, nearest};
use crate::messages::fix::TextChange;
use crate::messages::look_alike::look_alike;
use crate::messages::text::{delete, quoted, quoted_some};
use crate::syntax::{Item, ItemKind};
use crate::vocabulary;
use std::collections::BTreeSet;

/// The word that began citations before they were replaced by marks.
const OLD_CITE: &str = "cite";
/// The maximum number of words in a list of those that can follow.
const MAX_LISTED: usize = 24;

/// A position between the items of a statement.
#[derive(Clone)]
pub(crate) struct Cursor<'a> {
    items: &'a [Item],
    /// The place at which a missing item is reported, which is the end of the statement.
    end: Span,
    /// The words that could have come next. They are candidates for suggestions.
    tried: Vec<&'static str>,
    /// True if a comma could have come next.
    comma: bool,
    /// A misspelled later word of a keyword sequence, with the word that was expected in its place.
    slip: Option<(&'a Item, &'static str)>,
    /// The item before the cursor. Problems refer to it if it is a comma or equals the next item.
    last: Option<&'a Item>,
    /// The item before the cursor, if it is a new name. The word after it may then be a part of the name.
    name: Option<&'a Item>,
    /// True if the items are the entries of a list in brackets.
    is_list: bool,
}

impl<'a> Cursor<'a> {
    /// Creates a cursor at the start of some items inside `around`.
    pub(crate) fn new(items: &'a [Item], around: Span) -> Cursor<'a> {
        let end = items.last().map_or(around, |last| last.span);
        Cursor {
            items,
            end,
            tried: Vec::new(),
            comma: false,
            slip: None,
            last: None,
            name: None,
            is_list: false,
        }
    }

    fn peek(&self) -> Option<&'a Item> {
        self.items.first()
    }

    pub(crate) fn skip(&mut self) {
        let Some((first, rest)) = self.items.split_first() else { return };
        self.items = rest;
        self.tried.clear();
        self.comma = false;
        self.slip = self.slip.filter(|(item, _)| !std::ptr::eq(*item, first));
        self.last = Some(first);
    }

    fn take<T>(&mut self, get: impl FnOnce(&'a Item) -> Option<T>) -> Option<(T, Span)> {
        let item = self.peek()?;
        let found = get(item)?;
        self.skip();
        Some((found, item.span))
    }

    pub(crate) fn rest(&self) -> &'a [Item] {
        self.items
    }

    /// Returns the items between an earlier position and this one as plain words, with the place of the last
    /// item.
    pub(crate) fn taken_since(&self, start: &Cursor<'a>) -> (String, Option<Span>) {
        let taken = start.items.len().saturating_sub(self.items.len());
        let items = start.items.get(..taken).unwrap_or_default();
        (written(items), items.last().map(|last| last.span))
    }

    pub(crate) fn is_done(&self) -> bool {
        self.items.is_empty()
    }

    /// Returns the place of the next item, or the end of the statement.
    pub(crate) fn span(&self) -> Span {
        self.peek().map_or(self.end, |item| item.span)
    }

    pub(crate) fn peek_word(&self) -> Option<&'a str> {
        self.peek().and_then(Item::word)
    }

    pub(crate) fn could_be(&mut self, words: impl IntoIterator<Item = &'static str>) {
        self.tried.extend(words);
    }

    /// Takes a sequence of words if all of them come next.
    pub(crate) fn eat(&mut self, words: &'static str) -> bool {
        self.eat_words(words.split(' '))
    }

    /// Takes some words if all of them come next.
    pub(crate) fn eat_words(&mut self, words: impl Iterator<Item = &'static str> + Clone) -> bool {
        for (at, word) in words.clone().enumerate() {
            match self.items.get(at) {
                Some(item) if item.word() == Some(word) => continue,
                // The later words of a sequence are no candidates, because they make sense only after the first.
                _ if at == 0 => self.tried.push(word),
                Some(item) if item.word().is_some_and(|other| nearest(other, [word]).is_some()) => {
                    self.slip = Some((item, word));
                }
                _ => {}
            }
            return false;
        }
        words.for_each(|_| self.skip());
        true
    }

    pub(crate) fn eat_symbol(&mut self, symbol: &str) -> bool {
        let found = self.take(|item| item.is_symbol(symbol).then_some(())).is_some();
        self.comma |= !found && symbol == ",";
        found
    }

    /// Formats the next item for a message.
    pub(crate) fn shown(&self) -> String {
        self.peek().map(shown).unwrap_or_default()
    }

    /// Formats the next item as a plain word, for names.
    pub(crate) fn plain(&self) -> String {
        self.peek().map(|item| plain(std::slice::from_ref(item))).unwrap_or_default()
    }

    pub(crate) fn list(&mut self) -> Option<Cursor<'a>> {
        self.take(Item::list).map(|(items, span)| Cursor { is_list: true, ..Cursor::new(items, span) })
    }

    pub(crate) fn group(&mut self) -> Option<Cursor<'a>> {
        let group = |item: &'a Item| if let ItemKind::Group(items) = &item.kind { Some(items) } else { None };
        self.take(group).map(|(items, span)| Cursor::new(items, span))
    }

    /// Takes the marks at the end of a statement, if they come next. Returns the keys with their places.
    pub(crate) fn marks(&mut self) -> Read<Vec<Spanned<&'a str>>> {
        if self.peek_word() == Some(OLD_CITE) {
            return Err(self.old_citation());
        }
        let marks = |item: &'a Item| if let ItemKind::Marks(keys) = &item.kind { Some(keys) } else { None };
        let Some((keys, _)) = self.take(marks) else { return Ok(Vec::new()) };
        let mut all: Vec<Spanned<&str>> = Vec::new();
        for (key, span) in keys.iter().filter_map(|key| Some((key.word()?, key.span))) {
            if let Some(first) = all.iter().find(|first| first.value == key) {
                let problem = Diagnostic::new(Code::SaidTwice, span, format!("`{key}` is cited twice here"));
                let help = delete("delete one of them").certain();
                return Err(problem.label(first.span, "first here").help(help));
            }
            all.push(Spanned::new(key, span));
        }
        Ok(all)
    }

    /// Returns true if marks or an old citation come next.
    pub(crate) fn has_marks(&self) -> bool {
        self.peek()
            .is_some_and(|item| matches!(item.kind, ItemKind::Marks(_)) || item.word() == Some(OLD_CITE))
    }

    /// Takes a word. `what` describes the expected word.
    pub(crate) fn word(&mut self, what: &str) -> Read<(&'a str, Span)> {
        self.take(Item::word).ok_or_else(|| self.expected(what))
    }

    /// Takes a new name. If words are left over directly after it, the problem suggests joining them to the name.
    pub(crate) fn free_name(&mut self, what: &str) -> Read<(&'a str, Span)> {
        let (name, span) = self.word(what)?;
        self.name = self.last;
        likely::wrong_letters(name, span).map_or(Ok((name, span)), Err)
    }

    /// Takes a new name that is not a word of the language.
    pub(crate) fn new_name(&mut self, what: &str) -> Read<(&'a str, Span)> {
        let (name, span) = self.free_name(what)?;
        if vocabulary::is_reserved(name) {
            let problem =
                Diagnostic::new(Code::ReservedName, span, format!("`{name}` is a word of the language"));
            return Err(problem.help("choose another name"));
        }
        Ok((name, span))
    }

    /// Takes one of these words, and returns its meaning.
    pub(crate) fn one_of<T: Copy>(&mut self, what: &str, words: &[(&'static str, T)]) -> Read<T> {
        let is = |item: &'a Item| words.iter().find(|(word, _)| item.word() == Some(*word));
        match self.take(is) {
            Some(((_, meaning), _)) => Ok(*meaning),
            None => Err(self.none_of(what, words.iter().map(|(word, _)| *word))),
        }
    }

    /// Takes a sequence of words, all of which must come next.
    pub(crate) fn keyword(&mut self, words: &'static str) -> Read<()> {
        let mut all = words.split(' ');
        all.try_for_each(
            |word| if self.eat(word) { Ok(()) } else { Err(self.expected(&format!("`{word}`"))) },
        )
    }

    pub(crate) fn symbol(&mut self, symbol: &'static str) -> Read<()> {
        if self.eat_symbol(symbol) {
            return Ok(());
        }
        match (self.last, self.items) {
            (Some(one), [two, sign, ..]) if sign.is_symbol(symbol) && self.misspelt().is_none() => {
                Err(split_name(one, two).unwrap_or_else(|| self.expected_symbol(symbol)))
            }
            _ => Err(self.expected_symbol(symbol)),
        }
    }

    pub(crate) fn number(&mut self, what: &str) -> Read<(u32, Span)> {
        let number = |item: &Item| if let ItemKind::Number(number) = item.kind { Some(number) } else { None };
        self.take(number).ok_or_else(|| self.number_in_words(self.expected(what)))
    }

    pub(crate) fn is_number(&self) -> bool {
        matches!(self.peek(), Some(Item { kind: ItemKind::Number(_), .. }))
    }

    pub(crate) fn text(&mut self) -> Option<(&'a str, Span)> {
        self.take(|item| if let ItemKind::Text(text) = &item.kind { Some(text.as_str()) } else { None })
    }

    /// Takes a text in quotes, which must not be empty. `what` describes the expected text.
    pub(crate) fn quoted(&mut self, what: &str) -> Read<(&'a str, Span)> {
        let (text, span) = self.text().ok_or_else(|| self.expected(what))?;
        let empty = || Diagnostic::new(Code::EmptyText, span, "the text is empty");
        let is_empty = text.trim().is_empty();
        if is_empty { Err(empty().help("write the text, or delete the statement")) } else { Ok((text, span)) }
    }

    /// Reads one or more entries with commas between them.
    pub(crate) fn entries<T>(&mut self, mut entry: impl FnMut(&mut Cursor<'a>) -> Read<T>) -> Read<Vec<T>> {
        let mut all = vec![entry(self)?];
        while self.eat_symbol(",") {
            all.push(entry(self)?);
        }
        Ok(all)
    }

    /// Takes moves in backticks if they come next, and returns the item.
    pub(crate) fn betza(&mut self) -> Option<&'a Item> {
        self.take(|item| matches!(item.kind, ItemKind::Betza(_)).then_some(item)).map(|(item, _)| item)
    }

    /// Takes moves in backticks, and returns the text between the backticks.
    pub(crate) fn notation(&mut self) -> Read<(&'a str, Span)> {
        match self.betza().map(|item| (&item.kind, item.inner())) {
            Some((ItemKind::Betza(text), inner)) => Ok((text, inner)),
            _ => Err(self.bare_moves().unwrap_or_else(|| self.expected("moves in backticks"))),
        }
    }

    /// Returns the next two words as one, with the place of both, if the joined word is one of these names.
    fn joined<'b>(&self, mut names: impl Iterator<Item = &'b str>) -> Option<(&'b str, Span)> {
        let [one, two, ..] = self.items else { return None };
        let parts = one.word()?.to_lowercase() + "-" + two.word()?;
        Some((names.find(|name| *name == parts || *name == parts.replace('-', ""))?, one.span.to(two.span)))
    }

    /// Returns a problem if the next word is a misspelled form of one that could come next.
    pub(crate) fn misspelt(&self) -> Option<Diagnostic> {
        if let Some((whole, span)) = self.joined(self.tried.iter().copied().chain(vocabulary::inner())) {
            let message = format!("`{whole}` is one word");
            return Some(
                Diagnostic::new(Code::UnknownWord, span, message).repeats(whole).propose_for_all(whole),
            );
        }
        let (item, near) = match self.slip {
            Some(slip) => slip,
            None => {
                let item = self.peek()?;
                (item, nearest(item.word()?, self.tried.iter().copied())?)
            }
        };
        let problem =
            Diagnostic::new(Code::UnknownWord, item.span, format!("{} has no meaning here", shown(item)))
                .repeats(&shown(item));
        let like = item.word().and_then(look_alike);
        Some(like.into_iter().fold(problem.propose(near), Diagnostic::here))
    }

    /// Creates the diagnostic for an unexpected item. `what` describes the expected one.
    pub(crate) fn expected(&self, what: &str) -> Diagnostic {
        if let Some(problem) = self.misspelt().or_else(|| self.before_word(std::iter::empty())) {
            return problem;
        }
        match self.peek() {
            Some(item) => {
                let problem = Diagnostic::new(Code::UnexpectedWord, item.span, format!("expected {what}"));
                self.after_comma(problem.here(format!("found {}", shown(item))))
            }
            None => {
                let message = format!("expected {what}, found the end of the statement");
                Diagnostic::new(Code::MissingWords, self.end, message).here("after this")
            }
        }
    }

    /// Creates the diagnostic for a name that does not exist, and suggests the nearest of the existing names.
    pub(crate) fn unknown<'b>(&self, what: &str, names: impl Iterator<Item = &'b str> + Clone) -> Diagnostic {
        let problem = self.none_of(what, names);
        match self.peek_word() {
            Some(word) if self.slip.is_none() => problem.misses(word),
            _ => problem,
        }
    }

    /// Creates the diagnostic for a word that is not one of the known ones, and suggests the nearest of these.
    pub(crate) fn none_of<'b>(&self, what: &str, names: impl Iterator<Item = &'b str> + Clone) -> Diagnostic {
        if self.peek_word() == Some(OLD_CITE) {
            return self.old_citation();
        }
        if let Some(problem) =
            self.before_word(names.clone()).or_else(|| self.conjunction().filter(|_| self.is_list))
        {
            return problem;
        }
        // A misspelled keyword after this word is the more likely mistake.
        let own = self.peek_word().filter(|_| self.slip.is_none());
        let Some(word) = own else {
            let problem = self.expected(what);
            let list: Vec<&str> = names.collect();
            let lists = self.slip.is_none() && list.len() > 1 && problem.help.is_none();
            return match lists {
                true => problem.help(format!("one of {}", quoted_some(&list, MAX_LISTED))),
                false => problem,
            };
        };
        let joined = self.joined(names.clone().chain(vocabulary::inner().map(|word| -> &'b str { word })));
        let (near, span) = joined.map_or((None, self.span()), |(whole, span)| (Some(whole), span));
        let problem = Diagnostic::new(Code::UnknownWord, span, format!("`{word}` is not {what}"));
        let problem = problem.repeats(word);
        let mut problem = self.after_comma(problem);
        match near.or_else(|| nearest(word, names.clone().chain(self.tried.iter().copied()))) {
            Some(name) => {
                // Some synonyms come with a joint, and some words of the language have one.
                let joint =
                    self.items.get(1).and_then(Item::word).filter(|joint| matches!(*joint, "to" | "into"));
                if let (Some(joint), "becomes") = (joint.and(self.items.get(1)), name) {
                    problem.labels[0].span = span.to(joint.span);
                }
                let at = matches!(self.items.get(1).and_then(Item::word), Some("at" | "on" | "in" | "by"));
                let name =
                    if name == "arriving" && is_synonym(word, name) && !at { "arriving at" } else { name };
                look_alike(word).into_iter().fold(problem.propose_for_all(name), Diagnostic::here)
            }
            None => {
                let mut list: Vec<&str> = names.collect();
                list.sort_unstable();
                problem.help(format!("known here: {}", quoted_some(&list, MAX_LISTED)))
            }
        }
    }

    pub(crate) fn finish(&self) -> Read<()> {
        let Some(item) = self.peek() else { return Ok(()) };
        if item.word() == Some(OLD_CITE) || self.cites_in_words() {
            return Err(self.old_citation());
        }
        if let Some(problem) = self.misplaced_marks(item) {
            return Err(problem);
        }
        if let Some(problem) = self.misspelt() {
            return Err(problem);
        }
        let name = self.last.filter(|last| self.name.is_some_and(|name| std::ptr::eq(*last, name)));
        if let Some(problem) = name.and_then(|name| split_name(name, item)) {
            return Err(problem);
        }
        if item.is_symbol(",")
            && let Some(next) =
                self.items.get(1).and_then(Item::word).filter(|next| self.tried.contains(next))
        {
            let problem =
                Diagnostic::new(Code::LeftoverWords, item.span, format!("unexpected comma before `{next}`"));
            return Err(problem.help(delete("delete it: only the entries of a list are separated by commas")));
        }
        if let ItemKind::Symbol(sign @ ("=" | ":")) = item.kind {
            let message = format!("unexpected `{sign}`");
            let problem = Diagnostic::new(Code::LeftoverWords, item.span, message);
            // A colon between two squares, files, or numbers without spaces.
            let text = |end: &Item| plain(std::slice::from_ref(end));
            let is_end = |end: &Item| text(end).chars().skip(1).all(|c| c.is_ascii_digit());
            let touching = |one: &Item, other: &Item| one.span.end == other.span.start;
            if let (Some(one), Some(two)) = (self.last, self.items.get(1))
                && (touching(one, item) && touching(item, two))
                && (is_end(one) && is_end(two))
            {
                let problem = problem.help(format!("a range is written `{}..{}`", text(one), text(two)));
                return Err(problem.certain(TextChange::Write("..".into())));
            }
            return Err(problem.help(delete("delete it: this statement does not use it")));
        }
        let all = item.span.to(self.end);
        // A doubled word is reported alone, without the words after it.
        let is_twice = self.last.is_some_and(|last| last.kind == item.kind);
        let all = if is_twice { item.span } else { all };
        // If a word may be missing before these, the advice to delete them would be misleading.
        let help = match (is_twice, self.tried.as_slice()) {
            (true, _) => "delete the repetition".to_owned(),
            (false, _) if self.comma => {
                "separate the entries of a list with commas, or begin a new line for a separate statement"
                    .to_owned()
            }
            (false, []) => "complete them, or begin a new line for a separate statement".to_owned(),
            (false, tried) => format!(
                "{} can follow here: perhaps a word is missing; or begin a new line for a separate statement",
                quoted(gather::<BTreeSet<&str>, _>(tried.iter().map(|word| &**word)))
            ),
        };
        let is_twice = is_twice && self.loose_list().is_none();
        let help = self.loose_list().or_else(|| likely::beside_border(item)).unwrap_or(help);
        let problem = Diagnostic::new(Code::LeftoverWords, all, "unexpected words at the end of a statement")
            .here("the statement is complete before this")
            .help(help);
        let problem = if is_twice { problem.guess(TextChange::Delete) } else { problem };
        // A list can extend over several lines, so the statement may begin far above.
        Err(match self.last.filter(|last| matches!(last.kind, ItemKind::List(_))) {
            Some(list) => problem.label(list.span, "it ends with this list"),
            None => problem,
        })
    }
}

/// Formats an item for a message.
fn shown(item: &Item) -> String {
    match &item.kind {
        ItemKind::Text(_) => "a quoted text".into(),
        ItemKind::Betza(_) => "moves in backticks".into(),
        ItemKind::List(_) => "a list in brackets".into(),
        ItemKind::Marks(_) => "marks in brackets".into(),
        ItemKind::Group(_) => "something in parentheses".into(),
        _ => format!("`{}`", plain(std::slice::from_ref(item))),
    }
}

/// Formats items as plain words, for names and keys.
pub(crate) fn plain(items: &[Item]) -> String {
    let word = |item: &Item| match &item.kind {
        ItemKind::Word(word) => word.clone(),
        ItemKind::Number(number) => number.to_string(),
        ItemKind::Text(text) => format!("\"{text}\""),
        ItemKind::Betza(text) => format!("`{text}`"),
        ItemKind::List(items) | ItemKind::Marks(items) => format!("[{}]", plain(items)),
        ItemKind::Group(items) => format!("({})", plain(items)),
        ItemKind::Symbol(symbol) => (*symbol).to_string(),
    };
    let words: Vec<String> = items.iter().map(word).collect();
    spaced(&words)
}

/// Formats items as they are written, with commas between the entries of lists.
pub(crate) fn written(items: &[Item]) -> String {
    let word = |item: &Item| match &item.kind {
        ItemKind::List(entries) => {
            let part = |entry: &Item| match entry.joined {
                true => format!(" {}", written(std::slice::from_ref(entry))),
                false => format!(", {}", written(std::slice::from_ref(entry))),
            };
            let all: String = entries.iter().map(part).collect();
            format!("[{}]", all.trim_start_matches([',', ' ']))
        }
        _ => plain(std::slice::from_ref(item)),
    };
    let words: Vec<String> = items.iter().map(word).collect();
    spaced(&words)
}

fn spaced(words: &[String]) -> String {
    words.join(" ").replace(" ..", "..").replace(".. ", "..").replace(" ,", ",")
}
