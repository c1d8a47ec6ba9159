//! Which rules answer: the compiled tables, or the interpreter that follows the text to the letter.

use crate::fast::engine::Engine;
use crate::rules::Variant;
use clap::{Args, ValueEnum};

#[derive(Args, Default)]
pub(super) struct EngineArgs {
    /// Who answers: compiled tables, or the slow rules that follow the text to the letter
    #[arg(long, value_enum, default_value_t, value_name = "ENGINE")]
    engine: Witness,
}

/// Two ways to the same answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Witness {
    /// Compiled tables
    #[default]
    Fast,
    /// The interpreter
    Reference,
}

impl EngineArgs {
    /// The engine for a game.
    pub(super) fn of(&self, variant: &Variant) -> Engine {
        self.maker()(variant)
    }

    /// What makes engines for games.
    pub(super) fn maker(&self) -> fn(&Variant) -> Engine {
        match self.engine {
            Witness::Fast => Engine::new,
            Witness::Reference => Engine::reference,
        }
    }
}
