//! Compiles conditions.
//!
//! [`CompileContext::condition`] translates a condition to its compiled form. Facts without a compiled form become
//! [`CompiledFact::Plain`], which the interpreter evaluates. The other functions find properties of a condition that
//! let the generator skip it.

use super::context::CompileContext;
use super::untabled::Untabled;
use crate::base::{Bitboard, Color, Piece, SquareSet};
use crate::fast::tables::{CompiledCondition, CompiledFact, CompiledFilter, mask};
use crate::rules::{Binding, Compare, Condition, Fact, PieceCount, PieceFilter, PieceTest, Relation};
use std::cmp::Reverse;

impl CompileContext<'_> {
    pub(super) fn condition<B: Bitboard>(self, condition: &Condition) -> CompiledCondition<B> {
        let has_tables = self.has(Untabled::Condition);
        let tabled = |fact: &Fact| has_tables.then(|| self.tabled(fact)).flatten();
        condition.map(&|fact| tabled(fact).unwrap_or_else(|| CompiledFact::Plain(fact.clone())))
    }

    /// Compiles a fact that the tables decide.
    fn tabled<B: Bitboard>(self, fact: &Fact) -> Option<CompiledFact<B>> {
        if let Some(PieceCount { pieces, is, number }) = fact.count().filter(|one| self.has_mask(&one.pieces))
        {
            let filters = Color::ALL.map(|player| CompiledFilter::new(self, pieces, player));
            return Some(CompiledFact::Count(filters, *is, *number));
        }
        let tabled = [(Fact::InCheck, CompiledFact::InCheck), (Fact::NoOtherMove, CompiledFact::NoOtherMove)];
        tabled.into_iter().find(|(plain, _)| plain == fact).map(|(_, compiled)| compiled)
    }

    /// Returns the maximum number of pieces on the board with which a condition can be true. The condition does not
    /// count neutral pieces, so there is no maximum in games with neutral pieces.
    pub(super) fn most(self, condition: &Condition) -> u32 {
        let is_neutral = self.variant.piece_types.iter().any(|own| own.neutral);
        if is_neutral { u32::MAX } else { most(condition) }
    }

    /// Returns true if a condition can hold only for a side in check.
    pub(super) fn needs_check(self, condition: &Condition) -> bool {
        condition.requirement(&|fact| {
            let attackers = fact.count().filter(|count| count.is == Compare::AtLeast && count.number > 0);
            *fact == Fact::InCheck || attackers.is_some_and(|count| self.gives_check(&count.pieces))
        })
    }

    /// Returns true if a filter matches only pieces that give check to the player to whom the rule applies.
    fn gives_check(self, pieces: &PieceFilter) -> bool {
        let royalty = &self.variant.royalty;
        // Only in such games does every attack on an own royal give check.
        let binds = royalty.binds == Binding::Always && !royalty.mutual;
        binds
            && pieces.requirement(&|test| {
                matches!(test, PieceTest::Related(Relation::Attacking, attacked) if self.are_own_royals(attacked))
            })
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
    let most = condition.requirement(&|fact| {
        let Fact::Material(pairs) = fact else { return None };
        let numbers = pairs.iter().map(|(one, other)| (one.len() + other.len()) as u32);
        Some(Reverse(numbers.max().unwrap_or(0)))
    });
    most.map_or(u32::MAX, |Reverse(number)| number)
}
