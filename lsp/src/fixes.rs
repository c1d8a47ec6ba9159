//! Edits of a document: fixes for its problems, and formatting.

use super::documents::{Document, Workspace};
use super::edit::{edit_of, without_overlaps};
use super::problems::ShownProblem;
use super::rewrites::{allowances, rewrites};
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
    let fixable: Vec<(&ShownProblem, &TextEdit)> =
        found.filter_map(|one| Some((one, one.fix.as_ref()?))).collect();
    let wants = |kind: &str| {
        let asked = params.context.only.as_deref();
        let is_below = |asked: &CodeActionKind| {
            kind.strip_prefix(asked.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        asked.is_none_or(|asked| asked.iter().any(is_below))
    };
    let mut actions = Vec::new();
    let touches = |range: &Range| range.start <= params.range.end && params.range.start <= range.end;
    for (one, edit) in fixable.iter().filter(|(_, edit)| wants("quickfix") && touches(&edit.range)) {
        let written = format!("Write {}", edit.new_text);
        let title = if edit.new_text.is_empty() { "Delete it".to_owned() } else { written };
        actions.push(CodeAction {
            title,
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(vec![one.diagnostic.clone()]),
            edit: Some(edit_of(&document.uri, vec![(*edit).clone()])),
            is_preferred: Some(true),
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
    let all = without_overlaps(fixable.iter().map(|(_, edit)| (*edit).clone()).collect());
    let asks_for_it = params.context.only.is_some();
    if wants(FIX_ALL) && !all.is_empty() && (asks_for_it || all.len() > 1) {
        actions.push(CodeAction {
            title: "Apply all fixes in this file".to_owned(),
            kind: Some(CodeActionKind::new(FIX_ALL)),
            edit: Some(edit_of(&document.uri, all)),
            ..CodeAction::default()
        });
    }
    actions
}
