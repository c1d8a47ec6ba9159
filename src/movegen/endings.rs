//! Conditions and the endings a position shows by itself.

use super::attacks::in_check;
use super::generate::unended;
use super::{Counter, Rare};
use crate::board::{Bitboard, Color, KindId, Outcome};
use crate::compile::{Compare, Compiled, Filter, Showing, Test};
use crate::position::Position;

/// What is known beside the position.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Known {
    /// Whether the side to move is in check, if that has been found out.
    pub checked: Option<bool>,
    /// Whether it is known to have no other legal move.
    pub stuck: bool,
}

/// How the game has ended, the first rule that applies.
pub fn outcome<B: Bitboard>(game: &Compiled<B>, position: &mut Position<B>) -> Result<Option<Outcome>, Rare> {
    if let Some(outcome) = &position.ended {
        return Ok(Some((**outcome).clone()));
    }
    let mut counter = Counter::default();
    unended(game, position, &mut counter)?;
    let stuck = counter.0 == 0;
    let checked = stuck && in_check(game, position, position.turn);
    for ending in &game.endings {
        let applies = match ending.when {
            Showing::Checkmate => checked,
            Showing::Stalemate => stuck && !checked,
            _ => shows(game, position, &ending.when)?,
        };
        if applies {
            return Ok(Some(ending.outcome(position.turn)));
        }
    }
    Ok(None)
}

/// Whether the game has ended.
#[inline(always)]
pub(super) fn is_finished<B: Bitboard>(game: &Compiled<B>, position: &Position<B>) -> Result<bool, Rare> {
    if position.ended.is_some() {
        return Ok(true);
    }
    let men = if game.endings_by_men { position.occupied().count() } else { 0 };
    for ending in &game.endings {
        if men <= ending.most && shows(game, position, &ending.when)? {
            return Ok(true);
        }
    }
    Ok(false)
}

#[inline(always)]
fn shows<B: Bitboard>(game: &Compiled<B>, position: &Position<B>, when: &Showing<B>) -> Result<bool, Rare> {
    match when {
        Showing::Quiet(plies) => Ok(position.halfmove >= *plies),
        Showing::Checkmate | Showing::Stalemate => Ok(false),
        Showing::When(test) => holds(game, position, test, Known::default()),
    }
}

/// Whether a condition holds for the side to move.
pub(super) fn holds<B: Bitboard>(
    game: &Compiled<B>,
    position: &Position<B>,
    test: &Test<B>,
    known: Known,
) -> Result<bool, Rare> {
    let of = |test: &Test<B>| holds(game, position, test, known);
    Ok(match test {
        Test::InCheck => known.checked.unwrap_or_else(|| in_check(game, position, position.turn)),
        Test::NoOtherMove => known.stuck,
        Test::Count(filters, is, number) => {
            let enough = number.saturating_add(1);
            is_so(*is, count(game, position, &filters[position.turn as usize], enough), *number)
        }
        Test::Empty(zones) => !zones[position.turn as usize].meets(position.occupied()),
        Test::Material(pairs, most) => {
            position.occupied().count() <= *most && pairs.iter().any(|pair| is_material(position, pair))
        }
        Test::OneShade(codes, even) => {
            let men = position.occupied().iter().filter(|s| codes.contains(&position.code(*s)));
            let men = men.fold(B::EMPTY, |set, s| set | B::bit(s));
            !men.meets(*even) || (men & !*even).is_empty()
        }
        Test::Not(test) => !of(test)?,
        Test::Every(tests) => {
            for test in tests {
                if !of(test)? {
                    return Ok(false);
                }
            }
            true
        }
        Test::AnyOf(tests) => {
            for test in tests {
                if of(test)? {
                    return Ok(true);
                }
            }
            false
        }
        Test::Rare => return Err(Rare),
    })
}

fn is_so(is: Compare, count: u32, number: u32) -> bool {
    is.holds(count as usize, number as usize)
}

/// How many men a filter matches, counted up to `enough`.
#[inline]
fn count<B: Bitboard>(game: &Compiled<B>, position: &Position<B>, filter: &Filter<B>, enough: u32) -> u32 {
    let candidates = candidates(position, filter);
    if candidates.is_empty() {
        return 0;
    }
    select(game, position, filter, candidates).take(enough as usize).count() as u32
}

/// Squares that hold every man the filter matches, and perhaps others.
#[inline(always)]
pub(super) fn candidates<B: Bitboard>(position: &Position<B>, filter: &Filter<B>) -> B {
    let side = |side: usize| {
        let men = position.colors[side] & filter.any[side];
        match &filter.classes[side] {
            Some(classes) if !men.is_empty() => {
                classes.iter().fold(B::EMPTY, |set, class| set | (position.classes[*class] & men))
            }
            _ => men,
        }
    };
    side(0) | side(1)
}

/// The squares among `candidates` whose men a filter matches.
pub(super) fn select<'a, B: Bitboard>(
    game: &'a Compiled<B>,
    position: &'a Position<B>,
    filter: &'a Filter<B>,
    candidates: B,
) -> impl Iterator<Item = u8> + 'a {
    let leaders = match filter.asks_leaders {
        true => position.leaders(game, Color::White) | position.leaders(game, Color::Black),
        false => B::EMPTY,
    };
    candidates
        .iter()
        .filter(move |square| filter.matches(position.code(*square), *square, leaders.has(*square)))
}

fn is_material<B: Bitboard>(position: &Position<B>, pair: &[Vec<KindId>; 2]) -> bool {
    let men = |color: Color| {
        let squares = position.colors[color as usize].iter();
        let mut kinds: Vec<KindId> = squares.map(|s| position.code(s).kind()).collect();
        kinds.sort();
        kinds
    };
    let (white, black) = (men(Color::White), men(Color::Black));
    let [one, other] = pair;
    (white == *one && black == *other) || (white == *other && black == *one)
}
