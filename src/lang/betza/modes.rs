//! Mode letters: what the last square of a leg may hold and what happens to it.

use crate::rules::{Effect, Holds};

/// A set of mode letters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Modes(u16);

/// The letters, in the order they are printed; the bit of each is its place.
pub(super) const MODES: &str = "mcedktpgyx";

impl Modes {
    /// The set of some letters, leaving out what is no mode letter.
    pub(crate) fn of(letters: &str) -> Modes {
        let places = letters.chars().filter_map(|letter| MODES.find(letter));
        Modes(places.fold(0, |set, place| set | 1 << place))
    }

    /// Both sets together.
    pub(crate) fn with(self, other: Modes) -> Modes {
        Modes(self.0 | other.0)
    }

    /// The letters of this set that are among `letters`.
    pub(super) fn among(self, letters: &str) -> Modes {
        Modes(self.0 & Modes::of(letters).0)
    }

    /// This set without `letters`.
    pub(crate) fn without(self, letters: &str) -> Modes {
        Modes(self.0 & !Modes::of(letters).0)
    }

    /// Whether it has any of `letters`.
    pub(crate) fn any(self, letters: &str) -> bool {
        !self.among(letters).is_empty()
    }

    /// Whether it has no letter.
    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The letters in order.
    pub(super) fn text(self) -> String {
        MODES.char_indices().filter(|(place, _)| self.0 >> place & 1 == 1).map(|(_, letter)| letter).collect()
    }

    /// What the last square of a move may hold. Without a letter: nothing, or an enemy to be captured.
    pub(super) fn stops(self) -> Vec<(Holds, Effect)> {
        let all = if self.any("mcedk") { self } else { self.with(Modes::of("mc")) };
        all.labels(all.any("t"))
    }

    /// What the last square of a leg that is not the last may hold. Without a letter: nothing.
    pub(super) fn passes(self) -> Vec<(Holds, Effect)> {
        let all = if self.any("mcedkpgx") { self } else { self.with(Modes::of("m")) };
        all.labels(false)
    }

    /// What each letter accepts. `k` alone is royals only; with another capture it is everything but royals.
    fn labels(self, tame: bool) -> Vec<(Holds, Effect)> {
        let royals = Holds::ENEMY_ROYAL.or(Holds::OWN_ROYAL);
        let spared = if tame || self.any("k") { royals } else { Holds(0) };
        let entered = if self.any("t") { Holds::OWN } else { Holds::PIECE };
        let all = [
            ("m", Holds::EMPTY, Effect::None),
            ("pg", entered, Effect::None),
            ("c", Holds::ENEMY.without(spared), Effect::Capture),
            ("d", Holds::OWN.without(spared), Effect::Capture),
            (if tame || self.any("cd") { "" } else { "k" }, Holds::ENEMY_ROYAL, Effect::Capture),
            ("e", Holds::PASSED, Effect::EnPassant),
            ("x", Holds::OWN, Effect::Induce),
        ];
        all.into_iter().filter(|(letters, ..)| self.any(letters)).map(|(_, h, effect)| (h, effect)).collect()
    }
}
