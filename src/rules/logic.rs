//! The one evaluation of piece filters and conditions, in any logic: yes or no for one piece, a bitboard for all squares
//! at once, yes, no or perhaps for a rule read without a position.

use super::{Condition, PieceFilter, Zone};
use crate::base::{Bitboard, PieceTypeId};

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
        let mut whole = Self::always(true);
        for answer in answers {
            whole = whole.and(answer);
            if whole.is_settled(false) {
                break;
            }
        }
        whole
    }

    /// Whether some answer is yes; those after the first yes are not asked for.
    fn any(answers: impl Iterator<Item = Self>) -> Self {
        let mut whole = Self::always(false);
        for answer in answers {
            whole = whole.or(answer);
            if whole.is_settled(true) {
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

/// The piece or pieces that a filter is asked about.
pub(crate) trait Subject {
    type Answer: Logic;
    /// Whether it belongs to the side that the rule is applied to.
    fn is_own(&self) -> Self::Answer;
    fn is_royal(&self) -> Self::Answer;
    /// Whether it is a royal of its side's highest rank on the board.
    fn is_leader(&self) -> Self::Answer;
    fn is_one_of(&self, piece_types: &[PieceTypeId]) -> Self::Answer;
    /// Whether it stands in a zone, as its owner sees it.
    fn is_in(&self, zone: &Zone) -> Self::Answer;
}

impl PieceFilter {
    pub(crate) fn eval<S: Subject>(&self, subject: &S) -> S::Answer {
        match self {
            PieceFilter::All => S::Answer::always(true),
            PieceFilter::Own => subject.is_own(),
            PieceFilter::Enemy => subject.is_own().negated(),
            PieceFilter::Royal => subject.is_royal(),
            PieceFilter::Leader => subject.is_leader(),
            PieceFilter::PieceTypes(piece_types) => subject.is_one_of(piece_types),
            PieceFilter::In(zone) => subject.is_in(zone),
            PieceFilter::Not(inner) => inner.eval(subject).negated(),
            PieceFilter::Every(all) => S::Answer::all(all.iter().map(|filter| filter.eval(subject))),
            PieceFilter::AnyOf(any) => S::Answer::any(any.iter().map(|filter| filter.eval(subject))),
        }
    }

    /// The simple filters this one is made of.
    pub(crate) fn parts(&self) -> Vec<&PieceFilter> {
        match self {
            PieceFilter::Not(inner) => inner.parts(),
            PieceFilter::Every(all) | PieceFilter::AnyOf(all) => {
                all.iter().flat_map(PieceFilter::parts).collect()
            }
            simple => vec![simple],
        }
    }

    /// Whether the filter depends on who is royal.
    pub(crate) fn asks_royals(&self) -> bool {
        self.parts().iter().any(|part| matches!(part, PieceFilter::Royal | PieceFilter::Leader))
    }
}

impl Condition {
    /// Whether the condition holds, given the answers to the simple conditions it is made of.
    pub(crate) fn eval<L: Logic>(&self, simple: &impl Fn(&Condition) -> L) -> L {
        match self {
            Condition::Not(inner) => inner.eval(simple).negated(),
            Condition::Every(all) => L::all(all.iter().map(|condition| condition.eval(simple))),
            Condition::AnyOf(any) => L::any(any.iter().map(|condition| condition.eval(simple))),
            condition => simple(condition),
        }
    }

    /// The simple conditions this one is made of.
    pub(crate) fn parts(&self) -> Vec<&Condition> {
        match self {
            Condition::Not(inner) => inner.parts(),
            Condition::Every(all) | Condition::AnyOf(all) => all.iter().flat_map(Condition::parts).collect(),
            simple => vec![simple],
        }
    }
}
