//! From the time of a batch to nanoseconds per operation.
//!
//! value = (batch total - cost of the clock) / batch. The cost of the wall clock is that of an empty
//! sample. The CPU clock costs more after real work than in a tight loop, because its system call
//! finds the caches cold. On samples that were not preempted both clocks time the same work, so the
//! median of CPU - wall is what the CPU clock costs more. It is never taken to be less than an empty
//! sample showed: then other work was hidden in every sample, and that is no cost.

use super::Sample;

/// What an empty sample costs on each clock, ns.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct EmptySample {
    /// On the wall clock.
    pub wall_ns: f64,
    /// On the CPU clock.
    pub cpu_ns: f64,
}

/// Wall time per operation, ns.
pub fn wall(samples: &[&Sample], empty: EmptySample) -> Vec<f64> {
    let value = |sample: &&Sample| (sample.total.wall_ns as f64 - empty.wall_ns) / f64::from(sample.batch);
    samples.iter().map(value).collect()
}

/// Thread CPU time per operation, ns; wall time for samples that have none.
pub fn cpu(samples: &[&Sample], empty: EmptySample) -> Vec<f64> {
    let cost = cpu_cost(samples, empty);
    let value = |sample: &&Sample| match sample.total.cpu_ns {
        Some(cpu) => (cpu as f64 - cost) / f64::from(sample.batch),
        None => (sample.total.wall_ns as f64 - empty.wall_ns) / f64::from(sample.batch),
    };
    samples.iter().map(value).collect()
}

/// Cost of the CPU clock where it was read, ns a sample.
fn cpu_cost(samples: &[&Sample], empty: EmptySample) -> f64 {
    let mut excess: Vec<f64> = samples
        .iter()
        .filter(|sample| !sample.preempted)
        .filter_map(|sample| Some(sample.total.cpu_ns? as f64 - sample.total.wall_ns as f64))
        .collect();
    if excess.is_empty() {
        return empty.cpu_ns;
    }
    let middle = excess.len() / 2;
    let median = *excess.select_nth_unstable_by(middle, f64::total_cmp).1;
    empty.cpu_ns.max(empty.wall_ns + median)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::Phase;
    use crate::measure::BatchTotal;

    fn sample(wall_ns: u64, cpu_ns: u64, preempted: bool) -> Sample {
        let total = BatchTotal { wall_ns, cpu_ns: Some(cpu_ns) };
        Sample { workload: 0, n: 1, phase: Phase::Measured, index: 0, batch: 2, total, preempted }
    }

    const EMPTY: EmptySample = EmptySample { wall_ns: 20.0, cpu_ns: 220.0 };

    fn cost(samples: &[Sample]) -> f64 {
        cpu_cost(&samples.iter().collect::<Vec<_>>(), EMPTY)
    }

    #[test]
    fn the_cpu_clock_costs_what_it_shows_beyond_the_wall_clock() {
        let samples = [sample(1000, 1400, false), sample(2000, 2410, false), sample(3000, 3390, false)];
        assert_eq!(cost(&samples), 20.0 + 400.0);
    }

    #[test]
    fn preempted_samples_and_hidden_work_do_not_lower_the_cost() {
        assert_eq!(cost(&[sample(1000, 1400, false), sample(90_000, 1400, true), sample(90_000, 1400, true)]), 420.0);
        assert_eq!(cost(&[sample(9000, 1000, false)]), 220.0);
        assert_eq!(cost(&[]), 220.0);
    }

    #[test]
    fn values_are_per_operation() {
        let sample = sample(1020, 1420, false);
        assert_eq!(wall(&[&sample], EMPTY), [500.0]);
        assert_eq!(cpu(&[&sample], EMPTY), [500.0]);
    }
}
