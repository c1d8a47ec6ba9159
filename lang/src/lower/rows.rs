//! The rows of a drawing: their order, and their squares.

use crate::base::source::{Span, Spanned};
use crate::base::{Board, Square, file_name};
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::messages::text::{commas, plural, write};
use crate::statement::{DrawingRow, Read};
use std::collections::BTreeMap;

/// Reports ranks that are drawn twice or out of order.
pub(super) fn check_ranks(rows: &[DrawingRow]) -> Read<()> {
    let mut seen: BTreeMap<u32, Span> = BTreeMap::new();
    for row in rows.iter().filter(|row| !row.poisoned) {
        if let Some(first) = seen.insert(row.rank.value, row.rank.span) {
            let message = format!("rank {} is drawn twice", row.rank.value);
            return Err(
                Diagnostic::new(Code::RepeatedRank, row.rank.span, message).label(first, "first here")
            );
        }
    }
    for (above, below) in rows.iter().zip(rows.iter().skip(1)) {
        if above.rank.value <= below.rank.value && !above.poisoned && !below.poisoned {
            let message = format!("rank {} is drawn below rank {}", below.rank.value, above.rank.value);
            return Err(Diagnostic::new(Code::RankOutOfOrder, below.rank.span, message)
                .label(above.rank.span, "this rank is closer to White")
                .help("draw the board from White's point of view, with the highest rank at the top"));
        }
    }
    Ok(())
}

/// Returns the squares of a row of a drawing with their marks. Holes are checked and left out.
pub(super) fn row_squares<'r>(
    board: &Board,
    row: &'r DrawingRow,
) -> Read<Vec<(Square, &'r Spanned<String>)>> {
    let rank = i32::try_from(row.rank.value).unwrap_or(i32::MAX);
    if !board.ranks().contains(&rank) {
        let message = format!("the board has no rank {}", row.rank.value);
        return Err(Diagnostic::new(Code::OutsideTheBoard, row.rank.span, message)
            .help(format!("its ranks are 1 to {}", board.height)));
    }
    let width = usize::try_from(board.width).unwrap_or(0);
    if row.squares.len() != width {
        return Err(wrong_width(board, row, width));
    }
    let mut squares = Vec::new();
    for (x, mark) in board.files().zip(&row.squares) {
        match (board.at(x, rank), mark.value.as_str()) {
            (None, "*") => {}
            (None, _) => {
                let message = format!("there is no square {}{rank}", file_name(x));
                let problem = Diagnostic::new(Code::PieceOnHole, mark.span, message);
                let help = write("*").and("for a hole in the board");
                return Err(problem.help(if mark.value == "." { help } else { help.guess() }));
            }
            (Some(square), "*") => {
                let message = format!("{} is not a hole", board.name(square));
                let problem = Diagnostic::new(Code::HoleOnSquare, mark.span, message);
                return Err(problem.help(write(".").and("for an empty square")));
            }
            (Some(square), _) => squares.push((square, mark)),
        }
    }
    Ok(squares)
}

fn wrong_width(board: &Board, row: &DrawingRow, width: usize) -> Diagnostic {
    let given = row.squares.len();
    let last = row.squares.last().map_or(row.rank.span, |last| last.span);
    let (span, text) = match row.squares.get(width) {
        Some(extra) => (extra.span.to(last), format!("{} too many, from here on", given - width)),
        None => (last, format!("expected {} more after this", width - given)),
    };
    let message = format!("this row has {}, but the board has {width} files", plural(given, "square"));
    let mut problem = Diagnostic::new(Code::WrongRowWidth, span, message).here(text);
    problem = problem.repeats(&given.to_string());
    if given < width {
        let missing = board.files().skip(given).map(|x| format!("{}{}", file_name(x), row.rank.value));
        let missing = commas(missing);
        let help = format!("as written, the row ends before {missing}; a `.` stands for an empty square");
        problem = problem.help(help);
    }
    problem.label(row.span, format!("files a to {}", file_name(board.width)))
}
