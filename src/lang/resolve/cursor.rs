//! Reading a statement word by word.

use crate::base::diagnostic::{Diagnostic, nearest};
use crate::base::source::Span;
use crate::base::text::{did_you_mean, quoted};
use crate::lang::syntax::{Item, ItemKind, Statement};

/// What reading a part of a statement gives: the thing, or the problem with it.
pub(super) type Read<T> = Result<T, Box<Diagnostic>>;

/// A place between the items of a statement.
#[derive(Clone)]
pub(super) struct Cursor<'a> {
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
    /// The beginning of a statement.
    pub(super) fn of(statement: &'a Statement) -> Cursor<'a> {
        Cursor::new(&statement.items, statement.span)
    }

    /// The beginning of a list of items inside `around`.
    pub(super) fn new(items: &'a [Item], around: Span) -> Cursor<'a> {
        Cursor {
            items,
            end: items.last().map_or(around, |last| last.span),
            tried: Vec::new(),
            slip: None,
            comma: None,
        }
    }

    /// The next item, not yet taken.
    pub(super) fn peek(&self) -> Option<&'a Item> {
        self.items.first()
    }

    /// Takes the next item.
    pub(super) fn next(&mut self) -> Option<&'a Item> {
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

    /// Whether everything is taken.
    pub(super) fn is_done(&self) -> bool {
        self.items.is_empty()
    }

    /// Where the next item stands, or the end of the statement.
    pub(super) fn span(&self) -> Span {
        self.peek().map_or(self.end, |item| item.span)
    }

    /// The next item, if it is a word.
    pub(super) fn peek_word(&self) -> Option<&'a str> {
        self.peek().and_then(Item::word)
    }

    /// Notes that these words could come next.
    pub(super) fn could_be(&mut self, words: &[&'static str]) {
        self.tried.extend(words);
    }

    /// Takes the next item if it is this word.
    pub(super) fn eat(&mut self, word: &'static str) -> bool {
        let found = self.peek_word() == Some(word);
        if found {
            self.next();
        } else {
            self.tried.push(word);
        }
        found
    }

    /// Takes these words if all of them come next.
    pub(super) fn eat_all(&mut self, words: &[&'static str]) -> bool {
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
    pub(super) fn eat_symbol(&mut self, symbol: &str) -> bool {
        let found = self.peek().is_some_and(|item| item.is_symbol(symbol));
        if found {
            self.next();
        }
        found
    }

    /// Takes a word; `what` says what it should have been.
    pub(super) fn word(&mut self, what: &str) -> Read<(&'a str, Span)> {
        match self.peek().map(|item| (item.word(), item.span)) {
            Some((Some(word), span)) => {
                self.next();
                Ok((word, span))
            }
            _ => Err(self.expected(what)),
        }
    }

    /// Takes one of these words.
    pub(super) fn one_of(&mut self, what: &str, words: &[&'static str]) -> Read<&'static str> {
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
    pub(super) fn keyword(&mut self, word: &'static str) -> Read<()> {
        if self.eat(word) { Ok(()) } else { Err(self.expected(&format!("`{word}`"))) }
    }

    /// Takes this very symbol.
    pub(super) fn symbol(&mut self, symbol: &'static str) -> Read<()> {
        if self.eat_symbol(symbol) { Ok(()) } else { Err(self.expected(&format!("`{symbol}`"))) }
    }

    /// Takes a number.
    pub(super) fn number(&mut self, what: &str) -> Read<(u32, Span)> {
        match self.peek() {
            Some(Item { kind: ItemKind::Number(number), span }) => {
                self.next();
                Ok((*number, *span))
            }
            _ => Err(self.expected(what)),
        }
    }

    /// Takes a quoted text if one comes next.
    pub(super) fn text(&mut self) -> Option<(&'a str, Span)> {
        match self.peek() {
            Some(Item { kind: ItemKind::Text(text), span }) => {
                self.next();
                Some((text, *span))
            }
            _ => None,
        }
    }

    /// Takes a move string if one comes next.
    pub(super) fn betza(&mut self) -> Option<(&'a str, Span)> {
        match self.peek() {
            Some(item @ Item { kind: ItemKind::Betza(text), .. }) => {
                self.next();
                Some((text, item.inner()))
            }
            _ => None,
        }
    }

    /// What is wrong if one of the words that could come here is misspelt.
    pub(super) fn misspelt(&self) -> Option<Box<Diagnostic>> {
        let (item, near) = match self.slip {
            Some(slip) => slip,
            None => {
                let item = self.peek()?;
                (item, nearest(item.word()?, self.tried.iter().copied())?)
            }
        };
        let message = format!("{} means nothing here", shown(item));
        let near = did_you_mean(near);
        Some(Box::new(Diagnostic::error("unknown-word", item.span, message).here(near.clone()).help(near)))
    }

    /// Complains that something else should stand here.
    pub(super) fn expected(&self, what: &str) -> Box<Diagnostic> {
        if let Some(problem) = self.misspelt() {
            return problem;
        }
        Box::new(match self.peek() {
            Some(item) => {
                let message = format!("{what} should stand here");
                let problem = Diagnostic::error("unexpected-word", item.span, message);
                self.after_comma(problem.here(format!("not {}", shown(item))))
            }
            None => Diagnostic::error("missing-words", self.end, format!("{what} is missing"))
                .here(format!("after this, {what} should follow")),
        })
    }

    /// Complains about a name that nothing has, with the nearest of those there are.
    pub(super) fn unknown<'b>(
        &self,
        what: &str,
        names: impl Iterator<Item = &'b str> + Clone,
    ) -> Box<Diagnostic> {
        let problem = self.none_of(what, names);
        match self.peek_word() {
            Some(word) if self.slip.is_none() => Box::new(problem.misses(word)),
            _ => problem,
        }
    }

    /// Complains about a word that is none of the known ones, with the nearest of them.
    pub(super) fn none_of<'b>(
        &self,
        what: &str,
        names: impl Iterator<Item = &'b str> + Clone,
    ) -> Box<Diagnostic> {
        if self.slip.is_some() {
            return self.expected(what);
        }
        let Some(word) = self.peek_word() else {
            let problem = self.expected(what);
            let list: Vec<&str> = names.take(12).collect();
            return Box::new(if list.len() > 1 {
                problem.help(format!("one of {}", quoted(&list)))
            } else {
                *problem
            });
        };
        let problem = Diagnostic::error("unknown-word", self.span(), format!("`{word}` is not {what}"));
        let problem = self.after_comma(problem);
        Box::new(match nearest(word, names.clone().chain(self.tried.iter().copied())) {
            Some(name) => problem.here(did_you_mean(name)).help(did_you_mean(name)),
            None => {
                let mut list: Vec<&str> = names.collect();
                list.sort_unstable();
                list.truncate(24);
                problem.help(format!("known here: {}", quoted(&list)))
            }
        })
    }

    /// Points to the comma before, if there is one.
    fn after_comma(&self, problem: Diagnostic) -> Diagnostic {
        match self.comma {
            Some(comma) => problem.label(comma, "the list goes on after this comma"),
            None => problem,
        }
    }

    /// Complains if anything is left.
    pub(super) fn finish(&self) -> Read<()> {
        match self.peek() {
            None => Ok(()),
            Some(item) => {
                if let Some(problem) = self.misspelt() {
                    return Err(problem);
                }
                if let ItemKind::Symbol(sign @ ("=" | ":")) = item.kind {
                    let message = format!("no `{sign}` belongs here");
                    let problem = Diagnostic::error("leftover-words", item.span, message);
                    return Err(Box::new(problem.help("delete it: words follow each other without signs")));
                }
                let all = item.span.to(self.end);
                let what = if self.items.len() == 1 { "this does" } else { "these words do" };
                Err(Box::new(
                    Diagnostic::error("leftover-words", all, format!("{what} not belong here"))
                        .here("the statement is complete before this")
                        .help("nothing in a file is ignored: remove it, or begin a new line for a new fact"),
                ))
            }
        }
    }
}

/// An item as it was written, for a message.
pub(super) fn shown(item: &Item) -> String {
    match &item.kind {
        ItemKind::Word(word) => format!("`{word}`"),
        ItemKind::Number(number) => format!("`{number}`"),
        ItemKind::Text(_) => "a quoted text".into(),
        ItemKind::Betza(_) => "a move in backticks".into(),
        ItemKind::List(_) => "a list in brackets".into(),
        ItemKind::Group(_) => "something in parentheses".into(),
        ItemKind::Symbol(symbol) => format!("`{symbol}`"),
    }
}

/// Items as plain words, for names and keys.
pub(super) fn plain(items: &[Item]) -> String {
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
