//! Detection of statements that occur twice in one block, and of entries that occur twice in one statement.
//!
//! Statements with the same words are the same, even if their marks differ.

use super::sources::Keys;
use crate::base::source::Span;
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::messages::fix::TextChange;
use crate::statement::{Line, plain};
use crate::syntax::{Item, ItemKind, Statement};
use crate::vocabulary::Keyword;
use std::collections::BTreeMap;

/// The places of texts that were seen.
type Seen = BTreeMap<String, Span>;

/// Returns a problem for each statement of a file that repeats another in its block.
pub(crate) fn repeated(tree: &[Statement]) -> Vec<Diagnostic> {
    let mut problems = Vec::new();
    repeated_in(tree, Seen::new(), &Keys::of(tree), &mut problems);
    problems
}

/// Reports the repetitions in a block. `seen` contains what the head of the block says.
fn repeated_in(block: &[Statement], mut seen: Seen, keys: &Keys, problems: &mut Vec<Diagnostic>) {
    let mut holes = Seen::new();
    // Statements that an amendment generates have an empty place.
    for line in Line::all(block).filter(|line| line.span.start < line.span.end) {
        if let Some(first) = seen.insert(words(line, keys), line.span) {
            problems.push(twice("this line is repeated".to_owned(), line.span, first));
        }
        match line.keyword() {
            Some(Keyword::Hole) => repeated_entries(line, keys, &mut holes, problems),
            Some(Keyword::Immune | Keyword::Under) => {
                repeated_entries(line, keys, &mut Seen::new(), problems);
            }
            _ => {}
        }
        repeated_in(line.statements(), moves_of_head(line), keys, problems);
    }
}

/// Returns the words of a statement. The second of two conditions, which begins with `or`, has the same words as
/// the first, and moves have the same words with and without `moves`.
fn words(line: Line, keys: &Keys) -> String {
    let text = line.text_of(&|line| keys.unmarked(line));
    match text.strip_prefix("or ") {
        Some(rest) => rest.to_owned(),
        None if line.begins_with_moves() => format!("moves {text}"),
        None => text,
    }
}

/// Returns the moves in the head of a piece or stage, as the words of a line of its block.
fn moves_of_head(line: Line) -> Seen {
    let is_piece = matches!(line.keyword(), Some(Keyword::Piece | Keyword::Stage));
    let moves = line.items.iter().filter(|item| is_piece && matches!(item.kind, ItemKind::Betza(_)));
    let line_of = |item| Line::bare(std::slice::from_ref(item), item.span, false);
    moves.map(line_of).map(|line| (format!("moves {}", line.text()), line.span)).collect()
}

/// Reports each square of a hole, kind of immunity, or value of a switch that a statement lists twice.
fn repeated_entries(line: Line, keys: &Keys, seen: &mut Seen, problems: &mut Vec<Diagnostic>) {
    let mut entries: Vec<&[Item]> =
        keys.unmarked(line).split(|item| matches!(item.kind, ItemKind::Symbol(","))).collect();
    // The words that begin the statement stand before its first entry.
    let words = entries.get(1).map_or(1, |second| second.len());
    if let Some(first) = entries.first_mut() {
        *first = &first[first.len().saturating_sub(words)..];
    }
    for entry in entries {
        let (Some(start), Some(end)) = (entry.first(), entry.last()) else { continue };
        let (text, place) = (plain(entry), start.span.to(end.span));
        let message = format!("`{text}` is already in this list");
        if let Some(first) = seen.insert(text, place) {
            problems.push(twice(message, place, first).guess(TextChange::DeleteEntry));
        }
    }
}

fn twice(message: String, place: Span, first: Span) -> Diagnostic {
    let problem = Diagnostic::new(Code::SaidTwice, place, message).label(first, "first here");
    problem.into_warning().help("delete one of the two, or correct it")
}
