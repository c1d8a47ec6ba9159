//! Boards and moves as pictures: one model of what to draw, drawn as text, as SVG, or put into words.
//!
//! [`Drawing`] is the model. [`position`] fills it from a position and [`diagram`] from the moves of a piece; [`text`],
//! [`svg`], and [`told`] are the ways to show it.

pub mod diagram;
mod hurdles;
mod model;
pub mod position;
mod svg;
mod text;

pub use hurdles::{Posed, hurdles};
pub use model::{Drawing, Mark, mark_walks};
pub use svg::svg;
pub use text::{legend, ranks, text, told};
