//! How a mean settles: the curves of the convergence pictures.

use serde::Serialize;

use super::interval::PrefixEstimates;
use super::processes::Components;
use crate::analysis::{Analysis, RunAnalysis};
use crate::sample::Series;

/// First n of a curve: below 10 samples there is no interval (§2.4).
const FIRST: usize = 10;
/// Points of a curve, evenly spaced in ln n.
const POINTS: usize = 80;

/// The running mean after `n` samples, with its interval (nanoseconds per operation).
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct SettlingPoint {
    /// Number of samples so far, counted from the end of the warm-up.
    pub n: usize,
    /// Mean of the first `n` samples, ns.
    pub mean: f64,
    /// Lower end of the interval at `n`, ns.
    pub low: f64,
    /// Upper end of the interval at `n`, ns.
    pub high: f64,
}

impl SettlingPoint {
    /// Larger of the two half-widths divided by the mean.
    pub fn relative_half_width(&self) -> f64 {
        (self.high - self.mean).max(self.mean - self.low) / self.mean
    }
}

/// Running means of every process, and over the processes.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Settling {
    /// One curve a process (or run).
    pub processes: Vec<Vec<SettlingPoint>>,
    /// Mean over the processes with the interval of the process means; with one process its own curve.
    pub overall: Vec<SettlingPoint>,
}

/// Curves of the main runs of an analysed series, at about 80 log-spaced n from 10 to the end: each run with its own
/// interval (§5), and the mean over the processes with t_{K−1}·S(n)/√K (§8) as far as every run reaches.
///
/// `analysis` must be the result of analysing `series`. A run with fewer than 10 samples after its cut has an empty
/// curve, and then there is none over the processes either.
pub fn settling(series: &Series, analysis: &Analysis) -> Settling {
    let runs: Vec<(&[f64], &RunAnalysis)> = analysis
        .main_runs
        .iter()
        .map(|&i| (&series.runs()[i].nanoseconds()[analysis.runs[i].warm_up..], &analysis.runs[i]))
        .collect();
    let shortest = runs.iter().map(|(z, _)| z.len()).min().unwrap_or(0);
    let longest = runs.iter().map(|(z, _)| z.len()).max().unwrap_or(0);
    // One grid for all runs, so that their means can be averaged; the ends of the runs are points of it.
    let mut grid = log_spaced(longest);
    grid.extend(runs.iter().map(|(z, _)| z.len()).filter(|&n| n >= FIRST));
    grid.sort_unstable();
    grid.dedup();
    let (confidence, batches) = (analysis.settings.confidence, analysis.settings.long_run_batches);
    let processes: Vec<Vec<SettlingPoint>> = runs.iter().map(|(z, _)| curve(z, &grid, confidence, batches)).collect();
    let overall = match processes.as_slice() {
        [one] => one.clone(),
        several => over_processes(several, shortest, confidence),
    };
    Settling { processes, overall }
}

fn log_spaced(last: usize) -> Vec<usize> {
    if last < FIRST {
        return Vec::new();
    }
    let step = libm::log(last as f64 / FIRST as f64) / (POINTS - 1) as f64;
    (0..POINTS).map(|i| (libm::round(FIRST as f64 * libm::exp(step * i as f64)) as usize).min(last)).collect()
}

fn curve(z: &[f64], grid: &[usize], confidence: f64, batches: usize) -> Vec<SettlingPoint> {
    let mut prefixes = PrefixEstimates::new(z, batches);
    let point = |n: usize| {
        let estimate = prefixes.at(n);
        let (low, high) = estimate.interval(confidence);
        SettlingPoint { n, mean: estimate.mean, low, high }
    };
    grid.iter().copied().take_while(|&n| n <= z.len()).map(point).collect()
}

fn over_processes(curves: &[Vec<SettlingPoint>], shortest: usize, confidence: f64) -> Vec<SettlingPoint> {
    let points = curves.iter().map(Vec::len).min().unwrap_or(0);
    let at = |i: usize| {
        let means: Vec<f64> = curves.iter().map(|curve| curve[i].mean).collect();
        let c = Components::of(&means, None);
        let half = c.half_width(confidence);
        SettlingPoint { n: curves[0][i].n, mean: c.mean, low: c.mean - half, high: c.mean + half }
    };
    (0..points).map(at).filter(|p| p.n <= shortest).collect()
}
