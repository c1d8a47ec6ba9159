//! Moves of many pieces at once: where a whole class shares a few steps, its bitboard is shifted by each of them.

use super::attack_table::AttackTable;
use crate::base::{Bitboard, Square};

/// Most steps a class may have to be moved at once; with more it is quicker to look at each piece.
const MAX_JUMPS: usize = 5;

/// One step for all pieces that may make it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shift<B> {
    /// The squares it may be made from.
    pub from: B,
    /// How far the bits are shifted.
    pub by: u16,
}

/// Two steps, the first to an empty square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DoubleShift<B> {
    /// The squares it may be made from.
    pub from: B,
    /// How far to the square between.
    pub first: u16,
    /// How far on from there.
    pub second: u16,
}

/// The steps of a class.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Shifts<B> {
    /// Without capture.
    pub quiet: Vec<Shift<B>>,
    /// With capture.
    pub capture: Vec<Shift<B>>,
    /// Without capture, over an empty square.
    pub doubles: Vec<DoubleShift<B>>,
}

impl<B: Bitboard> Shifts<B> {
    /// The steps that make up a table; nothing if there are many or they are not steps.
    pub(super) fn new(table: &AttackTable<B>) -> Option<Shifts<B>> {
        let mut shifts = Shifts::default();
        if table.gated {
            return None;
        }
        for from in B::ALL.iter() {
            let row = table.row(from);
            let mut quiet = row.quiet;
            for line in table.lines(row) {
                let steps = line.lower | line.upper;
                let both = !line.lower.is_empty() && !line.upper.is_empty();
                let to = line.quiet.iter().find(|to| line.between(*to).count() == 1)?;
                if both || steps.count() != 2 || !line.capture.is_empty() {
                    return None;
                }
                let between = line.between(to);
                quiet |= line.quiet & between;
                let (first, second) = (offset::<B>(from, between.first()), offset::<B>(between.first(), to));
                match shifts.doubles.iter_mut().find(|d| (d.first, d.second) == (first, second)) {
                    Some(double) => double.from |= B::bit(from),
                    None => shifts.doubles.push(DoubleShift { from: B::bit(from), first, second }),
                }
            }
            for (leaps, list) in [(quiet, &mut shifts.quiet), (row.capture, &mut shifts.capture)] {
                for by in leaps.iter().map(|to| offset::<B>(from, to)) {
                    match list.iter_mut().find(|shift| shift.by == by) {
                        Some(shift) => shift.from |= B::bit(from),
                        None => list.push(Shift { from: B::bit(from), by }),
                    }
                }
            }
            if shifts.quiet.len() + shifts.capture.len() + shifts.doubles.len() > MAX_JUMPS {
                return None;
            }
        }
        Some(shifts)
    }
}

/// How far the bits are shifted for a step from one square to another.
fn offset<B: Bitboard>(from: Square, to: Square) -> u16 {
    to.0.wrapping_sub(from.0) & (B::BITS - 1) as u16
}
