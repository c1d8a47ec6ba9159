//! Formats a document, a range of its lines, or a line as it is typed.

use super::beside;
use super::documents::Workspace;
use super::open_files::OpenFiles;
use super::text::LineText;
use ferz_cli::fmt;
use ferz_syntax::syntax::{TokenKind, Tree};
use lsp_types::{Position, Range, TextEdit, Uri};

/// The width of the indentation of a block in spaces.
const STEP: usize = 2;
/// The maximum number of pairs of lines in a comparison of two texts.
const MAX_PAIRS: usize = 4_000_000;

/// Returns the text of a document in the layout of `ferz fmt`, or `None` if it has errors.
fn formatted(workspace: &Workspace, uri: &Uri) -> Option<String> {
    let document = workspace.get(uri.as_str())?;
    if !document.is_game() {
        return Some(beside::formatted(document));
    }
    let text = document.text.body();
    let checked = document.outcome.as_ref().filter(|_| document.is_current());
    match checked.map(|checked| checked.has_own_errors) {
        Some(true) => None,
        Some(false) => fmt::layout(&document.outline().tree).ok(),
        None => fmt::format(&document.path, text, &OpenFiles::new(workspace.texts())).ok(),
    }
}

/// Returns the edits that format a document, or `None` if it has errors.
pub(super) fn format(workspace: &Workspace, uri: &Uri) -> Option<Vec<TextEdit>> {
    let formatted = formatted(workspace, uri)?;
    let document = workspace.get(uri.as_str())?;
    Some(differences(&document.text, &formatted))
}

/// Returns the formatting edits that touch a range.
pub(super) fn format_range(workspace: &Workspace, uri: &Uri, range: Range) -> Option<Vec<TextEdit>> {
    let mut edits = format(workspace, uri)?;
    edits.retain(|edit| edit.range.start <= range.end && range.start <= edit.range.end);
    Some(edits)
}

/// Returns an edit for each run of lines that differ.
pub fn differences(text: &LineText, other: &str) -> Vec<TextEdit> {
    let (old, new): (Vec<&str>, Vec<&str>) =
        (text.body().split_inclusive('\n').collect(), other.split_inclusive('\n').collect());
    if old.len() * new.len() > MAX_PAIRS {
        return vec![TextEdit::new(text.range(0, text.body().len()), other.to_owned())];
    }
    // The length of the longest common sequence of lines of the rests.
    let mut common = vec![vec![0_u32; new.len() + 1]; old.len() + 1];
    for (i, line) in old.iter().enumerate().rev() {
        for (j, other) in new.iter().enumerate().rev() {
            common[i][j] = match line == other {
                true => common[i + 1][j + 1] + 1,
                false => common[i + 1][j].max(common[i][j + 1]),
            };
        }
    }
    let (mut i, mut j, mut at) = (0, 0, 0);
    let mut edits = Vec::new();
    while i < old.len() || j < new.len() {
        let (from, start) = (j, at);
        while (i < old.len() || j < new.len()) && (i == old.len() || j == new.len() || old[i] != new[j]) {
            if j == new.len() || i < old.len() && common[i + 1][j] >= common[i][j + 1] {
                at += old[i].len();
                i += 1;
            } else {
                j += 1;
            }
        }
        if at > start || j > from {
            edits.push(TextEdit::new(text.range(start, at), new[from..j].concat()));
        }
        if i < old.len() {
            at += old[i].len();
            (i, j) = (i + 1, j + 1);
        }
    }
    edits
}

/// Indents the line at a position to the depth of its block, after a line end or a closing brace was typed.
pub fn on_type(tree: &Tree, text: &LineText, position: Position, typed: &str) -> Vec<TextEdit> {
    let start = tree.line_start(text.at(position));
    // On a blank line, the first token is the line end.
    let first = tree.tokens_at(start..tree.text().len()).find(|token| !token.is_missing());
    let closes = first.is_some_and(|first| first.text == "}");
    // A brace after other words does not change the indentation.
    if typed == "}" && !closes {
        return Vec::new();
    }
    let end = first.map_or(tree.text().len(), |first| first.span.range().start);
    let wanted = " ".repeat(depth(tree, start).saturating_sub(usize::from(closes)) * STEP);
    let differs = tree.text().get(start..end).is_some_and(|blanks| blanks != wanted);
    differs.then(|| TextEdit::new(text.range(start, end), wanted)).into_iter().collect()
}

/// Returns the number of blocks that are open before an offset.
fn depth(tree: &Tree, at: usize) -> usize {
    let written = tree.tokens_at(0..at).filter(|token| !token.is_missing());
    written.fold(0, |depth: usize, token| match token.kind {
        TokenKind::OpenBlock => depth + 1,
        TokenKind::CloseBlock => depth.saturating_sub(1),
        _ => depth,
    })
}
