//! Interruption of long work at the request of the caller.
//!
//! The library has no clock and no signals of its own. The caller of a search passes a function that decides when
//! to stop, and the search polls it through a [`Halt`]. Work without limits carries no [`Halt`] and pays nothing.

use std::cell::Cell;
use std::fmt;

/// The number of polls for each call of the caller's function, which may read a clock.
const EVERY: u32 = 16;

/// A flag that tells long work to stop. Once it is set, it stays set.
pub struct Halt<'a> {
    ends: &'a dyn Fn() -> bool,
    questions: Cell<u32>,
    halted: Cell<bool>,
}

impl fmt::Debug for Halt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Halt").field("halted", &self.halted).finish_non_exhaustive()
    }
}

impl<'a> Halt<'a> {
    /// Creates a flag that is set as soon as `ends` returns true.
    pub fn new(ends: &'a dyn Fn() -> bool) -> Halt<'a> {
        Halt { ends, questions: Cell::new(0), halted: Cell::new(false) }
    }

    /// Returns true if the work should stop. Only one in [`EVERY`] calls polls the caller's function.
    pub fn is_due(&self) -> bool {
        let questions = self.questions.get().wrapping_add(1);
        self.questions.set(questions);
        self.is_set() || questions.is_multiple_of(EVERY) && self.ask()
    }

    /// Polls the caller's function and returns true if the work should stop.
    pub fn ask(&self) -> bool {
        if (self.ends)() {
            self.halted.set(true);
        }
        self.is_set()
    }

    /// Returns true if the flag is set. Results that were computed afterwards may be wrong.
    pub fn is_set(&self) -> bool {
        self.halted.get()
    }
}
