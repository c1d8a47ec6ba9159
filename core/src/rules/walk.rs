//! Walks: the moves of one piece, found by a breadth-first search through its automaton and the board.
//!
//! [`walks`] is the entry point, and [`Occupancy`] describes the position. This code is the reference for the
//! tables, so it favors clarity over speed. If several walks move the same piece to the same square with the same
//! captures, only the shortest is returned.

use crate::base::{Board, Color, Square, gather};
use crate::rules::{Automaton, Edge, Effect, Holds, Refusal, Step, Stop, Virgin};
use rustc_hash::FxBuildHasher;
use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};
use std::hash::Hash;

/// The maximum number of situations per search. It bounds the time for a piece with many captures per move.
pub const MAX_SITUATIONS: usize = 20_000;

/// A step of a walk, with the start square of the moving piece.
#[derive(Clone, Copy, Debug)]
pub struct Stride {
    pub actor: Square,
    pub from: Square,
    pub to: Square,
    pub by: Step,
}

/// A view of a position that provides everything that a search for walks needs.
pub trait Occupancy {
    /// Returns the contents of a square, as the side `mover` sees it.
    fn holds(&self, square: Square, mover: Color) -> Holds;

    fn may_step(&self, _stride: Stride) -> Result<(), Refusal> {
        Ok(())
    }

    /// Checks that the piece from `actor` can pass over the piece on `over`.
    fn may_pass(&self, _actor: Square, _over: Square) -> Result<(), Refusal> {
        Ok(())
    }

    /// Returns true if the piece on `from` can still make moves that are reserved for unmoved pieces.
    fn is_home(&self, from: Square, virgin: Virgin) -> bool;

    /// Returns true if the search should stop.
    fn is_halted(&self) -> bool {
        false
    }
}

/// A hypothetical board around one piece, given by the contents of each square.
pub struct Imagined<F> {
    pub holds: F,
    pub is_home: bool,
}

impl<F: Fn(Square) -> Holds> Occupancy for Imagined<F> {
    fn holds(&self, square: Square, _: Color) -> Holds {
        (self.holds)(square)
    }

    fn is_home(&self, _: Square, _: Virgin) -> bool {
        self.is_home
    }
}

/// A path of a piece to a target square, with its captures.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Walk {
    /// The start square of the moving piece, which is either the original piece or a piece that it induced to
    /// move.
    pub actor: Square,
    pub to: Square,
    /// The squares of captures, in order. If a captured piece reappears, its square comes last.
    pub captures: Vec<Square>,
    /// The square on which an enemy piece is captured en passant. The enemy piece itself stands elsewhere.
    pub en_passant: Option<Square>,
    /// The square on which the last captured piece reappears.
    pub unload: Option<Square>,
    /// The squares on which the piece can be captured en passant during the next turn.
    pub passed: Vec<Square>,
    /// The squares on the path that had to be empty.
    pub trail: Vec<Square>,
    /// The squares of the pieces that the walk passes over.
    pub hurdles: Vec<Square>,
    /// True if the walk is exempt from the rules on which piece may capture which.
    pub exempt: bool,
}

impl Walk {
    /// Creates a walk without captures or other effects.
    pub fn new(actor: Square, to: Square) -> Walk {
        Walk {
            actor,
            to,
            captures: Vec::new(),
            en_passant: None,
            unload: None,
            passed: Vec::new(),
            trail: Vec::new(),
            hurdles: Vec::new(),
            exempt: false,
        }
    }

    /// Returns everything but the path. Walks with equal results are the same move.
    fn result(&self) -> impl Eq + Hash + use<'_> {
        let Walk { actor, to, captures, en_passant, unload, passed, trail: _, hurdles: _, exempt } = self;
        (actor, to, captures, en_passant, unload, passed, exempt)
    }

    /// Returns true if the piece returns to its start square and changes nothing.
    pub fn is_pass(&self) -> bool {
        self.to == self.actor && self.captures.is_empty() && self.en_passant.is_none()
    }
}

/// An intermediate state of the search: a piece in the middle of its move.
#[derive(Clone, Debug)]
struct Situation {
    state: u16,
    walk: Walk,
    /// The square on which the piece that reappears was captured, once the walk has captured it.
    unloaded: Option<Square>,
    obstacles: Vec<Obstacle>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// The walk needs contents of these classes on the square.
    Holds(Square, Holds),
    Step(Refusal),
    /// The walk is reserved for unmoved pieces.
    HasMoved,
}

type SituationKey = (u16, Square, Square, Vec<Square>, Option<Square>, Option<Square>, Option<Square>);

impl Situation {
    fn key(&self) -> SituationKey {
        let Walk { actor, to, en_passant, unload, .. } = self.walk;
        let mut captures = self.walk.captures.clone();
        // Walks that make the same captures in another order continue in the same way.
        captures.sort_unstable();
        (self.state, to, actor, captures, en_passant, unload, self.unloaded)
    }

    /// Returns the completed walk if it can end here. A walk that returns to its start without a capture counts
    /// as a pass, which a ride around the board does not allow.
    fn finish(&self, stop: Stop) -> Option<Walk> {
        let mut walk = self.walk.clone();
        match self.unloaded {
            Some(piece) => {
                // The piece that reappears must come last, as the documentation of the field states.
                walk.captures.retain(|square| *square != piece);
                walk.captures.push(piece);
            }
            None => walk.unload = None,
        }
        // The target does not belong to the trail.
        walk.trail.pop_if(|square| *square == walk.to);
        walk.exempt = stop.exempt;
        if stop.passed && walk.to != walk.actor {
            walk.passed.clone_from(&walk.trail);
        }
        (!stop.ride || !walk.is_pass()).then_some(walk)
    }
}

/// Returns the distinct walks of the piece on `from`, shortest first.
pub fn walks(
    board: &Board,
    automaton: &Automaton,
    from: Square,
    color: Color,
    occupancy: &(impl Occupancy + ?Sized),
) -> Vec<Walk> {
    walks_within(MAX_SITUATIONS, board, automaton, from, color, occupancy)
}

/// Returns the walks that a search through at most this number of situations finds.
pub fn walks_within(
    most: usize,
    board: &Board,
    automaton: &Automaton,
    from: Square,
    color: Color,
    occupancy: &(impl Occupancy + ?Sized),
) -> Vec<Walk> {
    let walker = Walker { most, ..Walker::new(board, color, occupancy, 0) };
    let all = walker.run(automaton, from);
    let mut known = HashSet::with_capacity_and_hasher(all.len(), FxBuildHasher);
    let is_new: Vec<bool> = all.iter().map(|(walk, _)| known.insert(walk.result())).collect();
    drop(known);
    all.into_iter().zip(is_new).filter_map(|((walk, _), is_new)| is_new.then_some(walk)).collect()
}

/// Returns true if the search for walks of the piece on `from` reaches its limit, so that walks may be missing.
pub fn is_cut_short(
    board: &Board,
    automaton: &Automaton,
    from: Square,
    color: Color,
    occupancy: &(impl Occupancy + ?Sized),
) -> bool {
    let mut walker = Walker::new(board, color, occupancy, 0);
    walker.begin(automaton, from);
    while let Some(situation) = walker.next().filter(|_| walker.seen.len() < MAX_SITUATIONS) {
        walker.extend(automaton, &situation);
    }
    walker.seen.len() >= MAX_SITUATIONS
}

/// Returns the walks with trails reduced to essential squares: those on which a blocker prevents every walk to
/// the target.
pub fn essential(
    board: &Board,
    automaton: &Automaton,
    from: Square,
    color: Color,
    occupancy: &(impl Occupancy + ?Sized),
    found: &[Walk],
) -> Vec<Walk> {
    let without = |square| {
        // These are the walks that remain with a blocker on the square.
        let left = walks(board, automaton, from, color, &Blocked { occupancy, square });
        (square, gather(left.into_iter().map(|walk| walk.to)))
    };
    let passed: BTreeSet<Square> = gather(found.iter().flat_map(|walk| walk.trail.iter().copied()));
    let left: BTreeMap<Square, BTreeSet<Square>> = gather(passed.into_iter().map(without));
    let needed = |walk: &Walk| {
        let mut walk = walk.clone();
        walk.trail.sort_unstable();
        walk.trail.dedup();
        walk.trail.retain(|square| !left[square].contains(&walk.to));
        walk
    };
    found.iter().map(needed).collect()
}

struct Blocked<'a, O: ?Sized> {
    occupancy: &'a O,
    square: Square,
}

impl<O: Occupancy + ?Sized> Occupancy for Blocked<'_, O> {
    fn holds(&self, square: Square, mover: Color) -> Holds {
        if square == self.square { Holds::OWN_COMMON } else { self.occupancy.holds(square, mover) }
    }

    fn may_step(&self, stride: Stride) -> Result<(), Refusal> {
        self.occupancy.may_step(stride)
    }

    fn may_pass(&self, actor: Square, over: Square) -> Result<(), Refusal> {
        self.occupancy.may_pass(actor, over)
    }

    fn is_home(&self, from: Square, virgin: Virgin) -> bool {
        self.occupancy.is_home(from, virgin)
    }

    fn is_halted(&self) -> bool {
        self.occupancy.is_halted()
    }
}

/// A search for walks that can ignore a number of obstacles.
pub struct Walker<'a, O: ?Sized> {
    board: &'a Board,
    color: Color,
    occupancy: &'a O,
    /// The maximum number of situations.
    most: usize,
    /// The visited situations, each with its smallest number of obstacles.
    seen: BTreeMap<SituationKey, usize>,
    /// The queues of situations to visit, indexed by number of obstacles.
    open: Vec<VecDeque<Situation>>,
}

impl<'a, O: Occupancy + ?Sized> Walker<'a, O> {
    pub fn new(board: &'a Board, color: Color, occupancy: &'a O, obstacles: usize) -> Walker<'a, O> {
        let open = vec![VecDeque::new(); obstacles + 1];
        Walker { board, color, occupancy, most: MAX_SITUATIONS, seen: BTreeMap::new(), open }
    }

    /// Returns the walks of the piece on `from`, each with its obstacles, fewest obstacles first.
    pub fn run(mut self, automaton: &Automaton, from: Square) -> Vec<(Walk, Vec<Obstacle>)> {
        self.begin(automaton, from);
        let mut found = Vec::new();
        while let Some(situation) = self.next() {
            if self.occupancy.is_halted() {
                break;
            }
            // A path with fewer obstacles may have been found since this situation was queued.
            let is_better = |least: &usize| *least < situation.obstacles.len();
            if !situation.obstacles.is_empty() && self.seen.get(&situation.key()).is_some_and(is_better) {
                continue;
            }
            let stop = self.extend(automaton, &situation);
            if let Some(walk) = stop.and_then(|stop| situation.finish(stop)) {
                found.push((walk, situation.obstacles));
            }
        }
        found
    }

    fn begin(&mut self, automaton: &Automaton, from: Square) {
        for entry in &automaton.entries {
            let open = entry.virgin.is_none_or(|virgin| self.occupancy.is_home(from, virgin));
            let obstacles = if open { Vec::new() } else { vec![Obstacle::HasMoved] };
            self.push(Situation {
                state: entry.state,
                walk: Walk::new(from, from),
                unloaded: None,
                obstacles,
            });
        }
    }

    /// Takes the next situation. Queues with fewer obstacles come first, so each target is first reached with as few
    /// obstacles as possible.
    fn next(&mut self) -> Option<Situation> {
        self.open.iter_mut().find_map(VecDeque::pop_front)
    }

    /// Queues the situations after another one. Returns how a walk can stop there.
    fn extend(&mut self, automaton: &Automaton, situation: &Situation) -> Option<Stop> {
        let state = automaton.states.get(usize::from(situation.state))?;
        state.edges.iter().for_each(|edge| self.step(situation, edge));
        state.stop
    }

    fn push(&mut self, situation: Situation) {
        let obstacles = situation.obstacles.len();
        let Some(open) = self.open.get_mut(obstacles) else { return };
        let key = situation.key();
        let better = self.seen.get(&key).is_none_or(|least| obstacles < *least);
        if better && self.seen.len() < self.most {
            self.seen.insert(key, obstacles);
            open.push_back(situation);
        }
    }

    fn step(&mut self, before: &Situation, edge: &Edge) {
        let at = before.walk.to;
        if edge.step == Step::Anywhere {
            self.board.squares().filter(|to| *to != at).for_each(|to| self.land(before, edge, to));
        } else if let Some(to) = edge.step.target(self.board, at, self.color) {
            self.land(before, edge, to);
        }
    }

    fn land(&mut self, before: &Situation, edge: &Edge, to: Square) {
        let holds = self.holds(&before.walk, to);
        // The walk passes over a piece if the step requires one, or permits one that is there.
        let over_a_piece = edge.holds.meets(Holds::PIECE) && !edge.holds.meets(Holds::EMPTY);
        let passes = (over_a_piece || !holds.meets(Holds::EMPTY)) && edge.effect == Effect::None;
        let obstacle = match edge.holds.meets(holds) {
            true => {
                let stride = Stride { actor: before.walk.actor, from: before.walk.to, to, by: edge.step };
                let passed = || if passes { self.occupancy.may_pass(stride.actor, to) } else { Ok(()) };
                self.occupancy.may_step(stride).and_then(|()| passed()).err().map(Obstacle::Step)
            }
            false => Some(Obstacle::Holds(to, edge.holds)),
        };
        // There is one queue for each number of obstacles, so their number is limited.
        if obstacle.is_some() && before.obstacles.len() + 1 >= self.open.len() {
            return;
        }
        let mut after = Situation { state: edge.to, ..before.clone() };
        after.obstacles.extend(obstacle);
        let walk = &mut after.walk;
        walk.to = to;
        if edge.unload {
            // The last captured piece reappears. If there is none yet, it is the next one.
            walk.unload = Some(before.walk.to);
            after.unloaded = before.walk.captures.last().copied();
        }
        match edge.effect {
            Effect::None => {}
            Effect::Capture => {
                walk.captures.push(to);
                if walk.unload.is_some() {
                    after.unloaded.get_or_insert(to);
                }
            }
            Effect::EnPassant => walk.en_passant = Some(to),
            Effect::Induce => walk.actor = to,
        }
        if edge.holds == Holds::EMPTY && edge.effect == Effect::None {
            walk.trail.push(to);
        }
        if passes {
            walk.hurdles.push(to);
        }
        self.push(after);
    }

    /// Returns the contents of a square. The start square of the piece and the squares of its captures count as
    /// empty.
    fn holds(&self, walk: &Walk, square: Square) -> Holds {
        if square == walk.actor || walk.captures.contains(&square) {
            return Holds::EMPTY;
        }
        self.occupancy.holds(square, self.color)
    }
}
