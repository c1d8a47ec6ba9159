//! Cases: positions and what must hold in them, kept as Markdown that reads as the rules explained by example.
//!
//! A page is prose with headings. Under a heading are a position, as a drawing or a FEN, and questions with their
//! answers in fenced blocks; only the answers are ever rewritten. A page says which game it is about in a block
//! `game`: the reference, then switches, one a line, then `readings a, b` if its answers hold under several.
//!
//! An answer that is empty is *pending*: not wrong, but never passed.

mod answer;
mod drawing;
mod games;
mod matrix;
mod page;
mod run;

pub(crate) use answer::{Question, position};
pub(crate) use drawing::write_drawing;
pub(crate) use games::{Games, Maker};
pub(crate) use matrix::{Setting, Survey, ValuePair};
#[cfg(test)]
pub(crate) use page::GameLine;
pub(crate) use page::{Case, Page, Query, read_page};
pub(crate) use run::{Checked, Status, accept, run_case, unasked};
