//! A deterministic clock: every reading advances it by a fixed cost.

use std::cell::Cell;

use crate::clock::Clock;

/// Time passes only by reading the clock, or by [`TestClock::pass`].
#[derive(Debug, Default)]
pub(crate) struct TestClock {
    wall: Cell<u64>,
    cpu: Cell<u64>,
    wall_cost: u64,
    cpu_cost: u64,
    switches: Cell<u64>,
}

impl TestClock {
    /// Each wall reading takes `wall_cost` ns, each CPU reading `cpu_cost` ns, of both times.
    pub(crate) fn with_costs(wall_cost: u64, cpu_cost: u64, start: u64) -> Self {
        Self { wall: Cell::new(start), cpu: Cell::new(start), wall_cost, cpu_cost, switches: Cell::new(0) }
    }

    /// `wall` ns of wall time pass, `cpu` of them on the processor.
    pub(crate) fn pass(&self, wall: u64, cpu: u64) {
        self.wall.set(self.wall.get() + wall);
        self.cpu.set(self.cpu.get() + cpu);
    }

    /// The scheduler takes the thread off the processor once.
    pub(crate) fn preempt(&self) {
        self.switches.set(self.switches.get() + 1);
    }
}

impl Clock for TestClock {
    fn wall_ns(&self) -> u64 {
        let now = self.wall.get();
        self.pass(self.wall_cost, self.wall_cost);
        now
    }

    fn cpu_ns(&self) -> Option<u64> {
        let now = self.cpu.get();
        self.pass(self.cpu_cost, self.cpu_cost);
        Some(now)
    }

    fn involuntary_switches(&self) -> Option<u64> {
        Some(self.switches.get())
    }
}
