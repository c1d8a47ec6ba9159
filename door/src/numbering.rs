//! Numbers for all possible moves of a game, which are the same in every position.
//!
//! [`Numbers`] is built once for each game. A number combines three parts: the origin square or the dropped piece, the
//! target square with the choice, and the follow-up of the move. The numbers form consecutive ranges: ordinary moves
//! first, then castlings, placements, exchanges, drops, and the pass. The whole sequence is repeated for each follow-up.

use ferz_core::base::{Board, Choice, Color, Move, PieceTypeId, Square, Then, Verb, sort_by_key};
use ferz_core::rules::{Act, Action, Arrival, Automaton, Consequence, Effect, Following, Target, Variant};
use rustc_hash::FxHashMap;

/// The numbers of all possible moves of a game.
///
/// A number encodes the origin square (or the dropped piece), the target square with the choice, and the follow-up.
#[derive(Debug)]
pub(super) struct Numbers {
    /// The index of each possible pair of a target square and a choice.
    ends: FxHashMap<(Square, Option<Choice>), usize>,
    /// The first number of each range after the ordinary moves: castlings, placements, exchanges, drops, and the pass.
    begin: [usize; 5],
    /// The pieces that can be dropped.
    drops: Vec<PieceTypeId>,
    /// The index of each possible follow-up of a move.
    following: FxHashMap<(Option<PieceTypeId>, Square), usize>,
    /// The number of moves without a follow-up.
    plain: usize,
}

impl Numbers {
    /// Numbers the moves of a game. Returns `None` if two moves can differ only by what they capture along their
    /// paths, or if there are too many numbers.
    pub(super) fn new(variant: &Variant) -> Option<Numbers> {
        let automata = variant.piece_types.iter().flat_map(|piece_type| &piece_type.moves);
        if automata.map(|moves| &moves.automaton).any(captures_on_the_way) {
            return None;
        }
        let board = &variant.board;
        let ends = ends(variant);
        let squares = board.squares().count();
        let dropped = variant.actions.iter().filter_map(|action| action.act.effects().from_hand);
        let mut drops: Vec<PieceTypeId> = dropped.flatten().copied().collect();
        drops.sort();
        drops.dedup();
        let has = |wanted: fn(&Act) -> bool| variant.actions.iter().any(|action| wanted(&action.act));
        let places = has(|act| matches!(act, Act::Place { .. } | Act::Replace { .. }));
        let exchanges = has(|act| matches!(act, Act::Exchange { .. }));
        let whole = squares * ends.len();
        let sizes = [
            whole,
            variant.castlings.len(),
            if places { whole } else { 0 },
            if exchanges { whole } else { 0 },
            drops.len() * ends.len(),
        ];
        let mut begin = sizes;
        let mut sum = 0;
        for (begin, size) in begin.iter_mut().zip(sizes) {
            sum += size;
            *begin = sum;
        }
        let following = following(variant);
        let numbers = Numbers { ends, begin, drops, following, plain: sum + 1 };
        (numbers.total() <= u32::MAX as usize).then_some(numbers)
    }

    /// Returns the count of all numbers.
    pub(super) fn total(&self) -> usize {
        self.plain * (1 + self.following.len())
    }

    /// Returns the number of a move, or `None` if it has more than one follow-up.
    pub(super) fn number(&self, variant: &Variant, mv: &Move) -> Option<u32> {
        let place = |square: Option<Square>| Some(usize::from(variant.board.order(square?)));
        let end = || self.ends.get(&(mv.to?, mv.choice)).copied();
        let from = |begin: usize| Some(begin + place(mv.from)? * self.ends.len() + end()?);
        let [castles, places, exchanges, drops, pass] = self.begin;
        let plain = match mv.verb {
            Verb::Go => from(0)?,
            Verb::Castle => {
                let castlings = &variant.castlings;
                castles
                    + castlings
                        .iter()
                        .position(|one| (Some(one.king.0), Some(one.king.1)) == (mv.from, mv.to))?
            }
            Verb::Place => from(places)?,
            Verb::Exchange => from(exchanges)?,
            Verb::Drop(piece_type) => {
                drops + self.drops.iter().position(|one| *one == piece_type)? * self.ends.len() + end()?
            }
            Verb::Pass => pass,
        };
        let then = match mv.then.as_slice() {
            [] => 0,
            [Then::Put(square)] => 1 + self.following.get(&(None, *square))?,
            [Then::Drop { piece_type, square, .. }] => {
                1 + self.following.get(&(Some(*piece_type), *square))?
            }
            _ => return None,
        };
        u32::try_from(then * self.plain + plain).ok()
    }
}

/// Returns true if a piece can capture before its move ends. In that case, the squares of a move do not determine its
/// captures.
fn captures_on_the_way(automaton: &Automaton) -> bool {
    let goes_on =
        |state: u16| automaton.states.get(usize::from(state)).is_some_and(|one| !one.edges.is_empty());
    let mut edges = automaton.states.iter().flat_map(|state| &state.edges);
    edges.any(|edge| {
        let takes = matches!(edge.effect, Effect::Capture | Effect::EnPassant) && goes_on(edge.to);
        takes || edge.unload || edge.effect == Effect::Induce
    })
}

/// Numbers the possible pairs of a target square and a choice, in the order of the board.
fn ends(variant: &Variant) -> FxHashMap<(Square, Option<Choice>), usize> {
    let board = &variant.board;
    let mut all: Vec<(Square, Option<Choice>)> = board.squares().map(|square| (square, None)).collect();
    for arrival in variant.piece_types.iter().flat_map(|piece_type| &piece_type.arrivals) {
        for square in arrived(board, arrival) {
            let choices = arrival.then.iter().flat_map(|then| choices(board, then));
            all.extend(choices.map(|choice| (square, Some(choice))));
        }
    }
    for action in &variant.actions {
        for square in targets(variant, action) {
            let becomes = action.act.effects().becomes.iter();
            all.extend(becomes.map(|piece_type| (square, Some(Choice::Become(*piece_type)))));
        }
    }
    sort_by_key(&mut all, |(square, choice)| (board.order(*square), *choice));
    all.dedup();
    all.into_iter().zip(0..).collect()
}

/// Returns the squares on which an arrival rule applies to a piece.
fn arrived(board: &Board, arrival: &Arrival) -> Vec<Square> {
    let anywhere = arrival.leaving || arrival.by_itself;
    let is_in = |square: &Square| Color::ALL.iter().any(|color| arrival.zone.holds(*square, *color));
    board.squares().filter(|square| anywhere || is_in(square)).collect()
}

/// Returns the possible target squares of an action.
fn targets(variant: &Variant, action: &Action) -> Vec<Square> {
    let to = action.act.effects().to;
    let is_target = |square: &Square| match to.as_deref() {
        Some(target @ (Target::Zone(_) | Target::HomeOf(_))) => {
            Color::ALL.iter().any(|color| target.squares(variant, *color).contains(*square))
        }
        None => true,
    };
    variant.board.squares().filter(is_target).collect()
}

/// Returns the choices that a consequence can offer.
fn choices(board: &Board, then: &Consequence) -> Vec<Choice> {
    let becomes = then.becomes().iter().map(|piece_type| Choice::Become(*piece_type));
    let partners = then.exchanges().into_iter().flat_map(|_| board.squares().map(Choice::Exchange));
    let single = then.ends().map(Choice::End).or_else(|| then.offer().map(Choice::Accept));
    becomes.chain(partners).chain(single).collect()
}

/// Numbers the possible follow-ups of a move.
fn following(variant: &Variant) -> FxHashMap<(Option<PieceTypeId>, Square), usize> {
    let mut all = Vec::new();
    for rule in &variant.follow_ups {
        if let Following::Advance(_) = rule.act {
            all.extend(variant.board.squares().map(|square| (None, square)));
        }
        let zones = Color::ALL.map(|color| rule.brings(color));
        for (piece_types, squares) in zones {
            for square in variant.board.squares().filter(|square| squares.contains(*square)) {
                match rule.act {
                    Following::Put { .. } => all.push((None, square)),
                    Following::Drop(_) | Following::Leave(_) => {
                        all.extend(piece_types.iter().map(|one| (Some(*one), square)));
                    }
                    Following::Advance(_) => {}
                }
            }
        }
    }
    sort_by_key(&mut all, |(piece_type, square)| (*piece_type, variant.board.order(*square)));
    all.dedup();
    all.into_iter().zip(0..).collect()
}
