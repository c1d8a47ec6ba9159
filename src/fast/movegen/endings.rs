//! Conditions, and the endings a position shows by itself.

use crate::base::{Bitboard, Color};
use crate::fast::compile::{CompiledCondition, CompiledFilter, CompiledHappening};
use crate::fast::position::Position;
use crate::rules::interpreter::{Interpreter, Known};

/// Whether the game has ended.
#[inline(always)]
pub(crate) fn is_finished<B: Bitboard>(rules: &Interpreter<'_, Position<B>>, position: &Position<B>) -> bool {
    let game = rules.tables();
    position.ended.is_some()
        || u64::from(position.state.halfmove) >= game.quiet
        || game.endings.iter().any(|ending| {
            let [white, black] = ending.needs[position.turn as usize];
            let may = position.colors[0].meets(white) || position.colors[1].meets(black);
            may && (ending.most == u32::MAX || position.occupied().count() <= ending.most)
                && holds(rules, position, position.turn, &ending.when, Known::default())
        })
}

/// Whether something happens by itself as the pieces stand.
pub(super) fn happens<B: Bitboard>(rules: &Interpreter<'_, Position<B>>, position: &Position<B>) -> bool {
    rules.tables().happenings.iter().any(|own| happens_to(rules, position, own))
}

/// Whether this happens by itself, to some piece.
pub(super) fn happens_to<B: Bitboard>(
    rules: &Interpreter<'_, Position<B>>,
    position: &Position<B>,
    own: &CompiledHappening<B>,
) -> bool {
    let game = rules.tables();
    let [common, leading] = own.squares;
    let standing = position.standing(game, own.code, common | leading);
    let player = own.code.color();
    let is_meant = || {
        common == leading
            || position.leaders(game, player).meets(standing & leading)
            || (standing & common).meets(!position.leaders(game, player))
    };
    let is_so = |when| holds(rules, position, player, when, Known::default());
    !standing.is_empty() && (own.unsure || is_meant() && own.when.as_ref().is_none_or(is_so))
}

/// Whether a condition holds for a side.
pub(super) fn holds<B: Bitboard>(
    rules: &Interpreter<'_, Position<B>>,
    position: &Position<B>,
    player: Color,
    condition: &CompiledCondition<B>,
    known: Known,
) -> bool {
    let of = |condition: &CompiledCondition<B>| holds(rules, position, player, condition, known);
    match condition {
        CompiledCondition::Count(filters, is, number) => {
            let enough = *number as usize + 1;
            is.holds(count(rules, position, &filters[player as usize], enough), *number as usize)
        }
        CompiledCondition::InCheck => {
            known.checked.unwrap_or_else(|| rules.tables().in_check(position, player))
        }
        CompiledCondition::NoOtherMove => known.stuck,
        CompiledCondition::Not(condition) => !of(condition),
        CompiledCondition::Every(conditions) => conditions.iter().all(of),
        CompiledCondition::AnyOf(conditions) => conditions.iter().any(of),
        CompiledCondition::Plain(condition) => rules.holds(condition, position, player, known),
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
