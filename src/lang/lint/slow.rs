//! Lint for games whose moves take long to list.

use super::array_place;
use crate::base::Halt;
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::rules::Variant;
use crate::rules::interpreter::Interpreter;
use std::cell::Cell;

/// The maximum number of polls in the search for the moves of the array. It corresponds to about 50 milliseconds.
const MAX_POLLS: u32 = 1_000;

/// Reports a game in whose array the legal moves take too long to list. The work is counted instead of timed, so that
/// every run gives the same result.
pub(super) fn check(variant: &Variant, problems: &mut Vec<Diagnostic>) {
    let is_known = |problem: &Diagnostic| problem.code == Code::TooManyWays;
    if variant.setup.is_empty() || problems.iter().any(is_known) {
        return;
    }
    let polls = Cell::new(0_u32);
    let ends = || polls.replace(polls.get() + 1) > MAX_POLLS;
    let halt = Halt::new(&ends);
    Interpreter::new(variant).until(Some(&halt)).legal_moves(&variant.start());
    if halt.is_set() {
        let message = format!("the moves in the array `{}` take long to list", variant.array);
        let help =
            "ask about other moves, as in `it traps` or `if it can`, in fewer rules or for fewer squares";
        problems.push(Diagnostic::new(Code::SlowMoves, array_place(variant), message).help(help));
    }
}
