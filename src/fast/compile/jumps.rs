//! Moves of many pieces at once: where a whole class shares a few steps, its bitboard is turned by each of them.

use super::rows::Rows;
use crate::base::{Bitboard, Square};

/// Most steps a class may have to be moved at once; with more it is quicker to look at each piece.
const MAX_JUMPS: usize = 5;

/// One step for all pieces that may make it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Jump<B> {
    /// The squares it may be made from.
    pub from: B,
    /// How far the bits are turned.
    pub by: u16,
}

/// Two steps, the first to an empty square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Double<B> {
    /// The squares it may be made from.
    pub from: B,
    /// How far to the square between.
    pub first: u16,
    /// How far on from there.
    pub second: u16,
}

/// The steps of a class.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Jumps<B> {
    /// Without capture.
    pub quiet: Vec<Jump<B>>,
    /// With capture.
    pub capture: Vec<Jump<B>>,
    /// Without capture, over an empty square.
    pub doubles: Vec<Double<B>>,
}

impl<B: Bitboard> Jumps<B> {
    /// The steps that make up `rows`, but for those into `without`; nothing if there are many or they are not steps.
    pub(super) fn new(rows: &Rows<B>, without: B) -> Option<Jumps<B>> {
        let mut jumps = Jumps::default();
        if rows.gated {
            return None;
        }
        for from in B::ALL.iter() {
            let row = rows.row(from);
            for (leaps, list) in [(row.quiet, &mut jumps.quiet), (row.capture, &mut jumps.capture)] {
                for to in (leaps & !without).iter() {
                    add(list, from, offset::<B>(from, to));
                }
            }
            for line in rows.lines(row) {
                let steps = line.lower | line.upper;
                let both = !line.lower.is_empty() && !line.upper.is_empty();
                if both || steps.count() != 2 || !line.capture.is_empty() || line.quiet.count() != 1 {
                    return None;
                }
                let between = (steps & !line.quiet).first();
                let to = line.quiet.first();
                if without.has(to) {
                    continue;
                }
                let (first, second) = (offset::<B>(from, between), offset::<B>(between, to));
                match jumps.doubles.iter_mut().find(|d| (d.first, d.second) == (first, second)) {
                    Some(double) => double.from |= B::bit(from),
                    None => jumps.doubles.push(Double { from: B::bit(from), first, second }),
                }
            }
            if jumps.quiet.len() + jumps.capture.len() + jumps.doubles.len() > MAX_JUMPS {
                return None;
            }
        }
        Some(jumps)
    }
}

fn offset<B: Bitboard>(from: Square, to: Square) -> u16 {
    to.0.wrapping_sub(from.0) & (B::BITS - 1) as u16
}

fn add<B: Bitboard>(list: &mut Vec<Jump<B>>, from: Square, by: u16) {
    match list.iter_mut().find(|jump| jump.by == by) {
        Some(jump) => jump.from |= B::bit(from),
        None => list.push(Jump { from: B::bit(from), by }),
    }
}
