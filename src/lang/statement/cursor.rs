//! Reading a statement word by word.

use super::Read;
use crate::base::diagnostic::{Diagnostic, nearest};
use crate::base::source::{Span, Spanned};
use crate::base::text::{did_you_mean, quoted};
use crate::lang::syntax::{Item, ItemKind};
use crate::lang::vocabulary;

/// A place between the items of a statement.
#[derive(Clone)]
pub(in crate::lang) struct Cursor<'a> {
    items: &'a [Item],
    /// What to point at when something is missing.
    end: Span,
    /// The words that could have come next, for suggestions.
    tried: Vec<&'static str>,
    /// A later word that is nearly the one which would have made sense of those before it.
    slip: Option<(&'a Item, &'static str)>,
    /// The comma just taken: the list may go on by mistake.
    comma: Option<Span>,
}

impl<'a> Cursor<'a> {
    /// The beginning of a list of items inside `around`.
    pub(in crate::lang) fn new(items: &'a [Item], around: Span) -> Cursor<'a> {
        Cursor {
            items,
            end: items.last().map_or(around, |last| last.span),
            tried: Vec::new(),
            slip: None,
            comma: None,
        }
    }

    /// The next item, not yet taken.
    fn peek(&self) -> Option<&'a Item> {
        self.items.first()
    }

    /// Takes the next item, whatever it is.
    pub(in crate::lang) fn skip(&mut self) {
        self.next();
    }

    fn next(&mut self) -> Option<&'a Item> {
        let (first, rest) = self.items.split_first()?;
        self.items = rest;
        self.tried.clear();
        self.slip = self.slip.filter(|(item, _)| !std::ptr::eq(*item, first));
        self.comma = first.is_symbol(",").then_some(first.span);
        Some(first)
    }

    /// The items not yet taken.
    pub(super) fn rest(&self) -> &'a [Item] {
        self.items
    }

    /// Of this cursor and an earlier state of it, the items taken between, as plain words, and the place of the last.
    pub(in crate::lang) fn taken_since(&self, start: &Cursor<'a>) -> (String, Option<Span>) {
        let taken = start.items.len().saturating_sub(self.items.len());
        let items = start.items.get(..taken).unwrap_or_default();
        (plain(items), items.last().map(|last| last.span))
    }

    /// Whether everything is taken.
    pub(in crate::lang) fn is_done(&self) -> bool {
        self.items.is_empty()
    }

    /// Where the next item stands, or the end of the statement.
    pub(in crate::lang) fn span(&self) -> Span {
        self.peek().map_or(self.end, |item| item.span)
    }

    /// The next item, if it is a word.
    pub(in crate::lang) fn peek_word(&self) -> Option<&'a str> {
        self.peek().and_then(Item::word)
    }

    /// Notes that these words could come next.
    pub(in crate::lang) fn could_be(&mut self, words: &[&'static str]) {
        self.tried.extend(words);
    }

    /// The same of any words.
    pub(in crate::lang) fn could_be_any(&mut self, words: impl Iterator<Item = &'static str>) {
        self.tried.extend(words);
    }

    /// Takes the next item if it is this word.
    pub(in crate::lang) fn eat(&mut self, word: &'static str) -> bool {
        let found = self.peek_word() == Some(word);
        if found {
            self.next();
        } else {
            self.tried.push(word);
        }
        found
    }

    /// Takes these words if all of them come next.
    pub(in crate::lang) fn eat_all(&mut self, words: &[&'static str]) -> bool {
        let found = words.len() <= self.items.len()
            && self.items.iter().zip(words).all(|(item, word)| item.word() == Some(word));
        if found {
            for _ in words {
                self.next();
            }
            return true;
        }
        let other = |(item, word): &(&'a Item, &&'static str)| item.word() != Some(**word);
        match self.items.iter().zip(words).enumerate().find(|(_, pair)| other(pair)) {
            Some((0, (_, word))) => self.tried.push(word),
            Some((_, (item, word))) if item.word().is_some_and(|other| nearest(other, [*word]).is_some()) => {
                self.slip = Some((item, word));
            }
            _ => {}
        }
        false
    }

    /// Takes the next item if it is this symbol.
    pub(in crate::lang) fn eat_symbol(&mut self, symbol: &str) -> bool {
        let found = self.peek().is_some_and(|item| item.is_symbol(symbol));
        if found {
            self.next();
        }
        found
    }

    /// The next item, if it is a number.
    pub(in crate::lang) fn peek_number(&self) -> Option<u32> {
        match self.peek()?.kind {
            ItemKind::Number(number) => Some(number),
            _ => None,
        }
    }

    /// The next item, if it is one of the symbols.
    pub(in crate::lang) fn peek_symbol(&self) -> Option<&'static str> {
        match self.peek()?.kind {
            ItemKind::Symbol(symbol) => Some(symbol),
            _ => None,
        }
    }

    /// The next item, if it is a word or a quoted text.
    pub(in crate::lang) fn peek_text(&self) -> Option<&'a str> {
        match &self.peek()?.kind {
            ItemKind::Text(text) | ItemKind::Word(text) => Some(text),
            _ => None,
        }
    }

    /// The next item as it was written, for a message.
    pub(in crate::lang) fn shown(&self) -> String {
        self.peek().map(shown).unwrap_or_default()
    }

    /// The next item as a plain word, for names.
    pub(in crate::lang) fn plain(&self) -> String {
        self.peek().map(|item| plain(std::slice::from_ref(item))).unwrap_or_default()
    }

    /// Takes a list in brackets if one comes next, and gives a cursor inside it.
    pub(in crate::lang) fn list(&mut self) -> Option<Cursor<'a>> {
        match self.peek()? {
            Item { kind: ItemKind::List(items), span } => {
                self.next();
                Some(Cursor::new(items, *span))
            }
            _ => None,
        }
    }

    /// Takes something in parentheses if it comes next, and gives a cursor inside it.
    pub(in crate::lang) fn group(&mut self) -> Option<Cursor<'a>> {
        match self.peek()? {
            Item { kind: ItemKind::Group(items), span } => {
                self.next();
                Some(Cursor::new(items, *span))
            }
            _ => None,
        }
    }

    /// Takes `cite a, b` if it comes next.
    pub(in crate::lang) fn cites(&mut self) -> Read<Vec<Spanned<String>>> {
        let mut cites = Vec::new();
        if self.eat("cite") {
            loop {
                let (name, span) = self.word("the short name of a source")?;
                cites.push(Spanned::new(name.to_string(), span));
                if !self.eat_symbol(",") {
                    break;
                }
            }
        }
        Ok(cites)
    }

    /// Takes a word; `what` says what it should have been.
    pub(in crate::lang) fn word(&mut self, what: &str) -> Read<(&'a str, Span)> {
        match self.peek().map(|item| (item.word(), item.span)) {
            Some((Some(word), span)) => {
                self.next();
                Ok((word, span))
            }
            _ => Err(self.expected(what)),
        }
    }

    /// Takes a name that the file gives to something.
    pub(in crate::lang) fn new_name(&mut self, what: &str) -> Read<(&'a str, Span)> {
        let (name, span) = self.word(what)?;
        if vocabulary::is_reserved(name) {
            return Err(Diagnostic::error(
                "reserved-name",
                span,
                format!("`{name}` is a word of the language"),
            )
            .help("choose another name: rules could not tell them apart"));
        }
        Ok((name, span))
    }

    /// Takes one of these words.
    pub(in crate::lang) fn one_of(&mut self, what: &str, words: &[&'static str]) -> Read<&'static str> {
        let found = self.peek_word().and_then(|word| words.iter().find(|known| **known == word));
        match found {
            Some(word) => {
                self.next();
                Ok(word)
            }
            None => Err(self.none_of(what, words.iter().copied())),
        }
    }

    /// Takes this very word.
    pub(in crate::lang) fn keyword(&mut self, word: &'static str) -> Read<()> {
        if self.eat(word) { Ok(()) } else { Err(self.expected(&format!("`{word}`"))) }
    }

    /// Takes this very symbol.
    pub(in crate::lang) fn symbol(&mut self, symbol: &'static str) -> Read<()> {
        if self.eat_symbol(symbol) { Ok(()) } else { Err(self.expected(&format!("`{symbol}`"))) }
    }

    /// Takes a number.
    pub(in crate::lang) fn number(&mut self, what: &str) -> Read<(u32, Span)> {
        match self.peek() {
            Some(Item { kind: ItemKind::Number(number), span }) => {
                self.next();
                Ok((*number, *span))
            }
            _ => Err(self.expected(what)),
        }
    }

    /// Takes a quoted text if one comes next.
    pub(in crate::lang) fn text(&mut self) -> Option<(&'a str, Span)> {
        match self.peek() {
            Some(Item { kind: ItemKind::Text(text), span }) => {
                self.next();
                Some((text, *span))
            }
            _ => None,
        }
    }

    /// Takes the text of a note.
    pub(in crate::lang) fn note(&mut self) -> Read<()> {
        self.text().map(|_| ()).ok_or_else(|| self.expected("a text in quotes"))
    }

    /// Takes a move string if one comes next.
    pub(in crate::lang) fn betza(&mut self) -> Option<(&'a str, Span)> {
        match self.peek() {
            Some(item @ Item { kind: ItemKind::Betza(text), .. }) => {
                self.next();
                Some((text, item.inner()))
            }
            _ => None,
        }
    }

    /// What is wrong if one of the words that could come here is misspelt.
    pub(in crate::lang) fn misspelt(&self) -> Option<Diagnostic> {
        let (item, near) = match self.slip {
            Some(slip) => slip,
            None => {
                let item = self.peek()?;
                (item, nearest(item.word()?, self.tried.iter().copied())?)
            }
        };
        let near = did_you_mean(near);
        let problem =
            Diagnostic::error("unknown-word", item.span, format!("{} has no meaning here", shown(item)));
        Some(problem.here(near.clone()).help(near))
    }

    /// Complains that something else should stand here.
    pub(in crate::lang) fn expected(&self, what: &str) -> Diagnostic {
        if let Some(problem) = self.misspelt() {
            return problem;
        }
        match self.peek() {
            Some(item) => {
                let problem = Diagnostic::error("unexpected-word", item.span, format!("expected {what}"));
                self.after_comma(problem.here(format!("found {}", shown(item))))
            }
            None => {
                let message = format!("expected {what}, found the end of the statement");
                Diagnostic::error("missing-words", self.end, message).here("after this")
            }
        }
    }

    /// Complains about a name that nothing has, with the nearest of those there are.
    pub(in crate::lang) fn unknown<'b>(
        &self,
        what: &str,
        names: impl Iterator<Item = &'b str> + Clone,
    ) -> Diagnostic {
        let problem = self.none_of(what, names);
        match self.peek_word() {
            Some(word) if self.slip.is_none() => problem.misses(word),
            _ => problem,
        }
    }

    /// Complains about a word that is none of the known ones, with the nearest of them.
    pub(in crate::lang) fn none_of<'b>(
        &self,
        what: &str,
        names: impl Iterator<Item = &'b str> + Clone,
    ) -> Diagnostic {
        if self.slip.is_some() {
            return self.expected(what);
        }
        let Some(word) = self.peek_word() else {
            let problem = self.expected(what);
            let list: Vec<&str> = names.take(12).collect();
            return if list.len() > 1 { problem.help(format!("one of {}", quoted(&list))) } else { problem };
        };
        let problem = Diagnostic::error("unknown-word", self.span(), format!("`{word}` is not {what}"));
        let problem = self.after_comma(problem);
        match nearest(word, names.clone().chain(self.tried.iter().copied())) {
            Some(name) => problem.here(did_you_mean(name)).help(did_you_mean(name)),
            None => {
                let mut list: Vec<&str> = names.collect();
                list.sort_unstable();
                list.truncate(24);
                problem.help(format!("known here: {}", quoted(&list)))
            }
        }
    }

    /// Points to the comma before, if there is one.
    fn after_comma(&self, problem: Diagnostic) -> Diagnostic {
        match self.comma {
            Some(comma) => problem.label(comma, "the list continues after this comma"),
            None => problem,
        }
    }

    /// Complains if anything is left.
    pub(in crate::lang) fn finish(&self) -> Read<()> {
        let Some(item) = self.peek() else { return Ok(()) };
        if let Some(problem) = self.misspelt() {
            return Err(problem);
        }
        if let ItemKind::Symbol(sign @ ("=" | ":")) = item.kind {
            let message = format!("unexpected `{sign}`");
            let problem = Diagnostic::error("leftover-words", item.span, message);
            return Err(
                problem.help("delete it: the words of this statement follow each other without signs")
            );
        }
        let all = item.span.to(self.end);
        Err(Diagnostic::error("leftover-words", all, "unexpected words at the end of a statement")
            .here("the statement is complete before this")
            .help("delete them, or begin a new line if they are a statement of their own"))
    }
}

/// An item as it was written, for a message.
fn shown(item: &Item) -> String {
    match &item.kind {
        ItemKind::Word(word) => format!("`{word}`"),
        ItemKind::Number(number) => format!("`{number}`"),
        ItemKind::Text(_) => "a quoted text".into(),
        ItemKind::Betza(_) => "moves in backticks".into(),
        ItemKind::List(_) => "a list in brackets".into(),
        ItemKind::Group(_) => "something in parentheses".into(),
        ItemKind::Symbol(symbol) => format!("`{symbol}`"),
    }
}

/// Items as plain words, for names and keys.
pub(in crate::lang) fn plain(items: &[Item]) -> String {
    let word = |item: &Item| match &item.kind {
        ItemKind::Word(word) => word.clone(),
        ItemKind::Number(number) => number.to_string(),
        ItemKind::Text(text) => format!("\"{text}\""),
        ItemKind::Betza(text) => format!("`{text}`"),
        ItemKind::List(items) => format!("[{}]", plain(items)),
        ItemKind::Group(items) => format!("({})", plain(items)),
        ItemKind::Symbol(symbol) => (*symbol).to_string(),
    };
    let words: Vec<String> = items.iter().map(word).collect();
    words.join(" ").replace(" ..", "..").replace(".. ", "..").replace(" ,", ",")
}
