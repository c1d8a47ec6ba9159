//! Reading the board.

use super::notations::Notations;
use super::regions::read_region;
use super::scope::{Named, Scope};
use crate::base::diagnostic::Diagnostic;
use crate::base::source::Span;
use crate::base::{Board, ByColor, Cell, Color, GeometryError, Orientation, SquareSet, parse_square_name};
use crate::lang::statement::{Cursor, Line, Read, Report, repeats};
use crate::lang::vocabulary::{Keyword, Place};
use std::rc::Rc;

/// The largest side of a grid.
const MOST_LINES: u32 = 16;

#[derive(Default)]
struct Draft {
    grid: Option<(i32, i32, Span)>,
    orientation: Option<Orientation>,
    holes: Vec<(i32, i32)>,
    cells: Vec<(Cell, Span)>,
    /// Regions made by `as NAME of SIDE`: the name, the side, and the cell.
    marks: Vec<(String, Option<Color>, String, Span)>,
}

/// Reads the `board` statement. Without a usable grid there is no scope to read the rest in.
pub(super) fn read_board<'a>(line: Line, notations: &Rc<Notations>, report: &'a Report) -> Option<Scope<'a>> {
    let mut draft = Draft::default();
    let mut sound = report.read(line, line.rest().finish()).is_some();
    sound &= !line.block_span().is_some_and(|block| report.touches(block));
    let (regions, lines): (Vec<Line>, Vec<Line>) =
        line.lines().partition(|line| line.keyword() == Some(Keyword::Region));
    for line in &lines {
        sound &= report.read(*line, draft.read(*line)).is_some();
    }
    repeats(lines.into_iter(), Place::Board, report);
    let Some((width, height, grid)) = draft.grid else {
        if sound {
            let problem = Diagnostic::error("no-grid", line.span(), "the board has no grid");
            report.push_about(
                line,
                problem.help("say how large it is, such as `grid 8 x 8`: files first, then ranks"),
            );
        }
        return None;
    };
    if draft.orientation.is_none() && sound {
        let problem =
            Diagnostic::error("no-black-side", line.span(), "the board does not say how Black sees it");
        report.push_about(line, problem.help(
            "add `black is white turned` (by half a circle) or `black is white mirrored` (each rank faces its like)",
        ));
    }
    if draft.holes.iter().any(|(x, y)| !(1..=width).contains(x) || !(1..=height).contains(y)) {
        report.push_about(
            line,
            Diagnostic::error("outside-the-board", line.span(), "a hole lies outside the grid"),
        );
    }
    let orientation = draft.orientation.unwrap_or(Orientation::Mirrored);
    let cells = draft.cells.iter().map(|(cell, _)| cell.clone()).collect();
    let board = match Board::new(width, height, orientation, &draft.holes, cells) {
        Ok(board) => board,
        Err(error) => {
            report.push_about(line, draft.geometry_problem(&error, grid));
            return None;
        }
    };
    let mut scope = Scope::new(board, Rc::clone(notations), report);
    draft.mark(&mut scope);
    for (cell, span) in &draft.cells {
        check_cell(&scope.board, cell, *span, sound, report);
    }
    for line in regions {
        let result = read_region(&mut scope, line);
        report.read(line, result);
    }
    Some(scope)
}

/// Looks at where a cell lies; where the board is not `sound`, its counterpart may be missing for another mistake.
fn check_cell(board: &Board, cell: &Cell, span: Span, sound: bool, report: &Report) {
    let Some(square) = board.square(&cell.name) else { return };
    let is_alone = (-1..=1)
        .all(|dx| (-1..=1).all(|dy| (dx, dy) == (0, 0) || board.at(cell.x + dx, cell.y + dy).is_none()));
    if is_alone {
        let message = format!("no square touches the cell `{}`", cell.name);
        let problem = Diagnostic::warning("lonely-cell", span, message);
        report.push(problem.help("a piece can only leap there; check its place: the grid begins at (1, 1)"));
    } else if sound && board.flip(square).is_none() {
        let message = format!("Black has no cell where White has `{}`", cell.name);
        let problem = Diagnostic::warning("one-sided-cell", span, message);
        report.push(problem.help("declare its counterpart, or the two sides play different games"));
    }
}

impl Draft {
    fn read(&mut self, line: Line) -> Read<()> {
        let cursor = &mut line.rest();
        if line.first() == Some("white") {
            let message = "the board is described as White sees it";
            let problem = Diagnostic::error("unknown-word", line.cursor().span(), message)
                .here("say how Black sees it");
            return Err(problem.help("`black is white turned` or `black is white mirrored`"));
        }
        let word = line.word_in(Place::Board)?;
        match word.keyword {
            Keyword::Grid => self.grid = self.grid.or(Some(read_grid(cursor, line.span())?)),
            Keyword::Hole => loop {
                let (word, span) = cursor.word("the square to leave out")?;
                let unknown = || {
                    Diagnostic::error("unknown-square", span, format!("`{word}` is not the name of a square"))
                };
                self.holes.push(place_of(word).ok_or_else(unknown)?);
                if !cursor.eat_symbol(",") {
                    break;
                }
            },
            Keyword::Black => {
                cursor.keyword("is")?;
                cursor.keyword("white")?;
                let orientation = match cursor.one_of("a way to see the board", &["turned", "mirrored"])? {
                    "turned" => Orientation::Turned,
                    _ => Orientation::Mirrored,
                };
                self.orientation = self.orientation.or(Some(orientation));
            }
            _ => self.read_cell(cursor)?,
        }
        line.finish(cursor.clone(), word)
    }

    /// `cell m3 at (13, 3) as NAME of white`
    fn read_cell(&mut self, cursor: &mut Cursor) -> Read<()> {
        let (name, span) = cursor.word("the name of the cell")?;
        if parse_square_name(name).is_none_or(|(_, rest)| !rest.is_empty()) {
            return Err(Diagnostic::error("bad-cell-name", span, format!("`{name}` cannot name a cell"))
                .help("write letters and then a number, like `m3`, so that moves can be read"));
        }
        cursor.keyword("at")?;
        let (x, y) = coordinates(cursor)?;
        self.cells.push((Cell { name: name.to_string(), x, y }, span));
        if cursor.eat("as") {
            let (mark, mark_span) = cursor.new_name("the name of a region")?;
            let color = if cursor.eat("of") {
                Some(match cursor.one_of("a side", &["white", "black"])? {
                    "white" => Color::White,
                    _ => Color::Black,
                })
            } else {
                None
            };
            self.marks.push((mark.to_string(), color, name.to_string(), mark_span));
        }
        Ok(())
    }

    /// Makes the regions that the cells belong to.
    fn mark(&self, scope: &mut Scope) {
        for (name, color, cell, span) in &self.marks {
            let squares: SquareSet = scope.board.square(cell).into_iter().collect();
            let new = Named { value: ByColor::default(), span: *span };
            let region = scope.regions.entry(name.clone()).or_insert(new);
            for side in Color::ALL {
                if color.is_none_or(|color| color == side) {
                    let own = region.value.get_mut(side);
                    *own |= squares;
                }
            }
        }
    }

    fn geometry_problem(&self, error: &GeometryError, grid: Span) -> Diagnostic {
        let at = |name: &String| {
            self.cells.iter().rfind(|(cell, _)| cell.name == *name).map_or(grid, |(_, span)| *span)
        };
        let duplicate = |name: &String, message: String| {
            Diagnostic::error("duplicate-cell", at(name), message).label(grid, "the grid")
        };
        match error {
            GeometryError::TooManyCells => {
                Diagnostic::error("too-many-cells", grid, "the board has more than 256 cells")
                    .help("a grid of up to 16 x 16 fits, including its cells off the grid")
            }
            GeometryError::DuplicateName(name) => {
                duplicate(name, format!("there are two cells called `{name}`"))
                    .help("the squares of the grid have their names already; choose another")
            }
            GeometryError::DuplicatePlace(one, other) => {
                duplicate(other, format!("`{other}` lies where `{one}` is already"))
                    .help("places count from (1, 1), the left square of the lowest rank")
            }
        }
    }
}

/// `8 x 8`
fn read_grid(cursor: &mut Cursor, line: Span) -> Read<(i32, i32, Span)> {
    if let Some((width, height)) = cursor.peek_word().and_then(|word| word.split_once('x')) {
        let problem = cursor.expected("the number of files");
        return Err(problem.help(format!("write it with blanks: `grid {width} x {height}`")));
    }
    let (width, _) = cursor.number("the number of files")?;
    cursor.keyword("x")?;
    let (height, _) = cursor.number("the number of ranks")?;
    if !(1..=MOST_LINES).contains(&width) || !(1..=MOST_LINES).contains(&height) {
        let message = format!("unsupported grid size: {width} x {height}");
        return Err(Diagnostic::error("grid-too-large", line, message)
            .help("both sides of a grid must be from 1 to 16"));
    }
    Ok((width.cast_signed(), height.cast_signed(), line))
}

fn place_of(word: &str) -> Option<(i32, i32)> {
    let (name, rest) = parse_square_name(word)?;
    if !rest.is_empty() {
        return None;
    }
    let letters = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let x = (1..=26).find(|x| crate::base::file_name(*x) == letters)?;
    Some((x, name.get(letters.len()..)?.parse().ok()?))
}

/// `(12, 2)`
fn coordinates(cursor: &mut Cursor) -> Read<(i32, i32)> {
    let span = cursor.span();
    let Some(mut inner) = cursor.group() else {
        return Err(cursor.expected("the grid place as `(file, rank)`"));
    };
    let (x, _) = inner.number("a file number")?;
    inner.symbol(",")?;
    let (y, _) = inner.number("a rank number")?;
    inner.finish()?;
    if x.max(y) > MOST_LINES + 1 {
        return Err(Diagnostic::error("outside-the-board", span, "this place is too far from any grid")
            .help("cells off the grid lie from (0, 0) to (17, 17)"));
    }
    Ok((x.cast_signed(), y.cast_signed()))
}
