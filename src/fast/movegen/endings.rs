//! Conditions, and the endings a position shows by itself.

use crate::base::{Bitboard, Color};
use crate::fast::compile::{CompiledCondition, CompiledFilter};
use crate::fast::position::Position;
use crate::rules::interpreter::{Interpreter, Known};

/// Whether the game has ended.
#[inline(always)]
pub(crate) fn is_finished<B: Bitboard>(rules: &Interpreter<'_, Position<B>>, position: &Position<B>) -> bool {
    let game = rules.tables();
    position.ended.is_some()
        || u64::from(position.state.halfmove) >= game.quiet
        || game.endings.iter().any(|ending| {
            (ending.most == u32::MAX || position.occupied().count() <= ending.most)
                && holds(rules, position, &ending.when, Known::default())
        })
}

/// Whether a condition holds for the side to move.
pub(super) fn holds<B: Bitboard>(
    rules: &Interpreter<'_, Position<B>>,
    position: &Position<B>,
    condition: &CompiledCondition<B>,
    known: Known,
) -> bool {
    let of = |condition: &CompiledCondition<B>| holds(rules, position, condition, known);
    match condition {
        CompiledCondition::Count(filters, is, number) => {
            let enough = *number as usize + 1;
            is.holds(count(rules, position, &filters[position.turn as usize], enough), *number as usize)
        }
        CompiledCondition::Not(condition) => !of(condition),
        CompiledCondition::Every(conditions) => conditions.iter().all(of),
        CompiledCondition::AnyOf(conditions) => conditions.iter().any(of),
        CompiledCondition::Plain(condition) => rules.holds(condition, position, position.turn, known),
    }
}

/// How many pieces a filter matches, counted up to `enough`.
#[inline]
fn count<B: Bitboard>(
    rules: &Interpreter<'_, Position<B>>,
    position: &Position<B>,
    filter: &CompiledFilter<B>,
    enough: usize,
) -> usize {
    let candidates = candidates(position, filter);
    if candidates.is_empty() {
        return 0;
    }
    let leaders = match filter.asks_leaders {
        true => Color::ALL.map(|color| position.leaders(rules.tables(), color)),
        false => [B::EMPTY; 2],
    };
    let leads = |square| leaders[0].has(square) || leaders[1].has(square);
    let matches = candidates.iter().filter(|s| filter.matches(position.code(*s), *s, leads(*s)));
    matches.take(enough).count()
}

/// Squares that hold every piece the filter matches, and perhaps others.
#[inline(always)]
pub(super) fn candidates<B: Bitboard>(position: &Position<B>, filter: &CompiledFilter<B>) -> B {
    let side = |side: usize| {
        let pieces = position.colors[side] & filter.any[side];
        match &filter.classes[side] {
            Some(classes) if !pieces.is_empty() => {
                classes.iter().fold(B::EMPTY, |set, class| set | (position.classes[*class] & pieces))
            }
            _ => pieces,
        }
    };
    side(0) | side(1)
}
