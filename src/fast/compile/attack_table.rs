//! The table of one way of moving: for every square, where its leaps, lines and gates lead.

use super::paths::Paths;
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

/// Targets that are open while some squares are empty and some are occupied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Gate<B> {
    /// Squares that must be empty.
    pub empty: B,
    /// Squares that must be occupied.
    pub hurdles: B,
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
    pub(super) fn target(&self) -> Square {
        (self.quiet | self.capture).first()
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
    lines: (u32, u32),
    gates: (u32, u32),
}

/// One way of moving on the whole board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct AttackTable<B> {
    table: Vec<Row<B>>,
    lines: Vec<Line<B>>,
    gates: Vec<Gate<B>>,
    /// By square, the ways that begin with a capture and go on; nothing if there are none.
    sweeps: Vec<Vec<Sweep<B>>>,
    /// Whether it captures just as it moves.
    pub alike: bool,
    /// Whether some square is found by a gate.
    pub gated: bool,
    /// Whether it only leaps.
    pub leaper: bool,
    /// Which pieces may be hurdles, if not all: the number of a filter.
    pub over: Option<usize>,
}

impl<B: Bitboard> AttackTable<B> {
    /// A table of a board of this number of squares, from which nothing leads anywhere yet.
    pub(super) fn new(span: usize) -> AttackTable<B> {
        AttackTable { table: vec![Row::default(); span], alike: true, leaper: true, ..AttackTable::default() }
    }

    /// The squares from which it may lead somewhere.
    pub(super) fn squares(&self) -> impl Iterator<Item = Square> {
        (0..self.table.len() as u16).map(Square)
    }

    /// How much memory it takes.
    #[cfg(test)]
    pub(crate) fn bytes(&self) -> usize {
        let ways = size_of_val(&*self.lines) + size_of_val(&*self.gates);
        size_of_val(&*self.table) + ways + size_of_val(&*self.sweeps.concat())
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
    pub(super) fn sweeps_at_all(&self) -> bool {
        !self.sweeps.is_empty()
    }

    /// Where a piece on `from` may move without capturing and where it may capture, whatever stands there, with these pieces to
    /// pass over.
    #[inline(always)]
    pub(super) fn reach(&self, from: Square, occupied: B, hurdles: impl FnOnce() -> B) -> (B, B) {
        let row = self.row(from);
        let (mut quiet, mut capture) = (row.quiet, row.capture);
        for line in self.lines(row) {
            let reach = B::span(line.lower & occupied, line.upper & occupied);
            quiet |= reach & line.quiet;
            capture |= reach & line.capture;
        }
        if self.gated {
            let hurdles = hurdles();
            for gate in self.gates(row) {
                if !gate.empty.meets(occupied) && (gate.hurdles & !hurdles).is_empty() {
                    quiet |= gate.quiet;
                    capture |= gate.capture;
                }
            }
        }
        (quiet, capture)
    }

    /// Whether nothing needs a piece to pass over.
    pub(super) fn has_no_hurdles(&self) -> bool {
        self.gates.iter().all(|gate| gate.hurdles.is_empty())
    }

    /// Whether nothing has to do with capture in passing, and no way begins with a capture and goes on.
    pub(super) fn is_simple(&self) -> bool {
        let is_simple = |row: &Row<B>| row.en_passant.is_empty() && row.passing.is_empty();
        !self.sweeps_at_all() && self.table.iter().all(is_simple)
    }

    /// Whether no move of this and of another way is the same.
    pub(super) fn is_apart(&self, other: &AttackTable<B>) -> bool {
        self.squares().all(|from| {
            let [one, two] = [self, other]
                .map(|table| (table.quiet_from(from), table.captures_from(from), table.row(from).en_passant));
            !one.0.meets(two.0) && !one.1.meets(two.1) && !one.2.meets(two.2)
        })
    }

    /// Where a piece on `from` could ever go without capturing.
    fn quiet_from(&self, from: Square) -> B {
        let row = self.row(from);
        let lines = self.lines(row).iter().fold(row.quiet, |set, line| set | line.quiet);
        self.gates(row).iter().fold(lines, |set, gate| set | gate.quiet)
    }

    /// Where a piece on `from` could ever capture.
    pub(crate) fn captures_from(&self, from: Square) -> B {
        let row = self.row(from);
        let lines = self.lines(row).iter().fold(row.capture, |set, line| set | line.capture);
        self.gates(row).iter().fold(lines, |set, gate| set | gate.capture)
    }

    /// Where a piece on `from` could ever go.
    pub(crate) fn targets_from(&self, from: Square) -> B {
        self.quiet_from(from) | self.captures_from(from) | self.row(from).en_passant
    }

    /// The squares passed on the way to a target without capture.
    #[inline]
    pub(crate) fn passed(&self, row: &Row<B>, to: Square) -> B {
        let line = self.lines(row).iter().find(|line| line.quiet.has(to)).map(|line| line.between(to));
        let gate = || self.gates(row).iter().find(|gate| gate.quiet.has(to)).map(|gate| gate.empty);
        line.or_else(gate).unwrap_or(B::EMPTY)
    }

    /// The ways in which a piece on `from` captures on a square: what must be empty, and what must be occupied.
    pub(crate) fn ways(&self, from: Square, to: Square) -> impl Iterator<Item = (B, B)> {
        let row = self.row(from);
        let leap = row.capture.has(to).then_some((B::EMPTY, B::EMPTY));
        let lines = self.lines(row).iter().filter(move |line| line.capture.has(to));
        let gates = self.gates(row).iter().filter(move |gate| gate.capture.has(to));
        let lines = lines.map(move |line| (line.between(to), B::EMPTY));
        leap.into_iter().chain(lines).chain(gates.map(|gate| (gate.empty, gate.hurdles)))
    }

    /// The squares of which it depends whether a piece on `from` captures on a square.
    pub(crate) fn asked(&self, from: Square, to: Square) -> B {
        self.ways(from, to).fold(B::EMPTY, |set, (empty, hurdles)| set | empty | hurdles)
    }

    /// Stores what was found from one square.
    pub(super) fn store(&mut self, from: Square, found: &Paths<B>) {
        let (first_line, first_gate) = (self.lines.len() as u32, self.gates.len() as u32);
        let mut row = Row { en_passant: found.en_passant, passing: found.passing, ..Row::default() };
        let (mut up, mut down): (Vec<Line<B>>, Vec<Line<B>>) = (Vec::new(), Vec::new());
        // The longest ways come first: the shorter ones lie on them.
        for gate in found.gates.iter().rev() {
            let to = gate.target();
            let ray = |line: &&mut Line<B>| {
                (line.lower | line.upper).has(to) && line.between(to) == gate.empty && gate.hurdles.is_empty()
            };
            if let Some(line) = up.iter_mut().chain(&mut down).find(ray) {
                line.quiet |= gate.quiet;
                line.capture |= gate.capture;
                continue;
            }
            let way = gate.empty | B::bit(to);
            let line = Line { lower: B::EMPTY, upper: way, quiet: gate.quiet, capture: gate.capture };
            match gate.hurdles.is_empty() {
                true if gate.empty.is_empty() => {
                    row.quiet |= gate.quiet;
                    row.capture |= gate.capture;
                }
                true if way.iter().last() == Some(to) => up.push(line),
                true if way.first() == to => down.push(Line { lower: way, upper: B::EMPTY, ..line }),
                _ => self.gates.push(*gate),
            }
        }
        self.pair(up, down);
        row.lines.0 = first_line;
        row.gates.0 = first_gate;
        self.place(from, row, &found.sweeps);
    }

    /// Takes over the row of a square from another table.
    pub(super) fn take(&mut self, from: Square, other: &AttackTable<B>) {
        let known = other.row(from);
        let (lines, gates) = (self.lines.len() as u32, self.gates.len() as u32);
        self.lines.extend_from_slice(other.lines(known));
        self.gates.extend_from_slice(other.gates(known));
        self.place(from, Row { lines: (lines, 0), gates: (gates, 0), ..*known }, other.sweeps(from));
    }

    /// Places the row of a square, whose lines and gates are the last.
    fn place(&mut self, from: Square, mut row: Row<B>, sweeps: &[Sweep<B>]) {
        row.lines.1 = self.lines.len() as u32;
        row.gates.1 = self.gates.len() as u32;
        if !sweeps.is_empty() {
            self.sweeps.resize(self.table.len(), Vec::new());
            self.sweeps[from.index()] = sweeps.to_vec();
        }
        self.alike &= row.quiet == row.capture
            && self.lines(&row).iter().all(|line| line.quiet == line.capture)
            && self.gates(&row).iter().all(|gate| gate.quiet == gate.capture);
        self.gated |= row.gates.0 != row.gates.1;
        self.leaper &= self.lines.is_empty() && self.gates.is_empty();
        self.table[from.index()] = row;
    }

    /// Joins every ray that runs down with one that runs up and lies above it, if there is one.
    fn pair(&mut self, mut up: Vec<Line<B>>, down: Vec<Line<B>>) {
        for low in down {
            let above = up.iter().position(|high| low.lower.iter().last() < high.upper.iter().next());
            let high = above.map_or(Line::default(), |place| up.remove(place));
            self.lines.push(Line {
                lower: low.lower,
                upper: high.upper,
                quiet: low.quiet | high.quiet,
                capture: low.capture | high.capture,
            });
        }
        self.lines.append(&mut up);
    }
}
