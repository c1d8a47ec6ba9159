//! Selects the engine: the compiled tables, or the interpreter of the rules as written.

use clap::{Args, ValueEnum};
use ferz_core::fast::engine::{Engine, TableCaches};
use ferz_core::rules::Variant;
use ferz_text::lab::casebook::Maker;
use std::sync::Arc;

#[derive(Args, Default)]
pub(super) struct EngineArgs {
    /// The engine to use
    #[arg(long, value_enum, default_value_t, value_name = "ENGINE")]
    engine: EngineKind,
}

/// The two implementations of the rules, which always give the same answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum EngineKind {
    /// The compiled tables, which are fast
    #[default]
    Fast,
    /// The interpreter, which follows the rules literally and is slow
    Reference,
}

impl EngineArgs {
    /// Returns the function that creates the selected engine.
    pub(super) fn maker(&self) -> Maker {
        match self.engine {
            EngineKind::Fast => Engine::sharing,
            EngineKind::Reference => |variant, _| Engine::reference(variant),
        }
    }

    /// Creates the selected engine for a game.
    pub(super) fn of(&self, variant: &Arc<Variant>) -> Engine {
        self.maker()(variant, &mut TableCaches::once())
    }
}
