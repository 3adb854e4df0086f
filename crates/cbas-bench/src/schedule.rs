//! In which order the blocks of all workloads run.

use chacha20::ChaCha20Rng;
use rand_core::SeedableRng;

use crate::campaign::TimedWorkload;
use crate::operation::{self, Kind};
use crate::protocol::{Order, Protocol};
use crate::shuffle::shuffle;

/// Consecutive samples of one run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Block {
    /// Index of the workload in the campaign.
    pub workload: usize,
    /// Planned size of the run the block belongs to.
    pub n: u32,
    /// Warm-up samples taken first.
    pub warm_up: u32,
    /// Index within the run of the first measured sample.
    pub first: u32,
    /// Measured samples.
    pub samples: u32,
}

/// The blocks of one process in the order in which they run.
///
/// Within a run, blocks stay in time order: only which run is next is drawn.
pub fn blocks(protocol: &Protocol, workloads: &[TimedWorkload], process: u32) -> Vec<Block> {
    let mut turns: Vec<(usize, u32)> = Vec::new();
    for (workload, timed) in workloads.iter().enumerate() {
        for &n in &timed.sizes {
            turns.extend(std::iter::repeat_n((workload, n), n.div_ceil(protocol.block_of(n)) as usize));
        }
    }
    match protocol.order.of_process(process) {
        Order::Sequential | Order::Both | Order::Nested => {}
        order @ (Order::SizesKeysUp | Order::SizesKeysDown | Order::KeysUpSizes | Order::KeysDownSizes) => {
            nest(order, workloads, &mut turns);
        }
        Order::Reverse => turns.reverse(),
        Order::Interleaved => shuffle(&mut turns, &mut generator(protocol.seed, process, "block order")),
    }
    let mut taken = std::collections::HashMap::new();
    turns
        .into_iter()
        .map(|(workload, n)| next_block(protocol, workload, n, taken.entry((workload, n)).or_default()))
        .collect()
}

/// Nested loops over sizes and keys, one library after the other: a library whose processor state is cold meets every
/// order as a program of its own would. Operations without a key stay where they are, before the others.
fn nest(order: Order, workloads: &[TimedWorkload], turns: &mut [(usize, u32)]) {
    let place = |&(workload, _): &(usize, u32)| {
        let Kind::Aes(aes) = operation::find(&workloads[workload].operation).ok()?.kind else { return None };
        let (size, bits) = (i64::from(aes.bytes), i64::from(aes.key.bits()));
        let nested = match order {
            Order::SizesKeysDown => (size, -bits),
            Order::KeysUpSizes => (bits, size),
            Order::KeysDownSizes => (-bits, size),
            _ => (size, bits),
        };
        Some((workloads[workload].library.clone(), aes.mode, aes.medium, nested))
    };
    turns.sort_by_cached_key(place);
}

fn next_block(protocol: &Protocol, workload: usize, n: u32, taken: &mut u32) -> Block {
    let first = *taken;
    let samples = protocol.block_of(n).min(n - first);
    *taken += samples;
    let warm_up = if first == 0 { protocol.warm_up } else { protocol.rewarm };
    Block { workload, n, warm_up, first, samples }
}

/// Brings the turns of anything that is timed beside operations into the random order of one process.
pub fn shuffled<T>(mut turns: Vec<T>, seed: u64, process: u32) -> Vec<T> {
    shuffle(&mut turns, &mut generator(seed, process, "block order"));
    turns
}

/// A generator for one purpose in one process; purposes are independent of each other.
pub(crate) fn generator(seed: u64, process: u32, purpose: &str) -> ChaCha20Rng {
    let label = format!("{purpose}/{process}");
    ChaCha20Rng::from_seed(crate::inputs::InputStream::new(seed, &label).bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::InputRule;
    use crate::workload::OutputDigest;

    const SIZES: [u32; 2] = [250, 1000];

    fn protocol(order: Order) -> Protocol {
        Protocol { sizes: SIZES.to_vec(), order, ..Protocol::default() }
    }

    fn timed(operation: &str, sizes: &[u32]) -> TimedWorkload {
        TimedWorkload {
            id: format!("{operation}/x"),
            operation: operation.to_owned(),
            library: "x".to_owned(),
            library_version: String::new(),
            sizes: sizes.to_vec(),
            batch: 1,
            digest: OutputDigest::of([]),
            checked_against: vec![],
            inputs: InputRule::Random,
            claims_constant_time: None,
        }
    }

    fn workloads(count: usize) -> Vec<TimedWorkload> {
        (0..count).map(|_| timed("pairing", &SIZES)).collect()
    }

    #[test]
    fn every_run_gets_all_its_samples_in_order() {
        for order in [Order::Interleaved, Order::Sequential, Order::Reverse] {
            let blocks = blocks(&protocol(order), &workloads(3), 0);
            for workload in 0..3 {
                for n in [250, 1000] {
                    let run: Vec<_> =
                        blocks.iter().filter(|block| block.workload == workload && block.n == n).collect();
                    let mut expected = 0;
                    for block in &run {
                        assert_eq!(block.first, expected);
                        expected += block.samples;
                    }
                    assert_eq!(expected, n);
                    assert_eq!(run[0].warm_up, 100);
                    assert!(run[1..].iter().all(|block| block.warm_up == 2));
                }
            }
        }
    }

    #[test]
    fn the_interleaving_is_seeded_and_differs_between_processes() {
        let interleaved = protocol(Order::Interleaved);
        assert_eq!(blocks(&interleaved, &workloads(4), 0), blocks(&interleaved, &workloads(4), 0));
        assert_ne!(blocks(&interleaved, &workloads(4), 0), blocks(&interleaved, &workloads(4), 1));
        assert_ne!(blocks(&interleaved, &workloads(4), 0), blocks(&protocol(Order::Sequential), &workloads(4), 0));
    }

    #[test]
    fn sequential_runs_are_whole() {
        let blocks =
            blocks(&protocol(Order::Sequential), &[timed("pairing", &SIZES), timed("pairing", &SIZES[..1])], 0);
        assert_eq!(
            blocks.iter().map(|block| (block.workload, block.n)).collect::<Vec<_>>(),
            [(0, 250), (0, 1000), (1, 250)]
        );
    }

    #[test]
    fn nested_orders_are_loops_over_sizes_and_keys() {
        let ids = ["aes-128-cbc-1024", "aes-256-cbc-1024", "aes-128-cbc-2048", "aes-256-cbc-2048"];
        let workloads: Vec<_> = ids.iter().map(|id| timed(id, &[10])).collect();
        let protocol = Protocol { sizes: vec![10], order: Order::Nested, warm_up: 0, ..Protocol::default() };
        let order =
            |process| blocks(&protocol, &workloads, process).iter().map(|block| block.workload).collect::<Vec<_>>();
        assert_eq!([0, 1, 2, 3].map(order), [[0, 1, 2, 3], [1, 0, 3, 2], [0, 2, 1, 3], [1, 3, 0, 2]]);
        assert_eq!(order(4), order(0));
    }
}
