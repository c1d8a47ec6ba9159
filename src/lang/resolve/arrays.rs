//! Reading arrays: who stands where at the start.

use super::amend::statements;
use super::boards::{no_block, row_squares, twice};
use super::cursor::{Cursor, Read};
use super::scope::Scope;
use crate::base::diagnostic::Diagnostic;
use crate::base::source::{Span, Spanned};
use crate::base::{Piece, Square};
use crate::lang::syntax::{Row, Statement};
use crate::rules::{ArrayInfo, Origin};
use std::collections::BTreeMap;

/// How many arrays may be made one from the other.
const MOST_STEPS: usize = 16;

/// An array as written.
pub(super) struct Array<'a> {
    pub(super) info: ArrayInfo,
    pub(super) span: Span,
    from: Option<(String, Span)>,
    mirrored: bool,
    rows: &'a [Row],
    cells: Vec<(Square, Piece)>,
}

/// The pieces of an array, and where each was written.
pub(super) type PieceFilter = BTreeMap<Square, (Piece, Span)>;

/// `array NAME ["title"] [from OTHER] [mirrored] { rows }`
pub(super) fn read_array<'a>(scope: &Scope, statement: &'a Statement) -> Read<Array<'a>> {
    let mut cursor = Cursor::of(statement);
    cursor.keyword("array")?;
    let (name, span) = cursor.word("the name of the array")?;
    let title = cursor.text().map_or_else(|| name.replace('-', " "), |(text, _)| text.to_string());
    let from = if cursor.eat("from") {
        let (from, span) = cursor.word("the name of another array")?;
        Some((from.to_string(), span))
    } else {
        None
    };
    let mirrored = cursor.eat("mirrored");
    super::switches::read_cites(&mut cursor)?;
    cursor.finish()?;
    let block = statement.block.as_ref();
    let rows = block.map_or(&[][..], |block| block.rows.as_slice());
    if rows.is_empty() && from.is_none() {
        return Err(
            Cursor::new(&[], statement.span).expected("a drawing with a row for each rank that has pieces")
        );
    }
    let mut seen: BTreeMap<u32, Span> = BTreeMap::new();
    for row in rows {
        if let Some(first) = seen.insert(row.rank.value, row.rank.span) {
            return Err(Box::new(
                Diagnostic::error(
                    "repeated-rank",
                    row.rank.span,
                    format!("rank {} is drawn twice", row.rank.value),
                )
                .label(first, "first here"),
            ));
        }
    }
    if let Some((above, below)) = rows.windows(2).find_map(|pair| match pair {
        [above, below] if above.rank.value <= below.rank.value => Some((above, below)),
        _ => None,
    }) {
        return Err(Box::new(
            Diagnostic::error(
                "rank-out-of-order",
                below.rank.span,
                format!("rank {} is drawn below rank {}", below.rank.value, above.rank.value),
            )
            .label(above.rank.span, "this rank lies nearer to White")
            .help("draw the board as White sees it: the highest rank on top"),
        ));
    }
    let mut cells: Vec<(Square, Piece)> = Vec::new();
    let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
    for line in statements(block) {
        let mut cursor = Cursor::of(line);
        let (word, span) = cursor.word("a square")?;
        let Some(square) = scope.board.square(word) else {
            return Err(Box::new(
                Diagnostic::error("unknown-square", span, format!("the board has no square `{word}`")).help(
                    "squares are called by file and rank, like `a1`; cells beside the grid by their names",
                ),
            ));
        };
        if let Some(first) = seen.insert(word, span) {
            return Err(twice(word, span, first));
        }
        cursor.symbol(":")?;
        let (token, span) = cursor.word("a token")?;
        cells.push((square, piece(scope, &Spanned::new(token.to_string(), span))?));
        cursor.finish()?;
        no_block(line)?;
    }
    Ok(Array {
        info: ArrayInfo { name: name.to_string(), title, origin: Origin(span) },
        span,
        from,
        mirrored,
        rows,
        cells,
    })
}

/// The pieces of an array: its own rows, those of the array it comes from, and the other side's ranks by symmetry.
pub(super) fn place(scope: &Scope, arrays: &[Array], array: &Array) -> (PieceFilter, Vec<Diagnostic>) {
    let mut drawn = BTreeMap::new();
    let mut problems = Vec::new();
    draw(scope, arrays, array, (&mut drawn, &mut problems), 0);
    let mut pieces = PieceFilter::new();
    for (square, piece) in drawn.values().flatten() {
        pieces.insert(*square, *piece);
    }
    if array.mirrored {
        let mirrored = pieces.iter().map(|(square, piece)| {
            let cell = scope.board.cell(*square);
            let other = scope.board.at(scope.board.width() + 1 - cell.x, cell.y);
            (other.unwrap_or(*square), *piece)
        });
        pieces = mirrored.collect();
    }
    let mut all = pieces.clone();
    for (square, (piece, span)) in &pieces {
        let Some(other) = scope.board.flip(*square) else { continue };
        if !drawn.contains_key(&rank_of(scope, other)) {
            let piece = Piece { color: piece.color.other(), piece_type: piece.piece_type };
            all.insert(other, (piece, *span));
        }
    }
    (all, problems)
}

/// The rank a square belongs to in drawings; cells off the grid are drawn each by itself.
fn rank_of(scope: &Scope, square: Square) -> i64 {
    if scope.board.grid().contains(square) {
        i64::from(scope.board.cell(square).y)
    } else {
        -1 - i64::from(square.0)
    }
}

type Drawn = BTreeMap<i64, Vec<(Square, (Piece, Span))>>;

fn draw(
    scope: &Scope,
    arrays: &[Array],
    array: &Array,
    (drawn, problems): (&mut Drawn, &mut Vec<Diagnostic>),
    depth: usize,
) {
    if let Some((from, span)) = &array.from {
        if depth > arrays.len().min(MOST_STEPS) {
            let message = if depth > arrays.len() {
                "these arrays are made from each other in a circle"
            } else {
                "too many arrays are made one from the other"
            };
            problems.push(
                Diagnostic::error("array-cycle", *span, message)
                    .help("draw one of them in full, without `from`"),
            );
            return;
        }
        let Some(base) = arrays.iter().find(|other| other.info.name == *from) else {
            let problem =
                Diagnostic::error("unknown-array", *span, format!("there is no array `{from}`")).misses(from);
            let names: Vec<&str> = arrays.iter().map(|array| array.info.name.as_str()).collect();
            problems.push(super::game::listing(problem, from, &names));
            return;
        };
        draw(scope, arrays, base, (drawn, problems), depth + 1);
    }
    for row in array.rows {
        let mut placed = Vec::new();
        let squares = row_squares(&scope.board, row).unwrap_or_else(|problem| {
            problems.push(match run_together(scope, row) {
                Some(pieces) => problem.help(format!("leave a blank between the pieces: `{pieces}`")),
                None => *problem,
            });
            Vec::new()
        });
        for (square, mark) in squares {
            if mark.value == "." {
                continue;
            }
            match piece(scope, mark) {
                Ok(piece) => placed.push((square, (piece, mark.span))),
                Err(problem) => problems.push(*problem),
            }
        }
        drawn.insert(i64::from(row.rank.value), placed);
    }
    for (square, piece) in &array.cells {
        drawn.insert(rank_of(scope, *square), vec![(*square, (*piece, array.span))]);
    }
}

/// The pieces of a row that is written as one word without blanks, as in a FEN.
fn run_together(scope: &Scope, row: &Row) -> Option<String> {
    let [mark] = row.squares.as_slice() else { return None };
    let mut letters = Vec::new();
    for letter in mark.value.chars() {
        match letter.to_digit(10) {
            Some(empty) => letters.extend((0..empty).map(|_| ".".to_string())),
            None => letters.push(letter.to_string()),
        }
    }
    let known = |letter: &String| letter == "." || scope.tokens.contains_key(letter);
    (letters.len() > 1 && letters.iter().all(known)).then(|| letters.join(" "))
}

/// The piece a token stands for: as declared for White, in small letters for Black.
fn piece(scope: &Scope, mark: &Spanned<String>) -> Read<Piece> {
    let token = mark.value.as_str();
    if let Some(piece) = scope.tokens.get(token) {
        return Ok(*piece);
    }
    let problem = Diagnostic::error("unknown-token", mark.span, format!("no piece has the token `{token}`"))
        .misses(token);
    let known: Vec<String> = scope.piece_types.iter().map(|piece_type| piece_type.token.clone()).collect();
    let help = format!("the tokens are {}; `.` is an empty square", known.join(" "));
    Err(Box::new(problem.suggest_or(token, known.iter().map(String::as_str), help)))
}
