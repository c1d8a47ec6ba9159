//! Writes statements: values in, text out.
//!
//! A [`NewStatement`] has a keyword of the table and the values of its slots, in the order of its form. The form gives all
//! other words, so that no caller writes the text of a rule. [`PieceFill`], [`SquareFill`], [`ConditionFill`], and
//! [`EffectFill`] are the values of slots with forms of their own. [`file`] writes a whole file.

mod values;
mod write;

pub use values::{ConditionFill, EffectFill, PieceFill, SquareFill, event, held};
pub use write::write;

use crate::form::{Form, Slot};
use crate::messages::text::fill;
use crate::syntax;
use crate::vocabulary::{Keyword, WORDS};

/// A value in a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fill {
    /// A word or symbol of the form, which chooses one of its alternatives.
    Say(&'static str),
    /// The value of a slot for a single item, as written.
    Item(Slot, String),
    /// The value of a slot with forms of its own.
    Phrase(PhraseFill),
}

/// The value of a slot with forms of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PhraseFill {
    pub slot: Slot,
    pub fills: Vec<Fill>,
}

/// A statement that is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewStatement {
    /// The keyword before another statement that it amends.
    amends: Option<Keyword>,
    head: Head,
    fills: Vec<Fill>,
    block: Vec<NewStatement>,
}

/// The beginning of a statement, which decides its form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Head {
    Keyword(Keyword),
    /// A line without a keyword in the block of a statement.
    LineOf(Keyword),
    /// The name of a line that is removed.
    Name,
    /// A row of a drawing.
    Row,
}

/// Creates the value of a slot for a single item. Texts and moves are put in quotes and backticks.
pub fn item(slot: Slot, value: impl ToString) -> Fill {
    let quotes = [(Slot::Text, "\""), (Slot::Moves, "`")];
    let quote = quotes.iter().find(|(own, _)| *own == slot).map_or("", |(_, quote)| quote);
    // A text cannot contain the sign that ends it.
    let is_plain = |c: &char| quote.is_empty() || !c.is_control() && !quote.contains(*c);
    let value: String = value.to_string().chars().filter(is_plain).collect();
    Fill::Item(slot, format!("{quote}{value}{quote}"))
}

/// Creates the value of a slot for a text that is broken into lines.
pub fn paragraph(text: &str, width: usize) -> Fill {
    let line = |line: String| match item(Slot::Text, line) {
        Fill::Item(_, text) => text,
        Fill::Say(_) | Fill::Phrase(_) => String::new(),
    };
    let lines = fill("", "", text.split(' ').filter(|word| !word.is_empty()), width);
    Fill::Item(Slot::Text, lines.into_iter().map(line).collect::<Vec<_>>().join("\n"))
}

/// Splits words that choose an alternative.
fn say(words: &'static str) -> impl Iterator<Item = Fill> {
    words.split(' ').map(Fill::Say)
}

impl NewStatement {
    /// Begins a statement with a keyword.
    pub fn new(keyword: Keyword) -> NewStatement {
        NewStatement { amends: None, head: Head::Keyword(keyword), fills: Vec::new(), block: Vec::new() }
    }

    /// Begins a line without a keyword in the block of a statement, such as the line of an ending.
    pub fn line_of(keyword: Keyword) -> NewStatement {
        NewStatement { head: Head::LineOf(keyword), ..NewStatement::new(keyword) }
    }

    /// Creates a row of a drawing with the marks of its squares.
    pub fn row(rank: i32, marks: Vec<String>) -> NewStatement {
        let marks = marks.into_iter().map(|mark| Fill::Item(Slot::Token, mark));
        let fills = std::iter::once(item(Slot::Number, rank)).chain(marks).collect();
        NewStatement { amends: None, head: Head::Row, fills, block: Vec::new() }
    }

    /// Creates a statement that removes those with a keyword and these names, or a line that begins with a name.
    pub fn removing(keyword: Option<Keyword>, names: &[&str]) -> NewStatement {
        let names = names.iter().flat_map(|name| [Fill::Say(","), item(Slot::Name, name)]).skip(1);
        let head = keyword.map_or(Head::Name, Head::Keyword);
        NewStatement { fills: names.collect(), amends: Some(Keyword::Remove), head, block: Vec::new() }
    }

    /// Puts a keyword such as `change` before the statement.
    pub fn amending(self, keyword: Keyword) -> NewStatement {
        NewStatement { amends: Some(keyword), ..self }
    }

    /// Adds the value of the next slot.
    pub fn with(mut self, fill: impl Into<Fill>) -> NewStatement {
        self.fills.push(fill.into());
        self
    }

    /// Adds the value of the next slot for a single item.
    pub fn item(self, slot: Slot, value: impl ToString) -> NewStatement {
        self.with(item(slot, value))
    }

    /// Chooses an alternative of the form by its words.
    pub fn say(mut self, words: &'static str) -> NewStatement {
        self.fills.extend(say(words));
        self
    }

    /// Adds the block of the statement. An empty block is not written.
    pub fn block(self, block: Vec<NewStatement>) -> NewStatement {
        NewStatement { block, ..self }
    }

    /// Returns the keyword of the statement, or of the statement around a line.
    pub fn keyword(&self) -> Option<Keyword> {
        match self.head {
            Head::Keyword(keyword) | Head::LineOf(keyword) => Some(keyword),
            Head::Name | Head::Row => None,
        }
    }

    /// Returns the values of the statement.
    pub fn fills(&self) -> &[Fill] {
        &self.fills
    }

    /// Returns the statements of the block.
    pub fn lines(&self) -> &[NewStatement] {
        &self.block
    }

    /// Returns true if one of the values is this word, or contains it.
    pub fn says(&self, word: &str) -> bool {
        self.fills.iter().any(|fill| fill.says(word))
    }

    /// Returns true if the statement or its block mentions a name in slots of a kind.
    pub fn mentions(&self, slot: Slot, name: &str) -> bool {
        let mentions = |fill: &Fill| fill.mentions(slot, name);
        self.fills.iter().any(mentions) || self.block.iter().any(|line| line.mentions(slot, name))
    }

    /// Replaces a name in all slots of a kind.
    pub fn rename(&mut self, slot: Slot, old: &str, new: &str) {
        self.fills.iter_mut().for_each(|fill| fill.rename(slot, old, new));
        self.block.iter_mut().for_each(|line| line.rename(slot, old, new));
    }

    /// Returns the text of the statement, which the formatter lays out.
    pub fn text(&self) -> String {
        let mut text = self.amends.map_or_else(String::new, |keyword| format!("{} ", text_of(keyword)));
        text += &self.head();
        if !self.block.is_empty() {
            let lines: Vec<String> = self.block.iter().map(NewStatement::text).collect();
            text += &format!(" {{\n{}\n}}", lines.join("\n"));
        }
        text
    }

    /// Returns the text of the statement without its block.
    fn head(&self) -> String {
        let plain = |fills: &[Fill]| fills.iter().map(Fill::text).collect::<Vec<_>>().join(" ");
        let text = match self.head {
            Head::Row => {
                let (rank, marks) = self.fills.split_at(1.min(self.fills.len()));
                return format!("{} | {}", plain(rank), plain(marks));
            }
            // The names of statements that are removed are not the values of their slots.
            Head::Name => return plain(&self.fills),
            Head::Keyword(keyword) if self.amends == Some(Keyword::Remove) => {
                let names = plain(&self.fills).replace(" ,", ",");
                return format!("{} {names}", text_of(keyword)).trim_end().to_owned();
            }
            Head::Keyword(keyword) => write(&Form::of_keyword(keyword).parts, &self.fills),
            Head::LineOf(keyword) => write(Form::of_keyword(keyword).line(), &self.fills),
        };
        debug_assert!(text.is_ok(), "{self:?}: {text:?}");
        text.unwrap_or_else(|_| plain(&self.fills))
    }
}

impl PhraseFill {
    /// Returns the text of the phrase.
    pub fn text(&self) -> String {
        let texts = Form::of_slot(self.slot).iter().map(|form| write::wordings(&form.parts, &self.fills));
        let text = write::best(texts.flatten(), self.fills.len());
        debug_assert!(text.is_ok(), "{self:?}: {text:?}");
        text.unwrap_or_else(|_| self.fills.iter().map(Fill::text).collect::<Vec<_>>().join(" "))
    }
}

impl Fill {
    fn text(&self) -> String {
        match self {
            Fill::Say(word) => (*word).to_owned(),
            Fill::Item(_, value) => value.clone(),
            Fill::Phrase(phrase) => phrase.text(),
        }
    }

    fn says(&self, word: &str) -> bool {
        match self {
            Fill::Say(own) => *own == word,
            Fill::Item(..) => false,
            Fill::Phrase(phrase) => phrase.fills.iter().any(|fill| fill.says(word)),
        }
    }

    fn mentions(&self, slot: Slot, name: &str) -> bool {
        match self {
            Fill::Say(_) => false,
            Fill::Item(own, value) => *own == slot && value == name,
            Fill::Phrase(phrase) => phrase.fills.iter().any(|fill| fill.mentions(slot, name)),
        }
    }

    fn rename(&mut self, slot: Slot, old: &str, new: &str) {
        match self {
            Fill::Item(own, value) if *own == slot && value == old => new.clone_into(value),
            Fill::Phrase(phrase) => phrase.fills.iter_mut().for_each(|fill| fill.rename(slot, old, new)),
            Fill::Say(_) | Fill::Item(..) => {}
        }
    }
}

/// Writes a file with comments at its end. A blank line separates the groups of statements.
pub fn file(groups: &[Vec<NewStatement>], comments: &[String]) -> String {
    let group =
        |group: &Vec<NewStatement>| group.iter().map(NewStatement::text).collect::<Vec<_>>().join("\n");
    let groups = groups.iter().filter(|group| !group.is_empty()).map(group);
    let comments = (!comments.is_empty()).then(|| comments.join("\n"));
    let text = groups.chain(comments).collect::<Vec<_>>().join("\n\n") + "\n";
    syntax::format(&text).unwrap_or(text)
}

fn text_of(keyword: Keyword) -> &'static str {
    WORDS.iter().find(|row| row.keyword == keyword).map_or("", |row| row.text)
}
