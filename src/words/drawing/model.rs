//! What a picture shows: a board, the pieces on it, and marks for where one of them can go.

use crate::base::{Board, Color, Square};
use crate::rules::walk::Walk;
use std::collections::BTreeMap;

/// What a square means to the piece whose moves are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Mark {
    /// It can go there if the square is empty, but not capture.
    Quiet,
    /// It can capture there, but not go there otherwise.
    Capture,
    /// It can go there or capture.
    Both,
    /// The square must be empty on the way.
    Clear,
    /// The piece on the square is jumped over.
    Hurdle,
    /// The piece on the square is captured on the way to another square.
    Passing,
}

impl Mark {
    /// All marks, in the order a legend lists them.
    pub(crate) const ALL: [Mark; 6] =
        [Mark::Both, Mark::Quiet, Mark::Capture, Mark::Clear, Mark::Hurdle, Mark::Passing];

    /// The sign in a text drawing.
    pub(crate) fn sign(self) -> char {
        match self {
            Mark::Both => 'O',
            Mark::Quiet => 'm',
            Mark::Capture => 'c',
            Mark::Clear => 'X',
            Mark::Hurdle => 'H',
            Mark::Passing => '!',
        }
    }

    /// What it means, for a legend.
    pub(crate) fn meaning(self) -> &'static str {
        match self {
            Mark::Both => "moves or captures",
            Mark::Quiet => "moves only",
            Mark::Capture => "captures only",
            Mark::Clear => "must be empty on the way",
            Mark::Hurdle => "a piece it jumps over",
            Mark::Passing => "captured in passing",
        }
    }

    /// How much it says: of two marks on a square, the weightier is drawn.
    fn weight(self) -> u8 {
        match self {
            Mark::Both => 5,
            Mark::Quiet | Mark::Capture => 4,
            Mark::Passing => 3,
            Mark::Hurdle => 2,
            Mark::Clear => 1,
        }
    }

    /// Both marks on one square.
    pub(crate) fn with(self, other: Mark) -> Mark {
        match (self, other) {
            (Mark::Quiet, Mark::Capture) | (Mark::Capture, Mark::Quiet) => Mark::Both,
            _ if self.weight() >= other.weight() => self,
            _ => other,
        }
    }
}

/// What a picture shows.
#[derive(Clone, Debug)]
pub(crate) struct Drawing<'a> {
    /// The board.
    pub board: &'a Board,
    /// The pieces, by their tokens.
    pub pieces: BTreeMap<Square, (String, Color)>,
    /// Where a piece can go.
    pub marks: BTreeMap<Square, Mark>,
    /// The squares of the last move, which are highlighted.
    pub last: Vec<Square>,
    /// Whether Black's side of the board is at the bottom.
    pub turned: bool,
}

impl<'a> Drawing<'a> {
    /// An empty board.
    pub(crate) fn new(board: &'a Board) -> Drawing<'a> {
        Drawing { board, pieces: BTreeMap::new(), marks: BTreeMap::new(), last: Vec::new(), turned: false }
    }

    /// The marks the picture uses, in the order a legend lists them.
    pub(crate) fn used(&self) -> impl Iterator<Item = Mark> {
        Mark::ALL.into_iter().filter(|mark| self.marks.values().any(|used| used == mark))
    }

    /// Puts a piece on a square.
    #[must_use]
    pub(crate) fn piece(mut self, square: Square, token: impl Into<String>, color: Color) -> Drawing<'a> {
        self.pieces.insert(square, (token.into(), color));
        self
    }

    /// Adds a mark to what a square has.
    pub(crate) fn mark(&mut self, square: Square, mark: Mark) {
        self.marks.entry(square).and_modify(|old| *old = old.with(mark)).or_insert(mark);
    }

    /// The columns and rows of the picture, left to right and top to bottom, cells beside the grid included.
    pub(crate) fn frame(&self) -> (Vec<i32>, Vec<i32>) {
        let cells = self.board.cells();
        let (xs, ys): (Vec<i32>, Vec<i32>) = cells.map(|cell| (cell.x, cell.y)).unzip();
        let span = |all: &[i32], size: i32| {
            let low = all.iter().copied().min().unwrap_or(1).min(1);
            let high = all.iter().copied().max().unwrap_or(size).max(size);
            (low..=high).collect::<Vec<i32>>()
        };
        let mut columns = span(&xs, self.board.width);
        let mut rows = span(&ys, self.board.height);
        if self.turned {
            columns.reverse();
        } else {
            rows.reverse();
        }
        (columns, rows)
    }
}

/// Marks where a piece goes: `quiet` are its walks to empty squares, `captures` those that capture.
pub(crate) fn mark_walks(drawing: &mut Drawing, quiet: &[Walk], captures: &[Walk]) {
    for walk in quiet {
        drawing.mark(walk.to, Mark::Quiet);
    }
    for walk in captures {
        let in_passing = walk.captures.iter().filter(|square| **square != walk.to);
        for square in in_passing {
            drawing.mark(*square, Mark::Passing);
        }
        drawing.mark(walk.to, Mark::Capture);
    }
    for walk in quiet.iter().chain(captures) {
        for square in &walk.trail {
            drawing.mark(*square, Mark::Clear);
        }
        for square in &walk.hurdles {
            drawing.mark(*square, Mark::Hurdle);
        }
    }
}
