//! Basic types without rules: squares, colors, sets of squares, boards, pieces, setups, and moves.
//!
//! All other layers use these types. [`Board`] defines the squares, [`Setup`] is a position, and [`Move`] is a
//! move. The modules `diagnostic`, `source`, and `text` are the basis of all messages.

mod bitboard;
mod color;
pub(crate) mod conflict;
pub(crate) mod diagnostic;
mod geometry;
mod halt;
pub(crate) mod look_alike;
mod moves;
mod piece;
pub(crate) mod programs;
mod sorting;
pub(crate) mod source;
mod square;
pub(crate) mod text;

pub(crate) use bitboard::{Bitboard, SquareSet};
pub(crate) use color::ByColor;
pub use color::Color;
pub(crate) use geometry::{Board, Cell, GeometryError, Orientation};
pub(crate) use halt::Halt;
pub(crate) use moves::{Choice, Move, Result, Then, Verb};
pub use piece::Outcome;
pub(crate) use piece::{CastlingSet, Passed, Piece, PieceTypeId, Progress, Setup};
pub(crate) use sorting::{sort, sort_by, sort_by_key};
pub use square::Square;
pub(crate) use square::{file_name, parse_square_name};
