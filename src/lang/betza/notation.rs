//! A notation understood: moves, legs, what each letter was taken to mean.

use super::atom::Atom;
use super::heading::Heading;
use super::modes::Modes;
use crate::base::source::Span;
use crate::rules::{Imitate, Virgin};

/// The most steps a bounded range counts. No straight line of a board is that long.
pub(crate) const LONGEST: u8 = 32;

/// All the moves of a piece.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Notation {
    /// The moves, in the order they were written.
    pub moves: Vec<Move>,
}

/// One move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Move {
    /// Where it was written.
    pub span: Span,
    /// Whether only a piece that has not moved may make it.
    pub virgin: Option<Virgin>,
    /// Whether it is free of rules about which piece may capture which.
    pub exempt: bool,
    /// The move itself.
    pub body: Body,
}

impl Move {
    /// The same move with another body.
    pub(crate) fn with(&self, body: Body) -> Move {
        Move { body, ..self.clone() }
    }
}

/// What a move consists of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Body {
    /// Legs that share one atom, separated by `a`; a single leg is a plain move.
    Chain(Vec<Leg>),
    /// The same with repeated groups: legs, and which may follow which.
    Loop(Loop),
    /// A bracket path.
    Path(Vec<Item>),
    /// Castling.
    Castle(Castling),
    /// Moving as the piece moved last.
    Imitate(Imitate),
}

/// A chain with repeated groups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Loop {
    /// The legs, each as it reads between two particular neighbors.
    pub legs: Vec<Leg>,
    /// For each leg, those that may follow; none after a last leg.
    pub next: Vec<Vec<usize>>,
    /// The legs that may come first.
    pub first: Vec<usize>,
    /// The modifiers as written.
    pub modifiers: String,
}

/// Castling: sideways, a number of steps, with the piece some squares in from the edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Castling {
    /// To the left.
    pub left: bool,
    /// To the right.
    pub right: bool,
    /// How far the castling piece goes.
    pub steps: u8,
    /// How far from the edge its partner stands.
    pub inset: u8,
}

/// A leg or a repeated group of a bracket path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Item {
    /// What it is.
    pub part: Element,
    /// What follows it.
    pub joint: Joint,
}

/// One element of a bracket path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Element {
    /// A leg.
    Leg(Leg),
    /// A path made several times in the same orientation.
    Repeat(Vec<Item>, Range),
}

/// All legs of a path, in order.
pub(crate) fn legs(items: &[Item]) -> Vec<&Leg> {
    let mut all = Vec::new();
    for item in items {
        match &item.part {
            Element::Leg(leg) => all.push(leg),
            Element::Repeat(inner, _) => all.extend(legs(inner)),
        }
    }
    all
}

/// The first leg of a path.
pub(crate) fn first_leg(items: &mut [Item]) -> Option<&mut Leg> {
    match &mut items.first_mut()?.part {
        Element::Leg(leg) => Some(leg),
        Element::Repeat(inner, _) => first_leg(inner),
    }
}

/// The last leg of a path.
pub(crate) fn last_leg(items: &mut [Item]) -> Option<&mut Leg> {
    match &mut items.last_mut()?.part {
        Element::Leg(leg) => Some(leg),
        Element::Repeat(inner, _) => last_leg(inner),
    }
}

/// How a leg of a bracket path is joined to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Joint {
    /// `-`: the move must go on.
    Must,
    /// `?`: the move may stop here or go on.
    May,
    /// There is no next leg.
    End,
}

/// How many steps a leg may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Range {
    /// The fewest.
    pub min: u8,
    /// The most; `None` for any number.
    pub max: Option<u8>,
}

impl Range {
    /// Exactly one step.
    pub(crate) const ONE: Range = Range { min: 1, max: Some(1) };
    /// Any number of steps.
    pub(crate) const ANY: Range = Range { min: 1, max: None };

    /// Whether there can be more than one step.
    pub(crate) fn slides(self) -> bool {
        self.max != Some(1)
    }
}

/// How the steps of one leg follow each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Gait {
    /// In one direction.
    #[default]
    Straight,
    /// A quarter turn after every step, alternately to either side.
    Crooked,
    /// An eighth of a turn after every step, always to the same side.
    Circular,
}

/// What a rider must pass before it may land.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Hurdle {
    /// Exactly one piece, then any distance.
    Cannon,
    /// Exactly one piece, then one step.
    Grasshopper,
}

/// One leg of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Leg {
    /// Where it was written.
    pub span: Span,
    /// Its steps.
    pub atom: Atom,
    /// How many of them.
    pub range: Range,
    /// Where they go.
    pub heading: Heading,
    /// Only these of the atom's leaps, seen from the board's side, whatever the heading says.
    pub only: Option<u8>,
    /// What its last square may hold, and what happens there.
    pub modes: Modes,
    /// What the last square of the whole move may hold, if said outside the brackets.
    pub outer: Modes,
    /// How its steps follow each other.
    pub gait: Gait,
    /// Whether the side edges of the board are joined.
    pub cylinder: bool,
    /// Whether the squares between the ends of each step must be empty.
    pub lame: bool,
    /// Whether the squares between the ends of each step must be occupied.
    pub hops: bool,
    /// How many squares are skipped at the start, whatever they hold.
    pub skip: u8,
    /// What the leg must pass, if it is a last one.
    pub hurdle: Option<Hurdle>,
    /// Whether a captured piece reappears on the square where the leg begins.
    pub unload: bool,
    /// Whether it has as many steps as the leg before.
    pub equal: bool,
    /// Whether the squares passed can be taken en passant.
    pub passed: bool,
}

impl Leg {
    /// A leg in all directions of an atom, without modifiers.
    pub(crate) fn plain(atom: Atom, range: Range) -> Leg {
        Leg {
            span: Span::default(),
            atom,
            range,
            heading: Heading::Absolute(atom.everywhere()),
            only: None,
            modes: Modes::NONE,
            outer: Modes::NONE,
            gait: Gait::Straight,
            cylinder: false,
            lame: false,
            hops: false,
            skip: 0,
            hurdle: None,
            unload: false,
            equal: false,
            passed: false,
        }
    }
}
