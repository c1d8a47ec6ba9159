//! From the rough automaton to the smallest one of the same meaning, in one fixed form.
//!
//! Subsets of states make the choice of step unique, useless states go, equal states are merged, and what is left is
//! numbered from the entries. Two notations of one meaning give the same automaton, whatever they look like.

use super::nfa::Nfa;
use crate::rules::{Automaton, Edge, Effect, Entry, Holds, State, Step, Stop, Virgin};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// A step and one class of what it lands on.
type Label = (Step, u8, Effect, bool);

/// How much may be looked at, counted in states, steps and classes, before a notation is refused.
pub(super) const MAX_WORK: usize = 20_000;

/// A state with at most one stop, whose steps have one target each.
#[derive(Clone, Debug, Default)]
struct Node {
    stop: Option<Stop>,
    /// Several targets only where a move may end in more than one way.
    arcs: Vec<(Label, u32)>,
}

/// Takes work from a budget; a budget that does not suffice is used up.
pub(super) fn spend(budget: &mut usize, work: usize) -> Option<()> {
    let left = budget.checked_sub(work);
    *budget = left.unwrap_or(0);
    left.map(|_| ())
}

/// The smallest automaton; `None` if it takes more than `budget`, from which the work done is taken.
pub(super) fn reduce(nfa: &Nfa, budget: &mut usize) -> Option<Automaton> {
    if nfa.overflow {
        *budget = budget.saturating_sub(nfa.nodes.len());
        return None;
    }
    let (nodes, entries) = determine(nfa, budget)?;
    let mut back: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    for (from, node) in nodes.iter().enumerate() {
        node.arcs.iter().for_each(|(_, to)| back[*to as usize].push(from));
    }
    let alive = alive(&nodes, &back);
    let class = merge(&nodes, &alive, &back, budget)?;
    number(&nodes, &alive, &class, &entries)
}

type Subset = (Vec<u32>, Option<Stop>);

struct Subsets<'a> {
    nfa: &'a Nfa,
    index: FxHashMap<Subset, u32>,
    list: Vec<Subset>,
    work: usize,
}

impl Subsets<'_> {
    /// The subsets reached together by free steps, one for each way to stop.
    fn close(&mut self, seeds: &[u32]) -> Vec<u32> {
        let mut members: Vec<u32> = seeds.to_vec();
        members.sort_unstable();
        members.dedup();
        let mut at = 0;
        let mut seen: rustc_hash::FxHashSet<u32> = members.iter().copied().collect();
        while let Some(member) = members.get(at).copied() {
            for free in &self.nfa.nodes[member as usize].free {
                if seen.insert(*free) {
                    members.push(*free);
                }
            }
            at += 1;
        }
        members.sort_unstable();
        self.work += members.len();
        let mut stops: Vec<Stop> =
            members.iter().flat_map(|m| self.nfa.nodes[*m as usize].stops.iter().copied()).collect();
        stops.sort_unstable();
        stops.dedup();
        // States without steps differ only in their stops, which are kept beside the subset.
        members.retain(|m| !self.nfa.nodes[*m as usize].arcs.is_empty());
        let mut ids = vec![self.intern((members, stops.first().copied()))];
        for stop in stops.into_iter().skip(1) {
            ids.push(self.intern((Vec::new(), Some(stop))));
        }
        ids
    }

    fn intern(&mut self, subset: Subset) -> u32 {
        if let Some(id) = self.index.get(&subset) {
            return *id;
        }
        let id = u32::try_from(self.list.len()).unwrap_or(u32::MAX);
        self.list.push(subset.clone());
        self.index.insert(subset, id);
        id
    }
}

type Entries = Vec<(Option<Virgin>, u32)>;

fn determine(nfa: &Nfa, budget: &mut usize) -> Option<(Vec<Node>, Entries)> {
    let mut subsets = Subsets { nfa, index: FxHashMap::default(), list: Vec::new(), work: 0 };
    let mut entries = Vec::new();
    for virgin in [None, Some(Virgin::Home), Some(Virgin::RankBeyond)] {
        let seeds: Vec<u32> = nfa.entries.iter().filter(|(v, _)| *v == virgin).map(|(_, id)| *id).collect();
        if !seeds.is_empty() {
            entries.extend(subsets.close(&seeds).into_iter().map(|id| (virgin, id)));
        }
    }
    let mut nodes = Vec::new();
    let mut at = 0;
    while let Some((members, stop)) = subsets.list.get(at).cloned() {
        let mut targets: BTreeMap<Label, Vec<u32>> = BTreeMap::new();
        for arc in members.iter().flat_map(|m| &nfa.nodes[*m as usize].arcs) {
            for bit in (0..6).map(|n| 1u8 << n).filter(|bit| arc.holds.0 & bit != 0) {
                targets.entry((arc.step, bit, arc.effect, arc.unload)).or_default().push(arc.to);
                subsets.work += 1;
            }
        }
        let mut node = Node { stop, arcs: Vec::new() };
        for (label, seeds) in targets {
            node.arcs.extend(subsets.close(&seeds).into_iter().map(|id| (label, id)));
        }
        nodes.push(node);
        at += 1;
        if subsets.work > *budget {
            *budget = 0;
            return None;
        }
    }
    *budget -= subsets.work;
    Some((nodes, entries))
}

/// Which states can still come to an end; `back` has the states that lead to each.
fn alive(nodes: &[Node], back: &[Vec<usize>]) -> Vec<bool> {
    let mut alive: Vec<bool> = nodes.iter().map(|node| node.stop.is_some()).collect();
    let mut queue: Vec<usize> = (0..nodes.len()).filter(|i| alive[*i]).collect();
    while let Some(at) = queue.pop() {
        for from in &back[at] {
            if !std::mem::replace(&mut alive[*from], true) {
                queue.push(*from);
            }
        }
    }
    alive
}

/// Puts equivalent states into one class, refining until nothing changes.
fn merge(nodes: &[Node], alive: &[bool], back: &[Vec<usize>], budget: &mut usize) -> Option<Vec<u32>> {
    let mut labels: FxHashMap<Label, u32> = FxHashMap::default();
    let arcs: Vec<Vec<(u32, u32)>> = nodes
        .iter()
        .map(|node| {
            let live = node.arcs.iter().filter(|(_, to)| alive[*to as usize]);
            live.map(|(label, to)| {
                let fresh = u32::try_from(labels.len()).unwrap_or(u32::MAX);
                (*labels.entry(*label).or_insert(fresh), *to)
            })
            .collect()
        })
        .collect();
    let mut class: Vec<u32> = vec![u32::MAX; nodes.len()];
    let settled = settle(nodes, alive, &arcs, back, &mut class);
    let first = class.iter().filter(|c| **c != u32::MAX).max().map_or(0, |c| c + 1);
    let rest: Vec<usize> = (0..nodes.len()).filter(|i| alive[*i] && !settled[*i]).collect();
    let size = rest.len() + rest.iter().map(|i| arcs[*i].len()).sum::<usize>();
    spend(budget, nodes.len())?;
    for i in &rest {
        class[*i] = first;
    }
    let mut count = 0;
    while !rest.is_empty() {
        spend(budget, size)?;
        let mut known: FxHashMap<(u32, Signature), u32> = FxHashMap::default();
        let next: Vec<u32> = rest
            .iter()
            .map(|i| {
                let fresh = first + u32::try_from(known.len()).unwrap_or(0);
                *known.entry((class[*i], signature(*i, nodes, &arcs, &class))).or_insert(fresh)
            })
            .collect();
        for (i, fresh) in rest.iter().zip(next) {
            class[*i] = fresh;
        }
        if known.len() == count {
            break;
        }
        count = known.len();
    }
    Some(class)
}

/// How a state ends and where its steps lead.
type Signature = (Option<Stop>, Vec<(u32, u32)>);

fn signature(i: usize, nodes: &[Node], arcs: &[Vec<(u32, u32)>], class: &[u32]) -> Signature {
    let mut ways: Vec<(u32, u32)> = arcs[i].iter().map(|(label, to)| (*label, class[*to as usize])).collect();
    ways.sort_unstable();
    ways.dedup();
    (nodes[i].stop, ways)
}

/// Gives their final class to all states that lead into no loop, from the ends backward; says which they are.
fn settle(
    nodes: &[Node],
    alive: &[bool],
    arcs: &[Vec<(u32, u32)>],
    back: &[Vec<usize>],
    class: &mut [u32],
) -> Vec<bool> {
    let mut waiting: Vec<usize> = arcs.iter().map(Vec::len).collect();
    let mut known: FxHashMap<Signature, u32> = FxHashMap::default();
    let mut settled = vec![false; nodes.len()];
    let mut open: Vec<usize> = (0..nodes.len()).filter(|i| alive[*i] && waiting[*i] == 0).collect();
    while let Some(i) = open.pop() {
        let fresh = u32::try_from(known.len()).unwrap_or(0);
        class[i] = *known.entry(signature(i, nodes, arcs, class)).or_insert(fresh);
        settled[i] = true;
        for from in &back[i] {
            waiting[*from] -= 1;
            if waiting[*from] == 0 {
                open.push(*from);
            }
        }
    }
    settled
}

/// Numbers the classes from the entries on and joins steps that differ only in what they land on.
fn number(nodes: &[Node], alive: &[bool], class: &[u32], entries: &Entries) -> Option<Automaton> {
    let mut names: FxHashMap<u32, u16> = FxHashMap::default();
    let mut order: Vec<usize> = Vec::new();
    let mut name = |id: u32, order: &mut Vec<usize>| -> Option<u16> {
        let key = class[id as usize];
        if let Some(found) = names.get(&key) {
            return Some(*found);
        }
        let fresh = u16::try_from(order.len()).ok()?;
        order.push(id as usize);
        names.insert(key, fresh);
        Some(fresh)
    };
    let mut automaton = Automaton::default();
    for (virgin, id) in entries.iter().filter(|(_, id)| alive[*id as usize]) {
        let state = name(*id, &mut order)?;
        automaton.entries.push(Entry { state, virgin: *virgin });
    }
    let mut at = 0;
    while let Some(id) = order.get(at).copied() {
        let node = &nodes[id];
        let mut joined: BTreeMap<(Step, Effect, bool, u16), u8> = BTreeMap::new();
        for ((step, bit, effect, unload), to) in node.arcs.iter().filter(|(_, to)| alive[*to as usize]) {
            let to = name(*to, &mut order)?;
            *joined.entry((*step, *effect, *unload, to)).or_default() |= bit;
        }
        let edges = joined
            .into_iter()
            .map(|((step, effect, unload, to), bits)| Edge { step, holds: Holds(bits), effect, unload, to })
            .collect();
        automaton.states.push(State { stop: node.stop, edges });
        at += 1;
    }
    Some(automaton)
}
