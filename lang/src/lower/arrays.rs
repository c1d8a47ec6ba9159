//! Lowering of arrays: the pieces on the board and in hand at the start.
//!
//! [`Scope::array`] reads the statement, and [`Scope::place`] builds the start position, after all arrays have
//! been read. An array can be derived from others, so [`ArrayDrawing`] draws them on top of each other.

use super::rows::{check_ranks, row_squares};
use super::scope::Scope;
use super::start::{Array, Start};
use super::zones::unknown_square;
use crate::base::source::Span;
use crate::base::{Board, Color, Piece, Square, file_name, gather};
use crate::messages::diagnostic::{Code, Diagnostic, nearest};
use crate::messages::look_alike::{latin, look_alike};
use crate::messages::text::{delete, did_you_mean};
use crate::rules::{ArrayInfo, Origin};
use crate::statement::{Cursor, DrawingRow, Line, Read, listing, plain, twice};
use crate::vocabulary::Keyword;
use std::collections::BTreeMap;

/// The maximum length of a chain of arrays, each of which is derived from the next.
pub(super) const MAX_STEPS: usize = 16;
/// The maximum number of pieces of one type in a hand.
const MAX_HELD: usize = 255;

impl<'a> Scope<'a> {
    /// Reads `array NAME ["title"] [from OTHER] [mirrored] { rows }`.
    pub(super) fn array(&mut self, line: Line<'a>) -> Read<()> {
        let mut cursor = line.rest();
        let (name, span) = cursor.free_name("the name of the array")?;
        let title = cursor.text().map_or_else(|| name.replace('-', " "), |(text, _)| text.to_string());
        let from = if cursor.eat("from") { Some(cursor.word("the name of another array")?) } else { None };
        let mirrored = cursor.eat("mirrored");
        line.finish_head(cursor)?;
        let has_hand = line.lines().any(|line| line.keyword() == Some(Keyword::Hand));
        if line.rows().is_empty() && from.is_none() && !has_hand {
            let end = Cursor::new(&[], line.span);
            return Err(end.expected("a drawing with a row for each rank that has pieces"));
        }
        check_ranks(line.rows())?;
        let mut cells: Vec<(Square, Piece)> = Vec::new();
        let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
        let (mut hands, mut homes, mut shuffle) = (Vec::new(), Vec::new(), None);
        for line in line.lines().filter(|line| !line.poisoned) {
            if let Some(problem) = self.row_as_line(line) {
                return Err(problem);
            }
            let mut cursor = line.cursor();
            let (word, span) = cursor.word("a square")?;
            match line.keyword() {
                Some(Keyword::Hand) => {
                    self.add_hand(line, &mut hands)?;
                    continue;
                }
                Some(Keyword::Shuffle) => {
                    if let Some(first) = seen.insert(word, span) {
                        return Err(twice(word, span, first));
                    }
                    shuffle = Some(self.shuffle(line.rest(), line.span)?);
                    continue;
                }
                _ => {}
            }
            let is_home = line.keyword() == Some(Keyword::Home);
            let (word, span) = if is_home { cursor.word("a square")? } else { (word, span) };
            let square = self.game.board.square(word).ok_or_else(|| no_square(word, span))?;
            if let Some(first) = seen.insert(word, span) {
                return Err(twice(word, span, first));
            }
            cursor.symbol(":")?;
            let (token, span) = cursor.word("a token")?;
            let piece = self.piece_of(token, span)?;
            match is_home {
                true => homes.push((line.span, square, piece)),
                false => cells.push((square, piece)),
            }
            cursor.finish()?;
            line.no_block()?;
        }
        self.declare("array", name, span)?;
        let rows = line.rows().iter().map(|row| row.span).reduce(Span::to).unwrap_or(span);
        let derived = Origin(from.map(|_| rows));
        let orders = shuffle.as_ref().map(|shuffle| shuffle.count);
        let hand = hands.into_iter().map(|Hand { span, pieces, .. }| (span, pieces));
        let hand = hand.reduce(|(span, one), (_, other)| (span, [one, other].concat()));
        let info = ArrayInfo { name: name.to_string(), title, orders, origin: Origin(span), derived };
        self.in_hand.extend(hand.iter().flat_map(|(_, held)| held).map(|piece| piece.piece_type));
        self.arrays.push(Array { info, line, from, mirrored, cells, hand, homes, shuffle });
        Ok(())
    }

    /// Returns a problem if a line seems to be a row: the letters of the files, or a rank without `|`.
    fn row_as_line(&self, line: Line) -> Option<Diagnostic> {
        let files = self.game.board.files().map(file_name);
        if line.items.len() > 1 && line.words().map(str::to_owned).eq(files) {
            let problem = Diagnostic::new(Code::LeftoverWords, line.span, "unexpected row of file letters");
            let help = delete("delete it: an array is drawn without the letters of the files");
            return Some(problem.help(help));
        }
        let [rank, first, ..] = line.items else { return None };
        let (rank, token) = (plain(std::slice::from_ref(rank)), first.word()?);
        let is_row = line.cursor().number("").is_ok();
        let problem = Diagnostic::new(Code::MissingWords, first.span, "expected `|` after the rank");
        is_row.then(|| problem.help(format!("write `{rank} | {token} ...`")))
    }

    /// Adds the hand of a line, unless an earlier line has filled the hand of the same side.
    fn add_hand(&self, line: Line, hands: &mut Vec<Hand>) -> Read<()> {
        let hand = self.hand(line)?;
        let is_again = |other: &&Hand| other.side.is_none() || hand.side.is_none() || other.side == hand.side;
        if let Some(first) = hands.iter().find(is_again) {
            let problem = twice("hand", hand.span, first.span);
            let both = "a line `hand for white: ...` and a line `hand for black: ...` fill different hands";
            return Err(if hand.side == first.side && hand.side.is_some() {
                problem
            } else {
                problem.help(both)
            });
        }
        hands.push(hand);
        Ok(())
    }

    /// Reads `hand: TOKEN TOKEN`, `hand: none`, or `hand for black: TOKEN TOKEN`.
    fn hand(&self, line: Line) -> Read<Hand> {
        let mut cursor = line.rest();
        let sides = [("white", Color::White), ("black", Color::Black)];
        let side = if cursor.eat("for") { Some(cursor.one_of("a side", &sides)?) } else { None };
        cursor.symbol(":")?;
        let mut held = Vec::new();
        let mut numbers: BTreeMap<Piece, usize> = BTreeMap::new();
        if self.tokens.contains_key("none") || !cursor.eat("none") {
            loop {
                let (token, span) = cursor.word("the token of a piece, or `none`")?;
                let piece = self.piece_of(token, span)?;
                if let Some(color) = side.filter(|color| *color != piece.color) {
                    let message = format!("`{token}` is not a piece of {}", color.title());
                    let problem = Diagnostic::new(Code::UnexpectedWord, span, message);
                    return Err(
                        problem.help("capital letters are White's pieces, and lowercase letters are Black's")
                    );
                }
                let number = numbers.entry(piece).or_default();
                *number += 1;
                if *number > MAX_HELD {
                    let message = format!("there are more than {MAX_HELD} of `{token}` in one hand");
                    let problem = Diagnostic::new(Code::GameTooLarge, span, message);
                    return Err(problem.help(format!("a hand holds at most {MAX_HELD} pieces of one type")));
                }
                held.push(piece);
                if cursor.is_done() {
                    break;
                }
            }
        }
        cursor.finish()?;
        line.no_block()?;
        let pieces = if side.is_some() { held } else { for_both(held) };
        Ok(Hand { span: line.span, side, pieces })
    }

    /// Returns the start position of an array, which combines its own rows, those of the array it is derived
    /// from, and the other side's ranks by symmetry. If there are errors, they are reported and the result is
    /// `None`.
    pub(super) fn place(&self, array: &Array) -> Option<Start> {
        let board = &self.game.board;
        let mut drawing = ArrayDrawing {
            scope: self,
            ranks: BTreeMap::new(),
            held: Vec::new(),
            homes: BTreeMap::new(),
            sound: true,
        };
        drawing.draw(array, array.line, 0);
        let drawn = drawing.ranks.values().flatten();
        let drawn = drawn.map(|(square, piece)| (across(board, array.mirrored, *square), *piece));
        let pieces: BTreeMap<Square, Piece> = gather(drawn);
        // White's ranks are complete. The others are filled by symmetry below.
        let mut all = pieces.clone();
        // A neutral piece has no counterpart, and it is stored as White's.
        let is_neutral = |piece: &Piece| self.piece_type(piece.piece_type).is_some_and(|own| own.neutral);
        for (square, piece) in pieces.into_iter().filter(|(_, piece)| !is_neutral(piece)) {
            let other = board.flip(square);
            // A rank that the array draws itself is not filled by symmetry.
            if let Some(other) = other.filter(|other| !drawing.ranks.contains_key(&rank_of(board, *other))) {
                all.insert(other, Piece { color: piece.color.other(), ..piece });
            }
        }
        all.values_mut().filter(|piece| is_neutral(piece)).for_each(|piece| piece.color = Color::White);
        let mut hands: BTreeMap<Piece, u8> = BTreeMap::new();
        drawing.held.iter().for_each(|piece| *hands.entry(*piece).or_default() += 1);
        let hands = hands.into_iter().collect();
        let homes = self.both_homes(&mut drawing, array, &all);
        let setup: Vec<(Square, Piece)> = all.into_iter().collect();
        if let Some(shuffle) = array.shuffle.as_ref().filter(|shuffle| !shuffle.is_drawn(&setup)) {
            let message = "the pieces are not drawn in one of these orders";
            let help = "draw the pieces in one of the orders, which is then the default";
            drawing.complain(false, Diagnostic::new(Code::BadShuffle, shuffle.span, message).help(help));
        }
        let shuffle = array.shuffle.clone();
        drawing.sound.then_some(Start { setup, hands, homes, shuffle, castlings: Vec::new() })
    }

    /// Returns the home squares of pieces in hand. If only one side's home is given, the other side's home is the
    /// corresponding square.
    fn both_homes(
        &self,
        drawing: &mut ArrayDrawing,
        array: &Array,
        setup: &BTreeMap<Square, Piece>,
    ) -> Vec<(Square, Piece)> {
        let board = &self.game.board;
        let written = std::mem::take(&mut drawing.homes);
        let mut homes: BTreeMap<Square, (Span, Piece)> = BTreeMap::new();
        for (square, (span, piece)) in &written {
            homes.insert(across(board, array.mirrored, *square), (*span, *piece));
        }
        for (square, (span, piece)) in homes.clone() {
            let other = board.flip(square).filter(|other| !setup.contains_key(other));
            if let Some(other) = other {
                homes.entry(other).or_insert((span, Piece { color: piece.color.other(), ..piece }));
            }
        }
        // A derived array may have drawn a piece on the home square of another array.
        let own = array.homes.iter().filter(|(_, square, _)| setup.contains_key(square));
        for (span, square, _) in own {
            let message =
                format!("a piece stands on {} at the start, which is its home", board.name(*square));
            let problem = Diagnostic::new(Code::SaidTwice, *span, message);
            drawing.complain(false, problem.help("name an empty square, or delete this line"));
        }
        let free = homes.into_iter().filter(|(square, _)| !setup.contains_key(square));
        free.map(|(square, (_, piece))| (square, piece)).collect()
    }

    /// Returns the piece of a token: a White piece for the token as declared, and a Black piece for its lowercase
    /// form.
    pub(super) fn piece_of(&self, token: &str, span: Span) -> Read<Piece> {
        self.tokens.get(token).copied().ok_or_else(|| {
            let message = format!("no piece has the token `{token}`");
            let problem = Diagnostic::new(Code::UnknownToken, span, message).misses(token);
            let problem = problem.here(look_alike(token).unwrap_or_default());
            let known = self.game.piece_types.iter().map(|piece_type| piece_type.token.as_str());
            let tokens: Vec<&str> = known.collect();
            let help = format!("the tokens are {}; `.` is an empty square", tokens.join(" "));
            // A declared token can have a letter of another script that looks the same.
            let alike = self.game.piece_types.iter().find_map(|own| {
                let is_same = latin(&own.token).eq_ignore_ascii_case(&latin(token));
                Some((own.origin.0, look_alike(&own.token)?)).filter(|_| is_same)
            });
            match alike {
                Some((place, letter)) => problem
                    .label(place, letter)
                    .help("write the token with letters of the same script in both places"),
                None => problem.help(match self.memory.nearest_token(token, &tokens) {
                    Some(near) => did_you_mean(&near),
                    None => help.into(),
                }),
            }
        })
    }
}

/// The pieces that a line puts in hand.
struct Hand {
    span: Span,
    /// The only side whose hand the line fills.
    side: Option<Color>,
    /// The pieces of both sides.
    pieces: Vec<Piece>,
}

/// Creates the diagnostic for a word that is no square and no keyword of an array.
fn no_square(word: &str, span: Span) -> Diagnostic {
    let help = "a square is named by its file and rank, like `a1`, and a cell off the grid by its name";
    let problem = unknown_square(word, span);
    match nearest(word, ["hand", "home", "shuffle"]) {
        Some(near) => problem.propose(near),
        None => problem.help(help),
    }
}

/// Returns the square itself, or its mirror image if the files are mirrored.
fn across(board: &Board, mirrored: bool, square: Square) -> Square {
    let cell = board.cell(square);
    let other = mirrored.then(|| board.at(board.width + 1 - cell.x, cell.y)).flatten();
    other.unwrap_or(square)
}

/// Returns the pieces in hand of each side. If only one side's hand is given, the other side has the same pieces.
fn for_both(mut held: Vec<Piece>) -> Vec<Piece> {
    if let Some(color) = held.first().map(|piece| piece.color)
        && held.iter().all(|piece| piece.color == color)
    {
        held.extend(held.clone().into_iter().map(|piece| Piece { color: color.other(), ..piece }));
    }
    held
}

/// Returns the rank of a square in a drawing. Each cell off the grid counts as a rank of its own.
fn rank_of(board: &Board, square: Square) -> i64 {
    match board.is_on_grid(square) {
        true => i64::from(board.cell(square).y),
        false => -1 - i64::from(square.0),
    }
}

/// The drawing of an array on top of those it is derived from, by rank.
struct ArrayDrawing<'a> {
    scope: &'a Scope<'a>,
    ranks: BTreeMap<i64, Vec<(Square, Piece)>>,
    /// The pieces in hand. If several of the arrays have a hand, the last one counts.
    held: Vec<Piece>,
    /// The home squares of pieces in hand.
    homes: BTreeMap<Square, (Span, Piece)>,
    sound: bool,
}

impl ArrayDrawing<'_> {
    fn complain(&mut self, poisoned: bool, problem: Diagnostic) {
        self.sound = false;
        if !poisoned {
            self.scope.report.push(problem);
        }
    }

    fn draw(&mut self, array: &Array, first: Line, depth: usize) {
        let arrays = &self.scope.arrays;
        if let Some((from, span)) = array.from {
            // A chain that is longer than the number of arrays must contain a cycle.
            if depth > arrays.len().min(MAX_STEPS) {
                let message = match depth > arrays.len() {
                    true => "these arrays are based on each other in a cycle",
                    false => "too many arrays are based on each other",
                };
                let problem = Diagnostic::new(Code::ArrayCycle, span, message);
                let help = "draw one of them in full, without `from`";
                return self.complain(first.poisoned, problem.help(help));
            }
            let Some(base) = arrays.iter().find(|other| other.info.name == from) else {
                let names: Vec<&str> = arrays.iter().map(|array| array.info.name.as_str()).collect();
                let problem = Diagnostic::new(Code::UnknownArray, span, format!("unknown array `{from}`"));
                return self.complain(array.line.poisoned, listing(problem.misses(from), from, &names));
            };
            self.draw(base, first, depth + 1);
        }
        for row in array.line.rows() {
            let placed = self.row(row);
            self.ranks.insert(i64::from(row.rank.value), placed);
        }
        if let Some((_, held)) = &array.hand {
            self.held.clone_from(held);
        }
        self.homes.extend(array.homes.iter().map(|(span, square, piece)| (*square, (*span, *piece))));
        for (square, piece) in &array.cells {
            self.ranks.insert(rank_of(&self.scope.game.board, *square), vec![(*square, *piece)]);
        }
    }

    fn row(&mut self, row: &DrawingRow) -> Vec<(Square, Piece)> {
        let squares = match row_squares(&self.scope.game.board, row) {
            Ok(squares) => squares,
            Err(problem) => {
                let problem = match run_together(self.scope, row) {
                    Some(pieces) => problem.help(format!("write a space between the pieces: `{pieces}`")),
                    None => problem,
                };
                self.complain(row.poisoned, problem);
                return Vec::new();
            }
        };
        let mut placed = Vec::new();
        for (square, mark) in squares.into_iter().filter(|(_, mark)| mark.value != ".") {
            match self.scope.piece_of(&mark.value, mark.span) {
                Ok(piece) => placed.push((square, piece)),
                Err(problem) => self.complain(row.poisoned, problem),
            }
        }
        placed
    }
}

/// Returns the pieces of a row that is written without spaces, as in a FEN.
fn run_together(scope: &Scope, row: &DrawingRow) -> Option<String> {
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
