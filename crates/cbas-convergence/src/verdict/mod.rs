//! The verdict on a run (§9) and on a series of processes (§8): its first-match rule.

mod sentence;

use serde::Serialize;

pub(crate) use sentence::percent;

use crate::settings::Settings;
use crate::statistics::processes::MIN_PROCESSES;

/// What a figure speaks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// The one process that was measured; nothing is said about another.
    WithinProcess,
    /// The population of processes.
    BetweenProcesses,
}

/// Why a stream is not stationary. Relative changes are in units of the mean.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Instability {
    /// The start-up phase fills more than a quarter of the run, so that its doubled length does not fit into half (§4).
    StillWarmingUp,
    /// The level moves steadily (§6.2).
    Drift {
        /// Change along the fitted line over the run.
        relative: f64,
    },
    /// The level jumps (§6.1).
    LevelShift {
        /// First sample of each new level, counted from the start of the run.
        at: Vec<usize>,
        /// Highest minus lowest level.
        relative: f64,
    },
    /// The two halves differ though the bulk of the samples does not: slow events became more or less frequent (§6.4).
    TailRateChange {
        /// First half against the whole.
        relative: f64,
    },
    /// The level drifts alike in all processes, though too few of them show it by themselves (§8).
    CommonDrift {
        /// Mean over the processes of the change along the fitted line over a run.
        relative: f64,
    },
    /// Every level of a design factor has converged by itself, but their means differ
    /// ([`analyze_factor`](crate::analysis::analyze_factor) alone says so).
    OrderDependent {
        /// Name of the factor, such as `order`.
        factor: String,
        /// Largest difference between two levels that was seen: one mean over the other, minus 1.
        relative: f64,
    },
}

impl Instability {
    pub(crate) fn size(&self) -> f64 {
        match self {
            Self::StillWarmingUp => f64::INFINITY,
            Self::Drift { relative }
            | Self::LevelShift { relative, .. }
            | Self::TailRateChange { relative }
            | Self::CommonDrift { relative }
            | Self::OrderDependent { relative, .. } => relative.abs(),
        }
    }
}

/// What keeps a series from being judged converged: the first that fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Limiting {
    /// Too few samples are left after the start-up phase.
    Samples,
    /// Too few effective samples: a shift cannot be told from slow autocorrelation, or the interval is not trustworthy.
    Autocorrelation,
    /// The interval is too wide.
    Precision,
    /// The clock ticks too coarsely for the target.
    Resolution,
    /// The interval over the processes is too wide.
    Processes,
    /// The levels of a design factor are neither shown equal within the margin nor shown to differ.
    Levels,
}

/// The verdict on one run or one series.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Verdict {
    /// The interval is narrow enough, and no material instability was found.
    Converged {
        /// Samples after which the interval stayed narrow enough; of several runs the largest, if each has one.
        at_n: Option<usize>,
        /// Processes after which it did; only for several processes.
        at_processes: Option<usize>,
        /// Number of processes spoken for.
        processes: usize,
        /// Larger half-width of the interval divided by the mean.
        relative_half_width: f64,
        /// Level of the interval.
        confidence: f64,
        /// All samples are equal, so the interval is the resolution of the clock.
        zero_variance: bool,
        /// Both halves were shown equal within the target (§6.4); of a single run.
        stability_shown: Option<bool>,
        /// An event rarer than this (a sample) may well not be in the data: 3/n.
        unseen_event_rate: f64,
    },
    /// More data are needed.
    NotYet {
        /// What is missing.
        limiting: Limiting,
        /// Samples needed in a run, as far as this one lets foresee.
        need_n: Option<usize>,
        /// Operations to time together per sample, where the clock is the limit.
        need_batch: Option<usize>,
        /// Processes needed.
        need_processes: Option<usize>,
        /// Number of processes spoken for.
        processes: usize,
        /// Larger half-width of the interval divided by the mean, so far.
        relative_half_width: Option<f64>,
        /// The target.
        eps: f64,
    },
    /// The stream changes while it is measured: its mean has no meaning yet.
    Unstable {
        /// What was found.
        reasons: Vec<Instability>,
        /// Indices of the unstable runs; empty for a verdict on one run.
        runs: Vec<usize>,
        /// Number of processes spoken for.
        processes: usize,
    },
    /// A run is shorter than any verdict can rest on.
    TooFewSamples {
        /// Samples of the (shortest) run.
        have: usize,
        /// Samples needed.
        need: usize,
    },
    /// Fewer processes than any verdict over processes can rest on.
    TooFewProcesses {
        /// Processes measured.
        have: usize,
        /// Processes needed.
        need: usize,
    },
    /// Only means of unknown make are known.
    AggregateOnly {
        /// Number of means.
        values: usize,
    },
}

/// What the rule of §9 looks at.
#[derive(Debug, Clone)]
pub(crate) struct RunFacts {
    pub n: usize,
    pub n_used: usize,
    pub boundary: bool,
    pub reasons: Vec<Instability>,
    pub ess: f64,
    pub ess_residual: f64,
    pub mean: f64,
    pub relative_half_width: Option<f64>,
    pub resolution: f64,
    pub zero_variance: bool,
    pub at_n: Option<usize>,
    pub need_n: Option<usize>,
    pub stability_shown: Option<bool>,
}

/// What the rule of §8 looks at.
#[derive(Debug, Clone)]
pub(crate) struct ProcessFacts {
    pub processes: usize,
    /// Shortest run, or `None` where a value is itself a whole process.
    pub shortest: Option<usize>,
    pub samples: usize,
    pub unstable: Vec<(usize, Vec<Instability>)>,
    /// Mean drift of the runs, where they drift alike.
    pub common_drift: Option<f64>,
    /// Indices of all runs.
    pub runs: Vec<usize>,
    pub mean: f64,
    pub half_width: f64,
    pub resolution: f64,
    pub zero_variance: bool,
    pub at_n: Option<usize>,
    pub at_processes: Option<usize>,
    pub need_n: Option<usize>,
    pub need_processes: Option<usize>,
}

impl Verdict {
    /// First match of §9.
    pub(crate) fn of_run(f: &RunFacts, s: &Settings) -> Self {
        let decidable = f.ess_residual >= s.ess_min;
        if f.n < s.n_min {
            return Self::TooFewSamples { have: f.n, need: s.n_min };
        }
        if f.boundary && decidable {
            return Self::Unstable { reasons: vec![Instability::StillWarmingUp], runs: Vec::new(), processes: 1 };
        }
        if !f.reasons.is_empty() {
            return Self::Unstable { reasons: f.reasons.clone(), runs: Vec::new(), processes: 1 };
        }
        let limiting = if f.n_used < s.n_min {
            Some(Limiting::Samples)
        } else if f.boundary || f.ess < s.ess_min || !decidable {
            Some(Limiting::Autocorrelation)
        } else if !f.zero_variance && f.relative_half_width.is_none_or(|h| h > s.eps) {
            Some(Limiting::Precision)
        } else if f.resolution > s.eps * f.mean {
            Some(Limiting::Resolution)
        } else {
            None
        };
        match (limiting, f.relative_half_width) {
            (None, Some(relative_half_width)) => Self::Converged {
                at_n: f.at_n,
                at_processes: None,
                processes: 1,
                relative_half_width,
                confidence: s.confidence,
                zero_variance: f.zero_variance,
                stability_shown: f.stability_shown,
                unseen_event_rate: 3.0 / f.n_used as f64,
            },
            (limiting, relative_half_width) => {
                let limiting = limiting.unwrap_or(Limiting::Precision);
                let clock = limiting == Limiting::Resolution;
                Self::NotYet {
                    limiting,
                    need_n: f.need_n.filter(|_| !clock),
                    need_batch: clock.then(|| need_batch(f.resolution, f.mean, s.eps)),
                    need_processes: None,
                    processes: 1,
                    relative_half_width,
                    eps: s.eps,
                }
            }
        }
    }

    /// First match of §8, for two or more processes.
    pub(crate) fn of_processes(f: &ProcessFacts, s: &Settings) -> Self {
        if let Some(have) = f.shortest.filter(|&n| n < s.n_min) {
            return Self::TooFewSamples { have, need: s.n_min };
        }
        if 5 * f.unstable.len() > f.processes {
            return Self::unstable_processes(f);
        }
        if f.processes < MIN_PROCESSES {
            return Self::TooFewProcesses { have: f.processes, need: MIN_PROCESSES };
        }
        if let Some(relative) = f.common_drift {
            let (reasons, runs) = (vec![Instability::CommonDrift { relative }], f.runs.clone());
            return Self::Unstable { reasons, runs, processes: f.processes };
        }
        let relative_half_width = f.half_width / f.mean;
        let clock = f.resolution > s.eps * f.mean;
        if relative_half_width <= s.eps && !clock {
            return Self::Converged {
                at_n: f.at_n,
                at_processes: f.at_processes,
                processes: f.processes,
                relative_half_width,
                confidence: s.confidence,
                zero_variance: f.zero_variance,
                stability_shown: None,
                unseen_event_rate: 3.0 / f.samples as f64,
            };
        }
        let wide = relative_half_width > s.eps;
        Self::NotYet {
            limiting: if wide { Limiting::Processes } else { Limiting::Resolution },
            need_n: f.need_n.filter(|_| wide),
            need_batch: (!wide).then(|| need_batch(f.resolution, f.mean, s.eps)),
            need_processes: f.need_processes.filter(|_| wide),
            processes: f.processes,
            relative_half_width: Some(relative_half_width),
            eps: s.eps,
        }
    }

    /// The reasons of the run that is worst, and all unstable runs.
    fn unstable_processes(f: &ProcessFacts) -> Self {
        let worst = |reasons: &[Instability]| reasons.iter().map(Instability::size).fold(0.0, f64::max);
        let first = f.unstable.iter().rev().max_by(|a, b| worst(&a.1).total_cmp(&worst(&b.1)));
        Self::Unstable {
            reasons: first.map(|(_, reasons)| reasons.clone()).unwrap_or_default(),
            runs: f.unstable.iter().map(|&(run, _)| run).collect(),
            processes: f.processes,
        }
    }

    /// Whether the series is converged.
    pub fn is_converged(&self) -> bool {
        matches!(self, Self::Converged { .. })
    }

    /// The reasons of an unstable stream; empty for every other verdict.
    pub fn reasons(&self) -> &[Instability] {
        if let Self::Unstable { reasons, .. } = self { reasons } else { &[] }
    }
}

fn need_batch(resolution: f64, mean: f64, eps: f64) -> usize {
    (resolution / (eps * mean)).ceil() as usize
}
