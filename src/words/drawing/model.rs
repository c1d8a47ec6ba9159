//! What a picture shows: a board, the pieces on it, and marks for where one of them can go.

use crate::base::{Board, Cell, Color, Square};
use crate::rules::walk::Walk;
use std::collections::BTreeMap;

/// What a square means to the piece whose moves are drawn. Of two marks on a square, the one that stands later here says
/// more and is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Mark {
    Clear,
    Hurdle,
    Passing,
    Capture,
    Quiet,
    Both,
    Pass,
}

impl Mark {
    /// All marks, in the order a legend lists them.
    pub(crate) const ALL: [Mark; 7] =
        [Mark::Both, Mark::Quiet, Mark::Capture, Mark::Pass, Mark::Clear, Mark::Hurdle, Mark::Passing];

    /// The sign in a text drawing, and what it means.
    pub(crate) fn legend(self) -> (char, &'static str) {
        match self {
            Mark::Both => ('O', "moves or captures"),
            Mark::Quiet => ('m', "moves only"),
            Mark::Capture => ('c', "captures only"),
            Mark::Pass => ('p', "may pass: it moves and comes back"),
            Mark::Clear => ('X', "must be empty on the way"),
            Mark::Hurdle => ('H', "a piece it jumps over"),
            Mark::Passing => ('!', "captured in passing"),
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Drawing<'a> {
    pub board: &'a Board,
    /// The pieces, by their tokens.
    pub pieces: BTreeMap<Square, (String, Color)>,
    /// Where a piece can go.
    pub marks: BTreeMap<Square, Mark>,
    /// The squares of the last move, which are highlighted.
    pub last: Vec<Square>,
    /// What stands below the picture: what the marks of stages mean.
    pub notes: Vec<String>,
}

impl<'a> Drawing<'a> {
    pub(crate) fn new(board: &'a Board) -> Drawing<'a> {
        let (pieces, marks) = (BTreeMap::new(), BTreeMap::new());
        Drawing { board, pieces, marks, last: Vec::new(), notes: Vec::new() }
    }

    /// The marks the picture uses, in the order a legend lists them.
    pub(crate) fn used(&self) -> impl Iterator<Item = Mark> {
        Mark::ALL.into_iter().filter(|mark| self.marks.values().any(|used| used == mark))
    }

    #[must_use]
    pub(crate) fn piece(mut self, square: Square, token: impl Into<String>, color: Color) -> Drawing<'a> {
        self.pieces.insert(square, (token.into(), color));
        self
    }

    pub(crate) fn mark(&mut self, square: Square, mark: Mark) {
        let old = self.marks.entry(square).or_insert(mark);
        *old = match (*old, mark) {
            (Mark::Quiet, Mark::Capture) | (Mark::Capture, Mark::Quiet) => Mark::Both,
            (old, mark) => old.max(mark),
        };
    }

    /// Marks where a piece goes: `quiet` are its walks to empty squares, `captures` those that capture.
    pub(crate) fn mark_walks(&mut self, quiet: &[Walk], captures: &[Walk]) {
        quiet
            .iter()
            .for_each(|walk| self.mark(walk.to, if walk.is_pass() { Mark::Pass } else { Mark::Quiet }));
        captures.iter().for_each(|walk| self.mark(walk.to, Mark::Capture));
        for walk in captures {
            let in_passing = walk.captures.iter().filter(|square| **square != walk.to);
            in_passing.for_each(|square| self.mark(*square, Mark::Passing));
        }
        for walk in quiet.iter().chain(captures) {
            walk.trail.iter().for_each(|square| self.mark(*square, Mark::Clear));
            walk.hurdles.iter().for_each(|square| self.mark(*square, Mark::Hurdle));
        }
    }

    /// Leaves no mark on the square of the piece that moves, but that it may pass.
    pub(crate) fn clear_start(&mut self, from: Square) {
        self.marks.retain(|square, mark| *square != from || *mark == Mark::Pass);
    }

    /// The columns and rows of the picture, left to right and top to bottom, cells off the grid included.
    pub(crate) fn frame(&self) -> (Vec<i32>, Vec<i32>) {
        let span = |of: fn(&Cell) -> i32, size: i32| -> Vec<i32> {
            let all = || self.board.cells().map(of).chain([1, size]);
            (all().min().unwrap_or(1)..=all().max().unwrap_or(size)).collect()
        };
        let (columns, mut rows) =
            (span(|cell| cell.x, self.board.width), span(|cell| cell.y, self.board.height));
        rows.reverse();
        (columns, rows)
    }
}
