//! Pictures of boards and moves: one model, shown as text, as SVG, or in English.
//!
//! [`Drawing`] is the model. [`position`] fills it from a position, and [`diagram`] from the moves of a piece.
//! [`text`], [`svg`], and [`descriptions`] present it. [`figure`] finds the picture that shows a piece in SVG.

pub mod diagram;
mod figured;
mod figures;
mod hurdles;
mod model;
mod plan;
pub mod position;
mod rings;
mod style;
mod svg;
mod text;
mod traditional;

pub use figures::signs;
pub use figures::{Figure, FigureName, figure, figure_name};
pub use hurdles::hurdles;
pub use model::Pieces;
pub use model::{Drawing, Mark};
pub use svg::{is_picture, piece_shapes, svg};
pub use text::{descriptions, legend, ranks, text};
