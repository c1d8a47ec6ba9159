//! Finds the declarations and uses of a name in a file, in the files that it extends, and in those that extend it.

use super::documents::{Document, Workspace, folder};
use super::text::LineText;
use super::{drawings, library, mentions, uri};
use ferz_cli::files;
use ferz_lang::catalog::{Files, built_in};
use ferz_lang::outline::{Name, NameKind, Outline, Symbol, SymbolKind};
use ferz_syntax::vocabulary;
use lsp_types::{DocumentHighlight, DocumentHighlightKind, Location, Position, Range};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The maximum length of a chain of games, each of which extends the next.
const MAX_PARENTS: usize = 16;
/// The maximum number of files that are searched.
const MAX_FILES: usize = 500;
/// The maximum number of folders that are searched.
const MAX_FOLDERS: usize = 200;

/// A rule file with its outline.
pub(super) struct ReadRules {
    pub(super) path: String,
    /// The URI that the editor uses for the file, or `None` for a built-in file.
    pub(super) uri: Option<String>,
    pub(super) is_built_in: bool,
    pub(super) text: Arc<LineText>,
    pub(super) outline: Outline,
}

impl ReadRules {
    pub(super) fn of(workspace: &Workspace, path: &str, text: Arc<LineText>) -> ReadRules {
        let open = workspace.at(path).map(|document| document.uri.as_str().to_owned());
        let uri = open.or_else(|| uri::of(path).map(|uri| uri.as_str().to_owned()));
        ReadRules { path: path.to_owned(), uri, is_built_in: false, outline: Outline::of(text.body()), text }
    }

    /// Returns a built-in game.
    pub(super) fn built_in(name: &str) -> Option<ReadRules> {
        let text = built_in(name)?;
        let outline = Outline::of(&text.text);
        let (path, text) = (text.name, Arc::new(LineText::new(text.text)));
        Some(ReadRules { path, uri: None, is_built_in: true, text, outline })
    }

    /// Returns the name of the game, which is that of its file.
    pub(super) fn stem(&self) -> &str {
        self.path[folder(&self.path).len()..].trim_end_matches(".ferz")
    }

    /// Returns a location in this file. For a built-in file, it is in a copy that the editor can open.
    pub(super) fn location(&self, range: Range) -> Option<Location> {
        let uri = match self.is_built_in {
            true => library::copy(&self.path, self.text.text()),
            false => self.uri.clone(),
        };
        Some(Location::new(uri?.parse().ok()?, range))
    }
}

/// Returns the text of a file from the open document, or else from disk.
pub(super) fn read(workspace: &Workspace, path: &str) -> Option<Arc<LineText>> {
    let open = workspace.at(path).map(|document| Arc::clone(&document.text));
    open.or_else(|| files::Disk.read(path).map(|text| Arc::new(LineText::new(text))))
}

/// Returns the game that a file in a folder calls by a name.
fn game_called(workspace: &Workspace, folder: &str, name: &str) -> Option<ReadRules> {
    let beside = format!("{folder}{name}.ferz");
    match read(workspace, &beside) {
        Some(text) => Some(ReadRules::of(workspace, &beside, text)),
        None => ReadRules::built_in(name),
    }
}

/// Returns the games that a file extends, the nearest first.
pub(super) fn ancestors(workspace: &Workspace, path: &str, outline: &Outline) -> Vec<ReadRules> {
    let mut all: Vec<ReadRules> = Vec::new();
    let mut folder_of = folder(path).to_owned();
    let mut seen = BTreeSet::from([path.to_owned()]);
    let mut parent = outline.parent().map(str::to_owned);
    while let Some(name) = parent.take() {
        let Some(found) = game_called(workspace, &folder_of, &name) else { break };
        if !seen.insert(found.path.clone()) || all.len() == MAX_PARENTS {
            break;
        }
        parent = found.outline.parent().map(str::to_owned);
        folder_of = folder(&found.path).to_owned();
        all.push(found);
    }
    all
}

/// Returns the files that extend the game at `path`, directly or indirectly. Searches the open documents and the files
/// in the same folder.
pub(super) fn descendants(workspace: &Workspace, path: &str) -> Vec<ReadRules> {
    let beside = files::entries(Path::new(folder(path))).into_iter().filter(|file| files::is(file, "ferz"));
    let mut paths: BTreeSet<String> = beside.map(|file| file.display().to_string()).take(MAX_FILES).collect();
    let open = workspace.iter().filter(|document| document.is_game());
    paths.extend(open.map(|document| document.path.clone()));
    paths.remove(path);
    let found = paths.iter().filter_map(|other| {
        let rules = ReadRules::of(workspace, other, read(workspace, other)?);
        let extends = ancestors(workspace, other, &rules.outline).iter().any(|above| above.path == path);
        extends.then_some(rules)
    });
    found.collect()
}

/// Returns the rule files that are open, and those in the same folders, in the folders of the editor, and below them.
pub(super) fn near(workspace: &Workspace) -> Vec<ReadRules> {
    let open =
        || workspace.iter().filter(|document| document.is_game()).map(|document| document.path.clone());
    let mut paths: BTreeSet<String> = open().collect();
    let folders: BTreeSet<PathBuf> = open().map(|path| folder(&path).into()).collect();
    let mut folders: Vec<PathBuf> =
        folders.into_iter().chain(workspace.roots.iter().map(Into::into)).collect();
    for at in 0..MAX_FOLDERS {
        let Some(next) = folders.get(at).filter(|_| paths.len() < MAX_FILES) else { break };
        for path in files::entries(next) {
            if path.is_dir() && files::is_searched(&path) {
                folders.push(path);
            } else if files::is(&path, "ferz") {
                paths.insert(path.display().to_string());
            }
        }
    }
    paths.iter().filter_map(|path| Some(ReadRules::of(workspace, path, read(workspace, path)?))).collect()
}

/// Returns the name at a position, with its range.
pub(super) fn name_at(document: &Document, position: Position) -> Option<(Name, Range)> {
    let one = document.outline().at(document.text.at(position))?;
    Some((one.name.clone(), document.text.span(one.span)))
}

pub(super) fn definition(workspace: &Workspace, document: &Document, position: Position) -> Option<Location> {
    let above = ancestors(workspace, &document.path, document.outline());
    if let Some(token) = drawings::square(document.outline(), document.text.at(position)) {
        let own = drawings::declaration(document.outline(), token);
        let own = own.map(|span| Location::new(document.uri.clone(), document.text.span(span)));
        let of = |rules: &ReadRules| {
            rules.location(rules.text.span(drawings::declaration(&rules.outline, token)?))
        };
        return own.or_else(|| above.iter().find_map(of));
    }
    let (name, _) = name_at(document, position)?;
    let own = document.outline().declaration(&name);
    if name.kind == NameKind::Game && own.is_none() {
        return game_called(workspace, folder(&document.path), &name.full)?.location(Range::default());
    }
    if let Some(symbol) = own.filter(|symbol| !symbol.amends) {
        return Some(Location::new(document.uri.clone(), document.text.span(symbol.place)));
    }
    let declared = above.iter().find_map(|rules| {
        let symbol = rules.outline.declaration(&name).filter(|symbol| !symbol.amends)?;
        Some((rules, symbol.place))
    });
    let amended = own.map(|symbol| Location::new(document.uri.clone(), document.text.span(symbol.place)));
    match declared {
        Some((rules, place)) => rules.location(rules.text.span(place)),
        None => amended.or_else(|| ending(document, &above, &name)),
    }
}

/// Returns the line of `ending` with a name, in the document or in a game that it extends.
fn ending(document: &Document, above: &[ReadRules], name: &Name) -> Option<Location> {
    let line = |outline: &Outline| {
        let is_it = |symbol: &&Symbol| symbol.kind == SymbolKind::Line && symbol.name == name.full;
        outline.symbols.iter().find(is_it).filter(|_| name.kind == NameKind::Other).map(|symbol| symbol.place)
    };
    let own = line(document.outline());
    let own = own.map(|place| Location::new(document.uri.clone(), document.text.span(place)));
    own.or_else(|| above.iter().find_map(|rules| rules.location(rules.text.span(line(&rules.outline)?))))
}

pub(super) fn references(
    workspace: &Workspace,
    document: &Document,
    position: Position,
    declarations: bool,
) -> Vec<Location> {
    let Some((name, _)) = name_at(document, position) else { return Vec::new() };
    let own = ReadRules::of(workspace, &document.path, Arc::clone(&document.text));
    let above = ancestors(workspace, &document.path, document.outline());
    references_of(workspace, own, above, &name, declarations)
}

/// Returns the places of a name of a game, in its files, in those that it extends, in those that extend it, and beside them.
pub(super) fn references_of(
    workspace: &Workspace,
    own: ReadRules,
    above: Vec<ReadRules>,
    name: &Name,
    declarations: bool,
) -> Vec<Location> {
    let mut all = above;
    // The search for uses begins at the oldest file that declares the name, because other files beside it may extend
    // it.
    let oldest = all.iter().rfind(|rules| rules.outline.declaration(name).is_some());
    let oldest = oldest.map_or(own.path.clone(), |rules| rules.path.clone());
    let known: BTreeSet<String> =
        all.iter().map(|rules| rules.path.clone()).chain([own.path.clone()]).collect();
    all.insert(0, own);
    all.extend(descendants(workspace, &oldest).into_iter().filter(|rules| !known.contains(&rules.path)));
    let is_declared = all.iter().any(|rules| rules.outline.declaration(name).is_some());
    if !is_declared && name.kind != NameKind::Reading {
        return Vec::new();
    }
    let mut found = Vec::new();
    for rules in &all {
        let used = rules.outline.occurrences.iter().filter(|one| one.name == *name);
        let used = used.filter(|one| declarations || !one.declares);
        found.extend(used.filter_map(|one| rules.location(rules.text.span(one.span))));
    }
    for (path, text, places) in mentions::all(workspace, &all, name) {
        let Some(uri) = uri::of(&path) else { continue };
        let ranges = places.into_iter().map(|place| text.range(place.start, place.end));
        found.extend(ranges.map(|range| Location::new(uri.clone(), range)));
    }
    found
}

/// Returns the occurrences of the name at a position in the document. A word of the language has none unless the file
/// declares it as a name.
pub(super) fn highlights(document: &Document, position: Position) -> Vec<DocumentHighlight> {
    let tokens = drawings::highlights(document, position);
    if !tokens.is_empty() {
        return tokens;
    }
    let Some((name, _)) = name_at(document, position) else { return Vec::new() };
    let outline = document.outline();
    let is_word = name.kind == NameKind::Other && vocabulary::all_inner().contains(&name.full.as_str());
    if is_word && outline.declaration(&name).is_none() {
        return Vec::new();
    }
    let same = outline.occurrences.iter().filter(|one| one.name == name);
    let highlight = |one: &ferz_lang::outline::Occurrence| DocumentHighlight {
        range: document.text.span(one.span),
        kind: Some(if one.declares { DocumentHighlightKind::WRITE } else { DocumentHighlightKind::READ }),
    };
    same.map(highlight).collect()
}

/// Returns the statements that amend a name, in the document and in the games that it extends, the nearest first.
pub(super) fn amendments<'a>(
    document: &'a Document,
    above: &'a [ReadRules],
    name: &Name,
) -> Vec<(&'a ferz_lang::outline::Symbol, &'a LineText)> {
    let own = std::iter::once((document.outline(), &*document.text));
    let all = own.chain(above.iter().map(|rules| (&rules.outline, &*rules.text)));
    let amends = |(outline, text): (&'a Outline, &'a LineText)| {
        let symbols = outline.symbols.iter().filter(|one| one.amends && one.declared.as_ref() == Some(name));
        symbols.map(move |symbol| (symbol, text)).collect::<Vec<_>>()
    };
    all.flat_map(amends).collect()
}

/// Returns the symbol that declares a name, in the document or in a game that it extends.
pub(super) fn declaration<'a>(
    document: &'a Document,
    above: &'a [ReadRules],
    name: &Name,
) -> Option<(&'a ferz_lang::outline::Symbol, &'a Outline, &'a LineText)> {
    let own = std::iter::once((document.outline(), &*document.text));
    let all = own.chain(above.iter().map(|rules| (&rules.outline, &*rules.text)));
    let found = all.filter_map(|(outline, text)| Some((outline.declaration(name)?, outline, text)));
    let found: Vec<_> = found.collect();
    let first = found.iter().find(|(symbol, ..)| !symbol.amends).or(found.first());
    first.copied()
}
