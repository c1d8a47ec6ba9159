//! Round boards: a board with one pair of joined edges has rings around an empty middle.
//!
//! [`Rings`] places the squares. The first rank or file is the innermost ring. The seam, at which the numbering begins, is
//! at the top.

use super::Drawing;
use super::style::{CELL, EDGE};
use crate::base::{Board, Square, file_name};
use std::f64::consts::TAU;

/// The least width of a square on the innermost ring.
const INNERMOST: f64 = 34.0;
/// The distance of the names outside from the outermost ring.
const LABEL: f64 = 12.0;
/// The distance of the names of the rings from the seam, in squares.
const BESIDE_SEAM: f64 = 0.14;

/// The places of the squares of a round board.
pub(super) struct Rings<'a> {
    board: &'a Board,
    /// True if the files run around, so that each rank is a ring.
    ranks_are_rings: bool,
    flipped: bool,
    /// The inner radius of the innermost ring.
    radius: f64,
    /// The coordinates of the middle.
    middle: f64,
}

impl<'a> Rings<'a> {
    /// Returns the rings of a drawing of a whole round board.
    pub(super) fn of(drawing: &Drawing<'a>) -> Option<Rings<'a>> {
        let board = drawing.board;
        let is_round = board.joins.files != board.joins.ranks;
        let (columns, rows) = drawing.frame();
        let is_whole = columns.len() == board.files().count() && rows.len() == board.ranks().count();
        if !(is_round && is_whole) {
            return None;
        }
        let ranks_are_rings = board.joins.files;
        let (around, rings) =
            if ranks_are_rings { (board.width, board.height) } else { (board.height, board.width) };
        let radius = (INNERMOST * f64::from(around) / TAU).max(f64::from(CELL));
        let middle = radius + f64::from(CELL * rings) + f64::from(EDGE);
        Some(Rings { board, ranks_are_rings, flipped: drawing.flipped, radius, middle })
    }

    /// Returns the width and the height of the board with its labels.
    pub(super) fn size(&self) -> i32 {
        (2.0 * self.middle).ceil() as i32
    }

    fn around(&self) -> f64 {
        f64::from(if self.ranks_are_rings { self.board.width } else { self.board.height })
    }

    /// Returns the place at a number of squares from the seam, at a distance from the middle. The seam is at the top, or
    /// below if Black's side is below, and the squares follow clockwise.
    fn at(&self, squares: f64, distance: f64) -> (f64, f64) {
        let turn = if self.flipped { 0.5 } else { 0.0 };
        let angle = (squares / self.around() + turn) * TAU;
        (self.middle + distance * angle.sin(), self.middle - distance * angle.cos())
    }

    /// Returns the position of a square around the middle and its ring, both counted from 0.
    fn place(&self, square: Square) -> (f64, f64) {
        let cell = self.board.cell(square);
        let (around, ring) = if self.ranks_are_rings { (cell.x, cell.y) } else { (cell.y, cell.x) };
        (f64::from(around - 1), f64::from(ring - 1))
    }

    fn distance(&self, ring: f64) -> f64 {
        self.radius + f64::from(CELL) * ring
    }

    /// Returns the middle of a square.
    pub(super) fn middle(&self, square: Square) -> (i32, i32) {
        let (around, ring) = self.place(square);
        rounded(self.at(around + 0.5, self.distance(ring + 0.5)))
    }

    /// Returns the path along the edges of a square.
    pub(super) fn outline(&self, square: Square) -> String {
        let (around, ring) = self.place(square);
        let (inner, outer) = (self.distance(ring), self.distance(ring + 1.0));
        let [a, b, c, d] = [(around, inner), (around, outer), (around + 1.0, outer), (around + 1.0, inner)]
            .map(|(x, y)| point(self.at(x, y)));
        let arc = |radius: f64, sweep: u8| format!("A{radius:.1} {radius:.1} 0 0 {sweep} ");
        format!("M{a}L{b}{}{c}L{d}{}{a}Z", arc(outer, 1), arc(inner, 0))
    }

    /// Returns the names of the files and ranks with their places: those of the lines that cross the rings outside the
    /// outermost ring, and those of the rings on the seam.
    pub(super) fn labels(&self) -> Vec<((i32, i32), String)> {
        let rings = if self.ranks_are_rings { self.board.ranks() } else { self.board.files() };
        let spokes = if self.ranks_are_rings { self.board.files() } else { self.board.ranks() };
        let name = |place: i32, is_file: bool| if is_file { file_name(place) } else { place.to_string() };
        let edge = self.distance(f64::from(*rings.end())) + LABEL;
        let outside = spokes.map(|at| {
            let (x, y) = rounded(self.at(f64::from(at) - 0.5, edge));
            ((x, y + 5), name(at, self.ranks_are_rings))
        });
        let inside = rings.map(|at| {
            let (x, y) = rounded(self.at(BESIDE_SEAM, self.distance(f64::from(at) - 0.15)));
            ((x, y + 5), name(at, !self.ranks_are_rings))
        });
        outside.chain(inside).collect()
    }
}

impl Rings<'_> {
    /// Returns the ends of the seam.
    pub(super) fn seam(&self) -> [(i32, i32); 2] {
        let rings = if self.ranks_are_rings { self.board.height } else { self.board.width };
        [0.0, f64::from(rings)].map(|ring| rounded(self.at(0.0, self.distance(ring))))
    }
}

fn rounded((x, y): (f64, f64)) -> (i32, i32) {
    (x.round() as i32, y.round() as i32)
}

fn point((x, y): (f64, f64)) -> String {
    format!("{x:.1} {y:.1}")
}
