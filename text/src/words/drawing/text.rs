//! Drawings in plain text, with ranks from the top down, file names below, and cells off the grid at their places.
//!
//! ```text
//! 3  .  O  .
//! 2  O  W  O
//! 1  .  O  .
//!    a  b  c
//! ```

use super::Drawing;
use crate::base::{Board, file_name};
use crate::messages::text::commas;
use std::ops::RangeInclusive;

/// Returns the drawing as lines of text. Every cell is as wide as the longest token. The squares of the last move are
/// in brackets.
pub fn text(drawing: &Drawing) -> String {
    let (columns, rows) = drawing.frame();
    let (files, ranks) = (drawing.board.files(), drawing.board.ranks());
    let file = |x: &i32| if files.contains(x) { file_name(*x) } else { String::new() };
    let names = columns.iter().map(|x| file(x).chars().count());
    let size = names.chain([cell_size(drawing)]).max().unwrap_or(1);
    let margin = drawing.board.height.to_string().len();
    let label = |y: &i32| if ranks.contains(y) { y.to_string() } else { String::new() };
    let labels = rows.iter().map(label);
    let labels =
        labeled(drawing, &rows, labels.collect()).into_iter().map(|label| format!("{label:>margin$}"));
    let names: String = columns.iter().map(|x| format!(" {:<size$}", file(x))).collect();
    let names = " ".repeat(margin + 1) + &names;
    let lines = labels.zip(grid(drawing, size)).map(|(label, row)| label + &row);
    let lines = lines.chain([names]).chain(drawing.notes.iter().cloned());
    lines.map(|line| line.trim_end().to_owned() + "\n").collect()
}

/// Returns the labels of the rows, with an empty one for each line that marks joined ranks.
fn labeled(drawing: &Drawing, rows: &[i32], labels: Vec<String>) -> Vec<String> {
    let [before, after] = seams(drawing.board.joins.ranks, rows, drawing.board.height);
    let empty = |is_there: bool| is_there.then(String::new);
    empty(before).into_iter().chain(labels).chain(empty(after)).collect()
}

/// Returns true for each end of the columns or the rows that is an edge joined to the opposite one.
fn seams(joins: bool, all: &[i32], size: i32) -> [bool; 2] {
    [all.first(), all.last()].map(|end| joins && end.is_some_and(|end| [1, size].contains(end)))
}

/// The sign of a joined edge.
const SEAM: char = '~';

/// Returns the rows of a drawing without labels. Each cell has `size` characters, or as many as its content if `size` is
/// smaller. A sign beside the squares marks edges that are joined.
pub(super) fn grid(drawing: &Drawing, size: usize) -> Vec<String> {
    let (columns, rows) = drawing.frame();
    let [left, right] = seams(drawing.board.joins.files, &columns, drawing.board.width);
    let [above, below] = seams(drawing.board.joins.ranks, &rows, drawing.board.height);
    let row = |y: &i32| {
        let mut line = String::from(if left { SEAM } else { ' ' });
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
        match (was_last, right) {
            (true, true) => format!("{line}]{SEAM}"),
            (true, false) => line + "]",
            (false, true) => format!("{line} {SEAM}"),
            (false, false) => line,
        }
    };
    let seam: String = columns.iter().map(|_| format!(" {SEAM:<size$}")).collect();
    let seam = |is_there: bool| is_there.then(|| format!(" {seam}"));
    seam(above).into_iter().chain(rows.iter().map(row)).chain(seam(below)).collect()
}

/// Returns the width of the widest cell.
pub(super) fn cell_size(drawing: &Drawing) -> usize {
    let (columns, rows) = drawing.frame();
    let cells = columns.iter().flat_map(|x| rows.iter().map(|y| cell(drawing, *x, *y)));
    cells.map(|shown| shown.chars().count()).max().unwrap_or(1)
}

/// Returns the legend, with one line for each mark in the drawing.
pub fn legend(drawing: &Drawing) -> String {
    let used = drawing.used().map(|mark| mark.legend());
    let lines: String = used.map(|(sign, meaning)| format!("{sign}  {meaning}\n")).collect();
    match commas(drawing.board.extra().map(|square| drawing.board.name(square))).as_str() {
        "" => lines,
        beside => lines + &format!("Off the grid: {beside}\n"),
    }
}

/// Describes the drawing in English: one line for each mark, with its meaning and its squares.
pub fn descriptions(drawing: &Drawing) -> Vec<String> {
    let squares = |mark| {
        let marked = drawing.marks.iter().filter(move |(_, other)| **other == mark);
        commas(marked.map(|(square, _)| drawing.board.name(*square)))
    };
    drawing.used().map(|mark| format!("{}: {}", mark.legend().1, squares(mark))).collect()
}

/// Returns the ranks of a board in the format of case files and variant files: `3 | .  K  .`, with the file names in
/// the last line. Each column is as wide as its widest cell.
pub fn ranks(board: &Board, ys: RangeInclusive<i32>, at: impl Fn(i32, i32) -> String) -> Vec<String> {
    let width = |x: i32| ys.clone().map(|y| at(x, y).len()).max().unwrap_or(1).max(file_name(x).len());
    let widths: Vec<usize> = board.files().map(width).collect();
    let label = board.height.to_string().len();
    let row = |head: String, cells: Vec<String>| {
        let cells = cells.iter().zip(&widths).map(|(cell, width)| format!(" {cell:<width$}"));
        (head + &cells.collect::<String>()).trim_end().to_owned()
    };
    let rank = |y: i32| row(format!("{y:>label$} |"), board.files().map(|x| at(x, y)).collect());
    let files = row(" ".repeat(label + 2), board.files().map(file_name).collect());
    ys.clone().rev().map(rank).chain([files]).collect()
}

/// Returns the text of a cell: a token, the character of a mark, both, a dot for an empty square, or spaces if the
/// place has no square.
fn cell(drawing: &Drawing, x: i32, y: i32) -> String {
    let Some(square) = drawing.board.at(x, y) else { return String::new() };
    let token = drawing.pieces.get(&square).map(|(token, _)| token.as_str());
    let sign = drawing.marks.get(&square).map(|mark| mark.legend().0.to_string());
    match (token, sign) {
        (None, None) => ".".to_owned(),
        (token, sign) => token.unwrap_or_default().to_owned() + &sign.unwrap_or_default(),
    }
}
