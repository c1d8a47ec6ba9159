//! Sets of squares on the largest board of Fairy-Stockfish, which has 12 files and 10 ranks.

use crate::builder::SquareFill;
use std::ops::{BitAnd, BitOr, Not};

/// The number of files and ranks of the largest board.
pub const FILES: u32 = 12;
pub const RANKS: u32 = 10;

/// A set of squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SquareMask(u128);

impl SquareMask {
    pub const NONE: SquareMask = SquareMask(0);
    pub const ALL: SquareMask = SquareMask((1 << (FILES * RANKS)) - 1);

    /// Returns the set of one square, counted from 0, or the empty set if there is no such square.
    pub fn one(file: i32, rank: i32) -> SquareMask {
        match (u32::try_from(file), u32::try_from(rank)) {
            (Ok(file), Ok(rank)) if file < FILES && rank < RANKS => SquareMask(1 << (rank * FILES + file)),
            _ => SquareMask::NONE,
        }
    }

    pub fn rank(rank: i32) -> SquareMask {
        SquareMask::board(FILES as i32, rank + 1) & !SquareMask::board(FILES as i32, rank)
    }

    pub fn file(file: i32) -> SquareMask {
        SquareMask::board(file + 1, RANKS as i32) & !SquareMask::board(file, RANKS as i32)
    }

    /// Returns the squares of a board of this size.
    pub fn board(files: i32, ranks: i32) -> SquareMask {
        let mut all = SquareMask::NONE;
        for rank in 0..ranks.clamp(0, RANKS as i32) {
            for file in 0..files.clamp(0, FILES as i32) {
                all = all | SquareMask::one(file, rank);
            }
        }
        all
    }

    pub fn has(self, file: i32, rank: i32) -> bool {
        !(self & SquareMask::one(file, rank)).is_empty()
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns true if the squares form a rectangle.
    pub fn is_block(self) -> bool {
        let all: Vec<(i32, i32)> = self.iter().collect();
        let (Some(first), Some(last)) = (all.first(), all.last()) else { return true };
        block(*first, *last) == self
    }

    /// Returns true if this set contains every square of the other.
    pub fn holds(self, other: SquareMask) -> bool {
        other.0 & !self.0 == 0
    }

    /// Iterates over the squares as (file, rank), beginning with a1.
    pub fn iter(self) -> impl Iterator<Item = (i32, i32)> {
        (0..FILES * RANKS)
            .filter(move |at| self.0 >> at & 1 == 1)
            .map(|at| ((at % FILES) as i32, (at / FILES) as i32))
    }

    /// Converts the squares to the view of the other side, on a board of this size.
    pub fn turned(self, files: i32, ranks: i32, turned: bool) -> SquareMask {
        let seen =
            |(file, rank)| SquareMask::one(if turned { files - 1 - file } else { file }, ranks - 1 - rank);
        self.iter().map(seen).fold(SquareMask::NONE, |all, one| all | one)
    }

    /// Parses a list such as `*1 a2 b*`. Returns the squares and the first invalid word.
    pub fn read(text: &str) -> (SquareMask, Option<&str>) {
        let mut all = SquareMask::NONE;
        for word in text.split_whitespace() {
            if word == "-" {
                break;
            }
            match SquareMask::word(word) {
                Some(squares) => all = all | squares,
                None => return (all, Some(word)),
            }
        }
        (all, None)
    }

    fn word(word: &str) -> Option<SquareMask> {
        let mut letters = word.chars();
        let first = letters.next()?;
        let rest = letters.as_str();
        let number = |text: &str| {
            let digits: String = text.chars().take_while(char::is_ascii_digit).collect();
            digits.parse::<i32>().ok().filter(|rank| (1..=RANKS as i32).contains(rank))
        };
        if first == '*' {
            return number(rest).map(|rank| SquareMask::rank(rank - 1));
        }
        let file = i32::try_from(u32::from(first.to_ascii_lowercase())).ok()? - i32::from(b'a');
        if !first.is_ascii_alphabetic() || file >= FILES as i32 {
            return None;
        }
        if rest == "*" {
            return Some(SquareMask::file(file));
        }
        number(rest).map(|rank| SquareMask::one(file, rank - 1))
    }
}

impl BitAnd for SquareMask {
    type Output = SquareMask;

    fn bitand(self, other: SquareMask) -> SquareMask {
        SquareMask(self.0 & other.0)
    }
}

impl BitOr for SquareMask {
    type Output = SquareMask;

    fn bitor(self, other: SquareMask) -> SquareMask {
        SquareMask(self.0 | other.0)
    }
}

impl Not for SquareMask {
    type Output = SquareMask;

    fn not(self) -> SquareMask {
        SquareMask(!self.0 & SquareMask::ALL.0)
    }
}

/// Returns the name of a square.
pub fn name((file, rank): (i32, i32)) -> String {
    format!("{}{}", file_name(file), rank + 1)
}

/// Returns the letter of a file.
pub fn file_name(file: i32) -> char {
    u8::try_from(file).map_or('?', |file| char::from(b'a'.saturating_add(file)))
}

/// Returns a set of squares as a rule file names it: ranks, files, rectangles, and single squares, but no holes.
pub fn named_squares(squares: SquareMask, (files, ranks): (i32, i32), holes: SquareMask) -> SquareFill {
    let board = SquareMask::board(files, ranks) & !holes;
    let mut rest = squares & board;
    if rest == board {
        return SquareFill::grid();
    }
    let lines = runs(&mut rest, board, SquareMask::rank, ranks);
    let mut parts: Vec<SquareFill> =
        lines.into_iter().map(|(from, to)| SquareFill::ranks(from + 1, to + 1)).collect();
    let lines = runs(&mut rest, board, SquareMask::file, files);
    parts.extend(lines.into_iter().map(|(from, to)| SquareFill::files(file_name(from), file_name(to))));
    parts.extend(rectangles(&mut rest, files, ranks));
    let single: Vec<String> = rest.iter().map(name).collect();
    if parts.is_empty() || !single.is_empty() {
        parts.push(SquareFill::list(&single));
    }
    let whole = parts.into_iter().reduce(SquareFill::or);
    whole.unwrap_or_else(SquareFill::grid)
}

/// Removes whole ranks or files from a set, and returns them as ranges.
fn runs(rest: &mut SquareMask, board: SquareMask, line: fn(i32) -> SquareMask, most: i32) -> Vec<(i32, i32)> {
    let mut found: Vec<(i32, i32)> = Vec::new();
    let is_whole = |at: &i32| !(line(*at) & board).is_empty() && rest.holds(line(*at) & board);
    for at in (0..most).filter(is_whole) {
        match found.last_mut().filter(|(_, to)| *to + 1 == at) {
            Some((_, to)) => *to = at,
            None => found.push((at, at)),
        }
    }
    for at in found.iter().flat_map(|(from, to)| *from..=*to) {
        *rest = *rest & !line(at);
    }
    found
}

/// Removes rectangles of more than two squares from a set, beginning at each corner with the largest.
fn rectangles(rest: &mut SquareMask, files: i32, ranks: i32) -> Vec<SquareFill> {
    let mut found = Vec::new();
    for (file, rank) in rest.iter().collect::<Vec<_>>() {
        let mut best = ((file, rank), SquareMask::NONE);
        for right in file..files {
            for top in rank..ranks {
                let block = block((file, rank), (right, top));
                if rest.holds(block) && block.count() > best.1.count() {
                    best = ((right, top), block);
                }
            }
        }
        if best.1.count() > 2 && rest.has(file, rank) {
            found.push(SquareFill::rectangle(&name((file, rank)), &name(best.0)));
            *rest = *rest & !best.1;
        }
    }
    found
}

/// Returns the squares of a rectangle with these corners.
fn block(from: (i32, i32), to: (i32, i32)) -> SquareMask {
    SquareMask::board(to.0 + 1, to.1 + 1)
        & !SquareMask::board(from.0, RANKS as i32)
        & !SquareMask::board(FILES as i32, from.1)
}
