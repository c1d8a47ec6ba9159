//! Compiled conditions.

use super::code::PieceCode;
use super::filter::CompiledFilter;
use crate::base::{Bitboard, Color};
use crate::rules::{Compare, Condition};

/// A compiled condition. It is evaluated for one player.
#[derive(Clone, Debug)]
pub enum CompiledCondition<B> {
    /// The player is in check.
    InCheck,
    /// The player has no other move.
    NoOtherMove,
    /// The number of pieces that the filter of the player matches is in a range.
    Count([CompiledFilter<B>; 2], Compare, u32),
    /// The condition does not hold.
    Not(Box<CompiledCondition<B>>),
    /// All conditions hold.
    Every(Vec<CompiledCondition<B>>),
    /// At least one condition holds.
    AnyOf(Vec<CompiledCondition<B>>),
    /// A condition that the interpreter evaluates.
    Plain(Condition),
}

impl<B: Bitboard> CompiledCondition<B> {
    /// Returns squares by color, at least one of which must be occupied for the condition to hold for a player.
    /// Returns `None` if no such squares are known.
    pub fn needs(&self, player: Color) -> Option<[B; 2]> {
        match self {
            CompiledCondition::Count(filters, Compare::AtLeast, 1..) => Some(filters[player as usize].any),
            CompiledCondition::Every(all) => {
                let all = all.iter().filter_map(|own| own.needs(player));
                all.min_by_key(|[white, black]| white.count() + black.count())
            }
            CompiledCondition::Count(..)
            | CompiledCondition::InCheck
            | CompiledCondition::NoOtherMove
            | CompiledCondition::Not(_)
            | CompiledCondition::AnyOf(_)
            | CompiledCondition::Plain(_) => None,
        }
    }

    /// Returns the pieces that the condition counts for a player. Returns `None` if the condition depends on anything
    /// other than their numbers.
    pub fn counted(&self, player: Color, cells: B) -> Option<Vec<PieceCode>> {
        match self {
            CompiledCondition::Count(filters, ..) => filters[player as usize].counted(cells),
            CompiledCondition::Not(condition) => condition.counted(player, cells),
            CompiledCondition::Every(all) | CompiledCondition::AnyOf(all) => {
                let all: Option<Vec<_>> = all.iter().map(|own| own.counted(player, cells)).collect();
                all.map(|all| all.concat())
            }
            CompiledCondition::InCheck | CompiledCondition::NoOtherMove | CompiledCondition::Plain(_) => None,
        }
    }

    /// Divides some squares into nonempty parts. An additional piece of this code, which does not lead its side,
    /// gives the same result on all squares of a part.
    pub fn parts(&self, player: Color, code: PieceCode, squares: B) -> Vec<B> {
        match self {
            CompiledCondition::Count(filters, ..) => {
                let parts = filters[player as usize].parts(code, squares);
                parts.into_iter().filter(|part| !part.is_empty()).collect()
            }
            CompiledCondition::Not(condition) => condition.parts(player, code, squares),
            CompiledCondition::Every(all) | CompiledCondition::AnyOf(all) => {
                all.iter().fold(vec![squares], |parts, condition| {
                    parts.into_iter().flat_map(|part| condition.parts(player, code, part)).collect()
                })
            }
            CompiledCondition::NoOtherMove => vec![squares],
            CompiledCondition::InCheck | CompiledCondition::Plain(_) => squares.iter().map(B::bit).collect(),
        }
    }
}
