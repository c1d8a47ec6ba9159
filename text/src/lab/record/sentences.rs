//! Sentences about a rule that differs between two versions of a game, made from both versions.

use super::facts::{FactMark, PieceFacts};
use super::moves::MovePlaces;
use crate::base::{Color, PieceTypeId, Square};
use crate::fast::engine::{Engine, TableCaches};
use crate::lab::compare::Change;
use crate::rules::Variant;
use crate::words::rule_kind::Category;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The maximum number of words that a sentence lists.
const MAX_WORDS: usize = 12;

/// Returns the sentences about a change, without the name of the rule.
pub(super) fn sentences(change: &Change, old: &Arc<Variant>, new: &Arc<Variant>) -> Vec<String> {
    let (a, b) =
        (change.a.as_ref().map(|said| said.text.as_str()), change.b.as_ref().map(|said| said.text.as_str()));
    match (a, b) {
        (None, Some(text)) => vec![format!("new: {text}")],
        (Some(text), None) => vec![format!("gone: {text}")],
        (Some(_), Some(_)) if change.what == Category::Piece => piece(change, old, new),
        (Some(was), Some(is)) if was != is => vec![now_and_before(is, was)],
        _ => vec![unsaid(change)],
    }
}

fn now_and_before(is: &str, was: &str) -> String {
    let [is, was] = [is, was].map(|text| text.trim_end_matches('.'));
    format!("{is}; was: {was}")
}

/// Returns a sentence about a rule that has the same words in both versions.
fn unsaid(change: &Change) -> String {
    let [a, b] = &change.unsaid;
    let listed = |words: &[String]| match words.len() {
        0 => "nothing".to_owned(),
        1..=MAX_WORDS => words.join(" "),
        more => format!("{} and {} more", words[..MAX_WORDS].join(" "), more - MAX_WORDS),
    };
    let text = change.b.as_ref().map_or("", |said| said.text.as_str());
    format!("{text}: the words are the same, but only now {}; only before {}", listed(b), listed(a))
}

fn piece(change: &Change, old: &Arc<Variant>, new: &Arc<Variant>) -> Vec<String> {
    let [gone, added] = &change.parts;
    let is_moves = |part: &&String| part.starts_with('`');
    let mut lines = Vec::new();
    if gone.iter().chain(added).any(|part| is_moves(&part)) {
        lines.extend(moves(change, old, new));
    }
    let (was, is): (Vec<&String>, Vec<&String>) = (
        gone.iter().filter(|part| !is_moves(part)).collect(),
        added.iter().filter(|part| !is_moves(part)).collect(),
    );
    match (was.as_slice(), is.as_slice()) {
        ([was], [is]) => lines.push(format!("{is} It was: {was}")),
        (was, is) => {
            lines.extend(is.iter().map(|text| format!("new: {text}")));
            lines.extend(was.iter().map(|text| format!("gone: {text}")));
        }
    }
    if lines.is_empty() {
        let texts = change.a.as_ref().zip(change.b.as_ref()).filter(|(was, is)| was.text != is.text);
        lines.push(texts.map_or_else(|| unsaid(change), |(was, is)| now_and_before(&is.text, &was.text)));
    }
    lines
}

/// Returns the piece type of a change in a game.
fn of_name(variant: &Variant, name: &str) -> Option<PieceTypeId> {
    let stage = |own: &crate::rules::PieceType| match &own.stage {
        Some(stage) => format!("{} in its stage {stage}", own.piece),
        None => own.piece.clone(),
    };
    variant.piece_type_ids().find(|(_, own)| stage(own) == name).map(|(id, _)| id)
}

/// Describes the moves that only one version has, from the square nearest to the middle that shows a difference.
fn moves(change: &Change, old: &Arc<Variant>, new: &Arc<Variant>) -> Vec<String> {
    let notations = || {
        let of = |parts: &[String]| {
            parts.iter().filter(|part| part.starts_with('`')).cloned().collect::<Vec<_>>().join(", ")
        };
        let [gone, added] = [of(&change.parts[0]), of(&change.parts[1])];
        let or_nothing = |text: String| if text.is_empty() { "nothing".to_owned() } else { text };
        vec![format!("moves {}; was: {}", or_nothing(added), or_nothing(gone))]
    };
    let ids = of_name(old, &change.name).zip(of_name(new, &change.name));
    let Some((one, other)) = ids.filter(|_| old.board.squares().eq(new.board.squares())) else {
        return notations();
    };
    let engines =
        [Engine::sharing(old, &mut TableCaches::once()), Engine::sharing(new, &mut TableCaches::once())];
    let places = [MovePlaces::new(old), MovePlaces::new(new)];
    let [a, b] =
        [PieceFacts::new(&engines[0], &places[0], one), PieceFacts::new(&engines[1], &places[1], other)];
    let beside = new.board.extra();
    let squares = places[1].middle.iter().copied().chain(beside);
    let found = squares.flat_map(|from| Color::ALL.map(|color| (from, color))).find_map(|(from, color)| {
        let (was, is) = (a.marks(from, color), b.marks(from, color));
        (was != is).then(|| (from, color, marks(new, &was, &is)))
    });
    match found {
        Some((from, color, parts)) => {
            let whose = if color == Color::Black { "for Black, " } else { "" };
            vec![format!("{whose}from {} {}", new.board.name(from), parts.join("; "))]
        }
        None => notations(),
    }
}

/// Lists the squares that have another meaning in the new version.
fn marks(
    variant: &Variant,
    was: &BTreeMap<Square, FactMark>,
    is: &BTreeMap<Square, FactMark>,
) -> Vec<String> {
    let mut groups: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for square in variant.board.squares() {
        let (old, new) =
            (was.get(&square).copied().unwrap_or_default(), is.get(&square).copied().unwrap_or_default());
        let goes = |mark: FactMark| mark.moves || mark.captures || mark.jumps;
        let what = match (goes(old), goes(new)) {
            (false, true) if new.moves && !new.captures => "also, without capture,",
            (false, true) if new.captures && !new.moves => "also to capture",
            (false, true) if new.jumps => "also over another piece",
            (false, true) => "also",
            (true, false) => "no longer",
            (true, true) if old.captures && !new.captures => "no longer to capture",
            (true, true) if !old.captures && new.captures => "now also to capture",
            (true, true) if old.moves && !new.moves => "now only to capture",
            (true, true) if !old.moves && new.moves => "now also without capture",
            _ => match (old.is_passed, new.is_passed) {
                (false, true) => "must be empty:",
                (true, false) => "need no longer be empty:",
                _ if old.is_hurdle != new.is_hurdle => "as a piece to jump over:",
                _ => continue,
            },
        };
        groups.entry(what).or_default().push(variant.board.name(square));
    }
    groups.into_iter().map(|(what, names)| format!("{what} {}", names.join(", "))).collect()
}
