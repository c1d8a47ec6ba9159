//! Renames a declared name in its file, in the files that extend it, and in the readings, tuned values, and cases beside
//! them.
//!
//! A rename is first applied to copies of the texts. It is refused if a file would then have a problem that it did not
//! have before.

use super::checking::problems_of;
use super::documents::{Document, Workspace, folder};
use super::edit::edits_of;
use super::mentions::{self, FoundName};
use super::navigation::{ReadRules, ancestors, descendants, name_at, near, read};
use super::open_files::{OpenFiles, Texts};
use super::recorded::{self, RecordedFile};
use super::text::LineText;
use super::{library, readings, uri};
use ferz_cli::files;
use ferz_core::base::source::line_starts;
use ferz_core::fast::engine::Engine;
use ferz_lang::catalog::{READINGS, is_rule_file};
use ferz_lang::outline::{Name, NameKind, Occurrence, Outline, Symbol, SymbolKind};
use ferz_syntax::syntax::is_key;
use ferz_syntax::vocabulary::{self, Keyword};
use ferz_text::lab::casebook::Games;
use lsp_types::{
    DiagnosticSeverity, NumberOrString, Position, PrepareRenameResponse, TextEdit, WorkspaceEdit,
};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

/// Returns the range of the name at a position if the name can be renamed.
pub(super) fn prepare(
    workspace: &Workspace,
    document: &Document,
    position: Position,
) -> Option<PrepareRenameResponse> {
    let (own, name, range) = own_name(workspace, document, position).ok()?;
    owner(workspace, &own, &name).ok()?;
    let placeholder = short(&name).to_owned();
    Some(PrepareRenameResponse::RangeWithPlaceholder { range, placeholder })
}

/// Returns the name at a position, its range, and the rule file that declares it or uses it.
fn own_name(
    workspace: &Workspace,
    document: &Document,
    position: Position,
) -> Result<(ReadRules, Name, lsp_types::Range), String> {
    let none = || "there is no name here".to_owned();
    if document.is_game() {
        let (name, range) = name_at(document, position).ok_or_else(none)?;
        return Ok((ReadRules::of(workspace, &document.path, Arc::clone(&document.text)), name, range));
    }
    let text = document.text.body();
    let found = mentions::at(workspace, &document.path, text, document.text.at(position));
    let FoundName { name, place, mut game } = found.ok_or_else(none)?;
    let declares = |rules: &ReadRules| declarations(&rules.outline, &name) > 0;
    let own = game.iter().position(declares).unwrap_or_default();
    Ok((game.swap_remove(own), name, document.text.range(place.start, place.end)))
}

/// Returns the last part of a name, as its declaration contains it.
fn short(name: &Name) -> &str {
    match name.kind {
        NameKind::Switch => name.full.rsplit('.').next().unwrap_or(&name.full),
        NameKind::Value => name.full.rsplit('=').next().unwrap_or(&name.full),
        NameKind::Game | NameKind::Source | NameKind::Key => &name.full,
        NameKind::Array | NameKind::Reading | NameKind::Other => &name.full,
    }
}

/// Returns the number of times that a file declares the name. Amendments do not count.
fn declarations(outline: &Outline, name: &Name) -> usize {
    let own =
        outline.symbols.iter().filter(|symbol| symbol.declared.as_ref() == Some(name) && !symbol.amends);
    own.count()
}

/// Returns true if the file declares a switch whose name begins with this name and a dot.
fn begins_switch(outline: &Outline, name: &Name) -> bool {
    let prefix = format!("{}.", name.full);
    let own = outline.symbols.iter().filter(|symbol| !symbol.amends);
    let mut switches = own.filter_map(|symbol| symbol.declared.as_ref());
    name.kind == NameKind::Other
        && switches.any(|one| one.kind == NameKind::Switch && one.full.starts_with(&prefix))
}

/// Checks that the file declares the name, and that it is not the name of a game.
fn owner(workspace: &Workspace, own: &ReadRules, name: &Name) -> Result<(), String> {
    let shown = short(name);
    if name.kind == NameKind::Game {
        return Err("a game has the name of its file; rename the file instead".to_owned());
    }
    if own.is_built_in || library::is_copy(&own.path) {
        return Err(format!("`{shown}` is declared in a built-in game, which no edit changes"));
    }
    if name.kind == NameKind::Reading {
        return Ok(());
    }
    let is_cell = |symbol: &Symbol| {
        symbol.kind == SymbolKind::Word(Keyword::Cell) && symbol.declared.as_ref() == Some(name)
    };
    if own.outline.symbols.iter().any(is_cell) {
        return Err(format!(
            "`{shown}` is a square, which is named in moves and positions of other files; a rename leaves them"
        ));
    }
    match declarations(&own.outline, name) {
        // Two statements can declare the same name, for example under two values of a switch.
        1.. => {}
        0 if begins_switch(&own.outline, name) => {}
        0 => {
            let above = ancestors(workspace, &own.path, &own.outline);
            let other = above.iter().find(|rules| declarations(&rules.outline, name) > 0);
            return Err(match other {
                Some(rules) if rules.is_built_in => format!("`{shown}` is declared in a built-in game"),
                Some(rules) => format!("`{shown}` is declared in {}; rename it there", rules.path),
                None => format!("`{shown}` is not declared in this file"),
            });
        }
    }
    if !own.outline.is_whole {
        return Err("the file has syntax errors; fix them first".to_owned());
    }
    Ok(())
}

/// Returns the oldest file that declares the name. A file can remove a piece that it inherits, and declare another one with
/// its name; both get the new name.
fn oldest(workspace: &Workspace, own: ReadRules, name: &Name) -> Result<ReadRules, String> {
    let above = if name.kind == NameKind::Reading {
        Vec::new()
    } else {
        ancestors(workspace, &own.path, &own.outline)
    };
    match above.into_iter().rfind(|rules| declarations(&rules.outline, name) > 0) {
        Some(rules) if rules.is_built_in => {
            let game = rules.stem();
            Err(format!(
                "`{}` is also declared in the built-in game {game}, which no edit changes",
                short(name)
            ))
        }
        Some(rules) => Ok(rules),
        None => Ok(own),
    }
}

/// Checks that a text can be the new name.
fn check_new(name: &Name, new: &str) -> Result<(), String> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-' || name.kind == NameKind::Key && c == '.';
    let is_word = new.starts_with(|c: char| c.is_ascii_alphabetic()) && new.chars().all(is_part);
    if !is_word {
        return Err(format!("`{new}` is not a valid name: a name consists of letters, digits, and `-`"));
    }
    if (name.kind == NameKind::Key) != is_key(new) && name.kind == NameKind::Key {
        return Err(format!("`{new}` is not a valid key: a key begins with a capital letter"));
    }
    if name.kind == NameKind::Other && (vocabulary::is_reserved(new) || vocabulary::find(new).is_some()) {
        return Err(format!("`{new}` is a word of the language"));
    }
    Ok(())
}

/// Returns the edits that rename the name at a position, or the reason why it cannot be renamed.
pub(super) fn rename(
    workspace: &Workspace,
    document: &Document,
    position: Position,
    new: &str,
) -> Result<WorkspaceEdit, String> {
    let (own, name, _) = own_name(workspace, document, position)?;
    owner(workspace, &own, &name)?;
    let own = oldest(workspace, own, &name)?;
    check_new(&name, new)?;
    if short(&name) == new {
        return Ok(WorkspaceEdit::default());
    }
    let sharing =
        if name.kind == NameKind::Reading { sharing(workspace, &own, &name, new)? } else { Vec::new() };
    let mut rules = descendants(workspace, &own.path);
    rules.retain(|rules| !sharing.iter().any(|other| other.path == rules.path));
    let rules: Vec<ReadRules> = std::iter::once(own).chain(sharing).chain(rules).collect();
    let is_declared = declarations(&rules[0].outline, &name) > 0;
    // The undeclared beginning of the names of switches may also be a word of the language.
    let is_used = |_: &Occurrence, rest: &str| is_declared || rest.starts_with('.');
    let mut files = RenamedFiles::new(workspace);
    for ReadRules { path, text, outline, .. } in &rules {
        if has_name(outline, &name, new) {
            return Err(format!("the name `{new}` is already in use in {path}"));
        }
        let used = outline.occurrences.iter().filter(|one| one.name == name);
        let used = used.filter(|one| is_used(one, &text.body()[one.span.range().end..]));
        files.edit(path, text, used.map(|one| TextEdit::new(text.span(one.span), new.to_owned())).collect());
    }
    for (path, text, edits) in beside_edits(workspace, &rules, &name, new)? {
        files.edit(&path, &text, edits);
    }
    for file in recorded::records(workspace, &rules, (&name, new), &is_used)? {
        files.replace(file);
    }
    files.settle(workspace, &rules, (short(&name), new))?;
    Ok(files.into_edits(workspace))
}

/// The files of a rename, with their edits.
struct RenamedFiles {
    /// The texts of the open documents before the rename.
    before: Arc<Texts>,
    /// The same texts after it, and those of the other files with edits.
    after: Texts,
    edits: BTreeMap<String, Vec<TextEdit>>,
}

impl RenamedFiles {
    fn new(workspace: &Workspace) -> RenamedFiles {
        let before = workspace.texts();
        RenamedFiles { after: Texts::clone(&before), before, edits: BTreeMap::new() }
    }

    /// Edits a file in place of earlier edits.
    fn edit(&mut self, path: &str, text: &LineText, edits: Vec<TextEdit>) {
        if !edits.is_empty() {
            self.after.insert(path.to_owned(), Arc::new(text.edited(&edits)));
        }
        self.edits.insert(path.to_owned(), edits);
    }

    /// Replaces the lines that differ in the new text of a file.
    fn replace(&mut self, RecordedFile { path, old, new }: RecordedFile) {
        let edits = line_edits(&old, &new);
        self.edit(&path, &old, edits);
    }

    /// Corrects the answers that agreed before, and checks that no file has an additional problem. Both use the games before
    /// and after the rename, each loaded once.
    fn settle(
        &mut self,
        workspace: &Workspace,
        rules: &[ReadRules],
        name: (&str, &str),
    ) -> Result<(), String> {
        let overlays = [Arc::clone(&self.before), Arc::new(self.after.clone())].map(OpenFiles::new);
        let games = overlays.each_ref().map(|overlay| Games::new(overlay, Engine::sharing));
        let before_and_after = [(&overlays[0], &games[0]), (&overlays[1], &games[1])];
        // A file of readings is checked with the games beside it.
        let is_beside = |path: &str| rules.iter().any(|rules| folder(&rules.path) == folder(path));
        let paths = |files: &RenamedFiles, are_rules: bool| -> Vec<String> {
            let wanted = |path: &&String| {
                is_rule_file(path) == are_rules && (!path.ends_with(READINGS) || !is_beside(path))
            };
            files.edits.keys().filter(wanted).cloned().collect()
        };
        // Rule files come first, because the others need their games.
        self.compare(workspace, paths(self, true), before_and_after)?;
        for file in recorded::answers(workspace, rules, name, &games, &self.after) {
            self.replace(file);
        }
        self.compare(workspace, paths(self, false), before_and_after)
    }

    /// Checks that files have no additional problem.
    fn compare(
        &self,
        workspace: &Workspace,
        paths: Vec<String>,
        [before, after]: [(&OpenFiles, &Games); 2],
    ) -> Result<(), String> {
        let all = paths.into_iter().filter_map(|path| Some((read(workspace, &path)?, path)));
        let all: Vec<(Arc<LineText>, String)> = all.collect();
        let problem = all.into_par_iter().find_map_first(|(old, path)| {
            let new = self.after.get(&path).unwrap_or(&old);
            let now = shown_problems(&path, new, after);
            if now.is_empty() {
                return None;
            }
            let then = shown_problems(&path, &old, before);
            let count = |all: &[ProblemWords], one| all.iter().filter(|(other, _)| other == one).count();
            let more = now.iter().find(|(code, _)| count(&then, code) < count(&now, code));
            more.map(|(_, message)| format!("{path} would have a new problem: {message}"))
        });
        problem.map_or(Ok(()), Err)
    }

    fn into_edits(self, workspace: &Workspace) -> WorkspaceEdit {
        let edits = self.edits.into_iter().filter(|(_, edits)| !edits.is_empty());
        let located = edits.filter_map(|(path, edits)| {
            let open = workspace.at(&path).map(|document| document.uri.as_str().to_owned());
            Some((open.or_else(|| uri::of(&path).map(|uri| uri.as_str().to_owned()))?, edits))
        });
        edits_of(located.collect())
    }
}

/// Returns the edits that replace the lines of a text that differ in a new text.
fn line_edits(old: &LineText, new: &str) -> Vec<TextEdit> {
    let was: Vec<&str> = old.body().split_inclusive('\n').collect();
    let is: Vec<&str> = new.split_inclusive('\n').collect();
    let starts = line_starts(old.body());
    let end = |line: usize| starts.get(line).copied().unwrap_or(old.body().len());
    let edit =
        |lines: Range<usize>, text: String| TextEdit::new(old.range(end(lines.start), end(lines.end)), text);
    if was.len() == is.len() {
        let pairs = was.iter().zip(&is).enumerate().filter(|(_, (was, is))| was != is);
        return pairs.map(|(line, (_, is))| edit(line..line + 1, (*is).to_owned())).collect();
    }
    let first = was.iter().zip(&is).take_while(|(was, is)| was == is).count();
    let pairs = was[first..].iter().rev().zip(is[first..].iter().rev());
    let last = pairs.take_while(|(was, is)| was == is).count();
    vec![edit(first..was.len() - last, is[first..is.len() - last].concat())]
}

/// Returns the other games in the folder of a game, which share its readings.
///
/// # Errors
/// If the reading is declared for another folder, or the new name is already in use.
fn sharing(workspace: &Workspace, own: &ReadRules, name: &Name, new: &str) -> Result<Vec<ReadRules>, String> {
    let declared = readings::of(workspace, std::slice::from_ref(own));
    let is_declared = |wanted: &str| declared.iter().any(|one| one.reading.name == wanted);
    if !is_declared(&name.full) {
        return Err(format!("`{}` is not declared beside {}; rename it where it is", name.full, own.path));
    }
    if is_declared(new) {
        return Err(format!("the name `{new}` is already in use beside {}", own.path));
    }
    let beside = files::entries(Path::new(folder(&own.path))).into_iter();
    let paths = beside.filter(|path| files::is(path, "ferz")).map(|path| path.display().to_string());
    let others = paths.filter(|path| *path != own.path);
    Ok(others.filter_map(|path| Some(ReadRules::of(workspace, &path, read(workspace, &path)?))).collect())
}

/// Returns true if a file already contains the new name as a name of the same kind.
fn has_name(outline: &Outline, name: &Name, new: &str) -> bool {
    let full = format!("{}{new}", &name.full[..name.full.len() - short(name).len()]);
    outline.occurrences.iter().any(|one| one.name.kind == name.kind && one.name.full == full)
}

/// The path of a file, its text, and the edits of this text.
type FileEdits = (String, Arc<LineText>, Vec<TextEdit>);

/// Returns the edits of the files beside some rule files.
///
/// # Errors
/// If a file names a switch that another game in the folder also declares.
fn beside_edits(
    workspace: &Workspace,
    rules: &[ReadRules],
    name: &Name,
    new: &str,
) -> Result<Vec<FileEdits>, String> {
    let all = mentions::all(workspace, rules, name);
    // All games of a folder share its readings.
    if let Some((path, ..)) = all.iter().find(|(path, ..)| path.ends_with(READINGS)) {
        let shares = |other: &&ReadRules| {
            folder(&other.path) == folder(path)
                && !rules.iter().any(|own| own.path == other.path)
                && declarations(&other.outline, name) > 0
        };
        if let Some(other) = near(workspace).iter().find(shares) {
            return Err(format!("{path} sets `{}` in {}, too; rename it there first", name.full, other.path));
        }
    }
    let edits = |(path, text, places): (String, Arc<LineText>, Vec<Range<usize>>)| {
        let edit = |place: Range<usize>| TextEdit::new(text.range(place.start, place.end), new.to_owned());
        let edits = places.into_iter().map(edit).collect();
        (path, text, edits)
    };
    Ok(all.into_iter().map(edits).collect())
}

/// The code of a shown problem with its message.
type ProblemWords = (Option<NumberOrString>, String);

/// Returns the problems of a file that `ferz check` also reports.
fn shown_problems(path: &str, text: &LineText, (overlay, games): (&OpenFiles, &Games)) -> Vec<ProblemWords> {
    let found = problems_of(path, text, overlay, games).0.into_iter().map(|problem| problem.diagnostic);
    let reported = found.filter(|one| one.severity != Some(DiagnosticSeverity::HINT));
    reported.map(|one| (one.code, one.message)).collect()
}
