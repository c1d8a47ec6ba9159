//! The syntax tree of a notation after analysis: moves, paths, and legs.
//!
//! A [`MoveNotation`] has a [`Body`], which is usually a [`Path`] of legs. Each [`Leg`] holds the meaning of its
//! letters. [`Modes`] converts mode letters to conditions on squares.

use super::atom::{Atom, Heading};
use crate::base::source::Span;
use crate::rules::{Castle, Effect, Holds, Imitate, Virgin};

/// The largest number of steps in a bounded range. No straight line on a board is longer.
pub(super) const MAX_LENGTH: u8 = 32;

/// One of the moves in a notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveNotation {
    pub span: Span,
    /// The requirement that the piece is unmoved, if there is one.
    pub virgin: Option<Virgin>,
    /// True if the move is exempt from the rules on which piece may capture which.
    pub exempt: bool,
    pub body: Body,
}

impl MoveNotation {
    /// Returns the same move along another path.
    pub(super) fn with(&self, path: Path) -> MoveNotation {
        MoveNotation { body: Body::Path(path), ..self.clone() }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    Path(Path),
    /// Castling to one side, or to both sides in the same way.
    Castle(Vec<Castle>),
    Imitate(Imitate),
}

/// A sequence of legs in one of the forms of the notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    pub form: PathNotation,
    pub items: Vec<PathItem>,
}

/// The form in which a path is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathNotation {
    /// Legs that share one atom and are separated by `a`. A plain move is a chain of a single leg.
    Chain,
    /// A chain with repeated groups. Each item is a leg as it is read between two particular neighbors.
    Loop {
        /// The legs that can come first.
        first: Vec<usize>,
        /// The legs that can follow each leg. Empty for a leg that ends the move.
        next: Vec<Vec<usize>>,
        /// The modifiers as written.
        modifiers: String,
    },
    Bracket,
}

impl Path {
    /// Creates a path of mandatory legs that share one atom.
    pub(super) fn chain(legs: Vec<Leg>) -> Path {
        let last = legs.len().saturating_sub(1);
        let joint = |i| if i < last { Joint::Must } else { Joint::End };
        let item = |(i, leg)| PathItem { part: Element::Leg(leg), joint: joint(i) };
        Path { form: PathNotation::Chain, items: legs.into_iter().enumerate().map(item).collect() }
    }

    pub fn first(&self) -> &[usize] {
        if let PathNotation::Loop { first, .. } = &self.form { first } else { &[0] }
    }

    pub fn next(&self, index: usize) -> Vec<usize> {
        match &self.form {
            PathNotation::Loop { next, .. } => next[index].clone(),
            _ if self.items[index].joint == Joint::End => Vec::new(),
            _ => vec![index + 1],
        }
    }

    pub(super) fn single(&self) -> Option<&Leg> {
        let [item] = self.items.as_slice() else { return None };
        item.leg().filter(|_| self.form == PathNotation::Chain)
    }
}

/// A leg or a repeated group of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathItem {
    pub part: Element,
    pub joint: Joint,
}

impl PathItem {
    pub(super) fn leg(&self) -> Option<&Leg> {
        if let Element::Leg(leg) = &self.part { Some(leg) } else { None }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Element {
    Leg(Leg),
    /// A path repeated several times in the same orientation.
    Repeat(Vec<PathItem>, Range),
}

pub(super) fn legs(items: &[PathItem]) -> Vec<&Leg> {
    let parts = items.iter().map(|item| &item.part);
    parts
        .flat_map(|part| match part {
            Element::Leg(leg) => vec![leg],
            Element::Repeat(inner, _) => legs(inner),
        })
        .collect()
}

pub(super) fn legs_mut(items: &mut [PathItem]) -> Vec<&mut Leg> {
    let parts = items.iter_mut().map(|item| &mut item.part);
    parts
        .flat_map(|part| match part {
            Element::Leg(leg) => vec![leg],
            Element::Repeat(inner, _) => legs_mut(inner),
        })
        .collect()
}

/// The transition from a leg to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Joint {
    /// `a` or `-`: the move must continue.
    Must,
    /// `?`: the move may stop here or continue.
    May,
    /// No leg follows, so the move ends here.
    #[default]
    End,
}

/// The permitted numbers of steps of a leg. Without a `max`, there is no upper limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Range {
    pub min: u8,
    pub max: Option<u8>,
}

impl Range {
    pub(super) const ONE: Range = Range { min: 1, max: Some(1) };
    pub(super) const ANY: Range = Range { min: 1, max: None };

    pub(super) fn slides(self) -> bool {
        self.max != Some(1)
    }

    /// Returns the range after a toggle: one step instead of any number, and vice versa.
    pub(super) fn toggled(self) -> Range {
        if self.slides() { Range::ONE } else { Range::ANY }
    }
}

/// The way in which a rider changes its direction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Gait {
    #[default]
    Straight,
    /// A quarter turn after every step, alternately left and right.
    Crooked,
    /// An eighth of a turn after every step, always to the same side.
    Circular,
}

/// The hurdle that a rider must pass before it can stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hurdle {
    /// Exactly one piece, followed by any number of steps.
    Cannon,
    /// Exactly one piece, followed by one step.
    Grasshopper,
}

/// The directions before a bracket. The last leg must move in one of them, in addition to its own heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restriction {
    /// The permitted leaps of the leg's atom as the owner sees the board, as a bit set.
    pub leaps: u16,
    /// The direction letters as written. They are ambiguous, so they are printed unchanged.
    pub letters: String,
}

/// A leg: steps with the same atom, and the requirements on the squares they meet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Leg {
    pub span: Span,
    pub atom: Atom,
    pub range: Range,
    pub heading: Heading,
    /// The restriction of the last leg by the directions before the bracket.
    pub only: Option<Restriction>,
    /// The permitted contents of the last square of the leg, with the effects on them.
    pub modes: Modes,
    /// The permitted contents of the last square of the whole move, as stated before the bracket.
    pub outer: Modes,
    pub gait: Gait,
    /// True if the side edges of the board count as joined.
    pub cylinder: bool,
    /// True if the squares between the ends of each step must be empty.
    pub lame: bool,
    /// True if the squares between the ends of each step must be occupied.
    pub hops: bool,
    /// The number of squares that are skipped at the start, whatever they contain.
    pub skip: u8,
    /// The hurdle of the leg. Only a last leg has one.
    pub hurdle: Option<Hurdle>,
    /// True if a captured piece reappears on the square where the leg starts.
    pub unload: bool,
    /// True if the leg must have as many steps as the previous one.
    pub equal: bool,
    /// True if the piece can be captured en passant on the squares that it passes.
    pub passed: bool,
}

impl Leg {
    /// Returns the modes in which the leg can end the move: its own letters if there are any, or else those
    /// before the bracket.
    pub(super) fn last_modes(&self) -> Modes {
        let own = self.modes.without("pgyx");
        if own.any("mcedk") { own } else { self.outer.with(own) }
    }

    /// Returns true if this is a first leg with only some of its atom's directions.
    pub(super) fn is_partial(&self) -> bool {
        matches!(self.heading, Heading::Absolute(mask) if mask != self.atom.everywhere())
    }
}

/// A set of mode letters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Modes(u16);

/// The mode letters in print order. The index of a letter is the number of its bit.
pub(super) const MODES: &str = "mcedktpgyx";

impl Modes {
    /// Returns the set of the mode letters in `letters`. Other letters are ignored.
    pub fn of(letters: &str) -> Modes {
        let places = letters.chars().filter_map(|letter| MODES.find(letter));
        Modes(places.fold(0, |set, place| set | 1 << place))
    }

    pub fn with(self, other: Modes) -> Modes {
        Modes(self.0 | other.0)
    }

    /// Returns the letters of this set that occur in `letters`.
    pub(super) fn among(self, letters: &str) -> Modes {
        Modes(self.0 & Modes::of(letters).0)
    }

    pub fn without(self, letters: &str) -> Modes {
        Modes(self.0 & !Modes::of(letters).0)
    }

    pub fn any(self, letters: &str) -> bool {
        !self.among(letters).is_empty()
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) fn text(self) -> String {
        MODES.char_indices().filter(|(place, _)| self.0 >> place & 1 == 1).map(|(_, letter)| letter).collect()
    }

    /// Returns the permitted contents of the last square of a move, each with its effect. The default is an empty
    /// square or an enemy piece, which is captured.
    pub(super) fn stops(self) -> Vec<(Holds, Effect)> {
        let all = if self.any("mcedk") { self } else { self.with(Modes::of("mc")) };
        all.labels(all.any("t"))
    }

    /// Returns the permitted contents of the last square of a leg that another leg follows. The default is an
    /// empty square.
    pub(super) fn passes(self) -> Vec<(Holds, Effect)> {
        let all = if self.any("mcedkpgx") { self } else { self.with(Modes::of("m")) };
        all.labels(false)
    }

    /// Returns the contents that each letter permits. Without other captures, `k` permits only royals. Together
    /// with another capture, it excludes royals.
    fn labels(self, tame: bool) -> Vec<(Holds, Effect)> {
        let royals = Holds::ENEMY_ROYAL.or(Holds::OWN_ROYAL);
        // A tame piece captures no royals, and neither does one with `k` beside another capture.
        let spared = if tame || self.any("k") { royals } else { Holds(0) };
        let entered = if self.any("t") { Holds::OWN } else { Holds::PIECE };
        let all = [
            ("m", Holds::EMPTY, Effect::None),
            ("pg", entered, Effect::None),
            ("c", Holds::ENEMY.without(spared), Effect::Capture),
            ("d", Holds::OWN.without(spared), Effect::Capture),
            (if tame || self.any("cd") { "" } else { "k" }, Holds::ENEMY_ROYAL, Effect::Capture),
            ("e", Holds::PASSED, Effect::EnPassant),
            ("x", Holds::OWN, Effect::Induce),
        ];
        all.into_iter().filter(|(letters, ..)| self.any(letters)).map(|(_, h, effect)| (h, effect)).collect()
    }
}
