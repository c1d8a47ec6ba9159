//! Vocabulary without rules: squares, colors, sets of squares and the geometry that joins them.

mod color;
mod geometry;
mod set;
mod square;

pub use color::{ByColor, Color};
pub use geometry::{Board, Cell, GeometryError, Orientation};
pub use set::SquareSet;
pub use square::{Square, file_name, parse_square_name};
