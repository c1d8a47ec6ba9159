//! An outline of one rule file for editors: its symbols, and the places where each name is declared or used.
//!
//! [`Outline::of`] builds an outline from the syntax of a single text. It therefore also works for a text with errors,
//! and for a file whose parent is missing. Two [`Name`]s are equal only if their kinds are equal.

use super::syntax::{self, Block, Item, ItemKind, Statement, Tree, ast};
use super::vocabulary::{self, BlockKind, Keyword, Place, WordEntry};
use crate::base::source::Span;

/// The kinds of names. Two names of different kinds never refer to the same thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameKind {
    Game,
    Source,
    /// A key of a source or of a place in it, as used in marks.
    Key,
    /// A switch. Its full name includes the name of the piece or other statement that contains it.
    Switch,
    /// A value of a switch, written as the full name of the switch, `=`, and the value.
    Value,
    Array,
    /// A reading, which a file beside the rules declares.
    Reading,
    /// A piece, stage, group, family, region, cell, right, or action.
    Other,
}

/// A name and its kind. The full name is unambiguous within the kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    pub kind: NameKind,
    pub full: String,
}

/// An occurrence of a name in a text.
#[derive(Clone, Debug)]
pub struct Occurrence {
    pub name: Name,
    /// The place of the last part of the name, which a rename replaces.
    pub span: Span,
    /// True if this occurrence declares the name.
    pub declares: bool,
}

/// The kinds of symbols.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymbolKind {
    Word(Keyword),
    /// A value of a switch.
    Value,
    /// A place in a source.
    Place,
    /// A line that begins with a name instead of a keyword, as in `ending`.
    Line,
}

/// A symbol: a statement or a name that an editor lists.
#[derive(Clone, Debug)]
pub struct Symbol {
    pub kind: SymbolKind,
    pub name: String,
    /// The name by which other statements refer to the symbol, if they can.
    pub declared: Option<Name>,
    /// The quoted text: a title, a question, an answer, or the description of a place.
    pub text: String,
    /// The place of the name.
    pub place: Span,
    /// The place of the whole statement, including its block.
    pub whole: Span,
    /// The index of the symbol that contains this one.
    pub parent: Option<usize>,
    /// True for the default value of a switch.
    pub is_default: bool,
    /// True if the statement follows `change` or `remove`.
    pub amends: bool,
}

/// The statements, symbols, and names of one file.
#[derive(Debug, Default)]
pub struct Outline {
    pub tree: Tree,
    pub statements: Vec<Statement>,
    /// The symbols in the order of the text. A symbol comes after the symbol that contains it.
    pub symbols: Vec<Symbol>,
    pub occurrences: Vec<Occurrence>,
    /// The name of the game that this one extends.
    parent: Option<String>,
    /// True if the text has no syntax errors.
    pub is_whole: bool,
}

/// The context of a statement.
#[derive(Clone, Copy)]
struct Around<'a> {
    symbol: Option<usize>,
    /// The prefix of the names of switches in this context.
    prefix: &'a str,
    block: BlockKind,
    /// The full name of the switch whose values are listed in this context.
    switch: &'a str,
}

impl Outline {
    /// Builds the outline of a text.
    pub fn of(text: &str) -> Outline {
        let tree = syntax::parse(0, text);
        let statements: Vec<Statement> = tree.statements().map(ast::Statement::copy).collect();
        let mut outline = Outline { is_whole: tree.problems().is_empty(), tree, ..Outline::default() };
        let top = Around { symbol: None, prefix: "", block: BlockKind::Of(Place::Top), switch: "" };
        outline.visit(&statements, top);
        outline.statements = statements;
        outline
    }

    /// Returns the occurrence of a name that contains or ends at an offset.
    pub fn at(&self, offset: usize) -> Option<&Occurrence> {
        let holds = |one: &&Occurrence| one.span.start as usize <= offset && offset <= one.span.end as usize;
        self.occurrences.iter().find(holds)
    }

    /// Returns the symbol that declares a name. A declaration takes precedence over an amendment.
    pub fn declaration(&self, name: &Name) -> Option<&Symbol> {
        let mut all = self.symbols.iter().filter(|symbol| symbol.declared.as_ref() == Some(name));
        all.clone().find(|symbol| !symbol.amends).or_else(|| all.next())
    }

    /// Returns the name of the game that this one extends.
    pub fn parent(&self) -> Option<&str> {
        self.parent.as_deref()
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
        // A drawing names a stage as `TOKEN.STAGE`.
        for square in block.rows.iter().flat_map(|row| &row.squares) {
            if let Some((token, stage)) = square.value.split_once('.').filter(|(_, stage)| !stage.is_empty())
            {
                let place = square.span.part(token.len() + 1, square.value.len());
                self.declare(NameKind::Other, stage.to_owned(), place, false);
            }
        }
    }

    /// Returns the symbol of a statement, and records the names that the statement declares.
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
            let name = match &first.kind {
                // A value can have a number as its name.
                ItemKind::Number(number) if around.block == BlockKind::Values => number.to_string(),
                _ => first.word()?.to_owned(),
            };
            symbol.name.clone_from(&name);
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
        symbol.declared = Some(match kind {
            NameKind::Switch => self.switch(name, full(name, around.prefix), item.span, !amends),
            _ => self.declare(kind, name.to_owned(), item.span, !amends),
        });
        Some(symbol)
    }

    /// Records the name of a switch. The part before its last dot is the name of a piece or action.
    fn switch(&mut self, name: &str, full: String, span: Span, declares: bool) -> Name {
        let start = name.rfind('.').map_or(0, |at| at + 1);
        if start > 0 {
            self.declare(NameKind::Other, name[..start - 1].to_owned(), span.part(0, start - 1), false);
        }
        self.declare(NameKind::Switch, full, span.part(start, name.len()), declares)
    }

    fn declare(&mut self, kind: NameKind, full: String, span: Span, declares: bool) -> Name {
        let name = Name { kind, full };
        self.occurrences.push(Occurrence { name: name.clone(), span, declares });
        name
    }

    /// Records the names in a statement after its keyword, except the declared name.
    fn words(&mut self, items: &[Item], word: &WordEntry, around: Around) {
        let after = |joint: &str| {
            let at = items.iter().position(|item| item.word() == Some(joint));
            at.and_then(|at| items.get(at + 1))
        };
        let rest = match word.keyword {
            Keyword::Variant => {
                if let Some(item) = after("extends") {
                    self.parent = item.word().map(str::to_owned);
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
                // `remove` can list several names.
                let pairs = items.windows(2).filter(|pair| pair[0].is_symbol(","));
                pairs.for_each(|pair| self.refer(NameKind::Array, &pair[1]));
                &items[items.len().saturating_sub(1)..]
            }
            Keyword::Origin => {
                let games = items.iter().skip_while(|item| item.word() != Some("from")).skip(1);
                games.filter(|item| item.word().is_some()).for_each(|item| self.refer(NameKind::Game, item));
                &[]
            }
            // The first cell of a region declares it.
            Keyword::Cell => {
                let at = items.iter().position(|item| item.word() == Some("as"));
                if let Some(region @ [_, item, ..]) = at.map(|at| &items[at..]) {
                    let is_known = |one: &Symbol| Some(one.name.as_str()) == item.word();
                    let is_known = self.symbols.iter().any(is_known);
                    let symbol = self.symbol(region, vocabulary::find("region"), item.span, is_known, around);
                    self.symbols.extend(symbol);
                }
                &[]
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
        self.switch(name, name.to_owned(), switch.span, false);
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

    /// Records the keys of the places of a source.
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

    /// Records the words that may be names of pieces, regions, and so on, and the keys in marks.
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

/// Returns the kind of block that determines the statements inside an `under` or a value, or after `add`.
fn around_same(around: Around, outline: &Outline, symbol: Option<usize>) -> BlockKind {
    if around.block != BlockKind::Values {
        return around.block;
    }
    // A value can contain the same statements as the block that contains the switch.
    let switch = symbol.and_then(|value| outline.symbols[value].parent);
    let outer = switch.and_then(|switch| outline.symbols[switch].parent);
    outer.map_or(BlockKind::Of(Place::Top), |outer| outline.inside(outer))
}

impl Outline {
    /// Returns the kind of block that a symbol has.
    pub fn inside(&self, symbol: usize) -> BlockKind {
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
    if prefix.is_empty() || name.contains('.') { name.to_owned() } else { format!("{prefix}.{name}") }
}

/// Returns all statements of a tree. A statement comes before the statements of its block.
pub fn every(statements: &[Statement]) -> Vec<&Statement> {
    let mut all = Vec::new();
    let mut open: Vec<&Statement> = statements.iter().rev().collect();
    while let Some(statement) = open.pop() {
        all.push(statement);
        open.extend(statement.block.iter().flat_map(|block| block.statements.iter().rev()));
    }
    all
}

/// Returns all items of a statement, including those in lists and groups.
pub fn items(statement: &Statement) -> Vec<&Item> {
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
