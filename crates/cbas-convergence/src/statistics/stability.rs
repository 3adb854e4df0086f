//! Is the steady state steady (§6)? Level shifts, drift, whether the run is long enough to tell, and the tail rate.

use super::autocovariance::long_run_variance_of;
use super::coarse::CoarseSums;
use super::digest::Digest;
use super::equivalence::{RatioTest, nested_interval};
use super::moments::{mean, sum};
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
/// `None` if w is constant.
pub fn stability(w: &CoarseSums<'_>, local: f64, rule: &StabilityRule) -> Option<Stability> {
    if local <= 0.0 || w.len() < 4 {
        return None;
    }
    let size = w.len().div_ceil(rule.segment_batches);
    let y = w.batch_means(0..w.len(), size);
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
    let drift = trend(w, 0..w.len(), rule.trend_batches);
    let ends = bounds[1..].iter().map(|bound| bound * size);
    let residuals = Residuals { w, segments: ends.zip(levels).collect() };
    Some(Stability {
        shifts,
        spread: high - low,
        drift_z: drift.z,
        drift: drift.change,
        ess_residual: residuals.detrended_ess(rule.max_batches),
    })
}

/// What the segments leave of w: each with its end and its level. Made block by block where it is needed.
struct Residuals<'a> {
    w: &'a CoarseSums<'a>,
    segments: Vec<(usize, f64)>,
}

impl Residuals<'_> {
    const BLOCK: usize = 1024;

    fn len(&self) -> usize {
        self.segments.last().map_or(0, |segment| segment.0)
    }

    /// Calls `each` with consecutive blocks and the index at which they start.
    fn for_each_block(&self, mut each: impl FnMut(usize, &[f64])) {
        let mut block = Vec::with_capacity(Self::BLOCK);
        let mut start = 0;
        for &(end, level) in &self.segments {
            while start < end {
                let stop = (start + Self::BLOCK).min(end);
                block.clear();
                block.extend(self.w.values(start..stop).map(|v| v - level));
                each(start, &block);
                start = stop;
            }
        }
    }

    /// Effective sample size after subtracting the least squares line (§6.3).
    fn detrended_ess(&self, max_batches: usize) -> f64 {
        let n = self.len() as f64;
        let mut line = Line::over(self.len());
        self.for_each_block(|start, block| line.add(start, block));
        let (mut squares, mut block) = (0.0, Vec::with_capacity(Self::BLOCK));
        self.for_each_block(|start, values| {
            block.clear();
            block.extend(values.iter().enumerate().map(|(i, v)| v - line.at((start + i) as f64)));
            squares += sum(&block, |v| v * v);
        });
        // Least squares residuals have mean zero.
        let variance = squares / (n - 1.0).max(1.0);
        let means = |size: usize, count: usize| self.detrended_means(&line, size, count);
        let lrv = long_run_variance_of(self.len(), variance, max_batches, means);
        if lrv > 0.0 { n * variance / lrv } else { n }
    }

    /// Last `count` batch means of `size` residuals from the line: levels and line have batch means of their own.
    fn detrended_means(&self, line: &Line, size: usize, count: usize) -> Vec<f64> {
        let first = self.len() - size * count;
        let mut means = self.w.batch_means(first..self.len(), size);
        let mut segment = 0;
        for (b, mean) in means.iter_mut().enumerate() {
            let (start, end) = (first + b * size, first + (b + 1) * size);
            *mean -= line.at((start + end - 1) as f64 / 2.0);
            let mut at = start;
            while at < end {
                let (last, level) = self.segments[segment];
                let stop = last.min(end).max(at);
                *mean -= level * ((stop - at) as f64 / size as f64);
                at = stop;
                segment += usize::from(last <= at);
            }
        }
        means
    }
}

/// Least squares line through a long sequence, by blocks so that the sums keep their digits: Σ(i−c)·v over each block
/// is taken about the middle of the block.
struct Line {
    n: f64,
    total: f64,
    product: f64,
}

impl Line {
    fn over(n: usize) -> Self {
        Self { n: n as f64, total: 0.0, product: 0.0 }
    }

    fn add(&mut self, start: usize, block: &[f64]) {
        let middle = (block.len() as f64 - 1.0) / 2.0;
        let (mut within, mut plain) = ([0.0; 4], [0.0; 4]);
        for (i, &r) in block.iter().enumerate() {
            within[i % 4] += (i as f64 - middle) * r;
            plain[i % 4] += r;
        }
        let sum = plain[0] + plain[1] + plain[2] + plain[3];
        let position = start as f64 + middle - (self.n - 1.0) / 2.0;
        self.product += within[0] + within[1] + within[2] + within[3] + position * sum;
        self.total += sum;
    }

    fn slope(&self) -> f64 {
        if self.n < 2.0 { 0.0 } else { self.product / (self.n * (self.n * self.n - 1.0) / 12.0) }
    }

    /// Height at index i.
    fn at(&self, i: f64) -> f64 {
        self.total / self.n + self.slope() * (i - (self.n - 1.0) / 2.0)
    }
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
    use super::super::moments::batch_means;
    use super::super::trend::slope;
    use super::*;

    #[test]
    fn batch_means_of_residuals_are_those_of_a_copy() {
        let x: Vec<f64> = (0..9000).map(|i| ((i * 7919) % 1013) as f64).collect();
        let w = CoarseSums::about(&x, 500.0);
        let segments = vec![(2000, 3.0), (2090, -20.0), (9000, 7.5)];
        let residuals = Residuals { w: &w, segments };
        let mut line = Line::over(9000);
        let mut copy = Vec::new();
        residuals.for_each_block(|start, block| {
            line.add(start, block);
            copy.extend_from_slice(block);
        });
        let detrended: Vec<f64> = copy.iter().enumerate().map(|(i, v)| v - line.at(i as f64)).collect();
        for (size, count) in [(1, 9000), (13, 690), (77, 116), (4500, 2)] {
            let direct = batch_means(&detrended[9000 - size * count..], size, 0.0);
            let got = residuals.detrended_means(&line, size, count);
            assert!(got.iter().zip(&direct).all(|(a, b)| (a - b).abs() < 1e-10), "{size}");
        }
    }

    #[test]
    fn the_slope_of_a_long_line_is_exact() {
        let line: Vec<f64> = (0..50_000).map(|i| 3.0 + 0.25 * f64::from(i)).collect();
        let mut fitted = Line::over(line.len());
        line.chunks(1024).enumerate().for_each(|(b, block)| fitted.add(b * 1024, block));
        assert!((fitted.slope() - 0.25).abs() < 1e-12 && (fitted.at(24_999.5) - 6252.875).abs() < 1e-9);
        assert!((slope(&line) - 0.25).abs() < 1e-12);
    }
}
