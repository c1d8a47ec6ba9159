//! Evaluates conditions, and decides whether the position ends the game.
//!
//! [`is_finished`] tests the endings that depend only on the position. [`triggered`] finds the pieces that an
//! automatic trigger affects. Both use [`holds`], which evaluates a compiled condition and passes plain ones to the
//! interpreter.

use crate::base::{Bitboard, Color, Progress};
use crate::fast::position::Position;
use crate::fast::tables::{
    CompiledCondition, CompiledEnding, CompiledFact, CompiledFilter, CompiledTrigger, Precondition,
};
use crate::rules::Fact;
use crate::rules::interpreter::{ConditionFacts, Interpreter};

/// Returns true if the game has ended.
#[inline(always)]
pub fn is_finished<B: Bitboard>(rules: &Interpreter<'_, Position<B>>, position: &Position<B>) -> bool {
    let game = rules.tables();
    position.ended.is_some()
        || u64::from(position.state.halfmove) >= game.quiet
        || position.occupied().count() <= game.ending_most
            && passes(position, &game.ending_needs)
            && any_ending(rules, position)
}

/// Returns true if an ending holds that depends only on the position.
#[inline(never)]
fn any_ending<B: Bitboard>(rules: &Interpreter<'_, Position<B>>, position: &Position<B>) -> bool {
    let mut all = rules.tables().endings.iter();
    all.any(|ending| passes(position, &ending.needs()) && has_ended(rules, position, ending))
}

/// Returns true if a position passes the test for the side to move. The test rules out most conditions without
/// evaluating them.
#[inline(always)]
fn passes<B: Bitboard>(position: &Position<B>, needs: &[Precondition<B>; 2]) -> bool {
    let (player, [white, black]) = (position.turn, position.colors);
    match &needs[player as usize] {
        Precondition::Nothing => true,
        Precondition::Occupied(squares) => white.meets(squares[0]) || black.meets(squares[1]),
        Precondition::Vacant(squares) => !white.meets(squares[0]) && !black.meets(squares[1]),
        Precondition::UsedUp { right, enemy } => is_used_up(position, player, *right, *enemy),
        Precondition::Left { right, enemy } => !is_used_up(position, player, *right, *enemy),
    }
}

/// Returns true if an ending holds.
#[inline(never)]
fn has_ended<B: Bitboard>(
    rules: &Interpreter<'_, Position<B>>,
    position: &Position<B>,
    ending: &CompiledEnding<B>,
) -> bool {
    match ending {
        CompiledEnding::When { when, most, needs: _ } => {
            (*most == u32::MAX || position.occupied().count() <= *most)
                && holds(rules, position, position.turn, when, ConditionFacts::default())
        }
        CompiledEnding::Plain(number) => rules.is_shown(&rules.tables().variant.endings[*number], position),
    }
}

/// Returns true if a player, or the enemy, has used up a right.
#[inline(always)]
fn is_used_up<B: Bitboard>(position: &Position<B>, player: Color, right: usize, enemy: bool) -> bool {
    position.stock[right][if enemy { player.other() } else { player } as usize] == 0
}

/// Returns true if an automatic trigger fires after the last move of a turn. `made` is the progress of the turn
/// before the move.
pub(super) fn any_triggered<B: Bitboard>(
    rules: &Interpreter<'_, Position<B>>,
    position: &Position<B>,
    made: Progress,
) -> bool {
    let known = ConditionFacts { made: Some(made), ..ConditionFacts::default() };
    let mut all = rules.tables().triggers.iter().filter(|own| own.has_numbers(position));
    all.any(|own| !triggered(rules, position, own, known).is_empty())
}

/// Returns the pieces that a trigger affects.
pub fn triggered<B: Bitboard>(
    rules: &Interpreter<'_, Position<B>>,
    position: &Position<B>,
    own: &CompiledTrigger<B>,
    known: ConditionFacts,
) -> B {
    let game = rules.tables();
    let ([common, leading], player) = (own.squares, own.player);
    let mut affected = match &own.pieces {
        None => common | leading,
        Some(pieces) => game.select(rules, position, (pieces, player)) & (common | leading),
    };
    // The leaders are computed only if they make a difference.
    if !affected.is_empty() && common != leading {
        let leaders = position.leaders(game, player);
        affected &= leading & leaders | common & !leaders;
    }
    if affected.is_empty() || own.in_check && !game.in_check(rules, position, player) {
        return B::EMPTY;
    }
    let standing = own.codes.standing(position, affected);
    let is_so = |when| own.unsure || holds(rules, position, player, when, known);
    match standing.is_empty() || own.when.as_ref().is_none_or(is_so) {
        true => standing,
        false => B::EMPTY,
    }
}

/// Returns true if a condition holds for a side.
pub(super) fn holds<B: Bitboard>(
    rules: &Interpreter<'_, Position<B>>,
    position: &Position<B>,
    player: Color,
    condition: &CompiledCondition<B>,
    known: ConditionFacts,
) -> bool {
    condition.eval(&|fact| match fact {
        // Counting stops at one more than the number, which suffices for every comparison.
        CompiledFact::Count(filters, is, number) => {
            let enough = *number as usize + 1;
            is.holds(count(rules, position, &filters[player as usize], enough), *number as usize)
        }
        CompiledFact::InCheck => {
            known.checked.unwrap_or_else(|| rules.tables().in_check(rules, position, player))
        }
        CompiledFact::NoOtherMove => known.stuck,
        // The interpreter would find the same after a detour.
        CompiledFact::Plain(Fact::UsedUp { right, enemy }) => is_used_up(position, player, *right, *enemy),
        CompiledFact::Plain(fact) => rules.is_true(fact, position, player, known),
    })
}

/// Counts the pieces that a filter matches, up to `enough`.
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
    if filter.whole {
        return enough.min(candidates.count() as usize);
    }
    let leaders = match filter.depends_on_leaders {
        true => Color::ALL.map(|color| position.leaders(rules.tables(), color)),
        false => [B::EMPTY; 2],
    };
    let leads = |square| leaders[0].has(square) || leaders[1].has(square);
    let matches = candidates.iter().filter(|s| filter.matches(position.code(*s), *s, leads(*s)));
    matches.take(enough).count()
}

/// Returns all squares with a piece that the filter can match. Some of these pieces may not match.
#[inline(always)]
pub(super) fn candidates<B: Bitboard>(position: &Position<B>, filter: &CompiledFilter<B>) -> B {
    let side = |side: usize| {
        let pieces = position.colors[side] & filter.any[side];
        match &filter.classes[side] {
            // A filter for few classes rules out most pieces by their bitboards.
            Some(classes) if !pieces.is_empty() => {
                classes.iter().fold(B::EMPTY, |set, class| set | (position.classes[*class] & pieces))
            }
            _ => pieces,
        }
    };
    side(0) | side(1)
}
