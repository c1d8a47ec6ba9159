//! A player that looks ahead: an alpha-beta search for any game, by the engine's moves and the values of its pieces.
//!
//! It plays to be a fair opponent while rules are tried out, no more: the same position, seed, and node budget give the same move.

mod evaluation;

use crate::base::Move;
use crate::fast::engine::{Engine, Position};
use crate::play::game::{Game, Random};
use evaluation::Evaluation;

/// A won game; sooner is better.
const WON: i32 = 1_000_000;
/// The deepest look ahead, in plies.
const DEEPEST: i32 = 32;
/// Captures are followed at most this many plies further.
const QUIET: i32 = 6;

pub(crate) struct Player {
    engine: Engine,
    evaluation: Evaluation,
    /// How many positions it may look at for one move.
    nodes: u32,
}

struct Search<'p> {
    player: &'p Player,
    left: u32,
    stop: &'p dyn Fn() -> bool,
}

impl Player {
    /// A player that searches about `nodes` positions for a move.
    pub(crate) fn new(engine: &Engine, nodes: u32) -> Player {
        Player { engine: engine.clone(), evaluation: Evaluation::new(engine.variant()), nodes: nodes.max(1) }
    }

    /// The move it would play; nothing only if there is none. `stop` can end the search early.
    pub(crate) fn choose(&self, game: &Game, random: &mut Random, stop: &dyn Fn() -> bool) -> Option<Move> {
        let mut children = self.engine.children(&self.engine.position(game.setup()));
        // Of equal moves any may be played.
        for last in (1..children.len()).rev() {
            children.swap(last, random.below(last + 1));
        }
        let is_repeated = |child| game.has_seen(&self.engine.setup(child));
        let repeated: Vec<bool> = children.iter().map(|(_, child)| is_repeated(child)).collect();
        let mut order: Vec<_> = children.iter().zip(repeated).collect();
        let mut search = Search { player: self, left: self.nodes, stop };
        // Whatever the node budget, a player that can move does.
        let mut best = &children.first()?.0;
        for depth in 0..DEEPEST {
            let mut scored = Vec::new();
            let mut alpha = -WON * 2;
            for &root in &order {
                let ((_, child), is_repeated) = root;
                let score = match is_repeated {
                    true => Some(0),
                    false => search.score(child, depth, (-WON * 2, -alpha), 1).map(|score| -score),
                };
                let Some(score) = score else { break };
                scored.insert(if score > alpha { 0 } else { scored.len() }, (score, root));
                alpha = alpha.max(score);
            }
            let Some((score, ((mv, _), _))) = scored.first() else { break };
            best = mv;
            if scored.len() < order.len() || order.len() == 1 || score.abs() > WON / 2 {
                break;
            }
            order = scored.into_iter().map(|(_, root)| root).collect();
        }
        Some(best.clone())
    }
}

impl Search<'_> {
    /// The value of a position for the side to move; nothing if the search ran out of positions or time. At depth 0 and
    /// below, only captures are looked at.
    fn score(&mut self, at: &Position, depth: i32, (mut alpha, beta): (i32, i32), ply: i32) -> Option<i32> {
        if self.left == 0 || (self.stop)() {
            return None;
        }
        self.left -= 1;
        let Player { engine, evaluation, .. } = self.player;
        let setup = engine.setup(at);
        if let Some(outcome) = engine.outcome(at) {
            return Some(match outcome.winner {
                Some(winner) if winner == setup.turn => WON - ply,
                Some(_) => ply - WON,
                None => 0,
            });
        }
        let mut children = engine.children(at);
        let mut best = -WON * 2;
        if depth <= 0 {
            // More freedom counts a little.
            let freedom = i32::try_from(children.len()).unwrap_or(i32::MAX);
            best = evaluation.balance(&setup).saturating_add(freedom);
            alpha = alpha.max(best);
            if depth == -QUIET || alpha >= beta {
                return Some(best);
            }
            children.retain(|(mv, _)| evaluation.capture_value(&setup, mv.to) > 0);
        }
        // The most valuable captures first.
        children.sort_by_key(|(mv, _)| -evaluation.capture_value(&setup, mv.to));
        for (_, child) in children {
            best = best.max(-self.score(&child, depth - 1, (-beta, -alpha), ply + 1)?);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        Some(best)
    }
}
