//! Whether conditions hold.

use super::Rules;
use super::candidate::Candidate;
use crate::base::{Color, KindId, Setup, Square};
use crate::rules::{Condition, Men, Proof, Threat};

/// What a condition may ask about beside the position.
#[derive(Clone, Copy, Default)]
pub(super) struct Context {
    /// The man just placed.
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
            Condition::Count { men, is, number } => {
                is.holds(self.select(men, setup, player).len(), *number as usize)
            }
            Condition::NoOtherMove => context.stuck,
            Condition::Forks { number, men } => {
                context.acted.is_some_and(|by| self.victims(setup, by, men, player).len() >= *number as usize)
            }
            Condition::Traps { men, proof } => context.acted.is_some_and(|by| {
                self.victims(setup, by, men, player).into_iter().any(|x| self.traps(setup, by, x, *proof))
            }),
            Condition::Empty(zone) => {
                zone.squares.get(player).iter().all(|square| setup.man(square).is_none())
            }
            Condition::Material(pairs) => pairs.iter().any(|pair| self.is_material(setup, pair)),
            Condition::OneShade(kinds) => self.is_one_shade(setup, kinds),
            Condition::CanReach(condition) => self
                .legal_moves_unended(setup)
                .iter()
                .any(|candidate| self.holds(condition, &candidate.after, player, Context::default())),
            Condition::Not(condition) => !self.holds(condition, setup, player, context),
            Condition::Every(all) => all.iter().all(|c| self.holds(c, setup, player, context)),
            Condition::AnyOf(any) => any.iter().any(|c| self.holds(c, setup, player, context)),
        }
    }

    /// The enemies that count and that the man on `by` attacks.
    pub(super) fn victims(&self, setup: &Setup, by: Square, men: &Men, player: Color) -> Vec<Square> {
        let mut squares = self.capturable(setup, by);
        squares.retain(|square| {
            setup.man(*square).is_some_and(|man| self.matches(men, setup, *square, man, player))
        });
        squares
    }

    fn is_material(&self, setup: &Setup, (one, other): &(Vec<KindId>, Vec<KindId>)) -> bool {
        let men = |color| {
            let mut kinds: Vec<KindId> =
                setup.men().filter(|(_, man)| man.color == color).map(|(_, man)| man.kind).collect();
            kinds.sort();
            kinds
        };
        let sorted = |kinds: &[KindId]| {
            let mut kinds = kinds.to_vec();
            kinds.sort();
            kinds
        };
        let (white, black) = (men(Color::White), men(Color::Black));
        let (one, other) = (sorted(one), sorted(other));
        (white == one && black == other) || (white == other && black == one)
    }

    fn is_one_shade(&self, setup: &Setup, kinds: &[KindId]) -> bool {
        let mut shades = setup.men().filter(|(_, man)| kinds.contains(&man.kind)).map(|(square, _)| {
            let cell = self.variant.board.cell(square);
            (cell.x + cell.y).rem_euclid(2)
        });
        shades.next().is_none_or(|first| shades.all(|shade| shade == first))
    }

    /// Whether the enemy man on `x`, attacked by the man on `by`, is trapped. The turn has passed to the enemy.
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
                let hit = setup
                    .men()
                    .any(|(from, man)| man.color == setup.turn && self.capturable(setup, from).contains(&by));
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

    /// Whether after `reply` the man on `by` can legally capture the man that stood on `x`.
    pub(super) fn proves(&self, reply: &Candidate, by: Square, x: Square) -> bool {
        let Some(x) = reply.follow(x) else { return false };
        reply.follow(by) == Some(by)
            && self.state_ending(&reply.after).is_none()
            && !self.is_immune(&reply.after, x, Threat::Capture)
            && self.capturable(&reply.after, by).contains(&x)
            && self.can_capture(&reply.after, by, x)
    }
}
