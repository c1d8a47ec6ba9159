//! The rough automaton the lowering builds: free steps between states, several stops in one, no care for size but a limit.

use crate::rules::{Effect, Holds, Step, Stop, Virgin};

/// The most states a notation may need before they are merged.
pub(super) const MAX_STATES: usize = 3_000;

/// A step, as yet between rough states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Arc {
    /// Where it goes.
    pub step: Step,
    /// What the square landed on must hold.
    pub holds: Holds,
    /// What happens there.
    pub effect: Effect,
    /// Whether a captured piece reappears on the square it leaves.
    pub unload: bool,
    /// The state it leads to.
    pub to: u32,
}

/// A rough state.
#[derive(Clone, Debug, Default)]
pub(super) struct Node {
    /// Ways to end here.
    pub stops: Vec<Stop>,
    /// States entered for free.
    pub free: Vec<u32>,
    /// Steps.
    pub arcs: Vec<Arc>,
}

/// A rough automaton.
#[derive(Clone, Debug, Default)]
pub(super) struct Nfa {
    /// Its states.
    pub nodes: Vec<Node>,
    /// Where it is entered.
    pub entries: Vec<(Option<Virgin>, u32)>,
    /// Whether it outgrew the limit and is of no use.
    pub overflow: bool,
}

impl Nfa {
    /// A new state.
    pub(super) fn node(&mut self) -> u32 {
        if self.nodes.len() >= MAX_STATES {
            self.overflow = true;
            return 0;
        }
        self.nodes.push(Node::default());
        u32::try_from(self.nodes.len() - 1).unwrap_or(0)
    }

    /// Joins two states for free.
    pub(super) fn join(&mut self, from: u32, to: u32) {
        if let Some(node) = self.nodes.get_mut(from as usize)
            && !node.free.contains(&to)
        {
            node.free.push(to);
        }
    }

    /// Adds a step.
    pub(super) fn arc(&mut self, from: u32, arc: Arc) {
        if let Some(node) = self.nodes.get_mut(from as usize) {
            node.arcs.push(arc);
        }
    }

    /// Lets the move end in a state.
    pub(super) fn stop(&mut self, at: u32, stop: Stop) {
        if let Some(node) = self.nodes.get_mut(at as usize)
            && !node.stops.contains(&stop)
        {
            node.stops.push(stop);
        }
    }
}
