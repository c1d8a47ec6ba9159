//! Concrete motions: the vectors of a leg's steps once it is known where the piece comes from.

use super::atom::{Atom, Class, Vector, unit};
use super::heading::{Heading, Rays};
use super::notation::{Gait, Leg, Range};

/// To which side a move turned last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Side {
    /// Counter-clockwise.
    Left,
    /// Clockwise.
    Right,
}

/// What has become of the range of a chain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) enum Reach {
    /// It is as written.
    #[default]
    Written,
    /// A toggle made it one step.
    One,
    /// A toggle made it unlimited.
    Unlimited,
}

impl Reach {
    /// The range of a leg.
    pub(super) fn range(self, written: Range) -> Range {
        match self {
            Reach::Written => written,
            Reach::One => Range::ONE,
            Reach::Unlimited => Range::ANY,
        }
    }

    /// After a toggle.
    pub(super) fn toggled(self, written: Range) -> Reach {
        if self.range(written).slides() { Reach::One } else { Reach::Unlimited }
    }
}

/// Where a move comes from when a leg begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Bearing {
    /// The last step.
    pub step: Option<Vector>,
    /// The last sideways turn.
    pub side: Option<Side>,
    /// The range in force.
    pub reach: Reach,
    /// How many steps the leg before had, if that matters.
    pub steps: u8,
}

/// The vectors of a leg's steps, over and over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Motion {
    cycle: Vec<Vector>,
    circular: bool,
}

impl Motion {
    /// The vector of the step with this index.
    pub(super) fn vector(&self, index: u8) -> Vector {
        self.cycle[usize::from(index) % self.cycle.len()]
    }

    /// After how many steps the vectors repeat.
    pub(super) fn period(&self) -> u8 {
        u8::try_from(self.cycle.len()).unwrap_or(1)
    }

    /// How many steps a circle has before it reaches its start.
    pub(super) fn closes(&self) -> Option<u8> {
        self.circular.then(|| self.period() - 1)
    }

    /// What must be remembered of a leg that made `all` steps, of which `done` count: how many, or any number of steps
    /// that ends on the same vector after the same turn.
    pub(super) fn exit_key(&self, all: u8, done: u8, counted: bool) -> u8 {
        match self.period() {
            _ if counted => done,
            1 => 1,
            _ if all < 2 => all,
            period => 2 + (all - 2) % period,
        }
    }

    /// Where the move comes from after a leg that left this [`Motion::exit_key`].
    pub(super) fn bearing(&self, leg: &Leg, before: Bearing, key: u8, counted: bool) -> Bearing {
        if leg.atom == Atom::Universal {
            return Bearing { reach: before.reach, ..Bearing::default() };
        }
        let index = if counted { leg.skip.saturating_add(key) } else { key }.max(1);
        let last = self.vector(index - 1);
        let mut side = before.side;
        if let Some(step) = before.step {
            side = turn(step, self.vector(0)).or(side);
        }
        if index > 1 {
            side = turn(self.vector(index - 2), last).or(side);
        }
        Bearing { step: Some(last), side, reach: before.reach, steps: if counted { key } else { 0 } }
    }
}

/// To which side one goes from one step to another.
pub(super) fn turn((px, py): Vector, (x, y): Vector) -> Option<Side> {
    let cross = i32::from(px) * i32::from(y) - i32::from(py) * i32::from(x);
    match cross.signum() {
        1 => Some(Side::Left),
        -1 => Some(Side::Right),
        _ => None,
    }
}

/// The small steps a leap over squares is made of: along the straight line, or first straight and then slanting.
pub(super) fn between(vector: Vector) -> Vec<Vector> {
    let (small, count) = unit(vector);
    if count > 1 {
        return vec![small; usize::from(count)];
    }
    let (dx, dy) = vector;
    let straight = if dx.abs() > dy.abs() { (dx.signum(), 0) } else { (0, dy.signum()) };
    let first = if dx.abs() + dy.abs() == 5 { (dx.signum(), dy.signum()) } else { straight };
    vec![first, (dx - first.0, dy - first.1)]
}

/// All the motions a leg can have.
pub(super) fn motions(leg: &Leg, bearing: Bearing) -> Vec<Motion> {
    if leg.atom == Atom::Universal {
        return vec![Motion { cycle: vec![(0, 0)], circular: false }];
    }
    let mut starts = match (leg.heading, bearing.step) {
        (Heading::Turned(rays), Some(step)) => turned(leg.atom, rays, step, bearing.side),
        (Heading::Outward(rays), Some(step)) => outward(leg.atom, rays, step, bearing.side),
        (Heading::Absolute(mask), _) => leg.atom.chosen(mask),
        (_, None) => leg.atom.vectors(),
    };
    if let Some(mask) = leg.only {
        let allowed = leg.atom.chosen(mask);
        starts.retain(|v| allowed.contains(v));
    }
    starts.sort_unstable();
    starts.dedup();
    starts.into_iter().flat_map(|start| gaits(leg, start)).collect()
}

fn gaits(leg: &Leg, start: Vector) -> Vec<Motion> {
    match leg.gait {
        Gait::Straight => vec![Motion { cycle: vec![start], circular: false }],
        Gait::Crooked => [(-start.1, start.0), (start.1, -start.0)]
            .map(|other| Motion { cycle: vec![start, other], circular: false })
            .to_vec(),
        Gait::Circular => {
            let mut ring = leg.atom.ring();
            let at = ring.iter().position(|v| *v == start).unwrap_or(0);
            ring.rotate_left(at);
            let mut back = ring.clone();
            if let Some((_, rest)) = back.split_first_mut() {
                rest.reverse();
            }
            [ring, back].map(|cycle| Motion { cycle, circular: true }).to_vec()
        }
    }
}

/// The rays of a set of turns, with `z` and `q` made definite: (eighths of a turn clockwise).
fn eighths(rays: Rays, side: Option<Side>) -> Vec<usize> {
    let mut found: Vec<usize> = (0..8).filter(|n| rays.0 & 1 << n != 0).collect();
    let amounts = [2usize, 1, 3];
    for ((amount, other), same) in amounts.into_iter().zip(Rays::OTHER).zip(Rays::SAME) {
        let (to_right, to_left) = (amount, 8 - amount);
        for (bits, wanted) in [(other, side.map(opposite)), (same, side)] {
            if rays.0 & bits != 0 {
                match wanted {
                    Some(Side::Right) => found.push(to_right),
                    Some(Side::Left) => found.push(to_left),
                    None => found.extend([to_right, to_left]),
                }
            }
        }
    }
    found
}

fn opposite(side: Side) -> Side {
    match side {
        Side::Left => Side::Right,
        Side::Right => Side::Left,
    }
}

/// The leaps of a continuation in a chain: eighths of a turn on the ring of the atom.
fn turned(atom: Atom, rays: Rays, step: Vector, side: Option<Side>) -> Vec<Vector> {
    let ring = atom.ring();
    let Some(at) = ring.iter().position(|v| *v == step) else { return Vec::new() };
    eighths(rays, side).into_iter().map(|n| ring[(at + n) % ring.len()]).collect()
}

/// The leaps of a continuation in brackets: by the angle between the step made and the step to come.
fn outward(atom: Atom, rays: Rays, step: Vector, side: Option<Side>) -> Vec<Vector> {
    let all = if atom.class() == Class::Royal { atom.ring() } else { atom.vectors() };
    let nearest = all.iter().map(|vector| closeness(step, *vector)).max();
    let farthest = all.iter().map(|vector| closeness(step, *vector)).min();
    let wanted = eighths(rays, side);
    let fits = |vector: Vector| {
        let near = closeness(step, vector);
        let along = near.0;
        let side = turn(step, vector);
        wanted.iter().any(|n| match n {
            0 => nearest == Some(near),
            4 => farthest == Some(near),
            1 => along > 0 && side == Some(Side::Right),
            7 => along > 0 && side == Some(Side::Left),
            2 => along == 0 && side == Some(Side::Right),
            6 => along == 0 && side == Some(Side::Left),
            3 => along < 0 && side == Some(Side::Right),
            _ => along < 0 && side == Some(Side::Left),
        })
    };
    all.into_iter().filter(|v| fits(*v)).collect()
}

/// The cosine of the angle between two steps, squared with its sign and put over a common length: comparable for one
/// first step. The first number is its sign.
fn closeness((px, py): Vector, (x, y): Vector) -> (i64, i64) {
    let (px, py, x, y) = (i64::from(px), i64::from(py), i64::from(x), i64::from(y));
    let dot = px * x + py * y;
    // Lengths of one atom's leaps are equal but for a king's, whose squares are 1 and 2.
    let length = x * x + y * y;
    let scale = if length == 1 { 2 } else { 1 };
    (dot.signum(), dot.signum() * dot * dot * scale)
}
