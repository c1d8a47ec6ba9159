//! Conditions and the endings a position shows by itself.

use super::Counter;
use super::attacks::in_check;
use super::generate::{replies, unended};
use super::proof::{Budget, traps, victims};
use crate::base::{Bitboard, Color, Outcome, PieceTypeId, Square};
use crate::fast::compile::{Compiled, Filter, Showing, Shown, Test};
use crate::fast::position::Position;

/// What is known beside the position.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Known {
    /// Whether the side to move is in check, if that has been found out.
    pub checked: Option<bool>,
    /// Whether it is known to have no other legal move.
    pub stuck: bool,
    /// The piece just placed.
    pub acted: Option<Square>,
}

/// How the game has ended, the first rule that applies.
pub fn outcome<B: Bitboard>(game: &Compiled<B>, position: &Position<B>) -> Option<Outcome> {
    if let Some(outcome) = &position.ended {
        return Some((**outcome).clone());
    }
    let budget = Budget::new();
    let mut counter = Counter::default();
    unended(game, &mut position.clone(), &mut counter, &budget);
    let stuck = counter.0 == 0;
    let checked = stuck && in_check(game, position, position.turn);
    let applies = |ending: &&Shown<B>| match ending.when {
        Showing::Checkmate => checked,
        Showing::Stalemate => stuck && !checked,
        _ => shows(game, position, &ending.when, &budget),
    };
    game.endings.iter().find(applies).map(|ending| ending.outcome(position.turn))
}

/// Whether the game has ended.
#[inline(always)]
pub(super) fn is_finished<B: Bitboard>(game: &Compiled<B>, position: &Position<B>, budget: &Budget) -> bool {
    if position.ended.is_some() {
        return true;
    }
    let pieces = if game.endings_by_pieces { position.occupied().count() } else { 0 };
    game.endings.iter().any(|ending| pieces <= ending.most && shows(game, position, &ending.when, budget))
}

#[inline(always)]
fn shows<B: Bitboard>(
    game: &Compiled<B>,
    position: &Position<B>,
    when: &Showing<B>,
    budget: &Budget,
) -> bool {
    match when {
        Showing::Quiet(plies) => position.halfmove >= *plies,
        Showing::Checkmate | Showing::Stalemate => false,
        Showing::When(test) => holds(game, position, test, position.turn, Known::default(), budget),
    }
}

/// Whether a condition holds for `player`.
pub(super) fn holds<B: Bitboard>(
    game: &Compiled<B>,
    position: &Position<B>,
    test: &Test<B>,
    player: Color,
    known: Known,
    budget: &Budget,
) -> bool {
    let of = |test: &Test<B>| holds(game, position, test, player, known, budget);
    match test {
        Test::InCheck => known.checked.unwrap_or_else(|| in_check(game, position, player)),
        Test::NoOtherMove => known.stuck,
        Test::Count(filters, is, number) => {
            let enough = number.saturating_add(1);
            is.holds(count(game, position, &filters[player as usize], enough) as usize, *number as usize)
        }
        Test::Empty(zones) => !zones[player as usize].meets(position.occupied()),
        Test::Material(pairs, most) => {
            position.occupied().count() <= *most && pairs.iter().any(|pair| is_material(position, pair))
        }
        Test::OneShade(codes, even) => {
            let pieces = position.occupied().iter().filter(|s| codes.contains(&position.code(*s)));
            let pieces = pieces.fold(B::EMPTY, |set, s| set | B::bit(s));
            !pieces.meets(*even) || (pieces & !*even).is_empty()
        }
        Test::Forks(number, pieces) => known
            .acted
            .is_some_and(|by| victims(game, position, by, pieces, player).len() >= *number as usize),
        Test::Traps(pieces, proof) => known.acted.is_some_and(|by| {
            let victims = victims(game, position, by, pieces, player);
            victims.into_iter().any(|x| traps(game, position, by, x, *proof, budget))
        }),
        Test::CanReach(test) => {
            let moves = replies(game, position, budget);
            let reaches = |after: &Position<B>| holds(game, after, test, player, Known::default(), budget);
            moves.iter().any(|reply| reaches(&reply.after(game, position)))
        }
        Test::Not(test) => !of(test),
        Test::Every(tests) => tests.iter().all(of),
        Test::AnyOf(tests) => tests.iter().any(of),
    }
}

/// How many pieces a filter matches, counted up to `enough`.
#[inline]
fn count<B: Bitboard>(game: &Compiled<B>, position: &Position<B>, filter: &Filter<B>, enough: u32) -> u32 {
    let candidates = candidates(position, filter);
    if candidates.is_empty() {
        return 0;
    }
    select(game, position, filter, candidates).take(enough as usize).count() as u32
}

/// Squares that hold every piece the filter matches, and perhaps others.
#[inline(always)]
pub(super) fn candidates<B: Bitboard>(position: &Position<B>, filter: &Filter<B>) -> B {
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
    filter: &'a Filter<B>,
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
