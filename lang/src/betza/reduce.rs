//! Reduction of a nondeterministic automaton to the smallest equivalent automaton in a canonical form.
//!
//! [`reduce`] is the entry point. The subset construction makes each step deterministic, useless states are
//! removed, equivalent states are merged, and the remaining states are numbered in the order in which they are
//! reached. Two notations with the same meaning therefore have equal automata.

use crate::base::{gather, sort};
use crate::rules::{Automaton, Edge, Effect, Holds, StartState, State, Step, Stop, Virgin};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// The work limit for one notation, counted in states, steps, and classes. More work is an error.
pub const MAX_WORK: usize = 20_000;
/// The maximum number of states before the reduction.
const MAX_STATES: usize = 3_000;

/// A state of the nondeterministic automaton. The targets of its steps are indices of such states.
#[derive(Clone, Debug, Default)]
pub(super) struct ReducedNode {
    pub stops: BTreeSet<Stop>,
    /// The states that are reached without a step.
    pub free: BTreeSet<usize>,
    pub arcs: Vec<Edge>,
}

/// A nondeterministic automaton with empty steps and several stops per state.
#[derive(Clone, Debug, Default)]
pub(super) struct Nfa {
    pub nodes: Vec<ReducedNode>,
    pub entries: Vec<(Option<Virgin>, usize)>,
    /// True if the automaton exceeded the maximum size, so that it is unusable.
    pub overflow: bool,
}

impl Nfa {
    pub(super) fn node(&mut self) -> usize {
        if self.nodes.len() >= MAX_STATES {
            self.overflow = true;
            return 0;
        }
        self.nodes.push(ReducedNode::default());
        self.nodes.len() - 1
    }
}

/// Subtracts work from a budget. If the budget is too small, it becomes 0 and the result is `None`.
pub(super) fn spend(budget: &mut usize, work: usize) -> Option<()> {
    let left = budget.checked_sub(work);
    *budget = left.unwrap_or(0);
    left.map(|_| ())
}

/// Returns the smallest equivalent automaton, or `None` if the work exceeds `budget`. The work is subtracted from
/// `budget`.
pub(super) fn reduce(nfa: &Nfa, budget: &mut usize) -> Option<Automaton> {
    let mut subsets = Subsets { nfa, index: FxHashMap::default(), list: Vec::new(), work: 0 };
    let mut rough = subsets.determine(*budget);
    spend(budget, subsets.work)?;
    let back = rough.prune();
    let class = rough.merge(&back, budget)?;
    rough.number(&class)
}

/// A set of states that are reached together, with one of their stops.
type Subset = (Vec<usize>, Option<Stop>);

/// A step, reduced to one class of contents of its target. The last element is true if the step unloads a piece.
type EdgeLabel = (Step, u8, Effect, bool);

struct Subsets<'a> {
    nfa: &'a Nfa,
    index: FxHashMap<Subset, usize>,
    list: Vec<Subset>,
    work: usize,
}

impl Subsets<'_> {
    /// Follows all steps from the entries until the work exceeds `most`.
    fn determine(&mut self, most: usize) -> Dfa {
        let mut rough = Dfa::default();
        // Entries with different requirements stay apart, because they are not open to the same pieces.
        for virgin in [None, Some(Virgin::Home), Some(Virgin::RankBeyond)] {
            let entries = self.nfa.entries.iter().filter(|(v, _)| *v == virgin);
            let seeds: Vec<usize> = entries.map(|(_, id)| *id).collect();
            if !seeds.is_empty() {
                rough.entries.extend(self.close(seeds).into_iter().map(|id| (virgin, id)));
            }
        }
        let mut labels: FxHashMap<EdgeLabel, usize> = FxHashMap::default();
        while let Some((members, stop)) = self.list.get(rough.states.len()).cloned()
            && self.work <= most
        {
            let mut targets: BTreeMap<EdgeLabel, Vec<usize>> = BTreeMap::new();
            for arc in members.iter().flat_map(|m| &self.nfa.nodes[*m].arcs) {
                // Edges can overlap in the contents they accept, so each class of contents is followed
                // separately.
                for bit in (0..6).map(|n| 1u8 << n).filter(|bit| arc.holds.0 & bit != 0) {
                    targets.entry((arc.step, bit, arc.effect, arc.unload)).or_default().push(arc.to.into());
                    self.work += 1;
                }
            }
            let mut arcs = Vec::new();
            for (label, seeds) in targets {
                let id = *labels.entry(label).or_insert_with(|| {
                    rough.labels.push(label);
                    rough.labels.len() - 1
                });
                arcs.extend(self.close(seeds).into_iter().map(|to| (id, to)));
            }
            rough.states.push((stop, arcs));
        }
        rough
    }

    /// Returns the subsets that are reached from these states by empty steps, one for each stop.
    fn close(&mut self, seeds: Vec<usize>) -> Vec<usize> {
        let nodes = &self.nfa.nodes;
        let mut open = seeds;
        let mut members = BTreeSet::new();
        while let Some(member) = open.pop() {
            if members.insert(member) {
                open.extend(&nodes[member].free);
            }
        }
        self.work += members.len();
        let stops: BTreeSet<Stop> = gather(members.iter().flat_map(|m| nodes[*m].stops.iter().copied()));
        let mut stops = stops.into_iter();
        // States without steps matter only for their stops, which are stored beside the subset.
        let members = members.into_iter().filter(|m| !nodes[*m].arcs.is_empty()).collect();
        let first = self.intern((members, stops.next()));
        std::iter::once(first).chain(stops.map(|stop| self.intern((Vec::new(), Some(stop))))).collect()
    }

    fn intern(&mut self, subset: Subset) -> usize {
        *self.index.entry(subset).or_insert_with_key(|subset| {
            self.list.push(subset.clone());
            self.list.len() - 1
        })
    }
}

/// A deterministic automaton with at most one stop per state. A step has several targets only if the move can end
/// with different stops.
#[derive(Default)]
struct Dfa {
    labels: Vec<EdgeLabel>,
    /// The stop of each state, with its steps as pairs of a label index and a target state.
    states: Vec<Signature>,
    entries: Vec<(Option<Virgin>, usize)>,
}

/// The stop of a state, with its steps as pairs of a label index and a target, which is a state or a class of
/// states.
type Signature = (Option<Stop>, Vec<(usize, usize)>);

impl Dfa {
    /// Removes all steps into states from which no stop is reachable. Returns the predecessors of each state.
    fn prune(&mut self) -> Vec<Vec<usize>> {
        let mut back: Vec<Vec<usize>> = vec![Vec::new(); self.states.len()];
        for (from, (_, arcs)) in self.states.iter().enumerate() {
            arcs.iter().for_each(|(_, to)| back[*to].push(from));
        }
        let mut alive: Vec<bool> = self.states.iter().map(|(stop, _)| stop.is_some()).collect();
        let mut queue: Vec<usize> = (0..alive.len()).filter(|i| alive[*i]).collect();
        while let Some(at) = queue.pop() {
            queue.extend(back[at].iter().filter(|from| !std::mem::replace(&mut alive[**from], true)));
        }
        self.entries.retain(|(_, id)| alive[*id]);
        self.states.iter_mut().for_each(|(_, arcs)| arcs.retain(|(_, to)| alive[*to]));
        (0..alive.len()).filter(|i| !alive[*i]).for_each(|i| back[i].clear());
        back
    }

    /// Assigns equivalent states to the same class. The classes are refined until they no longer change.
    fn merge(&self, back: &[Vec<usize>], budget: &mut usize) -> Option<Vec<usize>> {
        let mut class: Vec<usize> = vec![usize::MAX; self.states.len()];
        let first = self.settle(back, &mut class);
        // Most notations have few loops, so the costly refinement is only needed for the remaining states.
        let rest: Vec<usize> = (0..class.len()).filter(|i| class[*i] == usize::MAX).collect();
        let size = rest.len() + rest.iter().map(|i| self.states[*i].1.len()).sum::<usize>();
        spend(budget, class.len())?;
        // All remaining states start in one class, which the loop divides until the number of classes is stable.
        rest.iter().for_each(|i| class[*i] = first);
        let mut count = 0;
        while !rest.is_empty() {
            spend(budget, size)?;
            let mut known: FxHashMap<(usize, Signature), usize> = FxHashMap::default();
            let next: Vec<usize> = rest
                .iter()
                .map(|i| {
                    let fresh = first + known.len();
                    *known.entry((class[*i], self.signature(*i, &class))).or_insert(fresh)
                })
                .collect();
            rest.iter().zip(next).for_each(|(i, fresh)| class[*i] = fresh);
            if known.len() == count {
                break;
            }
            count = known.len();
        }
        Some(class)
    }

    fn signature(&self, i: usize, class: &[usize]) -> Signature {
        let (stop, arcs) = &self.states[i];
        let mut ways: Vec<(usize, usize)> = arcs.iter().map(|(label, to)| (*label, class[*to])).collect();
        sort(&mut ways);
        ways.dedup();
        (*stop, ways)
    }

    /// Assigns final classes to all states from which no loop is reachable, from the ends backward. Returns the
    /// number of classes.
    fn settle(&self, back: &[Vec<usize>], class: &mut [usize]) -> usize {
        let mut waiting: Vec<usize> = self.states.iter().map(|(_, arcs)| arcs.len()).collect();
        let mut known: FxHashMap<Signature, usize> = FxHashMap::default();
        let mut open: Vec<usize> = (0..waiting.len()).filter(|i| waiting[*i] == 0).collect();
        while let Some(i) = open.pop() {
            let fresh = known.len();
            class[i] = *known.entry(self.signature(i, class)).or_insert(fresh);
            for from in &back[i] {
                waiting[*from] -= 1;
                if waiting[*from] == 0 {
                    open.push(*from);
                }
            }
        }
        known.len()
    }

    /// Numbers the classes in the order in which they are reached, and merges steps that differ only in the
    /// contents of their target.
    fn number(&self, class: &[usize]) -> Option<Automaton> {
        let mut names: FxHashMap<usize, usize> = FxHashMap::default();
        let mut order: Vec<usize> = Vec::new();
        let mut name = |id: usize, order: &mut Vec<usize>| {
            let found = *names.entry(class[id]).or_insert_with(|| {
                order.push(id);
                order.len() - 1
            });
            u16::try_from(found).ok()
        };
        let mut automaton = Automaton::default();
        for (virgin, id) in &self.entries {
            automaton.entries.push(StartState { state: name(*id, &mut order)?, virgin: *virgin });
        }
        while let Some(id) = order.get(automaton.states.len()) {
            let (stop, arcs) = &self.states[*id];
            let mut joined: BTreeMap<(Step, Effect, bool, u16), u8> = BTreeMap::new();
            for (label, to) in arcs {
                let (step, bit, effect, unload) = self.labels[*label];
                *joined.entry((step, effect, unload, name(*to, &mut order)?)).or_default() |= bit;
            }
            let edge =
                |((step, effect, unload, to), bits)| Edge { step, holds: Holds(bits), effect, unload, to };
            automaton.states.push(State { stop: *stop, edges: joined.into_iter().map(edge).collect() });
        }
        Some(automaton)
    }
}

/// Returns the smallest automaton with the moves of all these automata, or `None` if it is too large to compute.
pub fn united<'a>(automata: impl IntoIterator<Item = &'a Automaton>) -> Option<Automaton> {
    let mut nfa = Nfa::default();
    let (mut castles, mut imitate) = (BTreeSet::new(), BTreeSet::new());
    for automaton in automata {
        let first = nfa.nodes.len();
        let moved = |to: u16| u16::try_from(first + usize::from(to)).ok();
        for state in &automaton.states {
            let arcs = state.edges.iter().map(|edge| Some(Edge { to: moved(edge.to)?, ..*edge }));
            let node = nfa.node();
            let stops = state.stop.into_iter().collect();
            *nfa.nodes.get_mut(node)? =
                ReducedNode { stops, arcs: arcs.collect::<Option<_>>()?, ..ReducedNode::default() };
        }
        nfa.entries
            .extend(automaton.entries.iter().map(|entry| (entry.virgin, first + usize::from(entry.state))));
        castles.extend(automaton.castles.iter().copied());
        imitate.extend(automaton.imitate);
    }
    if nfa.overflow || imitate.len() > 1 {
        return None;
    }
    let reduced = reduce(&nfa, &mut MAX_WORK.clone())?;
    Some(Automaton { castles: castles.into_iter().collect(), imitate: imitate.pop_first(), ..reduced })
}
