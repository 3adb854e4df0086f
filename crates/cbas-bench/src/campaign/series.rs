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
    /// value = (batch total - cost of the clocks) / batch.
    ///
    /// # Errors
    /// [`SampleError`] if a run is empty or a value is not usable.
    pub fn series(&self, workload: usize, clock: ClockChoice) -> Result<Series, SampleError> {
        let timed = &self.manifest.workloads[workload];
        let mut runs = Vec::new();
        for process in &self.processes {
            for &n in &self.manifest.protocol.sizes {
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

    /// Cost of the clocks in this process: wall, CPU (ns a sample).
    fn clock_cost(&self) -> (f64, f64) {
        let (wall, cpu) = self.record.as_ref().map_or((0.0, None), |record| record.clock_cost());
        (wall, cpu.unwrap_or(0.0))
    }
}

fn run(process: &ProcessSamples, samples: &[&Sample], clock: ClockChoice) -> Result<Run, SampleError> {
    let (wall_cost, cpu_cost) = process.clock_cost();
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
