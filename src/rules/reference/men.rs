//! Which men a filter matches.

use super::Rules;
use crate::base::{Color, Man, Setup, Square, SquareSet};
use crate::rules::{Men, Threat};

impl Rules<'_> {
    /// Whether `men`, spoken of by `player`, matches the `man` on `square`.
    pub(super) fn matches(&self, men: &Men, setup: &Setup, square: Square, man: Man, player: Color) -> bool {
        match men {
            Men::All => true,
            Men::Own => man.color == player,
            Men::Enemy => man.color != player,
            Men::Royal => self.rank(man).is_some(),
            Men::Leader => self.rank(man).is_some() && self.rank(man) == self.highest(setup, man.color),
            Men::Kinds(kinds) => kinds.contains(&man.kind),
            Men::In(zone) => zone.squares.get(man.color).contains(square),
            Men::Not(other) => !self.matches(other, setup, square, man, player),
            Men::Every(all) => all.iter().all(|men| self.matches(men, setup, square, man, player)),
            Men::AnyOf(any) => any.iter().any(|men| self.matches(men, setup, square, man, player)),
        }
    }

    /// The men on the board that a filter matches.
    pub(super) fn select(&self, men: &Men, setup: &Setup, player: Color) -> Vec<(Square, Man)> {
        setup.men().filter(|(square, man)| self.matches(men, setup, *square, *man, player)).collect()
    }

    /// The rank of a royal, 1 the highest; nothing for a common man.
    pub(super) fn rank(&self, man: Man) -> Option<u8> {
        self.variant.kind(man.kind).royal
    }

    fn highest(&self, setup: &Setup, color: Color) -> Option<u8> {
        setup.men().filter(|(_, man)| man.color == color).filter_map(|(_, man)| self.rank(man)).min()
    }

    /// The squares of a side's royals.
    pub(super) fn royals(&self, setup: &Setup, color: Color) -> SquareSet {
        setup
            .men()
            .filter(|(_, man)| man.color == color && self.rank(*man).is_some())
            .map(|(square, _)| square)
            .collect()
    }

    /// The squares of a side's leaders.
    pub(super) fn leaders(&self, setup: &Setup, color: Color) -> SquareSet {
        let highest = self.highest(setup, color);
        self.royals(setup, color)
            .iter()
            .filter(|square| setup.man(*square).and_then(|man| self.rank(man)) == highest)
            .collect()
    }

    /// Whether something cannot be done to the man on `square`.
    pub(super) fn is_immune(&self, setup: &Setup, square: Square, threat: Threat) -> bool {
        setup.man(square).is_some_and(|man| {
            self.variant.immunities.iter().any(|immunity| {
                immunity.to.contains(&threat) && self.matches(&immunity.men, setup, square, man, man.color)
            })
        })
    }

    /// Whether `man` may come to stand on `square` by a move or a rule.
    pub(super) fn is_admitted(&self, setup: &Setup, man: Man, from: Option<Square>, square: Square) -> bool {
        let stays = &self.variant.kind(man.kind).stays;
        if stays.as_ref().is_some_and(|zone| !zone.squares.get(man.color).contains(square)) {
            return false;
        }
        let mut closed = false;
        for admission in &self.variant.admissions {
            if !admission.zone.squares.get(man.color).contains(square) {
                continue;
            }
            // The filter looks at the man where it stands; one from the hand stands nowhere yet.
            if self.matches(&admission.men, setup, from.unwrap_or(square), man, man.color) {
                return true;
            }
            closed = true;
        }
        !closed
    }
}
