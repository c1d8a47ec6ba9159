//! Checks of the rows of arrays: ranks that may be missing, and letters that may have the wrong case.

use super::arrays::MAX_STEPS;
use super::scope::Scope;
use super::start::Array;
use crate::base::Color;
use crate::base::source::Spanned;
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::messages::fix::TextChange;
use crate::statement::DrawingRow;
use std::collections::BTreeMap;

/// The minimum number of pieces of one side on a rank whose case is checked.
const MIN_IN_RANK: usize = 3;

/// The maximum number of ranks that have pieces of both sides by mistake.
const MAX_MIXED: usize = 2;

impl<'a> Scope<'a> {
    /// Reports a rank that an array omits, if the array draws ranks on both sides of it in the same half, or if
    /// all other arrays draw it. A row may have been lost.
    pub(super) fn check_rows(&self) {
        let full =
            || self.arrays.iter().filter(|array| array.from.is_none() && !array.line.rows().is_empty());
        let draws = |array: &Array, rank| array.line.rows().iter().any(|row| row.rank.value == rank);
        let height = u32::try_from(self.game.board.height).unwrap_or(0);
        for array in &self.arrays {
            let is_same = array.line.rows().is_empty()
                && array.cells.is_empty()
                && array.hand.is_none()
                && array.homes.is_empty()
                && array.shuffle.is_none()
                && !array.mirrored;
            if let (Some((from, _)), Some(block), true) = (array.from, array.line.block, is_same) {
                let message = format!("the array `{}` draws no rank", array.info.name);
                let help = format!("draw the ranks that differ from those of `{from}`");
                self.report.push(Diagnostic::new(Code::RankLeftOut, block.open, message).help(help));
            }
        }
        self.arrays.iter().for_each(|array| self.check_case(array));
        for array in full() {
            let rows = array.line.rows();
            // Beside a drawn rank at the edge, a rank is hardly meant to be filled by symmetry.
            let is_lost_near_edge = |rank: u32| {
                let across = rows.iter().find(|row| row.rank.value == height + 1 - rank);
                let outer = if 2 * rank > height { rank + 1 } else { rank - 1 };
                let inner = if rank == 1 { 2 } else { height - 1 };
                let is_edge = rank == 1 || rank == height;
                let beside = if is_edge { inner } else { outer };
                beside != height + 1 - rank
                    && draws(array, beside)
                    && across.is_some_and(|row| self.sides(row).iter().any(|side| !side.is_empty()))
            };
            let is_lost = |rank: u32| {
                let beside = rows.iter().map(|row| row.rank.value);
                let mut beside = beside.filter(|other| (2 * other > height) == (2 * rank > height));
                let between = beside.clone().any(|other| other < rank) && beside.any(|other| other > rank);
                let others = || full().filter(|other| other.info.name != array.info.name);
                let usual = others().count() > 1 && others().all(|other| draws(other, rank));
                (1..=height).contains(&rank)
                    && !draws(array, rank)
                    && (between || usual || is_lost_near_edge(rank))
            };
            // One problem is enough for several adjacent ranks.
            for rank in (1..=height).filter(|rank| is_lost(*rank) && !is_lost(rank + 1)) {
                let above = rows.iter().rfind(|row| row.rank.value > rank);
                let Some(near) = above.or(rows.first()) else { continue };
                let message = format!("the array `{}` omits rank {rank}", array.info.name);
                let problem = Diagnostic::new(Code::RankLeftOut, near.span, message);
                let side = if above.is_some() { "below" } else { "above" };
                let problem = problem.here(format!("it would be drawn {side} this row"));
                let problem = problem.help("draw it, with `.` for every empty square");
                let empty = self.game.board.files().map(|x| {
                    let is_square = self.game.board.at(x, i32::try_from(rank).unwrap_or(0)).is_some();
                    if is_square { " ." } else { " *" }
                });
                let row = TextChange::Follow(format!("{rank} |{}", empty.collect::<String>()).into());
                // A row for one of several ranks does not remove the problem.
                let is_only = above.is_some() && !is_lost(rank - 1);
                self.report.push(if is_only { problem.guess(row) } else { problem });
            }
        }
    }

    /// Reports letters that may have the wrong case: those of one side in a row of the other side, and a whole row on the
    /// other half of the board.
    fn check_case(&self, array: &Array<'a>) {
        let height = u32::try_from(self.game.board.height).unwrap_or(0);
        let bases = std::iter::successors(Some(array), |array| {
            let (from, _) = array.from?;
            self.arrays.iter().find(|other| other.info.name == from)
        });
        let mut drawn: BTreeMap<u32, Sides> = BTreeMap::new();
        for row in bases.take(MAX_STEPS).flat_map(|array| array.line.rows()) {
            drawn.entry(row.rank.value).or_insert_with(|| self.sides(row));
        }
        let ranks = Ranks { drawn, height };
        let on_board = |row: &&DrawingRow| !row.poisoned && (1..=height).contains(&row.rank.value);
        for row in array.line.rows().iter().filter(on_board) {
            let problem = ranks.mixed(row.rank.value).or_else(|| ranks.misplaced(row));
            problem.into_iter().for_each(|problem| self.report.push(problem));
        }
    }

    /// Returns the letters of White's pieces and of Black's pieces in a row.
    fn sides<'r>(&self, row: &'r DrawingRow) -> Sides<'r> {
        let mut sides = [Vec::new(), Vec::new()];
        for mark in &row.squares {
            let piece = self.tokens.get(mark.value.as_str());
            let has_side = |piece_type| self.piece_type(piece_type).is_some_and(|own| !own.neutral);
            if let Some(piece) = piece.filter(|piece| has_side(piece.piece_type)) {
                sides[piece.color as usize].push(mark);
            }
        }
        sides
    }
}

/// The letters of White's pieces and of Black's pieces on a rank.
type Sides<'r> = [Vec<&'r Spanned<String>>; 2];

/// The ranks that an array draws, including those of the arrays that it is derived from.
struct Ranks<'r> {
    drawn: BTreeMap<u32, Sides<'r>>,
    height: u32,
}

impl Ranks<'_> {
    fn across(&self, rank: u32) -> u32 {
        self.height + 1 - rank
    }

    /// Returns true if the rank across from a drawn one is filled by symmetry.
    fn is_filled_across(&self, rank: u32) -> bool {
        rank != self.across(rank) && !self.drawn.contains_key(&self.across(rank))
    }

    /// Returns the numbers of White's pieces and of Black's pieces on a rank. One that is not drawn is filled by symmetry.
    fn numbers(&self, rank: u32) -> [usize; 2] {
        let drawn = |rank| self.drawn.get(&rank).map(|sides| [sides[0].len(), sides[1].len()]);
        let filled = || drawn(self.across(rank)).map(|[white, black]| [black, white]);
        drawn(rank).or_else(filled).unwrap_or([0; 2])
    }

    /// Returns a problem if a rank has pieces of both sides although the rank across from it is not drawn, or if it has a
    /// single piece of a side that has none there across the board.
    fn mixed(&self, rank: u32) -> Option<Diagnostic> {
        let sides = self.drawn.get(&rank)?;
        let few = if sides[0].len() < sides[1].len() { Color::White } else { Color::Black };
        let (letters, others) = (&sides[few as usize], &sides[few.other() as usize]);
        let (first, more) = letters.split_first()?;
        let across = self.across(rank);
        let is_filled = self.is_filled_across(rank);
        let [white, black] = self.numbers(across);
        // If many ranks have pieces of both sides, the armies stand side by side.
        let mixed = self.drawn.values().filter(|[white, black]| !white.is_empty() && !black.is_empty());
        let is_alone = more.is_empty()
            && others.len() >= MIN_IN_RANK
            && self.numbers(rank) != [black, white]
            && mixed.count() <= MAX_MIXED;
        let help = match is_filled {
            true => format!("{CASE}; if both sides stand here, draw rank {across}, too"),
            false => CASE.to_owned(),
        };
        let problem =
            Diagnostic::new(Code::SidesSwapped, first.span, format!("rank {rank} has pieces of both sides"));
        let mut problem = problem.here(format!("a piece of {}", few.title())).help(help);
        more.iter().for_each(|letter| problem.again(letter.span));
        (is_filled || is_alone).then_some(problem)
    }

    /// Returns a problem if a rank in one half has only pieces of the side that begins in the other half, and is at the
    /// edge, borders on pieces of the other side, or lies across from them.
    fn misplaced(&self, row: &DrawingRow) -> Option<Diagnostic> {
        let rank = row.rank.value;
        let is_only = |rank: u32, side: Color, least: usize| {
            let numbers = self.numbers(rank);
            numbers[side as usize] >= least && numbers[side.other() as usize] == 0
        };
        let least = if self.is_filled_across(rank) { 1 } else { MIN_IN_RANK };
        let side = Color::ALL.into_iter().find(|side| is_only(rank, *side, least))?;
        let is_far = match side {
            Color::White => rank > self.across(rank),
            Color::Black => rank < self.across(rank),
        };
        let is_edge = rank == 1 || rank == self.height;
        let beside = [rank - 1, rank + 1];
        let is_behind = beside.iter().all(|rank| self.numbers(*rank)[side as usize] == 0)
            && beside.iter().any(|rank| is_only(*rank, side.other(), 1));
        let other = side.other().title();
        let message = format!("rank {rank} has only pieces of {}, in the half of {other}", side.title());
        (is_far && (is_edge || is_behind || is_only(self.across(rank), side.other(), least)))
            .then(|| Diagnostic::new(Code::SidesSwapped, row.span, message).help(CASE))
    }
}

const CASE: &str = "capital letters are White's pieces, and lowercase letters are Black's";
