//! The shape of a notation before any letter is understood.

use crate::base::source::Span;

/// One lower-case letter and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Letter {
    pub letter: char,
    pub span: Span,
}

/// A modifier, or a group of them that may be repeated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Modifier {
    Letter(Letter),
    /// `(..)`: zero or more copies of the letters.
    Group(Vec<Letter>, Span),
}

/// How far, as written after an atom or a bracket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// A number: at most this many steps, 0 for any number.
    AtMost(u32),
    /// `{min..max}`.
    Between(u32, Option<u32>),
}

/// An atom as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Atom {
    pub base: Base,
    /// The suffixes `X` and `Y`, in order.
    pub suffixes: Vec<char>,
    pub extent: Option<(Extent, Span)>,
    /// The letter with its suffixes, without range.
    pub name: Span,
}

/// What an atom is written with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Base {
    Letter(char),
    /// `(a,b)`.
    Coordinates(u32, u32),
}

/// A bracket path as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bracket {
    /// Legs, joints and strays in the order they stand.
    pub items: Vec<Item>,
    /// The number of repetitions.
    pub extent: Option<(Extent, Span)>,
    pub span: Span,
}

/// Something inside brackets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Item {
    Leg(Part),
    /// `-` or `?`.
    Joint(char, Span),
    /// Anything else.
    Stray(Span),
}

/// What the modifiers modify.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Core {
    Atom(Atom),
    Bracket(Bracket),
    /// Nothing: the modifiers stand alone.
    Missing,
}

/// One move, or one leg of a bracket path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub modifiers: Vec<Modifier>,
    pub core: Core,
    /// The place of a final `'`.
    pub exempt: Option<Span>,
    pub span: Span,
}

/// A whole notation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Raw {
    pub parts: Vec<Part>,
    /// What fits nowhere.
    pub strays: Vec<Span>,
}
