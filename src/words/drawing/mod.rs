//! Pictures of boards and moves: one model, shown as text, as SVG, or in English.
//!
//! [`Drawing`] is the model. [`position`] fills it from a position, and [`diagram`] from the moves of a piece.
//! [`text`], [`svg`], and [`told`] present it.

pub(crate) mod diagram;
mod hurdles;
mod model;
pub(crate) mod position;
mod svg;
mod text;

pub(crate) use hurdles::hurdles;
pub(crate) use model::{Drawing, Mark};
pub(crate) use svg::{is_picture, svg};
pub(crate) use text::{legend, ranks, text, told};
