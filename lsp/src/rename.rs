//! Renames a declared name in its file, in the files that extend it, and in the readings, tuned values, and cases beside
//! them.
//!
//! A rename is first applied to copies of the texts. It is refused if a file would then have a problem that it did not
//! have before.

use super::checking::check;
use super::documents::{Document, Workspace, folder};
use super::edit::edits_of;
use super::mentions::{self, FoundName};
use super::navigation::{ReadRules, ancestors, descendants, name_at, near, read};
use super::open_files::Texts;
use super::text::LineText;
use super::{library, readings, uri};
use ferz_cli::files;
use ferz_lang::catalog::Files;
use ferz_lang::outline::{Name, NameKind, Occurrence, Outline};
use ferz_syntax::syntax::is_key;
use ferz_syntax::vocabulary;
use lsp_types::{NumberOrString, Position, PrepareRenameResponse, Range, TextEdit, WorkspaceEdit};
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
) -> Result<(ReadRules, Name, Range), String> {
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
    let texts = workspace.texts();
    let mut renamed = Texts::clone(&texts);
    let mut all = Vec::new();
    let mut paths = Vec::new();
    for ReadRules { path, uri, text, outline, .. } in &rules {
        if has_name(outline, &name, new) {
            return Err(format!("the name `{new}` is already in use in {path}"));
        }
        let used = outline.occurrences.iter().filter(|one| one.name == name);
        // The undeclared beginning of the names of switches may also be a word of the language.
        let begins = |one: &&Occurrence| text.body()[one.span.range().end..].starts_with('.');
        let used = used.filter(|one| is_declared || begins(one));
        let edits: Vec<TextEdit> =
            used.map(|one| TextEdit::new(text.span(one.span), new.to_owned())).collect();
        paths.push(path.clone());
        if !edits.is_empty() {
            renamed.insert(path.clone(), Arc::new(edited(text, &edits)));
            all.extend(uri.clone().map(|uri| (uri, edits)));
        }
    }
    for (path, text, edits) in beside_edits(workspace, &rules, &name, new)? {
        renamed.insert(path.clone(), Arc::new(edited(&text, &edits)));
        let open = workspace.at(&path).map(|document| document.uri.as_str().to_owned());
        let uri = open.or_else(|| uri::of(&path).map(|uri| uri.as_str().to_owned()));
        all.extend(uri.map(|uri| (uri, edits)));
        paths.push(path);
    }
    for path in paths {
        same_problems(&path, &texts, &renamed)?;
    }
    Ok(edits_of(all))
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

/// Applies edits that do not overlap, and returns the new text.
fn edited(text: &LineText, edits: &[TextEdit]) -> LineText {
    let mut edits: Vec<&TextEdit> = edits.iter().collect();
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.range.start));
    let change = |edit: &TextEdit| lsp_types::TextDocumentContentChangeEvent {
        range: Some(edit.range),
        range_length: None,
        text: edit.new_text.clone(),
    };
    edits.into_iter().fold(text.clone(), |text, edit| text.changed(change(edit)))
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
    let mut all = Vec::new();
    for (path, text, places) in mentions::all(workspace, rules, name) {
        // All games of a folder share its readings.
        let shares = |other: &&ReadRules| {
            path.ends_with("readings.toml")
                && folder(&other.path) == folder(&path)
                && !rules.iter().any(|own| own.path == other.path)
                && declarations(&other.outline, name) > 0
        };
        if let Some(other) = near(workspace).iter().find(shares) {
            return Err(format!("{path} sets `{}` in {}, too; rename it there first", name.full, other.path));
        }
        let edit =
            |place: std::ops::Range<usize>| TextEdit::new(text.range(place.start, place.end), new.to_owned());
        let edits = places.into_iter().map(edit).collect();
        all.push((path, text, edits));
    }
    Ok(all)
}

/// The code of a shown problem.
type ProblemCode = Option<NumberOrString>;

/// Checks that the new texts cause no additional problems in a file.
fn same_problems(path: &str, before: &Arc<Texts>, after: &Texts) -> Result<(), String> {
    let with_own = |texts: &Texts| {
        let mut texts = Texts::clone(texts);
        if !texts.contains_key(path) {
            let text = files::Disk.read(path).map(LineText::new);
            texts.extend(text.map(|text| (path.to_owned(), Arc::new(text))));
        }
        Arc::new(texts)
    };
    let kinds = |texts: &Arc<Texts>| {
        let found = check(path, texts).map(|outcome| outcome.found).unwrap_or_default();
        found.into_iter().map(|problem| (problem.diagnostic.code, problem.diagnostic.message)).collect()
    };
    let (then, now): (Vec<(ProblemCode, String)>, Vec<_>) =
        (kinds(&with_own(before)), kinds(&with_own(after)));
    let count = |all: &[(ProblemCode, String)], code| all.iter().filter(|(other, _)| other == code).count();
    match now.iter().find(|(code, _)| count(&then, code) < count(&now, code)) {
        Some((_, message)) => Err(format!("{path} would have a new problem: {message}")),
        None => Ok(()),
    }
}
