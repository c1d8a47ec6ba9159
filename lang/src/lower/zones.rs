//! Lowering of region expressions, such as `far-rank`, `rank 1..3`, `d1..f3`, or `grid except (far-rank or own
//! palace)`.
//!
//! [`Scope::zone`] is the entry point. The methods follow the grammar: differences, unions, and terms.

use super::scope::Scope;
use crate::base::source::Span;
use crate::base::{Bitboard, Board, ByColor, Color, Square, SquareSet, file_name};
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::messages::fix::Fix;
use crate::rules::Zone;
use crate::statement::{Cursor, Read};
use crate::vocabulary::{self, Keyword};
use std::collections::BTreeMap;

type ZoneSquares = ByColor<SquareSet>;

fn combine(a: &ZoneSquares, b: &ZoneSquares, f: impl Fn(SquareSet, SquareSet) -> SquareSet) -> ZoneSquares {
    ByColor { white: f(a.white, b.white), black: f(a.black, b.black) }
}

/// Returns a set of squares as White sees it, with the corresponding squares for Black.
pub(super) fn relative(board: &Board, white: SquareSet) -> ZoneSquares {
    ByColor { white, black: board.relative(white, Color::Black) }
}

impl Scope<'_> {
    /// Reads a region with unions and differences.
    pub(super) fn zone(&self, cursor: &mut Cursor) -> Read<Zone> {
        let start = cursor.clone();
        let mut squares = self.union(cursor)?;
        if cursor.eat("except") {
            let less = self.union(cursor)?;
            squares = combine(&squares, &less, |a, b| a & !b);
        }
        self.named(&start, cursor, squares)
    }

    /// Returns the zone of all squares.
    pub(super) fn whole_board(&self) -> Zone {
        let all: SquareSet = self.game.board.squares().collect();
        Zone { name: "board".to_owned(), squares: ByColor { white: all, black: all } }
    }

    /// Reads a region without unions, except in parentheses.
    pub(super) fn simple_zone(&self, cursor: &mut Cursor) -> Read<Zone> {
        let start = cursor.clone();
        let squares = self.term(cursor)?;
        self.named(&start, cursor, squares)
    }

    /// Reads a single square, as seen by each side.
    pub(super) fn one_square(&self, cursor: &mut Cursor) -> Read<ByColor<Square>> {
        let start = cursor.clone();
        let zone = self.simple_zone(cursor)?;
        let single = |color| {
            let squares = *zone.squares.get(color);
            (!squares.is_empty() && !squares.is_many()).then(|| squares.first())
        };
        match Color::ALL.map(single) {
            [Some(white), Some(black)] => Ok(ByColor { white, black }),
            _ => {
                let span = cursor.taken_since(&start).1.map_or(start.span(), |last| start.span().to(last));
                let message = format!("`{}` is more than one square", zone.name);
                Err(Diagnostic::new(Code::NotOneSquare, span, message).help(
                    "name the square from White's point of view, such as `g1`; Black uses the corresponding square",
                ))
            }
        }
    }

    fn named<'c>(&self, start: &Cursor<'c>, cursor: &Cursor<'c>, squares: ZoneSquares) -> Read<Zone> {
        let (name, last) = cursor.taken_since(start);
        if squares.white.is_empty() && squares.black.is_empty() {
            let span = last.map_or(start.span(), |last| start.span().to(last));
            let message = format!("`{name}` has no squares on this board");
            return Err(Diagnostic::new(Code::EmptyRegion, span, message)
                .help("check the ranks and files, and the squares after `except`"));
        }
        Ok(Zone { name, squares })
    }

    fn union(&self, cursor: &mut Cursor) -> Read<ZoneSquares> {
        let (mut start, mut seen) = (cursor.clone(), BTreeMap::new());
        let mut squares = self.term(cursor)?;
        self.once(&start, cursor, &mut seen);
        while cursor.eat("or") {
            start = cursor.clone();
            let more = self.term(cursor)?;
            self.once(&start, cursor, &mut seen);
            squares = combine(&squares, &more, |a, b| a | b);
        }
        Ok(squares)
    }

    fn term(&self, cursor: &mut Cursor) -> Read<ZoneSquares> {
        cursor.eat("the");
        if let Some(mut inner) = cursor.group() {
            let zone = self.zone(&mut inner)?;
            inner.finish()?;
            return Ok(zone.squares);
        }
        if let Some(inner) = cursor.list() {
            let all = self.set(inner, |inner| self.term(inner))?;
            return Ok(all
                .iter()
                .fold(ZoneSquares::default(), |squares, more| combine(&squares, more, |a, b| a | b)));
        }
        if cursor.eat("grid") {
            return Ok(ByColor::from_fn(|_| self.game.board.grid()));
        }
        if cursor.eat("board") {
            return Ok(ByColor::from_fn(|_| self.game.board.squares().collect()));
        }
        if cursor.eat("rank") {
            let (low, high) = self.range(cursor, "a rank", self.game.board.height, |cursor| {
                i32::try_from(cursor.clone().number("").ok()?.0).ok()
            })?;
            return Ok(self.lines(|_, y| (low..=high).contains(&y)));
        }
        if cursor.eat("file") {
            let file =
                |cursor: &Cursor| (1..=26).find(|x| Some(file_name(*x).as_str()) == cursor.peek_word());
            let (low, high) = self.range(cursor, "a file", self.game.board.width, file)?;
            return Ok(self.lines(|x, _| (low..=high).contains(&x)));
        }
        let enemy = cursor.eat("enemy");
        // `any` is no suggestion for a misspelled word, because it is close to many short ones.
        let is_any = cursor.peek_word() == Some("any");
        let either = !enemy && (is_any && cursor.eat("any") || cursor.eat("either"));
        if !enemy && !either {
            cursor.eat("own");
        }
        let Some(word) = cursor.peek_word() else { return Err(cursor.expected("a region")) };
        self.use_name(word);
        if let Some(own) = self.regions.get(word).copied() {
            cursor.skip();
            // Each side sees the enemy's region where the enemy sees its own.
            let other = ByColor { white: own.black, black: own.white };
            return Ok(match (enemy, either) {
                (true, _) => other,
                (_, true) => combine(&own, &other, |a, b| a | b),
                _ => own,
            });
        }
        if let Some(from) = self.game.board.square(word) {
            cursor.skip();
            return self.rectangle(cursor, from);
        }
        // Two squares with a hyphen are probably meant as a rectangle.
        if let Some((from, to)) = word.split_once('-')
            && self.game.board.square(from).is_some()
            && self.game.board.square(to).is_some()
        {
            let message = format!("`{word}` is not a region or a square");
            let problem = Diagnostic::new(Code::UnknownWord, cursor.span(), message);
            return Err(problem.help(format!("write a rectangle as two corners: `{from}..{to}`")));
        }
        let names = self.regions.keys().map(String::as_str).chain(vocabulary::REGION_WORDS);
        let problem = cursor.unknown("a region or a square", names);
        Err(self.not_yet(cursor, Keyword::Region, self.by_other_name(Keyword::Region, cursor, problem)))
    }

    /// Reads the rest of a rectangle such as `d1..f3` after its first corner. Without `..`, that corner is the
    /// only square.
    fn rectangle(&self, cursor: &mut Cursor, from: Square) -> Read<ZoneSquares> {
        if !cursor.eat_symbol("..") {
            return Ok(relative(&self.game.board, [from].into_iter().collect()));
        }
        let (word, span) = cursor.word("the opposite corner")?;
        let Some(to) = self.game.board.square(word) else {
            return Err(unknown_square(word, span));
        };
        let (a, b) = (self.game.board.cell(from).clone(), self.game.board.cell(to).clone());
        let (files, ranks) = (a.x.min(b.x)..=a.x.max(b.x), a.y.min(b.y)..=a.y.max(b.y));
        Ok(self.lines(|x, y| files.contains(&x) && ranks.contains(&y)))
    }

    fn lines(&self, holds: impl Fn(i32, i32) -> bool) -> ZoneSquares {
        let grid = self.game.board.grid().iter().filter(|square| {
            let cell = self.game.board.cell(*square);
            holds(cell.x, cell.y)
        });
        relative(&self.game.board, grid.collect())
    }

    fn range(
        &self,
        cursor: &mut Cursor,
        what: &str,
        most: i32,
        read: impl Fn(&Cursor) -> Option<i32>,
    ) -> Read<(i32, i32)> {
        let one = |cursor: &mut Cursor| {
            let span = cursor.span();
            match read(cursor) {
                Some(number) if (1..=most).contains(&number) => {
                    cursor.skip();
                    Ok(number)
                }
                Some(_) => {
                    let message =
                        format!("the board has no {} {}", what.trim_start_matches("a "), cursor.shown());
                    let last = file_name(self.game.board.width);
                    Err(Diagnostic::new(Code::OutsideTheBoard, span, message).help(format!(
                        "its files are a to {last}, its ranks 1 to {}",
                        self.game.board.height
                    )))
                }
                None => {
                    let problem = cursor.expected(what);
                    let ends = cursor.peek_word().and_then(|word| word.split_once('-'));
                    Err(match ends {
                        Some((low, high)) => {
                            let range = format!("{low}..{high}");
                            let fix = Fix::certain(cursor.span(), range.as_str());
                            problem.help(format!("a range is written `{range}`")).fix(fix)
                        }
                        None => problem,
                    })
                }
            }
        };
        let low = one(cursor)?;
        let high = if cursor.eat_symbol("..") { one(cursor)? } else { low };
        Ok((low.min(high), low.max(high)))
    }
}

/// Creates the diagnostic for a square that the board does not have.
pub(super) fn unknown_square(word: &str, span: Span) -> Diagnostic {
    Diagnostic::new(Code::UnknownSquare, span, format!("the board has no square `{word}`")).misses(word)
}
