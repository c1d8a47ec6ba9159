//! Reading the board and its regions.

use super::amend::{key, statements};
use super::cursor::{Cursor, Read};
use super::lost::Lost;
use super::piece_filter::BUILT_IN;
use super::scope::{Named, RESERVED, Scope};
use super::switches::FORKS;
use super::zones::relative;
use crate::base::diagnostic::Diagnostic;
use crate::base::source::Span;
use crate::base::{Board, ByColor, Cell, Color, GeometryError, Orientation, SquareSet, parse_square_name};
use crate::lang::syntax::{Item, ItemKind, Row, Statement};
use std::collections::BTreeMap;

/// The words that begin a statement in a board.
pub(super) const BOARD_WORDS: [&str; 5] = ["grid", "cell", "hole", "black", "region"];

#[derive(Default)]
struct Draft {
    grid: Option<(i32, i32, Span)>,
    orientation: Option<(Orientation, Span)>,
    holes: Vec<(i32, i32)>,
    cells: Vec<(Cell, Span)>,
    /// Regions made by `as NAME of SIDE`.
    marks: Vec<(String, Option<Color>, String, Span)>,
}

/// Reads the `board` statement. Without a usable grid there is no scope to read the rest in.
pub(super) fn read_board(
    statement: &Statement,
    lost: &mut Lost,
    problems: &mut Vec<Diagnostic>,
) -> Option<Scope> {
    if let Err(problem) = bare_head(statement) {
        problems.push(*problem);
    }
    let mut draft = Draft::default();
    let mut sound = !statement.block.as_ref().is_some_and(|block| lost.touches(block.span));
    let mut later = Vec::new();
    for line in statements(statement.block.as_ref()) {
        match line.items.first().and_then(Item::word) {
            Some("region") => later.push(line),
            _ => {
                if let Err(problem) = draft.read(line) {
                    problems.push(*problem);
                    lost.declaration(line);
                    sound = false;
                }
            }
        }
    }
    let Some((width, height, grid_span)) = draft.grid else {
        if sound {
            problems.push(
                Diagnostic::error("no-grid", statement.span, "the board has no grid")
                    .help("say how large it is, such as `grid 8 x 8`: files first, then ranks"),
            );
        }
        return None;
    };
    let orientation = draft.orientation.map_or(Orientation::Mirrored, |(orientation, _)| orientation);
    if draft.orientation.is_none() && sound {
        problems.push(
            Diagnostic::error("no-black-side", statement.span, "the board does not say how Black sees it")
                .help("add `black is white turned` (by half a circle) or `black is white mirrored` (each rank faces its like)"),
        );
    }
    for (x, y) in &draft.holes {
        if *x < 1 || *y < 1 || *x > width || *y > height {
            problems.push(Diagnostic::error(
                "outside-the-board",
                statement.span,
                "a hole lies outside the grid",
            ));
        }
    }
    let cells = draft.cells.iter().map(|(cell, _)| cell.clone()).collect();
    let board = match Board::new(width, height, orientation, &draft.holes, cells) {
        Ok(board) => board,
        Err(error) => {
            problems.push(geometry_problem(&error, grid_span, &draft));
            return None;
        }
    };
    let mut scope = Scope::new(board);
    for (name, color, cell, span) in &draft.marks {
        let squares: SquareSet = scope.board.square(cell).into_iter().collect();
        let region =
            scope.regions.entry(name.clone()).or_insert(Named { value: ByColor::default(), span: *span });
        for side in Color::ALL {
            if color.is_none_or(|color| color == side) {
                let own = region.value.get_mut(side);
                *own = own.union(squares);
            }
        }
    }
    for (cell, span) in &draft.cells {
        check_cell(&scope.board, cell, *span, sound, problems);
    }
    for line in later {
        if let Err(problem) = read_region(&mut scope, line) {
            problems.push(*problem);
            lost.declaration(line);
        }
    }
    Some(scope)
}

/// Looks at where a cell lies; where the board is not `sound`, its counterpart may be lost.
fn check_cell(board: &Board, cell: &Cell, span: Span, sound: bool, problems: &mut Vec<Diagnostic>) {
    let Some(square) = board.square(&cell.name) else { return };
    let lonely = (-1..=1)
        .all(|dx| (-1..=1).all(|dy| (dx, dy) == (0, 0) || board.at(cell.x + dx, cell.y + dy).is_none()));
    if lonely {
        problems.push(
            Diagnostic::warning("lonely-cell", span, format!("no square touches the cell `{}`", cell.name))
                .help("a piece can only leap there; is the place right? The grid begins at (1, 1)"),
        );
        return;
    }
    if sound && board.flip(square).is_none() {
        problems.push(
            Diagnostic::warning(
                "one-sided-cell",
                span,
                format!("Black has no cell where White has `{}`", cell.name),
            )
            .help("declare its counterpart, or the two sides play different games"),
        );
    }
}

fn geometry_problem(error: &GeometryError, grid: Span, draft: &Draft) -> Diagnostic {
    let at = |name: &String| {
        draft.cells.iter().rev().find(|(cell, _)| cell.name == *name).map_or(grid, |(_, span)| *span)
    };
    match error {
        GeometryError::TooManyCells => {
            Diagnostic::error("too-many-cells", grid, "the board has more than 256 cells")
                .help("a grid of up to 16 x 16 fits, with its cells off the grid counted in")
        }
        GeometryError::DuplicateName(name) => {
            Diagnostic::error("duplicate-cell", at(name), format!("there are two cells called `{name}`"))
                .label(grid, "the grid")
                .help("the squares of the grid have their names already; choose another")
        }
        GeometryError::DuplicatePlace(one, other) => {
            Diagnostic::error("duplicate-cell", at(other), format!("`{other}` lies where `{one}` is already"))
                .label(grid, "the grid")
                .help("places count from (1, 1), the left square of the lowest rank")
        }
    }
}

impl Draft {
    fn read(&mut self, line: &Statement) -> Read<()> {
        let mut cursor = Cursor::of(line);
        cursor.could_be(&FORKS);
        if cursor.peek_word() == Some("white") {
            let problem =
                Diagnostic::error("unknown-word", cursor.span(), "the board is drawn as White sees it");
            return Err(Box::new(
                problem
                    .here("say how Black does")
                    .help("`black is white turned` or `black is white mirrored`"),
            ));
        }
        match cursor.one_of("a statement about the board", &BOARD_WORDS)? {
            "grid" => {
                if let Some((width, height)) = cursor.peek_word().and_then(|word| word.split_once('x')) {
                    let problem = cursor.expected("the number of files");
                    return Err(Box::new(
                        problem.help(format!("write it with blanks: `grid {width} x {height}`")),
                    ));
                }
                let (width, _) = cursor.number("the number of files")?;
                cursor.keyword("x")?;
                let (height, _) = cursor.number("the number of ranks")?;
                if !(1..=16).contains(&width) || !(1..=16).contains(&height) {
                    return Err(Box::new(
                        Diagnostic::error(
                            "grid-too-large",
                            line.span,
                            format!("a grid of {width} x {height} cannot be had"),
                        )
                        .help("both sides of a grid must be from 1 to 16"),
                    ));
                }
                if let Some((_, _, first)) = self.grid {
                    return Err(twice("grid", line.span, first));
                }
                self.grid = Some((width.cast_signed(), height.cast_signed(), line.span));
            }
            "hole" => loop {
                let (word, span) = cursor.word("the square to leave out")?;
                let place = place_of(word).ok_or_else(|| {
                    Box::new(Diagnostic::error(
                        "unknown-square",
                        span,
                        format!("`{word}` is not the name of a square"),
                    ))
                })?;
                self.holes.push(place);
                if !cursor.eat_symbol(",") {
                    break;
                }
            },
            "black" => {
                cursor.keyword("is")?;
                cursor.keyword("white")?;
                let orientation = match cursor.one_of("a way to see the board", &["turned", "mirrored"])? {
                    "turned" => Orientation::Turned,
                    _ => Orientation::Mirrored,
                };
                if let Some((_, first)) = self.orientation {
                    return Err(twice("black", line.span, first));
                }
                self.orientation = Some((orientation, line.span));
            }
            _ => self.read_cell(&mut cursor)?,
        }
        cursor.finish()?;
        no_block(line)
    }

    /// `cell m3 at (13, 3) as NAME of white`
    fn read_cell(&mut self, cursor: &mut Cursor) -> Read<()> {
        let (name, span) = cursor.word("the name of the cell")?;
        if parse_square_name(name).is_none_or(|(_, rest)| !rest.is_empty()) {
            return Err(Box::new(
                Diagnostic::error("bad-cell-name", span, format!("`{name}` cannot name a cell"))
                    .help("letters and then a number, like `m3`, so that moves can be read"),
            ));
        }
        cursor.keyword("at")?;
        let (x, y) = coordinates(cursor)?;
        self.cells.push((Cell { name: name.to_string(), x, y }, span));
        if cursor.eat("as") {
            let (mark, mark_span) = new_name(cursor, "the name of a region")?;
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
}

/// Complains about something that can be said only once.
pub(super) fn twice(what: &str, span: Span, first: Span) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::error("said-twice", span, format!("`{what}` is said twice"))
            .label(first, "first here")
            .help("only one of the two can hold: delete the other"),
    )
}

/// Complains about lines that say again what can be said only once. Lines are alike by their first word, and by the name after
/// it or all words before a colon where they have that.
pub(super) fn repeats<'a>(
    lines: impl IntoIterator<Item = &'a Statement>,
    once: &[&str],
    problems: &mut Vec<Diagnostic>,
) {
    let mut seen: BTreeMap<(String, &str), Span> = BTreeMap::new();
    for line in lines {
        let Some(word) = line.items.first().and_then(Item::word).filter(|word| once.contains(word)) else {
            continue;
        };
        let own = match word {
            "must" | "may" => "must".to_owned(),
            _ => key(line),
        };
        // One arrival may have several consequences, each once, and any number of choices.
        let colon = line.items.iter().position(|item| item.is_symbol(":"));
        let then = colon.and_then(|at| line.items.get(at + 1)?.word()).unwrap_or_default();
        if then == "may" {
            continue;
        }
        if let Some(first) = seen.insert((own.clone(), then), line.span) {
            problems.push(*twice(&own, line.span, first));
        }
    }
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
    let Some(Item { kind: ItemKind::Group(items), span }) = cursor.peek() else {
        return Err(cursor.expected("the grid place as `(file, rank)`"));
    };
    cursor.next();
    let mut inner = Cursor::new(items, *span);
    let (x, _) = inner.number("a file number")?;
    inner.symbol(",")?;
    let (y, _) = inner.number("a rank number")?;
    inner.finish()?;
    if x > 17 || y > 17 {
        return Err(Box::new(
            Diagnostic::error("outside-the-board", *span, "this place is too far from any grid")
                .help("cells off the grid lie from (0, 0) to (17, 17)"),
        ));
    }
    Ok((x.cast_signed(), y.cast_signed()))
}

/// `region far-rank = rank 10`, or `region pond { drawing }`.
pub(super) fn read_region(scope: &mut Scope, line: &Statement) -> Read<()> {
    let mut cursor = Cursor::of(line);
    cursor.keyword("region")?;
    let (name, span) = new_name(&mut cursor, "the name of the region")?;
    let squares = match &line.block {
        Some(block) => {
            cursor.finish()?;
            let white = drawn(&scope.board, &block.rows)?;
            relative(&scope.board, white)
        }
        None => {
            cursor.symbol("=")?;
            let zone = scope.zone(&mut cursor)?;
            cursor.finish()?;
            zone.squares
        }
    };
    if squares.white.is_empty() && squares.black.is_empty() {
        return Err(Box::new(
            Diagnostic::error("empty-region", span, format!("the region `{name}` has no squares"))
                .help("`x` marks a square of the region"),
        ));
    }
    if squares.white == scope.board.squares().collect() {
        return Err(Box::new(
            Diagnostic::error(
                "whole-board-region",
                span,
                format!("the region `{name}` covers the whole board"),
            )
            .help("write `board` where every square is meant"),
        ));
    }
    if let Some(other) = scope.regions.get(name) {
        return Err(Box::new(
            Diagnostic::error("duplicate-name", span, format!("there are two regions called `{name}`"))
                .label(other.span, "the first"),
        ));
    }
    scope.regions.insert(name.to_string(), Named { value: squares, span });
    Ok(())
}

/// Takes a name that the file gives to something.
pub(super) fn new_name<'a>(cursor: &mut Cursor<'a>, what: &str) -> Read<(&'a str, Span)> {
    let (name, span) = cursor.word(what)?;
    if RESERVED.contains(&name) || BUILT_IN.contains(&name) {
        return Err(Box::new(
            Diagnostic::error("reserved-name", span, format!("`{name}` is a word of the language"))
                .help("choose another name: rules could not tell them apart"),
        ));
    }
    Ok((name, span))
}

/// The squares marked in a drawing: anything but `.` and `*`.
fn drawn(board: &Board, rows: &[Row]) -> Read<SquareSet> {
    let mut set = SquareSet::EMPTY;
    for row in rows {
        for (square, mark) in row_squares(board, row)? {
            match mark.value.as_str() {
                "." => {}
                "x" => set.insert(square),
                other => {
                    return Err(Box::new(
                        Diagnostic::error(
                            "unknown-token",
                            mark.span,
                            format!("`{other}` means nothing in the drawing of a region"),
                        )
                        .help("`x` marks a square of the region, `.` any other, `*` a hole"),
                    ));
                }
            }
        }
    }
    Ok(set)
}

/// The squares of one row of a drawing and what is written on them; holes are checked and left out.
pub(super) fn row_squares<'a>(
    board: &Board,
    row: &'a Row,
) -> Read<Vec<(crate::base::Square, &'a crate::base::source::Spanned<String>)>> {
    let rank = i32::try_from(row.rank.value).unwrap_or(i32::MAX);
    if !board.ranks().contains(&rank) {
        return Err(Box::new(
            Diagnostic::error(
                "outside-the-board",
                row.rank.span,
                format!("the board has no rank {}", row.rank.value),
            )
            .help(format!("its ranks are 1 to {}", board.height())),
        ));
    }
    let width = usize::try_from(board.width()).unwrap_or(0);
    if row.squares.len() != width {
        return Err(Box::new(wrong_width(board, row, width)));
    }
    let mut squares = Vec::new();
    for (x, mark) in board.files().zip(&row.squares) {
        match (board.at(x, rank), mark.value.as_str()) {
            (None, "*") => {}
            (None, _) => {
                return Err(Box::new(
                    Diagnostic::error(
                        "piece-on-hole",
                        mark.span,
                        format!("there is no square {}{rank}", crate::base::file_name(x)),
                    )
                    .help("write `*` for a hole in the board"),
                ));
            }
            (Some(square), "*") => {
                return Err(Box::new(
                    Diagnostic::error(
                        "hole-on-square",
                        mark.span,
                        format!("{} is no hole", board.name(square)),
                    )
                    .help("write `.` for an empty square"),
                ));
            }
            (Some(square), _) => squares.push((square, mark)),
        }
    }
    Ok(squares)
}

fn wrong_width(board: &Board, row: &Row, width: usize) -> Diagnostic {
    let given = row.squares.len();
    let problem = |span, text: String| {
        Diagnostic::error(
            "wrong-row-width",
            span,
            match given {
                1 => format!("this row has 1 square, the board has {width} files"),
                _ => format!("this row has {given} squares, the board has {width} files"),
            },
        )
        .here(text)
    };
    match row.squares.get(width) {
        Some(first_extra) => {
            let last = row.squares.last().map_or(first_extra.span, |last| last.span);
            problem(first_extra.span.to(last), format!("{} too many, from here on", given - width))
        }
        None => {
            let missing: Vec<String> = (given..width)
                .filter_map(|x| {
                    Some(format!("{}{}", crate::base::file_name(i32::try_from(x).ok()? + 1), row.rank.value))
                })
                .collect();
            let at = row.squares.last().map_or(row.rank.span, |last| last.span);
            problem(at, format!("after this {} more should follow", width - given)).help(format!(
                "as written, the row ends before {}; a `.` stands for an empty square",
                missing.join(", ")
            ))
        }
    }
    .label(row.span, format!("files a to {}", crate::base::file_name(board.width())))
}

/// Complains about words after a block's first.
pub(super) fn bare_head(statement: &Statement) -> Read<()> {
    let mut cursor = Cursor::of(statement);
    cursor.next();
    cursor.finish()
}

/// Complains about braces where none belong.
pub(super) fn no_block(line: &Statement) -> Read<()> {
    match &line.block {
        Some(block) => Err(Box::new(
            Diagnostic::error("unexpected-block", block.open, "no block belongs here")
                .label(line.items.first().map_or(line.span, |first| first.span), "of this statement")
                .help("the statement is complete without it"),
        )),
        None => Ok(()),
    }
}
