//! From raw samples to the series that the analyzer sees.

use std::fmt;

use cbas_convergence::sample::{Granularity, Run, SampleError, Series};
use serde::{Deserialize, Serialize};

use super::value::{self, EmptySample};
use super::{Campaign, Phase, ProcessSamples, Sample};
use crate::protocol::Order;

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
    /// See [`super::value`] for how a batch total becomes a value.
    ///
    /// # Errors
    /// [`SampleError`] if a run is empty or a value is not usable.
    pub fn series(&self, workload: usize, clock: ClockChoice) -> Result<Series, SampleError> {
        self.series_of(workload, clock, |_| true)
    }

    /// The same, apart for each order of blocks, if the campaign was made in both.
    ///
    /// # Errors
    /// As [`Campaign::series`], for either order.
    pub fn series_by_order(
        &self,
        workload: usize,
        clock: ClockChoice,
    ) -> Result<Option<Vec<(Order, Series)>>, SampleError> {
        let order = self.manifest.protocol.order;
        if order != Order::Both {
            return Ok(None);
        }
        let of_order = |level| {
            let series = self.series_of(workload, clock, |process| order.of_process(process) == level)?;
            Ok((level, series))
        };
        [Order::Sequential, Order::Reverse].into_iter().map(of_order).collect::<Result<Vec<_>, _>>().map(Some)
    }

    fn series_of(
        &self,
        workload: usize,
        clock: ClockChoice,
        takes: impl Fn(u32) -> bool,
    ) -> Result<Series, SampleError> {
        let timed = &self.manifest.workloads[workload];
        let mut runs = Vec::new();
        for process in self.processes.iter().filter(|process| takes(process.process)) {
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

    /// Cost of the clocks as empty samples showed it in this process.
    fn clock_cost(&self) -> EmptySample {
        self.record.as_ref().map_or(EmptySample::default(), |record| record.clock_cost())
    }
}

fn run(process: &ProcessSamples, samples: &[&Sample], clock: ClockChoice) -> Result<Run, SampleError> {
    let costs = process.clock_cost();
    let wall = value::wall(samples, costs);
    let preempted = samples.iter().map(|sample| sample.preempted).collect();
    match clock {
        ClockChoice::Cpu => {
            let wall_mean = wall.iter().sum::<f64>() / wall.len().max(1) as f64;
            Ok(Run::new(value::cpu(samples, costs))?.with_preempted(preempted).with_wall_mean(wall_mean))
        }
        ClockChoice::Wall => Ok(Run::new(wall)?.with_preempted(preempted)),
    }
}
