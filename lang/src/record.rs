//! Records of games: the rules in force, the readings, and the facts about the moves.
//!
//! A [`RuleRecord`] is a list of entries, each a paragraph with a heading of its own, so that two changes of different
//! entries can be merged. The entries about rules are the statements of a game with its parents merged in, in the order
//! of [`Keyword::is_sorted`] and without texts for readers and marks. They form a rule file, which
//! [`RuleRecord::source`] returns for the ordinary reader. The package `ferz-text` adds the entries about moves.

use crate::merge::{Reading, sources::Keys};
use crate::messages::conflict::conflict_mark;
use crate::rules::Switch;
use crate::statement::{Line, plain};
use crate::syntax::{self, Item, ItemKind, Statement};
use crate::vocabulary::{Amend, Keyword};
use std::sync::Arc;

/// The first line of a record, without the number of its version.
const HEAD: &str = "# ferz snapshot ";
/// The version of the records that ferz writes. It rises only if lines change their meaning.
const VERSION: u32 = 2;

/// The part of a record to which an entry belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RecordPart {
    Rule,
    Reading,
    /// The moves of a piece.
    Moves,
    /// The first moves from an array.
    Start,
}

/// One paragraph of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordEntry {
    pub part: RecordPart,
    /// The heading, which identifies the entry: `piece rook`, `reading forbes`, `moves rook`.
    pub heading: String,
    /// The lines of the paragraph, with the heading.
    pub text: String,
}

impl RecordEntry {
    /// Returns true for an entry about the rules or a reading, and false for facts about moves.
    pub fn is_of_rules(&self) -> bool {
        matches!(self.part, RecordPart::Rule | RecordPart::Reading)
    }
}

/// A line of the text of a record.
#[derive(Clone, Copy, Debug)]
pub struct RecordLine<'t> {
    /// The part of the entry that contains the line, or `None` between the entries.
    pub part: Option<RecordPart>,
    /// True for the first line of an entry.
    pub is_heading: bool,
    pub text: &'t str,
}

/// The record of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleRecord {
    pub entries: Vec<RecordEntry>,
}

/// The reason that a text is not a record that this version of ferz can read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// The text is not a record, or one of the first form.
    NoRecord,
    /// A later version of ferz wrote the record.
    Later(u32),
    /// The number of the line with a conflict marker.
    Conflict(usize),
}

impl RuleRecord {
    /// Creates a record of the statements, the readings, and the switches of a game.
    pub(super) fn of(statements: &[Statement], readings: &[Reading], switches: &[Switch]) -> RuleRecord {
        let mut entries: Vec<RecordEntry> = Vec::new();
        for statement in in_force(statements) {
            let heading = heading(Line::of(&statement));
            let text = statement.text();
            let text = syntax::format(&text).unwrap_or(text).trim_end().to_owned();
            // Statements with the same heading share an entry, unless that would change their order.
            match entries.last_mut().filter(|last| last.heading == heading) {
                Some(same) => same.text += &format!("\n{text}"),
                None => entries.push(RecordEntry { part: RecordPart::Rule, heading, text }),
            }
        }
        entries.extend(readings.iter().map(|reading| {
            let known = |(switch, _, value, _): &(String, _, String, _)| {
                switches.iter().any(|own| own.name == *switch).then(|| format!("{switch} = {value}"))
            };
            let mut values: Vec<String> = reading.set.iter().filter_map(known).collect();
            values.sort_unstable();
            let heading = format!("reading {}", reading.name);
            let text = std::iter::once(format!("{heading}:")).chain(values).collect::<Vec<_>>().join("\n  ");
            RecordEntry { part: RecordPart::Reading, heading, text }
        }));
        RuleRecord { entries }
    }

    /// Returns true if a text begins like a record of this or a later form.
    pub fn is_record(text: &str) -> bool {
        text.starts_with(HEAD)
    }

    /// Reads a record.
    ///
    /// # Errors
    /// Returns an error if the text is not a record, has conflict markers, or was written by a later version.
    pub fn read(text: &str) -> Result<RuleRecord, Unreadable> {
        if let Some(line) = text.lines().position(|line| conflict_mark(line).is_some()) {
            return Err(Unreadable::Conflict(line + 1));
        }
        let version = text.strip_prefix(HEAD).and_then(|rest| rest.lines().next()?.trim().parse().ok());
        match version {
            Some(VERSION) => {}
            Some(later) if later > VERSION => return Err(Unreadable::Later(later)),
            _ => return Err(Unreadable::NoRecord),
        }
        let paragraph = |lines: &[&str]| {
            let text = lines.join("\n");
            let (part, heading) = heading_of(lines.first()?, &text);
            Some(RecordEntry { part, heading, text })
        };
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        let entries = lines.split(|line| line.trim().is_empty()).filter_map(paragraph).collect();
        Ok(RuleRecord { entries })
    }

    /// Returns the record with its rules and readings in the order and the layout in which ferz writes them. Another
    /// program can have replaced names in it.
    pub fn in_order(self) -> RuleRecord {
        let (rules, _) = RuleRecord::source(&self.text());
        let statements: Vec<Statement> =
            syntax::parse(0, rules).statements().map(syntax::ast::Statement::copy).collect();
        let mut record = RuleRecord::of(&statements, &[], &[]);
        let others = self.entries.into_iter().filter(|entry| entry.part != RecordPart::Rule);
        record.entries.extend(others.map(|entry| match entry.part {
            RecordPart::Reading => {
                let mut lines: Vec<&str> = entry.text.lines().collect();
                if let [_, values @ ..] = lines.as_mut_slice() {
                    values.sort_unstable();
                }
                RecordEntry { text: lines.join("\n"), ..entry }
            }
            RecordPart::Rule | RecordPart::Moves | RecordPart::Start => entry,
        }));
        record
    }

    /// Writes the record.
    pub fn text(&self) -> String {
        let mut text = format!(
            "{HEAD}{VERSION}\n# The rules in force and the moves. Written by `ferz snapshot`, checked by `ferz test`.\n"
        );
        for entry in &self.entries {
            text += &format!("\n{}\n", entry.text);
        }
        text
    }

    /// Returns the lines of the text of a record with the parts to which they belong.
    pub fn lines(text: &str) -> Vec<RecordLine<'_>> {
        let mut part = None;
        let line = |text| {
            let before = part;
            part = match str::trim(text).is_empty() || text.starts_with('#') {
                true => None,
                false => part.or_else(|| Some(part_of(text))),
            };
            RecordLine { part, is_heading: before.is_none() && part.is_some(), text }
        };
        text.lines().map(line).collect()
    }

    /// Returns the text and the file of readings of the rule file that the record contains. The lines of a record keep
    /// their numbers.
    pub fn source(text: &str) -> (String, String) {
        let (mut rules, mut readings) = (String::new(), String::new());
        for line in RuleRecord::lines(text) {
            match line.part {
                Some(RecordPart::Rule) => rules += line.text,
                Some(RecordPart::Reading) if line.is_heading => {
                    let name = line.text.strip_prefix("reading ").unwrap_or(line.text);
                    readings += &format!("[{:?}]\n", name.trim_end_matches(':'));
                }
                Some(RecordPart::Reading) => {
                    let value = line.text.trim().split_once(" = ");
                    readings += &value
                        .map_or_else(String::new, |(switch, value)| format!("set.{switch:?} = {value:?}\n"));
                }
                Some(RecordPart::Moves | RecordPart::Start) | None => {}
            }
            rules.push('\n');
        }
        (rules, readings)
    }
}

/// Returns the part of the entry that begins with a line.
fn part_of(line: &str) -> RecordPart {
    let parts =
        [("reading ", RecordPart::Reading), ("moves ", RecordPart::Moves), ("start ", RecordPart::Start)];
    parts.into_iter().find(|(word, _)| line.starts_with(word)).map_or(RecordPart::Rule, |(_, part)| part)
}

/// Returns the part and the heading of an entry, given its first line and its text.
fn heading_of(line: &str, text: &str) -> (RecordPart, String) {
    let part = part_of(line);
    if part != RecordPart::Rule {
        return (part, line.trim_end_matches(':').to_owned());
    }
    let tree = syntax::parse(0, text);
    let statement = tree.statements().next().map(syntax::ast::Statement::copy);
    (part, statement.map_or_else(|| line.to_owned(), |statement| heading(Line::of(&statement))))
}

/// Returns the heading of a statement.
fn heading(line: Line) -> String {
    match line.word().map(|word| word.amend) {
        // Several `under` statements can refer to the same switch.
        Some(Amend::Named) if line.keyword() == Some(Keyword::Under) => plain(line.items),
        _ => line.key(),
    }
}

/// Returns the statements of a game without texts for readers and marks. Statements whose order does not count are
/// sorted by keyword and name.
fn in_force(statements: &[Statement]) -> Vec<Statement> {
    let keys = Keys::of(statements);
    let mut all: Vec<Statement> =
        statements.iter().filter_map(|statement| bare(statement, &keys, false)).collect();
    all.sort_by_key(|statement| {
        let line = Line::of(statement);
        let name = line.name().unwrap_or_default().to_owned();
        let free = line.keyword().filter(|keyword| keyword.is_sorted());
        (line.keyword() != Some(Keyword::Variant), free.is_none(), free.map(|keyword| (keyword, name)))
    });
    all
}

/// Returns a statement without texts for readers and marks, or `None` if nothing is left of it. The value of a switch can
/// have the name of a keyword.
fn bare(statement: &Statement, keys: &Keys, is_value: bool) -> Option<Statement> {
    let keyword = Line::of(statement).keyword().filter(|_| !is_value);
    if matches!(keyword, Some(Keyword::Source | Keyword::Rules)) || keyword.is_some_and(Keyword::is_remark) {
        return None;
    }
    let has_values = keyword == Some(Keyword::Switch);
    let block = statement.block.as_ref().map(|block| {
        let inner = block.statements.iter().filter_map(|inner| bare(inner, keys, has_values));
        block.around(inner.collect())
    });
    let is_empty = block.as_ref().is_some_and(|block| block.statements.is_empty() && block.rows.is_empty());
    if is_empty && keyword == Some(Keyword::Under) {
        return None;
    }
    let mut items = unmarked(&statement.items, keys);
    // The head of a merged file has no parent any more.
    if let Some(at) = items.iter().position(|item| item.word() == Some("extends"))
        && keyword == Some(Keyword::Variant)
    {
        items.truncate(at);
    }
    Some(Statement { items: Arc::new(items), block: block.filter(|_| !is_empty), ..*statement })
}

/// Returns items without marks, also without those of the entries of lists.
fn unmarked(items: &[Item], keys: &Keys) -> Vec<Item> {
    let kept = items.iter().filter(|item| !keys.are_marks(item));
    let inner = |item: &Item| match &item.kind {
        ItemKind::List(entries) => Item { kind: ItemKind::List(unmarked(entries, keys)), ..item.clone() },
        ItemKind::Word(_) | ItemKind::Number(_) | ItemKind::Text(_) | ItemKind::Betza(_) => item.clone(),
        ItemKind::Marks(_) | ItemKind::Group(_) | ItemKind::Symbol(_) => item.clone(),
    };
    kept.map(inner).collect()
}
