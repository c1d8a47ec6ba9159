//! One position of a game in one width, with the reference rules at hand for what the tables do not hold.

use super::cache::Cache;
use crate::base::{Bitboard, Move, Outcome, Setup};
use crate::fast::compile::{Compiled, Showing};
use crate::fast::movegen::{self, Counter, List};
use crate::fast::position::Position;
use crate::rules::Variant;
use crate::rules::reference::Rules;

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
        let Node::Fast(position) = node else {
            let children = self.rules().children(&self.setup(node));
            return children.into_iter().map(|(mv, setup)| (mv, self.node(&setup))).collect();
        };
        let list = movegen::legal(self.tables, &mut position.clone());
        let made = list.steps.into_iter().map(|step| {
            let mut after = position.clone();
            after.make(self.tables, step);
            (step.spoken(), Node::Fast(after))
        });
        let done = list.feats.into_iter().map(|feat| (feat.mv, Node::Fast(Box::new(feat.after))));
        let mut children: Vec<_> = made.chain(done).collect();
        children.sort_by_cached_key(|(mv, _)| mv.order(&self.variant.board));
        children
    }

    /// The legal moves, sorted.
    pub(super) fn moves(&self, node: &Node<B>) -> Vec<Move> {
        let Node::Fast(position) = node else { return self.rules().legal_moves(&self.setup(node)) };
        let list = movegen::legal(self.tables, &mut position.clone());
        let steps = list.steps.into_iter().map(|step| step.spoken());
        let mut moves: Vec<Move> = steps.chain(list.feats.into_iter().map(|feat| feat.mv)).collect();
        moves.sort_by_cached_key(|mv| mv.order(&self.variant.board));
        moves
    }

    /// The position after a legal move.
    pub(super) fn play(&self, node: &Node<B>, mv: &Move) -> Option<Node<B>> {
        let Node::Fast(position) = node else {
            return self.rules().apply(&self.setup(node), mv).map(|setup| self.node(&setup));
        };
        let mut after = position.clone();
        let list = movegen::legal(self.tables, &mut after);
        if let Some(step) = list.steps.into_iter().find(|step| step.spoken() == *mv) {
            after.make(self.tables, step);
            return Some(Node::Fast(after));
        }
        let feat = list.feats.into_iter().find(|feat| feat.mv == *mv)?;
        Some(Node::Fast(Box::new(feat.after)))
    }

    pub(super) fn outcome(&self, node: &Node<B>) -> Option<Outcome> {
        match node {
            Node::Fast(position) => movegen::outcome(self.tables, position),
            Node::Plain(setup) => self.rules().outcome(setup),
        }
    }

    pub(super) fn in_check(&self, node: &Node<B>) -> bool {
        match node {
            Node::Fast(position) => movegen::in_check(self.tables, position, position.turn()),
            Node::Plain(setup) => self.rules().in_check(setup),
        }
    }

    /// How many sequences of legal moves there are.
    pub(super) fn perft(&self, node: &mut Node<B>, depth: u32) -> u64 {
        match (node, depth) {
            (_, 0) => 1,
            (Node::Fast(position), _) => self.perft_fast(position, depth, &mut Vec::new()),
            (Node::Plain(setup), 1) => self.rules().legal_moves(setup).len() as u64,
            (node, _) => {
                let children = self.children(node).into_iter();
                children.map(|(_, mut child)| self.perft(&mut child, depth - 1)).sum()
            }
        }
    }

    fn perft_fast(&self, position: &mut Position<B>, depth: u32, lists: &mut Vec<List<B>>) -> u64 {
        if depth <= 1 {
            let mut counter = Counter::default();
            movegen::generate(self.tables, position, &mut counter);
            return counter.0;
        }
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

    /// One ply more, with a list used again where there is one.
    fn perft_below(&self, position: &mut Position<B>, depth: u32, lists: &mut Vec<List<B>>) -> u64 {
        let mut list = lists.pop().unwrap_or_default();
        list.clear();
        movegen::generate(self.tables, position, &mut list);
        let mut count = 0;
        for step in &list.steps {
            // The hash of a position whose moves are only counted is never asked for.
            let undo = match depth {
                2 => position.make_unhashed(self.tables, *step),
                _ => position.make(self.tables, *step),
            };
            count += self.perft_fast(position, depth - 1, lists);
            position.unmake(self.tables, &undo);
        }
        for feat in &mut list.feats {
            count += self.perft_fast(&mut feat.after, depth - 1, lists);
        }
        lists.push(list);
        count
    }

    /// Whether no count of plies can end the game within `depth`, so that equal positions have equal counts.
    fn is_timeless(&self, position: &Position<B>, depth: u32) -> bool {
        self.tables.endings.iter().all(|ending| match ending.when {
            Showing::Quiet(plies) => position.halfmove().saturating_add(depth) < plies,
            _ => true,
        })
    }
}
