//! Divides perft between threads.
//!
//! [`divide`] is the entry point. It splits the tree into tasks with estimated sizes, and splits the largest task
//! until all tasks are small. The next free thread takes the next task, and large tasks come first. Without the
//! feature `parallel`, one thread counts one task for each move.

use super::cache::Cache;
use super::{AnyPosition, Engine};
use crate::base::Move;
use std::cmp::Reverse;

/// The minimum number of tasks for each thread.
const PARTS: f64 = 12.0;

/// The number of tasks at which splitting stops.
const MAX_PIECES: usize = 4096;

/// A position below which moves are counted.
pub struct PerftTask {
    /// The index of the first move of the sequences.
    first: usize,
    pub position: AnyPosition,
    pub depth: u32,
    /// The estimated number of sequences.
    size: f64,
}

/// Counts the sequences that begin with each legal move.
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

/// Returns the legal moves with counts of zero, and the tasks. There is one task for each move, or more if several
/// threads share the work.
pub fn pieces(
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

/// Splits the largest task until each is a small part of the whole. Sorts large tasks first.
fn refine(engine: &Engine, pieces: &mut Vec<PerftTask>, threads: usize) {
    while pieces.len() < MAX_PIECES {
        let limit = pieces.iter().map(|piece| piece.size).sum::<f64>() / (PARTS * threads as f64);
        let is_large = |(_, piece): &(usize, &PerftTask)| piece.depth > 1 && piece.size > limit;
        let large = pieces.iter().enumerate().filter(is_large);
        let Some((place, _)) = large.max_by(|one, other| one.1.size.total_cmp(&other.1.size)) else { break };
        let piece = pieces.swap_remove(place);
        pieces.extend(piece.cut(engine, true).into_iter().map(|(_, piece)| piece));
    }
    // Tasks of about the same size keep their order, because neighbors often contain the same positions, and two
    // threads should not count one position at the same time.
    pieces.sort_by_key(|piece| Reverse(piece.size.log2() as i32));
}

impl PerftTask {
    /// Splits a task by its legal moves, and estimates the sizes of the new tasks if `estimated` is true.
    fn cut(&self, engine: &Engine, estimated: bool) -> Vec<(Move, PerftTask)> {
        let children = engine.children(&self.position);
        let (depth, before) = (self.depth - 1, children.len() as f64);
        let piece = |(mv, position)| {
            let mut size = self.size / before;
            if estimated && depth > 2 {
                // The estimate assumes that both sides keep the same number of legal moves.
                let moves = engine.count(&position, 1, None) as f64;
                size = moves.powi(depth.div_ceil(2) as i32) * before.powi((depth / 2) as i32);
            }
            (mv, PerftTask { first: self.first, position, depth, size })
        };
        children.into_iter().map(piece).collect()
    }
}

/// Counts all tasks on this number of threads. The results are in no particular order.
#[cfg(feature = "parallel")]
fn shared<T: Sync, R: Send>(pieces: &[T], threads: usize, count: impl Fn(&T) -> R + Sync) -> Vec<R> {
    use rayon::iter::{ParallelBridge, ParallelIterator};
    let alone = || pieces.iter().map(&count).collect();
    if threads < 2 {
        return alone();
    }
    // If the threads cannot be started, this thread does the work.
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads.min(pieces.len()).max(1))
        .build()
        .map_or_else(|_| alone(), |pool| pool.install(|| pieces.iter().par_bridge().map(&count).collect()))
}

#[cfg(not(feature = "parallel"))]
fn shared<T, R>(pieces: &[T], _: usize, count: impl Fn(&T) -> R) -> Vec<R> {
    pieces.iter().map(count).collect()
}
