//! Work shared between threads: the positions after one or two plies, each counted by whoever is free.

use super::cache::Cache;
use super::{Engine, Position};
use crate::board::Move;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

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
    let children = engine.children(position);
    let mut tasks = Vec::new();
    let mut moves = Vec::new();
    for (number, (mv, child)) in children.into_iter().enumerate() {
        moves.push(mv);
        if threads > 1 && depth >= DEEP {
            let grandchildren = engine.children(&child).into_iter();
            tasks.extend(grandchildren.map(|(_, position)| Task(number, position, depth - 2)));
        } else {
            tasks.push(Task(number, child, depth - 1));
        }
    }
    let counts: Vec<AtomicU64> = moves.iter().map(|_| AtomicU64::new(0)).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(Task(number, position, depth)) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
            counts[*number].fetch_add(engine.count(position, *depth, cache), Ordering::Relaxed);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.min(tasks.len()).max(1) {
            scope.spawn(work);
        }
        work();
    });
    moves.into_iter().zip(counts.into_iter().map(AtomicU64::into_inner)).collect()
}
