//! How a piece goes: every move pattern of a piece as one automaton of steps.
//! Vectors are written for White; Black's are turned by half a circle, also on boards that mirror the setup. The square
//! the piece started from counts as empty for every later step.

use super::Castle;
use serde::{Deserialize, Serialize};

/// What a square holds, as seen by the side that moves: a set of the classes a test accepts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Holds(pub u8);

impl Holds {
    pub(crate) const EMPTY: Holds = Holds(1);
    pub(crate) const OWN_COMMON: Holds = Holds(2);
    pub(crate) const OWN_ROYAL: Holds = Holds(4);
    pub(crate) const ENEMY_COMMON: Holds = Holds(8);
    pub(crate) const ENEMY_ROYAL: Holds = Holds(16);
    /// Empty as well, and a piece that can be taken en passant went over it on the last turn.
    pub(crate) const PASSED: Holds = Holds(32);
    pub(crate) const OWN: Holds = Holds(2 | 4);
    pub(crate) const ENEMY: Holds = Holds(8 | 16);
    pub(crate) const PIECE: Holds = Holds(2 | 4 | 8 | 16);
    pub(crate) const ANYTHING: Holds = Holds(1 | 2 | 4 | 8 | 16);

    pub(crate) fn meets(self, other: Holds) -> bool {
        self.0 & other.0 != 0
    }

    pub(crate) fn or(self, other: Holds) -> Holds {
        Holds(self.0 | other.0)
    }

    pub(crate) fn without(self, other: Holds) -> Holds {
        Holds(self.0 & !other.0)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Step {
    /// By (files to the right, ranks forward), as White sees it.
    By(i8, i8),
    /// The same, with the side edges of the grid joined.
    Around(i8, i8),
    /// To any square of the board but the one it leaves.
    Anywhere,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Effect {
    #[default]
    None,
    /// The piece there is captured; for the rest of the move the square counts as empty.
    Capture,
    /// The piece that passed over this square on the last turn is captured, wherever it stands.
    EnPassant,
    /// From here on the piece that stands here is the one that moves; the piece that gave it the move stays.
    Induce,
}

impl Step {
    /// The same step as the other side sees it.
    fn turned(self) -> Step {
        match self {
            Step::By(dx, dy) => Step::By(dx.wrapping_neg(), dy.wrapping_neg()),
            Step::Around(dx, dy) => Step::Around(dx.wrapping_neg(), dy.wrapping_neg()),
            Step::Anywhere => Step::Anywhere,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Edge {
    pub step: Step,
    pub holds: Holds,
    #[serde(default, skip_serializing_if = "is_default")]
    pub effect: Effect,
    /// Whether the piece last captured in this move reappears on the square this step *leaves*.
    #[serde(default, skip_serializing_if = "is_default")]
    pub unload: bool,
    pub to: u16,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Stop {
    /// The squares passed on the way can be taken en passant on the next turn.
    #[serde(default, skip_serializing_if = "is_default")]
    pub passed: bool,
    /// The move does not obey rules about which piece may take which.
    #[serde(default, skip_serializing_if = "is_default")]
    pub exempt: bool,
    /// A ride around the board, which does not end where it began.
    #[serde(default, skip_serializing_if = "is_default")]
    pub ride: bool,
}

/// A state: whether the move may end here, and how it may go on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct State {
    #[serde(default, skip_serializing_if = "is_default")]
    pub stop: Option<Stop>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub edges: Vec<Edge>,
}

/// Where a piece must stand for a move it may make only before it has moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Virgin {
    /// On a square where the array has such a piece.
    Home,
    /// One rank in front of such a square.
    RankBeyond,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Entry {
    /// The state the piece is in before its first step.
    pub state: u16,
    /// Open only to a piece that has not moved.
    #[serde(default, skip_serializing_if = "is_default")]
    pub virgin: Option<Virgin>,
}

/// Moving as the piece moved last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Imitate {
    /// In the way of the opponent's piece, seen from its owner's side.
    AsEnemy,
    /// As if it were a piece of the mover's own.
    AsOwn,
}

/// What a step asks and does wherever it leads, and whether the move may end with it.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Way {
    virgin: Option<Virgin>,
    edge: Edge,
    stop: Option<Stop>,
}

impl Way {
    fn turned(self) -> Way {
        Way { edge: Edge { step: self.edge.step.turned(), ..self.edge }, ..self }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Automaton {
    pub entries: Vec<Entry>,
    /// Its states, named by their index.
    pub states: Vec<State>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub castles: Vec<Castle>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub imitate: Option<Imitate>,
}

impl Automaton {
    /// Whether some captures are of royals alone.
    pub(crate) fn captures_royals_only(&self) -> bool {
        let mut edges = self.states.iter().flat_map(|state| &state.edges);
        edges.any(|edge| edge.effect == Effect::Capture && edge.holds == Holds::ENEMY_ROYAL)
    }

    /// Whether it is known to be the same for both sides: turned by half a circle, it is itself.
    pub(crate) fn is_symmetric(&self) -> bool {
        let beyond = Some(Virgin::RankBeyond);
        if !self.castles.is_empty() || self.entries.iter().any(|entry| entry.virgin == beyond) {
            return false;
        }
        // By state, the one it becomes.
        let mut image: Vec<Option<u16>> = vec![None; self.states.len()];
        let starts: Vec<(Option<Virgin>, u16)> =
            self.entries.iter().map(|entry| (entry.virgin, entry.state)).collect();
        let mut open = vec![(starts.clone(), starts)];
        while let Some((one, other)) = open.pop() {
            let mut turned = self.ways(&other);
            for (way, to) in self.ways(&one) {
                let same = turned.iter().position(|(other, _)| other.turned() == way);
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

    /// How it goes on from any of some states, and where to.
    fn ways(&self, from: &[(Option<Virgin>, u16)]) -> Vec<(Way, u16)> {
        let states =
            from.iter().filter_map(|(virgin, at)| Some((*virgin, self.states.get(usize::from(*at))?)));
        let edges = states.flat_map(|(virgin, state)| state.edges.iter().map(move |edge| (virgin, edge)));
        let way = |(virgin, edge): (Option<Virgin>, &Edge)| {
            let stop = self.states.get(usize::from(edge.to))?.stop;
            Some((Way { virgin, edge: Edge { to: 0, ..*edge }, stop }, edge.to))
        };
        edges.filter_map(way).collect()
    }

    /// Whether a piece may capture on a way on which it passes squares where it can be taken en passant.
    pub(crate) fn captures_and_passes(&self) -> bool {
        let mut leads: Vec<bool> =
            self.states.iter().map(|state| state.stop.is_some_and(|stop| stop.passed)).collect();
        let to = |edge: &Edge| usize::from(edge.to);
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
