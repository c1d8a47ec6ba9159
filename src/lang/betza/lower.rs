//! Understood notation to automaton: every move of every piece becomes steps between states, and nothing else.

use super::atom::{Atom, Vector};
use super::motion::{Bearing, Motion, motions};
use super::nfa::{Arc, Nfa};
use super::notation::{Body, Castling, Element, Hurdle, Item, Joint, Leg, Loop, Notation, Range, legs};
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
pub(crate) fn lower(notation: &Notation) -> Option<Automaton> {
    lower_within(notation, &mut { MAX_WORK })
}

/// The same with a limit on the work, which is taken from it.
pub(super) fn lower_within(notation: &Notation, budget: &mut usize) -> Option<Automaton> {
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
                let stop = Stop { passed: is_passed(&one.body), exempt: one.exempt };
                let looped = matches!(one.body, Body::Loop(_));
                Lowering { nfa: &mut nfa, stop, looped }.body(&one.body, entry);
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

/// Whether the squares a move passes over can be taken en passant.
fn is_passed(body: &Body) -> bool {
    match body {
        Body::Chain(legs) | Body::Loop(Loop { legs, .. }) => legs.iter().any(|leg| leg.passed),
        Body::Path(items) => legs(items).iter().any(|leg| leg.passed),
        Body::Castle(_) | Body::Imitate(_) => false,
    }
}

/// A leg or a repeated path of a move, and what may follow it.
struct Stage<'a> {
    part: Part<'a>,
    next: Vec<usize>,
    /// The move may end here.
    stops: bool,
}

enum Part<'a> {
    Leg(&'a Leg),
    Repeat(&'a [Item], Range),
}

/// The stages of a move, and which of them may come first.
fn stages<'a>(body: &'a Body) -> (Vec<Stage<'a>>, Vec<usize>) {
    let leg = |leg: &'a Leg, next: Vec<usize>| Stage { part: Part::Leg(leg), stops: next.is_empty(), next };
    match body {
        Body::Chain(legs) => {
            let next = |i: usize| if i + 1 < legs.len() { vec![i + 1] } else { Vec::new() };
            (legs.iter().enumerate().map(|(i, one)| leg(one, next(i))).collect(), vec![0])
        }
        Body::Loop(looped) => {
            let pairs = looped.legs.iter().zip(&looped.next);
            (pairs.map(|(one, next)| leg(one, next.clone())).collect(), looped.first.clone())
        }
        Body::Path(items) => {
            let stage = |(i, item): (usize, &'a Item)| Stage {
                part: match &item.part {
                    Element::Leg(leg) => Part::Leg(leg),
                    Element::Repeat(inner, range) => Part::Repeat(inner, *range),
                },
                next: if item.joint == Joint::End { Vec::new() } else { vec![i + 1] },
                stops: item.joint != Joint::Must,
            };
            (items.iter().enumerate().map(stage).collect(), vec![0])
        }
        Body::Castle(_) | Body::Imitate(_) => (Vec::new(), Vec::new()),
    }
}

struct Lowering<'a> {
    nfa: &'a mut Nfa,
    /// How every end of the move is marked.
    stop: Stop,
    /// Whether the range depends on the way through the legs, because groups of them are repeated.
    looped: bool,
}

/// What one leg does at its end.
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
    fn body(&mut self, body: &Body, entry: u32) {
        let (stages, first) = stages(body);
        // The state before a stage, by the stage and what it is seen from.
        let mut known: FxHashMap<(usize, Bearing), u32> = FxHashMap::default();
        let mut open: Vec<(usize, Bearing, u32)> =
            first.into_iter().map(|stage| (stage, Bearing::default(), entry)).collect();
        while let Some((index, bearing, from)) = open.pop() {
            let stage = &stages[index];
            let equals = |n: &usize| matches!(stages[*n].part, Part::Leg(leg) if leg.equal);
            let ending = Ending {
                stops: stage.stops,
                passes: !stage.next.is_empty(),
                counted: stage.next.iter().any(equals),
            };
            let exits = match stage.part {
                Part::Leg(leg) => {
                    let motions = motions(leg, bearing).into_iter();
                    motions.flat_map(|motion| self.leg(leg, &motion, bearing, from, ending)).collect()
                }
                Part::Repeat(items, range) => self.oriented(items, range, bearing, from, ending),
            };
            for (state, then) in exits {
                for next in &stage.next {
                    let before = *known.entry((*next, then)).or_insert_with(|| {
                        let fresh = self.nfa.node();
                        open.push((*next, then, fresh));
                        fresh
                    });
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
    ) -> Vec<Exit> {
        let mut ways: Vec<(Vec<Motion>, Bearing)> = vec![(Vec::new(), bearing)];
        for (index, leg) in legs(items).into_iter().enumerate() {
            let mut longer = Vec::new();
            for (way, at) in ways {
                let open = if way.len() == index { motions(leg, at) } else { Vec::new() };
                for motion in &open {
                    let then = motion.bearing(leg, at, 1, false);
                    longer.push((way.iter().chain([motion]).cloned().collect(), then));
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
            let state = self.copies(items, range, &mut way.as_slice(), from, ending);
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
            let end = self.group(items, way, start, inner);
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

    fn group(&mut self, items: &[Item], way: &mut &[Motion], from: u32, last: Ending) -> u32 {
        let mut state = from;
        for item in items {
            let ending = match item.joint {
                Joint::Must => Ending { stops: false, passes: true, counted: false },
                Joint::May => Ending { stops: true, passes: true, counted: false },
                Joint::End => last,
            };
            state = match &item.part {
                Element::Leg(leg) => {
                    let Some((motion, rest)) = way.split_first() else { return self.nfa.node() };
                    *way = rest;
                    let after = self.nfa.node();
                    for (end, _) in self.leg(leg, motion, Bearing::default(), state, ending) {
                        self.nfa.join(end, after);
                    }
                    after
                }
                Element::Repeat(inner, range) => self.copies(inner, *range, way, state, ending),
            };
            if self.nfa.overflow {
                return state;
            }
        }
        state
    }

    /// One leg in one motion, from the state `from`; the states where the move may go on.
    fn leg(&mut self, leg: &Leg, motion: &Motion, bearing: Bearing, from: u32, ending: Ending) -> Vec<Exit> {
        if leg.atom == Atom::Universal {
            return self.anywhere(leg, from, ending);
        }
        let mut range = match bearing.steps {
            steps if leg.equal && steps > 0 => Range { min: steps, max: Some(steps) },
            _ => bearing.reach.range(leg.range),
        };
        let toggles = self.looped && leg.modes.any("yg");
        let reach = if toggles { bearing.reach.toggled(leg.range) } else { bearing.reach };
        if let Some(steps) = motion.closes() {
            range.max = Some(range.max.map_or(steps, |max| max.min(steps)));
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
            stop: self.stop,
            counted: ending.counted,
            states: FxHashMap::default(),
            exits: FxHashMap::default(),
            end: None,
        };
        rider.run(from);
        let then = |key| Bearing { reach, ..motion.bearing(leg, bearing, key, ending.counted) };
        let mut found: Vec<Exit> = rider.exits.into_iter().map(|(key, state)| (state, then(key))).collect();
        found.sort_unstable_by_key(|(state, _)| *state);
        found
    }

    fn anywhere(&mut self, leg: &Leg, from: u32, ending: Ending) -> Vec<Exit> {
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
        self.nfa.stop(stop, self.stop);
        vec![(pass, Bearing::default())]
    }
}

/// How a leg may end the move: its own letters, else those outside the brackets, else either way.
fn stops(leg: &Leg) -> Vec<(Holds, Effect)> {
    let own = leg.modes.without("pgyx");
    if own.any("mcedk") || leg.outer.is_empty() { own.stops() } else { leg.outer.with(own).stops() }
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
    /// The state after a number of steps, with the hurdle passed or not.
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
            let end = *self.end.get_or_insert_with(|| self.nfa.node());
            self.nfa.stop(end, self.stop);
            self.step(state, step, &stops, unload, end);
        }
        if !passes.is_empty() {
            let key = self.motion.exit_key(self.leg.skip.saturating_add(now), now, self.counted);
            let exit = *self.exits.entry(key).or_insert_with(|| self.nfa.node());
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
            let unload = unload && index == 0;
            self.nfa.arc(state, Arc { step: self.by(*small), holds, effect: Effect::None, unload, to: next });
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
