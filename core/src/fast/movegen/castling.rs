//! Generates castling moves. Castlings with side effects are left to the interpreter.

use super::generator::Generator;
use super::sink::Sink;
use crate::base::{Bitboard, CastlingSet};
use crate::fast::position::{Flag, PackedMove, Position};
use crate::fast::tables::Shield;
use crate::rules::Binding;
use crate::rules::interpreter::{Successor, World};

impl<B: Bitboard, S: Sink<B>> Generator<'_, B, S> {
    /// Adds the castling moves. Only one of several castlings with the same squares of the king is added.
    #[inline(never)]
    pub(super) fn castle(&mut self, checked: Option<bool>) {
        // An automatic effect or a follow-up can change the result, so the interpreter carries out such castlings.
        let has_effects = self.game.variant.has_automatic_effects && !Self::ignores_triggers(self.game);
        if has_effects || !self.position.leaving(self.game).is_empty() {
            return self.castle_step_by_step();
        }
        let game = self.game;
        let occupied = self.position.occupied();
        let royals = self.position.royals & self.position.colors[self.position.turn as usize];
        let is_bound =
            game.binds != Binding::Never && (!game.variant.royalty.mutual || self.position.royals != royals);
        // True if the side to move has one king that check binds, and that king is not in check.
        let unchecked = checked == Some(false) && !royals.is_many() && is_bound;
        let mut made: CastlingSet = 0;
        let mut left = self.position.state.castling;
        while left != 0 {
            let number = left.trailing_zeros() as usize;
            left &= left - 1;
            let castling = &game.castlings[number];
            if castling.color != self.position.turn
                || castling.twins & made != 0
                || castling.empty.meets(occupied)
                || game.castling_bound
                    && self.rules.may_castle_to(self.position, &game.variant.castlings[number]).is_err()
            {
                continue;
            }
            let (from, to) = castling.ends;
            let is_king = unchecked && royals.has(from);
            // A king that is not in check is safe on its origin.
            let safe = if is_king { castling.safe & !B::bit(from) } else { castling.safe };
            if !self.are_safe_steps(number, safe) {
                continue;
            }
            let mv = PackedMove::new(from, to, Flag::Castle, number as u8);
            // A sheltered castling cannot open a line to the king, so it needs no further test.
            if is_king && castling.sheltered {
                self.sink.packed(mv);
                made |= 1 << number;
            } else if self.try_move(mv) {
                made |= 1 << number;
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn castle_step_by_step(&mut self) {
        let (game, position) = (self.game, &*self.position);
        let numbers = 0..game.variant.castlings.len();
        let all = numbers.flat_map(|n| self.rules.castle(position, n).unwrap_or_default());
        // If an effect puts the partner back, a castling has the result of a step, and only the step is a move.
        let is_step = |next: &Successor<Position<B>>| {
            let own = next.mv.from.map(|from| self.rules.successors_from(position, from));
            let is_same = |own: &Successor<Position<B>>| {
                own.mv.squares() == next.mv.squares() && own.after.is_same(&next.after)
            };
            own.is_some_and(|own| own.iter().any(is_same))
        };
        let all = all.filter(|next| game.is_safe(&next.after, position.turn) && !is_step(next));
        self.slow_path.extend(all);
    }

    /// Returns true if the castling piece is not attacked on any of these squares of its path. On the last square,
    /// the partner has already moved.
    fn are_safe_steps(&mut self, number: usize, squares: B) -> bool {
        let (game, position) = (self.game, &*self.position);
        let castling = &game.variant.castlings[number];
        let (from, to) = castling.king;
        let code = position.code(from);
        let (info, enemy) = (game.info(code), code.color().other());
        let others = position.royals & !B::bit(from);
        let is_shielded = match game.shield {
            Shield::None => false,
            Shield::Royals => game.around(others).meets(squares) || others.has(castling.partner.0),
            Shield::Near | Shield::More => true,
        };
        // The tables hold only attacks by tabled pieces on royals. In all other cases, each step is tested on a
        // copy.
        if !info.royal || is_shielded || !position.untabled(enemy).is_empty() {
            return squares.iter().all(|square| self.rules.is_safe_step(position, castling, square));
        }
        let leads = position.leaders(game, code.color()).has(from);
        let vulnerable = squares & !info.unattackable[usize::from(leads)];
        // The king has left its origin, so an attack can pass through it.
        let danger = match self.danger {
            Some((king, danger)) if king == from => danger,
            _ => game.danger(position, enemy, from),
        };
        self.danger = Some((from, danger));
        let last = if from == to { B::EMPTY } else { B::bit(to) };
        if danger.meets(vulnerable & !last) {
            return false;
        }
        // On the last square, the partner can shield the king, and may have opened a line by leaving its square.
        let (leaves, comes) = castling.partner;
        let occupied = position.occupied() & !B::bit(from);
        let at_last = occupied & !B::bit(leaves) | B::bit(comes) | B::bit(to);
        let is_open = game.castlings[number].sheltered && !danger.has(to);
        !vulnerable.has(to) || is_open || !game.is_attacked(position, enemy, to, at_last)
    }
}
