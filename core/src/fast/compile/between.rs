//! Computes the squares between attackers and targets.

use crate::base::Bitboard;
use crate::fast::tables::{AttackTable, Between, Compiled, TANGLED, UNSET, place};
use rustc_hash::FxBuildHasher;
use std::collections::HashMap;

/// The maximum number of layers of the table. More layers are not worth their memory.
const MAX_LAYERS: usize = 12;

impl<B: Bitboard> Between<B> {
    /// Adds the entries of one attack table to a layer in which their places are free. Returns the start of the
    /// layer.
    fn add(&mut self, entries: &[(usize, B)], known: &mut HashMap<B, u16, FxBuildHasher>) -> usize {
        let mut number = |mask: B| {
            // If the numbers run out, the pair counts as tangled, which is slower but still correct.
            let next = u16::try_from(self.sets.len()).ok().filter(|_| mask != Compiled::<B>::TANGLED);
            let Some(next) = next else { return TANGLED };
            *known.entry(mask).or_insert_with(|| {
                self.sets.push(mask);
                next
            })
        };
        let numbers: Vec<(usize, u16)> =
            entries.iter().map(|(place, mask)| (*place, number(*mask))).collect();
        let length = B::BITS * B::BITS;
        let fits = |layer: &[u16]| {
            numbers.iter().all(|(place, number)| layer[*place] == *number || layer[*place] == UNSET)
        };
        // The first layer without other values in these places holds the entries. Layers share places that are equal.
        let layer = self.places.chunks(length).take(MAX_LAYERS).position(fits);
        let layer = layer.unwrap_or_else(|| (self.places.len() / length).min(MAX_LAYERS)) * length;
        if layer == self.places.len() {
            self.places.resize(layer + length, UNSET);
        }
        // The layer after the last stays unset, so all its pairs count as tangled.
        if layer < MAX_LAYERS * length {
            numbers.into_iter().for_each(|(place, number)| self.places[layer + place] = number);
        }
        layer
    }
}

impl<B: Bitboard> Compiled<B> {
    /// Computes the squares from which each class could attack a royal or a square to which a royal can go, also on the
    /// path of a castling.
    pub(super) fn add_near(&mut self) {
        let count = self.classes.len();
        for side in 0..2 {
            let mut near = vec![B::EMPTY; self.variant.board.span() * count];
            for king in self.cells.iter() {
                let royals = self.classes.iter().filter(|class| class.royal);
                let attack_tables = royals.flat_map(|class| class.tables(1 - side));
                let around = attack_tables
                    .fold(B::bit(king), |set, table| set | self.attack_tables[table].targets_from(king));
                let castlings = self.variant.castlings.iter().filter(|own| own.king.0 == king);
                let path = around | castlings.flat_map(|own| own.safe.iter().copied()).collect();
                for square in path.iter() {
                    for class in 0..count {
                        near[king.index() * count + class] |=
                            self.attackers[side][square.index() * count + class];
                    }
                }
            }
            self.near[side] = near;
        }
    }

    pub(super) fn add_between(&mut self) {
        let mut known: HashMap<B, u16, FxBuildHasher> = HashMap::default();
        let mut layers: Vec<Option<usize>> = vec![None; self.attack_tables.len()];
        let mut between = Between { places: Vec::new(), sets: vec![Self::TANGLED; 2] };
        for number in 0..self.classes.len() {
            for side in 0..2 {
                let table = self.classes[number].attacks[side];
                let layer = layers[table]
                    .unwrap_or_else(|| between.add(&self.entries(&self.attack_tables[table]), &mut known));
                layers[table] = Some(layer);
                self.classes[number].layer[side] = layer;
            }
        }
        self.between = between;
    }

    /// Returns, for each attack of a table, the squares between attacker and target, which must be empty.
    fn entries(&self, attacks: &AttackTable<B>) -> Vec<(usize, B)> {
        let mut entries = Vec::new();
        for from in self.cells.iter() {
            let row = attacks.row(from);
            for to in attacks.captures_from(from).iter() {
                let leap = row.capture.has(to).then_some(B::EMPTY);
                let lines = attacks.lines(row).iter().filter(|line| line.capture.has(to));
                let jumps = attacks.jumps(row).iter().filter(|line| line.capture.has(to));
                let gates = attacks.gates(row).iter().filter(|gate| gate.capture.has(to));
                let paths_to = lines
                    .map(|line| line.between(to))
                    .chain(jumps.map(|_| Self::TANGLED))
                    .chain(gates.map(|gate| if gate.is_line() { gate.empty } else { Self::TANGLED }));
                // Two paths to one target make the squares between them ambiguous.
                let mask =
                    leap.into_iter().chain(paths_to).reduce(|_, _| Self::TANGLED).unwrap_or(Self::TANGLED);
                entries.push((place::<B>(to, from), mask));
            }
        }
        entries
    }
}
