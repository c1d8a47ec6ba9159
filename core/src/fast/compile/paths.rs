//! Follows the automaton of a piece from one square of the board, and collects all paths to all targets.
//!
//! A [`Gate`] is the result: the targets of a path, and the squares that must be empty, occupied, or clear of some
//! pieces. [`Tracer::follow`] explores the automaton depth first, and [`Paths::reduce`] then removes paths that
//! another path makes redundant. [`NoTable`] is returned for an automaton with a property that gates cannot express.

use crate::base::{Bitboard, Board, Color, Square, sort_by_key};
use crate::fast::tables::{DoubleCapture, Gate};
use crate::rules::{Automaton, Edge, Effect, Holds, State, Step, Stop};

/// The kind of paths that a table holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TableKind {
    /// Paths that are always open, except captures of royals only.
    Move,
    /// Paths by which royals are attacked.
    Attack,
    /// Captures of royals only.
    RoyalCapture,
    /// Paths that are open only under a condition.
    Conditional,
}

/// The maximum number of steps followed from one square.
const MAX_VISITS: u32 = 4_096;

/// The reason that a piece is untabled: its paths do not fit into a table.
#[derive(Clone, Copy, Debug)]
pub(super) struct NoTable;

/// All paths of one piece from one square.
#[derive(Clone, Debug, Default)]
pub(super) struct Paths<B> {
    /// The paths to targets. After [`Paths::reduce`], paths with fewer requirements come first.
    pub gates: Vec<Gate<B>>,
    /// The squares on which the piece can capture en passant.
    pub en_passant: B,
    /// The targets of quiet moves after which the piece can be captured en passant.
    pub passing: B,
    /// The paths that continue after a capture, one for each square of the first capture.
    pub double_captures: Vec<DoubleCapture<B>>,
    /// Paths that end on their origin without a capture.
    pub null_moves: Vec<Gate<B>>,
    /// The targets of quiet moves that are in neither `passing` nor `null_moves`.
    plain: B,
    /// The indices of the gates, by target.
    by_target: Chains<B>,
    /// The squares whose accessibility was tested.
    pub referenced: B,
    /// The number of steps followed.
    pub visits: u32,
    /// The points from which the search continues, and the points that it has visited.
    open: Vec<Point<B>>,
    seen: Vec<Point<B>>,
    /// The indices of the visited points, by square.
    by_square: Chains<B>,
}

/// Linked lists of the indices of a list, one for each square.
#[derive(Clone, Debug, Default)]
struct Chains<B> {
    /// The squares with a nonempty list.
    squares: B,
    /// The last index in the list of each square.
    last: Vec<u16>,
    /// The previous index in the same list for each index, or the index itself if it is the first.
    before: Vec<u16>,
}

impl<B: Bitboard> Chains<B> {
    fn clear(&mut self) {
        self.squares = B::EMPTY;
        self.last.resize(B::BITS, 0);
        self.before.clear();
    }

    /// Adds an item on a square to the end of the list.
    fn push(&mut self, square: Square) {
        let place = self.before.len() as u16;
        let last = &mut self.last[square.index()];
        self.before.push(if self.squares.has(square) { *last } else { place });
        *last = place;
        self.squares |= B::bit(square);
    }

    /// Returns the indices of a square in descending order.
    fn of(&self, square: Square) -> impl Iterator<Item = usize> + '_ {
        let last = self.squares.has(square).then(|| self.last[square.index()]);
        let before = |place: &u16| Some(self.before[usize::from(*place)]).filter(|before| before != place);
        std::iter::successors(last, before).map(usize::from)
    }
}

/// A search for the paths of one piece from one square.
pub(super) struct Tracer<'a, B> {
    pub board: &'a Board,
    pub color: Color,
    pub from: Square,
    /// Returns true if the piece may step from one square to another.
    pub may_step: &'a dyn Fn(Square, Square, Step) -> bool,
    /// The squares on which a path may end.
    pub ends: B,
    /// The kind of paths to find.
    pub kind: TableKind,
    /// True if the moves pass over some pieces and not over others.
    pub by_type: bool,
    /// True if the moves may require an occupied square.
    pub may_hurdle: bool,
}

/// A point on a path, with the squares that must be empty, occupied, and clear on the way there.
#[derive(Clone, Copy, Debug)]
struct Point<B> {
    at: Square,
    state: u16,
    empty: B,
    hurdles: B,
    clear: B,
}

impl<B: Bitboard> Point<B> {
    /// Returns the requirements of a path that ends with the next step.
    fn gate(&self) -> Gate<B> {
        let Point { empty, hurdles, clear, .. } = *self;
        Gate { empty, hurdles, clear, ..Gate::default() }
    }
}

impl<B: Bitboard> Tracer<'_, B> {
    /// Returns true if the search is for moves that end without a capture.
    fn moves(&self) -> bool {
        matches!(self.kind, TableKind::Move | TableKind::Conditional)
    }

    /// Adds all paths of an automaton.
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
        // If the passed squares matter for en passant, two paths to one square must stay distinct.
        let passes = automaton.states.iter().any(|state| state.stop.is_some_and(|stop| stop.passed));
        while let Some(point) = open.pop() {
            // A path is redundant if another path leads to the same point with a subset of its requirements. If the
            // passed squares matter, only an equal path makes it redundant.
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

    /// Follows one step. Returns the point from which the path continues. The origin of the piece counts as empty,
    /// because the piece has left it.
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
            // The piece puts captured pieces down, or is exempt from rules.
            return Err(NoTable);
        }
        match edge.effect {
            Effect::None => self.pass(edge, next, before, to, found),
            Effect::Capture => self.capture(automaton, edge, before, to, found).map(|()| None),
            Effect::EnPassant => {
                // En passant captures are stored as a set of targets, so they must be single steps without
                // requirements.
                let far = before.at != self.from || !before.gate().referenced().is_empty();
                if far || edge.holds != Holds::PASSED || !next.edges.is_empty() || next.stop.is_none() {
                    return Err(NoTable);
                }
                if self.moves() && self.ends.has(to) {
                    found.en_passant |= B::bit(to);
                }
                Ok(None)
            }
            // Lent moves depend on the other pieces, so a table cannot hold them.
            Effect::Induce => Err(NoTable),
        }
    }

    /// Follows a step without an effect to a square that is empty or passed over.
    fn pass(
        &self,
        edge: &Edge,
        next: &State,
        before: &Point<B>,
        to: Square,
        found: &mut Paths<B>,
    ) -> Result<Option<Point<B>>, NoTable> {
        let (bit, back) = (B::bit(to), to == self.from);
        let mut point = Point { at: to, state: edge.to, ..*before };
        let (free, pieces) = (edge.holds.meets(Holds::EMPTY), edge.holds.0 & Holds::PIECE.0);
        if pieces != 0 && (pieces != Holds::PIECE.0 || next.stop.is_some())
            || edge.holds.meets(Holds::PASSED) && !free
        {
            // The piece passes over some pieces only, or ends on a piece without capturing it.
            return Err(NoTable);
        }
        match (free, pieces != 0) {
            (true, false) if !back => point.empty |= bit,
            (false, true) if !back && !self.may_hurdle => return Err(NoTable),
            (false, true) if !back => point.hurdles |= bit,
            (true, true) if !back && self.by_type => point.clear |= bit,
            (true, _) => {}
            // The origin is empty during the move, so it cannot be a hurdle.
            (false, _) => return Ok(None),
        }
        // No square is both empty and occupied, so the path is impossible.
        if point.empty.meets(point.hurdles) {
            return Ok(None);
        }
        if let Some(stop) = next.stop.filter(|_| self.moves() && self.ends.has(to)) {
            self.stop(stop, to, before.gate(), found)?;
        }
        Ok((!next.edges.is_empty()).then_some(point))
    }

    /// Adds the capture at the end of a step.
    fn capture(
        &self,
        automaton: &Automaton,
        edge: &Edge,
        before: &Point<B>,
        to: Square,
        found: &mut Paths<B>,
    ) -> Result<(), NoTable> {
        let Some(next) = automaton.states.get(usize::from(edge.to)) else { return Ok(()) };
        let (bit, back) = (B::bit(to), to == self.from);
        let passes = next.stop.is_some_and(|stop| stop.passed);
        let royal_captures = edge.holds == Holds::ENEMY_ROYAL;
        let jumped = self.by_type && before.hurdles.has(to);
        if edge.holds != Holds::ENEMY && !royal_captures || passes || jumped {
            // The piece captures only some kinds of enemies, has jumped over the captured one, or can be captured en
            // passant after a capture.
            return Err(NoTable);
        }
        if !next.edges.is_empty() {
            self.double_capture(automaton, edge, before, to, found)?;
        }
        let is_kind = royal_captures == (self.kind == TableKind::RoyalCapture);
        let is_wanted = next.stop.is_some() && (self.kind == TableKind::Attack || is_kind);
        // The captured piece must be on the square, so the path cannot have crossed the empty square before.
        if is_wanted && self.ends.has(to) && !back && !before.empty.has(to) {
            found.add(Gate { capture: bit, hurdles: before.hurdles & !bit, ..before.gate() });
        }
        Ok(())
    }
}

impl<B: Bitboard> Tracer<'_, B> {
    /// Adds a path that may end on a square without a capture.
    fn stop(&self, stop: Stop, to: Square, gate: Gate<B>, found: &mut Paths<B>) -> Result<(), NoTable> {
        let (bit, passed) = (B::bit(to), stop.passed);
        if to != self.from {
            *(if passed { &mut found.passing } else { &mut found.plain }) |= bit;
            found.add(Gate { quiet: bit, ..gate });
        } else if !stop.ride {
            // The path ends on its origin and leaves the piece in place.
            if passed || self.kind != TableKind::Move {
                return Err(NoTable);
            }
            found.null_moves.push(gate);
        }
        Ok(())
    }

    /// Adds the paths that continue by one step after a capture on the first step.
    fn double_capture(
        &self,
        automaton: &Automaton,
        first: &Edge,
        before: &Point<B>,
        on: Square,
        found: &mut Paths<B>,
    ) -> Result<(), NoTable> {
        // A `DoubleCapture` can hold only a capture on the first step.
        let is_first = before.at == self.from && (before.empty | before.hurdles | before.clear).is_empty();
        let Some(state) = automaton.states.get(usize::from(first.to)) else { return Ok(()) };
        if !is_first
            || first.holds != Holds::ENEMY
            || !matches!(self.kind, TableKind::Move | TableKind::Attack)
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
            if !(self.may_step)(on, to, edge.step) || !self.ends.has(to) {
                continue;
            }
            match (edge.effect, edge.holds) {
                (Effect::None, Holds::EMPTY) => double_capture.quiet |= B::bit(to),
                // The origin is empty after the first step, so nothing can be captured there.
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
    /// Clears the results, but keeps their allocations.
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

    /// Removes paths whose requirements include the requirements of another path to the same target.
    ///
    /// # Errors
    /// Returns [`NoTable`] if the passed squares of a move, or the squares for an en passant capture, depend on the
    /// path.
    pub(super) fn reduce(&mut self) -> Result<(), NoTable> {
        let ways = |to| self.gates.iter().filter(move |gate| gate.quiet.has(to));
        let leaps = |to| ways(to).any(|gate| gate.empty.is_empty());
        // The piece must also be able to leap to each square of a double capture, so double captures attack no
        // additional squares.
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
            if !self.null_moves.iter().any(|known| known.requires_no_more(&rest)) {
                self.null_moves.retain(|known| !rest.requires_no_more(known));
                self.null_moves.push(rest);
            }
        }
        // A clear square is a weaker requirement than an empty square, so it counts half.
        sort_by_key(&mut self.gates, |gate| {
            2 * (gate.empty.count() + gate.hurdles.count()) + gate.clear.count()
        });
        // Every target has a single path, so no path can be redundant.
        if self.by_target.squares.count() as usize == self.gates.len() {
            return Ok(());
        }
        self.by_target.clear();
        // The gates are sorted by their requirements, so only an earlier path can make a later one redundant.
        let mut kept = 0;
        for place in 0..self.gates.len() {
            let (mut gate, to) = (self.gates[place], self.gates[place].target());
            for known in self.by_target.of(to).map(|place| &self.gates[place]) {
                if known.requires_no_more(&gate) {
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

/// Returns true if one set is a subset of another.
fn within<B: Bitboard>(part: B, whole: B) -> bool {
    (part & !whole).is_empty()
}
