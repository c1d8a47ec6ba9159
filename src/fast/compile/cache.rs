//! Attack tables that were built for one game and are taken over by the next: under most values of most switches most pieces
//! move as before.

use super::paths::TableKind;
use crate::base::{Bitboard, Board, Color, Square};
use crate::fast::tables::AttackTable;
use crate::rules::{Border, Moves, Variant};
use std::borrow::Cow;

/// The most tables that are kept; when there are more, all are dropped.
const MOST_TABLES: usize = 500;

/// The properties on which an attack table depends, beside the board and its borders.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct TableKey<'a, B> {
    pub sort: TableKind,
    pub color: Color,
    /// The squares of the piece in the array, if they matter.
    pub homes: Vec<Square>,
    /// The squares on which it counts as unmoved.
    pub fresh: Vec<Square>,
    /// True if it attacks royals along open files.
    pub faces: bool,
    /// The squares that it may enter on its path, by square of the board.
    pub open: Vec<B>,
    /// By border, the squares from which the piece is bound by it.
    pub borders: Vec<B>,
    /// Compared last, as that takes longest.
    pub moves: Cow<'a, [Moves]>,
}

/// A table, and for what it was built.
#[derive(Debug)]
pub(super) struct Built<B> {
    pub key: TableKey<'static, B>,
    /// Without the number of the filter for its hurdles, which is that of one game.
    pub table: AttackTable<B>,
    /// By square of the board, the squares of which it was asked whether a step may be made to them.
    pub referenced: Vec<B>,
}

/// The tables of games that were compiled before, all on the same board with the same borders.
#[derive(Debug, Default)]
pub(crate) struct TableCache<B> {
    ground: Option<(Board, Vec<Border>)>,
    /// True if no other game takes them over.
    once: bool,
    pub(super) all: Vec<Built<B>>,
}

impl<B: Bitboard> TableCache<B> {
    /// One for a single game.
    pub(crate) fn once() -> TableCache<B> {
        TableCache { ground: None, once: true, all: Vec::new() }
    }

    /// Forgets what stands on any other board.
    pub(super) fn clear_for(&mut self, variant: &Variant) {
        let is_same =
            |(board, borders): &(Board, Vec<Border>)| *board == variant.board && *borders == variant.borders;
        if self.all.len() > MOST_TABLES || !self.ground.as_ref().is_some_and(is_same) {
            self.ground = Some((variant.board.clone(), variant.borders.clone()));
            self.all.clear();
        }
    }

    /// Tables for a game, by their numbers, each with which pieces to pass over; what no other game takes over is given away.
    pub(super) fn tables(&mut self, wanted: &[(usize, Option<usize>)]) -> Vec<AttackTable<B>> {
        let tables = |(at, (number, over)): (usize, &(usize, Option<usize>))| {
            let again = !self.once || wanted[at + 1..].iter().any(|(later, _)| later == number);
            let table = &mut self.all[*number].table;
            let mut table = if again { table.clone() } else { std::mem::take(table) };
            table.over = *over;
            table
        };
        let tables = wanted.iter().enumerate().map(tables).collect();
        if self.once {
            self.all.clear();
        }
        tables
    }

    /// Returns the tables of pieces with the same moves that may enter other squares on their path.
    pub(super) fn similar(&self, key: &TableKey<B>) -> Vec<&Built<B>> {
        self.all.iter().filter(|built| key.is_similar(&built.key)).collect()
    }
}

impl<B: Bitboard> TableKey<'_, B> {
    fn is_similar(&self, other: &TableKey<B>) -> bool {
        (self.sort, self.color, self.faces) == (other.sort, other.color, other.faces)
            && (&self.homes, &self.fresh) == (&other.homes, &other.fresh)
            && self.moves == other.moves
    }

    /// The table of a piece that moves alike from a square, the one of this number, as what differs is of no concern there.
    pub(super) fn shared<'b>(
        &self,
        from: Square,
        at: usize,
        similar: &[&'b Built<B>],
    ) -> Option<&'b Built<B>> {
        let is_same = |own: &&&Built<B>| {
            let mut borders = self.borders.iter().zip(&own.key.borders);
            !own.referenced[at].meets(self.open[at] ^ own.key.open[at])
                && borders.all(|(one, other)| one.has(from) == other.has(from))
        };
        similar.iter().find(is_same).copied()
    }

    pub(super) fn into_owned(self) -> TableKey<'static, B> {
        TableKey { moves: Cow::Owned(self.moves.into_owned()), ..self }
    }
}
