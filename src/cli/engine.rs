//! Which rules answer: the compiled tables, or the interpreter that follows the text to the letter.

use crate::engine::Engine;
use crate::ir::Variant;
use clap::{Args, ValueEnum};

#[derive(Args)]
pub(super) struct EngineArgs {
    /// Who answers: compiled tables, or the slow rules that follow the text to the letter
    #[arg(long, value_enum, default_value_t = Witness::Fast, value_name = "ENGINE")]
    engine: Witness,
}

/// Two ways to the same answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Witness {
    /// Compiled tables
    Fast,
    /// The interpreter
    Reference,
}

impl EngineArgs {
    /// The engine for a game.
    pub(super) fn of(&self, variant: &Variant) -> Engine {
        match self.engine {
            Witness::Fast => Engine::new(variant),
            Witness::Reference => Engine::reference(variant),
        }
    }
}
