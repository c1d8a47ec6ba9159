//! Alternative forms of the same move, such as a chain as a bracket path or a king as its two halves.
//!
//! The functions only make proposals, some of which change the meaning. [`super::canonical`] keeps a proposal
//! only if its automaton is the same.

use super::atom::{Atom, DirectionClass, Heading};
use super::notation::{
    Body, Element, Gait, Joint, Leg, Modes, MoveNotation, Path, PathItem, PathNotation, Range, legs_mut,
};

const EIGHTHS: u16 = 1 << 1 | 1 << 7;
const ODD: u16 = 1 << 1 | 1 << 3 | 1 << 5 | 1 << 7 | 1 << 9 | 1 << 10 | 1 << 12 | 1 << 13;

/// Splits a king with direction letters into a wazir and a ferz with these letters, which are unambiguous.
pub(super) fn halves(one: &MoveNotation) -> Vec<MoveNotation> {
    let Body::Path(path) = &one.body else { return vec![one.clone()] };
    let halves = halved(path).unwrap_or_else(|| vec![path.clone()]);
    halves.into_iter().map(|half| one.with(half)).collect()
}

fn halved(path: &Path) -> Option<Vec<Path>> {
    let mut path = path.clone();
    let Leg { atom: Atom::King, heading: Heading::Absolute(mask), .. } =
        **legs_mut(&mut path.items).first()?
    else {
        return None;
    };
    if mask == Atom::King.everywhere() || matches!(path.form, PathNotation::Loop { .. }) {
        return None;
    }
    if path.form == PathNotation::Chain && path.items.len() > 1 {
        path = to_bracket(&path)?;
    }
    let every_other = |from: u16| (0..4).map(|i| (mask >> (2 * i + from) & 1) << i).sum::<u16>();
    let halves = [(Atom::Leap(1, 0), every_other(0)), (Atom::Leap(1, 1), every_other(1))];
    let half = |(atom, mask)| {
        let mut half = path.clone();
        if let Some(leg) = legs_mut(&mut half.items).into_iter().next() {
            (leg.atom, leg.heading) = (atom, Heading::Absolute(mask));
        }
        half
    };
    Some(halves.into_iter().filter(|(_, mask)| *mask != 0).map(half).collect())
}

/// Returns the legs of a path. Returns `None` if the path has repetitions, optional ends, or directions before
/// its bracket.
fn plain_legs(path: &Path) -> Option<Vec<Leg>> {
    let plain =
        |item: &PathItem| item.leg().filter(|leg| item.joint != Joint::May && leg.only.is_none()).cloned();
    path.items.iter().map(plain).collect()
}

/// Converts a chain to a bracket path, in which every leg names its own atom.
pub(super) fn to_bracket(chain: &Path) -> Option<Path> {
    let mut path = Path { form: PathNotation::Bracket, ..chain.clone() };
    let mut atom = legs_mut(&mut path.items).first()?.atom;
    for item in &mut path.items {
        let Element::Leg(leg) = &mut item.part else { return None };
        if let Heading::Turned(bits) = leg.heading {
            let mut rays = bits;
            // A turn by an odd number of eighths leads from an orthogonal to a diagonal step and vice versa. A
            // leg with both kinds of turns would need two atoms.
            if matches!(atom.class(), DirectionClass::Orthogonal | DirectionClass::Diagonal) {
                if bits & ODD == bits {
                    atom = atom.turned();
                    if bits & EIGHTHS == EIGHTHS {
                        rays = bits & !EIGHTHS | 1;
                    }
                } else if bits & ODD != 0 {
                    return None;
                }
            }
            leg.heading = Heading::Outward(rays);
        }
        leg.atom = atom;
        if leg.modes.any("g") {
            leg.modes = leg.modes.with(Modes::of("p"));
        }
        leg.modes = leg.modes.without("yg");
        if item.joint == Joint::Must && leg.modes == Modes::of("m") {
            leg.modes = Modes::default();
        }
    }
    Some(path)
}

/// Converts a bracket path to a chain, if its atoms belong to one family and toggles can produce its ranges.
pub(super) fn to_chain(path: &Path) -> Option<Path> {
    let legs = plain_legs(path)?;
    if legs.len() > 1 && legs.iter().any(|leg| !leg.outer.is_empty()) {
        return None;
    }
    let first = legs.first()?.clone();
    let (mut last, mut range) = (first.atom, first.range);
    let mut chain: Vec<Leg> = Vec::new();
    for mut leg in legs {
        if leg.atom != last && leg.atom != last.turned() {
            return None;
        }
        if leg.range != range {
            range = range.toggled();
            let previous = chain.last_mut().filter(|_| leg.range == range)?;
            previous.modes = match previous.modes {
                modes if modes.any("p") && !modes.any("mcdkx") => modes.without("p").with(Modes::of("g")),
                modes => {
                    modes.without(if modes.without("m").is_empty() { "m" } else { "" }).with(Modes::of("y"))
                }
            };
        }
        if let Heading::Outward(bits) = leg.heading {
            let turns = leg.atom != last && bits & 1 != 0;
            leg.heading = Heading::Turned(if turns { bits & !1 | EIGHTHS } else { bits });
        }
        last = leg.atom;
        chain.push(Leg { atom: first.atom, ..leg });
    }
    Some(Path::chain(chain))
}

/// Converts a short plain path to a lame leaper.
pub(super) fn to_lame(path: &Path) -> Option<Path> {
    let legs = plain_legs(path)?;
    let (first, last) = (legs.first()?, legs.last()?);
    let atoms: Vec<Atom> = legs.iter().map(|leg| leg.atom).collect();
    let atom = match atoms.as_slice() {
        // A lame knight steps straight first and then diagonally.
        [Atom::Leap(1, 0), Atom::Leap(1, 1)] => Atom::Leap(2, 1),
        [one @ Atom::Leap(1, side @ (0 | 1)), two] if one == two => Atom::Leap(2, 2 * side),
        [one @ Atom::Leap(1, side @ (0 | 1)), two, three] if one == two && one == three => {
            Atom::Leap(3, 3 * side)
        }
        _ => return None,
    };
    let heading = match first.heading {
        Heading::Absolute(mask) if atom.class() == DirectionClass::Oblique => {
            let pairs = [0x81, 0x06, 0x18, 0x60].into_iter().enumerate();
            Heading::Absolute(pairs.filter(|(i, _)| mask >> i & 1 == 1).map(|(_, bits)| bits).sum())
        }
        heading => heading,
    };
    let leg = Leg { atom, heading, lame: true, range: Range::ONE, outer: Modes::default(), ..last.clone() };
    Some(Path::chain(vec![leg]))
}

/// Returns the riders that a chain with repeated groups may be equivalent to.
pub(super) fn rides(looped: &Path) -> Vec<Path> {
    let first = looped.first().first().and_then(|index| looped.items[*index].leg());
    let last = looped.items.iter().find(|item| item.joint == Joint::End).and_then(PathItem::leg);
    let (Some(first), Some(last)) = (first, last) else { return Vec::new() };
    let ride = |gait| Leg { heading: first.heading, range: Range::ANY, gait, ..last.clone() };
    // The gait does not follow from the letters alone, so all three are proposed and verified later.
    let gaits = [Gait::Straight, Gait::Crooked, Gait::Circular].into_iter();
    gaits.map(|gait| Path::chain(vec![ride(gait)])).collect()
}

/// Returns the variants of a path in which one mandatory joint is made optional.
pub(super) fn loosened(path: &Path) -> Vec<Path> {
    let loosened = |index: usize| {
        let mut other = path.clone();
        other.items[index].joint = Joint::May;
        other
    };
    (0..path.items.len()).filter(|i| path.items[*i].joint == Joint::Must).map(loosened).collect()
}

/// Returns single legs that may replace two legs that differ only in atom (wazir and ferz), modes, or directions.
pub(super) fn united((one, other): (&Leg, &Leg)) -> Vec<Path> {
    let mut found = Vec::new();
    let single = |atom: Atom| matches!(atom, Atom::Leap(1, 0 | 1));
    if single(one.atom) && single(other.atom) && one.atom != other.atom {
        let heading = Heading::Absolute(Atom::King.everywhere());
        found.push(Leg { atom: Atom::King, heading, ..one.clone() });
    }
    if one.atom == other.atom && one.modes != other.modes {
        found.push(Leg { modes: one.modes.with(other.modes), ..one.clone() });
    }
    if one.atom == other.atom
        && let (Heading::Absolute(a), Heading::Absolute(b)) = (one.heading, other.heading)
        && a != b
    {
        found.push(Leg { heading: Heading::Absolute(a | b), ..one.clone() });
    }
    found.into_iter().map(|leg| Path::chain(vec![leg])).collect()
}
