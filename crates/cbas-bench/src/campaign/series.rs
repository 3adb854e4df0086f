//! From raw samples to the series that the analyzer sees.

use std::fmt;

use cbas_convergence::sample::{Granularity, Run, SampleError, Series};
use serde::{Deserialize, Serialize};

use super::value::{self, EmptySample};
use super::{Campaign, Fault, Phase, ProcessSamples, Sample, TimedWorkload};
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

    /// What the runner of a workload did wrong first, in any process.
    pub fn fault_of(&self, timed: &TimedWorkload) -> Option<&Fault> {
        let faults = self.processes.iter().flat_map(ProcessSamples::faults);
        faults.into_iter().find(|fault| match fault.wrong_outputs {
            true => fault.workload.as_ref() == Some(&timed.id),
            false => fault.runner == timed.library,
        })
    }

    /// The same, apart for each order of blocks, if the campaign was made in several.
    ///
    /// # Errors
    /// As [`Campaign::series`], for any order.
    pub fn series_by_order(
        &self,
        workload: usize,
        clock: ClockChoice,
    ) -> Result<Option<Vec<(Order, Series)>>, SampleError> {
        let order = self.manifest.protocol.order;
        if order.levels().is_empty() {
            return Ok(None);
        }
        let of_order = |level| {
            let series = self.series_of(workload, clock, |process| order.of_process(process) == level)?;
            Ok((level, series))
        };
        order.levels().iter().copied().map(of_order).collect::<Result<Vec<_>, _>>().map(Some)
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
                let cut_short = process.record.is_none() || process.lost(timed);
                if samples.is_empty() && cut_short || process.has_wrong_outputs(timed) {
                    continue;
                }
                let costs = match self.manifest.runner_of(timed) {
                    // What a runner's clock costs is its own affair: nothing is subtracted.
                    Some(_) => EmptySample::default(),
                    None => process.clock_cost(),
                };
                runs.push(run(&samples, clock, costs)?.in_process(process.process.to_string()).planned(n as usize));
            }
        }
        let granularity = if timed.batch == 1 { Granularity::PerOperation } else { Granularity::PerBatch };
        let tick = match self.manifest.runner_of(timed) {
            // The tick of a runner's clock is unknown; times are whole nanoseconds.
            Some(_) => 1.0,
            None => self.tick(clock),
        } / f64::from(timed.batch);
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

    /// Whether the runner of a workload failed in this process.
    fn lost(&self, timed: &TimedWorkload) -> bool {
        self.faults().iter().any(|fault| fault.runner == timed.library)
    }

    /// Whether the outputs of a workload were wrong in this process.
    fn has_wrong_outputs(&self, timed: &TimedWorkload) -> bool {
        self.faults().iter().any(|fault| fault.wrong_outputs && fault.workload.as_ref() == Some(&timed.id))
    }

    /// What runners did wrong in this process.
    pub fn faults(&self) -> &[Fault] {
        self.record.as_ref().map_or(&[], |record| &record.faults)
    }

    /// Cost of the clocks as empty samples showed it in this process.
    fn clock_cost(&self) -> EmptySample {
        self.record.as_ref().map_or(EmptySample::default(), |record| record.clock_cost())
    }
}

fn run(samples: &[&Sample], clock: ClockChoice, costs: EmptySample) -> Result<Run, SampleError> {
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
