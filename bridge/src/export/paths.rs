//! Splits the moves of a piece into simple moves: leaps, lame leaps, slides, and hops, each in one direction.
//!
//! Other programs can express only such moves. [`simple`] splits an automaton. It compares every path that fits on the
//! board, so the result has exactly the meaning of the automaton, or there is none.

use crate::rules::{Automaton, Edge, Effect, Holds, Step, Stop, Virgin};
use std::collections::BTreeSet;

/// A step on the board: files to the right and ranks forward.
pub(super) type Displacement = (i32, i32);

/// The number of paths beyond which the comparison is abandoned.
const MAX: usize = 20_000;

/// The effect of a simple move on its last square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum EndMode {
    Quiet,
    Capture,
    /// A capture of a royal piece, and of no other.
    Royal,
    /// A capture en passant.
    Passing,
}

/// The distance that a simple move can cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Extent {
    Leap,
    /// A leap that is blocked by pieces on its path.
    Lame,
    /// A slide of at most this many steps; `None` without a limit.
    Slide(Option<u8>),
    /// A slide with exactly one piece on the path.
    Hop,
    /// A hop that ends directly behind the piece.
    ShortHop,
}

/// A move in one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Simple {
    /// True if the move is reserved for unmoved pieces.
    pub initial: bool,
    pub reach: Extent,
    pub mode: EndMode,
    /// The whole leap, or one step of a slide or hop.
    pub vector: Displacement,
    /// True if the piece can be captured on the squares that it passed.
    pub passed: bool,
}

/// The required content of a square on a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum PathCell {
    Empty,
    /// A piece that the path passes over.
    Over,
    Enemy,
    EnemyRoyal,
    Passed,
}

/// A path from the square of the piece to the end of a move.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct BoardPath {
    initial: bool,
    passed: bool,
    steps: Vec<(Displacement, PathCell)>,
}

/// A function that returns the steps of a lame leap, including the step to the target square.
pub(super) type LamePath = fn(Displacement) -> Vec<Displacement>;

/// Returns the steps of a lame leap: straight along the longer axis until the remaining distance is diagonal.
pub(super) fn straight_first((dx, dy): Displacement) -> Vec<Displacement> {
    let (mut dx, mut dy) = (dx, dy);
    let mut steps = Vec::new();
    while (dx, dy) != (0, 0) {
        let step = match dx.abs() - dy.abs() {
            0 => (dx.signum(), dy.signum()),
            1.. => (dx.signum(), 0),
            _ => (0, dy.signum()),
        };
        (dx, dy) = (dx - step.0, dy - step.1);
        steps.push(step);
    }
    steps
}

/// Splits the moves of an automaton, on a board of this size, into simple moves without castling. Returns `None` if the
/// automaton has any other moves.
pub(super) fn simple(automaton: &Automaton, size: (i32, i32), lame: LamePath) -> Option<BTreeSet<Simple>> {
    let paths = paths(automaton, size)?;
    let mut found = BTreeSet::new();
    for path in &paths {
        found.extend(proposal(path, &paths, size, lame));
    }
    let mut covered = BTreeSet::new();
    for one in &found {
        covered.extend(written(*one, size, lame));
    }
    if covered != paths {
        return None;
    }
    let others = found.iter().filter(|one| one.mode != EndMode::Royal);
    let covered: BTreeSet<BoardPath> = others.flat_map(|one| written(*one, size, lame)).collect();
    found.retain(|one| {
        one.mode != EndMode::Royal || !written(*one, size, lame).iter().all(|path| covered.contains(path))
    });
    Some(found)
}

/// Returns the path of a capture as the capture of a royal piece, which it includes.
fn of_royal(path: &BoardPath) -> Option<BoardPath> {
    let mut path = path.clone();
    let last = path.steps.last_mut().filter(|(_, cell)| *cell == PathCell::Enemy)?;
    last.1 = PathCell::EnemyRoyal;
    Some(path)
}

/// Returns the paths of an automaton that fit on the board, or `None` if a path has an effect that simple moves do not
/// have.
fn paths(automaton: &Automaton, size: (i32, i32)) -> Option<BTreeSet<BoardPath>> {
    if automaton.imitate.is_some() {
        return None;
    }
    let mut found = BTreeSet::new();
    let mut open: Vec<(u16, (i32, i32), BoardPath)> = Vec::new();
    for entry in &automaton.entries {
        let initial = match entry.virgin {
            None => false,
            Some(Virgin::Home) => true,
            Some(Virgin::RankBeyond) => return None,
        };
        open.push((entry.state, (0, 0), BoardPath { initial, passed: false, steps: Vec::new() }));
    }
    while let Some((state, at, path)) = open.pop() {
        let state = automaton.states.get(usize::from(state))?;
        if let Some(Stop { passed, exempt, ride }) = state.stop {
            if exempt || ride || path.steps.is_empty() {
                return None;
            }
            let path = BoardPath { passed, ..path.clone() };
            found.extend(of_royal(&path));
            found.insert(path);
        }
        // A capture ends the move of a simple piece.
        let ended = path.steps.last().is_some_and(|(_, cell)| {
            matches!(cell, PathCell::Enemy | PathCell::EnemyRoyal | PathCell::Passed)
        });
        if ended && !state.edges.is_empty() || found.len() + open.len() > MAX {
            return None;
        }
        for edge in &state.edges {
            let (vector, cell) = step(edge)?;
            let to = (at.0 + vector.0, at.1 + vector.1);
            if to.0.abs() >= size.0 || to.1.abs() >= size.1 {
                continue;
            }
            let mut path = path.clone();
            path.steps.push((vector, cell));
            open.push((edge.to, to, path));
        }
    }
    Some(found)
}

fn step(edge: &Edge) -> Option<(Displacement, PathCell)> {
    let Step::By(dx, dy) = edge.step else { return None };
    let cell = match (edge.effect, edge.holds) {
        (Effect::None, Holds::EMPTY) => PathCell::Empty,
        (Effect::None, Holds::PIECE) => PathCell::Over,
        (Effect::Capture, Holds::ENEMY) => PathCell::Enemy,
        (Effect::Capture, Holds::ENEMY_ROYAL) => PathCell::EnemyRoyal,
        (Effect::EnPassant, Holds::PASSED) => PathCell::Passed,
        (Effect::None | Effect::Capture | Effect::EnPassant | Effect::Induce, _) => return None,
    };
    (!edge.unload).then_some(((dx.into(), dy.into()), cell))
}

/// Returns the simple move to which a path may belong. For a slide or hop, the first path determines the move.
fn proposal(path: &BoardPath, all: &BTreeSet<BoardPath>, size: (i32, i32), lame: LamePath) -> Option<Simple> {
    let (first, last) = (path.steps.first()?.0, path.steps.last()?.1);
    let mode = match last {
        PathCell::Empty => EndMode::Quiet,
        PathCell::Enemy => EndMode::Capture,
        PathCell::EnemyRoyal => EndMode::Royal,
        PathCell::Passed => EndMode::Passing,
        PathCell::Over => return None,
    };
    let one =
        |reach, vector| Some(Simple { initial: path.initial, reach, mode, vector, passed: path.passed });
    let is_line = path.steps.iter().all(|(step, _)| *step == first);
    let hurdles = path.steps.iter().filter(|(_, cell)| *cell == PathCell::Over).count();
    let most = longest(first, size);
    if hurdles == 1 && is_line {
        let is_short = |steps: usize| path.steps.len() == steps && path.steps[0].1 == PathCell::Over;
        // The nearest hurdle shows whether the piece goes on behind it.
        let farther = BoardPath { steps: hop(first, 0, 1, last), ..path.clone() };
        return match (is_short(2), most >= 3 && all.contains(&farther)) {
            (true, false) => one(Extent::ShortHop, first),
            (true, true) => one(Extent::Hop, first),
            (false, _) => None,
        };
    }
    if hurdles > 0 {
        return None;
    }
    let total = path.steps.iter().fold((0, 0), |sum, (step, _)| (sum.0 + step.0, sum.1 + step.1));
    let reaches = |steps: i32| {
        let length = usize::try_from(steps).unwrap_or(0);
        all.contains(&BoardPath { steps: run(first, length, last), ..path.clone() })
    };
    if !is_line || !reaches(1) {
        let steps: Vec<Displacement> = path.steps.iter().map(|(step, _)| *step).collect();
        return if lame(total) == steps { one(Extent::Lame, total) } else { None };
    }
    if path.steps.len() > 1 {
        // The path of one step represents the slide.
        return None;
    }
    let steps = (1..=most).take_while(|steps| reaches(*steps)).last()?;
    match steps {
        1 => one(Extent::Leap, first),
        steps if steps == most => one(Extent::Slide(None), first),
        steps => one(Extent::Slide(u8::try_from(steps).ok()), first),
    }
}

/// Returns the paths of a simple move.
fn written(one: Simple, size: (i32, i32), lame: LamePath) -> Vec<BoardPath> {
    let Simple { initial, reach, mode, vector, passed } = one;
    let last = match mode {
        EndMode::Quiet => PathCell::Empty,
        EndMode::Capture => PathCell::Enemy,
        EndMode::Royal => PathCell::EnemyRoyal,
        EndMode::Passing => PathCell::Passed,
    };
    let most = longest(vector, size);
    let length = |steps: i32| usize::try_from(steps).unwrap_or(0);
    let steps: Vec<Vec<(Displacement, PathCell)>> = match reach {
        Extent::Leap => vec![run(vector, 1, last)],
        Extent::Lame => {
            let mut steps: Vec<(Displacement, PathCell)> =
                lame(vector).into_iter().map(|step| (step, PathCell::Empty)).collect();
            steps.last_mut().into_iter().for_each(|step| step.1 = last);
            vec![steps]
        }
        Extent::Slide(limit) => {
            let most = limit.map_or(most, |limit| most.min(limit.into()));
            (1..=most).map(|steps| run(vector, length(steps), last)).collect()
        }
        Extent::Hop | Extent::ShortHop => {
            let behind = |before: i32| match reach {
                Extent::ShortHop => 0..=0.min(most - before - 2),
                Extent::Leap | Extent::Lame | Extent::Slide(_) | Extent::Hop => 0..=most - before - 2,
            };
            let all = (0..=most - 2).flat_map(|before| behind(before).map(move |behind| (before, behind)));
            all.map(|(before, behind)| hop(vector, length(before), length(behind), last)).collect()
        }
    };
    let paths = steps.into_iter().map(|steps| BoardPath { initial, passed, steps });
    paths.flat_map(|path| of_royal(&path).into_iter().chain([path])).collect()
}

/// Returns a straight path over empty squares.
fn run(vector: Displacement, length: usize, last: PathCell) -> Vec<(Displacement, PathCell)> {
    let mut steps = vec![(vector, PathCell::Empty); length];
    steps.last_mut().into_iter().for_each(|step| step.1 = last);
    steps
}

/// Returns a straight path over one piece, with the given numbers of empty squares before and behind the piece.
fn hop(vector: Displacement, before: usize, behind: usize, last: PathCell) -> Vec<(Displacement, PathCell)> {
    let mut steps = run(vector, before + 1, PathCell::Over);
    steps.extend(run(vector, behind + 1, last));
    steps
}

/// Returns the largest number of steps that fit on the board.
fn longest((dx, dy): Displacement, (width, height): (i32, i32)) -> i32 {
    let along = |step: i32, size: i32| if step == 0 { i32::MAX } else { (size - 1) / step.abs() };
    along(dx, width).min(along(dy, height)).min(i32::from(u8::MAX))
}
