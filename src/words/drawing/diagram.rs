//! Diagrams of how a piece moves: one piece on a board that is empty but for pieces to jump over.

use super::{Drawing, Mark, Posed, hurdles, mark_walks, text, told};
use crate::base::{Board, Color, Orientation, Square};
use crate::rules::Moves;
use crate::rules::walk::{Walk, walks};
use std::collections::{BTreeMap, BTreeSet};

/// No diagram is smaller, so that the eye can compare them.
const LEAST_RADIUS: i32 = 2;

/// One way of moving, at most `radius` squares around the piece, as rows of text; and the marks it uses.
pub(crate) fn rows(token: &str, moves: &Moves, radius: i32) -> (Vec<String>, BTreeSet<Mark>) {
    let Some((board, center)) = around(radius) else { return Default::default() };
    let marks = marks(&board, center, moves);
    let far = |square: &Square| {
        let (cell, middle) = (board.cell(*square), board.cell(center));
        (cell.x - middle.x).abs().max((cell.y - middle.y).abs())
    };
    let needed = marks.keys().map(far).max().unwrap_or(0).max(LEAST_RADIUS);
    if needed < radius {
        return rows(token, moves, needed);
    }
    let mut drawing = Drawing::new(&board).piece(center, short(token), Color::White);
    drawing.marks = marks;
    let used = drawing.used().collect();
    // The names of files and ranks would only distract: the piece may stand anywhere.
    let skip = board.height.to_string().len() + 2;
    let picture = text(&drawing);
    let rows = picture.lines().take(usize::try_from(board.height).unwrap_or(0));
    (rows.map(|row| row.chars().skip(skip).collect()).collect(), used)
}

/// The same in words.
pub(crate) fn words(moves: &Moves, radius: i32) -> Vec<String> {
    let Some((board, center)) = around(radius) else { return Vec::new() };
    let mut drawing = Drawing::new(&board);
    drawing.marks = marks(&board, center, moves);
    let from = board.name(center);
    told(&drawing).iter().map(|line| format!("from {from}, {line}")).collect()
}

/// What the marks of diagrams mean, in a line.
pub(crate) fn legend(marks: &BTreeSet<Mark>) -> String {
    let used = Mark::ALL.into_iter().filter(|mark| marks.contains(mark));
    used.map(|mark| format!("{} {}", mark.sign(), mark.meaning())).collect::<Vec<_>>().join(";  ")
}

/// A token without its stage, and no longer than a column of a diagram should be wide.
fn short(token: &str) -> String {
    token.split('.').next().unwrap_or(token).chars().take(2).collect()
}

/// An empty board with `radius` squares on every side of its center.
pub(crate) fn around(radius: i32) -> Option<(Board, Square)> {
    let size = 2 * radius + 1;
    let board = Board::new(size, size, Orientation::Turned, &[], Vec::new()).ok()?;
    let center = board.at(radius + 1, radius + 1)?;
    Some((board, center))
}

/// Where a piece on `center` can go, and what must be empty on the way.
fn marks(board: &Board, center: Square, moves: &Moves) -> BTreeMap<Square, Mark> {
    let hurdles = hurdles(board, &moves.automaton, center, Color::White);
    let reach = |enemy: Option<Square>| {
        let posed = Posed { home: center, hurdles: &hurdles, enemy };
        walks(board, &moves.automaton, center, Color::White, &posed)
    };
    let captures: Vec<Walk> = board
        .squares()
        .filter(|square| *square != center && !hurdles.contains_key(square))
        .flat_map(|square| {
            reach(Some(square)).into_iter().filter(move |walk| walk.captures.contains(&square))
        })
        .collect();
    let mut drawing = Drawing::new(board);
    mark_walks(&mut drawing, &reach(None), &captures);
    drawing.marks.extend(hurdles.keys().map(|square| (*square, Mark::Hurdle)));
    drawing.marks.remove(&center);
    drawing.marks
}
