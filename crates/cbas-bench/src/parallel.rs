//! Work that is not timed, spread over the processors.
//!
//! Threads end with the call: none is left beside the timed region, as those of a pool would be.

use std::sync::atomic::{AtomicUsize, Ordering};

/// `work` applied to every item, results in the order of the items.
///
/// # Panics
/// If `work` panics.
pub(crate) fn map<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let take = || {
        let index = next.fetch_add(1, Ordering::Relaxed);
        items.get(index).map(|item| (index, work(item)))
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(items.len());
    let mut done: Vec<(usize, R)> = std::thread::scope(|scope| {
        let workers: Vec<_> =
            (0..threads).map(|_| scope.spawn(|| std::iter::from_fn(take).collect::<Vec<_>>())).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("the work does not panic")).collect()
    });
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn results_come_in_the_order_of_the_items() {
        let items: Vec<u64> = (0..100).collect();
        assert_eq!(super::map(&items, |item| item * item), items.iter().map(|item| item * item).collect::<Vec<_>>());
        assert!(super::map(&[] as &[u64], |item| *item).is_empty());
    }
}
