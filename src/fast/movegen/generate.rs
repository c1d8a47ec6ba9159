//! The legal moves of a position, stage by stage: what must be done, the pieces' own moves, other actions.

use super::endings::is_finished;
use super::pieces;
use super::sink::{List, Sink};
use super::special::{self, Offer};
use crate::base::Bitboard;
use crate::fast::compile::Compiled;
use crate::fast::position::Position;
use crate::rules::interpreter::{Interpreter, Known, Successor};

/// All legal moves, in no order.
pub(crate) fn legal<B: Bitboard>(game: &Compiled<B>, position: &mut Position<B>) -> List<B> {
    let mut list = List::default();
    generate(game, position, &mut list);
    list
}

/// Gives every legal move to `sink`, which must be new; none in a finished game.
#[inline]
pub(crate) fn generate<B: Bitboard, S: Sink<B>>(
    game: &Compiled<B>,
    position: &mut Position<B>,
    sink: &mut S,
) {
    let rules = game.rules();
    if !is_finished(&rules, position) {
        unended(&rules, position, sink);
    }
}

/// The legal moves, whether or not the game has ended.
#[inline(never)]
pub(super) fn unended<B: Bitboard, S: Sink<B>>(
    rules: &Interpreter<'_, Position<B>>,
    position: &mut Position<B>,
    sink: &mut S,
) {
    let game = rules.tables();
    if game.duties != [0; 2] && duties(rules, position, sink) {
        return;
    }
    let mut rare = Vec::new();
    let known = pieces::generate(rules, position, sink, &mut rare);
    let alone = sink.count() == 0 && rare.is_empty();
    choices(rules, position, Choices { known, alone }, sink, &mut rare);
    if !rare.is_empty() {
        hand_over(rare, sink);
    }
}

/// The legal moves, whether or not the game has ended, for the interpreter: those that cost little to find come first.
pub(crate) fn successors<'s, B: Bitboard>(
    rules: &'s Interpreter<'_, Position<B>>,
    position: &'s Position<B>,
) -> impl Iterator<Item = Successor<Position<B>>> + 's {
    let game = rules.tables();
    let mut before = position.clone();
    let (mut list, mut rare, mut known) = (List::default(), Vec::new(), Known::default());
    let bound = game.duties != [0; 2] && duties(rules, &mut before, &mut list);
    if !bound {
        known = pieces::generate(rules, &mut before, &mut list, &mut rare);
        hand_over(rare, &mut list);
    }
    let alone = list.count() == 0;
    let others = move || {
        let (mut list, mut rare) = (List::default(), Vec::new());
        if !bound {
            choices(rules, &mut before, Choices { known, alone }, &mut list, &mut rare);
            hand_over(rare, &mut list);
        }
        list.successors(game, position)
    };
    list.successors(game, position).chain(std::iter::once_with(others).flatten())
}

/// What is known before actions are chosen.
struct Choices {
    known: Known,
    /// Whether the pieces have no moves of their own.
    alone: bool,
}

/// The actions that may be chosen: first those that are open in any case, then those for want of another move.
#[inline(always)]
fn choices<B: Bitboard, S: Sink<B>>(
    rules: &Interpreter<'_, Position<B>>,
    position: &mut Position<B>,
    Choices { mut known, alone }: Choices,
    sink: &mut S,
    rare: &mut Vec<Successor<Position<B>>>,
) {
    let game = rules.tables();
    let actions = position.actions & !game.duties[0] & !game.duties[1];
    if actions == 0 {
        return;
    }
    special::add(rules, position, Offer { actions, known }, sink, rare);
    if alone && sink.count() == 0 && rare.is_empty() {
        known.stuck = true;
        special::add(rules, position, Offer { actions, known }, sink, rare);
    }
}

/// Gives moves that were carried out to a sink, one of those that look alike.
fn hand_over<B: Bitboard, S: Sink<B>>(mut rare: Vec<Successor<Position<B>>>, sink: &mut S) {
    rare.sort_by(|a, b| a.mv.cmp(&b.mv));
    rare.dedup_by(|a, b| a.mv == b.mv);
    rare.into_iter().for_each(|next| sink.successor(next));
}

/// What must be done before anything else; whether there is anything that must.
#[inline(never)]
fn duties<B: Bitboard, S: Sink<B>>(
    rules: &Interpreter<'_, Position<B>>,
    position: &mut Position<B>,
    sink: &mut S,
) -> bool {
    let game = rules.tables();
    let [must, if_can] = game.duties;
    let known = Known::default();
    let mut actions = game.actions.iter().enumerate().filter(|(number, _)| must >> number & 1 == 1);
    let bound = actions.any(|(_, action)| special::applies(rules, position, action, known));
    let actions = position.actions & if bound { must } else { if_can };
    let mut rare = Vec::new();
    if actions != 0 {
        special::add(rules, position, Offer { actions, known }, sink, &mut rare);
    }
    hand_over(rare, sink);
    bound || sink.count() > 0
}
