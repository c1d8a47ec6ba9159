//! Castling.
//!
//! [`Interpreter::castle`] is the entry point. [`Interpreter::is_safe_step`] tests the path of the castling piece.

use super::{Allowed, ConditionFacts, Interpreter, Successor, Tried, World};
use crate::base::{Move, Square, Verb};
use crate::rules::{Castling, Event, Refusal, Rule};

impl<W: World> Interpreter<'_, W> {
    /// Makes a castling move. The safety of royals in the final position is not verified.
    pub fn castle(&self, world: &W, number: usize) -> Tried<W> {
        let castling = &self.variant.castlings[number];
        let Castling { king, partner, origin, .. } = castling;
        if castling.color != world.turn() || world.castling() >> number & 1 == 0 {
            return Err(Refusal::at(Rule::CastlingLost, *origin, king.0));
        }
        if !self.is_castling_open(world, castling) {
            return Err(Refusal::at(Rule::CastlingNotNow(number), *origin, king.0));
        }
        if let Some(taken) = castling.empty.iter().find(|square| world.piece(**square).is_some()) {
            return Err(Refusal::at(Rule::CastlingBlocked, *origin, *taken));
        }
        self.may_castle_to(world, castling)?;
        if let Some(square) =
            castling.safe.iter().find(|square| !self.is_safe_step(world, castling, **square))
        {
            return Err(Refusal::at(Rule::CastlingAttacked, *origin, *square));
        }
        let mut next = Successor::new(self.tables, world, Move::new(Verb::Castle, king.0, castling.target()));
        next.resets = world.piece(king.0).is_some_and(|piece| self.resets_clock(world, (king.0, piece)));
        next.carry(self.tables, [*king, *partner]);
        let next = self.arrive_by(Event::Castling, next, [king.1, partner.1])?;
        Ok(self.conclude(world, next))
    }

    /// Returns true if the condition of a castling holds for the side to move.
    pub fn is_castling_open(&self, world: &W, castling: &Castling) -> bool {
        let holds = |when| self.holds(when, world, world.turn(), ConditionFacts::default());
        castling.when.as_ref().is_none_or(holds)
    }

    /// Checks that both pieces of a castling may enter their target squares.
    pub fn may_castle_to(&self, world: &W, castling: &Castling) -> Allowed {
        let mut both = [castling.king, castling.partner].into_iter();
        both.try_for_each(|(from, to)| {
            world.piece(from).map_or(Ok(()), |piece| self.may_enter(world, piece, Some(from), to))
        })
    }

    /// Returns true if the castling piece is not attacked on a square of its path. On the last square, its
    /// partner already stands beside it and may shield it.
    pub fn is_safe_step(&self, world: &W, castling: &Castling, to: Square) -> bool {
        let Castling { king, partner, .. } = castling;
        let is_attacked = |moves_partner: bool| {
            let mut there = world.clone();
            there.set_passed(self.tables, &[]);
            let piece = there.put(self.tables, king.0, None);
            let beside = if moves_partner { there.put(self.tables, partner.0, None) } else { None };
            there.put(self.tables, to, piece);
            if moves_partner {
                there.put(self.tables, partner.1, beside);
            }
            there.is_attacked(self, to)
        };
        // If the castling piece stays on its square, that square is both the first and the last.
        let (is_first, is_last) = (to == king.0, to == king.1);
        !((is_first || !is_last) && is_attacked(false) || is_last && is_attacked(true))
    }
}
