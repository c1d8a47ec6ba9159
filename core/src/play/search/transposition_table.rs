//! The transposition table, which threads share without locks.
//!
//! Each entry holds its key XORed with its value, so a torn entry does not match its key and counts as missing. A new
//! result replaces an older one, except for a deeper result of the same search. Start with
//! [`TranspositionTable::get`] and [`TranspositionTable::put`].

use super::score::SURE;
use bytemuck::allocation::try_zeroed_slice_box;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// The kind of bound that a score is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    Upper = 1,
    Lower = 2,
    Exact = 3,
}

impl Bound {
    /// Returns the kind of bound of a score that a search with this window returned.
    pub fn of(score: i32, (alpha, beta): (i32, i32)) -> Bound {
        match score {
            _ if score >= beta => Bound::Lower,
            _ if score > alpha => Bound::Exact,
            _ => Bound::Upper,
        }
    }
}

/// The stored result of a search of one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableEntry {
    pub score: i32,
    pub depth: i32,
    pub bound: Bound,
    /// The code of the best move, or zero if it is unknown.
    pub best: u32,
}

/// The number of entries among which a position has its place.
const BUCKET: usize = 4;

/// A hash table from positions to search results.
#[derive(Debug)]
pub struct TranspositionTable {
    entries: Box<[[AtomicU64; 2]]>,
    /// The number of the current search, which distinguishes its entries from older ones.
    age: AtomicU8,
}

impl TranspositionTable {
    /// Creates a table of about this many megabytes, or less if the memory cannot be allocated.
    pub fn new(megabytes: usize) -> TranspositionTable {
        let wanted = (megabytes.max(1) << 20) / size_of::<[AtomicU64; 2]>();
        let mut len = if wanted.is_power_of_two() { wanted } else { wanted.next_power_of_two() / 2 };
        let entries = loop {
            match try_zeroed_slice_box(len) {
                Ok(entries) => break entries,
                Err(()) if len > 1 => len /= 2,
                Err(()) => break Box::default(),
            }
        };
        TranspositionTable { entries, age: AtomicU8::new(0) }
    }

    /// Clears all entries.
    pub fn clear(&self) {
        for entry in &self.entries {
            entry.iter().for_each(|word| word.store(0, Ordering::Relaxed));
        }
    }

    /// Begins a new search, which can replace all older entries.
    pub fn grow_older(&self) {
        self.age.fetch_add(1, Ordering::Relaxed);
    }

    fn age(&self) -> u64 {
        u64::from(self.age.load(Ordering::Relaxed) & 63)
    }

    /// Returns the number of used entries per thousand.
    pub fn fullness(&self) -> usize {
        let is_used = |[_, value]: &&[AtomicU64; 2]| {
            let value = value.load(Ordering::Relaxed);
            value != 0 && value >> 58 == self.age()
        };
        self.entries.iter().take(1_000).filter(is_used).count()
    }

    /// Returns the entries among which those of a key are.
    fn bucket(&self, key: u64) -> &[[AtomicU64; 2]] {
        let first = key as usize & self.entries.len().wrapping_sub(1) & !(BUCKET - 1);
        self.entries.get(first..self.entries.len().min(first + BUCKET)).unwrap_or(&[])
    }

    pub fn get(&self, key: u64) -> Option<TableEntry> {
        let read = |[check, value]: &[AtomicU64; 2]| {
            let value = value.load(Ordering::Relaxed);
            (value != 0 && check.load(Ordering::Relaxed) ^ value == key).then_some(value)
        };
        let value = self.bucket(key).iter().find_map(read)?;
        let bound = match value >> 56 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        };
        let score = i32::from((value >> 32) as u16 as i16);
        Some(TableEntry { score, depth: (value >> 48) as u8 as i8 as i32, bound, best: value as u32 })
    }

    pub fn put(&self, key: u64, entry: TableEntry) {
        // The entry of the same position is replaced, or else the shallowest one, where age counts as 8 plies.
        let depth_left = |[check, value]: &&[AtomicU64; 2]| {
            let value = value.load(Ordering::Relaxed);
            if value == 0 || check.load(Ordering::Relaxed) ^ value == key {
                return i32::MIN;
            }
            let older = self.age().wrapping_sub(value >> 58) & 63;
            i32::from((value >> 48) as u8 as i8) - 8 * older as i32
        };
        let Some([check, value]) = self.bucket(key).iter().min_by_key(depth_left) else {
            return;
        };
        let old = value.load(Ordering::Relaxed);
        let is_same = check.load(Ordering::Relaxed) ^ old == key;
        let old_depth = i32::from((old >> 48) as u8 as i8);
        // A much deeper result of the same search is worth more than a new bound.
        let is_current = old != 0 && old >> 58 == self.age();
        if is_same && is_current && entry.bound != Bound::Exact && entry.depth + 3 < old_depth {
            return;
        }
        // A result without a best move keeps the move that is known for the position.
        let best = if entry.best == 0 && is_same { old as u32 } else { entry.best };
        // From the lowest bit: 32 bits for the move, 16 for the score, 8 for the depth, 2 for the bound, and 6 for
        // the age.
        let packed = u64::from(best)
            | u64::from(entry.score as i16 as u16) << 32
            | u64::from(entry.depth.clamp(-1, 127) as i8 as u8) << 48
            | (entry.bound as u64) << 56
            | self.age() << 58;
        // The two stores are not atomic together. A reader that sees only one of them computes another key.
        value.store(packed, Ordering::Relaxed);
        check.store(key ^ packed, Ordering::Relaxed);
    }
}

/// Converts a score for storage. In the table, mate scores count plies from the stored position. In the search, they
/// count from the root.
pub fn to_table(score: i32, ply: usize) -> i32 {
    let ply = ply as i32;
    if score >= SURE {
        score + ply
    } else if score <= -SURE {
        score - ply
    } else {
        score
    }
}

/// Converts a stored score to a score for the search, as the inverse of [`to_table`].
pub fn from_table(score: i32, ply: usize) -> i32 {
    let ply = ply as i32;
    if score >= SURE {
        score - ply
    } else if score <= -SURE {
        score + ply
    } else {
        score
    }
}
