//! Atoms: the vectors a step can have, and the capitals they are written with.

/// A step on the board: files to the right and ranks forward, as White sees it.
pub(crate) type Vector = (i8, i8);

/// The eight king's steps, clockwise from straight ahead.
const COMPASS: [Vector; 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// What one step of a leg is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Atom {
    /// All leaps of this many squares along the long axis and along the short one.
    Leap(u8, u8),
    /// The eight steps of a king.
    King,
    /// Any square but its own.
    Universal,
}

/// How direction letters are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Class {
    /// Along ranks and files: four steps.
    Orthogonal,
    /// Along diagonals: four steps.
    Diagonal,
    /// Everything between: eight steps.
    Oblique,
    /// A king's eight steps.
    Royal,
    /// No direction at all.
    Universal,
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
pub(crate) const LONGEST_LEAP: u8 = 15;

impl Atom {
    /// The class of its direction letters.
    pub(crate) fn class(self) -> Class {
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
        let ring = self.ring();
        match self.class() {
            Class::Orthogonal => ring.into_iter().step_by(2).collect(),
            Class::Diagonal => ring.into_iter().skip(1).step_by(2).collect(),
            Class::Oblique | Class::Royal | Class::Universal => ring,
        }
    }

    /// The leaps of a set of indices into [`Atom::vectors`].
    pub(crate) fn chosen(self, mask: u8) -> Vec<Vector> {
        let all = self.vectors().into_iter().enumerate();
        all.filter(|(i, _)| mask >> i & 1 == 1).map(|(_, vector)| vector).collect()
    }

    /// Eight leaps, one for each eighth of a turn, clockwise. Orthogonal and diagonal atoms share a ring: turning one
    /// by an eighth makes it the other. Oblique atoms have a rosette of their own.
    pub(crate) fn ring(self) -> Vec<Vector> {
        let scaled = |n: i8| COMPASS.iter().map(|(x, y)| (x * n, y * n)).collect();
        match self {
            Atom::Leap(long, short) => {
                let (l, s) = (signed(long), signed(short));
                if short == 0 || long == short {
                    return scaled(l);
                }
                vec![(s, l), (l, s), (l, -s), (s, -l), (-s, -l), (-l, -s), (-l, s), (-s, l)]
            }
            Atom::King => scaled(1),
            Atom::Universal => Vec::new(),
        }
    }

    /// All directions of this atom, as a set of indices into [`Atom::vectors`].
    pub(crate) fn everywhere(self) -> u8 {
        match self.class() {
            Class::Orthogonal | Class::Diagonal => 0x0f,
            Class::Oblique | Class::Royal => 0xff,
            Class::Universal => 0,
        }
    }

    /// The atom on the other side of an eighth of a turn.
    pub(crate) fn turned(self) -> Atom {
        match self {
            Atom::Leap(long, 0) => Atom::Leap(long, long),
            Atom::Leap(long, short) if long == short => Atom::Leap(long, 0),
            other => other,
        }
    }

    /// Whether it is a single step to a neighboring square.
    pub(crate) fn is_adjacent(self) -> bool {
        matches!(self, Atom::King | Atom::Leap(1, _))
    }

    /// Whether squares lie on the straight line between the ends of a leap.
    pub(crate) fn has_between(self) -> bool {
        matches!(self, Atom::Leap(long, short) if gcd(long, short) > 1)
    }

    /// How it is written without a range: a letter, with a suffix where it needs one, else coordinates.
    pub(crate) fn name(self) -> String {
        let suffixes: [&[char]; 3] = [&[], &['X'], &['Y']];
        let letters = suffixes.iter().flat_map(|suffix| ATOMS.iter().map(move |atom| (atom, *suffix)));
        let is_this = |base: Atom, suffix: &[char]| match suffix {
            [] => base == self,
            _ => base.lengthened(suffix) == Some(self),
        };
        let found = letters.into_iter().find(|((_, base, slides), suffix)| !slides && is_this(*base, suffix));
        match (self, found) {
            // `GY` would be no shorter than coordinates.
            (Atom::Leap(long @ 5, short @ 5), _) | (Atom::Leap(long, short), None) => {
                format!("({long},{short})")
            }
            (_, Some(((letter, ..), suffix))) => [*letter].iter().chain(suffix).collect(),
            (Atom::King | Atom::Universal, None) => String::new(),
        }
    }

    /// The letter of a slider with these steps.
    pub(crate) fn slider(self) -> Option<char> {
        ATOMS.iter().find(|(_, atom, slides)| *atom == self && *slides).map(|(letter, ..)| *letter)
    }

    /// An atom lengthened by suffixes: `X` adds three along the long axis, `Y` two along both.
    pub(crate) fn lengthened(self, suffixes: &[char]) -> Option<Atom> {
        let Atom::Leap(mut long, mut short) = self else { return None };
        for suffix in suffixes {
            let (more, side) = if *suffix == 'X' { (3, 0) } else { (2, 2) };
            long = long.checked_add(more).filter(|n| *n <= LONGEST_LEAP)?;
            short = short.checked_add(side).filter(|n| *n <= LONGEST_LEAP)?;
        }
        Some(Atom::Leap(long, short))
    }
}

/// A capital letter's atom and whether it slides; `None` if it is not the letter of an atom.
pub(crate) fn from_letter(letter: char) -> Option<(Atom, bool)> {
    ATOMS.iter().find(|(known, ..)| *known == letter).map(|(_, atom, slides)| (*atom, *slides))
}

/// The capitals a move may have: the letters of all atoms, castling and imitating.
pub(crate) fn capitals() -> impl Iterator<Item = char> {
    ATOMS.iter().map(|(letter, ..)| *letter).chain(['O', 'I'])
}

/// The smallest step in the direction of a leap, and how many of them it has.
pub(crate) fn unit((dx, dy): Vector) -> (Vector, u8) {
    let count = gcd(dx.unsigned_abs(), dy.unsigned_abs()).max(1);
    ((dx / signed(count), dy / signed(count)), count)
}

fn gcd(a: u8, b: u8) -> u8 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn signed(n: u8) -> i8 {
    i8::try_from(n).unwrap_or(i8::MAX)
}
