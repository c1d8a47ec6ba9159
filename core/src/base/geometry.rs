//! Boards: cells at grid coordinates, and the mapping from White's view to Black's.
//!
//! [`Board`] is the main type. [`Board::step`] moves from square to square, and [`Board::flip`] changes the view.
//! All other geometry is built on these two.

use super::sorting::sort;
use super::{Bitboard, Color, Square, SquareSet, file_name};
use rustc_hash::FxHashMap as HashMap;
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

pub(super) const MAX_CELLS: usize = 256;

/// A cell of a board. Files and ranks are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cell {
    /// The name in FENs and moves, such as `a1`.
    pub name: String,
    /// The file, with 1 for `a`. A cell off the grid may be at 0 or beyond the width.
    pub x: i32,
    pub y: i32,
}

/// The mapping from White's view of the board to Black's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Orientation {
    /// Rotation by half a turn.
    Turned,
    /// Reflection across the middle between the players, which reverses the ranks and keeps the files.
    Mirrored,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GeometryError {
    #[error("a board has at most {MAX_CELLS} cells")]
    TooManyCells,
    #[error("two cells are called `{0}`")]
    DuplicateName(String),
    #[error("`{0}` and `{1}` are at the same place")]
    DuplicatePlace(String, String),
}

/// The cells of a game: a grid with possible holes, and single cells anywhere around or inside it.
///
/// Squares are numbered rank by rank from White's side. The stride between ranks is the smallest that gives every
/// cell its own number. A step therefore adds the same number everywhere, and the numbers along a straight ray
/// always increase or always decrease. Cells off the grid fall between the ranks, and numbers without a cell are
/// not squares. If the cells are too far apart for any stride, they are numbered without gaps, and no code may
/// rely on the stride.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "BoardData", into = "BoardData")]
pub struct Board {
    /// The number of files of the grid.
    pub width: i32,
    /// The number of ranks of the grid.
    pub height: i32,
    pub orientation: Orientation,
    /// True if the squares are drawn in two alternating colors.
    pub checkered: bool,
    /// The edges of the grid that are joined. A joined board has no cells off the grid.
    pub joins: Joins,
    /// The cells, indexed by square. Numbers that are not squares have a cell without a name.
    cells: Vec<Cell>,
    /// The squares in listing order: the grid first, then the other cells in declaration order.
    squares: Vec<Square>,
    /// The index of each square in `squares`, indexed by square.
    order: Vec<u16>,
    /// The number of squares on the grid.
    grid: usize,
    by_name: HashMap<String, Square>,
    by_place: HashMap<(i32, i32), Square>,
    /// The entries of `by_place` for the grid and one ring around it, rank by rank. Most lookups use this array.
    near: Vec<Option<Square>>,
}

/// The pairs of opposite edges of a board that are joined, so that a piece that leaves by one enters by the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Joins {
    /// True if the first and the last file are neighbors.
    pub files: bool,
    /// True if the first and the last rank are neighbors.
    pub ranks: bool,
}

impl Joins {
    pub fn is_any(self) -> bool {
        self.files || self.ranks
    }
}

#[derive(Serialize, Deserialize)]
struct BoardData {
    width: i32,
    height: i32,
    orientation: Orientation,
    holes: Vec<(i32, i32)>,
    extra: Vec<Cell>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    uncheckered: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    joins: Joins,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl TryFrom<BoardData> for Board {
    type Error = GeometryError;
    fn try_from(data: BoardData) -> Result<Self, GeometryError> {
        let board = Board::new(data.width, data.height, data.orientation, &data.holes, data.extra)?;
        Ok(Board { checkered: !data.uncheckered, joins: data.joins, ..board })
    }
}

impl From<Board> for BoardData {
    fn from(board: Board) -> Self {
        let holes = board.holes().collect();
        BoardData {
            width: board.width,
            height: board.height,
            orientation: board.orientation,
            holes,
            uncheckered: !board.checkered,
            joins: board.joins,
            extra: board.extra().map(|square| board.cell(square).clone()).collect(),
        }
    }
}

impl Board {
    /// Creates a board. In listing order, the cells of the grid come first, rank by rank from White's side, with
    /// the `a` file first. The extra cells follow in the given order.
    pub fn new(
        width: i32,
        height: i32,
        orientation: Orientation,
        holes: &[(i32, i32)],
        extra: Vec<Cell>,
    ) -> Result<Board, GeometryError> {
        // The product of two `i32` values always fits into an `i64`.
        if i64::from(width) * i64::from(height) > MAX_CELLS as i64 {
            return Err(GeometryError::TooManyCells);
        }
        let places = (1..=height).flat_map(|y| (1..=width).map(move |x| (x, y)));
        let places = places.filter(|place| !holes.contains(place));
        let mut cells: Vec<Cell> =
            places.map(|(x, y)| Cell { name: format!("{}{y}", file_name(x)), x, y }).collect();
        let grid = cells.len();
        cells.extend(extra);
        if cells.len() > MAX_CELLS {
            return Err(GeometryError::TooManyCells);
        }
        let squares = numbered(width, &cells);
        let mut by_name = HashMap::default();
        let mut by_place: HashMap<(i32, i32), Square> = HashMap::default();
        let nowhere = Cell { name: String::new(), x: 0, y: 0 };
        let highest = squares.iter().max().map_or(0, |square| square.index() + 1);
        let mut by_square = vec![nowhere; highest];
        for (square, cell) in squares.iter().zip(cells) {
            if by_name.insert(cell.name.clone(), *square).is_some() {
                return Err(GeometryError::DuplicateName(cell.name));
            }
            if let Some(other) = by_place.insert((cell.x, cell.y), *square) {
                let other = by_square[other.index()].name.clone();
                return Err(GeometryError::DuplicatePlace(other, cell.name));
            }
            by_square[square.index()] = cell;
        }
        let mut order = vec![0; highest];
        for (number, square) in (0..).zip(&squares) {
            order[square.index()] = number;
        }
        let (cells, checkered) = (by_square, true);
        let around = (0..=height + 1).flat_map(|y| (0..=width + 1).map(move |x| (x, y)));
        let near = around.map(|place| by_place.get(&place).copied()).collect();
        Ok(Board {
            width,
            height,
            orientation,
            checkered,
            joins: Joins::default(),
            cells,
            squares,
            order,
            grid,
            by_name,
            by_place,
            near,
        })
    }

    /// Returns true if the boards differ only in appearance, so that the same games can be played on both.
    pub fn plays_like(&self, other: &Board) -> bool {
        Board { checkered: other.checkered, ..self.clone() } == *other
    }

    /// Iterates over all cells in listing order.
    pub fn cells(&self) -> impl Iterator<Item = &Cell> {
        self.squares().map(|square| self.cell(square))
    }

    /// Returns the length of a list that is indexed by square. It exceeds the number of squares if some numbers
    /// are unused.
    pub fn span(&self) -> usize {
        self.cells.len()
    }

    /// Iterates over all squares in listing order: the grid first, then the other cells in declaration order.
    pub fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        self.squares.iter().copied()
    }

    /// Returns the index of a square in listing order.
    pub fn order(&self, square: Square) -> u16 {
        self.order[square.index()]
    }

    /// Returns true if listing order equals numerical order.
    pub fn is_listed_by_number(&self) -> bool {
        self.squares.is_sorted()
    }

    /// Iterates over the squares of a set in listing order.
    pub fn listed(&self, set: SquareSet) -> impl Iterator<Item = Square> + '_ {
        self.squares().filter(move |square| set.contains(*square))
    }

    pub fn grid(&self) -> SquareSet {
        self.squares().take(self.grid).collect()
    }

    /// Returns true if a square of this board belongs to the grid.
    pub fn is_on_grid(&self, square: Square) -> bool {
        usize::from(self.order(square)) < self.grid
    }

    /// Iterates over the squares off the grid, in declaration order.
    pub fn extra(&self) -> impl Iterator<Item = Square> + '_ {
        self.squares().skip(self.grid)
    }

    /// Iterates over the places of the grid that have no cell.
    pub fn holes(&self) -> impl Iterator<Item = (i32, i32)> {
        self.ranks()
            .flat_map(move |y| (1..=self.width).map(move |x| (x, y)))
            .filter(|place| !self.by_place.contains_key(place))
    }

    pub fn ranks(&self) -> RangeInclusive<i32> {
        1..=self.height
    }

    pub fn files(&self) -> RangeInclusive<i32> {
        1..=self.width
    }

    /// Returns the columns from left to right and the rows from top to bottom, including those of cells off the grid.
    /// White's side is below, unless the board is `flipped`.
    pub fn frame(&self, flipped: bool) -> (Vec<i32>, Vec<i32>) {
        let span = |of: fn(&Cell) -> i32, size: i32| -> Vec<i32> {
            let all = || self.cells().map(of).chain([1, size]);
            (all().min().unwrap_or(1)..=all().max().unwrap_or(size)).collect()
        };
        let (mut columns, mut rows) = (span(|cell| cell.x, self.width), span(|cell| cell.y, self.height));
        if flipped {
            columns.reverse()
        } else {
            rows.reverse()
        }
        (columns, rows)
    }

    pub fn cell(&self, square: Square) -> &Cell {
        &self.cells[square.index()]
    }

    /// Returns the cell of a square, or `None` if the square belongs to another board.
    pub fn get(&self, square: Square) -> Option<&Cell> {
        self.cells.get(square.index()).filter(|cell| !cell.name.is_empty())
    }

    pub fn name(&self, square: Square) -> &str {
        &self.cells[square.index()].name
    }

    pub fn square(&self, name: &str) -> Option<Square> {
        self.by_name.get(name).copied()
    }

    pub fn at(&self, x: i32, y: i32) -> Option<Square> {
        // Most lookups are on the grid or one step off it, where an array is faster than a hash map.
        if (0..=self.width + 1).contains(&x) && (0..=self.height + 1).contains(&y) {
            return self.near[(y * (self.width + 2) + x) as usize];
        }
        self.by_place.get(&(x, y)).copied()
    }

    /// Returns the square one step away from `from`. The step is given as White sees it and reversed for Black.
    pub fn step(&self, from: Square, (dx, dy): (i32, i32), color: Color) -> Option<Square> {
        let (cell, sign) = (self.cell(from), color.pick(1, -1));
        let (x, y) = (cell.x + sign * dx, cell.y + sign * dy);
        if self.joins.is_any() { self.at_joined(x, y, self.joins) } else { self.at(x, y) }
    }

    /// Returns the square at a place that may lie beyond joined edges.
    fn at_joined(&self, x: i32, y: i32, joins: Joins) -> Option<Square> {
        let around = |place: i32, size: i32| (place - 1).rem_euclid(size.max(1)) + 1;
        let x = if joins.files { around(x, self.width) } else { x };
        let y = if joins.ranks { around(y, self.height) } else { y };
        self.at(x, y)
    }

    /// Iterates over the squares adjacent to a square along its rank, file, and diagonals.
    pub fn beside(&self, square: Square) -> impl Iterator<Item = Square> + '_ {
        let steps = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy)));
        let near = steps.filter_map(move |step| self.step(square, step, Color::White));
        // On a board whose edges join, a step can lead around the board to its origin.
        near.filter(move |other| *other != square)
    }

    /// Returns the square one step away, like [`Board::step`], on a cylinder whose seam joins the side edges of
    /// the grid, even if the edges of the board are not joined.
    pub fn step_wrapped(&self, from: Square, (dx, dy): (i32, i32), color: Color) -> Option<Square> {
        let (cell, sign) = (self.cell(from), color.pick(1, -1));
        let joins = Joins { files: true, ..self.joins };
        self.at_joined(cell.x + sign * dx, cell.y + sign * dy, joins)
    }

    /// Returns the square that corresponds to `square` in the view of the other side, if there is one.
    pub fn flip(&self, square: Square) -> Option<Square> {
        let cell = self.get(square)?;
        let x = match self.orientation {
            Orientation::Turned => self.width + 1 - cell.x,
            Orientation::Mirrored => cell.x,
        };
        self.at(x, self.height + 1 - cell.y)
    }

    /// Maps a set of squares from White's view to the view of `color`.
    pub fn relative(&self, set: SquareSet, color: Color) -> SquareSet {
        match color {
            Color::White => set,
            // A cell off the grid may have no counterpart, and then it is dropped.
            Color::Black => set.iter().filter_map(|s| self.flip(s)).collect(),
        }
    }
}

/// Returns the square of each cell. Cells at the same place share a square.
fn numbered(width: i32, cells: &[Cell]) -> Vec<Square> {
    let spread = |stride: i32| -> Option<Vec<Square>> {
        let place = |cell: &Cell| i64::from(cell.y) * i64::from(stride) + i64::from(cell.x);
        let lowest = cells.iter().map(place).min()?;
        let numbers =
            cells.iter().map(|cell| u8::try_from(place(cell) - lowest).ok().map(|n| Square(n.into())));
        let numbers: Vec<Square> = numbers.collect::<Option<_>>()?;
        let apart = numbers.iter().copied().collect::<SquareSet>().count() as usize == cells.len();
        apart.then_some(numbers)
    };
    // If no stride fits, each cell is numbered by its rank in the sorted list of places.
    (width.max(1)..=MAX_CELLS as i32).find_map(spread).unwrap_or_else(|| {
        let mut order: Vec<(i32, i32)> = cells.iter().map(|cell| (cell.y, cell.x)).collect();
        sort(&mut order);
        cells.iter().map(|cell| Square(order.partition_point(|at| *at < (cell.y, cell.x)) as u16)).collect()
    })
}
