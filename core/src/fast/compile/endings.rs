//! Compiles endings.

use super::context::CompileContext;
use super::untabled::Untabled;
use crate::base::{Bitboard, Color};
use crate::fast::tables::{CompiledCondition, CompiledEnding};
use crate::rules::{Condition, Ending};

impl CompileContext<'_> {
    /// Compiles the endings that depend only on the position, except endings that count plies.
    pub(super) fn endings<B: Bitboard>(self) -> Vec<CompiledEnding<B>> {
        let ending = |(number, ending): (usize, &Ending)| {
            // Such an ending depends on the legal moves or on the history of the game.
            let is_later =
                |part: &Condition| part.leaf().is_some_and(|fact| fact.is_of_moves() || fact.is_repetition());
            if ending.quiet().is_some() || ending.when.conjuncts().iter().any(is_later) {
                return None;
            }
            let Some(when) = ending.condition().filter(|_| self.has(Untabled::Ending)) else {
                return Some(CompiledEnding::Plain(number));
            };
            let (most, when): (u32, CompiledCondition<B>) = (self.most(when), self.condition(when));
            let needs = Color::ALL.map(|player| when.needs(player));
            Some(CompiledEnding::When { most, needs, when })
        };
        // A claimable ending does not end the game by itself.
        self.variant.endings.iter().enumerate().filter(|(_, one)| !one.claimed).filter_map(ending).collect()
    }

    /// Returns the least halfmove clock on which an automatic ending depends.
    pub(super) fn timed(self) -> u64 {
        let automatic = self.variant.endings.iter().filter(|ending| !ending.claimed);
        automatic.filter_map(Ending::least_quiet).min().map_or(u64::MAX, u64::from)
    }

    /// Returns the halfmove clock at which the game ends automatically.
    pub(super) fn quiet(self) -> u64 {
        let automatic = self.variant.endings.iter().filter(|ending| !ending.claimed);
        automatic.filter_map(Ending::quiet).min().map_or(u64::MAX, u64::from)
    }
}
