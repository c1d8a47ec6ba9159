//! Answers about the documents beside rule files: readings, tuned values, and pages of cases.
//!
//! `mentions` knows which name a word stands for, and this module tells the editor about the name.

use super::completion::{item, kind_of};
use super::documents::{Document, Workspace};
use super::hover::switch_of;
use super::mentions::{self, FoundName};
use super::navigation::{ReadRules, references_of};
use super::open_files::OpenFiles;
use super::page::{PageRow, RowKind, row_at, rows};
use super::readings;
use ferz_core::base::source::Sources;
use ferz_core::rules::Variant;
use ferz_lang::catalog::{Catalog, EVALUATION, READINGS, built_in, built_in_titles};
use ferz_lang::outline::{NameKind, Symbol, SymbolKind};
use ferz_lang::{Memory, RuleFile, Selection};
use ferz_syntax::vocabulary::Keyword;
use ferz_text::lab::casebook::BLOCKS;
use lsp_types::{
    CompletionItem, CompletionItemKind as Kind, DocumentHighlight, DocumentHighlightKind, DocumentSymbol,
    Hover, HoverContents, Location, MarkupContent, MarkupKind, Position, Range, SymbolKind as Shown,
};
use std::collections::BTreeSet;

/// Returns the name at a position.
fn mention(workspace: &Workspace, document: &Document, position: Position) -> Option<FoundName> {
    mentions::at(workspace, &document.path, document.text.body(), document.text.at(position))
}

/// Returns the symbol that declares a name in a game, with its file. Declarations take precedence over amendments.
fn declared(mention: &FoundName) -> Option<(&ReadRules, &Symbol)> {
    let found =
        || mention.game.iter().filter_map(|rules| Some((rules, rules.outline.declaration(&mention.name)?)));
    found().find(|(_, symbol)| !symbol.amends).or_else(|| found().next())
}

pub(super) fn definition(workspace: &Workspace, document: &Document, position: Position) -> Option<Location> {
    let mention = mention(workspace, document, position)?;
    if mention.name.kind == NameKind::Reading {
        let all = readings::of(workspace, &mention.game);
        return all.iter().find(|one| one.name() == mention.name)?.location();
    }
    let (rules, symbol) = declared(&mention)?;
    rules.location(rules.text.span(symbol.place))
}

pub(super) fn references(
    workspace: &Workspace,
    document: &Document,
    position: Position,
    declarations: bool,
) -> Vec<Location> {
    let Some(mention) = mention(workspace, document, position) else { return Vec::new() };
    let mut game = mention.game.into_iter();
    let Some(own) = game.next() else { return Vec::new() };
    references_of(workspace, own, game.collect(), &mention.name, declarations)
}

/// Returns the places of the name at a position in the document.
pub(super) fn highlights(
    workspace: &Workspace,
    document: &Document,
    position: Position,
) -> Vec<DocumentHighlight> {
    let Some(mention) = mention(workspace, document, position) else { return Vec::new() };
    let places =
        mentions::places(&mention.game, &mention.name, &document.path, document.text.body()).into_iter();
    let kind = Some(DocumentHighlightKind::READ);
    places.map(|at| DocumentHighlight { range: document.text.range(at.start, at.end), kind }).collect()
}

pub(super) fn hover(workspace: &Workspace, document: &Document, position: Position) -> Option<Hover> {
    let mention = mention(workspace, document, position)?;
    let value = describe(workspace, &mention)?;
    let range = Some(document.text.range(mention.place.start, mention.place.end));
    Some(Hover {
        contents: HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value }),
        range,
    })
}

/// Describes a name by the texts of its declaration.
fn describe(workspace: &Workspace, mention: &FoundName) -> Option<String> {
    let full = &mention.name.full;
    if mention.name.kind == NameKind::Reading {
        let all = readings::of(workspace, &mention.game);
        let reading = &all.iter().find(|one| one.name() == mention.name)?.reading;
        let mut lines = vec![format!("reading `{full}`: {}", reading.title)];
        lines.extend(Some(&reading.about).filter(|about| !about.is_empty()).cloned());
        lines.extend(reading.set.iter().map(|(switch, _, value, _)| format!("- `{switch}` = `{value}`")));
        return Some(lines.join("\n"));
    }
    let (rules, symbol) = declared(mention)?;
    match mention.name.kind {
        NameKind::Switch => {
            let whole = compiled(workspace, &mention.game).and_then(|variant| switch_of(&variant, full));
            if whole.is_some() {
                return whole;
            }
            let mut lines = vec![format!("switch `{full}`: {}", symbol.text)];
            lines.extend(values(&mention.game, full).into_iter().map(|(name, value)| {
                let mark = if value.is_default { " (default)" } else { "" };
                format!("- `{name}`{mark}: {}", value.text)
            }));
            Some(lines.join("\n"))
        }
        NameKind::Value => Some(format!("`{full}`: {}", symbol.text)),
        NameKind::Game => Some(format!("game `{full}`: {}", symbol.text)),
        NameKind::Array => Some(format!("array `{full}`: {}", symbol.text)),
        NameKind::Source | NameKind::Key | NameKind::Reading | NameKind::Other => {
            let whole = rules.text.body().get(symbol.whole.range())?;
            let lines: Vec<&str> = whole.lines().take(12).collect();
            Some(format!("```ferz\n{}\n```", lines.join("\n")))
        }
    }
}

/// Returns the game of a file with its default choices, if it has no errors.
fn compiled(workspace: &Workspace, game: &[ReadRules]) -> Option<Variant> {
    let own = game.first()?;
    let files = OpenFiles::new(workspace.texts());
    let catalog = Catalog::new(&files);
    let rules = match own.is_built_in {
        true => RuleFile::open(&built_in(own.stem())?, &catalog, Sources::default()),
        false => catalog.open_file(&own.path)?,
    };
    rules.variant(&Selection::default(), &Memory::reading()).0
}

/// Returns the values of a switch of a game with their symbols, each once.
fn values<'a>(game: &'a [ReadRules], switch: &str) -> Vec<(&'a str, &'a Symbol)> {
    let mut seen = BTreeSet::new();
    let symbols = game.iter().flat_map(|rules| &rules.outline.symbols);
    let values = symbols.filter(|symbol| symbol.kind == SymbolKind::Value).filter_map(|symbol| {
        let value = symbol.declared.as_ref()?.full.strip_prefix(switch)?.strip_prefix('=')?;
        Some((value, symbol))
    });
    values.filter(|(value, _)| seen.insert(*value)).collect()
}

/// The data that completion at one position uses.
struct BesideScene<'a> {
    workspace: &'a Workspace,
    games: Vec<Vec<ReadRules>>,
    range: Range,
}

/// Returns the completions at a position.
pub(super) fn complete(
    workspace: &Workspace,
    document: &Document,
    position: Position,
) -> Vec<CompletionItem> {
    let (text, at) = (document.text.body(), document.text.at(position));
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    let start = text[..at].trim_end_matches(is_part).len();
    let line = text[..start].rsplit('\n').next().unwrap_or_default();
    let games = mentions::games(workspace, &document.path, text, at);
    let scene = BesideScene { workspace, games, range: document.text.range(start, at) };
    match row_at(text, at).filter(|_| document.path.ends_with(".md")) {
        Some(row) => scene.in_page(&row, line),
        None if document.path.ends_with(EVALUATION) && line.trim().is_empty() => scene.pieces(),
        None if document.path.ends_with(READINGS) => scene.in_readings(line),
        None => Vec::new(),
    }
}

impl BesideScene<'_> {
    fn item(&self, label: &str, kind: Kind, detail: &str) -> CompletionItem {
        item(self.range, label, kind, detail)
    }

    fn in_page(&self, row: &PageRow, line: &str) -> Vec<CompletionItem> {
        match row.kind {
            RowKind::Open if !line.trim_start_matches('`').contains(|c| c != ' ') => {
                BLOCKS.iter().map(|word| self.item(word, Kind::KEYWORD, "block")).collect()
            }
            RowKind::Open if !line.contains(" under ") => Vec::new(),
            RowKind::Drawing if line.trim().is_empty() => {
                ["white to move", "black to move"].map(|side| self.item(side, Kind::KEYWORD, "")).into()
            }
            RowKind::GameName if line.trim().is_empty() => self.all_games(),
            RowKind::GameChoice if line.trim_start().starts_with("readings ") => self.readings(),
            RowKind::Open | RowKind::GameName => self.choices(line),
            RowKind::GameChoice => {
                let mut items = self.choices(line);
                if line.trim().is_empty() {
                    let detail = "readings under which the answers also hold";
                    items.push(self.item("readings", Kind::KEYWORD, detail));
                }
                items
            }
            RowKind::Heading(_) | RowKind::Close | RowKind::Drawing | RowKind::Content | RowKind::Prose => {
                Vec::new()
            }
        }
    }

    /// Returns what can follow in a line that chooses an array, a reading, or values of switches.
    fn choices(&self, line: &str) -> Vec<CompletionItem> {
        if line.ends_with('@') {
            self.readings()
        } else if line.ends_with('/') {
            self.declared(|kind, _| kind == NameKind::Array)
        } else if line.trim_end().ends_with('=') {
            self.values(line)
        } else {
            self.declared(|kind, _| kind == NameKind::Switch)
        }
    }

    fn in_readings(&self, line: &str) -> Vec<CompletionItem> {
        let plain = line.trim_end_matches(['"', '\'', ' ']);
        match plain {
            "" => {
                let fields = ["title", "about", "set"].map(|field| self.item(field, Kind::FIELD, "field"));
                // In a table `[NAME.set]`, each line is a switch.
                fields.into_iter().chain(self.declared(|kind, _| kind == NameKind::Switch)).collect()
            }
            _ if plain.ends_with('=') => self.values(plain),
            _ if plain.ends_with(['{', ',']) => self.declared(|kind, _| kind == NameKind::Switch),
            _ => Vec::new(),
        }
    }

    /// Returns the values of the switch before the sign at the end of a line.
    fn values(&self, line: &str) -> Vec<CompletionItem> {
        let line = line.trim_end().trim_end_matches('=').trim_end_matches(['"', '\'', ' ']);
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
        let switch = &line[line.trim_end_matches(is_part).len()..];
        let mut seen = BTreeSet::new();
        let all = self.games.iter().flat_map(|game| values(game, switch));
        let all = all.filter(|(value, _)| seen.insert(*value));
        all.map(|(value, symbol)| self.item(value, Kind::ENUM_MEMBER, &symbol.text)).collect()
    }

    fn readings(&self) -> Vec<CompletionItem> {
        let mut seen = BTreeSet::new();
        let all = self.games.iter().flat_map(|game| readings::of(self.workspace, game));
        let all = all.map(|one| one.reading).filter(|reading| seen.insert(reading.name.clone()));
        all.map(|reading| self.item(&reading.name, kind_of(NameKind::Reading), &reading.title)).collect()
    }

    fn all_games(&self) -> Vec<CompletionItem> {
        built_in_titles().into_iter().map(|(name, title)| self.item(name, Kind::MODULE, title)).collect()
    }

    fn pieces(&self) -> Vec<CompletionItem> {
        self.declared(|_, keyword| matches!(keyword, Some(Keyword::Piece | Keyword::Family)))
    }

    /// Returns the declared names of the games that `wanted` accepts, each once.
    fn declared(&self, wanted: impl Fn(NameKind, Option<Keyword>) -> bool) -> Vec<CompletionItem> {
        let mut seen = BTreeSet::new();
        let symbols = self.games.iter().flatten().flat_map(|rules| &rules.outline.symbols);
        let found = symbols.filter_map(|symbol| {
            let name = symbol.declared.as_ref()?;
            let keyword = if let SymbolKind::Word(word) = symbol.kind { Some(word) } else { None };
            let is_wanted = wanted(name.kind, keyword) && seen.insert(&name.full);
            is_wanted.then(|| self.item(&name.full, kind_of(name.kind), &symbol.text))
        });
        found.collect()
    }
}

/// Returns the symbols of the document: its readings, or its headings with their blocks.
pub(super) fn symbols(document: &Document) -> Vec<DocumentSymbol> {
    let text = document.text.body();
    if document.path.ends_with(READINGS) {
        let all = ferz_lang::read_readings(0, text).0;
        return all
            .iter()
            .map(|reading| {
                let range = document.text.span(reading.span);
                symbol(&reading.name, &reading.title, Shown::NAMESPACE, range)
            })
            .collect();
    }
    if !document.path.ends_with(".md") {
        return Vec::new();
    }
    let mut all: Vec<DocumentSymbol> = Vec::new();
    for row in rows(text) {
        let range = document.text.range(row.start, row.start + row.text.len());
        match row.kind {
            RowKind::Heading(_) => {
                let name = row.text.trim_start_matches('#').trim();
                all.push(symbol(name, "", Shown::NAMESPACE, range));
            }
            RowKind::Open => {
                let words = row.text.trim_start_matches('`').trim();
                let block = symbol(words, "", Shown::EVENT, range);
                match all.last_mut().filter(|last| last.kind == Shown::NAMESPACE) {
                    Some(heading) => {
                        heading.range.end = range.end;
                        heading.children.get_or_insert_default().push(block);
                    }
                    None => all.push(block),
                }
            }
            RowKind::Close => {
                // A heading and a block reach to the end of the block.
                if let Some(heading) = all.last_mut() {
                    heading.range.end = range.end;
                    if let Some(block) = heading.children.as_mut().and_then(|blocks| blocks.last_mut()) {
                        block.range.end = range.end;
                    }
                }
            }
            RowKind::GameName
            | RowKind::GameChoice
            | RowKind::Drawing
            | RowKind::Content
            | RowKind::Prose => {}
        }
    }
    all
}

fn symbol(name: &str, detail: &str, kind: Shown, range: Range) -> DocumentSymbol {
    #[allow(deprecated, reason = "the field has to be given")]
    DocumentSymbol {
        name: if name.is_empty() { "?" } else { name }.to_owned(),
        detail: (!detail.is_empty()).then(|| detail.to_owned()),
        kind,
        tags: None,
        deprecated: None,
        range,
        selection_range: range,
        children: None,
    }
}

/// Returns the text of the document in its usual layout: no blanks at the ends of lines of blocks and of readings, and drawings
/// in columns.
pub(super) fn formatted(document: &Document) -> String {
    let text = document.text.body();
    let mut lines: Vec<String> = Vec::new();
    if document.path.ends_with(".md") {
        let rows = rows(text);
        for group in rows.chunk_by(|one, next| one.kind == RowKind::Drawing && next.kind == one.kind) {
            let is_drawing = group.iter().all(|row| row.kind == RowKind::Drawing);
            match is_drawing {
                true => lines.extend(in_columns(group)),
                // Two blanks at the end of a line of prose are a line break.
                false => lines.extend(group.iter().map(|row| {
                    let is_prose = row.kind == RowKind::Prose;
                    if is_prose { row.text } else { row.text.trim_end() }.to_owned()
                })),
            }
        }
    } else {
        lines.extend(text.lines().map(|line| line.trim_end().to_owned()));
    }
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    lines.iter().map(|line| format!("{line}{end}")).collect()
}

/// Returns the rows of a drawing with its squares in columns. The ranks stay on the side where they are.
fn in_columns(rows: &[PageRow]) -> Vec<String> {
    let parts = |row: &PageRow| -> Option<(String, Vec<String>)> {
        let (rank, squares) = match row.text.split_once('|') {
            Some((rank, squares)) => (rank.trim(), squares),
            None => ("", Some(row.text).filter(|text| is_files(text))?),
        };
        Some((rank.to_owned(), squares.split_whitespace().map(str::to_owned).collect()))
    };
    let parts: Vec<Option<(String, Vec<String>)>> = rows.iter().map(parts).collect();
    let mut widths: Vec<usize> = Vec::new();
    // A row for a cell off the grid has no columns.
    for (_, squares) in parts.iter().flatten().filter(|(_, squares)| squares.len() > 1) {
        widths.resize(widths.len().max(squares.len()), 0);
        for (width, square) in widths.iter_mut().zip(squares) {
            *width = (*width).max(square.chars().count());
        }
    }
    let ranks = parts.iter().flatten().map(|(rank, _)| rank.chars().count()).max().unwrap_or(0);
    let is_right = rows.iter().any(|row| row.text.starts_with(' ') && row.text.contains('|'));
    let line = |(row, parts): (&PageRow, Option<(String, Vec<String>)>)| {
        let Some((rank, squares)) = parts else { return row.text.trim_end().to_owned() };
        let width = |at: usize| widths.get(at).copied().unwrap_or_default();
        let squares: Vec<String> =
            squares.iter().enumerate().map(|(at, square)| format!("{square:<0$}", width(at))).collect();
        let rank = if is_right { format!("{rank:>ranks$}") } else { format!("{rank:<ranks$}") };
        let sign = if row.text.contains('|') { '|' } else { ' ' };
        format!("{rank} {sign} {}", squares.join(" ")).trim_end().to_owned()
    };
    rows.iter().zip(parts).map(line).collect()
}

/// Returns true for a line with the letters of the files.
fn is_files(text: &str) -> bool {
    let letters = || text.split_whitespace();
    letters().count() > 1 && letters().zip(b'a'..=b'z').all(|(letter, wanted)| letter.as_bytes() == [wanted])
}
