//! Lowering of the board.
//!
//! [`read_board`] is the entry point. The board is lowered before all other statements, because they refer to its
//! squares.

use super::scope::Scope;
use super::statement_cache::StatementCache;
use crate::base::source::Span;
use crate::base::{
    Board, Cell, Color, GeometryError, Joins, Orientation, SquareSet, file_name, parse_square_name,
};
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::messages::fix::{Certainty, Fix, TextChange};
use crate::statement::{Cursor, Line, Read, Report, repeats};
use crate::vocabulary::{Keyword, Place};

/// The maximum number of files and of ranks of a grid.
const MAX_LINES: u32 = 16;

/// The words after `black is white`.
const ORIENTATIONS: [(&str, Orientation); 2] =
    [("turned", Orientation::Turned), ("mirrored", Orientation::Mirrored)];

/// The lines of the board statement that have been read so far.
#[derive(Default)]
struct Draft {
    grid: Option<(i32, i32, Span)>,
    orientation: Option<Orientation>,
    uncheckered: bool,
    joins: Joins,
    holes: Vec<(i32, i32, Span)>,
    cells: Vec<(Cell, Span)>,
    /// The regions declared by `as NAME of SIDE`, each with its name, its side, and its cell.
    marks: Vec<(String, Option<Color>, String, Span)>,
}

/// Lowers the `board` statement. Without a usable grid there is no scope, so the rest of the file cannot be
/// lowered.
pub(super) fn read_board<'a>(
    line: Line,
    memory: &'a StatementCache,
    report: &'a Report,
) -> Option<Scope<'a>> {
    let mut draft = Draft::default();
    let mut sound = report.read(line, line.finish_head(line.rest())).is_some();
    sound &= !line.block.is_some_and(|block| report.touches(block.span));
    let (regions, lines): (Vec<Line>, Vec<Line>) =
        line.lines().partition(|line| line.keyword() == Some(Keyword::Region));
    for line in &lines {
        sound &= report.read(*line, draft.read(*line)).is_some();
    }
    repeats(lines.iter().copied(), Place::Board, report);
    let say = |code, message: &str, help: &str| {
        report.push_about(line, Diagnostic::new(code, line.span, message).help(help));
    };
    let Some((width, height, grid)) = draft.grid else {
        if sound {
            let help = "add its size, such as `grid 8 x 8`: files first, then ranks";
            say(Code::NoGrid, "the board has no grid", help);
        }
        return None;
    };
    if draft.orientation.is_none() && sound {
        let help = "add `black is white turned` (by 180 degrees) or `black is white mirrored` (equal pieces face each other)";
        let message = "the board does not say how Black sees it";
        let problem = Diagnostic::new(Code::NoBlackSide, line.span, message).help(help);
        let last =
            line.lines().last().map(|last| last.block.map_or(last.span, |block| last.span.to(block.span)));
        let fix = |last: Span, way: &str| {
            let statement = TextChange::Follow(format!("black is white {way}").into());
            Fix::of(Certainty::Guess).and(last, statement)
        };
        let ways = last.map(|last| ORIENTATIONS.map(|(way, _)| fix(last, way)));
        report.push_about(line, ways.into_iter().flatten().fold(problem, Diagnostic::fix));
    }
    let is_off = |(x, y, _): &&(i32, i32, Span)| !(1..=width).contains(x) || !(1..=height).contains(y);
    for (.., place) in draft.holes.iter().filter(is_off) {
        let problem = Diagnostic::new(Code::OutsideTheBoard, *place, "this hole lies outside the grid");
        report.push_about(line, problem.label(grid, "the grid"));
    }
    let holes: Vec<(i32, i32)> = draft.holes.iter().map(|(x, y, _)| (*x, *y)).collect();
    // The missing orientation has been reported, and any value lets the other checks run.
    let orientation = draft.orientation.unwrap_or(Orientation::Mirrored);
    let cells = draft.cells.iter().map(|(cell, _)| cell.clone()).collect();
    let board = match Board::new(width, height, orientation, &holes, cells) {
        Ok(mut board) => {
            board.checkered = !draft.uncheckered;
            board.joins = draft.joins;
            board
        }
        Err(error) => {
            report.push_about(line, draft.geometry_problem(&error, grid));
            return None;
        }
    };
    lines
        .iter()
        .find(|line| line.keyword() == Some(Keyword::Grid))
        .into_iter()
        .for_each(|line| report.fits(line.span));
    let mut scope = Scope::new(board, memory, report);
    draft.mark(&mut scope);
    for (cell, span) in &draft.cells {
        check_cell(&scope.game.board, cell, *span, sound, report);
    }
    regions.into_iter().for_each(|line| scope.line(line, Place::Board, None));
    Some(scope)
}

/// Reports a cell without neighbors or without a counterpart. If the board is not `sound`, the counterpart may be
/// missing because of another error.
fn check_cell(board: &Board, cell: &Cell, span: Span, sound: bool, report: &Report) {
    let Some(square) = board.square(&cell.name) else { return };
    let is_alone = (-1..=1)
        .all(|dx| (-1..=1).all(|dy| (dx, dy) == (0, 0) || board.at(cell.x + dx, cell.y + dy).is_none()));
    let say = |code, message: String, help: &str| {
        report.push(Diagnostic::new(code, span, message).help(help));
    };
    // Steps run around joined edges, so they never lead to a cell beyond them.
    if is_alone || board.joins.is_any() {
        let help = "a piece can only leap there; check its place: the grid begins at (1, 1)";
        say(Code::LonelyCell, format!("no square touches the cell `{}`", cell.name), help);
    } else if sound && board.flip(square).is_none() {
        let help = "declare its counterpart; otherwise, the two sides play different games";
        say(
            Code::OneSidedCell,
            format!("the cell `{}` has no counterpart for the other side", cell.name),
            help,
        );
    }
}

impl Draft {
    fn read(&mut self, line: Line) -> Read<()> {
        let cursor = &mut line.rest();
        if line.first() == Some("white") {
            let message = "the board is described from White's point of view";
            let problem = Diagnostic::new(Code::UnknownWord, line.cursor().span(), message);
            let help = "`black is white turned` or `black is white mirrored`";
            return Err(problem.here("say how Black sees it").help(help));
        }
        if matches!(line.first(), Some("checkered" | "chequered")) {
            let message = "every board is checkered by default";
            let problem = Diagnostic::new(Code::UnknownWord, line.cursor().span(), message);
            return Err(problem.help("delete this line; a board of one color has the line `uncheckered`"));
        }
        let word = line.word_in(Place::Board)?;
        match word.keyword {
            Keyword::Grid => self.grid = self.grid.or(Some(read_grid(cursor, line.span)?)),
            Keyword::Hole => self.holes.extend(cursor.entries(|cursor| {
                let (word, span) = cursor.word("the square to leave out")?;
                let message = || format!("`{word}` is not the name of a square");
                let place = place_of(word).map(|(x, y)| (x, y, span));
                place.ok_or_else(|| Diagnostic::new(Code::UnknownSquare, span, message()))
            })?),
            Keyword::Black => {
                // The suggestion keeps the orientation that the user wrote, because the other one would be
                // another game.
                let rest = cursor.rest();
                let is_written = |way: &&str| rest.iter().any(|item| item.word() == Some(way));
                let written: Vec<&str> =
                    ORIENTATIONS.map(|(way, _)| way).into_iter().filter(is_written).collect();
                cursor.keyword("is white").map_err(|problem| match written.as_slice() {
                    _ if problem.help.is_some() => problem,
                    [way] => problem.help(format!("write `black is white {way}`")),
                    _ => problem.help("write `black is white turned` or `black is white mirrored`"),
                })?;
                let orientation = cursor.one_of("a way to see the board", &ORIENTATIONS)?;
                self.orientation = self.orientation.or(Some(orientation));
            }
            Keyword::Uncheckered => self.uncheckered = true,
            Keyword::Files => {
                cursor.keyword("join")?;
                self.joins.files = true;
            }
            Keyword::Ranks => {
                cursor.keyword("join")?;
                self.joins.ranks = true;
            }
            _ => self.read_cell(cursor)?,
        }
        line.finish(cursor.clone(), word)
    }

    /// Reads `cell m3 at (13, 3) as NAME of white`.
    fn read_cell(&mut self, cursor: &mut Cursor) -> Read<()> {
        let (name, span) = cursor.word("the name of the cell")?;
        if parse_square_name(name).is_none_or(|(_, rest)| !rest.is_empty()) {
            let problem = Diagnostic::new(Code::BadCellName, span, format!("`{name}` cannot name a cell"));
            let is_zero = name.trim_start_matches(|c: char| c.is_ascii_lowercase()).parse() == Ok(0);
            return Err(problem.help(match is_zero {
                true => "ranks are counted from 1, and a name has no leading zero",
                false => "write letters followed by a number, like `m3`",
            }));
        }
        cursor.keyword("at")?;
        let (x, y) = coordinates(cursor)?;
        self.cells.push((Cell { name: name.to_string(), x, y }, span));
        if cursor.eat("as") {
            let (mark, mark_span) = cursor.new_name("the name of a region")?;
            let sides = [("white", Color::White), ("black", Color::Black)];
            let color = if cursor.eat("of") { Some(cursor.one_of("a side", &sides)?) } else { None };
            self.marks.push((mark.to_string(), color, name.to_string(), mark_span));
        }
        Ok(())
    }

    /// Declares the regions of the cells.
    fn mark(&self, scope: &mut Scope) {
        for (name, color, cell, span) in &self.marks {
            let squares: SquareSet = scope.game.board.square(cell).into_iter().collect();
            scope.declared.entry(("region", name.clone())).or_insert(*span);
            let region = scope.regions.entry(name.clone()).or_default();
            for side in Color::ALL.into_iter().filter(|side| color.is_none_or(|color| color == *side)) {
                let own = region.get_mut(side);
                *own |= squares;
            }
        }
    }

    fn geometry_problem(&self, error: &GeometryError, grid: Span) -> Diagnostic {
        let duplicate = |name: &String, message: String, help: &str| {
            let at = self.cells.iter().rfind(|(cell, _)| cell.name == *name).map_or(grid, |(_, span)| *span);
            Diagnostic::new(Code::DuplicateCell, at, message).label(grid, "the grid").help(help)
        };
        match error {
            GeometryError::TooManyCells => {
                Diagnostic::new(Code::TooManyCells, grid, "the board has more than 256 cells")
                    .help("a grid of up to 16 x 16 fits, including its cells off the grid")
            }
            GeometryError::DuplicateName(name) => {
                let help = "this is a square of the grid; choose another name";
                duplicate(name, format!("there are two cells called `{name}`"), help)
            }
            GeometryError::DuplicatePlace(one, other) => {
                let help = "(1, 1) is the left square of the lowest rank";
                duplicate(other, format!("`{other}` is at the same place as `{one}`"), help)
            }
        }
    }
}

/// Reads `8 x 8`.
fn read_grid(cursor: &mut Cursor, line: Span) -> Read<(i32, i32, Span)> {
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let sizes = cursor.peek_word().and_then(|word| word.split_once('x'));
    if let Some((width, height)) = sizes.filter(|(width, height)| is_number(width) && is_number(height)) {
        let problem = cursor.expected("the number of files");
        let problem = problem.help(format!("write spaces around the `x`: `grid {width} x {height}`"));
        return Err(problem.certain(TextChange::Write(format!("{width} x {height}").into())));
    }
    let (width, _) = cursor.number("the number of files")?;
    let (sign, is_lost) = (cursor.span(), cursor.is_number());
    cursor.keyword("x").map_err(|problem| match is_lost {
        true => problem.fix(Fix::guess(sign.part(0, 0), "x ")),
        false if problem.fixes.is_empty() => problem.fix(Fix::guess(sign, "x")),
        false => problem,
    })?;
    let (height, _) = cursor.number("the number of ranks")?;
    if !(1..=MAX_LINES).contains(&width) || !(1..=MAX_LINES).contains(&height) {
        let message = format!("unsupported grid size: {width} x {height}");
        return Err(Diagnostic::new(Code::GridTooLarge, line, message)
            .help("both sides of a grid must be from 1 to 16"));
    }
    Ok((width.cast_signed(), height.cast_signed(), line))
}

fn place_of(word: &str) -> Option<(i32, i32)> {
    let (name, _) = parse_square_name(word).filter(|(_, rest)| rest.is_empty())?;
    let letters = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let x = (1..=26).find(|x| file_name(*x) == letters)?;
    Some((x, name.get(letters.len()..)?.parse().ok()?))
}

/// Reads `(12, 2)`.
fn coordinates(cursor: &mut Cursor) -> Read<(i32, i32)> {
    let span = cursor.span();
    let Some(mut inner) = cursor.group() else {
        return Err(cursor.expected("the grid place as `(file, rank)`"));
    };
    let (x, _) = inner.number("a file number")?;
    inner.symbol(",")?;
    let (y, _) = inner.number("a rank number")?;
    inner.finish()?;
    // The limit keeps all arithmetic on coordinates within small numbers.
    if x.max(y) > MAX_LINES + 1 {
        return Err(Diagnostic::new(Code::OutsideTheBoard, span, "this place is too far from any grid")
            .help("cells off the grid are from (0, 0) to (17, 17)"));
    }
    Ok((x.cast_signed(), y.cast_signed()))
}
