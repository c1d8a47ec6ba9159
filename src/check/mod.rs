//! What a game means but cannot have meant: kinds that never appear, rules that never act.

use crate::diagnostic::Diagnostic;
use crate::ir::Variant;

/// Everything that is questionable about a game that could be read.
pub fn check(_variant: &Variant) -> Vec<Diagnostic> {
    Vec::new()
}
