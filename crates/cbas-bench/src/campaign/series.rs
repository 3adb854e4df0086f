//! From raw samples to the series that the analyzer sees.

use std::fmt;

use cbas_convergence::sample::{Granularity, Run, SampleError, Series};
use serde::{Deserialize, Serialize};

use super::{Campaign, Phase, ProcessSamples, Sample};

/// Which of the two clocks is analysed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ClockChoice {
    /// Thread CPU time: what the operation itself took. The default where the platform has it.
    Cpu,
    /// Wall time: what a waiting user sees, preemption included.
    Wall,
}

impl fmt::Display for ClockChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ClockChoice::Cpu => "cpu",
            ClockChoice::Wall => "wall",
        })
    }
}

impl Campaign {
    /// CPU time if every sample has it, else wall time.
    pub fn default_clock(&self) -> ClockChoice {
        let mut samples = self.processes.iter().flat_map(|process| &process.samples);
        if samples.all(|sample| sample.total.cpu_ns.is_some()) { ClockChoice::Cpu } else { ClockChoice::Wall }
    }

    /// The measured samples of one workload as nanoseconds per operation: one run a process and size.
    ///
    /// value = (batch total - cost of the clock) / batch. The cost of the wall clock is that of an
    /// empty sample. The CPU clock costs more after real work than in a tight loop, because its system
    /// call finds the caches cold: it is the larger of that of an empty sample and of wall cost +
    /// median(CPU - wall) over the samples of the run that were not preempted.
    ///
    /// # Errors
    /// [`SampleError`] if a run is empty or a value is not usable.
    pub fn series(&self, workload: usize, clock: ClockChoice) -> Result<Series, SampleError> {
        let timed = &self.manifest.workloads[workload];
        let mut runs = Vec::new();
        for process in &self.processes {
            for &n in &timed.sizes {
                let samples: Vec<&Sample> = process.measured(workload, n).collect();
                runs.push(run(process, &samples, clock)?.in_process(process.process.to_string()).planned(n as usize));
            }
        }
        let granularity = if timed.batch == 1 { Granularity::PerOperation } else { Granularity::PerBatch };
        let tick = self.tick(clock) / f64::from(timed.batch);
        Ok(Series::new(timed.id.clone(), runs)?.with_tick(tick).with_granularity(granularity))
    }

    /// Coarsest tick of the clock in any process, ns.
    fn tick(&self, clock: ClockChoice) -> f64 {
        let records = self.processes.iter().filter_map(|process| process.record.as_ref());
        let ticks = records.filter_map(|record| match clock {
            ClockChoice::Cpu => record.clock_at_start.cpu_tick_ns,
            ClockChoice::Wall => Some(record.clock_at_start.wall_tick_ns),
        });
        ticks.max().unwrap_or(1) as f64
    }
}

impl ProcessSamples {
    /// The measured samples of one run, in order.
    pub fn measured(&self, workload: usize, n: u32) -> impl Iterator<Item = &Sample> {
        self.samples
            .iter()
            .filter(move |sample| sample.workload == workload && sample.n == n && sample.phase == Phase::Measured)
    }

    /// Cost of the clocks as empty samples showed it in this process: wall, CPU (ns a sample).
    fn clock_cost(&self) -> (f64, f64) {
        let (wall, cpu) = self.record.as_ref().map_or((0.0, None), |record| record.clock_cost());
        (wall, cpu.unwrap_or(0.0))
    }
}

/// Cost of the CPU clock where it was read, ns a sample: on samples that were not preempted both
/// clocks time the same work, so the median of their difference is what the CPU clock costs more.
/// Never less than empty samples showed: then other work was hidden in every sample, and is no cost.
fn in_place(samples: &[&Sample], (wall_cost, cpu_cost): (f64, f64)) -> f64 {
    let mut excess: Vec<f64> = samples
        .iter()
        .filter(|sample| !sample.preempted)
        .filter_map(|sample| Some(sample.total.cpu_ns? as f64 - sample.total.wall_ns as f64))
        .collect();
    if excess.is_empty() {
        return cpu_cost;
    }
    let middle = excess.len() / 2;
    let median = *excess.select_nth_unstable_by(middle, f64::total_cmp).1;
    cpu_cost.max(wall_cost + median)
}

fn run(process: &ProcessSamples, samples: &[&Sample], clock: ClockChoice) -> Result<Run, SampleError> {
    let costs = process.clock_cost();
    let (wall_cost, cpu_cost) = (costs.0, in_place(samples, costs));
    let per_operation = |total: f64, cost: f64, batch: u32| (total - cost) / f64::from(batch);
    let wall = |sample: &&Sample| per_operation(sample.total.wall_ns as f64, wall_cost, sample.batch);
    let values = samples.iter().map(|sample| match (clock, sample.total.cpu_ns) {
        (ClockChoice::Cpu, Some(cpu)) => per_operation(cpu as f64, cpu_cost, sample.batch),
        _ => wall(sample),
    });
    let run = Run::new(values.collect())?.with_preempted(samples.iter().map(|sample| sample.preempted).collect());
    Ok(match clock {
        ClockChoice::Cpu => run.with_wall_mean(samples.iter().map(wall).sum::<f64>() / samples.len() as f64),
        ClockChoice::Wall => run,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::BatchTotal;

    fn sample(wall_ns: u64, cpu_ns: u64, preempted: bool) -> Sample {
        let total = BatchTotal { wall_ns, cpu_ns: Some(cpu_ns) };
        Sample { workload: 0, n: 1, phase: Phase::Measured, index: 0, batch: 1, total, preempted }
    }

    fn cost(samples: &[Sample]) -> f64 {
        in_place(&samples.iter().collect::<Vec<_>>(), (20.0, 220.0))
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
}
