//! Motions: the vectors of a leg's steps for a given bearing of the move.
//!
//! [`motions`] is the entry point, and [`Bearing`] is the state that one leg passes to the next.

use super::atom::{Atom, Heading, OTHER, SAME, Vector, gcd};
use super::notation::{Gait, Leg, Range};
use crate::base::sort;

/// The bearing of a move at the start of a leg: its last step, its last turn, and counters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Bearing {
    pub step: Option<Vector>,
    /// The side of the last turn: 1 for left, -1 for right, and 0 before the first turn.
    pub side: i32,
    /// The current range, if toggles in a repeated group have replaced the written range.
    pub range: Option<Range>,
    /// The number of steps of the previous leg, if the next leg depends on it.
    pub steps: u8,
}

/// The vectors of the steps of a leg, which repeat cyclically.
pub(super) type Motion = Vec<Vector>;

pub(super) fn vector(motion: &[Vector], index: u8) -> Vector {
    motion[usize::from(index) % motion.len()]
}

/// Returns the bearing after `steps` steps of a leg that started with the bearing `before`. There is at least one
/// step.
pub(super) fn after(motion: &[Vector], steps: u8, before: Bearing) -> Bearing {
    let last = vector(motion, steps - 1);
    // A universal leap has no direction that a later leg could refer to.
    if last == (0, 0) {
        return Bearing { range: before.range, ..Bearing::default() };
    }
    let inner = if steps > 1 { turn(vector(motion, steps - 2), last) } else { 0 };
    let first = before.step.map_or(0, |step| turn(step, motion[0]));
    let side = [inner, first, before.side].into_iter().find(|side| *side != 0).unwrap_or(0);
    Bearing { step: Some(last), side, range: before.range, steps: 0 }
}

/// Returns the side of the turn from one step to the next: 1 for left, -1 for right, and 0 for none.
fn turn((px, py): Vector, (x, y): Vector) -> i32 {
    (i32::from(px) * i32::from(y) - i32::from(py) * i32::from(x)).signum()
}

/// Returns the small steps that make up a leap. They follow the straight line, or else go straight first and then
/// diagonally.
pub(super) fn between((dx, dy): Vector) -> Vec<Vector> {
    let count = gcd(dx.abs(), dy.abs()).max(1);
    if count > 1 {
        return (0..count).map(|_| (dx / count, dy / count)).collect();
    }
    let first = match dx.abs() {
        // The square nearest to the middle of a zebra leap is diagonally adjacent.
        _ if dx.abs() + dy.abs() == 5 => (dx.signum(), dy.signum()),
        width if width > dy.abs() => (dx.signum(), 0),
        _ => (0, dy.signum()),
    };
    vec![first, (dx - first.0, dy - first.1)]
}

pub(super) fn motions(leg: &Leg, bearing: Bearing) -> Vec<Motion> {
    if leg.atom == Atom::Universal {
        return vec![vec![(0, 0)]];
    }
    let mut starts = match (leg.heading, bearing.step) {
        (Heading::Turned(rays), Some(step)) => turned(leg.atom, rays, step, bearing.side),
        (Heading::Outward(rays), Some(step)) => outward(leg.atom, rays, step, bearing.side),
        (Heading::Absolute(mask), _) => leg.atom.chosen(mask),
        (_, None) => leg.atom.vectors(),
    };
    if let Some(only) = &leg.only {
        let allowed = leg.atom.chosen(only.leaps);
        starts.retain(|v| allowed.contains(v));
    }
    sort(&mut starts);
    starts.dedup();
    starts.into_iter().flat_map(|start| cycles(leg, start)).collect()
}

fn cycles(leg: &Leg, (x, y): Vector) -> Vec<Motion> {
    match leg.gait {
        Gait::Straight => vec![vec![(x, y)]],
        // The first turn can go to either side.
        Gait::Crooked => vec![vec![(x, y), (-y, x)], vec![(x, y), (y, -x)]],
        Gait::Circular => {
            let ring = leg.atom.ring();
            let at = ring.iter().position(|v| *v == (x, y)).unwrap_or(0);
            let round = |eighths: usize| (0..8).map(|n| ring[(at + n * eighths) % 8]).collect();
            vec![round(1), round(7)]
        }
    }
}

/// Returns the turns of a set of rays, in eighths clockwise. Turns relative to the last turn are resolved by its
/// `side`.
fn eighths(rays: u16, side: i32) -> Vec<usize> {
    let mut found: Vec<usize> = (0..8).filter(|n| rays & 1 << n != 0).collect();
    for ((amount, other), same) in [2usize, 1, 3].into_iter().zip(OTHER).zip(SAME) {
        for wanted in [(other, -side), (same, side)].into_iter().filter(|(bit, _)| rays & bit != 0) {
            match wanted.1 {
                -1 => found.push(amount),
                1 => found.push(8 - amount),
                _ => found.extend([amount, 8 - amount]),
            }
        }
    }
    found
}

/// Returns the leaps of a later leg in a chain, as eighths of a turn on the ring of the atom.
fn turned(atom: Atom, rays: u16, step: Vector, side: i32) -> Vec<Vector> {
    let ring = atom.ring();
    let Some(at) = ring.iter().position(|v| *v == step) else { return Vec::new() };
    eighths(rays, side).into_iter().map(|n| ring[(at + n) % ring.len()]).collect()
}

/// Returns the leaps of a later leg in a bracket path, by the angle between the last step and the next.
fn outward(atom: Atom, rays: u16, step: Vector, side: i32) -> Vec<Vector> {
    let mut all = atom.vectors();
    let near = |vector: &Vector| closeness(step, *vector);
    let (nearest, farthest) = (all.iter().map(near).max(), all.iter().map(near).min());
    let wanted = eighths(rays, side);
    all.retain(|vector| {
        let near = near(vector);
        wanted.iter().any(|n| match n {
            0 => nearest == Some(near),
            4 => farthest == Some(near),
            // Eighths 1 to 3 turn right, and eighths 5 to 7 turn left. Turns of less than a quarter go forward.
            1..4 => turn(step, *vector) == -1 && near.0 == [1, 0, -1][n - 1],
            _ => turn(step, *vector) == 1 && near.0 == [-1, 0, 1][n - 5],
        })
    });
    all
}

/// Returns the signed square of the cosine of the angle between two steps. It is scaled so that results for the
/// same first step are comparable. The first number is the sign.
fn closeness((px, py): Vector, (x, y): Vector) -> (i64, i64) {
    let (px, py, x, y) = (i64::from(px), i64::from(py), i64::from(x), i64::from(y));
    let dot = px * x + py * y;
    // All leaps of one atom are equally long, except for a king, whose squared lengths are 1 and 2.
    // The dot product is divided by the squared length, and the common denominator is 2.
    let scale = if x * x + y * y == 1 { 2 } else { 1 };
    (dot.signum(), dot.signum() * dot * dot * scale)
}
