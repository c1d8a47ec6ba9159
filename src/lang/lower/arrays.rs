//! Reading arrays: which pieces stand where at the start.

use super::regions::row_squares;
use super::scope::Scope;
use super::zones::unknown_square;
use crate::base::diagnostic::Diagnostic;
use crate::base::source::{Span, Spanned};
use crate::base::{Piece, Square};
use crate::lang::statement::{Line, Read, Row, listing, twice};
use crate::rules::{ArrayInfo, Origin};
use std::collections::BTreeMap;

/// How many arrays may be made one from the other.
const MOST_STEPS: usize = 16;

/// An array as written.
pub(super) struct Array<'a> {
    pub(super) info: ArrayInfo,
    pub(super) span: Span,
    line: Line<'a>,
    from: Option<(String, Span)>,
    mirrored: bool,
    cells: Vec<(Square, Piece)>,
}

/// The pieces of an array, and where each was written.
pub(super) type Placed = BTreeMap<Square, (Piece, Span)>;

/// `array NAME ["title"] [from OTHER] [mirrored] { rows }`
pub(super) fn read_array<'a>(scope: &Scope, line: Line<'a>) -> Read<Array<'a>> {
    let mut cursor = line.rest();
    let (name, span) = cursor.word("the name of the array")?;
    let title = cursor.text().map_or_else(|| name.replace('-', " "), |(text, _)| text.to_string());
    let from = if cursor.eat("from") {
        let (from, span) = cursor.word("the name of another array")?;
        Some((from.to_string(), span))
    } else {
        None
    };
    let mirrored = cursor.eat("mirrored");
    cursor.cites()?;
    cursor.finish()?;
    if line.rows().is_empty() && from.is_none() {
        let end = crate::lang::statement::Cursor::new(&[], line.span());
        return Err(end.expected("a drawing with a row for each rank that has pieces"));
    }
    check_ranks(line.rows())?;
    let mut cells: Vec<(Square, Piece)> = Vec::new();
    let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
    for line in line.lines().filter(|line| !line.is_poisoned()) {
        let mut cursor = line.cursor();
        let (word, span) = cursor.word("a square")?;
        let Some(square) = scope.board.square(word) else {
            return Err(unknown_square(word, span).help(
                "squares are called by file and rank, like `a1`; cells beside the grid by their names",
            ));
        };
        if let Some(first) = seen.insert(word, span) {
            return Err(twice(word, span, first));
        }
        cursor.symbol(":")?;
        let (token, span) = cursor.word("a token")?;
        cells.push((square, scope.piece_of(&Spanned::new(token.to_string(), span))?));
        cursor.finish()?;
        line.no_block()?;
    }
    let info = ArrayInfo { name: name.to_string(), title, origin: Origin(span) };
    Ok(Array { info, span, line, from, mirrored, cells })
}

/// Complains about ranks drawn twice or out of order.
fn check_ranks(rows: &[Row]) -> Read<()> {
    let mut seen: BTreeMap<u32, Span> = BTreeMap::new();
    for row in rows.iter().filter(|row| !row.poisoned) {
        if let Some(first) = seen.insert(row.rank.value, row.rank.span) {
            let message = format!("rank {} is drawn twice", row.rank.value);
            return Err(Diagnostic::error("repeated-rank", row.rank.span, message).label(first, "first here"));
        }
    }
    for (above, below) in rows.iter().zip(rows.iter().skip(1)) {
        if above.rank.value <= below.rank.value && !above.poisoned && !below.poisoned {
            let message = format!("rank {} is drawn below rank {}", below.rank.value, above.rank.value);
            return Err(Diagnostic::error("rank-out-of-order", below.rank.span, message)
                .label(above.rank.span, "this rank lies nearer to White")
                .help("draw the board as White sees it, with the highest rank on top"));
        }
    }
    Ok(())
}

/// The pieces of an array: its own rows, those of the array it comes from, and the other side's ranks by symmetry. Nothing if
/// something is wrong with them.
pub(super) fn place(scope: &Scope, arrays: &[Array], array: &Array) -> Option<Placed> {
    let mut drawing = Drawing { scope, arrays, ranks: BTreeMap::new(), sound: true };
    drawing.draw(array, array.line, 0);
    let mut pieces: Placed = drawing.ranks.values().flatten().copied().collect();
    if array.mirrored {
        let mirrored = pieces.iter().map(|(square, piece)| {
            let cell = scope.board.cell(*square);
            let other = scope.board.at(scope.board.width + 1 - cell.x, cell.y);
            (other.unwrap_or(*square), *piece)
        });
        pieces = mirrored.collect();
    }
    let mut all = pieces.clone();
    for (square, (piece, span)) in &pieces {
        let Some(other) = scope.board.flip(*square) else { continue };
        if !drawing.ranks.contains_key(&rank_of(scope, other)) {
            let piece = Piece { color: piece.color.other(), piece_type: piece.piece_type };
            all.insert(other, (piece, *span));
        }
    }
    drawing.sound.then_some(all)
}

/// The rank a square belongs to in drawings; cells off the grid are drawn each by itself.
fn rank_of(scope: &Scope, square: Square) -> i64 {
    if scope.board.grid().contains(square) {
        i64::from(scope.board.cell(square).y)
    } else {
        -1 - i64::from(square.0)
    }
}

/// What stands on a rank, and where each piece is written.
type Rank = Vec<(Square, (Piece, Span))>;

/// An array and those it is made from, drawn over each other.
struct Drawing<'a> {
    scope: &'a Scope<'a>,
    arrays: &'a [Array<'a>],
    ranks: BTreeMap<i64, Rank>,
    sound: bool,
}

impl Drawing<'_> {
    fn complain(&mut self, poisoned: bool, problem: Diagnostic) {
        self.sound = false;
        if !poisoned {
            self.scope.report.push(problem);
        }
    }

    fn draw(&mut self, array: &Array, first: Line, depth: usize) {
        if let Some((from, span)) = &array.from {
            if depth > self.arrays.len().min(MOST_STEPS) {
                let message = match depth > self.arrays.len() {
                    true => "these arrays are made from each other in a circle",
                    false => "too many arrays are made one from the other",
                };
                let problem = Diagnostic::error("array-cycle", *span, message);
                return self
                    .complain(first.is_poisoned(), problem.help("draw one of them in full, without `from`"));
            }
            let Some(base) = self.arrays.iter().find(|other| other.info.name == *from) else {
                let names: Vec<&str> = self.arrays.iter().map(|array| array.info.name.as_str()).collect();
                let problem = Diagnostic::error("unknown-array", *span, format!("unknown array `{from}`"));
                return self.complain(array.line.is_poisoned(), listing(problem.misses(from), from, &names));
            };
            self.draw(base, first, depth + 1);
        }
        for row in array.line.rows() {
            let placed = self.row(row);
            self.ranks.insert(i64::from(row.rank.value), placed);
        }
        for (square, piece) in &array.cells {
            self.ranks.insert(rank_of(self.scope, *square), vec![(*square, (*piece, array.span))]);
        }
    }

    fn row(&mut self, row: &Row) -> Vec<(Square, (Piece, Span))> {
        let squares = match row_squares(&self.scope.board, row) {
            Ok(squares) => squares,
            Err(problem) => {
                let problem = match run_together(self.scope, row) {
                    Some(pieces) => problem.help(format!("leave a blank between the pieces: `{pieces}`")),
                    None => problem,
                };
                self.complain(row.poisoned, problem);
                return Vec::new();
            }
        };
        let mut placed = Vec::new();
        for (square, mark) in squares.into_iter().filter(|(_, mark)| mark.value != ".") {
            match self.scope.piece_of(mark) {
                Ok(piece) => placed.push((square, (piece, mark.span))),
                Err(problem) => self.complain(row.poisoned, problem),
            }
        }
        placed
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

impl Scope<'_> {
    /// The piece a token stands for: as declared for White, in small letters for Black.
    fn piece_of(&self, mark: &Spanned<String>) -> Read<Piece> {
        let token = mark.value.as_str();
        if let Some(piece) = self.tokens.get(token) {
            return Ok(*piece);
        }
        let problem =
            Diagnostic::error("unknown-token", mark.span, format!("no piece has the token `{token}`"))
                .misses(token);
        let known: Vec<&str> = self.piece_types.iter().map(|piece_type| piece_type.token.as_str()).collect();
        let help = format!("the tokens are {}; `.` is an empty square", known.join(" "));
        Err(problem.suggest_or(token, known.iter().copied(), help))
    }
}
