//! How often a cell of a table is simulated, from which seed, and on how many threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Repetitions, seed and threads of all simulations.
///
/// ```
/// let plan = cbas_calibration::Plan::new(10, 1);
/// assert_eq!(plan.repeat("a cell", 1, |seed| seed), plan.repeat("a cell", 1, |seed| seed));
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    runs: usize,
    seed: u64,
    threads: usize,
    started: fn(&str),
}

impl Plan {
    /// `runs` repetitions a cell on two threads.
    pub fn new(runs: usize, seed: u64) -> Self {
        Self { runs, seed, threads: 2, started: |_| {} }
    }

    /// Calls `started` with the name of every cell before it is simulated.
    #[must_use]
    pub fn on_start(mut self, started: fn(&str)) -> Self {
        self.started = started;
        self
    }

    /// Repetitions a cell.
    pub fn runs(&self) -> usize {
        self.runs
    }

    /// Results of `experiment` for runs/`divisor` seeds (at least one) that depend on the plan's seed, the cell's name
    /// and the number of the repetition only, in the order of the repetitions.
    pub fn repeat<T: Send>(&self, cell: &str, divisor: usize, experiment: impl Fn(u64) -> T + Sync) -> Vec<T> {
        (self.started)(cell);
        let count = (self.runs / divisor).max(1);
        let first = derived_seed(self.seed, hash(cell));
        let next = AtomicUsize::new(0);
        let work = || {
            let mut done = Vec::new();
            loop {
                let i = next.fetch_add(1, Ordering::Relaxed);
                if i >= count {
                    return done;
                }
                done.push((i, experiment(derived_seed(first, i as u64))));
            }
        };
        let mut all: Vec<(usize, T)> = thread::scope(|scope| {
            let workers: Vec<_> = (0..self.threads).map(|_| scope.spawn(work)).collect();
            workers.into_iter().flat_map(|w| w.join().expect("an experiment never panics")).collect()
        });
        all.sort_unstable_by_key(|&(i, _)| i);
        all.into_iter().map(|(_, result)| result).collect()
    }
}

/// The `index`-th of the independent seeds that belong to one seed (the mixing step of SplitMix64).
pub fn derived_seed(seed: u64, index: u64) -> u64 {
    let mut z = seed.wrapping_add((index + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// FNV-1a, which unlike the standard library's hash is the same in every version.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0000_0100_0000_01b3))
}
