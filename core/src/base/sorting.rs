//! Stable sorting that is compiled once for all types, and sets and maps without sorting.
//!
//! The standard library compiles its sort for each type and each comparison, which takes about 5 kB of
//! WebAssembly each time. The functions here sort the indices of the items and then permute the items. They are
//! slower and should be used outside of searches and counts.

use std::cmp::Ordering;

/// Sorts a list. Items that compare as equal keep their order.
pub fn sort_by<T>(list: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    if list.len() < 2 {
        return;
    }
    let mut order: Vec<usize> = (0..list.len()).collect();
    sort_indices(&mut order, &|a, b| compare(&list[a], &list[b]));
    for index in 0..list.len() {
        let mut from = order[index];
        // If an earlier swap moved the item away, `order` at its old place tells where it is now.
        while from < index {
            from = order[from];
        }
        order[index] = from;
        list.swap(index, from);
    }
}

/// Collects items into a set or a map. `collect` would compile a sort for each type of item.
pub fn gather<C: Default + Extend<T>, T>(items: impl IntoIterator<Item = T>) -> C {
    let mut all = C::default();
    all.extend(items);
    all
}

/// Sorts a list in the natural order of its items.
pub fn sort<T: Ord>(list: &mut [T]) {
    sort_by(list, Ord::cmp);
}

/// Sorts a list by keys. Items with equal keys keep their order.
pub fn sort_by_key<T, K: Ord>(list: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(list, |a, b| key(a).cmp(&key(b)));
}

#[inline(never)]
fn sort_indices(order: &mut [usize], compare: &dyn Fn(usize, usize) -> Ordering) {
    order.sort_by(|a, b| compare(*a, *b));
}
