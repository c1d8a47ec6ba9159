//! Where generated moves go: into a list, or only into a count.

use crate::board::Bitboard;
use crate::position::{Step, Verb};

/// Takes moves.
pub trait Sink<B: Bitboard> {
    /// One man to each of these squares.
    fn man(&mut self, from: u8, targets: B);
    /// To each of these squares the man from so many places before it.
    fn turned(&mut self, by: u8, targets: B);
    /// One move.
    fn step(&mut self, step: Step);
    /// One man to each of these squares, becoming each of these kinds.
    fn becoming(&mut self, from: u8, targets: B, kinds: &[u8], told: bool);
    /// How many moves there are so far.
    fn count(&self) -> u64;
}

/// Counts moves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counter(pub u64);

impl<B: Bitboard> Sink<B> for Counter {
    #[inline(always)]
    fn man(&mut self, _: u8, targets: B) {
        self.0 += u64::from(targets.count());
    }
    #[inline(always)]
    fn turned(&mut self, _: u8, targets: B) {
        self.0 += u64::from(targets.count());
    }
    fn step(&mut self, _: Step) {
        self.0 += 1;
    }
    fn becoming(&mut self, _: u8, targets: B, kinds: &[u8], _: bool) {
        self.0 += u64::from(targets.count()) * kinds.len() as u64;
    }
    fn count(&self) -> u64 {
        self.0
    }
}

/// Lists moves.
#[derive(Clone, Debug, Default)]
pub struct List(pub Vec<Step>);

impl<B: Bitboard> Sink<B> for List {
    #[inline]
    fn man(&mut self, from: u8, targets: B) {
        self.0.extend(targets.iter().map(|to| Step::go(from, to)));
    }
    #[inline]
    fn turned(&mut self, by: u8, targets: B) {
        let mask = (B::BITS - 1) as u8;
        self.0.extend(targets.iter().map(|to| Step::go(to.wrapping_sub(by) & mask, to)));
    }
    fn step(&mut self, step: Step) {
        self.0.push(step);
    }
    fn becoming(&mut self, from: u8, targets: B, kinds: &[u8], told: bool) {
        let verb = if told { Verb::Promote } else { Verb::Turn };
        for to in targets.iter() {
            self.0.extend(kinds.iter().map(|kind| Step { from, to, verb, arg: *kind }));
        }
    }
    fn count(&self) -> u64 {
        self.0.len() as u64
    }
}
