//! Automata: each encodes a move pattern of a piece as steps between squares.
//!
//! [`Automaton`] is the main type, and `walk` runs it on a board. Steps are given as White sees them and reversed
//! for Black, even on boards with a mirrored setup. For every later step, the start square of the piece counts as
//! empty.

use super::Castle;
use crate::base::{Bitboard, Board, Color, Square, SquareSet};
use serde::{Deserialize, Serialize};

/// A set of classes of square contents, as seen by the side that moves. An edge states the classes that it
/// accepts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Holds(pub u8);

impl Holds {
    pub const EMPTY: Holds = Holds(1);
    pub const OWN_COMMON: Holds = Holds(2);
    pub const OWN_ROYAL: Holds = Holds(4);
    pub const ENEMY_COMMON: Holds = Holds(8);
    pub const ENEMY_ROYAL: Holds = Holds(16);
    /// An empty square that a piece passed on the last turn, so that the piece can be captured en passant there.
    pub const PASSED: Holds = Holds(32);
    pub const OWN: Holds = Holds(2 | 4);
    pub const ENEMY: Holds = Holds(8 | 16);
    pub const PIECE: Holds = Holds(2 | 4 | 8 | 16);
    pub const ANYTHING: Holds = Holds(1 | 2 | 4 | 8 | 16);

    pub fn meets(self, other: Holds) -> bool {
        self.0 & other.0 != 0
    }

    pub fn or(self, other: Holds) -> Holds {
        Holds(self.0 | other.0)
    }

    pub fn without(self, other: Holds) -> Holds {
        Holds(self.0 & !other.0)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Step {
    /// A step by a number of files to the right and a number of ranks forward.
    By(i8, i8),
    /// A step like `By`, with the side edges of the grid joined.
    Around(i8, i8),
    /// A jump to any other square.
    Anywhere,
}

/// The effect of a step on the piece that stands on the target square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Effect {
    #[default]
    None,
    /// The piece on the target square is captured. The square counts as empty for the rest of the move.
    Capture,
    /// The piece that passed this square on the last turn is captured, wherever it stands.
    EnPassant,
    /// The piece on this square continues the move instead of the original mover, which stays.
    Induce,
}

impl Step {
    /// Returns the target of a step from `from`. A jump to any square has no single target.
    pub fn target(self, board: &Board, from: Square, color: Color) -> Option<Square> {
        match self {
            Step::By(dx, dy) => board.step(from, (dx.into(), dy.into()), color),
            Step::Around(dx, dy) => board.step_wrapped(from, (dx.into(), dy.into()), color),
            Step::Anywhere => None,
        }
    }

    /// Returns the steps to the squares that a leap along a straight line passes over.
    pub fn passes(self) -> Vec<Step> {
        let over = |dx: i8, dy: i8| {
            let is_straight = dx == 0 || dy == 0 || dx.unsigned_abs() == dy.unsigned_abs();
            let length = if is_straight { dx.saturating_abs().max(dy.saturating_abs()) } else { 0 };
            (1..length).map(move |n| (n * dx.signum(), n * dy.signum()))
        };
        match self {
            Step::By(dx, dy) => over(dx, dy).map(|(dx, dy)| Step::By(dx, dy)).collect(),
            Step::Around(dx, dy) => over(dx, dy).map(|(dx, dy)| Step::Around(dx, dy)).collect(),
            Step::Anywhere => Vec::new(),
        }
    }

    /// Returns the same step around the joined edges of a board.
    fn around(self) -> Step {
        match self {
            Step::By(dx, dy) | Step::Around(dx, dy) => Step::Around(dx, dy),
            Step::Anywhere => Step::Anywhere,
        }
    }

    /// Returns the step in the opposite direction.
    fn turned(self) -> Step {
        match self {
            Step::By(dx, dy) => Step::By(dx.wrapping_neg(), dy.wrapping_neg()),
            Step::Around(dx, dy) => Step::Around(dx.wrapping_neg(), dy.wrapping_neg()),
            Step::Anywhere => Step::Anywhere,
        }
    }
}

/// A transition between states: one step of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Edge {
    pub step: Step,
    pub holds: Holds,
    #[serde(default, skip_serializing_if = "is_default")]
    pub effect: Effect,
    /// True if the piece captured last in this move reappears on the square that this step *leaves*.
    #[serde(default, skip_serializing_if = "is_default")]
    pub unload: bool,
    pub to: u16,
}

/// The properties of a move that ends in a state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Stop {
    /// True if the piece can be captured en passant on the squares that it passed, during the next turn.
    #[serde(default, skip_serializing_if = "is_default")]
    pub passed: bool,
    /// True if the move is exempt from the rules on which piece may capture which.
    #[serde(default, skip_serializing_if = "is_default")]
    pub exempt: bool,
    /// True for a ride around the board, which must not end on its start square without an effect.
    #[serde(default, skip_serializing_if = "is_default")]
    pub ride: bool,
}

/// A state of an automaton. It has a stop if the move can end here, and edges by which the move can continue.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct State {
    #[serde(default, skip_serializing_if = "is_default")]
    pub stop: Option<Stop>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub edges: Vec<Edge>,
}

/// The kind of square on which a piece must stand to make a move that is reserved for unmoved pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Virgin {
    /// A square on which a piece of the same type and color starts.
    Home,
    /// A square one rank in front of such a home square.
    RankBeyond,
}

/// A state in which a move can begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct StartState {
    /// The state of the piece before its first step.
    pub state: u16,
    /// The requirement on the start square, if the entry is reserved for unmoved pieces.
    #[serde(default, skip_serializing_if = "is_default")]
    pub virgin: Option<Virgin>,
}

/// The ways in which a piece can imitate the piece that moved last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Imitate {
    /// The piece moves like the opponent's piece, as seen by that piece's owner.
    AsEnemy,
    /// The piece moves as if the imitated piece belonged to the mover.
    AsOwn,
}

/// An edge without its target state, with the stop of that state and the requirement of the entry.
#[derive(Clone, Copy, PartialEq, Eq)]
struct EdgeKind {
    virgin: Option<Virgin>,
    edge: Edge,
    stop: Option<Stop>,
}

impl EdgeKind {
    fn turned(self) -> EdgeKind {
        EdgeKind { edge: Edge { step: self.edge.step.turned(), ..self.edge }, ..self }
    }
}

/// The move pattern of a piece.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Automaton {
    pub entries: Vec<StartState>,
    /// The states. Entries and edges refer to them by index.
    pub states: Vec<State>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub castles: Vec<Castle>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub imitate: Option<Imitate>,
}

impl Automaton {
    /// Lets the moves run around the joined edges of a board. A ride around the board does not end where it began.
    pub fn run_around(&mut self) {
        for state in &mut self.states {
            state.edges.iter_mut().for_each(|edge| edge.step = edge.step.around());
            state.stop.iter_mut().for_each(|stop| stop.ride = true);
        }
    }

    /// Returns true if some edges capture only royals.
    pub fn captures_royals_only(&self) -> bool {
        let mut edges = self.states.iter().flat_map(|state| &state.edges);
        edges.any(|edge| edge.effect == Effect::Capture && edge.holds == Holds::ENEMY_ROYAL)
    }

    /// Returns true if the automaton is known to be invariant under a rotation by half a turn, so that it is the
    /// same for both sides. False negatives are possible.
    pub fn is_symmetric(&self) -> bool {
        // Castling and the rank in front of the home squares depend on the side of the owner.
        let beyond = Some(Virgin::RankBeyond);
        if !self.castles.is_empty() || self.entries.iter().any(|entry| entry.virgin == beyond) {
            return false;
        }
        // The state that each state corresponds to in the rotated automaton.
        let mut image: Vec<Option<u16>> = vec![None; self.states.len()];
        let starts: Vec<(Option<Virgin>, u16)> =
            self.entries.iter().map(|entry| (entry.virgin, entry.state)).collect();
        // Both automata are followed in parallel. Every edge must have exactly one counterpart, and every state
        // must always have the same image.
        let mut open = vec![(starts.clone(), starts)];
        while let Some((one, other)) = open.pop() {
            let mut turned = self.labeled_edges(&other);
            for (kind, to) in self.labeled_edges(&one) {
                let same = turned.iter().position(|(other, _)| other.turned() == kind);
                let Some((_, into)) = same.map(|same| turned.swap_remove(same)) else { return false };
                match image[usize::from(to)].replace(into) {
                    None => open.push((vec![(None, to)], vec![(None, into)])),
                    Some(known) if known == into => {}
                    Some(_) => return false,
                }
            }
            if !turned.is_empty() {
                return false;
            }
        }
        true
    }

    /// Returns the edges that leave any of some states, with their target states.
    fn labeled_edges(&self, from: &[(Option<Virgin>, u16)]) -> Vec<(EdgeKind, u16)> {
        let states =
            from.iter().filter_map(|(virgin, at)| Some((*virgin, self.states.get(usize::from(*at))?)));
        let edges = states.flat_map(|(virgin, state)| state.edges.iter().map(move |edge| (virgin, edge)));
        let labeled = |(virgin, edge): (Option<Virgin>, &Edge)| {
            let stop = self.states.get(usize::from(edge.to))?.stop;
            Some((EdgeKind { virgin, edge: Edge { to: 0, ..*edge }, stop }, edge.to))
        };
        edges.filter_map(labeled).collect()
    }

    /// Returns true if a move begins under this requirement. Castling and imitation have none.
    pub fn begins(&self, virgin: Option<Virgin>) -> bool {
        virgin.is_none() || self.entries.iter().any(|entry| entry.virgin == virgin)
    }

    /// Returns the moves that begin under this requirement only.
    pub fn entered_by(&self, virgin: Option<Virgin>) -> Automaton {
        let entries = self.entries.iter().filter(|entry| entry.virgin == virgin).copied().collect();
        let (castles, imitate) = match virgin {
            None => (self.castles.clone(), self.imitate),
            Some(_) => Default::default(),
        };
        Automaton { entries, states: self.states.clone(), castles, imitate }
    }

    /// Returns the squares on which a move from `from` can end, in any position.
    pub fn ends(&self, board: &Board, from: Square, color: Color) -> SquareSet {
        if self.imitate.is_some() {
            return board.squares().collect();
        }
        let mut ends = self.ends_of(self.entries.iter().map(|entry| entry.state), board, from, color);
        // Castling has no edges, so its targets are added separately.
        let start = board.cell(from);
        for castle in &self.castles {
            let dx = i32::from(castle.side) * i32::from(castle.steps);
            let dx = if color == Color::White { dx } else { -dx };
            ends |= board.at(start.x + dx, start.y).into_iter().collect();
        }
        ends
    }

    /// Returns the squares on which a piece on `from` can end when another piece sets it in motion.
    pub fn induced_ends(&self, board: &Board, from: Square, color: Color) -> SquareSet {
        let edges = self.states.iter().flat_map(|state| &state.edges);
        let induced = edges.filter(|edge| edge.effect == Effect::Induce).map(|edge| edge.to);
        self.ends_of(induced, board, from, color)
    }

    /// Returns the squares on which a move can end that goes on from one of these states.
    fn ends_of(
        &self,
        states: impl Iterator<Item = u16>,
        board: &Board,
        from: Square,
        color: Color,
    ) -> SquareSet {
        let mut ends = SquareSet::EMPTY;
        let mut seen = vec![SquareSet::EMPTY; self.states.len()];
        let mut open: Vec<(u16, Square)> = states.map(|state| (state, from)).collect();
        while let Some((state, square)) = open.pop() {
            for edge in &self.states[usize::from(state)].edges {
                if edge.step == Step::Anywhere {
                    return board.squares().collect();
                }
                // The required contents are ignored, because some position satisfies them.
                let next = edge.step.target(board, square, color);
                let to = usize::from(edge.to);
                let Some(next) = next.filter(|next| !seen[to].contains(*next)) else { continue };
                seen[to].insert(next);
                if self.states[to].stop.is_some_and(|stop| !stop.ride || next != from) {
                    ends.insert(next);
                }
                open.push((edge.to, next));
            }
        }
        ends
    }

    /// Returns true if a step needs a piece that it leaves where it stands, as a jump does.
    pub fn needs_hurdles(&self) -> bool {
        let mut edges = self.states.iter().flat_map(|state| &state.edges);
        edges.any(|edge| edge.effect != Effect::Capture && !edge.holds.meets(Holds::EMPTY.or(Holds::PASSED)))
    }

    /// Returns false if no move from `from` can capture on `square`, which is clear at once for a leaper that stands
    /// elsewhere.
    pub fn may_capture(&self, board: &Board, from: Square, color: Color, square: Square) -> bool {
        let first = self.entries.iter().flat_map(|entry| &self.states[usize::from(entry.state)].edges);
        let continues = |edge: &Edge| !self.states[usize::from(edge.to)].edges.is_empty();
        let hits = |edge: &Edge| edge.step.target(board, from, color) == Some(square);
        first.into_iter().any(|edge| edge.step == Step::Anywhere || continues(edge) || hits(edge))
    }

    /// Returns true if a move can capture and also pass squares on which the piece can then be captured en
    /// passant.
    pub fn captures_and_passes(&self) -> bool {
        self.captures_before(|state| state.stop.is_some_and(|stop| stop.passed))
    }

    /// Returns true if a move can capture en passant.
    pub fn captures_in_passing(&self) -> bool {
        self.states.iter().flat_map(|state| &state.edges).any(|edge| edge.effect == Effect::EnPassant)
    }

    /// Returns true if a move can capture two pieces.
    pub fn captures_twice(&self) -> bool {
        self.captures_before(|state| state.edges.iter().any(|edge| edge.effect == Effect::Capture))
    }

    /// Returns true if a move can reach such a state after a capture.
    fn captures_before(&self, is_such: impl Fn(&State) -> bool) -> bool {
        let mut leads: Vec<bool> = self.states.iter().map(is_such).collect();
        let to = |edge: &Edge| usize::from(edge.to);
        // A path without cycles has fewer steps than there are states, so this many rounds reach the fixed point.
        for _ in 0..self.states.len() {
            for (at, state) in self.states.iter().enumerate() {
                leads[at] |= state.edges.iter().any(|edge| leads.get(to(edge)).is_some_and(|leads| *leads));
            }
        }
        let mut edges = self.states.iter().flat_map(|state| &state.edges);
        edges.any(|edge| edge.effect == Effect::Capture && leads.get(to(edge)).is_some_and(|leads| *leads))
    }
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
