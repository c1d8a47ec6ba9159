//! Diagrams of the moves of a piece on a board that is empty except for hurdles.
//!
//! [`rows`] draws text, [`picture`] draws SVG, and [`words`] describes the marks in English. All use the same marks.

use super::hurdles::{apart, posed};
use super::{Drawing, Figure, Mark, descriptions, hurdles, svg, text};
use crate::base::{Board, Color, Orientation, Square, gather};
use crate::rules::Moves;
use std::collections::{BTreeMap, BTreeSet};

/// The minimum radius of a diagram, so that diagrams are easy to compare.
const MIN_RADIUS: i32 = 2;

/// Draws the targets of `moves`, at most `radius` squares around the piece, as rows of text. Also returns the marks
/// it uses.
pub fn rows(token: &str, moves: &Moves, radius: i32) -> (Vec<String>, BTreeSet<Mark>) {
    let Some((board, center)) = around(radius) else { return Default::default() };
    let marks = marks(&board, center, moves);
    let distances = marks.keys().map(|square| apart(&board, center, *square));
    let needed = distances.map(|(dx, dy)| dx.abs().max(dy.abs())).fold(MIN_RADIUS, i32::max);
    if needed < radius {
        return rows(token, moves, needed);
    }
    // The token without its stage, limited to the width of a diagram column.
    let token: String = token.split('.').next().unwrap_or(token).chars().take(2).collect();
    let drawing = Drawing { marks, ..Drawing::new(&board).piece(center, token, Color::White) };
    // The piece may stand anywhere, so file and rank names would only distract.
    let skip = board.height.to_string().len() + 2;
    let picture = text(&drawing);
    let rows = picture.lines().take(board.ranks().count());
    (rows.map(|row| row.chars().skip(skip).collect()).collect(), gather(drawing.used()))
}

/// Draws all moves of a piece, at most `radius` squares around it, as SVG in the colors of a board.
pub fn picture(
    (token, figure): (&str, Option<Figure>),
    ways: &[Moves],
    radius: i32,
    (title, like): (&str, &Board),
) -> String {
    let Some((mut board, center)) = around(radius) else { return String::new() };
    board.checkered = like.checkered;
    let mut drawing = Drawing::new(&board).piece(center, token, Color::White);
    drawing.figures.extend(figure.map(|figure| (token.to_owned(), figure)));
    for (square, mark) in ways.iter().flat_map(|moves| marks(&board, center, moves)) {
        drawing.mark(square, mark);
    }
    svg(&drawing, title)
}

/// Returns the marks of `moves`, at most `radius` squares around the piece, as steps from it.
pub fn steps(moves: &Moves, radius: i32) -> Vec<(i32, i32, Mark)> {
    let Some((board, center)) = around(radius) else { return Vec::new() };
    let step = |(square, mark)| {
        let (x, y) = apart(&board, center, square);
        (x, y, mark)
    };
    marks(&board, center, moves).into_iter().map(step).collect()
}

/// Describes the same marks in English.
pub fn words(moves: &Moves, radius: i32) -> Vec<String> {
    let Some((board, center)) = around(radius) else { return Vec::new() };
    let drawing = Drawing { marks: marks(&board, center, moves), ..Drawing::new(&board) };
    let from = board.name(center);
    descriptions(&drawing).iter().map(|line| format!("from {from}, {line}")).collect()
}

/// Explains the marks of diagrams in one line.
pub fn legend(marks: &BTreeSet<Mark>) -> String {
    let used = Mark::ALL.iter().filter(|mark| marks.contains(mark)).map(|mark| mark.legend());
    used.map(|(sign, meaning)| format!("{sign} {meaning}")).collect::<Vec<_>>().join(";  ")
}

/// Creates an empty board with `radius` squares on every side of its center.
pub fn around(radius: i32) -> Option<(Board, Square)> {
    let size = 2 * radius + 1;
    let board = Board::new(size, size, Orientation::Turned, &[], Vec::new()).ok()?;
    let center = board.at(radius + 1, radius + 1)?;
    Some((board, center))
}

/// Returns the marks of a piece on `center`: its targets and the squares that must be empty.
fn marks(board: &Board, center: Square, moves: &Moves) -> BTreeMap<Square, Mark> {
    let hurdles = hurdles(board, &moves.automaton, center, Color::White);
    let reach = |enemy| posed(board, &moves.automaton, (center, Color::White), &hurdles, enemy);
    let targets = board.squares().filter(|square| *square != center && !hurdles.contains_key(square));
    let captures = targets.flat_map(|square| {
        reach(Some(square)).into_iter().filter(move |walk| walk.captures.contains(&square))
    });
    let mut drawing = Drawing::new(board);
    drawing.mark_walks(&reach(None), &captures.collect::<Vec<_>>());
    drawing.marks.extend(hurdles.keys().map(|square| (*square, Mark::Hurdle)));
    drawing.clear_start(center);
    drawing.marks
}
