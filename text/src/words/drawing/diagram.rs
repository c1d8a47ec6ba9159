//! Diagrams of the moves of a piece on a board that is empty except for hurdles.
//!
//! [`MoveBoard`] is the board, which draws the moves as text or as SVG, or describes them in English.

use super::hurdles::{apart, posed};
use super::text::{cell_size, grid};
use super::{Drawing, Figure, Mark, descriptions, hurdles, svg};
use crate::base::{Board, Cell, Color, Orientation, PieceTypeId, Square, SquareSet, gather};
use crate::rules::{Admission, Moves, PieceTest, Variant, Zone};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// The minimum radius of a diagram, so that diagrams are easy to compare.
const MIN_RADIUS: i32 = 2;

/// A board on which the moves of a piece are drawn: that of a game, or an empty one without edges nearby.
pub struct MoveBoard<'v> {
    board: Cow<'v, Board>,
    center: Square,
    /// The squares on which a move of the piece can end.
    targets: SquareSet,
}

impl<'v> MoveBoard<'v> {
    /// Creates an empty board with `radius` squares on every side of the piece.
    pub fn plain(radius: i32) -> Option<MoveBoard<'v>> {
        let (board, center) = around(radius)?;
        Some(MoveBoard { targets: board.squares().collect(), board: Cow::Owned(board), center })
    }

    /// Returns the board of a game, with the piece on the square nearest to the middle of those from which it can make the moves.
    /// The moves end where the piece may stay and enter. If there is no such square, returns an empty board.
    pub fn of_game(variant: &'v Variant, id: PieceTypeId, moves: &Moves) -> Option<MoveBoard<'v>> {
        let (own, board) = (variant.piece_type(id), &variant.board);
        let white = |zone: &Option<Zone>, square| {
            zone.as_ref().is_none_or(|zone| zone.squares.white.contains(square))
        };
        let is_open = |square| {
            let mut closing =
                variant.admissions.iter().filter(|one| one.zone.holds(square, Color::White)).peekable();
            let admits = |one: &Admission| {
                let types = one.pieces.leaf().and_then(PieceTest::piece_types);
                types.is_none_or(|types| types.contains(&id))
            };
            closing.peek().is_none() || closing.any(admits)
        };
        let stands = |square: &Square| white(&own.stays, *square) && white(&moves.on, *square);
        let stands = board.squares().filter(|square| board.is_on_grid(*square) && stands(square));
        let center = middle(board, &stands.collect::<Vec<_>>());
        let ends =
            |square: &Square| white(&own.stays, *square) && white(&moves.to, *square) && is_open(*square);
        let targets = board.squares().filter(ends).collect();
        let on_board = |center| MoveBoard { board: Cow::Borrowed(board), center, targets };
        center
            .map_or_else(|| MoveBoard::plain(board.width.max(board.height)), |center| Some(on_board(center)))
    }

    /// Returns the marks of a piece: its targets and the squares that must be empty.
    fn marks(&self, moves: &Moves) -> BTreeMap<Square, Mark> {
        let mut marks = marks(&self.board, self.center, moves);
        marks.retain(|square, mark| {
            matches!(mark, Mark::Clear | Mark::Hurdle | Mark::Passing) || self.targets.contains(*square)
        });
        marks
    }

    /// Returns the number of squares on each side of the piece that shows all marks, at most `radius`.
    fn needed(&self, marks: &BTreeMap<Square, Mark>, radius: i32) -> i32 {
        let distances = marks.keys().map(|square| apart(&self.board, self.center, *square));
        distances.map(|(dx, dy)| dx.abs().max(dy.abs())).fold(MIN_RADIUS, i32::max).min(radius)
    }

    /// Draws the targets of `moves`, at most `radius` squares around the piece, as rows of text. Also returns the marks
    /// it uses.
    pub fn rows(&self, token: &str, moves: &Moves, radius: i32) -> (Vec<String>, BTreeSet<Mark>) {
        let marks = self.marks(moves);
        let window = Some((self.center, self.needed(&marks, radius)));
        // The token without its stage, limited to the width of a diagram column.
        let token: String = token.split('.').next().unwrap_or(token).chars().take(2).collect();
        let drawing = Drawing::new(&self.board).piece(self.center, token, Color::White);
        let mut drawing = Drawing { marks, window, ..drawing };
        let (columns, rows) = drawing.frame();
        let is_drawn = |square: &Square| {
            let cell = self.board.cell(*square);
            columns.contains(&cell.x) && rows.contains(&cell.y)
        };
        drawing.marks.retain(|square, _| is_drawn(square));
        // The names of files and ranks would only distract.
        let rows = grid(&drawing, cell_size(&drawing));
        let margin = if rows.iter().any(|row| !row.starts_with(' ')) { 0 } else { 2 };
        let row = |row: &String| row.chars().skip(margin).collect::<String>().trim_end().to_owned();
        (rows.iter().map(row).collect(), gather(drawing.used()))
    }

    /// Draws all moves of a piece, at most `radius` squares around it, as SVG in the colors of a board.
    pub fn picture(
        &self,
        (token, figure): (&str, Option<Figure>),
        ways: &[Moves],
        radius: i32,
        (title, is_checkered): (&str, bool),
    ) -> String {
        let mut board = Board::clone(&self.board);
        board.checkered = is_checkered;
        let mut drawing = Drawing::new(&board).piece(self.center, token, Color::White);
        drawing.figures.extend(figure.map(|figure| (token.to_owned(), figure)));
        for (square, mark) in ways.iter().flat_map(|moves| self.marks(moves)) {
            drawing.mark(square, mark);
        }
        drawing.window = Some((self.center, radius));
        svg(&drawing, title)
    }

    /// Draws all moves of a piece of a game on the board of the game as SVG.
    pub fn picture_of(
        variant: &Variant,
        id: PieceTypeId,
        shown: (&str, Option<Figure>),
        title: &str,
    ) -> String {
        let ways = &variant.piece_type(id).moves;
        let board = ways.first().and_then(|first| MoveBoard::of_game(variant, id, first));
        let board = board.or_else(|| MoveBoard::plain(MIN_RADIUS));
        let picture =
            |board: MoveBoard| board.picture(shown, ways, i32::MAX, (title, variant.board.checkered));
        board.map(picture).unwrap_or_default()
    }

    /// Describes the same marks in English.
    pub fn words(&self, moves: &Moves) -> Vec<String> {
        let drawing = Drawing { marks: self.marks(moves), ..Drawing::new(&self.board) };
        let from = self.board.name(self.center);
        descriptions(&drawing).iter().map(|line| format!("from {from}, {line}")).collect()
    }
}

/// Returns the marks of `moves`, at most `radius` squares around the piece, as steps from it.
pub fn steps(moves: &Moves, radius: i32) -> Vec<(i32, i32, Mark)> {
    let Some((board, center)) = around(radius) else { return Vec::new() };
    let step = |(square, mark)| {
        let (x, y) = apart(&board, center, square);
        (x, y, mark)
    };
    marks(&board, center, moves).into_iter().map(step).collect()
}

/// Returns the square that is nearest to the middle of all.
fn middle(board: &Board, squares: &[Square]) -> Option<Square> {
    let sum = |of: fn(&Cell) -> i32| squares.iter().map(|square| of(board.cell(*square))).sum::<i32>();
    let (count, all_x, all_y) =
        (i32::try_from(squares.len()).unwrap_or(0), sum(|cell| cell.x), sum(|cell| cell.y));
    let distance = |square: &&Square| {
        let cell = board.cell(**square);
        let (dx, dy) = (count * cell.x - all_x, count * cell.y - all_y);
        (dx * dx + dy * dy, cell.y, cell.x)
    };
    squares.iter().min_by_key(distance).copied()
}

/// Explains the marks of diagrams in one line.
pub fn legend(marks: &BTreeSet<Mark>) -> String {
    let used = Mark::ALL.iter().filter(|mark| marks.contains(mark)).map(|mark| mark.legend());
    used.map(|(sign, meaning)| format!("{sign} {meaning}")).collect::<Vec<_>>().join(";  ")
}

/// Creates an empty board with `radius` squares on every side of its center.
pub fn around(radius: i32) -> Option<(Board, Square)> {
    let size = 2 * radius + 1;
    let board = Board::new(size, size, Orientation::Turned, &[], Vec::new()).ok()?;
    let center = board.at(radius + 1, radius + 1)?;
    Some((board, center))
}

/// Returns the marks of a piece on `center`: its targets and the squares that must be empty.
fn marks(board: &Board, center: Square, moves: &Moves) -> BTreeMap<Square, Mark> {
    let hurdles = hurdles(board, &moves.automaton, center, Color::White);
    let reach = |enemy| posed(board, &moves.automaton, (center, Color::White), &hurdles, enemy);
    let targets = board.squares().filter(|square| *square != center && !hurdles.contains_key(square));
    let captures = targets.flat_map(|square| {
        reach(Some(square)).into_iter().filter(move |walk| walk.captures.contains(&square))
    });
    let mut drawing = Drawing::new(board);
    drawing.mark_walks(&reach(None), &captures.collect::<Vec<_>>());
    drawing.marks.extend(hurdles.keys().map(|square| (*square, Mark::Hurdle)));
    drawing.clear_start(center);
    drawing.marks
}
