//! A piece's automaton followed from one square of the real board: every way to every target, and what must be empty or
//! occupied for it.

use crate::base::{Bitboard, Board, Color, Square, sort_by_key};
use crate::fast::tables::{DoubleCapture, Gate};
use crate::rules::{Automaton, Edge, Effect, Holds, Step, Stop};

/// The sort of paths that a table holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TableKind {
    /// Those that are always open, but for captures of royals alone.
    Move,
    /// Those by which royals are attacked.
    Attack,
    /// Captures of royals alone.
    RoyalCapture,
    /// Those that are open under conditions.
    Conditional,
}

/// The most steps that are followed from one square.
const MAX_VISITS: u32 = 4_096;

/// A piece that no table holds: it is followed step by step in every position instead.
#[derive(Clone, Copy, Debug)]
pub(super) struct NoTable;

/// All paths of one piece from one square.
#[derive(Clone, Debug, Default)]
pub(super) struct Paths<B> {
    /// One for each way to a target, those that ask for less first.
    pub gates: Vec<Gate<B>>,
    /// The squares on which it may capture en passant.
    pub en_passant: B,
    /// Targets of quiet moves that can be taken en passant.
    pub passing: B,
    /// The paths that begin with a capture and continue, one for each square of such a capture.
    pub double_captures: Vec<DoubleCapture<B>>,
    /// Ways that end where they began, without a capture.
    pub null_moves: Vec<Gate<B>>,
    /// Targets of other quiet moves.
    plain: B,
    /// The gates by their targets.
    by_target: Chains<B>,
    /// The squares of which it was asked whether a step may be made to them.
    pub referenced: B,
    /// The number of steps that have been followed.
    pub visits: u32,
    /// The points to continue from, and those that have been seen, while a path is followed.
    open: Vec<Point<B>>,
    seen: Vec<Point<B>>,
    /// The points that have been seen, by square.
    by_square: Chains<B>,
}

/// The places of a list by squares.
#[derive(Clone, Debug, Default)]
struct Chains<B> {
    /// The squares that have any.
    squares: B,
    /// By square, the last place.
    last: Vec<u16>,
    /// By place, the one before it of the same square, which is itself if there is none.
    before: Vec<u16>,
}

impl<B: Bitboard> Chains<B> {
    fn clear(&mut self) {
        self.squares = B::EMPTY;
        self.last.resize(B::BITS, 0);
        self.before.clear();
    }

    /// Adds a square at the end of the list.
    fn push(&mut self, square: Square) {
        let place = self.before.len() as u16;
        let last = &mut self.last[square.index()];
        self.before.push(if self.squares.has(square) { *last } else { place });
        *last = place;
        self.squares |= B::bit(square);
    }

    /// The places of a square, the last first.
    fn of(&self, square: Square) -> impl Iterator<Item = usize> + '_ {
        let last = self.squares.has(square).then(|| self.last[square.index()]);
        let before = |place: &u16| Some(self.before[usize::from(*place)]).filter(|before| before != place);
        std::iter::successors(last, before).map(usize::from)
    }
}

/// The piece whose paths are sought.
pub(super) struct Tracer<'a, B> {
    pub board: &'a Board,
    pub color: Color,
    pub from: Square,
    /// True if a step between two squares is open to it.
    pub may_step: &'a dyn Fn(Square, Square, Step) -> bool,
    /// The squares on which its path may end.
    pub leads: B,
    /// The sort of paths that are sought.
    pub sort: TableKind,
    /// True if it passes over some pieces and not over others.
    pub sorts: bool,
    /// True if it may ask that a square is occupied.
    pub hurdled: bool,
}

/// A point of a path, and the squares that had to be empty and occupied.
#[derive(Clone, Copy, Debug)]
struct Point<B> {
    at: Square,
    state: u16,
    empty: B,
    hurdles: B,
    clear: B,
}

impl<B: Bitboard> Tracer<'_, B> {
    /// Returns true if moves are sought that capture nothing where they end.
    fn moves(&self) -> bool {
        matches!(self.sort, TableKind::Move | TableKind::Conditional)
    }

    /// Adds every way of an automaton from here.
    pub(super) fn follow(
        &self,
        automaton: &Automaton,
        starts: impl Iterator<Item = u16>,
        found: &mut Paths<B>,
    ) -> Result<(), NoTable> {
        let nothing = B::EMPTY;
        let start = |state| Point { at: self.from, state, empty: nothing, hurdles: nothing, clear: nothing };
        let (mut open, mut seen) = (std::mem::take(&mut found.open), std::mem::take(&mut found.seen));
        let mut by_square = std::mem::take(&mut found.by_square);
        open.clear();
        seen.clear();
        by_square.clear();
        open.extend(starts.map(start));
        let passes = automaton.states.iter().any(|state| state.stop.is_some_and(|stop| stop.passed));
        while let Some(point) = open.pop() {
            // A way that asks for no less than another to the same place leads to nothing new, unless it matters which way
            // was taken.
            let asks_less = |one, other| if passes { one == other } else { within(one, other) };
            if by_square.of(point.at).any(|place| {
                let known: &Point<B> = &seen[place];
                known.state == point.state
                    && asks_less(known.empty, point.empty)
                    && asks_less(known.hurdles, point.hurdles)
                    && asks_less(known.clear, point.clear)
            }) {
                continue;
            }
            seen.push(point);
            by_square.push(point.at);
            let Some(state) = automaton.states.get(usize::from(point.state)) else { continue };
            for edge in &state.edges {
                let mut step = |to: Square| {
                    found.referenced |= B::bit(to);
                    match (self.may_step)(point.at, to, edge.step) {
                        true => self.step(automaton, edge, &point, to, found).map(|next| open.extend(next)),
                        false => Ok(()),
                    }
                };
                match edge.step {
                    Step::Anywhere => self.board.squares().filter(|to| *to != point.at).try_for_each(step)?,
                    Step::By(dx, dy) => {
                        let to = self.board.step(point.at, (dx.into(), dy.into()), self.color);
                        to.map_or(Ok(()), &mut step)?;
                    }
                    Step::Around(dx, dy) => {
                        let to = self.board.step_wrapped(point.at, (dx.into(), dy.into()), self.color);
                        to.map_or(Ok(()), &mut step)?;
                    }
                }
            }
        }
        (found.open, found.seen, found.by_square) = (open, seen, by_square);
        Ok(())
    }

    /// Follows one step and returns the point to continue from. The origin of the piece counts as empty.
    fn step(
        &self,
        automaton: &Automaton,
        edge: &Edge,
        before: &Point<B>,
        to: Square,
        found: &mut Paths<B>,
    ) -> Result<Option<Point<B>>, NoTable> {
        let Some(next) = automaton.states.get(usize::from(edge.to)) else { return Ok(None) };
        found.visits += 1;
        if found.visits > MAX_VISITS || edge.unload || next.stop.is_some_and(|stop| stop.exempt) {
            // It puts captured pieces down, or is exempt from rules.
            return Err(NoTable);
        }
        let (bit, back) = (B::bit(to), to == self.from);
        let Point { empty, hurdles, clear, .. } = *before;
        let gate = Gate { empty, hurdles, clear, ..Gate::default() };
        match edge.effect {
            Effect::None => {
                let mut point = Point { at: to, state: edge.to, ..*before };
                let (free, pieces) = (edge.holds.meets(Holds::EMPTY), edge.holds.0 & Holds::PIECE.0);
                if pieces != 0 && (pieces != Holds::PIECE.0 || next.stop.is_some())
                    || edge.holds.meets(Holds::PASSED) && !free
                {
                    // It passes some pieces and not others, or ends on a piece without capturing it.
                    return Err(NoTable);
                }
                match (free, pieces != 0) {
                    (true, false) if !back => point.empty |= bit,
                    (false, true) if !back && !self.hurdled => return Err(NoTable),
                    (false, true) if !back => point.hurdles |= bit,
                    (true, true) if !back && self.sorts => point.clear |= bit,
                    (true, _) => {}
                    (false, _) => return Ok(None),
                }
                if point.empty.meets(point.hurdles) {
                    return Ok(None);
                }
                if let Some(stop) = next.stop.filter(|_| self.moves() && self.leads.has(to)) {
                    self.stop(stop, to, gate, found)?;
                }
                return Ok((!next.edges.is_empty()).then_some(point));
            }
            Effect::Capture => {
                let passes = next.stop.is_some_and(|stop| stop.passed);
                let royal_captures = edge.holds == Holds::ENEMY_ROYAL;
                if edge.holds != Holds::ENEMY && !royal_captures || passes {
                    // It captures not royals, or can be taken in passing after it.
                    return Err(NoTable);
                }
                if !next.edges.is_empty() {
                    self.double_capture(automaton, edge, before, to, found)?;
                }
                let is_meant = next.stop.is_some()
                    && (self.sort == TableKind::Attack
                        || royal_captures == (self.sort == TableKind::RoyalCapture));
                // What is captured stands there, also if the piece has passed the square before.
                if is_meant && self.leads.has(to) && !back && !before.empty.has(to) {
                    found.add(Gate { capture: bit, hurdles: before.hurdles & !bit, ..gate });
                }
            }
            Effect::EnPassant => {
                let far = before.at != self.from || !gate.referenced().is_empty();
                if far || edge.holds != Holds::PASSED || !next.edges.is_empty() || next.stop.is_none() {
                    return Err(NoTable);
                }
                if self.moves() && self.leads.has(to) {
                    found.en_passant |= bit;
                }
            }
            Effect::Induce => return Err(NoTable),
        }
        Ok(None)
    }
}

impl<B: Bitboard> Tracer<'_, B> {
    /// A way that may end on a square without a capture.
    fn stop(&self, stop: Stop, to: Square, gate: Gate<B>, found: &mut Paths<B>) -> Result<(), NoTable> {
        let (bit, passed) = (B::bit(to), stop.passed);
        if to != self.from {
            *(if passed { &mut found.passing } else { &mut found.plain }) |= bit;
            found.add(Gate { quiet: bit, ..gate });
        } else if !stop.ride {
            // It may pass.
            if passed || self.sort != TableKind::Move {
                return Err(NoTable);
            }
            found.null_moves.push(gate);
        }
        Ok(())
    }

    /// Returns the paths that continue by one step after a capture at the first.
    fn double_capture(
        &self,
        automaton: &Automaton,
        first: &Edge,
        before: &Point<B>,
        on: Square,
        found: &mut Paths<B>,
    ) -> Result<(), NoTable> {
        let is_first = before.at == self.from && (before.empty | before.hurdles | before.clear).is_empty();
        let Some(state) = automaton.states.get(usize::from(first.to)) else { return Ok(()) };
        if !is_first
            || first.holds != Holds::ENEMY
            || !matches!(self.sort, TableKind::Move | TableKind::Attack)
        {
            return Err(NoTable);
        }
        let mut double_capture = DoubleCapture { on: B::bit(on), quiet: B::EMPTY, capture: B::EMPTY };
        for edge in &state.edges {
            let to = match edge.step {
                Step::By(dx, dy) => self.board.step(on, (dx.into(), dy.into()), self.color),
                Step::Around(..) | Step::Anywhere => return Err(NoTable),
            };
            found.visits += 1;
            let last = automaton.states.get(usize::from(edge.to));
            let ends = last.is_some_and(|last| last.edges.is_empty() && last.stop == Some(Stop::default()));
            if !ends || edge.unload {
                return Err(NoTable);
            }
            let Some(to) = to else { continue };
            found.referenced |= B::bit(to);
            if !(self.may_step)(on, to, edge.step) || !self.leads.has(to) {
                continue;
            }
            match (edge.effect, edge.holds) {
                (Effect::None, Holds::EMPTY) => double_capture.quiet |= B::bit(to),
                (Effect::Capture, Holds::ENEMY) if to == self.from => {}
                (Effect::Capture, Holds::ENEMY) => double_capture.capture |= B::bit(to),
                _ => return Err(NoTable),
            }
        }
        match found.double_captures.iter_mut().find(|known| known.on == double_capture.on) {
            Some(known) => {
                known.quiet |= double_capture.quiet;
                known.capture |= double_capture.capture;
            }
            None => found.double_captures.push(double_capture),
        }
        Ok(())
    }
}

impl<B: Bitboard> Paths<B> {
    /// Clears the results, and keeps their memory.
    pub(super) fn clear(&mut self) {
        let Paths {
            mut gates,
            mut by_target,
            mut double_captures,
            mut null_moves,
            open,
            seen,
            by_square,
            ..
        } = std::mem::take(self);
        gates.clear();
        by_target.clear();
        double_captures.clear();
        null_moves.clear();
        *self = Paths {
            gates,
            by_target,
            double_captures,
            null_moves,
            open,
            seen,
            by_square,
            ..Paths::default()
        };
    }

    pub(super) fn add(&mut self, gate: Gate<B>) {
        let to = gate.target();
        let same = self.by_target.of(to).find(|place| {
            let other: &Gate<B> = &self.gates[*place];
            (other.empty, other.hurdles, other.clear) == (gate.empty, gate.hurdles, gate.clear)
        });
        match same.map(|place| &mut self.gates[place]) {
            Some(other) => {
                (other.quiet, other.capture) = (other.quiet | gate.quiet, other.capture | gate.capture)
            }
            None => {
                self.by_target.push(to);
                self.gates.push(gate);
            }
        }
    }

    /// Removes paths whose requirements include those of another path to the same target.
    ///
    /// # Errors
    /// When what is passed, or taken in passing, depends on the way to a square.
    pub(super) fn reduce(&mut self) -> Result<(), NoTable> {
        let ways = |to| self.gates.iter().filter(move |gate| gate.quiet.has(to));
        let leaps = |to| ways(to).any(|gate| gate.empty.is_empty());
        // Where a piece captures in this way it must also be able to leap and capture, so that nothing new is attacked.
        let is_free = |gate: &&Gate<B>| gate.referenced().is_empty();
        let leapt = self.gates.iter().filter(is_free).fold(B::EMPTY, |set, gate| set | gate.capture);
        if self
            .double_captures
            .iter()
            .any(|double_capture| !((double_capture.on | double_capture.capture) & !leapt).is_empty())
        {
            return Err(NoTable);
        }
        if self.passing.meets(self.plain)
            || self.passing.iter().any(|to| leaps(to) || ways(to).count() != 1)
            || self.en_passant.meets(self.passing | self.plain)
        {
            return Err(NoTable);
        }
        let null_moves = std::mem::take(&mut self.null_moves);
        for rest in null_moves {
            if !self.null_moves.iter().any(|known| known.asks_no_more(&rest)) {
                self.null_moves.retain(|known| !rest.asks_no_more(known));
                self.null_moves.push(rest);
            }
        }
        // That a square is clear of some pieces is less than that it is empty.
        sort_by_key(&mut self.gates, |gate| {
            2 * (gate.empty.count() + gate.hurdles.count()) + gate.clear.count()
        });
        if self.by_target.squares.count() as usize == self.gates.len() {
            return Ok(());
        }
        self.by_target.clear();
        let mut kept = 0;
        for place in 0..self.gates.len() {
            let (mut gate, to) = (self.gates[place], self.gates[place].target());
            for known in self.by_target.of(to).map(|place| &self.gates[place]) {
                if known.asks_no_more(&gate) {
                    gate.quiet &= !known.quiet;
                    gate.capture &= !known.capture;
                }
            }
            if !(gate.quiet | gate.capture).is_empty() {
                self.by_target.push(to);
                self.gates[kept] = gate;
                kept += 1;
            }
        }
        self.gates.truncate(kept);
        Ok(())
    }
}

/// Returns true if one set lies within another.
fn within<B: Bitboard>(part: B, whole: B) -> bool {
    (part & !whole).is_empty()
}
