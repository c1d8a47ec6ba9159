//! Pictures of boards and moves as text, words and SVG, from plain data.

mod drawing;
mod hurdles;
mod svg;
mod text;
mod told;

pub use drawing::{Drawing, Mark, Side, mark_walks};
pub use hurdles::{Posed, hurdles};
pub use svg::svg;
pub use text::{legend, text};
pub use told::told;
