//! Pieces that only go on and become something at the end: who can still stop them.

/// The most files that it knows apart.
const FILES: usize = 32;

/// The most such pieces on the board; more are not looked at.
const MOST: usize = 64;

/// A piece on its way.
#[derive(Clone, Copy, Debug, Default)]
struct Runner {
    side: usize,
    file: usize,
    rank: i32,
    /// What it is worth that nothing stops it.
    worth: i32,
}

/// All of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Runners {
    all: [Runner; MOST],
    number: usize,
    /// By side and file, the rank of the piece that has gone least far, as it can stop the most.
    last: [[Option<i32>; FILES + 2]; 2],
}

impl Runners {
    pub(super) fn new() -> Runners {
        Runners { all: [Runner::default(); MOST], number: 0, last: [[None; FILES + 2]; 2] }
    }

    pub(super) fn add(&mut self, side: usize, (x, rank): (i32, i32), worth: i32) {
        let file = usize::try_from(x).unwrap_or(0).min(FILES - 1) + 1;
        let last = &mut self.last[side][file];
        let behind = |a: i32, b: i32| if side == 0 { a.min(b) } else { a.max(b) };
        *last = Some(last.map_or(rank, |known| behind(known, rank)));
        if let Some(place) = self.all.get_mut(self.number) {
            *place = Runner { side, file, rank, worth };
            self.number += 1;
        }
    }

    /// What it is worth to each side that its pieces cannot be stopped.
    pub(super) fn worth(&self) -> [i32; 2] {
        let mut sum = [0; 2];
        for runner in &self.all[..self.number] {
            let stops = |rank: &Option<i32>| {
                rank.is_some_and(
                    |rank| if runner.side == 0 { rank > runner.rank } else { rank < runner.rank },
                )
            };
            if !self.last[1 - runner.side][runner.file - 1..=runner.file + 1].iter().any(stops) {
                sum[runner.side] += runner.worth;
            }
        }
        sum
    }
}
