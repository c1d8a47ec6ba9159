//! A notation understood: moves, legs, what each letter was taken to mean.

use super::atom::{Atom, Heading};
use crate::base::source::Span;
use crate::rules::{Castle, Effect, Holds, Imitate, Virgin};

/// The most steps a bounded range counts. No straight line of a board is that long.
pub(super) const LONGEST: u8 = 32;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Move {
    pub span: Span,
    /// Whether only a piece that has not moved may make it.
    pub virgin: Option<Virgin>,
    /// Whether it is free of rules about which piece may capture which.
    pub exempt: bool,
    pub body: Body,
}

impl Move {
    /// The same move along another path.
    pub(super) fn with(&self, path: Path) -> Move {
        Move { body: Body::Path(path), ..self.clone() }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Body {
    Path(Path),
    /// Castling to one side, or to both in the same way.
    Castle(Vec<Castle>),
    Imitate(Imitate),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Path {
    pub form: Form,
    pub items: Vec<Item>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Legs that share one atom, separated by `a`; a single leg is a plain move.
    Chain,
    /// A chain with repeated groups. The items are the legs, each as it reads between two particular neighbors.
    Loop {
        /// The legs that may come first.
        first: Vec<usize>,
        /// For each leg, those that may follow; none after a last leg.
        next: Vec<Vec<usize>>,
        /// The modifiers as written.
        modifiers: String,
    },
    Bracket,
}

impl Path {
    /// Legs that must all be made and share one atom.
    pub(super) fn chain(legs: Vec<Leg>) -> Path {
        let last = legs.len().saturating_sub(1);
        let joint = |i| if i < last { Joint::Must } else { Joint::End };
        let item = |(i, leg)| Item { part: Element::Leg(leg), joint: joint(i) };
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
pub(crate) struct Item {
    pub part: Element,
    pub joint: Joint,
}

impl Item {
    pub(super) fn leg(&self) -> Option<&Leg> {
        if let Element::Leg(leg) = &self.part { Some(leg) } else { None }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Element {
    Leg(Leg),
    /// A path made several times in the same orientation.
    Repeat(Vec<Item>, Range),
}

pub(super) fn legs(items: &[Item]) -> Vec<&Leg> {
    let parts = items.iter().map(|item| &item.part);
    parts
        .flat_map(|part| match part {
            Element::Leg(leg) => vec![leg],
            Element::Repeat(inner, _) => legs(inner),
        })
        .collect()
}

pub(super) fn legs_mut(items: &mut [Item]) -> Vec<&mut Leg> {
    let parts = items.iter_mut().map(|item| &mut item.part);
    parts
        .flat_map(|part| match part {
            Element::Leg(leg) => vec![leg],
            Element::Repeat(inner, _) => legs_mut(inner),
        })
        .collect()
}

/// How a leg is joined to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Joint {
    /// `a` or `-`: the move must go on.
    Must,
    /// `?`: the move may stop here or go on.
    May,
    /// There is no next leg.
    #[default]
    End,
}

/// How many steps a leg may have; any number without a `max`.
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

    /// The range of the legs after a toggle: one step instead of several, and the reverse.
    pub(super) fn toggled(self) -> Range {
        if self.slides() { Range::ONE } else { Range::ANY }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Gait {
    #[default]
    Straight,
    /// A quarter turn after every step, alternately to either side.
    Crooked,
    /// An eighth of a turn after every step, always to the same side.
    Circular,
}

/// What a rider must pass before it may land.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hurdle {
    /// Exactly one piece, then any distance.
    Cannon,
    /// Exactly one piece, then one step.
    Grasshopper,
}

/// Directions before a bracket: the last leg must travel in one of them, whatever its heading says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Restriction {
    /// The leaps of the leg's atom that remain, seen from the owner's side.
    pub leaps: u16,
    /// The direction letters as written. They are ambiguous, so that no others are printed in their place.
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
    /// What its last square may hold, and what happens there.
    pub modes: Modes,
    /// What the last square of the whole move may hold, if said outside the brackets.
    pub outer: Modes,
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
    /// How it may end the move: its own letters, else those outside the brackets, else either way.
    pub(super) fn last_modes(&self) -> Modes {
        let own = self.modes.without("pgyx");
        if own.any("mcedk") { own } else { self.outer.with(own) }
    }

    /// Whether it begins the move and goes in some of the atom's directions only.
    pub(super) fn is_partial(&self) -> bool {
        matches!(self.heading, Heading::Absolute(mask) if mask != self.atom.everywhere())
    }
}

/// A set of mode letters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Modes(u16);

/// The letters, in the order they are printed; the bit of each is its place.
pub(super) const MODES: &str = "mcedktpgyx";

impl Modes {
    /// The set of some letters, leaving out what is no mode letter.
    pub(crate) fn of(letters: &str) -> Modes {
        let places = letters.chars().filter_map(|letter| MODES.find(letter));
        Modes(places.fold(0, |set, place| set | 1 << place))
    }

    pub(crate) fn with(self, other: Modes) -> Modes {
        Modes(self.0 | other.0)
    }

    /// The letters of this set that are among `letters`.
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

    /// What the last square of a move may hold. Without a letter: nothing, or an enemy to be captured.
    pub(super) fn stops(self) -> Vec<(Holds, Effect)> {
        let all = if self.any("mcedk") { self } else { self.with(Modes::of("mc")) };
        all.labels(all.any("t"))
    }

    /// What the last square of a leg that is not the last may hold. Without a letter: nothing.
    pub(super) fn passes(self) -> Vec<(Holds, Effect)> {
        let all = if self.any("mcedkpgx") { self } else { self.with(Modes::of("m")) };
        all.labels(false)
    }

    /// What each letter accepts. `k` alone is royals only; with another capture it is everything but royals.
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
