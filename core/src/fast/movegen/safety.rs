//! Selects the method that prevents moves from endangering royals.
//!
//! [`Compiled::safety`] decides whether pins and checks suffice. Otherwise, moves are verified: [`SafetySquares`]
//! holds the squares on which the safety of the royals depends, and only a move that changes one of them must be made
//! and tested. The same squares show which moves of the other side give check.

use super::sink::{Batch, BatchOrigin};
use crate::base::{Bitboard, Color, PieceTypeId, Square};
use crate::fast::position::{Flag, PackedMove, Position};
use crate::fast::tables::{Compiled, Shield, UNTABLED};
use crate::rules::Binding;
use crate::rules::interpreter::Interpreter;

/// The method that ensures the safety of royals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Safety<B> {
    /// No royal needs to be safe, so every move is legal.
    Free,
    /// Pins and checks of these royals decide. None of them may be attacked.
    Bound(B),
    /// Every move that changes one of the [`SafetySquares`] is verified.
    Verified,
}

/// The squares on which the safety of royals depends.
pub(super) struct SafetySquares<B> {
    pub squares: B,
    /// True if the royals are safe in the current position.
    pub is_safe: bool,
}

impl<B: Bitboard> Compiled<B> {
    /// Returns the method that finds the moves of `color` that leave its royals safe.
    #[inline(always)]
    pub(super) fn safety(&self, position: &Position<B>, color: Color) -> Safety<B> {
        let royals = position.royals & position.colors[color as usize];
        let bound = match self.binds {
            // The first arm is that of most games.
            Binding::Always if !royals.is_empty() => royals,
            Binding::Never => return Safety::Free,
            Binding::OneRoyal if royals.is_many() => return Safety::Free,
            Binding::Always | Binding::Leader | Binding::AllRoyals if royals.is_empty() => {
                return Safety::Free;
            }
            // Only attacks on all royals at once are illegal, which no mask expresses, so moves are verified.
            Binding::AllRoyals if royals.is_many() => B::EMPTY,
            Binding::Leader => position.leaders(self, color),
            Binding::Always | Binding::OneRoyal | Binding::AllRoyals => royals,
        };
        if self.is_shielded() {
            return self.safety_of_shielded(position, color, bound);
        }
        // The masks do not include the attacks of untabled pieces, nor the capture of an own royal.
        let verified =
            bound.is_empty() || self.variant.keeps_royal || !position.untabled(color.other()).is_empty();
        if verified { Safety::Verified } else { Safety::Bound(bound) }
    }

    /// Returns the method for a game in which other pieces can shield a royal from check. While no royal is shielded,
    /// only moves of royals can change that.
    #[inline(never)]
    fn safety_of_shielded(&self, position: &Position<B>, color: Color, bound: B) -> Safety<B> {
        let enemies = position.royals & position.colors[color.other() as usize];
        let mutual = self.variant.royalty.mutual;
        if mutual && enemies.is_empty() {
            // The side may nevertheless have to keep its last royal.
            let keeps = self.binds == Binding::OneRoyal || self.variant.keeps_royal;
            return if keeps { Safety::Verified } else { Safety::Free };
        }
        let is_shielded = |king: Square| (self.beside[king.index()] & position.royals).meets(!B::bit(king));
        // The capture of the last enemy royal lifts the duty to keep the own royals safe.
        let is_taken = |king: Square| self.is_attacked(position, color, king, position.occupied());
        let verified = bound.is_empty()
            || self.variant.keeps_royal
            || self.shield != Shield::Royals
            || !position.untabled(color.other()).is_empty()
            || (position.royals & position.colors[color as usize]).iter().any(is_shielded)
            || mutual && enemies.iter().any(is_taken);
        if verified { Safety::Verified } else { Safety::Bound(bound) }
    }

    /// Returns the royals that are not immune to attack on their squares.
    #[inline(always)]
    pub(super) fn attackable(&self, position: &Position<B>, royals: B) -> B {
        if self.unattackable { self.attackable_among(position, royals) } else { royals }
    }

    #[inline(never)]
    fn attackable_among(&self, position: &Position<B>, royals: B) -> B {
        let leaders = position.leaders(self, position.code(royals.first()).color());
        let all = royals.iter().filter(|king| {
            let leads = usize::from(leaders.has(*king));
            !self.info(position.code(*king)).unattackable[leads].has(*king)
        });
        all.collect()
    }

    /// Collects the squares on which the safety of the royals of `color` depends.
    pub(super) fn safety_squares(
        &self,
        rules: &Interpreter<'_, Position<B>>,
        position: &Position<B>,
        color: Color,
    ) -> SafetySquares<B> {
        let royals = position.royals & position.colors[color as usize];
        let enemy = color.other();
        let mut squares = royals;
        if self.is_shielded() {
            if self.shield == Shield::More {
                return SafetySquares { squares: B::ALL, is_safe: false };
            }
            let near = royals.iter().filter(|_| self.shield != Shield::Royals);
            squares = near.fold(position.royals, |set, king| set | self.beside[king.index()]);
        }
        for king in royals.iter() {
            squares |= self.aimed_over(position, enemy, king);
            // Any piece that leaves the file can open it between two royals.
            if self.variant.royalty.facing {
                squares |= self.files[king.index()];
            }
        }
        // A side without a royal may move only if it captures one that comes to its hand.
        if royals.is_empty() && self.binds == Binding::OneRoyal && self.variant.holds_captures() {
            squares |= position.colors[enemy as usize];
        }
        for from in position.untabled(enemy).iter() {
            let info = self.info(position.code(from));
            // A near-sighted piece whose paths can never reach a royal cannot give check.
            if info.is_near_sighted && !info.strikes[from.index()].meets(royals) {
                continue;
            }
            // The record of a piece takes long, so it is left out after a request to stop.
            if !info.is_near_sighted || rules.asks_to_halt() {
                return SafetySquares { squares: B::ALL, is_safe: false };
            }
            squares |= B::bit(from) | B::of(rules.looked_at(position, from));
        }
        SafetySquares {
            squares,
            is_safe: self.is_safe(rules, position, (color, self.binds == Binding::OneRoyal)),
        }
    }

    /// Returns the squares between a royal and the tabled pieces of `side` that aim at it. Paths with two or more
    /// blockers are left out, because one move cannot open them.
    fn aimed_over(&self, position: &Position<B>, side: Color, king: Square) -> B {
        let (side, occupied) = (side as usize, position.occupied());
        let mut squares = B::EMPTY;
        for (number, (aim, pieces)) in
            self.attackers_to(side, king).iter().zip(position.present()).enumerate()
        {
            let class = &self.classes[number];
            for from in (*pieces & position.colors[side] & *aim).iter() {
                let path = self.path(class.layer[side], king, from);
                if path == Self::TANGLED {
                    squares |= B::bit(from) | self.attack_tables[class.attacks[side]].referenced(from, king);
                } else if !(path & occupied).is_many() {
                    squares |= B::bit(from) | path;
                }
            }
        }
        squares
    }
}

impl<B: Bitboard> SafetySquares<B> {
    /// Returns the safety squares of a side whose royals need not be safe.
    pub(super) fn none() -> SafetySquares<B> {
        SafetySquares { squares: B::EMPTY, is_safe: true }
    }

    /// Returns true if a move leaves the royals safe, or `None` if masks cannot decide.
    #[inline(always)]
    pub(super) fn answer(&self, game: &Compiled<B>, position: &Position<B>, mv: PackedMove) -> Option<bool> {
        // A piece that becomes royal must itself be safe, but its square is not among the squares.
        let common = || !game.info(game.code_of(position.turn, PieceTypeId(u16::from(mv.arg)))).royal;
        let alone = match mv.flag {
            Flag::Go => true,
            Flag::Become | Flag::Promote => common(),
            Flag::EnPassant
            | Flag::Castle
            | Flag::Exchange
            | Flag::Drop
            | Flag::Pass
            | Flag::DoubleCapture => false,
        };
        let touched = self.squares.has(mv.from) || self.squares.has(mv.to);
        (alone && !touched).then_some(self.is_safe)
    }

    /// Returns the targets of moves that change one of the squares.
    #[inline(always)]
    pub(super) fn touched(&self, origin: BatchOrigin) -> B {
        self.squares | origin.ahead(self.squares)
    }

    /// Returns the targets of a batch of the other side whose moves give check, and the targets whose moves must be
    /// verified.
    pub(super) fn checks_by(&self, game: &Compiled<B>, position: &Position<B>, batch: Batch<B>) -> (B, B) {
        let from = batch.origin.of::<B>(batch.targets.first());
        let number = usize::from(game.info(position.code(from)).class);
        if !self.is_safe || number == UNTABLED {
            return (B::EMPTY, B::ALL);
        }
        let (side, enemy) = (position.turn as usize, position.turn.other() as usize);
        let layer = game.classes[number].layer[side];
        let touched = self.touched(batch.origin);
        let (mut sure, mut unsure) = (B::EMPTY, touched);
        for king in (position.royals & position.colors[enemy]).iter() {
            let unattackable = game.info(position.code(king)).unattackable;
            // In all other games, an attack on a single royal is not always check.
            let decidable = game.binds == Binding::Always
                && !game.is_shielded()
                && !(unattackable[0] | unattackable[1]).has(king);
            for to in (game.attackers_to(side, king)[number] & batch.targets & !touched).iter() {
                let path = game.path(layer, king, to);
                // The moving piece has left its origin, which can open the path from its target.
                let occupied = position.occupied() & !B::bit(batch.origin.of::<B>(to));
                match path == Compiled::<B>::TANGLED || !decidable {
                    true => unsure |= B::bit(to),
                    false if !path.meets(occupied) => sure |= B::bit(to),
                    false => {}
                }
            }
        }
        (sure, unsure)
    }
}
