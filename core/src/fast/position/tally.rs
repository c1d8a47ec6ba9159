//! Counts packed moves with the rights of the mover, and evaluates conditions that depend on nothing but rights.

use super::board::Position;
use super::packed::Flag;
use crate::base::{Bitboard, Color};
use crate::fast::tables::{Compiled, Tally};
use crate::rules::{Amount, Condition, Fact};

impl<B: Bitboard> Position<B> {
    /// Counts the move. Returns the former numbers of uses of the rights of the mover that it counts.
    #[inline(never)]
    pub(super) fn tally(&mut self, game: &Compiled<B>, flag: Flag) -> [u8; Tally::MAX] {
        let mut before = [0; Tally::MAX];
        let is_own = match flag {
            Flag::Go | Flag::EnPassant | Flag::Become | Flag::Promote | Flag::DoubleCapture => true,
            Flag::Castle | Flag::Exchange | Flag::Drop | Flag::Pass => false,
        };
        // The conditions of all rules about an arrival precede the effects of the first one.
        let mut applies = [false; Tally::MAX];
        for (tally, applies) in game.rights.tallies.iter().zip(&mut applies) {
            let is_open = || tally.needs.is_none_or(|right| self.stock[right][self.turn as usize] > 0);
            let counts = |when| self.holds_by_rights(when, self.turn);
            *applies = is_own && is_open() && tally.when.as_ref().is_none_or(counts);
        }
        for ((tally, before), applies) in game.rights.tallies.iter().zip(&mut before).zip(applies) {
            let uses = self.stock[tally.right][self.turn as usize];
            *before = uses;
            if applies {
                self.set_stock(game, tally.right, self.turn, tally.after(uses));
            }
        }
        before
    }

    /// Restores the numbers of uses that [`Position::tally`] returned, for the side to move.
    pub(super) fn untally(&mut self, game: &Compiled<B>, before: [u8; Tally::MAX]) {
        // Two tallies can count one right, so the last change is undone first.
        for (tally, before) in game.rights.tallies.iter().zip(before).rev() {
            self.stock[tally.right][self.turn as usize] = before;
        }
    }

    /// Returns true if a right that is a clock runs.
    pub fn has_running_clock(&self, game: &Compiled<B>) -> bool {
        game.rights.clocks.iter().any(|clock| self.stock[*clock] != [0; 2])
    }

    /// Returns true if a condition that depends on nothing but rights holds for a player.
    fn holds_by_rights(&self, condition: &Condition, player: Color) -> bool {
        let uses = |right: usize, enemy: bool| {
            u32::from(self.stock[right][if enemy { player.other() } else { player } as usize])
        };
        let amount = |amount: &Amount| match amount {
            Amount::Number(number) => *number,
            Amount::Uses { right, enemy } => uses(*right, *enemy),
            Amount::Total(_) => 0,
        };
        condition.eval(&|fact: &Fact| {
            if let Fact::UsedUp { right, enemy } = fact {
                return uses(*right, *enemy) == 0;
            }
            let Fact::Totals { one, is, other } = fact else { return false };
            is.holds(amount(one) as usize, amount(other) as usize)
        })
    }
}
