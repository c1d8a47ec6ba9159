//! Mode letters: what the last square of a leg may hold and what happens to it.

use crate::rules::{Effect, Holds};

/// A set of mode letters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Modes(u16);

/// The letters, in the order they are printed; the bit of each is its place.
pub(crate) const MODES: &str = "mcedktpgyx";

impl Modes {
    /// No letter.
    pub(crate) const NONE: Modes = Modes(0);

    /// The set of one letter; empty if it is no mode letter.
    pub(crate) fn letter(letter: char) -> Modes {
        Modes(MODES.find(letter).map_or(0, |bit| 1 << bit))
    }

    /// The set of several letters.
    pub(crate) fn of(letters: &str) -> Modes {
        letters.chars().fold(Modes::NONE, |set, letter| set.with(Modes::letter(letter)))
    }

    /// Both sets together.
    pub(crate) fn with(self, other: Modes) -> Modes {
        Modes(self.0 | other.0)
    }

    /// The letters of this set that are among `letters`.
    pub(crate) fn among(self, letters: &str) -> Modes {
        Modes(self.0 & Modes::of(letters).0)
    }

    /// This set without `letters`.
    pub(crate) fn without(self, letters: &str) -> Modes {
        Modes(self.0 & !Modes::of(letters).0)
    }

    /// Whether it has any of `letters`.
    pub(crate) fn any(self, letters: &str) -> bool {
        self.among(letters) != Modes::NONE
    }

    /// Whether it has no letter.
    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The letters in order.
    pub(crate) fn text(self) -> String {
        MODES.chars().filter(|letter| self.0 & Modes::letter(*letter).0 != 0).collect()
    }

    /// What the last square of a move may hold. Without a letter: nothing, or an enemy to be captured.
    pub(crate) fn stops(self) -> Vec<(Holds, Effect)> {
        let all = if self.any("mcedk") { self } else { self.with(Modes::of("mc")) };
        let mut labels = all.quiet();
        all.captures(self.any("t"), &mut labels);
        labels
    }

    /// What the last square of a leg that is not the last may hold. Without a letter: nothing.
    pub(crate) fn passes(self) -> Vec<(Holds, Effect)> {
        let all = if self.any("mcedkpgx") { self } else { self.with(Modes::of("m")) };
        let mut labels = all.quiet();
        if all.any("pg") {
            labels.push((if self.any("t") { Holds::OWN } else { Holds::PIECE }, Effect::None));
        }
        all.captures(false, &mut labels);
        if all.any("x") {
            labels.push((Holds::OWN, Effect::Induce));
        }
        labels
    }

    fn quiet(self) -> Vec<(Holds, Effect)> {
        if self.any("m") { vec![(Holds::EMPTY, Effect::None)] } else { Vec::new() }
    }

    /// `k` alone is royals only; with another capture it is everything but royals.
    fn captures(self, tame: bool, labels: &mut Vec<(Holds, Effect)>) {
        let spared =
            if tame || self.any("k") { Holds(Holds::ENEMY_ROYAL.0 | Holds::OWN_ROYAL.0) } else { Holds(0) };
        if self.any("c") {
            labels.push((Holds::ENEMY.without(spared), Effect::Capture));
        }
        if self.any("d") {
            labels.push((Holds::OWN.without(spared), Effect::Capture));
        }
        if self.any("k") && !self.any("cd") && !tame {
            labels.push((Holds::ENEMY_ROYAL, Effect::Capture));
        }
        if self.any("e") {
            labels.push((Holds::PASSED, Effect::EnPassant));
        }
    }
}
