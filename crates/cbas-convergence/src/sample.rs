//! Validated samples: a [`Run`] is what one process measured in one go, a [`Series`] the runs of one workload.

use std::time::Duration;

use serde::Serialize;
use thiserror::Error;

/// Longest time that is believed, ns (about 31 years): beyond it the unit must be wrong, and cubes could overflow.
pub(crate) const LONGEST: f64 = 1e18;
/// A mean below this (ns) cannot be told from zero.
const SHORTEST_MEAN: f64 = 1e-30;

/// Samples or series that cannot be analysed.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum SampleError {
    /// A run without samples.
    #[error("the run has no samples: leave it out, or measure it again")]
    Empty,
    /// NaN or infinite.
    #[error("sample {index} (counted from 0) is not a finite number: repair or remove that row of the input")]
    NonFinite {
        /// Index of the sample in its run, from 0.
        index: usize,
    },
    /// Below zero, which no monotonic clock can give.
    #[error(
        "sample {index} (counted from 0) is negative ({value} ns), which a monotonic clock cannot give: check how the times were subtracted"
    )]
    Negative {
        /// Index of the sample in its run, from 0.
        index: usize,
        /// Its value, ns.
        value: f64,
    },
    /// Longer than 10^18 ns.
    #[error("sample {index} (counted from 0) is {value} ns, more than 31 years: check the unit")]
    TooLong {
        /// Index of the sample in its run, from 0.
        index: usize,
        /// Its value, ns.
        value: f64,
    },
    /// All samples are zero, so a relative precision does not exist.
    #[error(
        "all {n} samples of the run are zero, so a relative precision does not exist: time a larger batch per sample"
    )]
    ZeroMean {
        /// Number of samples.
        n: usize,
    },
    /// One flag a sample was expected.
    #[error("run {run} (counted from 0) has {samples} samples but {flags} preemption flags: give one flag per sample")]
    FlagCount {
        /// Index of the run in its series, from 0.
        run: usize,
        /// Number of samples.
        samples: usize,
        /// Number of flags.
        flags: usize,
    },
    /// A series without runs.
    #[error("the series {name:?} has no runs: leave it out, or measure it")]
    NoRuns {
        /// Name of the series.
        name: String,
    },
}

/// Nanoseconds per operation that one process measured in one go, in the order of measurement.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    nanoseconds: Vec<f64>,
    process: Option<String>,
    planned: Option<usize>,
    preempted: Option<Vec<bool>>,
    wall_mean: Option<f64>,
}

impl Run {
    /// Checks the samples (§2.1, §2.2): not empty, finite, not negative, not all zero.
    ///
    /// ```
    /// use cbas_convergence::{Run, SampleError};
    /// assert_eq!(Run::new(vec![1.0, f64::NAN]), Err(SampleError::NonFinite { index: 1 }));
    /// ```
    ///
    /// # Errors
    /// The first sample that is out of order, with its index; zeros are legal unless all are.
    pub fn new(nanoseconds: Vec<f64>) -> Result<Self, SampleError> {
        if nanoseconds.is_empty() {
            return Err(SampleError::Empty);
        }
        let mut sum = 0.0;
        for (index, &value) in nanoseconds.iter().enumerate() {
            if !value.is_finite() {
                return Err(SampleError::NonFinite { index });
            }
            if value < 0.0 {
                return Err(SampleError::Negative { index, value });
            }
            if value > LONGEST {
                return Err(SampleError::TooLong { index, value });
            }
            sum += value;
        }
        if sum / (nanoseconds.len() as f64) < SHORTEST_MEAN {
            return Err(SampleError::ZeroMean { n: nanoseconds.len() });
        }
        Ok(Self { nanoseconds, process: None, planned: None, preempted: None, wall_mean: None })
    }

    /// Names the process that measured the run; runs of different sizes with the same name are compared as a pair.
    #[must_use]
    pub fn in_process(mut self, process: impl Into<String>) -> Self {
        self.process = Some(process.into());
        self
    }

    /// The number of samples the protocol asked for (1000, 5000).
    #[must_use]
    pub fn planned(mut self, n: usize) -> Self {
        self.planned = Some(n);
        self
    }

    /// For every sample whether the process was descheduled in it; [`Series::new`] checks that there is one flag a sample.
    #[must_use]
    pub fn with_preempted(mut self, flags: Vec<bool>) -> Self {
        self.preempted = Some(flags);
        self
    }

    /// Mean wall time of the same samples (ns), where the samples themselves are CPU time.
    #[must_use]
    pub fn with_wall_mean(mut self, nanoseconds: f64) -> Self {
        self.wall_mean = nanoseconds.is_finite().then_some(nanoseconds);
        self
    }

    /// The samples, ns per operation.
    pub fn nanoseconds(&self) -> &[f64] {
        &self.nanoseconds
    }

    /// Number of samples; a run is never empty.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.nanoseconds.len()
    }

    /// Name of the process.
    pub fn process(&self) -> Option<&str> {
        self.process.as_deref()
    }

    /// Number of samples the protocol asked for.
    pub fn planned_n(&self) -> Option<usize> {
        self.planned
    }

    /// Preemption flags.
    pub fn preempted(&self) -> Option<&[bool]> {
        self.preempted.as_deref()
    }

    /// Mean wall time of the same samples, ns.
    pub fn wall_mean(&self) -> Option<f64> {
        self.wall_mean
    }
}

/// What one value stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Granularity {
    /// One operation.
    #[default]
    PerOperation,
    /// The mean of a batch of operations timed together.
    PerBatch,
    /// The mean of a whole process.
    PerProcess,
    /// A mean of unknown make; no verdict is possible.
    Aggregate,
}

/// What a process and a sample cost (ns of machine time), for the best split between the two (§8).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ProcessCosts {
    /// Start and warm-up of a process, ns.
    pub process: f64,
    /// One sample, ns.
    pub sample: f64,
}

/// The runs of one workload.
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    name: String,
    runs: Vec<Run>,
    tick: Option<f64>,
    granularity: Granularity,
    costs: Option<ProcessCosts>,
}

impl Series {
    /// Runs of one or several planned sizes, in the order of measurement.
    ///
    /// # Errors
    /// [`SampleError::NoRuns`] without runs, [`SampleError::FlagCount`] if a run's preemption flags do not match it.
    pub fn new(name: impl Into<String>, runs: Vec<Run>) -> Result<Self, SampleError> {
        let name = name.into();
        if runs.is_empty() {
            return Err(SampleError::NoRuns { name });
        }
        for (run, r) in runs.iter().enumerate() {
            let (samples, flags) = (r.len(), r.preempted.as_ref().map_or(r.len(), Vec::len));
            if samples != flags {
                return Err(SampleError::FlagCount { run, samples, flags });
            }
        }
        Ok(Self { name, runs, tick: None, granularity: Granularity::default(), costs: None })
    }

    /// One run of plain values.
    ///
    /// ```
    /// use cbas_convergence::{Series, Settings, analyze};
    /// let times = (0..1000u32).map(|i| 3000 + i * 7919 % 101);
    /// let series = Series::from_nanoseconds("hash", times)?;
    /// println!("{}", analyze(&series, &Settings::default()).verdict);
    /// # Ok::<(), cbas_convergence::SampleError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Run::new`].
    pub fn from_nanoseconds(
        name: impl Into<String>,
        values: impl IntoIterator<Item: Into<f64>>,
    ) -> Result<Self, SampleError> {
        let run = Run::new(values.into_iter().map(Into::into).collect())?;
        Self::new(name, vec![run])
    }

    /// One run of durations, such as [`Instant::elapsed`](std::time::Instant::elapsed) gives: one operation each.
    ///
    /// ```
    /// use std::time::{Duration, Instant};
    /// use cbas_convergence::Series;
    /// let time = |i: u64| {
    ///     let start = Instant::now();
    ///     std::hint::black_box((0..1000 + i).sum::<u64>());
    ///     start.elapsed().max(Duration::from_nanos(1))
    /// };
    /// assert_eq!(Series::from_durations("sum", (0..300).map(time))?.runs()[0].len(), 300);
    /// # Ok::<(), cbas_convergence::SampleError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Run::new`].
    pub fn from_durations(
        name: impl Into<String>,
        durations: impl IntoIterator<Item = Duration>,
    ) -> Result<Self, SampleError> {
        Self::from_nanoseconds(name, durations.into_iter().map(|duration| duration.as_nanos() as f64))
    }

    /// The measured step of the clock per value, ns: for batch means the tick divided by the batch.
    #[must_use]
    pub fn with_tick(mut self, nanoseconds: f64) -> Self {
        self.tick = (nanoseconds.is_finite() && nanoseconds > 0.0).then_some(nanoseconds);
        self
    }

    /// What one value stands for; one operation unless said.
    #[must_use]
    pub fn with_granularity(mut self, granularity: Granularity) -> Self {
        self.granularity = granularity;
        self
    }

    /// Cost of a process (start and warm-up) and of a sample, ns; without it no optimal sample size is given.
    #[must_use]
    pub fn with_process_costs(mut self, process_ns: f64, sample_ns: f64) -> Self {
        let usable = process_ns.is_finite() && process_ns >= 0.0 && sample_ns.is_finite() && sample_ns > 0.0;
        self.costs = usable.then_some(ProcessCosts { process: process_ns, sample: sample_ns });
        self
    }

    /// The runs by the level of a design factor, as [`analyze_factor`](crate::analysis::analyze_factor) takes them;
    /// `level_of` gets the index of a run and the run. Levels keep the order in which they first appear.
    ///
    /// ```
    /// use cbas_convergence::{Run, Series};
    /// let runs = (0..4u32).map(|k| Run::new(vec![3000.0 + f64::from(k)])).collect::<Result<_, _>>()?;
    /// let levels = Series::new("pairing", runs)?.levels(|index, _| ["forward", "reverse"][index % 2].to_owned());
    /// assert_eq!((levels[1].0.as_str(), levels[1].1.runs().len()), ("reverse", 2));
    /// # Ok::<(), cbas_convergence::SampleError>(())
    /// ```
    pub fn levels(&self, level_of: impl Fn(usize, &Run) -> String) -> Vec<(String, Self)> {
        let mut levels: Vec<(String, Self)> = Vec::new();
        for (index, run) in self.runs.iter().enumerate() {
            let level = level_of(index, run);
            match levels.iter_mut().find(|(known, _)| *known == level) {
                Some((_, series)) => series.runs.push(run.clone()),
                None => {
                    let runs = vec![run.clone()];
                    levels.push((level, Self { name: self.name.clone(), runs, ..*self }));
                }
            }
        }
        levels
    }

    /// Name of the workload.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// All runs.
    pub fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// Indices of the runs with the largest planned size: they carry the verdict.
    pub fn main_runs(&self) -> Vec<usize> {
        let largest = self.runs.iter().map(Run::planned_n).max().flatten();
        self.runs_planned(largest)
    }

    /// Indices of the runs of one planned size.
    pub fn runs_planned(&self, planned: Option<usize>) -> Vec<usize> {
        (0..self.runs.len()).filter(|&i| self.runs[i].planned_n() == planned).collect()
    }

    /// The different planned sizes, ascending; `None` (no plan) comes first.
    pub fn planned_sizes(&self) -> Vec<Option<usize>> {
        let mut sizes: Vec<_> = self.runs.iter().map(Run::planned_n).collect();
        sizes.sort_unstable();
        sizes.dedup();
        sizes
    }

    /// Step of the clock per value, ns.
    pub fn tick(&self) -> Option<f64> {
        self.tick
    }

    /// What one value stands for.
    pub fn granularity(&self) -> Granularity {
        self.granularity
    }

    /// Cost of a process and of a sample.
    pub fn costs(&self) -> Option<ProcessCosts> {
        self.costs
    }
}
