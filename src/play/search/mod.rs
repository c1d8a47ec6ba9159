//! A player that looks ahead: an alpha-beta search for any game, by the engine's moves and the values of its pieces.
//!
//! It plays to be a fair opponent while rules are tried out, no more: the same position, seed, and node budget give the same move.

mod evaluation;

use crate::base::{Move, Setup};
use crate::fast::engine::{Engine, Position};
use crate::play::game::{Game, Random};
pub(crate) use evaluation::Evaluation;

/// A won game; sooner is better.
const WON: i32 = 1_000_000;
/// The deepest look ahead, in plies.
const DEEPEST: u32 = 32;
/// Captures are followed at most so many plies further.
const QUIET: u32 = 6;

/// A player of one game.
pub(crate) struct Player {
    engine: Engine,
    evaluation: Evaluation,
    /// How many positions it may look at for one move.
    nodes: u32,
}

/// One search in progress.
struct Search<'p> {
    player: &'p Player,
    left: u32,
    stop: &'p dyn Fn() -> bool,
}

/// The search ran out of positions or time.
struct Spent;

impl Player {
    /// A player that searches about `nodes` positions for a move.
    pub(crate) fn new(engine: &Engine, nodes: u32) -> Player {
        Player { engine: engine.clone(), evaluation: Evaluation::new(engine.variant()), nodes: nodes.max(1) }
    }

    /// The move it would play; nothing only if there is none. `stop` can end the search early.
    pub(crate) fn choose(&self, game: &Game, random: &mut Random, stop: &dyn Fn() -> bool) -> Option<Move> {
        let root = self.engine.position(game.setup());
        let mut children = self.engine.children(&root);
        // Of equal moves any may be played.
        for last in (1..children.len()).rev() {
            let places: Vec<usize> = (0..=last).collect();
            if let Some(other) = random.pick(&places) {
                children.swap(last, *other);
            }
        }
        let mut search = Search { player: self, left: self.nodes, stop };
        let repeated: Vec<bool> =
            children.iter().map(|(_, child)| game.has_seen(&self.engine.setup(child))).collect();
        let mut order: Vec<usize> = (0..children.len()).collect();
        // Whatever the node budget, a player that can move does.
        let mut best = children.first().map(|_| 0);
        for depth in 0..DEEPEST {
            let mut scores: Vec<(i32, usize)> = Vec::new();
            let mut alpha = -WON * 2;
            for &index in &order {
                let (_, child) = children.get(index)?;
                let score = match repeated.get(index) {
                    Some(true) => Ok(0),
                    _ => search.score(child, depth, -WON * 2, -alpha, 1).map(|score| -score),
                };
                let Ok(score) = score else { break };
                if score > alpha || scores.is_empty() {
                    scores.insert(0, (score, index));
                } else {
                    scores.push((score, index));
                }
                alpha = alpha.max(score);
            }
            if let Some((score, index)) = scores.first().copied() {
                best = Some(index);
                if score.abs() > WON / 2 && scores.len() == order.len() {
                    break;
                }
            }
            if scores.len() < order.len() || order.len() == 1 {
                break;
            }
            order = scores.into_iter().map(|(_, index)| index).collect();
        }
        best.and_then(|index| children.get(index)).map(|(mv, _)| mv.clone())
    }
}

impl Search<'_> {
    /// The value of a position for the side to move.
    fn score(
        &mut self,
        position: &Position,
        depth: u32,
        alpha: i32,
        beta: i32,
        ply: i32,
    ) -> Result<i32, Spent> {
        let (engine, setup) = (&self.player.engine, self.player.engine.setup(position));
        if let Some(score) = self.ended(position, &setup, ply)? {
            return Ok(score);
        }
        if depth == 0 {
            return self.quiescence(position, &setup, QUIET, alpha, beta, ply);
        }
        let mut alpha = alpha;
        let mut best = -WON * 2;
        for (_, child) in self.ordered(engine.children(position), &setup) {
            let score = -self.score(&child, depth - 1, -beta, -alpha, ply + 1)?;
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        Ok(best)
    }

    /// The same when only captures are looked at.
    fn quiescence(
        &mut self,
        position: &Position,
        setup: &Setup,
        depth: u32,
        alpha: i32,
        beta: i32,
        ply: i32,
    ) -> Result<i32, Spent> {
        let evaluation = &self.player.evaluation;
        let children = self.player.engine.children(position);
        // More freedom counts a little.
        let freedom = i32::try_from(children.len()).unwrap_or(i32::MAX);
        let mut best = evaluation.balance(setup).saturating_add(freedom);
        let mut alpha = alpha.max(best);
        if depth == 0 || alpha >= beta {
            return Ok(best);
        }
        let captures =
            children.into_iter().filter(|(mv, _)| evaluation.capture_value(setup, mv.to) > 0).collect();
        for (_, child) in self.ordered(captures, setup) {
            let after = self.player.engine.setup(&child);
            let score = match self.ended(&child, &after, ply + 1)? {
                Some(score) => -score,
                None => -self.quiescence(&child, &after, depth - 1, -beta, -alpha, ply + 1)?,
            };
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        Ok(best)
    }

    /// Counts a position, and says what it is worth if the game ends there.
    fn ended(&mut self, position: &Position, setup: &Setup, ply: i32) -> Result<Option<i32>, Spent> {
        if self.left == 0 || (self.stop)() {
            return Err(Spent);
        }
        self.left -= 1;
        let outcome = self.player.engine.outcome(position);
        Ok(outcome.map(|outcome| match outcome.winner {
            Some(winner) if winner == setup.turn => WON - ply,
            Some(_) => ply - WON,
            None => 0,
        }))
    }

    /// The best prizes first.
    fn ordered(&self, mut children: Vec<(Move, Position)>, setup: &Setup) -> Vec<(Move, Position)> {
        children.sort_by_key(|(mv, _)| -self.player.evaluation.capture_value(setup, mv.to));
        children
    }
}
