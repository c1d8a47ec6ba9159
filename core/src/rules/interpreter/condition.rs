//! Evaluation of conditions and endings in a position.
//!
//! [`Interpreter::holds`] evaluates a condition, [`Interpreter::is_true`] a single fact, and [`Interpreter::outcome_of`] finds the first ending that
//! applies. [`Interpreter::claims_of`] lists the endings that a player can claim.

use super::{Interpreter, Nesting, Placed, Successor, World};
use crate::base::{Bitboard, Color, LastCapture, Outcome, Piece, PieceTypeId, Progress, Square};
use crate::rules::{
    Amount, CaptureTest, Condition, Ending, Fact, Likely, Logic, PieceCount, Recurrence, Total,
};
use std::cell::LazyCell;
use std::iter::repeat_n;
use std::ops::Deref;

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
            Fact::ToMove(color) => world.turn() == *color,
            Fact::Turn { is, number } => is.holds(world.fullmove() as usize, *number as usize),
            Fact::Totals { one, is, other } => {
                is.holds(self.amount(one, world, player), self.amount(other, world, player))
            }
            Fact::Captured(test) => world.last_capture().is_some_and(|captured| {
                let mut taken = captured.taken.iter();
                taken.any(|placed| self.is_captured(test, world, captured.by, *placed, player))
            }),
            Fact::Quiet(plies) => world.halfmove() >= *plies,
            Fact::NoMove => !world.has_moves(self),
            Fact::Checkmate => world.is_checked(self, world.turn()) && !world.has_moves(self),
            Fact::Stalemate => !world.is_checked(self, world.turn()) && !world.has_moves(self),
            // Without the history of the game, a position counts as its first occurrence.
            Fact::Repetition(_) | Fact::Perpetual { .. } => false,
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
        let known = |fact: &Fact| {
            if fact.is_of_moves() || fact.is_repetition() {
                Likely::Perhaps
            } else {
                Likely::always(self.is_true(fact, world, world.turn(), ConditionFacts::default()))
            }
        };
        ending.when.eval(&known) == Likely::Yes
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
        // These parts are expensive, so they are computed at most once for all endings.
        let stuck = LazyCell::new(|| !world.has_moves(self));
        let checked = LazyCell::new(|| world.is_checked(self, world.turn()));
        let applies = |ending: &&Ending| self.applies(ending, world, recurrence, (&stuck, &checked));
        let mut own = self.variant.endings.iter().filter(|ending| !ending.claimed);
        own.find(applies).map(|ending| ending.outcome(world.turn()))
    }

    /// Returns the outcomes that the player to move can claim in a position with this recurrence. A finished game
    /// has none.
    pub fn claims_of(&self, world: &W, recurrence: Recurrence) -> Vec<Outcome> {
        let may_claim = |ending: &&Ending| ending.claimed && self.is_met(ending, world, recurrence);
        let claims: Vec<&Ending> = self.variant.endings.iter().filter(may_claim).collect();
        // A claim is only needed if the game does not end anyway.
        if claims.is_empty() || self.outcome_of(world, recurrence).is_some() {
            return Vec::new();
        }
        claims.into_iter().map(|ending| ending.outcome(world.turn())).collect()
    }

    /// Returns true if this ending applies to a position with this recurrence.
    pub fn is_met(&self, ending: &Ending, world: &W, recurrence: Recurrence) -> bool {
        let stuck = LazyCell::new(|| !world.has_moves(self));
        let checked = LazyCell::new(|| world.is_checked(self, world.turn()));
        self.applies(ending, world, recurrence, (&stuck, &checked))
    }

    fn applies(
        &self,
        ending: &Ending,
        world: &W,
        recurrence: Recurrence,
        (stuck, checked): (&impl Deref<Target = bool>, &impl Deref<Target = bool>),
    ) -> bool {
        let turn = world.turn();
        ending.when.eval(&|fact: &Fact| {
            if fact.is_of_moves() {
                return **stuck && (*fact == Fact::NoMove || (*fact == Fact::Checkmate) == **checked);
            }
            let recurs = fact.recurs(turn, recurrence);
            recurs.unwrap_or_else(|| self.is_true(fact, world, turn, ConditionFacts::default()))
        })
    }

    /// Removes the captures on which no rule depends from the position after a move.
    pub(super) fn forget_captures(&self, next: &mut Successor<W>) {
        let Some(captured) = next.after.last_capture().cloned() else { return };
        let taken = self.asked_captures(&next.after, &captured);
        next.note_captures(|all| *all = taken);
    }

    /// Returns the captured pieces on which a rule depends, sorted.
    pub fn asked_captures(&self, world: &W, captured: &LastCapture) -> Vec<Placed> {
        let is_asked = |placed: &Placed| {
            let by_side = |test, player| self.is_captured(test, world, captured.by, *placed, player);
            let mut asked = self.variant.captures_asked.iter();
            asked.any(|test| Color::ALL.into_iter().any(|player| by_side(test, player)))
        };
        let mut taken: Vec<Placed> = captured.taken.iter().copied().filter(is_asked).collect();
        taken.sort();
        taken
    }

    /// Returns for each test of captures in the rules, and for each player, the number of captured pieces that pass it.
    /// Captures with the same numbers have the same meaning.
    pub fn answers_about(&self, world: &W, captured: &LastCapture) -> Vec<usize> {
        let passing = |test: &CaptureTest, player| {
            let passes = |taken: &&Placed| self.is_captured(test, world, captured.by, **taken, player);
            captured.taken.iter().filter(passes).count()
        };
        let tests = self.variant.captures_asked.iter();
        tests.flat_map(|test| Color::ALL.map(|player| passing(test, player))).collect()
    }

    /// Returns true if a piece that the last move captured, and the piece that captured it, are such pieces. The filters
    /// do not depend on other pieces.
    fn is_captured(
        &self,
        test: &CaptureTest,
        world: &W,
        by: Option<Piece>,
        taken: Placed,
        player: Color,
    ) -> bool {
        let is_by = |filter| by.is_some_and(|by| self.matches(filter, world, (taken.0, by), player));
        self.matches(&test.pieces, world, taken, player) && test.by.as_ref().is_none_or(is_by)
    }

    /// Returns the value of an amount for a player.
    pub(super) fn amount(&self, amount: &Amount, world: &W, player: Color) -> usize {
        match amount {
            Amount::Number(number) => *number as usize,
            Amount::Total(total) => self.total(total, world, player),
            Amount::Uses { right, enemy } => {
                world.right(*right, if *enemy { player.other() } else { player }).into()
            }
        }
    }

    /// Returns the number of the pieces of a sum, or the sum of their points.
    fn total(&self, total: &Total, world: &W, player: Color) -> usize {
        let weight = |id: PieceTypeId| match total.points {
            true => self.variant.piece_type(id).points as usize,
            false => 1,
        };
        let standing =
            || self.select(&total.pieces, world, player).map(|(_, piece)| weight(piece.piece_type));
        let held = || {
            let held = self.held(&total.pieces, world, player);
            held.map(|(piece, number)| weight(piece.piece_type) * number)
        };
        let board: usize = if total.within.has_board() { standing().sum() } else { 0 };
        let hands: usize = if total.within.has_hands() { held().sum() } else { 0 };
        board + hands
    }
}
