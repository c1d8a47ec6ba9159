//! Other forms of the same move: chain as bracket path, bracket path as chain, a king as its two halves.
//!
//! What is proposed here is only a proposal. [`super::canonical`] keeps it if its automaton is the same.

use super::atom::{Atom, Class};
use super::heading::{Heading, Rays};
use super::modes::Modes;
use super::motion::Reach;
use super::notation::{Body, Element, Gait, Item, Joint, Leg, Loop, Move, Range, first_leg};

const EIGHTHS: u16 = 1 << 1 | 1 << 7;
const ODD: u16 = 1 << 1 | 1 << 3 | 1 << 5 | 1 << 7 | 1 << 9 | 1 << 10 | 1 << 12 | 1 << 13;

/// A king with directions as a wazir and a ferz with them, which cannot be misread.
pub(super) fn halves(one: &Move) -> Vec<Move> {
    let mut base = one.clone();
    let Some(first) = first_of(&mut base) else { return vec![base] };
    let (Atom::King, Heading::Absolute(mask)) = (first.atom, first.heading) else { return vec![base] };
    if mask == first.atom.everywhere() {
        return vec![base];
    }
    if let Body::Chain(legs) = &base.body
        && legs.len() > 1
    {
        match to_path(legs) {
            Some(items) => base.body = Body::Path(items),
            None => return vec![base],
        }
    }
    let every_other = |from: u8| (0..4).map(|i| (mask >> (2 * i + from) & 1) << i).sum::<u8>();
    let halves = [(Atom::Leap(1, 0), every_other(0)), (Atom::Leap(1, 1), every_other(1))];
    let mut found = Vec::new();
    for (atom, mask) in halves.into_iter().filter(|(_, mask)| *mask != 0) {
        let mut half = base.clone();
        if let Some(leg) = first_of(&mut half) {
            (leg.atom, leg.heading) = (atom, Heading::Absolute(mask));
        }
        found.push(half);
    }
    found
}

fn first_of(one: &mut Move) -> Option<&mut Leg> {
    match &mut one.body {
        Body::Chain(legs) => legs.first_mut(),
        Body::Path(items) => first_leg(items),
        Body::Loop(_) | Body::Castle(_) | Body::Imitate(_) => None,
    }
}

/// A chain as a bracket path: every leg with the atom it really has.
pub(super) fn to_path(legs: &[Leg]) -> Option<Vec<Item>> {
    let mut atom = legs.first()?.atom;
    let mut items = Vec::new();
    for (index, leg) in legs.iter().enumerate() {
        let mut leg = leg.clone();
        if let Heading::Turned(Rays(bits)) = leg.heading {
            let mut rays = bits;
            if matches!(atom.class(), Class::Orthogonal | Class::Diagonal) {
                if bits & ODD == bits {
                    atom = atom.turned();
                    if bits & EIGHTHS == EIGHTHS {
                        rays = bits & !EIGHTHS | 1;
                    }
                } else if bits & ODD != 0 {
                    return None;
                }
            }
            leg.heading = Heading::Outward(Rays(rays));
        }
        leg.atom = atom;
        let entered = leg.modes.any("g");
        leg.modes = leg.modes.without("yg");
        if entered {
            leg.modes = leg.modes.with(Modes::of("p"));
        }
        let joint = if index + 1 < legs.len() { Joint::Must } else { Joint::End };
        if joint == Joint::Must && leg.modes == Modes::of("m") {
            leg.modes = Modes::NONE;
        }
        items.push(Item { part: Element::Leg(leg), joint });
    }
    Some(items)
}

/// A bracket path as a chain, where all its atoms are of one family and toggles can make its ranges.
pub(super) fn to_chain(items: &[Item]) -> Option<Vec<Leg>> {
    let mut legs: Vec<Leg> = Vec::new();
    let mut reach = Reach::Written;
    let mut written = Range::ONE;
    let mut before: Option<Atom> = None;
    for item in items {
        let Element::Leg(leg) = &item.part else { return None };
        if item.joint == Joint::May || leg.only.is_some() || !leg.outer.is_empty() && items.len() > 1 {
            return None;
        }
        let mut leg = leg.clone();
        let Some(last) = before else {
            written = leg.range;
            before = Some(leg.atom);
            legs.push(leg);
            continue;
        };
        let family = leg.atom == last || leg.atom == last.turned();
        if !family {
            return None;
        }
        if leg.range != reach.range(written) {
            reach = reach.toggled(written);
            if leg.range != reach.range(written) {
                return None;
            }
            let previous = legs.last_mut()?;
            if previous.modes.any("p") && !previous.modes.any("mcdkx") {
                previous.modes = previous.modes.without("p").with(Modes::of("g"));
            } else if previous.modes.without("m").is_empty() {
                previous.modes = Modes::of("y");
            } else {
                previous.modes = previous.modes.with(Modes::of("y"));
            }
        }
        if let Heading::Outward(Rays(bits)) = leg.heading {
            let turns = leg.atom != last;
            let rays = if turns && bits & 1 != 0 { bits & !1 | EIGHTHS } else { bits };
            leg.heading = Heading::Turned(Rays(rays));
        }
        before = Some(leg.atom);
        legs.push(leg);
    }
    let first = legs.first()?.atom;
    for leg in &mut legs {
        leg.atom = first;
    }
    Some(legs)
}

/// A short plain path as a lame leaper.
pub(super) fn to_lame(items: &[Item]) -> Option<Leg> {
    let mut legs = Vec::new();
    for item in items {
        match &item.part {
            Element::Leg(leg) if item.joint != Joint::May && leg.only.is_none() => legs.push(leg),
            _ => return None,
        }
    }
    let (first, last) = (legs.first()?, legs.last()?);
    let atoms: Vec<Atom> = legs.iter().map(|leg| leg.atom).collect();
    let atom = match atoms.as_slice() {
        [Atom::Leap(1, 0), Atom::Leap(1, 1)] => Atom::Leap(2, 1),
        [Atom::Leap(1, side @ (0 | 1)), rest @ ..]
            if [1, 2].contains(&rest.len()) && rest.iter().all(|a| *a == atoms[0]) =>
        {
            let long = u8::try_from(atoms.len()).ok()?;
            Atom::Leap(long, side * long)
        }
        _ => return None,
    };
    let heading = match (first.heading, atom.class()) {
        (Heading::Absolute(mask), Class::Oblique) => {
            let pairs: [u8; 4] = [0x81, 0x06, 0x18, 0x60];
            let chosen = pairs.into_iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1);
            Heading::Absolute(chosen.map(|(_, bits)| bits).sum())
        }
        (heading, _) => heading,
    };
    Some(Leg { atom, heading, lame: true, range: Range::ONE, outer: Modes::NONE, ..(*last).clone() })
}

/// The riders a chain with repeated groups may be.
pub(super) fn rides(looped: &Loop) -> Vec<Leg> {
    let last = looped.next.iter().position(Vec::is_empty).and_then(|index| looped.legs.get(index));
    let (Some(first), Some(last)) = (looped.first.first().and_then(|index| looped.legs.get(*index)), last)
    else {
        return Vec::new();
    };
    let gaits = [Gait::Straight, Gait::Crooked, Gait::Circular];
    let ride = |gait| Leg { heading: first.heading, range: Range::ANY, gait, ..last.clone() };
    gaits.into_iter().map(ride).collect()
}

/// The same path with one joint loosened.
pub(super) fn loosened(items: &[Item]) -> Vec<Vec<Item>> {
    let joints = items.iter().enumerate().filter(|(_, item)| item.joint == Joint::Must);
    joints
        .map(|(index, _)| {
            let mut other = items.to_vec();
            other[index].joint = Joint::May;
            other
        })
        .collect()
}

/// One plain leg for two, where the two differ only in being wazir and ferz, or quiet and capturing.
pub(super) fn united(one: &Leg, other: &Leg) -> Vec<Leg> {
    let mut found = Vec::new();
    let both = |atom: Atom| matches!(atom, Atom::Leap(1, 0 | 1));
    if both(one.atom) && both(other.atom) && one.atom != other.atom {
        found.push(Leg { atom: Atom::King, heading: Heading::Absolute(0xff), ..one.clone() });
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
    found
}
