//! What is timed: a workload that this tool and a peer measure in turns, sample by sample.

use std::time::Duration;

use cbas_bench::clock::SystemClock;
use cbas_bench::measure;
use cbas_bench::workload::Prepared;

use super::place::{Gap, Place, run_at};

/// How long everyone's samples of a workload are.
#[derive(Debug, Clone, Copy)]
pub struct Sizes {
    /// Operations in a sample, and so in a call of a peer.
    pub batch: u32,
    /// Samples of ours in a turn, and as many of whoever it is beside.
    pub samples: usize,
    /// Length of a sample, about.
    pub sample: Duration,
    /// What reading the clocks costs, ns a sample.
    pub cost: f64,
}

/// A workload that runs at a place of the stack.
struct Placed {
    workload: Box<dyn Prepared>,
    place: Place,
}

impl Prepared for Placed {
    fn run(&mut self, batch: u32) {
        run_at(self.place, &mut |batch| self.workload.run(batch), batch);
    }

    fn outputs(&self) -> Vec<Vec<u8>> {
        self.workload.outputs()
    }
}

/// A workload, and the samples of ours between those of a peer.
pub struct Subject {
    placed: Placed,
    sizes: Sizes,
    clock: SystemClock,
    /// Ahead on the heap of what this sample and the one beside it allocate.
    gap: Gap,
    /// Of the samples in this turn and before; gives the place.
    turn: usize,
    /// Whether ours are after those of the peer in this turn, and not before them.
    after: bool,
    /// ns an operation, in the order in which they were taken.
    own: Vec<f64>,
}

impl Subject {
    pub fn new(workload: Box<dyn Prepared>, sizes: Sizes) -> Self {
        let placed = Placed { workload, place: Place::of(0) };
        Self { placed, sizes, clock: SystemClock::new(), gap: Gap::of(0), turn: 0, after: false, own: Vec::new() }
    }

    pub fn sizes(&self) -> Sizes {
        self.sizes
    }

    /// Begins a turn. Whatever had its turn before left its own code and inputs in the caches: runs so many operations untimed.
    pub fn begin(&mut self, round: usize, warming: u32) {
        // In every second round, whoever begins: they go round in three.
        self.after = (round / 3).is_multiple_of(2);
        self.turn = round * self.sizes.samples;
        self.go_to_turn();
        self.own.clear();
        self.placed.run(warming);
    }

    /// A sample of ours, ns an operation.
    pub fn sample(&mut self) -> f64 {
        let total = measure::sample(&mut self.placed, self.sizes.batch, &self.clock).total;
        (total.wall_ns as f64 - self.sizes.cost) / f64::from(self.sizes.batch)
    }

    /// Goes on to the next place of the stack and of the heap.
    pub fn next_place(&mut self) {
        self.turn += 1;
        self.go_to_turn();
    }

    fn go_to_turn(&mut self) {
        self.placed.place = Place::of(self.turn);
        self.gap.go_to(self.turn);
    }
}

/// Between the samples of a peer.
impl Subject {
    /// Keeps a sample of ours before one of the peer, in the same place, if that is the order of this turn.
    pub fn keep_before(&mut self) {
        if !self.after {
            self.next_place();
            self.keep();
        }
    }

    /// Keeps one after it, if that is.
    pub fn keep_after(&mut self) {
        if self.after {
            self.keep();
            self.next_place();
        }
    }

    fn keep(&mut self) {
        let sample = self.sample();
        self.own.push(sample);
    }

    /// What a peer times: as many operations in a row as we do.
    pub fn call(&mut self) {
        self.placed.run(self.sizes.batch);
    }

    /// Samples of ours beside the last [`Sizes::samples`] of the peer, fewer if there were fewer.
    pub fn own(&mut self) -> &mut [f64] {
        let first = self.own.len().saturating_sub(self.sizes.samples);
        &mut self.own[first..]
    }
}
