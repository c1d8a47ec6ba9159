//! The model of a picture: a board, its pieces, and marks on squares.
//!
//! [`Drawing`] is the main type. Each square has at most one [`Mark`]; [`Drawing::mark`] combines marks.

use super::Figure;
use super::style::{BoardStyle, BodyShape, Sign};
use crate::base::{Board, Color, Square};
use crate::rules::walk::Walk;
use std::collections::BTreeMap;

/// The meaning of a square for the piece whose moves are drawn.
///
/// If several marks apply to a square, the last of them in this list is drawn, because it is the most specific.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    Clear,
    Hurdle,
    Passing,
    Capture,
    Quiet,
    Both,
    Pass,
}

impl Mark {
    /// All marks, in legend order.
    pub const ALL: [Mark; 7] =
        [Mark::Both, Mark::Quiet, Mark::Capture, Mark::Pass, Mark::Clear, Mark::Hurdle, Mark::Passing];

    /// Returns the character of the mark in a text drawing, and its meaning.
    pub fn legend(self) -> (char, &'static str) {
        match self {
            Mark::Both => ('O', "moves or captures"),
            Mark::Quiet => ('m', "moves only"),
            Mark::Capture => ('c', "captures only"),
            Mark::Pass => ('p', "may pass: it goes out and comes back"),
            Mark::Clear => ('X', "on the path, and must be empty"),
            Mark::Hurdle => ('H', "a piece it jumps over"),
            Mark::Passing => ('!', "captured in passing"),
        }
    }
}

/// The style in which SVG drawings show pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pieces {
    /// The signs of games that have their own, such as the characters of shogi, and otherwise pictures. The viewer needs
    /// a font with these characters.
    Traditional,
    /// Pictures; a piece without a picture is shown by its letters.
    #[default]
    Pictures,
    /// The letters of the tokens.
    Letters,
}

/// A board with pieces and marks.
#[derive(Clone, Debug)]
pub struct Drawing<'a> {
    pub board: &'a Board,
    /// True if Black's side is below, in text.
    pub flipped: bool,
    /// A square, and the number of squares on each side of it that are drawn. `None` draws the whole board.
    pub window: Option<(Square, i32)>,
    /// The pieces by square, as tokens.
    pub pieces: BTreeMap<Square, (String, Color)>,
    /// The figures by token. A token without one is drawn as letters.
    pub figures: BTreeMap<String, Figure>,
    /// The signs by token and side. They are drawn instead of figures.
    pub signs: BTreeMap<(String, Color), Sign>,
    pub style: BoardStyle,
    /// The marks by square.
    pub marks: BTreeMap<Square, Mark>,
    /// The squares of the last move, which are highlighted.
    pub last: Vec<Square>,
    /// Notes below the picture that explain the stage letters.
    pub notes: Vec<String>,
    /// The pieces in hand, which a picture shows below its notes.
    pub hands: Vec<String>,
}

impl<'a> Drawing<'a> {
    pub fn new(board: &'a Board) -> Drawing<'a> {
        let (pieces, figures, marks) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        let (signs, style, last, notes) = (BTreeMap::new(), BoardStyle::default(), Vec::new(), Vec::new());
        let hands = Vec::new();
        let window = None;
        Drawing { board, flipped: false, window, pieces, figures, signs, style, marks, last, notes, hands }
    }

    /// Returns the columns and the rows that are drawn, in the order of the drawing.
    pub fn frame(&self) -> (Vec<i32>, Vec<i32>) {
        let (mut columns, mut rows) = self.board.frame(self.flipped);
        if let Some((square, radius)) = self.window {
            let middle = self.board.cell(square);
            columns.retain(|x| (x - middle.x).abs() <= radius);
            rows.retain(|y| (y - middle.y).abs() <= radius);
        }
        (columns, rows)
    }

    /// Returns the marks that occur in the drawing, in legend order.
    pub fn used(&self) -> impl Iterator<Item = Mark> {
        Mark::ALL.into_iter().filter(|mark| self.marks.values().any(|used| used == mark))
    }

    #[must_use]
    pub fn piece(mut self, square: Square, token: impl Into<String>, color: Color) -> Drawing<'a> {
        self.pieces.insert(square, (token.into(), color));
        self
    }

    /// Sets the style in which the pieces are shown.
    #[must_use]
    pub fn showing(mut self, pieces: Pieces) -> Drawing<'a> {
        match pieces {
            Pieces::Traditional => {}
            Pieces::Pictures => self.signs.clear(),
            Pieces::Letters => {
                self.signs.clear();
                self.figures.clear();
                self.style.body = BodyShape::Plain;
            }
        }
        self
    }

    pub fn mark(&mut self, square: Square, mark: Mark) {
        let old = self.marks.entry(square).or_insert(mark);
        *old = match (*old, mark) {
            (Mark::Quiet, Mark::Capture) | (Mark::Capture, Mark::Quiet) => Mark::Both,
            (old, mark) => old.max(mark),
        };
    }

    /// Marks the targets of a piece. `quiet` contains its walks to empty squares, and `captures` its walks that
    /// capture.
    pub fn mark_walks(&mut self, quiet: &[Walk], captures: &[Walk]) {
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

    /// Removes the mark on the square of the moving piece, unless the piece can pass.
    pub fn clear_start(&mut self, from: Square) {
        self.marks.retain(|square, mark| *square != from || *mark == Mark::Pass);
    }
}
