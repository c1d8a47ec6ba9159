//! Edits of a document: fixes for its problems, and formatting.

use super::documents::{Document, Workspace};
use super::edit::edit_of;
use super::problems::{ShownFix, ShownProblem};
use super::rewrites::{allowances, rewrites};
use ferz_syntax::messages::fix::Certainty;
use lsp_types::{CodeAction, CodeActionKind, CodeActionParams, Range, TextEdit};

/// The kind of the action that fixes all problems at once.
const FIX_ALL: &str = "source.fixAll.ferz";

/// Returns the fixes for the problems in a range, and an action that applies all fixes of the document.
pub(super) fn actions(
    workspace: &Workspace,
    document: &Document,
    params: &CodeActionParams,
) -> Vec<CodeAction> {
    let found = document.outcome.iter().flat_map(|outcome| &outcome.found);
    let fixable = found.flat_map(|one| one.fixes.iter().map(move |fix| (one, fix)));
    let wants = |kind: &str| {
        let asked = params.context.only.as_deref();
        let is_below = |asked: &CodeActionKind| {
            kind.strip_prefix(asked.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        asked.is_none_or(|asked| asked.iter().any(is_below))
    };
    let mut actions = Vec::new();
    let touches = |range: &Range| range.start <= params.range.end && params.range.start <= range.end;
    let is_near = |(one, fix): &(&ShownProblem, &ShownFix)| {
        touches(&one.diagnostic.range) || fix.edits.iter().any(|edit| touches(&edit.range))
    };
    for (one, fix) in fixable.filter(is_near).filter(|_| wants("quickfix")) {
        actions.push(CodeAction {
            title: fix.title.clone(),
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(vec![one.diagnostic.clone()]),
            edit: Some(edit_of(&document.uri, fix.edits.clone())),
            is_preferred: Some(one.fixes.len() == 1),
            ..CodeAction::default()
        });
    }
    let here = document.outcome.iter().flat_map(|outcome| &outcome.found);
    if wants("quickfix") {
        actions.extend(allowances(document, here.filter(|one| touches(&one.diagnostic.range))));
    }
    if ["refactor", "refactor.extract", "refactor.rewrite"].into_iter().any(wants) && document.is_game() {
        let refactorings = rewrites(workspace, document, params.range).into_iter();
        actions.extend(refactorings.filter(|one| one.kind.as_ref().is_none_or(|kind| wants(kind.as_str()))));
    }
    let (all, count) = every_fix(document);
    let asks_for_it = params.context.only.is_some();
    if wants(FIX_ALL) && count > 0 && (asks_for_it || count > 1) {
        actions.push(CodeAction {
            title: "Apply all fixes in this file".to_owned(),
            kind: Some(CodeActionKind::new(FIX_ALL)),
            edit: Some(edit_of(&document.uri, all)),
            ..CodeAction::default()
        });
    }
    actions
}

/// Returns the edits of all problems with exactly one fix, and the number of these fixes. Certain fixes come first; a fix
/// that touches another one is left out.
fn every_fix(document: &Document) -> (Vec<TextEdit>, usize) {
    let found = document.outcome.iter().flat_map(|outcome| &outcome.found);
    let mut fixes: Vec<&ShownFix> =
        found.filter(|one| one.fixes.len() == 1).flat_map(|one| &one.fixes).collect();
    fixes.sort_by_key(|fix| fix.certainty != Certainty::Certain);
    let (mut all, mut count): (Vec<TextEdit>, usize) = (Vec::new(), 0);
    for fix in fixes {
        let is_free = |edit: &TextEdit| {
            all.iter().all(|other| edit.range.end < other.range.start || other.range.end < edit.range.start)
        };
        if fix.edits.iter().all(is_free) {
            all.extend(fix.edits.iter().cloned());
            count += 1;
        }
    }
    all.sort_by_key(|edit| (edit.range.start, edit.range.end));
    (all, count)
}
