//! Direction letters: read for each class of atom, and written again as briefly as they can be.

use super::atom::Class;
use std::collections::{HashMap, VecDeque};

/// Where the steps of a leg go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Heading {
    /// As the owner of the piece sees the board: a set of indices into the vectors of the atom.
    Absolute(u8),
    /// In a chain: seen from the step just made, in eighths of a turn.
    Action(Rays),
    /// In a bracket path: seen from the step just made, by angle.
    Outward(Rays),
}

/// Directions seen from the step just made. Bits 0 to 7 go clockwise from straight on; then follow the other side of the
/// last turn (by a quarter, an eighth, three eighths) and the same side as the last turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rays(pub u16);

impl Rays {
    /// Straight on.
    pub const FORWARD: Rays = Rays(1);
    /// Straight on, left and right.
    pub const BUT_BACK_4: Rays = Rays(1 | 1 << 2 | 1 << 6);
    /// All eighths of a turn but straight back.
    pub const BUT_BACK_8: Rays = Rays(0xef);
    /// Quarter, eighth and three eighths to the other side of the last turn.
    pub const OTHER: [u16; 3] = [1 << 8, 1 << 9, 1 << 10];
    /// Quarter, eighth and three eighths to the side of the last turn.
    pub const SAME: [u16; 3] = [1 << 11, 1 << 12, 1 << 13];

    /// Whether any ray of the other set is in this one.
    pub fn meets(self, bits: u16) -> bool {
        self.0 & bits != 0
    }
}

/// Why direction letters cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misread {
    /// Two letters that mean something only the other way round.
    Reversed,
    /// `h` where it forms no pair this atom knows.
    Half,
    /// The atom has no directions at all.
    Nowhere,
}

/// How letters are to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Frame {
    /// Seen from the owner's side, for an atom of this class; a king step is a wazir step or a ferz step.
    Absolute(Class),
    /// Seen from the owner's side, one ray for each letter.
    EightRays,
    /// Seen from the step just made.
    Relative,
}

/// The set a run of adjacent letters stands for, or the offending letters.
pub fn read(run: &[char], frame: Frame) -> Result<u16, (usize, usize, Misread)> {
    if frame == Frame::Absolute(Class::Royal) {
        let straight = read(run, Frame::Absolute(Class::Orthogonal))?;
        let slant = read(run, Frame::Absolute(Class::Diagonal))?;
        return Ok((0..4).map(|i| (straight >> i & 1) << (2 * i) | (slant >> i & 1) << (2 * i + 1)).sum());
    }
    let mut set = 0;
    let mut at = 0;
    while let Some(first) = run.get(at).copied() {
        let second = run.get(at + 1).copied();
        if let Some(second) = second {
            if first == second && single(first, frame).is_some() {
                set |= single(first, frame).unwrap_or(0);
                at += 2;
                continue;
            }
            if let Some(both) = pair(first, second, frame) {
                set |= both;
                at += 2;
                continue;
            }
            if reversed(first, second, frame) {
                return Err((at, at + 2, Misread::Reversed));
            }
        }
        match single(first, frame) {
            Some(one) => set |= one,
            None if frame == Frame::Absolute(Class::Universal) => return Err((at, at + 1, Misread::Nowhere)),
            None => return Err((at, at + 1, Misread::Half)),
        }
        at += 1;
    }
    Ok(set)
}

/// The shortest letters that read as `set`; `None` if none do.
pub fn write(set: u16, frame: Frame) -> Option<String> {
    if set == 0 {
        return Some(String::new());
    }
    let tokens = cover(set, &tokens(frame))?;
    let (pairs, singles): (Vec<&str>, Vec<&str>) =
        tokens.iter().map(String::as_str).partition(|t| t.len() == 2);
    let reads = |text: &str| read(&text.chars().collect::<Vec<_>>(), frame) == Ok(set);
    let plain = [singles.concat(), pairs.concat()].concat();
    let turned = [pairs.concat(), singles.concat()].concat();
    let doubled = [pairs.concat(), singles.iter().map(|s| s.repeat(2)).collect()].concat();
    let rest = [pairs.concat(), singles.iter().rev().copied().collect::<String>()].concat();
    let half: String = [pairs.concat(), doubling(&singles)].concat();
    [plain, turned, rest, half, doubled].into_iter().find(|text| reads(text))
}

/// Doubles all letters but the last.
fn doubling(singles: &[&str]) -> String {
    let last = singles.len().saturating_sub(1);
    singles.iter().enumerate().map(|(i, s)| if i < last { s.repeat(2) } else { (*s).to_string() }).collect()
}

fn tokens(frame: Frame) -> Vec<(String, u16)> {
    let letters = if frame == Frame::Relative { "fblrsvzq" } else { "fblrsvh" };
    let mut found = Vec::new();
    let all: Vec<String> = letters.chars().map(String::from).collect();
    let twice = letters.chars().flat_map(|a| letters.chars().map(move |b| format!("{a}{b}")));
    for text in all.into_iter().chain(twice) {
        let run: Vec<char> = text.chars().collect();
        let one_token = run.len() == 1 || (run.first() != run.get(1) && paired(&run, frame));
        if let (true, Ok(set)) = (one_token, read(&run, frame)) {
            found.push((text, set));
        }
    }
    found
}

fn paired(run: &[char], frame: Frame) -> bool {
    let (Some(a), Some(b)) = (run.first(), run.get(1)) else { return false };
    match frame {
        Frame::Absolute(Class::Royal) => pair(*a, *b, Frame::Absolute(Class::Diagonal)).is_some(),
        _ => pair(*a, *b, frame).is_some(),
    }
}

/// The fewest letters whose union is `set`.
fn cover(set: u16, tokens: &[(String, u16)]) -> Option<Vec<String>> {
    let usable: Vec<&(String, u16)> = tokens.iter().filter(|(_, bits)| bits & !set == 0).collect();
    let mut best: HashMap<u16, (usize, Vec<&str>)> = HashMap::from([(0, (0, Vec::new()))]);
    let mut queue = VecDeque::from([0u16]);
    while let Some(mask) = queue.pop_front() {
        let Some((cost, path)) = best.get(&mask).cloned() else { continue };
        for (text, bits) in &usable {
            let (next, price) = (mask | bits, cost + text.len());
            if next != mask && best.get(&next).is_none_or(|(old, _)| price < *old) {
                let longer = path.iter().copied().chain([text.as_str()]).collect();
                best.insert(next, (price, longer));
                queue.push_back(next);
            }
        }
    }
    best.remove(&set).map(|(_, path)| path.into_iter().map(String::from).collect())
}

fn is_vertical(letter: char) -> bool {
    matches!(letter, 'f' | 'b' | 'v')
}

/// Letters of the two axes in an order nobody agrees about.
fn reversed(first: char, second: char, frame: Frame) -> bool {
    match frame {
        Frame::Absolute(Class::Orthogonal | Class::Royal | Class::Universal) => false,
        Frame::Absolute(_) | Frame::EightRays => {
            matches!(first, 's' | 'v') && second != 'h' && is_vertical(first) != is_vertical(second)
                || first == 'h' && matches!(second, 'f' | 'b' | 's' | 'v')
        }
        Frame::Relative => {
            matches!(first, 's' | 'z' | 'q') && is_vertical(second) || first == 'v' && !is_vertical(second)
        }
    }
}

fn single(letter: char, frame: Frame) -> Option<u16> {
    let by = |f: u16, r: u16, b: u16, l: u16| {
        Some(match letter {
            'f' => f,
            'r' => r,
            'b' => b,
            'l' => l,
            'v' => f | b,
            's' => l | r,
            _ => return None,
        })
    };
    match frame {
        Frame::Absolute(Class::Orthogonal) => by(1, 2, 4, 8),
        Frame::Absolute(Class::Diagonal) => by(0b1001, 0b0011, 0b0110, 0b1100),
        Frame::Absolute(Class::Oblique) => by(0x81, 0x06, 0x18, 0x60),
        Frame::Absolute(Class::Royal | Class::Universal) => None,
        Frame::EightRays => by(1, 1 << 2, 1 << 4, 1 << 6),
        Frame::Relative => match letter {
            'z' => Some(1 << 8),
            'q' => Some(1 << 11),
            _ => by(1, 1 << 2, 1 << 4, 1 << 6),
        },
    }
}

fn pair(first: char, second: char, frame: Frame) -> Option<u16> {
    match frame {
        Frame::Absolute(Class::Orthogonal | Class::Royal | Class::Universal) => None,
        Frame::Absolute(Class::Diagonal) => {
            if reversed(first, second, frame) || is_vertical(first) == is_vertical(second) {
                return None;
            }
            Some(single(first, frame)? & single(second, frame)?)
        }
        Frame::Absolute(Class::Oblique) => oblique_pair(first, second),
        Frame::EightRays => ray_pair(first, second),
        Frame::Relative => match (first, second) {
            ('f', 'z') => Some(1 << 9),
            ('b', 'z') => Some(1 << 10),
            ('f', 'q') => Some(1 << 12),
            ('b', 'q') => Some(1 << 13),
            _ => ray_pair(first, second),
        },
    }
}

/// The ray between two letters.
fn ray_pair(first: char, second: char) -> Option<u16> {
    Some(match (first, second) {
        ('f', 'r') | ('r', 'f') => 1 << 1,
        ('b', 'r') | ('r', 'b') => 1 << 3,
        ('b', 'l') | ('l', 'b') => 1 << 5,
        ('f', 'l') | ('l', 'f') => 1 << 7,
        ('f', 's') => 1 << 1 | 1 << 7,
        ('b', 's') => 1 << 3 | 1 << 5,
        ('l', 'v') => 1 << 5 | 1 << 7,
        ('r', 'v') => 1 << 1 | 1 << 3,
        _ => return None,
    })
}

/// The second letter names the long axis, the first the side of it.
fn oblique_pair(first: char, second: char) -> Option<u16> {
    let bits: &[u16] = match (first, second) {
        ('r', 'f') => &[0],
        ('f', 'r') => &[1],
        ('b', 'r') => &[2],
        ('r', 'b') => &[3],
        ('l', 'b') => &[4],
        ('b', 'l') => &[5],
        ('f', 'l') => &[6],
        ('l', 'f') => &[7],
        ('f', 's') => &[1, 6],
        ('b', 's') => &[2, 5],
        ('l', 'v') => &[4, 7],
        ('r', 'v') => &[0, 3],
        ('f', 'h') => &[0, 1, 6, 7],
        ('b', 'h') => &[2, 3, 4, 5],
        ('l', 'h') => &[4, 5, 6, 7],
        ('r', 'h') => &[0, 1, 2, 3],
        ('h', 'r') => &[0, 2, 4, 6],
        ('h', 'l') => &[1, 3, 5, 7],
        _ => return None,
    };
    Some(bits.iter().map(|bit| 1 << bit).sum())
}
