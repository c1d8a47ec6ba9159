//! Compiles endings.

use super::context::CompileContext;
use super::untabled::Untabled;
use crate::base::{Bitboard, Color};
use crate::fast::tables::{CompiledCondition, CompiledEnding};
use crate::rules::{Ending, Trigger};

impl CompileContext<'_> {
    /// Compiles the endings that depend only on the position, except endings that count plies.
    pub(super) fn endings<B: Bitboard>(self) -> Vec<CompiledEnding<B>> {
        let ending = |(number, ending): (usize, &Ending)| match &ending.trigger {
            Trigger::When(_) if !self.has(Untabled::Ending) => Some(CompiledEnding::Plain(number)),
            Trigger::When(when) => {
                let (most, when): (u32, CompiledCondition<B>) = (self.most(when), self.condition(when));
                let needs = Color::ALL.map(|player| when.needs(player));
                Some(CompiledEnding::When { most, needs, when })
            }
            Trigger::Quiet(_) => None,
            // These endings depend on the legal moves or on the history of the game.
            Trigger::Checkmate | Trigger::Stalemate | Trigger::Repetition(_) | Trigger::Perpetual { .. } => {
                None
            }
        };
        // A claimable ending does not end the game by itself.
        self.variant.endings.iter().enumerate().filter(|(_, one)| !one.claimed).filter_map(ending).collect()
    }

    /// Returns the halfmove clock at which the game ends automatically.
    pub(super) fn quiet(self) -> u64 {
        let automatic = self.variant.endings.iter().filter(|ending| !ending.claimed);
        automatic.filter_map(|ending| ending.trigger.quiet()).min().map_or(u64::MAX, u64::from)
    }
}
