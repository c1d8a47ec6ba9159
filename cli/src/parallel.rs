//! Processes many items in parallel, and returns the results in the order of the items.

use rayon::prelude::*;
use std::io::IsTerminal;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Applies `work` to every item on as many threads as there are processors. On a terminal, it shows the progress.
pub(super) fn map<T: Sync, R: Send>(what: &str, items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let show = items.len() > 1 && std::io::stderr().is_terminal();
    let done = AtomicUsize::new(0);
    let one = |item: &T| {
        let result = work(item);
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        if show {
            eprint!("\r{what}: {done} of {} ", items.len());
        }
        result
    };
    let results = items.par_iter().with_max_len(1).map(one).collect();
    if show {
        eprint!("\r{:39}\r", "");
    }
    results
}
