//! Understood notation to automaton: every move of every piece becomes steps between states, and nothing else.

use super::atom::{Atom, Vector};
use super::motion::{Bearing, Motion, motions};
use super::nfa::{Arc, Nfa};
use super::notation::{Body, Castling, Hurdle, Item, Joint, Leg, Loop, Move, Notation, Range, Step as Part};
use super::reduce::{MAX_WORK, reduce, spend};
use crate::rules::{Automaton, Castle, Effect, Holds, Step, Stop};
use rustc_hash::FxHashMap;

/// The most orientations a repeated path may have.
const MAX_ORIENTATIONS: usize = 1_024;

/// The longest straight line of a board of 16 by 16 with a cell beside it at either end.
const LINE: u8 = 17;
/// What every lowering costs, however small.
const BASE: usize = 150;

/// The automaton of a notation; `None` if it would be too large.
pub fn lower(notation: &Notation) -> Option<Automaton> {
    lower_within(notation, &mut { MAX_WORK })
}

/// The same with a limit on the work, which is taken from it.
pub fn lower_within(notation: &Notation, budget: &mut usize) -> Option<Automaton> {
    if *budget == 0 {
        return None;
    }
    let mut nfa = Nfa::default();
    let mut castles = Vec::new();
    let mut imitate = None;
    for one in &notation.moves {
        match &one.body {
            Body::Castle(castling) => castles.extend(sides(castling)),
            Body::Imitate(how) => imitate = Some(imitate.map_or(*how, |old| *how.max(&old))),
            Body::Chain(_) | Body::Loop(_) | Body::Path(_) => {
                let entry = nfa.node();
                nfa.entries.push((one.virgin, entry));
                Lowering { nfa: &mut nfa, one, memo: FxHashMap::default() }.body(entry);
            }
        }
        if nfa.overflow {
            *budget = budget.saturating_sub(BASE + nfa.nodes.len());
            return None;
        }
    }
    castles.sort_unstable();
    castles.dedup();
    spend(budget, BASE + nfa.nodes.len())?;
    Some(Automaton { castles, imitate, ..reduce(&nfa, budget)? })
}

fn sides(castling: &Castling) -> Vec<Castle> {
    let one =
        |wanted: bool, side| wanted.then_some(Castle { side, steps: castling.steps, inset: castling.inset });
    [one(castling.left, -1), one(castling.right, 1)].into_iter().flatten().collect()
}

struct Lowering<'a> {
    nfa: &'a mut Nfa,
    one: &'a Move,
    /// The state before a leg, by the leg and what it is seen from.
    memo: FxHashMap<(usize, Bearing), u32>,
}

/// What one leg is to do at its end.
#[derive(Clone, Copy)]
struct Ending {
    /// The move may end there.
    stops: bool,
    /// The move may go on.
    passes: bool,
    /// How many steps it took must be remembered.
    counted: bool,
}

/// A state after a leg and how the leg came there.
type Exit = (u32, Bearing);

impl Lowering<'_> {
    fn body(&mut self, entry: u32) {
        match &self.one.body {
            Body::Chain(legs) => {
                let next: Vec<Vec<usize>> =
                    (1..=legs.len()).map(|i| if i < legs.len() { vec![i] } else { Vec::new() }).collect();
                self.graph(legs, &next, &[0], entry);
            }
            Body::Loop(Loop { legs, next, first, .. }) => self.graph(legs, next, first, entry),
            Body::Path(items) => self.path(items, entry),
            Body::Castle(_) | Body::Imitate(_) => {}
        }
    }

    /// Legs that follow each other as `next` says.
    fn graph(&mut self, legs: &[Leg], next: &[Vec<usize>], first: &[usize], entry: u32) {
        let passed = legs.iter().any(|leg| leg.passed);
        let mut open: Vec<(usize, Bearing, u32)> =
            first.iter().map(|leg| (*leg, Bearing::default(), entry)).collect();
        while let Some((index, bearing, from)) = open.pop() {
            let following = &next[index];
            let ending = Ending {
                stops: following.is_empty(),
                passes: !following.is_empty(),
                counted: following.iter().any(|n| legs[*n].equal),
            };
            let leg = &legs[index];
            for motion in motions(leg, bearing) {
                for (state, then) in self.leg(leg, &motion, bearing, from, ending, passed) {
                    for n in following {
                        let key = (*n, then);
                        let before = match self.memo.get(&key) {
                            Some(found) => *found,
                            None => {
                                let fresh = self.nfa.node();
                                self.memo.insert(key, fresh);
                                open.push((*n, then, fresh));
                                fresh
                            }
                        };
                        self.nfa.join(state, before);
                    }
                }
            }
            if self.nfa.overflow {
                return;
            }
        }
    }

    /// A bracket path.
    fn path(&mut self, items: &[Item], entry: u32) {
        let passed = marks(items);
        let mut open: Vec<(usize, Bearing, u32)> = vec![(0, Bearing::default(), entry)];
        while let Some((index, bearing, from)) = open.pop() {
            let item = &items[index];
            let ending = Ending {
                stops: item.joint != Joint::Must,
                passes: item.joint != Joint::End,
                counted: matches!(items.get(index + 1), Some(Item { part: Part::Leg(leg), .. }) if leg.equal),
            };
            let exits = match &item.part {
                Part::Leg(leg) => {
                    let mut exits = Vec::new();
                    for motion in motions(leg, bearing) {
                        exits.extend(self.leg(leg, &motion, bearing, from, ending, passed));
                    }
                    exits
                }
                Part::Repeat(inner, range) => self.oriented(inner, *range, bearing, from, ending, passed),
            };
            if ending.passes {
                for (state, then) in exits {
                    let key = (index + 1, then);
                    let before = match self.memo.get(&key) {
                        Some(found) => *found,
                        None => {
                            let fresh = self.nfa.node();
                            self.memo.insert(key, fresh);
                            open.push((index + 1, then, fresh));
                            fresh
                        }
                    };
                    self.nfa.join(state, before);
                }
            }
            if self.nfa.overflow {
                return;
            }
        }
    }

    /// A repeated group: one loop for each way its legs can be oriented.
    fn oriented(
        &mut self,
        items: &[Item],
        range: Range,
        bearing: Bearing,
        from: u32,
        ending: Ending,
        passed: bool,
    ) -> Vec<Exit> {
        let mut legs = Vec::new();
        collect(items, &mut legs);
        let mut ways: Vec<(Vec<Motion>, Bearing)> = vec![(Vec::new(), bearing)];
        for (index, leg) in legs.iter().enumerate() {
            let mut longer = Vec::new();
            for (way, at) in ways {
                let open = if way.len() == index { motions(leg, at) } else { Vec::new() };
                for motion in &open {
                    let then = motion.bearing(leg, at, 1, false);
                    let way = way.iter().chain([motion]).cloned().collect();
                    longer.push((way, then));
                }
                // A way that cannot go on may still stop on the legs it has.
                if open.is_empty() {
                    longer.push((way, at));
                }
            }
            if longer.len() > MAX_ORIENTATIONS {
                self.nfa.overflow = true;
                return Vec::new();
            }
            ways = longer;
        }
        let mut exits = Vec::new();
        for (way, then) in ways {
            let mut rest = way.as_slice();
            let state = self.copies(items, range, &mut rest, from, ending, passed);
            exits.push((state, then));
            if self.nfa.overflow {
                break;
            }
        }
        exits
    }

    /// Copies of a group in one orientation; the state after it, entered where the move may go on.
    fn copies(
        &mut self,
        items: &[Item],
        range: Range,
        way: &mut &[Motion],
        from: u32,
        ending: Ending,
        passed: bool,
    ) -> u32 {
        let after = self.nfa.node();
        let all = *way;
        let rounds = range.max.unwrap_or(range.min);
        let mut start = self.nfa.node();
        self.nfa.join(from, start);
        for round in 1..=rounds {
            let enough = round >= range.min;
            let more = round < rounds || range.max.is_none();
            let inner = Ending {
                stops: enough && ending.stops,
                passes: more || enough && ending.passes,
                counted: false,
            };
            *way = all;
            let end = self.group(items, way, start, inner, passed);
            if enough && ending.passes {
                self.nfa.join(end, after);
            }
            if round == rounds && range.max.is_none() {
                self.nfa.join(end, start);
            }
            start = end;
            if self.nfa.overflow {
                break;
            }
        }
        after
    }

    fn group(&mut self, items: &[Item], way: &mut &[Motion], from: u32, last: Ending, passed: bool) -> u32 {
        let mut state = from;
        for item in items {
            let ending = match item.joint {
                Joint::Must => Ending { stops: false, passes: true, counted: false },
                Joint::May => Ending { stops: true, passes: true, counted: false },
                Joint::End => last,
            };
            state = match &item.part {
                Part::Leg(leg) => {
                    let Some((motion, rest)) = way.split_first() else { return self.nfa.node() };
                    *way = rest;
                    let after = self.nfa.node();
                    for (end, _) in self.leg(leg, motion, Bearing::default(), state, ending, passed) {
                        self.nfa.join(end, after);
                    }
                    after
                }
                Part::Repeat(inner, range) => self.copies(inner, *range, way, state, ending, passed),
            };
            if self.nfa.overflow {
                return state;
            }
        }
        state
    }

    /// One leg in one motion, from the state `from`; the states where the move may go on.
    fn leg(
        &mut self,
        leg: &Leg,
        motion: &Motion,
        bearing: Bearing,
        from: u32,
        ending: Ending,
        passed: bool,
    ) -> Vec<Exit> {
        if leg.atom == Atom::Universal {
            return self.anywhere(leg, from, ending, passed);
        }
        let equal = leg.equal.then_some(bearing.steps).filter(|steps| *steps > 0);
        let mut range = match equal {
            Some(steps) => Range { min: steps, max: Some(steps) },
            None => bearing.reach.range(leg.range),
        };
        let toggles = matches!(self.one.body, Body::Loop(_)) && leg.modes.any("yg");
        let reach = if toggles { bearing.reach.toggled(leg.range) } else { bearing.reach };
        if let Some(actions) = motion.closes() {
            range.max = Some(range.max.map_or(actions, |max| max.min(actions)));
        }
        if ending.counted && range.max.is_none() {
            range.max = Some(LINE);
        }
        let mut rider = Rider {
            nfa: self.nfa,
            leg,
            motion,
            range,
            passes: if ending.passes { leg.modes.passes() } else { Vec::new() },
            stops: if ending.stops { stops(leg) } else { Vec::new() },
            stop: Stop { passed, exempt: self.one.exempt },
            counted: ending.counted,
            states: FxHashMap::default(),
            exits: FxHashMap::default(),
            end: None,
        };
        rider.run(from);
        let exits = rider.exits;
        let mut found: Vec<Exit> = exits
            .into_iter()
            .map(|(key, state)| {
                (state, Bearing { reach, ..motion.bearing(leg, bearing, key, ending.counted) })
            })
            .collect();
        found.sort_unstable_by_key(|(state, _)| *state);
        found
    }

    fn anywhere(&mut self, leg: &Leg, from: u32, ending: Ending, passed: bool) -> Vec<Exit> {
        let (stop, pass) = (self.nfa.node(), self.nfa.node());
        let mut arcs = |labels: Vec<(Holds, Effect)>, to| {
            for (holds, effect) in labels {
                self.nfa.arc(from, Arc { step: Step::Anywhere, holds, effect, unload: leg.unload, to });
            }
        };
        if ending.stops {
            arcs(stops(leg), stop);
        }
        if ending.passes {
            arcs(leg.modes.passes(), pass);
        }
        self.nfa.stop(stop, Stop { passed, exempt: self.one.exempt });
        vec![(pass, Bearing::default())]
    }
}

/// How a leg may end the move: its own letters, else those outside the brackets, else either way.
fn stops(leg: &Leg) -> Vec<(Holds, Effect)> {
    let own = leg.modes.without("pgyx");
    if own.any("mcedk") || leg.outer.is_empty() { own.stops() } else { leg.outer.with(own).stops() }
}

fn marks(items: &[Item]) -> bool {
    items.iter().any(|item| match &item.part {
        Part::Leg(leg) => leg.passed,
        Part::Repeat(inner, _) => marks(inner),
    })
}

fn collect<'a>(items: &'a [Item], legs: &mut Vec<&'a Leg>) {
    for item in items {
        match &item.part {
            Part::Leg(leg) => legs.push(leg),
            Part::Repeat(inner, _) => collect(inner, legs),
        }
    }
}

/// The steps of one leg.
struct Rider<'a> {
    nfa: &'a mut Nfa,
    leg: &'a Leg,
    motion: &'a Motion,
    range: Range,
    passes: Vec<(Holds, Effect)>,
    stops: Vec<(Holds, Effect)>,
    stop: Stop,
    counted: bool,
    /// The state after so many steps, with the hurdle passed or not.
    states: FxHashMap<(u8, bool), u32>,
    /// The states after the leg, by the steps it took as far as they matter.
    exits: FxHashMap<u8, u32>,
    end: Option<u32>,
}

impl Rider<'_> {
    fn run(&mut self, from: u32) {
        let mut start = from;
        for skipped in 0..self.leg.skip {
            let next = self.nfa.node();
            let step = self.motion.vector(skipped);
            let unload = self.leg.unload && skipped == 0;
            self.step(start, step, &[(Holds::ANYTHING, Effect::None)], unload, next);
            start = next;
        }
        let mut open = vec![(0u8, false, start)];
        while let Some((done, hopped, state)) = open.pop() {
            let step = self.motion.vector(self.leg.skip.saturating_add(done));
            let now = done.saturating_add(1);
            let unload = self.leg.unload && done == 0 && self.leg.skip == 0;
            let more = self.range.max.is_none_or(|max| now < max);
            let needs_hurdle = self.leg.hurdle.is_some();
            if more && !(hopped && self.leg.hurdle == Some(Hurdle::Grasshopper)) {
                let to = self.after(now, hopped, &mut open);
                self.step(state, step, &[(Holds::EMPTY, Effect::None)], unload, to);
            }
            if more && needs_hurdle && !hopped {
                let to = self.after(now, true, &mut open);
                self.step(state, step, &[(Holds::PIECE, Effect::None)], unload, to);
            }
            if now >= self.range.min && (hopped || !needs_hurdle) {
                self.land(state, step, unload, now);
            }
            if self.nfa.overflow {
                return;
            }
        }
    }

    fn land(&mut self, state: u32, step: Vector, unload: bool, now: u8) {
        let (stops, passes) = (std::mem::take(&mut self.stops), std::mem::take(&mut self.passes));
        if !stops.is_empty() {
            let end = match self.end {
                Some(end) => end,
                None => self.nfa.node(),
            };
            self.end = Some(end);
            self.nfa.stop(end, self.stop);
            self.step(state, step, &stops, unload, end);
        }
        if !passes.is_empty() {
            let key = self.motion.exit_key(self.leg.skip.saturating_add(now), now, self.counted);
            let exit = match self.exits.get(&key) {
                Some(exit) => *exit,
                None => self.nfa.node(),
            };
            self.exits.insert(key, exit);
            self.step(state, step, &passes, unload, exit);
        }
        (self.stops, self.passes) = (stops, passes);
    }

    /// The state after `done` steps. Beyond the least number only the place in the period matters.
    fn after(&mut self, done: u8, hopped: bool, open: &mut Vec<(u8, bool, u32)>) -> u32 {
        let period = self.motion.period();
        let floor = self.range.min.max(1);
        let done = match self.range.max {
            Some(_) => done,
            None if done < floor.saturating_add(period) => done,
            None => floor + (done - floor) % period,
        };
        if let Some(state) = self.states.get(&(done, hopped)) {
            return *state;
        }
        let state = self.nfa.node();
        self.states.insert((done, hopped), state);
        open.push((done, hopped, state));
        state
    }

    /// One step, with the squares it passes between its ends.
    fn step(&mut self, from: u32, vector: Vector, labels: &[(Holds, Effect)], unload: bool, to: u32) {
        let between =
            if self.leg.lame || self.leg.hops { super::motion::between(vector) } else { vec![vector] };
        let holds = if self.leg.hops { Holds::PIECE } else { Holds::EMPTY };
        let mut state = from;
        let (last, before) = match between.split_last() {
            Some((last, before)) => (*last, before),
            None => (vector, [].as_slice()),
        };
        for (index, small) in before.iter().enumerate() {
            let next = self.nfa.node();
            let arc = Arc {
                step: self.by(*small),
                holds,
                effect: Effect::None,
                unload: unload && index == 0,
                to: next,
            };
            self.nfa.arc(state, arc);
            state = next;
        }
        for (holds, effect) in labels {
            let unload = unload && before.is_empty();
            self.nfa.arc(state, Arc { step: self.by(last), holds: *holds, effect: *effect, unload, to });
        }
    }

    fn by(&self, (dx, dy): Vector) -> Step {
        if self.leg.cylinder { Step::Around(dx, dy) } else { Step::By(dx, dy) }
    }
}
