//! In which order the blocks of all workloads run.

use chacha20::ChaCha20Rng;
use rand_core::SeedableRng;

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
/// `sizes` are the planned sizes of each workload. Within a run, blocks stay in time order: only
/// which run is next is drawn.
pub fn blocks(protocol: &Protocol, sizes: &[&[u32]], process: u32) -> Vec<Block> {
    let mut turns: Vec<(usize, u32)> = Vec::new();
    for (workload, sizes) in sizes.iter().enumerate() {
        for &n in *sizes {
            turns.extend(std::iter::repeat_n((workload, n), n.div_ceil(protocol.block_of(n)) as usize));
        }
    }
    match protocol.order.of_process(process) {
        Order::Sequential | Order::Both => {}
        Order::Reverse => turns.reverse(),
        Order::Interleaved => shuffle(&mut turns, &mut generator(protocol.seed, process, "block order")),
    }
    let mut taken = std::collections::HashMap::new();
    turns
        .into_iter()
        .map(|(workload, n)| next_block(protocol, workload, n, taken.entry((workload, n)).or_default()))
        .collect()
}

fn next_block(protocol: &Protocol, workload: usize, n: u32, taken: &mut u32) -> Block {
    let first = *taken;
    let samples = protocol.block_of(n).min(n - first);
    *taken += samples;
    let warm_up = if first == 0 { protocol.warm_up } else { protocol.rewarm };
    Block { workload, n, warm_up, first, samples }
}

/// A generator for one purpose in one process; purposes are independent of each other.
pub(crate) fn generator(seed: u64, process: u32, purpose: &str) -> ChaCha20Rng {
    let label = format!("{purpose}/{process}");
    ChaCha20Rng::from_seed(crate::inputs::InputStream::new(seed, &label).bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZES: [u32; 2] = [250, 1000];

    fn protocol(order: Order) -> Protocol {
        Protocol { sizes: SIZES.to_vec(), order, ..Protocol::default() }
    }

    #[test]
    fn every_run_gets_all_its_samples_in_order() {
        for order in [Order::Interleaved, Order::Sequential, Order::Reverse] {
            let blocks = blocks(&protocol(order), &[&SIZES[..]; 3], 0);
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
        assert_eq!(blocks(&interleaved, &[&SIZES[..]; 4], 0), blocks(&interleaved, &[&SIZES[..]; 4], 0));
        assert_ne!(blocks(&interleaved, &[&SIZES[..]; 4], 0), blocks(&interleaved, &[&SIZES[..]; 4], 1));
        assert_ne!(
            blocks(&interleaved, &[&SIZES[..]; 4], 0),
            blocks(&protocol(Order::Sequential), &[&SIZES[..]; 4], 0)
        );
    }

    #[test]
    fn sequential_runs_are_whole() {
        let blocks = blocks(&protocol(Order::Sequential), &[&SIZES[..], &SIZES[..1]], 0);
        assert_eq!(
            blocks.iter().map(|block| (block.workload, block.n)).collect::<Vec<_>>(),
            [(0, 250), (0, 1000), (1, 250)]
        );
    }
}
