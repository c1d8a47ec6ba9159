//! Reads a statement along its form.
//!
//! [`Scope::values`] expects the words of the form, and reads the value of each slot. The words are therefore only in
//! the table of statements, and a reader of this stage selects the values that it needs from [`FormValues`]. A value is
//! found by the number of its slot among those of its type, so that omitted parts need no attention.

use super::conditions::Moment;
use super::rules::ENDING_RESULTS;
use super::scope::Scope;
use crate::base::source::{Span, Spanned};
use crate::base::{ByColor, PieceTypeId, Square};
use crate::form::{Form, FormPart, Slot};
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::rules::{Condition, EndingResult, MoveProperty, PieceFilter, Zone};
use crate::statement::{Cursor, Read};

/// Descriptions of numbers by the word before them, and of choices by their first word.
const EXPECTED: [(&str, &str); 14] = [
    ("always", "a choice for `check binds`"),
    ("bringing", "an exception"),
    ("drop", "what follows"),
    ("left", "a side"),
    ("orthogonally", "how the border is crossed"),
    ("must", "what the rule demands"),
    ("put", "what follows"),
    ("points", "a number, the points of the piece"),
    ("right", "`once`, or how often"),
    ("value", "a number, the value of the piece"),
    ("when", "another condition"),
    ("white", "a first player"),
    ("with", "how many"),
    ("year", "a year"),
];

/// The circumstances that the values of slots depend on.
#[derive(Clone, Copy)]
pub(super) struct SlotContext<'s> {
    /// The piece in whose block the statement is.
    pub(super) inside: Option<&'s str>,
    /// The moment at which a condition is evaluated.
    pub(super) moment: Moment,
    /// True if attacks depend on the statement, so that its pieces cannot depend on attacks.
    pub(super) decides_attacks: bool,
}

/// The value of a slot.
pub(super) enum SlotContent<'a> {
    Text(&'a str),
    Number(u32),
    Pieces(PieceFilter),
    PieceType(PieceTypeId),
    PieceTypes(Vec<PieceTypeId>),
    Squares(Zone),
    Square(ByColor<Square>),
    Condition(Condition),
    Right(usize),
    Property(MoveProperty),
    Result(EndingResult),
}

/// A type of values.
pub(super) trait SlotValue<'a>: Sized {
    /// The slots with values of this type.
    const SLOTS: &'static [Slot];

    fn of(value: SlotContent<'a>) -> Option<Self>;
}

macro_rules! slot_values {
    ($($variant:ident($type:ty) in $slots:expr;)*) => {
        $(impl<'a> SlotValue<'a> for $type {
            const SLOTS: &'static [Slot] = &$slots;

            fn of(value: SlotContent<'a>) -> Option<$type> {
                if let SlotContent::$variant(value) = value { Some(value) } else { None }
            }
        })*
    };
}

slot_values! {
    Text(&'a str) in [Slot::Name, Slot::Program, Slot::Game, Slot::Text];
    Number(u32) in [Slot::Number];
    Pieces(PieceFilter) in [Slot::Pieces];
    PieceType(PieceTypeId) in [Slot::Piece];
    PieceTypes(Vec<PieceTypeId>) in [Slot::Held];
    Squares(Zone) in [Slot::Squares];
    Square(ByColor<Square>) in [Slot::Square];
    Condition(Condition) in [Slot::Condition];
    Right(usize) in [Slot::Right];
    Property(MoveProperty) in [Slot::Property];
    Result(EndingResult) in [Slot::Result];
}

/// The words and values of a statement.
pub(super) struct FormValues<'a> {
    parts: &'static [FormPart],
    words: Vec<&'static str>,
    values: Vec<(&'static FormPart, Spanned<SlotContent<'a>>)>,
    start: Span,
}

impl<'a> FormValues<'a> {
    /// Returns true if the statement has this word of the form.
    pub(super) fn says(&self, word: &str) -> bool {
        self.words.contains(&word)
    }

    /// Returns the meaning of the first word that has one.
    pub(super) fn meaning<T: Copy>(&self, meanings: &[(&str, T)]) -> Option<T> {
        self.words.iter().find_map(|word| meanings.iter().find(|(own, _)| own == word).map(|(_, is)| *is))
    }

    /// Returns the meaning of a word that every statement has.
    pub(super) fn chosen<T: Copy>(&self, meanings: &[(&str, T)]) -> Read<T> {
        self.meaning(meanings).ok_or_else(|| self.missing())
    }

    /// Removes and returns the value of a slot, with its place. The slots with values of one type are numbered from 0.
    pub(super) fn find<T: SlotValue<'a>>(&mut self, number: usize) -> Option<Spanned<T>> {
        let mut parts = Vec::new();
        Form::slots(self.parts, &mut parts);
        let is_own = |part: &&&FormPart| matches!(part, FormPart::Slot(slot) if T::SLOTS.contains(slot));
        let part = *parts.iter().filter(is_own).nth(number)?;
        let at = self.values.iter().position(|(own, _)| std::ptr::eq(*own, part))?;
        let Spanned { value, span } = self.values.remove(at).1;
        Some(Spanned::new(T::of(value)?, span))
    }

    /// Removes and returns the value of a slot that the statement can omit.
    pub(super) fn optional<T: SlotValue<'a>>(&mut self, number: usize) -> Option<T> {
        self.find(number).map(|found| found.value)
    }

    /// Removes and returns the value of a slot that every statement has.
    pub(super) fn value<T: SlotValue<'a>>(&mut self, number: usize) -> Read<T> {
        self.placed(number).map(|found| found.value)
    }

    /// Removes and returns the value of a slot that every statement has, with its place.
    pub(super) fn placed<T: SlotValue<'a>>(&mut self, number: usize) -> Read<Spanned<T>> {
        self.find(number).ok_or_else(|| self.missing())
    }

    /// Creates the diagnostic for a value that the form promises.
    fn missing(&self) -> Diagnostic {
        Diagnostic::new(Code::MissingWords, self.start, "a part of the statement is missing")
    }
}

impl Scope<'_> {
    /// Reads a statement along its form, from the word after its keyword to its marks. A form with lines in its block is
    /// that of a line.
    pub(super) fn values<'l>(
        &self,
        cursor: &mut Cursor<'l>,
        form: &'static Form,
        context: SlotContext,
    ) -> Read<FormValues<'l>> {
        let parts = if form.line().is_empty() { form.rest() } else { form.line() };
        let values = FormValues { parts, words: Vec::new(), values: Vec::new(), start: cursor.span() };
        let last = form.parts.first().and_then(FormPart::word).unwrap_or_default();
        let mut reader = StatementReader { scope: self, cursor, context, last, values };
        reader.sequence(parts)?;
        Ok(reader.values)
    }
}

/// A reader of one statement.
struct StatementReader<'s, 'c, 'l> {
    scope: &'s Scope<'s>,
    cursor: &'c mut Cursor<'l>,
    context: SlotContext<'s>,
    /// The last word or symbol of the form that was read.
    last: &'static str,
    values: FormValues<'l>,
}

impl StatementReader<'_, '_, '_> {
    fn sequence(&mut self, parts: &'static [FormPart]) -> Read<()> {
        parts.iter().try_for_each(|part| self.part(part))
    }

    fn part(&mut self, part: &'static FormPart) -> Read<()> {
        match part {
            FormPart::Word(word) => {
                self.word(word)?;
                self.say(word);
                Ok(())
            }
            FormPart::Symbol(symbol) => {
                self.last = symbol;
                self.cursor.symbol(symbol)
            }
            FormPart::Slot(slot) => self.slot(part, *slot),
            FormPart::Optional(all) => self.begun(all, true).map_or(Ok(()), |parts| self.sequence(parts)),
            FormPart::Choice(all) => {
                let slot = all.iter().find(|parts| matches!(parts.first(), Some(FormPart::Slot(_))));
                match self.begun(all, slot.is_some()).or(slot.map(Vec::as_slice)) {
                    Some(parts) => self.sequence(parts),
                    None => Err(self.none_of(all.iter().filter_map(|parts| parts.first()?.word()))),
                }
            }
            FormPart::Repeated { part, comma } => loop {
                self.part(part)?;
                if !*comma || !self.cursor.eat_symbol(",") {
                    return Ok(());
                }
            },
            // No statement that is read along its form has these parts.
            FormPart::Group(_) | FormPart::List(_) | FormPart::Block(_) => Ok(()),
        }
    }

    /// Takes a word or a number of the form.
    fn word(&mut self, word: &'static str) -> Read<()> {
        let Ok(number) = word.parse::<u32>() else { return self.cursor.keyword(word) };
        match self.cursor.number(word)? {
            (other, _) if other == number => Ok(()),
            (_, span) => Err(Diagnostic::new(Code::BadNumber, span, format!("the number must be {word}"))),
        }
    }

    /// Creates the diagnostic for a word that is not one of the words of a choice.
    fn none_of(&self, words: impl Iterator<Item = &'static str> + Clone) -> Diagnostic {
        let first = words.clone().next().unwrap_or_default();
        match expected(first) {
            Some(what) => self.cursor.none_of(what, words),
            None => self.cursor.expected(&format!("`{first}`")),
        }
    }

    fn say(&mut self, word: &'static str) {
        self.last = word;
        self.values.words.push(word);
    }

    /// Takes the words with which one of several sequences begins, and returns the rest of the sequence. All words up to
    /// the first slot must come next if `whole` is true, and otherwise only the first one.
    fn begun(&mut self, all: &'static [Vec<FormPart>], whole: bool) -> Option<&'static [FormPart]> {
        all.iter().find_map(|parts| {
            let words = parts.iter().take_while(|part| part.word().is_some()).count();
            let (words, rest) = parts.split_at(if whole { words } else { words.min(1) });
            let begins = if words.is_empty() {
                matches!(rest.first(), Some(FormPart::Slot(Slot::Number))) && self.cursor.is_number()
            } else {
                self.cursor.eat_words(words.iter().filter_map(FormPart::word))
            };
            begins.then(|| words.iter().filter_map(FormPart::word).for_each(|word| self.say(word)))?;
            Some(rest)
        })
    }

    fn slot(&mut self, part: &'static FormPart, slot: Slot) -> Read<()> {
        let start = self.cursor.clone();
        let SlotContext { inside, moment, decides_attacks } = self.context;
        let moment = if self.last == "provided" { Moment::After } else { moment };
        let what = expected(self.last).unwrap_or("a number");
        let (scope, cursor) = (self.scope, &mut *self.cursor);
        let value = match slot {
            Slot::Name => SlotContent::Text(cursor.free_name(&format!("the name of the {}", self.last))?.0),
            Slot::Program => SlotContent::Text(cursor.free_name("the name of a program")?.0),
            Slot::Game => SlotContent::Text(cursor.free_name("the name of a game")?.0),
            Slot::Text => SlotContent::Text(cursor.quoted("a text in quotes")?.0),
            Slot::Number => SlotContent::Number(cursor.number(what)?.0),
            Slot::Pieces if decides_attacks => SlotContent::Pieces(scope.settled_pieces(cursor)?),
            Slot::Pieces => SlotContent::Pieces(scope.pieces(cursor)?),
            Slot::Piece => SlotContent::PieceType(scope.one_piece_type(cursor, inside)?),
            Slot::Held => SlotContent::PieceTypes(scope.dropped(cursor)?),
            Slot::Squares => SlotContent::Squares(scope.zone(cursor)?),
            Slot::Square => SlotContent::Square(scope.one_square(cursor)?),
            Slot::Condition => SlotContent::Condition(scope.condition(cursor, moment)?),
            Slot::Right => SlotContent::Right(scope.right(cursor)?),
            Slot::Property => SlotContent::Property(scope.property(cursor)?),
            Slot::Result => {
                let result = cursor.one_of("a result for the player to move", &ENDING_RESULTS)?;
                if let EndingResult::Wins(_) = result {
                    cursor.keyword("wins")?;
                }
                SlotContent::Result(result)
            }
            // No statement that is read along its form has these slots.
            #[rustfmt::skip]
            Slot::Array | Slot::Key | Slot::Source | Slot::Switch | Slot::Value | Slot::Region
            | Slot::Parameter | Slot::Token | Slot::Letter | Slot::Moves | Slot::Marks | Slot::Statement | Slot::Filter
            | Slot::Whose | Slot::Noun | Slot::Relation | Slot::Union | Slot::Area | Slot::All | Slot::Fact | Slot::Total
            | Slot::Reading | Slot::Threat | Slot::Event | Slot::Events | Slot::Effect | Slot::Where => return Ok(()),
        };
        let last = self.cursor.taken_since(&start).1;
        let place = last.map_or(start.span(), |last| start.span().to(last));
        self.values.values.push((part, Spanned::new(value, place)));
        Ok(())
    }
}

/// Returns the description of a number after a word, or of a choice that begins with the word.
fn expected(word: &str) -> Option<&'static str> {
    EXPECTED.iter().find(|(own, _)| *own == word).map(|(_, what)| *what)
}
