//! Slow drift (§6.2): Mann-Kendall test and least squares slope on batch means.

use std::ops::Range;

use super::coarse::CoarseSums;
use super::distribution::normal_cdf;
use super::moments::mean;

/// Mann-Kendall test for a monotone trend (Mann 1945, Kendall 1975) with tie-corrected variance.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MannKendall {
    /// S = Σ_{i<j} sign(y_j − y_i).
    pub s: i64,
    /// Variance of S under no trend.
    pub variance: f64,
    /// Continuity-corrected z; 0 if all values are tied.
    pub z: f64,
}

impl MannKendall {
    /// Of a short sequence: the cost grows with the square of its length.
    pub fn of(y: &[f64]) -> Self {
        let n = y.len();
        let mut s = 0i64;
        for i in 0..n {
            for j in i + 1..n {
                s += i64::from(y[j] > y[i]) - i64::from(y[j] < y[i]);
            }
        }
        let weight = |t: usize| t as f64 * (t as f64 - 1.0) * (2.0 * t as f64 + 5.0);
        let mut sorted = y.to_vec();
        sorted.sort_unstable_by(f64::total_cmp);
        let ties: f64 = sorted.chunk_by(|a, b| a == b).map(|run| weight(run.len())).fold(0.0, |a, b| a + b);
        let variance = if n == 0 { 0.0 } else { (weight(n) - ties) / 18.0 };
        let z = if variance > 0.0 { (s - s.signum()) as f64 / variance.sqrt() } else { 0.0 };
        Self { s, variance, z }
    }

    /// Two-sided p value.
    pub fn p(&self) -> f64 {
        2.0 * normal_cdf(-self.z.abs())
    }
}

/// Least squares slope of y on 0, 1, 2, … per step.
pub fn slope(y: &[f64]) -> f64 {
    let n = y.len() as f64;
    if y.len() < 2 {
        return 0.0;
    }
    let (centre, level) = ((n - 1.0) / 2.0, mean(y));
    let product = y.iter().enumerate().fold(0.0, |s, (i, &v)| s + (i as f64 - centre) * (v - level));
    product / (n * (n * n - 1.0) / 12.0)
}

/// Drift of w over the run: z of Mann-Kendall and the change along the fitted line, in units of w.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Trend {
    /// Mann-Kendall z on the batch means.
    pub z: f64,
    /// Slope times number of batches, ns.
    pub change: f64,
}

/// §6.2 on min(`batches`, ⌊n/2⌋) batch means over the last samples of a range.
pub fn trend(w: &CoarseSums<'_>, range: Range<usize>, batches: usize) -> Trend {
    let count = batches.min(range.len() / 2);
    if count < 2 {
        return Trend { z: 0.0, change: 0.0 };
    }
    let size = range.len() / count;
    let y = w.batch_means(range.end - size * count..range.end, size);
    Trend { z: MannKendall::of(&y).z, change: slope(&y) * count as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_trend_and_a_constant_is_none() {
        let line: Vec<f64> = (0..300).map(f64::from).collect();
        let trend = |x: &[f64]| trend(&CoarseSums::about(x, 0.0), 0..300, 30);
        let t = trend(&line);
        assert!(t.z > 7.0 && (t.change - 300.0).abs() < 1e-9);
        assert_eq!(trend(&[5.0; 300]), Trend { z: 0.0, change: 0.0 });
    }
}
