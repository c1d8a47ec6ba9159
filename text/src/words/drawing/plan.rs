//! The plan of a picture: the places of its squares, of their names, and of its seams.
//!
//! [`Plan::of`] lays out a board in rows and columns, or in rings if it is round.

use super::Drawing;
use super::rings::Rings;
use super::style::{CELL, EDGE};
use crate::base::{Square, file_name};

/// The distance of the board from the upper edge of the picture.
const TOP: i32 = 2;

/// The places of everything on a board.
pub(super) struct Plan {
    /// The width and the height, with the names of files and ranks.
    pub(super) size: (i32, i32),
    pub(super) squares: Vec<PlacedSquare>,
    /// The names of files and ranks, each with the place of its middle and base line.
    pub(super) labels: Vec<((i32, i32), String)>,
    /// The ends of the joined edges.
    pub(super) seams: Vec<[(i32, i32); 2]>,
}

/// A square in a picture.
pub(super) struct PlacedSquare {
    pub(super) square: Square,
    pub(super) middle: (i32, i32),
    pub(super) outline: SquareShape,
}

/// The shape of a square.
pub(super) enum SquareShape {
    /// A box, given by its upper left corner.
    Box(i32, i32),
    /// A path along the edges.
    Path(String),
}

impl SquareShape {
    /// Draws the shape with attributes of SVG.
    pub(super) fn shape(&self, style: &str) -> String {
        match self {
            SquareShape::Box(left, top) => {
                format!(r#"<rect x="{left}" y="{top}" width="{CELL}" height="{CELL}" {style}/>"#)
            }
            SquareShape::Path(path) => format!(r#"<path d="{path}" {style}/>"#),
        }
    }
}

impl Plan {
    pub(super) fn of(drawing: &Drawing) -> Plan {
        Rings::of(drawing).map_or_else(|| Plan::grid(drawing), |rings| Plan::round(drawing, &rings))
    }

    fn round(drawing: &Drawing, rings: &Rings) -> Plan {
        let placed = |square| {
            let outline = SquareShape::Path(rings.outline(square));
            PlacedSquare { square, middle: rings.middle(square), outline }
        };
        Plan {
            size: (rings.size(), rings.size()),
            squares: drawing.board.squares().map(placed).collect(),
            labels: rings.labels(),
            seams: vec![rings.seam()],
        }
    }

    fn grid(drawing: &Drawing) -> Plan {
        let board = drawing.board;
        let (columns, rows) = drawing.frame();
        let (lefts, width) = offsets(&columns, board.width, drawing.style.gap);
        let (tops, height) = offsets(&rows, board.height, drawing.style.gap);
        let (mut squares, mut labels) = (Vec::new(), Vec::new());
        for (top, y) in tops.iter().map(|top| TOP + top).zip(&rows) {
            if board.ranks().contains(y) {
                labels.push(((EDGE / 2, top + CELL / 2 + 5), y.to_string()));
            }
            for (left, x) in lefts.iter().map(|left| EDGE + left).zip(&columns) {
                squares.extend(board.at(*x, *y).map(|square| PlacedSquare {
                    square,
                    middle: (left + CELL / 2, top + CELL / 2),
                    outline: SquareShape::Box(left, top),
                }));
            }
        }
        let size = (EDGE + width + 4, height + EDGE + 4);
        let files = lefts.iter().zip(&columns).filter(|(_, x)| board.files().contains(x));
        labels.extend(files.map(|(left, x)| ((EDGE + left + CELL / 2, size.1 - 6), file_name(*x))));
        let (right, bottom) = (EDGE + width, TOP + height);
        let is_edge = |end: Option<&i32>, last: i32| end.is_some_and(|end| [1, last].contains(end));
        let seams = [
            (board.joins.files && is_edge(columns.first(), board.width), [(EDGE, TOP), (EDGE, bottom)]),
            (board.joins.files && is_edge(columns.last(), board.width), [(right, TOP), (right, bottom)]),
            (board.joins.ranks && is_edge(rows.first(), board.height), [(EDGE, TOP), (right, TOP)]),
            (board.joins.ranks && is_edge(rows.last(), board.height), [(EDGE, bottom), (right, bottom)]),
        ];
        let seams = seams.into_iter().filter(|(is_there, _)| *is_there).map(|(_, ends)| ends).collect();
        Plan { size, squares, labels, seams }
    }
}

/// Returns the offsets of columns or rows, and their whole size. A gap separates those off the grid from it.
fn offsets(all: &[i32], size: i32, gap: i32) -> (Vec<i32>, i32) {
    let is_on_grid = |at: &i32| (1..=size).contains(at);
    let (mut offset, mut last) = (0, None);
    let offsets = all.iter().map(|at| {
        let crosses = last.replace(is_on_grid(at)).is_some_and(|last| last != is_on_grid(at));
        let own = offset + if crosses { gap } else { 0 };
        offset = own + CELL;
        own
    });
    (offsets.collect(), offset)
}
