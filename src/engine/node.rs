//! One position of a game in one width, with the reference rules at hand for what the tables do not hold.

use super::cache::Cache;
use crate::board::{Bitboard, Move, Outcome, Setup};
use crate::compile::{Compiled, Showing};
use crate::ir::Variant;
use crate::movegen::{self, Counter, List, Rare};
use crate::position::Position;
use crate::reference::Rules;

/// The tables of a game and the rules behind them.
pub(super) struct Game<'a, B> {
    pub tables: &'a Compiled<B>,
    pub variant: &'a Variant,
    pub cache: Option<&'a Cache>,
}

/// A position in the fast path, or one that only the reference rules understand.
#[derive(Clone, Debug)]
pub(super) enum Node<B: Bitboard> {
    Fast(Box<Position<B>>),
    Plain(Box<Setup>),
}

impl<B: Bitboard> Game<'_, B> {
    pub(super) fn node(&self, setup: &Setup) -> Node<B> {
        match Position::new(self.tables, setup) {
            Some(position) => Node::Fast(Box::new(position)),
            None => Node::Plain(Box::new(setup.clone())),
        }
    }

    pub(super) fn setup(&self, node: &Node<B>) -> Setup {
        match node {
            Node::Fast(position) => position.setup(self.tables),
            Node::Plain(setup) => (**setup).clone(),
        }
    }

    fn rules(&self) -> Rules<'_> {
        Rules::new(self.variant)
    }

    /// The legal moves, sorted, and the positions they lead to.
    pub(super) fn children(&self, node: &Node<B>) -> Vec<(Move, Node<B>)> {
        if let Node::Fast(position) = node {
            let mut position = position.clone();
            if let Ok(steps) = movegen::legal(self.tables, &mut position) {
                let child = |step: crate::position::Step| {
                    let mut after = position.clone();
                    after.make(self.tables, step);
                    (step.spoken(self.tables), Node::Fast(after))
                };
                let mut children: Vec<_> = steps.into_iter().map(child).collect();
                children.sort_by(|a, b| a.0.cmp(&b.0));
                children.dedup_by(|a, b| a.0 == b.0);
                return children;
            }
        }
        let children = self.rules().children(&self.setup(node));
        children.into_iter().map(|(mv, setup)| (mv, self.node(&setup))).collect()
    }

    /// The legal moves, sorted.
    pub(super) fn moves(&self, node: &Node<B>) -> Vec<Move> {
        if let Node::Fast(position) = node
            && let Ok(steps) = movegen::legal(self.tables, &mut position.clone())
        {
            let mut moves: Vec<Move> = steps.into_iter().map(|step| step.spoken(self.tables)).collect();
            moves.sort();
            moves.dedup();
            return moves;
        }
        self.rules().legal_moves(&self.setup(node))
    }

    /// The position after a legal move.
    pub(super) fn play(&self, node: &Node<B>, mv: &Move) -> Option<Node<B>> {
        if let Node::Fast(position) = node {
            let mut after = position.clone();
            if let Ok(steps) = movegen::legal(self.tables, &mut after) {
                let step = steps.into_iter().find(|step| step.spoken(self.tables) == *mv)?;
                after.make(self.tables, step);
                return Some(Node::Fast(after));
            }
        }
        self.rules().apply(&self.setup(node), mv).map(|setup| self.node(&setup))
    }

    pub(super) fn outcome(&self, node: &Node<B>) -> Option<Outcome> {
        if let Node::Fast(position) = node
            && let Ok(outcome) = movegen::outcome(self.tables, &mut position.clone())
        {
            return outcome;
        }
        self.rules().outcome(&self.setup(node))
    }

    pub(super) fn in_check(&self, node: &Node<B>) -> bool {
        match node {
            Node::Fast(position) => movegen::in_check(self.tables, position, position.turn()),
            Node::Plain(setup) => self.rules().in_check(setup),
        }
    }

    /// How many sequences of legal moves there are.
    pub(super) fn perft(&self, node: &mut Node<B>, depth: u32) -> u64 {
        match node {
            Node::Fast(position) => {
                let mut lists = vec![List::default(); depth as usize];
                self.perft_fast(position, depth, &mut lists)
            }
            Node::Plain(setup) => self.perft_plain(setup, depth),
        }
    }

    fn perft_fast(&self, position: &mut Position<B>, depth: u32, lists: &mut [List]) -> u64 {
        match depth {
            0 => 1,
            1 => {
                let mut counter = Counter::default();
                match movegen::generate(self.tables, position, &mut counter) {
                    Ok(()) => counter.0,
                    Err(Rare) => self.perft_plain(&position.setup(self.tables), 1),
                }
            }
            _ => {
                let cache = self.cache.filter(|_| self.is_timeless(position, depth));
                if let Some(count) = cache.and_then(|cache| cache.get(position.hash(), depth)) {
                    return count;
                }
                let count = self.perft_below(position, depth, lists);
                if let Some(cache) = cache {
                    cache.put(position.hash(), depth, count);
                }
                count
            }
        }
    }

    /// One ply more, with a list to use again for every depth.
    fn perft_below(&self, position: &mut Position<B>, depth: u32, lists: &mut [List]) -> u64 {
        let Some((list, lists)) = lists.split_first_mut() else { return 0 };
        list.0.clear();
        if movegen::generate(self.tables, position, list).is_err() {
            return self.perft_plain(&position.setup(self.tables), depth);
        }
        let mut count = 0;
        for step in &list.0 {
            let undo = position.make(self.tables, *step);
            count += self.perft_fast(position, depth - 1, lists);
            position.unmake(self.tables, &undo);
        }
        count
    }

    fn perft_plain(&self, setup: &Setup, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.rules().legal_moves(setup).len() as u64,
            _ => {
                let children = self.rules().children(setup);
                children.iter().map(|(_, child)| self.perft(&mut self.node(child), depth - 1)).sum()
            }
        }
    }

    /// Whether no count of plies can end the game within `depth`, so that equal positions have equal counts.
    fn is_timeless(&self, position: &Position<B>, depth: u32) -> bool {
        self.tables.endings.iter().all(|ending| match ending.when {
            Showing::Quiet(plies) => position.halfmove().saturating_add(depth) < plies,
            _ => true,
        })
    }
}
