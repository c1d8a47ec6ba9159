//! Forks and traps: what a piece that was just placed must bring about.

use super::attacks::is_safe;
use super::endings::is_finished;
use super::generate;
use super::walked::{capturable, is_immune, moves_from};
use crate::base::{Bitboard, Color, Square};
use crate::fast::compile::Compiled;
use crate::fast::position::Position;
use crate::rules::{PieceFilter, Proof, Threat};
use std::cell::Cell;

/// How many traps may still be looked into.
#[derive(Debug)]
pub(super) struct Budget(Cell<u32>);

impl Budget {
    pub(super) fn new() -> Budget {
        Budget(Cell::new(Proof::LIMIT))
    }

    fn spend(&self) -> bool {
        let left = self.0.get();
        self.0.set(left.saturating_sub(1));
        left > 0
    }
}

/// The enemies that count and that the piece on `by` attacks.
pub(super) fn victims<B: Bitboard>(
    game: &Compiled<B>,
    position: &Position<B>,
    by: Square,
    pieces: &PieceFilter,
    player: Color,
) -> Vec<Square> {
    let victims = capturable(game, position, by).iter();
    victims.filter(|square| position.suits(game, pieces, *square, position.code(*square), player)).collect()
}

/// Whether the enemy piece on `x`, attacked by the piece on `by`, is trapped. The turn has passed to the enemy.
pub(super) fn traps<B: Bitboard>(
    game: &Compiled<B>,
    position: &Position<B>,
    by: Square,
    x: Square,
    proof: Proof,
    budget: &Budget,
) -> bool {
    if !budget.spend() {
        return false;
    }
    match proof {
        Proof::Attack => true,
        Proof::NoMove => {
            is_finished(game, position, budget)
                || generate::replies(game, position, budget).iter().all(|reply| reply.from() != Some(x))
        }
        Proof::NoSafeMove => {
            let mut pieces = position.colors[position.turn as usize].iter();
            let hit = pieces.any(|from| capturable(game, position, from).has(by));
            !hit && moves_from(game, position, x).iter().all(|reply| {
                reply.follow(x).is_none_or(|square| capturable(game, &reply.after, by).has(square))
            })
        }
        Proof::EveryReply => {
            is_finished(game, position, budget)
                || generate::every_reply(game, position, budget, |reply| {
                    let follow = |square| reply.follow(game, position, square);
                    let (now, still) = (follow(x), follow(by) == Some(by));
                    now.is_some_and(|x| still && takes(game, &reply.after(game, position), by, x, budget))
                })
        }
    }
}

/// Whether the piece on `by` can legally capture the piece on `x`.
fn takes<B: Bitboard>(
    game: &Compiled<B>,
    position: &Position<B>,
    by: Square,
    x: Square,
    budget: &Budget,
) -> bool {
    let color = position.turn;
    !is_finished(game, position, budget)
        && !is_immune(game, position, x, Threat::Capture)
        && capturable(game, position, by).has(x)
        && moves_from(game, position, by).iter().any(|feat| {
            feat.follow(x).is_none() && feat.mv.from == Some(by) && is_safe(game, &feat.after, color)
        })
        && !generate::has_duties(game, position, budget)
}
