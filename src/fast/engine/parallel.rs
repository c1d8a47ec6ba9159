//! Work shared between threads: the positions after one or two plies, each counted by the next free thread.

use super::cache::Cache;
use super::{Engine, Position};
use crate::base::Move;

/// From which depth on the work is cut after two plies.
const DEEP: u32 = 4;

/// One position to be counted: the number of the first move, the position, and how deep.
struct Task(usize, Position, u32);

/// Counts below each legal move.
pub(super) fn divide(
    engine: &Engine,
    position: &Position,
    depth: u32,
    threads: usize,
    cache: Option<&Cache>,
) -> Vec<(Move, u64)> {
    let mut tasks = Vec::new();
    let mut counts: Vec<(Move, u64)> = Vec::new();
    for (number, (mv, child)) in engine.children(position).into_iter().enumerate() {
        counts.push((mv, 0));
        if threads > 1 && depth >= DEEP {
            let grandchildren = engine.children(&child).into_iter();
            tasks.extend(grandchildren.map(|(_, position)| Task(number, position, depth - 2)));
        } else {
            tasks.push(Task(number, child, depth - 1));
        }
    }
    let count = |Task(number, position, depth): &Task| (*number, engine.count(position, *depth, cache));
    for (number, nodes) in shared(&tasks, threads, count) {
        let count = &mut counts[number].1;
        *count = count.saturating_add(nodes);
    }
    counts
}

/// The counts of all tasks, on as many threads.
#[cfg(feature = "parallel")]
fn shared<T: Sync, R: Send>(tasks: &[T], threads: usize, count: impl Fn(&T) -> R + Sync) -> Vec<R> {
    use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};
    let alone = || tasks.iter().map(&count).collect();
    if threads < 2 {
        return alone();
    }
    // If no threads can be started, the work is done all the same.
    rayon::ThreadPoolBuilder::new().num_threads(threads.min(tasks.len()).max(1)).build().map_or_else(
        |_| alone(),
        |pool| pool.install(|| tasks.par_iter().with_max_len(1).map(&count).collect()),
    )
}

#[cfg(not(feature = "parallel"))]
fn shared<T, R>(tasks: &[T], _: usize, count: impl Fn(&T) -> R) -> Vec<R> {
    tasks.iter().map(count).collect()
}
