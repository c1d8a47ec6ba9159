//! Direction letters: read for each class of atom, and written again as briefly as possible.

use super::atom::Class;
use std::collections::{HashMap, VecDeque};

/// Where the steps of a leg go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Heading {
    /// As the owner of the piece sees the board: a set of indices into the vectors of the atom.
    Absolute(u8),
    /// In a chain: seen from the step just made, in eighths of a turn.
    Turned(Rays),
    /// In a bracket path: seen from the step just made, by angle.
    Outward(Rays),
}

/// Directions seen from the step just made. Bits 0 to 7 go clockwise from straight on; then follow the other side of the
/// last turn (by a quarter, an eighth, three eighths) and the same side as the last turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Rays(pub u16);

impl Rays {
    /// Straight on.
    pub(crate) const FORWARD: Rays = Rays(1);
    /// Quarter, eighth and three eighths to the other side of the last turn.
    pub(crate) const OTHER: [u16; 3] = [1 << 8, 1 << 9, 1 << 10];
    /// Quarter, eighth and three eighths to the side of the last turn.
    pub(crate) const SAME: [u16; 3] = [1 << 11, 1 << 12, 1 << 13];

    /// What no letter means in a chain: everything but straight back.
    pub(crate) fn but_back(class: Class) -> Rays {
        match class {
            Class::Royal | Class::Oblique => Rays(0xef),
            Class::Orthogonal | Class::Diagonal | Class::Universal => Rays(1 | 1 << 2 | 1 << 6),
        }
    }
}

/// Why direction letters cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Misread {
    /// Two letters that mean something only the other way round.
    Reversed,
    /// `h` where it forms no pair this atom knows.
    Half,
    /// The atom has no directions at all.
    Nowhere,
}

/// How letters are to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Frame {
    /// Seen from the owner's side, for an atom of this class; a king step is a wazir step or a ferz step.
    Absolute(Class),
    /// One ray for each letter: seen from the step just made, or for XBoard's kings from the owner's side.
    Rays,
}

/// A letter or a pair, and the directions it stands for; none for a pair in an order without agreed meaning.
type Token = (&'static str, u16);

const ORTHOGONAL: &[Token] =
    &[("f", 0b1), ("b", 0b100), ("l", 0b1000), ("r", 0b10), ("s", 0b1010), ("v", 0b101)];

#[rustfmt::skip]
const DIAGONAL: &[Token] = &[
    ("f", 0b1001), ("b", 0b0110), ("l", 0b1100), ("r", 0b0011), ("s", 0b1111), ("v", 0b1111),
    ("fl", 0b1000), ("fr", 0b0001), ("fs", 0b1001), ("bl", 0b0100), ("br", 0b0010), ("bs", 0b0110),
    ("lf", 0b1000), ("lb", 0b0100), ("lv", 0b1100), ("rf", 0b0001), ("rb", 0b0010), ("rv", 0b0011),
    ("sf", 0), ("sb", 0), ("sv", 0), ("vl", 0), ("vr", 0), ("vs", 0), ("hf", 0), ("hb", 0), ("hs", 0), ("hv", 0),
];

/// The second letter of a pair names the long axis, the first the side of it.
#[rustfmt::skip]
const OBLIQUE: &[Token] = &[
    ("f", 0x81), ("b", 0x18), ("l", 0x60), ("r", 0x06), ("s", 0x66), ("v", 0x99),
    ("fl", 0x40), ("fr", 0x02), ("fs", 0x42), ("fh", 0xc3), ("bl", 0x20), ("br", 0x04), ("bs", 0x24), ("bh", 0x3c),
    ("lf", 0x80), ("lb", 0x10), ("lv", 0x90), ("lh", 0xf0), ("rf", 0x01), ("rb", 0x08), ("rv", 0x09), ("rh", 0x0f),
    ("hl", 0xaa), ("hr", 0x55),
    ("sf", 0), ("sb", 0), ("sv", 0), ("vl", 0), ("vr", 0), ("vs", 0), ("hf", 0), ("hb", 0), ("hs", 0), ("hv", 0),
];

#[rustfmt::skip]
const RAYS: &[Token] = &[
    ("f", 0x01), ("b", 0x10), ("l", 0x40), ("r", 0x04), ("s", 0x44), ("v", 0x11), ("z", 0x100), ("q", 0x800),
    ("fl", 0x80), ("fr", 0x02), ("fs", 0x82), ("fz", 0x200), ("fq", 0x1000),
    ("bl", 0x20), ("br", 0x08), ("bs", 0x28), ("bz", 0x400), ("bq", 0x2000),
    ("lf", 0x80), ("lb", 0x20), ("lv", 0xa0), ("rf", 0x02), ("rb", 0x08), ("rv", 0x0a),
    ("sf", 0), ("sb", 0), ("sv", 0), ("zf", 0), ("zb", 0), ("zv", 0), ("qf", 0), ("qb", 0), ("qv", 0),
    ("vl", 0), ("vr", 0), ("vs", 0), ("vz", 0), ("vq", 0), ("hf", 0), ("hb", 0), ("hs", 0), ("hv", 0),
];

/// The tokens of a frame: single letters first, each group in the order in which covers are looked for.
fn tokens(frame: Frame) -> &'static [Token] {
    match frame {
        Frame::Absolute(Class::Orthogonal) => ORTHOGONAL,
        Frame::Absolute(Class::Diagonal | Class::Royal) => DIAGONAL,
        Frame::Absolute(Class::Oblique) => OBLIQUE,
        Frame::Absolute(Class::Universal) => &[],
        Frame::Rays => RAYS,
    }
}

/// The set a run of adjacent letters stands for, or the offending letters.
pub(crate) fn read(run: &str, frame: Frame) -> Result<u16, (usize, usize, Misread)> {
    if frame == Frame::Absolute(Class::Royal) {
        let straight = read(run, Frame::Absolute(Class::Orthogonal))?;
        let slant = read(run, Frame::Absolute(Class::Diagonal))?;
        return Ok((0..4).map(|i| (straight >> i & 1) << (2 * i) | (slant >> i & 1) << (2 * i + 1)).sum());
    }
    let bits = |token: &str| tokens(frame).iter().find(|(known, _)| *known == token).map(|(_, bits)| *bits);
    let mut set = 0;
    let mut at = 0;
    while let Some(first) = run.get(at..at + 1) {
        let pair = run.get(at..at + 2).unwrap_or_default();
        let doubled = run.get(at + 1..at + 2) == Some(first);
        let (found, length) = match (bits(pair), bits(first)) {
            (Some(0), _) => return Err((at, at + 2, Misread::Reversed)),
            (Some(both), _) => (both, 2),
            (None, Some(one)) => (one, if doubled { 2 } else { 1 }),
            (None, None) if tokens(frame).is_empty() => return Err((at, at + 1, Misread::Nowhere)),
            (None, None) => return Err((at, at + 1, Misread::Half)),
        };
        set |= found;
        at += length;
    }
    Ok(set)
}

/// The shortest letters that read as `set`; `None` if none do.
pub(crate) fn write(set: u16, frame: Frame) -> Option<String> {
    if set == 0 {
        return Some(String::new());
    }
    let tokens = cover(set, frame)?;
    let (pairs, singles): (Vec<&str>, Vec<&str>) = tokens.iter().partition(|t| t.len() == 2);
    let doubled =
        |n: usize| singles.iter().enumerate().map(move |(i, s)| s.repeat(if i < n { 2 } else { 1 }));
    let pairs = pairs.concat();
    let plain = singles.concat() + &pairs;
    let turned = pairs.clone() + &singles.concat();
    let backward: String = pairs.chars().chain(singles.iter().rev().flat_map(|s| s.chars())).collect();
    let half = pairs.clone() + &doubled(singles.len().saturating_sub(1)).collect::<String>();
    let all = pairs + &doubled(singles.len()).collect::<String>();
    [plain, turned, backward, half, all].into_iter().find(|text| read(text, frame) == Ok(set))
}

/// The fewest letters whose union is `set`.
fn cover(set: u16, frame: Frame) -> Option<Vec<&'static str>> {
    let meaning = |(token, bits): &Token| match frame {
        Frame::Absolute(Class::Royal) if *bits != 0 => Some((*token, read(token, frame).ok()?)),
        _ => Some((*token, *bits)),
    };
    let usable: Vec<Token> =
        tokens(frame).iter().filter_map(meaning).filter(|(_, bits)| *bits != 0 && bits & !set == 0).collect();
    let mut best: HashMap<u16, (usize, Vec<&str>)> = HashMap::from([(0, (0, Vec::new()))]);
    let mut queue = VecDeque::from([0u16]);
    while let Some(mask) = queue.pop_front() {
        let Some((cost, path)) = best.get(&mask).cloned() else { continue };
        for (text, bits) in &usable {
            let (next, price) = (mask | bits, cost + text.len());
            if next != mask && best.get(&next).is_none_or(|(old, _)| price < *old) {
                best.insert(next, (price, path.iter().copied().chain([*text]).collect()));
                queue.push_back(next);
            }
        }
    }
    best.remove(&set).map(|(_, path)| path)
}
