//! The table of one set of moves: for every origin square, the targets of its leaps, lines, and gates.
//!
//! [`AttackTable::reach`] is the hot function. Leaps are plain masks. A line is a pair of rays, whose reach
//! [`Bitboard::span`] computes with one subtraction. A gate lists the squares that must be empty or occupied for one
//! target, which covers hoppers and bent paths. Jumps are lines that only some piece types block.

use crate::base::{Bitboard, Square};

/// Two rays, of which one lies wholly below the other in bit order. The reached squares lie between the highest
/// blocker on the lower ray and the lowest blocker on the upper ray.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RayPair<B> {
    /// The squares of the lower ray.
    pub lower: B,
    /// The squares of the upper ray.
    pub upper: B,
    /// The targets of quiet moves.
    pub quiet: B,
    /// The targets of captures.
    pub capture: B,
}

impl<B: Bitboard> RayPair<B> {
    /// Returns the squares that must be empty for the ray to reach a target.
    pub fn between(&self, to: Square) -> B {
        let to = B::bit(to);
        ((self.lower & B::span(to, B::EMPTY)) | (self.upper & B::span(B::EMPTY, to))) & !to
    }
}

/// One target that is open if some squares are empty, some are occupied, and some are free of certain pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gate<B> {
    /// The squares that must be empty.
    pub empty: B,
    /// The squares that must be occupied by pieces over which the move can pass.
    pub hurdles: B,
    /// The squares that may be empty or occupied, but not by a piece over which the move cannot pass.
    pub clear: B,
    /// The target, if a quiet move can end there.
    pub quiet: B,
    /// The target, if a capture can end there.
    pub capture: B,
}

/// A capture on the first step of a path, and the targets of a second step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DoubleCapture<B> {
    /// The square of the first capture.
    pub on: B,
    /// The targets without a further capture. The origin can be one of them.
    pub quiet: B,
    /// The targets with a second capture.
    pub capture: B,
}

impl<B: Bitboard> Gate<B> {
    /// Returns the target.
    pub fn target(&self) -> Square {
        (self.quiet | self.capture).first()
    }

    /// Returns the squares on which the gate depends.
    pub fn referenced(&self) -> B {
        self.empty | self.hurdles | self.clear
    }

    /// Returns true if the gate is open. The moves cannot pass over the `type_blockers` among the `occupied` squares.
    fn is_open(&self, occupied: B, type_blockers: B) -> bool {
        let is_closed = self.empty.meets(occupied) || self.clear.meets(type_blockers);
        !is_closed && (self.hurdles & !(occupied & !type_blockers)).is_empty()
    }

    /// Returns true if the gate requires only empty squares.
    pub fn is_line(&self) -> bool {
        self.hurdles.is_empty() && self.clear.is_empty()
    }

    /// Returns true if the gate is open whenever `other` is open.
    pub fn requires_no_more(&self, other: &Gate<B>) -> bool {
        let is_within = |part: B, whole: B| (part & !whole).is_empty();
        is_within(self.empty, other.empty)
            && is_within(self.hurdles, other.hurdles)
            // An empty square is certainly free of type blockers.
            && is_within(self.clear, other.clear | other.empty)
    }
}

/// The moves from one square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AttackRow<B> {
    /// The targets of leaps without capture.
    pub quiet: B,
    /// The targets of leaps with capture.
    pub capture: B,
    /// The targets of en passant captures.
    pub en_passant: B,
    /// The targets of quiet moves after which the piece can be captured en passant.
    pub passing: B,
    /// The nearest square of each line, and the targets of all other moves. If own pieces stand on all of them, the piece
    /// can neither move nor capture along these paths.
    pub near: B,
    pub lines: (u32, u32),
    pub jumps: (u32, u32),
    pub gates: (u32, u32),
}

impl<B: Bitboard> AttackRow<B> {
    /// Returns true if `own` pieces stand on all squares next to the origin, so there is no move.
    #[inline(always)]
    pub fn is_surrounded_by(&self, own: B) -> bool {
        (self.near & !own).is_empty()
    }
}

/// The table of one set of moves on the whole board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AttackTable<B> {
    pub table: Vec<AttackRow<B>>,
    pub lines: Vec<RayPair<B>>,
    /// The lines that only certain piece types block.
    pub jumps: Vec<RayPair<B>>,
    pub gates: Vec<Gate<B>>,
    /// By origin square, the paths that continue after a capture. The list is empty if there are none.
    pub double_captures: Vec<Vec<DoubleCapture<B>>>,
    /// By origin square, the paths that end on their origin. The list is empty if there are none.
    pub null_moves: Vec<Vec<Gate<B>>>,
    /// True if captures and quiet moves have the same paths.
    pub alike: bool,
    /// True if any row has gates or jumps.
    pub gated: bool,
    /// True if all moves are leaps.
    pub leaper: bool,
    /// The number of the filter of the pieces over which the moves can pass. All other pieces block. `None` if the
    /// moves can pass over all pieces.
    pub over: Option<usize>,
}

impl<B: Bitboard> AttackTable<B> {
    /// Creates an empty table for a board with this number of squares.
    pub fn new(span: usize) -> AttackTable<B> {
        AttackTable {
            table: vec![AttackRow::default(); span],
            alike: true,
            leaper: true,
            ..AttackTable::default()
        }
    }

    /// Returns the origin squares.
    pub fn squares(&self) -> impl Iterator<Item = Square> {
        (0..self.table.len() as u16).map(Square)
    }

    /// Returns the memory of the table in bytes.
    pub fn bytes(&self) -> usize {
        let paths_to = size_of_val(&*self.lines) + size_of_val(&*self.jumps) + size_of_val(&*self.gates);
        let back = size_of_val(&*self.double_captures.concat()) + size_of_val(&*self.null_moves.concat());
        size_of_val(&*self.table) + paths_to + back
    }

    /// Returns the row of a square.
    #[inline(always)]
    pub fn row(&self, from: Square) -> &AttackRow<B> {
        &self.table[from.index()]
    }

    /// Returns the lines of a row.
    #[inline(always)]
    pub fn lines(&self, row: &AttackRow<B>) -> &[RayPair<B>] {
        &self.lines[row.lines.0 as usize..row.lines.1 as usize]
    }

    /// Returns the jumps of a row.
    #[inline(always)]
    pub fn jumps(&self, row: &AttackRow<B>) -> &[RayPair<B>] {
        &self.jumps[row.jumps.0 as usize..row.jumps.1 as usize]
    }

    /// Returns the gates of a row.
    #[inline(always)]
    pub fn gates(&self, row: &AttackRow<B>) -> &[Gate<B>] {
        &self.gates[row.gates.0 as usize..row.gates.1 as usize]
    }

    /// Returns the paths from a square that continue after a capture.
    pub fn double_captures(&self, from: Square) -> &[DoubleCapture<B>] {
        self.double_captures.get(from.index()).map_or(&[], Vec::as_slice)
    }

    /// Returns true if a path continues after a capture.
    pub fn has_double_captures(&self) -> bool {
        !self.double_captures.is_empty()
    }

    /// Returns the paths from a square that end on it.
    pub fn null_moves(&self, from: Square) -> &[Gate<B>] {
        self.null_moves.get(from.index()).map_or(&[], Vec::as_slice)
    }

    /// Returns true if a path ends on its origin.
    pub fn has_null_moves(&self) -> bool {
        !self.null_moves.is_empty()
    }

    /// Returns true if a piece on `from` can make a null move, given the occupied squares and the pieces over which
    /// it cannot pass.
    pub fn has_null_move(&self, from: Square, occupied: B, type_blockers: B) -> bool {
        self.null_moves(from).iter().any(|path| path.is_open(occupied, type_blockers))
    }

    /// Returns the targets of quiet moves and of captures from the square of a row. The contents of the targets
    /// themselves are not tested. The moves cannot pass over the `type_blockers`.
    #[inline(always)]
    pub fn reach(&self, row: &AttackRow<B>, occupied: B, type_blockers: impl FnOnce() -> B) -> (B, B) {
        let (mut quiet, mut capture) = (row.quiet, row.capture);
        for line in self.lines(row) {
            // One subtraction gives the squares up to the nearest blockers on both rays.
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

    /// Returns the targets of the jumps and gates of a row for moves that cannot pass over the `type_blockers`.
    #[inline(never)]
    fn reach_over(&self, row: &AttackRow<B>, occupied: B, type_blockers: B) -> (B, B) {
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

    /// Returns true if no move requires a hurdle.
    pub fn has_no_hurdles(&self) -> bool {
        self.jumps.is_empty() && self.gates.iter().all(Gate::is_line)
    }

    /// Returns true if no path is involved in en passant, continues after a capture, or ends on its origin.
    pub fn is_simple(&self) -> bool {
        let is_simple = |row: &AttackRow<B>| row.en_passant.is_empty() && row.passing.is_empty();
        !self.has_double_captures() && !self.has_null_moves() && self.table.iter().all(is_simple)
    }

    /// Returns true if this table and another have no move in common.
    pub fn is_apart(&self, other: &AttackTable<B>) -> bool {
        self.squares().all(|from| {
            let [one, two] = [self, other]
                .map(|table| (table.quiet_from(from), table.captures_from(from), table.row(from).en_passant));
            !one.0.meets(two.0) && !one.1.meets(two.1) && !one.2.meets(two.2)
        })
    }

    /// Returns all targets of quiet moves of a piece on `from`, regardless of the other pieces.
    pub fn quiet_from(&self, from: Square) -> B {
        let row = self.row(from);
        let lines = self.lines(row).iter().chain(self.jumps(row));
        let lines = lines.fold(row.quiet, |set, line| set | line.quiet);
        self.gates(row).iter().fold(lines, |set, gate| set | gate.quiet)
    }

    /// Returns all targets of captures of a piece on `from`, regardless of the other pieces.
    pub fn captures_from(&self, from: Square) -> B {
        let row = self.row(from);
        let lines = self.lines(row).iter().chain(self.jumps(row));
        let lines = lines.fold(row.capture, |set, line| set | line.capture);
        self.gates(row).iter().fold(lines, |set, gate| set | gate.capture)
    }

    /// Returns all targets of a piece on `from`, regardless of the other pieces.
    pub fn targets_from(&self, from: Square) -> B {
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

    /// Returns the squares that a quiet move to a target passes over.
    #[inline]
    pub fn passed(&self, row: &AttackRow<B>, to: Square) -> B {
        let line = self.lines(row).iter().find(|line| line.quiet.has(to)).map(|line| line.between(to));
        let gate = || self.gates(row).iter().find(|gate| gate.quiet.has(to)).map(|gate| gate.empty);
        line.or_else(gate).unwrap_or(B::EMPTY)
    }

    /// Returns the paths by which a piece on `from` can capture on a square.
    pub fn paths_to(&self, from: Square, to: Square) -> impl Iterator<Item = Gate<B>> {
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

    /// Returns the squares that decide whether a piece on `from` can capture on a square.
    pub fn referenced(&self, from: Square, to: Square) -> B {
        self.paths_to(from, to).fold(B::EMPTY, |set, path| set | path.referenced())
    }

    /// Returns the nearest square of each line of a row, and the targets of its other moves.
    fn near(&self, row: &AttackRow<B>) -> B {
        let leaps = (row.quiet | row.capture).iter();
        let nearest =
            |line: &RayPair<B>| line.lower.iter().last().into_iter().chain(line.upper.iter().next());
        let near = leaps.chain(self.lines(row).iter().flat_map(nearest));
        let near: B = near.collect();
        let jumps = self.jumps(row).iter().fold(near, |set, line| set | line.quiet | line.capture);
        self.gates(row).iter().fold(jumps, |set, gate| set | gate.quiet | gate.capture)
    }

    /// Copies the row of a square from another table with the same board.
    pub fn take(&mut self, from: Square, other: &AttackTable<B>) {
        // The ranges of the row refer to the lists of the other table, so they are replaced by new ones.
        let known = other.row(from);
        let begin = |length: usize| (length as u32, 0);
        let (lines, jumps) = (begin(self.lines.len()), begin(self.jumps.len()));
        let row = AttackRow { lines, jumps, gates: begin(self.gates.len()), ..*known };
        self.lines.extend_from_slice(other.lines(known));
        self.jumps.extend_from_slice(other.jumps(known));
        self.gates.extend_from_slice(other.gates(known));
        self.place(from, row, (other.double_captures(from), other.null_moves(from)));
    }

    /// Stores the row of a square, whose lines, jumps, and gates are the last in the table.
    pub fn place(
        &mut self,
        from: Square,
        mut row: AttackRow<B>,
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
        row.near = self.near(&row);
        self.alike &= row.quiet == row.capture
            && self.lines(&row).iter().chain(self.jumps(&row)).all(|line| line.quiet == line.capture)
            && self.gates(&row).iter().all(|gate| gate.quiet == gate.capture);
        self.gated |= row.gates.0 != row.gates.1 || row.jumps.0 != row.jumps.1;
        // The flags describe all rows, so each new row can only narrow them.
        self.leaper &= self.lines.is_empty() && !self.gated;
        self.table[from.index()] = row;
    }
}
