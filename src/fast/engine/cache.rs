//! A table of counts already known, shared between threads without locks: each entry holds its check word mixed with
//! its value, so that a torn entry is simply not found.

use bytemuck::allocation::try_zeroed_slice_box;
use std::sync::atomic::{AtomicU64, Ordering};

/// Counts of positions at depths.
#[derive(Debug)]
pub(super) struct Cache {
    entries: Box<[[AtomicU64; 2]]>,
}

impl Cache {
    /// Creates a table of about this number of megabytes, which takes memory only as it fills; `None` if it does not fit.
    pub(super) fn new(megabytes: usize) -> Option<Cache> {
        let wanted = megabytes.checked_mul(1 << 20)? / size_of::<[AtomicU64; 2]>();
        let len = if wanted.is_power_of_two() { wanted } else { wanted.checked_next_power_of_two()? / 2 };
        Some(Cache { entries: try_zeroed_slice_box(len.max(1)).ok()? })
    }

    /// The count of a position at a depth, if known.
    pub(super) fn get(&self, hash: u64, depth: u32) -> Option<u64> {
        let key = key(hash, depth);
        let [check, value] = self.entry(key);
        let value = value.load(Ordering::Relaxed);
        (value != 0 && check.load(Ordering::Relaxed) ^ value == key)
            .then(|| if value == u64::MAX { value } else { value - 1 })
    }

    /// Notes a count.
    pub(super) fn put(&self, hash: u64, depth: u32, count: u64) {
        let key = key(hash, depth);
        let [check, value] = self.entry(key);
        let noted = count.saturating_add(1);
        value.store(noted, Ordering::Relaxed);
        check.store(key ^ noted, Ordering::Relaxed);
    }

    fn entry(&self, key: u64) -> &[AtomicU64; 2] {
        &self.entries[key as usize & (self.entries.len() - 1)]
    }
}

fn key(hash: u64, depth: u32) -> u64 {
    hash ^ u64::from(depth).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_found_by_position_and_depth() {
        let found = Cache::new(1).map(|cache| {
            cache.put(7, 3, 0);
            cache.put(8, 3, 42);
            (cache.get(7, 3), cache.get(8, 3), cache.get(8, 2))
        });
        assert_eq!(found, Some((Some(0), Some(42), None)));
    }

    #[test]
    fn more_than_there_can_be_is_no_table() {
        assert!(Cache::new(usize::MAX).is_none());
        assert!(Cache::new(usize::MAX >> 24).is_none());
    }
}
