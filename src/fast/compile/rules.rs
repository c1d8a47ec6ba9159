//! What rules ask in every position, made ready to be asked: endings, and actions beyond the pieces' own moves.

use super::filter::CompiledFilter;
use crate::base::{Bitboard, Color};
use crate::rules::{Act, Action, Compare, Condition, Trigger, Variant};

/// A condition.
#[derive(Clone, Debug)]
pub(crate) enum CompiledCondition<B> {
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

/// An ending by a condition.
#[derive(Clone, Debug)]
pub(crate) struct CompiledEnding<B> {
    /// When it applies.
    pub when: CompiledCondition<B>,
    /// With more pieces than these it does not apply.
    pub most: u32,
}

/// An action beyond the pieces' own moves.
#[derive(Clone, Debug)]
pub(crate) struct CompiledAction<B> {
    /// By side, the pieces that act; none for an action of no piece.
    pub pieces: Option<[CompiledFilter<B>; 2]>,
    /// What must be true before.
    pub when: Option<CompiledCondition<B>>,
    /// Whether its moves can be made and unmade; otherwise they are carried out one by one.
    pub quick: bool,
}

/// What rules are compiled with.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    pub variant: &'a Variant,
    pub class_of: &'a [usize],
}

impl Context<'_> {
    pub(super) fn condition<B: Bitboard>(self, condition: &Condition) -> CompiledCondition<B> {
        let of = |condition: &Condition| self.condition(condition);
        match condition {
            Condition::Count { pieces, is, number } => {
                let filters = Color::ALL.map(|player| CompiledFilter::new(self, pieces, player));
                CompiledCondition::Count(filters, *is, *number)
            }
            Condition::Not(condition) => CompiledCondition::Not(Box::new(of(condition))),
            Condition::Every(all) => CompiledCondition::Every(all.iter().map(of).collect()),
            Condition::AnyOf(any) => CompiledCondition::AnyOf(any.iter().map(of).collect()),
            plain => CompiledCondition::Plain(plain.clone()),
        }
    }

    pub(super) fn endings<B: Bitboard>(self) -> Vec<CompiledEnding<B>> {
        let endings = self.variant.endings.iter().filter_map(|ending| match &ending.trigger {
            Trigger::When(when) => Some(CompiledEnding { when: self.condition(when), most: most(when) }),
            _ => None,
        });
        endings.collect()
    }

    pub(super) fn action<B: Bitboard>(self, action: &Action) -> CompiledAction<B> {
        let pieces = action.act.effects().pieces.first().copied();
        let alike =
            |other: &&Action| std::mem::discriminant(&action.act) == std::mem::discriminant(&other.act);
        // One move may come from two actions whose moves look alike, or from a piece that no table holds.
        let alone =
            self.variant.actions.iter().filter(alike).count() == 1 && !self.class_of.contains(&super::ODD);
        CompiledAction {
            pieces: pieces.map(|pieces| Color::ALL.map(|player| CompiledFilter::new(self, pieces, player))),
            when: action.when.as_ref().map(|when| self.condition(when)),
            quick: alone
                && action.provided.is_none()
                && !self.variant.happens
                && matches!(action.act, Act::Exchange { .. } | Act::Pass),
        }
    }
}

/// With more pieces on the board than these a condition does not hold.
fn most(condition: &Condition) -> u32 {
    match condition {
        Condition::Material(pairs) => {
            pairs.iter().map(|(one, other)| (one.len() + other.len()) as u32).max().unwrap_or(0)
        }
        Condition::Every(conditions) => conditions.iter().map(most).min().unwrap_or(u32::MAX),
        Condition::AnyOf(conditions) => conditions.iter().map(most).max().unwrap_or(0),
        _ => u32::MAX,
    }
}
