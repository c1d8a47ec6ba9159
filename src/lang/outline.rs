//! The names of one rule file: where each is declared, and where it is used. For editors.
//!
//! [`Outline::of`] reads the shape of a text only, so that it answers for a text with mistakes, too, and for one file
//! of several that extend each other. [`Name`] tells names of different kinds apart.

use super::syntax::{self, Block, Item, ItemKind, Statement};
use super::vocabulary::{self, BlockKind, Keyword, Place, WordEntry};
use crate::base::source::Span;

/// The kinds of names. Names of different kinds do not get in each other's way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NameKind {
    Game,
    Source,
    /// A key of a source or of a place in it, as marks have it.
    Key,
    /// The full name, with that of the piece or another statement around it.
    Switch,
    /// The value of a switch, after the full name of the switch and `=`.
    Value,
    Array,
    /// A piece, stage, group, family, region, cell, right, or action.
    Other,
}

/// A name with its kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Name {
    pub kind: NameKind,
    pub full: String,
}

/// The place of a name in a text.
#[derive(Clone, Debug)]
pub(crate) struct Occurrence {
    pub name: Name,
    /// The place of its last part, which is what one writes to rename it.
    pub span: Span,
    /// True if the statement declares it in this file.
    pub declares: bool,
}

/// The kinds of what stands in the list of symbols of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SymbolKind {
    Word(Keyword),
    /// A value of a switch.
    Value,
    /// A place in a source.
    Place,
    /// A line of a block that begins with a name of its own, as in `ending`.
    Line,
}

/// A statement that an editor lists.
#[derive(Clone, Debug)]
pub(crate) struct Symbol {
    pub kind: SymbolKind,
    pub name: String,
    /// The name it is referred to by, if other statements can.
    pub declared: Option<Name>,
    /// The text in quotes: a title, a question, an answer, or a place.
    pub text: String,
    /// The place of the name.
    pub place: Span,
    /// The statement with its block.
    pub whole: Span,
    /// The index of the symbol around it.
    pub parent: Option<usize>,
    /// True for the value that applies by default.
    pub is_default: bool,
    /// True if it stands after `change` or `remove`.
    pub amends: bool,
}

/// The statements of one file with its names.
#[derive(Debug, Default)]
pub(crate) struct Outline {
    pub statements: Vec<Statement>,
    /// In the order of the text, each after the one around it.
    pub symbols: Vec<Symbol>,
    pub occurrences: Vec<Occurrence>,
    /// True if the text has no mistake of shape.
    pub is_whole: bool,
}

/// The surroundings of a statement.
#[derive(Clone, Copy)]
struct Around<'a> {
    symbol: Option<usize>,
    /// The name that switches here begin with.
    prefix: &'a str,
    block: BlockKind,
    /// The full name of the switch whose values these are.
    switch: &'a str,
}

impl Outline {
    /// Reads a text.
    pub(crate) fn of(text: &str) -> Outline {
        let (file, problems) = syntax::parse(0, text);
        let mut outline = Outline { is_whole: problems.is_empty(), ..Outline::default() };
        let top = Around { symbol: None, prefix: "", block: BlockKind::Of(Place::Top), switch: "" };
        outline.visit(&file.statements, top);
        outline.statements = file.statements;
        outline
    }

    /// Returns the name at an offset; one that ends there counts, too.
    pub(crate) fn at(&self, offset: usize) -> Option<&Occurrence> {
        let holds = |one: &&Occurrence| one.span.start as usize <= offset && offset <= one.span.end as usize;
        self.occurrences.iter().find(holds)
    }

    /// Returns the symbol that declares a name.
    pub(crate) fn declaration(&self, name: &Name) -> Option<&Symbol> {
        let mut all = self.symbols.iter().filter(|symbol| symbol.declared.as_ref() == Some(name));
        all.clone().find(|symbol| !symbol.amends).or_else(|| all.next())
    }

    /// Returns the game that this one extends.
    pub(crate) fn parent(&self) -> Option<&str> {
        let game = |one: &&Occurrence| one.name.kind == NameKind::Game && !one.declares;
        self.occurrences.iter().find(game).map(|one| one.name.full.as_str())
    }

    fn visit(&mut self, statements: &[Statement], around: Around) {
        for statement in statements {
            self.statement(statement, around);
        }
    }

    fn statement(&mut self, statement: &Statement, around: Around) {
        let mut items: &[Item] = &statement.items;
        let mut amends = false;
        while let [first, rest @ ..] = items
            && let Some("add" | "change" | "remove") = first.word()
            && !rest.is_empty()
        {
            amends = first.word() != Some("add");
            items = rest;
        }
        let word = match around.block {
            BlockKind::Values | BlockKind::Rows => None,
            _ => items.first().and_then(Item::word).and_then(vocabulary::find),
        };
        let whole = statement.block.as_ref().map_or(statement.span, |block| statement.span.to(block.span));
        let symbol = self.symbol(items, word, whole, amends, around);
        let symbol = symbol.map(|symbol| {
            self.symbols.push(symbol);
            self.symbols.len() - 1
        });
        match word {
            Some(word) => self.words(items, word, around),
            None => {
                let declared = usize::from(around.block == BlockKind::Values || symbol.is_some());
                self.others(&items[declared.min(items.len())..]);
            }
        }
        if let Some(block) = &statement.block {
            self.block(block, symbol, items, word, around);
        }
    }

    fn block(
        &mut self,
        block: &Block,
        symbol: Option<usize>,
        items: &[Item],
        word: Option<&'static WordEntry>,
        around: Around,
    ) {
        let own = items.get(1).and_then(Item::word).unwrap_or_default().to_owned();
        let switch = full(&own, around.prefix);
        let kind = match word.map(|word| word.block) {
            None if around.block == BlockKind::Values => BlockKind::Same,
            None => BlockKind::Never,
            Some(kind) => kind,
        };
        let is_named = word.is_some_and(WordEntry::names_switches) && !own.is_empty();
        let prefix = if is_named { own.as_str() } else { around.prefix };
        let block_kind = if kind == BlockKind::Same { around_same(around, self, symbol) } else { kind };
        let switch = if kind == BlockKind::Values { switch.as_str() } else { "" };
        let inside = Around { symbol: symbol.or(around.symbol), prefix, block: block_kind, switch };
        self.visit(&block.statements, inside);
    }

    /// Returns the symbol that a statement stands for, and notes the names that it declares.
    fn symbol(
        &mut self,
        items: &[Item],
        word: Option<&'static WordEntry>,
        whole: Span,
        amends: bool,
        around: Around,
    ) -> Option<Symbol> {
        let first = items.first()?;
        let text = items.iter().find_map(|item| match &item.kind {
            ItemKind::Text(text) => Some(text.clone()),
            _ => None,
        });
        let mut symbol = Symbol {
            kind: SymbolKind::Line,
            name: first.word().unwrap_or_default().to_owned(),
            declared: None,
            text: text.unwrap_or_default(),
            place: first.span,
            whole,
            parent: around.symbol,
            is_default: items.get(1).is_some_and(|item| item.is_symbol("*")),
            amends,
        };
        let Some(word) = word else {
            let name = first.word()?.to_owned();
            match around.block {
                BlockKind::Values => {
                    symbol.kind = SymbolKind::Value;
                    symbol.declared = Some(self.declare(
                        NameKind::Value,
                        format!("{}={name}", around.switch),
                        first.span,
                        true,
                    ));
                }
                BlockKind::Of(Place::Ending) => {}
                _ => return None,
            }
            return Some(symbol);
        };
        symbol.kind = SymbolKind::Word(word.keyword);
        let kind = match word.keyword {
            Keyword::Variant => Some(NameKind::Game),
            Keyword::Source => Some(NameKind::Source),
            Keyword::Switch => Some(NameKind::Switch),
            Keyword::Array => Some(NameKind::Array),
            Keyword::Action => Some(NameKind::Other),
            Keyword::Board => None,
            _ => word.declares.then_some(NameKind::Other),
        };
        let named = items.get(1).filter(|item| item.word().is_some()).zip(kind);
        let Some((item, kind)) = named else {
            return (word.block != BlockKind::Never && word.block != BlockKind::Same).then_some(symbol);
        };
        let name = item.word().unwrap_or_default();
        (symbol.name, symbol.place) = (name.to_owned(), item.span);
        let full = if kind == NameKind::Switch { full(name, around.prefix) } else { name.to_owned() };
        symbol.declared = Some(self.declare(kind, full, item.span, !amends));
        Some(symbol)
    }

    fn declare(&mut self, kind: NameKind, full: String, span: Span, declares: bool) -> Name {
        let name = Name { kind, full };
        self.occurrences.push(Occurrence { name: name.clone(), span, declares });
        name
    }

    /// Notes the names after the word that begins a statement, except the one that it declares.
    fn words(&mut self, items: &[Item], word: &WordEntry, around: Around) {
        let after = |joint: &str| {
            let at = items.iter().position(|item| item.word() == Some(joint));
            at.and_then(|at| items.get(at + 1))
        };
        let rest = match word.keyword {
            Keyword::Variant => {
                if let Some(item) = after("extends") {
                    self.refer(NameKind::Game, item);
                }
                &[]
            }
            Keyword::Under => {
                self.under(items);
                &[]
            }
            Keyword::Source => {
                if let Some(item) = after("as") {
                    self.key(item, around);
                }
                &[]
            }
            Keyword::Rules => {
                if let Some(item) = after("from") {
                    let is_key = item.word().is_some_and(syntax::is_key);
                    self.refer(if is_key { NameKind::Key } else { NameKind::Source }, item);
                }
                &[]
            }
            Keyword::Array => {
                if let Some(item) = after("from") {
                    self.refer(NameKind::Array, item);
                }
                &items[items.len().saturating_sub(1)..]
            }
            Keyword::Place if around.block == BlockKind::Of(Place::Source) => {
                self.places(items, around);
                &[]
            }
            _ => {
                let has_name =
                    word.declares && word.keyword != Keyword::Board || word.keyword == Keyword::Action;
                let first = 1 + usize::from(has_name || word.keyword == Keyword::Switch);
                items.get(first..).unwrap_or_default()
            }
        };
        let is_mark = |item: &&Item| matches!(item.kind, ItemKind::Marks(_));
        match rest {
            [] => items.iter().filter(is_mark).for_each(|item| self.others(std::slice::from_ref(item))),
            rest => self.others(rest),
        }
    }

    fn under(&mut self, items: &[Item]) {
        let [_, switch, values @ ..] = items else { return };
        let Some(name) = switch.word() else { return };
        let start = name.rfind('.').map_or(0, |at| at + 1);
        let last = switch.span.part(start, name.len());
        self.declare(NameKind::Switch, name.to_owned(), last, false);
        if start > 0 {
            self.declare(
                NameKind::Other,
                name[..start - 1].to_owned(),
                switch.span.part(0, start - 1),
                false,
            );
        }
        for value in values {
            let of = |item: &Item| {
                Some((item.word().filter(|word| !["except", "or"].contains(word))?.to_owned(), item.span))
            };
            let all: Vec<_> = value
                .list()
                .map_or_else(|| of(value).into_iter().collect(), |all| all.iter().filter_map(of).collect());
            for (word, span) in all {
                self.declare(NameKind::Value, format!("{name}={word}"), span, false);
            }
        }
    }

    /// Notes the keys of places in a source.
    fn places(&mut self, items: &[Item], around: Around) {
        for pair in items.windows(2) {
            if let ([key, text], true) = (pair, pair[1].is_text()) {
                let from = self.symbols.len();
                self.key(key, around);
                if let (Some(symbol), ItemKind::Text(text)) = (self.symbols.get_mut(from), &text.kind) {
                    symbol.text.clone_from(text);
                }
            }
        }
    }

    fn key(&mut self, item: &Item, around: Around) {
        let Some(word) = item.word() else { return };
        let name = self.declare(NameKind::Key, word.to_owned(), item.span, true);
        let parent = around.symbol.or_else(|| self.symbols.len().checked_sub(1));
        self.symbols.push(Symbol {
            kind: SymbolKind::Place,
            name: word.to_owned(),
            declared: Some(name),
            text: String::new(),
            place: item.span,
            whole: item.span,
            parent,
            is_default: false,
            amends: false,
        });
    }

    fn refer(&mut self, kind: NameKind, item: &Item) {
        if let Some(word) = item.word() {
            self.declare(kind, word.to_owned(), item.span, false);
        }
    }

    /// Notes the words of items that may be names of pieces, regions and the like, and the keys in marks.
    fn others(&mut self, items: &[Item]) {
        for item in items {
            match &item.kind {
                ItemKind::Word(word) => {
                    let mut at = 0;
                    for part in word.split('.') {
                        let span = item.span.part(at, at + part.len());
                        at += part.len() + 1;
                        self.declare(NameKind::Other, part.to_owned(), span, false);
                    }
                }
                ItemKind::List(inner) | ItemKind::Group(inner) => self.others(inner),
                ItemKind::Marks(keys) => keys.iter().for_each(|key| self.refer(NameKind::Key, key)),
                ItemKind::Number(_) | ItemKind::Text(_) | ItemKind::Betza(_) | ItemKind::Symbol(_) => {}
            }
        }
    }
}

/// Returns the block whose statements may stand in a block of `under`, of a value, or after `add`.
fn around_same(around: Around, outline: &Outline, symbol: Option<usize>) -> BlockKind {
    if around.block != BlockKind::Values {
        return around.block;
    }
    // A value holds what may stand where its switch stands.
    let switch = symbol.and_then(|value| outline.symbols[value].parent);
    let outer = switch.and_then(|switch| outline.symbols[switch].parent);
    outer.map_or(BlockKind::Of(Place::Top), |outer| outline.inside(outer))
}

impl Outline {
    /// Returns the kind of the block of a symbol.
    pub(crate) fn inside(&self, symbol: usize) -> BlockKind {
        let symbol = &self.symbols[symbol];
        let outer = || symbol.parent.map_or(BlockKind::Of(Place::Top), |outer| self.inside(outer));
        match symbol.kind {
            SymbolKind::Word(keyword) => {
                let row = vocabulary::WORDS.iter().find(|row| row.keyword == keyword);
                match row.map(|row| row.block) {
                    Some(BlockKind::Same) | None => outer(),
                    Some(kind) => kind,
                }
            }
            SymbolKind::Value => {
                let switch = symbol.parent.and_then(|switch| self.symbols[switch].parent);
                switch.map_or(BlockKind::Of(Place::Top), |around| self.inside(around))
            }
            SymbolKind::Place | SymbolKind::Line => BlockKind::Never,
        }
    }
}

fn full(name: &str, prefix: &str) -> String {
    if prefix.is_empty() { name.to_owned() } else { format!("{prefix}.{name}") }
}

/// Returns all statements of a tree, each before those in its block.
pub(crate) fn every(statements: &[Statement]) -> Vec<&Statement> {
    let mut all = Vec::new();
    let mut open: Vec<&Statement> = statements.iter().rev().collect();
    while let Some(statement) = open.pop() {
        all.push(statement);
        open.extend(statement.block.iter().flat_map(|block| block.statements.iter().rev()));
    }
    all
}

/// Returns all items of a statement, those in lists and groups included.
pub(crate) fn items(statement: &Statement) -> Vec<&Item> {
    let mut all = Vec::new();
    let mut open: Vec<&Item> = statement.items.iter().rev().collect();
    while let Some(item) = open.pop() {
        all.push(item);
        if let ItemKind::List(inner) | ItemKind::Group(inner) | ItemKind::Marks(inner) = &item.kind {
            open.extend(inner.iter().rev());
        }
    }
    all
}
