//! Where generated moves go: into a list, or only into a count.

use crate::base::{Bitboard, Square};
use crate::fast::position::{Feat, Step, Verb};

/// Takes moves.
pub trait Sink<B: Bitboard> {
    /// One piece to each of these squares.
    fn piece(&mut self, from: Square, targets: B);
    /// To each of these squares the piece from so many places before it.
    fn turned(&mut self, by: u16, targets: B);
    /// One move.
    fn step(&mut self, step: Step);
    /// One piece to each of these squares, becoming each of these piece types.
    fn becoming(&mut self, from: Square, targets: B, piece_types: &[u8], told: bool);
    /// One move carried out on a copy.
    fn feat(&mut self, feat: Feat<B>);
    /// How many moves there are so far.
    fn count(&self) -> u64;
}

/// Counts moves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counter(pub u64);

impl<B: Bitboard> Sink<B> for Counter {
    #[inline(always)]
    fn piece(&mut self, _: Square, targets: B) {
        self.0 += u64::from(targets.count());
    }
    #[inline(always)]
    fn turned(&mut self, _: u16, targets: B) {
        self.0 += u64::from(targets.count());
    }
    fn step(&mut self, _: Step) {
        self.0 += 1;
    }
    fn becoming(&mut self, _: Square, targets: B, piece_types: &[u8], _: bool) {
        self.0 += u64::from(targets.count()) * piece_types.len() as u64;
    }
    fn feat(&mut self, _: Feat<B>) {
        self.0 += 1;
    }
    fn count(&self) -> u64 {
        self.0
    }
}

/// Lists moves.
#[derive(Clone, Debug)]
pub struct List<B: Bitboard> {
    /// Those to be made and unmade.
    pub steps: Vec<Step>,
    /// Those that have been carried out.
    pub feats: Vec<Feat<B>>,
}

impl<B: Bitboard> Default for List<B> {
    fn default() -> List<B> {
        List { steps: Vec::new(), feats: Vec::new() }
    }
}

impl<B: Bitboard> List<B> {
    /// Forgets all moves.
    pub fn clear(&mut self) {
        self.steps.clear();
        self.feats.clear();
    }
}

impl<B: Bitboard> Sink<B> for List<B> {
    #[inline]
    fn piece(&mut self, from: Square, targets: B) {
        self.steps.extend(targets.iter().map(|to| Step::go(from, to)));
    }
    #[inline]
    fn turned(&mut self, by: u16, targets: B) {
        let mask = (B::BITS - 1) as u16;
        self.steps.extend(targets.iter().map(|to| Step::go(Square(to.0.wrapping_sub(by) & mask), to)));
    }
    fn step(&mut self, step: Step) {
        self.steps.push(step);
    }
    fn feat(&mut self, feat: Feat<B>) {
        self.feats.push(feat);
    }
    fn becoming(&mut self, from: Square, targets: B, piece_types: &[u8], told: bool) {
        let verb = if told { Verb::Promote } else { Verb::Action };
        for to in targets.iter() {
            self.steps.extend(piece_types.iter().map(|piece_type| Step { from, to, verb, arg: *piece_type }));
        }
    }
    fn count(&self) -> u64 {
        (self.steps.len() + self.feats.len()) as u64
    }
}
