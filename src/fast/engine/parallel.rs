//! Work shared between threads: it is cut into pieces, the largest by an estimate again and again, and each is counted by the
//! next free thread, large ones first.

use super::cache::Cache;
use super::{AnyPosition, Engine};
use crate::base::Move;
use std::cmp::Reverse;

/// The least number of pieces of work for a thread.
const PARTS: f64 = 12.0;

/// From how many pieces on nothing is cut any more.
const MOST_PIECES: usize = 4096;

/// A position to be counted.
struct PerftTask {
    /// The number of the first move.
    first: usize,
    position: AnyPosition,
    depth: u32,
    /// About how many sequences of moves there are.
    size: f64,
}

/// Counts below each legal move.
pub(super) fn divide(
    engine: &Engine,
    position: &AnyPosition,
    depth: u32,
    threads: usize,
    cache: Option<&Cache>,
) -> Vec<(Move, u64)> {
    let threads = if cfg!(feature = "parallel") { threads } else { 1 };
    let (mut counts, pieces) = pieces(engine, position, depth, threads);
    let count = |piece: &PerftTask| (piece.first, engine.count(&piece.position, piece.depth, cache));
    for (first, nodes) in shared(&pieces, threads, count) {
        let count = &mut counts[first].1;
        *count = count.saturating_add(nodes);
    }
    counts
}

/// The legal moves, below which nothing is counted yet, and what is to be counted: a piece for each move, or as many as it
/// takes to keep several threads busy.
fn pieces(
    engine: &Engine,
    position: &AnyPosition,
    depth: u32,
    threads: usize,
) -> (Vec<(Move, u64)>, Vec<PerftTask>) {
    let whole = PerftTask { first: 0, position: position.clone(), depth, size: 1.0 };
    let (mut counts, mut pieces) = (Vec::new(), Vec::new());
    for (first, (mv, piece)) in whole.cut(engine, threads > 1).into_iter().enumerate() {
        counts.push((mv, 0));
        pieces.push(PerftTask { first, ..piece });
    }
    if threads > 1 {
        refine(engine, &mut pieces, threads);
    }
    (counts, pieces)
}

/// Cuts the largest piece until none is more than a small part of the whole, and puts large ones first.
fn refine(engine: &Engine, pieces: &mut Vec<PerftTask>, threads: usize) {
    while pieces.len() < MOST_PIECES {
        let limit = pieces.iter().map(|piece| piece.size).sum::<f64>() / (PARTS * threads as f64);
        let is_large = |(_, piece): &(usize, &PerftTask)| piece.depth > 1 && piece.size > limit;
        let large = pieces.iter().enumerate().filter(is_large);
        let Some((place, _)) = large.max_by(|one, other| one.1.size.total_cmp(&other.1.size)) else { break };
        let piece = pieces.swap_remove(place);
        pieces.extend(piece.cut(engine, true).into_iter().map(|(_, piece)| piece));
    }
    // Pieces of about the same size stay as they are: two threads should not count the same position at the same time.
    pieces.sort_by_key(|piece| Reverse(piece.size.log2() as i32));
}

impl PerftTask {
    /// The moves and what they leave to be counted, with or without an estimate of how much that is.
    fn cut(&self, engine: &Engine, estimated: bool) -> Vec<(Move, PerftTask)> {
        let children = engine.children(&self.position);
        let (depth, before) = (self.depth - 1, children.len() as f64);
        let piece = |(mv, position)| {
            let mut size = self.size / before;
            if estimated && depth > 2 {
                // Those who move now and those who moved before go on to have as many moves.
                let moves = engine.count(&position, 1, None) as f64;
                size = moves.powi(depth.div_ceil(2) as i32) * before.powi((depth / 2) as i32);
            }
            (mv, PerftTask { first: self.first, position, depth, size })
        };
        children.into_iter().map(piece).collect()
    }
}

/// The counts of all pieces, in any order, on as many threads.
#[cfg(feature = "parallel")]
fn shared<T: Sync, R: Send>(pieces: &[T], threads: usize, count: impl Fn(&T) -> R + Sync) -> Vec<R> {
    use rayon::iter::{ParallelBridge, ParallelIterator};
    let alone = || pieces.iter().map(&count).collect();
    if threads < 2 {
        return alone();
    }
    // If no threads can be started, the work is done all the same.
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads.min(pieces.len()).max(1))
        .build()
        .map_or_else(|_| alone(), |pool| pool.install(|| pieces.iter().par_bridge().map(&count).collect()))
}

#[cfg(not(feature = "parallel"))]
fn shared<T, R>(pieces: &[T], _: usize, count: impl Fn(&T) -> R) -> Vec<R> {
    pieces.iter().map(count).collect()
}

#[cfg(test)]
#[path = "../../../tests/inside/threads.rs"]
mod tests;
