//! What could not be declared for a mistake already told: that it is missing elsewhere is not told again.

use crate::base::diagnostic::{Diagnostic, nearest};
use crate::base::source::Span;
use crate::lang::syntax::{Block, Item, ItemKind, Statement};
use std::collections::BTreeSet;

/// The words that begin a declaration others may refer to.
const DECLARING: [&str; 12] = [
    "piece", "family", "stage", "group", "array", "board", "variant", "region", "cell", "right", "source",
    "switch",
];

/// One place that could not be read, and the names it may have declared.
#[derive(Clone, Debug)]
struct Loss {
    place: Span,
    names: BTreeSet<String>,
}

/// Names and places that are lost.
#[derive(Clone, Debug, Default)]
pub(super) struct Lost {
    losses: Vec<Loss>,
    /// What is declared without a name.
    nameless: BTreeSet<&'static str>,
    /// Whether a piece is among them, whose token may stand in drawings.
    pub(super) piece: bool,
    /// Whether an array is among them.
    pub(super) array: bool,
    /// Whether the board is among them.
    pub(super) board: bool,
    /// Whether the statement that says which game it is is among them.
    pub(super) head: bool,
}

impl Lost {
    /// Notes that a statement could not be read, and with it what it declares.
    pub(super) fn declaration(&mut self, statement: &Statement) {
        let words: Vec<&str> = statement.items.iter().filter_map(Item::word).collect();
        // What is amended is declared by the word after.
        let amends = matches!(words.first(), Some(&("add" | "change" | "remove")));
        let words = words.get(usize::from(amends)..).unwrap_or_default();
        let first = words.first().copied().unwrap_or_default();
        let declares = DECLARING.contains(&first);
        let strange = !declares && !super::lower::is_known(first);
        words.iter().take(if strange { 2 } else { 1 }).for_each(|word| self.piece_type(word));
        self.board |= holds_grid(statement);
        self.array |= strange && statement.block.as_ref().is_some_and(|block| !block.rows.is_empty());
        // Where a parent is amended, its pieces may be meant.
        self.piece |= amends;
        let mut names = BTreeSet::new();
        if declares || strange || amends {
            names.extend(words.iter().skip(usize::from(declares)).map(|word| (*word).to_string()));
            inner_names(statement.block.as_ref(), &mut names);
        }
        if amends {
            let mut more = Vec::new();
            words_of(&statement.items, &mut more);
            names.extend(more.into_iter().skip(2).map(str::to_string));
        }
        // A lone word after `piece` is the token of one whose name is missing.
        if declares && words.len() < if first == "piece" { 3 } else { 2 } {
            self.nameless.extend(nearest(first, DECLARING));
        }
        self.losses.push(Loss { place: statement.span, names });
    }

    /// Notes a line of text whose shape is broken, so that what it seems to say is not what it says.
    pub(super) fn line(&mut self, place: Span, text: &str) {
        let part = |c: char| c.is_alphanumeric() || c == '-' || c == '_' || c == '.';
        let names: Vec<&str> = text.split(|c| !part(c)).filter(|word| !word.is_empty()).collect();
        self.piece_type(names.first().copied().unwrap_or_default());
        self.losses.push(Loss { place, names: names.into_iter().map(str::to_string).collect() });
    }

    /// Notes the name of something that could not be read at a place.
    pub(super) fn name(&mut self, place: Span, name: impl Into<String>) {
        self.losses.push(Loss { place, names: BTreeSet::from([name.into()]) });
    }

    fn piece_type(&mut self, first: &str) {
        match nearest(first, DECLARING) {
            Some("piece" | "family" | "stage") => self.piece = true,
            Some("array") => self.array = true,
            Some("board") => self.board = true,
            Some("variant") => self.head = true,
            _ => {}
        }
    }

    /// Whether something was lost in this place.
    pub(super) fn touches(&self, place: Span) -> bool {
        self.losses.iter().any(|loss| touch(loss.place, place))
    }

    /// Whether a problem only says that something is missing that was lost elsewhere.
    pub(super) fn explains(&self, problem: &Diagnostic) -> bool {
        let Some(missing) = &problem.missing else { return false };
        let at = problem.labels.first().map(|label| label.span).unwrap_or_default();
        let mut elsewhere =
            self.losses.iter().filter(|loss| !touch(loss.place, Span { end: at.start, ..at }));
        if problem.code == "unknown-token" {
            return self.piece && elsewhere.next().is_some();
        }
        let nameless =
            |piece_types: &[&str]| piece_types.iter().any(|piece_type| self.nameless.contains(piece_type));
        let unnamed = match problem.code {
            "unknown-source" => nameless(&["source"]),
            "unknown-array" => nameless(&["array"]),
            "unknown-switch" => nameless(&["switch"]),
            "unknown-word" => nameless(&["piece", "family", "stage", "group", "region", "right"]),
            _ => false,
        };
        unnamed || elsewhere.any(|loss| loss.has(missing))
    }
}

impl Loss {
    /// Whether a name is among those lost. A member of a family carries the family's name, a stage that of its piece.
    fn has(&self, missing: &str) -> bool {
        let within = |name: &String| {
            let rest = missing.strip_prefix(name.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['-', '.', ' ']))
        };
        self.names.iter().any(within)
            || missing.rsplit_once('.').is_some_and(|(_, last)| self.names.contains(last))
    }
}

fn touch(one: Span, other: Span) -> bool {
    one.file == other.file && one.start <= other.end && other.start <= one.end
}

/// What the first words of the statements in a lost block would have declared.
fn inner_names(block: Option<&Block>, names: &mut BTreeSet<String>) {
    for line in block.iter().flat_map(|block| &block.statements) {
        names.extend(line.items.iter().take(2).filter_map(Item::word).map(str::to_string));
        inner_names(line.block.as_ref(), names);
    }
}

fn words_of<'a>(items: &'a [Item], words: &mut Vec<&'a str>) {
    for item in items {
        match &item.kind {
            ItemKind::Word(word) => words.push(word),
            ItemKind::List(inner) | ItemKind::Group(inner) => words_of(inner, words),
            _ => {}
        }
    }
}

/// Whether a statement has a board's block, whatever it is called.
fn holds_grid(statement: &Statement) -> bool {
    let lines = statement.block.iter().flat_map(|block| &block.statements);
    lines.filter_map(|line| line.items.first()).any(|item| item.word() == Some("grid"))
}
