//! Drawings in plain text: ranks from the top down, files named below, cells beside the grid where they lie.
//!
//! ```text
//! 3  .  O  .
//! 2  O  W  O
//! 1  .  O  .
//!    a  b  c
//! ```

use super::{Drawing, Mark};
use crate::base::text::commas;
use crate::base::{Board, file_name};
use std::ops::RangeInclusive;

/// Draws as text. Every cell is as wide as the longest token; the squares of the last move are in brackets.
pub(crate) fn text(drawing: &Drawing) -> String {
    let (columns, rows) = drawing.frame();
    let (width, height) = (drawing.board.width, drawing.board.height);
    let size = columns.iter().flat_map(|x| rows.iter().map(|y| cell(drawing, *x, *y).chars().count()));
    let files = columns.iter().filter(|x| (1..=width).contains(*x)).map(|x| file_name(*x).len());
    let size = size.chain(files).max().unwrap_or(1);
    let margin = height.to_string().len();
    let mut out = String::new();
    for y in &rows {
        let label = if (1..=height).contains(y) { y.to_string() } else { String::new() };
        let mut line = format!("{label:>margin$} ");
        let mut was_last = false;
        for x in &columns {
            let is_last = drawing.board.at(*x, *y).is_some_and(|square| drawing.last.contains(&square));
            line.push(match (was_last, is_last) {
                (false, false) => ' ',
                (false, true) => '[',
                (true, false) => ']',
                (true, true) => '|',
            });
            let shown = cell(drawing, *x, *y);
            let room = shown.chars().count() < size;
            let shown = if is_last && room { shown + "]" } else { shown };
            line += &format!("{shown:<size$}");
            was_last = is_last && !room;
        }
        if was_last {
            line.push(']');
        }
        out += line.trim_end();
        out.push('\n');
    }
    let mut line = " ".repeat(margin + 1);
    for x in &columns {
        let name = if (1..=width).contains(x) { file_name(*x) } else { String::new() };
        line += &format!(" {name:<size$}");
    }
    out += line.trim_end();
    out.push('\n');
    out
}

/// One line for each mark that is used.
pub(crate) fn legend(drawing: &Drawing) -> String {
    let mut lines: String =
        drawing.used().map(|mark| format!("{}  {}\n", mark.sign(), mark.meaning())).collect();
    let beside: Vec<&str> = drawing.board.extra().map(|square| drawing.board.name(square)).collect();
    if !beside.is_empty() {
        lines += &format!("Beside the board: {}\n", commas(&beside));
    }
    lines
}

/// The drawing in words: a line for each mark that is used, with its meaning and its squares.
pub(crate) fn told(drawing: &Drawing) -> Vec<String> {
    let line = |mark: Mark| {
        let marked = drawing.marks.iter().filter(|(_, other)| **other == mark);
        let squares: Vec<&str> = marked.map(|(square, _)| drawing.board.name(*square)).collect();
        format!("{}: {}", mark.meaning(), commas(&squares))
    };
    drawing.used().map(line).collect()
}

/// The ranks of a board as files of cases and drawings of variant files have them: `3 | .  K  .`, each column as wide as
/// its widest cell, and the names of the files below.
pub(crate) fn ranks(
    board: &Board,
    ys: RangeInclusive<i32>,
    cell: impl Fn(i32, i32) -> String,
) -> Vec<String> {
    let width = |x: i32| ys.clone().map(|y| cell(x, y).len()).max().unwrap_or(1).max(file_name(x).len());
    let widths: Vec<usize> = board.files().map(width).collect();
    let label = board.height.to_string().len();
    let row = |head: String, cells: Vec<String>| {
        let cells = cells.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}"));
        format!("{head} {}", cells.collect::<Vec<_>>().join(" ")).trim_end().to_owned()
    };
    let rank = |y: i32| row(format!("{y:>label$} |"), board.files().map(|x| cell(x, y)).collect());
    let files = row(" ".repeat(label + 2), board.files().map(file_name).collect());
    ys.clone().rev().map(rank).chain([files]).collect()
}

/// A token, a sign, both, a point for an empty square, or nothing where there is no square.
fn cell(drawing: &Drawing, x: i32, y: i32) -> String {
    let Some(square) = drawing.board.at(x, y) else { return String::new() };
    let sign = drawing.marks.get(&square).map(|mark| mark.sign());
    match (drawing.pieces.get(&square), sign) {
        (Some((token, _)), Some(sign)) => format!("{token}{sign}"),
        (Some((token, _)), None) => token.clone(),
        (None, Some(sign)) => sign.to_string(),
        (None, None) => ".".into(),
    }
}
