//! The logics in which piece filters and conditions are evaluated: yes or no for one piece, a bitboard for all squares at
//! once, yes, no or perhaps for a rule read without a position.

use crate::base::Bitboard;

/// What a question may be answered with.
pub(crate) trait Logic: Clone {
    fn always(yes: bool) -> Self;
    /// Whether this is settled as `yes`, whatever is added by `or`, or as no, whatever is added by `and`.
    fn is_settled(&self, yes: bool) -> bool;
    fn negated(self) -> Self;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;

    /// Whether all answers are yes; those after the first no are not asked for.
    fn all(answers: impl Iterator<Item = Self>) -> Self {
        Self::joined(answers, true, Self::and)
    }

    /// Whether some answer is yes; those after the first yes are not asked for.
    fn any(answers: impl Iterator<Item = Self>) -> Self {
        Self::joined(answers, false, Self::or)
    }

    fn joined(answers: impl Iterator<Item = Self>, none: bool, join: fn(Self, Self) -> Self) -> Self {
        let mut whole = Self::always(none);
        for answer in answers {
            whole = join(whole, answer);
            if whole.is_settled(!none) {
                break;
            }
        }
        whole
    }
}

impl Logic for bool {
    fn always(yes: bool) -> bool {
        yes
    }
    fn is_settled(&self, yes: bool) -> bool {
        *self == yes
    }
    fn negated(self) -> bool {
        !self
    }
    fn and(self, other: bool) -> bool {
        self && other
    }
    fn or(self, other: bool) -> bool {
        self || other
    }
}

/// The squares on which the answer is yes.
impl<B: Bitboard> Logic for B {
    fn always(yes: bool) -> B {
        if yes { B::ALL } else { B::EMPTY }
    }
    fn is_settled(&self, yes: bool) -> bool {
        *self == B::always(yes)
    }
    fn negated(self) -> B {
        !self
    }
    fn and(self, other: B) -> B {
        self & other
    }
    fn or(self, other: B) -> B {
        self | other
    }
}

/// An answer where not everything is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Likely {
    /// It is not so, whatever else is the case.
    No,
    /// It depends on what is not known.
    Perhaps,
    /// It is so, whatever else is the case.
    Yes,
}

impl Likely {
    pub(crate) fn perhaps(possible: bool) -> Likely {
        if possible { Likely::Perhaps } else { Likely::No }
    }
}

impl Logic for Likely {
    fn always(yes: bool) -> Likely {
        if yes { Likely::Yes } else { Likely::No }
    }
    fn is_settled(&self, yes: bool) -> bool {
        *self == Likely::always(yes)
    }
    fn negated(self) -> Likely {
        match self {
            Likely::No => Likely::Yes,
            Likely::Perhaps => Likely::Perhaps,
            Likely::Yes => Likely::No,
        }
    }
    fn and(self, other: Likely) -> Likely {
        self.min(other)
    }
    fn or(self, other: Likely) -> Likely {
        self.max(other)
    }
}
