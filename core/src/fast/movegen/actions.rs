//! Generates the moves of actions.

use super::endings::{candidates, holds};
use super::generator::Generator;
use super::sink::Sink;
use crate::base::{Bitboard, Square};
use crate::fast::position::{Flag, PackedMove, Position};
use crate::fast::tables::{CompiledAct, CompiledAction, CompiledFilter};
use crate::rules::Binding;
use crate::rules::interpreter::{ConditionFacts, Interpreter, World};

/// Returns true if the condition of an action holds.
#[inline(always)]
pub(super) fn applies<B: Bitboard>(
    (rules, position): (&Interpreter<'_, Position<B>>, &Position<B>),
    number: usize,
    action: &CompiledAction<B>,
    known: ConditionFacts,
) -> bool {
    let counts = || rules.counts(rules.tables().variant.actions[number].when.as_ref());
    action.when.as_ref().is_none_or(|when| counts() && holds(rules, position, position.turn, when, known))
}

/// Returns true if an action may be available. Some actions must be tried to know for certain.
#[inline(always)]
fn is_open<B: Bitboard>(
    (rules, position): (&Interpreter<'_, Position<B>>, &Position<B>),
    number: usize,
    action: &CompiledAction<B>,
    known: ConditionFacts,
) -> bool {
    let (turn, own) = (position.turn, position.colors[position.turn as usize]);
    let right = rules.tables().variant.actions[number].right;
    let has_pieces =
        |pieces: &[CompiledFilter<B>; 2]| candidates(position, &pieces[turn as usize]).meets(own);
    right.is_none_or(|right| position.right(right, turn) > 0)
        && applies((rules, position), number, action, known)
        && action.pieces.as_ref().is_none_or(has_pieces)
}

/// Returns true if the side to move may have a duty, an action that it must perform before anything else.
pub fn may_be_due<B: Bitboard>(rules: &Interpreter<'_, Position<B>>, position: &Position<B>) -> bool {
    let game = rules.tables();
    let [must, if_can] = game.duties;
    let if_can = if_can & position.state.actions;
    (0..game.actions.len()).filter(|number| (must | if_can) >> number & 1 == 1).any(|number| {
        let (at, action) = ((rules, position), &game.actions[number]);
        match must >> number & 1 {
            1 => applies(at, number, action, ConditionFacts::default()),
            _ => is_open(at, number, action, ConditionFacts::default()),
        }
    })
}

impl<B: Bitboard, S: Sink<B>> Generator<'_, B, S> {
    /// Adds the moves of actions. Each bit of `actions` stands for one action.
    #[inline(never)]
    pub(super) fn actions(&mut self, mut actions: u64, known: ConditionFacts) {
        while actions != 0 {
            let number = actions.trailing_zeros() as usize;
            // This clears the lowest bit.
            actions &= actions - 1;
            let action = &self.game.actions[number];
            if !is_open((self.rules, self.position), number, action, known) {
                continue;
            }
            match &action.act {
                CompiledAct::Drop(drop) => self.drops(number, drop, known.checked),
                CompiledAct::Exchange => self.exchanges(number),
                CompiledAct::Pass { unsafely } => {
                    let nowhere = Square(0);
                    let pass = PackedMove::new(nowhere, nowhere, Flag::Pass, number as u8);
                    if *unsafely || self.is_safe_after(pass) {
                        self.sink.packed(pass);
                    }
                }
                CompiledAct::Plain => {
                    self.slow_path.extend(self.rules.action_successors(self.position, number))
                }
            }
        }
    }

    /// Adds the exchanges of two own pieces.
    fn exchanges(&mut self, number: usize) {
        let enemy = self.position.turn.other();
        let royals = self.position.royals & self.position.colors[self.position.turn as usize];
        // After an exchange, untabled pieces and hurdle moves can attack other squares, although the same squares are
        // occupied.
        let is_plain = self.position.untabled(enemy).is_empty()
            && !self.game.has_type_blockers()
            && !royals.is_many()
            && self.game.binds != Binding::Never
            && !self.game.is_shielded();
        for (from, to) in self.rules.exchanges(self.position, number) {
            let mv = PackedMove::new(from, to, Flag::Exchange, number as u8);
            if !(is_plain && royals.has(from)) {
                // After a request to stop, one legal move is enough.
                if self.rules.is_halted() && !self.is_empty() {
                    return;
                }
                self.try_move(mv);
                continue;
            }
            // An exchange leaves the set of occupied squares as it is, so no line opens or closes. The only royal is
            // safe if its new square is.
            let (occupied, code) = (self.position.occupied(), self.position.code(from));
            let is_immune = self.game.info(code).unattackable[1].has(to);
            if is_immune || !self.game.is_attacked(self.position, enemy, to, occupied) {
                self.sink.packed(mv);
            }
        }
    }
}
