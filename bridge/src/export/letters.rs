//! Writes simple moves in the letters that Fairy-Stockfish, XBoard, and the Interactive Diagram share.
//!
//! [`write`] groups moves that differ only in direction. The letters of directions have the same meaning in all three.

use super::paths::{Displacement, EndMode, Extent, Simple};
use crate::rules::{Automaton, Castle};
use std::collections::BTreeSet;

/// The capital letters of leaps, by their longer and shorter distance.
const ATOMS: [(char, Displacement); 9] = [
    ('W', (1, 0)),
    ('F', (1, 1)),
    ('D', (2, 0)),
    ('N', (2, 1)),
    ('A', (2, 2)),
    ('H', (3, 0)),
    ('C', (3, 1)),
    ('Z', (3, 2)),
    ('G', (3, 3)),
];

/// The letters of one direction, in the order in which sets of directions are written.
const ORTHOGONAL: [(&str, Displacement); 4] = [("f", (0, 1)), ("b", (0, -1)), ("l", (-1, 0)), ("r", (1, 0))];

/// Sets of directions that have their own letters. A doubled letter forms no pair with its neighbor.
const ORTHOGONAL_SETS: [(&str, &[&str]); 4] =
    [("fs", &["f", "l", "r"]), ("bs", &["b", "l", "r"]), ("v", &["f", "b"]), ("s", &["l", "r"])];
const DIAGONAL_SETS: [(&str, &[&str]); 4] =
    [("ff", &["fl", "fr"]), ("bb", &["bl", "br"]), ("ll", &["fl", "bl"]), ("rr", &["fr", "br"])];
const OBLIQUE_SETS: [(&str, &[&str]); 10] = [
    ("fh", &["lf", "rf", "fl", "fr"]),
    ("bh", &["lb", "rb", "bl", "br"]),
    ("vv", &["lf", "rf", "lb", "rb"]),
    ("ss", &["fl", "fr", "bl", "br"]),
    ("ff", &["lf", "rf"]),
    ("bb", &["lb", "rb"]),
    ("fs", &["fl", "fr"]),
    ("bs", &["bl", "br"]),
    ("ll", &["fl", "bl"]),
    ("rr", &["fr", "br"]),
];

/// Returns the sort key of a kind of move: slides before leaps, and long moves before short ones.
fn order(reach: Extent) -> u8 {
    match reach {
        Extent::Slide(None) => 0,
        Extent::Slide(Some(_)) => 1,
        Extent::Leap => 2,
        Extent::Lame => 3,
        Extent::Hop => 4,
        Extent::ShortHop => 5,
    }
}

/// A set of simple moves that differ only in their directions.
struct Group {
    initial: bool,
    reach: Extent,
    atom: char,
    quiet: BTreeSet<Displacement>,
    captures: BTreeSet<Displacement>,
    passing: BTreeSet<Displacement>,
}

/// Writes the notation of some moves. Returns `None` if a leap has no letter, or if a move captures
/// only royal pieces.
pub(super) fn write(moves: &BTreeSet<Simple>) -> Option<String> {
    let mut groups: Vec<Group> = Vec::new();
    for one in moves {
        let (dx, dy) = (one.vector.0.abs(), one.vector.1.abs());
        let (atom, _) = ATOMS.into_iter().find(|(_, leap)| *leap == (dx.max(dy), dx.min(dy)))?;
        let key = (one.initial, one.reach, atom);
        let at = groups.iter().position(|group| (group.initial, group.reach, group.atom) == key);
        let at = at.unwrap_or_else(|| {
            groups.push(Group {
                initial: one.initial,
                reach: one.reach,
                atom,
                quiet: BTreeSet::new(),
                captures: BTreeSet::new(),
                passing: BTreeSet::new(),
            });
            groups.len() - 1
        });
        let group = groups.get_mut(at)?;
        match one.mode {
            EndMode::Quiet => group.quiet.insert(one.vector),
            EndMode::Capture => group.captures.insert(one.vector),
            EndMode::Passing => group.passing.insert(one.vector),
            EndMode::Royal => return None,
        };
    }
    let place = |atom: char| ATOMS.iter().position(|(letter, _)| *letter == atom);
    groups.sort_by_key(|group| (group.initial, order(group.reach), place(group.atom)));
    let parts = groups.iter().flat_map(Group::parts).collect::<Vec<String>>();
    Some(joined(&parts))
}

/// Writes moves for XBoard and the Interactive Diagram. There, `n` on a first move and `nn` on others mark the squares
/// that a lame leap passes over, on which the piece can be captured en passant.
pub(super) fn write_marked(moves: &BTreeSet<Simple>) -> Option<String> {
    let is_lame = |one: &Simple| one.reach == Extent::Lame;
    if moves.iter().any(|one| one.passed && !is_lame(one) || is_lame(one) && one.initial && !one.passed) {
        return None;
    }
    let (marked, plain): (BTreeSet<Simple>, _) = moves.iter().partition(|one| one.passed && !one.initial);
    Some(write(&plain)? + &write(&marked)?.replace('n', "nn"))
}

/// Writes the notation of a piece's castling moves.
pub(super) fn castles(automaton: &Automaton) -> String {
    let text =
        |castle: &Castle, side: &str| format!("i{side}{}O{}", "j".repeat(castle.inset.into()), castle.steps);
    match automaton.castles.as_slice() {
        [one, other] if text(one, "s") == text(other, "s") && one.side != other.side => text(one, "s"),
        all => all.iter().map(|castle| text(castle, if castle.side < 0 { "l" } else { "r" })).collect(),
    }
}

/// Joins the parts of a notation. A ferz and a wazir become a king, and a bishop and a rook become a queen.
fn joined(parts: &[String]) -> String {
    let mut parts = parts.to_vec();
    for prefix in ["", "m", "c", "p", "g", "cp", "mp"] {
        for (one, other, both) in [("W", "F", "K"), ("R", "B", "Q")] {
            let find = |letter: &str, parts: &[String]| {
                parts.iter().position(|part| *part == format!("{prefix}{letter}"))
            };
            if let (Some(at), Some(_)) = (find(one, &parts), find(other, &parts)) {
                parts[at] = format!("{prefix}{both}");
                parts.retain(|part| *part != format!("{prefix}{other}"));
            }
        }
    }
    let mut text = String::new();
    for part in parts {
        // Two equal capital letters in a row are read as a rider.
        let meets =
            text.chars().last().is_some_and(|last| last.is_ascii_uppercase() && part.starts_with(last));
        if meets {
            text.push('1');
        }
        text += &part;
    }
    text
}

impl Group {
    fn parts(&self) -> Vec<String> {
        let both: BTreeSet<Displacement> = self.quiet.intersection(&self.captures).copied().collect();
        let both: BTreeSet<Displacement> = both.difference(&self.passing).copied().collect();
        let only =
            |own: &BTreeSet<Displacement>| own.difference(&both).copied().collect::<BTreeSet<Displacement>>();
        let (quiet, takes) = (only(&self.quiet), only(&self.captures));
        let passing: BTreeSet<Displacement> = takes.intersection(&self.passing).copied().collect();
        let plain: BTreeSet<Displacement> = takes.difference(&passing).copied().collect();
        let alone: BTreeSet<Displacement> = self.passing.difference(&takes).copied().collect();
        let sets = [(both, ""), (quiet, "m"), (plain, "c"), (passing, "ce"), (alone, "e")];
        let sets = sets.into_iter().filter(|(set, _)| !set.is_empty());
        sets.map(|(set, mode)| self.part(&set, mode)).collect()
    }

    fn part(&self, set: &BTreeSet<Displacement>, mode: &str) -> String {
        let first = if self.initial { "i" } else { "" };
        let how = match self.reach {
            Extent::Leap | Extent::Slide(_) => "",
            Extent::Lame => "n",
            Extent::Hop => "p",
            Extent::ShortHop => "g",
        };
        let atom = match (self.reach, self.atom) {
            (Extent::Leap | Extent::Lame, atom) => atom.to_string(),
            (Extent::Hop | Extent::ShortHop | Extent::Slide(None), 'W') => "R".to_owned(),
            (Extent::Hop | Extent::ShortHop | Extent::Slide(None), 'F') => "B".to_owned(),
            (Extent::Hop | Extent::ShortHop | Extent::Slide(None), atom) => format!("{atom}{atom}"),
            (Extent::Slide(Some(steps)), 'W') => format!("R{steps}"),
            (Extent::Slide(Some(steps)), 'F') => format!("B{steps}"),
            (Extent::Slide(Some(steps)), atom) => format!("{atom}{steps}"),
        };
        format!("{first}{}{mode}{how}{atom}", directions(set))
    }
}

/// Returns the letters of a set of directions.
fn directions(set: &BTreeSet<Displacement>) -> String {
    let mut left: Vec<String> = set.iter().map(|vector| direction(*vector)).collect();
    let kind = set.iter().next().map_or((0, 0), |(dx, dy)| (dx.abs(), dy.abs()));
    let (all, sets): (usize, &[(&str, &[&str])]) = match kind {
        (0, _) | (_, 0) => (4, &ORTHOGONAL_SETS),
        (dx, dy) if dx == dy => (4, &DIAGONAL_SETS),
        _ => (8, &OBLIQUE_SETS),
    };
    if set.len() == all {
        return String::new();
    }
    let mut text = String::new();
    for (letters, members) in sets {
        if members.iter().all(|member| left.iter().any(|name| name == member)) {
            text += letters;
            left.retain(|name| !members.contains(&name.as_str()));
        }
    }
    text += &left.concat();
    // Only a letter with a neighbor must be doubled.
    let is_double = text.len() == 2 && text.chars().all(|letter| text.starts_with(letter));
    if is_double { text.split_off(1) } else { text }
}

/// Returns the letters of one direction. For an oblique leap, the second letter is the axis of the longer distance.
fn direction((dx, dy): Displacement) -> String {
    let side = if dx > 0 { "r" } else { "l" };
    let front = if dy > 0 { "f" } else { "b" };
    match (dx.abs(), dy.abs()) {
        (0, _) | (_, 0) => {
            let unit = (dx.signum(), dy.signum());
            let found = ORTHOGONAL.iter().find(|(_, vector)| *vector == unit);
            found.map_or_else(String::new, |(letter, _)| (*letter).to_owned())
        }
        (x, y) if x == y => format!("{front}{side}"),
        (x, y) if x < y => format!("{side}{front}"),
        _ => format!("{front}{side}"),
    }
}
