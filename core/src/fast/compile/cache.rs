//! Attack tables of compiled games, which other games can reuse.
//!
//! Most values of most switches leave the moves of most pieces as they are, so checking all choices of a game builds
//! few new tables. A [`TableKey`] holds everything on which a table depends except the board and its borders. The
//! cache belongs to one board and is cleared for another. Start reading at [`TableCache::tables`].

use super::paths::TableKind;
use crate::base::{Bitboard, Board, Color, Square};
use crate::fast::tables::AttackTable;
use crate::rules::{Border, Moves, Variant};
use std::borrow::Cow;

/// The maximum number of tables in the cache. If there are more, all are dropped.
const MAX_TABLES: usize = 500;

/// The properties on which an attack table depends, apart from the board and its borders.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct TableKey<'a, B> {
    pub kind: TableKind,
    pub color: Color,
    /// The home squares of the piece, if they affect its moves.
    pub homes: Vec<Square>,
    /// The squares on which the piece counts as unmoved.
    pub unmoved: Vec<Square>,
    /// True if the piece attacks royals along open files.
    pub faces: bool,
    /// The squares that the piece may enter on its path, by origin square.
    pub open: Vec<B>,
    /// By border, the squares from which the border restricts the piece.
    pub borders: Vec<B>,
    /// The moves. They are compared last, because comparing them takes longest.
    pub moves: Cow<'a, [Moves]>,
}

/// A table with its key.
#[derive(Debug)]
pub(super) struct Built<B> {
    pub key: TableKey<'static, B>,
    /// The table, without the number of the filter of its hurdles, because that number belongs to one game.
    pub table: AttackTable<B>,
    /// By origin square, the squares whose accessibility the builder tested.
    pub referenced: Vec<B>,
}

/// The tables of games compiled before, all with the same board and borders.
#[derive(Debug, Default)]
pub struct TableCache<B> {
    ground: Option<(Board, Vec<Border>)>,
    /// True if no other game will reuse the tables.
    once: bool,
    pub(super) all: Vec<Built<B>>,
}

impl<B: Bitboard> TableCache<B> {
    /// Creates a cache for a single game.
    pub fn once() -> TableCache<B> {
        TableCache { ground: None, once: true, all: Vec::new() }
    }

    /// Clears the cache if its tables belong to another board or to other borders.
    pub(super) fn clear_for(&mut self, variant: &Variant) {
        let is_same =
            |(board, borders): &(Board, Vec<Border>)| *board == variant.board && *borders == variant.borders;
        if self.all.len() > MAX_TABLES || !self.ground.as_ref().is_some_and(is_same) {
            self.ground = Some((variant.board.clone(), variant.borders.clone()));
            self.all.clear();
        }
    }

    /// Returns the tables with these numbers and filters. A cache for a single game moves its tables out instead of
    /// copying them.
    pub(super) fn tables(&mut self, wanted: &[(usize, Option<usize>)]) -> Vec<AttackTable<B>> {
        let tables = |(at, (number, over)): (usize, &(usize, Option<usize>))| {
            // A table that occurs again later in the list must be copied even from a cache for a single game.
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

    /// Returns the tables of pieces that have the same moves, but may enter other squares.
    pub(super) fn similar(&self, key: &TableKey<B>) -> Vec<&Built<B>> {
        self.all.iter().filter(|built| key.is_similar(&built.key)).collect()
    }
}

impl<B: Bitboard> TableKey<'_, B> {
    fn is_similar(&self, other: &TableKey<B>) -> bool {
        (self.kind, self.color, self.faces) == (other.kind, other.color, other.faces)
            && (&self.homes, &self.unmoved) == (&other.homes, &other.unmoved)
            && self.moves == other.moves
    }

    /// Returns a table whose row for `from` is also valid for this key. `at` is the index of the row. The two keys
    /// may differ only in squares that no path from `from` tests.
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
