//! Interruption: the caller's wish that work should end, which long work checks from time to time.
//!
//! The library has no clock and no signals of its own: the caller of a search passes a function that says when to stop. A count or
//! a list of moves without limits carries no [`Halt`] and pays for none.

use std::cell::Cell;
use std::fmt;

/// The number of checks between two calls of the caller's function, which may look at a clock.
const EVERY: u32 = 16;

/// Tells if work should end. Once it should, it stays so.
pub(crate) struct Halt<'a> {
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
    /// Work that ends when `ends` first says so.
    pub(crate) fn new(ends: &'a dyn Fn() -> bool) -> Halt<'a> {
        Halt { ends, questions: Cell::new(0), halted: Cell::new(false) }
    }

    /// Returns true if the work should end, and asks the caller now and then.
    pub(crate) fn is_due(&self) -> bool {
        let questions = self.questions.get().wrapping_add(1);
        self.questions.set(questions);
        self.is_set() || questions.is_multiple_of(EVERY) && self.ask()
    }

    /// Returns true if the work should end, and asks the caller.
    pub(crate) fn ask(&self) -> bool {
        if (self.ends)() {
            self.halted.set(true);
        }
        self.is_set()
    }

    /// Returns true if it was found that the work should end: what was computed since may be wrong.
    pub(crate) fn is_set(&self) -> bool {
        self.halted.get()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_caller_is_asked_now_and_then_and_once_it_ends_for_good() {
        let asked = Cell::new(0);
        let ends = || {
            asked.set(asked.get() + 1);
            asked.get() == 2
        };
        let halt = Halt::new(&ends);
        let due = (0..10 * EVERY).filter(|_| halt.is_due()).count();
        assert_eq!((asked.get(), due), (2, 8 * EVERY as usize + 1));
        assert!(halt.is_set());
    }
}
