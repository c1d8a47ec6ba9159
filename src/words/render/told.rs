//! The marks of a picture in words, for those who cannot see it.

use super::{Drawing, Mark};
use crate::base::text::commas;

/// A line for each mark the picture uses: what it means, and the squares that have it.
pub fn told(drawing: &Drawing) -> Vec<String> {
    let squares = |mark: Mark| -> Vec<&str> {
        let marked = drawing.marks.iter().filter(|(_, other)| **other == mark);
        marked.map(|(square, _)| drawing.board.name(*square)).collect()
    };
    let line = |mark: Mark| {
        let squares = squares(mark);
        (!squares.is_empty()).then(|| format!("{}: {}", mark.meaning(), commas(&squares)))
    };
    Mark::ALL.into_iter().filter_map(line).collect()
}
