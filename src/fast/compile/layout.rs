//! Where each cell of the board lies in a bitboard.
//!
//! Cells are numbered by grid coordinates with the smallest stride that keeps them apart, so that a step adds the same
//! number everywhere and every straight ray runs upward or downward. Cells off the grid fall into gaps or share a
//! row's end; nothing else may rely on the stride.

use crate::base::{Bitboard, Board, Square, SquareSet};

/// The numbering of a board's cells.
#[derive(Clone, Debug)]
pub struct Layout {
    index: Vec<u8>,
    square: Vec<Square>,
}

impl Layout {
    /// The numbering of `board`, and how many bits it takes.
    pub fn new(board: &Board) -> (Layout, usize) {
        let left = board.cells().iter().map(|cell| cell.x).min().unwrap_or(0);
        let bottom = board.cells().iter().map(|cell| cell.y).min().unwrap_or(0);
        let straight = (1..=64).find_map(|stride| {
            let places: Vec<i32> =
                board.cells().iter().map(|cell| (cell.y - bottom) * stride + cell.x - left).collect();
            let lowest = places.iter().copied().min().unwrap_or(0);
            let places: Vec<i32> = places.into_iter().map(|place| place - lowest).collect();
            let mut sorted = places.clone();
            sorted.sort_unstable();
            sorted.dedup();
            (sorted.len() == places.len() && sorted.last().is_none_or(|top| *top < 256)).then_some(places)
        });
        let places = straight.unwrap_or_else(|| {
            let mut order: Vec<usize> = (0..board.len()).collect();
            order.sort_by_key(|i| (board.cells()[*i].y, board.cells()[*i].x));
            let mut places = vec![0; board.len()];
            for (place, cell) in order.into_iter().enumerate() {
                places[cell] = place as i32;
            }
            places
        });
        let bits = places.iter().copied().max().unwrap_or(0) as usize + 1;
        let mut square = vec![Square(0); 256];
        for (cell, place) in board.squares().zip(&places) {
            square[*place as usize] = cell;
        }
        (Layout { index: places.into_iter().map(|place| place as u8).collect(), square }, bits)
    }

    /// The bit of a square.
    pub fn index(&self, square: Square) -> u8 {
        self.index[square.index()]
    }

    /// The square of a bit.
    pub fn square(&self, index: u8) -> Square {
        self.square[usize::from(index)]
    }

    /// A set of squares as a bitboard.
    pub fn set<B: Bitboard>(&self, set: SquareSet) -> B {
        set.iter()
            .filter(|s| s.index() < self.index.len())
            .fold(B::EMPTY, |bits, s| bits | B::bit(self.index(s)))
    }
}
