//! The table of one way of moving: for every square, where its leaps, lines and gates lead.

use crate::base::{Bitboard, Square};

/// Two rays of which one lies wholly below the other in bit order. What is reached lies between the highest blocker
/// of the lower and the lowest blocker of the upper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Line<B> {
    /// Squares that block below.
    pub lower: B,
    /// Squares that block above.
    pub upper: B,
    /// Where quiet moves may end.
    pub quiet: B,
    /// Where captures may end.
    pub capture: B,
}

impl<B: Bitboard> Line<B> {
    /// The squares that must be empty before one of its targets.
    pub(crate) fn between(&self, to: Square) -> B {
        let to = B::bit(to);
        ((self.lower & B::span(to, B::EMPTY)) | (self.upper & B::span(B::EMPTY, to))) & !to
    }
}

/// Targets that are open while some squares are empty, some are occupied, and some have no barred piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Gate<B> {
    /// Squares that must be empty.
    pub empty: B,
    /// Squares that must be occupied, and not by a barred piece.
    pub hurdles: B,
    /// Squares that may be occupied, but not by a barred piece.
    pub clear: B,
    /// The target of a quiet move.
    pub quiet: B,
    /// The target of a capture.
    pub capture: B,
}

/// A capture on the first step of a way, and where the piece may end it by a second one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sweep<B> {
    /// The square of the first capture.
    pub on: B,
    /// Targets without a capture; the piece may come back to where it began.
    pub quiet: B,
    /// Targets with another capture.
    pub capture: B,
}

impl<B: Bitboard> Gate<B> {
    /// Where it leads.
    pub(crate) fn target(&self) -> Square {
        (self.quiet | self.capture).first()
    }

    /// The squares of which it depends whether it is open.
    pub(crate) fn asked(&self) -> B {
        self.empty | self.hurdles | self.clear
    }

    /// Whether it is open among these pieces, of which some are barred.
    fn is_open(&self, occupied: B, barred: B) -> bool {
        let is_closed = self.empty.meets(occupied) || self.clear.meets(barred);
        !is_closed && (self.hurdles & !(occupied & !barred)).is_empty()
    }

    /// Whether it asks that some squares are empty and nothing else.
    pub(crate) fn is_line(&self) -> bool {
        self.hurdles.is_empty() && self.clear.is_empty()
    }

    /// Whether it is open whenever another is.
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
    pub(crate) lines: Vec<Line<B>>,
    /// Lines that only barred pieces block.
    pub(crate) jumps: Vec<Line<B>>,
    pub(crate) gates: Vec<Gate<B>>,
    /// By square, the ways that begin with a capture and go on; nothing if there are none.
    pub(crate) sweeps: Vec<Vec<Sweep<B>>>,
    /// By square, the ways that end where they began; nothing if there are none.
    pub(crate) rests: Vec<Vec<Gate<B>>>,
    /// Whether it captures just as it moves.
    pub alike: bool,
    /// Whether some square is found by a gate or a jump.
    pub gated: bool,
    /// Whether it only leaps.
    pub leaper: bool,
    /// Which pieces may be passed over, if not all: the number of a filter. The others are barred.
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

    /// How much memory it takes.
    #[cfg(test)]
    pub(crate) fn bytes(&self) -> usize {
        let ways = size_of_val(&*self.lines) + size_of_val(&*self.jumps) + size_of_val(&*self.gates);
        let back = size_of_val(&*self.sweeps.concat()) + size_of_val(&*self.rests.concat());
        size_of_val(&*self.table) + ways + back
    }

    /// The row of a square.
    #[inline(always)]
    pub(crate) fn row(&self, from: Square) -> &Row<B> {
        &self.table[from.index()]
    }

    /// The lines of a row.
    #[inline(always)]
    pub(crate) fn lines(&self, row: &Row<B>) -> &[Line<B>] {
        &self.lines[row.lines.0 as usize..row.lines.1 as usize]
    }

    /// The lines of a row that only barred pieces block.
    #[inline(always)]
    pub(crate) fn jumps(&self, row: &Row<B>) -> &[Line<B>] {
        &self.jumps[row.jumps.0 as usize..row.jumps.1 as usize]
    }

    /// The gates of a row.
    #[inline(always)]
    pub(crate) fn gates(&self, row: &Row<B>) -> &[Gate<B>] {
        &self.gates[row.gates.0 as usize..row.gates.1 as usize]
    }

    /// The ways from a square that begin with a capture and go on.
    pub(crate) fn sweeps(&self, from: Square) -> &[Sweep<B>] {
        self.sweeps.get(from.index()).map_or(&[], Vec::as_slice)
    }

    /// Whether some way begins with a capture and goes on.
    pub(crate) fn sweeps_at_all(&self) -> bool {
        !self.sweeps.is_empty()
    }

    /// The ways from a square back to it.
    pub(crate) fn rests(&self, from: Square) -> &[Gate<B>] {
        self.rests.get(from.index()).map_or(&[], Vec::as_slice)
    }

    /// Whether some way ends where it began.
    pub(crate) fn rests_at_all(&self) -> bool {
        !self.rests.is_empty()
    }

    /// Whether a piece on `from` may go and come back, whatever stands there, where these pieces are barred.
    pub(crate) fn may_rest(&self, from: Square, occupied: B, barred: B) -> bool {
        self.rests(from).iter().any(|way| way.is_open(occupied, barred))
    }

    /// Where a piece on `from` may move without capturing and where it may capture, whatever stands there, where these pieces
    /// are barred.
    #[inline(always)]
    pub(crate) fn reach(&self, from: Square, occupied: B, barred: impl FnOnce() -> B) -> (B, B) {
        let row = self.row(from);
        let (mut quiet, mut capture) = (row.quiet, row.capture);
        for line in self.lines(row) {
            let reach = B::span(line.lower & occupied, line.upper & occupied);
            quiet |= reach & line.quiet;
            capture |= reach & line.capture;
        }
        if self.gated && self.over.is_some() {
            let passed = self.reach_over(row, occupied, barred() & occupied);
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

    /// Where gates and jumps of a row lead that pass over some pieces and not over the `barred` ones.
    #[inline(never)]
    fn reach_over(&self, row: &Row<B>, occupied: B, barred: B) -> (B, B) {
        let (mut quiet, mut capture) = (B::EMPTY, B::EMPTY);
        for line in self.jumps(row) {
            let reach = B::span(line.lower & barred, line.upper & barred);
            quiet |= reach & line.quiet;
            capture |= reach & line.capture;
        }
        for gate in self.gates(row) {
            if gate.is_open(occupied, barred) {
                quiet |= gate.quiet;
                capture |= gate.capture;
            }
        }
        (quiet, capture)
    }

    /// Whether nothing needs a piece to pass over.
    pub(crate) fn has_no_hurdles(&self) -> bool {
        self.jumps.is_empty() && self.gates.iter().all(Gate::is_line)
    }

    /// Whether nothing has to do with capture in passing, and no way begins with a capture and goes on.
    pub(crate) fn is_simple(&self) -> bool {
        let is_simple = |row: &Row<B>| row.en_passant.is_empty() && row.passing.is_empty();
        !self.sweeps_at_all() && !self.rests_at_all() && self.table.iter().all(is_simple)
    }

    /// Whether no move of this and of another way is the same.
    pub(crate) fn is_apart(&self, other: &AttackTable<B>) -> bool {
        self.squares().all(|from| {
            let [one, two] = [self, other]
                .map(|table| (table.quiet_from(from), table.captures_from(from), table.row(from).en_passant));
            !one.0.meets(two.0) && !one.1.meets(two.1) && !one.2.meets(two.2)
        })
    }

    /// Where a piece on `from` could ever go without capturing.
    pub(crate) fn quiet_from(&self, from: Square) -> B {
        let row = self.row(from);
        let lines = self.lines(row).iter().chain(self.jumps(row));
        let lines = lines.fold(row.quiet, |set, line| set | line.quiet);
        self.gates(row).iter().fold(lines, |set, gate| set | gate.quiet)
    }

    /// Where a piece on `from` could ever capture.
    pub(crate) fn captures_from(&self, from: Square) -> B {
        let row = self.row(from);
        let lines = self.lines(row).iter().chain(self.jumps(row));
        let lines = lines.fold(row.capture, |set, line| set | line.capture);
        self.gates(row).iter().fold(lines, |set, gate| set | gate.capture)
    }

    /// Where a piece on `from` could ever go.
    pub(crate) fn targets_from(&self, from: Square) -> B {
        let sweeps = self.sweeps(from).iter().fold(B::EMPTY, |set, sweep| set | sweep.quiet);
        let rests = if self.rests(from).is_empty() { B::EMPTY } else { B::bit(from) };
        self.quiet_from(from) | self.captures_from(from) | self.row(from).en_passant | sweeps | rests
    }

    /// The squares passed on the way to a target without capture.
    #[inline]
    pub(crate) fn passed(&self, row: &Row<B>, to: Square) -> B {
        let line = self.lines(row).iter().find(|line| line.quiet.has(to)).map(|line| line.between(to));
        let gate = || self.gates(row).iter().find(|gate| gate.quiet.has(to)).map(|gate| gate.empty);
        line.or_else(gate).unwrap_or(B::EMPTY)
    }

    /// The ways in which a piece on `from` captures on a square.
    pub(crate) fn ways(&self, from: Square, to: Square) -> impl Iterator<Item = Gate<B>> {
        let row = self.row(from);
        let way = Gate { capture: B::bit(to), ..Gate::default() };
        let leap = row.capture.has(to).then_some(way);
        let leads = move |line: &&Line<B>| line.capture.has(to);
        let lines = self.lines(row).iter().filter(leads);
        let lines = lines.map(move |line| Gate { empty: line.between(to), ..way });
        let jumps = self.jumps(row).iter().filter(leads);
        let jumps = jumps.map(move |line| Gate { clear: line.between(to), ..way });
        let gates = self.gates(row).iter().filter(move |gate| gate.capture.has(to)).copied();
        leap.into_iter().chain(lines).chain(jumps).chain(gates)
    }

    /// The squares of which it depends whether a piece on `from` captures on a square.
    pub(crate) fn asked(&self, from: Square, to: Square) -> B {
        self.ways(from, to).fold(B::EMPTY, |set, way| set | way.asked())
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
        self.place(from, row, (other.sweeps(from), other.rests(from)));
    }

    /// Places the row of a square, whose lines, jumps, and gates are the last.
    pub(crate) fn place(
        &mut self,
        from: Square,
        mut row: Row<B>,
        (sweeps, rests): (&[Sweep<B>], &[Gate<B>]),
    ) {
        row.lines.1 = self.lines.len() as u32;
        row.jumps.1 = self.jumps.len() as u32;
        row.gates.1 = self.gates.len() as u32;
        if !sweeps.is_empty() {
            self.sweeps.resize(self.table.len(), Vec::new());
            self.sweeps[from.index()] = sweeps.to_vec();
        }
        if !rests.is_empty() {
            self.rests.resize(self.table.len(), Vec::new());
            self.rests[from.index()] = rests.to_vec();
        }
        self.alike &= row.quiet == row.capture
            && self.lines(&row).iter().chain(self.jumps(&row)).all(|line| line.quiet == line.capture)
            && self.gates(&row).iter().all(|gate| gate.quiet == gate.capture);
        self.gated |= row.gates.0 != row.gates.1 || row.jumps.0 != row.jumps.1;
        self.leaper &= self.lines.is_empty() && !self.gated;
        self.table[from.index()] = row;
    }
}
