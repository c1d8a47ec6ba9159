//! Evaluation of conditions and endings in a position.
//!
//! [`Interpreter::holds`] evaluates a condition, [`Interpreter::is_true`] a single fact, and [`Interpreter::outcome_of`] finds the first ending that
//! applies. [`Interpreter::claims_of`] lists the endings that a player can claim.

use super::{Interpreter, Nesting, Successor, World};
use crate::base::{Bitboard, Color, Outcome, PieceTypeId, Progress, Square};
use crate::rules::{Condition, Ending, Fact, PieceCount, Recurrence, Trigger};
use std::iter::repeat_n;

/// Facts on which a condition depends, but which the position does not contain.
#[derive(Clone, Copy, Debug, Default)]
pub struct ConditionFacts {
    /// The square of the piece just placed.
    pub acted: Option<Square>,
    /// True if the side is known to have no other legal move.
    pub stuck: bool,
    /// True if the side is in check; `None` if this is not known yet.
    pub checked: Option<bool>,
    /// The progress of the turn before the move that led to the position. If absent, the condition refers to the
    /// next move.
    pub made: Option<Progress>,
}

impl<W: World> Interpreter<'_, W> {
    pub fn holds(&self, condition: &Condition, world: &W, player: Color, known: ConditionFacts) -> bool {
        condition.eval(&|fact| self.is_true(fact, world, player, known))
    }

    pub fn is_true(&self, fact: &Fact, world: &W, player: Color, known: ConditionFacts) -> bool {
        match fact {
            Fact::InCheck => known.checked.unwrap_or_else(|| world.is_checked(self, player)),
            Fact::EnemyInCheck => world.is_checked(self, player.other()),
            Fact::FirstOfTurn => known.made.unwrap_or(world.progress()).is_first(),
            Fact::LastOfTurn => known.made.unwrap_or(world.progress()).is_last(),
            Fact::RoyalsFace => world.royals_face(self),
            Fact::Count(PieceCount { pieces, is, number }) => {
                is.holds(self.select(pieces, world, player).count(), *number as usize)
            }
            Fact::Held(PieceCount { pieces, is, number }) => {
                is.holds(self.number_held(pieces, world, player), *number as usize)
            }
            Fact::NoOtherMove => known.stuck,
            Fact::Forks { number, pieces } => known
                .acted
                .is_some_and(|by| self.victims(world, by, pieces, player).len() >= *number as usize),
            Fact::Traps { pieces, proof } => known.acted.is_some_and(|by| {
                self.victims(world, by, pieces, player).into_iter().any(|x| self.traps(world, by, x, *proof))
            }),
            Fact::Empty(zone) => zone.squares.get(player).iter().all(|square| world.piece(square).is_none()),
            Fact::UsedUp { right, enemy } => {
                world.right(*right, if *enemy { player.other() } else { player }) == 0
            }
            Fact::Material(pairs) => pairs.iter().any(|pair| self.is_material(world, pair)),
            Fact::OneShade(piece_types) => self.is_one_shade(world, piece_types),
            Fact::CanReach(condition) => self.nested(Nesting::REACH, || {
                let mut moves = world.unended(self).take_while(|_| !self.is_halted());
                moves.any(|next| self.holds(condition, &next.after, player, ConditionFacts::default()))
            }),
        }
    }

    /// Returns true if a condition on a move holds for the player after the move, which was made in `before`.
    pub fn holds_after(&self, condition: &Condition, before: &W, next: &Successor<W>) -> bool {
        let known =
            ConditionFacts { acted: next.acted, made: Some(before.progress()), ..ConditionFacts::default() };
        self.holds(condition, &next.after, before.turn(), known)
    }

    pub fn holds_now(&self, condition: &Condition, world: &W) -> bool {
        let known = ConditionFacts { stuck: self.is_stuck(world), ..ConditionFacts::default() };
        self.holds(condition, world, world.turn(), known)
    }

    fn is_material(&self, world: &W, (one, other): &(Vec<PieceTypeId>, Vec<PieceTypeId>)) -> bool {
        let sided = || world.pieces().filter(|(_, piece)| !self.variant.is_neutral(piece.piece_type));
        // This quick test rejects most positions.
        if sided().count() > one.len() + other.len() {
            return false;
        }
        let sorted = |mut piece_types: Vec<PieceTypeId>| {
            piece_types.sort();
            piece_types
        };
        let [white, black] = Color::ALL.map(|color| {
            let pieces = sided().filter(|(_, piece)| piece.color == color);
            let ids = self.variant.piece_type_ids().map(|(id, _)| id).filter(|_| self.variant.hands);
            let held = ids.flat_map(|id| repeat_n(id, world.held(id, color).into()));
            sorted(pieces.map(|(_, piece)| piece.piece_type).chain(held).collect())
        });
        let (one, other) = (sorted(one.clone()), sorted(other.clone()));
        (white == one && black == other) || (white == other && black == one)
    }

    fn is_one_shade(&self, world: &W, piece_types: &[PieceTypeId]) -> bool {
        let pieces = world.pieces().filter(|(_, piece)| piece_types.contains(&piece.piece_type));
        let mut shades = pieces.map(|(square, _)| {
            let cell = self.variant.board.cell(square);
            (cell.x + cell.y).rem_euclid(2)
        });
        shades.next().is_none_or(|first| shades.all(|shade| shade == first))
    }

    /// Returns the outcome of the first ending that follows from the position alone, without move generation.
    pub fn state_ending(&self, world: &W) -> Option<Outcome> {
        let mut own = self.variant.endings.iter().filter(|ending| !ending.claimed);
        let mut shown = || own.find(|ending| self.is_shown(ending, world));
        world.ended().cloned().or_else(|| shown().map(|ending| ending.outcome(world.turn())))
    }

    /// Returns true if this ending follows from the position alone, without its history or its legal moves.
    pub fn is_shown(&self, ending: &Ending, world: &W) -> bool {
        match &ending.trigger {
            Trigger::When(condition) => self.holds(condition, world, world.turn(), ConditionFacts::default()),
            Trigger::Quiet(plies) => world.halfmove() >= *plies,
            Trigger::Checkmate | Trigger::Stalemate | Trigger::Repetition(_) | Trigger::Perpetual { .. } => {
                false
            }
        }
    }

    /// Returns the outcome of the first ending that applies, assuming that the position occurs for the first
    /// time.
    pub fn outcome(&self, world: &W) -> Option<Outcome> {
        self.outcome_of(world, Recurrence::ONCE)
    }

    /// Returns the outcome of the first ending that applies to a position with this recurrence.
    pub fn outcome_of(&self, world: &W, recurrence: Recurrence) -> Option<Outcome> {
        if let Some(outcome) = world.ended() {
            return Some(outcome.clone());
        }
        // This is the expensive part, so it is computed once for all endings.
        let stuck = !world.has_moves(self);
        let check = stuck && world.is_checked(self, world.turn());
        let applies = |ending: &&Ending| match ending.trigger {
            Trigger::Checkmate => check,
            Trigger::Stalemate => stuck && !check,
            Trigger::Repetition(_) | Trigger::Perpetual { .. } => {
                ending.trigger.recurs(world.turn(), recurrence)
            }
            Trigger::Quiet(_) | Trigger::When(_) => self.is_shown(ending, world),
        };
        let mut own = self.variant.endings.iter().filter(|ending| !ending.claimed);
        own.find(applies).map(|ending| ending.outcome(world.turn()))
    }

    /// Returns the outcomes that the player to move can claim in a position with this recurrence. A finished game
    /// has none.
    pub fn claims_of(&self, world: &W, recurrence: Recurrence) -> Vec<Outcome> {
        let may_claim = |ending: &&Ending| {
            ending.claimed
                && (self.is_shown(ending, world) || ending.trigger.recurs(world.turn(), recurrence))
        };
        let claims: Vec<&Ending> = self.variant.endings.iter().filter(may_claim).collect();
        // A claim is only needed if the game does not end anyway.
        if claims.is_empty() || self.outcome_of(world, recurrence).is_some() {
            return Vec::new();
        }
        claims.into_iter().map(|ending| ending.outcome(world.turn())).collect()
    }
}
