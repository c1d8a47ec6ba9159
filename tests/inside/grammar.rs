//! Tests of the forms of statements: the form of a statement in the table is its grammar.
//!
//! [`Recognizer`] matches the items of a statement with a form. It shares no code with the readers of `lower`.

use super::help::{root, walk};
use ferz_syntax::builder::{
    ConditionFill, Fill, NewStatement, PhraseFill, PieceFill, SquareFill, item, write,
};
use ferz_syntax::form::{Form, FormPart, Slot, read};
use ferz_syntax::syntax::{Block, Item, ItemKind, Statement, is_key, parse};
use ferz_syntax::vocabulary::{self, BlockKind, CONDITION_WORDS, Keyword, Place, WORDS, WordEntry};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// The positions between items at which a part can end.
type Ends = BTreeSet<usize>;

/// Matches some items with parts of forms.
pub(super) struct Recognizer<'i> {
    items: &'i [Item],
    /// The ends of slots by their beginnings.
    known: RefCell<BTreeMap<(Slot, usize), Ends>>,
}

impl<'i> Recognizer<'i> {
    pub(super) fn new(items: &'i [Item]) -> Recognizer<'i> {
        Recognizer { items, known: RefCell::default() }
    }

    /// Returns true if all items have the form.
    pub(super) fn matches(&self, parts: &[FormPart]) -> bool {
        self.ends(parts, 0).contains(&self.items.len())
    }

    /// Returns the ends of a sequence that begins at an item.
    pub(super) fn ends(&self, parts: &[FormPart], at: usize) -> Ends {
        parts.iter().fold(Ends::from([at]), |ends, part| {
            ends.into_iter().flat_map(|at| self.ends_of(part, at)).collect()
        })
    }

    pub(super) fn ends_of(&self, part: &FormPart, at: usize) -> Ends {
        let one = |holds: bool| if holds { Ends::from([at + 1]) } else { Ends::new() };
        let item = self.items.get(at);
        match part {
            FormPart::Word(word) => one(item.is_some_and(|item| is_word(item, word))),
            FormPart::Symbol(symbol) => one(item.is_some_and(|item| item.is_symbol(symbol))),
            FormPart::Slot(slot) => self.slot(*slot, at),
            FormPart::Choice(all) => all.iter().flat_map(|parts| self.ends(parts, at)).collect(),
            FormPart::Optional(all) => {
                all.iter().flat_map(|parts| self.ends(parts, at)).chain([at]).collect()
            }
            FormPart::Repeated { part, comma } => self.repeated(part, *comma, at),
            FormPart::List(parts) => one(item.and_then(Item::list).is_some_and(|inner| {
                let entries = match parts.as_slice() {
                    [FormPart::Repeated { part, .. }] => part,
                    _ => return false,
                };
                let inner = Recognizer::new(inner);
                inner.repeated(entries, false, 0).contains(&inner.items.len())
            })),
            FormPart::Group(parts) => one(item.is_some_and(|item| match &item.kind {
                ItemKind::Group(inner) => Recognizer::new(inner).matches(parts),
                _ => false,
            })),
            FormPart::Block(_) => Ends::from([at]),
        }
    }

    /// Returns the values of a sequence that begins and ends at these items, if it can.
    fn fills(&self, parts: &[FormPart], at: usize, to: usize) -> Option<Vec<Fill>> {
        let Some((part, rest)) = parts.split_first() else { return (at == to).then(Vec::new) };
        // The longest part comes first, as a reader would take it.
        self.ends_of(part, at).into_iter().rev().find_map(|end| {
            let rest = self.ends(rest, end).contains(&to).then(|| self.fills(rest, end, to))??;
            Some([self.fills_of(part, at, end)?, rest].concat())
        })
    }

    fn fills_of(&self, part: &FormPart, at: usize, to: usize) -> Option<Vec<Fill>> {
        let sequence = |parts: &Vec<FormPart>| self.fills(parts, at, to);
        match part {
            FormPart::Word(word) | FormPart::Symbol(word) => Some(vec![Fill::Say(word)]),
            FormPart::Slot(slot) if Form::of_slot(*slot).is_empty() => {
                Some(vec![Fill::Item(*slot, as_written(&self.items[at..to]))])
            }
            FormPart::Slot(slot) => {
                let fills = Form::of_slot(*slot).iter().find_map(|form| self.fills(&form.parts, at, to))?;
                Some(vec![Fill::Phrase(PhraseFill { slot: *slot, fills })])
            }
            FormPart::Choice(all) => all.iter().find_map(sequence),
            FormPart::Optional(_) if at == to => Some(Vec::new()),
            FormPart::Optional(all) => all.iter().find_map(sequence),
            FormPart::Repeated { part, comma } => self.ends_of(part, at).into_iter().rev().find_map(|end| {
                let first = || self.fills_of(part, at, end);
                let next = end + usize::from(*comma);
                if end == to {
                    return first();
                }
                if next > to || !self.repeated(part, *comma, next).contains(&to) {
                    return None;
                }
                let rest =
                    self.fills_of(&FormPart::Repeated { part: part.clone(), comma: *comma }, next, to)?;
                let comma = comma.then_some(Fill::Say(","));
                Some(first()?.into_iter().chain(comma).chain(rest).collect())
            }),
            FormPart::List(parts) => {
                let [FormPart::Repeated { part, .. }] = parts.as_slice() else { return None };
                let inner = Recognizer::new(self.items[at].list()?);
                inner.fills_of(&FormPart::Repeated { part: part.clone(), comma: false }, 0, inner.items.len())
            }
            FormPart::Group(parts) => match &self.items[at].kind {
                ItemKind::Group(items) => Recognizer::new(items).fills(parts, 0, items.len()),
                _ => None,
            },
            FormPart::Block(_) => Some(Vec::new()),
        }
    }

    fn slot(&self, slot: Slot, at: usize) -> Ends {
        let forms = Form::of_slot(slot);
        if forms.is_empty() {
            let holds = self.items.get(at).is_some_and(|item| holds(slot, item));
            return match slot {
                Slot::Statement => (at + 1..=self.items.len()).collect(),
                _ if holds => Ends::from([at + 1]),
                _ => Ends::new(),
            };
        }
        if let Some(known) = self.known.borrow().get(&(slot, at)) {
            return known.clone();
        }
        let ends = forms.iter().flat_map(|form| self.ends(&form.parts, at)).filter(|end| *end > at);
        let ends: Ends = ends.collect();
        self.known.borrow_mut().insert((slot, at), ends.clone());
        ends
    }

    fn repeated(&self, part: &FormPart, comma: bool, at: usize) -> Ends {
        let mut all = Ends::new();
        let mut open: Vec<usize> = self.ends_of(part, at).into_iter().collect();
        while let Some(end) = open.pop() {
            if all.insert(end) {
                let is_comma = self.items.get(end).is_some_and(|item| item.is_symbol(","));
                match comma {
                    true if is_comma => open.extend(self.ends_of(part, end + 1)),
                    true => {}
                    false => open.extend(self.ends_of(part, end)),
                }
            }
        }
        all
    }
}

/// Returns true if a single item can fill a slot. Slots with forms of their own hold several items.
fn holds(slot: Slot, item: &Item) -> bool {
    match slot {
        Slot::Key => item.word().is_some_and(is_key),
        Slot::Number => matches!(item.kind, ItemKind::Number(_)),
        Slot::Value => matches!(item.kind, ItemKind::Word(_) | ItemKind::Number(_)),
        Slot::Text => item.is_text(),
        Slot::Moves => matches!(item.kind, ItemKind::Betza(_)),
        Slot::Marks => matches!(item.kind, ItemKind::Marks(_)),
        _ => item.word().is_some(),
    }
}

fn is_word(item: &Item, word: &str) -> bool {
    match &item.kind {
        ItemKind::Number(number) => number.to_string() == word,
        _ => item.word() == Some(word),
    }
}

/// Formats items as they are written.
fn as_written(items: &[Item]) -> String {
    let texts: Vec<String> = items
        .iter()
        .map(|item| match &item.kind {
            ItemKind::Word(word) => word.clone(),
            ItemKind::Number(number) => number.to_string(),
            ItemKind::Text(text) => format!("\"{text}\""),
            ItemKind::Betza(text) => format!("`{text}`"),
            ItemKind::List(items) => {
                let entries: Vec<String> =
                    items.iter().map(|item| as_written(std::slice::from_ref(item))).collect();
                format!("[{}]", entries.join(", "))
            }
            ItemKind::Marks(items) => format!("[{}]", as_written(items)),
            ItemKind::Group(items) => format!("({})", as_written(items)),
            ItemKind::Symbol(symbol) => (*symbol).to_owned(),
        })
        .collect();
    texts.join(" ")
}

/// A statement of a file with its form.
pub(super) struct Formed<'s> {
    pub statement: &'s Statement,
    pub parts: &'static [FormPart],
    /// True if marks can end the statement.
    pub cites: bool,
}

/// Calls a function for every statement in a block or a file.
pub(super) fn each_statement<'s>(all: &'s [Statement], place: Place, seen: &mut dyn FnMut(Formed<'s>)) {
    for statement in all {
        one(statement, &statement.items, place, seen);
    }
}

fn one<'s>(statement: &'s Statement, items: &'s [Item], place: Place, seen: &mut dyn FnMut(Formed<'s>)) {
    let word = items.first().and_then(Item::word).and_then(vocabulary::find);
    let is_moves = matches!(items.first(), Some(Item { kind: ItemKind::Betza(_), .. }));
    let moves = || WORDS.iter().find(|row| row.keyword == Keyword::Moves);
    let row = if is_moves { moves() } else { word };
    let around = WORDS
        .iter()
        .find(|row| row.block == BlockKind::Of(place) || row.text == "array" && place == Place::Array);
    let row = row.filter(|row| row.places.contains(&place) || place == Place::Top);
    let (parts, cites, inside): (&[FormPart], bool, &'static WordEntry) = match (row, around) {
        (Some(row), _) => (&Form::of(row).parts, row.cites, row),
        (None, Some(around)) => (Form::of(around).line(), true, around),
        (None, None) => panic!("no form: {:?}", items),
    };
    let Some(block) = &statement.block else {
        return seen(Formed { statement, parts, cites });
    };
    seen(Formed { statement, parts, cites });
    // The rest of an amended statement is another one.
    if matches!(inside.keyword, Keyword::Add | Keyword::Change | Keyword::Remove) {
        let inner = items[1..].iter().filter_map(Item::word).find_map(vocabulary::find);
        return inside_block(block, inner, Place::Top, true, seen);
    }
    inside_block(block, row, place, false, seen);
}

fn inside_block<'s>(
    block: &'s Block,
    row: Option<&'static WordEntry>,
    place: Place,
    amends: bool,
    seen: &mut dyn FnMut(Formed<'s>),
) {
    let kind = row.map_or(BlockKind::Same, |row| row.block);
    let inner = match kind {
        BlockKind::Of(inner) => inner,
        BlockKind::Rows => Place::Array,
        BlockKind::Same | BlockKind::Never => place,
        // A changed switch has parts of its lines.
        BlockKind::Values if amends => return,
        BlockKind::Values => {
            let line = row.map_or(&[][..], |row| Form::of(row).line());
            for value in &block.statements {
                seen(Formed { statement: value, parts: line, cites: true });
                let inner = value.block.iter().flat_map(|block| &block.statements).collect::<Vec<_>>();
                inner.iter().for_each(|statement| one(statement, &statement.items, place, seen));
            }
            return;
        }
    };
    for statement in &block.statements {
        // A line of a changed statement can be a part of a line.
        let first = statement.items.first().and_then(Item::word);
        if !(amends && matches!(first, Some("add" | "change" | "remove"))) {
            one(statement, &statement.items, inner, seen);
        }
    }
}

/// Returns the texts of the shipped games and of the fixtures that are games.
pub(super) fn games() -> Vec<(String, String)> {
    let folders = ["variants", "tests/fixtures/games", "tests/fixtures/found"];
    let files = folders.iter().flat_map(|folder| walk(&root().join(folder)));
    let files = files.filter(|path| path.extension().is_some_and(|end| end == "ferz"));
    files.map(|path| (path.display().to_string(), std::fs::read_to_string(&path).expect("a file"))).collect()
}

/// Returns the items of a statement without the marks at its end.
pub(super) fn without_marks<'s>(formed: &Formed<'s>) -> &'s [Item] {
    match formed.statement.items.as_slice() {
        [items @ .., last]
            if formed.cites && matches!(last.kind, ItemKind::Marks(_)) && !items.is_empty() =>
        {
            items
        }
        items => items,
    }
}

#[test]
fn every_form_can_be_read() {
    for row in WORDS {
        read(row.form).unwrap_or_else(|problem| panic!("{}: {problem}", row.text));
    }
    for (slot, forms) in ferz_syntax::form::PHRASES {
        forms
            .iter()
            .for_each(|text| drop(read(text).unwrap_or_else(|problem| panic!("{slot:?}: {problem}"))));
    }
}

#[test]
fn every_statement_has_its_form() {
    let mut wrong = BTreeSet::new();
    let mut count = 0;
    for (path, text) in games() {
        let tree = parse(0, text.as_str());
        if !tree.problems().is_empty() {
            continue;
        }
        let statements: Vec<Statement> = tree.statements().map(|statement| statement.copy()).collect();
        each_statement(&statements, Place::Top, &mut |formed| {
            count += 1;
            let fits = |items| Recognizer::new(items).matches(formed.parts);
            if !fits(&formed.statement.items) && !fits(without_marks(&formed)) {
                let span = formed.statement.span;
                wrong.insert(format!("{}: {}", path.rsplit('/').next().unwrap(), &text[span.range()]));
            }
        });
    }
    assert!(count > 5_000, "{count}");
    let wrong: Vec<String> = wrong.into_iter().collect();
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
}

/// Returns the items without their places, and with lists of capitalized words as marks, as the parser reads them.
fn plain(items: &[Item]) -> String {
    as_written(items).replace(',', " ,").split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn every_statement_can_be_built_from_its_items() {
    let mut wrong = Vec::new();
    for (path, text) in games() {
        let tree = parse(0, text.as_str());
        if !tree.problems().is_empty() {
            continue;
        }
        let statements: Vec<Statement> = tree.statements().map(|statement| statement.copy()).collect();
        each_statement(&statements, Place::Top, &mut |formed| {
            let whole = formed.statement.items.as_slice();
            let built = [whole, without_marks(&formed)].into_iter().find_map(|items| {
                let fills = Recognizer::new(items).fills(formed.parts, 0, items.len())?;
                Some((items, write(formed.parts, &fills)))
            });
            let Some((items, built)) = built else {
                return wrong.push(format!("{path}: no values: {}", plain(whole)));
            };
            let again = built.as_ref().ok().map(|built| parse(0, built.as_str()));
            let read = again.and_then(|tree| Some(tree.statements().next()?.copy()));
            if read.as_ref().is_none_or(|read| plain(&read.items) != plain(items)) {
                wrong.push(format!("{path}: {} -> {built:?}", plain(items)));
            }
        });
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn values_that_do_not_fit_a_form_are_found() {
    let form = |keyword| Form::of(WORDS.iter().find(|row| row.keyword == keyword).expect("a row"));
    let moves = item(Slot::Moves, "N");
    let squares = Fill::from(SquareFill::ranks(1, 4));
    let write = |keyword, fills: &[Fill]| {
        write(&form(keyword).parts, fills).map_err(|problem| format!("{problem:?}"))
    };
    assert_eq!(write(Keyword::Moves, std::slice::from_ref(&moves)), Ok("`N`".to_owned()));
    assert_eq!(write(Keyword::Moves, &[moves.clone(), squares.clone()]), Err("Several".to_owned()));
    assert_eq!(
        write(Keyword::Moves, &[Fill::Say("moves"), moves.clone(), Fill::Say("to"), squares.clone()]),
        Ok("moves `N` to rank 1..4".to_owned())
    );
    assert_eq!(write(Keyword::Stays, &[moves]), Err("None".to_owned()));
    assert_eq!(write(Keyword::Stays, &[]), Err("None".to_owned()));
    assert_eq!(write(Keyword::Stays, &[squares]), Ok("stays in rank 1..4".to_owned()));
}

#[test]
fn conditions_have_parentheses_where_they_need_them() {
    let check = || ConditionFill::say("in check");
    let king = || PieceFill::named(&["king"]).own();
    let some = || ConditionFill::some(king(), false);
    let when = |condition: ConditionFill| NewStatement::new(Keyword::When).with(condition).text();
    let either = ConditionFill::Any(vec![check(), some()]);
    assert_eq!(when(either.clone()), "when in check or own king");
    assert_eq!(
        when(ConditionFill::All(vec![check().negated(), either.clone()])),
        "when not in check and (in check or own king)"
    );
    assert_eq!(when(either.clone().negated()), "when not (in check or own king)");
    assert_eq!(
        when(ConditionFill::All(vec![ConditionFill::Any(vec![check()]), some()])),
        "when in check and own king"
    );
    assert_eq!(
        when(ConditionFill::Any(vec![either, ConditionFill::none(king(), true)])),
        "when in check or own king or no own king in hand"
    );
}

#[test]
fn the_words_of_conditions_begin_their_forms() {
    let mut words: BTreeSet<&str> = Form::of_slot(Slot::Fact)
        .iter()
        .filter_map(
            |form| if let [FormPart::Word(word), ..] = form.parts.as_slice() { Some(*word) } else { None },
        )
        .collect();
    words.insert("some");
    let known: BTreeSet<&str> = CONDITION_WORDS.into_iter().collect();
    // These words can also begin a description of pieces, or are listed by their second word.
    let other = ["enemy", "royals", "white", "black"];
    let missing: Vec<&&str> = words.difference(&known).filter(|word| !other.contains(*word)).collect();
    assert!(missing.is_empty(), "{missing:?} {:?}", known.difference(&words));
}

/// Returns the text between backticks in a line of Markdown, for spans of one or two backticks.
fn code_spans(line: &str) -> Vec<&str> {
    let mut spans = Vec::new();
    let mut rest = line;
    while let Some(start) = rest.find('`') {
        let fence = if rest[start..].starts_with("``") { "``" } else { "`" };
        let inner = &rest[start + fence.len()..];
        let Some(end) = inner.find(fence) else { break };
        spans.push(inner[..end].trim());
        rest = &inner[end + fence.len()..];
    }
    spans
}

/// Returns the lowercase words of a text outside quotes and notations.
fn lowercase_words(text: &str) -> BTreeSet<&str> {
    let outside = text.split(['"', '`']).step_by(2);
    let words = outside.flat_map(|text| text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-'));
    words.filter(|word| word.starts_with(|c: char| c.is_ascii_lowercase())).collect()
}

#[test]
fn the_reference_has_every_form_and_no_other_words() {
    let page = include_str!("../../docs/book/language.md");
    let prose = page.lines().filter(|line| !line.starts_with("```"));
    let spans: Vec<&str> = prose.flat_map(code_spans).collect();
    let explained: BTreeSet<&str> = spans.iter().flat_map(|span| lowercase_words(span)).collect();
    let texts = WORDS
        .iter()
        .map(|row| row.form)
        .chain(ferz_syntax::form::PHRASES.iter().flat_map(|(_, texts)| *texts).copied());
    let known: BTreeSet<&str> = texts.flat_map(lowercase_words).collect();
    let missing: Vec<_> = known.difference(&explained).collect();
    assert!(missing.is_empty(), "the page does not have {missing:?}");
    // A row of a table begins with the form of a statement or of a part of one.
    let rows = page.lines().filter_map(|line| line.strip_prefix("| ")?.split(" | ").next());
    for span in rows.flat_map(code_spans) {
        let Some(row) = span.split(|c: char| !c.is_ascii_lowercase()).next().and_then(vocabulary::find)
        else {
            continue;
        };
        let strange: Vec<&str> =
            lowercase_words(span).into_iter().filter(|word| !known.contains(word)).collect();
        assert!(strange.is_empty(), "`{span}` has {strange:?}, but the form is `{}`", row.form);
    }
}
