//! Lowering of region statements and of the rows of drawings.
//!
//! [`Scope::region`] reads a statement.

use super::rows::{check_ranks, row_squares};
use super::scope::Scope;
use super::statement_cache::Clause;
use super::zones::relative;
use crate::base::source::Spanned;
use crate::base::{Bitboard, Board, ByColor, SquareSet};
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::statement::{Cursor, DrawingRow, Line, Read};

impl Scope<'_> {
    /// Reads `region far-rank = rank 10` or `region pond { drawing }`. With `for both`, both sides have the same
    /// squares. With `for white` or `for black`, each side has its own.
    pub(super) fn region(&self, line: Line) -> Read<Clause> {
        let board = &self.game.board;
        let mut cursor = line.rest();
        let (name, span) = cursor.new_name("the name of the region")?;
        let for_both = cursor.eat("for both");
        let sides = [cursor.eat("for white"), cursor.eat("for black")];
        let mut squares = if sides.contains(&true) {
            let squares = self.of_sides(&mut cursor, sides)?;
            line.finish_line(cursor)?;
            squares
        } else if line.block.is_some() {
            line.finish_head(cursor)?;
            check_ranks(line.rows())?;
            relative(board, drawn(board, line.rows())?)
        } else {
            cursor.symbol("=")?;
            let zone = self.zone(&mut cursor)?;
            line.finish_head(cursor)?;
            zone.squares
        };
        if for_both {
            squares.black = squares.white;
        }
        if squares.white.is_empty() && squares.black.is_empty() {
            let message = format!("the region `{name}` has no squares");
            let problem = Diagnostic::new(Code::EmptyRegion, span, message);
            return Err(problem.help("mark the squares of the region with `x`"));
        }
        // Such a region is usually a mistake in a drawing, and `board` says the same.
        if squares.white == squares.black && squares.white == board.squares().collect() {
            let message = format!("the region `{name}` covers the whole board");
            let problem = Diagnostic::new(Code::WholeBoardRegion, span, message);
            return Err(problem.help("write `board` to mean every square"));
        }
        Ok(Clause::Region(Spanned::new(name.to_string(), span), squares))
    }
}

impl Scope<'_> {
    /// Reads the squares after `for white` or `for black`: `= SQUARES`, with optional `, for black = SQUARES`.
    /// All squares are as White sees them.
    fn of_sides(&self, cursor: &mut Cursor, [white, black]: [bool; 2]) -> Read<ByColor<SquareSet>> {
        cursor.symbol("=")?;
        let first = self.zone(cursor)?.squares.white;
        let mut squares = ByColor::default();
        *(if white { &mut squares.white } else { &mut squares.black }) = first;
        if !black && cursor.eat_symbol(",") {
            cursor.keyword("for black")?;
            cursor.symbol("=")?;
            squares.black = self.zone(cursor)?.squares.white;
        }
        Ok(squares)
    }
}

/// Returns the squares that a drawing marks with `x`.
fn drawn(board: &Board, rows: &[DrawingRow]) -> Read<SquareSet> {
    let mut set = SquareSet::EMPTY;
    for row in rows.iter().filter(|row| !row.poisoned) {
        for (square, mark) in row_squares(board, row)? {
            match mark.value.as_str() {
                "." => {}
                "x" => set.insert(square),
                other => {
                    let message = format!("`{other}` has no meaning in the drawing of a region");
                    return Err(Diagnostic::new(Code::UnknownToken, mark.span, message)
                        .help("write `x` for a square of the region, `.` for any other, `*` for a hole"));
                }
            }
        }
    }
    Ok(set)
}
