//! Atoms: the vectors a step can have, and the capitals they are written with.

/// A step on the board: files to the right and ranks forward, as White sees it.
pub(crate) type Vector = (i8, i8);

/// What one step of a leg is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Atom {
    /// All leaps of this many squares along the long axis and along the short one.
    Leap(i8, i8),
    /// The eight steps of a king.
    King,
    /// Any square but its own.
    #[default]
    Universal,
}

/// How direction letters are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// Along ranks and files: four steps.
    Orthogonal,
    /// Along diagonals: four steps.
    Diagonal,
    /// Everything between: eight steps.
    Oblique,
    /// A king's eight steps: those of the orthogonal and those of the diagonal class.
    Royal,
    /// No direction at all.
    Universal,
    /// One ray for each letter: seen from the step just made, or for XBoard's kings from the owner's side.
    Ray,
}

/// The capitals, the atom of each, and whether it slides. Of two letters with one meaning the first is printed.
#[rustfmt::skip]
const ATOMS: [(char, Atom, bool); 16] = [
    ('W', Atom::Leap(1, 0), false), ('F', Atom::Leap(1, 1), false),
    ('D', Atom::Leap(2, 0), false), ('N', Atom::Leap(2, 1), false), ('A', Atom::Leap(2, 2), false),
    ('H', Atom::Leap(3, 0), false), ('C', Atom::Leap(3, 1), false), ('L', Atom::Leap(3, 1), false),
    ('Z', Atom::Leap(3, 2), false), ('J', Atom::Leap(3, 2), false), ('G', Atom::Leap(3, 3), false),
    ('K', Atom::King, false),
    ('R', Atom::Leap(1, 0), true), ('B', Atom::Leap(1, 1), true), ('Q', Atom::King, true),
    ('U', Atom::Universal, false),
];

/// The longest side of a leap.
pub(super) const LONGEST_LEAP: i8 = 15;

impl Atom {
    /// The class of its direction letters.
    pub(super) fn class(self) -> Class {
        match self {
            Atom::Leap(_, 0) => Class::Orthogonal,
            Atom::Leap(long, short) if long == short => Class::Diagonal,
            Atom::Leap(..) => Class::Oblique,
            Atom::King => Class::Royal,
            Atom::Universal => Class::Universal,
        }
    }

    /// The leaps of this atom, clockwise from straight ahead: four, eight, or none for the universal leaper.
    pub(crate) fn vectors(self) -> Vec<Vector> {
        let ring = self.ring().into_iter();
        match self.class() {
            Class::Orthogonal => ring.step_by(2).collect(),
            Class::Diagonal => ring.skip(1).step_by(2).collect(),
            _ => ring.collect(),
        }
    }

    /// The leaps of a set of indices into [`Atom::vectors`].
    pub(super) fn chosen(self, mask: u16) -> Vec<Vector> {
        let all = self.vectors().into_iter().enumerate();
        all.filter(|(i, _)| mask >> i & 1 == 1).map(|(_, vector)| vector).collect()
    }

    /// Eight leaps, one for each eighth of a turn, clockwise. Orthogonal and diagonal atoms share a ring: turning one
    /// by an eighth makes it the other. Oblique atoms have a rosette of their own.
    pub(crate) fn ring(self) -> Vec<Vector> {
        let mut pair = match self {
            Atom::Leap(long, short) if self.class() == Class::Oblique => [(short, long), (long, short)],
            Atom::Leap(long, _) => [(0, long), (long, long)],
            Atom::King => [(0, 1), (1, 1)],
            Atom::Universal => return Vec::new(),
        };
        let mut ring = Vec::new();
        for _ in 0..4 {
            ring.extend(pair);
            pair = pair.map(|(x, y)| (y, -x));
        }
        ring
    }

    /// All directions of this atom, as a set of indices into [`Atom::vectors`].
    pub(super) fn everywhere(self) -> u16 {
        match self.class() {
            Class::Orthogonal | Class::Diagonal => 0x0f,
            Class::Universal => 0,
            _ => 0xff,
        }
    }

    /// The atom on the other side of an eighth of a turn.
    pub(super) fn turned(self) -> Atom {
        match self {
            Atom::Leap(long, 0) => Atom::Leap(long, long),
            Atom::Leap(long, short) if long == short => Atom::Leap(long, 0),
            other => other,
        }
    }

    /// Whether it is a single step to a neighboring square.
    pub(super) fn is_adjacent(self) -> bool {
        matches!(self, Atom::King | Atom::Leap(1, _))
    }

    /// Whether squares lie on the straight line between the ends of a leap.
    pub(super) fn has_between(self) -> bool {
        matches!(self, Atom::Leap(long, short) if gcd(long, short) > 1)
    }

    /// How it is written without a range: a letter, with a suffix where it needs one, else coordinates.
    pub(super) fn name(self) -> String {
        let suffixed =
            |suffix| ATOMS.iter().map(move |(letter, base, slides)| (letter, base, slides, suffix));
        let mut bases = ["", "X", "Y"].into_iter().flat_map(suffixed);
        let base = bases.find(|(_, base, slides, suffix)| !**slides && base.lengthened(suffix) == Some(self));
        match (self, base) {
            // `GY` would be no shorter than coordinates.
            (Atom::Leap(long @ 5, short @ 5), _) | (Atom::Leap(long, short), None) => {
                format!("({long},{short})")
            }
            (_, Some((letter, .., suffix))) => format!("{letter}{suffix}"),
            (Atom::King | Atom::Universal, None) => String::new(),
        }
    }

    /// The letter of a slider with these steps.
    pub(super) fn slider(self) -> Option<char> {
        ATOMS.iter().find(|(_, atom, slides)| *atom == self && *slides).map(|(letter, ..)| *letter)
    }

    /// An atom lengthened by suffixes: `X` adds three along the long axis, `Y` two along both.
    pub(super) fn lengthened(self, suffixes: &str) -> Option<Atom> {
        suffixes.chars().try_fold(self, |atom, suffix| {
            let Atom::Leap(long, short) = atom else { return None };
            let (long, short) = if suffix == 'X' { (long + 3, short) } else { (long + 2, short + 2) };
            (long <= LONGEST_LEAP).then_some(Atom::Leap(long, short))
        })
    }
}

/// A capital letter's atom and whether it slides; `None` if it is not the letter of an atom.
pub(super) fn from_letter(letter: char) -> Option<(Atom, bool)> {
    ATOMS.iter().find(|(known, ..)| *known == letter).map(|(_, atom, slides)| (*atom, *slides))
}

/// The capitals a move may have: the letters of all atoms, castling and imitating.
pub(super) fn capitals() -> impl Iterator<Item = char> {
    ATOMS.iter().map(|(letter, ..)| *letter).chain(['O', 'I'])
}

/// The greatest number that divides two numbers, of which neither is negative.
pub(super) fn gcd(a: i8, b: i8) -> i8 {
    if b == 0 { a } else { gcd(b, a % b) }
}
