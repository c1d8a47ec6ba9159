//! From where a square could be attacked, and what must be empty in between.

use super::Compiled;
use super::attack_table::AttackTable;
use crate::base::{Bitboard, Square};

/// The most tables of squares between; more are not worth their memory.
const MAX_LAYERS: usize = 12;

impl<B: Bitboard> Compiled<B> {
    /// From where each class could attack a royal or a square it goes to.
    pub(super) fn add_near(&mut self) {
        let royals: Vec<[[usize; 2]; 2]> = self.classes.iter().filter(|c| c.royal).map(|c| c.moves).collect();
        let count = self.classes.len();
        for side in 0..2 {
            let mut near = vec![B::EMPTY; B::BITS * count];
            for king in self.cells.iter() {
                let attack_tables = royals.iter().flat_map(|moves| moves[1 - side]);
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
        for number in 0..self.classes.len() {
            for side in 0..2 {
                let attacks = &self.attack_tables[self.classes[number].attacks[side]];
                let entries = self.entries(attacks);
                let fits = |layer: &Vec<B>| {
                    entries
                        .iter()
                        .all(|(place, mask)| layer[*place] == *mask || layer[*place] == Self::unset())
                };
                let known = self.between.iter().take(MAX_LAYERS).position(fits);
                let layer = known.unwrap_or_else(|| match self.between.len() {
                    0..MAX_LAYERS => {
                        self.between.push(vec![Self::unset(); B::BITS * B::BITS]);
                        self.between.len() - 1
                    }
                    MAX_LAYERS => {
                        self.between.push(vec![Self::TANGLED; B::BITS * B::BITS]);
                        MAX_LAYERS
                    }
                    _ => MAX_LAYERS,
                });
                for (place, mask) in entries.into_iter().filter(|_| layer < MAX_LAYERS) {
                    self.between[layer][place] = mask;
                }
                self.classes[number].layer[side] = layer;
            }
        }
    }

    /// Marks what has not been set; no line passes over a cell that lies on no board, so nothing else looks like it.
    fn unset() -> B {
        B::ALL ^ B::bit(Square(0))
    }

    /// What must be empty between two squares, for each attack of one way of moving.
    fn entries(&self, attacks: &AttackTable<B>) -> Vec<(usize, B)> {
        let mut entries = Vec::new();
        for from in self.cells.iter() {
            let row = attacks.row(from);
            for to in attacks.captures_from(from).iter() {
                let mut masks: Vec<B> = Vec::new();
                if row.capture.has(to) {
                    masks.push(B::EMPTY);
                }
                for line in attacks.lines(row).iter().filter(|line| line.capture.has(to)) {
                    masks.push(line.between(to));
                }
                let tangled = attacks.gates(row).iter().any(|gate| gate.capture.has(to));
                let least = masks.iter().copied().find(|mask| masks.iter().all(|m| (*mask & !*m).is_empty()));
                let mask = match least {
                    Some(mask) if !tangled || mask.is_empty() => mask,
                    _ => Self::TANGLED,
                };
                entries.push((to.index() * B::BITS + from.index(), mask));
            }
        }
        entries
    }
}
