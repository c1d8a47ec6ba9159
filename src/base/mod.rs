//! Vocabulary without rules: squares, colors, sets of squares and the geometry that joins them; pieces, setups and moves.

mod bitboard;
mod color;
pub mod diagnostic;
mod geometry;
mod moves;
mod piece;
mod set;
pub mod source;
mod square;
pub mod text;

pub use bitboard::{Bitboard, Wide};
pub use color::{ByColor, Color};
pub use geometry::{Board, Cell, GeometryError, Orientation};
pub use moves::{Choice, Move, Result, Verb};
pub use piece::{Outcome, Piece, PieceTypeId, Setup};
pub use set::SquareSet;
pub use square::{Square, file_name, parse_square_name};
