//! Renames a declared name in its file, in the files that extend it, and in the readings, tuned values, and cases beside
//! them.
//!
//! A rename is first applied to copies of the texts. It is refused if a file would then have a problem that it did not
//! have before.

use super::checking::check;
use super::documents::{Document, Workspace, folder};
use super::edit::edits_of;
use super::mentions;
use super::navigation::{ReadRules, ancestors, descendants, name_at, near};
use super::open_files::Texts;
use super::text::LineText;
use super::uri;
use ferz_cli::files;
use ferz_lang::catalog::Files;
use ferz_lang::outline::{Name, NameKind, Outline};
use ferz_syntax::syntax::is_key;
use ferz_syntax::vocabulary;
use lsp_types::{NumberOrString, Position, PrepareRenameResponse, TextEdit, WorkspaceEdit};
use std::ops::Range;
use std::sync::Arc;

/// Returns the range of the name at a position if the name can be renamed.
pub(super) fn prepare(
    workspace: &Workspace,
    document: &Document,
    position: Position,
) -> Option<PrepareRenameResponse> {
    let (name, range) = name_at(document, position)?;
    owner(workspace, document, &name).ok()?;
    let placeholder = short(&name).to_owned();
    Some(PrepareRenameResponse::RangeWithPlaceholder { range, placeholder })
}

/// Returns the last part of a name, as its declaration contains it.
fn short(name: &Name) -> &str {
    match name.kind {
        NameKind::Switch => name.full.rsplit('.').next().unwrap_or(&name.full),
        NameKind::Value => name.full.rsplit('=').next().unwrap_or(&name.full),
        NameKind::Game | NameKind::Source | NameKind::Key | NameKind::Array | NameKind::Other => &name.full,
    }
}

/// Returns the number of times that a file declares the name. Amendments do not count.
fn declarations(outline: &Outline, name: &Name) -> usize {
    let own =
        outline.symbols.iter().filter(|symbol| symbol.declared.as_ref() == Some(name) && !symbol.amends);
    own.count()
}

/// Checks that the document declares the name exactly once, and that it is not the name of a game.
fn owner(workspace: &Workspace, document: &Document, name: &Name) -> Result<(), String> {
    let shown = short(name);
    if name.kind == NameKind::Game {
        return Err("a game has the name of its file; rename the file instead".to_owned());
    }
    match declarations(document.outline(), name) {
        1 => {}
        0 => {
            let above = ancestors(workspace, &document.path, document.outline());
            let other = above.iter().find(|rules| declarations(&rules.outline, name) > 0);
            return Err(match other {
                Some(rules) if rules.uri.is_none() => format!("`{shown}` is declared in a built-in game"),
                Some(rules) => format!("`{shown}` is declared in {}; rename it there", rules.path),
                None => format!("`{shown}` is not declared in this file"),
            });
        }
        _ => return Err(format!("`{shown}` is declared more than once")),
    }
    if !document.outline().is_whole {
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
    let (name, _) = name_at(document, position).ok_or("there is no name here")?;
    owner(workspace, document, &name)?;
    check_new(&name, new)?;
    if short(&name) == new {
        return Ok(WorkspaceEdit::default());
    }
    let mut rules = vec![ReadRules::of(workspace, &document.path, Arc::clone(&document.text))];
    rules.extend(descendants(workspace, &document.path));
    let texts = workspace.texts();
    let mut renamed = Texts::clone(&texts);
    let mut all = Vec::new();
    let mut paths = Vec::new();
    for ReadRules { path, uri, text, outline } in &rules {
        if *path != document.path && declarations(outline, &name) > 0 {
            return Err(format!("{path} also declares `{}`", short(&name)));
        }
        if has_name(outline, &name, new) {
            return Err(format!("the name `{new}` is already in use in {path}"));
        }
        let used = outline.occurrences.iter().filter(|one| one.name == name);
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
        let edit = |place: Range<usize>| TextEdit::new(text.range(place.start, place.end), new.to_owned());
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
