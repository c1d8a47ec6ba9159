//! Conditions, ready to be asked in every position.

use super::code::PieceCode;
use super::filter::CompiledFilter;
use crate::base::{Bitboard, Color};
use crate::rules::{Compare, Condition};

/// A condition.
#[derive(Clone, Debug)]
pub(crate) enum CompiledCondition<B> {
    /// The side that asks is in check.
    InCheck,
    /// It has no other move.
    NoOtherMove,
    /// The number of matching pieces, by the side that asks.
    Count([CompiledFilter<B>; 2], Compare, u32),
    /// The opposite.
    Not(Box<CompiledCondition<B>>),
    /// All.
    Every(Vec<CompiledCondition<B>>),
    /// At least one.
    AnyOf(Vec<CompiledCondition<B>>),
    /// Something that is left to the interpreter.
    Plain(Condition),
}

impl<B: Bitboard> CompiledCondition<B> {
    /// Returns, by color, squares of which a piece must stand on one for the condition to hold for a player, if there are such.
    pub(crate) fn needs(&self, player: Color) -> Option<[B; 2]> {
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

    /// The pieces on whose number it depends whether the condition holds for a player, if it depends on nothing else.
    pub(crate) fn counted(&self, player: Color, cells: B) -> Option<Vec<PieceCode>> {
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

    /// Parts of some squares, none of them empty, on each of which a piece of this code, which leads no side, makes the
    /// condition hold or not.
    pub(crate) fn parts(&self, player: Color, code: PieceCode, squares: B) -> Vec<B> {
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
