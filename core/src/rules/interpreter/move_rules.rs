//! Restrictions on moves: forbidden and mandatory properties.
//!
//! Prohibitions ([`Interpreter::bans`]) are tested on each move alone. Obligations ([`Interpreter::obligations`])
//! compare all legal moves, so they are applied last.

use super::{Allowed, ConditionFacts, Interpreter, Nesting, Successor, World};
use crate::base::{Color, Move, Piece, Square, Verb};
use crate::rules::{Force, MoveProperty, MoveRule, Refusal, Rule};

impl<W: World> Interpreter<'_, W> {
    /// Returns the prohibitions in force, each with its number.
    pub fn bans(&self, world: &W) -> Vec<(usize, &MoveRule)> {
        let rules = self.variant.move_rules.iter().enumerate();
        rules.filter(|(_, rule)| rule.force == Force::MayNot && self.is_in_force(world, rule)).collect()
    }

    /// Checks that none of these prohibitions applies to the move.
    pub fn is_permitted(&self, world: &W, next: &Successor<W>, bans: &[(usize, &MoveRule)]) -> Allowed {
        match bans.iter().find(|(_, rule)| self.does(world, next, rule)) {
            Some((number, rule)) => Err(Refusal::new(Rule::Forbidden(*number), rule.origin)),
            None => Ok(()),
        }
    }

    /// Removes legal moves that lack a mandatory property if other moves have it. The rules apply in order, so
    /// earlier rules have priority.
    pub fn follow_obligations(&self, world: &W, mut all: Vec<Successor<W>>) -> Vec<Successor<W>> {
        for rule in self.obligations(world) {
            let does: Vec<bool> = all.iter().map(|next| self.does(world, next, rule)).collect();
            // An obligation that no move can meet has no effect.
            if does.contains(&true) {
                let mut does = does.into_iter();
                all.retain(|_| does.next() == Some(true));
            }
        }
        all
    }

    /// Returns the obligations in force.
    pub fn obligations(&self, world: &W) -> Vec<&MoveRule> {
        let rules = self.variant.move_rules.iter();
        rules.filter(|rule| rule.force == Force::MustIfCan && self.is_in_force(world, rule)).collect()
    }

    /// Returns the obligation that makes a permitted move illegal, because one of the `legal` moves satisfies it.
    pub fn unmet_obligation(
        &self,
        world: &W,
        next: &Successor<W>,
        legal: &[Successor<W>],
    ) -> Option<Refusal> {
        let is_done = |rule: &MoveRule| legal.iter().any(|legal| self.does(world, legal, rule));
        let mut rules = self.obligations(world).into_iter();
        let rule = rules.find(|rule| is_done(rule) && !self.does(world, next, rule))?;
        // Rules can be equal, so identity determines the number.
        let number = self.variant.move_rules.iter().position(|other| std::ptr::eq(other, rule))?;
        Some(Refusal::new(Rule::Obliged(number), rule.origin))
    }

    fn is_in_force(&self, world: &W, rule: &MoveRule) -> bool {
        let holds = |when| {
            self.counts(Some(when)) && self.holds(when, world, world.turn(), ConditionFacts::default())
        };
        rule.when.as_ref().is_none_or(holds)
    }

    /// Returns true if a move has the property that a rule is about.
    pub fn does(&self, world: &W, next: &Successor<W>, rule: &MoveRule) -> bool {
        if !self.is_by(world, &next.mv, rule) {
            return false;
        }
        let player = world.turn();
        match &rule.property {
            MoveProperty::Capture(pieces) => next.captured().any(|square| {
                // The filter is tested on the position before the move, in which the captured piece still stands.
                let taken = world.piece(square).filter(|taken| taken.color != player);
                taken.is_some_and(|taken| self.matches(pieces, world, (square, taken), player))
            }),
            MoveProperty::Move => true,
            MoveProperty::Lose(pieces) => next.lost().any(|square| {
                let lost = world.piece(square).filter(|lost| lost.color == player);
                lost.is_some_and(|lost| self.matches(pieces, world, (square, lost), player))
            }),
            MoveProperty::Check => next.after.is_checked(self, player.other()),
            MoveProperty::Reach(condition) => {
                self.holds(condition, &next.after, player, ConditionFacts::default())
            }
            MoveProperty::Checkmate => self.is_mated(&next.after, player.other()),
            MoveProperty::Castle | MoveProperty::Drop(_) | MoveProperty::Pass => {
                self.is_such(world, &next.mv, &rule.property)
            }
        }
    }

    /// Returns true if a move is a castling, a drop, or a pass, as a property says.
    pub fn is_such(&self, world: &W, mv: &Move, property: &MoveProperty) -> bool {
        match property {
            MoveProperty::Castle => mv.verb == Verb::Castle,
            MoveProperty::Pass => mv.verb == Verb::Pass,
            MoveProperty::Drop(pieces) => {
                let dropped = self.mover(world, mv).filter(|_| matches!(mv.verb, Verb::Drop(_)));
                dropped.is_some_and(|dropped| self.matches(pieces, world, dropped, world.turn()))
            }
            MoveProperty::Move
            | MoveProperty::Capture(_)
            | MoveProperty::Lose(_)
            | MoveProperty::Check
            | MoveProperty::Checkmate
            | MoveProperty::Reach(_) => false,
        }
    }

    /// Returns true if a rule applies to the moving piece, or to one of the two pieces of an exchange.
    pub fn is_by(&self, world: &W, mv: &Move, rule: &MoveRule) -> bool {
        let partner = mv.to.filter(|_| mv.verb == Verb::Exchange);
        let partner = partner.and_then(|square| Some((square, world.piece(square)?)));
        let mut moved = self.mover(world, mv).into_iter().chain(partner);
        rule.by.as_ref().is_none_or(|by| moved.any(|mover| self.matches(by, world, mover, world.turn())))
    }

    /// Returns true if `side` is to move, is in check, and has no legal move. At the nesting limit, legal moves
    /// are not generated and the side counts as having none.
    pub fn is_mated(&self, after: &W, side: Color) -> bool {
        after.turn() == side
            && after.is_checked(self, side)
            && !self.is_halted()
            && (!self.may_nest()
                || self.nested(Nesting::MATE, || after.is_over(self) || !after.has_moves(self)))
    }

    /// Returns the moving piece with its start square. A piece from the hand is returned with its target square.
    fn mover(&self, world: &W, mv: &Move) -> Option<(Square, Piece)> {
        match (mv.verb, mv.from) {
            (Verb::Drop(piece_type), _) => Some((mv.to?, Piece { color: world.turn(), piece_type })),
            (_, Some(from)) => Some((from, world.piece(from)?)),
            _ => None,
        }
    }
}
