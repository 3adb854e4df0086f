//! The processes of one planned size taken together (§8).

use serde::Serialize;

use super::run::{Interval, RunAnalysis};
use crate::sample::{Granularity, ProcessCosts, Series};
use crate::settings::Settings;
use crate::statistics::distribution::normal_quantile;
use crate::statistics::order::median;
use crate::statistics::processes::{Components, MIN_PROCESSES, settled_at};
use crate::verdict::{Instability, ProcessFacts, Verdict};

/// Figures over K ≥ 2 processes. The interval is the only one that speaks for another process: one pooled over the
/// samples of all covers 16-60 %.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Between {
    /// Number of processes K.
    pub processes: usize,
    /// Unweighted mean of the process means, ns.
    pub mean: f64,
    /// Standard deviation of the process means, ns.
    pub sd: f64,
    /// σ²_B, ns²: what the processes differ by beyond their samples' noise; 0 if the estimate is negative.
    pub variance_between: Option<f64>,
    /// The estimate as it came out, S² − W.
    pub variance_between_raw: Option<f64>,
    /// W, ns²: mean squared standard error of the process means.
    pub variance_within: Option<f64>,
    /// Share of the variance of a process mean that is between processes.
    pub icc: Option<f64>,
    /// Mean ± t·S/√K.
    pub interval: Interval,
    /// Smallest number of processes (at least 5) for the target, from S as it is.
    pub required_processes: Option<usize>,
    /// The same with an 80 % upper bound of S: what a plan should use.
    pub required_processes_cautious: Option<usize>,
    /// Processes after which the interval stayed narrow enough.
    pub at_processes: Option<usize>,
    /// Samples a process that make the most of a given total time; `None` without costs, or if the processes differ no
    /// more than their samples' noise lets expect (longer runs help then, more processes do not).
    pub optimal_n: Option<usize>,
    /// Indices (in the series) of unstable runs; they stay in the mean.
    pub unstable_runs: Vec<usize>,
    /// The process means in the order of measurement, ns.
    pub process_means: Vec<f64>,
}

/// Summary of the runs of one planned size.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SizeSummary {
    /// Number of samples the protocol asked for.
    pub planned_n: Option<usize>,
    /// Number of processes.
    pub processes: usize,
    /// Mean over the processes, or of the one run, ns.
    pub mean: f64,
    /// Its interval.
    pub interval: Option<Interval>,
    /// Figures over the processes; `None` for one process.
    pub between: Option<Between>,
    /// The verdict at this size.
    pub verdict: Verdict,
}

/// Summary of the runs planned at one size.
pub(super) fn summarise(series: &Series, runs: &[RunAnalysis], planned: Option<usize>, s: &Settings) -> SizeSummary {
    let members = series.runs_planned(planned);
    let group = Group::of(series, runs, &members);
    let between = (group.means.len() > 1).then(|| group.between(series.costs(), s));
    let verdict = match (&between, series.granularity()) {
        (_, Granularity::Aggregate) => Verdict::AggregateOnly { values: group.values },
        (Some(b), _) => group.verdict(b, s),
        (None, Granularity::PerProcess) => Verdict::TooFewProcesses { have: 1, need: MIN_PROCESSES },
        (None, _) => runs[members[0]].verdict.clone(),
    };
    let first = &runs[members[0]];
    SizeSummary {
        planned_n: planned,
        processes: group.means.len(),
        mean: between.as_ref().map_or(first.mean, |b| b.mean),
        interval: between.as_ref().map(|b| b.interval).or(first.interval),
        between,
        verdict,
    }
}

/// The process means of one planned size, and the runs behind them.
struct Group<'a> {
    runs: Vec<(usize, &'a RunAnalysis)>,
    means: Vec<f64>,
    values: usize,
    /// A value is itself the mean of a process, so nothing is known of what happened within.
    whole_processes: bool,
}

impl<'a> Group<'a> {
    fn of(series: &Series, runs: &'a [RunAnalysis], members: &[usize]) -> Self {
        let whole_processes = series.granularity() == Granularity::PerProcess;
        let means = if whole_processes {
            members.iter().flat_map(|&i| series.runs()[i].nanoseconds()).copied().collect()
        } else {
            members.iter().map(|&i| runs[i].mean).collect()
        };
        let values = members.iter().map(|&i| runs[i].n).sum();
        Self { runs: members.iter().map(|&i| (i, &runs[i])).collect(), means, values, whole_processes }
    }

    fn components(&self) -> Components {
        let errors: Option<Vec<f64>> =
            self.runs.iter().map(|(_, r)| r.standard_error.map(|e| e * e).filter(|_| !self.whole_processes)).collect();
        Components::of(&self.means, errors.as_deref())
    }

    fn between(&self, costs: Option<ProcessCosts>, s: &Settings) -> Between {
        let c = self.components();
        let half = c.half_width(s.confidence);
        let raw = c.between_raw();
        Between {
            processes: c.processes,
            mean: c.mean,
            sd: c.variance_of_means.sqrt(),
            variance_between: raw.map(|v| v.max(0.0)),
            variance_between_raw: raw,
            variance_within: c.within,
            icc: c.intraclass(),
            interval: Interval {
                low: c.mean - half,
                high: c.mean + half,
                level: s.confidence,
                relative_half_width: half / c.mean,
                indicative: c.processes < MIN_PROCESSES,
            },
            required_processes: c.required(s.eps, s.confidence),
            required_processes_cautious: c.required_cautiously(s.eps, s.confidence),
            at_processes: settled_at(&self.means, s.eps, s.confidence),
            optimal_n: costs.and_then(|costs| self.optimal_samples(&c, costs, s)),
            unstable_runs: self.unstable().into_iter().map(|(run, _)| run).collect(),
            process_means: self.means.clone(),
        }
    }

    /// §8's n_opt; every process must at least get over its start-up phase and reach the effective sample size.
    fn optimal_samples(&self, c: &Components, costs: ProcessCosts, s: &Settings) -> Option<usize> {
        let variances: Option<Vec<f64>> = self.runs.iter().map(|(_, r)| r.long_run_variance).collect();
        let variances = variances.filter(|_| !self.whole_processes)?;
        let mean = variances.iter().fold(0.0, |a, b| a + b) / variances.len() as f64;
        let least = |r: &RunAnalysis| r.warm_up + (s.ess_min * r.tau.unwrap_or(1.0)).ceil() as usize;
        let least = self.runs.iter().map(|(_, r)| least(r)).max()?;
        c.optimal_samples(costs.process / costs.sample, mean, least)
    }

    fn unstable(&self) -> Vec<(usize, Vec<Instability>)> {
        if self.whole_processes {
            return Vec::new();
        }
        let reasons = |r: &RunAnalysis| r.verdict.reasons().to_vec();
        self.runs.iter().map(|&(i, r)| (i, reasons(r))).filter(|(_, reasons)| !reasons.is_empty()).collect()
    }

    /// Mean drift of the runs if it exceeds `eps` and Stouffer's Σz/√K (Stouffer et al. 1949) of their Mann-Kendall z is
    /// significant at the level of a single run. A drift that all processes share is in their mean, but not in the
    /// variance between them, so no interval over processes shows it. Runs that are unstable for another reason than
    /// drift do not count, and the median of the rest must be able to tell a drift from slow autocorrelation (§6.3).
    fn common_drift(&self, s: &Settings) -> Option<f64> {
        let only_drifts = |r: &RunAnalysis| r.verdict.reasons().iter().all(|i| matches!(i, Instability::Drift { .. }));
        let counted = || self.runs.iter().map(|&(_, r)| r).filter(|r| only_drifts(r));
        let drifts: Vec<_> = counted().map(|r| r.drift).collect::<Option<_>>()?;
        let mut decided: Vec<f64> = counted().map(|r| r.ess_residual).collect::<Option<_>>()?;
        if self.whole_processes || drifts.len() < 2 || median(&mut decided) < s.ess_min {
            return None;
        }
        let k = drifts.len() as f64;
        let z = drifts.iter().map(|d| d.z).sum::<f64>() / k.sqrt();
        let relative = drifts.iter().map(|d| d.relative).sum::<f64>() / k;
        (z.abs() > normal_quantile(1.0 - s.drift_alpha / 2.0) && relative.abs() > s.eps).then_some(relative)
    }

    fn verdict(&self, b: &Between, s: &Settings) -> Verdict {
        let at_n: Option<Vec<usize>> = self.runs.iter().map(|(_, r)| r.at_n).collect();
        let facts = ProcessFacts {
            processes: b.processes,
            shortest: self.runs.iter().map(|(_, r)| r.n).min().filter(|_| !self.whole_processes),
            samples: self.values,
            unstable: self.unstable(),
            common_drift: self.common_drift(s),
            runs: self.runs.iter().map(|&(run, _)| run).collect(),
            mean: b.mean,
            half_width: b.interval.relative_half_width * b.mean,
            resolution: self.runs.iter().map(|(_, r)| r.resolution).fold(0.0, f64::max),
            zero_variance: b.sd == 0.0 && self.runs.iter().all(|(_, r)| r.sd == Some(0.0)),
            at_n: at_n.and_then(|list| list.into_iter().max()).filter(|_| !self.whole_processes),
            at_processes: b.at_processes,
            need_n: b.optimal_n,
            need_processes: b.required_processes_cautious,
        };
        Verdict::of_processes(&facts, s)
    }
}
