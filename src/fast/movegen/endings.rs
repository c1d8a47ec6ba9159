//! Conditions and the endings a position shows by itself.

use super::attacks::in_check;
use super::generate::unended;
use super::sink::Counter;
use crate::base::{Bitboard, Color, Outcome, PieceTypeId, Square};
use crate::fast::compile::{Compiled, CompiledCondition, CompiledEnding, CompiledFilter, CompiledTrigger};
use crate::fast::position::Position;
use crate::rules::interpreter::{Interpreter, Known};

/// How the game has ended, the first rule that applies.
pub(crate) fn outcome<B: Bitboard>(game: &Compiled<B>, position: &Position<B>) -> Option<Outcome> {
    if let Some(outcome) = &position.ended {
        return Some((**outcome).clone());
    }
    let rules = game.rules();
    let mut counter = Counter::default();
    unended(&rules, &mut position.clone(), &mut counter);
    let stuck = counter.0 == 0;
    let checked = stuck && in_check(game, position, position.turn);
    let applies = |ending: &&CompiledEnding<B>| match ending.when {
        CompiledTrigger::Checkmate => checked,
        CompiledTrigger::Stalemate => stuck && !checked,
        _ => is_shown(&rules, position, &ending.when),
    };
    let ending = game.endings.iter().find(applies)?;
    Some(game.variant.endings[ending.number].outcome(position.turn))
}

/// Whether the game has ended.
#[inline(always)]
pub(super) fn is_finished<B: Bitboard>(rules: &Interpreter<'_, Position<B>>, position: &Position<B>) -> bool {
    if position.ended.is_some() {
        return true;
    }
    let game = rules.tables();
    let pieces = if game.endings_by_pieces { position.occupied().count() } else { 0 };
    game.endings.iter().any(|ending| pieces <= ending.most && is_shown(rules, position, &ending.when))
}

#[inline(always)]
fn is_shown<B: Bitboard>(
    rules: &Interpreter<'_, Position<B>>,
    position: &Position<B>,
    when: &CompiledTrigger<B>,
) -> bool {
    match when {
        CompiledTrigger::Quiet(plies) => position.halfmove >= *plies,
        CompiledTrigger::Checkmate | CompiledTrigger::Stalemate => false,
        CompiledTrigger::When(condition) => holds(rules, position, condition, Known::default()),
    }
}

/// Whether a condition holds for the side to move.
pub(super) fn holds<B: Bitboard>(
    rules: &Interpreter<'_, Position<B>>,
    position: &Position<B>,
    condition: &CompiledCondition<B>,
    known: Known,
) -> bool {
    let (game, player) = (rules.tables(), position.turn);
    let of = |condition: &CompiledCondition<B>| holds(rules, position, condition, known);
    match condition {
        CompiledCondition::InCheck => known.checked.unwrap_or_else(|| in_check(game, position, player)),
        CompiledCondition::NoOtherMove => known.stuck,
        CompiledCondition::Count(filters, is, number) => {
            let enough = number.saturating_add(1);
            is.holds(count(game, position, &filters[player as usize], enough) as usize, *number as usize)
        }
        CompiledCondition::Empty(zones) => !zones[player as usize].meets(position.occupied()),
        CompiledCondition::Material(pairs, most) => {
            position.occupied().count() <= *most && pairs.iter().any(|pair| is_material(position, pair))
        }
        CompiledCondition::OneShade(codes, even) => {
            let pieces = position.occupied().iter().filter(|square| codes.contains(&position.code(*square)));
            let pieces = pieces.fold(B::EMPTY, |set, square| set | B::bit(square));
            !pieces.meets(*even) || (pieces & !*even).is_empty()
        }
        CompiledCondition::Rare(condition) => rules.holds(condition, position, player, known),
        CompiledCondition::Not(condition) => !of(condition),
        CompiledCondition::Every(conditions) => conditions.iter().all(of),
        CompiledCondition::AnyOf(conditions) => conditions.iter().any(of),
    }
}

/// How many pieces a filter matches, counted up to `enough`.
#[inline]
fn count<B: Bitboard>(
    game: &Compiled<B>,
    position: &Position<B>,
    filter: &CompiledFilter<B>,
    enough: u32,
) -> u32 {
    let candidates = candidates(position, filter);
    if candidates.is_empty() {
        return 0;
    }
    select(game, position, filter, candidates).take(enough as usize).count() as u32
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

/// The squares among `candidates` whose pieces a filter matches.
pub(super) fn select<'a, B: Bitboard>(
    game: &'a Compiled<B>,
    position: &'a Position<B>,
    filter: &'a CompiledFilter<B>,
    candidates: B,
) -> impl Iterator<Item = Square> + 'a {
    let leaders = match filter.asks_leaders {
        true => position.leaders(game, Color::White) | position.leaders(game, Color::Black),
        false => B::EMPTY,
    };
    candidates
        .iter()
        .filter(move |square| filter.matches(position.code(*square), *square, leaders.has(*square)))
}

fn is_material<B: Bitboard>(position: &Position<B>, pair: &[Vec<PieceTypeId>; 2]) -> bool {
    let pieces = |color: Color| {
        let squares = position.colors[color as usize].iter();
        let mut piece_types: Vec<PieceTypeId> = squares.map(|s| position.code(s).piece_type()).collect();
        piece_types.sort();
        piece_types
    };
    let (white, black) = (pieces(Color::White), pieces(Color::Black));
    let [one, other] = pair;
    (white == *one && black == *other) || (white == *other && black == *one)
}
