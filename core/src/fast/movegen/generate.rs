//! Generates the legal moves of a position.
//!
//! [`generate`] is the entry point. Each position goes through the same stages: duties, moves of pieces, and other
//! actions. [`unended`] selects the method: plain games need no further rules, restrictions and follow-ups apply to a
//! complete list, and the interpreter generates all moves of positions that the tables do not cover. The other entry
//! points generate only noisy moves, decide whether there is a move, or generate moves on demand.

use super::actions::applies;
use super::endings::is_finished;
use super::follow_ups::with_follow_ups;
use super::generator::Generator;
use super::restrictions::restricted;
use super::sink::{Counter, MoveList, Sink};
use crate::base::Bitboard;
use crate::fast::position::{PackedMove, Position};
use crate::fast::tables::{Compiled, RestrictionStage};
use crate::rules::interpreter::{ConditionFacts, Interpreter, Successor};

/// Returns all legal moves in no particular order.
pub fn legal<B: Bitboard>(game: &Compiled<B>, position: &mut Position<B>) -> MoveList<B> {
    generate(game, position, MoveList::default())
}

/// Adds every legal move to an empty sink. A finished game has no legal moves.
#[inline]
pub fn generate<B: Bitboard, S: Sink<B>>(game: &Compiled<B>, position: &mut Position<B>, sink: S) -> S {
    let rules = game.rules();
    if is_finished(&rules, position) {
        return sink;
    }
    unended(&rules, position, sink)
}

/// Adds every capture and every change of piece type in an unfinished game, possibly with other moves. Actions are
/// left out. Only one of several moves that differ only in their follow-up is added.
pub fn noisy<B: Bitboard>(
    rules: &Interpreter<'_, Position<B>>,
    position: &mut Position<B>,
    sink: MoveList<B>,
) -> MoveList<B> {
    let game = rules.tables();
    let must_follow = game.behind.as_ref().is_some_and(|behind| !behind.may);
    // A restriction or a duty can exclude a capture, and a mandatory follow-up completes it, so these games need
    // all moves.
    if game.restriction_stage != RestrictionStage::Never
        || game.is_left_to_interpreter(position)
        || game.duties != [0; 2]
        || must_follow
    {
        return unended(rules, position, sink);
    }
    let mut moves = Generator::new(rules, position, sink);
    moves.noisy = true;
    moves.pieces();
    let mut list = moves.finish();
    list.end();
    if game.put.is_some() { with_follow_ups(rules, position, list, MoveList::default(), 1) } else { list }
}

/// Returns the legal moves of the pieces themselves. The game must be plain, and the side to move must not have a
/// duty.
pub(super) fn of_pieces<B: Bitboard>(
    rules: &Interpreter<'_, Position<B>>,
    position: &mut Position<B>,
) -> MoveList<B> {
    let mut moves = Generator::new(rules, position, MoveList::default());
    moves.pieces();
    let mut list = moves.finish();
    list.end();
    list
}

/// Adds the legal moves without testing whether the game has ended.
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
#[cfg_attr(target_arch = "wasm32", inline(never))]
pub fn unended<B: Bitboard, S: Sink<B>>(
    rules: &Interpreter<'_, Position<B>>,
    position: &mut Position<B>,
    sink: S,
) -> S {
    let game = rules.tables();
    let is_left = || game.is_left_to_interpreter(position);
    let mut sink = match game.restriction_stage {
        // One call for both cases can be inlined.
        RestrictionStage::Never | RestrictionStage::Losses
            if game.plain || !is_left() && !has_follow_ups(rules, position) =>
        {
            unrestricted(rules, position, sink)
        }
        _ if is_left() => step_by_step(rules, position, sink),
        RestrictionStage::Throughout => step_by_step(rules, position, sink),
        RestrictionStage::Captures if S::COUNTS && game.has_common_moves(position) => {
            captures_first(rules, position, sink)
        }
        RestrictionStage::Never
        | RestrictionStage::Losses
        | RestrictionStage::Last
        | RestrictionStage::Captures => with_more(rules, position, sink),
    };
    sink.end();
    sink
}

/// Returns true if some move may have a follow-up.
fn has_follow_ups<B: Bitboard>(rules: &Interpreter<'_, Position<B>>, position: &Position<B>) -> bool {
    let game = rules.tables();
    game.put.is_some() || game.behind.is_some() && position.holds_followers(game)
}

#[inline(always)]
fn unrestricted<B: Bitboard, S: Sink<B>>(
    rules: &Interpreter<'_, Position<B>>,
    position: &mut Position<B>,
    sink: S,
) -> S {
    let mut moves = Generator::new(rules, position, sink);
    if !moves.duties() {
        let known = moves.pieces();
        let alone = moves.is_empty();
        moves.choices(known, alone);
    }
    match rules.tables().restriction_stage {
        RestrictionStage::Never | RestrictionStage::Throughout => moves.finish(),
        RestrictionStage::Losses => {
            keep_permitted(rules, moves.position, &mut moves.slow_path);
            moves.finish()
        }
        // Of two moves with the same text, a restriction may forbid only one.
        RestrictionStage::Last | RestrictionStage::Captures => moves.with_repetitions(),
    }
}

/// Removes the moves that a ban forbids.
#[inline(never)]
fn keep_permitted<B: Bitboard>(
    rules: &Interpreter<'_, Position<B>>,
    position: &Position<B>,
    all: &mut Vec<Successor<Position<B>>>,
) {
    if !all.is_empty() {
        let bans = rules.bans(position);
        all.retain(|next| rules.is_permitted(position, next, &bans).is_ok());
    }
}

/// Returns the moves of [`unrestricted`] as a list.
#[inline(never)]
fn listed<B: Bitboard>(rules: &Interpreter<'_, Position<B>>, position: &mut Position<B>) -> MoveList<B> {
    unrestricted(rules, position, MoveList::roomy())
}

/// Adds the legal moves of a game with restrictions or follow-ups.
#[inline(never)]
fn with_more<B: Bitboard, S: Sink<B>>(
    rules: &Interpreter<'_, Position<B>>,
    position: &mut Position<B>,
    mut sink: S,
) -> S {
    let mut list = listed(rules, position);
    let (restriction_stage, has_follow_ups) =
        (rules.tables().restriction_stage, has_follow_ups(rules, position));
    if restriction_stage == RestrictionStage::Never {
        return with_follow_ups(rules, position, list, sink, u32::MAX);
    }
    // Restrictions apply to complete moves, so the follow-ups are added first.
    if has_follow_ups {
        list = with_follow_ups(rules, position, list, MoveList::roomy(), u32::MAX);
    }
    let mut list = restricted(rules, position, list);
    list.carried_out = Successor::distinct(list.carried_out);
    list.give(&mut sink);
    sink
}

/// Adds the captures if there are any, and otherwise all legal moves. The side to move must have only common moves.
#[inline(never)]
fn captures_first<B: Bitboard, S: Sink<B>>(
    rules: &Interpreter<'_, Position<B>>,
    position: &mut Position<B>,
    sink: S,
) -> S {
    let mut moves = Generator::new(rules, &mut *position, sink);
    // Without changes of type, the noisy moves are the captures.
    moves.noisy = true;
    moves.pieces();
    let sink = moves.finish();
    if sink.count() == 0 { unrestricted(rules, position, sink) } else { sink }
}

/// Adds the legal moves that the interpreter finds.
#[cold]
#[inline(never)]
fn step_by_step<B: Bitboard, S: Sink<B>>(
    rules: &Interpreter<'_, Position<B>>,
    position: &mut Position<B>,
    sink: S,
) -> S {
    let mut moves = Generator::new(rules, position, sink);
    moves.slow_path.extend(rules.unended_step_by_step(&*moves.position));
    moves.finish()
}

/// Returns true if rules other than the moves of pieces and actions affect the legal moves.
fn has_more<B: Bitboard>(rules: &Interpreter<'_, Position<B>>, position: &Position<B>) -> bool {
    let game = rules.tables();
    game.restriction_stage != RestrictionStage::Never
        || has_follow_ups(rules, position)
        || game.is_left_to_interpreter(position)
}

/// Returns true if there is a legal move. The function does not test whether the game has ended.
pub fn has_moves<B: Bitboard>(rules: &Interpreter<'_, Position<B>>, position: &mut Position<B>) -> bool {
    if has_more(rules, position) {
        return unended(rules, position, Counter::default()).0 > 0;
    }
    let mut moves = Generator::new(rules, position, Counter::default());
    if !moves.duties() {
        let known = moves.pieces();
        if moves.is_empty() {
            moves.choices(known, true);
        }
    }
    !moves.is_empty()
}

/// Returns the legal moves for the interpreter, without testing whether the game has ended. The `likely` moves come
/// first, and expensive moves last, because the interpreter often needs only one.
pub fn successors<'s, B: Bitboard>(
    rules: &'s Interpreter<'_, Position<B>>,
    position: &'s Position<B>,
    likely: impl Fn(&PackedMove) -> bool,
) -> impl Iterator<Item = Successor<Position<B>>> + 's {
    let game = rules.tables();
    // The generator makes and unmakes moves on its position, but the interpreter lends its position unchanged.
    let mut before = position.clone();
    let (mut list, known) = match has_more(rules, position) {
        true => (unended(rules, &mut before, MoveList::default()), None),
        false => {
            let mut moves = Generator::new(rules, &mut before, MoveList::default());
            let known = if moves.duties() { None } else { Some(moves.pieces()) };
            (moves.finish(), known)
        }
    };
    list.end();
    let alone = list.count() == 0;
    // The interpreter stops at the first suitable reply, so likely moves come first.
    let (first, later): (Vec<_>, Vec<_>) = list.moves.into_iter().partition(likely);
    list.moves = first;
    list.moves.extend(later);
    // Some actions need a proof that examines many replies, so they are generated only if the earlier moves do not
    // suffice.
    let others = move || {
        let mut moves = Generator::new(rules, &mut before, MoveList::default());
        if let Some(known) = known {
            moves.choices(known, alone);
        }
        let mut list = moves.finish();
        list.end();
        list.successors(game, position)
    };
    list.successors(game, position).chain(std::iter::once_with(others).flatten())
}

impl<B: Bitboard, S: Sink<B>> Generator<'_, B, S> {
    /// Adds the duties. Returns true if there are any.
    #[inline(always)]
    fn duties(&mut self) -> bool {
        self.game.duties != [0; 2] && self.due(self.game.duties)
    }

    #[inline(never)]
    fn due(&mut self, [must, if_can]: [u64; 2]) -> bool {
        let mut actions = self.game.actions.iter().enumerate().filter(|(number, _)| must >> number & 1 == 1);
        let bound = actions.any(|(number, action)| {
            applies((self.rules, self.position), number, action, ConditionFacts::default())
        });
        self.actions(
            self.position.state.actions & if bound { must } else { if_can },
            ConditionFacts::default(),
        );
        // A duty that must be done excludes other moves even if it has no legal move itself. A duty that must be
        // done if possible excludes them only if it has one.
        bound || !self.is_empty()
    }

    /// Adds the optional actions. `alone` is true if the pieces have no moves. Actions that require a lack of other
    /// moves are added only if there are none.
    #[inline(always)]
    fn choices(&mut self, mut known: ConditionFacts, alone: bool) {
        let [must, if_can] = self.game.duties;
        let actions = self.position.state.actions & !must & !if_can;
        if actions == 0 {
            return;
        }
        self.actions(actions, known);
        // Actions that require a lack of other moves come last, when it is known that there are none.
        if alone && self.is_empty() {
            known.stuck = true;
            self.actions(actions, known);
        }
    }
}
