//! One run on its own: §2-§6 and the verdict of §9.

use serde::Serialize;

use super::facts::Facts;
use super::warning::Warning;
use crate::sample::Run;
use crate::settings::{Settings, WarmUp};
use crate::statistics::autocovariance::local_long_run_variance;
use crate::statistics::digest::Digest;
use crate::statistics::interval::{MeanEstimate, checkpoints};
use crate::statistics::order::{OrderStatistics, Winsorised};
use crate::statistics::resolution::Resolution;
use crate::statistics::stability::{HalfComparison, Stability, StabilityRule, compare_halves, stability};
use crate::statistics::warm_up::{WarmUpCut, warm_up_cut};
use crate::verdict::{Scope, Verdict};

/// Below this many samples no interval is given (§2.4).
pub(super) const MIN_FOR_INTERVAL: usize = 10;

/// An interval of a mean, ns.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// Level.
    pub level: f64,
    /// Larger half-width divided by the mean.
    pub relative_half_width: f64,
    /// Fewer than 300 samples or five processes: real coverage may be lower.
    pub indicative: bool,
}

/// Result of the drift test (§6.2).
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct DriftFinding {
    /// Mann-Kendall z.
    pub z: f64,
    /// Change along the fitted line over the run in units of the mean.
    pub relative: f64,
}

/// A change of level (§6.1).
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ShiftFinding {
    /// First sample of the new level, counted from the start of the run.
    pub at: usize,
    /// New level minus the one before in units of the mean.
    pub relative: f64,
}

/// Figures of one run. All but `n`, `n_zero`, `ties`, `resolution` and `preempted_share` describe the steady state after
/// the cut.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RunAnalysis {
    /// Process that measured the run.
    pub process: Option<String>,
    /// Number of samples the protocol asked for.
    pub planned_n: Option<usize>,
    /// Number of samples.
    pub n: usize,
    /// Samples cut as start-up phase, d (§4).
    pub warm_up: usize,
    /// Samples left, n' = n − d.
    pub n_used: usize,
    /// What the run speaks for.
    pub scope: Scope,
    /// Mean.
    pub mean: f64,
    /// Median.
    pub median: f64,
    /// Standard deviation (divisor n'−1).
    pub sd: Option<f64>,
    /// Smallest sample.
    pub min: f64,
    /// Largest sample.
    pub max: f64,
    /// 5 % quantile (type 7, as all).
    pub q05: f64,
    /// Lower quartile.
    pub q25: f64,
    /// Upper quartile.
    pub q75: f64,
    /// 95 % quantile.
    pub q95: f64,
    /// 99 % quantile.
    pub q99: f64,
    /// Median absolute deviation from the median, without the factor 1.4826.
    pub mad: f64,
    /// Skewness g₁.
    pub skewness: Option<f64>,
    /// Autocorrelation of neighbouring samples.
    pub lag1: Option<f64>,
    /// n'·Var(mean), ns² (§5.1).
    pub long_run_variance: Option<f64>,
    /// Effective sample size (§5.2).
    pub ess: Option<f64>,
    /// Samples worth one independent sample.
    pub tau: Option<f64>,
    /// Degrees of freedom of the interval.
    pub df: Option<f64>,
    /// Standard error of the mean.
    pub standard_error: Option<f64>,
    /// Skewness-corrected interval of the mean (§5.3).
    pub interval: Option<Interval>,
    /// Drift (§6.2).
    pub drift: Option<DriftFinding>,
    /// Level shifts (§6.1).
    pub shifts: Vec<ShiftFinding>,
    /// Highest minus lowest level in units of the mean; 0 without a shift.
    pub spread: Option<f64>,
    /// Effective sample size of the residuals (§6.3).
    pub ess_residual: Option<f64>,
    /// Larger of significant drift and spread in units of the mean; 0 if neither was found.
    pub instability: Option<f64>,
    /// Both halves were shown equal within `eps` (§6.4), which excludes drifts of about four `eps` and more.
    pub stability_shown: Option<bool>,
    /// First half against the whole, relative (§6.4).
    pub half_difference: Option<f64>,
    /// Samples needed for the target (§5.4).
    pub required_n: Option<usize>,
    /// The textbook number without skewness.
    pub required_n_plain: Option<f64>,
    /// Samples after which the interval stayed narrow enough (§5.5), counted from the start of the run.
    pub at_n: Option<usize>,
    /// Relative uncertainty to quote (§9): the interval's half-width, or where a drift or shift was found, twice that and
    /// the largest distance of a level from the mean.
    pub quotable_relative: Option<f64>,
    /// Step q of the clock, ns; 0 if the data do not show one.
    pub resolution: f64,
    /// q exceeds a tenth of the target.
    pub quantised: bool,
    /// Share of the samples that repeat another value.
    pub ties: f64,
    /// Number of samples that are zero.
    pub n_zero: usize,
    /// An event rarer than this (a sample) may well not be in the data: 3/n' (§0).
    pub unseen_event_rate: f64,
    /// Share of the samples in which the process was descheduled.
    pub preempted_share: Option<f64>,
    /// Mean wall time of the samples.
    pub wall_mean: Option<f64>,
    /// Wall mean divided by the mean of all samples, minus 1.
    pub clock_gap: Option<f64>,
    /// Findings that do not change the verdict.
    pub warnings: Vec<Warning>,
    /// The verdict on this run.
    pub verdict: Verdict,
    /// The mean with what comparisons need of it.
    #[serde(skip)]
    pub estimate: MeanEstimate,
}

/// Analyses one run; `tick` is the measured step of the clock per value, ns.
pub fn analyze_run(run: &Run, tick: Option<f64>, settings: &Settings) -> RunAnalysis {
    let x = run.nanoseconds();
    let resolution = Resolution::of(x, tick);
    let order = OrderStatistics::of(x);
    let (cut, w, local) = find_warm_up(x, &order, &resolution, settings);
    let z = &x[cut.cut..];
    let digest = Digest::of(z, &checkpoints(settings.n_min, z.len()), settings.long_run_batches);
    let varies = z.len() >= MIN_FOR_INTERVAL && digest.moments().variance() > 0.0;
    let findings = if varies { find_instability(&w, cut.cut, local, resolution.step, settings) } else { None };
    let order = if cut.cut > 0 { OrderStatistics::of(z) } else { order };
    let halves = if varies { halves(&digest, settings) } else { None };
    let estimate = digest.estimate();
    let facts = Facts { run, z, cut, resolution, order, digest, estimate, findings, halves, settings };
    facts.conclude()
}

/// §3 and §4: the cut, the working sequence and its local long-run variance before the cut.
fn find_warm_up<'a>(
    x: &'a [f64],
    order: &OrderStatistics,
    resolution: &Resolution,
    s: &Settings,
) -> (WarmUpCut, Winsorised<'a>, f64) {
    let w = Winsorised::of(x, order, s.winsor_k, resolution.integers, resolution.step);
    let varies = order.min < order.max;
    let local = if varies { local_long_run_variance(&w.deviations, resolution.step, s.long_run_batches) } else { 0.0 };
    let mut cut = match s.warm_up {
        WarmUp::Fixed(n) => WarmUpCut { cut: n.min(x.len() - 1), boundary: false },
        WarmUp::Auto => warm_up_cut(&w.deviations, local, s.warm_up_factor, s.warm_up_z),
    };
    if x[cut.cut..].iter().all(|&v| v == 0.0) {
        // What is left must have a mean to be relative to.
        cut = WarmUpCut::default();
    }
    (cut, w, local)
}

/// Findings of §6.1-§6.3 in units of the mean of w.
pub(super) struct Findings {
    pub(super) stability: Stability,
    pub(super) level: f64,
}

fn find_instability(w: &Winsorised<'_>, cut: usize, local: f64, q: f64, s: &Settings) -> Option<Findings> {
    let level = w.mean_from(cut);
    let rule = StabilityRule {
        segment_batches: s.segment_batches,
        penalty: s.shift_penalty,
        trend_batches: s.trend_batches,
        max_batches: s.long_run_batches,
    };
    let stability = if cut == 0 {
        stability(&w.deviations, local, &rule)
    } else {
        let rest = w.deviations.after(cut);
        stability(&rest, local_long_run_variance(&rest, q, s.long_run_batches), &rule)
    };
    stability.map(|stability| Findings { stability, level })
}

fn halves(digest: &Digest<'_>, s: &Settings) -> Option<HalfComparison> {
    compare_halves(digest, s.eps, s.test_level(), s.ess_min)
}
