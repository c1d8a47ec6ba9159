//! The table of one way of moving: for every square, where its leaps, lines and gates lead.

use super::unroll::{Landing, Path, Paths};
use crate::base::{Bitboard, Square};

/// Two rays of which one lies wholly below the other in bit order. What is reached lies between the highest blocker
/// of the lower and the lowest blocker of the upper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// What is reached before or at the first blockers.
    #[inline(always)]
    pub(crate) fn reach(&self, occupied: B) -> B {
        B::span(self.lower & occupied, self.upper & occupied)
    }

    /// The squares that must be empty before one of its targets.
    pub(crate) fn between(&self, to: Square) -> B {
        let to = B::bit(to);
        ((self.lower & B::span(to, B::EMPTY)) | (self.upper & B::span(B::EMPTY, to))) & !to
    }
}

/// Targets that are open while some squares are empty and some are occupied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

impl<B: Bitboard> Gate<B> {
    /// Whether it is open.
    #[inline(always)]
    pub(crate) fn is_open(&self, occupied: B) -> bool {
        (self.empty & occupied).is_empty() && (self.hurdles & !occupied).is_empty()
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
    /// Whether it captures just as it moves.
    pub alike: bool,
    /// Whether some square is found by a gate.
    pub gated: bool,
    /// Whether anything is taken or left to be taken in passing.
    pub passes: bool,
    /// Whether what is passed or taken in passing depends on the way a square is reached.
    pub doubtful: bool,
}

impl<B: Bitboard> AttackTable<B> {
    pub(super) fn new() -> AttackTable<B> {
        AttackTable { table: vec![Row::default(); B::BITS], alike: true, ..AttackTable::default() }
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

    /// Where a piece on `from` may move without capturing and where it may capture, whatever stands there.
    #[inline(always)]
    pub(crate) fn reach(&self, from: Square, occupied: B) -> (B, B) {
        let row = self.row(from);
        let (mut quiet, mut capture) = (row.quiet, row.capture);
        for line in self.lines(row) {
            let reach = line.reach(occupied);
            quiet |= reach & line.quiet;
            capture |= reach & line.capture;
        }
        if self.gated {
            for gate in self.gates(row) {
                if gate.is_open(occupied) {
                    quiet |= gate.quiet;
                    capture |= gate.capture;
                }
            }
        }
        (quiet, capture)
    }

    /// The same for a way of moving that is alike in both.
    #[inline(always)]
    pub(crate) fn reach_alike(&self, from: Square, occupied: B) -> B {
        let row = self.row(from);
        let mut reach = row.quiet;
        for line in self.lines(row) {
            reach |= line.reach(occupied) & line.quiet;
        }
        if self.gated {
            for gate in self.gates(row) {
                if gate.is_open(occupied) {
                    reach |= gate.quiet;
                }
            }
        }
        reach
    }

    /// Where a piece on `from` could ever capture.
    pub(crate) fn captures_from(&self, from: Square) -> B {
        let row = self.row(from);
        let lines = self.lines(row).iter().fold(row.capture, |set, line| set | line.capture);
        self.gates(row).iter().fold(lines, |set, gate| set | gate.capture)
    }

    /// Where a piece on `from` could ever go.
    pub(crate) fn targets_from(&self, from: Square) -> B {
        let row = self.row(from);
        let lines = self.lines(row).iter().fold(row.quiet, |set, line| set | line.quiet);
        self.gates(row).iter().fold(lines, |set, gate| set | gate.quiet)
            | self.captures_from(from)
            | row.en_passant
    }

    /// The squares passed on the first way to a target without capture.
    #[inline]
    pub(crate) fn passed(&self, row: &Row<B>, to: Square) -> B {
        match self.lines(row).iter().find(|line| line.quiet.has(to)) {
            Some(line) => line.between(to),
            None => self.paths_to(row, to).first().copied().unwrap_or(B::EMPTY),
        }
    }

    /// What must be empty for each way to a target without capture.
    pub(crate) fn paths_to(&self, row: &Row<B>, to: Square) -> Vec<B> {
        let lines = self.lines(row).iter().filter(|line| line.quiet.has(to)).map(|line| line.between(to));
        lines.chain(self.gates(row).iter().filter(|gate| gate.quiet.has(to)).map(|gate| gate.empty)).collect()
    }

    /// Whether it only leaps.
    pub(crate) fn is_leaper(&self) -> bool {
        self.lines.is_empty() && self.gates.is_empty()
    }

    /// Stores what was found from one square.
    pub(super) fn store(&mut self, from: Square, found: &Paths<B>) {
        let mut row = Row { en_passant: found.en_passant, ..Row::default() };
        let (mut up, mut down) = (Vec::new(), Vec::new());
        let gates = self.gates.len() as u32;
        for path in &found.paths {
            for landing in path.landings.iter().filter(|landing| landing.passing) {
                row.passing |= B::bit(landing.square);
            }
            let free = path.landings.first().is_some_and(|first| path.landings.len() == 1 && first.blocks);
            match (free, slope(path)) {
                (true, _) => {
                    let landing = path.landings[0];
                    row.quiet |= only(landing.square, landing.quiet);
                    row.capture |= only(landing.square, landing.capture);
                }
                (false, Some(true)) => up.push(ray(path)),
                (false, Some(false)) => down.push(ray(path)),
                (false, None) => self.add_gates(path, gates as usize),
            }
        }
        row.gates = (gates, self.gates.len() as u32);
        row.lines = (self.lines.len() as u32, 0);
        self.pair(up, down);
        row.lines.1 = self.lines.len() as u32;
        self.alike &= row.quiet == row.capture
            && self.lines(&row).iter().all(|line| line.quiet == line.capture)
            && self.gates(&row).iter().all(|gate| gate.quiet == gate.capture);
        self.gated |= row.gates.0 != row.gates.1;
        self.passes |= !row.en_passant.is_empty() || !row.passing.is_empty();
        self.doubtful |= self.is_doubtful(&row);
        self.table[from.index()] = row;
    }

    fn is_doubtful(&self, row: &Row<B>) -> bool {
        let leaps = row.quiet.meets(row.passing);
        let several = row.passing.iter().any(|to| self.paths_to(row, to).len() > 1);
        let lines = self.lines(row).iter().any(|line| line.quiet.meets(row.en_passant));
        let gates = self.gates(row).iter().any(|gate| gate.quiet.meets(row.en_passant));
        leaps || several || row.quiet.meets(row.en_passant) || lines || gates
    }

    fn add_gates(&mut self, path: &Path<B>, own: usize) {
        let mut empty = B::EMPTY;
        let mut hurdles = B::EMPTY;
        for landing in &path.landings {
            let bit = B::bit(landing.square);
            if landing.quiet || landing.capture {
                let gate = Gate {
                    empty,
                    hurdles,
                    quiet: only(landing.square, landing.quiet),
                    capture: only(landing.square, landing.capture),
                };
                if !self.gates[own..].contains(&gate) && !empty.meets(hurdles) {
                    self.gates.push(gate);
                }
            }
            if landing.blocks {
                empty |= bit;
            }
            if path.hurdles.has(landing.square) && !landing.blocks && !landing.quiet && !landing.capture {
                hurdles |= bit;
            }
        }
    }

    /// Joins every ray that runs down with one that runs up and lies above it, if there is one.
    fn pair(&mut self, mut up: Vec<Line<B>>, down: Vec<Line<B>>) {
        for low in down {
            let all = low.lower | low.quiet | low.capture;
            let above = up.iter().position(|high| {
                let high = high.upper | high.quiet | high.capture;
                all.iter().last() < high.iter().next()
            });
            let line = match above.map(|place| up.remove(place)) {
                Some(high) => Line {
                    lower: low.lower,
                    upper: high.upper,
                    quiet: low.quiet | high.quiet,
                    capture: low.capture | high.capture,
                },
                None => low,
            };
            self.lines.push(line);
        }
        self.lines.append(&mut up);
    }
}

fn only<B: Bitboard>(square: Square, wanted: bool) -> B {
    if wanted { B::bit(square) } else { B::EMPTY }
}

/// Whether the squares of a path run upward (or downward), so that one blocker cuts off just those beyond it.
fn slope<B: Bitboard>(path: &Path<B>) -> Option<bool> {
    let squares: Vec<Square> = path.landings.iter().map(|landing| landing.square).collect();
    let straight = path.hurdles.is_empty();
    let up = squares.windows(2).all(|pair| pair[0] < pair[1]);
    let down = squares.windows(2).all(|pair| pair[0] > pair[1]);
    (straight && (up || down)).then_some(up)
}

/// One ray as a line with the other half empty.
fn ray<B: Bitboard>(path: &Path<B>) -> Line<B> {
    let set = |wanted: fn(&Landing) -> bool| {
        path.landings.iter().filter(|l| wanted(l)).fold(B::EMPTY, |set, l| set | B::bit(l.square))
    };
    let blockers = set(|l| l.blocks);
    let (quiet, capture) = (set(|l| l.quiet), set(|l| l.capture));
    match slope(path) {
        Some(true) => Line { lower: B::EMPTY, upper: blockers, quiet, capture },
        _ => Line { lower: blockers, upper: B::EMPTY, quiet, capture },
    }
}
