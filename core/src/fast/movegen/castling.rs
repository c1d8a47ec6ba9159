//! Generates castling moves. Castlings with side effects are left to the interpreter.

use super::generator::Generator;
use super::sink::Sink;
use crate::base::{Bitboard, CastlingSet, Color, Square, castling_numbers};
use crate::fast::position::{Flag, PackedMove, Position};
use crate::fast::tables::{Compiled, Shield};
use crate::rules::Binding;
use crate::rules::interpreter::{Interpreter, Successor, World};

impl<B: Bitboard, S: Sink<B>> Generator<'_, B, S> {
    /// Returns true if an automatic effect or a follow-up can change the result of a castling. The interpreter carries
    /// out such castlings.
    fn has_castling_effects(&self) -> bool {
        let has_effects = self.game.variant.has_automatic_effects && !Self::ignores_triggers(self.game);
        has_effects || self.game.castling_effects || !self.position.leaving(self.game).is_empty()
    }

    /// Returns true if there may be a castling: the squares of one that must be empty are.
    #[inline(always)]
    pub(super) fn can_castle(&self) -> bool {
        self.game.open_castlings(self.position).next().is_some()
    }

    /// Returns the legal castlings, unless the interpreter must carry them out. Only one of several castlings with the
    /// same squares of the king is included.
    pub(super) fn castlings(&mut self, checked: Option<bool>) -> CastlingSet {
        match self.has_castling_effects() {
            true => 0,
            false => self.game.legal_castlings(self.rules, self.position, (checked, &mut self.danger)),
        }
    }

    /// Adds these castlings, or those that the interpreter carries out.
    #[inline(never)]
    pub(super) fn castle(&mut self, legal: CastlingSet) {
        if self.has_castling_effects() {
            return self.castle_step_by_step();
        }
        for number in castling_numbers(legal) {
            let (from, to) = self.game.castlings[number].ends;
            self.sink.packed(PackedMove::new(from, to, Flag::Castle, number as u8));
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
        let player = game.must_keep(self.rules, position);
        let all = all.filter(|next| game.is_safe(self.rules, &next.after, player) && !is_step(next));
        self.slow_path.extend(all);
    }
}

impl<B: Bitboard> Compiled<B> {
    /// Returns the numbers of the castlings that the side to move has not lost, and whose squares that must be empty are
    /// empty.
    #[inline(always)]
    fn open_castlings<'g>(&'g self, position: &Position<B>) -> impl Iterator<Item = usize> + use<'g, B> {
        let (left, occupied) = (position.state.castling, position.occupied());
        let own = self.castlings_by[position.turn as usize].iter();
        own.filter(move |(number, empty)| !empty.meets(occupied) && left >> number & 1 == 1)
            .map(|(number, _)| *number)
    }

    /// Returns the legal castlings. `known` is a square and the attacked squares near it, once they are known.
    #[inline(never)]
    fn legal_castlings(
        &self,
        rules: &Interpreter<'_, Position<B>>,
        position: &mut Position<B>,
        (checked, known): (Option<bool>, &mut Option<(Square, B)>),
    ) -> CastlingSet {
        let royals = position.royals & position.colors[position.turn as usize];
        let is_bound =
            self.binds != Binding::Never && (!self.variant.royalty.mutual || position.royals != royals);
        // True if the side to move has one king that check binds, and that king is not in check.
        let unchecked = checked == Some(false) && !royals.is_many() && is_bound;
        let enemy = position.turn.other();
        let is_usual = unchecked
            && !(self.unattackable || self.castling_bound || self.is_shielded())
            && position.untabled(enemy).is_empty();
        // In most games, the attacked squares near the king decide. A king that is not in check is safe on its origin.
        let king = royals.iter().next().filter(|_| is_usual);
        let danger = king.map_or(B::ALL, |king| self.danger_near(position, enemy, king, known) & !royals);
        let mut legal: CastlingSet = 0;
        for number in self.open_castlings(position) {
            let castling = &self.castlings[number];
            let is_decided =
                is_usual && castling.sheltered && royals.has(castling.ends.0) && !danger.meets(castling.safe);
            if castling.twins & legal == 0
                && (is_decided || self.is_legal_castling(rules, position, (number, unchecked), known))
            {
                legal |= 1 << number;
            }
        }
        legal
    }

    /// Returns true if a castling is legal. `unchecked` is true if the side to move has one king that check binds, and
    /// that king is not in check.
    #[inline(never)]
    fn is_legal_castling(
        &self,
        rules: &Interpreter<'_, Position<B>>,
        position: &mut Position<B>,
        (number, unchecked): (usize, bool),
        known: &mut Option<(Square, B)>,
    ) -> bool {
        let own = &self.variant.castlings[number];
        let is_open = || rules.is_castling_open(position, own) && rules.may_castle_to(position, own).is_ok();
        if self.castling_bound && !is_open() {
            return false;
        }
        let castling = &self.castlings[number];
        let (from, to) = castling.ends;
        let is_king = unchecked && position.royals.has(from);
        let safe = if is_king { castling.safe & !B::bit(from) } else { castling.safe };
        let mv = PackedMove::new(from, to, Flag::Castle, number as u8);
        // A sheltered castling cannot open a line to the king, so it needs no further test.
        self.are_safe_steps(rules, position, (number, safe), known)
            && (is_king && castling.sheltered || self.is_safe_after(rules, position, mv))
    }

    /// Returns the attacked squares near a royal. `known` holds the last result.
    #[inline(always)]
    fn danger_near(
        &self,
        position: &Position<B>,
        enemy: Color,
        king: Square,
        known: &mut Option<(Square, B)>,
    ) -> B {
        let again = known.filter(|(last, _)| *last == king).map(|(_, danger)| danger);
        let danger = again.unwrap_or_else(|| self.danger(position, enemy, king));
        *known = Some((king, danger));
        danger
    }

    /// Returns true if the castling piece is not attacked on any of these squares of its path. On the last square,
    /// the partner has already moved.
    fn are_safe_steps(
        &self,
        rules: &Interpreter<'_, Position<B>>,
        position: &Position<B>,
        (number, squares): (usize, B),
        near: &mut Option<(Square, B)>,
    ) -> bool {
        let castling = &self.variant.castlings[number];
        let (from, to) = castling.king;
        let code = position.code(from);
        let (info, enemy) = (self.info(code), code.color().other());
        let others = position.royals & !B::bit(from);
        let is_shielded = match self.shield {
            Shield::None => false,
            Shield::Royals => self.around(others).meets(squares) || others.has(castling.partner.0),
            Shield::Near | Shield::More => true,
        };
        // The tables hold only attacks by tabled pieces on royals. In all other cases, each step is tested on a
        // copy.
        if !info.royal || is_shielded || !position.untabled(enemy).is_empty() {
            return squares.iter().all(|square| rules.is_safe_step(position, castling, square));
        }
        let leads = position.leaders(self, code.color()).has(from);
        let vulnerable = squares & !info.unattackable[usize::from(leads)];
        // The king has left its origin, so an attack can pass through it.
        let danger = self.danger_near(position, enemy, from, near);
        let last = if from == to { B::EMPTY } else { B::bit(to) };
        if danger.meets(vulnerable & !last) {
            return false;
        }
        // On the last square, the partner can shield the king, and may have opened a line by leaving its square.
        let (leaves, comes) = castling.partner;
        let occupied = position.occupied() & !B::bit(from);
        let at_last = occupied & !B::bit(leaves) | B::bit(comes) | B::bit(to);
        let is_open = self.castlings[number].sheltered && !danger.has(to);
        !vulnerable.has(to) || is_open || !self.is_attacked(position, enemy, to, at_last)
    }
}
