//! Counts sequences of legal moves with tables.

use super::cache::Cache;
use crate::base::Bitboard;
use crate::fast::movegen::{self, Counter, MoveList};
use crate::fast::position::{PackedMove, Position};
use crate::fast::tables::Compiled;

/// A perft computation: the tables of a game and the table of known counts.
pub(super) struct Perft<'a, B: Bitboard> {
    tables: &'a Compiled<B>,
    cache: Option<&'a Cache>,
    /// Empty lists whose allocations can be reused.
    lists: Vec<MoveList<B>>,
}

impl<'a, B: Bitboard> Perft<'a, B> {
    pub(super) fn new(tables: &'a Compiled<B>, cache: Option<&'a Cache>) -> Perft<'a, B> {
        Perft { tables, cache, lists: Vec::new() }
    }

    /// Returns the number of sequences of `depth` legal moves, which is 1 at depth 0. The count saturates.
    pub(super) fn count(&mut self, position: &mut Position<B>, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if depth == 1 {
            return self.leaves(position);
        }
        // Close to the limit of quiet plies, the count depends on the clock, which is not a part of the key.
        let cache = self.cache.filter(|_| self.is_timeless(position, depth));
        if let Some(count) = cache.and_then(|cache| cache.get(position.hash(self.tables), depth)) {
            return count;
        }
        let count = self.below_each(position, depth);
        if let Some(cache) = cache {
            cache.put(position.hash(self.tables), depth, count);
        }
        count
    }

    /// Counts the moves of the last ply without making them.
    #[inline(always)]
    fn leaves(&self, position: &mut Position<B>) -> u64 {
        movegen::generate(self.tables, position, Counter::default()).0
    }

    fn below_each(&mut self, position: &mut Position<B>, depth: u32) -> u64 {
        let list = self.lists.pop().unwrap_or_default();
        let mut list = movegen::generate(self.tables, position, list);
        let mut count = 0_u64;
        for mv in list.moves.drain(..) {
            // Moves that are only counted need no hash.
            let below = match depth {
                2 => self.after::<false>(position, mv, |perft, after| perft.leaves(after)),
                _ => self.after::<true>(position, mv, |perft, after| perft.count(after, depth - 1)),
            };
            count = count.saturating_add(below);
        }
        for mut next in list.carried_out.drain(..) {
            count = count.saturating_add(self.count(&mut next.after, depth - 1));
        }
        self.lists.push(list);
        count
    }

    /// Returns the result of a function of the position after a move.
    #[inline(always)]
    fn after<const HASHED: bool>(
        &mut self,
        position: &mut Position<B>,
        mv: PackedMove,
        count: impl FnOnce(&mut Self, &mut Position<B>) -> u64,
    ) -> u64 {
        let undo = position.make::<HASHED>(self.tables, mv);
        let below = count(self, position);
        position.unmake(self.tables, &undo);
        below
    }

    /// Returns true if no limit on plies can end the game within `depth` plies. Then, positions that differ only in
    /// their clocks have equal counts.
    fn is_timeless(&self, position: &Position<B>, depth: u32) -> bool {
        u64::from(position.state.halfmove) + u64::from(depth) < self.tables.timed
            && !position.has_running_clock(self.tables)
    }
}
