//! From where a square could be attacked, and what must be empty in between.

use super::Compiled;
use super::attack_table::AttackTable;
use crate::base::{Bitboard, Square};

/// The most tables of squares between; more are not worth their memory.
const MAX_LAYERS: usize = 12;

impl<B: Bitboard> Compiled<B> {
    /// From where each class could attack a royal or a square it goes to.
    pub(super) fn add_near(&mut self) {
        let count = self.classes.len();
        for side in 0..2 {
            let mut near = vec![B::EMPTY; B::BITS * count];
            for king in self.cells.iter() {
                let royals = self.classes.iter().filter(|class| class.royal);
                let attack_tables = royals.flat_map(|class| class.tables(1 - side));
                let around = attack_tables
                    .fold(B::bit(king), |set, table| set | self.attack_tables[table].targets_from(king));
                for square in around.iter() {
                    for class in 0..count {
                        near[king.index() * count + class] |=
                            self.attackers[side][square.index() * count + class];
                    }
                }
            }
            self.near[side] = near;
        }
    }

    /// For each class, from where its pieces of a side could ever attack `square`.
    #[inline(always)]
    pub(crate) fn attackers_to(&self, side: usize, square: Square) -> &[B] {
        let count = self.classes.len();
        &self.attackers[side][square.index() * count..][..count]
    }

    /// For each class, from where its pieces of a side could ever attack `square` or one next to it.
    #[inline(always)]
    pub(crate) fn attackers_near(&self, side: usize, square: Square) -> &[B] {
        let count = self.classes.len();
        &self.near[side][square.index() * count..][..count]
    }

    pub(super) fn add_between(&mut self) {
        // No line passes over a cell that lies on no board, so nothing else looks like what has not been set.
        let unset = B::ALL ^ B::bit(Square(0));
        for number in 0..self.classes.len() {
            for side in 0..2 {
                let entries = self.entries(&self.attack_tables[self.classes[number].attacks[side]]);
                let fits = |layer: &Vec<B>| {
                    entries.iter().all(|(place, mask)| layer[*place] == *mask || layer[*place] == unset)
                };
                let layer = self.between.iter().position(fits).unwrap_or_else(|| {
                    if self.between.len() <= MAX_LAYERS {
                        let full = self.between.len() == MAX_LAYERS;
                        let fill = if full { Self::TANGLED } else { unset };
                        self.between.push(vec![fill; B::BITS * B::BITS]);
                    }
                    self.between.len() - 1
                });
                for (place, mask) in entries.into_iter().filter(|_| layer < MAX_LAYERS) {
                    self.between[layer][place] = mask;
                }
                self.classes[number].layer[side] = layer;
            }
        }
    }

    /// What must be empty between two squares, for each attack of one way of moving.
    fn entries(&self, attacks: &AttackTable<B>) -> Vec<(usize, B)> {
        let mut entries = Vec::new();
        for from in self.cells.iter() {
            let row = attacks.row(from);
            for to in attacks.captures_from(from).iter() {
                let lines = attacks.lines(row).iter().filter(|line| line.capture.has(to));
                let gates = attacks.gates(row).iter().filter(|gate| gate.capture.has(to));
                let leap = row.capture.has(to).then_some(B::EMPTY);
                let ways = lines.map(|line| line.between(to)).chain(
                    gates.map(|gate| if gate.hurdles.is_empty() { gate.empty } else { Self::TANGLED }),
                );
                let mask = leap.into_iter().chain(ways).reduce(|_, _| Self::TANGLED).unwrap_or(Self::TANGLED);
                entries.push((to.index() * B::BITS + from.index(), mask));
            }
        }
        entries
    }
}
