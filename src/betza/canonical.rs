//! The canonical text of a notation: the shortest of the forms that mean the same.

use super::notation::Notation;
use super::print::print;
use crate::ir::Automaton;

/// The shortest way to write a notation whose automaton is `automaton`.
pub fn canonical(notation: &Notation, _automaton: &Automaton) -> String {
    notation.moves.iter().filter_map(print).collect()
}
