//! Pictures of boards and moves as text and SVG, from plain data.

mod drawing;
mod svg;
mod text;

pub use drawing::{Drawing, Mark, Side, mark_walks};
pub use svg::svg;
pub use text::{legend, text};
