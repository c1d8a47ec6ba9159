//! Finds the steps that all pieces of a class share, for moving them at once with bit shifts.

use crate::base::{Bitboard, Square};
use crate::fast::tables::{AttackTable, Shift, Shifts};

/// The maximum number of steps of a class that is moved with shifts. With more steps, visiting each piece is faster.
const MAX_JUMPS: usize = 5;

impl<B: Bitboard> Shifts<B> {
    /// Returns the steps that make up a table. Returns `None` if there are too many steps, or if the table has other
    /// paths.
    pub(super) fn new(table: &AttackTable<B>) -> Option<Shifts<B>> {
        let mut shifts = Shifts::default();
        if table.gated {
            return None;
        }
        for from in table.squares() {
            let row = table.row(from);
            let (mut quiet, mut ends) = (row.quiet, B::EMPTY);
            for line in table.lines(row) {
                // Only a straight double step without capture can be shifted.
                let both = !line.lower.is_empty() && !line.upper.is_empty();
                let to = line.quiet.iter().find(|to| line.between(*to).count() == 1)?;
                if both || (line.lower | line.upper).count() != 2 || !line.capture.is_empty() || ends.has(to)
                {
                    return None;
                }
                ends |= B::bit(to);
                let between = line.between(to);
                quiet |= line.quiet & between;
                let halfway = between.first();
                add(&mut shifts.doubles, from, offset::<B>(from, halfway), offset::<B>(halfway, to));
            }
            // A square to which two paths lead would be listed twice.
            if ends.meets(quiet) {
                return None;
            }
            quiet.iter().for_each(|to| add(&mut shifts.quiet, from, offset::<B>(from, to), 0));
            row.capture.iter().for_each(|to| add(&mut shifts.capture, from, offset::<B>(from, to), 0));
            if shifts.quiet.len() + shifts.capture.len() + shifts.doubles.len() > MAX_JUMPS {
                return None;
            }
        }
        Some(shifts)
    }
}

fn offset<B: Bitboard>(from: Square, to: Square) -> u16 {
    // Shifts are rotations, so a negative offset is stored modulo the number of bits.
    to.0.wrapping_sub(from.0) & (B::BITS - 1) as u16
}

fn add<B: Bitboard>(list: &mut Vec<Shift<B>>, from: Square, by: u16, on: u16) {
    match list.iter_mut().find(|shift| (shift.by, shift.on) == (by, on)) {
        Some(shift) => shift.from |= B::bit(from),
        None => list.push(Shift { from: B::bit(from), by, on }),
    }
}
