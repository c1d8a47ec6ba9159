//! The syntax tree of an analyzed notation: moves, paths, and legs.
//!
//! A [`MoveNotation`] has a [`Body`], usually a [`Path`] of legs. Each [`Leg`] holds the meaning of its letters.

use super::atom::{Atom, Heading};
use crate::base::source::Span;
use crate::rules::{Castle, Effect, Holds, Imitate, Virgin};

/// The largest step count of a bounded range. No straight line on a board is that long.
pub(super) const LONGEST: u8 = 32;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MoveNotation {
    pub span: Span,
    /// The condition on the history of the piece, such as not having moved.
    pub virgin: Option<Virgin>,
    /// True if rules about which piece may capture which do not apply.
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
pub(crate) enum Body {
    Path(Path),
    /// Castling to one side, or to both sides in the same manner.
    Castle(Vec<Castle>),
    Imitate(Imitate),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Path {
    pub form: Form,
    pub items: Vec<PathItem>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Legs that share one atom, separated by `a`. A single leg is a plain move.
    Chain,
    /// A chain with repeated groups. The items are the legs, each as read between two particular neighbors.
    Loop {
        /// The legs that can come first.
        first: Vec<usize>,
        /// The legs that can follow each leg; empty after a last leg.
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
        Path { form: Form::Chain, items: legs.into_iter().enumerate().map(item).collect() }
    }

    pub(crate) fn first(&self) -> &[usize] {
        if let Form::Loop { first, .. } = &self.form { first } else { &[0] }
    }

    pub(crate) fn next(&self, index: usize) -> Vec<usize> {
        match &self.form {
            Form::Loop { next, .. } => next[index].clone(),
            _ if self.items[index].joint == Joint::End => Vec::new(),
            _ => vec![index + 1],
        }
    }

    pub(super) fn single(&self) -> Option<&Leg> {
        let [item] = self.items.as_slice() else { return None };
        item.leg().filter(|_| self.form == Form::Chain)
    }
}

/// A leg or a repeated group of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PathItem {
    pub part: Element,
    pub joint: Joint,
}

impl PathItem {
    pub(super) fn leg(&self) -> Option<&Leg> {
        if let Element::Leg(leg) = &self.part { Some(leg) } else { None }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Element {
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

/// The joint of a leg with the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Joint {
    /// `a` or `-`: the move must continue.
    Must,
    /// `?`: the move may stop here or continue.
    May,
    /// No leg follows.
    #[default]
    End,
}

/// The number of steps that a leg can have. Without a `max` it is unlimited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Range {
    pub min: u8,
    pub max: Option<u8>,
}

impl Range {
    pub(super) const ONE: Range = Range { min: 1, max: Some(1) };
    pub(super) const ANY: Range = Range { min: 1, max: None };

    pub(super) fn slides(self) -> bool {
        self.max != Some(1)
    }

    /// Returns the range of the legs after a toggle: one step instead of several, and vice versa.
    pub(super) fn toggled(self) -> Range {
        if self.slides() { Range::ONE } else { Range::ANY }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Gait {
    #[default]
    Straight,
    /// A quarter turn after every step, alternately left and right.
    Crooked,
    /// An eighth of a turn after every step, always to the same side.
    Circular,
}

/// The hurdle that a rider must pass before it can land.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hurdle {
    /// Exactly one piece, then any distance.
    Cannon,
    /// Exactly one piece, then one step.
    Grasshopper,
}

/// Directions before a bracket. The last leg must move in one of them, in addition to its own heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Restriction {
    /// The remaining leaps of the leg's atom, relative to the owner's side.
    pub leaps: u16,
    /// The direction letters as written. They are ambiguous, so the printer keeps them unchanged.
    pub letters: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Leg {
    pub span: Span,
    pub atom: Atom,
    pub range: Range,
    pub heading: Heading,
    /// The restriction of a last leg by the directions before the bracket.
    pub only: Option<Restriction>,
    /// The permitted contents of the leg's last square, and the effect there.
    pub modes: Modes,
    /// The permitted contents of the last square of the whole move, if stated outside the brackets.
    pub outer: Modes,
    pub gait: Gait,
    /// True if the side edges of the board are joined.
    pub cylinder: bool,
    /// True if the squares between the ends of each step must be empty.
    pub lame: bool,
    /// True if the squares between the ends of each step must be occupied.
    pub hops: bool,
    /// The number of squares skipped at the start, whatever they hold.
    pub skip: u8,
    /// The hurdle of a last leg.
    pub hurdle: Option<Hurdle>,
    /// True if a captured piece reappears on the square where the leg starts.
    pub unload: bool,
    /// True if the leg has as many steps as the previous leg.
    pub equal: bool,
    /// True if the piece can be captured en passant on the squares it passes.
    pub passed: bool,
}

impl Leg {
    /// Returns the modes with which the leg can end the move: its own letters if any, otherwise those outside the
    /// brackets.
    pub(super) fn last_modes(&self) -> Modes {
        let own = self.modes.without("pgyx");
        if own.any("mcedk") { own } else { self.outer.with(own) }
    }

    /// Returns true for a first leg that has only some directions of its atom.
    pub(super) fn is_partial(&self) -> bool {
        matches!(self.heading, Heading::Absolute(mask) if mask != self.atom.everywhere())
    }
}

/// A set of mode letters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Modes(u16);

/// The mode letters in print order. The index of each letter is its bit.
pub(super) const MODES: &str = "mcedktpgyx";

impl Modes {
    /// Returns the set of the mode letters in `letters`, and ignores other letters.
    pub(crate) fn of(letters: &str) -> Modes {
        let places = letters.chars().filter_map(|letter| MODES.find(letter));
        Modes(places.fold(0, |set, place| set | 1 << place))
    }

    pub(crate) fn with(self, other: Modes) -> Modes {
        Modes(self.0 | other.0)
    }

    /// Returns the letters of this set that are among `letters`.
    pub(super) fn among(self, letters: &str) -> Modes {
        Modes(self.0 & Modes::of(letters).0)
    }

    pub(crate) fn without(self, letters: &str) -> Modes {
        Modes(self.0 & !Modes::of(letters).0)
    }

    pub(crate) fn any(self, letters: &str) -> bool {
        !self.among(letters).is_empty()
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) fn text(self) -> String {
        MODES.char_indices().filter(|(place, _)| self.0 >> place & 1 == 1).map(|(_, letter)| letter).collect()
    }

    /// Returns the permitted contents of a move's last square. The default is an empty square or an enemy to capture.
    pub(super) fn stops(self) -> Vec<(Holds, Effect)> {
        let all = if self.any("mcedk") { self } else { self.with(Modes::of("mc")) };
        all.labels(all.any("t"))
    }

    /// Returns the permitted contents of the last square of a leg that is not the last. The default is an empty
    /// square.
    pub(super) fn passes(self) -> Vec<(Holds, Effect)> {
        let all = if self.any("mcedkpgx") { self } else { self.with(Modes::of("m")) };
        all.labels(false)
    }

    /// Returns the contents that each letter accepts. `k` alone accepts royals only. Together with another capture it
    /// accepts everything except royals.
    fn labels(self, tame: bool) -> Vec<(Holds, Effect)> {
        let royals = Holds::ENEMY_ROYAL.or(Holds::OWN_ROYAL);
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
