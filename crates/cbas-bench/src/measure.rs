//! The timed region, and nothing else.

use crate::clock::Clock;
use crate::workload::Prepared;

/// Time of one whole batch, as read from the clocks: nothing subtracted, nothing divided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct BatchTotal {
    /// Wall time, ns.
    pub wall_ns: u64,
    /// Thread CPU time, ns, where the platform has that clock.
    pub cpu_ns: Option<u64>,
}

/// One reading: the time of a batch, and whether the scheduler was seen to intervene.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Reading {
    /// Time of the batch.
    pub total: BatchTotal,
    /// Involuntary context switches between the two readings.
    pub switches: u64,
}

/// Times one batch.
///
/// The wall clock is read inside the CPU clock: it is the cheaper one, so the longer read does not
/// fall into its interval. What both readings cost is measured by [`crate::overhead::cost`] through
/// this very function and subtracted in the analysis.
#[inline(never)]
pub fn sample(workload: &mut dyn Prepared, batch: u32, clock: &impl Clock) -> Reading {
    sample_of(|| workload.run(batch), clock)
}

/// The same of anything that runs a batch.
#[inline(always)]
pub fn sample_of(run_batch: impl FnOnce(), clock: &impl Clock) -> Reading {
    let switches_before = clock.involuntary_switches();
    let cpu_before = clock.cpu_ns();
    let wall_before = clock.wall_ns();
    run_batch();
    let wall_after = clock.wall_ns();
    let cpu_after = clock.cpu_ns();
    let switches_after = clock.involuntary_switches();
    Reading {
        total: BatchTotal {
            wall_ns: wall_after.saturating_sub(wall_before),
            cpu_ns: difference(cpu_before, cpu_after),
        },
        switches: difference(switches_before, switches_after).unwrap_or(0),
    }
}

/// `after - before`, where both exist.
#[inline]
fn difference(before: Option<u64>, after: Option<u64>) -> Option<u64> {
    Some(after?.saturating_sub(before?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_clock::{Busy, TestClock};

    #[test]
    fn a_sample_is_the_work_plus_the_known_cost_of_the_clocks() {
        let clock = TestClock::with_costs(20, 500, 0);
        // Every operation takes 1000 ns, 900 of them on the processor.
        let reading = sample(&mut Busy::new(&clock, 1000, 900), 4, &clock);
        assert_eq!(reading.total.wall_ns, 4000 + 20);
        assert_eq!(reading.total.cpu_ns, Some(3600 + 500 + 2 * 20));
        assert_eq!(reading.switches, 1);
    }
}
