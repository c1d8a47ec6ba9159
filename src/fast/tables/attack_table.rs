//! The table of one way of moving: for every square, where its leaps, lines and gates lead.

use crate::base::{Bitboard, Square};

/// Two rays of which one lies wholly below the other in bit order. What is reached lies between the highest blocker
/// of the lower and the lowest blocker of the upper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct RayPair<B> {
    /// Squares that block below.
    pub lower: B,
    /// Squares that block above.
    pub upper: B,
    /// The targets of quiet moves.
    pub quiet: B,
    /// The targets of captures.
    pub capture: B,
}

impl<B: Bitboard> RayPair<B> {
    /// The squares that must be empty before one of its targets.
    pub(crate) fn between(&self, to: Square) -> B {
        let to = B::bit(to);
        ((self.lower & B::span(to, B::EMPTY)) | (self.upper & B::span(B::EMPTY, to))) & !to
    }
}

/// Targets that are open while some squares are empty, some are occupied, and some have no blocking piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Gate<B> {
    /// Squares that must be empty.
    pub empty: B,
    /// Squares that must be occupied, and not by a blocking piece.
    pub hurdles: B,
    /// Squares that may be occupied, but not by a blocking piece.
    pub clear: B,
    /// The target of a quiet move.
    pub quiet: B,
    /// The target of a capture.
    pub capture: B,
}

/// A capture on the first step of a way, and where the piece may end it by a second one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DoubleCapture<B> {
    /// The square of the first capture.
    pub on: B,
    /// Targets without a capture; the piece may come back to where it began.
    pub quiet: B,
    /// Targets with another capture.
    pub capture: B,
}

impl<B: Bitboard> Gate<B> {
    /// The target.
    pub(crate) fn target(&self) -> Square {
        (self.quiet | self.capture).first()
    }

    /// The squares of which it depends whether it is open.
    pub(crate) fn referenced(&self) -> B {
        self.empty | self.hurdles | self.clear
    }

    /// Returns true if it is open among these pieces, of which some are blocking.
    fn is_open(&self, occupied: B, type_blockers: B) -> bool {
        let is_closed = self.empty.meets(occupied) || self.clear.meets(type_blockers);
        !is_closed && (self.hurdles & !(occupied & !type_blockers)).is_empty()
    }

    /// Returns true if it asks that some squares are empty and nothing else.
    pub(crate) fn is_line(&self) -> bool {
        self.hurdles.is_empty() && self.clear.is_empty()
    }

    /// Returns true if it is open whenever another is.
    pub(crate) fn asks_no_more(&self, other: &Gate<B>) -> bool {
        let is_within = |part: B, whole: B| (part & !whole).is_empty();
        is_within(self.empty, other.empty)
            && is_within(self.hurdles, other.hurdles)
            && is_within(self.clear, other.clear | other.empty)
    }
}

/// Everything from one square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Row<B> {
    /// Leaps without capture.
    pub quiet: B,
    /// Leaps with capture.
    pub capture: B,
    /// Squares where a piece that passed is taken.
    pub en_passant: B,
    /// Targets that leave the piece open to capture en passant.
    pub passing: B,
    pub(crate) lines: (u32, u32),
    pub(crate) jumps: (u32, u32),
    pub(crate) gates: (u32, u32),
}

/// One way of moving on the whole board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct AttackTable<B> {
    pub(crate) table: Vec<Row<B>>,
    pub(crate) lines: Vec<RayPair<B>>,
    /// Lines that only blocking pieces block.
    pub(crate) jumps: Vec<RayPair<B>>,
    pub(crate) gates: Vec<Gate<B>>,
    /// The paths that begin with a capture and continue, by square; empty if there are none.
    pub(crate) double_captures: Vec<Vec<DoubleCapture<B>>>,
    /// By square, the paths that end where they began; nothing if there are none.
    pub(crate) null_moves: Vec<Vec<Gate<B>>>,
    /// True if it captures just as it moves.
    pub alike: bool,
    /// True if some square is found by a gate or a jump.
    pub gated: bool,
    /// True if it only leaps.
    pub leaper: bool,
    /// The number of the filter of pieces that may be passed over, if not all may. The others block.
    pub over: Option<usize>,
}

impl<B: Bitboard> AttackTable<B> {
    /// A table of a board of this number of squares, from which nothing leads anywhere yet.
    pub(crate) fn new(span: usize) -> AttackTable<B> {
        AttackTable { table: vec![Row::default(); span], alike: true, leaper: true, ..AttackTable::default() }
    }

    /// The squares from which it may lead somewhere.
    pub(crate) fn squares(&self) -> impl Iterator<Item = Square> {
        (0..self.table.len() as u16).map(Square)
    }

    /// The memory it takes, in bytes.
    #[cfg(test)]
    pub(crate) fn bytes(&self) -> usize {
        let paths_to = size_of_val(&*self.lines) + size_of_val(&*self.jumps) + size_of_val(&*self.gates);
        let back = size_of_val(&*self.double_captures.concat()) + size_of_val(&*self.null_moves.concat());
        size_of_val(&*self.table) + paths_to + back
    }

    /// The row of a square.
    #[inline(always)]
    pub(crate) fn row(&self, from: Square) -> &Row<B> {
        &self.table[from.index()]
    }

    /// The lines of a row.
    #[inline(always)]
    pub(crate) fn lines(&self, row: &Row<B>) -> &[RayPair<B>] {
        &self.lines[row.lines.0 as usize..row.lines.1 as usize]
    }

    /// The lines of a row that only blocking pieces block.
    #[inline(always)]
    pub(crate) fn jumps(&self, row: &Row<B>) -> &[RayPair<B>] {
        &self.jumps[row.jumps.0 as usize..row.jumps.1 as usize]
    }

    /// The gates of a row.
    #[inline(always)]
    pub(crate) fn gates(&self, row: &Row<B>) -> &[Gate<B>] {
        &self.gates[row.gates.0 as usize..row.gates.1 as usize]
    }

    /// Returns the paths from a square that begin with a capture and continue.
    pub(crate) fn double_captures(&self, from: Square) -> &[DoubleCapture<B>] {
        self.double_captures.get(from.index()).map_or(&[], Vec::as_slice)
    }

    /// Returns true if some path begins with a capture and continues.
    pub(crate) fn has_double_captures(&self) -> bool {
        !self.double_captures.is_empty()
    }

    /// The paths from a square back to it.
    pub(crate) fn null_moves(&self, from: Square) -> &[Gate<B>] {
        self.null_moves.get(from.index()).map_or(&[], Vec::as_slice)
    }

    /// Returns true if some way ends where it began.
    pub(crate) fn has_null_moves(&self) -> bool {
        !self.null_moves.is_empty()
    }

    /// Returns true if a piece on `from` may go and come back, whatever stands there, where these pieces are blocking.
    pub(crate) fn has_null_move(&self, from: Square, occupied: B, type_blockers: B) -> bool {
        self.null_moves(from).iter().any(|path| path.is_open(occupied, type_blockers))
    }

    /// The targets of quiet moves and of captures of a piece on `from`, whatever stands on them, while these pieces
    /// are blocking.
    #[inline(always)]
    pub(crate) fn reach(&self, from: Square, occupied: B, type_blockers: impl FnOnce() -> B) -> (B, B) {
        let row = self.row(from);
        let (mut quiet, mut capture) = (row.quiet, row.capture);
        for line in self.lines(row) {
            let reach = B::span(line.lower & occupied, line.upper & occupied);
            quiet |= reach & line.quiet;
            capture |= reach & line.capture;
        }
        if self.gated && self.over.is_some() {
            let passed = self.reach_over(row, occupied, type_blockers() & occupied);
            return (quiet | passed.0, capture | passed.1);
        }
        if self.gated {
            for gate in self.gates(row) {
                if !gate.empty.meets(occupied) && (gate.hurdles & !occupied).is_empty() {
                    quiet |= gate.quiet;
                    capture |= gate.capture;
                }
            }
        }
        (quiet, capture)
    }

    /// The targets of gates and jumps of a row that pass over some pieces and not over the `type_blockers`.
    #[inline(never)]
    fn reach_over(&self, row: &Row<B>, occupied: B, type_blockers: B) -> (B, B) {
        let (mut quiet, mut capture) = (B::EMPTY, B::EMPTY);
        for line in self.jumps(row) {
            let reach = B::span(line.lower & type_blockers, line.upper & type_blockers);
            quiet |= reach & line.quiet;
            capture |= reach & line.capture;
        }
        for gate in self.gates(row) {
            if gate.is_open(occupied, type_blockers) {
                quiet |= gate.quiet;
                capture |= gate.capture;
            }
        }
        (quiet, capture)
    }

    /// Returns true if nothing needs a piece to pass over.
    pub(crate) fn has_no_hurdles(&self) -> bool {
        self.jumps.is_empty() && self.gates.iter().all(Gate::is_line)
    }

    /// Returns true if no path is involved in en passant or begins with a capture and continues.
    pub(crate) fn is_simple(&self) -> bool {
        let is_simple = |row: &Row<B>| row.en_passant.is_empty() && row.passing.is_empty();
        !self.has_double_captures() && !self.has_null_moves() && self.table.iter().all(is_simple)
    }

    /// Returns true if no move of this and of another way is the same.
    pub(crate) fn is_apart(&self, other: &AttackTable<B>) -> bool {
        self.squares().all(|from| {
            let [one, two] = [self, other]
                .map(|table| (table.quiet_from(from), table.captures_from(from), table.row(from).en_passant));
            !one.0.meets(two.0) && !one.1.meets(two.1) && !one.2.meets(two.2)
        })
    }

    /// All targets of quiet moves of a piece on `from`, on any board.
    pub(crate) fn quiet_from(&self, from: Square) -> B {
        let row = self.row(from);
        let lines = self.lines(row).iter().chain(self.jumps(row));
        let lines = lines.fold(row.quiet, |set, line| set | line.quiet);
        self.gates(row).iter().fold(lines, |set, gate| set | gate.quiet)
    }

    /// All targets of captures of a piece on `from`, on any board.
    pub(crate) fn captures_from(&self, from: Square) -> B {
        let row = self.row(from);
        let lines = self.lines(row).iter().chain(self.jumps(row));
        let lines = lines.fold(row.capture, |set, line| set | line.capture);
        self.gates(row).iter().fold(lines, |set, gate| set | gate.capture)
    }

    /// All targets of a piece on `from`, on any board.
    pub(crate) fn targets_from(&self, from: Square) -> B {
        let double_captures = self
            .double_captures(from)
            .iter()
            .fold(B::EMPTY, |set, double_capture| set | double_capture.quiet);
        let null_moves = if self.null_moves(from).is_empty() { B::EMPTY } else { B::bit(from) };
        self.quiet_from(from)
            | self.captures_from(from)
            | self.row(from).en_passant
            | double_captures
            | null_moves
    }

    /// The squares passed on the way to a target without capture.
    #[inline]
    pub(crate) fn passed(&self, row: &Row<B>, to: Square) -> B {
        let line = self.lines(row).iter().find(|line| line.quiet.has(to)).map(|line| line.between(to));
        let gate = || self.gates(row).iter().find(|gate| gate.quiet.has(to)).map(|gate| gate.empty);
        line.or_else(gate).unwrap_or(B::EMPTY)
    }

    /// The paths in which a piece on `from` captures on a square.
    pub(crate) fn paths_to(&self, from: Square, to: Square) -> impl Iterator<Item = Gate<B>> {
        let row = self.row(from);
        let path = Gate { capture: B::bit(to), ..Gate::default() };
        let leap = row.capture.has(to).then_some(path);
        let leads = move |line: &&RayPair<B>| line.capture.has(to);
        let lines = self.lines(row).iter().filter(leads);
        let lines = lines.map(move |line| Gate { empty: line.between(to), ..path });
        let jumps = self.jumps(row).iter().filter(leads);
        let jumps = jumps.map(move |line| Gate { clear: line.between(to), ..path });
        let gates = self.gates(row).iter().filter(move |gate| gate.capture.has(to)).copied();
        leap.into_iter().chain(lines).chain(jumps).chain(gates)
    }

    /// The squares of which it depends whether a piece on `from` captures on a square.
    pub(crate) fn referenced(&self, from: Square, to: Square) -> B {
        self.paths_to(from, to).fold(B::EMPTY, |set, path| set | path.referenced())
    }

    /// Takes over the row of a square from another table.
    pub(crate) fn take(&mut self, from: Square, other: &AttackTable<B>) {
        let known = other.row(from);
        let begin = |length: usize| (length as u32, 0);
        let (lines, jumps) = (begin(self.lines.len()), begin(self.jumps.len()));
        let row = Row { lines, jumps, gates: begin(self.gates.len()), ..*known };
        self.lines.extend_from_slice(other.lines(known));
        self.jumps.extend_from_slice(other.jumps(known));
        self.gates.extend_from_slice(other.gates(known));
        self.place(from, row, (other.double_captures(from), other.null_moves(from)));
    }

    /// Places the row of a square, whose lines, jumps, and gates are the last.
    pub(crate) fn place(
        &mut self,
        from: Square,
        mut row: Row<B>,
        (double_captures, null_moves): (&[DoubleCapture<B>], &[Gate<B>]),
    ) {
        row.lines.1 = self.lines.len() as u32;
        row.jumps.1 = self.jumps.len() as u32;
        row.gates.1 = self.gates.len() as u32;
        if !double_captures.is_empty() {
            self.double_captures.resize(self.table.len(), Vec::new());
            self.double_captures[from.index()] = double_captures.to_vec();
        }
        if !null_moves.is_empty() {
            self.null_moves.resize(self.table.len(), Vec::new());
            self.null_moves[from.index()] = null_moves.to_vec();
        }
        self.alike &= row.quiet == row.capture
            && self.lines(&row).iter().chain(self.jumps(&row)).all(|line| line.quiet == line.capture)
            && self.gates(&row).iter().all(|gate| gate.quiet == gate.capture);
        self.gated |= row.gates.0 != row.gates.1 || row.jumps.0 != row.jumps.1;
        self.leaper &= self.lines.is_empty() && !self.gated;
        self.table[from.index()] = row;
    }
}
