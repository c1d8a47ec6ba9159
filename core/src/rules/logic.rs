//! Logics for the evaluation of piece filters and conditions.
//!
//! [`Logic`] is implemented for `bool` (one piece), for bitboards (all squares at once), and for [`Likely`] and
//! `Option<bool>` (analysis without a position).

use crate::base::Bitboard;

/// A truth value that supports negation, conjunction, and disjunction.
pub trait Logic: Clone {
    fn always(yes: bool) -> Self;
    /// Returns true if a disjunction with any other value, for a `yes` of true, or a conjunction, for false, leaves the
    /// value as it is.
    fn is_settled(&self, yes: bool) -> bool;
    fn negated(self) -> Self;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;

    /// Returns the conjunction. Evaluation stops at the first settled `false`.
    fn all(answers: impl Iterator<Item = Self>) -> Self {
        Self::joined(answers, true, Self::and)
    }

    /// Returns the disjunction. Evaluation stops at the first settled `true`.
    fn any(answers: impl Iterator<Item = Self>) -> Self {
        Self::joined(answers, false, Self::or)
    }

    fn joined(answers: impl Iterator<Item = Self>, none: bool, join: fn(Self, Self) -> Self) -> Self {
        let mut whole = Self::always(none);
        for answer in answers {
            whole = join(whole, answer);
            // No further value can change the result.
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

/// A bitboard is the set of squares on which the value is true.
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

/// A truth value that is unknown if any part of the formula is unknown.
impl Logic for Option<bool> {
    fn always(yes: bool) -> Option<bool> {
        Some(yes)
    }
    fn is_settled(&self, _: bool) -> bool {
        self.is_none()
    }
    fn negated(self) -> Option<bool> {
        self.map(|yes| !yes)
    }
    fn and(self, other: Option<bool>) -> Option<bool> {
        self.zip(other).map(|(one, other)| one && other)
    }
    fn or(self, other: Option<bool>) -> Option<bool> {
        self.zip(other).map(|(one, other)| one || other)
    }
}

/// A truth value under incomplete information.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Likely {
    /// False in every case.
    No,
    /// Dependent on facts that are not known.
    Perhaps,
    /// True in every case.
    Yes,
}

impl Likely {
    pub fn perhaps(possible: bool) -> Likely {
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
        // The values are ordered from `No` to `Yes`, so conjunction is the minimum.
        self.min(other)
    }
    fn or(self, other: Likely) -> Likely {
        // Accordingly, disjunction is the maximum.
        self.max(other)
    }
}
