//! The classes of a game: how each moves and attacks, and from where.

use super::class::{Class, Profile};
use super::shifts::Shifts;
use super::{Code, Compiled};
use crate::base::{Bitboard, Color, PieceTypeId};
use crate::rules::Threat;

/// From how many pieces at the start on a class is moved all at once.
const CROWD: usize = 4;

impl<B: Bitboard> Compiled<B> {
    pub(super) fn add_classes(&mut self, profiles: &[Profile<B>], class_of: &[usize]) {
        let count = profiles.len();
        self.attackers = [(); 2].map(|()| vec![B::EMPTY; B::BITS * count]);
        for (number, profile) in profiles.iter().enumerate() {
            let mut class = Class {
                royal: profile.royal,
                moves: profile.moves,
                attacks: profile.attacks,
                immune: profile.immune,
                ..Class::default()
            };
            for color in Color::ALL {
                let side = color as usize;
                self.add_arrivals(&mut class, color, class_of, number);
                let setup = self.variant.setup.iter();
                let started = setup.filter(|(_, piece)| {
                    piece.color == color && class_of[piece.piece_type.index()] == number
                });
                let moves = &self.attack_tables[profile.moves[side][0]];
                if started.count() >= CROWD && !profile.royal {
                    class.shifts[side] = Shifts::new(moves);
                }
                let attacks = &self.attack_tables[profile.attacks[side]];
                class.leaper[side] = attacks.is_leaper();
                if class.shifts[side].is_some() {
                    class.attack_shifts[side] = Shifts::new(attacks);
                }
                for from in self.cells.iter() {
                    for to in attacks.captures_from(from).iter() {
                        self.attackers[side][to.index() * count + number] |= B::bit(from);
                    }
                }
                if self.cells.iter().any(|from| !moves.row(from).en_passant.is_empty()) {
                    self.passers[side].push(number);
                }
            }
            self.classes.push(class);
        }
        self.add_near();
        self.add_between();
        self.add_immune();
    }

    /// Notes where something happens to pieces of a class, and from where they may get there.
    fn add_arrivals(&self, class: &mut Class<B>, color: Color, class_of: &[usize], number: usize) {
        let side = color as usize;
        for piece_type in (0..class_of.len()).filter(|piece_type| class_of[*piece_type] == number) {
            for arrival in &self.info(Code::new(color, PieceTypeId(piece_type as u16))).arrivals {
                class.arrives_at[side] |= arrival.zone;
                if arrival.leaving {
                    class.arrives_from[side] |= arrival.zone;
                }
            }
        }
        for from in self.cells.iter() {
            let mut tables = class.moves[side].iter().map(|table| &self.attack_tables[*table]);
            if tables.any(|table| table.targets_from(from).meets(class.arrives_at[side])) {
                class.arrives_from[side] |= B::bit(from);
            }
        }
    }

    fn add_immune(&mut self) {
        if !self.variant.immunities.iter().any(|immunity| immunity.to.contains(&Threat::Capture)) {
            return;
        }
        for side in 0..2 {
            let masks = || self.classes.iter().flat_map(|class| class.immune[side]);
            let common = masks().fold(B::ALL, |set, mask| set & mask);
            self.immune[side] = common;
            for (number, class) in self.classes.iter().enumerate() {
                if class.immune[side] != [common; 2] {
                    self.immune_classes[side].push(number);
                }
            }
        }
    }
}
