//! Atoms: the vectors a step can have, and how their letters are read.

/// A step on the board: files to the right and ranks forward, as White sees it.
pub type Vector = (i8, i8);

/// The eight king's steps, clockwise from straight ahead.
pub const COMPASS: [Vector; 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// What one step of a leg is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Atom {
    /// All leaps of so many squares along the long axis and so many along the short one.
    Leap(u8, u8),
    /// The eight steps of a king.
    King,
    /// Any square but its own.
    Universal,
}

/// How direction letters are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
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

impl Atom {
    /// The class of its direction letters.
    pub fn class(self) -> Class {
        match self {
            Atom::Leap(_, 0) => Class::Orthogonal,
            Atom::Leap(long, short) if long == short => Class::Diagonal,
            Atom::Leap(..) => Class::Oblique,
            Atom::King => Class::Royal,
            Atom::Universal => Class::Universal,
        }
    }

    /// The leaps of this atom, clockwise from straight ahead: four, eight, or none for the universal leaper.
    pub fn vectors(self) -> Vec<Vector> {
        let ring = self.ring();
        match self.class() {
            Class::Orthogonal => ring.into_iter().step_by(2).collect(),
            Class::Diagonal => ring.into_iter().skip(1).step_by(2).collect(),
            Class::Oblique | Class::Royal => ring,
            Class::Universal => Vec::new(),
        }
    }

    /// Eight leaps, one for each eighth of a turn, clockwise. Orthogonal and diagonal atoms share a ring: turning one
    /// by an eighth makes it the other. Oblique atoms have a rosette of their own.
    pub fn ring(self) -> Vec<Vector> {
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
    pub fn everywhere(self) -> u8 {
        match self.class() {
            Class::Orthogonal | Class::Diagonal => 0x0f,
            Class::Oblique | Class::Royal => 0xff,
            Class::Universal => 0,
        }
    }

    /// The atom on the other side of an eighth of a turn.
    pub fn turned(self) -> Atom {
        match self {
            Atom::Leap(long, 0) => Atom::Leap(long, long),
            Atom::Leap(long, short) if long == short => Atom::Leap(long, 0),
            other => other,
        }
    }
}

/// The squares strictly between the ends of a straight leap, if it has any; else the unit step is the leap itself.
pub fn unit((dx, dy): Vector) -> (Vector, u8) {
    let divisor = gcd(dx.unsigned_abs(), dy.unsigned_abs()).max(1);
    let by = signed(divisor);
    ((dx / by, dy / by), divisor)
}

/// A quarter turn to the left.
pub fn left((x, y): Vector) -> Vector {
    (-y, x)
}

/// A quarter turn to the right.
pub fn right((x, y): Vector) -> Vector {
    (y, -x)
}

fn gcd(a: u8, b: u8) -> u8 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn signed(n: u8) -> i8 {
    i8::try_from(n).unwrap_or(i8::MAX)
}

/// A capital letter's atom and whether it slides by itself; `None` if no atom is written so.
pub fn from_letter(letter: char) -> Option<(Atom, bool)> {
    Some(match letter {
        'W' => (Atom::Leap(1, 0), false),
        'F' => (Atom::Leap(1, 1), false),
        'D' => (Atom::Leap(2, 0), false),
        'N' => (Atom::Leap(2, 1), false),
        'A' => (Atom::Leap(2, 2), false),
        'H' => (Atom::Leap(3, 0), false),
        'C' | 'L' => (Atom::Leap(3, 1), false),
        'Z' | 'J' => (Atom::Leap(3, 2), false),
        'G' => (Atom::Leap(3, 3), false),
        'K' => (Atom::King, false),
        'R' => (Atom::Leap(1, 0), true),
        'B' => (Atom::Leap(1, 1), true),
        'Q' => (Atom::King, true),
        'U' => (Atom::Universal, false),
        _ => return None,
    })
}

/// The letters [`from_letter`] knows, shortest leap first, and those that stand for no leap.
pub const LETTERS: &str = "WFDNAHCLZJGKRBQUOI";

/// An atom lengthened by suffixes: `X` adds three along the long axis, `Y` two along both.
pub fn lengthened(atom: Atom, suffixes: &[char]) -> Option<Atom> {
    let Atom::Leap(mut long, mut short) = atom else { return None };
    for suffix in suffixes {
        let (more, side) = if *suffix == 'X' { (3, 0) } else { (2, 2) };
        long = long.checked_add(more).filter(|n| *n <= 15)?;
        short = short.checked_add(side).filter(|n| *n <= 15)?;
    }
    Some(Atom::Leap(long, short))
}

/// The letter of a leap, with suffixes where it needs them; `None` if only coordinates can say it.
pub fn letter(atom: Atom) -> Option<&'static str> {
    Some(match atom {
        Atom::King => "K",
        Atom::Universal => "U",
        Atom::Leap(long, short) => match (long, short) {
            (1, 0) => "W",
            (1, 1) => "F",
            (2, 0) => "D",
            (2, 1) => "N",
            (2, 2) => "A",
            (3, 0) => "H",
            (3, 1) => "C",
            (3, 2) => "Z",
            (3, 3) => "G",
            (4, 0) => "WX",
            (4, 1) => "FX",
            (5, 0) => "DX",
            (5, 1) => "NX",
            (5, 2) => "AX",
            (6, 0) => "HX",
            (6, 1) => "CX",
            (6, 2) => "ZX",
            (6, 3) => "GX",
            (4, 2) => "DY",
            (4, 3) => "NY",
            (4, 4) => "AY",
            (5, 3) => "CY",
            (5, 4) => "ZY",
            _ => return None,
        },
    })
}
