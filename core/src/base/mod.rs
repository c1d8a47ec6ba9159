//! Basic types without rules: squares, colors, sets of squares, boards, pieces, setups, moves, and places in files.
//!
//! All other layers use these types. [`Board`] defines the squares, [`Setup`] is a position, and [`Move`] is a
//! move.

mod bitboard;
mod changes;
mod color;
mod geometry;
mod halt;
mod moves;
mod piece;
mod sorting;
pub mod source;
mod square;

pub use bitboard::{Bitboard, SquareSet};
pub use changes::PieceChange;
pub use color::{ByColor, Color};
pub use geometry::{Board, Cell, GeometryError, Joins, Orientation};
pub use halt::Halt;
pub use moves::{Choice, Move, Offer, Result, Then, Verb};
pub use piece::{
    CastlingSet, LastCapture, Outcome, Passed, Piece, PieceTypeId, Progress, Setup, castling_numbers,
};
pub use sorting::{gather, sort, sort_by, sort_by_key};
pub use square::{Square, file_name, parse_square_name};
