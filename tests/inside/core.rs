//! Tests of single parts of the engine: interruption, sorting, the tables of perft and of the search, and time budgets.

use ferz_core::base::{Halt, sort_by_key};
use ferz_core::fast::engine::cache::Cache;
use ferz_core::play::search::transposition_table::{Bound, TableEntry, TranspositionTable};
use ferz_core::play::search::{Clock, Limits};
use std::cell::Cell;

#[test]
fn the_caller_is_polled_in_one_of_sixteen_calls_and_a_stop_is_final() {
    let asked = Cell::new(0);
    let ends = || {
        asked.set(asked.get() + 1);
        asked.get() == 2
    };
    let halt = Halt::new(&ends);
    let due = (0..160).filter(|_| halt.is_due()).count();
    assert_eq!((asked.get(), due), (2, 129));
    assert!(halt.is_set());
}

#[test]
fn items_with_equal_keys_keep_their_order() {
    let mut random = 1_u64;
    for length in 0..60 {
        let next = || {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (random >> 60) as u8
        };
        let keys: Vec<u8> = std::iter::repeat_with(next).take(length).collect();
        let mut sorted: Vec<(u8, usize)> = keys.into_iter().zip(0..).collect();
        let mut expected = sorted.clone();
        expected.sort();
        sort_by_key(&mut sorted, |(key, _)| *key);
        assert_eq!(sorted, expected);
    }
}

#[test]
fn perft_counts_are_found_by_position_and_depth() {
    let found = Cache::new(1).map(|cache| {
        cache.put(7, 3, 0);
        cache.put(8, 3, 42);
        (cache.get(7, 3), cache.get(8, 3), cache.get(8, 2))
    });
    assert_eq!(found, Some((Some(0), Some(42), None)));
}

#[test]
fn an_impossible_table_size_gives_no_table() {
    assert!(Cache::new(usize::MAX).is_none());
    assert!(Cache::new(usize::MAX >> 24).is_none());
}

#[test]
fn stored_search_results_are_found() {
    let table = TranspositionTable::new(1);
    let entry = TableEntry { score: -29_991, depth: 17, bound: Bound::Lower, best: 0x8123_4567 };
    table.put(42, entry);
    assert_eq!((table.get(42), table.get(43)), (Some(entry), None));
    table.clear();
    assert_eq!(table.get(42), None);
}

#[test]
fn a_move_never_exceeds_the_remaining_time() {
    for left in [1, 5, 20, 100, 1_000, 60_000] {
        for more in [0, 100, 10_000] {
            for moves in [None, Some(1), Some(40)] {
                let limits = Limits { clock: Some(Clock { left, more, moves }), ..Limits::default() };
                let budget = limits.budget();
                assert!(budget.is_some_and(|b| b.soft <= left && b.hard <= left), "{limits:?} {budget:?}");
            }
        }
    }
}
