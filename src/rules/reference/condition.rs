//! Whether conditions hold.

use super::Rules;
use super::candidate::Candidate;
use crate::base::{Color, PieceTypeId, Setup, Square};
use crate::rules::{Condition, PieceFilter, Proof, Threat};

/// What a condition may ask about beside the position.
#[derive(Clone, Copy, Default)]
pub(super) struct Context {
    /// The piece just placed.
    pub(super) acted: Option<Square>,
    /// Whether the side is known to have no other legal move.
    pub(super) stuck: bool,
}

impl Rules<'_> {
    /// Whether `condition` holds for `player`.
    pub(super) fn holds(
        &self,
        condition: &Condition,
        setup: &Setup,
        player: Color,
        context: Context,
    ) -> bool {
        match condition {
            Condition::InCheck => self.is_checked(setup, player),
            Condition::Count { pieces, is, number } => {
                is.holds(self.select(pieces, setup, player).len(), *number as usize)
            }
            Condition::NoOtherMove => context.stuck,
            Condition::Forks { number, pieces } => context
                .acted
                .is_some_and(|by| self.victims(setup, by, pieces, player).len() >= *number as usize),
            Condition::Traps { pieces, proof } => context.acted.is_some_and(|by| {
                self.victims(setup, by, pieces, player).into_iter().any(|x| self.traps(setup, by, x, *proof))
            }),
            Condition::Empty(zone) => {
                zone.squares.get(player).iter().all(|square| setup.piece(square).is_none())
            }
            Condition::Material(pairs) => pairs.iter().any(|pair| self.is_material(setup, pair)),
            Condition::OneShade(piece_types) => self.is_one_shade(setup, piece_types),
            Condition::CanReach(condition) => self
                .legal_moves_unended(setup)
                .iter()
                .any(|candidate| self.holds(condition, &candidate.after, player, Context::default())),
            Condition::Not(condition) => !self.holds(condition, setup, player, context),
            Condition::Every(all) => all.iter().all(|c| self.holds(c, setup, player, context)),
            Condition::AnyOf(any) => any.iter().any(|c| self.holds(c, setup, player, context)),
        }
    }

    /// The enemies that count and that the piece on `by` attacks.
    pub(super) fn victims(
        &self,
        setup: &Setup,
        by: Square,
        pieces: &PieceFilter,
        player: Color,
    ) -> Vec<Square> {
        let mut squares = self.capturable(setup, by);
        squares.retain(|square| {
            setup.piece(*square).is_some_and(|piece| self.matches(pieces, setup, *square, piece, player))
        });
        squares
    }

    fn is_material(&self, setup: &Setup, (one, other): &(Vec<PieceTypeId>, Vec<PieceTypeId>)) -> bool {
        let pieces = |color| {
            let mut piece_types: Vec<PieceTypeId> = setup
                .pieces()
                .filter(|(_, piece)| piece.color == color)
                .map(|(_, piece)| piece.piece_type)
                .collect();
            piece_types.sort();
            piece_types
        };
        let sorted = |piece_types: &[PieceTypeId]| {
            let mut piece_types = piece_types.to_vec();
            piece_types.sort();
            piece_types
        };
        let (white, black) = (pieces(Color::White), pieces(Color::Black));
        let (one, other) = (sorted(one), sorted(other));
        (white == one && black == other) || (white == other && black == one)
    }

    fn is_one_shade(&self, setup: &Setup, piece_types: &[PieceTypeId]) -> bool {
        let mut shades =
            setup.pieces().filter(|(_, piece)| piece_types.contains(&piece.piece_type)).map(|(square, _)| {
                let cell = self.variant.board.cell(square);
                (cell.x + cell.y).rem_euclid(2)
            });
        shades.next().is_none_or(|first| shades.all(|shade| shade == first))
    }

    /// Whether the enemy piece on `x`, attacked by the piece on `by`, is trapped. The turn has passed to the enemy.
    pub(super) fn traps(&self, setup: &Setup, by: Square, x: Square, proof: Proof) -> bool {
        let left = self.proof.get();
        if left == 0 {
            return false;
        }
        self.proof.set(left - 1);
        match proof {
            Proof::Attack => true,
            Proof::NoMove => !self.legal(setup).iter().any(|reply| reply.mv.from == Some(x)),
            Proof::NoSafeMove => {
                let hit = setup.pieces().any(|(from, piece)| {
                    piece.color == setup.turn && self.capturable(setup, from).contains(&by)
                });
                !hit && self.candidates_from(setup, x).iter().all(|reply| {
                    reply.follow(x).is_none_or(|square| self.capturable(&reply.after, by).contains(&square))
                })
            }
            Proof::EveryReply => {
                self.state_ending(setup).is_some()
                    || self.every_reply(setup, |reply| self.proves(reply, by, x))
            }
        }
    }

    /// Whether after `reply` the piece on `by` can legally capture the piece that stood on `x`.
    pub(super) fn proves(&self, reply: &Candidate, by: Square, x: Square) -> bool {
        let Some(x) = reply.follow(x) else { return false };
        reply.follow(by) == Some(by)
            && self.state_ending(&reply.after).is_none()
            && !self.is_immune(&reply.after, x, Threat::Capture)
            && self.capturable(&reply.after, by).contains(&x)
            && self.can_capture(&reply.after, by, x)
    }
}
