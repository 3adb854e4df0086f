//! A deterministic clock: every reading advances it by a fixed cost.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::clock::Clock;
use crate::workload::Prepared;

/// Time passes only by reading the clock, or by [`TestClock::pass`]. Clones show the same time.
#[derive(Debug, Default, Clone)]
pub(crate) struct TestClock {
    time: Arc<Time>,
    wall_cost: u64,
    cpu_cost: u64,
}

#[derive(Debug, Default)]
struct Time {
    wall: AtomicU64,
    cpu: AtomicU64,
    switches: AtomicU64,
}

impl TestClock {
    /// Each wall reading takes `wall_cost` ns, each CPU reading `cpu_cost` ns, of both times.
    pub(crate) fn with_costs(wall_cost: u64, cpu_cost: u64, start: u64) -> Self {
        let clock = Self { wall_cost, cpu_cost, ..Self::default() };
        clock.pass(start, start);
        clock
    }

    /// `wall` ns of wall time pass, `cpu` of them on the processor.
    pub(crate) fn pass(&self, wall: u64, cpu: u64) {
        self.time.wall.fetch_add(wall, Relaxed);
        self.time.cpu.fetch_add(cpu, Relaxed);
    }
}

impl Clock for TestClock {
    fn wall_ns(&self) -> u64 {
        let now = self.time.wall.load(Relaxed);
        self.pass(self.wall_cost, self.wall_cost);
        now
    }

    fn cpu_ns(&self) -> Option<u64> {
        let now = self.time.cpu.load(Relaxed);
        self.pass(self.cpu_cost, self.cpu_cost);
        Some(now)
    }

    fn involuntary_switches(&self) -> Option<u64> {
        Some(self.time.switches.load(Relaxed))
    }
}

/// A workload whose operations take a known time on a [`TestClock`]; every batch is preempted once.
pub(crate) struct Busy {
    clock: TestClock,
    wall: u64,
    cpu: u64,
}

impl Busy {
    /// Each operation takes `wall` ns, `cpu` of them on the processor.
    pub(crate) fn new(clock: &TestClock, wall: u64, cpu: u64) -> Self {
        Self { clock: clock.clone(), wall, cpu }
    }
}

impl Prepared for Busy {
    fn run(&mut self, batch: u32) {
        self.clock.pass(self.wall * u64::from(batch), self.cpu * u64::from(batch));
        self.clock.time.switches.fetch_add(1, Relaxed);
    }

    fn outputs(&self) -> Vec<Vec<u8>> {
        Vec::new()
    }
}
