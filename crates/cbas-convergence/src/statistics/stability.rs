//! Is the steady state steady (§6)? Level shifts, drift, whether the run is long enough to tell, and the tail rate.

use super::autocovariance::long_run_variance;
use super::digest::Digest;
use super::equivalence::{RatioTest, nested_interval};
use super::moments::{batch_means, mean, sum};
use super::segmentation::change_points;
use super::trend::trend;

/// Numbers of batches and penalties of §6.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StabilityRule {
    /// Most batches of the segmentation (200).
    pub segment_batches: usize,
    /// Penalty factor of a change (3).
    pub penalty: f64,
    /// Batches of the trend test (30).
    pub trend_batches: usize,
    /// Most batches of a long-run variance (8192).
    pub max_batches: usize,
}

/// A change of level.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shift {
    /// First sample of the new level, counted within w.
    pub at: usize,
    /// New mean minus the one before, ns.
    pub change: f64,
}

/// Findings of §6.1-§6.3 on the winsorised steady state, in ns.
#[derive(Debug, Clone, PartialEq)]
pub struct Stability {
    /// Changes of level in time order.
    pub shifts: Vec<Shift>,
    /// Highest minus lowest segment mean; 0 without a change.
    pub spread: f64,
    /// Mann-Kendall z.
    pub drift_z: f64,
    /// Change along the fitted line over the run.
    pub drift: f64,
    /// Effective sample size of what the segments and a line leave over; below about 100 a shift cannot be told from
    /// slow autocorrelation.
    pub ess_residual: f64,
}

/// §6.1-§6.3 on w (deviations of the steady state from any centre) with its local long-run variance.
/// Consumes w: the residuals take its place. `None` if w is constant.
pub fn stability(mut w: Vec<f64>, local: f64, rule: &StabilityRule) -> Option<Stability> {
    if local <= 0.0 || w.len() < 4 {
        return None;
    }
    let size = w.len().div_ceil(rule.segment_batches);
    let y = batch_means(&w, size, 0.0);
    let m = y.len();
    let penalty = rule.penalty * (local / size as f64) * libm::log(m as f64);
    let starts = change_points(&y, penalty, (m / 10).clamp(2, 5));
    let bounds: Vec<usize> = std::iter::once(0).chain(starts).chain([m]).collect();
    let levels: Vec<f64> = bounds.windows(2).map(|s| mean(&y[s[0]..s[1]])).collect();
    let shifts = levels
        .windows(2)
        .zip(&bounds[1..])
        .map(|(pair, &start)| Shift { at: start * size, change: pair[1] - pair[0] })
        .collect();
    let (low, high) = levels.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), &v| (l.min(v), h.max(v)));
    let drift = trend(&w, rule.trend_batches);

    w.truncate(m * size);
    for (segment, level) in bounds.windows(2).zip(&levels) {
        w[segment[0] * size..segment[1] * size].iter_mut().for_each(|v| *v -= level);
    }
    Some(Stability {
        shifts,
        spread: high - low,
        drift_z: drift.z,
        drift: drift.change,
        ess_residual: detrended_ess(w, rule.max_batches),
    })
}

/// Effective sample size of the residuals after subtracting their least squares line (§6.3).
fn detrended_ess(mut residuals: Vec<f64>, max_batches: usize) -> f64 {
    let n = residuals.len() as f64;
    let (level, tilt) = fitted_line(&residuals);
    let start = level - tilt * (n - 1.0) / 2.0;
    for (i, v) in residuals.iter_mut().enumerate() {
        *v -= start + tilt * i as f64;
    }
    // Least squares residuals have mean zero.
    let variance = sum(&residuals, |v| v * v) / (n - 1.0).max(1.0);
    let lrv = long_run_variance(&residuals, variance, max_batches);
    if lrv > 0.0 { n * variance / lrv } else { n }
}

/// Mean and least squares slope of a long sequence, by blocks so that the sums keep their digits: Σ(i−c)·v over each
/// block is taken about the middle of the block.
fn fitted_line(v: &[f64]) -> (f64, f64) {
    const BLOCK: usize = 1024;
    let n = v.len() as f64;
    let (mut total, mut product) = (0.0, 0.0);
    for (b, block) in v.chunks(BLOCK).enumerate() {
        let middle = (block.len() as f64 - 1.0) / 2.0;
        let (mut within, mut plain) = ([0.0; 4], [0.0; 4]);
        for (i, &r) in block.iter().enumerate() {
            within[i % 4] += (i as f64 - middle) * r;
            plain[i % 4] += r;
        }
        let sum = plain[0] + plain[1] + plain[2] + plain[3];
        let position = (b * BLOCK) as f64 + middle - (n - 1.0) / 2.0;
        product += within[0] + within[1] + within[2] + within[3] + position * sum;
        total += sum;
    }
    let slope = if v.len() < 2 { 0.0 } else { product / (n * (n * n - 1.0) / 12.0) };
    (total / n, slope)
}

/// First half of the steady state against all of it (§6.4), on raw samples.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HalfComparison {
    /// Mean of the first half divided by the mean of all, minus 1.
    pub relative_difference: f64,
    /// The two are equal within the margin at the 5 % level, each with enough effective samples.
    pub equal: bool,
    /// The 99 % t interval excludes 0, each half with enough effective samples.
    pub different: bool,
}

/// Compares the halves of a steady state at `margin`; a half with ESS below `ess_min` decides nothing. `test_level` is
/// 0.90 for a two one-sided test at 5 %. `None` if a half has fewer than 10 samples.
///
/// Power: the first half differs from the whole by a quarter of a linear drift, so `equal` excludes only drifts of
/// about four margins and more.
pub fn compare_halves(digest: &Digest<'_>, margin: f64, test_level: f64, ess_min: f64) -> Option<HalfComparison> {
    let [a, b] = digest.halves();
    if a.n < 10 {
        return None;
    }
    let test = RatioTest::nested(&a, &b, margin);
    let decidable = a.ess >= ess_min && b.ess >= ess_min;
    let (low, high) = test.interval(0.99);
    let (inner_low, inner_high) = nested_interval(&a, &b, test_level);
    Some(HalfComparison {
        relative_difference: test.relative_difference,
        equal: decidable && inner_low > -margin && inner_high < margin,
        different: decidable && (low > 0.0 || high < 0.0),
    })
}

#[cfg(test)]
mod tests {
    use super::super::trend::slope;
    use super::*;

    #[test]
    fn the_slope_of_a_long_line_is_exact() {
        let line: Vec<f64> = (0..50_000).map(|i| 3.0 + 0.25 * f64::from(i)).collect();
        let (level, tilt) = fitted_line(&line);
        assert!((tilt - 0.25).abs() < 1e-12 && (level - 6252.875).abs() < 1e-9);
        assert!((slope(&line) - 0.25).abs() < 1e-12);
    }
}
