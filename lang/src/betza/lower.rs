//! Lowering of a notation to an automaton of steps.
//!
//! [`lower`] is the entry point. It first builds a nondeterministic automaton with the legs, ranges, and
//! repetitions of every move ([`Lowering`] for paths and [`Rider`] for the steps of a leg), and then reduces it.
//! The work and the number of states are bounded.

use super::atom::{Atom, Vector};
use super::motion::{Bearing, Motion, after, between, motions, vector};
use super::notation::{
    Body, Element, Gait, Hurdle, Joint, Leg, MoveNotation, Path, PathItem, PathNotation, Range, legs,
};
use super::reduce::{Nfa, reduce, spend};
use crate::base::sort;
use crate::rules::{Automaton, Edge, Effect, Holds, Step, Stop};
use rustc_hash::FxHashMap;
use std::slice::from_ref;

const MAX_ORIENTATIONS: usize = 1_024;
/// The length of the longest straight line on a board of 16 by 16 squares with an extra cell at either end.
const LINE: u8 = 17;
/// The maximum number of steps of a circular rider. The next step would return to the start.
const CIRCLE: u8 = 7;
/// The fixed cost of a lowering.
const BASE: usize = 150;

/// Returns the automaton of a notation, or `None` if it would be too large or cost more than `budget`. The cost
/// is subtracted from `budget`.
pub(super) fn lower(moves: &[MoveNotation], budget: &mut usize) -> Option<Automaton> {
    if *budget == 0 {
        return None;
    }
    let mut nfa = Nfa::default();
    let mut castles = Vec::new();
    let mut imitate = None;
    for one in moves {
        match &one.body {
            Body::Castle(sides) => castles.extend(sides),
            Body::Imitate(how) => imitate = imitate.max(Some(*how)),
            Body::Path(path) => {
                let entry = nfa.node();
                nfa.entries.push((one.virgin, entry));
                let legs = legs(&path.items);
                let passed = legs.iter().any(|leg| leg.passed);
                let ride = matches!(legs.as_slice(), [leg] if leg.cylinder);
                let stop = Stop { passed, exempt: one.exempt, ride };
                Lowering { nfa: &mut nfa, path, stop }.run(entry);
            }
        }
    }
    sort(&mut castles);
    castles.dedup();
    spend(budget, BASE + nfa.nodes.len())?;
    if nfa.overflow { None } else { Some(Automaton { castles, imitate, ..reduce(&nfa, budget)? }) }
}

/// The lowering of one path.
struct Lowering<'a> {
    nfa: &'a mut Nfa,
    path: &'a Path,
    /// The properties of every end of the move.
    stop: Stop,
}

/// The start state of a leg, with the ways in which the move can proceed after the leg.
#[derive(Clone, Copy)]
struct LegStart {
    from: usize,
    stops: bool,
    passes: bool,
    /// True if the automaton must count the steps of the leg.
    counted: bool,
}

impl LegStart {
    fn new(from: usize, joint: Joint, counted: bool) -> LegStart {
        LegStart { from, stops: joint != Joint::Must, passes: joint != Joint::End, counted }
    }
}

/// A state after a leg, with the bearing of the move in this state.
type Exit = (usize, Bearing);
type Way<'m> = std::slice::Iter<'m, Motion>;

impl Lowering<'_> {
    fn run(&mut self, entry: usize) {
        let path = self.path;
        // The state before each item, keyed by the index of the item and the bearing of the move.
        let mut known: FxHashMap<(usize, Bearing), usize> = FxHashMap::default();
        let begin = |item: &usize| (*item, Bearing::default(), entry);
        let mut open: Vec<(usize, Bearing, usize)> = path.first().iter().map(begin).collect();
        while let Some((index, bearing, from)) = open.pop() {
            let (item, next) = (&path.items[index], path.next(index));
            let equals = |n: &usize| path.items[*n].leg().is_some_and(|leg| leg.equal);
            let place = LegStart::new(from, item.joint, next.iter().any(equals));
            let exits: Vec<Exit> = match &item.part {
                Element::Leg(leg) => {
                    let motions = motions(leg, bearing).into_iter();
                    motions.flat_map(|motion| self.leg(leg, &motion, bearing, place)).collect()
                }
                Element::Repeat(items, range) => self.oriented(items, *range, bearing, place),
            };
            for ((state, then), next) in exits.iter().flat_map(|exit| next.iter().map(move |n| (exit, *n))) {
                // A path continues in the same way from every exit with the same bearing, so these exits share one
                // state.
                let before = *known.entry((next, *then)).or_insert_with(|| {
                    let fresh = self.nfa.node();
                    open.push((next, *then, fresh));
                    fresh
                });
                self.nfa.nodes[*state].free.insert(before);
            }
            if self.nfa.overflow {
                return;
            }
        }
    }

    /// Lowers a repeated group. It becomes one loop for each orientation of its legs.
    fn oriented(&mut self, items: &[PathItem], range: Range, bearing: Bearing, place: LegStart) -> Vec<Exit> {
        let mut ways: Vec<(Vec<Motion>, Bearing)> = vec![(Vec::new(), bearing)];
        for (index, leg) in legs(items).into_iter().enumerate() {
            let mut longer = Vec::new();
            for (way, at) in ways {
                let open = if way.len() == index { motions(leg, at) } else { Vec::new() };
                for motion in &open {
                    longer.push(([&way[..], from_ref(motion)].concat(), after(motion, 1, at)));
                }
                // A sequence of motions that cannot continue is kept, because the move can stop on its legs.
                if open.is_empty() {
                    longer.push((way, at));
                }
            }
            self.nfa.overflow |= longer.len() > MAX_ORIENTATIONS;
            if self.nfa.overflow {
                return Vec::new();
            }
            ways = longer;
        }
        let exit =
            |(way, then): (Vec<Motion>, Bearing)| (self.copies(items, range, &mut way.iter(), place), then);
        ways.into_iter().map(exit).collect()
    }

    /// Copies a group in one orientation. Returns the state after the group, which is entered if the move can
    /// continue.
    fn copies(&mut self, items: &[PathItem], range: Range, way: &mut Way, place: LegStart) -> usize {
        let after = self.nfa.node();
        let all = way.clone();
        // An unlimited repetition needs no more than its mandatory copies, because the last copy becomes a loop.
        let rounds = range.max.unwrap_or(range.min);
        let mut from = self.nfa.node();
        self.nfa.nodes[place.from].free.insert(from);
        for round in 1..=rounds {
            if self.nfa.overflow {
                break;
            }
            let enough = round >= range.min;
            let more = round < rounds || range.max.is_none();
            let (stops, passes) = (enough && place.stops, more || enough && place.passes);
            *way = all.clone();
            let end = self.group(items, way, LegStart { from, stops, passes, counted: false });
            if enough && place.passes {
                self.nfa.nodes[end].free.insert(after);
            }
            // An unlimited repetition returns to the start of its last copy.
            if round == rounds && range.max.is_none() {
                self.nfa.nodes[end].free.insert(from);
            }
            from = end;
        }
        after
    }

    fn group(&mut self, items: &[PathItem], way: &mut Way, place: LegStart) -> usize {
        let mut from = place.from;
        for item in items {
            let place = match item.joint {
                Joint::End => LegStart { from, ..place },
                joint => LegStart::new(from, joint, false),
            };
            from = match &item.part {
                Element::Leg(leg) => {
                    let Some(motion) = way.next() else { return self.nfa.node() };
                    let after = self.nfa.node();
                    for (end, _) in self.leg(leg, motion, Bearing::default(), place) {
                        self.nfa.nodes[end].free.insert(after);
                    }
                    after
                }
                Element::Repeat(inner, range) => self.copies(inner, *range, way, place),
            };
        }
        from
    }

    /// Lowers one leg in one motion. Returns the states from which the move can continue.
    fn leg(&mut self, leg: &Leg, motion: &[Vector], bearing: Bearing, place: LegStart) -> Vec<Exit> {
        let written = bearing.range.unwrap_or(leg.range);
        let mut range = match bearing.steps {
            _ if leg.atom == Atom::Universal => Range::ONE,
            steps if leg.equal && steps > 0 => Range { min: steps, max: Some(steps) },
            _ => written,
        };
        // A circular rider is back at its start after eight steps.
        if leg.gait == Gait::Circular {
            range.max = Some(range.max.map_or(CIRCLE, |max| max.min(CIRCLE)));
        }
        // Counting needs an upper limit, and no line on a board is longer than this one.
        if place.counted && range.max.is_none() {
            range.max = Some(LINE);
        }
        // In repeated groups of letters, the range of a leg depends on the path that leads to it.
        let toggles = matches!(self.path.form, PathNotation::Loop { .. }) && leg.modes.any("yg");
        let bearing =
            Bearing { range: if toggles { Some(written.toggled()) } else { bearing.range }, ..bearing };
        let (nfa, from, states) = (&mut *self.nfa, place.from, FxHashMap::default());
        Rider { nfa, leg, motion, range, from, states }.run(bearing, place, self.stop)
    }
}

/// The lowering of the steps of one leg.
struct Rider<'a> {
    nfa: &'a mut Nfa,
    leg: &'a Leg,
    motion: &'a [Vector],
    range: Range,
    /// The state in which the leg begins.
    from: usize,
    /// The states of the leg, keyed by the number of steps and a flag that is true behind the hurdle.
    states: FxHashMap<(u8, bool), usize>,
}

impl Rider<'_> {
    fn run(&mut self, bearing: Bearing, place: LegStart, stop: Stop) -> Vec<Exit> {
        let Leg { skip, hurdle, .. } = *self.leg;
        let stops = if place.stops { self.leg.last_modes().stops() } else { Vec::new() };
        let passes = if place.passes { self.leg.modes.passes() } else { Vec::new() };
        let mut exits: Vec<Exit> = Vec::new();
        let mut end = None;
        let mut start = self.from;
        for skipped in 0..skip {
            let next = self.nfa.node();
            self.step(start, vector(self.motion, skipped), &[(Holds::ANYTHING, Effect::None)], next);
            start = next;
        }
        let mut open = vec![(0u8, false, start)];
        while let Some((done, hopped, state)) = open.pop() {
            let step = vector(self.motion, skip.saturating_add(done));
            let now = done.saturating_add(1);
            let more = self.range.max.is_none_or(|max| now < max);
            // A grasshopper lands directly behind its hurdle and rides no farther.
            if more && !(hopped && hurdle == Some(Hurdle::Grasshopper)) {
                let to = self.after(now, hopped, &mut open);
                self.step(state, step, &[(Holds::EMPTY, Effect::None)], to);
            }
            if more && hurdle.is_some() && !hopped {
                let to = self.after(now, true, &mut open);
                self.step(state, step, &[(Holds::PIECE, Effect::None)], to);
            }
            let lands = now >= self.range.min && (hopped || hurdle.is_none());
            if lands && !stops.is_empty() {
                // Nothing follows, so all landings share one state.
                let end = *end.get_or_insert_with(|| self.nfa.node());
                self.nfa.nodes[end].stops.insert(stop);
                self.step(state, step, &stops, end);
            }
            if lands && !passes.is_empty() {
                let steps = if place.counted && self.leg.atom != Atom::Universal { now } else { 0 };
                let then = Bearing { steps, ..after(self.motion, skip.saturating_add(now), bearing) };
                let known = exits.iter().find(|(_, known)| *known == then).map(|(exit, _)| *exit);
                let exit = known.unwrap_or_else(|| self.nfa.node());
                if known.is_none() {
                    exits.push((exit, then));
                }
                self.step(state, step, &passes, exit);
            }
            if self.nfa.overflow {
                break;
            }
        }
        exits
    }

    /// Returns the state after `done` steps. Beyond the minimum, only the position within the period of the
    /// motion matters.
    fn after(&mut self, done: u8, hopped: bool, open: &mut Vec<(u8, bool, usize)>) -> usize {
        let period = u8::try_from(self.motion.len()).unwrap_or(1);
        let floor = self.range.min.max(1);
        // The steps are counted modulo the period, or a leg without a maximum would have infinitely many states.
        let done = match self.range.max {
            None if done >= floor.saturating_add(period) => floor + (done - floor) % period,
            _ => done,
        };
        *self.states.entry((done, hopped)).or_insert_with(|| {
            let state = self.nfa.node();
            open.push((done, hopped, state));
            state
        })
    }

    /// Adds one step. For a lame leap or a hop, this includes the squares between its ends.
    fn step(&mut self, from: usize, vector: Vector, labels: &[(Holds, Effect)], to: usize) {
        // Lame leaps and hops depend on the squares in between, so they are divided into small steps.
        let small = if self.leg.lame || self.leg.hops { between(vector) } else { vec![vector] };
        let passing = [(if self.leg.hops { Holds::PIECE } else { Holds::EMPTY }, Effect::None)];
        let mut state = from;
        for (index, (dx, dy)) in small.iter().enumerate() {
            let is_last = index + 1 == small.len();
            let (labels, to) = if is_last { (labels, to) } else { (&passing[..], self.nfa.node()) };
            let step = match self.leg {
                Leg { atom: Atom::Universal, .. } => Step::Anywhere,
                Leg { cylinder: true, .. } => Step::Around(*dx, *dy),
                _ => Step::By(*dx, *dy),
            };
            // The captured piece reappears where the leg begins, so only the first step unloads it.
            let unload = self.leg.unload && state == self.from;
            let target = u16::try_from(to).unwrap_or(0);
            let arc = |&(holds, effect): &(Holds, Effect)| Edge { step, holds, effect, unload, to: target };
            self.nfa.nodes[state].arcs.extend(labels.iter().map(arc));
            state = to;
        }
    }
}
