//! A table of known perft counts, which threads share without locks. Each entry holds its key XORed with its value,
//! so a torn entry does not match its key and counts as missing.

use bytemuck::allocation::try_zeroed_slice_box;
use std::sync::atomic::{AtomicU64, Ordering};

/// A table of perft counts by position and depth.
#[derive(Debug)]
pub struct Cache {
    entries: Box<[[AtomicU64; 2]]>,
}

impl Cache {
    /// Creates a table of about this many megabytes. It takes memory only as it fills. Returns `None` if it does not
    /// fit into memory.
    pub fn new(megabytes: usize) -> Option<Cache> {
        let wanted = megabytes.checked_mul(1 << 20)? / size_of::<[AtomicU64; 2]>();
        // The length is a power of two, so a mask selects the entry.
        let len = if wanted.is_power_of_two() { wanted } else { wanted.checked_next_power_of_two()? / 2 };
        Some(Cache { entries: try_zeroed_slice_box(len.max(1)).ok()? })
    }

    /// Returns the count of a position at a depth, if the table holds it.
    pub fn get(&self, hash: u64, depth: u32) -> Option<u64> {
        let key = key(hash, depth);
        let [check, value] = self.entry(key);
        let value = value.load(Ordering::Relaxed);
        // Stored values are counts plus one, because zero marks an empty entry.
        (value != 0 && check.load(Ordering::Relaxed) ^ value == key)
            .then(|| if value == u64::MAX { value } else { value - 1 })
    }

    /// Stores a count.
    pub fn put(&self, hash: u64, depth: u32, count: u64) {
        let key = key(hash, depth);
        let [check, value] = self.entry(key);
        let noted = count.saturating_add(1);
        // The two stores are not atomic together. A reader that sees only one of them computes another key.
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
