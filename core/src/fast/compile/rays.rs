//! Stores the paths from one square in a row of an attack table: rays become lines, and the others become leaps and
//! gates.

use super::paths::Paths;
use crate::base::{Bitboard, Square};
use crate::fast::tables::{AttackRow, AttackTable, Gate, RayPair};

impl<B: Bitboard> AttackTable<B> {
    /// Stores the paths from one square.
    pub(super) fn store(&mut self, from: Square, found: &Paths<B>) {
        let (lines, jumps, gates) = (self.lines.len(), self.jumps.len(), self.gates.len());
        let mut row =
            AttackRow { en_passant: found.en_passant, passing: found.passing, ..AttackRow::default() };
        let (mut blocked, mut type_blockers) = (Rays::default(), Rays::default());
        // The longest paths come first, because the shorter paths lie on them.
        for gate in found.gates.iter().rev() {
            // Every piece blocks a line, but only some piece types block a jump, so the two are gathered separately.
            let is_ray = match gate.is_line() {
                true => {
                    blocked.join(gate.empty, gate) || !gate.empty.is_empty() && blocked.add(gate.empty, gate)
                }
                false => {
                    (gate.empty | gate.hurdles).is_empty()
                        && (type_blockers.join(gate.clear, gate) || type_blockers.add(gate.clear, gate))
                }
            };
            if gate.referenced().is_empty() && !is_ray {
                row.quiet |= gate.quiet;
                row.capture |= gate.capture;
            } else if !is_ray {
                self.gates.push(*gate);
            }
        }
        blocked.pair(&mut self.lines);
        type_blockers.pair(&mut self.jumps);
        (row.lines.0, row.jumps.0, row.gates.0) = (lines as u32, jumps as u32, gates as u32);
        self.place(from, row, (&found.double_captures, &found.null_moves));
    }
}

/// The rays from one square found so far. `up` runs to higher bits, `down` to lower bits.
#[derive(Default)]
struct Rays<B> {
    up: Vec<RayPair<B>>,
    down: Vec<RayPair<B>>,
}

impl<B: Bitboard> Rays<B> {
    /// Adds a target to the ray that contains it. `before` holds the squares in front of the target. Returns false if
    /// there is no such ray.
    #[inline]
    fn join(&mut self, before: B, gate: &Gate<B>) -> bool {
        let to = gate.target();
        let up = self.up.iter_mut().find(|line| line.upper.has(to) && line.between(to) == before);
        let line =
            up.or_else(|| self.down.iter_mut().find(|line| line.lower.has(to) && line.between(to) == before));
        line.map(|line| {
            line.quiet |= gate.quiet;
            line.capture |= gate.capture;
        })
        .is_some()
    }

    /// Adds a ray that ends on a target. Returns false if the squares do not form a ray.
    fn add(&mut self, before: B, gate: &Gate<B>) -> bool {
        let to = gate.target();
        let path = before | B::bit(to);
        let line = RayPair { lower: B::EMPTY, upper: path, quiet: gate.quiet, capture: gate.capture };
        if path.iter().last() == Some(to) {
            self.up.push(line);
        } else if path.first() == to {
            self.down.push(RayPair { lower: path, upper: B::EMPTY, ..line });
        } else {
            return false;
        }
        true
    }

    /// Joins each ray to lower bits with a ray to higher bits, so one subtraction handles both.
    fn pair(mut self, lines: &mut Vec<RayPair<B>>) {
        for low in self.down {
            // The two rays must not overlap in bit order: all bits of the lower ray lie below all bits of the upper
            // ray.
            let above = self.up.iter().position(|high| low.lower.iter().last() < high.upper.iter().next());
            let high = above.map_or(RayPair::default(), |place| self.up.remove(place));
            lines.push(RayPair {
                lower: low.lower,
                upper: high.upper,
                quiet: low.quiet | high.quiet,
                capture: low.capture | high.capture,
            });
        }
        lines.append(&mut self.up);
    }
}
