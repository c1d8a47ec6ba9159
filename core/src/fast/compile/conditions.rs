//! Compiles conditions.
//!
//! [`CompileContext::condition`] translates a condition to its compiled form. Conditions without a compiled form
//! become [`CompiledCondition::Plain`], which the interpreter evaluates. The other functions find properties of a
//! condition that let the generator skip it.

use super::context::CompileContext;
use super::untabled::Untabled;
use crate::base::{Bitboard, Color, Piece, SquareSet};
use crate::fast::tables::{CompiledCondition, CompiledFilter, mask};
use crate::rules::{Binding, Compare, Condition, PieceFilter};

impl CompileContext<'_> {
    pub(super) fn condition<B: Bitboard>(self, condition: &Condition) -> CompiledCondition<B> {
        let of = |condition: &Condition| self.condition(condition);
        if !self.has(Untabled::Condition) {
            return CompiledCondition::Plain(condition.clone());
        }
        match condition {
            Condition::Count { pieces, is, number } if self.has_mask(pieces) => {
                let filters = Color::ALL.map(|player| CompiledFilter::new(self, pieces, player));
                CompiledCondition::Count(filters, *is, *number)
            }
            Condition::InCheck => CompiledCondition::InCheck,
            Condition::NoOtherMove => CompiledCondition::NoOtherMove,
            Condition::Not(condition) => CompiledCondition::Not(Box::new(of(condition))),
            Condition::Every(all) => CompiledCondition::Every(all.iter().map(of).collect()),
            Condition::AnyOf(any) => CompiledCondition::AnyOf(any.iter().map(of).collect()),
            plain @ (Condition::Count { .. }
            | Condition::EnemyInCheck
            | Condition::FirstOfTurn
            | Condition::LastOfTurn
            | Condition::RoyalsFace
            | Condition::Held { .. }
            | Condition::Forks { .. }
            | Condition::Traps { .. }
            | Condition::Empty(_)
            | Condition::UsedUp { .. }
            | Condition::Material(_)
            | Condition::OneShade(_)
            | Condition::CanReach(_)) => CompiledCondition::Plain(plain.clone()),
        }
    }

    /// Returns the maximum number of pieces on the board with which a condition can be true. The condition does not
    /// count neutral pieces, so there is no maximum in games with neutral pieces.
    pub(super) fn most(self, condition: &Condition) -> u32 {
        let is_neutral = self.variant.piece_types.iter().any(|own| own.neutral);
        if is_neutral { u32::MAX } else { most(condition) }
    }

    /// Returns true if a condition can hold only for a side in check.
    pub(super) fn needs_check(self, condition: &Condition) -> bool {
        match condition {
            Condition::InCheck => true,
            Condition::Every(all) => all.iter().any(|condition| self.needs_check(condition)),
            Condition::AnyOf(any) => any.iter().all(|condition| self.needs_check(condition)),
            Condition::Count { pieces, is: Compare::AtLeast, number: 1.. } => self.gives_check(pieces),
            Condition::Count { .. }
            | Condition::EnemyInCheck
            | Condition::FirstOfTurn
            | Condition::LastOfTurn
            | Condition::RoyalsFace
            | Condition::Held { .. }
            | Condition::NoOtherMove
            | Condition::Forks { .. }
            | Condition::Traps { .. }
            | Condition::Empty(_)
            | Condition::UsedUp { .. }
            | Condition::Material(_)
            | Condition::OneShade(_)
            | Condition::CanReach(_)
            | Condition::Not(_) => false,
        }
    }

    /// Returns true if a filter matches only pieces that give check to the player to whom the rule applies.
    fn gives_check(self, pieces: &PieceFilter) -> bool {
        let royalty = &self.variant.royalty;
        match pieces {
            PieceFilter::Every(all) => all.iter().any(|pieces| self.gives_check(pieces)),
            PieceFilter::Attacking(attacked) => {
                // Only in such games does every attack on an own royal give check.
                royalty.binds == Binding::Always && !royalty.mutual && self.are_own_royals(attacked)
            }
            PieceFilter::All
            | PieceFilter::Own
            | PieceFilter::Enemy
            | PieceFilter::Royal
            | PieceFilter::Leader
            | PieceFilter::PieceTypes(_)
            | PieceFilter::In(_)
            | PieceFilter::Beside(_)
            | PieceFilter::AttackedBy(_)
            | PieceFilter::Not(_)
            | PieceFilter::AnyOf(_) => false,
        }
    }

    /// Returns true if a filter matches only royals of the player to whom the rule applies.
    fn are_own_royals(self, pieces: &PieceFilter) -> bool {
        let is_such = |color, piece_type| {
            let [own, royal] = [color == Color::White, self.variant.piece_type(piece_type).royal.is_some()];
            let piece = Piece { color, piece_type };
            let matches =
                |leads| !mask::<SquareSet>(self.variant, pieces, piece, leads, Color::White).is_empty();
            own && royal || ![false, true].into_iter().any(matches)
        };
        let mut ids = self.variant.piece_type_ids();
        self.has_mask(pieces) && ids.all(|(id, _)| Color::ALL.into_iter().all(|color| is_such(color, id)))
    }
}

/// Returns the maximum number of pieces on the board with which a condition can be true.
pub(super) fn most(condition: &Condition) -> u32 {
    match condition {
        Condition::Material(pairs) => {
            pairs.iter().map(|(one, other)| (one.len() + other.len()) as u32).max().unwrap_or(0)
        }
        Condition::Every(conditions) => conditions.iter().map(most).min().unwrap_or(u32::MAX),
        Condition::AnyOf(conditions) => conditions.iter().map(most).max().unwrap_or(0),
        Condition::InCheck
        | Condition::EnemyInCheck
        | Condition::FirstOfTurn
        | Condition::LastOfTurn
        | Condition::RoyalsFace
        | Condition::Count { .. }
        | Condition::Held { .. }
        | Condition::NoOtherMove
        | Condition::Forks { .. }
        | Condition::Traps { .. }
        | Condition::Empty(_)
        | Condition::UsedUp { .. }
        | Condition::OneShade(_)
        | Condition::CanReach(_)
        | Condition::Not(_) => u32::MAX,
    }
}

/// Returns true if one condition is the negation of the other.
pub(super) fn excludes(one: &Option<Condition>, other: &Option<Condition>) -> bool {
    let denies = |one: &Condition, other: &Condition| matches!(one, Condition::Not(what) if **what == *other);
    matches!((one, other), (Some(one), Some(other)) if denies(one, other) || denies(other, one))
}
