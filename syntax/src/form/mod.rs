//! The forms of statements as data: words, choices, optional and repeated parts, and slots.
//!
//! The table of words has the form of each statement as text, and [`PHRASES`] those of the slots that hold several items.
//! [`Form::of`] and [`Form::of_slot`] return them as [`FormPart`]s. Each text is read once.

mod phrases;
mod read;
mod slot;

pub use phrases::PHRASES;
pub use read::read;
pub use slot::Slot;

use crate::vocabulary::{Keyword, WORDS, WordEntry};
use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

/// A part of a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormPart {
    Word(&'static str),
    Symbol(&'static str),
    Slot(Slot),
    /// One of several sequences.
    Choice(Vec<Vec<FormPart>>),
    /// One of several sequences, or nothing.
    Optional(Vec<Vec<FormPart>>),
    /// A part that occurs once or several times. `comma` is true if commas separate the occurrences.
    Repeated {
        part: Box<FormPart>,
        comma: bool,
    },
    /// A list in brackets.
    List(Vec<FormPart>),
    /// A group in parentheses.
    Group(Vec<FormPart>),
    /// A block. The parts are the form of its lines that begin without a keyword.
    Block(Vec<FormPart>),
}

/// The form of a statement, or of a slot.
#[derive(Debug)]
pub struct Form {
    pub text: &'static str,
    pub parts: Vec<FormPart>,
}

static FORMS: LazyLock<HashMap<&str, Form>> =
    LazyLock::new(|| WORDS.iter().map(|row| (row.text, Form::new(row.form))).collect());

static SLOTS: LazyLock<BTreeMap<Slot, Vec<Form>>> = LazyLock::new(|| {
    PHRASES.iter().map(|(slot, texts)| (*slot, texts.iter().map(|text| Form::new(text)).collect())).collect()
});

static NONE: Form = Form { text: "", parts: Vec::new() };

impl Form {
    /// Reads a form of a table. A test reads every form, so none is empty in a release.
    fn new(text: &'static str) -> Form {
        Form { text, parts: read(text).unwrap_or_default() }
    }

    /// Returns the form of a statement.
    pub fn of(row: &WordEntry) -> &'static Form {
        FORMS.get(row.text).unwrap_or(&NONE)
    }

    /// Returns the form of a statement that begins with a keyword.
    pub fn of_keyword(keyword: Keyword) -> &'static Form {
        WORDS.iter().find(|row| row.keyword == keyword).map_or(&NONE, Form::of)
    }

    /// Returns the forms of a slot. A slot for a single item has none.
    pub fn of_slot(slot: Slot) -> &'static [Form] {
        SLOTS.get(&slot).map_or(&[], Vec::as_slice)
    }

    /// Returns the words of the form after the keyword, in their order.
    pub fn words(&self) -> Vec<&'static str> {
        let mut words = Vec::new();
        collect_words(self.rest(), &mut words);
        words
    }

    /// Returns the words after the keywords of all statements.
    pub fn all_words() -> Vec<&'static str> {
        let mut words = Vec::new();
        FORMS.values().for_each(|form| collect_words(form.rest(), &mut words));
        SLOTS.values().flatten().for_each(|form| collect_words(&form.parts, &mut words));
        words
    }

    /// Returns the parts after the keyword.
    pub fn rest(&self) -> &[FormPart] {
        self.parts.get(1..).unwrap_or_default()
    }

    /// Returns the form of the lines in the block that begin without a keyword.
    pub fn line(&self) -> &[FormPart] {
        fn find(parts: &[FormPart]) -> Option<&[FormPart]> {
            parts.iter().find_map(|part| match part.inner() {
                [line] if matches!(part, FormPart::Block(_)) => Some(line.as_slice()),
                inner => inner.iter().find_map(|parts| find(parts)),
            })
        }
        find(&self.parts).unwrap_or_default()
    }

    /// Returns the parts that can come directly after the first occurrence of a word or symbol.
    pub fn after(&self, word: &str) -> Vec<&FormPart> {
        after(&self.parts, word, &[]).unwrap_or_default()
    }

    /// Returns the words that distinguish the forms of a slot: the first word, or all words before the first slot if
    /// another form begins with the same word.
    pub fn openings(slot: Slot) -> Vec<&'static str> {
        let forms = Form::of_slot(slot);
        let opening = |form: &'static Form| {
            let first = form.first_words().next()?;
            let is_shared =
                forms.iter().filter(|other| other.first_words().any(|word| word == first)).count() > 1;
            let end = form.text.find(|c: char| !c.is_ascii_lowercase() && c != ' ' && c != '-');
            let run = end.map_or(form.text, |end| form.text[..end].trim_end());
            Some(if is_shared { run } else { first })
        };
        forms.iter().filter_map(opening).collect()
    }

    /// Collects the slots of a sequence in their order.
    pub fn slots<'f>(parts: &'f [FormPart], found: &mut Vec<&'f FormPart>) {
        for part in parts {
            if let FormPart::Repeated { part, .. } = part {
                Form::slots(std::slice::from_ref(part), found);
            } else if matches!(part, FormPart::Slot(_)) {
                found.push(part);
            } else {
                part.inner().iter().for_each(|parts| Form::slots(parts, found));
            }
        }
    }

    /// Iterates over the words with which the form can begin. Of several forms of one word, the first is the usual one.
    pub fn first_words(&self) -> impl Iterator<Item = &'static str> {
        let first = self.parts.first();
        let choice = if let Some(FormPart::Choice(all)) = first { all.as_slice() } else { &[] };
        first.into_iter().chain(choice.iter().filter_map(|parts| parts.first())).filter_map(FormPart::word)
    }
}

impl FormPart {
    /// Returns the word if the part is one.
    pub fn word(&self) -> Option<&'static str> {
        if let FormPart::Word(word) = self { Some(word) } else { None }
    }

    /// Returns the symbol if the part is one.
    fn symbol(&self) -> Option<&'static str> {
        if let FormPart::Symbol(symbol) = self { Some(symbol) } else { None }
    }

    /// Returns the sequences inside the part.
    fn inner(&self) -> &[Vec<FormPart>] {
        match self {
            FormPart::Word(_) | FormPart::Symbol(_) | FormPart::Slot(_) => &[],
            FormPart::Choice(all) | FormPart::Optional(all) => all,
            FormPart::Repeated { part, .. } => part.inner(),
            FormPart::List(parts) | FormPart::Group(parts) | FormPart::Block(parts) => {
                std::slice::from_ref(parts)
            }
        }
    }
}

fn collect_words(parts: &[FormPart], words: &mut Vec<&'static str>) {
    for part in parts {
        words.extend(part.word());
        part.inner().iter().for_each(|parts| collect_words(parts, words));
    }
}

/// Returns the parts that can come after a word in a sequence, which `rest` continues.
fn after<'f>(parts: &'f [FormPart], word: &str, rest: &[&'f [FormPart]]) -> Option<Vec<&'f FormPart>> {
    parts.iter().enumerate().find_map(|(at, part)| {
        let follows: Vec<&[FormPart]> =
            std::iter::once(&parts[at + 1..]).chain(rest.iter().copied()).collect();
        if part.word().or(part.symbol()) == Some(word) {
            return Some(leading(&follows));
        }
        part.inner().iter().find_map(|parts| after(parts, word, &follows))
    })
}

/// Returns the parts with which some sequences, one after the other, can begin.
fn leading<'f>(sequences: &[&'f [FormPart]]) -> Vec<&'f FormPart> {
    let mut found = Vec::new();
    for part in sequences.iter().copied().flatten() {
        match (part, part.inner()) {
            (FormPart::Repeated { part, .. }, []) => found.push(&**part),
            (part, []) => found.push(part),
            (_, inner) => found.extend(inner.iter().flat_map(|parts| leading(&[parts.as_slice()]))),
        }
        if !matches!(part, FormPart::Optional(_)) {
            break;
        }
    }
    found
}
