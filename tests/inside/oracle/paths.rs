//! The paths of a piece: all paths of its automata, layer by layer, each on its own copy of the board.
//!
//! [`Oracle::ways`] is the entry point. Every layer contains the paths with one more step. Paths that reach the same
//! state with the same effects are followed only once.

use super::conditions::About;
use super::filter::within;
use super::{Oracle, PATHS, World};
use ferz_core::base::{Color, Piece, Square};
use ferz_core::rules::{
    Border, Condition, Edge, Effect, Holds, Moves, Notation, Step, StepClass, Stop, Virgin,
};
use rustc_hash::FxHashSet;

/// The purpose of a path. Restrictions on entering a zone apply to moves but not to attacks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Aim {
    Move,
    Attack,
}

/// A complete path of a piece.
#[derive(Clone)]
pub struct Way {
    pub actor: Square,
    pub to: Square,
    pub captures: Vec<Square>,
    /// The square that the piece captured en passant has passed.
    pub passant: Option<Square>,
    /// The square on which the last captured piece reappears.
    pub reappears: Option<Square>,
    pub passed: Vec<Square>,
    /// The notation of the move rule and its condition after the move.
    pub notation: Option<Notation>,
    pub provided: Option<Condition>,
}

#[derive(Clone)]
struct Path {
    state: u16,
    at: Square,
    actor: Square,
    /// The position without the moving piece and without the pieces that it has captured.
    board: World,
    captures: Vec<Square>,
    passant: Option<Square>,
    /// The square on which a captured piece will reappear, and the origin of that piece.
    unload: Option<(Square, Option<Square>)>,
    /// The passed squares that must be empty, including the last one.
    over: Vec<Square>,
    /// True if the last square in `over` is the current square.
    fresh: bool,
}

type Mark = (u16, Square, Square, Vec<Square>, Option<Square>, Option<(Square, Option<Square>)>);

impl Path {
    fn mark(&self) -> Mark {
        let mut captures = self.captures.clone();
        // Paths that differ only in the order of their captures lead to the same move.
        captures.sort();
        (self.state, self.at, self.actor, captures, self.passant, self.unload)
    }

    fn way(&self, stop: Stop) -> Option<Way> {
        let mut captures = self.captures.clone();
        let mut reappears = None;
        if let Some((square, Some(taken))) = self.unload {
            // The piece that reappears must be the last capture.
            captures.retain(|one| *one != taken);
            captures.push(taken);
            reappears = Some(square);
        }
        // A ride around the board must not end on its start square.
        let nothing = self.at == self.actor && captures.is_empty() && self.passant.is_none();
        if nothing && stop.ride {
            return None;
        }
        let mut passed = self.over.clone();
        // The target itself is not a passed square.
        if self.fresh {
            passed.pop();
        }
        if !stop.passed || self.at == self.actor {
            passed.clear();
        }
        Some(Way {
            actor: self.actor,
            to: self.at,
            captures,
            passant: self.passant,
            reappears,
            passed,
            notation: None,
            provided: None,
        })
    }
}

impl Oracle<'_> {
    /// Returns all paths of the piece on a square.
    pub fn ways(&self, world: &World, from: Square, aim: Aim) -> Vec<Way> {
        let Some(piece) = world.at(from) else { return Vec::new() };
        let mut ways = Vec::new();
        for moves in &self.variant.piece_types[piece.piece_type.index()].moves {
            if moves.on.as_ref().is_none_or(|zone| within(zone, piece.color, from)) {
                let about = About::default();
                // The condition of a move rule restricts moves but not attacks.
                let asked = moves.when.as_ref().filter(|_| aim == Aim::Move);
                if asked.is_some_and(|when| !self.holds(when, world, piece.color, about)) {
                    continue;
                }
                let mut found = Vec::new();
                self.follow(moves, world, from, piece, aim, &mut found);
                // The target zone, in contrast, restricts attacks as well.
                found.retain(|way| moves.to.as_ref().is_none_or(|zone| within(zone, piece.color, way.to)));
                if let Some(pieces) = &moves.capturing {
                    found.retain(|way| {
                        way.captures.iter().all(|square| {
                            let taken = world.at(*square);
                            taken.is_none_or(|taken| self.fits(pieces, world, *square, taken, piece.color))
                        })
                    });
                }
                for way in &mut found {
                    way.notation = Some(moves.notation.clone());
                    way.provided.clone_from(&moves.provided);
                }
                ways.extend(found);
            }
        }
        ways
    }

    fn follow(
        &self,
        moves: &Moves,
        world: &World,
        from: Square,
        piece: Piece,
        aim: Aim,
        ways: &mut Vec<Way>,
    ) {
        let automaton = &moves.automaton;
        let mut board = world.clone();
        board.lift(from);
        let open = automaton.entries.iter().filter(|entry| self.unmoved(world, piece, from, entry.virgin));
        let start = |state| Path {
            state,
            at: from,
            actor: from,
            board: board.clone(),
            captures: Vec::new(),
            passant: None,
            unload: None,
            over: Vec::new(),
            fresh: false,
        };
        let mut layer: Vec<Path> = open.map(|entry| start(entry.state)).collect();
        let mut seen: FxHashSet<Mark> = FxHashSet::default();
        while !layer.is_empty() {
            // Different paths to the same state need to be followed only once.
            layer.retain(|path| seen.insert(path.mark()));
            if seen.len() > PATHS {
                self.gave_up.set(true);
            }
            if !self.spend(layer.len()) {
                return;
            }
            let mut next = Vec::new();
            for path in &layer {
                let state = &automaton.states[usize::from(path.state)];
                ways.extend(state.stop.and_then(|stop| path.way(stop)));
                for edge in &state.edges {
                    for to in self.landings(path.at, edge.step, piece.color) {
                        // A step over a piece without an effect is a jump.
                        if moves.safely
                            && aim == Aim::Move
                            && self.passes_attack(world, path, edge.step, piece.color)
                        {
                            continue;
                        }
                        if self.is_stopped(moves, world, path, piece) {
                            continue;
                        }
                        let passes = edge.effect == Effect::None && path.board.at(to).is_some();
                        if !passes || self.may_jump(moves, world, to, piece.color) {
                            next.extend(self.land(world, path, edge, to, piece, aim));
                        }
                    }
                }
            }
            layer = next;
        }
    }

    /// Returns true if a path has come beside a piece at which it must end.
    fn is_stopped(&self, moves: &Moves, world: &World, path: &Path, piece: Piece) -> bool {
        let Some(pieces) = moves.stops.as_ref().filter(|_| path.at != path.actor) else { return false };
        let mut near = self.around(path.at).into_iter().filter(|square| *square != path.actor);
        near.any(|square| {
            world.at(square).is_some_and(|other| self.fits(pieces, world, square, other, piece.color))
        })
    }

    /// Returns true if a step passes a square on which the piece would be attacked.
    fn passes_attack(&self, world: &World, path: &Path, step: Step, color: Color) -> bool {
        let over: Vec<Step> = match step {
            Step::By(dx, dy) | Step::Around(dx, dy) if dx == 0 || dy == 0 || dx.abs() == dy.abs() => {
                let part = |n: i8| match step {
                    Step::Around(..) => Step::Around(n * dx.signum(), n * dy.signum()),
                    Step::By(..) | Step::Anywhere => Step::By(n * dx.signum(), n * dy.signum()),
                };
                (1..dx.abs().max(dy.abs())).map(part).collect()
            }
            Step::By(..) | Step::Around(..) | Step::Anywhere => Vec::new(),
        };
        let between = over.into_iter().flat_map(|step| self.landings(path.at, step, color));
        let begin = (path.at != path.actor).then_some(path.at);
        begin.into_iter().chain(between).any(|square| {
            let mut tried = world.clone();
            tried.setup.passed.clear();
            tried.lift(square);
            tried.carry(path.actor, square);
            self.attacked(&tried, square)
        })
    }

    /// Returns true if a path of a side can continue over the piece on a square.
    fn may_jump(&self, moves: &Moves, world: &World, over: Square, side: Color) -> bool {
        match (&moves.over, world.at(over)) {
            (Some(pieces), Some(piece)) => self.fits(pieces, world, over, piece, side),
            _ => true,
        }
    }

    fn unmoved(&self, world: &World, piece: Piece, from: Square, virgin: Option<Virgin>) -> bool {
        let home = match virgin {
            None => return true,
            Some(Virgin::Home) => Some(from).filter(|from| !world.setup.moved.contains(*from)),
            // The rank before the initial squares, seen from the side.
            Some(Virgin::RankBeyond) => self.off(from, (0, -1), piece.color),
        };
        home.is_some_and(|home| self.homes(piece).contains(&home))
    }

    fn landings(&self, at: Square, step: Step, color: Color) -> Vec<Square> {
        match step {
            Step::By(dx, dy) => self.off(at, (dx.into(), dy.into()), color).into_iter().collect(),
            // A turned step of Black goes in the opposite direction.
            Step::Around(dx, dy) => {
                let sign = if color == Color::White { 1 } else { -1 };
                let (dx, dy) = (sign * i32::from(dx), sign * i32::from(dy));
                let cell = self.variant.board.cell(at);
                let (mut x, width) = (cell.x + dx, self.variant.board.width);
                while x < 1 {
                    x += width;
                }
                while x > width {
                    x -= width;
                }
                let (mut y, height) = (cell.y + dy, self.variant.board.height);
                if self.variant.board.joins.ranks {
                    y = (y - 1).rem_euclid(height) + 1;
                }
                self.places.get(&(x, y)).copied().into_iter().collect()
            }
            Step::Anywhere => {
                let squares = self.variant.board.squares().zip(self.variant.board.cells());
                squares.map(|(square, _)| square).filter(|to| *to != at).collect()
            }
        }
    }

    /// Returns the content of a square from the view of the moving side.
    fn held(&self, world: &World, path: &Path, square: Square, mover: Color) -> Holds {
        match path.board.at(square) {
            None if world.at(square).is_none() && self.passer(world, square, mover).is_some() => {
                Holds(Holds::EMPTY.0 | Holds::PASSED.0)
            }
            None => Holds::EMPTY,
            Some(piece) if self.variant.piece_types[piece.piece_type.index()].capturable => {
                Holds::ENEMY_COMMON
            }
            // A neutral piece blocks like an own piece of either side.
            Some(piece) if self.neutral(piece) => Holds::OWN_COMMON,
            Some(piece) => match (piece.color == mover, self.rank(piece).is_some()) {
                (true, true) => Holds::OWN_ROYAL,
                (true, false) => Holds::OWN_COMMON,
                (false, true) => Holds::ENEMY_ROYAL,
                (false, false) => Holds::ENEMY_COMMON,
            },
        }
    }

    fn land(
        &self,
        world: &World,
        path: &Path,
        edge: &Edge,
        to: Square,
        piece: Piece,
        aim: Aim,
    ) -> Option<Path> {
        let held = self.held(world, path, to, piece.color);
        let moving = world.at(path.actor)?;
        let stays = &self.variant.piece_types[moving.piece_type.index()].stays;
        let kept = stays.as_ref().is_some_and(|zone| !within(zone, moving.color, to));
        let shut = aim == Aim::Move && !self.admitted(world, moving, Some(path.actor), to);
        if edge.holds.0 & held.0 == 0 || kept || shut || !self.crosses(world, path, edge.step, to, moving) {
            return None;
        }
        let mut next = Path { state: edge.to, at: to, fresh: false, ..path.clone() };
        if edge.unload {
            next.unload = Some((path.at, path.captures.last().copied()));
        }
        match edge.effect {
            Effect::None => {
                // Only a square that had to be empty can be one on which the piece is captured en passant.
                if edge.holds == Holds::EMPTY {
                    next.over.push(to);
                    next.fresh = true;
                }
            }
            Effect::Capture => {
                next.board.lift(to);
                next.captures.push(to);
                // The piece to unload was not known before this capture.
                if let Some((square, None)) = next.unload {
                    next.unload = Some((square, Some(to)));
                }
            }
            Effect::EnPassant => next.passant = Some(to),
            Effect::Induce => {
                // The lending piece stays in place, and the induced piece moves on from its own square.
                next.board = world.clone();
                for gone in path.captures.iter().chain([&to]) {
                    next.board.lift(*gone);
                }
                next.actor = to;
            }
        }
        Some(next)
    }

    /// Returns true if the borders allow the piece to take this step.
    fn crosses(&self, world: &World, path: &Path, step: Step, to: Square, piece: Piece) -> bool {
        let board = &self.variant.board;
        let (a, b) = (board.cell(path.at), board.cell(to));
        let (dx, dy) = match step {
            Step::By(dx, dy) | Step::Around(dx, dy) => (i32::from(dx).abs(), i32::from(dy).abs()),
            Step::Anywhere => ((b.x - a.x).abs(), (b.y - a.y).abs()),
        };
        let stopped = |border: &&Border| {
            within(&border.zone, piece.color, path.at) != within(&border.zone, piece.color, to)
                && self.fits(&border.pieces, world, path.actor, piece, piece.color)
                && match border.by {
                    StepClass::Orthogonal => dx != 0 && dy != 0,
                    // A diagonal border is crossed only by steps with equal files and ranks.
                    StepClass::Diagonal => dx != dy,
                }
        };
        !self.variant.borders.iter().any(|border| stopped(&border))
    }
}
