//! What the clocks cost, measured through the same code that times workloads.

use serde::{Deserialize, Serialize};

use crate::clock::Clock;
use crate::measure::{self, BatchTotal};
use crate::workload::Empty;

/// What taking one sample costs when nothing is timed, and how fine the clocks are (ns).
///
/// Subtracted from every sample of the process it was measured in; kept in its record.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct ClockCost {
    /// Median wall time of an empty sample, ns.
    pub wall_ns: f64,
    /// Median thread CPU time of an empty sample, ns.
    pub cpu_ns: Option<f64>,
    /// Greatest common divisor of the differences of wall readings, ns.
    pub wall_tick_ns: u64,
    /// Greatest common divisor of the differences of CPU readings, ns.
    pub cpu_tick_ns: Option<u64>,
}

/// Empty samples taken to measure the cost of the clocks.
const EMPTY_SAMPLES: usize = 2001;

/// Measures what an empty sample costs on this clock, through the same code that times workloads.
pub fn cost(clock: &impl Clock) -> ClockCost {
    let totals: Vec<BatchTotal> = (0..EMPTY_SAMPLES).map(|_| measure::sample(&mut Empty, 1, clock).total).collect();
    let mut wall: Vec<u64> = totals.iter().map(|total| total.wall_ns).collect();
    let cpu: Option<Vec<u64>> = totals.iter().map(|total| total.cpu_ns).collect();
    ClockCost {
        wall_ns: median(&mut wall),
        cpu_ns: cpu.clone().map(|mut values| median(&mut values)),
        wall_tick_ns: tick(&wall),
        cpu_tick_ns: cpu.map(|values| tick(&values)),
    }
}

fn median(values: &mut [u64]) -> f64 {
    let middle = values.len() / 2;
    *values.select_nth_unstable(middle).1 as f64
}

/// Durations are multiples of the tick, so their greatest common divisor is a multiple of it too.
fn tick(durations: &[u64]) -> u64 {
    durations.iter().copied().fold(0, num_integer::gcd).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_clock::TestClock;

    #[test]
    fn the_cost_and_the_tick_of_a_known_clock_are_found() {
        let clock = TestClock::with_costs(25, 500, 5);
        let cost = cost(&clock);
        assert_eq!((cost.wall_ns, cost.cpu_ns), (25.0, Some(550.0)));
        assert_eq!((cost.wall_tick_ns, cost.cpu_tick_ns), (25, Some(550)));
    }
}
