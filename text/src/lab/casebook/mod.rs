//! Cases: positions with questions and expected answers, written as Markdown pages that explain the rules by example.
//!
//! A page is prose with headings. Under a heading are a position, as a drawing or a FEN, and questions with their
//! answers in fenced blocks. Only the answers are ever rewritten. A block `game` names the game of the page: first
//! the reference, then one switch on each line, then `readings a, b` if the answers hold under several readings.
//!
//! An empty answer is *pending*: it does not fail, but it never passes. Start reading at [`read_page`] and
//! [`run_case`].

mod answer;
mod drawing;
mod games;
mod matrix;
mod page;
mod run;

pub use answer::{Question, position};
pub use drawing::write_drawing;
pub use games::{Games, Maker};
pub use matrix::{Setting, Survey, ValuePair};
pub use page::{BLOCKS, Case, CasePage, GameLine, Query, WrittenPosition, read_page};
pub use run::{CheckedQuestion, QuestionErrors, Status, accept, question_errors, run_case};
