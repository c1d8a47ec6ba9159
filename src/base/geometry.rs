//! A board: cells at grid coordinates, and how Black looks at them.

use super::{Color, Square, SquareSet, file_name};
use rustc_hash::FxHashMap as HashMap;
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// The most cells a board may have.
pub const MAX_CELLS: usize = 256;

/// One cell: its name and its grid coordinates (files and ranks counted from 1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cell {
    /// The name in FENs and moves, such as `a1`.
    pub name: String,
    /// The file, 1 for `a`; a cell off the grid may lie at 0 or beyond the width.
    pub x: i32,
    /// The rank, 1 for the first.
    pub y: i32,
}

/// How Black's view of the board comes from White's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Orientation {
    /// Turned by half a circle.
    Turned,
    /// Mirrored between the two players: ranks change, files stay.
    Mirrored,
}

/// What is wrong with a list of cells.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GeometryError {
    /// More than 256 cells.
    #[error("a board has at most {MAX_CELLS} cells")]
    TooManyCells,
    /// Two cells of one name.
    #[error("two cells are called `{0}`")]
    DuplicateName(String),
    /// Two cells at one place.
    #[error("`{0}` and `{1}` lie at the same place")]
    DuplicatePlace(String, String),
}

/// The cells of a game: a grid, less its holes, plus single cells anywhere around or inside it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "BoardData", into = "BoardData")]
pub struct Board {
    width: i32,
    height: i32,
    orientation: Orientation,
    cells: Vec<Cell>,
    grid: usize,
    by_name: HashMap<String, Square>,
    by_place: HashMap<(i32, i32), Square>,
    flipped: Vec<Option<Square>>,
}

#[derive(Serialize, Deserialize)]
struct BoardData {
    width: i32,
    height: i32,
    orientation: Orientation,
    holes: Vec<(i32, i32)>,
    extra: Vec<Cell>,
}

impl TryFrom<BoardData> for Board {
    type Error = GeometryError;
    fn try_from(data: BoardData) -> Result<Self, GeometryError> {
        Board::new(data.width, data.height, data.orientation, &data.holes, data.extra)
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
            extra: board.cells.get(board.grid..).unwrap_or_default().to_vec(),
        }
    }
}

impl Board {
    /// Builds a board of `width` files and `height` ranks without the `holes` and with the `extra` cells.
    ///
    /// Grid cells come first, rank by rank from White's side, `a` file first; extra cells follow in the order given.
    ///
    /// # Errors
    /// When there are more than 256 cells, or two share a name or a place.
    pub fn new(
        width: i32,
        height: i32,
        orientation: Orientation,
        holes: &[(i32, i32)],
        extra: Vec<Cell>,
    ) -> Result<Board, GeometryError> {
        if i64::from(width) * i64::from(height) > MAX_CELLS as i64 {
            return Err(GeometryError::TooManyCells);
        }
        let mut cells = Vec::new();
        for y in 1..=height {
            for x in 1..=width {
                if !holes.contains(&(x, y)) {
                    cells.push(Cell { name: format!("{}{y}", file_name(x)), x, y });
                }
            }
        }
        let grid = cells.len();
        cells.extend(extra);
        if cells.len() > MAX_CELLS {
            return Err(GeometryError::TooManyCells);
        }
        let mut by_name = HashMap::default();
        let mut by_place: HashMap<(i32, i32), Square> = HashMap::default();
        for (square, cell) in (0..=255u8).map(Square).zip(&cells) {
            if by_name.insert(cell.name.clone(), square).is_some() {
                return Err(GeometryError::DuplicateName(cell.name.clone()));
            }
            if let Some(other) = by_place.insert((cell.x, cell.y), square) {
                let other = cells[other.index()].name.clone();
                return Err(GeometryError::DuplicatePlace(other, cell.name.clone()));
            }
        }
        let flipped = cells
            .iter()
            .map(|cell| {
                let x = match orientation {
                    Orientation::Turned => width + 1 - cell.x,
                    Orientation::Mirrored => cell.x,
                };
                by_place.get(&(x, height + 1 - cell.y)).copied()
            })
            .collect();
        Ok(Board { width, height, orientation, cells, grid, by_name, by_place, flipped })
    }

    /// Files of the grid.
    pub fn width(&self) -> i32 {
        self.width
    }

    /// Ranks of the grid.
    pub fn height(&self) -> i32 {
        self.height
    }

    /// How Black's view comes from White's.
    pub fn orientation(&self) -> Orientation {
        self.orientation
    }

    /// All cells, in square order.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// How many cells there are.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// All squares, in order.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        (0..=255u8).map(Square).take(self.cells.len())
    }

    /// The squares of the grid.
    pub fn grid(&self) -> SquareSet {
        self.squares().take(self.grid).collect()
    }

    /// The squares off the grid, in the order they were declared.
    pub fn extra(&self) -> impl Iterator<Item = Square> + use<> {
        self.squares().skip(self.grid)
    }

    /// The grid places that have no cell.
    pub fn holes(&self) -> impl Iterator<Item = (i32, i32)> {
        self.ranks()
            .flat_map(move |y| (1..=self.width).map(move |x| (x, y)))
            .filter(|place| !self.by_place.contains_key(place))
    }

    /// The ranks of the grid.
    pub fn ranks(&self) -> RangeInclusive<i32> {
        1..=self.height
    }

    /// The files of the grid.
    pub fn files(&self) -> RangeInclusive<i32> {
        1..=self.width
    }

    /// The cell of `square`.
    pub fn cell(&self, square: Square) -> &Cell {
        &self.cells[square.index()]
    }

    /// The name of `square`.
    pub fn name(&self, square: Square) -> &str {
        &self.cells[square.index()].name
    }

    /// The square called `name`.
    pub fn square(&self, name: &str) -> Option<Square> {
        self.by_name.get(name).copied()
    }

    /// The square at grid coordinates.
    pub fn at(&self, x: i32, y: i32) -> Option<Square> {
        self.by_place.get(&(x, y)).copied()
    }

    /// The square a step away from `from`. The step is written for White; Black's is turned by half a circle.
    pub fn step(&self, from: Square, (dx, dy): (i32, i32), color: Color) -> Option<Square> {
        let cell = self.cell(from);
        match color {
            Color::White => self.at(cell.x + dx, cell.y + dy),
            Color::Black => self.at(cell.x - dx, cell.y - dy),
        }
    }

    /// Like [`Board::step`], with the side edges of the grid joined (a cylinder).
    pub fn step_wrapped(&self, from: Square, step: (i32, i32), color: Color) -> Option<Square> {
        let cell = self.cell(from);
        let (dx, dy) = match color {
            Color::White => step,
            Color::Black => (-step.0, -step.1),
        };
        let x = (cell.x + dx - 1).rem_euclid(self.width.max(1)) + 1;
        self.at(x, cell.y + dy)
    }

    /// The square where Black has what White has on `square`, if the board has one there.
    pub fn flip(&self, square: Square) -> Option<Square> {
        self.flipped.get(square.index()).copied().flatten()
    }

    /// A set of squares as `color` sees what is written for White.
    pub fn relative(&self, set: SquareSet, color: Color) -> SquareSet {
        match color {
            Color::White => set,
            Color::Black => set.iter().filter_map(|s| self.flip(s)).collect(),
        }
    }
}
