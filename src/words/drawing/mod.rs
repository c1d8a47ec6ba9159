//! Boards and moves as pictures: one model of what to draw, drawn as text, as SVG, or put into words.
//!
//! [`Drawing`] is the model. [`position`] fills it from a position and [`diagram`] from the moves of a piece; [`text`],
//! [`svg`], and [`told`] are the ways to show it.

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
