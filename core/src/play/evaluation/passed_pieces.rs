//! Passed pieces: pieces that only move forward, promote at the end, and have no enemy of their kind ahead on the
//! same or an adjacent file.
//!
//! [`PassedPieces`] collects these pieces while the evaluation visits the board, and then returns the bonus of each
//! side. All files from [`FILES`] on count as one file.

/// The number of files that are counted separately.
const FILES: usize = 32;

/// The maximum number of pieces collected. Further pieces are ignored.
const MAX: usize = 64;

/// The penalty for a piece on the file of another one, and for a piece without another one on the next files.
const DOUBLED: i32 = 8;
const ALONE: i32 = 10;

/// A piece that only moves forward.
#[derive(Clone, Copy, Debug, Default)]
struct PassedPiece {
    side: usize,
    file: usize,
    rank: i32,
    /// The bonus if the piece is passed.
    bonus: i32,
}

/// The pieces of both sides that only move forward.
#[derive(Clone, Copy, Debug)]
pub(super) struct PassedPieces {
    all: [PassedPiece; MAX],
    number: usize,
    /// By side and file, the rank of the least advanced piece. It can stop the most enemy pieces.
    last: [[Option<i32>; FILES + 2]; 2],
    /// By side and file, the number of pieces.
    counts: [[i32; FILES + 2]; 2],
}

impl PassedPieces {
    pub(super) fn new() -> PassedPieces {
        PassedPieces {
            all: [PassedPiece::default(); MAX],
            number: 0,
            last: [[None; FILES + 2]; 2],
            counts: [[0; FILES + 2]; 2],
        }
    }

    pub(super) fn add(&mut self, side: usize, (x, rank): (i32, i32), bonus: i32) {
        let file = usize::try_from(x).unwrap_or(0).min(FILES - 1) + 1;
        self.counts[side][file] += 1;
        let last = &mut self.last[side][file];
        // White advances to higher ranks, and Black to lower ranks.
        let behind = |a: i32, b: i32| if side == 0 { a.min(b) } else { a.max(b) };
        *last = Some(last.map_or(rank, |known| behind(known, rank)));
        if let Some(place) = self.all.get_mut(self.number) {
            *place = PassedPiece { side, file, rank, bonus };
            self.number += 1;
        }
    }

    /// Returns the penalty of each side for its doubled and isolated pieces.
    pub(super) fn weakness(&self) -> [i32; 2] {
        self.counts.map(|counts| {
            let files = 1..=FILES;
            let doubled: i32 = files.clone().map(|file| (counts[file] - 1).max(0)).sum();
            let is_alone = |file: usize| counts[file - 1] == 0 && counts[file + 1] == 0;
            let alone: i32 = files.filter(|file| is_alone(*file)).map(|file| counts[file]).sum();
            DOUBLED * doubled + ALONE * alone
        })
    }

    /// Returns the bonus of each side for its passed pieces.
    pub(super) fn bonus(&self) -> [i32; 2] {
        let mut sum = [0; 2];
        for piece in &self.all[..self.number] {
            let stops = |rank: &Option<i32>| {
                rank.is_some_and(|rank| if piece.side == 0 { rank > piece.rank } else { rank < piece.rank })
            };
            if !self.last[1 - piece.side][piece.file - 1..=piece.file + 1].iter().any(stops) {
                sum[piece.side] += piece.bonus;
            }
        }
        sum
    }
}
