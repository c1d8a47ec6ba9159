//! Computes the pieces that attack a square, and decides whether a side is in check.
//!
//! [`Compiled::in_check`] and [`Compiled::is_safe`] are the entry points. They test each royal with
//! [`Compiled::is_royal_attacked`]. For each class, the tables give the squares from which it could attack. A piece
//! on one of them attacks if the squares between are empty. The slow path tests tangled paths and untabled pieces.

use crate::base::{Bitboard, Color, Square};
use crate::fast::position::Position;
use crate::fast::tables::{Class, Compiled};
use crate::rules::Binding;
use crate::rules::Threat;
use crate::rules::interpreter::{Interpreter, Purpose};

impl<B: Bitboard> Compiled<B> {
    /// Returns all squares near `king` that the pieces of `side` attack. The square of the king counts as empty, so a
    /// square behind the king on a line of attack counts as attacked.
    #[inline(never)]
    pub(super) fn danger(&self, position: &Position<B>, side: Color, king: Square) -> B {
        let side = side as usize;
        let occupied = position.occupied() ^ B::bit(king);
        let mut danger = B::EMPTY;
        for (number, (around, pieces)) in
            self.attackers_near(side, king).iter().zip(position.present()).enumerate()
        {
            let near = *pieces & position.colors[side] & *around;
            if !near.is_empty() {
                danger |= self.attacks(position, &self.classes[number], side, (near, occupied));
            }
        }
        danger
    }

    /// Returns the squares that a piece of a class on `from` attacks.
    #[inline(always)]
    pub(super) fn reaches(
        &self,
        position: &Position<B>,
        class: &Class<B>,
        side: usize,
        from: Square,
        occupied: B,
    ) -> B {
        self.reach(position, &self.attack_tables[class.attacks[side]], from, occupied).1
    }

    /// Returns the squares that some pieces of one class attack.
    #[inline(always)]
    fn attacks(
        &self,
        position: &Position<B>,
        class: &Class<B>,
        side: usize,
        (pieces, occupied): (B, B),
    ) -> B {
        if let Some(shifts) = &class.attack_shifts[side] {
            let capture = shifts.capture.iter();
            return capture.fold(B::EMPTY, |set, stab| set | (pieces & stab.from).shifted(stab.by));
        }
        let table = &self.attack_tables[class.attacks[side]];
        // Nothing blocks a leap, so the rows of the table are the answer.
        if table.leaper {
            return pieces.iter().fold(B::EMPTY, |set, from| set | table.row(from).capture);
        }
        pieces.iter().fold(B::EMPTY, |set, from| set | self.reach(position, table, from, occupied).1)
    }

    /// Returns true if a tabled piece of `side` on one of the `occupied` squares attacks `square`.
    pub(super) fn is_attacked(
        &self,
        position: &Position<B>,
        side: Color,
        square: Square,
        occupied: B,
    ) -> bool {
        let side = side as usize;
        // A piece on the square itself is excluded, because a royal that moves there captures it.
        let enemies = position.colors[side] & occupied & !B::bit(square);
        let (present, aims) = (position.present(), self.attackers_to(side, square));
        (0..present.len().min(aims.len())).any(|number| {
            let pieces = present[number] & enemies & aims[number];
            !pieces.is_empty() && self.any_strikes(position, (number, side), (pieces, square), occupied)
        })
    }

    /// Returns true if one of some pieces of a class attacks a square, given the `occupied` squares.
    #[inline(never)]
    fn any_strikes(
        &self,
        position: &Position<B>,
        (number, side): (usize, usize),
        (pieces, square): (B, Square),
        occupied: B,
    ) -> bool {
        let class = (&self.classes[number], side);
        pieces.iter().any(|from| self.strikes(position, class, (from, square), occupied))
    }

    /// Returns true if a piece of a class and a side attacks one square from another, given the `occupied` squares.
    #[inline(always)]
    pub(super) fn strikes(
        &self,
        position: &Position<B>,
        (class, side): (&Class<B>, usize),
        (from, square): (Square, Square),
        occupied: B,
    ) -> bool {
        // A tangled pair of squares has several paths or a hurdle, so the whole reach of the piece decides.
        let path = self.path(class.layer[side], square, from);
        match path == Self::TANGLED {
            true => self.reaches(position, class, side, from, occupied).has(square),
            false => !path.meets(occupied),
        }
    }

    /// Returns the tabled pieces of both sides that attack `square`, given the `occupied` squares.
    pub fn attackers_among(&self, position: &Position<B>, square: Square, occupied: B) -> B {
        let mut found = B::EMPTY;
        for side in [0, 1] {
            let able = position.colors[side] & occupied & !B::bit(square);
            let aims = self.attackers_to(side, square);
            for ((class, pieces), aim) in self.classes.iter().zip(position.present()).zip(aims) {
                for from in (*pieces & able & *aim).iter() {
                    let strikes = self.strikes(position, (class, side), (from, square), occupied);
                    found |= if strikes { B::bit(from) } else { B::EMPTY };
                }
            }
        }
        found
    }

    /// Returns true if the royal on `square` is attacked for the purpose of check. `leads` is true if it leads its
    /// side.
    pub fn is_royal_attacked(
        &self,
        rules: &Interpreter<'_, Position<B>>,
        position: &Position<B>,
        square: Square,
        leads: bool,
    ) -> bool {
        let code = position.code(square);
        let enemy = code.color().other();
        let untabled = position.untabled(enemy);
        // The tests are ordered by cost: a mask, the tables, the untabled pieces, and last the pieces that shield
        // royals.
        !self.info(code).unattackable[usize::from(leads)].has(square)
            && (self.is_attacked(position, enemy, square, position.occupied())
                || (!untabled.is_empty() && self.is_attacked_by_untabled(rules, position, untabled, square)))
            && (!self.is_shielded() || rules.can_be_affected(position, square, Threat::Attack).is_ok())
    }

    /// Returns true if one of the `untabled` pieces attacks the royal on `square`.
    #[inline(never)]
    fn is_attacked_by_untabled(
        &self,
        rules: &Interpreter<'_, Position<B>>,
        position: &Position<B>,
        untabled: B,
        square: Square,
    ) -> bool {
        let attacks = |from: Square| {
            let info = self.info(position.code(from));
            // Most squares are out of reach, and this mask avoids following the automaton.
            if info.strikes.get(from.index()).is_some_and(|strikes| !strikes.has(square)) {
                return false;
            }
            let mut walks = rules.walks(position, from, Purpose::Attack);
            walks.any(|(_, walk)| walk.captures.contains(&square))
        };
        rules.is_faced(position, square) || untabled.iter().any(attacks)
    }

    /// Returns true if `color` is in check, according to the royals that check binds.
    pub fn in_check(
        &self,
        rules: &Interpreter<'_, Position<B>>,
        position: &Position<B>,
        color: Color,
    ) -> bool {
        let royals = position.royals & position.colors[color as usize];
        if self.variant.royalty.mutual && (position.royals & !royals).is_empty() {
            return false;
        }
        let leaders = || position.leaders(self, color);
        let checked = |leaders: B| {
            move |square: Square| self.is_royal_attacked(rules, position, square, leaders.has(square))
        };
        match self.binds {
            Binding::Never => false,
            Binding::Always => royals.iter().any(checked(leaders())),
            Binding::OneRoyal => {
                !royals.is_empty()
                    && !royals.is_many()
                    && self.is_royal_attacked(rules, position, royals.first(), true)
            }
            Binding::Leader => leaders().iter().any(checked(leaders())),
            Binding::AllRoyals => !royals.is_empty() && royals.iter().all(checked(leaders())),
        }
    }

    /// Returns the side to move, and true if it must have a royal after its move.
    #[inline]
    pub fn must_keep(&self, rules: &Interpreter<'_, Position<B>>, position: &Position<B>) -> (Color, bool) {
        let color = position.turn;
        let has_royal =
            || position.royals.meets(position.colors[color as usize]) || rules.holds_royal(position, color);
        (color, self.binds == Binding::OneRoyal || self.variant.keeps_royal && has_royal())
    }

    /// Returns true if `color` may end its move in this position: it is not in check, and it keeps a royal if it
    /// must, as [`Compiled::must_keep`] found before the move.
    pub fn is_safe(
        &self,
        rules: &Interpreter<'_, Position<B>>,
        position: &Position<B>,
        (color, must_keep): (Color, bool),
    ) -> bool {
        let royals = position.royals & position.colors[color as usize];
        // A royal in hand can return, so a side that holds one has not lost its last royal.
        let lost_last = must_keep && royals.is_empty() && !rules.holds_royal(position, color);
        !lost_last && !self.in_check(rules, position, color)
    }
}
