//! Atoms: the base steps of move notation, with their capital letters and direction letters.
//!
//! [`Atom`] is the main type. [`DirectionClass`] selects the meaning of direction letters. [`read_directions`]
//! and [`write_directions`] are inverse functions: a written set of directions is always read as the same set.

use std::collections::{HashMap, VecDeque};

/// A step on the board: files to the right and ranks forward, from White's side.
pub type Vector = (i8, i8);

/// A set of symmetric steps that a capital letter stands for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Atom {
    /// All leaps by these two distances, the longer one first, in every orientation.
    Leap(i8, i8),
    King,
    /// Any square except the square of the piece.
    #[default]
    Universal,
}

/// The class of an atom, which determines the meaning of direction letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DirectionClass {
    /// Four steps along ranks and files.
    Orthogonal,
    /// Four steps along diagonals.
    Diagonal,
    /// Eight steps between the orthogonal and the diagonal directions.
    Oblique,
    /// The eight steps of a king, which are those of the orthogonal and of the diagonal class.
    Royal,
    /// No directions.
    Universal,
    /// One ray for each letter. Directions are relative to the last step, or to the owner's view for a king in
    /// XBoard.
    Ray,
}

/// The capital letters, each with its atom and a flag that is true for sliders. If two letters have the same
/// meaning, the first one is printed.
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

pub(super) const MAX_LEAP: i8 = 15;

impl Atom {
    pub(super) fn class(self) -> DirectionClass {
        match self {
            Atom::Leap(_, 0) => DirectionClass::Orthogonal,
            Atom::Leap(long, short) if long == short => DirectionClass::Diagonal,
            Atom::Leap(..) => DirectionClass::Oblique,
            Atom::King => DirectionClass::Royal,
            Atom::Universal => DirectionClass::Universal,
        }
    }

    /// Returns the leaps of this atom, clockwise from straight ahead. There are four, eight, or none for the
    /// universal leaper.
    pub fn vectors(self) -> Vec<Vector> {
        let ring = self.ring().into_iter();
        match self.class() {
            // In a shared ring, orthogonal and diagonal leaps alternate.
            DirectionClass::Orthogonal => ring.step_by(2).collect(),
            DirectionClass::Diagonal => ring.skip(1).step_by(2).collect(),
            _ => ring.collect(),
        }
    }

    /// Returns the leaps with the given indices, which are a bit set over [`Atom::vectors`].
    pub(super) fn chosen(self, mask: u16) -> Vec<Vector> {
        let all = self.vectors().into_iter().enumerate();
        all.filter(|(i, _)| mask >> i & 1 == 1).map(|(_, vector)| vector).collect()
    }

    /// Returns eight leaps in clockwise order, one for each eighth of a turn. Orthogonal and diagonal atoms share
    /// a ring, because an eighth of a turn maps one onto the other. Each oblique atom has its own ring.
    pub fn ring(self) -> Vec<Vector> {
        let mut pair = match self {
            Atom::Leap(long, short) if self.class() == DirectionClass::Oblique => {
                [(short, long), (long, short)]
            }
            Atom::Leap(long, _) => [(0, long), (long, long)],
            Atom::King => [(0, 1), (1, 1)],
            Atom::Universal => return Vec::new(),
        };
        let mut ring = Vec::new();
        for _ in 0..4 {
            ring.extend(pair);
            // This is a clockwise rotation by a quarter turn.
            pair = pair.map(|(x, y)| (y, -x));
        }
        ring
    }

    /// Returns the set of all directions of this atom, as a bit set over [`Atom::vectors`].
    pub(super) fn everywhere(self) -> u16 {
        (1 << self.vectors().len()) - 1
    }

    /// Returns the atom rotated by an eighth of a turn.
    pub(super) fn turned(self) -> Atom {
        match self {
            Atom::Leap(long, 0) => Atom::Leap(long, long),
            Atom::Leap(long, short) if long == short => Atom::Leap(long, 0),
            other => other,
        }
    }

    /// Returns true if the atom steps only to adjacent squares.
    pub(super) fn is_adjacent(self) -> bool {
        matches!(self, Atom::King | Atom::Leap(1, _))
    }

    /// Returns true if there are squares on the straight line between the ends of a leap.
    pub(super) fn has_between(self) -> bool {
        matches!(self, Atom::Leap(long, short) if gcd(long, short) > 1)
    }

    /// Returns the notation of the atom without a range: a letter with suffixes, or coordinates.
    pub(super) fn name(self) -> String {
        let suffixed =
            |suffix| ATOMS.iter().map(move |(letter, base, slides)| (letter, base, slides, suffix));
        let mut bases = ["", "X", "Y"].into_iter().flat_map(suffixed);
        let base = bases.find(|(_, base, slides, suffix)| !**slides && base.lengthened(suffix) == Some(self));
        match (self, base) {
            // `GY` is not shorter than coordinates.
            (Atom::Leap(long @ 5, short @ 5), _) | (Atom::Leap(long, short), None) => {
                format!("({long},{short})")
            }
            (_, Some((letter, .., suffix))) => format!("{letter}{suffix}"),
            (Atom::King | Atom::Universal, None) => String::new(),
        }
    }

    pub(super) fn slider(self) -> Option<char> {
        ATOMS.iter().find(|(_, atom, slides)| *atom == self && *slides).map(|(letter, ..)| *letter)
    }

    /// Returns the atom lengthened by suffixes. An `X` adds three to the longer distance, and a `Y` adds two to
    /// both.
    pub(super) fn lengthened(self, suffixes: &str) -> Option<Atom> {
        suffixes.chars().try_fold(self, |atom, suffix| {
            let Atom::Leap(long, short) = atom else { return None };
            let (long, short) = if suffix == 'X' { (long + 3, short) } else { (long + 2, short + 2) };
            (long <= MAX_LEAP).then_some(Atom::Leap(long, short))
        })
    }
}

/// Returns the atom of a capital letter and a flag that is true for sliders, or `None` if the letter names no
/// atom.
pub(super) fn from_letter(letter: char) -> Option<(Atom, bool)> {
    ATOMS.iter().find(|(known, ..)| *known == letter).map(|(_, atom, slides)| (*atom, *slides))
}

/// Iterates over the capital letters that can begin a move: those of atoms, of castling, and of imitation.
pub(super) fn capitals() -> impl Iterator<Item = char> {
    ATOMS.iter().map(|(letter, ..)| *letter).chain(['O', 'I'])
}

/// Returns the greatest common divisor of two non-negative numbers.
pub(super) fn gcd(a: i8, b: i8) -> i8 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The directions of a step in a leg, as a bit set. In a set of turns, bits 0 to 7 go clockwise from straight
/// ahead. The next two bits stand for the opposite side of the last turn ([`OTHER`]) and its same side
/// ([`SAME`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heading {
    /// The directions of a first leg as the owner sees the board, as a bit set over the vectors of the atom.
    Absolute(u16),
    /// The directions of a later leg, relative to the last step, in eighths of a turn.
    Turned(u16),
    /// The directions of a later leg in a bracket path, relative to the last step, by angle.
    Outward(u16),
}

/// Turns of a quarter, one eighth, and three eighths to the other side of the last turn.
pub(super) const OTHER: [u16; 3] = [1 << 8, 1 << 9, 1 << 10];
/// Turns of a quarter, one eighth, and three eighths to the same side as the last turn.
pub(super) const SAME: [u16; 3] = [1 << 11, 1 << 12, 1 << 13];

impl Default for Heading {
    fn default() -> Heading {
        Heading::Outward(1)
    }
}

/// Returns the default directions of a later leg in a chain: all except straight back.
pub(super) fn but_back(class: DirectionClass) -> u16 {
    if matches!(class, DirectionClass::Royal | DirectionClass::Oblique) { 0xef } else { 1 | 1 << 2 | 1 << 6 }
}

/// A letter or a pair of letters with its set of directions. The set is 0 for a pair without an agreed meaning.
type DirectionToken = (&'static str, u16);

const ORTHOGONAL: &[DirectionToken] =
    &[("f", 0b1), ("b", 0b100), ("l", 0b1000), ("r", 0b10), ("s", 0b1010), ("v", 0b101)];

#[rustfmt::skip]
const DIAGONAL: &[DirectionToken] = &[
    ("f", 0b1001), ("b", 0b0110), ("l", 0b1100), ("r", 0b0011), ("s", 0b1111), ("v", 0b1111),
    ("fl", 0b1000), ("fr", 0b0001), ("fs", 0b1001), ("bl", 0b0100), ("br", 0b0010), ("bs", 0b0110),
    ("lf", 0b1000), ("lb", 0b0100), ("lv", 0b1100), ("rf", 0b0001), ("rb", 0b0010), ("rv", 0b0011),
    ("sf", 0), ("sb", 0), ("sv", 0), ("vl", 0), ("vr", 0), ("vs", 0), ("hf", 0), ("hb", 0), ("hs", 0), ("hv", 0),
];

/// The tokens of an oblique atom. In a pair, the second letter names the axis of the longer distance, and the
/// first letter names a side of this axis.
#[rustfmt::skip]
const OBLIQUE: &[DirectionToken] = &[
    ("f", 0x81), ("b", 0x18), ("l", 0x60), ("r", 0x06), ("s", 0x66), ("v", 0x99),
    ("fl", 0x40), ("fr", 0x02), ("fs", 0x42), ("fh", 0xc3), ("bl", 0x20), ("br", 0x04), ("bs", 0x24), ("bh", 0x3c),
    ("lf", 0x80), ("lb", 0x10), ("lv", 0x90), ("lh", 0xf0), ("rf", 0x01), ("rb", 0x08), ("rv", 0x09), ("rh", 0x0f),
    ("hl", 0xaa), ("hr", 0x55),
    ("sf", 0), ("sb", 0), ("sv", 0), ("vl", 0), ("vr", 0), ("vs", 0), ("hf", 0), ("hb", 0), ("hs", 0), ("hv", 0),
];

#[rustfmt::skip]
const RAY: &[DirectionToken] = &[
    ("f", 0x01), ("b", 0x10), ("l", 0x40), ("r", 0x04), ("s", 0x44), ("v", 0x11), ("z", 0x100), ("q", 0x800),
    ("fl", 0x80), ("fr", 0x02), ("fs", 0x82), ("fz", 0x200), ("fq", 0x1000),
    ("bl", 0x20), ("br", 0x08), ("bs", 0x28), ("bz", 0x400), ("bq", 0x2000),
    ("lf", 0x80), ("lb", 0x20), ("lv", 0xa0), ("rf", 0x02), ("rb", 0x08), ("rv", 0x0a),
    ("sf", 0), ("sb", 0), ("sv", 0), ("zf", 0), ("zb", 0), ("zv", 0), ("qf", 0), ("qb", 0), ("qv", 0),
    ("vl", 0), ("vr", 0), ("vs", 0), ("vz", 0), ("vq", 0), ("hf", 0), ("hb", 0), ("hs", 0), ("hv", 0),
];

/// Returns the tokens of a class. Single letters come first, and each group is in the order in which `cover`
/// tries it.
fn tokens(class: DirectionClass) -> &'static [DirectionToken] {
    match class {
        DirectionClass::Orthogonal => ORTHOGONAL,
        DirectionClass::Diagonal | DirectionClass::Royal => DIAGONAL,
        DirectionClass::Oblique => OBLIQUE,
        DirectionClass::Universal => &[],
        DirectionClass::Ray => RAY,
    }
}

/// Returns the set that a run of adjacent direction letters stands for. A king combines the directions of a wazir
/// and a ferz.
///
/// # Errors
/// Returns the range of the offending letters: a pair in the wrong order, or a letter that the class does not have.
pub(super) fn read_directions(run: &str, class: DirectionClass) -> Result<u16, std::ops::Range<usize>> {
    if class == DirectionClass::Royal {
        let (straight, slant) = (
            read_directions(run, DirectionClass::Orthogonal)?,
            read_directions(run, DirectionClass::Diagonal)?,
        );
        // The directions of a king are alternately orthogonal and diagonal.
        return Ok((0..4).map(|i| (straight >> i & 1) << (2 * i) | (slant >> i & 1) << (2 * i + 1)).sum());
    }
    let bits = |token: &str| tokens(class).iter().find(|(known, _)| *known == token).map(|(_, bits)| *bits);
    let mut set = 0;
    let mut at = 0;
    while let Some(first) = run.get(at..at + 1) {
        let pair = run.get(at..at + 2).unwrap_or_default();
        let (found, length) = match (bits(pair), bits(first)) {
            (Some(0), _) => return Err(at..at + 2),
            (Some(both), _) => (both, 2),
            // A doubled letter stands for the single letter, which cannot form a pair with the next letter then.
            (None, Some(one)) => (one, if pair == first.repeat(2) { 2 } else { 1 }),
            (None, None) => return Err(at..at + 1),
        };
        set |= found;
        at += length;
    }
    Ok(set)
}

/// Returns the shortest letters that are read as `set`, or `None` if there are none.
pub(super) fn write_directions(set: u16, class: DirectionClass) -> Option<String> {
    let tokens = cover(set, class)?;
    let (pairs, singles): (Vec<&str>, Vec<&str>) = tokens.iter().partition(|t| t.len() == 2);
    let pairs = pairs.concat();
    // Adjacent letters may form an unintended pair, so the candidates double some of the single letters.
    let doubled = |n: usize| {
        let times = |i| if i < n { 2 } else { 1 };
        pairs.clone() + &singles.iter().enumerate().map(|(i, s)| s.repeat(times(i))).collect::<String>()
    };
    let backward = pairs.clone() + &singles.iter().rev().copied().collect::<String>();
    let half = doubled(singles.len().saturating_sub(1));
    let texts = [singles.concat() + &pairs, doubled(0), backward, half, doubled(singles.len())];
    texts.into_iter().find(|text| read_directions(text, class) == Ok(set))
}

/// Returns the tokens with the fewest letters in total whose union is `set`.
fn cover(set: u16, class: DirectionClass) -> Option<Vec<&'static str>> {
    let meaning = |(token, _): &DirectionToken| {
        Some((*token, read_directions(token, class).ok().filter(|bits| bits & !set == 0)?))
    };
    let usable: Vec<DirectionToken> = tokens(class).iter().filter_map(meaning).collect();
    let length = |path: &[&str]| path.iter().map(|token| token.len()).sum::<usize>();
    // A breadth-first search through unions of tokens finds the shortest list for each set. A set enters the
    // queue again when a shorter list is found.
    let mut best: HashMap<u16, Vec<&str>> = HashMap::from([(0, Vec::new())]);
    let mut queue = VecDeque::from([0u16]);
    while let Some(mask) = queue.pop_front() {
        let path = best.get(&mask)?.clone();
        for (token, bits) in &usable {
            let longer = [&path[..], &[token]].concat();
            if best.get(&(mask | bits)).is_none_or(|old| length(&longer) < length(old)) {
                best.insert(mask | bits, longer);
                queue.push_back(mask | bits);
            }
        }
    }
    best.remove(&set)
}
