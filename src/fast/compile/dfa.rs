//! An automaton with its states taken together: from each set of states, where every step leads and what it meets.
//! It is made once for a piece and followed from every square.

use super::unroll::Odd;
use crate::rules::{Automaton, Edge, Effect, Entry, Holds, Step, Virgin};
use rustc_hash::FxHashMap;

/// How many sets of states a piece may be in.
const MAX_SETS: usize = 2_048;

/// A set of states, by its number; zero is the empty one.
pub(super) type SetId = u32;

/// What one step can lead to.
#[derive(Clone, Debug, Default)]
pub(super) struct Transition {
    /// The states after it on an empty square.
    pub empty: SetId,
    /// The states after it, whatever stands there.
    pub through: Option<SetId>,
    /// The states after it over a piece.
    pub over: Option<SetId>,
    /// All states after it but those over a piece.
    pub either: SetId,
    /// A quiet move may end here.
    pub quiet: bool,
    /// A quiet move that ends here can be taken in passing.
    pub passing: bool,
    /// A capture may end here.
    pub capture: bool,
    /// A piece that passed may be taken here.
    pub en_passant: bool,
}

impl Transition {
    /// Whether there is more to it than taking in passing.
    pub(super) fn goes_on(&self) -> bool {
        self.quiet || self.capture || self.empty != 0 || self.through.is_some() || self.over.is_some()
    }
}

/// An automaton with its states taken together.
#[derive(Clone, Debug, Default)]
pub(super) struct Dfa {
    sets: FxHashMap<Vec<u16>, SetId>,
    transitions: Vec<Vec<(Step, Transition)>>,
    /// Where it starts: for a piece at home or not, and one rank beyond home or not.
    starts: [[SetId; 2]; 2],
}

/// What the edges of one step say, before their states are numbered.
#[derive(Default)]
struct Draft {
    empty: Vec<u16>,
    through: Vec<u16>,
    over: Vec<u16>,
    plain: bool,
    transition: Transition,
}

impl Dfa {
    /// Takes the states of an automaton together.
    pub(super) fn new(automaton: &Automaton) -> Result<Dfa, Odd> {
        let mut dfa = Dfa::default();
        let mut open = Vec::new();
        dfa.intern(Vec::new(), &mut open)?;
        for (home, beyond) in [(false, false), (false, true), (true, false), (true, true)] {
            let is_open = |entry: &&Entry| match entry.virgin {
                None => true,
                Some(Virgin::Home) => home,
                Some(Virgin::RankBeyond) => beyond,
            };
            let states = automaton.entries.iter().filter(is_open).map(|entry| entry.state).collect();
            dfa.starts[usize::from(home)][usize::from(beyond)] = dfa.intern(states, &mut open)?;
        }
        while let Some((id, states)) = open.pop() {
            let transitions = dfa.steps(automaton, &states, &mut open)?;
            dfa.transitions[id as usize] = transitions;
        }
        Ok(dfa)
    }

    /// The states a piece is in before its first step.
    pub(super) fn start(&self, home: bool, beyond: bool) -> SetId {
        self.starts[usize::from(home)][usize::from(beyond)]
    }

    /// The steps from a set of states.
    pub(super) fn transitions(&self, states: SetId) -> &[(Step, Transition)] {
        &self.transitions[states as usize]
    }

    /// The number of a set; a new one is still to be looked at.
    fn intern(&mut self, mut states: Vec<u16>, open: &mut Vec<(SetId, Vec<u16>)>) -> Result<SetId, Odd> {
        states.sort_unstable();
        states.dedup();
        if let Some(id) = self.sets.get(&states) {
            return Ok(*id);
        }
        let id = self.transitions.len() as SetId;
        if self.transitions.len() > MAX_SETS {
            return Err(Odd);
        }
        self.transitions.push(Vec::new());
        self.sets.insert(states.clone(), id);
        open.push((id, states));
        Ok(id)
    }

    fn steps(
        &mut self,
        automaton: &Automaton,
        states: &[u16],
        open: &mut Vec<(SetId, Vec<u16>)>,
    ) -> Result<Vec<(Step, Transition)>, Odd> {
        let mut drafts: Vec<(Step, Draft)> = Vec::new();
        let states = states.iter().filter_map(|state| automaton.states.get(usize::from(*state)));
        for edge in states.flat_map(|state| &state.edges) {
            let place = drafts.iter().position(|(step, _)| *step == edge.step).unwrap_or_else(|| {
                drafts.push((edge.step, Draft::default()));
                drafts.len() - 1
            });
            drafts[place].1.add(automaton, edge)?;
        }
        let mut steps = Vec::new();
        for (step, draft) in drafts {
            let mut transition = draft.transition;
            let some = |list: &[u16]| !list.is_empty();
            transition.either = self.intern([draft.empty.clone(), draft.through.clone()].concat(), open)?;
            transition.empty = self.intern(draft.empty, open)?;
            if some(&draft.through) {
                transition.through = Some(self.intern(draft.through, open)?);
            }
            if some(&draft.over) {
                transition.over = Some(self.intern(draft.over, open)?);
            }
            steps.push((step, transition));
        }
        Ok(steps)
    }
}

impl Draft {
    fn add(&mut self, automaton: &Automaton, edge: &Edge) -> Result<(), Odd> {
        let Some(next) = automaton.states.get(usize::from(edge.to)) else { return Ok(()) };
        if edge.unload || next.stop.is_some_and(|stop| stop.exempt) {
            // It puts captured pieces down, or is exempt from rules.
            return Err(Odd);
        }
        match edge.effect {
            Effect::None => {
                let pieces = edge.holds.0 & Holds::PIECE.0;
                let empty = edge.holds.meets(Holds::EMPTY);
                if pieces != 0 && (pieces != Holds::PIECE.0 || next.stop.is_some())
                    || edge.holds.meets(Holds::PASSED) && !empty
                {
                    // It passes some pieces and not others, or ends on a piece without capturing it.
                    return Err(Odd);
                }
                if empty {
                    self.empty.push(edge.to);
                }
                match (empty, pieces != 0) {
                    (true, true) => self.through.push(edge.to),
                    (false, true) => self.over.push(edge.to),
                    _ => {}
                }
                if let (true, Some(stop)) = (empty, next.stop) {
                    self.transition.quiet = true;
                    self.transition.passing |= stop.passed;
                    self.plain |= !stop.passed;
                }
                // A move that can and cannot be taken in passing.
                if self.plain && self.transition.passing { Err(Odd) } else { Ok(()) }
            }
            Effect::Capture => {
                let plain = next.stop.is_some_and(|stop| !stop.passed);
                if edge.holds != Holds::ENEMY || !next.edges.is_empty() || !plain {
                    // It captures on its way, or only some pieces, or can be taken in passing after it.
                    return Err(Odd);
                }
                self.transition.capture = true;
                Ok(())
            }
            Effect::EnPassant => {
                if edge.holds != Holds::PASSED || !next.edges.is_empty() || next.stop.is_none() {
                    return Err(Odd);
                }
                self.transition.en_passant = true;
                Ok(())
            }
            Effect::Induce => Err(Odd),
        }
    }
}
