//! Names places, and says which squares they are.
//!
//! A text that names a region says at its first use which squares it has: see [`Explained`].

use super::Prose;
use crate::base::{Bitboard, Board, Square, SquareSet, file_name};
use crate::messages::text::join;
use crate::rules::Zone;
use std::cell::RefCell;
use std::collections::BTreeSet;

/// The regions whose squares a text has stated, by name.
#[derive(Debug, Default)]
pub struct Explained(RefCell<BTreeSet<String>>);

/// The places where sentences state the squares of a region.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stated<'v> {
    Never,
    Always,
    /// At the first place where a text names the region.
    AtFirst(&'v Explained),
}

impl Explained {
    /// Returns true if the text has named a region.
    pub fn names(&self, region: &Zone) -> bool {
        self.0.borrow().contains(&region.name)
    }
}

impl<'v> Prose<'v> {
    /// Returns a copy that states the squares of each region where it is first named.
    pub fn explaining<'s>(self, explained: &'s Explained) -> Prose<'s>
    where
        'v: 's,
    {
        Prose { stated: Stated::AtFirst(explained), ..self }
    }

    /// Returns a copy that states the squares of each region wherever it is named.
    pub fn with_squares(self) -> Prose<'v> {
        Prose { stated: Stated::Always, ..self }
    }

    /// Names a zone within a sentence: `ranks 2 to 7` for `rank 2..7`.
    pub(super) fn place(&self, zone: &Zone) -> String {
        let mut words: Vec<String> = zone.name.split(' ').map(str::to_owned).collect();
        for at in 1..words.len() {
            let is_line = matches!(words[at - 1].as_str(), "rank" | "file");
            if let Some((first, last)) = words[at].split_once("..").filter(|_| is_line) {
                words[at] = format!("{first} to {last}");
                words[at - 1].push('s');
            }
        }
        for word in &mut words {
            let squares = self.squares_of(word.trim_matches(['(', ')']));
            word.extend(squares);
        }
        words.join(" ")
    }

    /// Names a zone within a sentence about a piece: `the enemy camp`, `its own camp`.
    pub fn place_of_piece(&self, zone: &Zone) -> String {
        let place = self.place(zone);
        match zone.name.split_once(' ') {
            Some(("own", _)) => format!("its {place}"),
            Some(("enemy", _)) => format!("the {place}"),
            _ => place,
        }
    }

    /// Returns the squares of a region in parentheses if they are to be stated.
    fn squares_of(&self, name: &str) -> Option<String> {
        let region = self.variant.regions.iter().find(|region| region.name == name)?;
        let is_stated = match self.stated {
            Stated::Never => false,
            Stated::Always => true,
            Stated::AtFirst(explained) => explained.0.borrow_mut().insert(name.to_owned()),
        };
        is_stated.then(|| format!(" ({})", self.squares(region)))
    }

    /// Names the squares of a zone: `rank 8 for White, rank 1 for Black`.
    pub fn squares(&self, zone: &Zone) -> String {
        let [white, black] =
            [zone.squares.white, zone.squares.black].map(|set| named(&self.variant.board, set));
        if zone.is_symmetric() { white } else { format!("{white} for White, {black} for Black") }
    }
}

/// Names squares in the shortest of several ways: `ranks 6 to 8`, `files a and k`, `all squares except e4`.
fn named(board: &Board, set: SquareSet) -> String {
    if set.is_empty() {
        return "no square".to_owned();
    }
    let rest: SquareSet = board.squares().filter(|square| !set.contains(*square)).collect();
    if rest.is_empty() {
        return "all squares".to_owned();
    }
    if let Some(corners) = rectangle(board, set) {
        return corners;
    }
    let whole = in_lines(board, set);
    let except = format!("all squares except {}", join(in_lines(board, rest), "and"));
    let listed = join(&whole, "and");
    if except.len() < listed.len() { except } else { listed }
}

/// Names the corners of squares that form a rectangle within the grid: `d1 to f3`. Whole ranks and files, and single lines, have
/// shorter names.
fn rectangle(board: &Board, set: SquareSet) -> Option<String> {
    let (first, last) = (board.listed(set).next()?, board.listed(set).last()?);
    let (low, high) = (board.cell(first), board.cell(last));
    let (files, ranks) = (low.x..=high.x, low.y..=high.y);
    let is_in = |square: Square| {
        let cell = board.cell(square);
        board.is_on_grid(square) && files.contains(&cell.x) && ranks.contains(&cell.y)
    };
    let is_wide = low.x < high.x && low.y < high.y && files != board.files() && ranks != board.ranks();
    let is_whole = board.squares().all(|square| is_in(square) == set.contains(square));
    let count = (high.x - low.x + 1) * (high.y - low.y + 1);
    let is_full = usize::try_from(count).is_ok_and(|count| board.listed(set).count() == count);
    (is_wide && is_whole && is_full).then(|| format!("{} to {}", board.name(first), board.name(last)))
}

/// Names squares by whole ranks or files and by the names of those that are left.
fn in_lines(board: &Board, set: SquareSet) -> Vec<String> {
    let ranks = lines(board, set, "rank", board.ranks(), |square| board.cell(square).y, |y| y.to_string());
    let files = lines(board, set, "file", board.files(), |square| board.cell(square).x, file_name);
    if files.len() < ranks.len() { files } else { ranks }
}

/// Names squares by the ranks or files of which the set has all squares, and by the names of those that are left.
fn lines(
    board: &Board,
    set: SquareSet,
    word: &str,
    numbers: impl Iterator<Item = i32>,
    number: impl Fn(Square) -> i32 + Copy,
    name: impl Fn(i32) -> String,
) -> Vec<String> {
    let of = |line: i32| board.listed(board.grid()).filter(move |square| number(*square) == line);
    let is_whole = |line: &i32| of(*line).next().is_some() && of(*line).all(|square| set.contains(square));
    let mut runs: Vec<(i32, i32)> = Vec::new();
    for line in numbers.filter(is_whole) {
        match runs.last_mut().filter(|(_, last)| *last == line - 1) {
            Some((_, last)) => *last = line,
            None => runs.push((line, line)),
        }
    }
    let run = |(first, last): &(i32, i32)| match first == last {
        true => format!("{word} {}", name(*first)),
        false => format!("{word}s {} to {}", name(*first), name(*last)),
    };
    let is_left = |square: &Square| {
        !board.is_on_grid(*square)
            || runs.iter().all(|(first, last)| !(*first..=*last).contains(&number(*square)))
    };
    let left = board.listed(set).filter(is_left).map(|square| board.name(square).to_owned());
    runs.iter().map(run).chain(left).collect()
}
