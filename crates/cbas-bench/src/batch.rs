//! How many operations a sample holds.

use std::convert::Infallible;

use crate::clock::Clock;
use crate::measure;
use crate::overhead::ClockCost;
use crate::protocol::BatchRule;
use crate::workload::Prepared;

/// Largest automatic batch: the pool of inputs is cycled thousands of times in one sample.
const LARGEST: u32 = 1 << 20;
/// Samples whose minimum decides: the minimum is not disturbed by preemption.
const TRIES: usize = 5;

/// The batch of a workload under `rule`.
///
/// `Auto` doubles until the fastest of a few samples lasts the target, clock cost subtracted.
pub fn choose(rule: BatchRule, workload: &mut dyn Prepared, clock: &impl Clock, cost: ClockCost) -> u32 {
    let mut fastest =
        |batch| (0..TRIES).map(|_| measure::sample(workload, batch, clock).total.wall_ns).min().unwrap_or(0);
    let chosen = choose_by(rule, cost.wall_ns, |batch| Ok::<_, Infallible>(fastest(batch)));
    chosen.unwrap_or_else(|never| match never {})
}

/// The same where `fastest` gives the wall time of the fastest sample of a batch, ns, of which the clock takes `cost_ns`.
///
/// # Errors
/// That of `fastest`.
pub fn choose_by<E>(rule: BatchRule, cost_ns: f64, mut fastest: impl FnMut(u32) -> Result<u64, E>) -> Result<u32, E> {
    let target_ns = match rule {
        BatchRule::Fixed(batch) => return Ok(batch),
        BatchRule::Auto { target_ns } => target_ns as f64,
    };
    let mut batch = 1;
    while batch < LARGEST && fastest(batch)? as f64 - cost_ns < target_ns {
        batch *= 2;
    }
    Ok(batch)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_clock::{Busy, TestClock};

    fn batch_of(operation_ns: u64, rule: BatchRule) -> u32 {
        let clock = TestClock::with_costs(20, 500, 0);
        let cost = crate::overhead::cost(&clock);
        choose(rule, &mut Busy::new(&clock, operation_ns, operation_ns), &clock, cost)
    }

    #[test]
    fn the_smallest_power_of_two_that_lasts_is_chosen() {
        let auto = BatchRule::Auto { target_ns: 100_000 };
        assert_eq!(batch_of(592_000, auto), 1);
        assert_eq!(batch_of(100_000, auto), 1);
        assert_eq!(batch_of(99_999, auto), 2);
        assert_eq!(batch_of(2_100, auto), 64);
        assert_eq!(batch_of(0, auto), LARGEST);
    }

    #[test]
    fn a_fixed_batch_is_taken_as_it_is() {
        assert_eq!(batch_of(1, BatchRule::Fixed(3)), 3);
    }
}
