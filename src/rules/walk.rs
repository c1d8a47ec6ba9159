//! Where one piece can go: an automaton walked step by step over a board, breadth first, with nothing clever about it.
//!
//! Every walk is found once: the way with the fewest steps stands for all that move the same piece to the same square with
//! the same captures. The number of situations looked at is limited, so that a piece who captures many times in
//! one move cannot hold up a game.

use crate::base::{Board, Color, Square};
use crate::rules::{Automaton, Edge, Effect, Holds, Refusal, Step, Stop, Virgin};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The most situations one search looks at. Walks that need more steps than the situations found by then are left out.
pub(crate) const MAX_SITUATIONS: usize = 20_000;

/// What the walker must know about the position.
pub(crate) trait Occupancy {
    /// What a square holds, as the side `mover` sees it.
    fn holds(&self, square: Square, mover: Color) -> Holds;

    /// Whether a piece may go or pass from one square to the next.
    fn may_step(&self, from: Square, to: Square) -> Result<(), Refusal> {
        let _ = (from, to);
        Ok(())
    }

    /// Whether the piece on `from` may still make a move of one that has not moved.
    fn is_home(&self, from: Square, virgin: Virgin) -> bool;
}

/// A board imagined around one piece: what its squares hold, and whether the piece has not moved.
pub(crate) struct Imagined<F> {
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

/// One way a piece can go.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Walk {
    /// Who moves: the piece asked about, or the one it lent its move to.
    pub actor: Square,
    /// Where it ends.
    pub to: Square,
    /// Where pieces are captured, in order; the one that reappears comes last.
    pub captures: Vec<Square>,
    /// The square passed over by the piece that is captured en passant.
    pub en_passant: Option<Square>,
    /// Where the piece captured last reappears.
    pub unload: Option<Square>,
    /// The squares that can be taken en passant on the next turn.
    pub passed: Vec<Square>,
    /// The squares on the way that had to be empty.
    pub trail: Vec<Square>,
    /// The squares of the pieces it passed over.
    pub hurdles: Vec<Square>,
    /// Whether rules about which piece may take which do not apply.
    pub exempt: bool,
}

/// A piece in the middle of its move.
#[derive(Clone, Debug)]
struct Situation {
    state: u16,
    at: Square,
    actor: Square,
    captures: Vec<Square>,
    en_passant: Option<Square>,
    /// Where a captured piece reappears, and which one, once it is known.
    unload: Option<(Square, Option<Square>)>,
    trail: Vec<Square>,
    hurdles: Vec<Square>,
    obstacles: Vec<Obstacle>,
}

/// What ends a walk before its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Obstacle {
    /// A square does not hold what the walk needs there, one of these.
    Holds(Square, Holds),
    /// A step is not allowed.
    Step(Refusal),
    /// The walk is open only to a piece that has not moved.
    HasMoved,
}

type Key = (u16, Square, Square, Vec<Square>, Option<Square>, Option<(Square, Option<Square>)>);

impl Situation {
    fn key(&self) -> Key {
        let mut captures = self.captures.clone();
        captures.sort_unstable();
        (self.state, self.at, self.actor, captures, self.en_passant, self.unload)
    }
}

/// The distinct walks of the piece on `from`, fewest steps first.
pub(crate) fn walks(
    board: &Board,
    automaton: &Automaton,
    from: Square,
    color: Color,
    occupancy: &(impl Occupancy + ?Sized),
) -> Vec<Walk> {
    let mut known: BTreeSet<Walk> = BTreeSet::new();
    let all = Walker::new(board, color, occupancy, 0).run(automaton, from).into_iter();
    let distinct =
        all.filter(|(walk, _)| known.insert(Walk { trail: Vec::new(), hurdles: Vec::new(), ..walk.clone() }));
    distinct.map(|(walk, _)| walk).collect()
}

/// The most obstacles a walk may ignore.
const MAX_OBSTACLES: usize = 6;

/// The walks of the piece on `from` that ignore what is in their way, each with what that is; those with the fewest
/// obstacles first.
pub(crate) fn hindered_walks(
    board: &Board,
    automaton: &Automaton,
    from: Square,
    color: Color,
    occupancy: &(impl Occupancy + ?Sized),
) -> Vec<(Walk, Vec<Obstacle>)> {
    Walker::new(board, color, occupancy, MAX_OBSTACLES).run(automaton, from)
}

/// The same walks with only those squares in their trails that no other way of the piece makes needless: a piece on one of
/// them keeps this piece from that square. What a diagram should mark.
pub(crate) fn essential(
    board: &Board,
    automaton: &Automaton,
    from: Square,
    color: Color,
    occupancy: &(impl Occupancy + ?Sized),
    found: &[Walk],
) -> Vec<Walk> {
    let passed: BTreeSet<Square> = found.iter().flat_map(|walk| walk.trail.iter().copied()).collect();
    let mut needed: Vec<Walk> = found.iter().map(|walk| Walk { trail: Vec::new(), ..walk.clone() }).collect();
    for square in passed {
        let blocked = Blocked { occupancy, square };
        let left: BTreeSet<Square> =
            walks(board, automaton, from, color, &blocked).into_iter().map(|walk| walk.to).collect();
        for (walk, whole) in needed.iter_mut().zip(found) {
            if whole.trail.contains(&square) && !left.contains(&walk.to) {
                walk.trail.push(square);
            }
        }
    }
    needed
}

/// A position with one more piece in the way.
struct Blocked<'a, O: ?Sized> {
    occupancy: &'a O,
    square: Square,
}

impl<O: Occupancy + ?Sized> Occupancy for Blocked<'_, O> {
    fn holds(&self, square: Square, mover: Color) -> Holds {
        if square == self.square { Holds::OWN_COMMON } else { self.occupancy.holds(square, mover) }
    }

    fn may_step(&self, from: Square, to: Square) -> Result<(), Refusal> {
        self.occupancy.may_step(from, to)
    }

    fn is_home(&self, from: Square, virgin: Virgin) -> bool {
        self.occupancy.is_home(from, virgin)
    }
}

/// A move that ends here, unless it went nowhere and changed nothing.
fn finish(situation: &Situation, stop: Stop) -> Option<Walk> {
    let mut captures = situation.captures.clone();
    let unload = situation.unload.filter(|(_, piece)| piece.is_some());
    if let Some((_, Some(piece))) = unload {
        captures.retain(|square| *square != piece);
        captures.push(piece);
    }
    let idle = situation.at == situation.actor && captures.is_empty() && situation.en_passant.is_none();
    let mut trail = situation.trail.clone();
    if trail.last() == Some(&situation.at) {
        trail.pop();
    }
    (!idle).then(|| Walk {
        actor: situation.actor,
        to: situation.at,
        captures,
        en_passant: situation.en_passant,
        unload: unload.map(|(square, _)| square),
        passed: if stop.passed { trail.clone() } else { Vec::new() },
        trail,
        hurdles: situation.hurdles.clone(),
        exempt: stop.exempt,
    })
}

struct Walker<'a, O: ?Sized> {
    board: &'a Board,
    color: Color,
    occupancy: &'a O,
    /// What has been looked at, and with how many obstacles.
    seen: BTreeMap<Key, usize>,
    /// What is still to be looked at, by the number of obstacles.
    open: Vec<VecDeque<Situation>>,
}

impl<'a, O: Occupancy + ?Sized> Walker<'a, O> {
    fn new(board: &'a Board, color: Color, occupancy: &'a O, obstacles: usize) -> Walker<'a, O> {
        let open = vec![VecDeque::new(); obstacles + 1];
        Walker { board, color, occupancy, seen: BTreeMap::new(), open }
    }

    fn run(mut self, automaton: &Automaton, from: Square) -> Vec<(Walk, Vec<Obstacle>)> {
        for entry in &automaton.entries {
            let open = entry.virgin.is_none_or(|virgin| self.occupancy.is_home(from, virgin));
            self.push(Situation {
                state: entry.state,
                at: from,
                actor: from,
                captures: Vec::new(),
                en_passant: None,
                unload: None,
                trail: Vec::new(),
                hurdles: Vec::new(),
                obstacles: if open { Vec::new() } else { vec![Obstacle::HasMoved] },
            });
        }
        let mut found = Vec::new();
        while let Some(situation) = self.open.iter_mut().find_map(VecDeque::pop_front) {
            // Since it was put here, a way with fewer obstacles may have been found.
            if self.seen.get(&situation.key()).is_some_and(|least| *least < situation.obstacles.len()) {
                continue;
            }
            let Some(state) = automaton.states.get(usize::from(situation.state)) else { continue };
            if let Some(walk) = state.stop.and_then(|stop| finish(&situation, stop)) {
                found.push((walk, situation.obstacles.clone()));
            }
            for edge in &state.edges {
                self.step(&situation, edge);
            }
        }
        found
    }

    fn push(&mut self, situation: Situation) {
        let obstacles = situation.obstacles.len();
        let Some(open) = self.open.get_mut(obstacles) else { return };
        let key = situation.key();
        let better = self.seen.get(&key).is_none_or(|least| obstacles < *least);
        if better && self.seen.len() < MAX_SITUATIONS {
            self.seen.insert(key, obstacles);
            open.push_back(situation);
        }
    }

    fn step(&mut self, before: &Situation, edge: &Edge) {
        match edge.step {
            Step::By(dx, dy) => {
                if let Some(to) = self.board.step(before.at, (dx.into(), dy.into()), self.color) {
                    self.land(before, edge, to);
                }
            }
            Step::Around(dx, dy) => {
                if let Some(to) = self.board.step_wrapped(before.at, (dx.into(), dy.into()), self.color) {
                    self.land(before, edge, to);
                }
            }
            Step::Anywhere => {
                for to in self.board.squares().filter(|to| *to != before.at) {
                    self.land(before, edge, to);
                }
            }
        }
    }

    fn land(&mut self, before: &Situation, edge: &Edge, to: Square) {
        let holds = self.holds(before, to);
        let obstacle = match edge.holds.meets(holds) {
            true => self.occupancy.may_step(before.at, to).err().map(Obstacle::Step),
            false => Some(Obstacle::Holds(to, edge.holds)),
        };
        if obstacle.is_some() && before.obstacles.len() + 1 >= self.open.len() {
            return;
        }
        let mut after = Situation { state: edge.to, at: to, ..before.clone() };
        after.obstacles.extend(obstacle);
        if edge.unload {
            after.unload = Some((before.at, before.captures.last().copied()));
        }
        match edge.effect {
            Effect::None => {}
            Effect::Capture => {
                after.captures.push(to);
                if let Some((_, piece @ None)) = &mut after.unload {
                    *piece = Some(to);
                }
            }
            Effect::EnPassant => after.en_passant = Some(to),
            Effect::Induce => after.actor = to,
        }
        if edge.holds == Holds::EMPTY && edge.effect == Effect::None {
            after.trail.push(to);
        }
        let over_a_piece = edge.holds.meets(Holds::PIECE) && !edge.holds.meets(Holds::EMPTY);
        if (over_a_piece || !holds.meets(Holds::EMPTY)) && edge.effect == Effect::None {
            after.hurdles.push(to);
        }
        self.push(after);
    }

    /// The square a piece moves from and those it has cleared count as empty.
    fn holds(&self, situation: &Situation, square: Square) -> Holds {
        if square == situation.actor || situation.captures.contains(&square) {
            return Holds::EMPTY;
        }
        self.occupancy.holds(square, self.color)
    }
}
