//! Builds attack tables, and builds equal tables only once.
//!
//! [`TableBuilder::table`] is the entry point: it returns the number of the table for a [`TableCase`]. A table
//! depends only on its [`TableKey`]. If the [`TableCache`] has a table with the same key, the builder uses it.
//! Otherwise, it follows the automaton of the piece from every square. A piece whose paths do not fit into a table
//! gives [`NoTable`] and becomes untabled.

use super::cache::{Built, TableCache, TableKey};
use super::context::CompileContext;
use super::paths::{NoTable, Paths, TableKind, Tracer};
use super::untabled::Untabled;
use crate::base::{Bitboard, Color, Piece, Square};
use crate::fast::tables::{AttackTable, Gate, mask};
use crate::rules::{Moves, PieceFilter, PieceTest, PieceType, Step, Variant, Virgin};
use std::borrow::Cow;

/// The maximum number of steps followed for the tables of one game. The pieces that remain are untabled.
const MAX_VISITS: u32 = 4_000_000;

/// A piece together with the circumstances for which a table is built.
#[derive(Clone, Copy)]
pub(super) struct TableCase {
    pub piece: Piece,
    pub leads: bool,
    pub kind: TableKind,
    /// True if the piece has already moved, although it is on a home square.
    pub returned: bool,
}

/// A builder of the attack tables of all piece types. It builds equal tables only once.
pub(super) struct TableBuilder<'a, B> {
    pub variant: &'a Variant,
    /// The filters of the pieces that moves can pass over.
    pub overs: Vec<PieceFilter>,
    /// The tables of the game: the number of each in the cache, and the number of its filter in `overs`.
    tables: Vec<(usize, Option<usize>)>,
    /// The tables of the cache that equal a table of the game: the number in the cache, the filter, and the number in
    /// the game.
    reused: Vec<(usize, Option<usize>, usize)>,
    /// By piece type, true if both sides have the same paths.
    symmetric: Vec<bool>,
    cache: &'a mut TableCache<B>,
    visits: u32,
    untabled: &'static [Untabled],
}

impl<'a, B: Bitboard> TableBuilder<'a, B> {
    pub(super) fn new(
        variant: &'a Variant,
        cache: &'a mut TableCache<B>,
        untabled: &'static [Untabled],
    ) -> TableBuilder<'a, B> {
        cache.clear_for(variant);
        let (overs, tables, reused) = (Vec::new(), Vec::new(), Vec::new());
        let is_alike = variant.borders.iter().all(|border| border.zone.is_symmetric());
        let symmetric = |own: &PieceType| is_alike && own.moves.iter().all(Moves::is_symmetric);
        let symmetric = variant.piece_types.iter().map(symmetric);
        let symmetric = symmetric.collect();
        TableBuilder { variant, overs, tables, reused, symmetric, cache, visits: MAX_VISITS, untabled }
    }

    /// Returns a context without the classes of piece types.
    pub(super) fn context(&self) -> CompileContext<'a> {
        CompileContext { variant: self.variant, class_of: &[], untabled: self.untabled }
    }

    /// Returns the tables of the game.
    pub(super) fn tables(&mut self) -> Vec<AttackTable<B>> {
        self.cache.tables(&self.tables)
    }

    /// Returns the table of the game with this number.
    pub(super) fn numbered(&self, table: usize) -> &AttackTable<B> {
        &self.cache.all[self.tables[table].0].table
    }

    /// Returns the squares on which `pieces` matches a piece. The filter is interpreted from the point of view of the
    /// side of the piece.
    pub(super) fn mask(&self, pieces: &PieceFilter, piece: Piece, leads: bool) -> B {
        mask(self.variant, pieces, piece, leads, piece.color)
    }

    /// Returns the squares that a piece may enter on its path, by origin square.
    fn open(&self, TableCase { piece, leads, kind, .. }: TableCase) -> Vec<B> {
        let stays = &self.variant.piece_type(piece.piece_type).stays;
        let stays: B = stays.as_ref().map_or(B::ALL, |zone| B::of(*zone.squares.get(piece.color)));
        // Admissions restrict only moves, so attacks ignore them.
        let admissions = self.variant.admissions.iter().filter(|_| kind != TableKind::Attack);
        let admissions: Vec<(B, B)> = admissions
            .map(|own| (B::of(*own.zone.squares.get(piece.color)), self.mask(&own.pieces, piece, leads)))
            .collect();
        let closed = admissions.iter().fold(B::EMPTY, |set, (zone, _)| set | *zone);
        let open = |from| {
            let admitted = admissions.iter().filter(|(_, pieces)| pieces.has(from));
            stays & (!closed | admitted.fold(B::EMPTY, |set, (zone, _)| set | *zone))
        };
        self.variant.board.squares().map(open).collect()
    }

    fn key(&self, case: TableCase) -> TableKey<'a, B> {
        let (variant, TableCase { piece, leads, kind, returned }) = (self.variant, case);
        let rules = variant.piece_type(piece.piece_type);
        let mut entries = rules.moves.iter().flat_map(|moves| &moves.automaton.entries);
        let virgin = entries.any(|entry| entry.virgin.is_some());
        let homes = variant.homes(piece.color, piece.piece_type);
        let is_special = |own: &Moves| own.is_conditional() || own.automaton.captures_royals_only();
        let returns = virgin && homes.meets(variant.returns);
        let all_alike = !returns && !rules.moves.iter().any(is_special);
        TableKey {
            // A piece that always attacks as it moves shares one table for both kinds.
            kind: if all_alike && kind == TableKind::Attack { TableKind::Move } else { kind },
            // A table for White serves both sides if nothing in it depends on the direction.
            color: if self.symmetric[piece.piece_type.index()] { Color::White } else { piece.color },
            homes: homes.iter().filter(|_| virgin).collect(),
            unmoved: homes
                .iter()
                .filter(|home| virgin && !(returned && variant.returns.contains(*home)))
                .collect(),
            faces: kind == TableKind::Attack && variant.royalty.facing && rules.royal.is_some(),
            open: self.open(case),
            borders: variant.borders.iter().map(|border| self.mask(&border.pieces, piece, leads)).collect(),
            moves: Cow::Borrowed(&rules.moves),
        }
    }

    /// Returns the number of the table for a case, and builds the table if needed.
    pub(super) fn table(&mut self, case: TableCase) -> Result<usize, NoTable> {
        let over = self.over(self.variant.piece_type(case.piece.piece_type))?;
        let key = self.key(case);
        // Equal keys give equal tables, even in different games.
        let built = match self.cache.all.iter().position(|known| known.key == key) {
            Some(known) => known,
            None => self.build(key)?,
        };
        let known = self.reused.iter().find(|own| (own.0, own.1) == (built, over));
        if let Some((.., table)) = known {
            return Ok(*table);
        }
        let all = &self.cache.all;
        // Different keys can also give equal tables, which the game stores only once.
        let is_same = |own: &(usize, Option<usize>)| own.1 == over && all[own.0].table == all[built].table;
        let table = self.tables.iter().position(is_same).unwrap_or_else(|| {
            self.tables.push((built, over));
            self.tables.len() - 1
        });
        self.reused.push((built, over, table));
        Ok(table)
    }

    /// Builds a table and adds it to the cache. Returns its number in the cache.
    fn build(&mut self, key: TableKey<B>) -> Result<usize, NoTable> {
        let squares = self.variant.board.squares();
        let (mut table, mut referenced) = (AttackTable::new(self.variant.board.span()), Vec::new());
        let similar = self.cache.similar(&key);
        let mut found = Paths::default();
        for (at, from) in squares.enumerate() {
            if let Some(known) = key.shared(from, at, &similar) {
                table.take(from, &known.table);
                referenced.push(known.referenced[at]);
                continue;
            }
            let may_step = |a: Square, b: Square, by: Step| {
                key.open[at].has(b) && self.may_cross(&key, from, (a, b, by))
            };
            self.paths(&key, from, &may_step, &mut found)?;
            // The budget covers the whole game, so rules with many long paths cannot stall compilation.
            self.visits = self.visits.checked_sub(found.visits).ok_or(NoTable)?;
            table.store(from, &found);
            referenced.push(found.referenced);
        }
        self.cache.all.push(Built { key: key.into_owned(), table, referenced });
        Ok(self.cache.all.len() - 1)
    }

    /// Finds all paths from a square.
    fn paths(
        &self,
        key: &TableKey<B>,
        from: Square,
        may_step: &dyn Fn(Square, Square, Step) -> bool,
        found: &mut Paths<B>,
    ) -> Result<(), NoTable> {
        let (board, color) = (&self.variant.board, key.color);
        // A piece directly in front of its home square has made one step forward.
        let behind = board.step(from, (0, -1), color);
        let beyond = behind.is_some_and(|square| key.homes.contains(&square));
        let home = key.unmoved.contains(&from);
        found.clear();
        let any_by_type = key.moves.iter().any(|moves| moves.over.is_some());
        for moves in key.moves.iter() {
            if moves.on.as_ref().is_some_and(|zone| !zone.squares.get(color).contains(from)) {
                continue;
            }
            let open = moves.automaton.entries.iter().filter(|entry| match entry.virgin {
                None => true,
                Some(Virgin::Home) => home,
                Some(Virgin::RankBeyond) => beyond,
            });
            let ends = moves.to.as_ref().map_or(B::ALL, |zone| B::of(*zone.squares.get(color)));
            let is_wanted = match key.kind {
                TableKind::Move => !moves.is_conditional(),
                TableKind::Conditional => moves.is_conditional(),
                TableKind::Attack | TableKind::RoyalCapture => true,
            };
            if is_wanted {
                let by_type = moves.over.is_some();
                // One filter of hurdles applies to the whole table, so moves without a filter may not need hurdles
                // beside moves with one.
                let (kind, may_hurdle) = (key.kind, by_type || !any_by_type);
                let tracer = Tracer { board, color, from, may_step, ends, kind, by_type, may_hurdle };
                tracer.follow(&moves.automaton, open.map(|entry| entry.state), found)?;
            }
        }
        // Facing royals attack each other along an open file, so the file is a path of its own.
        for step in [1, -1].into_iter().filter(|_| key.faces) {
            let mut gate = Gate::default();
            let mut at = from;
            // A file of a board whose ranks join is a ring.
            while let Some(next) = board.step(at, (0, step), Color::White).filter(|next| *next != from) {
                gate.capture = B::bit(next);
                found.add(gate);
                gate.empty |= gate.capture;
                at = next;
            }
        }
        found.reduce()
    }

    /// Returns the number of the filter of the pieces that a piece type can pass over.
    fn over(&mut self, rules: &PieceType) -> Result<Option<usize>, NoTable> {
        // Where a path stops depends on the pieces beside it.
        if rules.moves.iter().any(|moves| moves.stops.is_some()) {
            return Err(NoTable);
        }
        let mut all = rules.moves.iter().filter_map(|moves| moves.over.as_ref());
        let Some(pieces) = all.next() else { return Ok(None) };
        if !all.all(|over| over == pieces) || !self.is_of_types(pieces) {
            return Err(NoTable);
        }
        let number = self.overs.iter().position(|known| known == pieces);
        Ok(Some(number.unwrap_or_else(|| {
            self.overs.push(pieces.clone());
            self.overs.len() - 1
        })))
    }

    /// Returns true if a filter depends only on the types of pieces.
    fn is_of_types(&self, pieces: &PieceFilter) -> bool {
        pieces.leaves().all(|test| matches!(test, PieceTest::All | PieceTest::PieceTypes(_)))
    }

    /// Returns true if the borders allow a step of a piece whose move starts on `stands`.
    fn may_cross(&self, key: &TableKey<B>, stands: Square, (from, to, by): (Square, Square, Step)) -> bool {
        self.variant.borders.iter().zip(&key.borders).all(|(border, bound)| {
            let zone = border.zone.squares.get(key.color);
            zone.contains(from) == zone.contains(to)
                || !bound.has(stands)
                || border.by.has(by, &self.variant.board, from, to)
        })
    }
}
