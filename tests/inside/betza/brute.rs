//! A brute-force oracle for notations. It plays out the legs on a board without an automaton.
//!
//! [`outcomes`] is the entry point. The oracle shares only the parsed letters with the program: it finds directions by
//! angles, and squares by coordinates. It is slow and gives up on large searches.

use super::help::PieceFilter;
use ferz_core::base::{Board, Color, Square};
use ferz_lang::betza::atom::{Atom, Heading};
use ferz_lang::betza::notation::{
    Body, Element, Gait, Hurdle, Joint, Leg, MoveNotation, Path, PathItem, PathNotation, Range,
};
use std::collections::{BTreeSet, HashSet};

type Vector = (i32, i32);
/// The first step of a leg, and the side to which the path bends.
type Way = (Vector, i32);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Walker {
    at: Square,
    actor: Square,
    captures: Vec<Square>,
    en_passant: Option<Square>,
    unload: Option<(Square, Option<Square>)>,
    step: Option<Vector>,
    side: i32,
    steps: u8,
    /// The range of the leg: 0 for the written one, 1 for one step, 2 for any number of steps.
    reach: u8,
}

/// The actor, the target, the sorted captures, the en passant square, the square and the origin of a reappearing piece,
/// and the exemption from check.
pub type Outcome = (Square, Square, Vec<Square>, Option<Square>, Option<(Square, Square)>, bool);

pub struct Brute<'a> {
    board: &'a Board,
    pieces: &'a PieceFilter,
    color: Color,
    exempt: bool,
    loops: bool,
    /// True for a single ride around the board, which must not end on its start square.
    ride: bool,
    seen: HashSet<(usize, Walker, Vec<Way>, u8)>,
    found: BTreeSet<Outcome>,
    /// True if the search was too large, so that the result is meaningless.
    pub gave_up: bool,
}

/// Returns all outcomes, or `None` if the search is too large.
pub fn outcomes(
    board: &Board,
    moves: &[MoveNotation],
    from: Square,
    color: Color,
    pieces: &PieceFilter,
) -> Option<BTreeSet<Outcome>> {
    let mut all = BTreeSet::new();
    for one in moves {
        if one.virgin.is_some() && !pieces.home {
            continue;
        }
        let mut brute = Brute {
            board,
            pieces,
            color,
            exempt: one.exempt,
            loops: matches!(&one.body, Body::Path(path) if matches!(path.form, PathNotation::Loop { .. })),
            ride: matches!(&one.body, Body::Path(path) if is_ride(path)),
            seen: HashSet::new(),
            found: BTreeSet::new(),
            gave_up: false,
        };
        let start = Walker {
            at: from,
            actor: from,
            captures: Vec::new(),
            en_passant: None,
            unload: None,
            step: None,
            side: 0,
            steps: 0,
            reach: 0,
        };
        match &one.body {
            Body::Path(path) if matches!(path.form, PathNotation::Loop { .. }) => {
                for first in path.first() {
                    brute.graph(path, *first, start.clone());
                }
            }
            Body::Path(path) => {
                brute.items(&path.items, 0, start, None, Vec::new(), (true, false), &mut |_, _, _| {})
            }
            Body::Castle(_) | Body::Imitate(_) => {}
        }
        if brute.gave_up {
            return None;
        }
        all.extend(brute.found);
    }
    Some(all)
}

type Then<'t> = &'t mut dyn FnMut(&mut Brute, Walker, Vec<Way>);

impl Brute<'_> {
    fn graph(&mut self, path: &Path, index: usize, walker: Walker) {
        if !self.enter(index, &walker, &[], 0) {
            return;
        }
        let leg = |index: usize| match &path.items[index].part {
            Element::Leg(leg) => leg,
            Element::Repeat(..) => unreachable!(),
        };
        let next = path.next(index);
        let last = next.is_empty();
        let counts = next.iter().any(|n| leg(*n).equal);
        for way in self.ways(leg(index), &walker) {
            for after in self.leg(leg(index), &walker, way, last, !last, counts) {
                for n in &next {
                    self.graph(path, *n, after.clone());
                }
            }
        }
    }

    fn enter(&mut self, place: usize, walker: &Walker, ways: &[Way], round: u8) -> bool {
        if self.seen.len() > 6_000 {
            self.gave_up = true;
        }
        let mut key = walker.clone();
        key.captures.sort();
        !self.gave_up && self.seen.insert((place, key, ways.to_vec(), round))
    }

    #[allow(clippy::too_many_arguments)]
    fn items(
        &mut self,
        items: &[PathItem],
        index: usize,
        walker: Walker,
        script: Option<&[Way]>,
        done: Vec<Way>,
        last: (bool, bool),
        then: Then,
    ) {
        let Some(item) = items.get(index) else {
            then(self, walker, done);
            return;
        };
        let key = std::ptr::from_ref(item) as usize;
        let mut context = done.clone();
        context.extend(script.unwrap_or(&[]));
        if !self.enter(
            key,
            &walker,
            &context,
            200 + u8::from(script.is_some()) + 2 * u8::from(last.0) + 4 * u8::from(last.1),
        ) {
            return;
        }
        let (stops, passes) = match item.joint {
            Joint::Must => (false, true),
            Joint::May => (true, true),
            Joint::End => last,
        };
        match &item.part {
            Element::Leg(leg) => {
                let counts = matches!(items.get(index + 1), Some(PathItem { part: Element::Leg(next), .. }) if next.equal);
                let ways = match script {
                    Some(script) => vec![script[done.len()]],
                    None => self.ways(leg, &walker),
                };
                for way in ways {
                    for after in self.leg(leg, &walker, way, stops, passes, counts) {
                        let done = done.iter().copied().chain([way]).collect();
                        self.items(items, index + 1, after, script, done, last, then);
                    }
                }
            }
            Element::Repeat(inner, range) => {
                let script = script.map(|all| all.to_vec());
                let part = script.as_deref().map(|all| all[done.len()..].to_vec());
                self.rounds(inner, *range, 1, walker, part, (stops, passes), &mut |brute, after, ways| {
                    let done: Vec<Way> = done.iter().copied().chain(ways).collect();
                    brute.items(items, index + 1, after, script.as_deref(), done, last, then);
                });
            }
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn rounds(
        &mut self,
        items: &[PathItem],
        range: Range,
        round: u8,
        walker: Walker,
        script: Option<Vec<Way>>,
        (stops, passes): (bool, bool),
        then: Then,
    ) {
        let shown = if range.max.is_some() { round } else { round.min(range.min + 1) };
        let key = std::ptr::from_ref(items).cast::<u8>() as usize;
        if !self.enter(key + 1, &walker, script.as_deref().unwrap_or(&[]), shown) {
            return;
        }
        let enough = round >= range.min;
        let more = range.max.is_none_or(|max| round < max);
        let last = (stops && enough, more || passes && enough);
        self.items(items, 0, walker, script.as_deref(), Vec::new(), last, &mut |brute, after, ways| {
            if enough && passes {
                then(brute, after.clone(), ways.clone());
            }
            if more {
                brute.rounds(items, range, round.saturating_add(1), after, Some(ways), (stops, passes), then);
            }
        });
    }

    fn board_step(&self, from: Square, (dx, dy): Vector, around: bool) -> Option<Square> {
        let cell = self.board.cell(from);
        let sign = if self.color == Color::White { 1 } else { -1 };
        let (mut x, y) = (cell.x + sign * dx, cell.y + sign * dy);
        if around {
            while x < 1 {
                x += self.board.width;
            }
            while x > self.board.width {
                x -= self.board.width;
            }
        }
        self.board.at(x, y)
    }

    /// Returns the content of a square: `.` empty, `a` own, `A` own royal, `b` enemy, `B` enemy royal.
    fn content(&self, walker: &Walker, square: Square) -> char {
        if square == walker.actor || walker.captures.contains(&square) {
            return '.';
        }
        let royal = self.pieces.royal.contains(square);
        match (self.pieces.own.contains(square), self.pieces.enemy.contains(square), royal) {
            (true, _, false) => 'a',
            (true, _, true) => 'A',
            (_, true, false) => 'b',
            (_, true, true) => 'B',
            _ => '.',
        }
    }

    fn ways(&self, leg: &Leg, walker: &Walker) -> Vec<Way> {
        let all: Vec<Vector> =
            leg.atom.vectors().iter().map(|(x, y)| (i32::from(*x), i32::from(*y))).collect();
        let chosen: Vec<Vector> = match (leg.heading, walker.step) {
            (Heading::Absolute(mask), _) => pick(&all, mask),
            (_, None) => all.clone(),
            (Heading::Turned(rays), Some(step)) => {
                let ring: Vec<Vector> =
                    leg.atom.ring().iter().map(|(x, y)| (i32::from(*x), i32::from(*y))).collect();
                match ring.iter().position(|v| *v == step) {
                    None => Vec::new(),
                    Some(at) => (0..8)
                        .filter(|n| wants(rays, *n as i32, walker.side))
                        .map(|n| ring[(at + n) % 8])
                        .collect(),
                }
            }
            (Heading::Outward(rays), Some(step)) => {
                let degrees = |v: &Vector| {
                    let (px, py) = (f64::from(step.0), f64::from(step.1));
                    let (x, y) = (f64::from(v.0), f64::from(v.1));
                    let raw = (px * y - py * x).atan2(px * x + py * y).to_degrees();
                    (raw * 1000.0).round() / 1000.0
                };
                let least = all.iter().map(|v| degrees(v).abs()).fold(999.0, f64::min);
                let most = all.iter().map(|v| degrees(v).abs()).fold(-1.0, f64::max);
                all.iter()
                    .copied()
                    .filter(|v| {
                        let angle = degrees(v);
                        (0..8).any(|n| {
                            wants(rays, n, walker.side)
                                && match n {
                                    0 => (angle.abs() - least).abs() < 0.01,
                                    1 => angle < -0.01 && angle > -89.99,
                                    2 => (angle + 90.0).abs() < 0.01,
                                    3 => angle < -90.01 && angle > -179.99,
                                    4 => (angle.abs() - most).abs() < 0.01,
                                    5 => angle > 90.01 && angle < 179.99,
                                    6 => (angle - 90.0).abs() < 0.01,
                                    _ => angle > 0.01 && angle < 89.99,
                                }
                        })
                    })
                    .collect()
            }
        };
        let allowed = leg.only.as_ref().map(|only| pick(&all, only.leaps));
        let starts = chosen.into_iter().filter(|v| allowed.as_ref().is_none_or(|a| a.contains(v)));
        let bends: &[i32] = if leg.gait == Gait::Straight { &[0] } else { &[-1, 1] };
        let found: BTreeSet<Way> = starts.flat_map(|v| bends.iter().map(move |b| (v, *b))).collect();
        if leg.atom == Atom::Universal { vec![((0, 0), 0)] } else { found.into_iter().collect() }
    }

    /// Returns the vector of a step in a ride.
    fn vector(leg: &Leg, (start, bend): Way, index: usize) -> Vector {
        match leg.gait {
            Gait::Straight => start,
            Gait::Crooked if index.is_multiple_of(2) => start,
            Gait::Crooked => (-bend * start.1, bend * start.0),
            Gait::Circular => {
                let ring: Vec<Vector> =
                    leg.atom.ring().iter().map(|(x, y)| (i32::from(*x), i32::from(*y))).collect();
                let at = ring.iter().position(|v| *v == start).unwrap() as i32;
                ring[(at + bend * index as i32).rem_euclid(8) as usize]
            }
        }
    }

    /// Plays out a leg: records the possible ends of the move, and returns the states from which it can continue.
    fn leg(
        &mut self,
        leg: &Leg,
        walker: &Walker,
        way: Way,
        stops: bool,
        passes: bool,
        counts: bool,
    ) -> Vec<Walker> {
        let mut walker = walker.clone();
        if leg.unload {
            walker.unload = Some((walker.at, walker.captures.last().copied()));
        }
        let mut out = Vec::new();
        if leg.atom == Atom::Universal {
            for square in self.board.squares().filter(|s| *s != walker.at) {
                let after = Walker { at: square, step: None, side: 0, steps: 0, ..walker.clone() };
                self.arrive(leg, &after, stops, passes, &mut out);
            }
            return out;
        }
        let mut max = match (walker.reach, leg.range.max) {
            (1, _) => 1,
            (2, _) | (0, None) => {
                if counts {
                    17
                } else {
                    80
                }
            }
            (_, Some(max)) => usize::from(max),
            (_, None) => 80,
        };
        let mut min = if walker.reach == 0 { usize::from(leg.range.min) } else { 1 };
        if leg.equal && walker.steps > 0 {
            (min, max) = (usize::from(walker.steps), usize::from(walker.steps));
        }
        if leg.gait == Gait::Circular {
            max = max.min(7);
        }
        let skip = usize::from(leg.skip);
        let mut square = walker.at;
        for index in 0..skip {
            match self.board_step(square, Self::vector(leg, way, index), leg.cylinder) {
                Some(next) => square = next,
                None => return out,
            }
        }
        let mut hopped = false;
        for taken in 1..=max {
            let index = skip + taken - 1;
            let vector = Self::vector(leg, way, index);
            let Some(next) = self.hop(leg, &walker, square, vector) else { break };
            let content = self.content(&walker, next);
            if taken >= min && (leg.hurdle.is_none() || hopped) {
                let side_at_start = walker.step.map_or(0, |before| turn(before, Self::vector(leg, way, 0)));
                let mut side = if side_at_start == 0 { walker.side } else { side_at_start };
                if index > 0 {
                    let bend = turn(Self::vector(leg, way, index - 1), vector);
                    side = if bend == 0 { side } else { bend };
                }
                let toggles = self.loops && leg.modes.any("yg");
                let slides = match walker.reach {
                    0 => leg.range.max != Some(1),
                    reach => reach == 2,
                };
                let reach = if toggles { if slides { 1 } else { 2 } } else { walker.reach };
                let steps = if counts { taken as u8 } else { 0 };
                let after = Walker { at: next, step: Some(vector), side, steps, reach, ..walker.clone() };
                self.arrive(leg, &after, stops, passes, &mut out);
            }
            if content == '.' {
                if hopped && leg.hurdle == Some(Hurdle::Grasshopper) {
                    break;
                }
            } else if leg.hurdle.is_some() && !hopped {
                hopped = true;
            } else {
                break;
            }
            square = next;
        }
        out
    }

    /// Takes one step, and tests the squares that it passes over.
    fn hop(&self, leg: &Leg, walker: &Walker, from: Square, (dx, dy): Vector) -> Option<Square> {
        if !leg.lame && !leg.hops {
            return self.board_step(from, (dx, dy), leg.cylinder);
        }
        let mut at = from;
        let parts = (1..=dx.abs().max(dy.abs())).rev().find(|n| dx % n == 0 && dy % n == 0).unwrap_or(1);
        let small: Vec<Vector> = if parts > 1 {
            vec![(dx / parts, dy / parts); parts as usize]
        } else if dx.abs() > dy.abs() {
            vec![(dx.signum(), 0), (dx - dx.signum(), dy)]
        } else {
            vec![(0, dy.signum()), (dx, dy - dy.signum())]
        };
        for (index, step) in small.iter().enumerate() {
            at = self.board_step(at, *step, leg.cylinder)?;
            let empty = self.content(walker, at) == '.';
            if index + 1 < small.len() && empty == leg.hops {
                return None;
            }
        }
        Some(at)
    }

    fn arrive(&mut self, leg: &Leg, walker: &Walker, stops: bool, passes: bool, out: &mut Vec<Walker>) {
        let content = self.content(walker, walker.at);
        let own = leg.modes.without("pgyx");
        let letters = if own.any("mcedk") { own } else { leg.outer.with(own) };
        let has = |letter: &str| letters.any(letter);
        let takes = |letters: ferz_lang::betza::notation::Modes, tame: bool| {
            let royal = content == 'A' || content == 'B';
            let (c, d, k) = (letters.any("c"), letters.any("d"), letters.any("k"));
            let plain = c && "bB".contains(content) || d && "aA".contains(content);
            if k && !c && !d { content == 'B' && !tame } else { plain && !(royal && (k || tame)) }
        };
        let passed_over = content == '.'
            && self.pieces.passed.contains(walker.at)
            && walker.at != walker.actor
            && !walker.captures.contains(&walker.at);
        if stops {
            let default = !letters.any("mcedk");
            let mc = ferz_lang::betza::notation::Modes::of("mc");
            if content == '.' && (default || has("m")) {
                self.record(walker);
            }
            if content != '.' && takes(if default { mc } else { letters }, letters.any("t")) {
                self.record(&capture(walker));
            }
            if has("e") && passed_over {
                self.record(&Walker { en_passant: Some(walker.at), ..walker.clone() });
            }
        }
        if passes {
            let modes = leg.modes;
            let default = !modes.any("mcedkpgx");
            if content == '.' && (default || modes.any("m")) {
                out.push(walker.clone());
            }
            if content != '.' && modes.any("pg") && (!modes.any("t") || "aA".contains(content)) {
                out.push(walker.clone());
            }
            if content != '.' && takes(modes, false) {
                out.push(capture(walker));
            }
            if modes.any("x") && "aA".contains(content) {
                out.push(Walker { actor: walker.at, ..walker.clone() });
            }
            if modes.any("e") && passed_over {
                out.push(Walker { en_passant: Some(walker.at), ..walker.clone() });
            }
        }
    }

    fn record(&mut self, walker: &Walker) {
        let nothing = walker.at == walker.actor && walker.captures.is_empty() && walker.en_passant.is_none();
        if nothing && self.ride {
            return;
        }
        let mut captures = walker.captures.clone();
        captures.sort();
        let unload = walker.unload.and_then(|(square, piece)| Some((square, piece?)));
        self.found.insert((walker.actor, walker.at, captures, walker.en_passant, unload, self.exempt));
    }
}

fn is_ride(path: &Path) -> bool {
    let mut items = &path.items;
    while let [PathItem { part: Element::Repeat(inner, _), .. }] = items.as_slice() {
        items = inner;
    }
    matches!(items.as_slice(), [PathItem { part: Element::Leg(leg), .. }] if leg.cylinder)
}

fn capture(walker: &Walker) -> Walker {
    let mut after = walker.clone();
    after.captures.push(walker.at);
    if let Some((_, piece @ None)) = &mut after.unload {
        *piece = Some(walker.at);
    }
    after
}

fn pick(all: &[Vector], mask: u16) -> Vec<Vector> {
    all.iter().enumerate().filter(|(i, _)| mask & (1 << i) != 0).map(|(_, v)| *v).collect()
}

/// Returns the direction of a turn: 1 to the left, -1 to the right.
fn turn(a: Vector, b: Vector) -> i32 {
    (a.0 * b.1 - a.1 * b.0).signum()
}

/// Returns true if a set of rays contains a turn by this many eighths to the right, after a last turn to a side.
fn wants(rays: u16, eighths: i32, side: i32) -> bool {
    if rays & (1 << eighths) != 0 {
        return true;
    }
    let (amount, to) = if eighths < 4 { (eighths, -1) } else { (8 - eighths, 1) };
    let bit = match amount {
        2 => 0,
        1 => 1,
        3 => 2,
        _ => return false,
    };
    let other = rays & (1 << (8 + bit)) != 0;
    let same = rays & (1 << (11 + bit)) != 0;
    other && side != to || same && (side == to || side == 0)
}
