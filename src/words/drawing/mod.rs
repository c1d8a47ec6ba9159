//! Pictures of boards and moves: one model, shown as text, as SVG, or in English.
//!
//! [`Drawing`] is the model. [`position`] fills it from a position, and [`diagram`] from the moves of a piece.
//! [`text`], [`svg`], and [`descriptions`] present it. [`figure`] finds the picture that shows a piece in SVG.

pub(crate) mod diagram;
mod figured;
mod figures;
mod hurdles;
mod model;
pub(crate) mod position;
mod style;
mod svg;
mod text;
mod traditional;

#[cfg(feature = "cli")]
pub(crate) use figures::signs;
pub(crate) use figures::{Figure, FigureName, figure, figure_name};
pub(crate) use hurdles::hurdles;
pub use model::Pieces;
pub(crate) use model::{Drawing, Mark};
pub(crate) use svg::{is_picture, piece_shapes, svg};
pub(crate) use text::{descriptions, legend, ranks, text};
